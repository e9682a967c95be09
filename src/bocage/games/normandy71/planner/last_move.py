"""The last day: the Allies move no more, so nothing counts but the points, and those can be reckoned exactly.

Everybody stands fast unless his going elsewhere costs the Allies something: a road cut, a city spoilt. A beach is
entered only if that pays, since depth is shared among the beachheads that are left.
"""

from collections.abc import Sequence
from heapq import heapify, heappop, heappush

from bocage.games.normandy71.outlook import certain_points, supply_reach
from bocage.games.normandy71.planner.marching import Marching
from bocage.games.normandy71.planner.ways import Stacks, Ways
from bocage.games.normandy71.state import Game71
from bocage.kernel.ids import Space, Spaces, UnitId
from bocage.kernel.spaces import BITS, members

LEAST = 0.001
"""A move that takes less from the Allies is not made."""


class LastMoves:
    """Orders for everybody who stands on the map and has none yet: most of them are to stay.

    Units are moved one after the other, each time the one whose going costs the Allies most.
    """

    def __init__(self, worlds: Sequence[Game71], ways: Ways, stacks: Stacks, orders: Marching) -> None:
        self.g = g = worlds[0]
        self.worlds, self.ways, self.stacks, self.orders = worlds, ways, stacks, orders
        self.entered: dict[Spaces, Sequence[Game71]] = {0: worlds}
        self.at: dict[UnitId, Space] = {}
        for unit in ways.ends:
            here = g.space[unit]
            # Where an attack has filled the hex, whoever stood there has to find another.
            if unit not in orders.to and 0 <= here < g.board.first_box and stacks.room(unit, here):
                self.at[unit] = here
                stacks.put(unit, here)
        self.beaches = sum(BITS[space] for space in orders.to.values()) & g.invaded
        self.now = self._points(self._held(), 0)

    def _held(self) -> Spaces:
        return sum(BITS[space] for space in self.stacks.at)

    def _points(self, german: Spaces, fresh: Spaces) -> float:
        """What the Allies score, over all worlds, with Germans in some hexes and some beaches lost to them."""
        lost = self.beaches | fresh
        if lost not in self.entered:
            self.entered[lost] = [_without(world, lost) for world in self.worlds]
        shut = self.g.board.adjacency.dilate(german, 1)
        return sum(certain_points(world, shut) for world in self.entered[lost]) / len(self.worlds)

    def _gain(self, unit: UnitId, to: Space) -> float:
        if not self.stacks.room(unit, to):
            return 0.0
        here = self.at[unit]
        left_behind = self._held()
        if self.stacks.at[here] == 1 << unit:
            left_behind &= ~BITS[here]
        return self.now - self._points(left_behind | BITS[to], BITS[to] & self.g.invaded)

    def give_out(self) -> None:
        """Order everybody to go, or to stay."""
        orders, describe = self.orders, self.g.board.describe
        heap = [(-gain, unit, to) for unit, to in self._choices() if (gain := self._gain(unit, to)) > LEAST]
        heapify(heap)
        while heap:
            _, unit, to = heappop(heap)
            if unit in orders.to:
                continue
            gain = self._gain(unit, to)  # others have moved since it was reckoned
            if gain <= LEAST:
                continue
            if heap and gain < -heap[0][0]:
                heappush(heap, (-gain, unit, to))
                continue
            self._go(unit, to)
            orders.send(unit, to, self.ways, f"cuts Allied supply at {describe(to)} before the day ends")
        for unit, here in self.at.items():
            if unit not in orders.to:
                orders.send(unit, here, self.ways, f"stands fast at {describe(here)}")

    def _choices(self) -> list[tuple[UnitId, Space]]:
        """Who could go where it matters: beside a road that feeds the Allies, a city of theirs, or a beach."""
        g, board = self.g, self.g.board
        shut = board.adjacency.dilate(self._held(), 1)
        wanted = board.city_hexes & g.allied_cities | g.invaded
        for world in self.worlds:
            wanted |= supply_reach(world, shut).net
        wanted = board.adjacency.dilate(wanted, 1)
        return [
            (unit, to) for unit, here in self.at.items() for to in members(self.ways.ends[unit] & wanted) if to != here
        ]

    def _go(self, unit: UnitId, to: Space) -> None:
        self.stacks.take(unit, self.at[unit])
        self.stacks.put(unit, to)
        self.at[unit] = to
        self.beaches |= BITS[to] & self.g.invaded
        self.now = self._points(self._held(), 0)


def _without(world: Game71, beaches: Spaces) -> Game71:
    then = world.copy()
    then.lost_beaches |= beaches
    then.touch()
    return then
