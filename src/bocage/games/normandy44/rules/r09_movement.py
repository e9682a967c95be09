"""9. Movement: where a unit can go, at what cost, in which manner. The phase itself is in r09_movement_phase."""

from typing import TypeAlias

import msgspec

from bocage.games.normandy44.atlas import FOOT, MECH, SHUT, SLOW, WATCHED, Lanes
from bocage.games.normandy44.rules.r08_zones_of_control import Bonds, bonds, inside, presence, side_of, zone
from bocage.games.normandy44.scenario import rules_of
from bocage.games.normandy44.sides import GERMAN
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.bars import Bar, bar
from bocage.kernel.board import POINT
from bocage.kernel.ids import Side, Space, Spaces, UnitId, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import BITS

NORMAL, TACTICAL, BICYCLE, STRATEGIC, TRUCK, CONVOY, SINGLE = range(7)
MODES = ("normal", "tactical", "bicycle", "strategic", "truck", "convoy", "single")
"""How a unit moves; a convoy is a truck that moves strategically, single is the one hex after a replacement."""

TRUCK_ALLOWANCE = 5
BICYCLE_ALLOWANCE = 6

Found: TypeAlias = dict[Space, tuple[int, Space]]
"""What each reached hex costs, and from where it is entered."""


class Field(msgspec.Struct, frozen=True):
    """What hinders a move: hexes closed, enemy zones, enemy bonds."""

    closed: Spaces
    zone: Spaces
    bonds: Bonds


class Search(msgspec.Struct, frozen=True):
    """All that can be reached in one manner: hexes to go on from, and hexes where the unit must stop."""

    mode: int
    start: Space
    found: Found
    ends: Found

    def cost(self, to: Space) -> int | None:
        """The cheapest way to a hex, if there is one."""
        passing, ending = self.found.get(to), self.ends.get(to)
        cheaper = ending if passing is None or (ending is not None and ending[0] < passing[0]) else passing
        return None if cheaper is None else cheaper[0]

    def path(self, to: Space) -> tuple[tuple[Space, ...], bool]:
        """The way there, start and end included, and whether the unit must stop there."""
        passing, ending = self.found.get(to), self.ends.get(to)
        halted = passing is None or (ending is not None and ending[0] < passing[0])
        path = [to]
        here = ending[1] if halted and ending is not None else to
        if here != to:
            path.append(here)
        while here != self.start:
            here = self.found[here][1]
            path.append(here)
        path.reverse()
        return tuple(path), halted


@rule("4.3", "9.7", "20.4")
def allowance(g: Normandy44, unit: UnitId) -> int:
    """Movement points now: two fewer for German vehicles under clear skies, three for the 21st Panzer on turn 1."""
    roster = g.board.atlas.roster
    points: int = roster.allowance[unit][g.steps[unit]]
    if roster.german >> unit & 1:
        if g.turn == 1 and roster.division[unit] == "21Pz":
            points = min(points, 3)
        if points and roster.mech >> unit & 1 and g.board.weather[g.row].weather == "clear":
            points = max(points - 2, 0)
    return points


@rule("9.7")
def table_of(g: Normandy44, unit: UnitId, *, vehicle: bool = False) -> int:
    """Which table of costs a unit uses; Allied aircraft slow German vehicles on primary roads unless it storms."""
    roster = g.board.atlas.roster
    if not (vehicle or roster.mech >> unit & 1):
        return FOOT
    if roster.german >> unit & 1 and g.board.weather[g.row].weather != "storm":
        return SLOW
    return MECH


@rule("9.1", "9.2")
def field_for(g: Normandy44, unit: UnitId) -> Field:
    """Closed to a unit: enemies, enemy bonded hexes, ground beyond its army's boundary or its scenario."""
    foe = Side(1 - side_of(g, unit))
    bonded = bonds(g, foe)
    return Field(presence(g).hexes[foe] | bonded.hexes | closed_ground(g, unit), zone(g, foe), bonded)


@rule("17.6", "22.1.2")
def closed_ground(g: Normandy44, unit: UnitId, *, driven: bool = True) -> Spaces:
    """Ground that rules other than terrain forbid: the army boundary, the perimeter for Cherbourg's garrison.

    `driven`: a unit driven over the boundary moves back over any ground; an advance gets no such leave.
    """
    atlas, special = g.board.atlas, rules_of(g)
    roster = atlas.roster
    closed: Spaces = special.closed(g, unit) | special.tether(g, unit) if special.bounded else 0
    bit = 1 << unit
    if roster.allied & bit:
        if not (driven and g.astray & bit):
            closed |= atlas.army_shut["us" if roster.us & bit else "cw"]
    elif roster.restricted & bit and not g.released & bit:
        closed |= atlas.land & ~atlas.perimeter
    return closed


