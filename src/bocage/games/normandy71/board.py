"""The map, the counters and the tables, compiled for speed."""

from pathlib import Path
from typing import NamedTuple, TypeAlias

from bocage.games.normandy71.records import ORDERS, MissionRow, Pack, Unit, UnitRow, points_of, read_pack
from bocage.games.normandy71.sides import ALLIED, GERMAN, SIDES
from bocage.kernel.board import Board, Edges, compile_edges
from bocage.kernel.counters import listed as each_unit
from bocage.kernel.counters import lowest, union
from bocage.kernel.ids import Side, Space, Spaces, UnitId, Units
from bocage.kernel.movement import Reach, cheapest_steps
from bocage.kernel.spaces import bit, each, first, members, spaces

__all__ = ["City", "Entry", "Exit", "Normandy", "each_unit", "load", "lowest", "union"]

EDGES = ("north", "east", "south", "west")
WINDS = ("N", "NE", "SE", "S", "SW", "NW")
SET_UP_NEAR = 10
"""Hexes from a city or the edge within which some German units begin."""
MAX_TOTAL = 10
"""The last row of the Combat Results Table."""

Model: TypeAlias = tuple[int, str, str]
"""Counters that are alike: side, factors and type."""


class Entry(NamedTuple):
    """One line of a German order of battle: counters, and the hexes where they begin or enter."""

    turn: int
    where: tuple[str, ...]
    units: Units
    hexes: Spaces


class City(NamedTuple):
    """A city that is worth victory points."""

    name: str
    hexes: Spaces
    points: int


class Exit(NamedTuple):
    """An edge that is worth victory points, its road hexes, and the last turn on which leaving counts."""

    edge: str
    hexes: Spaces
    points: int
    until: int


