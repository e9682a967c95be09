"""18. Supply and isolation."""

import pytest
from tests.games.normandy44.support import ALLIED, GERMAN, Scene, scene, why_not_build, why_not_replace, why_not_reserve

from bocage.games.normandy44.rules.r09_movement import TACTICAL, manners
from bocage.games.normandy44.rules.r11_shifts import Assault, odds
from bocage.games.normandy44.rules.r18_supply import allied_sources, linked, sources, supplied
from bocage.games.normandy44.rules.r18_supply_phase import (
    SupplyPhase,
    attrition_modifier,
    mark_supply,
    rollers,
    shelters,
)
from bocage.games.normandy44.sides import US_INFANTRY
from bocage.kernel.ids import Side
from bocage.kernel.spaces import each
from bocage.testing import covers

CUT = {"857/346": "1731", "69/50": "1631", "151/50": "1831", "231/50": "1732"}
UTAH = {"Eng-Utah": "2814"}


def reaches(s: Scene, side: int, start: str, to: str) -> bool:
    """Does a line lead from one hex to another?"""
    return bool(linked(s.g, GERMAN if side == GERMAN else ALLIED, s.spaces(to)) >> s.space(start) & 1)


@covers("18.1")
def test_sources_of_both_sides() -> None:
    s = scene({"Eng-Utah": "2814"}, mulberry=[0, -1])
    s.g.mulberry_at[1] = s.space("2524")
    atlas = s.g.board.atlas
    assert sources(s.g, GERMAN) == atlas.entries | atlas.cherbourg
    assert sources(s.g, ALLIED) == s.spaces("2814 2524")
    t = scene({"39/9": "1016"}, allied_control="3606 1016")
    assert sources(t.g, GERMAN) == (atlas.entries & ~t.spaces("1016")) | (atlas.cherbourg & ~t.spaces("3606"))
    u = scene({"Eng-Utah": "2814", "857/346": "2719"})
    assert allied_sources(u.g) == u.spaces("2814")


@covers("18.2")
def test_a_line_runs_five_hexes_across_country_and_any_length_along_roads() -> None:
    s = scene()
    assert reaches(s, GERMAN, "1631", "1032")  # along the Falaise road
    far = set(s.names(supplied(s.g, GERMAN)).split())
    assert "3802" in far
    t = scene()
    only = linked(t.g, ALLIED, t.spaces("3805"))  # no road leads there
    distances = [t.g.board.atlas.distance(t.space("3805"), t.space(name)) for name in t.names(only).split()]
    assert (max(distances), len(distances)) == (5, 46)


@covers("18.2")
def test_enemies_bonds_and_two_zone_hexes_in_a_row_stop_a_line() -> None:
    s = scene(CUT)
    assert not reaches(s, GERMAN, "1731", "1032")
    one = scene({"857/346": "1731", "69/50": "1631"})
    assert reaches(one, GERMAN, "1731", "1032")


@covers("18.2")
def test_a_friend_in_a_zone_hex_takes_it_out_of_the_count() -> None:
    """Six scattered regiments, which form no bonds, lie two hexes from 1631 on every side."""
    atlas, names = scene().g.board.atlas, scene().g.board.names
    start = scene().space("1631")
    ring = [atlas.around[atlas.around[start][d]][d] for d in range(6)]
    drop = ("501/101", "502/101", "506/101", "505/82", "507/82", "508/82")
    at = {name: names[to] for name, to in zip(drop, ring, strict=True)}
    between = names[atlas.around[atlas.around[start][0]][1]]
    assert not reaches(scene(at, scattered=" ".join(drop)), GERMAN, "1631", "1032")
    assert reaches(scene(at | {"857/346": between}, scattered=" ".join(drop)), GERMAN, "1631", "1032")


@covers("18.2")
def test_the_road_does_not_enter_a_town_in_enemy_hands() -> None:
    free, shut = scene(), scene(allied_control="3606 3810")  # the western half of Cherbourg, and St-Pierre-Église
    by_road = linked(free.g, GERMAN, free.spaces("3706"))
    blocked = linked(shut.g, GERMAN, shut.spaces("3706"))
    assert (by_road.bit_count(), blocked.bit_count()) == (701, 72)
    assert [bool(found >> free.space("3108") & 1) for found in (by_road, blocked)] == [True, False]
    assert blocked >> shut.space("3606") & 1  # across country the town itself is no hindrance


