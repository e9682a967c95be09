"""The rows of the data files: what a player would hold against the printed cards."""

from fractions import Fraction
from pathlib import Path
from typing import Literal

import msgspec

from bocage.kernel.board import Counter, Geography
from bocage.kernel.loading import Faults, Rows, check_pack, find, read_csv, read_toml
from bocage.kernel.mapfile import read_map
from bocage.kernel.table import Columns, Table, read_table

DATA = Path(__file__).parent / "data"
RESULTS = ("AX", "AR", "EX", "DR", "DX")
ORDERS = ("A", "B", "C", "D", "E", "F")

SideName = Literal["Allied", "German"]
UnitType = Literal["infantry", "armor", "reconnaissance", "parachute", "glider", "commando", "antitank", "antiaircraft"]
Force = Literal["", "assault", "commando", "parachute", "glider", "second", "followup", "battalion"]


class UnitRow(msgspec.Struct, frozen=True):
    """A row of units.csv."""

    id: str
    name: str
    side: SideName
    nation: str
    type: UnitType
    size: Literal["II", "III", "X"]
    strength: int
    allowance: int
    defends_only: bool = False
    formation: str = ""
    force: Force = ""


class Unit(Counter, frozen=True, kw_only=True):
    """What is printed on a counter."""

    nation: str
    type: UnitType
    size: str
    strength: int
    allowance: int
    defends_only: bool
    formation: str
    force: Force

    @property
    def factors(self) -> str:
        """Strength and allowance as printed: `7-4`, or `10d6` for a unit that only defends."""
        return f"{self.strength}{'d' if self.defends_only else '-'}{self.allowance}"


class TerrainRow(msgspec.Struct, frozen=True):
    """A row of terrain.csv; a dash forbids."""

    terrain: str
    slow: str
    fast: str
    addition: str


class MissionRow(msgspec.Struct, frozen=True):
    """A row of naval.csv."""

    mission: Literal["light", "medium", "heavy"]
    number: int
    range: int
    attack: int
    defence: int


class ScatterRow(msgspec.Struct, frozen=True):
    """A row of scatter.csv."""

    die: int
    clear: str
    close: str


class WindRow(msgspec.Struct, frozen=True):
    """A row of scatter_plan.csv."""

    die: int
    direction: Literal["N", "NE", "SE", "S", "SW", "NW"]


class OrderRow(msgspec.Struct, frozen=True):
    """A row of german_orders.csv: counters that begin in an area or arrive over edges."""

    order: Literal["A", "B", "C", "D", "E", "F"]
    turn: int
    where: list[str]
    factors: str
    count: int
    units: list[str]


class ForceRow(msgspec.Struct, frozen=True):
    """A row of allied_order.csv."""

    force: Force
    factors: str
    count: int


class BreakdownRow(msgspec.Struct, frozen=True):
    """A row of breakdown.csv."""

    side: SideName
    factors: str
    type: UnitType
    parts: list[str]


class PointsRow(msgspec.Struct, frozen=True):
    """A row of victory.csv."""

    kind: Literal["city", "exit", "order"]
    name: str
    points: int
    until: int


class LevelRow(msgspec.Struct, frozen=True):
    """A row of levels.csv."""

    least: int
    level: str
    winner: SideName


class AlliedPlan(msgspec.Struct, frozen=True):
    """The historical plan of the Allies: counters and where they go."""

    supply: list[str]
    landings: dict[str, str]
    commandos: dict[str, str]
    drops: dict[str, str]


class GermanPlan(msgspec.Struct, frozen=True, rename={"south_edge": "south-edge", "caen_or_st_lo": "caen-or-st-lo"}):
    """Where the rest of the German set-up goes if the player asks for it: hexes in order of preference."""

    anywhere: list[str]
    falaise: list[str]
    south_edge: list[str]
    coutances: list[str]
    caen_or_st_lo: list[str]
    units: dict[str, list[str]]


