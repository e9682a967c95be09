"""Supply, movement, odds and retreats of Tiny Beach, from its rulebook."""

import heapq
from fractions import Fraction

from tests.oracles.tinybeach.facts import (
    ALLIED,
    CRT,
    ENEMY,
    GROUND,
    NEXT,
    RIVER,
    ROADS,
    TAGS,
    TERRAIN,
    UNITS,
    Position,
    distance,
)

COLUMNS = ("1-2", "1-1", "2-1", "3-1", "4-1")


def step(unit: str, a: str, b: str) -> Fraction | None:
    """5.2-5.4: what a step costs; None where it is forbidden."""
    if frozenset((a, b)) in ROADS:
        return Fraction(1, 2)
    text = GROUND[TERRAIN[b]][UNITS[unit]["moves"]]
    if text == "-":
        return None
    over = frozenset((a, b)) in RIVER
    if over and UNITS[unit]["moves"] == "track":
        return None
    return Fraction(text) + over


def supplied(p: Position, unit: str) -> bool:
    """8.1, 8.2."""
    side = UNITS[unit]["side"]
    zone = p.zone(ENEMY[side])
    seen, waiting = {p.at[unit]}, [p.at[unit]]
    goals = TAGS["landing" if side == ALLIED else "german-entry"]
    while waiting:
        a = waiting.pop()
        if a in goals:
            return True
        for b in NEXT[a]:
            shut = p.here(b, ENEMY[side]) or (b in zone and not p.here(b, side))
            if b not in seen and not shut and GROUND[TERRAIN[b]][UNITS[unit]["moves"]] != "-":
                seen.add(b)
                waiting.append(b)
    return False


def allowance(p: Position, unit: str) -> int:
    points = int(UNITS[unit]["allowance"])
    return points if supplied(p, unit) else (points + 1) // 2


def moves(p: Position, unit: str) -> set[str]:
    """4.3, 4.4, 5.5, 3.1, 3.2."""
    side, start = UNITS[unit]["side"], p.at[unit]
    zone, points = p.zone(ENEMY[side]), Fraction(allowance(p, unit))
    best, heap = {start: Fraction(0)}, [(Fraction(0), start)]
    while heap:
        spent, a = heapq.heappop(heap)
        if a != start and a in zone:
            continue
        for b in NEXT[a]:
            price = step(unit, a, b)
            if price is None or p.here(b, ENEMY[side]) or (a in zone and b in zone):
                continue
            total = spent + price
            dear = a == start and points > 0
            if (total <= points or dear) and total < best.get(b, Fraction(99)):
                best[b] = total
                if total <= points:
                    heapq.heappush(heap, (total, b))
    return {b for b in best if b != start and p.room(b, side)}


def may_attack(p: Position, unit: str, target: str) -> bool:
    return target in NEXT[p.at[unit]]


def column(p: Position, attackers: list[str], target: str) -> str | None:
    """6.2-6.7; None if the odds are too bad."""
    side = UNITS[attackers[0]]["side"]
    foes = p.here(target, ENEMY[side])
    attack = Fraction(0)
    for unit in attackers:
        over = frozenset((p.at[unit], target))
        # 6.3 and 8.3 both say half its strength: half it is, even for both reasons together.
        halved = (over in RIVER and over not in ROADS) or not supplied(p, unit)
        attack += Fraction(p.strength(unit), 2 if halved else 1)
    against = sum(p.strength(u) for u in foes)
    if attack * 2 < against:
        return None
    index = min(int(attack / against), 4) if attack >= against else 0
    tanks = any(UNITS[u]["type"] == "armour" for u in attackers)
    stopped = any(UNITS[u]["type"] in ("armour", "antitank") for u in foes) or TERRAIN[target] in ("town", "woods")
    index -= int(GROUND[TERRAIN[target]]["shift"])
    index += tanks and not stopped
    near = min(distance(target, beach) for beach in TAGS["landing"]) <= 2
    index += side == ALLIED and p.weather == "clear" and near
    return COLUMNS[max(0, min(index, 4))]


def faces(name: str) -> list[str]:
    return [CRT[die][name] for die in range(1, 7)]


def first_steps_back(p: Position, unit: str, start: str) -> set[str]:
    """7.2, 7.3: the first hex of a retreat."""
    side = UNITS[unit]["side"]
    zone = p.zone(ENEMY[side])
    return {
        b
        for b in NEXT[start]
        if step(unit, start, b) is not None
        and not p.here(b, ENEMY[side])
        and (b not in zone or p.here(b, side))
        and p.room(b, side)
    }
