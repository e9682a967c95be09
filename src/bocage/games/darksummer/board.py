"""The map, the counters and the tables, read from `data/` and compiled for speed."""

from functools import cached_property, reduce
from operator import or_
from pathlib import Path

from bocage.games.darksummer.atlas import Atlas
from bocage.games.darksummer.records import (
    WEATHERS,
    ChitRow,
    HexsideRow,
    HiddenRow,
    RebuildingRow,
    ReplacementRow,
    RoadRow,
    ScenarioFile,
    SupportRow,
    TerrainRow,
    TurnRow,
    Unit,
    UnitRow,
    VictoryRow,
    WeatherRow,
    unit_of,
)
from bocage.games.darksummer.roster import Roster
from bocage.kernel.board import Board, Geography
from bocage.kernel.ids import Space, Spaces
from bocage.kernel.loading import Faults, check_pack, find, read_csv, read_toml
from bocage.kernel.mapfile import read_map
from bocage.kernel.spaces import each
from bocage.kernel.table import Columns, Table, read_table

DATA = Path(__file__).parent / "data"
RESULTS = ("AL2", "AL1", "BL1", "EX", "DR", "DR*", "DE")
SIEGE_RESULTS = ("AL2", "AL1", "BL1", "BL2", "CAP")


class DarkBoard(Board):
    """Everything that never changes. The tables are filled in by `load`."""

    counters: tuple[Unit, ...]
    drawing = Path(__file__).with_name("draw.toml")
    terrain_rows: dict[str, TerrainRow]
    hexside_rows: dict[str, HexsideRow]
    road_rows: dict[str, RoadRow]
    crt: Table
    siege: Table
    weather: dict[str, WeatherRow]
    chits: dict[str, ChitRow]
    replacements: dict[str, ReplacementRow]
    rebuilding: dict[tuple[str, str], tuple[str, ...]]
    support: tuple[SupportRow, ...]
    hidden: dict[str, dict[int, int]]
    turns: dict[int, TurnRow]
    victory: tuple[VictoryRow, ...]
    scenarios: dict[str, ScenarioFile]

    def __init__(self, geography: Geography, units: list[Unit]) -> None:
        super().__init__(geography, units)
        self.units: tuple[Unit, ...] = tuple(units)

    @cached_property
    def atlas(self) -> Atlas:
        """The ground, as the rules look at it."""
        return Atlas(self)

    @cached_property
    def contested(self) -> Spaces:
        """3.2: the hexes whose control counts for somebody: those that score, Caen (10.4.5) and Avranches (3.2.1)."""
        return reduce(or_, (self.tags.get(row.item, 0) for row in self.victory), self.atlas.caen | self.atlas.avranches)

    @cached_property
    def contested_hexes(self) -> tuple[Space, ...]:
        """The same, listed."""
        return tuple(each(self.contested))

    @cached_property
    def named_hexes(self) -> Spaces:
        """Towns and cities: their change of hands is worth telling."""
        return self.of_place.get("town", 0) | self.of_place.get("city", 0) | self.atlas.caen

    @cached_property
    def markers_of_kind(self) -> dict[str, int]:
        """By kind, the support markers as bits."""
        found: dict[str, int] = {}
        for n, row in enumerate(self.support):
            found[row.kind] = found.get(row.kind, 0) | 1 << n
        return found

    @cached_property
    def roster(self) -> Roster:
        """The counters, as the rules look at them."""
        return Roster(self)


def load(pack: Path | None = None) -> DarkBoard:
    """Read everything, from a player's data pack where it has the file; all faults in one pass."""
    faults = Faults()
    if pack is not None:
        check_pack(DATA, pack, faults)
    geography = read_map(find(DATA, pack, "map.toml"), faults=faults)
    rows = read_csv(find(DATA, pack, "units.csv"), UnitRow, faults)
    tables = _tables(pack, faults)
    faults.raise_if_any()
    assert geography is not None
    spaces = Board(geography)
    rows.refer("start", spaces.ids, faults)
    faults.raise_if_any()
    board = DarkBoard(geography, [unit_of(row, spaces.space(row.start)) for row in rows])
    for name, table in tables.items():
        setattr(board, name, table)
    board.atlas.compile_all()
    return board


def _tables(pack: Path | None, faults: Faults) -> dict[str, object]:
    """Every table, by the name of the board's attribute."""

    def file(name: str) -> Path:
        return find(DATA, pack, name)

    hidden: dict[str, dict[int, int]] = {}
    for row in read_csv(file("hidden.csv"), HiddenRow, faults, key=("type", "value")):
        hidden.setdefault(row.type, {})[row.value] = row.count
    rebuilding = read_csv(file("rebuilding.csv"), RebuildingRow, faults, key=("nation", "type"))
    return {
        "terrain_rows": {r.terrain: r for r in read_csv(file("terrain.csv"), TerrainRow, faults, key="terrain")},
        "hexside_rows": {r.kind: r for r in read_csv(file("hexsides.csv"), HexsideRow, faults, key="kind")},
        "road_rows": {r.kind: r for r in read_csv(file("roads.csv"), RoadRow, faults, key="kind")},
        "crt": read_table(file("crt.csv"), RESULTS, Columns.ODDS, faults, name="Combat Results Table"),
        "siege": read_table(file("cherbourg.csv"), SIEGE_RESULTS, Columns.ODDS, faults, name="Cherbourg Combat Table"),
        "weather": _by_weather(read_csv(file("weather.csv"), WeatherRow, faults, key="weather"), faults),
        "chits": _by_weather(read_csv(file("chits.csv"), ChitRow, faults, key="weather"), faults),
        "replacements": _by_weather(read_csv(file("replacements.csv"), ReplacementRow, faults, key="weather"), faults),
        "rebuilding": {(r.nation, r.type): r.replacements for r in rebuilding},
        "support": tuple(read_csv(file("support.csv"), SupportRow, faults)),
        "hidden": hidden,
        "turns": {r.turn: r for r in read_csv(file("turns.csv"), TurnRow, faults, key="turn")},
        "victory": tuple(read_csv(file("victory.csv"), VictoryRow, faults)),
        "scenarios": {"campaign": read_toml(file("scenarios/campaign.toml"), ScenarioFile, faults)},
    }


def _by_weather(rows: object, faults: Faults) -> dict[str, object]:
    """The rows of a table with one row for each weather."""
    found = {row.weather: row for row in rows}  # type: ignore[attr-defined]
    for weather in WEATHERS:
        if weather not in found:
            faults.add(rows.file, f"there is no row for {weather}")  # type: ignore[attr-defined]
    return found
