"""10.1, 6.3 Walks: the ground, as an enemy who stands still leaves it, is prepared once and walked by all who move in a
Round.
"""

from bocage.kernel.board import Edges
from bocage.kernel.ids import Space, Spaces
from bocage.kernel.movement import Reach
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import BITS, each

UNREACHED, SHUT = -1, 1_000_000
"""The points left in a space where nobody has been, and in one that nobody may enter: no way there leaves more."""


class Walk:
    """What a mover can reach with its points, and in rising order the `ends`: where it may also stop. A move asks for
    one path and hardly ever for a cost, so both are read off what the walk has left behind.
    """

    __slots__ = ("came", "ends", "left", "points", "start")

    def __init__(self, start: Space, points: int, came: dict[Space, Space], left: list[int], ends: list[Space]) -> None:
        """`came` is the space before each that was reached, `left` by space the points that are left there."""
        self.start = start
        self.points = points
        self.came = came
        self.left = left
        self.ends = ends

    def path(self, to: Space) -> list[Space]:
        """The cheapest way, both ends included; `KeyError` for a space out of reach."""
        way = [to]
        while to != self.start:
            to = self.came[to]
            way.append(to)
        return way[::-1]

    def reach(self) -> Reach:
        """The same with what every space costs."""
        return Reach(self.start, {to: self.points - self.left[to] for to in self.came}, self.came, {})


@rule("10.1", "6.3")
class Field:
    """Where an army must stop, may not stop, and cannot go: tables by space, for a walk asks at every step."""

    __slots__ = ("_near", "_needed", "_no_end", "_open", "_stops")

    def __init__(self, size: int, near: Spaces, stop: Spaces, no_end: Spaces, block: Spaces) -> None:
        """`near` are the enemy zones. They stop a move as the spaces in `stop` do; none ends in `no_end`, and none
        enters `block`.
        """
        self._near = near
        self._stops = near | stop
        self._no_end = frozenset(each(no_end))
        self._open = [UNREACHED] * size
        for space in each(block):
            self._open[space] = SHUT
        self._needed: dict[int, tuple[list[int], list[int]]] = {}

    def walk(self, steps: Edges, least: list[int], start: Space, points: int, *, minimum_one: bool) -> Walk:
        """Everywhere that a mover can get to, by the cheapest way; never straight from zone to zone.

        `least` is what the cheapest step out of each space costs; with `minimum_one` a single step is always possible.
        """
        points = max(points, 0)
        if self._near & BITS[start]:
            steps = [*steps]
            steps[start] = tuple([step for step in steps[start] if not self._near & BITS[step[0]]])
        needed, left = self._to_go_on(least), self._open.copy()
        left[start] = points
        came: dict[Space, Space] = {}
        buckets: list[list[Space]] = [[] for _ in range(points + 1)]
        buckets[points].append(start)
        for now in range(points, -1, -1):
            for at in buckets[now]:  # grows while it is read: steps may be free
                if left[at] != now:
                    continue
                for to, price in steps[at]:
                    rest = now - price
                    if rest > left[to]:
                        left[to] = rest
                        came[to] = at
                        if rest >= needed[to]:
                            buckets[rest].append(to)
        if minimum_one:
            for to, _ in steps[start]:
                if left[to] == UNREACHED:
                    left[to] = 0
                    came[to] = start
        ends = sorted(came if came.keys().isdisjoint(self._no_end) else came.keys() - self._no_end)
        return Walk(start, points, came, left, ends)

    def _to_go_on(self, least: list[int]) -> list[int]:
        """By space, the points that a mover needs to go on from there: more than anybody has where it must stop."""
        known = self._needed.get(id(least))
        if known is None:
            needed = least.copy()
            for space in each(self._stops):
                needed[space] = SHUT
            known = self._needed[id(least)] = (least, needed)  # a list that is kept gives its number to no other
        return known[1]
