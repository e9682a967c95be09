"""8. Zones of control and bonds."""

import random
from typing import cast

import pytest
from tests.games.normandy44.support import ALLIED, GAME, GERMAN, Scene, cost, destinations, scene

from bocage.games.normandy44.rules.r08_zones_of_control import bonds, presence, zone
from bocage.games.normandy44.rules.r09_moving_a_unit import Moving
from bocage.games.normandy44.rules.r18_supply import linked
from bocage.games.normandy44.state import Normandy44
from bocage.kernel import flow
from bocage.kernel.chance import Chance, fast_pick
from bocage.testing import covers


def hexside(s: Scene, side: int, a: str, b: str) -> bool:
    """Is this hexside bonded by a side?"""
    start, to = s.space(a), s.space(b)
    direction = s.g.board.atlas.around[start].index(to)
    found = bonds(s.g, GERMAN if side == GERMAN else ALLIED).sides
    there = bool(found[direction] >> start & 1)
    back = bool(found[(direction + 3) % 6] >> to & 1)
    assert there == back, "a hexside is bonded from both sides or from none"
    return there


@covers("8.1")
def test_a_unit_controls_the_six_hexes_around_it() -> None:
    s = scene({"125/21Pz": "1631"})
    assert s.names(zone(s.g, GERMAN)) == "1730 1731 1630 1632 1530 1531"


@covers("8.1")
@pytest.mark.parametrize("name", ["SP-Hillman", "HQ-84", "7Werfer"])
def test_strongpoints_and_units_of_one_factor_have_no_zone(name: str) -> None:
    assert zone(scene({name: "1631"}).g, GERMAN) == 0


@covers("8.1")
def test_a_unit_reduced_to_one_factor_loses_its_zone() -> None:
    assert zone(scene({"70Tk": "1631"}, steps={"70Tk": 1}).g, ALLIED) == 0


@covers("8.2")
def test_a_unit_stops_in_a_zone_and_pays_a_point_to_leave_one() -> None:
    s = scene({"69/50": "1631", "125/21Pz": "1831"})
    assert "1731" in destinations(s, "69/50")
    search = Moving(by=ALLIED, unit=s.unit("69/50")).searches(s.g)[0]
    assert s.space("1731") in search.ends
    assert s.space("1731") not in search.found
    t = scene({"69/50": "1631", "1/914/352": "1632"})
    assert cost(t, "69/50", "1630") == 12
    assert cost(scene({"69/50": "1631"}), "69/50", "1630") == 6


@covers("8.3")
def test_a_unit_in_a_zone_may_step_into_another_and_stops_there() -> None:
    s = scene({"69/50": "1631", "1/914/352": "1632"})
    assert "1731" in destinations(s, "69/50")
    assert cost(s, "69/50", "1731") == 12
    assert "1732" not in destinations(s, "69/50")


@covers("8.4")
def test_zones_are_asked_by_retreat_advance_and_supply_alike() -> None:
    s = scene({"125/21Pz": "1631"})
    assert zone(s.g, GERMAN) >> s.space("1731") & 1
    assert not zone(s.g, ALLIED) >> s.space("1731") & 1


@covers("8.5.1")
def test_two_stacks_in_line_bond_the_hex_between_them() -> None:
    s = scene({"125/21Pz": "1630", "192/21Pz": "1632"})
    assert s.names(bonds(s.g, GERMAN).hexes) == "1631"


@covers("8.5.1")
def test_two_stacks_out_of_line_bond_the_hexside_between_them() -> None:
    s = scene({"125/21Pz": "1630", "192/21Pz": "1731"})
    assert bonds(s.g, GERMAN).hexes == 0
    assert hexside(s, GERMAN, "1730", "1631")
    assert not hexside(s, GERMAN, "1631", "1632")


@covers("8.5.1")
def test_scattered_units_and_units_without_a_zone_do_not_bond() -> None:
    at = {"507/82": "1630", "508/82": "1632"}
    assert bonds(scene(at, scattered="507/82").g, ALLIED).hexes == 0
    assert bonds(scene(at).g, ALLIED).hexes != 0
    assert bonds(scene({"SP-Hillman": "1630", "125/21Pz": "1632"}).g, GERMAN).hexes == 0


