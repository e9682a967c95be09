"""13. Retreat and disruption."""

import pytest
from tests.games.normandy44.support import ALLIED, GERMAN, Scene, destinations, reckon, scene, why_not_build

from bocage.games.normandy44.rules import r13_retreat
from bocage.games.normandy44.rules.r10_combat import able
from bocage.games.normandy44.rules.r12_determined_defence import lead_candidates
from bocage.games.normandy44.rules.r13_retreat import Retreat, Retreats, ground_for, toll, ways_back
from bocage.kernel.retreat import LOSS
from bocage.testing import covers


def back(s: Scene, name: str, length: int = 2) -> set[str]:
    """Where a unit may retreat to."""
    return {s.g.board.names[to] for to in ways_back(s.g, s.unit(name), length, 0)}


def retreat(s: Scene, origin: str, length: int = 2) -> None:
    """The whole stack of a hex retreats."""
    units = s.g.here[s.space(origin)]
    side = GERMAN if units & s.g.board.atlas.roster.german else ALLIED
    s.ask(Retreats(side=side, origin=s.space(origin), units=units, length=length))


@covers("13.1.1")
def test_a_retreat_ends_two_or_four_hexes_away() -> None:
    s = scene({"857/346": "1631"})
    distance = s.g.board.atlas.distance
    assert {distance(s.space("1631"), s.space(name)) for name in back(s, "857/346")} == {2}
    assert {distance(s.space("1631"), s.space(name)) for name in back(s, "857/346", 4)} == {4}
    assert "1633" in back(s, "857/346")


@covers("13.1.1")
def test_a_way_that_bends_back_beside_its_start_is_no_retreat_of_two_hexes() -> None:
    """Three neighbours are free, and from each of them only the others: two steps lead nowhere two hexes away."""
    atlas = scene().g.board.atlas
    names = scene().g.board.names
    start = scene().space("1631")
    free = [atlas.around[start][d] for d in (0, 1, 2)]
    near = {to for here in (start, *free) for to in atlas.around[here]} - {start, *free}
    posts = [c.id for c in scene().g.board.counters if c.kind == "strongpoint"]  # they have no zone
    at = {"69/50": "1631"} | {post: names[to] for post, to in zip(posts, sorted(near), strict=False)}
    assert len(at) == len(near) + 1
    s = scene(at)
    retreat(s, "1631")
    assert s.options() == ["perish 69/50"]
    gap = next(to for to in sorted(near) if atlas.distance(start, to) == 2)
    t = scene({name: to for name, to in at.items() if to != names[gap]})
    retreat(t, "1631")
    assert t.options() == [f"fallback 69/50 {names[gap]}"]


@covers("13.1.2", "13.2.2")
def test_a_vacant_hex_in_an_enemy_zone_is_avoided_and_only_ever_the_first() -> None:
    s = scene({"857/346": "1731", "69/50": "1631"})
    # 1730 and 1632 are in the zone; the other four neighbours are not
    assert all(path.cost == 0 for path in ways_back(s.g, s.unit("857/346"), 2, 0).values())
    t = scene({"857/346": "1731", "69/50": "1631", "151/50": "1831", "231/50": "1733"})
    found = ways_back(t.g, t.unit("857/346"), 2, 0)
    assert found
    zone_first = [path for path in found.values() if path.cost]
    assert zone_first == list(found.values())  # every way out starts in a zone


@covers("13.1.2")
def test_a_friend_cancels_the_zone_in_his_hex() -> None:
    at = {"857/346": "1731", "69/50": "1631", "151/50": "1831", "231/50": "1733", "1/914/352": "1632"}
    s = scene(at)
    found = ways_back(s.g, s.unit("857/346"), 2, 0)
    assert any(path.cost == 0 and s.space("1632") in path.hexes for path in found.values())


@covers("13.1.3")
def test_a_stack_may_part() -> None:
    s = scene({"857/346": "1631", "1/914/352": "1631", "69/50": "1731"})
    retreat(s, "1631")
    first = next(text for text in s.options() if text.startswith("fallback 857/346 14"))
    s.do(first)
    other = next(text for text in s.options() if text.split()[2] != first.split()[2])
    s.do(other)
    assert s.at("857/346") != s.at("1/914/352")


@covers("13.1.4", "13.1.3")
def test_the_carentan_example_prefers_a_zone_to_losing_steps() -> None:
    """From 2513 the flooded hex avoids the zones but would cost two steps: the stack goes through a zone instead."""
    at = {"1057/91": "2513", "100Pz": "2513", "501/101": "2614", "502/101": "2414"}
    s = scene(at)
    tank, foot = s.unit("100Pz"), s.unit("1057/91")
    through_water = s.space("2413")
    assert all(through_water not in path.hexes for path in ways_back(s.g, tank, 2, 0).values())
    assert all(path.cost < LOSS for path in ways_back(s.g, foot, 2, 0).values())


