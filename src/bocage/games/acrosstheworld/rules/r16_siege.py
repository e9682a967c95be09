"""16 The siege of Cherbourg: the garrison goes into the fortress, the region may fall, the city holds."""

from collections.abc import Iterator

from bocage.games.acrosstheworld.board import each_unit
from bocage.games.acrosstheworld.events import ShutIn, SiegeLifted
from bocage.games.acrosstheworld.rules.r14_leaders import Annihilated
from bocage.games.acrosstheworld.sides import ALLIED, GERMAN
from bocage.games.acrosstheworld.state import Campaign
from bocage.kernel.actions import Action
from bocage.kernel.bars import Offer, PickUnit, only
from bocage.kernel.flow import DONE, Call, Decision, Procedure, Step
from bocage.kernel.ids import Side, Space, Units
from bocage.kernel.rulebook import rule


@rule("16.2")
def controls_city(g: Campaign, side: Side, space: Space) -> bool:
    """A city follows its region, but not while a garrison holds out in the fortress."""
    allied = bool(g.allied >> space & 1)
    if allied and space == g.board.fortress:
        allied = not garrison(g)
    return allied == (side == ALLIED)


def garrison(g: Campaign) -> Units:
    """The combat units in the fortress."""
    return g.besieged & g.board.combat


@rule("16.1")
def may_shut_in(g: Campaign, loser: Side, at: Space, *, inside: bool) -> bool:
    """A beaten German force may go into the fortress while the city is German, unless it was in it already."""
    return loser == GERMAN and at == g.board.fortress and not inside and controls_city(g, GERMAN, at)


def shut_in(g: Campaign, counters: Units) -> None:
    """The siege begins, or goes on."""
    g.besieged |= counters
    g.touch()
    g.emit(ShutIn(units=tuple(each_unit(counters)), at=g.board.fortress, rule="16.1"))


@rule("16.6")
def lift_siege(g: Campaign) -> None:
    """Without an Allied combat unit in the region there is no siege."""
    if g.besieged and not g.combat_in(g.board.fortress, ALLIED):
        g.besieged = 0
        g.touch()
        g.emit(SiegeLifted(at=g.board.fortress, rule="16.6"))


@rule("16.4")
class Hunger(Procedure[Campaign], frozen=True):
    """In the German supply phase a besieged garrison loses one step."""

    called = "Siege"

    def start(self, g: Campaign) -> Step:
        left = garrison(g) & ~g.board.bunkers
        if not left:
            return DONE
        return Call(Starve(by=GERMAN, units=left), then=self.after)

    def after(self, g: Campaign, _: object) -> Step:
        at = g.board.fortress
        if g.combat_in(at, GERMAN):
            return DONE
        return Annihilated(side=GERMAN, at=at)


@rule("16.4")
class Starve(Decision[Campaign], frozen=True):
    """The owner picks who loses the step."""

    called = "Hunger in the fortress"
    question = "The garrison goes hungry: which unit loses a step?"
    units: Units

    def offers(self, g: Campaign) -> Iterator[Offer]:
        yield PickUnit("lose", g, only(self.units, "16.4", "{} is not of the besieged garrison"))

    def chosen(self, g: Campaign, action: Action) -> Step:
        g.lose_step(action[1], "16.4")
        return DONE
