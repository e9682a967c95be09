"""Cups of named chits: what is in one, what was drawn from it, and the draw as a pick by Nature.

A game's state holds its cups by name, `cups: dict[str, Cup]`, so that they are copied, saved and blanked like
everything else that changes:

    g.cups["Weather"] = Cup.of({"Sun": 2, "Cloud": 2, "Showers": 3, "Rain": 1, "Storm": 1})
    return Call(DrawChit(cup="Weather", rule="7.1"), then=self.drawn)   # logged as `draw Showers`
    def drawn(self, g, chit): ...                                             # the chit's name; it is out already
    g.cups["Action"] = g.cups["Action"].put("US").put_back("British").refilled()
    g.cups["Action"] = g.cups["Action"].veiled()                              # in `redact`, if its contents are secret

A cup is a value: each change gives a new one, so that copies of a state may share it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

import msgspec

from bocage.kernel.actions import CHIT_NAME, Action
from bocage.kernel.chance import Chance
from bocage.kernel.events import Count, Event
from bocage.kernel.flow import DeadEnd, Done, Step

VEILED = "?"
"""A chit of which a side knows only that it is there."""


class Cup(msgspec.Struct, frozen=True):
    """The chits in a cup, by name and in order of name; and those drawn, in the order in which they came."""

    inside: tuple[str, ...] = ()
    drawn: tuple[str, ...] = ()

    @classmethod
    def of(cls, chits: Mapping[str, int] | Iterable[str]) -> Cup:
        """A cup of chits, counted by name or listed; `ValueError` for a name that no log can say."""
        names = [name for name, number in chits.items() for _ in range(number)] if isinstance(chits, Mapping) else chits
        return cls().put(*names)

    @property
    def counts(self) -> dict[str, int]:
        """How many of each chit are inside."""
        return {name: self.inside.count(name) for name in dict.fromkeys(self.inside)}

    def draw(self, chit: str) -> Cup:
        """One such chit comes out and lies beside the cup."""
        return Cup(_less(self.inside, chit), (*self.drawn, chit))

    def put_back(self, chit: str) -> Cup:
        """One such chit that lies beside the cup goes back in."""
        return Cup(_sorted(self.inside, chit), _less(self.drawn, chit))

    def refilled(self) -> Cup:
        """Everything that was drawn goes back in."""
        return Cup(_sorted(self.inside, *self.drawn))

    def put(self, *chits: str) -> Cup:
        """More chits go in."""
        if wrong := [chit for chit in chits if chit != VEILED and not CHIT_NAME.fullmatch(chit)]:
            raise ValueError(f"a chit cannot be called {wrong[0]!r}: its name is one word that begins with a letter")
        return Cup(_sorted(self.inside, *chits), self.drawn)

    def remove(self, chit: str) -> Cup:
        """One such chit leaves the game: out of the cup if it is there, else from beside it."""
        if chit in self.inside:
            return Cup(_less(self.inside, chit), self.drawn)
        return Cup(self.inside, _less(self.drawn, chit))

    def veiled(self) -> Cup:
        """The cup as somebody knows it who may not look in: how many chits, and those drawn."""
        return Cup((VEILED,) * len(self.inside), self.drawn)

    def unveiled(self, chits: Iterable[str]) -> Cup:
        """The cup with what may be in it, for `sample`."""
        return Cup(_sorted((), *chits), self.drawn)


def _sorted(some: tuple[str, ...], *more: str) -> tuple[str, ...]:
    return tuple(sorted((*some, *more)))


def _less(some: tuple[str, ...], chit: str) -> tuple[str, ...]:
    """The chits without the last of that name; `ValueError` if there is none."""
    if chit not in some:
        raise ValueError(f"there is no chit {chit!r} to take")
    last = len(some) - 1 - some[::-1].index(chit)
    return some[:last] + some[last + 1 :]


class HasCups(Protocol):
    """What drawing needs of a state."""

    cups: dict[str, Cup]


class ChitDrawn(Event, frozen=True):
    """A chit came out of a cup; over many games it is counted as a result of the cup."""

    cup: str
    chit: str

    def sentence(self, g: Any) -> str:
        """`Weather cup: Showers`."""
        return f"{self.cup} cup: {self.chit}."

    def counts(self) -> tuple[Count, ...]:
        """The chit, as the result of its cup."""
        return (Count(f"{self.cup} cup", self.chit),)


class DrawChit(Chance[Any], frozen=True, kw_only=True):
    """Draw a chit from a named cup of the state; its name is the result, and it lies beside the cup now."""

    cup: str
    what: str = "chit"
    rule: str = ""
    """The rule under which it is drawn, for the log."""

    def total(self, g: HasCups) -> int:
        """Every chit in the cup; the caller sees to it that there is one."""
        if not g.cups[self.cup].inside:
            raise DeadEnd(f"the {self.cup} cup is empty")
        return len(g.cups[self.cup].inside)

    def case(self, g: HasCups, number: int) -> Action:
        """`draw Showers`."""
        return ("draw", g.cups[self.cup].inside[number])

    def chosen(self, g: Any, action: Action) -> Step:
        """Take it out, tell everybody, and hand its name to the caller."""
        g.cups[self.cup] = g.cups[self.cup].draw(action[1])
        g.emit(ChitDrawn(cup=self.cup, chit=action[1], rule=self.rule))
        return Done(action[1])

    def title(self, g: Any) -> str:
        """Which cup."""
        return f"{self.cup} cup"

    def rule_number(self) -> str:
        """The rule under which it is drawn."""
        return self.rule