@rule("17.1", "17.6", "20.4")
def bound(g: Normandy44) -> Units:
    """Germans who may not move: on turn 1 Ost battalions and all restricted units, later those not released.

    From turn 2 the garrison of Cherbourg moves within the perimeter.
    """
    atlas = g.board.atlas
    asleep: Units = atlas.roster.restricted & ~g.released
    if g.turn == 1:
        return asleep | atlas.roster.ost
    if not asleep:
        return 0
    key = ("bound", asleep)
    found: Units | None = g.cache.get(key)
    if found is None:
        found = g.cache[key] = asleep & presence(g).units[GERMAN] & ~inside(g, GERMAN, atlas.perimeter)
    return found


@rule("17.1", "17.6")
def asleep_rows(g: Normandy44, asleep: Units) -> tuple[Bar, Bar]:
    """Why Germans who may not move stay where they are."""
    ost = asleep & g.board.atlas.roster.ost if g.turn == 1 else 0
    return (
        bar(ost, "17.1", "{} is an Ost battalion and stays on turn 1"),
        bar(asleep, "17.6", "{} has not been released"),
    )


@rule("17.6", "22.1.2", "26.1")
def ground_rows(g: Normandy44, unit: UnitId, *, driven: bool = True) -> tuple[Bar, ...]:
    """Which rules other than those of terrain and enemies close hexes to a unit."""
    name, special = g.board.counters[unit].name, rules_of(g)
    rows = special.shut_rows(g, unit) if special.bounded else ()
    shut = closed_ground(g, unit, driven=driven)
    if not shut:
        return rows
    if g.board.atlas.roster.allied >> unit & 1:
        return (*rows, bar(shut, "22.1.2", f"{{}} lies more than one hex beyond the army boundary for {name}"))
    return (*rows, bar(shut, "17.6", f"{name} has not been released and may not leave the Cherbourg perimeter"))


@rule("8.2", "8.3", "9.3", "9.4.1", "9.4.2", "9.5.1", "9.5.2", "9.6")
def by_points(
    lanes: Lanes, start: Space, points: int, field: Field, *, fresh: bool, roads: bool = False
) -> tuple[Found, Found]:
    """All hexes within that many points, as hexes to go on from and hexes to stop in.

    A fresh unit has not moved yet: it may cross unbridged rivers and pays a point to leave an enemy zone.
    """
    closed, foe_zone, bonded = field.closed, field.zone, field.bonds.sides
    unwatched = field.bonds.touched & ~foe_zone  # hardly ever: who comes beside a bonded hexside stops there in a zone
    buckets: list[list[Space]] = [[] for _ in range(points + 1)]
    found: Found = {start: (0, start)}
    ends: Found = {}
    best = lanes.unsearched(closed, foe_zone).copy()  # what each hex costs, as far as is known
    best[start] = 0
    extra = POINT if fresh and foe_zone & BITS[start] else 0
    roads_out = roads or (not fresh and bool(lanes.flooded & BITS[start]))  # 9.5.2: in by road, on by road
    for direction, to, price, first, stop, road in lanes.ways[start]:
        total = price + extra
        if total > points or (roads_out and not road) or (first and not fresh):
            continue
        if best[to] == SHUT or bonded[direction] & BITS[start]:
            continue
        if stop or best[to] == WATCHED:
            ends[to] = (total, start)
        else:
            found[to] = (total, start)
            best[to] = total
            buckets[total].append(to)
    onward, soaking, least = lanes.roads if roads else lanes.onward, lanes.soaking, lanes.least
    for cost, bucket in enumerate(buckets):
        for here in reversed(bucket):
            if best[here] != cost:
                continue
            for to, price, direction in onward[here]:
                total = cost + price
                if total > points:
                    break  # the rest is dearer
                known = best[to]
                if total >= known:
                    continue  # there already, and no dearer; or shut
                if unwatched and bonded[direction] & BITS[here]:
                    continue
                if known == WATCHED:
                    if to not in ends or ends[to][0] > total:
                        ends[to] = (total, here)
                else:
                    found[to] = (total, here)
                    best[to] = total
                    if total + least[to] <= points:
                        buckets[total].append(to)
            if soaking[here] and not roads:
                _soak(soaking[here], here, field, ends, left=points - cost, cost=cost)
    return found, ends


