"""Fields of numbers over the picture: fill outlines, blur, measure distances, and take contours out again.

Coasts are decided here. A real coastline and the hexes of a map seldom agree to the metre; as fields they can
be added and weighed, and the line where the sum changes its sign is smooth, closed and never crosses itself.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate

from bocage.draw.curves import area, chance
from bocage.kernel.grid import Point

__all__ = ["Field"]

Rows = list[list[float]]
SQRT2 = math.sqrt(2)


class Field:
    """Samples at even steps: `rows[j][i]` belongs to the point (x + i * step, y + j * step)."""

    def __init__(self, x: float, y: float, step: float, rows: Rows) -> None:
        self.x, self.y, self.step, self.rows = x, y, step, rows

    @classmethod
    def over(cls, x: float, y: float, width: float, height: float, step: float) -> Field:
        """Zeros over a rectangle."""
        across, down = math.ceil(width / step) + 1, math.ceil(height / step) + 1
        return cls(x, y, step, [[0.0] * across for _ in range(down)])

    @property
    def across(self) -> int:
        """How many samples a row has."""
        return len(self.rows[0])

    def like(self, rows: Rows) -> Field:
        """The same place, other numbers."""
        return Field(self.x, self.y, self.step, rows)

    def map(self, function: Callable[..., float], *others: Field) -> Field:
        """A number for each sample from the numbers of this field and others at the same place."""
        stacked = zip(self.rows, *(other.rows for other in others), strict=True)
        return self.like([list(map(function, *rows)) for rows in stacked])

    def value(self, point: Point) -> float:
        """The number at the sample nearest to a point."""
        i = min(max(round((point[0] - self.x) / self.step), 0), self.across - 1)
        j = min(max(round((point[1] - self.y) / self.step), 0), len(self.rows) - 1)
        return self.rows[j][i]

    # --- putting shapes in -------------------------------------------------------------------------

    def filled(self, rings: Iterable[Sequence[Point]], lines: int = 2) -> Field:
        """How much of each sample's square lies inside the rings, by the even-odd rule."""
        edges = self._edges(rings)
        rows = []
        for j in range(len(self.rows)):
            row, full = [0.0] * (self.across + 1), [0.0] * (self.across + 2)
            for part in range(lines):
                y = j - 0.5 + (part + 0.5) / lines
                crossings = sorted(
                    ax + (y - ay) * (bx - ax) / (by - ay) for ax, ay, bx, by in edges.get(j, ()) if (ay > y) != (by > y)
                )
                for start, end in zip(crossings[::2], crossings[1::2], strict=False):
                    _cover(row, full, start + 0.5, end + 0.5, self.across)
            rows.append([min(1.0, (a + b) / lines) for a, b in zip(row, accumulate(full), strict=False)][: self.across])
        return self.like(rows)

    def _edges(self, rings: Iterable[Sequence[Point]]) -> dict[int, list[tuple[float, float, float, float]]]:
        """The sides of the rings in samples, listed under every row that they touch."""
        found: dict[int, list[tuple[float, float, float, float]]] = {}
        last = len(self.rows) - 1
        for ring in rings:
            scaled = [((x - self.x) / self.step, (y - self.y) / self.step) for x, y in ring]
            for (ax, ay), (bx, by) in zip(scaled, scaled[1:] + scaled[:1], strict=True):
                low, high = math.floor(min(ay, by) + 0.5), math.floor(max(ay, by) + 0.5)
                for j in range(max(0, low), min(last, high) + 1):
                    found.setdefault(j, []).append((ax, ay, bx, by))
        return found

    def blurred(self, radius: int, times: int = 2) -> Field:
        """Each sample becomes the mean of its neighbourhood; done twice, that is nearly a bell curve."""
        rows = self.rows
        for _ in range(times):
            rows = _box_blur(_transposed(_box_blur(_transposed(rows), radius)), radius)
        return self.like(rows)

    def noisy(self, wave: float, name: str) -> Field:
        """Smooth noise from -1 to 1 with hills about `wave` apart, always the same for the same name."""
        cell = wave / self.step
        rows = []
        for j in range(len(self.rows)):
            v, fy = divmod(j / cell, 1)
            fy = fy * fy * (3 - 2 * fy)
            width = int(self.across / cell) + 2
            knots = [chance(name, u, int(v)) * (1 - fy) + chance(name, u, int(v) + 1) * fy for u in range(width)]
            row = []
            for i in range(self.across):
                u, fx = divmod(i / cell, 1)
                fx = fx * fx * (3 - 2 * fx)
                row.append(knots[int(u)] * (1 - fx) + knots[int(u) + 1] * fx)
            rows.append(row)
        return self.like(rows)

    def distances(self) -> Field:
        """How far each sample is from the nearest positive one, on the picture."""
        far = 1e9
        rows = [[0.0 if value > 0 else far for value in row] for row in self.rows]
        for order in (1, -1):
            before: list[float] | None = None
            for row in rows[::order]:
                _sweep(row, before, order)
                before = row
        return self.like([[value * self.step for value in row] for row in rows])

    # --- taking lines out --------------------------------------------------------------------------

    def contour(self, level: float = 0.0, *, smallest: float = 0.0) -> list[list[Point]]:
        """Closed rings around what is above a level, those with little area left out.

        Beyond the field everything counts as below.
        """
        margin = [-1.0] * (self.across + 2)
        rows = [margin, *([-1.0, *(value - level for value in row), -1.0] for row in self.rows), margin]
        following, where = _crossings(rows)
        rings = []
        while following:
            start, here = following.popitem()
            ring = [where[start]]
            while here != start:
                ring.append(where[here])
                here = following.pop(here)
            placed = [(self.x + (i - 1) * self.step, self.y + (j - 1) * self.step) for i, j in ring]
            if abs(area(placed)) >= smallest:
                rings.append(placed)
        return rings


