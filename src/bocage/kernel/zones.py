"""Zones of control: what units command around them, and the bonds between them.

Everything is a function of masks: which spaces hold units that project, over which hexsides they do, where
the other side stands. Who projects, what stops a zone and what negates it is for each game to say, by the
masks it passes and the adjacency it compiled.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TypeAlias

from bocage.kernel.board import Board
from bocage.kernel.grid import Grid, Vertex
from bocage.kernel.ids import Space, Spaces
from bocage.kernel.spaces import BITS, Adjacency, Edge, bit, each, holds, spaces

Sixfold: TypeAlias = tuple[Spaces, Spaces, Spaces, Spaces, Spaces, Spaces]
"""One set for each of the six directions, or for each of the six corners."""

NO_SPACES: Sixfold = (0, 0, 0, 0, 0, 0)


def control(adjacency: Adjacency, projecting: Spaces, negated: Spaces = 0) -> Spaces:
    """The spaces that these command: all around them, except where negated."""
    zone = adjacency.spread(projecting)
    return zone & ~negated if negated else zone


def controllers(adjacency: Adjacency, projecting: Spaces, space: Space) -> Spaces:
    """Which of the projecting spaces command this one; steps that go one way only are read backwards."""
    return spaces(
        Space(space - delta) for delta, sources in adjacency.groups if holds(sources & projecting, Space(space - delta))
    )


class Compass:
    """The six directions of a grid, each as an adjacency of its own, over the hexsides that a rule allows."""

    __slots__ = ("_allowed", "_any", "grid")

    def __init__(self, board: Board, allowed: Callable[[Space, Space], bool] | None = None) -> None:
        """Sort the steps between hexes by direction; boxes and areas lie in none."""
        if board.grid is None:
            raise ValueError("a board without hexes has no directions")
        self.grid: Grid = board.grid
        steps: list[list[Edge]] = [[] for _ in range(6)]
        for a in each(board.hexes):
            for direction, b in enumerate(self.grid.neighbours(a)):
                if holds(board.hexes, b):
                    steps[direction].append((a, b))
        self._any = tuple(Adjacency(edges) for edges in steps)
        self._allowed = self._any
        if allowed is not None:
            self._allowed = tuple(Adjacency(edge for edge in edges if allowed(*edge)) for edges in steps)

    def step(self, mask: Spaces, direction: int) -> Spaces:
        """All of these moved one hex the same way, as far as the map goes."""
        return self._any[direction % 6].spread(mask)

    def project(self, mask: Spaces, direction: int) -> Spaces:
        """The same, over allowed hexsides only."""
        return self._allowed[direction % 6].spread(mask)

    def edges(self, mask: Spaces, direction: int) -> Iterator[Edge]:
        """Every step from one of these in a direction."""
        for delta, sources in self._any[direction % 6].groups:
            for a in each(mask & sources):
                yield a, Space(a + delta)

    def ahead(self, facing: Sequence[Spaces], arc: int = 1) -> Spaces:
        """What units command that face one way each: `facing[d]` holds those facing direction d.

        An arc of 1 is the three hexes in front, 0 the one straight ahead, 2 all but the one behind.
        """
        out = 0
        for direction, mask in enumerate(facing):
            if mask:
                for turn in range(-arc, arc + 1):
                    out |= self.project(mask, direction + turn)
        return out


class Bonds:
    """Where a side's bonds lie: hexes that the other side may not enter, and hexsides it may not cross.

    `sides[d]` holds the hexes from which the hexside in direction d is barred.
    """

    __slots__ = ("__dict__", "compass", "hexes", "sides")

    def __init__(self, compass: Compass, hexes: Spaces = 0, sides: Sixfold = NO_SPACES) -> None:
        """Normally made by `bonds`."""
        self.compass = compass
        self.hexes = hexes
        self.sides = sides

    def bar(self, a: Space, b: Space) -> bool:
        """Does a bond bar the step from a to an adjacent b: into a hex bond or across a hexside bond?"""
        return (self.hexes | self.cut.get(a, 0)) & bit(b) != 0

    @cached_property
    def edges(self) -> tuple[Edge, ...]:
        """Every step across a bonded hexside, both ways."""
        return tuple(edge for d, mask in enumerate(self.sides) for edge in self.compass.edges(mask, d))

    @cached_property
    def cut(self) -> Mapping[Space, Spaces]:
        """By hex, the neighbours behind a bonded hexside: the form that `movement.reach` takes."""
        out: dict[Space, Spaces] = {}
        for a, b in self.edges:
            out[a] = out.get(a, 0) | BITS[b]
        return out

    def trim(self, adjacency: Adjacency) -> Adjacency:
        """An adjacency less the steps across bonded hexsides, for tracing supply; mind `hexes` as well."""
        return adjacency.without(self.edges)


def bonds(compass: Compass, strong: Spaces, enemy: Spaces = 0, *, anchors: Sixfold = NO_SPACES) -> Bonds:
    """The bonds between units two hexes apart, where both command what lies between.

    In a straight line one hex lies between them: a hex bond, unless an enemy holds it. Otherwise two hexes
    do, and the hexside that these share points from one unit to the other: a hexside bond, unless enemies
    hold both. A unit by itself also bonds along a hexside that leads from its own corner to an anchored
    one: see `corners`.
    """
    # commanded[d] holds the hexes that are commanded by a bonding unit next to them in direction d.
    commanded = [compass.project(strong, direction + 3) for direction in range(6)]
    hexes = commanded[0] & commanded[3] | commanded[1] & commanded[4] | commanded[2] & commanded[5]
    sides = [0] * 6
    for d in range(3):
        # Hexside d of a hex leads from corner d, where neighbour d - 1 meets it, to corner d + 1, where
        # neighbour d + 1 does. Each of these must command the hexes on both sides of it.
        left = commanded[d - 1] & compass.step(commanded[(d + 4) % 6], d + 3)
        right = commanded[d + 1] & compass.step(commanded[d + 2], d + 3)
        bonded = left & right | left & anchors[d + 1] | right & anchors[d]
        bonded &= ~(enemy & compass.step(enemy, d + 3))
        sides[d] = bonded
        sides[d + 3] = compass.step(bonded, d)
    return Bonds(compass, hexes & ~enemy, (sides[0], sides[1], sides[2], sides[3], sides[4], sides[5]))


def corners(grid: Grid, vertices: Collection[Vertex]) -> Sixfold:
    """For each of the six corners, the hexes where that corner is one of these: anchors for `bonds`."""
    masks = [0] * 6
    wanted = frozenset(vertices)
    for n in range(grid.size):
        for corner, vertex in enumerate(grid.vertices(Space(n))):
            if vertex in wanted:
                masks[corner] |= 1 << n
    return masks[0], masks[1], masks[2], masks[3], masks[4], masks[5]
