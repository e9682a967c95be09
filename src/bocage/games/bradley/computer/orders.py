"""What a side wants in a segment: its goals, who goes for which, and what the enemy's guns could do."""

from copy import copy
from typing import Any

from bocage.games.bradley.computer.danger import Danger
from bocage.games.bradley.computer.goals import goals_of, ring, share_out
from bocage.games.bradley.rules.r03_sequence import Segment
from bocage.games.bradley.rules.r05_placement import landing_hex, row_of
from bocage.games.bradley.rules.r20_moves import Distances, distances
from bocage.games.bradley.sides import ALLIED, BEACHES, GERMAN
from bocage.games.bradley.state import Bradley
from bocage.kernel.board import FAR
from bocage.kernel.counters import other
from bocage.kernel.ids import Side, Space, UnitId

MOVING = "allied-movement"
RIM = 3
NERVES = (0.4, 2.5)
RIMS = (0, 1, 6)


class Orders:
    """How far every hex is from a side's goals and from the enemy, and what it worked out on the way."""

    def __init__(self, g: Bradley, side: Side) -> None:
        self.side = side
        self.enemy = distances(g, g.regular(other(side)))
        targets = goals_of(g, side)
        self.goals = distances(g, targets)
        self.danger = Danger(g, side)
        self.last_stand = ring(g) if side == GERMAN and g.turn >= g.rules.last_turn - 1 else 0
        self.tasks: dict[UnitId, Distances] = {}
        """By unit, how far every hex is from the one enemy that is its business."""
        if side == ALLIED and segment_of(g) == MOVING:
            self.tasks = share_out(g, targets)
        self.coming = boats_coming(g) if side == ALLIED else {}
        """By hex, how many units are about to land there: they need the room, and so does who must retreat."""
        self.nerve = 1.0
        """How much the enemy's fire counts for who moves."""
        self.rim = RIM
        """How far from the beaches Germans like to stand."""
        self.kept: dict[Any, Any] = {}
        """What fires bring, worked out once."""

    def far(self, space: Space) -> int:
        """How far the nearest enemy is."""
        return self.enemy.get(space, FAR)

    def way(self, space: Space) -> int:
        """How far the nearest goal is."""
        return self.goals.get(space, FAR)

    def march(self, unit: UnitId, space: Space) -> int:
        """How far a unit's own goal is."""
        return self.tasks.get(unit, self.goals).get(space, FAR)


def offered(_: Bradley, orders: Orders) -> list[Orders]:
    """Other plans for a movement: more or less fear of fire; for Germans, nearer to the beaches or farther off."""
    if orders.side == ALLIED:
        return [_with(orders, nerve=nerve) for nerve in NERVES]
    return [_with(orders, rim=rim) for rim in RIMS]


def _with(orders: Orders, *, nerve: float = 1.0, rim: int = RIM) -> Orders:
    found = copy(orders)
    found.nerve, found.rim = nerve, rim
    return found


def boats_coming(g: Bradley) -> dict[Space, int]:
    """How many units sail for each landing hex."""
    found: dict[Space, int] = {}
    for name in g.rules.beaches:
        beach = BEACHES.index(name)
        for approach in row_of(g, beach):
            boats = g.units_in(ALLIED, approach).bit_count()
            if boats:
                goal = landing_hex(g, beach, approach)
                found[goal] = found.get(goal, 0) + boats
    return found


def segment_of(g: Bradley) -> str:
    """The segment that is being played."""
    return next((frame.name for frame, _ in g.stack if isinstance(frame, Segment)), "set-up")