class Normandy(Board):
    """Everything that never changes."""

    drawing = Path(__file__).with_name("draw.toml")

    counters: tuple[Unit, ...]

    def __init__(self, pack: Pack) -> None:
        """Compile what was read."""
        super().__init__(pack.geography, [_unit(row) for row in pack.units])
        self.pack = pack
        self.crt = pack.crt
        self.scatter = pack.scatter
        # The grid counts its directions with the clock from north.
        self.winds: dict[int, int] = {die: WINDS.index(direction) for die, direction in pack.winds.items()}
        self.levels = pack.levels
        self.missions: tuple[MissionRow, ...] = tuple(pack.missions)
        self._sort_counters()
        self._sort_hexes()
        self._sort_boxes()
        self._measure()
        self._compile_steps(pack)
        self._compile_orders(pack)
        self.cities = [
            City(row.name, self.tags[f"city-{row.name.lower()}"], row.points)
            for row in pack.points
            if row.kind == "city"
        ]
        self.city_hexes: Spaces = union(city.hexes for city in self.cities)
        self.watched: Spaces = self.city_hexes | self.beaches
        self.exits = [
            Exit(row.name, self.tags[f"exit-{row.name}"], row.points, row.until)
            for row in pack.points
            if row.kind == "exit"
        ]
        self.order_points = {row.name: row.points for row in pack.points if row.kind == "order"}

    # --- counters ----------------------------------------------------------------------------------

    def _sort_counters(self) -> None:
        units = self.counters
        self.side_of: list[Side] = [unit.side for unit in units]
        self.strength: list[int] = [unit.strength for unit in units]
        self.strengths = frozenset(self.strength)
        self.points: list[int] = [6 * unit.allowance for unit in units]
        self.fast: list[bool] = [unit.allowance >= 6 for unit in units]
        self.armor: Units = self.who(type="armor")
        self.commandos: Units = self.who(force="commando")
        self.paratroops: Units = self.who(type="parachute", side=ALLIED)
        self.gliders: Units = self.who(force="glider")
        self.glider_troops: Units = self.who(type="glider", side=ALLIED)
        """The same with the battalions that they break down into."""
        self.defends_only: Units = self.who(defends_only=True)
        self.regiments: Units = self.who(size="III") | self.who(size="X")
        self.battalions: Units = self.who(force="battalion")
        # Supply.G: German reconnaissance and Allied commandos go where they like.
        self.rovers: Units = self.commandos | self.who(type="reconnaissance", side=GERMAN)
        self.of_force: dict[str, Units] = {
            force: self.who(force=force)
            for force in ("assault", "commando", "parachute", "glider", "second", "followup")
        }
        self.model: list[Model] = [(unit.side, unit.factors, unit.type) for unit in units]
        self.alike: dict[Model, Units] = {}
        for n, model in enumerate(self.model):
            self.alike[model] = self.alike.get(model, 0) | 1 << n
        self.parts: dict[Model, tuple[Model, ...]] = {}
        self.wholes: dict[Model, list[Model]] = {}
        for row in self.pack.breakdown:
            side = Side(SIDES.index(row.side))
            whole = (side, row.factors, row.type)
            self.parts[whole] = tuple((side, part, row.type) for part in row.parts)
            for part in dict.fromkeys(self.parts[whole]):
                self.wholes.setdefault(part, []).append(whole)
        self.part_units: Units = union(1 << n for n, model in enumerate(self.model) if model in self.wholes)
        self.breakable: Units = union(self.alike.get(whole, 0) for whole in self.parts)

    # --- hexes and boxes ---------------------------------------------------------------------------

    def _sort_hexes(self) -> None:
        self.first_box: int = self.hexes.bit_length()
        self.sea: Spaces = self.of_terrain["sea"]
        self.coast: Spaces = self.of_terrain["coast"]
        self.bocage: Spaces = self.of_terrain["bocage"]
        self.city: Spaces = self.of_terrain["city"]
        self.fort: Spaces = self.tags["fort"]
        self.land: Spaces = self.hexes & ~self.sea
        self.inland: Spaces = self.land & ~self.coast
        grid = self.grid
        assert grid is not None
        row = (1 << grid.columns) - 1
        column = union(1 << n * grid.columns for n in range(grid.rows))
        sides = (row, column << grid.columns - 1, row << grid.columns * (grid.rows - 1), column)
        self.edge: dict[str, Spaces] = {name: mask & self.land for name, mask in zip(EDGES, sides, strict=True)}
        self.rim: Spaces = union(self.edge.values())

    def _sort_boxes(self) -> None:
        self.off_map: tuple[Space, ...] = tuple(each(self.boxes))
        self.britain, self.lost, self.reserve = map(self.space, ("Britain", "Lost", "Reserve"))
        numbers = range(1, sum(name.startswith("beach-") for name in self.tags) + 1)
        self.beach_boxes: tuple[Space, ...] = tuple(self.space(f"Beach{n}") for n in numbers)
        self.beach_hex: dict[Space, Space] = {
            box: first(self.tags[f"beach-{n}"]) for n, box in zip(numbers, self.beach_boxes, strict=True)
        }
        self.box_of: dict[Space, Space] = {hex_: box for box, hex_ in self.beach_hex.items()}
        self.beach_number: dict[Space, int] = dict(zip(self.beach_boxes, numbers, strict=True))
        self.beaches: Spaces = spaces(self.beach_hex.values())
        self.boxes_afloat: Spaces = spaces(self.beach_boxes)
        self.exit_hexes: Spaces = union(self.tags[f"exit-{edge}"] for edge in EDGES)
        self.exit_box: dict[Space, Space] = {
            space: self.space(f"Off{self.names[space]}") for space in each(self.exit_hexes)
        }

    def _measure(self) -> None:
        self.sea_distance = self._distances(self.sea)
        self.coast_distance = self._distances(self.coast)
        self.rim_distance = self._distances(self.rim)
        self.near_rim: list[Spaces] = [self.adjacency.dilate(self.rim, n) for n in range(max(self.rim_distance) + 1)]

    def _distances(self, goals: Spaces) -> list[int]:
        """How far each hex lies from the nearest of these, as the crow flies."""
        found = [0] * len(self.names)
        seen = frontier = goals
        steps = 0
        while frontier:
            for space in members(frontier):
                found[space] = steps
            frontier = self.adjacency.spread(frontier) & ~seen
            seen |= frontier
            steps += 1
        return found

    # --- steps -------------------------------------------------------------------------------------

    def _compile_steps(self, pack: Pack) -> None:
        terrain = pack.terrain
        self.cost: dict[str, tuple[int, int]] = {
            name: (points_of(row.slow) or 0, points_of(row.fast) or 0) for name, row in terrain.items()
        }
        self.addition: dict[str, int] = {
            name: int(row.addition) for name, row in terrain.items() if row.addition != "-"
        }
        self.edges_of: dict[tuple[bool, bool], Edges] = {
            (fast, roads): compile_edges(self, lambda a, b, f=fast, r=roads: self.step_cost(a, b, f, r))  # type: ignore[misc]
            for fast in (False, True)
            for roads in (False, True)
        }
        self.least_of: dict[tuple[bool, bool], list[int]] = {
            kind: cheapest_steps(edges) for kind, edges in self.edges_of.items()
        }
        self.walks: dict[tuple[Space, int, bool, bool, bool], Reach] = {}
        """Walks past no enemy, by start, points, speed, whether by road, and whether one hex is sure."""
        self.country = self.adjacent(self.is_passable)
        self.beside: list[Spaces] = [self.country.spread(bit(Space(n))) for n in range(len(self.names))]
        """The hexes that a unit could step to from each."""
        self.tarmac = self.adjacent(lambda a, b: bool(self.road(a, b)))
        self.assault = self.adjacent(lambda a, b: self.is_passable(a, b) and "flooded" not in self.between(a, b))
        self.attack_from: list[list[Space]] = [
            members(self.assault.spread(bit(Space(n)))) for n in range(len(self.names))
        ]
        self.ways_back = self.adjacent(self.is_way_back)
        self.over_river: frozenset[tuple[Space, Space]] = self.sides["river"]

    def step_cost(self, a: Space, b: Space, fast: bool, roads: bool) -> int | None:
        """What a step costs in sixths of a point, enemy zones apart; `None` where it is forbidden."""
        if not self.is_passable(a, b):
            return None
        if roads and self.road(a, b):
            # Terrain.A: by road, and over its bridges, a hex costs a third whatever lies there.
            return self.cost["road"][fast]
        between = self.between(a, b)
        extra = sum(self.cost[kind][fast] for kind in ("river", "flooded") if kind in between)
        return self.cost[self.terrain[b]][fast] + extra

    def is_passable(self, a: Space, b: Space) -> bool:
        """Neither hex is all sea, nor is the hexside (Terrain.D)."""
        return not (bit(a) | bit(b)) & self.sea and "sea" not in self.between(a, b)

    def is_way_back(self, a: Space, b: Space) -> bool:
        """A retreat crosses rivers and floods only by a bridge."""
        if not self.is_passable(a, b):
            return False
        return bool(self.road(a, b)) or not self.between(a, b) & {"river", "flooded"}

    # --- orders of battle --------------------------------------------------------------------------

    def _compile_orders(self, pack: Pack) -> None:
        south = union(self.edge["south"] >> self.grid.columns * n for n in range(SET_UP_NEAR)) if self.grid else 0
        self.areas_of: dict[str, Spaces] = {
            "anywhere": self.inland,
            "falaise": self._near(self.tags["city-falaise"]),
            "coutances": self._near(self.tags["city-coutances"]),
            "south-edge": south & self.inland,
            "caen-or-st-lo": self.tags["city-caen"] | self.tags["city-st-lô"],
        }
        self.orders: dict[str, list[Entry]] = {order: [] for order in ORDERS}
        for row in pack.orders:
            hexes = union((self.edge if row.turn else self.areas_of)[name] for name in row.where)
            units = union(1 << self.unit_ids[name] for name in row.units)
            self.orders[row.order].append(Entry(row.turn, tuple(row.where), units, hexes))
        self.unit_hexes: dict[str, dict[UnitId, Spaces]] = {
            order: {UnitId(u): entry.hexes for entry in entries for u in members(entry.units)}
            for order, entries in self.orders.items()
        }

    def _near(self, hexes: Spaces) -> Spaces:
        return self.adjacency.dilate(hexes, SET_UP_NEAR) & self.inland

    def due(self, order: str, turn: int) -> Units:
        """The counters that an order of battle brings on a turn; 0 is the set-up."""
        return union(entry.units for entry in self.orders.get(order, ()) if entry.turn == turn)

    def unit_name(self, unit: UnitId) -> str:
        """A counter in words: name and factors."""
        counter = self.counters[unit]
        return f"{counter.name} ({counter.factors})"


def _unit(row: UnitRow) -> Unit:
    return Unit(
        id=row.id,
        name=row.name,
        side=Side(SIDES.index(row.side)),
        nation=row.nation,
        type=row.type,
        size=row.size,
        strength=row.strength,
        allowance=row.allowance,
        defends_only=row.defends_only,
        formation=row.formation,
        force=row.force,
    )


def load(pack: Path | None = None) -> Normandy:
    """The board from our data, or from a player's corrected data pack."""
    return Normandy(read_pack(pack))
