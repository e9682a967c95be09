"""An engine's state of Normandy '44 as plain data: what lies on the table, and nothing about the rules.

The geometry of the hexes is worked out here from their printed numbers (RRCC, odd rows half a hex east), so that the
oracles share none of the engine's masks.
"""

from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from typing import Any

MARKERS = (
    "moved", "stayed", "tired", "shifted", "scattered", "disrupted", "replaced", "regroup", "reserve", "strategic",
    "trucked", "out_of_supply", "isolated", "attacked", "defended", "retreated", "spent", "released", "astray",
    "diverted", "overspent",
)  # fmt: skip
MECHANIZED = frozenset(
    ["armor", "panzergrenadier", "motorized", "recon", "hq", "werfer", "flak88", "at88", "tank", "spat"]
)
INFANTRY = frozenset(
    ["infantry", "airborne", "glider", "bicycle", "security", "engineer", "fortress", "ost", "panzergrenadier",
     "motorized"]
)  # fmt: skip
SIDES = ("german", "allied")
ENTRY = ("entry-green", "entry-orange", "entry-red", "entry-blue")


@dataclass(frozen=True)
class Unit:
    """A counter as it lies: the face that is up and the markers on it."""

    id: str
    side: str
    nation: str
    kind: str
    hex: str
    steps: int
    full: int
    strength: int
    attacks: bool
    tq: int
    armor: int
    antitank: bool
    ma: int
    silhouette: bool
    division: str
    brigade: str
    restricted: bool
    tiger: bool
    marks: frozenset[str]

    @property
    def mech(self) -> bool:
        return self.kind in MECHANIZED

    @property
    def infantry(self) -> bool:
        return self.kind in INFANTRY

    @property
    def army(self) -> str:
        return {"german": "german", "us": "us"}.get(self.nation, "cw")


