"""The map as a commander reads it: ways and distances, the coast in order, good ground, places worth having.

All of it follows from the board and is worked out once.
"""

import math
from functools import cache
from heapq import heappop, heappush
from typing import TYPE_CHECKING, Any, cast

from bocage.games.normandy44.atlas import FOOT
from bocage.games.normandy44.rules.r08_zones_of_control import bonds, presence, zone
from bocage.games.normandy44.scenario import rules_of
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.board import POINT
from bocage.kernel.ids import Side, Space, Spaces, Units
from bocage.kernel.spaces import BITS, each

if TYPE_CHECKING:
    from bocage.games.normandy44.board import Normandy44Board

FAR = 10_000
"""A distance that no march covers."""
PULL = 5.0 * POINT
"""Over this many points of march the pull of a place falls to a third."""

LINKED_BY = 7
"""Until this turn, places that link the beaches matter more than others."""
LINKS = ("2512", "2515", "2322", "2622", "2519")
"""Carentan, Isigny, Bayeux, Port-en-Bessin, Trévières."""
MOST_KEPT = 4000


COAST = (
    "1005", "1305", "1605", "1905", "2105", "2304", "2604", "2703", "2803", "2901", "3101", "3301", "3501",
    "3701", "3901", "3804", "3706", "3809", "3812", "3712", "3512", "3311", "3112", "2913", "2814", "2713",
    "2614", "2716", "2818", "2719", "2621", "2623", "2525", "2528", "2430", "2331", "2333", "2436", "2537",
    "2538",
)  # fmt: skip
"""Points on the shore from the south-west corner round the Cotentin to the east edge."""

SHELTER = {"bocage": 0.45, "woods": 0.35, "town": 0.6, "city": 0.8, "mixed": 0.15, "clear": -0.2, "flooded": 0.0}
"""How much a kind of ground helps the side that holds a line on it."""


class Lie:
    """Tables of one board."""

    def __init__(self, board: "Normandy44Board") -> None:
        self.board = board
        self.atlas = board.atlas
        self.size = board.atlas.size
        self.shelter = [SHELTER.get(board.terrain[s], 0.0) for s in range(self.size)]
        for space in each(self.atlas.hilltop):
            self.shelter[space] += 0.2
        self.along = self._along()
        self.north: Spaces = sum(
            BITS[s] for s in each(self.atlas.land) if int(board.names[s][:2]) >= 27 and int(board.names[s][2:]) <= 13
        )
        """The Cotentin, whose garrison stays there to hold Cherbourg."""
        self.known: dict[Any, Any] = {}
        self._fading: dict[Space, list[float]] = {}
        self._tables: dict[tuple[int, Space], list[int]] = {}
        self._back = [self._reversed(table) for table in range(3)]
        self.hops = [self._hops(Space(s)) if self.atlas.land >> s & 1 else () for s in range(self.size)]

    def _along(self) -> dict[Space, float]:
        """Where each coastal hex lies along the shore."""
        grid = self.board.grid
        assert grid is not None
        marks = [self.board.ids[name] for name in COAST]
        found = {}
        for space in each(self.atlas.coastal):
            near = sorted(range(len(marks)), key=lambda n: grid.distance(space, marks[n]))[:2]
            a, b = near[0], near[1]
            da, db = grid.distance(space, marks[a]), grid.distance(space, marks[b])
            between = da / (da + db) * (b - a) if abs(a - b) == 1 and da + db else 0.0
            found[space] = a + 0.5 * between if da else float(a)
        return found

    def _reversed(self, table: int) -> list[list[tuple[Space, int]]]:
        back: list[list[tuple[Space, int]]] = [[] for _ in range(self.size)]
        for start, ways in enumerate(self.atlas.ways[table]):
            for way in ways:
                back[way.to].append((Space(start), way.cost))
        return back

    def distances(self, table: int, goal: Space) -> list[int]:
        """What the march from every hex to a goal costs, in sixths of a point, with no enemy in the way."""
        key = (table, goal)
        found = self._tables.get(key)
        if found is None:
            found = self._tables[key] = self._dijkstra(table, goal)
        return found

    def _dijkstra(self, table: int, goal: Space) -> list[int]:
        cost = [FAR] * self.size
        cost[goal] = 0
        queue: list[tuple[int, Space]] = [(0, goal)]
        back = self._back[table]
        while queue:
            total, here = heappop(queue)
            if total > cost[here]:
                continue
            for start, price in back[here]:
                if total + price < cost[start]:
                    cost[start] = total + price
                    heappush(queue, (total + price, start))
        return cost

    def fading(self, goal: Space) -> list[float]:
        """How strongly a goal pulls at each hex."""
        found = self._fading.get(goal)
        if found is None:
            costs = self.distances(FOOT, goal)
            found = self._fading[goal] = [math.exp(-cost / PULL) if cost < FAR else 0.0 for cost in costs]
        return found

    def _hops(self, space: Space) -> tuple[tuple[Space, Spaces], ...]:
        """The hexes with which a stack here would bond or touch, and the hexes between that an enemy would break it by.

        For a hexside bond both hexes between must hold enemies, for a hex bond the one.
        """
        atlas = self.atlas
        around = atlas.around[space]
        found: list[tuple[Space, Spaces]] = [(to, 0) for to in around if to >= 0 and (space, to) not in atlas.shut]
        for d in range(6):
            one, other = around[d], around[(d + 1) % 6]
            if one >= 0 and (space, one) not in atlas.shut:
                straight = atlas.around[one][d]
                if straight >= 0 and (one, straight) not in atlas.shut:
                    found.append((straight, BITS[one]))
            if one >= 0 and other >= 0:
                skew = atlas.around[one][(d + 1) % 6]
                if skew >= 0:
                    found.append((skew, BITS[one] | BITS[other]))
        return tuple(found)


