"""Zones of control: what they cost, and that nothing stops them."""

from tests.games.normandy71.support import ALLIED, BOARD, GERMAN, Scene, move, scene, targets_of

from bocage.games.normandy71.rules.r04_movement import walk
from bocage.games.normandy71.rules.r07_zones_of_control import held, tolls, zone
from bocage.games.normandy71.rules.r09_supply import supplied
from bocage.kernel.spaces import bit
from bocage.testing import covers

POINT = 6


def step(s: Scene, name: str, to: str) -> int:
    unit = s.unit(name)
    return walk(s.g, unit, s.g.space[unit], 1000, second=False, fresh=False).cost[s.space(to)]


@covers("Zones")
def test_a_unit_controls_the_six_hexes_around_it() -> None:
    s = scene({"729/709": "S5"})
    assert s.names(zone(s.g, GERMAN)) == "S6 T5 R5 T4 S4 R4"
    # It hampers movement, not combat: nobody must attack and nothing is added to a die for it.
    assert zone(s.g, ALLIED) == 0


@covers("Zones.A", "Terrain.EnterZone", "Terrain.LeaveZone", "Terrain.Bocage")
def test_the_rulebooks_example_costs_eight_points() -> None:
    s = scene({"70T": "R4", "729/709": "S5"})
    # R4 and R5 are bocage and controlled: two to leave, three to enter, three for the bocage.
    assert step(s, "70T", "R5") == 8 * POINT


@covers("Zones.A", "Terrain.B")
def test_a_german_pays_nothing_for_leaving() -> None:
    s = scene({"22/21": "R4", "8/4": "S5"})
    assert step(s, "22/21", "R5") == 6 * POINT
    assert step(s, "22/21", "R3") == 3 * POINT


@covers("Zones.A", "Terrain.EnterZone", "Terrain.LeaveZone")
def test_a_slow_allied_unit_pays_three_points_for_the_same_step() -> None:
    s = scene({"8/4": "R4", "729/709": "S5"})
    assert step(s, "8/4", "R5") == 3 * POINT
    assert step(s, "8/4", "R3") == 2 * POINT


@covers("Zones.B")
def test_two_enemies_cost_no_more_than_one() -> None:
    one = scene({"8/4": "R3", "729/709": "S5"})
    two = scene({"8/4": "R3", "729/709": "S5", "739/709": "Q5"})
    assert step(one, "8/4", "R4") == step(two, "8/4", "R4") == 2 * POINT


@covers("Zones.C")
def test_rivers_floods_sea_and_enemies_do_not_stop_a_zone() -> None:
    s = scene({"729/709": "QQ25", "8/4": "QQ24", "739/709": "CC27"})
    # A flooded hexside lies between QQ25 and QQ24, an all-sea hexside between CC27 and DD27.
    assert "flooded" in BOARD.between(s.space("QQ25"), s.space("QQ24"))
    assert "sea" in BOARD.between(s.space("CC27"), s.space("DD27"))
    controlled = zone(s.g, GERMAN)
    assert controlled & bit(s.space("QQ24"))
    assert controlled & bit(s.space("DD27"))
    assert controlled & bit(s.space("CC28"))  # all sea


@covers("Zones.D")
def test_supply_reaches_into_a_zone_but_not_through_it() -> None:
    # R21 is controlled by the German in R20; supply comes from the north.
    s = scene({"8/4": "R21", "729/709": "R20"})
    assert supplied(s.g, ALLIED) & bit(s.space("R21"))
    # The only road from the beach in S25 leads into R24, which a German in R23 controls.
    shut = scene({"8/4": "R20", "729/709": "R23"})
    assert not supplied(shut.g, ALLIED) & bit(shut.space("R20"))


@covers("Zones.D")
def test_a_friend_in_the_hex_does_not_open_it() -> None:
    s = scene({"8/4": "R20", "22/4": "R24", "16/1": "S24", "729/709": "R23"})
    assert not supplied(s.g, ALLIED) & bit(s.space("R20"))
    # Without the German the same units are in supply.
    s.g.remove(s.unit("729/709"))
    assert supplied(s.g, ALLIED) & bit(s.space("R20"))


def test_an_entrenchment_projects_its_zone_whatever_it_hides() -> None:
    s = scene(german_dug="S5")
    assert held(s.g, GERMAN) == bit(s.space("S5"))
    assert zone(s.g, GERMAN).bit_count() == 6


def test_tolls_name_the_zone_once() -> None:
    s = scene({"729/709": "S5"})
    assert tolls(s.g, ALLIED, fast=True) == ([(zone(s.g, GERMAN), 18)], [(zone(s.g, GERMAN), 12)])
    assert tolls(s.g, GERMAN, fast=True)[1] == []


def test_zones_follow_a_unit_that_moves() -> None:
    s = move(scene({"914/352": "D11", "8/4": "H5"}), GERMAN)
    before = zone(s.g, GERMAN)
    assert "D12" in targets_of(s, "914/352")
    s.do("move 914/352 D12")
    assert zone(s.g, GERMAN) != before
    assert zone(s.g, GERMAN) & bit(s.space("D13"))
