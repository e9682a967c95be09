"""The map, the counters and a position of Normandy (1971) as plain data: dictionaries, sets and names of hexes.

Everything is read from the data files and from the columns of a state. Nothing here knows a rule.
"""

import csv
import tomllib
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from bocage.games import normandy71

DATA = Path(normandy71.__file__).parent / "data"
ALLIED, GERMAN = "Allied", "German"
ENEMY = {ALLIED: GERMAN, GERMAN: ALLIED}
COLUMNS, ROWS = 51, 35


def rows(name: str) -> list[dict[str, str]]:
    lines = [line for line in (DATA / name).read_text().splitlines() if not line.startswith("#")]
    return list(csv.DictReader(lines))


def letters(column: int) -> str:
    """A in the east is 0, Z is 25, AA 26."""
    letter = chr(ord("A") + column % 26)
    return letter * (column // 26 + 1)


@cache
def split(name: str) -> tuple[int, int]:
    text = name.rstrip("0123456789")
    return ord(text[0]) - ord("A") + 26 * (len(text) - 1), int(name[len(text) :])


def around(name: str) -> list[str]:
    """The neighbours: columns B, D, F ... sit half a hex further north."""
    i, n = split(name)
    up = i % 2
    found = [(i, n + 1), (i, n - 1), (i + 1, n + up), (i + 1, n + up - 1), (i - 1, n + up), (i - 1, n + up - 1)]
    return [f"{letters(a)}{b}" for a, b in found if 0 <= a < COLUMNS and 1 <= b <= ROWS]


@cache
def distance(one: str, other: str) -> int:
    """Hexes between two hexes as the crow flies."""
    (i, n), (j, m) = split(one), split(other)
    # Height above the south edge in half hexes; a sideways step gains or loses one of them.
    across, along = abs(i - j), abs(2 * n + i % 2 - 2 * m - j % 2)
    return across + max(0, along - across) // 2


_MAP = tomllib.loads((DATA / "map.toml").read_text())
_LEGEND = _MAP["terrain"]["legend"]
TERRAIN: dict[str, str] = {
    f"{letters(COLUMNS - 1 - x)}{ROWS - y}": _LEGEND[mark]
    for y, line in enumerate(_MAP["terrain"]["rows"])
    for x, mark in enumerate(line)
}
NEXT: dict[str, list[str]] = {name: around(name) for name in TERRAIN}
LAND = {name for name, kind in TERRAIN.items() if kind != "sea"}
SEA = set(TERRAIN) - LAND
COAST = {name for name, kind in TERRAIN.items() if kind == "coast"}
HEXSIDES: dict[frozenset[str], set[str]] = {}
for _row in _MAP["side"]:
    for _text in _row["hexsides"]:
        HEXSIDES.setdefault(frozenset(_text.split("/")), set()).add(_row["kind"])
ROADS: set[frozenset[str]] = {
    frozenset(pair) for row in _MAP["road"] for pair in zip(row["hexes"], row["hexes"][1:], strict=False)
}
ROAD_HEXES = {name for pair in ROADS for name in pair}
TAGS: dict[str, set[str]] = {}
for _row in _MAP["tag"]:
    TAGS.setdefault(_row["name"], set()).update(_row["hexes"])
FORTS = TAGS["fort"]
BEACHES: dict[str, str] = {
    f"Beach{name[6:]}": next(iter(hexes)) for name, hexes in TAGS.items() if name.startswith("beach-")
}
CITIES: dict[str, set[str]] = {name[5:]: hexes for name, hexes in TAGS.items() if name.startswith("city-")}
EXITS: dict[str, set[str]] = {name[5:]: hexes for name, hexes in TAGS.items() if name.startswith("exit-")}
EXIT_HEXES = {name for hexes in EXITS.values() for name in hexes}
EDGE: dict[str, set[str]] = {
    "north": {name for name in LAND if split(name)[1] == ROWS},
    "south": {name for name in LAND if split(name)[1] == 1},
    "east": {name for name in LAND if split(name)[0] == 0},
    "west": {name for name in LAND if split(name)[0] == COLUMNS - 1},
}
RIM = {name for hexes in EDGE.values() for name in hexes}


@dataclass(frozen=True)
class Counter:
    id: str
    side: str
    type: str
    size: str
    strength: int
    allowance: int
    defends_only: bool
    force: str

    @property
    def regiment(self) -> bool:
        return self.size in ("III", "X")

    @property
    def armor(self) -> bool:
        return self.type == "armor"

    @property
    def factors(self) -> str:
        return f"{self.strength}-{self.allowance}"

    @property
    def rover(self) -> bool:
        """Supply.G: German reconnaissance and Allied commandos."""
        return self.type == ("commando" if self.side == ALLIED else "reconnaissance")

    @property
    def paratroops(self) -> bool:
        return self.side == ALLIED and self.type == "parachute"


COUNTERS: dict[str, Counter] = {
    row["id"]: Counter(
        row["id"],
        row["side"],
        row["type"],
        row["size"],
        int(row["strength"]),
        int(row["allowance"]),
        row["defends_only"] == "yes",
        row["force"],
    )
    for row in rows("units.csv")
}
MISSIONS: dict[str, dict[str, int]] = {
    row["mission"]: {name: int(text) for name, text in row.items() if name != "mission"} for row in rows("naval.csv")
}
BREAKDOWN: list[dict[str, str]] = rows("breakdown.csv")
POINTS: list[dict[str, str]] = rows("victory.csv")


def bits(mask: int) -> list[int]:
    return [n for n in range(mask.bit_length()) if mask >> n & 1]


@dataclass
class Position:
    """Where every counter in play stands, and what else the rules ask for."""

    turn: int
    at: dict[str, str]
    supply: set[str] = field(default_factory=set)
    lost: set[str] = field(default_factory=set)
    unsupplied: set[str] = field(default_factory=set)
    cut_off: set[str] = field(default_factory=set)
    dug_in: dict[str, set[str]] = field(default_factory=dict)
    digging: set[str] = field(default_factory=set)
    disturbed: set[str] = field(default_factory=set)
    cities: set[str] = field(default_factory=set)
    exited_by: set[str] = field(default_factory=set)
    late: set[str] = field(default_factory=set)
    spare: set[str] = field(default_factory=set)
    adding_up: bool = True

    def here(self, space: str, side: str | None = None) -> list[str]:
        return [u for u, where in self.at.items() if where == space and side in (None, COUNTERS[u].side)]

    def held(self, side: str) -> set[str]:
        """Hexes with units of a side."""
        return {where for u, where in self.at.items() if COUNTERS[u].side == side and where in TERRAIN}

    def zone(self, side: str) -> set[str]:
        """Zones of Control: the six hexes around each unit, whatever lies between (Zones.C)."""
        return {name for space in self.held(side) for name in NEXT[space]}

    def areas(self) -> set[str]:
        """Supply areas that still work (Supply.H)."""
        return self.supply - self.lost


def position(g: Any) -> Position:
    """A state of the engine as plain data."""
    names, units = g.board.names, g.board.unit_names

    def hexes(mask: int) -> set[str]:
        return {names[n] for n in bits(mask)}

    def counters(mask: int) -> set[str]:
        return {units[n] for n in bits(mask)}

    return Position(
        turn=g.turn,
        at={units[n]: names[space] for n, space in enumerate(g.space) if space >= 0},
        supply=hexes(g.supply),
        lost=hexes(g.lost_beaches),
        unsupplied=counters(g.unsupplied),
        cut_off=counters(g.cut_off),
        dug_in={ALLIED: hexes(g.dug_in[0]), GERMAN: hexes(g.dug_in[1])},
        digging=counters(g.digging),
        disturbed=counters(g.disturbed),
        cities=hexes(g.allied_cities),
        exited_by=hexes(g.exited_by),
        late=counters(g.late_exits),
        spare=counters(g.spare),
        adding_up=g.adding_up,
    )
