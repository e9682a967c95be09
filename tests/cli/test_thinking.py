"""Computer players at the terminal: their time, their reasons, their advice, and what happens when they fail."""

import random
import sys
import time
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path

import pytest

from bocage.cli import commands, thinking
from bocage.cli.tabletop import Tabletop
from bocage.games import find_game
from bocage.kernel.actions import Action
from bocage.kernel.ids import Side
from bocage.kernel.session import Session
from bocage.kernel.view import View
from bocage.players import USUAL, Budget, Player, player
from bocage.players.patience import STAND_IN
from bocage.players.planner import DEEP, STANDARD

ALLIED, GERMAN = Side(0), Side(1)
Sat = Callable[..., Tabletop]


@pytest.fixture
def sat(tmp_path: Path) -> Sat:
    """A table in the terminal."""

    def sit(title: str = "tinybeach", allied: str = "human", german: str = STAND_IN, **more: object) -> Tabletop:
        seats = {"Allied": allied, "German": german}
        session = Session.open(find_game(title), seats=seats, **{"seed": 2, **more})  # type: ignore[arg-type]
        return Tabletop(session, seats, tmp_path / f"{title}.bocage", random.Random(1))

    return sit


def until_allied(table: Tabletop) -> None:
    """Let the computers play until the Allied person is asked."""
    while (side := table.session.to_decide) in table.computers:
        table._one_pick(Side(side))


def play_first(table: Tabletop) -> None:
    table.pick(table.game.format(table.session.state, table.session.options()[0]), table.session.to_decide)


class Odd:
    """A player that does what a test wants."""

    needs_view = True
    reason = "because"

    def __init__(self, name: str, think: Callable[[Budget], None]) -> None:
        self.name = name
        self._think = think

    def choose(self, view: View, options: Sequence[Action], rng: random.Random, budget: Budget) -> Action:
        self._think(budget)
        return options[0]


def fail(_: Budget) -> None:
    raise ZeroDivisionError


def odd_players(monkeypatch: pytest.MonkeyPatch, think: Callable[[Budget], None], *names: str) -> None:
    """Put odd players in the place of some."""

    def find(name: str) -> Player:
        return Odd(name, think) if name in names else player(name)

    monkeypatch.setattr(thinking, "player", find)


# Advice


