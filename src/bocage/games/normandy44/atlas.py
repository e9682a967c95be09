"""The board compiled for speed: directions as shifts, what blocks zones and bonds, costs of every hexside.

Made once from a board and shared by all games. Directions run clockwise from north-east (0) to north-west (5).
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from bocage.games.normandy44.records import points
from bocage.games.normandy44.roster import Roster
from bocage.games.normandy44.sides import BEACHES, LANDINGS
from bocage.kernel.counters import union
from bocage.kernel.ids import NOWHERE, Space, Spaces
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import BITS, NUMBERS, Adjacency, Edge, each, spaces

if TYPE_CHECKING:
    from bocage.games.normandy44.board import Normandy44Board

FOOT, MECH, SLOW = range(3)
"""Movement tables: not mechanised, mechanised, and German mechanised under Allied air supremacy (9.7)."""


WATER = ("flooded", "major", "minor")
"""What lies on a hexside, the first of these that applies (9.4.2: floods before rivers)."""


class Way(NamedTuple):
    """One step of a unit of some class: where to, what it costs, and what it demands."""

    direction: int
    to: Space
    cost: int
    first: bool  # only as the first hex of a move: unbridged major river or flooded hexside
    stop: bool  # the unit must stop there: a flooded hex entered off the road
    road: bool


REMEMBERED = 8

Ways: TypeAlias = list[tuple[Way, ...]]
Shifts: TypeAlias = tuple[tuple[tuple[int, Spaces], ...], tuple[tuple[int, Spaces], ...]]
"""Steps of a whole set of hexes: how far the number shifts up, and from where; then the same for down."""


SHUT, FAR, WATCHED = -1, 1_000_000, 1_000_001
"""What a search knows of a hex before it gets there: no way leads in, or one may; or one may, and ends there."""


class Lanes:
    """The ways of one table as a search wants them: target, cost, direction, the cheapest first."""

    __slots__ = ("_two_steps", "_unsearched", "flooded", "free", "least", "onward", "roads", "soaking", "ways")

    def __init__(self, ways: Ways, flooded: Spaces) -> None:
        self.ways, self.flooded = ways, flooded
        self.free = [_lanes(way for way in some if not (way.first or way.stop)) for some in ways]
        self.roads = [_lanes(way for way in some if way.road) for some in ways]
        wet = [bool(flooded >> space & 1) for space in range(len(ways))]
        # 9.5.2: out of a flooded hex that was entered by road only the road leads on
        self.onward = [self.roads[space] if wet[space] else lanes for space, lanes in enumerate(self.free)]
        self.soaking = [
            () if wet[space] else _lanes(way for way in some if way.stop and not way.first)
            for space, some in enumerate(ways)
        ]
        # The cheapest step out of each hex: where it cannot be paid, no search need go on
        self.least = [
            min([step[1] for step in steps + wading], default=FAR)
            for steps, wading in zip(self.onward, self.soaking, strict=True)
        ]
        self._two_steps: dict[Space, int] = {}
        self._unsearched: tuple[tuple[Spaces, Spaces, list[int]], ...] = ((0, 0, [FAR] * len(ways)),)
        """What closed and watched hexes made of the map, the last ones first."""

    def two_steps(self, start: Space) -> int:
        """What the dearest two steps out of a hex cost a unit that has not moved yet."""
        found = self._two_steps.get(start)
        if found is None:
            onward, soaking = self.onward, self.soaking
            dearest = [
                way.cost + max([0, *(s[1] for s in onward[way.to] + soaking[way.to])]) for way in self.ways[start]
            ]
            found = self._two_steps[start] = max(dearest, default=0)
        return found

    def unsearched(self, closed: Spaces, watched: Spaces) -> list[int]:
        """By hex what a search knows at its outset, to be copied by who learns more. What closes and watches hexes
        all but stands still while a side moves: answers are kept, and a new one is made from the one most like it.
        """
        kept = self._unsearched
        for known in kept:
            if known[0] == closed and known[1] == watched:
                return known[2]
        like = min(kept, key=lambda known: (known[0] ^ closed | known[1] ^ watched).bit_count())
        found = like[2].copy()
        for space in each(like[0] ^ closed | like[1] ^ watched):
            found[space] = SHUT if closed & BITS[space] else WATCHED if watched & BITS[space] else FAR
        # All at once: a server plays its games in several threads.
        self._unsearched = ((closed, watched, found), *kept[: REMEMBERED - 1])
        return found


def _lanes(some: Iterable[Way]) -> tuple[tuple[Space, int, int], ...]:
    return tuple((way.to, way.cost, way.direction) for way in sorted(some, key=lambda way: way.cost))


class Atlas:
    """Masks and tables that the rules look things up in."""

    def __init__(self, board: "Normandy44Board") -> None:
        self.board = board
        self.roster = Roster(board)
        self.land: Spaces = board.hexes & ~board.of_terrain.get("sea", 0)
        grid = board.grid
        assert grid is not None
        self.size = grid.size
        self.names = board.names
        self.around: list[tuple[Space, ...]] = [
            tuple(NUMBERS[n] if n != NOWHERE and self.land >> n & 1 else NOWHERE for n in grid.neighbours(Space(s)))
            if self.land >> s & 1
            else ()
            for s in range(self.size)
        ]
        self._tags()
        self._shut()
        self._directions()
        self._bonds()
        self.ways: tuple[Ways, Ways, Ways] = (self._ways(FOOT), self._ways(MECH), self._ways(SLOW))
        self.lanes = tuple(Lanes(ways, self.flooded) for ways in self.ways)
        self.within: dict[tuple[Space, int], Spaces] = {}
        self.traces: list[tuple[Any, ...]] = [(), ()]  # lines of supply traced last, by side (18.2)

    # --- named places -------------------------------------------------------------------------------

    def _tags(self) -> None:
        board = self.board
        tag = board.tags.get
        self.town, self.city = tag("town", 0), tag("city", 0)
        self.hilltop, self.coastal = tag("hilltop", 0), tag("coastal", 0)
        self.caen, self.cherbourg = tag("caen", 0), tag("cherbourg", 0)
        self.perimeter, self.naval_zone = tag("perimeter", 0), tag("naval-zone", 0)
        self.arromanches, self.permanent_ip = tag("arromanches", 0), tag("permanent-ip", 0)
        self.woods, self.bocage = board.of_terrain.get("woods", 0), board.of_terrain.get("bocage", 0)
        self.flooded = board.of_terrain.get("flooded", 0)
        self.entry = tuple(tag(f"entry-{c}", 0) for c in ("green", "orange", "red", "blue"))
        self.entry_within = [  # by zone, and by how many zones along the edge (6.6)
            [union(hexes for i, hexes in enumerate(self.entry) if abs(i - zone) <= waited) for waited in range(4)]
            for zone in range(4)
        ]
        self.entries = self.entry[0] | self.entry[1] | self.entry[2] | self.entry[3]
        self.edge = tag("south-edge", 0) | tag("east-edge", 0)
        self.beach_hexes: dict[str, Spaces] = {
            beach: sum(tag(name, 0) for name in LANDINGS[beach]) for beach in BEACHES
        }
        self.waves = {beach: board.ids[f"followup-{beach}"] for beach in BEACHES}  # the box of each follow-up wave
        self.beaches: Spaces = sum(self.beach_hexes.values())
        self.engineers = tuple(  # each beach with its engineer and its hexes (21.1.1)
            (beach, self.roster.engineer_of[beach], hexes)
            for beach, hexes in self.beach_hexes.items()
            if beach in self.roster.engineer_of
        )
        self.du_hoc: Spaces = tag("du-hoc", 0)
        # 22.1.2: each army's own ground, the hexes one beyond the line, and all below row 16
        us, cw = tag("us-zone", 0), tag("cw-zone", 0)
        near = board.adjacency.spread
        free = self.land & ~us & ~cw
        self.army_zone: dict[str, Spaces] = {
            "us": us | free | (near(us) & cw),
            "cw": cw | free | (near(cw) & us),
        }
        self.army_shut: dict[str, Spaces] = {name: self.land & ~zone for name, zone in self.army_zone.items()}
        roster = self.roster
        self.home: list[Spaces] = [
            -1 if roster.german >> u & 1 else self.army_zone["us" if roster.us >> u & 1 else "cw"]
            for u in range(roster.count)
        ]

    def _shut(self) -> None:
        """Hexsides that nothing crosses: impassable ones and open sea between two land hexes."""
        sides = self.board.sides
        self.shut = frozenset(sides.get("impassable", frozenset()) | sides.get("sea", frozenset()))
        self.halving = {
            kind: frozenset(sides.get(kind, frozenset())) for kind in ("minor", "major", "flooded", "airfield")
        }
        rows = self.board.hexsides
        self.halved: dict[
            Edge, str
        ] = {}  # hexsides across which everybody attacks at half, by what lies there (11.3, 11.7)
        for kind, edges in self.halving.items():
            if rows[kind].halved == "all":
                self.halved |= dict.fromkeys(edges, kind)
        shifting = (edges for kind, edges in self.halving.items() if rows[kind].shift_left)
        self.shifting: frozenset[Edge] = frozenset().union(*shifting)  # 11.3: one column left
        closed = (edges for kind, edges in self.halving.items() if not rows[kind].armor_shift)
        self.no_armor: frozenset[Edge] = frozenset().union(*closed)  # 11.4.4
        self.causeway = frozenset(sides.get("causeway", frozenset()))
        roads = self.board.roads
        self.primary = frozenset(roads.get("primary", frozenset()))
        self.road_edges = self.primary | frozenset(roads.get("secondary", frozenset()))
        self.primary_hexes: Spaces = spaces(a for a, _ in self.primary)
        self.road_hexes: Spaces = spaces(a for a, _ in self.road_edges)

    # --- directions as shifts -----------------------------------------------------------------------

    def _directions(self) -> None:
        """Every land hex to its neighbour in each direction; `zones`: the steps over which a zone extends (8.5.6)."""
        everything: list[dict[int, Spaces]] = [{} for _ in range(6)]
        joined = []
        for a in each(self.land):
            for d, b in enumerate(self.around[a]):
                if b != NOWHERE:
                    everything[d][b - a] = everything[d].get(b - a, 0) | BITS[a]
                    if (a, b) not in self.shut:
                        joined.append((a, b))
        self.groups = tuple(tuple(sorted(groups.items())) for groups in everything)
        self.zones = Adjacency(joined)
        self.open = tuple(
            sum(
                BITS[a]
                for a in each(self.land)
                if self.around[a][d] != NOWHERE and (a, self.around[a][d]) not in self.shut
            )
            for d in range(6)
        )
        self.road = tuple(
            sum(BITS[a] for a in each(self.land) if (a, self.around[a][d]) in self.road_edges) for d in range(6)
        )
        self.by_road, self.across = self._all_ways(self.road), self._all_ways(self.open)

    def step(self, mask: Spaces, direction: int) -> Spaces:
        """The neighbours of a set of hexes in one direction."""
        out = 0
        for delta, sources in self.groups[direction]:
            out |= (mask & sources) << delta if delta >= 0 else (mask & sources) >> -delta
        return out

    def _all_ways(self, sources: tuple[Spaces, ...]) -> dict[int, Spaces]:
        """The steps of all directions together, by how far the number of a hex shifts."""
        found: dict[int, Spaces] = {}
        for groups, some in zip(self.groups, sources, strict=True):
            for delta, ground in groups:
                found[delta] = found.get(delta, 0) | ground & some
        return found

    def shifts(self, ways: dict[int, Spaces], barred: tuple[Spaces, ...]) -> Shifts:
        """Steps of all directions at once; `barred` are the hexes that may not be left in each direction."""
        found = ways.copy()
        for groups, shut in zip(self.groups, barred, strict=True):
            if shut:
                for delta, ground in groups:
                    found[delta] &= ~(ground & shut)
        return tuple(item for item in found.items() if item[0] > 0), tuple(
            (-delta, ground) for delta, ground in found.items() if delta < 0
        )

    # --- bonds (8.5) --------------------------------------------------------------------------------

    def _bonds(self) -> None:
        """For hexsides in directions 0 to 2: from which end hexes a zone reaches them, and which ends are anchored.

        The hexside between m and its neighbour n in direction d has one end towards the neighbour of m in
        direction d - 1 and the other towards that in direction d + 1.
        """
        self.hex_bond_ok = [0] * 3
        self.low_ok, self.high_ok = [0] * 3, [0] * 3
        self.low_anchor, self.high_anchor = [0] * 3, [0] * 3
        for m in each(self.land):
            around = self.around[m]
            for d in range(3):
                one, two = around[d], around[d + 3]
                if NOWHERE not in (one, two) and (m, one) not in self.shut and (m, two) not in self.shut:
                    self.hex_bond_ok[d] |= BITS[m]
                if one == NOWHERE or (m, one) in self.shut:
                    continue
                for end, ok, anchor in (
                    (around[d - 1], self.low_ok, self.low_anchor),
                    (around[d + 1], self.high_ok, self.high_anchor),
                ):
                    if end == NOWHERE or (m, end) in self.shut or (one, end) in self.shut:
                        anchor[d] |= BITS[m]  # a corner on the map edge, the coast or an impassable hexside
                    if end != NOWHERE and ((m, end) not in self.shut or (one, end) not in self.shut):
                        ok[d] |= BITS[m]

    # --- movement (9) -------------------------------------------------------------------------------

    def _ways(self, table: int) -> Ways:
        return [
            tuple(
                way
                for d, b in enumerate(self.around[a])
                if b != NOWHERE and (way := self._way(table, Space(a), d, b)) is not None
            )
            if self.land >> a & 1
            else ()
            for a in range(self.size)
        ]

    @rule("9.11")
    def _way(self, table: int, a: Space, d: int, b: Space) -> Way | None:
        """9.3 to 9.6 for one hexside; `None` where the unit may not go."""
        if (a, b) in self.shut:
            return None
        if (a, b) in self.road_edges:
            paved = self.board.road_costs["primary" if (a, b) in self.primary else "secondary"]
            price = points((paved.foot, paved.mech, paved.german)[table])
            assert price is not None
            return Way(d, b, price, first=False, stop=False, road=True)
        foot = table == FOOT
        ground = self.board.ground[b]
        cost = ground.foot if foot else ground.mech
        if cost is None or (not foot and self.flooded >> a & 1):
            return None
        water = next((kind for kind in WATER if (a, b) in self.halving[kind]), None)
        first = False
        if water is not None and (a, b) not in self.causeway:
            row = self.board.hexsides[water]
            extra = points(row.foot if foot else row.mech)
            if extra is None:
                return None
            cost, first = cost + extra, row.first
        return Way(d, b, cost, first=first, stop=bool(self.flooded >> b & 1), road=False)

    def near(self, centre: Space, radius: int) -> Spaces:
        """All hexes within that many of a hex, that hex included."""
        key = (centre, radius)
        found = self.within.get(key)
        if found is None:
            assert self.board.grid is not None
            found = self.within[key] = self.board.grid.within(centre, radius) & self.land
        return found

    def distance(self, a: Space, b: Space) -> int:
        """How many hexes apart."""
        assert self.board.grid is not None
        return self.board.grid.distance(a, b)
