"""Which way a counter faces, and in which mode it is.

A game that needs them keeps two columns, `facing: list[int]` (a direction of the grid, or `ALL_ROUND`) and `mode:
list[int]` (a number into the game's own tuple of words); they are copied and saved like any column. An option to turn
has an argument of kind `"direction"`, written by name: `face 116/A NE`.

    verbs = {"face": ("unit", "direction"), "deploy": ("unit", ("movement", "combat"))}
    g.facing[unit] = direction; g.touch(); g.emit(Faced(unit=unit, facing=direction, rule="7.5"))
    Piece(..., facing=faces(g, unit), mode=MODES[g.mode[unit]])      # drawn as a bar and a letter
    zone = zone_ahead(compass, by_facing(g.space, g.facing, units))    # three hexes in front, six if all round
"""

from collections.abc import Sequence
from typing import Any

from bocage.kernel.events import Event
from bocage.kernel.ids import Space, Spaces, UnitId, Units
from bocage.kernel.spaces import BITS, each
from bocage.kernel.zones import Compass

ALL_ROUND = -1
"""The facing of a counter that faces every way alike."""


def faces(g: Any, unit: UnitId) -> str:
    """Which way a counter of a state faces, by name; nothing if all round."""
    facing: int = g.facing[unit]
    names: tuple[str, ...] = g.board.directions
    return "" if facing == ALL_ROUND else names[facing]


def by_facing(space: Sequence[Space], facing: Sequence[int], units: Units) -> list[Spaces]:
    """Where counters stand by which way they face: six sets, and a seventh of those that face all round."""
    found = [0] * 7
    for unit in each(units):
        if space[unit] >= 0:
            found[facing[unit]] |= BITS[space[unit]]  # all round is -1: the last
    return found


def zone_ahead(compass: Compass, standing: Sequence[Spaces]) -> Spaces:
    """What counters command that stand as `by_facing` has it: their front, or everything around them."""
    zone = compass.ahead(standing[:6])
    if standing[ALL_ROUND]:
        for direction in range(6):
            zone |= compass.project(standing[ALL_ROUND], direction)
    return zone


class Faced(Event, frozen=True):
    """A counter turned."""

    unit: UnitId
    facing: int

    def sentence(self, g: Any) -> str:
        """`116/A faces NE`."""
        name = g.board.counters[self.unit].name
        return f"{name} faces {'all round' if self.facing == ALL_ROUND else g.board.directions[self.facing]}."


class ModeChanged(Event, frozen=True):
    """A counter went over to another mode."""

    unit: UnitId
    mode: str

    def sentence(self, g: Any) -> str:
        """`116/A goes over to combat mode`."""
        return f"{g.board.counters[self.unit].name} goes over to {self.mode} mode."
