"""The map, the counters and the tables, read from `data/` and compiled for speed."""

from pathlib import Path

from bocage.games.tinybeach.records import ObjectiveRow, ScenarioFile, TerrainRow, UnitRow, WeatherRow
from bocage.games.tinybeach.sides import SIDES
from bocage.kernel.board import POINT, Board, Counter, Edges, Geography, compile_edges
from bocage.kernel.ids import Side, Space, Spaces
from bocage.kernel.loading import Faults, check_pack, find, read_csv, read_toml
from bocage.kernel.mapfile import read_map
from bocage.kernel.spaces import each
from bocage.kernel.table import Columns, Table, read_table

DATA = Path(__file__).parent / "data"
RESULTS = ("A1", "EX", "DR", "D1", "D2")


class Unit(Counter, frozen=True, kw_only=True):
    """What is printed on a counter."""

    type: str
    size: str
    moves: str
    strength: int
    reduced: int
    allowance: int
    start: Space
    turn: int


class TinyBoard(Board):
    """Everything that never changes."""

    drawing = Path(__file__).with_name("draw.toml")

    counters: tuple[Unit, ...]

    def __init__(self, geography: Geography, units: list[Unit], rows: list[TerrainRow]) -> None:
        super().__init__(geography, units)
        self.units: tuple[Unit, ...] = tuple(units)
        self.armoured: int = sum(1 << n for n, unit in enumerate(units) if unit.type != "infantry")
        self.tanks: int = sum(1 << n for n, unit in enumerate(units) if unit.type == "armour")
        self.immobile: int = sum(1 << n for n, unit in enumerate(units) if not unit.allowance)
        self.gun = self.unit_ids["Gun"]
        self.fleet, self.march, self.concealed, self.lost = map(self.space, ("Fleet", "March", "Concealed", "Lost"))
        self.beaches: Spaces = self.tags["landing"]
        self.entry: Spaces = self.tags["german-entry"]
        self.gun_sites: Spaces = self.tags["gun-sites"]
        self.near_sea: Spaces = self.adjacency.dilate(self.beaches, 2) & self.hexes
        self.land: Spaces = self.hexes & ~self.of_terrain["sea"]
        self.shift: list[int] = [0] * len(self.names)
        costs = {row.terrain: row for row in rows}
        for space in each(self.hexes):
            self.shift[space] = costs[self.terrain[space]].shift
        self.edges_of: dict[str, Edges] = {
            moves: compile_edges(self, lambda a, b, moves=moves: self._cost(costs, moves, a, b))  # type: ignore[misc]
            for moves in ("foot", "track")
        }
        # 4.2: a zone crosses a river only by a bridge.
        self.open_sides = self.adjacent(self.is_open)
        self.passable: dict[str, Spaces] = {
            moves: sum(1 << s for s in each(self.hexes) if getattr(costs[self.terrain[s]], moves) != "-")
            for moves in ("foot", "track")
        }
        # Filled in by `load`.
        self.crt: Table
        self.weather: dict[int, str]
        self.objectives: dict[Space, int]
        self.scenarios: dict[str, ScenarioFile]

    def is_open(self, a: Space, b: Space) -> bool:
        """No river lies between two hexes, or a road bridges it."""
        return "river" not in self.between(a, b) or bool(self.road(a, b))

    def _cost(self, costs: dict[str, TerrainRow], moves: str, a: Space, b: Space) -> int | None:
        """What the step costs in sixths of a point (5.2-5.4); `None` where it is forbidden."""
        if self.road(a, b):
            return POINT // 2
        text: str = getattr(costs[self.terrain[b]], moves)
        if text == "-":
            return None
        if self.is_open(a, b):
            return int(text) * POINT
        return (int(text) + 1) * POINT if moves == "foot" else None


def load(pack: Path | None = None) -> TinyBoard:
    """Read everything, from a player's data pack where it has the file; all faults in one pass."""
    faults = Faults()
    check_pack(DATA, pack, faults)
    geography = read_map(find(DATA, pack, "map.toml"), faults=faults)
    terrain = read_csv(find(DATA, pack, "terrain.csv"), TerrainRow, faults, key="terrain")
    rows = read_csv(find(DATA, pack, "units.csv"), UnitRow, faults)
    crt = read_table(find(DATA, pack, "crt.csv"), RESULTS, Columns.ODDS, faults)
    weather = read_csv(find(DATA, pack, "weather.csv"), WeatherRow, faults, key="die")
    objectives = read_csv(find(DATA, pack, "objectives.csv"), ObjectiveRow, faults, key="hex")
    scenarios = {
        name: read_toml(find(DATA, pack, f"scenarios/{name}.toml"), ScenarioFile, faults)
        for name in ("landing", "dawn")
    }
    faults.raise_if_any()
    assert geography is not None
    assert crt is not None
    spaces = Board(geography)
    rows.refer("start", spaces.ids, faults)
    objectives.refer("hex", spaces.ids, faults)
    faults.raise_if_any()
    board = TinyBoard(geography, [_unit(spaces, row) for row in rows], list(terrain))
    board.crt = crt
    board.weather = {row.die: row.weather for row in weather}
    board.objectives = {board.space(row.hex): row.points for row in objectives}
    board.scenarios = {name: found for name, found in scenarios.items() if found is not None}
    return board


def _unit(board: Board, row: UnitRow) -> Unit:
    return Unit(
        id=row.id,
        name=row.name,
        side=Side(SIDES.index(row.side)),
        type=row.type,
        size=row.size,
        moves=row.moves,
        strength=row.strength,
        reduced=row.reduced,
        allowance=row.allowance,
        start=board.space(row.start),
        turn=row.turn,
    )
