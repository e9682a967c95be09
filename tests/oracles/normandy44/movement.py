"""Movement (9, 15.2), one hex at a time with every cost written out; points are counted in sixths."""

import heapq
from dataclasses import dataclass

from tests.oracles.normandy44.facts import Facts, Unit, distance, neighbours, other
from tests.oracles.normandy44.stacking import fits
from tests.oracles.normandy44.zones import Bonds, zone

SIXTHS = 6
NORMAL, TACTICAL, BICYCLE, STRATEGIC, TRUCK, CONVOY, RESERVE, RESERVE_BICYCLE = (
    "normal", "tactical", "bicycle", "strategic", "truck", "convoy", "reserve", "bicycle in reserve",
)  # fmt: skip
ON_ROADS = (BICYCLE, RESERVE_BICYCLE, STRATEGIC, CONVOY)
SHY = (BICYCLE, RESERVE_BICYCLE, STRATEGIC, TRUCK, CONVOY)  # neither starts in an enemy zone nor enters one


def mech(unit: Unit, manner: str) -> bool:
    """9.8.6: lorries move as mechanized units."""
    return unit.mech or manner in (TRUCK, CONVOY)


def allowance(f: Facts, unit: Unit, manner: str) -> int:
    """Movement points of a manner of moving (9.7, 9.8, 9.9, 15.2, 20.4), in sixths."""
    points = 5 if manner in (TRUCK, CONVOY) else unit.ma
    if f.turn == 1 and unit.division == "21Pz":
        points = min(points, 3)
    if f.weather == "clear" and unit.side == "german" and mech(unit, manner):
        points = max(0, points - 2)
    if manner in (STRATEGIC, CONVOY):
        points *= 2
    if manner in (BICYCLE, RESERVE_BICYCLE):
        points = 6  # 9.9: the allowance itself grows, on every overcast turn,
    if manner in (RESERVE, RESERVE_BICYCLE):
        points = (points + 1) // 2  # so that half of it is more as well (15.2)
    return points * SIXTHS


@dataclass(frozen=True)
class Step:
    """What one hex costs, whether it must be the first, and whether the road is followed."""

    cost: int
    first_only: bool
    road: bool


def step(f: Facts, unit: Unit, manner: str, a: str, b: str) -> Step | None:
    """The Terrain Effects Chart for one step, without zones; None where it is prohibited."""
    wheels, kinds, roads = mech(unit, manner), f.between(a, b), f.road(a, b)
    if not f.land(b) or "impassable" in kinds:
        return None
    if roads:
        return Step(road_cost(f, unit, manner, roads), first_only=False, road=True)
    if manner in ON_ROADS or f.terrain[b] == "marsh":
        return None
    if wheels and "flooded" in (f.terrain[a], f.terrain[b]):
        return None  # 9.5.2: in and out by road alone
    cost = {"flooded": 2, "woods": 2 if wheels else 1}.get(f.terrain[b], 1)
    if "causeway" in kinds:
        return Step(cost * SIXTHS, first_only=False, road=False)  # 9.11
    if "flooded" in kinds:
        return None if wheels else Step((cost + 1) * SIXTHS, first_only=True, road=False)
    if "major" in kinds:
        return Step((cost + 1) * SIXTHS, first_only=True, road=False)
    if "minor" in kinds and wheels:
        cost += 1
    return Step(cost * SIXTHS, first_only=False, road=False)


def road_cost(f: Facts, unit: Unit, manner: str, kinds: frozenset[str]) -> int:
    """9.3, 9.7: a third of a point on a primary road for vehicles, unless they are German under a sky full of Jabos."""
    if "primary" in kinds and mech(unit, manner) and (unit.side == "allied" or f.weather == "storm"):
        return SIXTHS // 3
    return SIXTHS // 2


def allowed_ground(f: Facts, unit: Unit, place: str) -> bool:
    """Lines on the map that a unit does not cross: 22.1.2, 26.1, 26.3.2, 26.3.3, 17.6."""
    if f.scenario == "cherbourg":
        if place[2:] == "15":
            return False
        if unit.side == "allied" and place not in f.tags["june-27"]:
            return False
        if not in_sector(f, unit, place):
            return False
    if unit.restricted and "released" not in unit.marks and place not in f.tags["perimeter"]:
        return False
    return unit.side == "german" or astray(f, unit) or within_boundary(f, unit, place)


def in_sector(f: Facts, unit: Unit, place: str) -> bool:
    """26.3.2, 26.3.3: the two airborne divisions keep to their ground before Cherbourg."""
    if f.scenario != "cherbourg" or f.turn < 3:
        return True
    if unit.division == "101":
        return distance(place, "2512") <= 4
    return unit.division != "82" or min(distance(place, drop) for drop in f.tags["drop-82"]) <= 3


def astray(f: Facts, unit: Unit) -> bool:
    """22.1.2: driven more than a hex across the boundary."""
    return unit.side == "allied" and not within_boundary(f, unit, unit.hex)


def within_boundary(f: Facts, unit: Unit, place: str) -> bool:
    """22.1.2: own ground, the first hex beyond it, and everything south of row 16."""
    own, alien = ("us-zone", "cw-zone") if unit.army == "us" else ("cw-zone", "us-zone")
    if place not in f.tags[alien]:
        return True
    return any(to in f.tags[own] for to in neighbours(place))


