"""A side's orders for one phase: made when they are first needed, then carried out."""

from collections.abc import Hashable

from bocage.games.normandy44.computer.allied import allied_orders
from bocage.games.normandy44.computer.german import german_orders
from bocage.games.normandy44.computer.ground import pull
from bocage.games.normandy44.computer.marching_orders import Order, reaches
from bocage.games.normandy44.computer.planned_attacks import plan_strikes
from bocage.games.normandy44.computer.worth import army_of
from bocage.games.normandy44.rules.r08_zones_of_control import presence
from bocage.games.normandy44.sides import ALLIED, GERMAN
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.ids import Side, Space, UnitId, Units


def moment(g: Normandy44) -> Hashable:
    """Orders hold for a phase: the turn, and how far its sequence has come."""
    frame = g.stack[0][0] if g.stack else None
    return g.turn, getattr(frame, "next", 0)


def turn(g: Normandy44) -> Hashable:
    """Thinking time is shared out by game turns."""
    return g.turn


class Plan:
    """What a side means to do in a phase."""

    def __init__(self, side: Side) -> None:
        self.side = side
        self._moves: dict[UnitId, Order] | None = None
        self._reserves: Units = 0
        self._again: dict[UnitId, Order] | None = None

    def moves(self, g: Normandy44) -> dict[UnitId, Order]:
        """The orders of the movement phase by unit."""
        if self._moves is None:
            if self.side == GERMAN:
                self._moves = german_orders(g).orders
            else:
                table, self._reserves = allied_orders(g)
                self._moves = table.orders
        return self._moves

    def reserves(self, g: Normandy44) -> Units:
        """Who is put into reserve."""
        self.moves(g)
        return self._reserves

    def second_moves(self, g: Normandy44) -> dict[UnitId, Order]:
        """The orders of the reserve movement phase: against shaken enemies, otherwise forward."""
        if self._again is None:
            self._again = self._second(g)
        return self._again

    def _second(self, g: Normandy44) -> dict[UnitId, Order]:
        units = g.reserve & presence(g).units[self.side] & ~g.moved
        reach = reaches(g, self.side, units, reserve=True)
        orders: dict[UnitId, Order] = {}
        for strike in plan_strikes(g, self.side, reach, 0):
            for unit, space in strike.places.items():
                orders[unit] = Order(space, "move", f"exploits against {strike.told(g)}", 2.0)
        if self.side == ALLIED:
            for unit, ground in reach.items():
                if unit not in orders:
                    goal = _forward(g, unit, ground)
                    orders[unit] = Order(goal, "move", f"follows up to {g.board.describe(goal)}", 1.0)
        return orders

    def goal(self, g: Normandy44, unit: UnitId, *, reserve: bool) -> Space | None:
        """Where a unit is to go."""
        orders = self.second_moves(g) if reserve else self.moves(g)
        order = orders.get(unit)
        return None if order is None else order.goal


def _forward(g: Normandy44, unit: UnitId, ground: int) -> Space:
    """The most forward hex in reach in which there is room."""
    field = pull(g, army_of(g, unit))
    here = g.space[unit]
    best, chosen = field[here], here
    for space in range(ground.bit_length()):
        if ground >> space & 1 and field[space] > best + 0.3 and not g.here.get(Space(space)):
            best, chosen = field[space], Space(space)
    return chosen


def orders(_: Normandy44, side: Side) -> Plan:
    """A plan, still blank."""
    return Plan(side)
