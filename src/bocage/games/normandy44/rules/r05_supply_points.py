"""5. Supply points: received each turn, kept up to nineteen, spent on artillery."""

from collections.abc import Iterator

from bocage.games.normandy44.rules.r18_supply import cherbourg_sources, peninsula_open
from bocage.games.normandy44.rules.r19_support import storm
from bocage.games.normandy44.rules.r27_players import FrontSplit, two_germans
from bocage.games.normandy44.scenario import rules_of
from bocage.games.normandy44.sides import GERMAN, MOST_SUPPLY
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.actions import Action
from bocage.kernel.bars import Offer, Pick, only
from bocage.kernel.flow import DONE, Call, Decision, Procedure, Step
from bocage.kernel.rulebook import rule


@rule("5.1")
def store(held: int, more: int) -> int:
    """No army keeps more than nineteen."""
    return min(held + more, MOST_SUPPLY)


@rule("5.3", "4.3", "21.1.3")
def allied_supply(g: Normandy44) -> None:
    """One free point an army in fair weather, two with its Mulberry."""
    if storm(g):
        return
    g.supply_us = store(g.supply_us, 2 if g.mulberry[0] == -1 else 1)
    if "gold" in rules_of(g).beaches:
        g.supply_cw = store(g.supply_cw, 2 if g.mulberry[1] == -1 else 1)


@rule("5.2")
def german_supply(g: Normandy44) -> int:
    """What the weather gives the Germans."""
    return rules_of(g).german_supply(g)


@rule("5.2", "27")
class GermanSupply(Procedure[Normandy44], frozen=True, kw_only=True):
    """German points of the turn: shared between two players' fronts, then between army and fortress."""

    called = "German supply points"
    points: int

    def start(self, g: Normandy44) -> Step:
        if self.points and two_germans(g):
            return Call(FrontSplit(by=GERMAN, points=self.points), then=self.rest)
        return self.rest(g, self.points)

    def rest(self, g: Normandy44, points: int) -> Step:
        """What is left for Seventh Army and Fortress Cherbourg."""
        if points and SupplySplit.needed(g):
            return SupplySplit(by=GERMAN, points=points)
        SupplySplit.to_army(g, points)
        return DONE


@rule("5.2")
class SupplySplit(Decision[Normandy44], frozen=True, kw_only=True):
    """How many of the points go to Fortress Cherbourg? The rest is Seventh Army's."""

    points: int

    @staticmethod
    def needed(g: Normandy44) -> bool:
        """Is there a choice: a fortress that never fell, and a line to it from the south edge?"""
        if rules_of(g).fortress_only or g.fortress_fell:
            return False
        return bool(cherbourg_sources(g)) and peninsula_open(g)

    @staticmethod
    def to_army(g: Normandy44, points: int) -> None:
        """All to Seventh Army, or to the fortress where a scenario has nothing else: with it they are lost."""
        if rules_of(g).fortress_only:
            g.supply_cherbourg = 0 if g.fortress_fell else store(g.supply_cherbourg, points)
        else:
            g.supply_7th = store(g.supply_7th, points)

    def offers(self, g: Normandy44) -> Iterator[Offer]:
        most = (1 << self.points + 1) - 1
        yield Pick("fortress-supply", str, only(most, "5.2", f"there are {self.points} points to share out"))

    def chosen(self, g: Normandy44, action: Action) -> Step:
        g.supply_cherbourg = store(g.supply_cherbourg, action[1])
        self.to_army(g, self.points - action[1])
        return DONE

    def prompt(self, g: Normandy44) -> str:
        return f"How many of {self.points} supply points go to Fortress Cherbourg?"
