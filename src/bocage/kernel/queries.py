"""What a player may ask without moving: overlays on the map, reach, lines of supply, the preview of a battle.

The browser and the terminal hold no rules; they ask. A game offers its answers in a `Queries` value; every answer is
computed from a redacted state, so a question cannot reveal what its asker may not know.
"""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import reduce
from operator import or_
from typing import Any

import msgspec

from bocage.kernel.actions import Action
from bocage.kernel.combat import Ledger, Who
from bocage.kernel.ids import Side, Space, Spaces, UnitId, Units
from bocage.kernel.spaces import each
from bocage.kernel.verdict import Because


class Shade(msgspec.Struct, frozen=True, omit_defaults=True):
    """What an overlay says of one space: a word or a number, and the sides in whose colours it is shown."""

    word: str
    sides: tuple[Side, ...] = ()


class Overlay(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something drawn over the map: spaces with a shade each, and bonds or borders between spaces."""

    title: str
    spaces: dict[str, Shade] = {}
    edges: tuple[tuple[str, str], ...] = ()
    note: str = ""


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of an account, with its rule."""

    text: str
    rule: str = ""


class Likely(msgspec.Struct, frozen=True, omit_defaults=True):
    """One outcome and its exact chance, as a fraction in words and as a number."""

    result: str
    fraction: str
    chance: float
    meaning: str = ""


class Preview(msgspec.Struct, frozen=True, omit_defaults=True):
    """A battle before it is fought: the account, the column, each die face's result, the chances."""

    title: str
    lines: tuple[Line, ...]
    column: str = ""
    faces: tuple[tuple[str, str], ...] = ()
    outcomes: tuple[Likely, ...] = ()
    clears: float | None = None
    """The chance that no defender is left there, where a table decides it."""
    short: str = ""
    """The battle in one line, where neither a column nor that chance says enough."""
    units: tuple[str, ...] = ()
    """Who attacks, and"""
    spaces: tuple[str, ...] = ()
    """what is attacked, to be marked on a map."""


class Queries(msgspec.Struct, frozen=True, kw_only=True):
    """The questions a game answers. What it leaves out is not offered."""

    overlays: Mapping[str, Callable[[Any, Side | None], Overlay]] = {}
    reach: Callable[[Any, UnitId], dict[Space, str]] | None = None
    """Where a counter could go, and at what cost."""
    supply_line: Callable[[Any, UnitId], list[Space] | Because] | None = None
    """The line of supply to draw, or why there is none."""
    preview: Callable[[Any, Action | None], Preview | None] | None = None
    """The battle that an action would begin, or the one being prepared."""
    inspect: Callable[[Any, Space], list[Line]] | None = None
    """What is worth knowing of a space beyond its terrain and counters."""
    standing: Callable[[Any], list[Line]] | None = None
    """How it stands now in words: who would win if it ended here, and what is lacking."""
    arrivals: Callable[[Any], dict[UnitId, str]] | None = None
    """When the counters that are still awaited will come."""
    plan: Callable[[Any, Side | None], list[Line]] | None = None
    """What a side has planned so far and others may not know, line by line."""
    usual: Callable[[Any], Action | None] | None = None
    """The usual answer to a question of detail, so that a player need not be asked: who leads an attack."""
    sketch: Callable[[Any, Action | None], Overlay | None] | None = None
    """What an action that names no space, or the question that is asked, means on the map."""
    meanings: Mapping[str, Mapping[str, str]] = {}
    """By the name of a table as its rolls tell it, what its codes mean; a table whose results are words has none."""


def account(ledger: Ledger, name: Callable[[Who], str]) -> tuple[Line, ...]:
    """A ledger as lines."""
    return tuple(Line(text, rule) for text, rule in ledger.lines(name))


def engaged(preview: Preview, board: Any, units: Units, *targets: Space) -> Preview:
    """A preview with those who attack and what they attack."""
    names = tuple(board.unit_names[unit] for unit in each(units))
    return msgspec.structs.replace(preview, units=names, spaces=tuple(board.names[target] for target in targets))


def likely(chances: Mapping[str, Fraction], meaning: Mapping[str, str] | None = None) -> tuple[Likely, ...]:
    """Outcomes in order of their table, each with its exact chance."""
    said = meaning or {}
    return tuple(
        Likely(result, f"{chance.numerator}/{chance.denominator}", float(chance), said.get(result, ""))
        for result, chance in chances.items()
    )


def marked(names: list[str], spaces: Iterable[Space], word: str) -> dict[str, Shade]:
    """The same word for each of some spaces."""
    return {names[space]: Shade(word) for space in spaces}


def by_side(g: Any, *held: Spaces) -> dict[str, Shade]:
    """Spaces in the colours of those who hold them: one set for each side."""
    found: dict[str, Shade] = {}
    for space in each(reduce(or_, held, 0)):
        sides = tuple(Side(n) for n, some in enumerate(held) if some >> space & 1)
        found[g.board.names[space]] = Shade(" and ".join(g.sides[side] for side in sides), sides)
    return found
