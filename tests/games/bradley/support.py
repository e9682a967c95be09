"""Situations on the map of Bradley's D-Day: a few counters, one question, typed dice."""

from typing import Any

from bocage.games.bradley import GAME
from bocage.games.bradley.sides import ALLIED, DIRECTIONS, GERMAN
from bocage.games.bradley.state import Bradley
from bocage.kernel.flow import Frame
from bocage.testing.situations import Situation

__all__ = ["ALLIED", "GERMAN", "Field", "field"]

Field = Situation[Bradley]


def field(
    at: str = "",
    ask: Frame | None = None,
    *,
    scenario: str = "dday",
    marching: str = "",
    disrupted: str = "",
    turn: int = 3,
    options: dict[str, str] | None = None,
    **fields: Any,
) -> Field:
    """`field("1/16 3821, S1 3822", ask)`: only these counters are in play; `marching="1/16:NE"` turns counters over."""
    placed = dict(entry.split() for entry in at.split(",") if entry.strip())
    s: Field = Situation(GAME, scenario, at=placed, rest="unused", turn=turn, options=options, **fields)
    s.g.stack = ()
    for word in marching.split():
        name, _, direction = word.partition(":")
        unit = s.unit(name)
        s.g.marching |= 1 << unit
        s.g.facing[unit] = DIRECTIONS.index(direction or "N")
    s.g.green |= s.units(disrupted)
    s.g.touch()
    if ask is not None:
        s.ask(ask)
    return s


def places(s: Field, verb: str) -> str:
    """The last word of every option of a verb."""
    return " ".join(text.split()[-1] for text in s.options() if text.split()[0] == verb)