@covers("8.5.2")
def test_no_enemy_moves_into_a_bonded_hex_or_across_a_bonded_hexside() -> None:
    s = scene({"125/21Pz": "1630", "192/21Pz": "1632", "69/50": "1530"})
    assert "1631" not in destinations(s, "69/50")
    t = scene({"125/21Pz": "1630", "192/21Pz": "1731", "69/50": "1631"})
    assert "1730" not in destinations(t, "69/50")
    assert "1531" in destinations(t, "69/50")


@covers("8.5.2")
def test_supply_does_not_pass_a_bond() -> None:
    s = scene({"125/21Pz": "1630", "192/21Pz": "1632"})
    assert not linked(s.g, ALLIED, s.spaces("1731")) >> s.space("1631") & 1


@covers("8.5.3")
def test_an_enemy_in_the_hex_or_on_both_sides_of_the_hexside_breaks_a_bond() -> None:
    s = scene({"125/21Pz": "1630", "192/21Pz": "1632", "69/50": "1631"})
    assert bonds(s.g, GERMAN).hexes == 0
    t = scene({"125/21Pz": "1630", "192/21Pz": "1731", "69/50": "1631"})
    assert hexside(t, GERMAN, "1730", "1631")
    u = scene({"125/21Pz": "1630", "192/21Pz": "1731", "69/50": "1631", "151/50": "1730"})
    assert not hexside(u, GERMAN, "1730", "1631")


@covers("8.5.4")
def test_crossing_bonds_bar_both_sides() -> None:
    s = scene({"125/21Pz": "1630", "192/21Pz": "1632", "69/50": "1730", "151/50": "1531"})
    # both sides bond hex 1631 (in line west-east and north-west to south-east)
    assert s.names(bonds(s.g, GERMAN).hexes & bonds(s.g, ALLIED).hexes) == "1631"
    assert "1631" not in destinations(s, "69/50")
    assert "1631" not in destinations(s, "125/21Pz")


@covers("8.5.5")
def test_a_unit_bonds_with_the_south_edge() -> None:
    s = scene({"125/21Pz": "1131"})
    # the corner between 1031 and 1032 lies on the map edge
    assert hexside(s, GERMAN, "1031", "1032")
    assert not hexside(scene({"125/21Pz": "1231"}), GERMAN, "1131", "1130")


@covers("8.5.5")
def test_a_unit_bonds_with_the_coast() -> None:
    s = scene({"69/50": "2426"})
    # Jig and King meet at a corner on the sea, which anchors the bond of a single unit behind them
    assert hexside(s, ALLIED, "2525", "2526")
    assert not hexside(s, ALLIED, "2325", "2326")


@covers("8.5.6")
def test_zones_cross_rivers_and_floods_but_not_impassable_hexsides() -> None:
    s = scene({"505/82": "2811"})
    assert zone(s.g, ALLIED) >> s.space("2710") & 1  # over a flooded hexside
    t = scene({"1057/91": "2713"})
    assert not zone(t.g, GERMAN) >> t.space("2614") & 1  # dark blue
    assert presence(t.g).zoned[GERMAN] == t.spaces("2713")


@covers("8.5.6")
def test_bonds_form_across_floods() -> None:
    s = scene({"505/82": "2811", "507/82": "2809"})
    assert s.names(bonds(s.g, ALLIED).hexes) == "2810"  # two flooded hexsides lie between


@covers("8.1", "8.5.3")
def test_what_is_kept_of_zones_and_bonds_is_what_would_be_found_anew() -> None:
    g, rng, scattered = cast("Normandy44", GAME.new("campaign", {}, seed=3)), random.Random(3), 0
    while g.stack and g.turn < 6:
        frame = flow.waiting(g)
        flow.pick(g, fast_pick(g, frame) if isinstance(frame, Chance) else rng.choice(flow.options(g)))
        scattered |= g.scattered
        anew = g.copy()
        anew.cache = {}
        for side in (GERMAN, ALLIED):
            assert (zone(g, side), bonds(g, side), presence(g)) == (zone(anew, side), bonds(anew, side), presence(anew))
    assert scattered  # those have no bonds until they recover
