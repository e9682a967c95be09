"""Ground that changes with a clock: tides, daylight, frost.

A clock goes round through named phases; what is compiled from the map for each phase (terrain, steps and their costs)
is made once, when the phase first comes up, and kept beside the board.

    TIDE = Clock(("low", "rising", "high", "falling"))
    tide = TIDE.at(g.turn - 1, first=g.board.first_tide)             # or keep the phase in the state and use `after`
    ground = ChangingGround(board, {"high": {"tidal flat": "sea"}})  # kept with the board
    ground.of("high", "sea")                                         # a set of spaces
    edges = ByPhase(lambda tide: compile_edges(board, costs(ground.terrain(tide))))   # edges["high"]
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Generic, TypeVar

import msgspec

from bocage.kernel.board import Board
from bocage.kernel.ids import Spaces
from bocage.kernel.spaces import BITS, each

T = TypeVar("T")


class Clock(msgspec.Struct, frozen=True):
    """Phases that follow each other in a circle."""

    phases: tuple[str, ...]

    def at(self, steps: int, first: str = "") -> str:
        """The phase that many steps after the first, which is the one named, or else the clock's own first."""
        if first and first not in self.phases:
            raise ValueError(f"there is no phase {first!r}; choose from: {', '.join(self.phases)}")
        start = self.phases.index(first) if first else 0
        return self.phases[(start + steps) % len(self.phases)]

    def after(self, phase: str, steps: int = 1) -> str:
        """The phase that follows another."""
        return self.at(steps, phase)


class ByPhase(dict[str, T], Generic[T]):
    """What is made from the map for each phase, when it is first asked for."""

    def __init__(self, make: Callable[[str], T]) -> None:
        """`make` is called once for each phase."""
        super().__init__()
        self._make = make

    def __missing__(self, phase: str) -> T:
        """Make it and keep it."""
        made = self[phase] = self._make(phase)
        return made


class ChangingGround:
    """The terrain of a map by phase: in some phases one kind of ground becomes another."""

    def __init__(self, board: Board, becomes: Mapping[str, Mapping[str, str]]) -> None:
        """`becomes` gives, by phase, kinds of terrain as printed and what they are then; the rest stays."""
        unknown = {kind for row in becomes.values() for kind in row} - board.of_terrain.keys()
        if unknown:
            raise ValueError(f"the map has no {', '.join(sorted(unknown))} that could change")
        self._board, self._becomes = board, becomes
        self._terrain: ByPhase[list[str]] = ByPhase(self._change)
        self._of: ByPhase[dict[str, Spaces]] = ByPhase(self._gather)

    def terrain(self, phase: str) -> list[str]:
        """By space, what its ground is in a phase."""
        return self._terrain[phase]

    def of(self, phase: str, kind: str) -> Spaces:
        """The spaces of a kind of terrain in a phase."""
        return self._of[phase].get(kind, 0)

    def _change(self, phase: str) -> list[str]:
        now = self._becomes.get(phase, {})
        return [now.get(kind, kind) for kind in self._board.terrain]

    def _gather(self, phase: str) -> dict[str, Spaces]:
        found: dict[str, Spaces] = {}
        terrain = self.terrain(phase)
        for space in each(self._board.hexes | self._board.areas):
            found[terrain[space]] = found.get(terrain[space], 0) | BITS[space]
        return found