@covers("18.3")
def test_markers_change_only_in_the_own_supply_phase() -> None:
    s = scene(CUT)
    mark_supply(s.g, ALLIED)
    assert not s.g.out_of_supply & s.units("857/346")
    mark_supply(s.g, GERMAN)
    assert (s.g.out_of_supply & s.units("857/346"), s.g.isolated) == (s.units("857/346"), 0)
    mark_supply(s.g, GERMAN)
    assert s.g.isolated == s.units("857/346")
    s.g.place(s.unit("857/346"), s.space("1016"))
    mark_supply(s.g, GERMAN)
    assert not (s.g.out_of_supply | s.g.isolated) & s.units("857/346")


@covers("18.4")
def test_out_of_supply_units_move_tactically() -> None:
    s = scene({"857/346": "1631"}, out_of_supply="857/346")
    assert manners(s.g, s.unit("857/346")) == (TACTICAL,)


@covers("18.5.1")
@pytest.mark.parametrize(("roll", "left"), [(4, 1), (5, 2)])
def test_an_isolated_unit_next_to_an_enemy_loses_a_step_on_four_or_less(roll: int, left: int) -> None:
    s = scene(CUT, out_of_supply="857/346", ask=SupplyPhase(side=GERMAN))
    s.do(f"roll {roll}")
    assert s.g.steps[s.unit("857/346")] == left
    assert s.decides == ""


@covers("18.5.1")
def test_away_from_the_enemy_nobody_rolls() -> None:
    s = scene({"857/346": "3802", "39/9": "3502"}, isolated="857/346")
    assert rollers(s.g, GERMAN) == 0


@covers("18.5.2")
def test_quality_and_shelter_modify_the_roll() -> None:
    """A +1 unit stacked with a strongpoint loses a step only on a 1."""
    s = scene({"6FJ": "1731", "SP-Hillman": "1731", "69/50": "1631"}, isolated="6FJ")
    modifier = attrition_modifier(s.g, s.unit("6FJ"), shelters(s.g, GERMAN))
    assert modifier == 3
    table = s.g.board.isolation
    assert [table.read(die + modifier, "steps") for die in range(1, 7)] == ["1", "0", "0", "0", "0", "0"]
    t = scene({"501/101": "2814"})
    assert attrition_modifier(t.g, t.unit("501/101"), shelters(t.g, ALLIED)) == 3  # the coast
    u = scene({"857/346": "1731"} | {k: v for k, v in CUT.items() if k != "857/346"})
    assert attrition_modifier(u.g, u.unit("857/346"), shelters(u.g, GERMAN)) == 0


@covers("18.5.3")
def test_a_strongpoint_rolls_only_when_it_is_alone_then_at_once() -> None:
    at = CUT | {"SP-Hillman": "1731"}
    s = scene(at, steps={"857/346": 1}, out_of_supply="857/346 SP-Hillman", ask=SupplyPhase(side=GERMAN))
    assert s.unit_names(rollers(s.g, GERMAN)) == "857/346"
    s.do("roll 1")  # +2 for the strongpoint: 3, and the battalion is gone
    assert s.at("857/346") == "dead"
    s.do("roll 2")  # now the strongpoint: 4
    assert s.at("SP-Hillman") == "dead"


@covers("18.5.4")
def test_an_isolated_headquarters_dies_only_without_a_line_to_a_friend() -> None:
    alone = {name: at for name, at in CUT.items() if name != "857/346"} | {"HQ-84": "1731"}
    s = scene(alone, out_of_supply="HQ-84", ask=SupplyPhase(side=GERMAN))
    assert s.at("HQ-84") == "dead"
    t = scene(CUT | {"HQ-84": "1731"}, out_of_supply="HQ-84 857/346", ask=SupplyPhase(side=GERMAN))
    assert t.at("HQ-84") == "1731"
    assert t.unit_names(rollers(t.g, GERMAN)) == "857/346"


