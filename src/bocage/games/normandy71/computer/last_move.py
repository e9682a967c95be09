"""The last day: the Allies will not move again, so nothing counts but the points, and those can be reckoned exactly. Of
moves that cost them the same points, the one that cuts off more of what stands inland is made. Every unit stands fast
unless going elsewhere costs the Allies something: a road cut, a city spoilt. A beach is entered only if that pays,
since depth is shared among the beachheads that are left.
"""

from collections.abc import Mapping, Sequence
from heapq import heapify, heappop, heappush
from itertools import combinations
from math import comb

from bocage.games.normandy71.computer.marching_orders import Marching
from bocage.games.normandy71.computer.outlook import certain_points, inland, supply_reach
from bocage.games.normandy71.computer.ways import Stacks, Ways
from bocage.games.normandy71.state import Game71
from bocage.kernel.ids import Space, Spaces, UnitId
from bocage.kernel.spaces import BITS, members, spaces

INLAND = 0.00001
"""What an Allied hex in supply counts for each hex that it is inland: only between equals."""
LEAST = 0.000001
"""A move that takes less from the Allies is not made."""
MOST_TRIED = 20_000
"""The most ways of going together that are reckoned."""


class LastMoves:
    """Orders for every unit on the map that has none yet: most of them are to stay. Units are moved one after another,
    each time the one whose move costs the Allies most; when no single move does, two or three together.
    """

    def __init__(self, worlds: Sequence[Game71], ways: Ways, stacks: Stacks, orders: Marching) -> None:
        self.g = g = worlds[0]
        self.worlds, self.ways, self.stacks, self.orders = worlds, ways, stacks, orders
        self.entered: dict[Spaces, Sequence[Game71]] = {0: worlds}
        self.at: dict[UnitId, Space] = {}
        for unit in ways.ends:
            here = g.space[unit]
            # Where an attack has filled the hex, the unit that stood there has to find another.
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
        return sum(_score(world, shut) for world in self.entered[lost]) / len(self.worlds)

    def _gain(self, unit: UnitId, to: Space) -> float:
        if not self.stacks.room(unit, to):
            return 0.0
        here = self.at[unit]
        left_behind = self._held()
        if self.stacks.at[here] == 1 << unit:
            left_behind &= ~BITS[here]
        return self.now - self._points(left_behind | BITS[to], BITS[to] & self.g.invaded)

    def give_out(self) -> None:
        """Order every unit to go, or to stay."""
        while self._alone() or self._together():
            pass
        for unit, here in self.at.items():
            if unit not in self.orders.to:
                self.orders.send(unit, here, self.ways, f"stands fast at {self.g.board.describe(here)}")

    def _alone(self) -> bool:
        """Send those whose move pays by itself; returns whether any went."""
        heap = [(-gain, unit, to) for unit, to in self._choices() if (gain := self._gain(unit, to)) > LEAST]
        heapify(heap)
        gone = False
        while heap:
            _, unit, to = heappop(heap)
            if unit in self.orders.to:
                continue
            gain = self._gain(unit, to)  # others have moved since it was reckoned
            if gain <= LEAST:
                continue
            if heap and gain < -heap[0][0]:
                heappush(heap, (-gain, unit, to))
                continue
            self._go(unit, to)
            gone = True
        return gone

    def _together(self) -> bool:
        """Roads run in loops: send two or three who shut together what none of them shuts alone; returns whether any
        went.
        """
        takers = self._takers()
        for many in (2, 3):
            if comb(len(takers), many) > MOST_TRIED:
                break
            held, best = self._held(), self.now - LEAST
            chosen: Sequence[Space] = ()
            for hexes in combinations(takers, many):
                then = self._points(held | spaces(hexes), 0)
                if then < best:
                    best, chosen = then, hexes
            if chosen and self._send_to(chosen, takers):
                return True
        return False

    def _takers(self) -> dict[Space, list[UnitId]]:
        """Hexes from which roads are shut, without those that shut less than another, and who can be spared to go
        there.
        """
        dilate, net = self.g.board.adjacency.dilate, self._net()
        spare = {unit for unit in self.at if unit not in self.orders.to and self._is_spare(unit)}
        takers: dict[Space, list[UnitId]] = {}
        for unit, to in self._choices():
            if unit in spare and not BITS[to] & self.g.invaded and self.stacks.room(unit, to):
                takers.setdefault(to, []).append(unit)
        shuts: dict[Spaces, Space] = {}
        for space in takers:
            shuts.setdefault(dilate(BITS[space], 1) & net, space)
        return {
            space: takers[space]
            for roads, space in shuts.items()
            if roads and not any(roads != more and not roads & ~more for more in shuts)
        }

    def _is_spare(self, unit: UnitId) -> bool:
        here = self.at[unit]
        return self.stacks.at[here] != 1 << unit or self._points(self._held() & ~BITS[here], 0) <= self.now + LEAST

    def _send_to(self, hexes: Sequence[Space], takers: Mapping[Space, Sequence[UnitId]]) -> bool:
        """One unit to each of some hexes, unless too few are left for them or what they leave is worth more."""
        going: dict[UnitId, Space] = {}
        for to in sorted(hexes, key=lambda space: len(takers[space])):
            unit = next((unit for unit in takers[to] if unit not in going), None)
            if unit is None:
                return False
            going[unit] = to
        before, was = self.now, {unit: self.at[unit] for unit in going}
        for unit, to in going.items():
            self._move(unit, to)
        if self.now >= before - LEAST:
            for unit, here in was.items():
                self._move(unit, here)
            return False
        for unit, to in going.items():
            self._order(unit, to)
        return True

    def _net(self) -> Spaces:
        """The roads that feed the Allies as the Germans stand, in any world."""
        shut, net = self.g.board.adjacency.dilate(self._held(), 1), 0
        for world in self.worlds:
            net |= supply_reach(world, shut).net
        return net

    def _choices(self) -> list[tuple[UnitId, Space]]:
        """Which units could go where it matters: beside a road that feeds the Allies, a city of theirs, or a beach."""
        g, board = self.g, self.g.board
        wanted = board.adjacency.dilate(board.city_hexes & g.allied_cities | g.invaded | self._net(), 1)
        return [
            (unit, to)
            for unit, here in self.at.items()
            if unit not in self.orders.to
            for to in members(self.ways.ends[unit] & wanted)
            if to != here
        ]

    def _go(self, unit: UnitId, to: Space) -> None:
        self._move(unit, to)
        self._order(unit, to)

    def _move(self, unit: UnitId, to: Space) -> None:
        self.stacks.take(unit, self.at[unit])
        self.stacks.put(unit, to)
        self.at[unit] = to
        self.beaches |= BITS[to] & self.g.invaded
        self.now = self._points(self._held(), 0)

    def _order(self, unit: UnitId, to: Space) -> None:
        text = f"cuts Allied supply at {self.g.board.describe(to)} before the day ends"
        self.orders.send(unit, to, self.ways, text)


def _score(world: Game71, shut: Spaces) -> float:
    reached = supply_reach(world, shut)
    return certain_points(world, reached, shut) + INLAND * inland(world, reached.cover)


def _without(world: Game71, beaches: Spaces) -> Game71:
    then = world.copy()
    then.lost_beaches |= beaches
    then.touch()
    return then
