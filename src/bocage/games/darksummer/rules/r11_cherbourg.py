"""11.7 Cherbourg Combat: all in the Box against all, on a table of its own."""

from bocage.games.darksummer.events import CherbourgFell
from bocage.games.darksummer.rules.r11_losses import Losses
from bocage.games.darksummer.rules.r11_siege import assault_of, at_even_odds, inside, siege_odds
from bocage.games.darksummer.rules.r11_strongpoints import TurnOver
from bocage.games.darksummer.rules.r12_support import ChooseSupport, leads_to_even_odds, open_kinds
from bocage.games.darksummer.rules.r13_supply import in_supply
from bocage.games.darksummer.sides import ALLIED, GERMAN, Army
from bocage.games.darksummer.state import COMBAT, DarkSummer
from bocage.kernel.bars import Bar, bar
from bocage.kernel.chance import Roll
from bocage.kernel.counters import each_unit
from bocage.kernel.events import Rolled
from bocage.kernel.flow import DONE, Call, Procedure, Step, replace
from bocage.kernel.rulebook import rule

LOSSES = {"AL2": (2, 0), "AL1": (1, 0), "BL1": (1, 1), "BL2": (2, 2), "CAP": (1, 0)}
"""By result, the steps that the US and the Germans lose; CAP takes all Germans."""
MEANING = {
    "AL2": "the US lose two steps",
    "AL1": "the US lose a step",
    "BL1": "both lose a step",
    "BL2": "both lose two steps",
    "CAP": "Cherbourg falls: all Germans in the Box are eliminated, the US lose a step",
}


def us_supplied(g: DarkSummer) -> bool:
    """Whether the US units in the Box are in supply (13.2.2)."""
    return any(in_supply(g, unit) for unit in each_unit(inside(g, ALLIED)))


@rule("11.7")
def may_besiege(g: DarkSummer) -> tuple[Bar, ...]:
    """Once in a US Combat Round, not in a Combined one; at 1-1 or better, support included; with supply."""
    mine = inside(g, ALLIED)
    ready = g.army is Army.US and g.round == COMBAT and bool(mine)
    return (
        bar(g.army is not Army.US or g.round != COMBAT, "11.7", "Cherbourg Combat is fought in US Combat Rounds only"),
        bar(g.besieged, "11.7", "Cherbourg Combat has been fought in this Round"),
        bar(bool(g.cherbourg_taken), "11.7", "Cherbourg has been taken"),
        bar(not mine, "11.7", "no US unit is in the Cherbourg Box"),
        bar(ready and not us_supplied(g), "11.7", "the US units in the Box are out of supply"),
        bar(ready and not leads_to_even_odds(g, assault_of(g)), "11.7", "the odds would be below 1-1"),
    )


@rule("11.7")
def must_besiege(g: DarkSummer) -> bool:
    """A duty when the strength in the Box alone reaches 1-1."""
    return not any(row.barred for row in may_besiege(g)) and at_even_odds(g)


@rule("11.7")
class CherbourgCombat(Procedure[DarkSummer], frozen=True):
    """The battle for the port."""

    markers: int = 0
    result: str = ""

    def start(self, g: DarkSummer) -> Step:
        g.besieged = True
        g.attacked |= inside(g, ALLIED)
        return Call(TurnOver(units=inside(g, GERMAN)), then=self.shown)

    def shown(self, g: DarkSummer, _: object) -> Step:
        if not inside(g, GERMAN):
            fall(g)
            return DONE
        a = assault_of(g)
        if open_kinds(g, a, ALLIED):
            return Call(ChooseSupport(by=ALLIED, assault=a), then=self.supported)
        return self.supported(g, 0)

    def supported(self, g: DarkSummer, markers: int) -> Step:
        return Call(Roll(what="Cherbourg combat roll"), then=replace(self, markers=markers).resolve)

    def resolve(self, g: DarkSummer, roll: int) -> Step:
        ledger = siege_odds(g, self.markers, keep=False)
        column = ledger.final().column
        result = g.board.siege.read(roll, column)
        title = g.board.siege.title(column)
        g.emit(
            Rolled(
                what="Cherbourg Combat",
                roll=roll,
                meaning=f"{result} at {title}",
                table=g.board.siege.name,
                result=result,
                column=title,
                by=ALLIED,
                units=tuple(each_unit(inside(g, ALLIED))),
                against=tuple(each_unit(inside(g, GERMAN))),
                at=(g.board.atlas.cherbourg,),
                rule="11.7",
            )
        )
        me = replace(self, result=result)
        return Call(Losses(by=GERMAN, units=inside(g, GERMAN), left=LOSSES[result][1]), then=me.pay)

    def pay(self, g: DarkSummer, _: object) -> Step:
        return Call(Losses(by=ALLIED, units=inside(g, ALLIED), left=LOSSES[self.result][0]), then=self.finish)

    def finish(self, g: DarkSummer, _: object) -> Step:
        if self.result == "CAP":
            for unit in each_unit(inside(g, GERMAN)):
                g.eliminate(unit, "11.7")
        if self.result == "CAP" or (not inside(g, GERMAN) and inside(g, ALLIED)):
            fall(g)
        return DONE

    def title(self, g: DarkSummer) -> str:
        return "Cherbourg Combat"


@rule("11.7", "3.2.2")
def fall(g: DarkSummer) -> None:
    """The Allies control Cherbourg."""
    g.cherbourg_taken = g.turn
    g.isolated = False
    g.touch()
    g.emit(CherbourgFell(turn=g.turn, rule="11.7"))
