"""How the game stands, in words, and when counters come: for whoever looks it up during play."""

from bocage.games.darksummer.rules.r03_victory import controls
from bocage.games.darksummer.sides import ALLIED, GERMAN
from bocage.games.darksummer.state import DarkSummer
from bocage.kernel.counters import each_unit
from bocage.kernel.ids import UnitId
from bocage.kernel.points import of_halves, written
from bocage.kernel.queries import Line


def standing(g: DarkSummer) -> list[Line]:
    """Who would win if it ended here, and how near a sudden end is."""
    allied, german = (written(of_halves(halves)) for halves in g.halves)
    ahead = g.sides[ALLIED if g.halves[ALLIED] > g.halves[GERMAN] else GERMAN]
    score = f"If the game ended now: {ahead} victory, {allied} points to {german}; the Allies need the higher total."
    taken = f"Cherbourg fell on turn {g.cherbourg_taken}." if g.cherbourg_taken else _cherbourg(g)
    caen = g.board.atlas.caen
    beaches = g.closed_beaches.bit_count()
    found = [
        Line(score, "3.2.3"),
        Line(taken, "3.2.1"),
        Line(f"Closed beaches: {beaches}; {g.rules.beaches_lost} of them, two side by side, lose the game.", "3.2.1"),
        Line(f"Caen: {(caen & g.allied_hexes).bit_count()} of {caen.bit_count()} hexes Allied.", "3.2.2"),
    ]
    if g.brittany_entered:
        lost = controls(g, GERMAN, g.board.atlas.avranches)
        holder = "German, which loses the game when this Round ends" if lost else "Allied"
        found.append(Line(f"US units are in Brittany; Avranches is {holder}.", "3.2.1"))
    return found


def _cherbourg(g: DarkSummer) -> str:
    return f"Cherbourg is German; if it still is at the end of turn {g.rules.cherbourg_by}, the Germans win."


def arrivals(g: DarkSummer) -> dict[UnitId, str]:
    """The turn of each counter that is still awaited."""
    waiting = each_unit(g.here.get(g.board.atlas.waiting, 0))
    return {unit: f"turn {max(g.due[unit], g.turn)}" for unit in waiting}