def _soak(
    some: tuple[tuple[Space, int, int], ...], here: Space, field: Field, ends: Found, *, left: int, cost: int
) -> None:
    """Steps into flooded hexes off the road, where a unit must stop (9.5.2)."""
    for to, price, direction in some:
        total = cost + price
        if price > left or field.closed & BITS[to] or field.bonds.sides[direction] & BITS[here]:
            continue
        known = ends.get(to)
        if known is None or known[0] > total:
            ends[to] = (total, here)


@rule("9.5.2", "9.10")
def by_hexes(lanes: Lanes, start: Space, hexes: int, field: Field, *, fresh: bool) -> tuple[Found, Found]:
    """Tactical movement: one or two hexes at no cost, stopping in zones and flooded hexes, never over bonds.

    A flooded hex entered by road is left by road (9.5.2).
    """
    bonded, touched = field.bonds.sides, field.bonds.touched
    ways, flooded, known = lanes.ways, lanes.flooded, lanes.unsearched(field.closed, field.zone)
    found: Found = {start: (0, start)}
    ends: Found = {}
    frontier = [start]
    for count in range(1, hexes + 1):
        following = []
        for here in frontier:
            bond_near = touched & BITS[here]
            begun = here != start or not fresh
            paved = begun and flooded & BITS[here]
            for direction, to, _, first, stop, road in ways[here]:
                if to in found or (begun and first) or (paved and not road):
                    continue
                if known[to] == SHUT or (bond_near and bonded[direction] & BITS[here]):
                    continue
                if stop or known[to] == WATCHED:
                    ends.setdefault(to, (count, here))
                else:
                    found[to] = (count, here)
                    following.append(to)
        frontier = following
    return found, ends


def search(
    g: Normandy44,
    unit: UnitId,
    mode: int,
    left: int,
    *,
    fresh: bool,
    start: Space | None = None,
    field: Field | None = None,
) -> Search:
    """Where a unit gets in one manner with that many points (hexes, if tactical) left.

    From where it stands, against all that hinders it, unless said otherwise.
    """
    atlas = g.board.atlas
    start = g.space[unit] if start is None else start
    field = field_for(g, unit) if field is None else field
    if mode in (BICYCLE, STRATEGIC, TRUCK, CONVOY, SINGLE):  # these keep out of enemy zones altogether
        field = Field(field.closed | field.zone, field.zone, field.bonds)
    if mode in (TACTICAL, SINGLE):
        lanes = atlas.lanes[table_of(g, unit)]
        return Search(mode, start, *by_hexes(lanes, start, left, field, fresh=fresh))
    lanes = atlas.lanes[table_of(g, unit, vehicle=mode in (TRUCK, CONVOY))]
    roads = mode in (BICYCLE, STRATEGIC, CONVOY)
    return Search(mode, start, *by_points(lanes, start, left, field, fresh=fresh, roads=roads))


@rule("9.8.1", "9.8.6", "9.9")
def points_for(g: Normandy44, unit: UnitId, mode: int, *, reserve: bool = False) -> int:
    """What a unit may spend in a manner of moving, in sixths of a point (whole hexes if tactical)."""
    if mode == SINGLE:
        return 1
    if mode == TACTICAL:
        return 2
    if mode == BICYCLE:
        return BICYCLE_ALLOWANCE * POINT // (2 if reserve else 1)  # 15.2: half of what they may move now
    if mode in (TRUCK, CONVOY):
        points = TRUCK_ALLOWANCE - (2 if g.board.weather[g.row].weather == "clear" else 0)
        return points * POINT * (2 if mode == CONVOY else 1)
    points = allowance(g, unit)
    if mode == STRATEGIC:
        return 2 * points * POINT
    return ((points + 1) // 2 if reserve else points) * POINT


@rule("9.10")
def pays_for_two(g: Normandy44, unit: UnitId, points: int) -> bool:
    """Would points pay for any two steps, even out of an enemy zone? Then tactical movement leads nowhere else."""
    return points >= g.board.atlas.lanes[table_of(g, unit)].two_steps(g.space[unit]) + POINT


def manners(g: Normandy44, unit: UnitId) -> tuple[int, ...]:
    """The manners of moving that need no marker and are open to a unit now, the most useful first."""
    bit = 1 << unit
    if g.replaced & bit:
        return (SINGLE,)  # 6.2.4
    if (g.disrupted | g.out_of_supply) & bit:
        return (TACTICAL,)  # 13.6, 18.4
    atlas = g.board.atlas
    if (
        atlas.roster.bicycle & bit
        and g.board.weather[g.row].weather == "overcast"
        and not zone(g, Side(1 - side_of(g, unit))) & BITS[g.space[unit]]
    ):
        return (NORMAL, BICYCLE, TACTICAL)
    return (NORMAL, TACTICAL)
