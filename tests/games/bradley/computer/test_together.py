"""Guns, support points and battalions work together, and nobody does another's work."""

from tests.games.bradley.support import ALLIED, GERMAN, Field, field

from bocage.games.bradley.computer.arrival_advice import whether_to_swim
from bocage.games.bradley.computer.fires import planned_fires, to_spend
from bocage.games.bradley.computer.goals import share_out
from bocage.games.bradley.computer.knowledge import KNOWLEDGE
from bocage.games.bradley.computer.orders import offered
from bocage.games.bradley.computer.places import place_worth, ways_shut
from bocage.games.bradley.computer.planned_attacks import assault_worth, planned_assaults
from bocage.games.bradley.computer.worth import cornered
from bocage.games.bradley.rules.r05_landing import Launch
from bocage.games.bradley.rules.r06_moving import Movement
from bocage.games.bradley.rules.r10_account import Attack
from bocage.games.bradley.rules.r10_assault import CloseAssault
from bocage.games.bradley.rules.r10_fire import Fire


def worth(s: Field, unit: str, place: str) -> float:
    """What a hex is worth to a unit of the side that owns it."""
    n = s.unit(unit)
    return place_worth(s.g, KNOWLEDGE.orders(s.g, s.g.board.units[n].side), n, s.space(place))


def test_support_points_are_spread_over_guns_in_the_open() -> None:
    s = field("III/1716 3927, II/352A 5426, IV/352A 2725", Fire(by=ALLIED), support=60)
    plan = planned_fires(s.g, {}, ALLIED)
    points = [fire.attack.points for fire in plan.values()]
    assert len(points) == 3
    assert all(points)
    assert sum(points) <= to_spend(s.g, ALLIED) < 60  # some wait for the defensive fire


def test_in_defensive_fire_nothing_is_kept_back() -> None:
    s = field("III/1716 3927", Fire(by=ALLIED), support=60, player=GERMAN)
    assert to_spend(s.g, ALLIED) == 60


def test_more_guns_than_tell_at_one_hex_fire_at_two() -> None:
    guns = "III/1716 3825, I/352A 3925, II/352A 4125, IV/352A 4025, 456A 4127, 457A 4227"
    s = field(f"HQ/352 4027, {guns}, 1/16 3821, 2/18 4123", Fire(by=GERMAN))
    plan = planned_fires(s.g, {}, GERMAN)
    assert {s.g.board.names[target] for target in plan} == {"3821", "4123"}
    first, second = (fire.attack.units for fire in plan.values())
    assert not first & second


def test_nobody_is_planned_into_two_assaults() -> None:
    s = field("1/16 3824, 2/16 3925, 3/16 4024, I/916 3924, 439Ost 3825", CloseAssault(by=ALLIED))
    plan = planned_assaults(s.g, ALLIED)
    together = [one.units for one in plan.values()]
    assert sum(units.bit_count() for units in together) == (sum(together)).bit_count()
    alone = [
        assault_worth(s.g, Attack(by=ALLIED, target=space, units=-1 & s.units("1/16 2/16 3/16"))) for space in plan
    ]
    assert sum(one.worth for one in plan.values()) >= max(alone) - 1e-9


def test_no_more_join_an_assault_than_make_it_better() -> None:
    s = field("745Tk 4526, 1/16 4624, 2/16 4626, 1/18 4726, S1 4625", CloseAssault(by=ALLIED))
    there = s.space("4625")
    everybody = assault_worth(s.g, Attack(by=ALLIED, target=there, units=s.units("745Tk 1/16 2/16 1/18")))
    planned = planned_assaults(s.g, ALLIED)[there]
    assert planned.worth > everybody + 0.05  # a retreat is the end of a static company, a disruption is not
    assert planned.units != s.units("745Tk 1/16 2/16 1/18")


def test_the_far_side_of_an_enemy_shuts_more_ways_than_the_near_one() -> None:
    s = field("1/16 3824, 2/16 3721, I/916 3924")
    orders = KNOWLEDGE.orders(s.g, ALLIED)
    near, far = (ways_shut(s.g, orders, s.space(name)) for name in ("3824", "4024"))
    assert far > near


def test_a_beaten_unit_without_a_way_back_counts_as_lost() -> None:
    s = field("I/916 3924, 1/16 3823, 2/16 4025")
    assert not cornered(field("I/916 3924, 1/16 3823").g, s.unit("I/916"))
    assert cornered(field("S1 3924, 1/16 3823").g, s.unit("S1"))  # no allowance: it cannot go back (10.5.3)


def test_who_is_left_over_hunts_germans_outside_the_ring() -> None:
    s = field("1/16 4226, 2/16 4227, 1/18 4326, 2/18 4327, I/914 2327", turn=12)
    s.g.beachheads[0] = s.space("4224")
    tasks = share_out(s.g, 0)
    assert {tasks[unit].get(s.space("2327")) for unit in tasks} == {0}


def test_room_is_kept_for_the_boats() -> None:
    s = field("1/16 3821, 2/16 4021, I/916 3825")
    free = worth(s, "1/16", "3821")
    s = field("1/16 3821, 2/16 3820, I/916 3825")
    assert worth(s, "1/16", "3821") < free


def test_bolder_plans_fear_the_guns_less() -> None:
    s = field("1/16 3821, HQ/352 3929, III/1716 3927, I/352A 4027", Movement(by=ALLIED))
    orders = KNOWLEDGE.orders(s.g, ALLIED)
    bold, shy = sorted(offered(s.g, orders), key=lambda plan: plan.nerve)
    unit, goal = s.unit("1/16"), s.space("3824")
    assert place_worth(s.g, bold, unit, goal) > place_worth(s.g, orders, unit, goal)
    assert place_worth(s.g, shy, unit, goal) < place_worth(s.g, orders, unit, goal)


def test_tanks_swim_only_into_heavy_fire() -> None:
    for guns, swims in (
        ("", False),
        (", HOC 3319, III/1716 3927, I/352A 4028, II/352A 4128, Bruno 0913, 1716c 4027", True),
    ):
        s = field("HQ/352 3929" + guns, turn=2)
        frame = Launch(by=ALLIED, units=s.units("A/741"))
        s.ask(frame)
        swim, stay = whether_to_swim(s.g, KNOWLEDGE.orders(s.g, ALLIED), frame, [("swim", s.unit("A/741")), ("done",)])
        assert (swim > stay) is swims
