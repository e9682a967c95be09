"""The map, the counters and the charts, read from `data/` and shared by all games.

For the rules, a `Normandy44Board` offers, besides what every `Board` has:

- `counters`: `Piece` records (see `records.py`); `counters[u].side` is `GERMAN` or `ALLIED`, `nation` the army,
  `kind` the class of 2.3.3, `start` a printed hex, `beach` a landing tag (`omaha-w`) for assault waves and a beach
  (`omaha`) for follow-up units, `arrival` how the unit comes into play.
- `ground[space]`: `Ground` by hex; `hexsides[kind]`, `road_costs[kind]`: the Terrain Effects Chart's other rows.
- Tables (kernel `Table`): `crt`, `determined_defense` (columns open, other, position, strong), `invasion` (cells like
  `A1/D1 2`: result and hexes of advance), `scatter` (columns by division), and single columns `jabos` ("shift"),
  `strafing`, `isolation`, `dd_tanks` ("steps"), `rangers` ("lands"), `weather_turn2` ("row").
- `weather[die]`, `cadres[id]`, `cadre_boxes`, `limits[name]` (markers), `turns[turn]`, `scenarios[id]`,
  `rp_costs[what]`.
- Tags of the map file, and those worked out here: town, city, coastal, south-edge, east-edge, us-zone, cw-zone,
  column-15 (26.1), roads-south (26.2.1), front-west and front-east (27).
  Hexside kinds worked out from tags, for drawing and for 16.3: perimeter, june-27, naval-zone.
- `atlas`: all of it compiled for speed.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple, TypeVar

import msgspec

from bocage.games.normandy44 import checks
from bocage.games.normandy44.atlas import Atlas
from bocage.games.normandy44.records import (
    CadreBoxRow,
    CadreRow,
    CostRow,
    Ground,
    HexsideRow,
    MarkerRow,
    Piece,
    RoadRow,
    ScenarioFile,
    TerrainRow,
    TurnRow,
    UnitRow,
    WeatherRow,
    points,
)
from bocage.games.normandy44.sides import ALLIED, GERMAN
from bocage.kernel.board import Board, Geography
from bocage.kernel.ids import Side, Space, Spaces
from bocage.kernel.loading import Faults, Rows, check_pack, find, read_csv, read_toml
from bocage.kernel.mapfile import read_map
from bocage.kernel.spaces import Edge, bit, each, holds
from bocage.kernel.table import Columns, Table, read_table

__all__ = ["DATA", "SCENARIOS", "Normandy44Board", "Piece", "load"]

DATA = Path(__file__).parent / "data"
SCENARIOS = ("campaign", "seven-turn", "cherbourg")
NOWHERE_GROUND = Ground(None, None, 0, armor_shift=False, stops_retreat=False, defense="open", never=True)
LAST_ROW_WITH_BOUNDARY = 16  # 22.1.2: south of this hexrow the armies mix
LAST_WESTERN_COLUMN = 20  # 27: the boundary is drawn on to the south edge to part the two German fronts
CLOSED_COLUMN = 15  # 26.1: nobody enters it in the Cherbourg scenario

STEPS = ("0", "1")
TABLES: dict[str, tuple[tuple[str, ...], Columns]] = {
    "crt": (("A1", "A1/DR", "EX", "DR", "A1/D1", "D1", "A1/D2", "DH"), Columns.ODDS),
    "determined_defense": (("-", "-1", "•-1", "•EX", "•AL", "•AL*"), Columns.NAMES),
    "jabos": (("0", "1", "2", "3"), Columns.NAMES),
    "strafing": (STEPS, Columns.NAMES),
    "isolation": (STEPS, Columns.NAMES),
    "invasion": (("A1 0", "A2/D1 1", "EX 1", "A1/D1 1", "A1/D1 2", "D1 2"), Columns.NAMES),
    "dd_tanks": (STEPS, Columns.NAMES),
    "rangers": (("du-hoc", "omaha"), Columns.NAMES),
    "scatter": (("-", "S", "S1", "S2"), Columns.NAMES),
    "weather_turn2": (("2", "3"), Columns.NAMES),
}

Row = TypeVar("Row", bound=msgspec.Struct)


class Sheets(NamedTuple):
    """The CSV files with one record per row."""

    german: Rows[UnitRow]
    allied: Rows[UnitRow]
    cadres: Rows[CadreRow]
    cadre_boxes: Rows[CadreBoxRow]
    weather: Rows[WeatherRow]
    terrain: Rows[TerrainRow]
    hexsides: Rows[HexsideRow]
    roads: Rows[RoadRow]
    costs: Rows[CostRow]
    markers: Rows[MarkerRow]
    turns: Rows[TurnRow]


class Normandy44Board(Board):
    """Everything that never changes."""

    drawing = Path(__file__).with_name("draw.toml")

    counters: tuple[Piece, ...]

    def __init__(
        self, geography: Geography, sheets: Sheets, tables: dict[str, Table], scenarios: dict[str, ScenarioFile]
    ) -> None:
        super().__init__(geography, [piece(row) for row in (*sheets.german, *sheets.allied)])
        self._ground(sheets.terrain)
        self.hexsides: dict[str, HexsideRow] = {row.side: row for row in sheets.hexsides}
        self.road_costs: dict[str, RoadRow] = {row.road: row for row in sheets.roads}
        self.cadres: dict[str, CadreRow] = {row.id: row for row in sheets.cadres}
        self.cadre_boxes: tuple[CadreBoxRow, ...] = tuple(sheets.cadre_boxes)
        self.weather: dict[int, WeatherRow] = {row.die: row for row in sheets.weather}
        self.rp_costs: dict[str, int] = {row.what: row.points for row in sheets.costs}
        self.turns: dict[int, TurnRow] = {row.turn: row for row in sheets.turns}
        self.markers: tuple[MarkerRow, ...] = tuple(sheets.markers)
        self.limits: dict[str, int] = limits(sheets.markers)
        self.scenarios = scenarios
        self.crt, self.determined_defense = tables["crt"], tables["determined_defense"]
        self.jabos, self.strafing, self.isolation = tables["jabos"], tables["strafing"], tables["isolation"]
        self.invasion, self.dd_tanks, self.rangers = tables["invasion"], tables["dd_tanks"], tables["rangers"]
        self.scatter, self.weather_turn2 = tables["scatter"], tables["weather_turn2"]
        self._work_out_tags()
        self._work_out_lines()
        self.atlas = Atlas(self)

    def _ground(self, rows: Iterable[TerrainRow]) -> None:
        kinds = {
            row.terrain: Ground(
                points(row.foot), points(row.mech), row.dcb, row.armor_shift, row.stops_retreat, row.defense,
                row.enter == "never",
            )
            for row in rows
        }  # fmt: skip
        self.ground: list[Ground] = [kinds.get(kind, NOWHERE_GROUND) for kind in self.terrain]

    def _work_out_tags(self) -> None:
        """Sets that follow from others: towns and cities, the coast, the map edges, the two armies' ground."""
        grid = self.grid
        assert grid is not None
        sea = self.of_terrain.get("sea", 0)
        self.land: Spaces = self.hexes & ~sea
        row = {space: int(self.names[space][:2]) for space in each(self.land)}
        column = {space: int(self.names[space][2:]) for space in each(self.land)}
        south, east = min(row.values(), default=0), max(column.values(), default=0)
        outside = {s for s in each(self.land) if -1 in grid.neighbours(s)}
        edges = {
            "town": self.of_terrain.get("town", 0),
            "city": self.of_terrain.get("city", 0),
            "south-edge": sum(bit(s) for s, r in row.items() if r == south),
            "east-edge": sum(bit(s) for s, c in column.items() if c == east),
        }
        north_west = sum(bit(s) for s in outside) & ~edges["south-edge"] & ~edges["east-edge"]
        edges["coastal"] = (self.adjacency.spread(sea) & self.land) | north_west  # west and north the map ends at sea
        boundary = self.sides.get("boundary", frozenset())
        parted = self.adjacent(lambda a, b: holds(self.land, a) and holds(self.land, b) and (a, b) not in boundary)
        north = sum(bit(s) for s, r in row.items() if r >= LAST_ROW_WITH_BOUNDARY)
        us = parted.flood(self.tags.get("utah", 0), north)
        edges |= {"us-zone": us, "cw-zone": north & ~us}
        south_west = sum(bit(s) for s, c in column.items() if c <= LAST_WESTERN_COLUMN) & ~north
        edges |= {"front-west": us | south_west, "front-east": self.land & ~(us | south_west)}
        edges |= {"column-15": sum(bit(s) for s, c in column.items() if c == CLOSED_COLUMN)}
        edges |= {"roads-south": self._roads_south(column)}
        self.tags |= edges

    def _roads_south(self, column: dict[Space, int]) -> Spaces:
        """26.2.1: the first hex of every road beyond the June 27 line, west of the closed column."""
        north, found = self.tags.get("june-27", 0), 0
        for a, b in frozenset().union(*self.roads.values()):
            if holds(north, a) and not holds(north, b) and column[b] < CLOSED_COLUMN:
                found |= bit(b)
        return found

    def _work_out_lines(self) -> None:
        """The printed lines that only bound a set of hexes."""
        for name in ("perimeter", "june-27", "naval-zone"):
            inside = self.tags.get(name, 0)
            self.sides[name] = frozenset(self._border(inside))

    def _border(self, inside: Spaces) -> Iterable[Edge]:
        for a, b in self.edges():
            if holds(self.land, a) and holds(self.land, b) and holds(inside, a) != holds(inside, b):
                yield a, b


