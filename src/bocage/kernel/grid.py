"""Hexes: neighbours, distances, lines, where they lie on paper, and the numbers printed in them.

A hex is numbered row by row over the whole rectangle, from 0 in the north-west. Inside, algorithms use
cube coordinates as Amit Patel explains them (redblobgames.com/grids/hexagons): q + r + s = 0, and a
distance is the largest difference. Printed numbers appear only at the edges: `label` and `parse`.

Directions run clockwise from 0 to 5, beginning with north on a flat-topped grid (N, NE, SE, S, SW, NW)
and with north-east on a pointy-topped one (NE, E, SE, SW, W, NW). Opposite directions differ by three.
"""

from __future__ import annotations

import math
from functools import cached_property
from typing import Literal, TypeAlias

import msgspec

from bocage.kernel.ids import NOWHERE, Space, Spaces
from bocage.kernel.labels import Axis, Labels

__all__ = ["Axis", "Cube", "Grid", "Labels", "Point", "Vertex"]

Point: TypeAlias = tuple[float, float]
Vertex: TypeAlias = tuple[int, int]
Cube: TypeAlias = tuple[int, int]  # q and r; s follows from them

_FLAT: tuple[Cube, ...] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
_POINTY: tuple[Cube, ...] = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))

_FLAT_NAMES = ("N", "NE", "SE", "S", "SW", "NW")
_POINTY_NAMES = ("NE", "E", "SE", "SW", "W", "NW")

# The corners around a centre in lattice units; hexside d runs from corner d to corner d + 1.
_FLAT_CORNERS: tuple[Vertex, ...] = ((-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0))
_POINTY_CORNERS: tuple[Vertex, ...] = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))


