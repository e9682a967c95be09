"""Every property of the conformance suite finds the game that breaks it: counters, refusals, words, undo."""

from typing import Any

import pytest
from tests.kernel.said import Noted
from tests.kernel.treasure import ISLANDS, RED, TREASURE, Sea
from tests.testing.spin import Spin, fails, game_of

from bocage.kernel.actions import Action
from bocage.kernel.events import Event
from bocage.kernel.flow import Step
from bocage.kernel.ids import Space
from bocage.kernel.session import Session
from bocage.kernel.verdict import Because
from bocage.testing import conformance, moments

# counters


class Careless(Spin, frozen=True):
    """Moves a counter behind the back of the index."""

    def chosen(self, g: Sea, action: Action) -> Step:
        step = super().chosen(g, action)
        g.space[1] = ISLANDS[1]
        return step


class Lost(Spin, frozen=True):
    def chosen(self, g: Sea, action: Action) -> Step:
        step = super().chosen(g, action)
        g.place(g.board.unit_ids["Bella"], Space(77))
        return step


@pytest.mark.parametrize(
    ("frame", "reason"),
    [(Careless(by=RED), "the index by space disagrees"), (Lost(by=RED), "Bella is in no space (77)")],
)
def test_a_counter_in_two_places_or_none_is_found(frame: Spin, reason: str) -> None:
    fails(conformance.counters_conserved, game_of(frame), reason)


def test_what_the_game_itself_finds_impossible_is_found() -> None:
    def problems(g: Sea) -> list[str]:
        return ["Rosa flies"] if g.space[0] == ISLANDS[0] else []

    fails(conformance.no_problems, game_of(Spin(by=RED), problems=problems), "Rosa flies")


# refusals and texts


class Speechless(Spin, frozen=True):
    def refuse(self, g: Sea, action: Action) -> Because:
        return Because("", " ")


class Stammering(Spin, frozen=True):
    def refuse(self, g: Sea, action: Action) -> Because:
        return Because("", lambda: f"{1 // 0}")


class Lenient(Spin, frozen=True):
    def allows(self, g: Sea, action: Action) -> bool:
        return True


class Touchy(Spin, frozen=True):
    """A refusal leaves a trace."""

    def refuse(self, g: Sea, action: Action) -> Because:
        g.tired[0] += 1
        return Because("", "no")


@pytest.mark.parametrize(
    ("frame", "reason"),
    [
        (Speechless(by=RED), "is refused without a reason"),
        (Stammering(by=RED), "ZeroDivisionError"),
        (Lenient(by=RED), "is allowed but not offered"),
        (Touchy(by=RED), "refusing an action changed the state"),
    ],
)
def test_a_refusal_without_manners_is_found(frame: Spin, reason: str) -> None:
    fails(conformance.bad_actions_refused, game_of(frame), reason)


class Twice(Spin, frozen=True):
    def options(self, g: Sea) -> list[Action]:
        return [("wait",), ("wait",)]


class Strict(Spin, frozen=True):
    def allows(self, g: Sea, action: Action) -> bool:
        return action == ("wait",)


class Huge(Spin, frozen=True):
    def options(self, g: Sea) -> list[Action]:
        return [("wait",), ("spin", 10**12)]


@pytest.mark.parametrize(
    ("frame", "reason"),
    [
        (Twice(by=RED), "'wait' is offered twice"),
        (Strict(by=RED), "'spin 1' is offered but not allowed"),
        (Huge(by=RED), "'1000000000000' should be a whole number"),
    ],
)
def test_an_option_that_does_not_read_back_is_found(frame: Spin, reason: str) -> None:
    fails(conformance.texts_round_trip, game_of(frame), reason)


# looking


class Nosy(Spin, frozen=True):
    def prompt(self, g: Sea) -> str:
        g.tired[1] += 1
        return "Well?"


class Blank(Spin, frozen=True):
    def prompt(self, g: Sea) -> str:
        return ""


class Anonymous(Spin, frozen=True):
    def title(self, g: Sea) -> str:
        return ""


@pytest.mark.parametrize(
    ("frame", "changes", "reason"),
    [
        (Nosy(by=RED), {}, "looking at the game changed it"),
        (Blank(by=RED), {}, "Blank asks nothing"),
        (Anonymous(by=RED), {}, "every frame has an empty title"),
        (Spin(by=RED), {"evaluate": lambda _g, _side: float("nan")}, "Red values the position at nan"),
    ],
)
def test_looking_that_leaves_a_trace_or_shows_nothing_is_found(
    frame: Spin, changes: dict[str, Any], reason: str
) -> None:
    fails(conformance.asking_changes_nothing, game_of(frame, **changes), reason)


class Silence(Event, frozen=True):
    def sentence(self, g: Any) -> str:
        return ""


class Quiet(Spin, frozen=True):
    def chosen(self, g: Sea, action: Action) -> Step:
        g.emit(Silence())
        return super().chosen(g, action)


def test_an_event_without_words_is_found() -> None:
    fails(conformance.events_make_sense, game_of(Quiet(by=RED)), "Silence has nothing to say")


def test_a_rule_that_does_not_exist_is_found() -> None:
    class Pedant(Spin, frozen=True):
        def chosen(self, g: Sea, action: Action) -> Step:
            g.emit(Noted(text="See there.", rule="99.9"))
            return super().chosen(g, action)

    game = game_of(Pedant(by=RED))
    before = moments.rule_numbers(game)
    moments._NUMBERS[game.package] = frozenset({"1.1"})
    try:
        fails(conformance.events_make_sense, game, "Noted quotes rule 99.9")
    finally:
        moments._NUMBERS[game.package] = before


def test_undo_across_a_reveal_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A session that forgets its points of no return is caught, whatever game is played."""
    monkeypatch.setattr(Session, "_raise_floor", lambda _session, _reason: None)
    fails(conformance.undo_equal, TREASURE, "undo is offered across dice")
