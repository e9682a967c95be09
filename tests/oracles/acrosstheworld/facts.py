"""The map, the counters and a position of Wars Across the World as plain data."""

import csv
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bocage.games import acrosstheworld

DATA = Path(acrosstheworld.__file__).parent / "data"
ALLIED, GERMAN = "Allied", "German"
SIDES = (ALLIED, GERMAN)
ENEMY = {ALLIED: GERMAN, GERMAN: ALLIED}
CHANNEL = "Channel"


def rows(name: str) -> list[dict[str, str]]:
    lines = [line for line in (DATA / name).read_text().splitlines() if not line.startswith("#")]
    return list(csv.DictReader(lines))


_MAP = tomllib.loads((DATA / "map.toml").read_text())
TERRAIN: dict[str, str] = {row["id"]: row["terrain"] for row in _MAP["area"]}
REGIONS = set(TERRAIN) - {CHANNEL}
LINKS: dict[str, set[frozenset[str]]] = {}
for _row in _MAP["link"]:
    LINKS.setdefault(_row["kind"], set()).add(frozenset(_row["between"]))
NEAR: dict[str, set[str]] = {a: {b for b in REGIONS if a != b and frozenset((a, b)) in LINKS["land"]} for a in REGIONS}
TAGS: dict[str, set[str]] = {row["name"]: set(row["hexes"]) for row in _MAP["tag"]}
GROUND: dict[str, dict[str, str]] = {row["terrain"]: row for row in rows("terrain.csv")}
CITIES: dict[str, int] = {row["region"]: int(row["points"]) for row in rows("victory.csv")}
DIFFICULT = 6


@dataclass(frozen=True)
class Counter:
    id: str
    side: str
    nation: str
    kind: str
    combat: int
    morale: int
    movement: int
    steps: int
    stars: int = 0

    @property
    def fights(self) -> bool:
        return self.kind not in ("leader", "support")

    @property
    def mobile(self) -> bool:
        return self.fights and self.kind != "bunker"


COUNTERS: dict[str, Counter] = {
    row["id"]: Counter(
        row["id"],
        row["side"],
        row["nation"],
        row["kind"],
        int(row["combat"]),
        int(row["morale"]),
        int(row["movement"]),
        int(row["steps"]),
    )
    for row in rows("units.csv")
} | {
    row["id"]: Counter(
        row["id"],
        row["side"],
        row["nation"],
        "leader",
        0,
        int(row["morale"]),
        int(row["movement"]),
        1,
        int(row["stars"]),
    )
    for row in rows("leaders.csv")
}
CARDS = [row["id"] for row in rows("cards.csv")]


def bits(mask: int) -> list[int]:
    return [n for n in range(mask.bit_length()) if mask >> n & 1]


@dataclass
class Position:
    turn: int
    active: str
    at: dict[str, str]
    steps: dict[str, int]
    allied: set[str]
    unsupplied: set[str]
    besieged: set[str]
    moved: set[str]
    landed: set[str]
    crossed: set[str]
    assaulted: set[str]
    entered: set[str]
    sabotage: int
    interdiction: int
    mined: str
    mined_turn: int
    night: set[str]
    scattered: set[str]
    harbour: int
    harbour_shut: int
    port_shut: dict[str, int]
    ports_taken: set[str]
    pluto: int
    bad: bool
    points: tuple[int, int]
    scored: set[str]

    def here(self, region: str, side: str | None = None) -> list[str]:
        return [u for u, at in self.at.items() if at == region and side in (None, COUNTERS[u].side)]

    def fighters(self, region: str, side: str) -> list[str]:
        return [u for u in self.here(region, side) if COUNTERS[u].fights]

    def friendly(self, side: str) -> set[str]:
        return self.allied if side == ALLIED else REGIONS - self.allied


def position(g: Any) -> Position:
    names, units = g.board.names, g.board.unit_names

    def regions(mask: int) -> set[str]:
        return {names[n] for n in bits(mask)}

    def counters(mask: int) -> set[str]:
        return {units[n] for n in bits(mask)}

    return Position(
        turn=g.turn,
        active=SIDES[g.active],
        at={units[n]: names[space] for n, space in enumerate(g.space) if space >= 0},
        steps={units[n]: steps for n, steps in enumerate(g.steps)},
        allied=regions(g.allied) & REGIONS,
        unsupplied=counters(g.unsupplied),
        besieged=counters(g.besieged),
        moved=counters(g.moved),
        landed=counters(g.landed),
        crossed=counters(g.crossed),
        assaulted=regions(g.assaulted),
        entered=regions(g.entered),
        sabotage=g.sabotage,
        interdiction=g.interdiction,
        mined=names[g.mined] if g.mined >= 0 else "",
        mined_turn=g.mined_turn,
        night=counters(g.night),
        scattered=counters(g.scattered),
        harbour=g.harbour,
        harbour_shut=g.harbour_shut,
        port_shut={names[space]: turn for space, turn in g.port_shut.items()},
        ports_taken=regions(g.ports_taken),
        pluto=g.pluto,
        bad=g.clock <= g.bad_until,
        points=(g.points[0], g.points[1]),
        scored=regions(g.scored),
    )