@cache
def lie_of(board: "Normandy44Board") -> Lie:
    """The tables of a board."""
    return Lie(board)


# --- what is worth having ----------------------------------------------------------------------------


def prizes(g: Normandy44) -> dict[Space, float]:
    """What the places that the Allies do not hold are worth to them, in victory points."""
    known = lie_of(g.board).known
    key = ("prizes", g.scenario, held_places(g))
    found = known.get(key)
    if found is None:
        held = g.allied_control
        found = {space: value for space, value in worth_of(g).items() if not held >> space & 1}
        keep(known, key, found)
    return cast("dict[Space, float]", found)


def worth_of(g: Normandy44) -> dict[Space, float]:
    """What every place is worth to the side that holds it."""
    known = lie_of(g.board).known
    key = ("worth", g.scenario)
    found = known.get(key)
    if found is None:
        found = known[key] = _worth(g)
    return cast("dict[Space, float]", found)


def stakes_of(g: Normandy44) -> dict[Space, float]:
    """What places are worth to the Germans: those that would count for the Allies in the end, the others little."""
    known = lie_of(g.board).known
    key = ("stakes", g.scenario)
    found = known.get(key)
    if found is None:
        ground = -1
        if g.scenario == "campaign":
            ground = ~g.board.tags["june-27"] | g.board.atlas.perimeter
        found = {space: value if ground >> space & 1 else 0.35 * value for space, value in worth_of(g).items()}
        keep(known, key, found)
    return cast("dict[Space, float]", found)


def held_places(g: Normandy44) -> Spaces:
    """The places worth something that are in Allied hands."""
    known = lie_of(g.board).known
    key = ("places", g.scenario)
    mask = known.get(key)
    if mask is None:
        mask = sum(BITS[space] for space in worth_of(g))
        keep(known, key, mask)
    return g.allied_control & cast("int", mask)


def keep(known: dict[Any, Any], key: Any, value: Any) -> None:
    """Remember a value; when too much is remembered, everything is forgotten."""
    if len(known) > MOST_KEPT:
        known.clear()
    known[key] = value


def _worth(g: Normandy44) -> dict[Space, float]:
    atlas, tags = g.board.atlas, g.board.tags
    found: dict[Space, float] = {}
    if g.scenario == "cherbourg":
        for space in each(atlas.town & tags["june-27"]):
            found[space] = 0.4
        for space in each(tags["carentan"]):
            found[space] = 5.0
        for name in ("2803", "2703", "2704", "2807"):
            found[g.board.ids[name]] = 2.0
        for space in each(atlas.perimeter):
            found[space] = 0.8
        return found
    for space in each(atlas.town):
        found[space] = 1.0
    for space in each(atlas.city):
        found[space] = 2.0
    if g.scenario == "seven-turn":
        for space, points in rules_of(g).worth(g).items():
            found[space] = 0.4 + float(points)
    for name, weight in (("carentan", 1.0), ("bayeux", 0.6), ("cherbourg", 0.4), ("caen", 0.3)):
        for space in each(tags[name]):
            found[space] = found.get(space, 0.0) + weight
    return found


