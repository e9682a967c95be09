"""3.2 Victory: who controls a hex, sudden death, victory points by turn, and the end."""

from collections.abc import Iterable

from bocage.games.darksummer.events import ControlGained
from bocage.games.darksummer.records import VictoryRow
from bocage.games.darksummer.rules.r13_supply import german_sources, in_supply, reaches
from bocage.games.darksummer.sides import ALLIED, GERMAN, SIDES
from bocage.games.darksummer.state import DarkSummer
from bocage.kernel.counters import each_unit
from bocage.kernel.events import Ended, Scored
from bocage.kernel.flow import Over
from bocage.kernel.ids import Side, Space, Spaces, Units
from bocage.kernel.points import of_halves, written
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import BITS, each, first, spaces
from bocage.kernel.state import Outcome

WORDS = {
    "cherbourg": "Cherbourg captured",
    "brittany-division": "{} in Brittany",
    "exit-infantry": "{} out in the east",
    "exit-armor": "{} out in the east",
    "exit-panzer": "{} out in the east",
    "exit-parachute": "{} out in the east",
    "airborne": "{} of the airborne, Rangers and Special Service not withdrawn",
    "beach": "{} closed",
    "caen": "Caen",
    "st-lo": "St-Lô",
    "falaise": "Falaise",
    "argentan": "Argentan",
    "alencon": "Alençon",
    "flers": "Flers",
    "lisieux": "Lisieux",
}


# --- control ------------------------------------------------------------------------------------------


@rule("3.2.2")
def take_control(g: DarkSummer, side: Side, path: Iterable[Space]) -> None:
    """A side controls every land hex that its units enter, also in passing."""
    entered = spaces(path) & g.board.atlas.land
    changed = entered & ~g.allied_hexes if side == ALLIED else entered & g.allied_hexes
    if not changed:
        return
    g.allied_hexes ^= changed
    for space in each(changed & g.board.named_hexes):
        g.emit(ControlGained(side=side, space=space, rule="3.2.2"))
    if side == ALLIED and not g.caen_fell and not g.board.atlas.caen & ~g.allied_hexes:
        g.caen_fell = True
        g.touch()


def controls(g: DarkSummer, side: Side, hexes: Spaces) -> bool:
    """Whether a side controls all of some hexes."""
    return not (hexes & ~g.allied_hexes if side == ALLIED else hexes & g.allied_hexes)


@rule("3.2.2")
def changing_hands(g: DarkSummer, side: Side) -> Spaces:
    """The hexes that count for somebody and would change hands if a unit of a side passed through."""
    return g.board.contested & (~g.allied_hexes if side == ALLIED else g.allied_hexes)


# --- sudden death -------------------------------------------------------------------------------------


@rule("3.2.1")
def beaches_lost(g: DarkSummer) -> bool:
    """Three closed beaches, at least two of them side by side."""
    closed = g.closed_beaches
    return closed.bit_count() >= g.rules.beaches_lost and bool(g.board.atlas.ways.spread(closed) & closed)


@rule("3.2.1")
def cherbourg_held(g: DarkSummer) -> bool:
    """The Germans still control Cherbourg; asked at the end of turn 7."""
    return g.turn == g.rules.cherbourg_by and not g.cherbourg_taken


@rule("3.2.1")
def avranches_held(g: DarkSummer) -> bool:
    """The Germans control Avranches after a US unit has entered Brittany; asked at the end of every Round."""
    return g.brittany_entered and controls(g, GERMAN, g.board.atlas.avranches)


@rule("3.2.1")
def germans_gone(g: DarkSummer) -> bool:
    """No supplied German unit is on the map, up to the end of turn 9; asked after every move and battle."""
    if g.turn > g.rules.germans_until:
        return False
    if reaches(g, german_sources(g)) & g.hexes_of(GERMAN):
        return False  # nearly always somebody stands beside a source
    return not any(in_supply(g, unit) for unit in each_unit(g.units_of(GERMAN)))


@rule("3.2.1")
def sudden_death(g: DarkSummer, *, round_over: bool = False, turn_over: bool = False) -> Over | None:
    """The end of the game, if one of the four conditions holds now."""
    if beaches_lost(g):
        return over(g, GERMAN, "German victory: three beaches closed")
    if germans_gone(g):
        return over(g, ALLIED, "Allied victory: no supplied German is left on the map")
    if round_over and avranches_held(g):
        return over(g, GERMAN, "German victory: Avranches cut behind Brittany")
    if turn_over and cherbourg_held(g):
        return over(g, GERMAN, "German victory: Cherbourg held")
    return None


