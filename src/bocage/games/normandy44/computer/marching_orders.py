"""Who goes where: the orders of a movement phase as they are handed out, stack by stack."""

from typing import NamedTuple

from bocage.games.normandy44.rules.r07_stacking import LIMIT, stacking_points
from bocage.games.normandy44.rules.r08_zones_of_control import presence
from bocage.games.normandy44.rules.r09_movement_phase import movable
from bocage.games.normandy44.rules.r09_moving_a_unit import Moving
from bocage.games.normandy44.rules.r17_cadres import strength
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.counters import each_unit
from bocage.kernel.ids import Side, Space, Spaces, UnitId, Units
from bocage.kernel.spaces import BITS


class Order(NamedTuple):
    """One unit's order: where to, in which manner, why, and how soon."""

    goal: Space
    verb: str
    why: str
    rank: float


def reaches(g: Normandy44, side: Side, units: Units, *, reserve: bool = False) -> dict[UnitId, Spaces]:
    """Where each of the units can be at the end of an ordinary move, its own hex included."""
    found: dict[UnitId, Spaces] = {}
    for unit in each_unit(units):
        ground = BITS[g.space[unit]]
        for space in Moving(by=side, unit=unit, reserve=reserve).destinations(g):
            ground |= BITS[space]
        found[unit] = ground
    return found


def ready_units(g: Normandy44, side: Side) -> Units:
    """Those who may move."""
    return movable(g, side)


class Seating:
    """Stacks as they will stand when all orders are carried out."""

    def __init__(self, g: Normandy44, side: Side, reach: dict[UnitId, Spaces]) -> None:
        self.g, self.side, self.reach = g, side, reach
        self.orders: dict[UnitId, Order] = {}
        self.stacks: dict[Space, Units] = {}
        self.free = set(reach)
        for unit in each_unit(presence(g).units[side]):
            if unit not in reach:
                self._put(unit, g.space[unit])

    def _put(self, unit: UnitId, space: Space) -> None:
        self.stacks[space] = self.stacks.get(space, 0) | 1 << unit

    def fits(self, unit: UnitId, space: Space, leaving: Units = 0) -> bool:
        """Would the stack be legal with this unit too, and without those who leave it?"""
        return stacking_points(self.g, self.stacks.get(space, 0) & ~leaving | 1 << unit) <= LIMIT

    def give(self, unit: UnitId, space: Space, why: str, rank: float = 0.0) -> None:
        """An order, or the order to stay."""
        self.free.discard(unit)
        self.orders[unit] = Order(space, "move", why, rank)
        self._put(unit, space)

    def move(self, unit: UnitId, space: Space, why: str, rank: float) -> None:
        """An order in place of an earlier one."""
        before = self.orders.get(unit)
        if before is not None:
            self.stacks[before.goal] &= ~(1 << unit)
        self.give(unit, space, why, rank)

    def march(self, unit: UnitId, goal: Space, why: str, rank: float, verb: str) -> None:
        """An order to go towards a place that is out of reach this turn."""
        self.free.discard(unit)
        self.orders[unit] = Order(goal, verb, why, rank)

    def strength(self, space: Space) -> int:
        """The strength that will stand in a hex."""
        return sum(strength(self.g, unit) for unit in each_unit(self.stacks.get(space, 0)))

    def bonding(self) -> Spaces:
        """The hexes from which bonds will be formed."""
        steady = ~(self.g.weak | self.g.scattered)
        found = 0
        for space, units in self.stacks.items():
            if units & steady:
                found |= BITS[space]
        return found
