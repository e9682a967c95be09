"""Supply, from the chapter of that name: three hexes to a road, and along the road to a supply area."""

from tests.oracles.normandy71.facts import (
    ALLIED,
    COUNTERS,
    ENEMY,
    EXIT_HEXES,
    GERMAN,
    HEXSIDES,
    LAND,
    NEXT,
    RIM,
    ROAD_HEXES,
    ROADS,
    Position,
    distance,
)

REACH = 3


def crossable(a: str, b: str) -> bool:
    """Terrain.Sea, Terrain.D: neither into all-sea hexes nor over all-sea hexsides."""
    return a in LAND and b in LAND and "sea" not in HEXSIDES.get(frozenset((a, b)), ())


def open_hexes(p: Position, side: str) -> set[str]:
    """Supply.D: a line passes neither enemy units nor the hexes they control."""
    return LAND - p.held(ENEMY[side]) - p.zone(ENEMY[side])


def road_sources(p: Position, side: str) -> set[str]:
    return p.areas() if side == ALLIED else EXIT_HEXES - p.exited_by


def fed_roads(p: Position, side: str) -> set[str]:
    """Road hexes from which the road leads on, open all the way, to a source."""
    free = open_hexes(p, side)
    found = road_sources(p, side) & free & ROAD_HEXES
    waiting = list(found)
    while waiting:
        a = waiting.pop()
        for b in NEXT[a]:
            if frozenset((a, b)) in ROADS and b in free and b not in found and crossable(a, b):
                found.add(b)
                waiting.append(b)
    return found


def fed_hexes(p: Position, side: str) -> set[str]:
    """Hexes in which a unit of a side would be in supply, first turn apart."""
    free, roads = open_hexes(p, side), fed_roads(p, side)
    goals = roads | (RIM & free if side == GERMAN else set())  # Supply.I
    steps = dict.fromkeys(goals, 0)
    ring = list(goals)
    for n in range(1, REACH + 1):
        ring = [b for a in ring if a in free for b in NEXT[a] if crossable(b, a) and b not in steps]
        steps |= {b: n for b in ring if b not in steps}
    found = set(steps)
    found |= p.areas() if side == ALLIED else RIM  # Supply.L; a unit on the edge needs no line
    return found - p.held(ENEMY[side])


def in_supply(p: Position, unit: str, where: str, fed: set[str]) -> bool:
    """Supply.K: on the first turn everybody but Allied paratroops is in supply wherever he stands."""
    if p.turn == 1 and not COUNTERS[unit].paratroops:
        return True
    return where in fed


def nearer(p: Position, side: str, before: str, now: str) -> bool:
    """Movement.L: nearer to the friendly source that was nearest, as the crow flies. For Germans it is the edge."""
    if side == GERMAN:
        return min(distance(now, name) for name in RIM) < min(distance(before, name) for name in RIM)
    least = min((distance(before, name) for name in p.areas()), default=0)
    return any(distance(now, name) < least for name in p.areas() if distance(before, name) == least)
