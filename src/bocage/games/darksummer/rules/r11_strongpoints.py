"""11.5 Strongpoints and Ost battalions: what lies face down is drawn when it is turned over.

Nobody knows the value of such a counter before, so nothing is lost by drawing it only then from all that have not been
shown: every order of dealing is equally likely either way, and there is no secret for anybody to find.
"""

from bocage.games.darksummer.events import Shown
from bocage.games.darksummer.state import HIDDEN, DarkSummer
from bocage.kernel.chance import Draw
from bocage.kernel.counters import each_unit
from bocage.kernel.flow import DONE, Call, Procedure, Step, replace
from bocage.kernel.ids import UnitId, Units
from bocage.kernel.rulebook import rule


def face_down(g: DarkSummer, units: Units) -> Units:
    """Those of some counters that have not been turned over."""
    return sum(1 << unit for unit in each_unit(units & g.board.roster.hidden) if g.value[unit] == HIDDEN)


@rule("3.1", "11.5")
def undealt(g: DarkSummer, kind: str) -> tuple[int, ...]:
    """How many counters of each value have not been shown yet."""
    pool = g.board.hidden[kind]
    left = [pool.get(value, 0) for value in range(max(pool) + 1)]
    units, value = g.board.units, g.value
    for unit in each_unit(g.board.roster.hidden):
        if value[unit] != HIDDEN and units[unit].type == kind:
            left[value[unit]] -= 1
    return tuple(left)


@rule("11.5", "11.5.2")
class TurnOver(Procedure[DarkSummer], frozen=True):
    """Counters in a battle, or lost to attrition, are turned over one by one; an Ost battalion of 0 leaves the game."""

    units: Units

    def start(self, g: DarkSummer) -> Step:
        left = face_down(g, self.units)
        if not left:
            return DONE
        unit = UnitId((left & -left).bit_length() - 1)
        weights = undealt(g, g.board.units[unit].type)
        return Call(Draw(weights=weights, what="counter turned over"), then=replace(self, units=left).shown)

    def shown(self, g: DarkSummer, value: int) -> Step:
        unit = UnitId((self.units & -self.units).bit_length() - 1)
        g.value[unit] = value
        g.touch()
        g.emit(Shown(unit=unit, value=value, rule="11.5"))
        if not value:
            g.eliminate(unit, "11.5.2")
        return replace(self, units=self.units & (self.units - 1))

    def title(self, g: DarkSummer) -> str:
        return "Turned over"


def mean_value(g: DarkSummer, kind: str) -> float:
    """What a counter that lies face down is worth on average."""
    left = undealt(g, kind)
    return sum(value * many for value, many in enumerate(left)) / max(1, sum(left))
