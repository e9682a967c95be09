"""A lone option is taken by itself, unless that would tell something."""

from typing import ClassVar

from tests.kernel.treasure import BLUE, Sea, load, variant

from bocage.kernel.actions import Action
from bocage.kernel.flow import Call, Decision, Done, Over, Procedure, Step, begin
from bocage.kernel.session import Session
from bocage.kernel.state import Outcome


class Pass(Decision[Sea], frozen=True):
    """A hand that holds nothing to play."""

    def options(self, g: Sea) -> list[Action]:
        return [("nod",)]

    def chosen(self, g: Sea, action: Action) -> Step:
        return Done(g.rounds)


class SecretPass(Pass, frozen=True):
    """The same, but nobody may know that it holds nothing."""

    asks_always: ClassVar[bool] = True


class Openly(Procedure[Sea], frozen=True):
    def start(self, g: Sea) -> Step:
        return Call(Pass(by=BLUE), then=self.after)

    def after(self, g: Sea, _: object) -> Step:
        return Call(SecretPass(by=BLUE), then=self.end)

    def end(self, g: Sea, _: object) -> Step:
        return Over(Outcome(None, "Draw", (0, 0)))


def setup(*_: object) -> Sea:
    board = load()
    port = board.space("Port")
    g = Sea(board=board, space=[port, port], tired=[0, 0], visits={}, dug=set())
    begin(g, Openly())
    return g


def test_a_decision_about_a_hidden_hand_is_asked_even_if_there_is_one_option() -> None:
    session = Session.open(variant(setup=setup), seed=1)
    assert [(entry.do, entry.auto) for entry in session.log.entries] == [("nod", True)]
    assert session.to_decide == BLUE
    assert session.state.stack[-1][0] == SecretPass(by=BLUE)
    session.pick("nod")
    assert [(entry.do, entry.auto) for entry in session.log.entries] == [("nod", True), ("nod", False)]
    assert session.to_decide is None