# --- points -------------------------------------------------------------------------------------------


@rule("3.2.2")
def score(g: DarkSummer, row: VictoryRow, times: int = 1, name: str = "") -> None:
    """Add points to a side's track."""
    side, halves = Side(SIDES.index(row.side)), row.halves * times
    if not halves:
        return
    g.halves[side] += halves
    why = WORDS[row.item].format(name or times)
    g.emit(Scored(side=side, points=of_halves(halves), why=why, rule="3.2.2"))


@rule("3.2.2")
def score_beach(g: DarkSummer, space: Space) -> None:
    """A beach has been closed."""
    for row in g.board.victory:
        if row.item == "beach":
            score(g, row, 1, g.board.describe(space))


@rule("3.2.2", "4")
def score_turn(g: DarkSummer) -> None:
    """Victory Check Phase: everything that is counted at the end of this turn."""
    if g.cherbourg_taken == g.turn:
        rows = [row for row in g.board.victory if row.item == "cherbourg" and row.turn >= g.turn]
        for row in sorted(rows, key=lambda found: found.turn)[:1]:
            score(g, row)
    for row in g.board.victory:
        if row.turn == g.turn and row.item != "cherbourg":
            _score_row(g, row)


def _score_row(g: DarkSummer, row: VictoryRow) -> None:
    side = Side(SIDES.index(row.side))
    if row.item == "airborne":
        score(g, row, unwithdrawn(g).bit_count())
    elif row.item == "caen" and side == GERMAN:
        if g.board.atlas.caen & ~g.allied_hexes:
            score(g, row)
    elif row.item in g.board.tags:
        if controls(g, side, g.board.tags[row.item]):
            score(g, row)
    else:
        for name in whole_divisions(g, side, row.item):
            score(g, row, 1, name)


@rule("8.3")
def unwithdrawn(g: DarkSummer) -> Units:
    """Airborne, Ranger and Special Service units on the map, in a box or eliminated."""
    atlas = g.board.atlas
    here = g.on_map() | g.in_hexes(atlas.boxes_in_play | BITS[atlas.lost])
    return here & g.board.roster.withdrawable


@rule("3.2.2")
def whole_divisions(g: DarkSummer, side: Side, item: str) -> list[str]:
    """The divisions of the kind that an item counts, all of whose units are in the box that it looks at."""
    atlas, roster = g.board.atlas, g.board.roster
    boxes = BITS[atlas.east[side]]
    if item == "brittany-division":
        boxes = BITS[atlas.brittany] | BITS[atlas.brittany_entered]
    inside = g.in_hexes(boxes)
    if not inside:
        return []
    return [
        g.board.units[first(units)].band
        for n, units in enumerate(roster.of_division)
        if not units & ~inside and units & roster.side[side] and _is_kind(g, units, item)
    ]


def _is_kind(g: DarkSummer, units: Units, item: str) -> bool:
    """Whether a division is of the kind that an item of the Victory Point Tables names."""
    roster = g.board.roster
    if units & roster.flak or item == "brittany-division":
        return item == "brittany-division"
    if units & roster.side[ALLIED]:
        return bool(units & roster.allied_armor) == (item == "exit-armor")
    if units & roster.kampfgruppen:
        return item == "exit-panzer"
    names = [g.board.units[unit].id for unit in each_unit(units)]
    if all("FJ" in name for name in names):
        return item == "exit-parachute"
    return item == "exit-infantry" and len(names) > 1


@rule("3.2.3")
def final_outcome(g: DarkSummer) -> Over:
    """The Allies need more points than the Germans; there is no draw."""
    allied, german = g.halves
    winner = ALLIED if allied > german else GERMAN
    return over(g, winner, f"{SIDES[winner]} victory", f"{written(of_halves(allied))} to {written(of_halves(german))}")


def over(g: DarkSummer, winner: Side, level: str, account: str = "") -> Over:
    """The game ends."""
    g.emit(Ended(winner=winner, level=level, account=account, rule="3.2.3" if account else "3.2.1"))
    return Over(Outcome(winner, level, (of_halves(g.halves[ALLIED]), of_halves(g.halves[GERMAN]))))