@covers("13.1.5", "13.2.2")
def test_a_retreat_goes_on_until_there_is_room() -> None:
    at = {"857/346": "1032", "69/50": "1131", "151/50": "1034"}
    assert back(scene(at), "857/346") == {"1233"}  # the only way out
    s = scene(at | {"125/21Pz": "1233", "192/21Pz": "1233"})
    found = ways_back(s.g, s.unit("857/346"), 2, 0)
    assert found
    assert s.space("1233") not in found  # full
    assert all(len(path.hexes) == 4 and s.space("1233") in path.hexes for path in found.values())


@covers("13.1.5", "13.1.4")
def test_the_owner_may_go_on_past_a_full_hex_though_another_has_room() -> None:
    alone = scene({"857/346": "1631", "69/50": "1531"})
    full = scene({"857/346": "1631", "69/50": "1531", "125/21Pz": "1831", "192/21Pz": "1831"})
    distance, start = alone.g.board.atlas.distance, alone.space("1631")
    assert "1831" in back(alone, "857/346")
    assert "1831" not in back(full, "857/346")
    further = back(full, "857/346") - back(alone, "857/346")
    assert further
    assert {distance(start, full.space(name)) for name in further} == {3}
    assert {distance(full.space("1831"), full.space(name)) for name in further} == {1}
    assert back(full, "857/346") - further == back(alone, "857/346") - {"1831"}


@covers("13.1.5")
def test_a_retreat_goes_on_for_as_long_as_it_must(monkeypatch: pytest.MonkeyPatch) -> None:
    s = scene({"857/346": "1631", "69/50": "1531"})
    distance, start = s.g.board.atlas.distance, s.space("1631")
    monkeypatch.setattr(
        r13_retreat, "fits", lambda _, __, to: distance(start, to) > 9
    )  # all within nine hexes are full
    found = ways_back(s.g, s.unit("857/346"), 2, 0)
    assert {distance(start, to) for to in found} == {10}
    monkeypatch.setattr(r13_retreat, "fits", lambda *_: False)
    assert ways_back(s.g, s.unit("857/346"), 2, 0) == {}  # no hex can be reached: it perishes


@covers("13.2.1")
def test_foot_units_lose_a_step_over_water_they_did_not_start_beside() -> None:
    t = scene({"857/346": "1829"})  # over the Orne as the first hex: free
    paths = [p for p in ways_back(t.g, t.unit("857/346"), 2, 0).values() if p.hexes[1] == t.space("1828")]
    assert paths
    assert all(path.cost < LOSS for path in paths)
    s = scene({"857/346": "1830"})
    ground = ground_for(s.g, GERMAN, 0)
    path = (s.space("1830"), s.space("1829"))
    direction = s.g.board.atlas.around[path[1]].index(s.space("1828"))
    assert toll(s.g, s.unit("857/346"), path, direction, ground, entered_wet=False) == LOSS
    assert toll(s.g, s.unit("857/346"), path[1:], direction, ground, entered_wet=False) == 0
    assert toll(s.g, s.unit("1/22/21Pz"), path[1:], direction, ground, entered_wet=False) is None


@covers("13.2.1")
def test_the_stack_loses_one_step_in_all_when_every_way_is_wet() -> None:
    s = scene({"857/346": "2232", "1/914/352": "2232"})
    frame = Retreats(side=GERMAN, origin=s.space("2232"), units=0, length=2)
    wet = s.units("857/346 1/914/352")
    s.g.place(s.unit("857/346"), s.space("1631"))
    s.g.place(s.unit("1/914/352"), s.space("1631"))
    s.g.stack = ((frame, "back"),)
    from bocage.kernel import flow

    flow._settle(s.g, frame.back(s.g, wet))
    assert s.options() == ["lose 1/914/352", "lose 857/346"]
    s.do("lose 857/346")
    assert s.decides == ""
    assert s.g.steps[s.unit("1/914/352")] == 1


@covers("13.2.2")
def test_units_that_cannot_move_die_when_they_must_retreat() -> None:
    s = scene({"SP-Hillman": "1631", "30Flak": "1631"})
    retreat(s, "1631")
    assert (s.at("SP-Hillman"), s.at("30Flak")) == ("dead", "dead")


@covers("13.2.2", "8.5.2")
def test_a_unit_with_no_way_but_over_bonds_perishes() -> None:
    s = scene({"857/346": "1731", "69/50": "1631", "151/50": "1831", "231/50": "1732"})
    retreat(s, "1731")
    assert s.options() == ["perish 857/346"]
    s.do("perish 857/346")
    assert s.at("857/346") == "dead"


@covers("13.2.2")
def test_vehicles_do_not_retreat_over_unbridged_rivers_or_into_floods() -> None:
    s = scene({"1/22/21Pz": "1829"})
    assert all(path.hexes[1] != s.space("1828") for path in ways_back(s.g, s.unit("1/22/21Pz"), 2, 0).values())
    t = scene({"100Pz": "2512"})
    assert all(t.space("2413") not in path.hexes for path in ways_back(t.g, t.unit("100Pz"), 2, 0).values())


