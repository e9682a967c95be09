"""18. Supply and isolation."""

import pytest
from tests.games.normandy44.support import ALLIED, GERMAN, Scene, scene

from bocage.games.normandy44.rules.r09_movement import TACTICAL, manners
from bocage.games.normandy44.rules.r18_supply import allied_sources, linked, sources, supplied
from bocage.games.normandy44.rules.r18_supply_phase import (
    SupplyPhase,
    attrition_modifier,
    mark_supply,
    rollers,
    shelters,
)
from bocage.testing import covers

CUT = {"857/346": "1731", "69/50": "1631", "151/50": "1831", "231/50": "1732"}


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
    assert manners(s.g, s.unit("857/346"), reserve=False) == (TACTICAL,)


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
