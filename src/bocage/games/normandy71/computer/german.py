"""How the Germans move: they shut the roads that lead inland, and strike where an Allied hex can be taken.

A German unit shuts every road hex beside it. The planner looks for the hexes whose shutting costs the Allies most, now
and if the weaker blocks were driven off, and sends the units that can be there. At the end the same reckoning sends
units wherever they spoil a city or a road.
"""

from collections.abc import Iterable, Sequence
from heapq import heapify, heappop

from bocage.games.normandy71.board import Normandy
from bocage.games.normandy71.computer.chances import defence_at, in_a_trap, stands
from bocage.games.normandy71.computer.last_move import LastMoves
from bocage.games.normandy71.computer.marching_orders import Marching, no_orders
from bocage.games.normandy71.computer.outlook import (
    FAR,
    NEARNESS,
    goals_of,
    near_units,
    phases_left,
    prospect,
    supply_reach,
)
from bocage.games.normandy71.computer.planned_attacks import plan_attacks
from bocage.games.normandy71.computer.ways import Stacks, Ways, ways_of
from bocage.games.normandy71.rules.r07_zones_of_control import held, zone
from bocage.games.normandy71.rules.r09_supply import supply_areas
from bocage.games.normandy71.sides import ALLIED, GERMAN
from bocage.games.normandy71.state import Game71
from bocage.kernel.ids import NOWHERE, Space, Spaces, UnitId, Units
from bocage.kernel.spaces import BITS, bit, each, members, spaces

DOUBTS = (0.3, 0.6, 0.85)
"""A block counts in each of these cases if it is likelier than that to stand."""
BEACH = 2.5
"""What it is worth to put an Allied beach out of use, beyond the roads it feeds."""
ON_THE_WAY = 0.4
"""The share of another hex's worth that the Allied hex in front of it counts for: it has to be cleared first."""
MANY = 160
"""If more hexes than this could be blocked, only those near the enemy and its goals are looked at."""
TRIED = 10
"""How many hexes are reckoned exactly for one unit."""
ROUNDS = 3
"""How often units that found nothing to shut look again, once the others stand."""


def german_march(g: Game71, left: Units, *, second: bool) -> Marching:
    """The orders of a German movement phase."""
    ways = ways_of(g, GERMAN, left, second=second)
    orders = no_orders()
    worlds, to_come = supposed(g), phases_left(g)
    stacks = Stacks(g, GERMAN, sum(1 << unit for unit in ways.ends))
    if not second:
        _counter_attacks(g, ways, stacks, orders)
    if not to_come:
        LastMoves(worlds, ways, stacks, orders).give_out()
    Blocks([(world, doubt) for world in worlds for doubt in DOUBTS], ways, stacks, orders, to_come).give_out()
    return orders


def supposed(g: Game71) -> list[Game71]:
    """The worlds to be ready for: supply over as many beaches as possible, and over those that are known to bring it.

    Depth is shared among beachheads, so fewer of them can be worse.
    """
    if not g.known_supply or g.known_supply == g.supply:
        return [g]
    known = g.copy()
    known.supply = g.known_supply
    known.touch()
    return [g, known]


def _counter_attacks(g: Game71, ways: Ways, stacks: Stacks, orders: Marching) -> None:
    prizes = attack_prizes(g)
    names = g.board.names
    for planned in plan_attacks(g, GERMAN, ways, stacks, prizes, most=8):
        for unit, space in planned.units.items():
            text = f"goes to {names[space]} to attack {names[planned.target]}, {planned.chance}"
            orders.send(unit, space, ways, text)


def attack_prizes(g: Game71) -> dict[Space, float]:
    """What it is worth to the Germans to clear each Allied hex."""
    return g.cached("german prizes", _attack_prizes)


def _attack_prizes(g: Game71) -> dict[Space, float]:
    board, left = g.board, phases_left(g)
    shut = held(g, GERMAN) | zone(g, GERMAN)
    now = prospect(g, shut, left=left)
    areas = supply_areas(g)
    found = {}
    for space in each(held(g, ALLIED)):
        here = bit(space)
        then = prospect(g, shut | board.adjacency.dilate(here, 1), left=left)
        found[space] = 0.1 + 0.6 * max(0.0, now - then) + (BEACH if here & areas else 0.0)
    return _with_the_way(board, found) if left else found