class Grid(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """A rectangle of hexes. `shifted` says which columns (flat) are half a hex low, or which rows (pointy)
    are half a hex to the right, counting from 0. It knows nothing of holes in the map: see `Board`.
    """

    columns: int
    rows: int
    orientation: Literal["flat", "pointy"] = "flat"
    shifted: Literal["odd", "even"] = "odd"
    labels: Labels = Labels()

    def __post_init__(self) -> None:
        """Refuse a grid without hexes or with labels that give two hexes the same number."""
        if self.columns < 1 or self.rows < 1:
            raise ValueError(f"a grid of {self.columns} columns and {self.rows} rows has no hexes")
        if faults := self.labels.faults(self.columns, self.rows):
            raise ValueError("; ".join(faults))

    # --- numbers -----------------------------------------------------------------------------------

    @property
    def size(self) -> int:
        """How many hexes the rectangle has."""
        return self.columns * self.rows

    def at(self, column: int, row: int) -> Space:
        """The hex in a column and row counted from the north-west, or `NOWHERE`."""
        inside = 0 <= column < self.columns and 0 <= row < self.rows
        return Space(row * self.columns + column) if inside else NOWHERE

    def position(self, space: Space) -> tuple[int, int]:
        """Column and row of a hex."""
        row, column = divmod(space, self.columns)
        return column, row

    def label(self, space: Space) -> str:
        """The number printed in a hex."""
        return self.labels.text(*self.position(space))

    def parse(self, text: str) -> Space:
        """The hex with this printed number; `ValueError` if the grid has none."""
        split = self.labels.split(text)
        space = self.at(*split) if split else NOWHERE
        if space == NOWHERE:
            raise ValueError(
                f"there is no hex {text!r}; numbers run from {self.label(Space(0))}"
                f" to {self.label(Space(self.size - 1))}"
            )
        return space

    # --- cube coordinates --------------------------------------------------------------------------

    def cube(self, space: Space) -> Cube:
        """Cube coordinates q and r of a hex."""
        column, row = self.position(space)
        even = self.shifted == "even"
        if self.orientation == "flat":
            return column, row - (column + even) // 2
        return column - (row + even) // 2, row

    @cached_property
    def cubes(self) -> list[Cube]:
        """The same for every hex, worked out once: distances are asked for all the time."""
        return [self.cube(Space(space)) for space in range(self.size)]

    def hex(self, q: int, r: int) -> Space:
        """The hex at cube coordinates, or `NOWHERE`."""
        even = self.shifted == "even"
        if self.orientation == "flat":
            return self.at(q, r + (q + even) // 2)
        return self.at(q + (r + even) // 2, r)

    @property
    def _steps(self) -> tuple[Cube, ...]:
        return _FLAT if self.orientation == "flat" else _POINTY

    @property
    def directions(self) -> tuple[str, ...]:
        """The names of the six directions, clockwise."""
        return _FLAT_NAMES if self.orientation == "flat" else _POINTY_NAMES

    def bearing(self, direction: int) -> int:
        """A direction in degrees clockwise from north."""
        return 60 * (direction % 6) + (0 if self.orientation == "flat" else 30)

    # --- neighbours and distances ------------------------------------------------------------------

    def neighbour(self, space: Space, direction: int) -> Space:
        """The next hex in a direction, or `NOWHERE` at the edge."""
        q, r = self.cube(space)
        dq, dr = self._steps[direction % 6]
        return self.hex(q + dq, r + dr)

    def neighbours(self, space: Space) -> list[Space]:
        """The next hex in each of the six directions; `NOWHERE` for those beyond the edge."""
        q, r = self.cube(space)
        return [self.hex(q + dq, r + dr) for dq, dr in self._steps]

    def direction_of(self, a: Space, b: Space) -> int:
        """The direction of the step from a hex to an adjacent one; `ValueError` if they are not adjacent."""
        (q, r), (p, t) = self.cube(a), self.cube(b)
        if (p - q, t - r) not in self._steps:
            raise ValueError(f"{self.label(a)} and {self.label(b)} are not adjacent")
        return self._steps.index((p - q, t - r))

    def distance(self, a: Space, b: Space) -> int:
        """How many steps from one hex to another."""
        (q, r), (p, t) = self.cubes[a], self.cubes[b]
        dq, dr = q - p, r - t
        return max(abs(dq), abs(dr), abs(dq + dr))

    def ring(self, centre: Space, radius: int) -> list[Space]:
        """The hexes at exactly this distance, clockwise from direction 0, as far as they are on the grid."""
        if radius == 0:
            return [centre]
        q, r = self.cube(centre)
        steps = self._steps
        q, r = q + steps[0][0] * radius, r + steps[0][1] * radius
        found = []
        for side in range(6):
            dq, dr = steps[(side + 2) % 6]
            for _ in range(radius):
                found.append(self.hex(q, r))
                q, r = q + dq, r + dr
        return [space for space in found if space >= 0]

    def within(self, centre: Space, radius: int) -> Spaces:
        """The set of hexes at most this far away, the hex itself included."""
        q, r = self.cube(centre)
        mask = 0
        for dq in range(-radius, radius + 1):
            for dr in range(max(-radius, -dq - radius), min(radius, radius - dq) + 1):
                space = self.hex(q + dq, r + dr)
                if space >= 0:
                    mask |= 1 << space
        return mask

    def line(self, a: Space, b: Space, lean: int = 1) -> list[Space]:
        """The hexes that a straight line from centre to centre passes through, both ends included.

        Where the line runs along a hexside or through a corner, `lean` (+1 or -1) chooses the side that it
        passes; a choice that would leave the grid goes to the other side.
        """
        (q, r), (p, t) = self.cube(a), self.cube(b)
        steps = self.distance(a, b)
        found = [a]
        for i in range(1, steps + 1):
            # Exact: everything is scaled by `steps`, and the nudge is too small to matter except in a tie.
            x, y = q * (steps - i) + p * i, r * (steps - i) + t * i
            leaning = self._round(x, y, steps, lean)
            found.append(leaning if leaning >= 0 else self._round(x, y, steps, -lean))
        return found

    def _round(self, x: int, y: int, scale: int, lean: int) -> Space:
        """The hex that holds the point (x, y) / scale in cube coordinates."""
        scale, x, y = scale * 1000, x * 1000 + lean, y * 1000 + 2 * lean  # no two coordinates nudged alike
        z = -x - y
        q, r, s = ((2 * v + scale) // (2 * scale) for v in (x, y, z))
        dq, dr, ds = (abs(n * scale - v) for n, v in ((q, x), (r, y), (s, z)))
        if dq > dr and dq > ds:
            q = -r - s
        elif dr > ds:
            r = -q - s
        return self.hex(q, r)

    # --- on paper ----------------------------------------------------------------------------------

    def _centre(self, space: Space) -> Vertex:
        """The centre in lattice units, in which every corner of every hex is a pair of whole numbers."""
        column, row = self.position(space)
        if self.orientation == "flat":
            return 2 + 3 * column, 1 + 2 * row + (column % 2 == (self.shifted == "odd"))
        return 1 + 2 * column + (row % 2 == (self.shifted == "odd")), 2 + 3 * row

    def paper(self, vertex: Vertex) -> Point:
        """Where a lattice point lies, in hex widths right of and below the picture's north-west corner."""
        x, y = vertex
        if self.orientation == "flat":
            return x / 4, y * math.sqrt(3) / 4
        return x / 2, y / math.sqrt(12)

    @property
    def extent(self) -> Point:
        """Width and height of the picture in hex widths."""
        if self.orientation == "flat":
            return self.paper((3 * self.columns + 1, 2 * self.rows + (self.columns > 1 or self.shifted == "even")))
        return self.paper((2 * self.columns + (self.rows > 1 or self.shifted == "even"), 3 * self.rows + 1))

    def centre(self, space: Space) -> Point:
        """The middle of a hex, x to the right and y down, in hex widths."""
        return self.paper(self._centre(space))

    def vertices(self, space: Space) -> tuple[Vertex, ...]:
        """The names of the six corners, clockwise; hexes that share a corner share its name.

        The hexside in direction d runs from corner d to corner d + 1.
        """
        x, y = self._centre(space)
        around = _FLAT_CORNERS if self.orientation == "flat" else _POINTY_CORNERS
        return tuple((x + dx, y + dy) for dx, dy in around)

    def corners(self, space: Space) -> tuple[Point, ...]:
        """Where the six corners lie, clockwise, in the order of `vertices`."""
        return tuple(self.paper(vertex) for vertex in self.vertices(space))

    def hexside(self, space: Space, direction: int) -> tuple[Space, int]:
        """The one name of a hexside: the lower of the two hexes and the direction to look from it.

        At the map's edge it is the hex that is there.
        """
        direction %= 6
        other = self.neighbour(space, direction)
        return (other, (direction + 3) % 6) if NOWHERE < other < space else (space, direction)

    def hex_at(self, x: float, y: float) -> Space:
        """The hex under a point of the picture, or `NOWHERE`."""
        if self.orientation == "flat":
            column, row = (4 * x - 2) / 3, y * 2 / math.sqrt(3) - 0.5
        else:
            column, row = x - 0.5, (math.sqrt(12) * y - 2) / 3
        near = [self.at(math.floor(column) + i, math.floor(row) + j) for i in (-1, 0, 1, 2) for j in (-1, 0, 1, 2)]
        here = [(math.dist(self.centre(space), (x, y)), space) for space in near if space >= 0]
        if not here:
            return NOWHERE
        _, closest = min(here)
        return closest if _inside(self.corners(closest), x, y) else NOWHERE


def _inside(corners: tuple[Point, ...], x: float, y: float) -> bool:
    """Is a point inside a convex outline given clockwise (y down), its border included?"""
    sides = zip(corners, corners[1:] + corners[:1], strict=True)
    return all((bx - ax) * (y - ay) - (by - ay) * (x - ax) >= -1e-9 for (ax, ay), (bx, by) in sides)
