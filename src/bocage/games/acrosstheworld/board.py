"""The map, the counters, the cards and the tables, compiled for speed; `loading.py` reads them."""

from collections.abc import Iterable
from pathlib import Path

import msgspec

from bocage.games.acrosstheworld.records import CardRow, ModifierRow, Numbers, ScenarioFile, TerrainRow
from bocage.kernel.board import Board, Counter, Geography
from bocage.kernel.counters import listed as each_unit
from bocage.kernel.ids import Side, Space, Spaces, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import Adjacency, bit, each

__all__ = ["Atlas", "Line", "Normandy1944", "Unit", "each_unit"]

SCENARIOS = ("normandy",)

CARDS = (
    "mulberry", "sabotage", "jabos", "interdiction", "bombardment", "carpet", "funnies", "ultra", "rhino", "pluto",
    "replacements-allied", "weather", "storm", "ambush", "tiger", "nebelwerfer", "flak", "minefields", "fortress",
    "reserves", "demolition", "march", "replacements-german",
)  # fmt: skip
"""Every card by id: what a card does is code, how many there are and when they count is data."""

MODIFIERS = ("city", "fortress", "landing", "river", "unsupplied", "air", "naval", "support", "leader")
TAGS = (
    "beach", "coast", "port", "inland-port", "inland-port-mouth", "city", "fortress", "german-source", "german-east",
    "mulberry", "fortress-order",
)  # fmt: skip
LINKS = ("land", "river", "rail", "sea")


@rule("3.1", "3.2")
class Unit(Counter, frozen=True, kw_only=True):
    """What is printed on a counter; a leader has stars, everything else has none."""

    nation: str
    kind: str
    size: str
    combat: int
    morale: int
    movement: int
    steps: int
    stars: int = 0


class Line(msgspec.Struct, frozen=True):
    """A line of the reinforcement schedule."""

    id: str
    side: Side
    turn: int
    entry: Spaces
    any_port: bool
    units: Units
    replaces: int
    """The leader who leaves, or -1."""
    second_wave: bool


class Atlas:
    """The map compiled: who borders whom and what it costs."""

    def __init__(self, board: "Normandy1944", terrain: Iterable[TerrainRow], river_cost: int) -> None:
        rows = {row.terrain: row for row in terrain}
        self.channel = next(s for s in each(board.areas) if board.terrain[s] == "sea")
        self.regions: Spaces = board.areas & ~bit(self.channel)
        land = board.links.get("land", frozenset())
        self.near: list[Spaces] = [0] * len(board.names)
        for a, b in land:
            self.near[a] |= bit(b)
        self.borders = Adjacency(land)
        self.rails = Adjacency(board.links.get("rail", frozenset()))
        self.rail_regions: Spaces = self.rails.spread(self.regions)
        self.by_sea: Spaces = 0
        for a, b in board.links.get("sea", frozenset()):
            self.by_sea |= bit(b) if a == self.channel else 0
        self.river = board.links.get("river", frozenset())
        self.cost: list[int] = [rows[kind].cost if kind in rows else 0 for kind in board.terrain]
        self.step: dict[tuple[Space, Space], int] = {
            (a, b): self.cost[b] + (river_cost if (a, b) in self.river else 0) for a, b in land
        }
        self.attack: list[int] = [rows[kind].attack if kind in rows else 0 for kind in board.terrain]
        self.attack_armour: list[int] = [rows[kind].armour if kind in rows else 0 for kind in board.terrain]
        difficult = {kind for kind, row in rows.items() if row.difficult}
        self.difficult: Spaces = sum(bit(s) for s in each(self.regions) if board.terrain[s] in difficult)
        self.bocage: Spaces = board.of_terrain.get("bocage", 0)
        self.steps_from: list[list[int]] = [self._steps_from(Space(s)) for s in range(len(board.names))]

    def _steps_from(self, start: Space) -> list[int]:
        """How many borders lie between a region and each other one; as many as there are regions where no way leads."""
        found = [len(self.near)] * len(self.near)
        seen, frontier, steps = 0, bit(start), 0
        while frontier:
            for space in each(frontier):
                found[space] = steps
            seen |= frontier
            frontier = self.borders.spread(frontier) & ~seen
            steps += 1
        return found


@rule("2.1", "2.2", "2.3", "2.4", "2.5", "2.6")
class Normandy1944(Board):
    """Everything that never changes."""

    drawing = Path(__file__).with_name("draw.toml")

    counters: tuple[Unit, ...]

    def __init__(
        self, geography: Geography, units: list[Unit], terrain: Iterable[TerrainRow], numbers: Numbers
    ) -> None:
        super().__init__(geography, units)
        self.units: tuple[Unit, ...] = tuple(units)
        self.numbers = numbers
        self.atlas = Atlas(self, terrain, numbers.movement.river)
        self.channel, self.regions, self.near = self.atlas.channel, self.atlas.regions, self.atlas.near
        self.leaders = self.who(kind="leader")
        self.bunkers = self.who(kind="bunker")
        self.support = self.who(kind="support")
        self.armour = self.who(kind="armour")
        self.divisions = self.who(size="division")
        self.commonwealth = self.who(nation="UK") | self.who(nation="CA")
        self.combat: Units = (1 << len(units)) - 1 & ~self.leaders & ~self.support
        self.mobile: Units = self.combat & ~self.bunkers
        self.land: Units = self.combat | self.support
        self.movers: Units = self.mobile | self.leaders | self.support
        self.combat_of: tuple[Units, Units] = (self.combat & self.of_side[0], self.combat & self.of_side[1])
        self.beaches, self.coast, self.ports = self.tags["beach"], self.tags["coast"], self.tags["port"]
        self.fortress = next(each(self.tags["fortress"]))
        self.mulberry = next(each(self.tags["mulberry"]))
        # Filled in by `loading.load`.
        self.cards: tuple[CardRow, ...]
        self.cards_of: tuple[tuple[int, ...], tuple[int, ...]]
        self.modifiers: dict[str, ModifierRow]
        self.cities: dict[Space, int]
        self.keys: Spaces
        self.lines: tuple[Line, ...]
        self.scenarios: dict[str, ScenarioFile]

    def set_of_units(self, names: Iterable[str]) -> Units:
        return sum(1 << self.unit_ids[name] for name in names)

    def card(self, name: str) -> int:
        return CARDS.index(name)
