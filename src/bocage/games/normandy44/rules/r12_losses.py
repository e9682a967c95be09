"""12.2: who loses a step, and who picks it."""

from collections.abc import Callable, Iterator
from typing import Any

from bocage.games.normandy44.rules.r17_cadres import lose_step
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.actions import Action
from bocage.kernel.bars import Offer, PickUnit, only
from bocage.kernel.counters import each_unit, lowest
from bocage.kernel.flow import DONE, Call, Decision, Step
from bocage.kernel.ids import Side, Units
from bocage.kernel.rulebook import rule


@rule("12.2.1", "12.2.2")
class TakeLoss(Decision[Normandy44], frozen=True, kw_only=True):
    """Which unit loses the step?"""

    units: Units
    because: str = "12.2.1"

    def offers(self, g: Normandy44) -> Iterator[Offer]:
        one = " or ".join(g.board.counters[unit].name for unit in each_unit(self.units))
        yield PickUnit("lose", g, only(self.units, self.because, f"the step is lost by {one}, not by {{}}"))

    def chosen(self, g: Normandy44, action: Action) -> Step:
        lose_step(g, action[1], self.because)
        return DONE

    def prompt(self, g: Normandy44) -> str:
        if self.units & g.board.atlas.roster.side[self.by]:
            return "You lose a step: which of your units takes it?"
        return "The enemy loses a step, and you choose: which of his units takes it?"


def take_loss(g: Normandy44, by: Side, units: Units, because: str, then: Callable[[Any, Any], Step]) -> Step:
    """Let a side choose, or take the step at once if there is no choice."""
    if not units:
        return then(g, None)
    if not units & (units - 1):
        lose_step(g, lowest(units), because)
        return then(g, None)
    return Call(TakeLoss(by=by, units=units, because=because), then=then)
