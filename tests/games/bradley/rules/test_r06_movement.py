"""6 Movement."""

import pytest
from tests.games.bradley.support import ALLIED, GERMAN, Field, field, places

from bocage.games.bradley.rules.r06_movement import allowance, can_enter, unit_reach
from bocage.games.bradley.rules.r06_moving import Movement, MoveUnit
from bocage.games.bradley.rules.r06_tides import flood
from bocage.games.bradley.rules.r18_scenarios import Enter, Reinforce
from bocage.kernel.board import POINT
from bocage.testing import covers


def moving(at: str, unit: str, side: int = ALLIED, **more: object) -> Field:
    s = field(at, **more)  # type: ignore[arg-type]
    s.ask(Movement(by=side))  # type: ignore[arg-type]
    s.do(f"select {unit}")
    return s


def cost(s: Field, unit: str, goal: str, points: int = 60) -> float | None:
    found = unit_reach(s.g, s.unit(unit), points * POINT).cost.get(s.space(goal))
    return None if found is None else found / POINT


@pytest.mark.parametrize(
    ("at", "goal", "unit", "points"),
    [
        ("4026", "3927", "1/16", 1),  # clear
        ("3821", "3822", "1/16", 1),  # a town off the beach
        ("3823", "3923", "1/16", 1),
        ("4126", "4125", "1/16", 1),
        ("4323", "4424", "1/16", None),  # from the sea
        ("1617", "1616", "1/16", 1),
        ("1517", "1616", "743Tk", 1),
        ("1515", "1614", "1/16", 3),  # swamp on foot
        ("1515", "1614", "743Tk", None),  # and not for tanks
        ("3720", "3620", "1/16", 2),  # hill
        ("3721", "3620", "743Tk", 3),
        ("5530", "5531", "1/16", 2),  # city
    ],
)
@covers("6.0", "6.1", "6.1.1", "6.3")
def test_what_hexes_cost(at: str, goal: str, unit: str, points: float | None) -> None:
    assert cost(field(f"{unit} {at}"), unit, goal, points=4) == points


@covers("6.3.1", "7.1.1", "7.2.3")
def test_roads_help_in_movement_mode_alone() -> None:
    road = field("1/16 3826", marching="1/16:S")
    assert cost(road, "1/16", "3927") == 0.5
    assert cost(field("1/16 3826"), "1/16", "3927") == 1


@covers("6.3.2", "6.3.3")
def test_streams_canals_and_bridges() -> None:
    # The Aure at 4227/4228: a stream, with no way over it there.
    assert cost(field("1/16 4227"), "1/16", "4228", 3) == 2
    assert cost(field("743Tk 4227"), "743Tk", "4228", 3) == 3
    # The canalised Vire at 2126/2226 by swimming, and by the bridge of Isigny.
    assert cost(field("I/914 2126"), "I/914", "2226", 4) == 4
    assert cost(field("100Pz 2126"), "100Pz", "2226", 4) is None
    assert cost(field("100Pz 2128"), "100Pz", "2227", 4) == 2
    assert cost(field("100Pz 2128", marching="100Pz:SE"), "100Pz", "2227", 4) == 0.5
    # 6.3.2: no extra cost between city hexes.
    board = field().g.board
    assert board.step_cost(board.space("5431"), board.space("5532"), "foot", 0) == 3 * POINT


@covers("6.1.2", "6.1.3", "6.2.4", "6.2.6")
def test_a_unit_spends_its_allowance_in_parts_and_is_then_done() -> None:
    s = moving("1/16 3826", "1/16")
    s.do("move 3727", "move 3628")
    assert "1 points are left" in s.g.stack[-1][0].prompt(s.g) or s.g.stack[-1][0].left == 0
    s.do("halt")
    assert s.refusal("select 1/16").rule == "6.2.6"


@covers("6.2", "6.2.2", "6.2.3")
def test_enemies_bar_the_way_and_friends_do_not() -> None:
    s = moving("1/16 4026, 2/16 4027, G1 3927", "1/16")
    assert s.refusal("move 3927").rule == "6.2.2"
    assert "4027" in places(s, "move").split()
    assert "4028" in places(s, "move").split()


@covers("6.2.5")
def test_one_hex_is_always_possible_if_it_is_all() -> None:
    s = moving("80AA 3621", "80AA")  # an allowance of 2, and a hill costs a vehicle 3
    assert "3620" in places(s, "move").split()
    s.do("move 3620")
    assert places(s, "move") == ""


@covers("6.2.7", "9.1.1", "9.1.2", "9.1.3", "9.1")
def test_zones_stop_movement_and_bar_steps_from_one_to_the_next() -> None:
    s = moving("1/16 4029, I/916 3929", "1/16")
    assert cost(s, "1/16", "3930", 1) is None  # the step itself is barred ...
    assert cost(s, "1/16", "3930", 4) == 3  # ... but there is a way round, over the hill at 4030
    s.do("move 4129")
    assert s.g.stack[-1][0].held is False
    s = moving("1/16 4129, I/916 3929", "1/16")
    s.do("move 4029")
    assert s.refusal("move 4129").rule == "9.1.1"
    assert "halt" in s.options()


