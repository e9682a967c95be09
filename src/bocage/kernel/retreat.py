"""Ways back: routes of a given length at the least cost.

A game says what a step costs: nothing, a nudge (`UNWANTED`: another way is preferred), something to avoid if
at all possible (`AVOID`), a lost step (`LOSS`), or that it must not be taken (None). Costs add up, and a worse
class outweighs any number of better ones, so the cheapest routes are exactly those that a rulebook means by
"if possible avoid ..." and "the path that causes the fewest losses". Who then picks among equals, the owner or
the enemy, is the game's decision; it walks the stack one hex at a time with `next_steps`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from bocage.kernel.ids import Space, Spaces
from bocage.kernel.spaces import bit

Path: TypeAlias = tuple[Space, ...]
"""The spaces walked so far, the starting one first."""

Toll: TypeAlias = Callable[[Path, Space], int | None]
"""What it costs to go on from a path into the next space; None forbids it."""

Neighbours: TypeAlias = Sequence[tuple[Space, ...]] | Mapping[Space, tuple[Space, ...]]

FREE = 0
UNWANTED = 1
AVOID = 1_000
LOSS = 1_000_000

UNBOUNDED = 1 << 60


class Route(NamedTuple):
    """One way back and what it costs in all."""

    path: Path
    cost: int

    @property
    def end(self) -> Space:
        """Where it leads."""
        return self.path[-1]

    @property
    def losses(self) -> int:
        """How many steps it costs."""
        return self.cost // LOSS


def routes(
    start: Space,
    length: int,
    neighbours: Neighbours,
    toll: Toll,
    *,
    may_end: Callable[[Path], bool] | None = None,
    distance: Callable[[Space, Space], int] | None = None,
) -> list[Route]:
    """All the cheapest ways back, in the order of their spaces; none at all if there is no way.

    A route ends after `length` steps, or wherever `may_end` says so up to that length. It never enters a
    space twice. With `distance` it must end as far from the start as it is long, so every step leads outwards.
    """
    ends = may_end if may_end is not None else (lambda path: len(path) == length + 1)
    found: list[Route] = []
    best = UNBOUNDED

    def walk(path: Path, cost: int) -> None:
        nonlocal best
        if len(path) > 1 and ends(path):
            best = min(best, cost)
            found.append(Route(path, cost))
        if len(path) > length:
            return
        for to in neighbours[path[-1]]:
            if to in path or (distance is not None and distance(start, to) != len(path)):
                continue
            more = toll(path, to)
            if more is not None and cost + more <= best:
                walk((*path, to), cost + more)

    walk((start,), 0)
    return sorted(route for route in found if route.cost == best)


def next_steps(found: Iterable[Route], walked: Path) -> Spaces:
    """Where a walk along one of these routes may go on; the empty set when it has ended."""
    mask = 0
    here = len(walked)
    for path, _ in found:
        if len(path) > here and path[:here] == walked:
            mask |= bit(path[here])
    return mask
