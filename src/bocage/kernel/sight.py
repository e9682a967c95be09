"""Who can see and fire at whom: lines of sight, and arcs of fire by facing.

A line runs from the centre of one hex to the centre of another and is traced exactly, in whole numbers: it
names every hex whose inside it touches, however little, and the two hexes on either side wherever it runs
along a hexside.

    seen = sum(BITS[b] for b in each(near) if sees(grid, a, b, town | hill))     # on the board, once for each hex
    targets = seen & enemies & arc                                               # arc: those that are `in_arc`
"""

from fractions import Fraction
from functools import lru_cache
from typing import Literal, TypeAlias

from bocage.kernel.grid import Cube, Grid
from bocage.kernel.ids import NOWHERE, Space, Spaces
from bocage.kernel.spaces import holds

Station: TypeAlias = tuple[Space, ...]
"""One hex that a line passes through, or the two between which it runs along a hexside."""


# Tracing


@lru_cache(maxsize=4096)
def _steps_of_line(q: int, r: int) -> tuple[tuple[Cube, ...], ...]:
    """The line from the origin to (q, r) in cube coordinates; the same for every pair of hexes that lie so.

    A hex is where the three differences x-y, y-z, z-x lie within 1 of those of its centre.
    """
    goal = (q - r, q + 2 * r, -2 * q - r)
    found: dict[tuple[Fraction, Fraction], list[Cube]] = {}
    for x in range(min(0, q) - 1, max(0, q) + 2):
        for y in range(min(0, r) - 1, max(0, r) + 2):
            span = _span(goal, (x - y, x + 2 * y, -2 * x - y))
            if span is not None:
                found.setdefault(span, []).append((x, y))
    return tuple(tuple(found[span]) for span in sorted(found))


def _span(goal: tuple[int, int, int], centre: tuple[int, int, int]) -> tuple[Fraction, Fraction] | None:
    """From where to where, in parts of its length, a line lies in a hex or along its side."""
    low, high = Fraction(0), Fraction(1)
    for full, here in zip(goal, centre, strict=True):
        if full:
            ends = Fraction(here - 1, full), Fraction(here + 1, full)
            low, high = max(low, min(ends)), min(high, max(ends))
        elif abs(here) > 1:
            return None
    return (low, high) if low < high else None


def trace(grid: Grid, a: Space, b: Space) -> list[Station]:
    """The line from one hex to another, both ends included; parts off the grid are `NOWHERE`."""
    (q, r), (p, t) = grid.cube(a), grid.cube(b)
    # Traced always from the same end, so that a line and its way back are the same line.
    if (q, r) > (p, t):
        return trace(grid, b, a)[::-1]
    return [tuple(grid.hex(q + x, r + y) for x, y in station) for station in _steps_of_line(p - q, t - r)]


def sees(grid: Grid, a: Space, b: Space, blocking: Spaces) -> bool:
    """Is the line between two hexes clear of what can be seen into but not through? It is the same both ways.

    A line along a hexside passes just to one side of it, so that one clear hex is enough. Off the map there is
    nothing that blocks, but no way round either.
    """
    return not any(_stops(station, blocking) for station in trace(grid, a, b)[1:-1])


def _stops(station: Station, blocking: Spaces) -> bool:
    there = [hex_ for hex_ in station if hex_ != NOWHERE]
    return bool(there) and all(holds(blocking, hex_) for hex_ in there)


# Arcs


@lru_cache(maxsize=4)
def _twelve(orientation: Literal["flat", "pointy"]) -> tuple[Cube, ...]:
    """Twelve directions, clockwise by 30 degrees: through hexside 0, corner 1, hexside 1, corner 2, ..."""
    probe = Grid(columns=3, rows=3, orientation=orientation)
    middle = probe.at(1, 1)
    q, r = probe.cube(middle)
    steps = [(x - q, y - r) for x, y in map(probe.cube, probe.neighbours(middle))]
    around: list[Cube] = []
    for d, (x, y) in enumerate(steps):
        next_x, next_y = steps[(d + 1) % 6]
        around += [(x, y), (x + next_x, y + next_y)]
    return tuple(around)


def _turn(a: Cube, b: Cube) -> int:
    """Positive if b lies clockwise of a, negative if counter-clockwise, 0 if on one line."""
    return a[0] * b[1] - a[1] * b[0]


def in_arc(grid: Grid, a: Space, b: Space, facing: int) -> bool:
    """Does a hex lie in the 120 degrees before a unit that faces a hexside of its own hex?

    The edges of the arc belong to it; the unit's own hex does not. A unit that faces `ALL_ROUND` (any negative
    number) has everything in its arc.
    """
    if a == b or facing < 0:
        return a != b
    around = _twelve(grid.orientation)
    (q, r), (p, t) = grid.cube(a), grid.cube(b)
    there = (p - q, t - r)
    return _turn(around[(2 * facing - 2) % 12], there) >= 0 and _turn(there, around[(2 * facing + 2) % 12]) >= 0
