"""A person's last move is not committed by a forced end: he is asked, and can take it back."""

from collections.abc import Mapping
from typing import Any

import pytest
from tests.kernel.treasure import BLUE, RED, Sea, setup, variant

from bocage.kernel.actions import Action
from bocage.kernel.chance import Roll
from bocage.kernel.flow import DONE, Call, Decision, Procedure, Step, begin
from bocage.kernel.patience import Patience, leads_on
from bocage.kernel.session import Session

ENDS = frozenset({"done"})
WAITED_FOR = Patience(frozenset({RED}), ENDS, ENDS)
VERBS: Mapping[str, tuple[str, ...]] = {"here": (), "there": (), "done": ()}


class Move(Decision[Sea], frozen=True):
    """The last move of a phase."""

    def options(self, g: Sea) -> list[Action]:
        return [("here",), ("there",), ("done",)]

    def chosen(self, g: Sea, action: Action) -> Step:
        g.tired[0] += 1
        return DONE


class Finish(Decision[Sea], frozen=True):
    """Nothing is left but to end it."""

    def options(self, g: Sea) -> list[Action]:
        return [("done",)]

    def chosen(self, g: Sea, action: Action) -> Step:
        return DONE


class Phase(Procedure[Sea], frozen=True):
    """A move, its end, and what follows: `dice`, the other side (`blue`), or the same side again (`red`)."""

    after: str

    def start(self, g: Sea) -> Step:
        return Call(Move(by=RED), then=self.moved)

    def moved(self, g: Sea, _: object) -> Step:
        return Call(Finish(by=RED), then=self.finished)

    def finished(self, g: Sea, _: object) -> Step:
        following = Roll(what="storm roll") if self.after == "dice" else Move(by=BLUE if self.after == "blue" else RED)
        return Call(following, then=self.again)

    def again(self, g: Sea, _: object) -> Step:
        return self


def opened(then: str, patience: Patience = WAITED_FOR) -> Session:
    def start(board: Any, scenario: str, options: Mapping[str, str]) -> Sea:
        g = setup(board, scenario, options)
        begin(g, Phase(then))
        return g

    session = Session.open(variant(setup=start, verbs=VERBS), seed=1)
    session.patience = patience
    return session


def texts(session: Session) -> list[str]:
    return [entry.do for entry in session.log.entries]


@pytest.mark.parametrize("then", ["dice", "blue"])
def test_a_person_is_asked_before_his_last_move_is_committed(then: str) -> None:
    session = opened(then)
    session.pick("here")
    assert texts(session) == ["here"]
    assert session.options() == [("done",)]
    session.undo()
    session.pick("there")
    session.pick("done")
    assert texts(session)[:2] == ["there", "done"]
    assert session.why_not_undo() is not None


def test_nobody_is_asked_where_the_move_can_still_be_taken_back() -> None:
    session = opened("red")
    session.pick("here")
    assert texts(session) == ["here", "done"]
    session.undo()
    assert session.seq == 0


def test_whoever_ends_it_himself_is_not_asked_again() -> None:
    session = opened("blue")
    session.pick("done")
    assert texts(session) == ["done", "done"]


def test_a_computer_player_is_not_waited_for() -> None:
    session = opened("blue", Patience(frozenset({BLUE}), ENDS, ENDS))
    session.pick("here")
    assert texts(session) == ["here", "done"]


def test_a_log_that_was_waited_for_is_taken_up_where_it_stood() -> None:
    session = opened("blue")
    session.pick("here")
    again = Session.resume(session.game, session.log, patience=WAITED_FOR)
    assert texts(again) == ["here"]
    assert texts(Session.resume(session.game, session.log)) == ["here", "done"]


def test_picks_lead_on_where_nobody_is_asked_before_the_dice_or_the_others() -> None:
    here, done = ("here",), ("done",)
    for then in ("dice", "blue"):
        g = opened(then).state
        assert not leads_on(g, [here], ENDS), "whoever is waited for is asked before the forced end"
        assert leads_on(g, [here]), "forced picks follow"
        assert leads_on(g, [here, done], ENDS)
    assert not leads_on(opened("red").state, [here, done], ENDS)