def _cover(row: list[float], full: list[float], start: float, end: float, across: int) -> None:
    """Add a run from `start` to `end` (in samples) to a row: whole squares by difference, ends in part."""
    start, end = max(0.0, start), min(float(across), end)
    if start >= end:
        return
    first, last = int(start), int(end)
    if first == last:
        row[first] += end - start
        return
    row[first] += first + 1 - start
    row[last] += end - last
    full[first + 1] += 1
    full[last] -= 1


def _transposed(rows: Rows) -> Rows:
    return [list(column) for column in zip(*rows, strict=True)]


def _box_blur(rows: Rows, radius: int) -> Rows:
    """The mean of `2 * radius + 1` samples in a row; its ends continue beyond it."""
    size = 2 * radius + 1
    found = []
    for row in rows:
        padded = [row[0]] * (radius + 1) + row + [row[-1]] * radius
        sums = list(accumulate(padded))
        found.append([(b - a) / size for a, b in zip(sums, sums[size:], strict=False)])
    return found


def _sweep(row: list[float], before: list[float] | None, order: int) -> None:
    """One row of a two-pass distance transform."""
    if before is not None:
        for i, value in enumerate(row):
            if value:
                left = before[i - 1] if i else 1e9
                right = before[i + 1] if i + 1 < len(row) else 1e9
                row[i] = min(value, before[i] + 1, left + SQRT2, right + SQRT2)
    for i in range(1, len(row)) if order > 0 else range(len(row) - 2, -1, -1):
        row[i] = min(row[i], row[i - order] + 1)


# By which corners are high (1 north-west, 2 north-east, 4 south-east, 8 south-west): the sides of the square that
# the contour enters and leaves by, what is high on its right hand. Sides: 0 north, 1 east, 2 south, 3 west.
_TURNS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 3),), 2: ((1, 0),), 4: ((2, 1),), 8: ((3, 2),),
    3: ((1, 3),), 6: ((2, 0),), 12: ((3, 1),), 9: ((0, 2),),
    5: ((0, 3), (2, 1)), 10: ((1, 0), (3, 2)),
    7: ((2, 3),), 14: ((3, 0),), 13: ((0, 1),), 11: ((1, 2),),
}  # fmt: skip


def _crossings(rows: Rows) -> tuple[dict[int, int], dict[int, Point]]:
    """Where the contour crosses the sides of the sample squares, and which crossing follows which."""
    across = len(rows[0])
    following: dict[int, int] = {}
    where: dict[int, Point] = {}
    for j in range(len(rows) - 1):
        upper, lower = rows[j], rows[j + 1]
        signs_up = [value > 0 for value in upper]
        signs_low = [value > 0 for value in lower]
        if all(signs_up) and all(signs_low):
            continue
        for i in range(across - 1):
            case = signs_up[i] + 2 * signs_up[i + 1] + 4 * signs_low[i + 1] + 8 * signs_low[i]
            if case in _TURNS:
                base = j * across + i
                names = (2 * base, 2 * (base + 1) + 1, 2 * (base + across), 2 * base + 1)
                corners = (upper[i], upper[i + 1], lower[i + 1], lower[i])
                for enter, leave in _TURNS[case]:
                    following[names[enter]] = names[leave]
                    for side in (enter, leave):
                        where[names[side]] = _crossing(side, i, j, corners)
    return following, where


def _crossing(side: int, i: int, j: int, corners: tuple[float, float, float, float]) -> Point:
    a, b, c, d = corners
    if side == 0:
        return i + a / (a - b), j
    if side == 2:
        return i + d / (d - c), j + 1
    if side == 1:
        return i + 1, j + b / (b - c)
    return i, j + a / (a - d)
