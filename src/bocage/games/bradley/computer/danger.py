"""What the enemy's fire could do to whoever ends a move in a hex: his guns are where they are when they answer."""

from functools import lru_cache

from bocage.games.bradley.board import BradleyBoard
from bocage.games.bradley.computer.worth import DISRUPTION, RETREAT
from bocage.games.bradley.rules.r06_movement import room_for
from bocage.games.bradley.rules.r10_account import NOTHING
from bocage.games.bradley.rules.r10_retreat import can_step
from bocage.games.bradley.rules.r10_sight import field_of_fire, silent
from bocage.games.bradley.rules.r13_fortifications import cover, multiplier
from bocage.games.bradley.state import Bradley, each_unit
from bocage.kernel.counters import other
from bocage.kernel.ids import Side, Space, UnitId, Units
from bocage.kernel.probability import TWO_D6, outcomes

LOST = 1.0
"""What a retreat costs that leads nowhere."""
ATTENTION = 0.6
"""A gun fires at one hex (10.2.3): so much of what reaches a hex is fired at it."""


class Danger:
    """The enemy's guns as a side sees them when it moves."""

    def __init__(self, g: Bradley, side: Side) -> None:
        foe = other(side)
        guns = each_unit(g.on_map(foe) & ~silent(g, foe))
        self._fields = [(field_of_fire(g, unit), g.attack(unit)) for unit in guns]
        self._known: dict[Space, int] = {}
        self._corners: dict[tuple[UnitId, Space], bool] = {}

    def fire_at(self, space: Space) -> int:
        """All factors that reach a hex."""
        found = self._known.get(space)
        if found is None:
            found = self._known[space] = sum(attack for field, attack in self._fields if field >> space & 1)
        return found

    def harm(self, g: Bradley, unit: UnitId, space: Space) -> float:
        """What a unit is likely to suffer in a hex, as a share of itself, together with its friends there."""
        fire = self.fire_at(space)
        if not fire:
            return 0.0
        side = g.board.units[unit].side
        together: Units = g.units_in(side, space) | 1 << unit
        factors = [g.face(one).protection for one in each_unit(together)]
        found = cover(g, side, space, assault=False)
        difference = int(fire * ATTENTION) - sum(factors) * multiplier(g, side, space, found)
        back = LOST if self._cornered(g, unit, space) else RETREAT
        share = _harm(g.board, difference, max(factors), sum(feature.roll for feature in found), back)
        return share * len(factors) if g.face(unit).allowance else share + _forced_back(g.board, difference)

    def _cornered(self, g: Bradley, unit: UnitId, space: Space) -> bool:
        """Whether a unit in a hex could not retreat: who is driven back from there is lost (10.5.4)."""
        found = self._corners.get((unit, space))
        if found is None:
            ways_out = (to for to in g.board.neighbours[space] if can_step(g, unit, (space,), to))
            found = self._corners[unit, space] = not any(room_for(g, unit, to) for to in ways_out)
        return found


@lru_cache(maxsize=4_000)
def _harm(board: BradleyBoard, difference: int, protection: int, modifier: int, back: float) -> float:
    """The share of a unit that two fires cost on average, where a retreat costs it `back`.

    Whoever has moved is fired at twice before he recovers, in the enemy's defensive fire and in his own fire
    segment, and two disruptions are his end (10.6.7).
    """
    column = board.charts.column("mixed", difference)
    if column == NOTHING:
        return 0.0
    letter = board.charts.letter(column, protection)
    rates = {"R": 0.0, "D": 0.0, "E": 0.0}
    for result, chance in outcomes(board.charts.crt, letter, TWO_D6, modifier).items():
        if result[0] in rates:
            rates[result[0]] += float(chance)
    dead = 1 - (1 - rates["E"]) ** 2 + rates["D"] ** 2
    return dead + DISRUPTION * 2 * rates["D"] * (1 - rates["D"]) + back * rates["R"]


def _forced_back(board: BradleyBoard, difference: int) -> float:
    """Guns in position cannot retreat: what would drive others back is their end (10.5.3)."""
    return 0.5 if board.charts.column("mixed", difference) != NOTHING else 0.0
