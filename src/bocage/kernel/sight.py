"""Who can see and fire at whom: lines of sight, ranges, and arcs of fire by facing.

A line runs from the centre of one hex to the centre of another and is traced exactly, in whole numbers: it
names every hex whose inside it touches, however little, and the two hexes on either side wherever it runs
along a hexside. What blocks is the game's word: a function of the hex between and of the two ends, so that
towns and hills need no flags here.

    sight = Sight(board.grid, blocking(town | swamp | hill))    # on the board: each line is traced once
    sight.sees(a, b); sight.why_not(a, b)                       # Blocked((town,)), for the reason of a refusal
    targets = sight.seen(a, in_range(grid, a, 4) & enemies)     # those to which the line is clear
    targets &= arc(grid, a, 4, g.facing[unit], degrees=180)     # the three hexsides of a front, and all behind them
"""

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

from bocage.kernel.grid import Cube, Grid
from bocage.kernel.ids import NOWHERE, Space, Spaces
from bocage.kernel.spaces import BITS, each, holds

Obstructs: TypeAlias = Callable[[Space, Space, Space], bool]
"""Does the first hex stop a line between the other two? The ends themselves are never asked."""

SideBlocks: TypeAlias = Callable[[Space, Space], bool]
"""Does the hexside between two adjacent hexes stop a line that crosses it?"""

Station: TypeAlias = tuple[Space, ...]
"""One hex that a line passes through, or the two between which it runs along a hexside."""


class Blocked(NamedTuple):
    """What stops a line: one hex, the two hexes on both sides of it, or (`hexside`) the side between two."""

    at: tuple[Space, ...]
    hexside: bool = False


# Tracing


@lru_cache(maxsize=4096)
def _steps_of_line(q: int, r: int) -> tuple[tuple[Cube, ...], ...]:
    """The line from the origin to (q, r) in cube coordinates; the same for every pair of hexes so far apart.

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


def why_not_see(
    grid: Grid,
    a: Space,
    b: Space,
    obstructs: Obstructs,
    side_blocks: SideBlocks | None = None,
    *,
    either_side: bool = True,
) -> Blocked | None:
    """What stops the line between two hexes first, or None if nothing does.

    A line along a hexside is taken to pass just to one side of it: with `either_side` one clear side is
    enough, without it both must be clear. Off the map there is nothing that blocks, but no way round either.
    """
    stations = trace(grid, a, b)

    def stop(hex_: Space, beside: list[Space]) -> Blocked | None:
        if side_blocks is not None:
            for other in beside:
                if other != NOWHERE and side_blocks(other, hex_):
                    return Blocked((other, hex_), hexside=True)
        return Blocked((hex_,)) if hex_ != b and obstructs(hex_, a, b) else None

    for i in range(1, len(stations)):
        here = stations[i]
        # A hexside at the end of a pair is asked with the pair, whichever way the line goes.
        beside = [stations[i - 1][0]] if len(stations[i - 1]) == 1 else []
        if len(here) == 2:
            beside.append(stations[i + 1][0])
        stops = [stop(hex_, beside) for hex_ in here if hex_ != NOWHERE]
        found = [blocked for blocked in stops if blocked is not None]
        if found and (len(found) == len(stops) or not either_side):
            both = len(found) == 2 and not any(blocked.hexside for blocked in found)
            return Blocked(here) if both else found[0]
    return None


def blocking(hexes: Spaces) -> Obstructs:
    """Hexes that can be seen into but never through."""
    return lambda hex_, _a, _b: holds(hexes, hex_)


class Sight:
    """Lines of sight over ground that does not change: what stops each is found once and kept."""

    def __init__(
        self, grid: Grid, obstructs: Obstructs, side_blocks: SideBlocks | None = None, *, either_side: bool = True
    ) -> None:
        """As for `why_not_see`."""
        self._grid, self._obstructs, self._side_blocks = grid, obstructs, side_blocks
        self._either_side = either_side
        self._known: dict[tuple[Space, Space], Blocked | None] = {}

    def why_not(self, a: Space, b: Space) -> Blocked | None:
        """What stops the line between two hexes first, or None if nothing does."""
        try:
            return self._known[a, b]
        except KeyError:
            found = why_not_see(self._grid, a, b, self._obstructs, self._side_blocks, either_side=self._either_side)
            self._known[a, b] = found
            return found

    def sees(self, a: Space, b: Space) -> bool:
        """Is the line between two hexes clear? It is the same both ways."""
        return self.why_not(a, b) is None

    def seen(self, a: Space, targets: Spaces) -> Spaces:
        """Those of the target hexes to which the line is clear."""
        seen = 0
        for b in each(targets):
            if self.why_not(a, b) is None:
                seen |= BITS[b]
        return seen


# Ranges and arcs


def in_range(grid: Grid, a: Space, most: int, least: int = 0) -> Spaces:
    """The hexes between two distances, bounds included."""
    near = grid.within(a, least - 1) if least > 0 else 0
    return grid.within(a, most) & ~near


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


def in_arc(
    grid: Grid,
    a: Space,
    b: Space,
    facing: int,
    *,
    degrees: int = 120,
    border: bool = True,
) -> bool:
    """Does a hex lie in the arc of a unit that faces a hexside of its own hex?

    Hexes whose centre is exactly on the edge of the arc belong to it unless `border` is false; a unit's own hex does
    not. A unit that faces `ALL_ROUND` (any negative number) has everything in its arc.
    """
    if degrees % 60 or not 0 < degrees <= 360:
        raise ValueError(f"an arc of {degrees} degrees; it should be a multiple of 60 up to 360")
    if a == b:
        return False
    half = degrees // 60
    if half == 6 or facing < 0:
        return True
    middle = 2 * facing
    around = _twelve(grid.orientation)
    (q, r), (p, t) = grid.cube(a), grid.cube(b)
    there = (p - q, t - r)
    left, right = _turn(around[(middle - half) % 12], there), _turn(there, around[(middle + half) % 12])
    least = 0 if border else 1
    if half <= 3:
        return left >= least and right >= least
    return left >= least or right >= least  # wider than half the circle: not behind


@lru_cache(maxsize=4096)
def arc(
    grid: Grid,
    a: Space,
    reach: int,
    facing: int,
    *,
    degrees: int = 120,
    border: bool = True,
) -> Spaces:
    """The hexes of an arc out to some distance."""
    mask = 0
    for b in each(grid.within(a, reach)):
        if in_arc(grid, a, b, facing, degrees=degrees, border=border):
            mask |= BITS[b]
    return mask
