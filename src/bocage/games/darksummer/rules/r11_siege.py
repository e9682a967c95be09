"""11.7 The odds at Cherbourg: all US strength in the Box against all German strength, with support or without."""

from bocage.games.darksummer.rules.r11_odds import Assault, factor, rouses_flak
from bocage.games.darksummer.rules.r11_strongpoints import face_down, undealt
from bocage.games.darksummer.sides import ALLIED, GERMAN
from bocage.games.darksummer.state import DarkSummer
from bocage.kernel.combat import ATTACKER, DEFENDER, Ledger
from bocage.kernel.counters import each_unit
from bocage.kernel.ids import Side, UnitId, Units
from bocage.kernel.rulebook import rule


def inside(g: DarkSummer, side: Side) -> Units:
    """A side's units in the Cherbourg Box."""
    return g.here.get(g.board.atlas.cherbourg, 0) & g.board.roster.side[side]


def assault_of(g: DarkSummer, markers: int = 0) -> Assault:
    """The siege as an attack on the Box."""
    return Assault(ALLIED, g.board.atlas.cherbourg, inside(g, ALLIED), markers)


@rule("11.7")
def siege_odds(g: DarkSummer, markers: int = 0, *, keep: bool = True) -> Ledger:
    """All US strength against all German strength; no ground, no shifts."""
    ledger = Ledger(g.board.siege, keep=keep)
    a = assault_of(g, markers)
    tanks = rouses_flak(g, a)
    for unit in each_unit(a.attackers):
        ledger.strength(ATTACKER, unit, factor(g, unit, ATTACKER), "11.7")
    for unit in each_unit(inside(g, GERMAN)):
        ledger.strength(DEFENDER, unit, factor(g, unit, DEFENDER, tanks=tanks), "11.7")
    for n, row in enumerate(g.board.support):
        if markers >> n & 1:
            ledger.add(ATTACKER, row.attack or 0, row.name, "11.7")
    ledger.odds("11.7", most=g.board.siege.columns[-1])
    return ledger


@rule("11.7")
def at_even_odds(g: DarkSummer, markers: int = 0) -> bool:
    """Whether a siege with some support is certain of 1-1, counting what lies face down at its greatest."""
    return g.cached(("even odds", markers), lambda s: _at_even_odds(s, markers))


def _at_even_odds(g: DarkSummer, markers: int) -> bool:
    attack, defense = siege_odds(g, markers, keep=False).totals
    doubt = sum(_greatest(g, unit) - factor(g, unit, DEFENDER) for unit in each_unit(face_down(g, inside(g, GERMAN))))
    return attack >= defense + doubt


def _greatest(g: DarkSummer, unit: UnitId) -> int:
    left = undealt(g, g.board.units[unit].type)
    return max((value for value, many in enumerate(left) if many), default=0)
