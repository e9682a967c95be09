"""Zones of control: what units command around them, or before them where they face one way.

Everything is a function of masks: which spaces hold units that project, over which hexsides they do. Who projects,
what stops a zone and what negates it is for each game to say, by the masks it passes and the adjacency it compiled.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bocage.kernel.board import Board
from bocage.kernel.grid import Grid
from bocage.kernel.ids import Space, Spaces
from bocage.kernel.spaces import Adjacency, Edge, each, holds


class Compass:
    """The six directions of a grid, each as an adjacency of its own, over the hexsides that a rule allows."""

    __slots__ = ("_ways", "grid")

    def __init__(self, board: Board, allowed: Callable[[Space, Space], bool] | None = None) -> None:
        """Sort the steps between hexes by direction; boxes and areas lie in none."""
        if board.grid is None:
            raise ValueError("a board without hexes has no directions")
        self.grid: Grid = board.grid
        steps: list[list[Edge]] = [[] for _ in range(6)]
        for a in each(board.hexes):
            for direction, b in enumerate(self.grid.neighbours(a)):
                if holds(board.hexes, b) and (allowed is None or allowed(a, b)):
                    steps[direction].append((a, b))
        self._ways = tuple(Adjacency(edges) for edges in steps)

    def project(self, mask: Spaces, direction: int) -> Spaces:
        """All of these moved one hex the same way, over allowed hexsides."""
        return self._ways[direction % 6].spread(mask)

    def ahead(self, facing: Sequence[Spaces]) -> Spaces:
        """The three hexes before units that face one way each: `facing[d]` holds those facing direction d."""
        out = 0
        for direction, mask in enumerate(facing):
            if mask:
                for turn in (-1, 0, 1):
                    out |= self.project(mask, direction + turn)
        return out