class ScenarioFile(msgspec.Struct, frozen=True):
    """A file of scenarios/."""

    name: str
    summary: str
    turns: int
    allied: AlliedPlan
    german: GermanPlan
    provenance: str = ""


class Pack(msgspec.Struct):
    """Everything that was read."""

    geography: Geography
    units: list[UnitRow]
    terrain: dict[str, TerrainRow]
    missions: list[MissionRow]
    scatter: dict[int, ScatterRow]
    winds: dict[int, str]
    orders: list[OrderRow]
    breakdown: list[BreakdownRow]
    points: list[PointsRow]
    levels: list[LevelRow]
    crt: Table
    scenarios: dict[str, ScenarioFile]


def read_pack(pack: Path | None) -> Pack:
    """Read all files, from a player's data pack where it has them; every fault in one pass."""
    faults = Faults()
    check_pack(DATA, pack, faults)

    def file(name: str) -> Path:
        return find(DATA, pack, name)

    geography = read_map(file("map.toml"), faults=faults)
    units = read_csv(file("units.csv"), UnitRow, faults)
    terrain = read_csv(file("terrain.csv"), TerrainRow, faults, key="terrain")
    missions = read_csv(file("naval.csv"), MissionRow, faults, key="mission")
    scatter = read_csv(file("scatter.csv"), ScatterRow, faults, key="die")
    winds = read_csv(file("scatter_plan.csv"), WindRow, faults, key="die")
    orders = read_csv(
        file("german_orders.csv"),
        OrderRow,
        faults,
        key=("order", "turn", "where", "factors"),
        references={"units": units.keys},
    )
    forces = read_csv(file("allied_order.csv"), ForceRow, faults, key=("force", "factors"))
    breakdown = read_csv(file("breakdown.csv"), BreakdownRow, faults, key=("side", "factors", "type"))
    points = read_csv(file("victory.csv"), PointsRow, faults, key=("kind", "name"))
    levels = read_csv(file("levels.csv"), LevelRow, faults, key="least")
    crt = read_table(file("crt.csv"), RESULTS, Columns.ODDS, faults)
    scenario = read_toml(file("scenarios/invasion.toml"), ScenarioFile, faults)
    _check_orders(units, orders, forces, faults)
    faults.raise_if_any()
    assert geography is not None
    assert scenario is not None
    return Pack(
        geography=geography,
        units=list(units),
        terrain={row.terrain: row for row in terrain},
        missions=list(missions),
        scatter={row.die: row for row in scatter},
        winds={row.die: row.direction for row in winds},
        orders=list(orders),
        breakdown=list(breakdown),
        points=list(points),
        levels=sorted(levels, key=lambda row: row.least),
        crt=crt,
        scenarios={"invasion": scenario},
    )


def _check_orders(units: Rows[UnitRow], orders: Rows[OrderRow], forces: Rows[ForceRow], faults: Faults) -> None:
    """The counters named must be as many, and as strong, as the printed lists say."""
    printed = {row.id: f"{row.strength}{'d' if row.defends_only else '-'}{row.allowance}" for row in units}
    for line, row in zip(orders.lines, orders, strict=True):
        if len(row.units) != row.count:
            faults.add(orders.file, f"{len(row.units)} counters named, {row.count} printed", row=line, column="units")
        for unit in row.units:
            if printed.get(unit, row.factors) != row.factors:
                what = f"{unit} is a {printed[unit]}, not a {row.factors}"
                faults.add(orders.file, what, row=line, column="units")
    for line, force in zip(forces.lines, forces, strict=True):
        found = sum(row.force == force.force and printed[row.id] == force.factors for row in units)
        if found != force.count:
            faults.add(forces.file, f"{found} counters in units.csv", row=line, column="count")


def points_of(text: str) -> int | None:
    """Movement points in sixths; `None` where a dash forbids."""
    return None if text == "-" else int(Fraction(text) * 6)