@covers("6.2.8", "7.3.4", "10.6.1")
def test_disrupted_units_neither_move_nor_change_mode() -> None:
    s = field("1/16 3826", Movement(by=ALLIED), disrupted="1/16")
    assert s.refusal("select 1/16").rule == "6.2.8"


@covers("6.2.9")
def test_armour_leaves_the_beach_uphill_by_trail_alone() -> None:
    board = field().g.board

    def price(a: str, b: str, moves: str) -> int | None:
        return board.step_cost(board.space(a), board.space(b), moves, 0)

    assert board.terrain[board.space("3720")] == "beach"
    assert price("3720", "3620", "armour") is None
    assert price("3720", "3620", "vehicle") == 3 * POINT
    assert price("3921", "3922", "armour") is not None  # the D-3 draw


@covers("6.3.4", "6.3.5")
def test_high_tide_drowns_vehicles_on_the_flats_and_disrupts_men() -> None:
    s = field("1/8 2018, 70Tk 2019, 2/8 1918, 746Tk 1917, 2Rgr 3118", turn=5)
    flood(s.g)
    assert s.at("70Tk") == "allied-lost"
    assert s.g.green == s.units("1/8 746Tk 2Rgr")
    s = field("1/8 2018, 70Tk 2019", turn=4)
    flood(s.g)
    assert not s.g.green
    assert cost(field("1/8 1919", turn=5), "1/8", "2018") is None


@covers("6.3.5")
def test_only_infantry_enters_shale() -> None:
    assert cost(field("2Rgr 3119"), "2Rgr", "3118", 4) == 3
    assert cost(field("743Tk 3119"), "743Tk", "3118", 9) is None


@covers("6.3.6")
def test_a_sea_wall_stops_everybody_until_it_is_breached() -> None:
    s = field("1/16 3921")
    assert not can_enter(s.g, s.unit("1/16"), s.space("3921"), s.space("3922"))
    assert can_enter(s.g, s.unit("1/16"), s.space("3821"), s.space("3922"))
    s.g.breached = s.g.board.walls
    assert can_enter(s.g, s.unit("1/16"), s.space("3921"), s.space("3922"))
    assert cost(s, "1/16", "3922", 4) == 3  # a hill and the gap


@covers("6.1.5", "6.1.6", "6.1.7")
def test_landing_by_air_and_sea_halves_the_allowance() -> None:
    s = field("1/505 0809, 1/327 1918, 743Tk 3821, 1/325 0809")
    s.g.landed = s.units("1/505 1/327 743Tk 1/325")
    s.g.dropped = s.units("1/505 1/325")
    s.g.grounded = s.units("1/325")
    assert [allowance(s.g, s.unit(u)) / POINT for u in ("1/505", "1/327", "743Tk", "1/325")] == [2, 0, 0, 0]


@covers("6.1.8", "18.1.2")
def test_reinforcements_pay_for_their_hex_of_entry() -> None:
    s = field("513/30 german-due", turn=13)
    s.ask(Enter(by=GERMAN, unit=s.unit("513/30")))
    s.do("enter 2227")
    assert s.g.marching == s.units("513/30")
    assert allowance(s.g, s.unit("513/30")) / POINT == 8.5


@covers("18.1")
def test_the_first_scenario_closes_the_map_west_of_column_22_but_for_one_battalion() -> None:
    s = moving("I/914 2225, II/914 2125", "I/914", GERMAN, scenario="omaha")
    assert s.refusal("move 2125").rule == "18.1"
    assert s.refusal("move 1925").rule == "18.0"
    s.do("halt", "select II/914")
    assert s.refusal("move 2024").rule in {"18.1", "6.1.2"}
    assert s.g.stack[-1][0] == MoveUnit(by=GERMAN, unit=s.unit("II/914"), left=4 * POINT)


@covers("6.3.4", "2.3")
def test_mechanised_infantry_and_staffs_weather_the_tide_like_infantry() -> None:
    """2.3 counts Panzergrenadiers among infantry, and a motorised headquarters goes as mechanised infantry."""
    s = field("I/25SS 1919, HQ/4 2018, 12SSRec 2019, HQ/29 1920, 20FA 1816", turn=5)
    flood(s.g)
    assert s.at("12SSRec") == "german-lost"
    assert s.g.disrupted == s.units("HQ/4 20FA")


@covers("12.2.1", "6.1.8", "18.0")
def test_no_reinforcement_marches_into_ruins() -> None:
    ruins = 1 << field().space("2227") | 1 << field().space("0401")
    s = field("513/30 german-due, 517/30 german-due", Reinforce(by=GERMAN), turn=13, ruins=ruins)
    assert not s.g.stack
    assert (s.at("513/30"), s.at("517/30")) == ("german-due", "german-due")
    s = field("Sturm german-due", Reinforce(by=GERMAN), turn=3, scenario="utah", ruins=ruins)
    assert s.refusal("enter 0401").rule == "12.2.1"


@covers("7.2.2", "4.4.1")
def test_whoever_lands_stays_in_combat_mode_on_that_turn() -> None:
    s = field("1/505 0808", turn=8)
    s.g.landed = s.g.dropped = s.units("1/505")
    s.ask(Movement(by=ALLIED))
    s.do("select 1/505")
    assert places(s, "move")
    assert s.refusal("march").rule == "7.2.2"