def test_one_adviser_is_kept_so_that_its_plan_stays_one_plan(sat: Sat, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    table = sat("normandy71", german="random")
    until_allied(table)

    def make(name: str) -> Player:
        made.append(name)
        return player(STAND_IN)

    monkeypatch.setattr(thinking, "player", make)
    reasons = set()
    for _ in range(12):
        side = Side(table.session.to_decide or 0)
        view = table.view(side)
        found = table.advice(side, view, view.options())
        assert found.action is not None
        reasons.add(found.reason)
        table.pick(table.game.format(view.state, found.action), side)
    assert made == [USUAL]
    assert len(reasons) == 1, "all these landings belong to one plan"


def test_who_asks_again_hears_the_same(sat: Sat, capsys: pytest.CaptureFixture[str]) -> None:
    table = sat()
    until_allied(table)
    capsys.readouterr()
    commands.suggest(table, ALLIED, "")
    first = capsys.readouterr().out
    assert "The computer would take" in first
    assert "(Sherman Squadron: come in at" in first
    commands.suggest(table, ALLIED, "")
    assert capsys.readouterr().out == first


def test_asking_does_not_change_how_the_opponent_plays(sat: Sat) -> None:
    logs = []
    for asks in (False, True):
        table = sat(german="greedy")
        for _ in range(12):
            until_allied(table)
            if asks:
                view = table.view(ALLIED)
                table.advice(ALLIED, view, view.options())
            play_first(table)
        logs.append([entry.do for entry in table.session.log.entries])
    assert logs[0] == logs[1]


def test_advice_that_nobody_can_give_is_one_line(
    sat: Sat, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    table = sat(german="random")
    until_allied(table)
    odd_players(monkeypatch, fail, USUAL)
    capsys.readouterr()
    commands.suggest(table, ALLIED, "")
    told = " ".join(capsys.readouterr().out.split())
    assert "planner failed (ZeroDivisionError)" in told
    assert "The computer would take" in told, "the quick player answers in its place"
    table.advised = None
    table.advisers.clear()
    odd_players(monkeypatch, fail, USUAL, STAND_IN)
    commands.suggest(table, ALLIED, "")
    told = " ".join(capsys.readouterr().out.split())
    assert "planner-quick failed" in told
    assert "The computer could not think of anything." in told


# Time


@pytest.mark.parametrize(("name", "most"), [(USUAL, STANDARD.most), ("planner-deep", DEEP.most)])
def test_a_level_has_the_time_that_it_is_meant_to_have(
    sat: Sat, monkeypatch: pytest.MonkeyPatch, name: str, most: float
) -> None:
    for counted, wanted in ((False, most), (True, 0.0)):
        budgets: list[Budget] = []
        mind = thinking.Mind(name, counted=counted)
        choose = mind._players[name].choose

        def watched(
            view: View,
            options: Sequence[Action],
            rng: random.Random,
            budget: Budget,
            seen: list[Budget] = budgets,
            choose: Callable[..., Action] = choose,
        ) -> Action:
            seen.append(budget)
            return choose(view, options[:1], rng, budget)

        monkeypatch.setattr(mind._players[name], "choose", watched)
        table = sat()
        view = table.view(GERMAN)
        assert mind.choose(view, view.options(), random.Random(1)).action is not None
        assert [budget.seconds for budget in budgets] == [wanted]


def test_a_seeded_game_is_thought_about_in_picks_alone_and_a_fair_one_against_the_clock(sat: Sat) -> None:
    assert sat().computers[GERMAN].counted
    fair = sat("acrosstheworld", seed=None, secret=b"x" * 32)
    assert not fair.computers[Side(1 - fair.humans[0])].counted


def test_a_person_sees_that_the_computer_is_thinking(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(thinking, "MOMENT", 0.01)
    with thinking.shown():
        time.sleep(0.1)
    assert capsys.readouterr().out == "", "a file need not know"
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    with thinking.shown():
        time.sleep(0.2)
    shown = capsys.readouterr().out
    assert shown.startswith("The computer is thinking …\r")
    assert shown.endswith("\r"), "and it is wiped away"
    monkeypatch.setattr(thinking, "MOMENT", 30.0)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    with thinking.shown():
        pass
    assert capsys.readouterr().out == "", "a moment is no time to speak of"


# Reasons


def test_the_opponent_says_why_once_for_each_order(sat: Sat, capsys: pytest.CaptureFixture[str]) -> None:
    table = sat("acrosstheworld")
    for _ in range(120):
        if table.session.to_decide == ALLIED:
            play_first(table)
        elif table.session.to_decide is not None:
            table._one_pick(GERMAN)
    why = [line for line in capsys.readouterr().out.splitlines() if line.lstrip().startswith("Why: ")]
    assert len(why) > 5
    assert all(first != second for first, second in pairwise(why))
    assert not any("only choice" in line for line in why)


def test_the_reason_for_what_is_hidden_stays_hidden(sat: Sat, capsys: pytest.CaptureFixture[str]) -> None:
    table = sat()
    until_allied(table)
    told = capsys.readouterr().out
    assert "Turn 1." in told
    assert next(iter(table.reasons.values())).startswith("the gun guards")
    assert "Why" not in told


def test_a_failure_of_the_opponent_is_told_and_the_game_goes_on(
    sat: Sat, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    odd_players(monkeypatch, fail, USUAL)
    until_allied(sat(german=USUAL))
    told = " ".join(capsys.readouterr().out.split())  # however wide the terminal is
    assert "planner failed (ZeroDivisionError); planner-quick decides instead." in told
    odd_players(monkeypatch, fail, USUAL, STAND_IN)
    table = sat(german=USUAL, scenario="dawn")
    until_allied(table)
    assert "planner-quick failed (ZeroDivisionError); chance decides instead." in " ".join(
        capsys.readouterr().out.split()
    )
    assert table.session.to_decide == ALLIED
