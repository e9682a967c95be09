"""What happened, under which rule, and who may know it.

Events are output: they feed the log in sentences, the animation of a browser and the assertions of tests.
Nothing in a game may read them back; the state is what a rule reads.
"""

from typing import Any, NamedTuple

import msgspec

from bocage.kernel.ids import Side

EVERYBODY: tuple[Side, ...] | None = None


class Count(NamedTuple):
    """Something that whoever studies many games counts: a result of a table, by column and by whose roll it was."""

    table: str
    result: str
    column: str = ""
    by: Side | None = None
    times: int = 1


class Event(msgspec.Struct, frozen=True, kw_only=True):
    """One fact. `audience` lists the sides that may know it; `None` means everybody."""

    rule: str = ""
    audience: tuple[Side, ...] | None = EVERYBODY

    def sentence(self, g: Any) -> str:
        """The fact in plain words, for the log of a game."""
        raise NotImplementedError

    @property
    def kind(self) -> str:
        """The name of the fact: `Moved`, `Eliminated`."""
        return type(self).__name__

    def seen_by(self, side: Side | None) -> bool:
        """Whether a side (`None`: a spectator) may know of it."""
        return self.audience is None or (side is not None and side in self.audience)

    def counts(self) -> tuple[Count, ...]:
        """What to count in it, over many games."""
        return ()


class Noted(Event, frozen=True):
    """A fact that needs no more than its sentence."""

    text: str

    def sentence(self, g: Any) -> str:
        """The text itself."""
        return self.text


class Tallied(Noted, frozen=True):
    """A fact of which the results are counted, although no single roll decided it."""

    tally: tuple[Count, ...]

    def counts(self) -> tuple[Count, ...]:
        """As given."""
        return self.tally


class Moved(Event, frozen=True):
    """A counter went along a path; the first space is where it stood."""

    unit: int
    path: tuple[int, ...]
    how: str = "moves to"

    def sentence(self, g: Any) -> str:
        """`505/82 moves to 2513`."""
        board = g.board
        return f"{board.counters[self.unit].name} {self.how} {board.describe(self.path[-1])}."


class StepLost(Event, frozen=True):
    """A counter lost a step and lives on."""

    unit: int
    left: int

    def sentence(self, g: Any) -> str:
        """`505/82 loses a step (1 left)`."""
        return f"{g.board.counters[self.unit].name} loses a step ({self.left} left)."


class Eliminated(Event, frozen=True):
    """A counter left play."""

    unit: int
    why: str = "is eliminated"

    def sentence(self, g: Any) -> str:
        """`505/82 is eliminated`."""
        return f"{g.board.counters[self.unit].name} {self.why}."


class Revealed(Event, frozen=True):
    """Something hidden came to light; no undo goes behind it."""

    text: str

    def sentence(self, g: Any) -> str:
        """The text itself."""
        return self.text


class Rolled(Event, frozen=True):
    """A die roll and what it meant. Where the words name a place or a counter, `table` and `result` do not:
    they are what is counted over many games.
    """

    what: str
    roll: int
    meaning: str
    table: str = ""
    result: str = ""
    column: str = ""
    by: Side | None = None
    """Whose roll it was, where that matters: the attacker's, the defender's."""

    def sentence(self, g: Any) -> str:
        """`Weather: 5, clear`."""
        return f"{self.what}: {self.roll}, {self.meaning}."

    def counts(self) -> tuple[Count, ...]:
        """The result of its table."""
        return (Count(self.table or self.what, self.result or self.meaning, self.column, self.by),)


class Scored(Event, frozen=True):
    """Victory points gained or lost."""

    side: Side
    points: int
    why: str

    def sentence(self, g: Any) -> str:
        """`Allied +2 VP: Caen`."""
        return f"{g.sides[self.side]} {self.points:+d} VP: {self.why}."


class Ended(Event, frozen=True):
    """The game is over."""

    text: str

    def sentence(self, g: Any) -> str:
        """The text itself."""
        return self.text