@dataclass
class Facts:
    """The map and the pieces on it."""

    terrain: dict[str, str]
    sides: dict[frozenset[str], frozenset[str]]
    roads: dict[frozenset[str], frozenset[str]]
    tags: dict[str, frozenset[str]]
    units: dict[str, Unit]
    boxed: dict[str, Unit]
    """Counters that are in a box, not on the map: their `hex` is the box."""
    scenario: str
    turn: int
    weather: str
    allied_control: frozenset[str]
    positions: dict[str, str]
    """Finished improved positions and their owner: german, us, cw; "both" where one is printed."""
    unfinished: frozenset[str]
    stock: dict[str, Any]
    stacks: dict[str, list[Unit]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for unit in self.units.values():
            self.stacks.setdefault(unit.hex, []).append(unit)

    def at(self, place: str, side: str) -> list[Unit]:
        return [unit for unit in self.stacks.get(place, []) if unit.side == side]

    def land(self, place: str | None) -> bool:
        return place is not None and self.terrain.get(place, "sea") != "sea"

    def between(self, a: str, b: str) -> frozenset[str]:
        return self.sides.get(frozenset((a, b)), frozenset())

    def road(self, a: str, b: str) -> frozenset[str]:
        return self.roads.get(frozenset((a, b)), frozenset())

    def holds(self, place: str, side: str) -> bool:
        """2.2.5: who controls a town, a city or a fortification."""
        return (place in self.allied_control) == (side == "allied")


def other(side: str) -> str:
    return "german" if side == "allied" else "allied"


@cache
def neighbours(place: str) -> list[str]:
    """The six hex numbers round a hex, in a circle from the east, whether they are on the map or not."""
    row, column = int(place[:2]), int(place[2:])
    east = row % 2
    around = [
        (row, column + 1), (row + 1, column + east), (row + 1, column + east - 1),
        (row, column - 1), (row - 1, column + east - 1), (row - 1, column + east),
    ]  # fmt: skip
    return [f"{r:02}{c:02}" for r, c in around]


@cache
def distance(a: str, b: str) -> int:
    """Hexes from one to the other, as the crow flies."""
    rows = abs(int(a[:2]) - int(b[:2]))
    across = abs(_middle(a) - _middle(b))  # in half hexes
    return rows + max(0, (across - rows) // 2)


def _middle(place: str) -> int:
    return 2 * int(place[2:]) + int(place[:2]) % 2


def within(f: Facts, place: str, hexes: int) -> list[str]:
    return [other for other in f.terrain if distance(place, other) <= hexes]


def facts(g: Any) -> Facts:
    """Read a state."""
    board = g.board
    names = board.names
    terrain, sides, roads, tags = printed(board)
    found = [_unit(g, n) for n in range(len(g.space)) if g.space[n] >= 0]
    return Facts(
        terrain=terrain,
        sides=sides,
        roads=roads,
        tags=tags,
        units={unit.id: unit for unit in found if unit.hex in terrain},
        boxed={unit.id: unit for unit in found if unit.hex not in terrain},
        scenario=g.scenario,
        turn=g.turn,
        weather=board.weather[g.row].weather,
        allied_control=_hexes(g, g.allied_control),
        positions=_positions(g),
        unfinished=_hexes(g, g.ip_unfinished),
        stock={
            name: getattr(g, name)
            for name in ("supply_7th", "supply_cherbourg", "supply_us", "supply_cw", "naval", "air", "mulberry",
                         "row", "phasing", "fortress_fell", "rp", "landed", "replacements", "ip_left")
        }
        | {"mulberry_at": [names[s] if s >= 0 else "" for s in g.mulberry_at]},
    )  # fmt: skip


@cache
def printed(board: Any) -> tuple[Any, ...]:
    """What the map shows: terrain, hexsides, roads and the sets of hexes that have a name."""
    names = board.names
    return (
        {names[n]: board.terrain[n] for n in range(board.grid.size) if board.terrain[n]},
        _by_pair(board.geography.side, lambda row: [text.split("/") for text in row.hexsides]),
        _by_pair(board.geography.road, lambda row: list(pairwise(row.hexes))),
        {name: _of(board, mask) for name, mask in board.tags.items()},
    )


def _hexes(g: Any, mask: int) -> frozenset[str]:
    return _of(g.board, mask)


def _of(board: Any, mask: int) -> frozenset[str]:
    return frozenset(board.names[n] for n in range(mask.bit_length()) if mask >> n & 1)


def _by_pair(rows: Any, pairs: Any) -> dict[frozenset[str], frozenset[str]]:
    found: dict[frozenset[str], frozenset[str]] = {}
    for row in rows:
        for a, b in pairs(row):
            key = frozenset((a, b))
            found[key] = found.get(key, frozenset()) | {row.kind}
    return found


def _positions(g: Any) -> dict[str, str]:
    found: dict[str, str] = dict.fromkeys(_hexes(g, g.board.tags["permanent-ip"]), "both")
    for owner, mask in (("german", g.ip_german), ("us", g.ip_us), ("cw", g.ip_cw)):
        for place in _hexes(g, mask & ~g.ip_unfinished):
            found[place] = owner
    return found


def faces(g: Any) -> dict[tuple[str, int], Unit]:
    """Every counter as it would lie with fewer steps."""
    found = [_unit(g, n, steps) for n in range(len(g.space)) if g.space[n] >= 0 for steps in range(1, g.steps[n] + 1)]
    return {(unit.id, unit.steps): unit for unit in found}


def come_back(g: Any, name: str) -> Unit:
    """A unit as it comes back from the dead: with one step (17.2)."""
    return _unit(g, g.board.unit_ids[name], 1)


def _unit(g: Any, n: int, steps: int = 0) -> Unit:
    piece, steps = g.board.counters[n], steps or g.steps[n]
    strength, attacks, tq, armor, ma, kind = (
        piece.strength,
        not piece.defend_only,
        piece.tq,
        piece.armor,
        piece.ma,
        piece.kind,
    )
    if piece.steps == 3 and steps == 1:
        cadre = g.board.cadres[piece.cadre]
        strength, attacks, tq, armor, ma, kind = cadre.strength, False, cadre.tq, cadre.armor, cadre.ma, cadre.kind
    elif steps < piece.steps:
        strength, attacks = piece.reduced, not (piece.reduced_defend_only or piece.defend_only)
    return Unit(
        id=piece.id, side=SIDES[piece.side], nation=piece.nation, kind=kind, hex=g.board.names[g.space[n]], steps=steps,
        full=piece.steps, strength=strength, attacks=attacks, tq=tq, armor=armor, antitank=piece.antitank, ma=ma,
        silhouette=piece.silhouette, division=piece.division, brigade=piece.brigade, restricted=piece.restricted,
        tiger=piece.kind == "tank" and piece.armor == 5,
        marks=frozenset(name for name in MARKERS if getattr(g, name) >> n & 1),
    )  # fmt: skip