class Ground:
    """What all moves of a side in one position share."""

    def __init__(self, f: Facts, side: str) -> None:
        self.f, self.side = f, side
        self.zone, self.bonds = zone(f, other(side)), Bonds(f, other(side))

    def enters(self, unit: Unit, a: str, b: str) -> bool:
        """Neither enemies (9.1) nor bonds (8.5.2) nor a line on the map in the way."""
        f = self.f
        return not f.at(b, other(self.side)) and not self.bonds.bar(a, b) and allowed_ground(f, unit, b)


def costs(ground: Ground, unit: Unit, manner: str) -> dict[str, int]:
    """Dijkstra over (hex, came by road into a flood, first step): the cheapest cost of every hex it can come to."""
    f, points = ground.f, allowance(ground.f, unit, manner)
    if manner in SHY and unit.hex in ground.zone:
        return {}
    best: dict[str, int] = {}
    seen: dict[tuple[str, bool], int] = {}
    heap: list[tuple[int, str, bool, bool]] = [(0, unit.hex, False, True)]  # cost, hex, waded by road, first step
    while heap:
        cost, here, by_road, first = heapq.heappop(heap)
        if not first and seen.get((here, by_road), cost + 1) <= cost:
            continue
        if not first:
            seen[here, by_road] = cost
            best[here] = min(best.get(here, cost), cost)
            if here in ground.zone:
                continue  # 8.2
        for to in neighbours(here):
            way = step(f, unit, manner, here, to)
            if way is None or (way.first_only and not first) or not ground.enters(unit, here, to):
                continue
            if manner in SHY and to in ground.zone:
                continue
            if not first and f.terrain[here] == "flooded" and not (by_road and way.road):
                continue  # 9.5.2: whoever waded in has stopped
            total = cost + way.cost + (SIXTHS if here in ground.zone else 0)
            if total <= points:
                heapq.heappush(heap, (total, to, way.road, False))
    best.pop(unit.hex, None)
    return best


def tactical(ground: Ground, unit: Unit, hexes: int = 2) -> dict[str, int]:
    """9.10: one or two hexes without cost, by all other rules."""
    f, found = ground.f, dict[str, int]()
    for a in neighbours(unit.hex):
        way = step(f, unit, TACTICAL, unit.hex, a)
        if way is None or not ground.enters(unit, unit.hex, a):
            continue
        found[a] = 1
        if hexes < 2 or a in ground.zone:
            continue
        for b in neighbours(a):
            on = step(f, unit, TACTICAL, a, b)
            if on is None or on.first_only or not ground.enters(unit, a, b) or b == unit.hex:
                continue
            if f.terrain[a] == "flooded" and not (way.road and on.road):
                continue
            found.setdefault(b, 2)
    return found


def manners(f: Facts, unit: Unit, *, reserve: bool) -> list[str]:
    """The manners that an order to move leaves a unit (13.6, 18.4, 9.9, 15.2)."""
    if unit.marks & {"disrupted", "out_of_supply"}:
        return []
    rides = unit.kind == "bicycle" and f.weather == "overcast"
    if reserve:
        return [RESERVE, RESERVE_BICYCLE] if rides else [RESERVE]
    return [NORMAL, BICYCLE] if rides else [NORMAL]


def may_move(f: Facts, unit: Unit, *, reserve: bool) -> bool:
    """Who may be ordered to move at all (2.3.1, 9.1, 15.2, 17.1, 17.6, 20.2.3)."""
    if not unit.ma or "scattered" in unit.marks or (f.turn == 1 and unit.kind == "ost"):
        return False
    if unit.restricted and "released" not in unit.marks and (f.turn == 1 or unit.hex not in f.tags["perimeter"]):
        return f.turn > 1 and unit.hex in f.tags["perimeter"]
    if reserve:
        return "reserve" in unit.marks
    return "moved" not in unit.marks


def destinations(f: Facts, unit: Unit, *, reserve: bool = False) -> set[str]:
    """Every hex in which a unit may end a move that is neither strategic nor by lorry, stacking apart."""
    ground = Ground(f, unit.side)
    if "replaced" in unit.marks:  # 6.2.4, 6.2.5: one hex, and not into an enemy zone
        return {to for to in tactical(ground, unit, 1) if to not in ground.zone}
    found = set(tactical(ground, unit))
    for manner in manners(f, unit, reserve=reserve):
        found |= set(costs(ground, unit, manner))
    return home(f, unit, found - {unit.hex})


def home(f: Facts, unit: Unit, ends: set[str]) -> set[str]:
    """22.1.2: whoever was driven across the boundary must end his move back within it."""
    return {to for to in ends if within_boundary(f, unit, to)} if astray(f, unit) else ends


def may_stop(f: Facts, unit: Unit, place: str) -> str:
    """Stacking at the end of a move (7.2, 9.8.2): "yes", "no", or "full" where somebody would have to leave first."""
    there = [u for u in f.at(place, unit.side) if u.id != unit.id]
    if any("strategic" in u.marks for u in there):
        return "no"
    return "yes" if fits([*there, unit]) else "full"