def piece(row: UnitRow) -> Piece:
    """The counter of a row."""
    values = msgspec.structs.asdict(row)
    return Piece(side=Side(GERMAN if row.nation == "german" else ALLIED), **values)


def limits(markers: Iterable[MarkerRow]) -> dict[str, int]:
    """How many markers each side has; kinds that both sides have alike go by their plain name."""
    found: dict[str, int] = {}
    for row in markers:
        name = "ip" if row.marker == "position" else row.marker
        found[f"{row.army}_{name}"] = row.count
        found[name] = min(row.count, found.get(name, row.count))
    return found


def load(pack: Path | None = None) -> Normandy44Board:
    """Read everything, from a player's data pack where it has the file; all faults in one pass."""
    faults = Faults()
    check_pack(DATA, pack, faults)
    geography = read_map(find(DATA, pack, "map.toml"), faults=faults)
    sheets = _sheets(pack, faults)
    tables = {
        name: read_table(find(DATA, pack, f"{name}.csv"), results, kind, faults)
        for name, (results, kind) in TABLES.items()
    }
    read = {name: read_toml(find(DATA, pack, f"scenarios/{name}.toml"), ScenarioFile, faults) for name in SCENARIOS}
    scenarios = {name: found for name, found in read.items() if found is not None}
    checks.counters(sheets, faults)
    checks.charts(sheets, faults)
    checks.weather(sheets.weather, faults)
    if geography is not None:
        checks.geography(geography, sheets, find(DATA, pack, "map.toml"), faults)
    for name, scenario in scenarios.items():
        checks.scenario(scenario, find(DATA, pack, f"scenarios/{name}.toml"), geography, sheets, faults)
    faults.raise_if_any()
    assert geography is not None
    return Normandy44Board(geography, sheets, tables, scenarios)


def _sheets(pack: Path | None, faults: Faults) -> Sheets:
    def rows(name: str, record: type[Row], key: str | tuple[str, ...] = "id") -> Rows[Row]:
        return read_csv(find(DATA, pack, f"{name}.csv"), record, faults, key=key)

    return Sheets(
        german=rows("units_german", UnitRow),
        allied=rows("units_allied", UnitRow),
        cadres=rows("cadres", CadreRow),
        cadre_boxes=rows("cadre_boxes", CadreBoxRow),
        weather=rows("weather", WeatherRow, "die"),
        terrain=rows("terrain", TerrainRow, "terrain"),
        hexsides=rows("hexsides", HexsideRow, "side"),
        roads=rows("road_costs", RoadRow, "road"),
        costs=rows("rp_costs", CostRow, "what"),
        markers=rows("markers", MarkerRow, ("marker", "army")),
        turns=rows("turns", TurnRow, "turn"),
    )
