"""14 Attrition: who is out of supply at the end of a turn loses a step, both sides at once."""

from bocage.games.darksummer.rules.r03_victory import sudden_death
from bocage.games.darksummer.rules.r11_losses import alive
from bocage.games.darksummer.rules.r11_strongpoints import TurnOver
from bocage.games.darksummer.rules.r13_supply import starving
from bocage.games.darksummer.sides import ALLIED
from bocage.games.darksummer.state import DarkSummer
from bocage.kernel.counters import each_unit
from bocage.kernel.flow import DONE, Call, Procedure, Step, replace
from bocage.kernel.ids import Units
from bocage.kernel.rulebook import rule


@rule("14", "7.2.4", "4")
def losers(g: DarkSummer) -> Units:
    """Germans out of supply on every turn, Allies in Rain and Storm only."""
    found = starving(g)
    return found if g.sky.allied_attrition == "yes" else found & ~g.board.roster.side[ALLIED]


@rule("14", "11.5", "4")
class AttritionPhase(Procedure[DarkSummer], frozen=True):
    """All losses are found before any is taken; what dies face down is turned over."""

    units: Units = 0

    def start(self, g: DarkSummer) -> Step:
        units = losers(g)
        if not units:
            return DONE
        return Call(TurnOver(units=units), then=replace(self, units=units).lose)

    def lose(self, g: DarkSummer, _: object) -> Step:
        for unit in each_unit(alive(g, self.units)):
            g.lose_step(unit, "14")
        return sudden_death(g) or DONE

    def title(self, g: DarkSummer) -> str:
        return "Attrition"