@covers("13.3")
def test_cover_stops_a_two_hex_retreat_after_one_but_never_in_an_enemy_zone() -> None:
    s = scene({"857/346": "2812", "505/82": "2813"})
    assert {"2811", "2911"} <= back(s, "857/346")  # a town and bocage
    assert "2912" not in back(s, "857/346")  # bocage, but in the zone
    assert not {name for name in back(s, "857/346", 4) if s.g.board.atlas.distance(s.space("2812"), s.space(name)) < 4}
    t = scene({"857/346": "1631", "69/50": "1531"})
    assert "1731" not in back(t, "857/346")  # open ground
    u = scene({"857/346": "1631", "69/50": "1531"}, ip_german="1731")
    assert "1731" in back(u, "857/346")


@covers("13.3")
def test_steady_friends_stop_as_many_factors_as_they_have() -> None:
    """A regiment of six stops six factors."""
    at = {"857/346": "1631", "858/346": "1631", "69/50": "1531", "125/21Pz": "1731"}
    s = scene(at)
    retreat(s, "1631")
    assert "fallback 857/346 1731" in s.options()
    s.do("fallback 857/346 1731")  # four of six
    assert "fallback 858/346 1731" not in s.options()  # four more are too many
    t = scene(at, disrupted="125/21Pz")
    assert "1731" not in back(t, "857/346")


@covers("13.4", "14.1")
def test_if_the_defender_dies_the_attacker_still_advances_in_full() -> None:
    from tests.games.normandy44.support import attack

    from bocage.games.normandy44.rules.r12_results import Battle

    s = scene({"26/12SS": "1631", "99Inf": "1731"})
    s.ask(Battle(assault=attack(s, "1731", "26/12SS", "26/12SS")))
    s.do("roll 2")  # 5-1 and better troops: 6-1, A1/D1
    assert s.at("99Inf") == "dead"
    assert "advance 26/12SS 1730" in s.options()  # any direction: a full advance


@covers("13.5")
def test_units_that_retreated_before_add_nothing_and_die_if_driven_back_again() -> None:
    s = scene({"69/50": "1631", "857/346": "1731", "1/914/352": "1731"}, retreated="857/346", disrupted="857/346")
    assert reckon(s, "1731", "69/50", "69/50")[1] == 2
    assert s.unit_names(lead_candidates(s.g, s.space("1731"))) == "1/914/352"
    from tests.games.normandy44.support import attack

    from bocage.games.normandy44.rules.r12_results import Battle

    s.ask(Battle(assault=attack(s, "1731", "69/50", "69/50")))
    s.do("roll 3", "retreat")  # DR
    assert s.at("857/346") == "dead"


@covers("13.5")
def test_they_hold_the_hex_in_an_exchange() -> None:
    from tests.games.normandy44.support import attack

    from bocage.games.normandy44.rules.r12_results import Battle

    s = scene({"69/50": "1631", "857/346": "1731", "1/914/352": "1731"}, retreated="857/346")
    s.ask(Battle(assault=attack(s, "1731", "69/50", "69/50")))
    s.do("roll 2")  # EX
    assert s.at("1/914/352") == "dead"
    assert s.decides == ""  # no advance: the hex is held


@covers("13.6")
def test_a_unit_that_retreats_is_disrupted_and_what_that_means() -> None:
    s = scene({"857/346": "1631", "HQ-84": "1631", "69/50": "1531"}, reserve="857/346")
    retreat(s, "1631")
    s.do(next(t for t in s.options() if t.startswith("fallback 857/346")))
    s.do(next(t for t in s.options() if t.startswith("fallback HQ-84")))
    both = s.units("857/346 HQ-84")
    assert s.g.disrupted & both == both
    assert s.g.spent == s.units("HQ-84")
    assert not s.g.reserve
    assert not able(s.g, GERMAN) & s.units("857/346")
    s.g.ip_left = [1, 0, 0]
    assert why_not_build(s.g, s.unit("857/346")).rule == "16.1.3"  # type: ignore[union-attr]
    distance = s.g.board.atlas.distance
    at = s.space(s.at("857/346"))
    assert max(distance(at, s.space(name)) for name in destinations(s, "857/346")) == 2  # tactical movement


@covers("13.7", "9.8.5")
def test_only_without_another_way_does_one_retreat_onto_a_marching_unit_which_loses_its_marker() -> None:
    s = scene({"857/346": "1631", "69/50": "1531", "125/21Pz": "1730"}, strategic="125/21Pz")
    assert "1730" not in {s.g.board.names[p.hexes[1]] for p in ways_back(s.g, s.unit("857/346"), 2, 0).values()}
    t = scene({"857/346": "1631", "69/50": "1531", "125/21Pz": "1730"}, strategic="125/21Pz")
    t.ask(Retreat(by=GERMAN, origin=t.space("1631"), left=t.units("857/346"), length=2))
    assert t.g.strategic == t.units("125/21Pz")
