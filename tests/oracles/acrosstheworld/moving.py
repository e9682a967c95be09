"""Supply and movement between regions."""

from tests.oracles.acrosstheworld.facts import (
    ALLIED,
    COUNTERS,
    DIFFICULT,
    ENEMY,
    GERMAN,
    GROUND,
    LINKS,
    NEAR,
    REGIONS,
    TAGS,
    TERRAIN,
    Position,
)

BUILT = 1
SEA_PORTS = TAGS["port"] - TAGS["inland-port"]
SITE = next(iter(TAGS["mulberry"]))


def port_serves(p: Position, port: str) -> bool:
    """17.4, 17.5: while its city is Allied, Caen only with its way to the sea, and not while it is closed."""
    if port not in p.ports_taken or p.port_shut.get(port, 0) >= p.turn:
        return False
    return port not in TAGS["inland-port"] or TAGS["inland-port-mouth"] <= p.allied


def harbour_serves(p: Position) -> bool:
    return p.harbour == BUILT and p.harbour_shut < p.turn


def enemies_in(p: Position, region: str, side: str) -> bool:
    return bool(p.fighters(region, ENEMY[side]))


def sources(p: Position, side: str) -> set[str]:
    """9.1, 9.3."""
    if side == GERMAN:
        found = TAGS["german-source"] - p.allied
    else:
        found = TAGS["beach"] & p.allied
        found |= {port for port in TAGS["port"] if port_serves(p, port)}
        found |= {SITE} if harbour_serves(p) else set()
    return {region for region in found if not enemies_in(p, region, side)}


def fed(p: Position, side: str) -> set[str]:
    """9.4: a chain of friendly regions without enemy combat units joins them to a source."""
    open_ = {region for region in p.friendly(side) if not enemies_in(p, region, side)}
    found = sources(p, side) & open_
    waiting = list(found)
    while waiting:
        for region in NEAR[waiting.pop()] & open_ - found:
            found.add(region)
            waiting.append(region)
    return found


def in_supply(p: Position, unit: str) -> bool:
    """Units in a disputed region draw on a supplied neighbour."""
    side, region = COUNTERS[unit].side, p.at[unit]
    chain = fed(p, side)
    return region in chain or (enemies_in(p, region, side) and bool(NEAR[region] & chain))


def allowance(p: Position, units: list[str]) -> int:
    """10.1: the slowest member; 9.5 halves, rounded up; 6.4 takes one from Germans; 7.11 gives two."""
    return min(_allowance(p, u) for u in units)


def _allowance(p: Position, unit: str) -> int:
    points = COUNTERS[unit].movement
    if unit in p.unsupplied:
        points = (points + 1) // 2
    if COUNTERS[unit].side == GERMAN and p.interdiction == p.turn:
        points -= 1
    return points + (2 if unit in p.night else 0)


def cost(p: Position, side: str, a: str, b: str) -> int:
    """10.2, 10.3, 10.5, 7.7."""
    points = int(GROUND[TERRAIN[b]]["cost"])
    points += frozenset((a, b)) in LINKS["river"]
    points += b not in p.friendly(side) and not enemies_in(p, b, side)
    points += 2 if side == ALLIED and p.mined == b and p.mined_turn == p.turn else 0
    return points


def has_room(p: Position, units: list[str], region: str) -> bool:
    """3.4: in difficult terrain never more than six combat units of a side."""
    side = COUNTERS[units[0]].side
    if GROUND[TERRAIN[region]]["difficult"] != "yes":
        return True
    here = [u for u in p.fighters(region, side) if u not in units]
    return len(here) + sum(COUNTERS[u].fights for u in units) <= DIFFICULT


def may_enter(p: Position, units: list[str], b: str) -> bool:
    """10.7, 10.8, 10.12 and 3.4."""
    side = COUNTERS[units[0]].side
    fights = any(COUNTERS[u].fights for u in units)
    if not fights and (b not in p.friendly(side) or enemies_in(p, b, side)):
        return False
    if enemies_in(p, b, side):
        led = any(COUNTERS[u].kind == "leader" for u in [*units, *p.here(b, side)])
        # 11.2: a scattered division does not fight on turn 1, and who enters must attack (10.6).
        if not led or b in p.assaulted or p.scattered.intersection(units):
            return False
    return has_room(p, units, b)


def marches(p: Position, units: list[str], at: str, left: int, *, moved: bool) -> set[str]:
    """Where a stack may go next by road."""
    side = COUNTERS[units[0]].side
    found = set()
    for b in NEAR[at]:
        if not may_enter(p, units, b):
            continue
        if enemies_in(p, at, side) and (b not in p.friendly(side) or enemies_in(p, b, side)):  # 10.11
            continue
        if cost(p, side, at, b) <= left or not moved:  # 10.4
            found.add(b)
    return found


def rides(p: Position, units: list[str], at: str) -> set[str]:
    """10.9: along railways through friendly regions without enemies."""
    side = COUNTERS[units[0]].side
    if side == GERMAN and p.sabotage == p.turn:
        return set()
    open_ = {region for region in p.friendly(side) if not enemies_in(p, region, side)}
    if at not in open_:
        return set()
    found, waiting = {at}, [at]
    while waiting:
        a = waiting.pop()
        for b in REGIONS & open_ - found:
            if frozenset((a, b)) in LINKS["rail"]:
                found.add(b)
                waiting.append(b)
    return {b for b in found - {at} if has_room(p, units, b)}
