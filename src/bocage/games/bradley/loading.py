"""The charts beside the map (2.2): combat, landing tables, scatter, tide, turns; read and checked as a whole."""

from pathlib import Path
from typing import NamedTuple

from bocage.games.bradley.records import (
    CasualtyRow,
    CrossingRow,
    DisplacementRow,
    DropRow,
    HistoryRow,
    LetterRow,
    LineRow,
    OrderRow,
    ScatterRow,
    SeaRow,
    TerrainRow,
    TideRow,
    TurnRow,
    TypeRow,
    WaveRow,
    WayRow,
    WindRow,
)
from bocage.games.bradley.sides import BEACHES, DIRECTIONS
from bocage.kernel.board import POINT
from bocage.kernel.loading import Faults, find, read_csv
from bocage.kernel.rulebook import rule
from bocage.kernel.table import Table, band, read_table

RESULTS = ("-", "-#", "R", "D", "E#")
LETTERS = "ABCDEFGHI"
SHIFTS = (4, 3, 2, 1, 0, -1, -2, -3, -4)
"""Left is plus: this many places further along the list of approach hexes (5.5.3)."""


class Slot(NamedTuple):
    """What a wave box asks for: units of a type, perhaps of one regiment, battalion or name; `any` is free."""

    number: int
    type: str
    whose: str = ""


class Charts:
    """Every table of the game, under the name that the rules use."""

    def __init__(self, data: Path, pack: Path | None, faults: Faults) -> None:
        def at(name: str) -> Path:
            return find(data, pack, f"{name}.csv")

        self.crt: Table = read_table(at("crt_results"), RESULTS, faults=faults)
        self.lines = {row.line: row.cells for row in read_csv(at("crt_lines"), LineRow, faults, key="line")}
        rows = read_csv(at("crt_letters"), LetterRow, faults, key="protection")
        self.letters = {row.protection: row.cells for row in rows}
        self.terrain = {row.terrain: row for row in read_csv(at("terrain"), TerrainRow, faults, key="terrain")}
        self.crossings = {row.hexside: row for row in read_csv(at("crossings"), CrossingRow, faults, key="hexside")}
        self.ways = {row.way: int(row.points * POINT) for row in read_csv(at("ways"), WayRow, faults, key="way")}
        self.scatter = {
            row.result: (tuple(DIRECTIONS.index(step) for step in row.steps), row.disrupts)
            for row in read_csv(at("scatter"), ScatterRow, faults, key="result")
        }
        self.wind = {row.die: row.modifier for row in read_csv(at("wind"), WindRow, faults, key="die")}
        drops = read_csv(at("drop_modifiers"), DropRow, faults, key="condition")
        self.drops = {row.condition: (row.parachute, row.glider) for row in drops}
        self.sea = {row.die: (row.name, row.value) for row in read_csv(at("sea"), SeaRow, faults, key="die")}
        shifts = read_csv(at("displacement"), DisplacementRow, faults, key="tide")
        self.displacement = {row.tide: row.lows for row in shifts}
        self.casualties = list(read_csv(at("casualties"), CasualtyRow, faults, key="firepower"))
        self.history = list(read_csv(at("history"), HistoryRow, faults, key="landing"))
        self.waves = _waves(at("waves"), faults)
        self.turns = {row.turn: row for row in read_csv(at("turns"), TurnRow, faults, key="turn")}
        self.tides = [row.tide for row in read_csv(at("tides"), TideRow, faults, key="space")]
        self.orders = list(read_csv(at("automaton"), OrderRow, faults, key="order"))
        self.types = {row.type: row for row in read_csv(at("types"), TypeRow, faults, key="type")}

    @rule("10.1.2", "10.1.3", "10.1.4")
    def column(self, line: str, differential: int) -> int:
        """The column of the upper matrix for a differential; -1 below the leftmost."""
        return band(self.lines[line], differential)

    @rule("10.1.5")
    def letter(self, column: int, protection: int) -> int:
        """The column of the lower matrix, from 0 for A, by the highest single protection factor."""
        row = self.letters[min(max(protection, 1), max(self.letters))]
        return LETTERS.index(row[column])

    def shift(self, tide: str, roll: int) -> int:
        """5.5.3: by how many hexes a wave is displaced; plus is to the left (east at Omaha, south at Utah)."""
        return SHIFTS[band(self.displacement[tide], roll) + 1]

    def losses(self, firepower: int) -> CasualtyRow:
        """5.6.2: the column of the landing casualties; between two, the lower."""
        return self.casualties[max(0, band([row.firepower for row in self.casualties], firepower))]


def _waves(path: Path, faults: Faults) -> dict[tuple[int, bool, int], tuple[int, tuple[Slot, ...]]]:
    """By beach, whether it is the first cycle, and wave: the most units and the slots."""
    found: dict[tuple[int, bool, int], tuple[int, tuple[Slot, ...]]] = {}
    for row in read_csv(path, WaveRow, faults, key=("beach", "cycle", "wave")):
        slots = tuple(_slot(part) for part in row.slots.split(";"))
        found[BEACHES.index(row.beach), row.cycle == 1, row.wave] = (row.most, slots)
    return found


def _slot(text: str) -> Slot:
    count, kind, *whose = text.split(":")
    return Slot(int(count), kind, *whose)
