"""How to win: points for cities, exits and depth."""

from fractions import Fraction

from tests.oracles.normandy71.facts import (
    ALLIED,
    CITIES,
    COAST,
    COUNTERS,
    EXITS,
    GERMAN,
    NEXT,
    POINTS,
    ROADS,
    TERRAIN,
    Position,
    distance,
)
from tests.oracles.normandy71.supply import fed_hexes, fed_roads, in_supply, open_hexes

DIVISION = 3


def cities(p: Position) -> Fraction:
    """Supply to every hex, last in every hex, no German in or next to it."""
    fed, near = fed_hexes(p, ALLIED), p.held(GERMAN) | p.zone(GERMAN)
    total = Fraction(0)
    for row in POINTS:
        hexes = CITIES.get(row["name"].lower(), set())
        if row["kind"] == "city" and hexes and hexes <= fed and hexes <= p.cities and not hexes & near:
            total += int(row["points"])
    return total


def exits(p: Position) -> Fraction:
    """Three regiments or as many battalions as make them, off one edge by road. At the end a line must go out by that
    road: through its last hex, which no enemy may control.
    """
    fed, total = fed_roads(p, ALLIED), Fraction(0)
    for row in POINTS:
        if row["kind"] != "exit":
            continue
        gone = [u for u, at in p.at.items() if at.startswith("Off") and at[3:] in EXITS[row["name"]] & fed]
        worth = sum(Fraction(1) if COUNTERS[u].regiment else Fraction(1, 3) for u in gone if u not in p.late)
        if worth >= DIVISION:
            total += int(row["points"])
    return total


def beachheads(p: Position) -> int:
    """Supply areas that open roads join are one beachhead."""
    free = open_hexes(p, ALLIED)
    left, count = p.areas(), 0
    while left:
        count += 1
        waiting = [left.pop()]
        seen = set(waiting)
        while waiting:
            a = waiting.pop()
            for b in NEXT[a]:
                if frozenset((a, b)) in ROADS and b in free and a in free and b not in seen:
                    seen.add(b)
                    waiting.append(b)
        left -= seen
    return count


def depth(p: Position) -> int:
    """Hexes from the nearest hex that is partly sea to the deepest unit in supply."""
    fed = fed_hexes(p, ALLIED)
    inland = [
        min(distance(at, name) for name in COAST)
        for u, at in p.at.items()
        if at in TERRAIN and COUNTERS[u].side == ALLIED and in_supply(p, u, at, fed)
    ]
    return max(inland, default=0)


def total(p: Position) -> Fraction:
    return cities(p) + exits(p) + Fraction(depth(p), 2 * max(1, beachheads(p)))
