"""A side's orders for a phase, made when they are first asked for and never changed after that."""

from bocage.games.normandy71.computer.allied import allied_march
from bocage.games.normandy71.computer.garrisons import worlds_of
from bocage.games.normandy71.computer.german import german_march
from bocage.games.normandy71.computer.marching_orders import Marching
from bocage.games.normandy71.sides import ALLIED
from bocage.games.normandy71.state import Game71
from bocage.kernel.ids import Side, Space, UnitId, Units
from bocage.players.assaults import Assault
from bocage.players.knowledge import Knowledge


class Orders:
    """What a side means to do in the present phase."""

    def __init__(self, g: Game71, side: Side) -> None:
        self.side = side
        self.chance = g.chance
        self._march: Marching | None = None
        self.assaults: list[Assault] | None = None
        self.set_up: dict[UnitId, Space] | None = None

    def march(self, g: Game71, left: Units, *, second: bool) -> Marching:
        """The orders of a movement phase, made in a world that depends on nothing but what the side can see."""
        if self._march is None:
            make = allied_march if self.side == ALLIED else german_march
            self._march = make(worlds_of(g, self.side)[0], left, second=second)
        return self._march


def phase_of(g: Game71) -> tuple[int, int]:
    """The turn and the phase in it."""
    return g.turn, getattr(g.stack[0][0], "next", 0) if g.stack else 0


PACE = 400
"""Picks played on in a second."""

KNOWLEDGE: Knowledge[Game71, Orders] = Knowledge(
    turn=lambda g: g.turn, moment=phase_of, orders=Orders, pace=PACE, version=3
)
