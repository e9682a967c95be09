"""The data files become a board; everything wrong with them is reported in one pass."""

from pathlib import Path

from bocage.games.acrosstheworld.board import CARDS, LINKS, MODIFIERS, SCENARIOS, TAGS, Line, Normandy1944, Unit
from bocage.games.acrosstheworld.records import (
    CardRow,
    CityRow,
    LeaderRow,
    LineRow,
    ModifierRow,
    Numbers,
    ScenarioFile,
    TerrainRow,
    UnitRow,
)
from bocage.games.acrosstheworld.sides import SIDES
from bocage.kernel.board import Board, Geography
from bocage.kernel.ids import Side
from bocage.kernel.loading import Faults, check_pack, find, read_csv, read_toml, unknown
from bocage.kernel.mapfile import read_map

DATA = Path(__file__).parent / "data"


class Sheets:
    """All files as rows, a player's own pack before ours."""

    def __init__(self, pack: Path | None, faults: Faults) -> None:
        def at(name: str) -> Path:
            return find(DATA, pack, name)

        self.map = at("map.toml")
        self.geography = read_map(self.map, faults=faults)
        self.numbers = read_toml(at("numbers.toml"), Numbers, faults)
        self.terrain = read_csv(at("terrain.csv"), TerrainRow, faults, key="terrain")
        self.units = read_csv(at("units.csv"), UnitRow, faults)
        self.leaders = read_csv(at("leaders.csv"), LeaderRow, faults)
        self.modifiers = read_csv(at("modifiers.csv"), ModifierRow, faults)
        self.cities = read_csv(at("victory.csv"), CityRow, faults, key="region")
        self.lines = read_csv(at("reinforcements.csv"), LineRow, faults)
        self.cards = read_csv(at("cards.csv"), CardRow, faults)
        self.paths = {name: at(f"scenarios/{name}.toml") for name in SCENARIOS}
        self.scenarios = {name: read_toml(path, ScenarioFile, faults) for name, path in self.paths.items()}

    def check(self, geography: Geography, faults: Faults) -> None:
        """Every name that one file uses must stand in another, and the names that the rules use must be there."""
        spaces = Board(geography)
        counters = {*self.units.keys, *self.leaders.keys}
        self.cities.refer("region", spaces.ids, faults)
        self.lines.refer("entry", {*spaces.ids, "port"}, faults)
        self.lines.refer("units", counters, faults)
        self.lines.refer("replaces", self.leaders.keys, faults)
        self.cards.refer("id", CARDS, faults)
        self.modifiers.refer("id", MODIFIERS, faults)
        for file, wanted, there in (
            (self.cards.file, CARDS, self.cards.keys),
            (self.modifiers.file, MODIFIERS, self.modifiers.keys),
            (self.map, TAGS, spaces.tags),
            (self.map, LINKS, spaces.links),
            (self.terrain.file, {area.terrain for area in geography.area}, self.terrain.keys),
        ):
            for name in sorted(set(wanted) - set(there)):
                faults.add(file, f'there is no "{name}"')
        for name in sorted(self.units.keys & self.leaders.keys):
            faults.add(self.leaders.file, f'"{name}" is already in {self.units.file.name}')
        if sum(area.terrain == "sea" for area in geography.area) != 1:
            faults.add(self.map, "exactly one area must be sea")
        self._check_stacks(spaces, counters, faults)

    def _check_stacks(self, spaces: Board, counters: set[str], faults: Faults) -> None:
        """A scenario places known counters in known regions, each once."""
        for key, path in self.paths.items():
            scenario, seen = self.scenarios[key], set[str]()
            assert scenario is not None
            for stack in (*scenario.drop, *scenario.landing, *scenario.stack):
                if stack.region not in spaces.ids:
                    faults.add(path, unknown(stack.region, spaces.ids))
                for name in stack.units:
                    if name not in counters:
                        faults.add(path, unknown(name, counters))
                    elif name in seen:
                        faults.add(path, f"{name} is placed twice")
                    seen.add(name)


def load(pack: Path | None = None) -> Normandy1944:
    """Read everything, from a player's data pack where it has the file; all faults in one pass."""
    faults = Faults()
    check_pack(DATA, pack, faults)
    sheets = Sheets(pack, faults)
    faults.raise_if_any()
    assert sheets.geography is not None
    assert sheets.numbers is not None
    sheets.check(sheets.geography, faults)
    faults.raise_if_any()
    units = [*map(_unit, sheets.units), *map(_unit, sheets.leaders)]
    board = Normandy1944(sheets.geography, units, sheets.terrain, sheets.numbers)
    board.cards = tuple(sorted(sheets.cards, key=lambda card: CARDS.index(card.id)))
    of_side = [tuple(n for n, card in enumerate(board.cards) if card.side == side) for side in SIDES]
    board.cards_of = (of_side[0], of_side[1])
    board.modifiers = {row.id: row for row in sheets.modifiers}
    board.cities = {board.space(row.region): row.points for row in sheets.cities}
    board.keys = board.set_of(row.region for row in sheets.cities if row.key)
    board.lines = tuple(_line(board, row) for row in sheets.lines)
    board.scenarios = {name: found for name, found in sheets.scenarios.items() if found is not None}
    return board


def _unit(row: UnitRow | LeaderRow) -> Unit:
    side = Side(SIDES.index(row.side))
    if isinstance(row, LeaderRow):
        return Unit(
            id=row.id,
            name=row.name,
            side=side,
            nation=row.nation,
            kind="leader",
            size="leader",
            combat=0,
            morale=row.morale,
            movement=row.movement,
            steps=1,
            stars=row.stars,
        )
    return Unit(
        id=row.id,
        name=row.name,
        side=side,
        nation=row.nation,
        kind=row.kind,
        size=row.size,
        combat=row.combat,
        morale=row.morale,
        movement=row.movement,
        steps=row.steps,
    )


def _line(board: Normandy1944, row: LineRow) -> Line:
    return Line(
        id=row.id,
        side=Side(SIDES.index(row.side)),
        turn=row.turn,
        entry=board.set_of(name for name in row.entry if name != "port"),
        any_port="port" in row.entry,
        units=board.set_of_units(row.units),
        replaces=board.unit_ids[row.replaces] if row.replaces else -1,
        second_wave=row.wave == "second",
    )