def traces(s: Scene, side: Side, hex_: str) -> bool:
    return bool(supplied(s.g, side) >> s.space(hex_) & 1)


@covers("18.1")
def test_germans_trace_to_entry_hexes_and_to_cherbourg_while_they_hold_it() -> None:
    s = scene({})
    entries = s.g.board.atlas.entries
    assert sources(s.g, GERMAN) == entries | s.spaces("3606 3705 3706")
    s = scene({"39/9": "1032"}, allied_control="3606 1032")
    assert sources(s.g, GERMAN) == entries & ~s.spaces("1032") | s.spaces("3705 3706")


@covers("18.1")
def test_allies_trace_to_open_beaches_and_finished_mulberries() -> None:
    s = scene({"Eng-Gold": "2525"}, mulberry=[0, -1])
    s.g.mulberry_at[1] = s.space("2524")
    assert sources(s.g, ALLIED) == s.spaces("2525 2526 2524")


@covers("18.2")
def test_five_hexes_to_a_road_and_then_any_length() -> None:
    s = scene(UTAH, allied_control="2814 2811 3110")
    assert traces(s, ALLIED, "2911")  # beside the road
    inside = supplied(s.g, ALLIED)
    roads = list(each(s.g.board.atlas.road_hexes & inside))
    fields = list(each(inside & ~s.g.board.atlas.road_hexes))
    assert fields
    assert max(min(s.g.board.distance(field, road) for road in roads) for field in fields) <= 5


@covers("18.2")
def test_the_road_stops_at_a_town_in_enemy_hands_but_the_fields_do_not() -> None:
    s = scene(UTAH, allied_control="2814")
    assert traces(s, ALLIED, "2811")  # within five hexes of the road, across country
    assert not traces(s, ALLIED, "3506")  # the road there runs through German towns
    s = scene(UTAH, allied_control="2814 2811 3110 3208")
    assert traces(s, ALLIED, "3506")


@covers("18.2", "8.5.2")
def test_no_line_enters_an_enemy_a_bond_or_two_enemy_zones_in_a_row() -> None:
    ring = {"505/82": "2811"} | UTAH
    assert traces(scene(ring), ALLIED, "2811")
    walled = ring | {"1057/91": "2912", "1058/91": "2812", "3/1057/91": "2712", "3/1058/91": "2612", "6FJ": "2813"}
    assert not traces(scene(walled), ALLIED, "2811")


@covers("18.2", "13.1.2")
def test_a_friendly_unit_lifts_the_enemy_zone_for_the_line() -> None:
    at = {"Eng-Utah": "2814", "8/4": "2813", "1057/91": "2812"}
    s = scene(at)
    assert traces(s, ALLIED, "2813")


@covers("18.2")
def test_lines_cross_floods_and_rivers_but_no_impassable_hexside() -> None:
    s = scene({})
    near = linked(s.g, GERMAN, s.spaces("2614"))
    assert near & s.spaces("2613")
    assert not s.g.board.atlas.zones.joins(s.space("2614"), s.space("2713"))


@covers("18.3")
def test_markers_are_set_turned_and_taken_off_in_the_own_supply_phase() -> None:
    s = scene({"505/82": "2811"})
    mark_supply(s.g, ALLIED)
    assert s.g.out_of_supply == s.units("505/82")
    assert not s.g.isolated
    mark_supply(s.g, ALLIED)
    assert s.g.isolated == s.units("505/82")
    s.g.place(s.unit("Eng-Utah"), s.space("2814"))
    s.g.allied_control |= s.spaces("2814")
    mark_supply(s.g, ALLIED)
    assert not s.g.out_of_supply
    assert not s.g.isolated


@covers("18.3")
def test_a_phase_checks_only_its_own_side() -> None:
    s = scene({"505/82": "2811"}, ask=SupplyPhase(side=GERMAN))
    assert not s.g.out_of_supply