def pull(g: Normandy44, army: str) -> list[float]:
    """How near each hex is, in hexes of march, to what an Allied army still wants: the higher the nearer."""
    known = lie_of(g.board).known
    key = ("pull", g.scenario, army, held_places(g) & g.board.atlas.army_zone[army], g.turn <= LINKED_BY)
    found = known.get(key)
    if found is None:
        found = _pull(g, army)
        keep(known, key, found)
    return cast("list[float]", found)


def _pull(g: Normandy44, army: str) -> list[float]:
    lie = lie_of(g.board)
    total = [0.0] * lie.size
    for space, weight in wanted(g, army).items():
        total = [sum_ + weight * part for sum_, part in zip(total, lie.fading(space), strict=True)]
    return [PULL / POINT * math.log(sum_) if sum_ > 0 else -99.0 for sum_ in total]


def wanted(g: Normandy44, army: str) -> dict[Space, float]:
    """The places that an Allied army still wants, and how much: early on, what links the beaches most."""
    zone = g.board.atlas.army_zone[army]
    pressing = {g.board.ids[name] for name in LINKS} if g.turn <= LINKED_BY and g.scenario != "cherbourg" else set()
    return {
        space: value * (2.5 if space in pressing else 1.0) for space, value in prizes(g).items() if zone >> space & 1
    }


def lure(g: Normandy44, army: str, space: Space) -> Space | None:
    """The place that pulls an Allied army most at a hex, besides the hex itself."""
    found, lie = wanted(g, army), lie_of(g.board)
    others = (goal for goal in found if goal != space)
    return max(others, key=lambda goal: found[goal] * lie.fading(goal)[space], default=None)


def stack_punch(g: Normandy44, units: Units) -> float:
    """The strength with which a stack can attack."""
    roster, steps = g.board.atlas.roster, g.steps
    total = 0.0
    while units:
        low = units & -units
        units ^= low
        unit = low.bit_length() - 1
        if roster.attacks[unit][steps[unit]]:
            total += roster.strength[unit][steps[unit]]
    return total


RINGS = ((1, 1.0), (2, 0.8), (3, 0.4))
"""How much strength counts against a hex that far away."""


def threat_to(g: Normandy44, side: Side, space: Space) -> float:
    """The strength that the enemy of a side could bring against a hex soon, the near counted in full."""
    atlas = g.board.atlas
    foes = presence(g).hexes[1 - side] & atlas.near(space, 3)
    total, counted = 0.0, 0
    if foes:
        for radius, weight in RINGS:
            disc = atlas.near(space, radius)
            for near in each(foes & disc & ~counted):
                total += weight * stack_punch(g, g.here[near])
            counted = disc
    return total


def hostile_strength(g: Normandy44, side: Side) -> list[float]:
    """The same for every hex."""
    return g.cached(("hostile", side), lambda g: _hostile(g, side))


def _hostile(g: Normandy44, side: Side) -> list[float]:
    atlas = g.board.atlas
    found = [0.0] * atlas.size
    for space in each(presence(g).hexes[1 - side]):
        total = stack_punch(g, g.here[space])
        if total:
            counted = 0
            for radius, weight in RINGS:
                disc = atlas.near(space, radius)
                for near in each(disc & ~counted):
                    found[near] += weight * total
                counted = disc
    return found


def traps(g: Normandy44, side: Side) -> Spaces:
    """Hexes next to the enemy with one way back at most: one enemy move would shut it, and the next attack would kill.

    No unit falls back into an enemy or its bond, nor into its zone unless a friend is there (13.2.2).
    """
    return g.cached(("traps", side), lambda g: _traps(g, side))


def _traps(g: Normandy44, side: Side) -> Spaces:
    atlas, here, foe = g.board.atlas, presence(g), Side(1 - side)
    barrier, hostile = bonds(g, foe), zone(g, foe)
    refuge = atlas.land & ~(here.hexes[foe] | barrier.hexes | hostile & ~here.hexes[side])
    once = twice = 0
    for d in range(6):
        out = atlas.step(refuge, (d + 3) % 6) & atlas.open[d] & ~barrier.sides[d]
        twice |= once & out
        once |= out
    return hostile & ~twice
