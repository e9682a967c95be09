"""What happened, under which rule, and who may know it.

Events are output: they feed the log in sentences, the animation of a browser and the assertions of tests.
Nothing in a game may read them back; the state is what a rule reads.
"""

from functools import cache
from typing import Any, NamedTuple, get_args, get_type_hints

import msgspec

from bocage.kernel.ids import NOWHERE, Side, Space, UnitId
from bocage.kernel.points import Points, written

EVERYBODY: tuple[Side, ...] | None = None


class Count(NamedTuple):
    """Something to be counted over many games: a result of a table, by column and by whose roll it was."""

    table: str
    result: str
    column: str = ""
    by: Side | None = None
    times: int = 1


class Throw(NamedTuple):
    """Dice that fell, to be shown: their faces, what was rolled for, what came of it, in a battle the column."""

    faces: tuple[int, ...]
    table: str
    result: str
    column: str = ""


class Subject(NamedTuple):
    """What a fact is about: its counters, its spaces, and the side whose doing it is."""

    units: tuple[UnitId, ...]
    spaces: tuple[Space, ...]
    side: Side | None


class Event(msgspec.Struct, frozen=True, kw_only=True):
    """One fact. `audience` lists the sides that may know it; `None` means everybody.

    What it is about is said once, by the types of its fields: a `UnitId` is a counter that it concerns, a `Space` a
    place, a `Side` the side whose doing it is, and tuples of them are several.
    """

    rule: str = ""
    audience: tuple[Side, ...] | None = EVERYBODY

    def sentence(self, g: Any) -> str:
        """The fact in plain words, for the log of a game."""
        raise NotImplementedError

    def about(self) -> Subject:
        """The counters, spaces and side that the fact concerns, read off its fields."""
        found: tuple[list[Any], list[Any], list[Any]] = ([], [], [])
        for name, slot in _subjects(type(self)):
            value = getattr(self, name)
            found[slot].extend(value if isinstance(value, tuple) else () if value is None else (value,))
        return Subject(tuple(found[0]), tuple(s for s in found[1] if s != NOWHERE), next(iter(found[2]), None))

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

    def throw(self) -> Throw | None:
        """The dice that it tells of, if any."""
        return None


@cache
def _subjects(kind: type[Event]) -> tuple[tuple[str, int], ...]:
    """The fields of an event that name counters, spaces or a side, and which of the three."""
    hints = get_type_hints(kind)
    return tuple(
        (name, slot)
        for name in kind.__struct_fields__
        if name != "audience"
        for slot, wanted in enumerate((UnitId, Space, Side))
        if _speaks_of(hints[name], wanted)
    )


def _speaks_of(hint: Any, wanted: Any) -> bool:
    return hint is wanted or any(_speaks_of(part, wanted) for part in get_args(hint))


class TurnBegan(Event, frozen=True):
    """A new turn."""

    turn: int
    date: str = ""

    def sentence(self, g: Any) -> str:
        """`Turn 3, 8 June.`"""
        return f"Turn {self.turn}, {self.date}." if self.date else f"Turn {self.turn}."


class Moved(Event, frozen=True):
    """A counter went along a path; the first space is where it stood."""

    unit: UnitId
    path: tuple[Space, ...]
    how: str = "moves to"

    def sentence(self, g: Any) -> str:
        """`505/82 moves to 2513`."""
        return f"{g.board.unit_title(self.unit)} {self.how} {g.board.describe(self.path[-1])}."


class StepLost(Event, frozen=True):
    """A counter lost a step and lives on."""

    unit: UnitId
    left: int

    def sentence(self, g: Any) -> str:
        """`505/82 loses a step (1 left)`."""
        return f"{g.board.unit_title(self.unit)} loses a step ({self.left} left)."


class Eliminated(Event, frozen=True):
    """A counter left play."""

    unit: UnitId
    why: str = "is eliminated"

    def sentence(self, g: Any) -> str:
        """`505/82 is eliminated`."""
        return f"{g.board.unit_title(self.unit)} {self.why}."


class Revealed(Event, frozen=True):
    """Something hidden came to light; no undo goes behind it. A game says what it was."""


class Rolled(Event, frozen=True):
    """A die roll and what it meant. Where the words name a place or a counter, `table` and `result` do not:
    they are what is counted over many games. For a battle it says who fought whom and where.
    """

    what: str
    roll: int
    meaning: str
    table: str = ""
    result: str = ""
    column: str = ""
    by: Side | None = None
    """Whose roll it was, where that matters: the attacker's, the defender's."""
    units: tuple[UnitId, ...] = ()
    """Whom it concerns; in a battle, the attackers."""
    against: tuple[UnitId, ...] = ()
    """In a battle, the defenders."""
    at: tuple[Space, ...] = ()
    """Where."""

    def sentence(self, g: Any) -> str:
        """`Weather: 5, clear`."""
        return f"{self.what}: {self.roll}, {self.meaning}."

    def counts(self) -> tuple[Count, ...]:
        """The result of its table."""
        return (Count(self.table or self.what, self.result or self.meaning, self.column, self.by),)

    def throw(self) -> Throw:
        """The die, its table, and the result."""
        return Throw((self.roll,), self.table or self.what, self.result or self.meaning, self.column)


class Scored(Event, frozen=True):
    """Victory points gained or lost."""

    side: Side
    points: Points
    why: str
    at: Space | None = None

    def sentence(self, g: Any) -> str:
        """`Allied +2 VP: Caen`."""
        return f"{g.sides[self.side]} {written(self.points, signed=True)} VP: {self.why}."


class Ended(Event, frozen=True):
    """The game is over: who won, how well, and the account of it."""

    winner: Side | None
    level: str
    account: str = ""

    def sentence(self, g: Any) -> str:
        """`Allied victory: 12 points.`"""
        return f"{self.level}: {self.account}." if self.account else f"{self.level}."
