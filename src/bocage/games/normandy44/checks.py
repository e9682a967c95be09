"""What must agree between the data files, so that a slip in a corrected pack is reported before a game begins on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from bocage.games.normandy44.records import ScenarioFile, UnitRow, WeatherRow
from bocage.games.normandy44.sides import BEACHES, LANDINGS
from bocage.kernel.board import Board, Geography
from bocage.kernel.loading import Faults, Rows, unknown

if TYPE_CHECKING:
    from bocage.games.normandy44.board import Sheets

LANDING_HEXES = ("du-hoc", *(name for names in LANDINGS.values() for name in names))
NEEDED_TAGS = (
    *LANDING_HEXES, "arromanches", "battery-cw", "battery-us", "bayeux", "caen", "carentan", "cherbourg",
    "drop-101", "drop-6", "drop-82",
    "entry-blue", "entry-green", "entry-orange", "entry-red", "june-27", "longues", "mobilize-243", "mobilize-709",
    "mont-canisy", "naval-zone", "perimeter", "permanent-ip", "ste-mere-eglise",
)  # fmt: skip
NEEDED_BOXES = (
    "britain", "dead", "gliders", "mobilize-243", "mobilize-709", "reinforcements", "removed",
    *(f"assault-{name}" for name in LANDING_HEXES), *(f"followup-{beach}" for beach in BEACHES),
)  # fmt: skip
HEXSIDES = ("minor", "major", "flooded", "causeway", "impassable", "airfield", "boundary", "sea")
SINGLE = (*LANDING_HEXES, "arromanches", "bayeux", "carentan", "longues", "mont-canisy", "ste-mere-eglise")


def counters(sheets: Sheets, faults: Faults) -> None:
    """Ids are unique over both files, cadres and beaches exist, and landing costs follow the card."""
    cadres = sheets.cadres.keys
    sheets.cadre_boxes.refer("types", cadres, faults)
    served = {kind for row in sheets.cadre_boxes for kind in row.types}
    for cadre, line in zip(sheets.cadres, sheets.cadres.lines, strict=True):
        if cadre.id not in served:
            faults.add(sheets.cadres.file, f'no box serves "{cadre.id}"', row=line, column="id")
    for rows in (sheets.german, sheets.allied):
        rows.refer("cadre", cadres, faults)
    for row, line in zip(sheets.allied, sheets.allied.lines, strict=True):
        if row.id in sheets.german.keys:
            faults.add(sheets.allied.file, f'"{row.id}" is a German counter too', row=line, column="id")
        known = BEACHES if row.arrival == "followup" else LANDING_HEXES
        if row.beach and row.beach not in known:
            faults.add(sheets.allied.file, unknown(row.beach, known), row=line, column="beach")
    _landing_costs(sheets, faults)


def _landing_costs(sheets: Sheets, faults: Faults) -> None:
    costs = {row.what: row.points for row in sheets.costs}
    for row, line in zip(sheets.allied, sheets.allied.lines, strict=True):
        what = landing_class(row)
        if what not in costs:
            faults.add(sheets.costs.file, f'there is no row for "{what}"')
        elif row.rp != costs[what]:
            faults.add(sheets.allied.file, f"a {what} costs {costs[what]}", row=line, column="rp")


def landing_class(row: UnitRow) -> str:
    """Which line of rp_costs.csv a unit falls under (6.5.1, 21.2)."""
    if row.kind == "hq":
        return "headquarters"
    if row.kind == "engineer":
        return "beach engineer"
    if row.symbol == "ranger":
        return "ranger battalion"
    if row.steps == 1:
        return "one-step unit"
    if row.kind in ("armor", "tank", "recon", "spat"):
        return "armoured brigade or combat command" if row.steps == 3 else "two-step armored unit"
    if row.kind == "airborne" and row.size == "II":
        return "two-step airborne battalion"
    return "regiment or brigade"


NEEDED_ROWS = {
    "hexsides": ("minor", "major", "flooded", "airfield", "perimeter", "impassable"),
    "roads": ("primary", "secondary"),
    "costs": ("supply point",),
}
KNOWN_COSTS = (
    "supply point", "headquarters", "beach engineer", "ranger battalion", "one-step unit", "regiment or brigade",
    "armoured brigade or combat command", "two-step armored unit", "two-step airborne battalion",
)  # fmt: skip
NEEDED_MARKERS = (
    ("naval", "us"), ("naval", "cw"), ("position", "german"), ("position", "us"), ("position", "cw"),
    ("reserve", "german"), ("reserve", "allied"), ("strategic", "german"), ("strategic", "allied"), ("truck", "german"),
)  # fmt: skip

KNOWN_MARKERS = (*NEEDED_MARKERS, ("air", "us"), ("air", "cw"), ("mulberry", "us"), ("mulberry", "cw"))


def charts(sheets: Sheets, faults: Faults) -> None:
    """The charts have the rows that the rules ask for and no others, and the turn track has no gap."""
    for name, keys in NEEDED_ROWS.items():
        rows = getattr(sheets, name)
        for key in keys:
            if key not in rows.keys:
                faults.add(rows.file, f'there is no row for "{key}"')
    sheets.hexsides.refer("side", NEEDED_ROWS["hexsides"], faults)
    sheets.roads.refer("road", NEEDED_ROWS["roads"], faults)
    sheets.costs.refer("what", KNOWN_COSTS, faults)
    for side, line in zip(sheets.hexsides, sheets.hexsides.lines, strict=True):
        if side.zoc != (side.side != "impassable"):
            faults.add(sheets.hexsides.file, "zones end at impassable hexsides only (8.5.6)", row=line, column="zoc")
        if (side.halved == "allied") != (side.side == "perimeter"):
            faults.add(sheets.hexsides.file, "only the perimeter halves Allies alone (16.3)", row=line, column="halved")
    there = {(row.marker, row.army) for row in sheets.markers}
    for marker, army in NEEDED_MARKERS:
        if (marker, army) not in there:
            faults.add(sheets.markers.file, f'there is no row for "{marker}" of "{army}"')
    for row, line in zip(sheets.markers, sheets.markers.lines, strict=True):
        if (row.marker, row.army) not in KNOWN_MARKERS:
            faults.add(sheets.markers.file, f'the game has no "{row.marker}" of "{row.army}"', row=line)
    turns = sorted(row.turn for row in sheets.turns)
    if turns != list(range(1, len(turns) + 1)):
        faults.add(sheets.turns.file, "the turns do not run from 1 without a gap", column="turn")
    for rows in (sheets.german, sheets.allied):
        for unit, line in zip(rows, rows.lines, strict=True):
            if unit.turn > len(turns):
                faults.add(rows.file, f"the turn track has no turn {unit.turn}", row=line, column="turn")


def weather(rows: Rows[WeatherRow], faults: Faults) -> None:
    """One row for each face of the die, and a storm that grounds aircraft and ships (4.3)."""
    missing = [str(die) for die in range(1, 7) if die not in {row.die for row in rows}]
    if missing:
        faults.add(rows.file, f"nothing for a die of {', '.join(missing)}", column="die")
    for row, line in zip(rows, rows.lines, strict=True):
        if not 1 <= row.die <= 6:
            faults.add(rows.file, f"no die shows {row.die}", row=line, column="die")
        if row.weather == "storm" and (row.german_ip or row.naval_us or row.naval_cw):
            faults.add(rows.file, "a storm allows neither improved positions nor ships (4.3, 16.1.2)", row=line)


def geography(found: Geography, sheets: Sheets, file: Path, faults: Faults) -> None:
    """The map has what the rules ask of it, and the counters start on it."""
    try:
        board = Board(found)
    except ValueError as error:
        faults.add(file, str(error))
        return
    for name in NEEDED_TAGS:
        if not board.tags.get(name):
            faults.add(file, f'no hexes are tagged "{name}"', column="tag")
    for name in SINGLE:
        if board.tags.get(name, 0).bit_count() > 1:
            faults.add(file, f'"{name}" is a single hex', column="tag")
    for name in NEEDED_BOXES:
        if name not in board.ids:
            faults.add(file, f'there is no box "{name}"', column="box")
    _known(board.of_terrain, sheets.terrain.keys, file, "terrain", faults)
    _known(board.sides, HEXSIDES, file, "side", faults)
    _known(board.roads, sheets.roads.keys, file, "road", faults)
    for kind in ("town", "city"):
        if board.of_place.get(kind, 0) != board.of_terrain.get(kind, 0):
            odd = board.of_place.get(kind, 0) ^ board.of_terrain.get(kind, 0)
            hexes = " ".join(board.names[s] for s in range(odd.bit_length()) if odd >> s & 1)
            faults.add(file, f"places and terrain disagree on each {kind}: {hexes}", column="place")
    sea = board.of_terrain.get("sea", 0)
    for rows in (sheets.german, sheets.allied):
        rows.refer("start", board.ids, faults)
        for row, line in zip(rows, rows.lines, strict=True):
            if row.start in board.ids and sea >> board.ids[row.start] & 1:
                faults.add(rows.file, f"{row.start} is in the sea", row=line, column="start")


def _known(found: Iterable[str], known: Iterable[str], file: Path, column: str, faults: Faults) -> None:
    for name in found:
        if name not in known:
            faults.add(file, unknown(name, known), column=column)


def scenario(found: ScenarioFile, file: Path, map_: Geography | None, sheets: Sheets, faults: Faults) -> None:
    """A scenario names counters, hexes and turns that exist."""
    units = sheets.german.keys | sheets.allied.keys
    for name in (*found.units, *(row.unit for row in found.arrival)):
        if name not in units:
            faults.add(file, unknown(name, units), column="units")
    for name, times in Counter(found.units).items():
        if times > 1:
            faults.add(file, f'"{name}" is listed {times} times', column="units")
    divisions = {row.division for row in sheets.allied}
    _known(found.barred, divisions, file, "barred", faults)
    last = max((row.turn for row in sheets.turns), default=0)
    if not 1 <= found.turns <= last:
        faults.add(file, f"the turn track has no turn {found.turns}", column="turns")
    for row in found.arrival:
        if not 1 <= row.turn <= found.turns:
            faults.add(file, f"{row.unit} would come on turn {row.turn} of {found.turns}", column="arrival")
    if map_ is not None and map_.grid is not None:
        for row in found.arrival:
            try:
                map_.grid.parse(row.hex)
            except ValueError as error:
                faults.add(file, str(error), column="arrival")