@covers("18.4")
def test_the_penalties_hold_even_if_a_line_is_open_now() -> None:
    at = UTAH | {"8/4": "2813", "795/709": "2812"}
    s = scene(at, out_of_supply="8/4", steps={"8/4": 2})
    assert traces(s, ALLIED, "2813")
    unit = s.unit("8/4")
    assert manners(s.g, unit) == (TACTICAL,)
    s.g.replacements[US_INFANTRY] = 1
    for refusal in (why_not_replace(s.g, unit), why_not_reserve(s.g, unit), why_not_build(s.g, unit)):
        assert refusal is not None
    a = Assault(by=ALLIED, target=s.space("2812"), attackers=s.units("8/4"), main=s.units("8/4"))
    weak = scene(at | {"8/4": "dead", "2Rgr": "2813"}, steps={"2Rgr": 2})
    b = Assault(by=ALLIED, target=s.space("2812"), attackers=s.units("2Rgr"), main=s.units("2Rgr"))
    assert odds(s.g, a, keep=False).start == odds(weak.g, b, keep=False).start


@covers("18.5.1")
def test_isolated_units_next_to_an_enemy_roll_and_others_do_not() -> None:
    at = {"505/82": "2811", "506/101": "2912", "795/709": "2810"}
    s = scene(at, isolated="505/82 506/101", out_of_supply="505/82 506/101")
    assert s.unit_names(rollers(s.g, ALLIED)) == "505/82"
    s = scene(at, isolated="505/82", out_of_supply="505/82")
    s.ask(SupplyPhase(side=ALLIED))
    s.do("roll 1")
    assert s.g.steps[s.unit("505/82")] == 2


@covers("18.5.2")
@pytest.mark.parametrize(("roll", "lost"), [(1, 1), (2, 0), (5, 0)])
def test_good_troops_beside_a_strongpoint_lose_only_on_a_one(roll: int, lost: int) -> None:
    """The example of the rulebook: +1 for quality and +2 for shelter."""
    at = {"6FJ": "3211", "SP-Ozeville": "3211", "8/4": "3212", "12/4": "3111", "22/4": "3310", "39/9": "3210"}
    s = scene(at, isolated="6FJ SP-Ozeville", out_of_supply="6FJ SP-Ozeville")
    assert attrition_modifier(s.g, s.unit("6FJ"), shelters(s.g, GERMAN)) == 3
    s.ask(SupplyPhase(side=GERMAN))
    s.do(f"roll {roll}")
    assert s.g.steps[s.unit("6FJ")] == 3 - lost


@covers("18.5.2")
def test_the_coast_shelters_allies_and_cities_shelter_whoever_holds_them() -> None:
    s = scene({"505/82": "2811", "8/4": "2813"})
    assert shelters(s.g, ALLIED) & s.spaces("2813")
    assert shelters(s.g, GERMAN) & s.spaces("3505")


@covers("18.5.3")
def test_a_strongpoint_rolls_only_when_it_is_left_alone() -> None:
    at = {"795/709": "3211", "SP-Ozeville": "3211", "8/4": "3212", "12/4": "3111", "22/4": "3310", "39/9": "3210"}
    both = "795/709 SP-Ozeville"
    s = scene(at, isolated=both, out_of_supply=both, ask=SupplyPhase(side=GERMAN))
    s.do("roll 1")  # the Ost battalion is lost, so the strongpoint rolls in the same phase
    assert s.at("795/709") == "dead"
    s.do("roll 3")
    assert s.at("SP-Ozeville") == "3211"  # 3 + 2 is a 5
    assert s.options() == []


@covers("18.5.4", "18.5.1")
def test_an_isolated_headquarters_is_lost_only_without_any_friend() -> None:
    s = scene(
        {"HQ-7US": "2811", "795/709": "2810"}, isolated="HQ-7US", out_of_supply="HQ-7US", ask=SupplyPhase(side=ALLIED)
    )
    assert s.at("HQ-7US") == "dead"
    at = {"HQ-7US": "2811", "8/4": "2812", "795/709": "2810"}
    s = scene(at, isolated="HQ-7US", out_of_supply="HQ-7US", ask=SupplyPhase(side=ALLIED))
    assert s.at("HQ-7US") == "2811"
    assert s.options() == []  # and it never rolls
