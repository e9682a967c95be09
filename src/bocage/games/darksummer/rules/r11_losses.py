"""11.3.6 Step losses: the owner chooses, two-step units first."""

from collections.abc import Iterator

from bocage.games.darksummer.state import DarkSummer
from bocage.kernel.actions import Action
from bocage.kernel.bars import Offer, PickUnit, bar, only
from bocage.kernel.counters import each_unit
from bocage.kernel.flow import DONE, Call, Decision, Procedure, Step, replace
from bocage.kernel.ids import Side, Units
from bocage.kernel.rulebook import rule


def alive(g: DarkSummer, units: Units) -> Units:
    """Those of some units that still have steps."""
    return sum(1 << unit for unit in each_unit(units) if g.steps[unit])


def whole(g: DarkSummer, units: Units) -> Units:
    """Those with two steps left."""
    return sum(1 << unit for unit in each_unit(units) if g.steps[unit] > 1)


@rule("11.3.6")
class Losses(Procedure[DarkSummer], frozen=True):
    """A side loses steps one at a time; losses beyond the last step are disregarded."""

    by: Side
    units: Units
    left: int

    def start(self, g: DarkSummer) -> Step:
        units = alive(g, self.units)
        if not self.left or not units:
            return DONE
        return Call(ChooseLoss(by=self.by, units=units), then=replace(self, left=self.left - 1).again)

    def title(self, g: DarkSummer) -> str:
        return "Losses"


@rule("11.3.6")
class ChooseLoss(Decision[DarkSummer], frozen=True):
    """Which unit loses a step?"""

    units: Units

    def offers(self, g: DarkSummer) -> Iterator[Offer]:
        full = whole(g, self.units)
        yield PickUnit(
            "lose",
            g,
            only(self.units, "11.3.6", "{} takes no part in this battle"),
            bar(~full if full else 0, "11.3.6", "{} would be eliminated while a two-step unit can be reduced"),
        )

    def chosen(self, g: DarkSummer, action: Action) -> Step:
        g.lose_step(action[1], "11.3.6")
        return DONE

    def prompt(self, g: DarkSummer) -> str:
        return "Which unit loses a step?"

    def title(self, g: DarkSummer) -> str:
        return ""
