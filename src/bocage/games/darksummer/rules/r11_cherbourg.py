"""11.7 Cherbourg Combat: all in the Box against all, on a table of its own."""

from bocage.games.darksummer.events import CherbourgFell
from bocage.games.darksummer.rules.r11_losses import Losses
from bocage.games.darksummer.rules.r11_odds import Assault, factor
from bocage.games.darksummer.rules.r11_strongpoints import TurnOver, face_down, undealt
from bocage.games.darksummer.rules.r12_support import KINDS, ChooseSupport, open_kinds
from bocage.games.darksummer.rules.r13_supply import in_supply
from bocage.games.darksummer.sides import ALLIED, GERMAN, Army
from bocage.games.darksummer.state import COMBAT, DarkSummer
from bocage.kernel.bars import Bar, bar
from bocage.kernel.chance import Roll
from bocage.kernel.combat import ATTACKER, DEFENDER, Ledger
from bocage.kernel.counters import each_unit
from bocage.kernel.events import Rolled
from bocage.kernel.flow import DONE, Call, Procedure, Step, replace
from bocage.kernel.ids import Side, UnitId, Units
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
SUPPORT = ("air", "tank-destroyers")


def inside(g: DarkSummer, side: Side) -> Units:
    """A side's units in the Cherbourg Box."""
    return g.here.get(g.board.atlas.cherbourg, 0) & g.board.roster.side[side]


def us_supplied(g: DarkSummer) -> bool:
    """Whether the US units in the Box are in supply (13.2.2)."""
    return any(in_supply(g, unit) for unit in each_unit(inside(g, ALLIED)))


def assault_of(g: DarkSummer, markers: int = 0) -> Assault:
    """The siege as an attack on the Box."""
    return Assault(ALLIED, g.board.atlas.cherbourg, inside(g, ALLIED), markers)


@rule("11.7")
def siege_odds(g: DarkSummer, markers: int = 0, *, keep: bool = True) -> Ledger:
    """All US strength against all German strength; no ground, no shifts."""
    ledger = Ledger(g.board.siege, keep=keep)
    a = assault_of(g, markers)
    tanks = bool(a.attackers & g.board.roster.allied_armor) or a.uses(g, "air") or a.uses(g, "tank-destroyers")
    for unit in each_unit(a.attackers):
        ledger.strength(ATTACKER, unit, factor(g, unit, ATTACKER), "11.7")
    for unit in each_unit(inside(g, GERMAN)):
        ledger.strength(DEFENDER, unit, factor(g, unit, DEFENDER, tanks=tanks), "11.7")
    for n, row in enumerate(g.board.support):
        if markers >> n & 1:
            ledger.add(ATTACKER, row.attack or 0, row.name, "11.7")
    ledger.odds("11.7", most=g.board.siege.columns[-1])
    return ledger


def sure_odds(g: DarkSummer, extra: int = 0) -> bool:
    """Whether 1-1 is certain, counting what lies face down at its greatest; `extra` is support at hand."""
    totals = siege_odds(g, keep=False).totals
    doubt = sum(_greatest(g, unit) - factor(g, unit, DEFENDER) for unit in each_unit(face_down(g, inside(g, GERMAN))))
    return totals[ATTACKER] + extra >= totals[DEFENDER] + doubt


def _greatest(g: DarkSummer, unit: UnitId) -> int:
    left = undealt(g, g.board.units[unit].type)
    return max((value for value, many in enumerate(left) if many), default=0)


def support_at_hand(g: DarkSummer) -> int:
    """The strength that Tac Air and Tank Destroyers could add."""
    a, rows = assault_of(g), g.board.support
    kinds = open_kinds(g, a, ALLIED)
    best = 0
    for kind in SUPPORT:
        if kinds >> KINDS.index(kind) & 1:
            best += max(row.attack or 0 for row in rows if row.kind == kind and row.army == "us")
    return best


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
        bar(ready and not sure_odds(g, support_at_hand(g)), "11.7", "the odds would be below 1-1"),
    )


@rule("11.7")
def must_besiege(g: DarkSummer) -> bool:
    """A duty when the strength in the Box alone reaches 1-1."""
    return not any(row.barred for row in may_besiege(g)) and sure_odds(g)


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
            attack, defense = siege_odds(g, keep=False).totals
            needs = max(0, int(defense - attack))
            return Call(ChooseSupport(by=ALLIED, assault=a, needs=needs), then=self.supported)
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
