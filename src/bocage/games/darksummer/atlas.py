"""The ground as the rules look at it: sets of hexes, ways over hexsides, what each step costs."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from bocage.games.darksummer.sides import ALLIED, GERMAN, Army
from bocage.kernel.board import POINT, Edges, compile_edges
from bocage.kernel.ids import Side, Space, Spaces
from bocage.kernel.movement import cheapest_steps
from bocage.kernel.spaces import BITS, each, holds, spaces

if TYPE_CHECKING:
    from bocage.games.darksummer.board import DarkBoard

K = TypeVar("K")
V = TypeVar("V")

BEACHES = {"utah": Army.US, "omaha": Army.US, "gold": Army.BRITISH, "juno": Army.BRITISH, "sword": Army.BRITISH}
"""The five landing beaches and whose they are (2.4)."""
LAST_US_COLUMN, LAST_BRITISH_COLUMN = 36, 35
"""15.0: how far east the US may go before Brittany, and how far west the British ever may."""
BRITISH_ZONE = 36
"""15.0: the first column of the British Zone."""


MEMORY = 2_000
"""How many floods and zones are remembered: many moves change none of what they depend on."""

DRY = (0, 0)
"""A flood that has reached nothing, and nothing next to it."""


Doors = tuple[tuple[Spaces, Spaces], ...]
"""Spaces, and the spaces behind the doors that all of them have."""


class Going(NamedTuple):
    """What decides the cost of a step: who walks, on wheels or feet, by road or not, over wet ground or dry."""

    side: Side
    motor: bool
    roads: bool = True
    wet: bool = False


class Atlas:
    """Sets and ways, worked out once."""

    def __init__(self, board: DarkBoard) -> None:
        self.board = board
        self.sea: Spaces = board.of_terrain["sea"]
        self.land: Spaces = board.hexes & ~self.sea
        self.passable: Spaces = self.land & ~board.of_terrain.get("flooded", 0)
        self.city: Spaces = board.of_terrain["city"]
        self.bocage: Spaces = board.of_terrain["bocage"]
        self._name_sets()
        self._join()
        self._floods: dict[tuple[Spaces, Spaces], tuple[Spaces, Spaces]] = {}
        self._last_flood: dict[Spaces, tuple[Spaces, Spaces]] = {}
        self._zones: dict[Spaces, Spaces] = {}
        self._least: dict[int, tuple[Edges, list[int]]] = {}
        """With the table itself, so that its number is not given to another while it is a key."""
        self._gated: dict[tuple[int, Doors, int], Edges] = {}
        self._steps: dict[object, Any] = {}
        """Every step and every row of steps once: the tables are much alike, and a walk reads all over them."""

    def _name_sets(self) -> None:
        board, tags = self.board, self.board.tags
        self.beach_hexes: dict[str, Spaces] = {name: tags[name] for name in BEACHES}
        self.beach_army: dict[Space, Army] = {
            s: BEACHES[n] for n, hexes in self.beach_hexes.items() for s in each(hexes)
        }
        self.army_beaches: tuple[Spaces, Spaces] = (
            spaces(s for s, army in self.beach_army.items() if army is Army.US),
            spaces(s for s, army in self.beach_army.items() if army is Army.BRITISH),
        )
        self.beaches: Spaces = self.army_beaches[0] | self.army_beaches[1]
        self.omaha, self.pointe_du_hoc, self.caen = tags["omaha"], tags["pointe-du-hoc"], tags["caen"]
        self.avranches, self.glider_landing, self.alencon = tags["avranches"], tags["glider-landing"], tags["alencon"]
        self.c_hexes, self.w_hexes, self.s_hexes = tags["C"], tags["W"], tags["S"]
        self.e_hexes, self.e_infantry = tags["E"], tags["E-infantry"]
        self.gun_line: Spaces = tags["gun-line"]
        self.approaches: Spaces = tags["first-wave"]
        self.no_stop: Spaces = self.c_hexes | self.w_hexes | self.s_hexes
        """10.1: where no German may end a move."""
        self.cherbourg, self.brittany_entered, self.brittany = map(
            board.space, ("cherbourg", "brittany-entered", "brittany")
        )
        self.east = (board.space("east-allied"), board.space("east-german"))
        self.waiting, self.withdrawn, self.lost = map(board.space, ("waiting", "withdrawn", "lost"))
        self.airfields: Spaces = board.set_of(["airfield-us", "airfield-british"])
        self.boxes_in_play: Spaces = board.set_of(
            ["cherbourg", "brittany-entered", "brittany", "east-allied", "east-german"]
        )
        self.column: list[int] = [_column(board, Space(n)) for n in range(len(board.names))]
        self.row: list[int] = [board.grid.position(Space(n))[1] if board.grid and n < board.grid.size else -1
                               for n in range(len(board.names))]  # fmt: skip
        self.west_of_british: Spaces = self._columns(0, LAST_BRITISH_COLUMN - 1)
        self.east_of_us: Spaces = self._columns(LAST_US_COLUMN + 1, 99)
        self.zone_of: tuple[Spaces, Spaces] = (self._columns(0, BRITISH_ZONE - 1), self._columns(BRITISH_ZONE, 99))

    def _columns(self, first: int, last: int) -> Spaces:
        return spaces(s for s in each(self.land) if first <= self.column[s] <= last)

    def _join(self) -> None:
        board = self.board
        self.approach_of: dict[Space, Space] = {}
        for a, b in board.sides["chevron"]:
            if holds(self.approaches, a) and holds(self.land, b):
                self.approach_of[b] = a
        self.beach_of: dict[Space, Space] = {approach: beach for beach, approach in self.approach_of.items()}
        self.around: list[tuple[Space, ...]] = [
            tuple(b for b in near if holds(self.passable, b)) if holds(self.passable, Space(a)) else ()
            for a, near in enumerate(board.neighbours)
        ]
        """The hexes that a step, an attack or a line may go to: not the sea, not floods."""
        self.ring: list[Spaces] = [spaces(near) for near in self.around]
        self.ways = board.adjacent(lambda a, b: b in self.around[a])
        # 6.1: a zone stops at a major river, bridge or not, and at a city.
        self.zones = board.adjacent(
            lambda a, b: b in self.around[a] and not holds(self.city, b) and "major" not in board.between(a, b)
        )
        self.zone_from: list[Spaces] = [self.zones.spread(BITS[n]) for n in range(len(board.names))]

    def flooded(self, seeds: Spaces, within: Spaces) -> tuple[Spaces, Spaces]:
        """All hexes that steps inside a set reach from the seeds, and these with the hexes next to them."""
        found = self._floods.get((seeds, within))
        if found is None:
            found = _remembered(self._floods, (seeds, within), self._flood(seeds, within))
        return found

    def _flood(self, seeds: Spaces, within: Spaces) -> tuple[Spaces, Spaces]:
        """The same, going on from the last flood of these seeds if what has closed since did not carry it."""
        flood, near = self._last_flood.get(seeds, DRY)
        closed = flood & ~within
        if closed:
            flood = flood ^ closed if self._carries_nothing(closed, flood, seeds) else 0
            near = flood | self.ways.spread(flood)
        more = self.ways.flood(near | seeds, within & ~flood)
        found = (flood | more, near | more | self.ways.spread(more)) if more else (flood, near)
        return _remembered(self._last_flood, seeds, found)

    def _carries_nothing(self, closed: Spaces, flood: Spaces, seeds: Spaces) -> bool:
        """Whether a flood reaches the rest of its hexes without these: a single one, no seed, whose flooded neighbours
        hang together among themselves.
        """
        if closed & (closed - 1) or closed & seeds:
            return False
        around = self.ways.spread(closed) & flood
        return self.ways.flood(around & -around, around) == around

    def zone_around(self, stacks: Spaces) -> Spaces:
        """6.1: the hexes into which zones extend from some hexes, whatever lies in them."""
        found = self._zones.get(stacks)
        return _remembered(self._zones, stacks, self.zones.spread(stacks)) if found is None else found

    def gated(self, base: Edges, doors: Doors, cost: int) -> Edges:
        """Steps with further ones through the doors of boxes."""
        key = (id(base), doors, cost)  # base tables live as long as the atlas
        found = self._gated.get(key)
        return self._with_doors(key, base, doors, cost) if found is None else found

    def _with_doors(self, key: tuple[int, Doors, int], base: Edges, doors: Doors, cost: int) -> Edges:
        edges, least = list(base), list(self.least(base))
        for here, there in doors:
            for space in each(here):
                edges[space] = edges[space] + tuple((to, cost) for to in each(there))
                least[space] = min(least[space], cost)
        self._least[id(edges)] = (edges, least)
        return _remembered(self._gated, key, edges)

    def least(self, steps: Edges) -> list[int]:
        """By space, what its cheapest step costs in a table of steps."""
        known = self._least.get(id(steps))
        if known is None:
            known = _remembered(self._least, id(steps), (steps, cheapest_steps(steps)))
        return known[1]

    def has_bridge(self, a: Space, b: Space) -> bool:
        """10.2: a bridge is wherever a road crosses a river."""
        return bool(self.board.road(a, b))

    def motor_can_cross(self, a: Space, b: Space) -> bool:
        """10.2: motor types do not cross a major river without a bridge."""
        return "major" not in self.board.between(a, b) or self.has_bridge(a, b)

    @cache  # noqa: B019 - an atlas lives as long as its board
    def edges(self, going: Going) -> Edges:
        """The steps between hexes for one kind of unit, with their costs (10.2). Boxes are `with_boxes`' business."""
        return self._shared(compile_edges(self.board, lambda a, b: self._cost(going, a, b)))

    def _shared(self, table: Edges) -> Edges:
        """The same table, made of the steps and rows of the others as far as they are equal."""
        one = self._steps.setdefault
        rows = [tuple([one(step, step) for step in row]) for row in table]
        return [one(row, row) for row in rows]

    def compile_all(self) -> None:
        """Every table of steps that a game may need, so that no player waits for one in the middle of a turn."""
        for motor in (False, True):
            self.short_steps(motor)
            self.edges(Going(ALLIED, motor))
            for roads in (False, True):
                for wet in (False, True):
                    self.edges(Going(GERMAN, motor, roads, wet))

    def _cost(self, going: Going, a: Space, b: Space) -> int | None:
        if b not in self.around[a] or (going.motor and not self.motor_can_cross(a, b)):
            return None
        row = self.board.terrain_rows[self.board.terrain[b]]
        points = row.allied if going.side == ALLIED else row.wet if going.wet else row.german
        rivers = self.board.between(a, b) & self.board.hexside_rows.keys()
        river = 0 if self.has_bridge(a, b) else sum(self.board.hexside_rows[kind].points for kind in rivers)
        cost = POINT * (int(points) + river)
        roads = [self.board.road_rows[kind].sixths for kind in self.board.road(a, b)] if going.roads else []
        return min([cost, *roads])

    @cache  # noqa: B019 - as above
    def short_steps(self, motor: bool) -> Edges:
        """9.3.3: in a Combined Action Round one hex, or two by road: a hex costs two, along a road one."""
        return self._shared(compile_edges(self.board, lambda a, b: self._short(motor, a, b)))

    def _short(self, motor: bool, a: Space, b: Space) -> int | None:
        if b not in self.around[a] or (motor and not self.motor_can_cross(a, b)):
            return None
        return 1 if self.board.road(a, b) else 2

    @cache  # noqa: B019 - as above
    def distance(self, a: Space, b: Space) -> int:
        """Hexes between two hexes as the crow flies."""
        return self.board.distance(a, b)

    def nearest(self, start: Space, goals: Spaces) -> list[Space]:
        """Those of some hexes that are nearest, all of them if several are equally near."""
        far = {goal: self.distance(start, goal) for goal in each(goals)}
        least = min(far.values(), default=0)
        return [goal for goal, steps in far.items() if steps == least]


def _remembered(memory: dict[K, V], key: K, value: V) -> V:
    """Keep a value; a full memory is emptied first."""
    if len(memory) >= MEMORY:
        memory.clear()
    memory[key] = value
    return value


def _column(board: DarkBoard, space: Space) -> int:
    if board.grid is None or space >= board.grid.size:
        return -1
    return int(board.names[space][:2])
