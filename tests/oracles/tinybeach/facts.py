"""Map, counters and a position of Tiny Beach as plain data."""

import csv
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bocage.games import tinybeach

DATA = Path(tinybeach.__file__).parent / "data"
ALLIED, GERMAN = "Allied", "German"
SIDES = (ALLIED, GERMAN)
ENEMY = {ALLIED: GERMAN, GERMAN: ALLIED}


def rows(name: str) -> list[dict[str, str]]:
    lines = [line for line in (DATA / name).read_text().splitlines() if not line.startswith("#")]
    return list(csv.DictReader(lines))


_MAP = tomllib.loads((DATA / "map.toml").read_text())
_LEGEND = _MAP["terrain"]["legend"]
TERRAIN: dict[str, str] = {
    f"{x + 1:02}{y + 1:02}": _LEGEND[mark]
    for y, line in enumerate(_MAP["terrain"]["rows"])
    for x, mark in enumerate(line)
}


def around(name: str) -> list[str]:
    """Columns 02 and 04 lie half a hex lower."""
    x, y = int(name[:2]), int(name[2:])
    low = x % 2 == 0
    found = [(x, y - 1), (x, y + 1), (x - 1, y - 1 + low), (x - 1, y + low), (x + 1, y - 1 + low), (x + 1, y + low)]
    return [text for a, b in found if (text := f"{a:02}{b:02}") in TERRAIN]


NEXT = {name: around(name) for name in TERRAIN}
RIVER = {frozenset(text.split("/")) for row in _MAP["side"] for text in row["hexsides"]}
ROADS = {frozenset(pair) for row in _MAP["road"] for pair in zip(row["hexes"], row["hexes"][1:], strict=False)}
TAGS: dict[str, set[str]] = {row["name"]: set(row["hexes"]) for row in _MAP["tag"]}
GROUND: dict[str, dict[str, str]] = {row["terrain"]: row for row in rows("terrain.csv")}
UNITS: dict[str, dict[str, str]] = {row["id"]: row for row in rows("units.csv")}
CRT: dict[int, dict[str, str]] = {int(row["die"]): row for row in rows("crt.csv")}
OBJECTIVES: dict[str, int] = {row["hex"]: int(row["points"]) for row in rows("objectives.csv")}


def distance(a: str, b: str) -> int:
    seen, ring, steps = {a}, {a}, 0
    while b not in ring:
        ring = {n for name in ring for n in NEXT[name]} - seen
        seen |= ring
        steps += 1
    return steps


@dataclass
class Position:
    at: dict[str, str]
    steps: dict[str, int]
    weather: str
    moved: set[str]
    fought: set[str]
    held: set[str]

    def room(self, name: str, side: str) -> bool:
        """3.1, 9.2: two counters to a hex; the gun never counts."""
        return len([u for u in self.here(name, side) if u != "Gun"]) < 2

    def here(self, name: str, side: str) -> list[str]:
        return [u for u, where in self.at.items() if where == name and UNITS[u]["side"] == side]

    def strength(self, unit: str) -> int:
        full = 2 if UNITS[unit]["reduced"] else 1
        return int(UNITS[unit]["strength" if self.steps[unit] == full else "reduced"])

    def zone(self, side: str) -> set[str]:
        """4.1, 4.2: visible counters control the hexes around them, over the river only by a bridge."""
        return {
            b
            for u, a in self.at.items()
            if UNITS[u]["side"] == side and a in TERRAIN
            for b in NEXT[a]
            if frozenset((a, b)) not in RIVER or frozenset((a, b)) in ROADS
        }


def position(g: Any) -> Position:
    names, units = g.board.names, g.board.unit_names

    def members(mask: int, of: list[str]) -> set[str]:
        return {of[n] for n in range(mask.bit_length()) if mask >> n & 1}

    return Position(
        at={units[n]: names[space] for n, space in enumerate(g.space) if space >= 0},
        steps={units[n]: steps for n, steps in enumerate(g.steps)},
        weather=g.weather,
        moved=members(g.moved, units),
        fought=members(g.fought, units),
        held=members(g.allied_hold, names),
    )
