"""Where a unit can go: the spaces within its movement points, what each costs, and the way there.

A game compiles one table of steps per kind of unit (`board.compile_edges`) and passes the sets that change
from move to move: spaces it must stop in, may not enter, pays more for. A rule that none of these arguments
can say is the game's own function; this one knows no game. Costs are whole numbers, `POINT` to the movement
point, so that the cheapest space is always in the next bucket and nothing needs sorting.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias

from bocage.kernel.board import POINT, Edges
from bocage.kernel.ids import Space, Spaces
from bocage.kernel.spaces import BITS, each

__all__ = ["POINT", "Edges", "Reach", "Toll", "cheapest_steps", "reach"]

Toll: TypeAlias = tuple[Spaces, int]
"""Spaces and what they cost extra."""

Steps: TypeAlias = tuple[tuple[Space, int], ...]

NO_CUT: Mapping[Space, Spaces] = {}
NO_PRICE: Sequence[int] = [0] * len(BITS)


class Reach:
    """What one unit can reach: `cost` by space (not its own), the set of `spaces`, and the `path` to each."""

    __slots__ = ("_came", "_last", "_spaces", "cost", "start")

    def __init__(
        self, start: Space, cost: dict[Space, int], came: dict[Space, Space], last: dict[Space, Space]
    ) -> None:
        """`came` is the space before each on a walk that may go on; `last` on a step that ends the move."""
        self.start = start
        self.cost = cost
        self._came = came
        self._last = last
        self._spaces = -1

    @property
    def spaces(self) -> Spaces:
        """Every space where the unit may end its move, its own left out."""
        if self._spaces < 0:
            found = 0
            for space in self.cost:
                found |= BITS[space]
            self._spaces = found
        return self._spaces

    def without(self, no_end: Spaces) -> Reach:
        """The same for a unit that may pass some spaces but not end there."""
        if not no_end & self.spaces:
            return self
        cost = {to: spent for to, spent in self.cost.items() if not no_end & BITS[to]}
        return Reach(self.start, cost, self._came, self._last)

    def path(self, to: Space) -> list[Space]:
        """The cheapest way, both ends included; `KeyError` for a space out of reach."""
        if to == self.start:
            return [to]
        self.cost[to]
        walk = [to]
        at = self._last.get(to, self._came.get(to, to))
        while at != self.start:
            walk.append(at)
            at = self._came[at]
        return [*walk, at][::-1]


def reach(
    edges: Edges,
    start: Space,
    points: int,
    *,
    stop: Spaces = 0,
    block: Spaces = 0,
    no_end: Spaces = 0,
    apart: Spaces = 0,
    enter: Sequence[Toll] = (),
    leave: Sequence[Toll] = (),
    cut: Mapping[Space, Spaces] = NO_CUT,
    first: Edges | None = None,
    last: Edges | None = None,
    minimum_one: bool = False,
    least: Sequence[int] | None = None,
) -> Reach:
    """All spaces that a unit can reach with its points, each by the cheapest way.

    - `stop`: it may enter these but go no further. The start does not stop it.
    - `block`: it may not enter these.
    - `no_end`: it may pass these but not end there.
    - `apart`: it may not step from one of these straight into another.
    - `enter`, `leave`: extra cost of stepping into, or out of, any of a set.
    - `cut`: by space, the neighbours that it may not step to (bonds, blown bridges).
    - `first`: the steps out of the start, where they differ (rivers crossed only at the outset).
    - `last`: further steps that may be taken but end the move (floods entered off the road).
    - `minimum_one`: a step out of the start is possible whatever it costs, if it is the whole move.
    - `least`: by space, its cheapest step (`cheapest_steps`); the way need not be looked for where none can be paid.
    """
    over = max(points, 0) + 1
    best = [over] * len(edges)
    best[start] = 0
    came: dict[Space, Space] = {}
    cost: dict[Space, int] = {}
    ended: dict[Space, int] = {}
    ended_from: dict[Space, Space] = {}
    buckets: list[list[Space]] = [[] for _ in range(over)]
    buckets[0].append(start)
    # Most spaces are like any other: one test each shows it.
    odd = marks(len(edges), stop | apart | union_of(leave))
    dues = entry_dues(len(edges), block, tuple(enter))
    if least is None or first is not None or last is not None:
        least = NO_PRICE

    for spent, bucket in enumerate(buckets):
        for at in bucket:  # grows while it is read: steps may be free
            if best[at] != spent:
                continue
            base = spent
            steps = edges[at] if first is None or at != start else first[at]
            if odd[at]:
                if stop & BITS[at] and at != start:
                    continue
                base += toll(leave, at)
                steps = allowed(steps, at, cut, apart)
            elif at in cut:
                steps = allowed(steps, at, cut, apart)
            for to, price in steps:
                total = base + price
                if total < best[to]:
                    if due := dues[to]:
                        if due < 0:
                            best[to] = -1  # nothing is cheaper, so it is never looked at again
                            continue
                        total += due
                        if total >= best[to]:
                            continue
                    best[to] = cost[to] = total
                    came[to] = at
                    if total + least[to] < over:
                        buckets[total].append(to)
            if last is not None:
                for to, price in allowed(last[at], at, cut, apart):
                    total = base + price + toll(enter, to)
                    if total < ended.get(to, best[to]) and not block & BITS[to]:
                        ended[to] = total
                        ended_from[to] = at

    if minimum_one:
        one = (first or edges)[start] + (last[start] if last is not None else ())
        for to, _ in allowed(one, start, cut, apart):
            if best[to] == over and to not in ended and not block & BITS[to]:
                ended[to] = over - 1
                ended_from[to] = start

    for to, spent in ended.items():
        if spent < best[to]:
            cost[to] = spent
        else:
            del ended_from[to]
    if no_end:
        cost = {to: spent for to, spent in cost.items() if not no_end & BITS[to]}
    return Reach(start, cost, came, ended_from)


@lru_cache(maxsize=64)
def entry_dues(size: int, block: Spaces, enter: tuple[Toll, ...]) -> list[int]:
    """By space, what entering costs extra, negative where it is blocked. Kept: every unit asks this."""
    dues, everywhere = [0] * size, BITS[size] - 1
    for mask, extra in enter:
        for space in each(mask & everywhere):
            dues[space] += extra
    for space in each(block & everywhere):
        dues[space] = -1
    return dues


@lru_cache(maxsize=64)
def marks(size: int, some: Spaces) -> bytearray:
    """By space, whether it belongs to a set."""
    marked = bytearray(size)
    for space in each(some & BITS[size] - 1):
        marked[space] = 1
    return marked


def cheapest_steps(edges: Edges) -> list[int]:
    """By space, what its cheapest step costs: `reach` takes it as `least`. A game keeps it with the table of steps."""
    return [min((price for _, price in steps), default=0) for steps in edges]


def union_of(tolls: Sequence[Toll]) -> Spaces:
    """Every space that costs extra."""
    out = 0
    for mask, _ in tolls:
        out |= mask
    return out


def toll(tolls: Sequence[Toll], space: Space) -> int:
    """What a space costs extra in all."""
    total = 0
    for mask, extra in tolls:
        if mask & BITS[space]:
            total += extra
    return total


def allowed(steps: Steps, at: Space, cut: Mapping[Space, Spaces], apart: Spaces) -> Steps:
    """Steps less those that bonds and zones around a space forbid."""
    barred = cut.get(at, 0) | (apart if apart & BITS[at] else 0)
    return tuple([step for step in steps if not barred & BITS[step[0]]]) if barred else steps
