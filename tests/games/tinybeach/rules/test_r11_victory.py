"""11 Victory."""

import pytest
from tests.games.tinybeach.support import ALLIED, GERMAN, tiny

from bocage.games.tinybeach.rules.r05_movement import MoveUnit
from bocage.games.tinybeach.rules.r07_results import Advance, RetreatStep
from bocage.games.tinybeach.rules.r11_victory import allied_points, final_outcome
from bocage.kernel.events import Ended, Scored
from bocage.kernel.state import Outcome
from bocage.testing import covers


@covers("11.1")
def test_at_the_start_the_german_holds_all_objectives() -> None:
    s = tiny("")
    assert (s.g.allied_hold, allied_points(s.g)) == (0, 0)
    assert {s.g.board.names[space]: points for space, points in s.g.board.objectives.items()} == {
        "0203": 2, "0403": 1, "0304": 3,
    }  # fmt: skip


@covers("11.1")
def test_whoever_was_last_in_an_objective_holds_it_even_in_passing() -> None:
    s = tiny("Able 0202, Caesar 0303", gun="0402")
    s.ask(MoveUnit(by=ALLIED, unit=s.unit("Able")))
    s.do("move Able 0203")
    assert s.names(s.g.allied_hold) == "0203"
    assert [(event.points, event.rule) for event in s.heard(Scored)] == [(2, "11.1")]
    s = tiny("Able 0202", gun="0402")
    s.ask(MoveUnit(by=ALLIED, unit=s.unit("Able")))
    s.do("move Able 0404")
    assert s.names(s.g.allied_hold) == "0203 0304"
    s.ask(MoveUnit(by=GERMAN, unit=s.unit("Panzer")))
    s.g.place(s.unit("Panzer"), s.space("0104"))
    s.do("move Panzer 0203")
    assert s.names(s.g.allied_hold) == "0304"
    assert s.heard(Scored)[-1].points == -2


@covers("11.1")
def test_a_counter_that_leaves_an_objective_still_holds_it() -> None:
    s = tiny("Able 0203", gun="0402")
    s.g.allied_hold = s.spaces("0203")
    s.ask(MoveUnit(by=ALLIED, unit=s.unit("Able")))
    s.do("move Able 0303")
    assert s.names(s.g.allied_hold) == "0203"
    assert s.heard(Scored) == []


@covers("11.1")
def test_an_advance_and_a_retreat_take_objectives_too() -> None:
    s = tiny("Able 0303", gun="0402")
    s.ask(Advance(by=ALLIED, target=s.space("0403"), attackers=s.units("Able")))
    s.do("advance Able")
    assert s.names(s.g.allied_hold) == "0403"
    s = tiny("Anton 0303", gun="0402", allied_hold=s.spaces("0203 0304"))
    s.ask(RetreatStep(by=GERMAN, unit=s.unit("Anton"), origin=s.space("0303")))
    s.do("retreat Anton 0203")
    assert s.names(s.g.allied_hold) == "0304"


@covers("11.2")
def test_points_are_objectives_plus_germans_lost_minus_allies_lost() -> None:
    s = tiny("Anton Lost, Berta Lost, Gun Lost, Able Lost")
    assert allied_points(s.g) == 3 - 1
    s.g.allied_hold = s.spaces("0203 0304")
    assert allied_points(s.g) == 2 + 3 + 3 - 1


@covers("11.3")
@pytest.mark.parametrize(
    ("scenario", "points", "winner", "level"),
    [
        ("landing", 6, ALLIED, "Allied victory"),
        ("landing", 5, None, "Draw"),
        ("landing", 4, None, "Draw"),
        ("landing", 3, GERMAN, "German victory"),
        ("dawn", 8, ALLIED, "Allied victory"),
        ("dawn", 7, None, "Draw"),
        ("dawn", 6, GERMAN, "German victory"),
    ],
)
def test_the_scenario_says_how_many_points_win_or_draw(
    scenario: str, points: int, winner: int | None, level: str
) -> None:
    held = {6: "0203 0403 0304", 5: "0203 0304", 4: "0403 0304", 3: "0304"}[min(points, 6)]
    s = tiny("", scenario=scenario)
    s.g.allied_hold = s.spaces(held)
    for name in ("Dunes", "Canal")[: points - min(points, 6)]:
        s.g.place(s.unit(name), s.g.board.lost)
    outcome = final_outcome(s.g)
    assert outcome == Outcome(winner, level, (points, 0))  # type: ignore[arg-type]
    assert s.heard(Ended)[-1].sentence(s.g) == f"{level}: {points} points."
