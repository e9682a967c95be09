"""The map and the counters, read from `data/` and compiled for speed."""

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from bocage.games.bradley.loading import Charts
from bocage.games.bradley.records import ApproachRow, Arrive, Face, Force, ScenarioFile, Unit, UnitRow
from bocage.games.bradley.sides import ALLIED, BEACHES, COMBAT, GERMAN, MOVEMENT, SIDES, ZONES
from bocage.kernel.board import POINT, Board, Edges, Geography
from bocage.kernel.hexsides import Hexsides, cut_by, hexside
from bocage.kernel.ids import NOWHERE, Side, Space, Spaces, UnitId, Units
from bocage.kernel.loading import Faults, check_pack, find, read_csv, read_toml
from bocage.kernel.mapfile import read_map
from bocage.kernel.sight import in_arc, sees
from bocage.kernel.spaces import BITS, bit, each, holds
from bocage.kernel.zones import Compass

DATA = Path(__file__).parent / "data"
SCENARIOS = ("omaha", "utah", "dday", "rommel", "optimal")
FORCES = ("omaha", "mobile-omaha", "utah", "mobile-utah", "panzer")
MOVES = ("foot", "vehicle", "armour")
MOST_KEPT = 200
LANDS = (3, 4)
DIRECT = {"weapon", "armour"}
"""The arms that fire by line of sight (10.2.7b)."""
MIDDLE = "3020"
"""5.5.3: boats run in to the south at Omaha and to the south-west at Utah."""


class Approach(NamedTuple):
    """A light blue hex of a Beach Area and its place in the row of them."""

    space: Space
    northern: bool