def _with_the_way(board: Normandy, prizes: dict[Space, float]) -> dict[Space, float]:
    """Units in front of a prize have to be cleared first."""
    found = {}
    for space, prize in prizes.items():
        behind = (prizes.get(near, 0.0) for near in members(board.adjacency.spread(bit(space))))
        found[space] = prize + ON_THE_WAY * max(behind, default=0.0)
    return found


class Blocks:
    """The hexes to be held, chosen one after another.

    A case is a world and a doubt: the blocks that are likelier than that to stand are those that count in it.
    """

    tried = TRIED

    def __init__(
        self, cases: Sequence[tuple[Game71, float]], ways: Ways, stacks: Stacks, orders: Marching, left: int
    ) -> None:
        g = cases[0][0]
        self.g, self.ways, self.stacks, self.orders = g, ways, stacks, orders
        self.cases, self.left = cases, left
        self.near = self.threats()
        self.shut = [0] * len(cases)
        for space in stacks.at:
            self._count(space)
        self.value = [prospect(world, shut, left=left) for (world, _), shut in zip(cases, self.shut, strict=True)]
        self.guess: dict[Space, float] = {}

    def threats(self) -> list[float]:
        """By hex, the Allied strength that may soon be brought against it."""
        return near_units(self.g, self.g.board.of_side[ALLIED], 4, 7)

    def _strength(self, space: Space) -> float:
        return defence_at(self.g, self.stacks.at.get(space, 0))

    def _stands(self, space: Space, strength: float) -> float:
        return stands(self.g, space, max(strength, 1.0), self.near[space]) if self.left else 1.0

    def _around(self, space: Space) -> Spaces:
        return self.g.board.adjacency.dilate(BITS[space], 1)

    def _count(self, space: Space) -> None:
        likely = self._stands(space, self._strength(space))
        mask = self._around(space)
        for n, (_, doubt) in enumerate(self.cases):
            if likely > doubt:
                self.shut[n] |= mask

    def gain(self, unit: UnitId, space: Space) -> float:
        """What the Allies lose if a unit goes to a hex, over all cases."""
        board = self.g.board
        before = self._stands(space, self._strength(space)) if space in self.stacks.at else 0.0
        self.stacks.put(unit, space)
        likely = self._stands(space, self._strength(space))
        self.stacks.take(unit, space)
        mask, total = self._around(space), 0.0
        for n, (world, doubt) in enumerate(self.cases):
            if likely > doubt and mask & ~self.shut[n]:
                total += self.value[n] - prospect(world, self.shut[n] | mask, left=self.left)
        if board.armor >> unit & 1 and not self.stacks.at.get(space, 0):
            total *= 0.5
        return total / len(self.cases) + 0.25 * max(0.0, likely - max(before, 0.4)) * self.guess.get(space, 0.0)

    def give_out(self) -> None:
        """Every unit that is left gets a hex: the strongest infantry first, then armour to join it."""
        board = self.g.board
        units = [unit for unit in self.ways.ends if unit not in self.orders.to]
        self._first_guess(units)
        units.sort(key=lambda u: (bool(board.armor >> u & 1), -board.strength[u] - 20 * (u in self.ways.entry)))
        for _ in range(ROUNDS):
            waiting = [unit for unit in units if not self._one(unit)]
            if len(waiting) in (0, len(units)):
                break
            units, self.guess = waiting, {}
            self._first_guess(units)  # a hex that shuts nothing alone may shut the last road now
        for unit in waiting:
            self._stand_ready(unit)

    def _first_guess(self, units: Iterable[UnitId]) -> None:
        """What shutting each hex alone would be worth in the best case."""
        g, ends = self.g, 0
        for unit in units:
            ends |= self.ways.ends[unit]
        worst: dict[int, int] = {}
        for n, (world, _) in enumerate(self.cases):
            m = worst.setdefault(id(world), n)
            if self.value[n] > self.value[m]:
                worst[id(world)] = n
        for n in worst.values():
            world = self.cases[n][0]
            reached = supply_reach(world, self.shut[n])
            touching = g.board.adjacency.dilate(reached.net | g.board.city_hexes & reached.cover, 1)
            useful = ends & touching
            if useful.bit_count() > MANY:
                key = g.board.city_hexes | g.board.exit_hexes | held(g, ALLIED) | supply_areas(world)
                useful &= g.board.adjacency.dilate(key, 3)
            for space in members(useful):
                then = prospect(world, self.shut[n] | self._around(space), left=self.left)
                self.guess[space] = self.guess.get(space, 0.0) + (self.value[n] - then) / len(worst)

    def _one(self, unit: UnitId) -> bool:
        """Send a unit where it shuts most; returns whether there is such a hex."""
        g, stacks = self.g, self.stacks
        ends = self.ways.ends[unit]
        here = g.space[unit]
        heap = [(-gain, space) for space, gain in self.guess.items() if ends & BITS[space]]
        heapify(heap)
        best, most = NOWHERE, 0.01
        tried = 0
        while heap and tried < self.tried and -heap[0][0] > most:
            _, space = heappop(heap)
            if not stacks.room(unit, space):
                continue
            tried += 1
            gain = self.gain(unit, space)
            # A later unit is weaker and finds more roads shut: this is the most it can hope for.
            self.guess[space] = gain
            gain += 0.03 if space == here else 0.0
            if gain > most:
                best, most = space, gain
        if best >= 0:
            self._send(unit, best, f"shuts the roads at {g.board.describe(best)}")
        return best >= 0

    def _stand_ready(self, unit: UnitId) -> None:
        """Nothing to shut: the second line."""
        to = self._reserve(unit, self.ways.ends[unit])
        self._send(unit, to, f"stands ready at {self.g.board.describe(to)}")

    def _send(self, unit: UnitId, to: Space, why: str) -> None:
        self.stacks.put(unit, to)
        self._settle(to)
        self.orders.send(unit, to, self.ways, why)

    def _settle(self, space: Space) -> None:
        old = list(self.shut)
        self._count(space)
        for n, shut in enumerate(self.shut):
            if shut != old[n]:
                self.value[n] = prospect(self.cases[n][0], shut, left=self.left)

    def _reserve(self, unit: UnitId, ends: Spaces) -> Space:
        """Second line: behind the blocks, nearest to what the Allies want."""
        g, board = self.g, self.g.board
        here = g.space[unit]
        if here >= 0 and board.points[unit] <= 12 and self.stacks.room(unit, here):
            if self._may_wait(here):
                return here
            ends = spaces(space for space in members(ends) if not in_a_trap(g, GERMAN, space)) or ends
        best, most = here, -1e9
        pull = self._pull()
        armor = bool(board.armor >> unit & 1)
        for space in members(ends):
            if not self.stacks.room(unit, space):
                continue
            with_friends = self.stacks.at.get(space, 0)
            score = pull[space] + 0.05 * bool(BITS[space] & (board.bocage | board.city))
            if armor:
                score += 0.4 if with_friends & ~board.armor else 0.0
            else:
                score -= 0.3 * with_friends.bit_count()
            if score > most:
                best, most = space, score
        return best if best >= 0 else members(ends)[0]

    def _may_wait(self, here: Space) -> bool:
        """A unit behind works holds out; elsewhere none waits until its last way back is shut."""
        works = self.g.dug_in[GERMAN] | self.g.board.fort
        return bool(works & BITS[here]) or not in_a_trap(self.g, GERMAN, here)

    def _pull(self) -> list[float]:
        return self.g.cached("german pull", _german_pull)


def _german_pull(g: Game71) -> list[float]:
    """By hex, how good it is for a German reserve: near the objectives and near the Allies."""
    board = g.board
    found = [0.0] * len(board.names)
    near = near_units(g, board.of_side[ALLIED], 8, 8)
    for space in members(board.land):
        value = max(goal.points * NEARNESS[min(int(goal.far[space]), FAR)] for goal in goals_of(board))
        found[space] = 0.2 * value + 0.01 * min(near[space], 60.0)
    return found
