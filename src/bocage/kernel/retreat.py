"""Ways back: routes of so many hexes at the least cost, and pushing others aside to make room.

A game says what a step costs: nothing, a nudge (`UNWANTED`: another way is preferred), something to avoid if
at all possible (`AVOID`), a lost step (`LOSS`), or that it must not be taken (None). Costs add up, and a worse
class outweighs any number of better ones, so the cheapest routes are exactly those that a rulebook means by
"if possible avoid ..." and "the path that causes the fewest losses". Who then picks among equals, the owner or
the enemy, is the game's decision; it walks the stack one hex at a time with `next_steps`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from bocage.kernel.ids import Space, Spaces
from bocage.kernel.spaces import bit, holds

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


def toll_by_sets(
    *,
    must_not: Spaces = 0,
    only_first: Spaces = 0,
    avoid: Spaces = 0,
    prefer: Spaces | None = None,
    crossing: Callable[[Space, Space], int | None] | None = None,
) -> Toll:
    """The usual costs, given as sets of spaces.

    - `must_not`: no step may enter these.
    - `only_first`: only the first step may (a zone of control that one starts beside).
    - `avoid`: entered only if nothing better is left.
    - `prefer`: every other space is unwanted (towards supply, say).
    - `crossing`: what the border between two spaces costs: rivers, bonds, forbidden hexsides.
    """

    def toll(path: Path, to: Space) -> int | None:
        if holds(must_not, to) or (len(path) > 1 and holds(only_first, to)):
            return None
        cost = AVOID if holds(avoid, to) else FREE
        if prefer is not None and not holds(prefer, to):
            cost += UNWANTED
        if crossing is None:
            return cost
        border = crossing(path[-1], to)
        return None if border is None else cost + border

    return toll


def toll_towards(distance: Callable[[Space], int]) -> Toll:
    """Each step should lead nearer to something; steps that do not are unwanted."""
    return lambda path, to: FREE if distance(to) < distance(path[-1]) else UNWANTED


def toll_of(*parts: Toll) -> Toll:
    """Several costs together; what any one forbids is forbidden."""

    def toll(path: Path, to: Space) -> int | None:
        total = 0
        for part in parts:
            cost = part(path, to)
            if cost is None:
                return None
            total += cost
        return total

    return toll


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


def shortest_routes(
    start: Space,
    lengths: Iterable[int],
    neighbours: Neighbours,
    toll: Toll,
    *,
    may_end: Callable[[Path], bool],
) -> list[Route]:
    """The cheapest ways of the first length that has any: "as far as needed to find room, and no further"."""
    for length in lengths:

        def ends(path: Path, full: int = length + 1) -> bool:
            return len(path) == full and may_end(path)

        if found := routes(start, length, neighbours, toll, may_end=ends):
            return found
    return []


def next_steps(found: Iterable[Route], walked: Path) -> Spaces:
    """Where a walk along one of these routes may go on; the empty set when it has ended."""
    mask = 0
    here = len(walked)
    for path, _ in found:
        if len(path) > here and path[:here] == walked:
            mask |= bit(path[here])
    return mask


def may_stop(found: Iterable[Route], walked: Path) -> bool:
    """Is what has been walked one of these routes in full?"""
    return any(path == walked for path, _ in found)


def end_spaces(found: Iterable[Route]) -> Spaces:
    """Where the routes lead."""
    mask = 0
    for route in found:
        mask |= bit(route.end)
    return mask


# Pushing aside


def first_with_any(classes: Iterable[Spaces], among: Spaces) -> Spaces:
    """The members of the first class that has any: "to an empty hex, else beside friends, else ..."."""
    for mask in classes:
        if mask & among:
            return mask & among
    return 0


def displacement(
    start: Space,
    neighbours: Neighbours,
    has_room: Callable[[Space], bool],
    rank: Callable[[Space, Space], int | None],
    *,
    longest: int = 8,
) -> Path | None:
    """The shortest chain of pushes that ends in a space with room, or None if there is none.

    The occupants of each space move into the next; the last has room for them. `rank` says how welcome a
    push from one space into another is, lower first, None if it is forbidden. Among the shortest chains the
    one with the lowest ranks wins, compared from the first push on, then by the numbers of the spaces.
    """
    if has_room(start):
        return (start,)
    chains: list[tuple[tuple[int, ...], Path]] = [((), (start,))]
    seen = bit(start)
    for _ in range(longest):
        further: dict[Space, tuple[tuple[int, ...], Path]] = {}
        for ranks, path in chains:
            for to in neighbours[path[-1]]:
                worth = None if holds(seen, to) else rank(path[-1], to)
                if worth is not None:
                    chain = ((*ranks, worth), (*path, to))
                    further[to] = min(chain, further.get(to, chain))
        chains = sorted(further.values())
        for _, path in chains:
            if has_room(path[-1]):
                return path
        for to in further:
            seen |= bit(to)
    return None
