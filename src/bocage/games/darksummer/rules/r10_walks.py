"""10.1, 6.3 Walks: the ground, as an enemy who stands still leaves it, is prepared once and walked by all who move in a
Round.
"""

from bocage.kernel.board import Edges
from bocage.kernel.ids import Space, Spaces
from bocage.kernel.movement import Reach
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import BITS, each

BINARY = bytes.maketrans(b"01", b"\0\1")
UNREACHED, SHUT = -1, 1_000_000
"""The points left in a space where nobody has been, and in one that nobody may enter: no way there leaves more."""


class Walk(Reach):
    """What a mover can reach with its points, and in rising order the `ends`: where it may also stop."""

    __slots__ = ("ends", "points")

    ends: list[Space]
    points: int


@rule("10.1", "6.3")
class Field:
    """Where an army must stop, may not stop, and cannot go: tables by space, for a walk asks at every step."""

    __slots__ = ("_near", "_no_end", "_open", "_stops")

    def __init__(self, size: int, near: Spaces, stop: Spaces, no_end: Spaces, block: Spaces) -> None:
        """`near` are the enemy zones. They stop a move as the spaces in `stop` do; none ends in `no_end`, and none
        enters `block`.
        """
        self._near = near
        self._stops = _flags(near | stop, size)
        self._no_end = frozenset(each(no_end))
        self._open = [UNREACHED] * size
        for space in each(block):
            self._open[space] = SHUT

    def walk(self, steps: Edges, least: list[int], start: Space, points: int, *, minimum_one: bool) -> Walk:
        """Everywhere that a mover can get to, by the cheapest way; never straight from zone to zone.

        `least` is what the cheapest step out of each space costs; with `minimum_one` a single step is always possible.
        """
        points = max(points, 0)
        if self._near & BITS[start]:
            steps = [*steps]
            steps[start] = tuple([step for step in steps[start] if not self._near & BITS[step[0]]])
        stops, left = self._stops, self._open.copy()
        left[start] = points
        came: dict[Space, Space] = {}
        buckets: list[list[Space]] = [[] for _ in range(points + 1)]
        buckets[points].append(start)
        for now in range(points, -1, -1):
            for at in buckets[now]:
                if left[at] != now or now < least[at] or (stops[at] and at != start):
                    continue
                for to, price in steps[at]:
                    rest = now - price
                    if rest > left[to]:
                        left[to] = rest
                        came[to] = at
                        buckets[rest].append(to)
        cost = {to: points - left[to] for to in came}
        last: dict[Space, Space] = {}
        if minimum_one:
            for to, _ in steps[start]:
                if left[to] == UNREACHED:
                    cost[to], last[to] = points, start
        walk = Walk(start, cost, came, last)
        walk.points = points
        walk.ends = sorted(cost if cost.keys().isdisjoint(self._no_end) else cost.keys() - self._no_end)
        return walk


def _flags(some: Spaces, size: int) -> bytes:
    """By space, 1 for those in a set and 0 for the others."""
    return f"{some:0{size}b}"[::-1].encode().translate(BINARY)
