"""Movement: what a step costs, where a unit can go, and where it may end. Points are counted in sixths."""

import heapq

from tests.oracles.normandy71.facts import ALLIED, COUNTERS, ENEMY, HEXSIDES, LAND, NEXT, ROADS, TERRAIN, Position
from tests.oracles.normandy71.supply import crossable, in_supply, nearer

POINT = 6
ROAD = POINT // 3
# Terrain effects chart: points for allowances of four or less, and of six or more.
ENTER = {"clear": (1, 1), "coast": (1, 1), "city": (1, 1), "bocage": (1, 3)}
ENTER_ZONE, LEAVE_ZONE, RIVER, FLOODED = (1, 3), (1, 2), (2, 4), (4, 6)


def allowance(p: Position, unit: str, *, second: bool) -> int:
    """Movement.J: halved without supply. Invasion.4B: halved for the Allies in their second move of the first turn."""
    points = COUNTERS[unit].allowance * POINT
    if unit in p.unsupplied:
        points //= 2
    if p.turn == 1 and second and COUNTERS[unit].side == ALLIED:
        points //= 2
    return points


def uses_roads(p: Position, unit: str) -> bool:
    """Invasion.2 and 4B: the Allies ignore roads on the first turn."""
    return p.turn > 1 or COUNTERS[unit].side != ALLIED


def cost(p: Position, unit: str, a: str, b: str, zone: set[str]) -> int | None:
    """What the step from a to b costs, given the hexes the enemy controls; None if it is forbidden."""
    if b not in LAND or not crossable(a, b) or p.here(b, ENEMY[COUNTERS[unit].side]):
        return None
    fast = COUNTERS[unit].allowance >= 6
    points = 0
    if b in zone:
        points += ENTER_ZONE[fast] * POINT
    if a in zone and COUNTERS[unit].side == ALLIED:
        points += LEAVE_ZONE[fast] * POINT
    if frozenset((a, b)) in ROADS and uses_roads(p, unit):
        return points + ROAD
    features = HEXSIDES.get(frozenset((a, b)), set())
    points += ENTER[TERRAIN[b]][fast] * POINT
    points += RIVER[fast] * POINT if "river" in features else 0
    points += FLOODED[fast] * POINT if "flooded" in features else 0
    return points


def ways(p: Position, unit: str, start: str, points: int, *, fresh: bool, barred: set[str]) -> dict[str, int]:
    """The least cost of every hex within reach of a start. Movement.N: a fresh unit may always make one step, armor
    only if it is in supply. `barred` hexes may not be entered.
    """
    zone = p.zone(ENEMY[COUNTERS[unit].side])
    found, heap = {start: 0}, [(0, start)]
    while heap:
        spent, a = heapq.heappop(heap)
        if spent > found[a]:
            continue
        for b in NEXT[a]:
            step = None if b in barred else cost(p, unit, a, b, zone)
            if step is not None and spent + step <= points and spent + step < found.get(b, 10**6):
                found[b] = spent + step
                heapq.heappush(heap, (spent + step, b))
    if fresh and not (COUNTERS[unit].armor and unit in p.unsupplied):
        for b in NEXT[start]:
            step = None if b in barred else cost(p, unit, start, b, zone)
            if step is not None and b not in found:
                found[b] = step
    return found


def may_end(p: Position, unit: str, where: str, fed: set[str], origin: str) -> bool:
    """Movement.K and L; Supply.G lets rovers go where they like."""
    if COUNTERS[unit].rover:
        return True
    if unit not in p.unsupplied:
        return in_supply(p, unit, where, fed)
    return nearer(p, COUNTERS[unit].side, origin, where)


def as_text(points: int) -> str:
    whole, sixths = divmod(points, POINT)
    return f"{whole or ''}{['', '⅙', '⅓', '½', '⅔', '⅚'][sixths]}" or "0"