class BradleyBoard(Board):
    """Everything that never changes."""

    counters: tuple[Unit, ...]
    drawing = Path(__file__).with_name("draw.toml")

    def __init__(self, geography: Geography, units: list[Unit], charts: Charts, approaches: list[ApproachRow]) -> None:
        super().__init__(geography, units)
        self.units: tuple[Unit, ...] = tuple(units)
        self.charts = charts
        self.of_side: tuple[Units, Units] = (self._who(side=ALLIED), self._who(side=GERMAN))
        self._sort_units()
        self._sort_spaces(approaches)
        self._compile()
        self._columns: dict[tuple[int, int], Spaces] = {}
        self._arrivals: dict[str, dict[UnitId, Arrive]] = {}
        # Filled in by `load`.
        self.forces: dict[str, Force]
        self.scenarios: dict[str, ScenarioFile]

    # --- counters ------------------------------------------------------------------------------------

    def _who(self, **wanted: object) -> Units:
        return sum(
            1 << n
            for n, unit in enumerate(self.units)
            if all(getattr(unit, name) == value for name, value in wanted.items())
        )

    def of_type(self, *types: str) -> Units:
        """The counters of some types."""
        return sum(self._who(type=kind) for kind in types)

    def _sort_units(self) -> None:
        self.infantry = self._who(arm="infantry")
        self.weapons = self._who(arm="weapon")
        self.artillery = self._who(arm="artillery")
        self.armour = self._who(arm="armour")
        self.headquarters = self._who(arm="headquarters")
        self.garrisons = self._who(arm="garrison")
        self.engineers = self.of_type("engineer", "airborne-engineer")
        self.gliders = self.of_type("glider", "glider-artillery", "airborne-antiaircraft")
        self.mechanised = self.of_type("mechanised")
        self.antitank = self.of_type("antitank", "antiaircraft", "airborne-antiaircraft")
        """Anti-tank and flak units: what negates tanks and may aim at them (10.2.7b)."""
        self.tank_killers = self.armour | self.antitank
        self.commanded_guns = self.of_type("armour", "tank-destroyer", "antitank") & self.of_side[ALLIED]
        """16.2.2: Allied tank and anti-tank units fire directly under command alone."""
        self.no_assault = self.artillery | self.weapons | self.garrisons
        """10.3.1: guns do not close with the enemy, and garrisons only defend (13.3.2)."""
        self.guns = self.artillery | self.weapons
        self.foot = self._who(moves="foot")
        self.bars = self._who(bar=True)
        self.large_targets = self.armour | self.artillery
        """5.6.4: tanks, artillery and mechanised cavalry."""
        self.swimmers = self._who(battalion="741")
        self.rangers = self.unit_ids["5Rgr"], self.unit_ids["2Rgr"]
        self.bruno = self.unit_ids["Bruno"]
        self.commando = self.unit_ids["47RM"]
        self.second_914 = self.unit_ids["II/914"]
        self.faced = 1 << self.bruno
        """14.1.3: the railway gun faces somewhere in either mode."""

    # --- spaces --------------------------------------------------------------------------------------

    def _sort_spaces(self, approaches: list[ApproachRow]) -> None:
        of = self.of_terrain
        self.sea: Spaces = of["sea"] | of["approach"]
        self.land: Spaces = self.hexes & ~self.sea
        self.is_land = [bool(self.land >> space & 1) for space in range(len(self.names))]
        self.tidal: Spaces = of["tidal"]
        self.beach: Spaces = of["beach"]
        self.shale: Spaces = of["shale"]
        self.hills: Spaces = of["hill"]
        self.towns: Spaces = of["town"] | of["city"]
        self.cities: Spaces = of["city"]
        self.strongpoints: Spaces = self.tags["strongpoint"]
        self.nests: Spaces = self.tags["nest"]
        self.forts: Spaces = self.strongpoints | self.nests
        blocks = [name for name, row in self.charts.terrain.items() if row.blocks]
        self.blocking: Spaces = sum(of.get(name, 0) for name in blocks)
        rows = sorted(approaches, key=lambda row: row.order)
        self.approaches: tuple[tuple[Approach, ...], ...] = tuple(
            tuple(Approach(self.space(row.approach), row.northern) for row in rows if row.beach == beach)
            for beach in BEACHES
        )
        self.pool = tuple(self.space(f"{beach}-pool") for beach in BEACHES)
        self.wave_boxes = tuple(tuple(self.space(f"{beach}-wave-{n}") for n in (1, 2, 3)) for beach in BEACHES)
        self.zone_boxes = tuple(self.space(name) for name in ZONES)
        self.airborne, self.port, self.barracks = map(self.space, ("airborne", "port", "barracks"))
        self.due = (self.space("allied-due"), self.space("german-due"))
        self.lost = (self.space("allied-lost"), self.space("german-lost"))
        self.unused = self.space("unused")
        self.pointe_du_hoc, self.port_en_bessin = self.space("3319"), self.space("5125")
        self.also: dict[Space, tuple[str, ...]] = self._also()
        assert self.grid is not None
        self.walls: Hexsides = 0
        for a, b in self.sides["wall"]:
            self.walls |= hexside(self.grid, a, b)
        self.level = [self.charts.terrain[kind].level if kind in self.charts.terrain else 0 for kind in self.terrain]

    def _also(self) -> dict[Space, tuple[str, ...]]:
        """Hexes where a town stands on a hill or in a swamp: tags named `hill under town` and `swamp under town`."""
        found: dict[Space, tuple[str, ...]] = {}
        for kind in ("hill", "swamp"):
            for space in each(self.tags.get(f"{kind} under town", 0)):
                found[space] = (*found.get(space, ()), kind)
        return found

    @cached_property
    def beach_areas(self) -> tuple[tuple[Spaces, ...], ...]:
        """By beach, the beach and tidal hexes where its boats can land, and those behind them (5.6.1).

        First as they are, then with the northern beaches, which join Utah by option 19.3.
        """
        return tuple(tuple(self._area(n, northern=northern) for n in range(len(BEACHES))) for northern in (False, True))

    def _area(self, beach: int, *, northern: bool) -> Spaces:
        hexes = 0
        for approach in self.approaches[beach]:
            if northern or not approach.northern:
                for high in (False, True):
                    hexes |= bit(self.landfall(beach, approach.space, high=high))
        return hexes & (self.beach | self.tidal)

    @cached_property
    def beach_forts(self) -> tuple[tuple[Spaces, ...], ...]:
        """5.10.1: the fortified hexes of each Beach Area: those on its beach or next to it; then with option 19.3."""
        return tuple(tuple(self.adjacency.dilate(area, 1) & self.forts for area in areas) for areas in self.beach_areas)

    def landfall(self, beach: int, approach: Space, *, high: bool) -> Space:
        """Where boats from an approach hex run ashore: straight on until the ground is dry."""
        assert self.grid is not None
        wet = self.sea | (self.tidal if high else 0)
        at = self.grid.neighbour(approach, LANDS[beach])
        while at != NOWHERE and holds(wet, at):
            at = self.grid.neighbour(at, LANDS[beach])
        return at

    # --- movement and sight --------------------------------------------------------------------------

    def _compile(self) -> None:
        # 9.1.4: zones never cross a stream or canal, bridged or not.
        self.compass = Compass(self, lambda a, b: not self.between(a, b) & {"stream", "canal"})
        low = {(moves, mode): self._steps(moves, mode) for moves in MOVES for mode in (COMBAT, MOVEMENT)}
        self.edges_of: dict[tuple[str, int, bool], Edges] = {}
        """What each step costs in sixths of a point, by kind of unit, mode, and whether the tide is high."""
        for (moves, mode), edges in low.items():
            self.edges_of[moves, mode, False] = edges
            self.edges_of[moves, mode, True] = self._at_high_tide(edges)
        self._intact: dict[Hexsides, Mapping[Space, Spaces]] = {}
        self._seen: dict[tuple[Space, int], Spaces] = {}
        self._fronts: dict[tuple[Space, int], Spaces] = {}
        self._discs: dict[tuple[Space, int], Spaces] = {}
        self._arcs: dict[tuple[Space, int], Spaces] = {}
        self._trace_lines()

    def _steps(self, moves: str, mode: int) -> Edges:
        """A table of steps at low tide: by the terrain alone where nothing lies or runs between two hexes."""
        prices = self._prices("foot" if moves == "foot" else "vehicle")
        special = self._between.keys() | self._roads.keys() | self._bluffs

        def cost(a: Space, b: Space) -> int | None:
            return self.step_cost(a, b, moves, mode) if (a, b) in special else prices[b]

        land = self.land
        return [
            tuple((b, price) for b in around if (price := cost(Space(a), b)) is not None) if land >> a & 1 else ()
            for a, around in enumerate(self.neighbours)
        ]

    def _prices(self, moves: str) -> list[int | None]:
        """By hex, what its ground costs to enter; `None` at sea and where such units never go."""
        found: list[int | None] = [None] * len(self.terrain)
        for kind, mask in self.of_terrain.items():
            text: str = getattr(self.charts.terrain[kind], moves) if kind in self.charts.terrain else "-"
            for space in each(mask & self.land) if text not in {"", "-"} else ():
                found[space] = int(text) * POINT
        return found

    @cached_property
    def _bluffs(self) -> frozenset[tuple[Space, Space]]:
        """The steps from a beach up a hill, where armour needs a way (6.2.9)."""
        return frozenset((a, b) for a in each(self.beach) for b in self.neighbours[a] if holds(self.hills, b))

    def _at_high_tide(self, edges: Edges) -> Edges:
        """The same table when the flats are sea."""
        near = self.adjacency.dilate(self.tidal, 1)
        return [
            row
            if not near >> a & 1
            else ()
            if self.tidal >> a & 1
            else tuple((b, price) for b, price in row if not self.tidal >> b & 1)
            for a, row in enumerate(edges)
        ]

    def bridged(self, a: Space, b: Space) -> bool:
        """6.3.3: a stream is bridged where a way crosses it, a canal where the map has a bridge."""
        between = self.between(a, b)
        return "bridge" in between or ("canal" not in between and bool(self.road(a, b)))

    def step_cost(self, a: Space, b: Space, moves: str, mode: int, *, high: bool = False) -> int | None:
        """What a step costs in sixths of a point (6.1.1, 6.3); `None` where it is forbidden."""
        if holds(self.sea, b) or holds(self.sea, a) or (high and (holds(self.tidal, a) or holds(self.tidal, b))):
            return None
        ways = self.road(a, b)
        if moves == "armour" and holds(self.beach, a) and holds(self.hills, b) and not ways & {"road", "trail"}:
            return None  # 6.2.9
        prices = [self._off_way(a, b, "foot" if moves == "foot" else "vehicle")]
        if mode == MOVEMENT and ("canal" not in self.between(a, b) or self.bridged(a, b)):
            prices += [self.charts.ways[way] for way in ways]
        found = [price for price in prices if price is not None]
        return min(found) if found else None

    def _off_way(self, a: Space, b: Space, moves: str) -> int | None:
        """The cost of the hex and of the hexside before it."""
        text: str = getattr(self.charts.terrain[self.terrain[b]], moves)
        crossing = self._crossing(a, b, moves)
        return None if text == "-" or crossing is None else int(text) * POINT + crossing

    def _crossing(self, a: Space, b: Space, moves: str) -> int | None:
        between, total = self.between(a, b), 0
        for kind in ("stream", "canal", "wall"):
            if kind not in between:
                continue
            if kind == "stream" and holds(self.cities, a) and holds(self.cities, b):
                continue  # 6.3.2
            row = self.charts.crossings["bridge" if kind != "wall" and self.bridged(a, b) else kind]
            text: str = getattr(row, moves)
            if text == "-":
                return None
            total += int(text) * POINT
        return total

    def _trace_lines(self) -> None:
        """Lines of one length and direction run alike everywhere: traced here, so that nobody waits for it in play."""
        farthest = max(unit.range for unit in self.units if self.charts.types[unit.type].arm in DIRECT)
        self.seen_from(self.space(MIDDLE), farthest)

    def seen_from(self, space: Space, reach: int) -> Spaces:
        """10.2.7b: the hexes within a direct range that can be seen from one."""
        found = self._seen.get((space, reach))
        if found is None:
            assert self.grid is not None
            near = self.disc(space, reach)
            found = sum(BITS[b] for b in each(near) if sees(self.grid, space, b, self.blocking))
            self._seen[space, reach] = found
        return found

    def disc(self, space: Space, radius: int) -> Spaces:
        """All hexes at most so far away, worked out once."""
        found = self._discs.get((space, radius))
        if found is None:
            found = self._discs[space, radius] = self.within(space, radius)
        return found

    def front(self, space: Space, facing: int) -> Spaces:
        """7.4.2: the three hexes before a unit that faces a hexside."""
        found = self._fronts.get((space, facing))
        if found is None:
            assert self.grid is not None
            grid = self.grid
            found = self._fronts[space, facing] = sum(bit(grid.neighbour(space, facing + turn)) for turn in (-1, 0, 1))
        return found

    def arc(self, space: Space, facing: int) -> Spaces:
        """14.1.3: all hexes in the 120 degrees between the outer facing hexsides of a gun."""
        found = self._arcs.get((space, facing))
        if found is None:
            assert self.grid is not None
            grid = self.grid
            found = sum(BITS[b] for b in each(self.hexes) if in_arc(grid, space, b, facing))
            self._arcs[space, facing] = found
        return found

    def intact_walls(self, breached: Hexsides) -> Mapping[Space, Spaces]:
        """By hex, the neighbours behind a sea wall without a breach; kept for the last few states of the walls."""
        found = self._intact.get(breached)
        if found is None:
            assert self.grid is not None
            if len(self._intact) >= MOST_KEPT:
                self._intact.clear()
            found = self._intact[breached] = cut_by(self.grid, self.walls & ~breached)
        return found

    def column(self, space: Space) -> int:
        """The printed number of a hex's column."""
        assert self.grid is not None
        return self.grid.position(space)[0] + 1

    def row(self, space: Space) -> int:
        """The printed number of a hex's row."""
        assert self.grid is not None
        return self.grid.position(space)[1] + 1

    def columns(self, west: int, east: int) -> Spaces:
        """The hexes of some columns, counted from the west."""
        found = self._columns.get((west, east))
        if found is None:
            mask = sum(bit(space) for space in each(self.hexes) if west <= self.column(space) <= east)
            found = self._columns[west, east] = mask
        return found

    def bound_for(self, box: str) -> Units:
        """The units that begin in a box or arrive there: those who land on a beach, or from the air."""
        named = [unit for force in self.forces.values() for unit in force.start.get(box, ())]
        named += [unit for force in self.forces.values() for row in force.arrive if box in row.at for unit in row.units]
        return sum(1 << self.unit_ids[unit] for unit in set(named))

    def arrivals(self, scenario: str) -> dict[UnitId, Arrive]:
        """The reinforcements of a scenario, by unit."""
        found = self._arrivals.get(scenario)
        if found is None:
            rows = [row for name in self.scenarios[scenario].forces for row in self.forces[name].arrive]
            found = self._arrivals[scenario] = {self.unit_ids[unit]: row for row in rows for unit in row.units}
        return found


