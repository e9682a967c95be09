"""A side without a seat: its decisions are answered by a procedure with dice, as in a solitaire game.

The rules ask that side as they would ask a person. Before anybody notices, the answer is laid on top of the question: a
pick by Nature among the replies that the procedure holds to be equally good. So that side needs no token, no computer
player and no special case; its picks are rolled, logged, verified and replayed like dice, and each says why.

    def reply(g, frame) -> Reply:                        # rules: which options, for which reason
        return Reply(nearest(g, frame.options(g)), "the nearest enemy is attacked", "20.3")
    GAME = Game(..., automaton=Automaton(plays=lambda g, side: g.solitaire and side == GERMAN, reply=reply),
                seating=seats)                           # the seats under given options, without that side
    # the log: {"by": "chance", "do": "attack 2513"}, and the event "German, by the book: the nearest ..."
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import msgspec

from bocage.kernel.actions import Action
from bocage.kernel.chance import Chance
from bocage.kernel.events import Event
from bocage.kernel.flow import Decision, Done, Step
from bocage.kernel.ids import NATURE, Side
from bocage.kernel.verdict import Because


class Reply(NamedTuple):
    """What an automaton would do: options of the decision that are equally good to it, and the reason."""

    picks: Sequence[Action]
    why: str
    rule: str = ""


class Answered(Event, frozen=True):
    """A side without a seat decided something, and why."""

    side: Side
    why: str

    def sentence(self, g: Any) -> str:
        """`German, by the book: the nearest enemy is attacked`."""
        return f"{g.sides[self.side]}, by the book: {self.why}."


class Answer(Chance[Any], frozen=True, kw_only=True):
    """On top of a decision of a side without a seat: one of its replies, picked by Nature."""

    side: Side
    picks: tuple[tuple[Any, ...], ...]
    why: str
    rule: str = ""
    what: str = "automaton's answer"

    def total(self, g: Any) -> int:
        """Every reply is as likely as any other."""
        return len(self.picks)

    def case(self, g: Any, number: int) -> Action:
        """One of the replies: an action of the decision below."""
        return self.picks[number]

    def is_certain(self, g: Any) -> bool:
        """There is nothing to roll for where there is only one reply."""
        return len(self.picks) == 1

    def chosen(self, g: Any, action: Action) -> Step:
        """Say why, and hand the pick to the decision below."""
        g.emit(Answered(side=self.side, why=self.why, rule=self.rule))
        return Done(action)

    def refuse(self, g: Any, action: Action) -> Because:
        """A person who rolls for the automaton cannot pick for it."""
        return Because(self.rule, f"{g.sides[self.side]} plays by the book: {self.why}")

    def prompt(self, g: Any) -> str:
        """Which side answers, and why."""
        return f"{g.sides[self.side]}, by the book: {self.why}"

    def title(self, g: Any) -> str:
        """Nothing: the question below says it."""
        return ""

    def rule_number(self) -> str:
        """The rule by which it answers."""
        return self.rule


class Automaton(msgspec.Struct, frozen=True):
    """Which sides a game plays by itself, and how they answer."""

    plays: Callable[[Any, Side], bool]
    """Whether a side has no seat in this game."""
    reply: Callable[[Any, Decision[Any]], Reply]
    """What it answers to a decision of its own; options only, at least one."""

    def answer(self, g: Any, frame: Decision[Any]) -> Answer | None:
        """What is laid on top of a decision; nothing if a player decides it."""
        if frame.by == NATURE or not self.plays(g, frame.by):
            return None
        picks, why, rule = self.reply(g, frame)
        return Answer(side=frame.by, picks=tuple(map(tuple, picks)), why=why, rule=rule)
