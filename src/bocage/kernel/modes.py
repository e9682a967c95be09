"""Where a unit can go when it may change on the way: unfold from march into battle order, turn, limber up.

The search runs over (space, mode) instead of spaces. A mode is a number; each has its own table of steps, because
roads may serve one mode only, or a front the steps ahead only. What a change costs is a small table by mode before and
after; facings are modes too, where turning costs something.

    tables = (march_edges, battle_edges)                       # `compile_edges`, one for each mode
    changes = ((0, 2 * POINT), (2 * POINT, 0))                 # None where it cannot be done
    found = reach_modes(tables, changes, g.space[unit], g.mode[unit], allowance, stop=zones, apart=zones)
    found.spaces; found.cost[mode, space]; found.path(mode, space)   # [(mode, space), ...], both ends included
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TypeAlias

from bocage.kernel.board import Edges
from bocage.kernel.ids import Space, Spaces
from bocage.kernel.movement import NO_CUT, Toll, allowed, toll, union_of
from bocage.kernel.spaces import BITS, spaces

Posture: TypeAlias = tuple[int, Space]
"""A mode and the space in which a unit is in it."""

Changes: TypeAlias = Sequence[Sequence[int | None]]
"""By mode before and mode after, what the change costs; None where there is none."""


class ModeReach:
    """What one unit can reach: `cost` by mode and space (how it stands now left out), and the `path` to each."""

    def __init__(self, start: Posture, cost: dict[Posture, int], came: dict[Posture, Posture]) -> None:
        """Normally made by `reach_modes`."""
        self.start = start
        self.cost = cost
        self._came = came

    @cached_property
    def spaces(self) -> Spaces:
        """Every other space where the unit may end its move, in whatever mode."""
        return spaces(space for _, space in self.cost if space != self.start[1])

    def modes(self, space: Space) -> list[int]:
        """In which modes it may stand in a space."""
        return [mode for mode, at in self.cost if at == space]

    def path(self, mode: int, space: Space) -> list[Posture]:
        """The cheapest way, change by change and step by step; `KeyError` for what is out of reach."""
        if (mode, space) == self.start:
            return [self.start]
        self.cost[mode, space]
        walk = [(mode, space)]
        while walk[-1] != self.start:
            walk.append(self._came[walk[-1]])
        return walk[::-1]


def reach_modes(
    tables: Sequence[Edges],
    changes: Changes,
    start: Space,
    mode: int,
    points: int,
    *,
    stop: Spaces = 0,
    block: Sequence[Spaces] = (),
    no_end: Spaces = 0,
    apart: Spaces = 0,
    enter: Sequence[Toll] = (),
    cut: Mapping[Space, Spaces] = NO_CUT,
    change_when_stopped: bool = False,
    minimum_one: bool = False,
) -> ModeReach:
    """All (mode, space) that a unit can reach with its points, each by the cheapest way.

    As in `movement.reach`; besides, `block` is by mode: it may neither enter these in that mode nor take it on there.
    With `change_when_stopped` a unit that was stopped may still change its mode. `minimum_one` is a step in the mode
    that it has.
    """
    size, over = len(tables[0]), max(points, 0) + 1
    blocked = block or (0,) * len(tables)
    switches = [
        [(to, price) for to, price in enumerate(row) if price is not None and to != n] for n, row in enumerate(changes)
    ]
    best = [over] * (size * len(tables))
    root = mode * size + start
    best[root] = 0
    came: dict[int, int] = {}
    buckets: list[list[int]] = [[] for _ in range(over)]
    buckets[0].append(root)
    dear = union_of(enter)

    for spent, bucket in enumerate(buckets):
        for node in bucket:  # grows while it is read: steps and changes may be free
            if best[node] != spent:
                continue
            now, at = divmod(node, size)
            here = BITS[at]
            stopped = stop & here and at != start
            if not stopped or change_when_stopped:
                for other, price in switches[now]:
                    to, total = other * size + at, spent + price
                    if total < best[to] and not blocked[other] & here:
                        best[to] = total
                        came[to] = node
                        buckets[total].append(to)
            if stopped:
                continue
            base, barred = now * size, blocked[now]
            steps = tables[now][at]
            if apart & here or at in cut:
                steps = allowed(steps, Space(at), cut, apart)
            for space, price in steps:
                to, total = base + space, spent + price
                if total < best[to]:
                    if (dear | barred) & BITS[space]:
                        total += toll(enter, space)
                        if barred & BITS[space] or total >= best[to]:
                            continue
                    best[to] = total
                    came[to] = node
                    buckets[total].append(to)

    if minimum_one:
        base = mode * size
        for space, _ in allowed(tables[mode][start], start, cut, apart):
            if best[base + space] == over and not blocked[mode] & BITS[space]:
                best[base + space] = over - 1
                came[base + space] = root
    return _found(size, root, best, came, no_end)


def _found(size: int, root: int, best: list[int], came: dict[int, int], no_end: Spaces) -> ModeReach:
    def posture(node: int) -> Posture:
        return node // size, Space(node % size)

    cost = {posture(node): best[node] for node in came if not no_end & BITS[node % size]}
    return ModeReach(posture(root), cost, {posture(node): posture(before) for node, before in came.items()})
