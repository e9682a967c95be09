"""The paradrop: losses, scatter, and where nobody survives."""

import pytest
from tests.games.normandy71.support import ALLIED, BOARD, Scene, scene

from bocage.games.normandy71.rules.r05_combat import fit_to_attack
from bocage.games.normandy71.rules.r13_paradrop import Drops
from bocage.testing import covers


def drop(zone: str, *, others: dict[str, str] | None = None) -> Scene:
    s = scene({"505/82": "Britain", **(others or {})}, turn=1)
    s.g.plan[s.unit("505/82")] = s.space(zone)
    s.ask(Drops(units=s.units("505/82")))
    return s


def battalions(s: Scene) -> list[str]:
    return [s.at(f"p{n}") for n in range(1, 4)]


@covers("Invasion.1C2", "Invasion.Scatter")
@pytest.mark.parametrize(
    ("zone", "die", "lost", "scattered"),
    [
        ("D11", 1, 0, False),
        ("D11", 2, 0, False),
        ("D11", 3, 0, True),
        ("D11", 4, 0, True),
        ("D11", 5, 1, True),
        ("D11", 6, 1, False),
        ("S5", 1, 0, False),
        ("S5", 2, 0, True),
        ("S5", 3, 1, True),
        ("S5", 4, 1, True),
        ("S5", 5, 1, True),
        ("S5", 6, 2, True),
        ("D3", 3, 1, True),  # a city is close terrain as well
    ],
)
def test_the_scatter_table(zone: str, die: int, lost: int, scattered: bool) -> None:
    s = drop(zone)
    s.do(f"roll {die}")
    assert (s.decides == "chance") == scattered
    if scattered:
        s.do("roll 1")
    where = BOARD.names[BOARD.neighbours[s.space(zone)][0]] if scattered else zone
    if lost:
        assert battalions(s).count("Lost") == lost
        assert battalions(s).count(where) == 3 - lost
        assert s.at("505/82") == ""
    else:
        assert s.at("505/82") == where


@covers("Invasion.Scatter")
def test_two_lost_battalions_leave_one() -> None:
    s = drop("S5")
    s.do("roll 6", "roll 4")
    assert sorted(battalions(s)) == ["Lost", "Lost", "S4"]
    assert BOARD.counters[s.unit("p3")].factors == "2-4"


@covers("Invasion.Scatter")
def test_the_six_directions_go_round_with_the_clock() -> None:
    where = []
    for die in range(1, 7):
        s = drop("D11")
        s.do("roll 3", f"roll {die}")
        where.append(s.at("505/82"))
    assert where == ["D12", "C12", "C11", "D10", "E11", "E12"]


@covers("Invasion.Scatter")
def test_off_the_map_or_in_the_sea_they_are_lost() -> None:
    edge = drop("A10")
    edge.do("roll 3", "roll 2")
    assert edge.at("505/82") == "Lost"
    sea = drop("S25")
    sea.do("roll 3", "roll 1")
    assert sea.at("505/82") == "Lost"
    # A hex that is partly sea is dry enough.
    beach = drop("S24")
    beach.do("roll 3", "roll 1")
    assert beach.at("505/82") == "S25"


@covers("Parachute.B")
def test_on_a_german_they_are_lost_dropped_or_scattered() -> None:
    s = drop("D11", others={"729/709": "D11"})
    s.do("roll 1")
    assert s.at("505/82") == "Lost"
    t = drop("D11", others={"729/709": "D12"})
    t.do("roll 3", "roll 1")
    assert t.at("505/82") == "Lost"
    # Scattered away from the German they live.
    u = drop("D11", others={"729/709": "D11"})
    u.do("roll 3", "roll 4")
    assert u.at("505/82") == "D10"


@covers("Parachute.A")
def test_who_does_not_drop_is_lost() -> None:
    s = scene({"505/82": "Britain"}, turn=1)
    s.ask(Drops(units=s.units("505/82")))
    assert s.at("505/82") == "Lost"


@covers("Parachute.C")
def test_no_attack_on_the_day_of_the_drop() -> None:
    at = {"505/82": "R21", "8/4": "R21", "729/709": "R20"}
    assert fit_to_attack((s := scene(at, turn=1)).g, ALLIED, 0) == s.units("8/4")
    assert fit_to_attack((s := scene(at, turn=2)).g, ALLIED, 0) == s.units("8/4 505/82")


@covers("Parachute.D")
def test_they_are_without_supply_until_a_line_reaches_them() -> None:
    s = drop("TT6")
    s.do("roll 1")
    assert s.g.cut_off == s.units("505/82")


@covers("Stacking.A")
def test_without_room_they_come_down_next_to_the_hex() -> None:
    s = drop("S5", others={"501/101": "S5"})
    s.do("roll 1")
    assert s.decides == "Allied"
    assert {text.split()[2] for text in s.options()} == {"S6", "R5", "R4", "S4", "T4", "T5"}
    s.do("land 505/82 S6")
    assert s.at("505/82") == "S6"
    full = {
        "501/101": "S5",
        "502/101": "S6",
        "506/101": "R5",
        "507/82": "R4",
        "508/82": "S4",
        "3P/6": "T4",
        "5P/6": "T5",
    }
    t = drop("S5", others=full)
    t.do("roll 1")
    assert t.at("505/82") == "Lost"