def load(pack: Path | None = None) -> BradleyBoard:
    """Read everything, from a player's data pack where it has the file; all faults in one pass."""
    faults = Faults()
    if pack is not None:
        check_pack(DATA, pack, faults)
    geography = read_map(find(DATA, pack, "map.toml"), faults=faults)
    charts = Charts(DATA, pack, faults)
    rows = read_csv(find(DATA, pack, "units.csv"), UnitRow, faults, references={"type": charts.types})
    approaches = read_csv(find(DATA, pack, "beaches.csv"), ApproachRow, faults, key="approach")
    forces = {name: read_toml(find(DATA, pack, f"forces/{name}.toml"), Force, faults) for name in FORCES}
    scenarios = {
        name: read_toml(find(DATA, pack, f"scenarios/{name}.toml"), ScenarioFile, faults) for name in SCENARIOS
    }
    faults.raise_if_any()
    assert geography is not None
    board = BradleyBoard(geography, [_unit(row, charts) for row in rows], charts, list(approaches))
    board.forces = {name: found for name, found in forces.items() if found is not None}
    board.scenarios = {name: found for name, found in scenarios.items() if found is not None}
    _check_forces(board, pack, faults)
    faults.raise_if_any()
    return board


def _check_forces(board: BradleyBoard, pack: Path | None, faults: Faults) -> None:
    """Every unit and place that a force names must exist."""
    for name, force in board.forces.items():
        path = find(DATA, pack, f"forces/{name}.toml")
        units = [unit for some in force.start.values() for unit in some]
        units += [unit for row in force.choose for unit in row.units]
        units += [unit for row in force.arrive for unit in row.units]
        places = [*force.start, *(place for row in force.arrive for place in row.at)]
        for unit in units:
            if unit not in board.unit_ids:
                faults.add(path, f'there is no unit "{unit}"')
        for place in places:
            if place not in board.ids:
                faults.add(path, f'there is no space "{place}"')


def _unit(row: UnitRow, charts: Charts) -> Unit:
    kind = charts.types[row.type]
    return Unit(
        id=row.id,
        name=row.name,
        side=Side(SIDES.index(row.side)),
        nation=row.nation,
        type=row.type,
        arm=kind.arm,
        symbol=kind.symbol,
        size=row.size,
        formation=row.formation,
        regiment=row.regiment,
        battalion=row.battalion,
        bar=row.bar,
        faces=(
            Face(row.attack, row.protection, row.allowance),
            Face(row.marching_attack, row.marching_protection, row.marching_allowance),
        ),
        range=row.range,
        morale=row.morale,
        moves=row.moves,
    )
