"""The terrain effects chart: costs and additions."""

import pytest
from tests.games.normandy71.support import ALLIED, BOARD, GERMAN, move, reckon, scene, targets_of

from bocage.games.normandy71.rules.r11_terrain import entry_cost, row_of
from bocage.kernel.spaces import bit
from bocage.testing import covers

SLOW, FAST = False, True


def cost(a: str, b: str, *, fast: bool, roads: bool = True) -> float | None:
    found = entry_cost(BOARD, BOARD.space(a), BOARD.space(b), fast=fast, roads=roads)
    return None if found is None else found / 6


@covers("Terrain.Clear", "Terrain.Bocage")
def test_fast_units_pay_three_for_bocage() -> None:
    assert (cost("D11", "D12", fast=SLOW), cost("D11", "D12", fast=FAST)) == (1, 1)
    assert (cost("S5", "S6", fast=SLOW), cost("S5", "S6", fast=FAST)) == (1, 3)


@covers("Terrain.Road", "Terrain.City", "Terrain.A")
def test_a_road_costs_a_third_and_only_where_it_crosses_the_hexside() -> None:
    assert cost("X22", "W22", fast=FAST) == pytest.approx(1 / 3)  # into Bayeux by the N13
    assert cost("W23", "W22", fast=FAST) == 1 + 4  # into Bayeux over the Aure without a road
    assert cost("K19", "K18", fast=SLOW) == pytest.approx(1 / 3)  # into Caen
    assert cost("L18", "K18", fast=SLOW) == pytest.approx(1 / 3)
    assert cost("L17", "K18", fast=SLOW) == 1  # into Caen across the fields
    assert cost("HH13", "GG14", fast=FAST) == pytest.approx(1 / 3)  # by road through bocage
    assert cost("HH14", "GG14", fast=FAST) == 3


@covers("Terrain.Road")
def test_roads_cross_water_by_bridges() -> None:
    assert cost("J17", "I17", fast=FAST) == pytest.approx(1 / 3)
    assert cost("QQ25", "QQ24", fast=SLOW) == pytest.approx(1 / 3)
    # On the day of the landing the Allies ignore roads, and so the bridges.
    assert cost("J17", "I17", fast=FAST, roads=False) == 1 + 4
    assert cost("QQ25", "QQ24", fast=SLOW, roads=False) == 1 + 4


@covers("Terrain.River", "Terrain.Flooded")
def test_water_without_a_bridge_costs_extra() -> None:
    assert (cost("R21", "Q21", fast=SLOW), cost("R21", "Q21", fast=FAST)) == (3, 5)
    assert (cost("PP24", "PP25", fast=SLOW), cost("PP24", "PP25", fast=FAST)) == (5, 7 + 2)


@covers("Terrain.Fort")
def test_a_fortification_costs_what_its_ground_costs() -> None:
    assert (BOARD.terrain[BOARD.space("OO29")], BOARD.terrain[BOARD.space("M24")]) == ("bocage", "clear")
    assert cost("PP28", "OO29", fast=FAST) == 3
    assert cost("M23", "M24", fast=FAST) == 1


@covers("Terrain.Sea", "Terrain.D")
def test_nobody_enters_the_sea_or_crosses_it() -> None:
    assert cost("S25", "S26", fast=SLOW) is None
    assert cost("CC27", "DD27", fast=SLOW) is None
    s = move(scene({"8/4": "CC27"}, supply="CC27"), ALLIED)
    ends = targets_of(s, "8/4")
    assert "DD27" not in ends or BOARD.distance(s.space("CC27"), s.space("DD27")) == 1
    assert s.refusal("move 8/4 CC28").rule == "Terrain.Sea"


@covers("Terrain.Bocage", "Terrain.City", "Terrain.Fort", "Terrain.Entrenched", "Entrenchment.A")
def test_the_ground_adds_to_the_attackers_die() -> None:
    def addition(where: str, near: str, dug: str = "") -> int:
        s = scene({"8/4": near, "729/709": where}, german_dug=dug)
        return reckon(s, "8/4", where).modifier

    assert addition("D11", "D12") == 0
    assert addition("D11", "D12", dug="D11") == 4
    assert addition("S5", "S6") == 4
    assert addition("D3", "D4") == 3
    assert addition("M24", "M23") == 4
    # A fortification is never entrenched as well.
    assert addition("M24", "M23", dug="M24") == 4


@covers("Terrain.River")
def test_a_river_helps_only_if_every_attacker_is_behind_it() -> None:
    # The Seulles runs between R21 and Q21; P21 is on the defender's side.
    s = scene({"8/4": "R21", "22/4": "P21", "729/709": "Q21"})
    assert BOARD.between(s.space("R21"), s.space("Q21")) == {"river"}
    assert reckon(s, "8/4", "Q21").modifier == 3
    assert reckon(s, "8/4 22/4", "Q21").modifier == 0


@covers("Terrain")
def test_additions_add_up_or_the_largest_counts_as_agreed() -> None:
    at = {"8/4": "S6", "729/709": "S5"}
    assert reckon(scene(at, german_dug="S5"), "8/4", "S5").modifier == 8
    assert reckon(scene(at, german_dug="S5", adding_up=False), "8/4", "S5").modifier == 4


@covers("Results", "Terrain")
def test_rows_end_at_ten() -> None:
    assert row_of(6, 4) == 10
    assert row_of(1, 3) == 4
    assert row_of(6, 8) == 10
    assert row_of(3, 0) == 3


@covers("Terrain.C")
def test_armor_does_not_attack_into_bocage() -> None:
    from bocage.games.normandy71.rules.r05_combat import fit_to_attack, may_attack

    s = scene({"8/4 70T": "AA25", "729/709": "BB24"})
    fit = fit_to_attack(s.g, ALLIED, 0)
    assert fit == s.units("8/4 70T")
    assert bit(s.space("BB24")) & BOARD.bocage
    assert may_attack(s.g, fit, s.space("BB24")) == s.units("8/4")


@covers("Terrain.Flooded")
def test_nobody_attacks_over_a_flood() -> None:
    from bocage.games.normandy71.rules.r05_combat import fit_to_attack, targets

    s = scene({"8/4": "PP25", "729/709": "PP24", "739/709": "QQ25"})
    assert s.names(targets(s.g, ALLIED, fit_to_attack(s.g, ALLIED, 0), 0)) == "QQ25"
    assert targets(s.g, GERMAN, s.units("729/709"), 0) == 0
