"""Combat and naval gunfire: who may attack whom, odds, die, results."""

from collections import Counter as Count
from collections.abc import Iterable
from fractions import Fraction

from tests.oracles.normandy71.facts import (
    COUNTERS,
    ENEMY,
    FORTS,
    HEXSIDES,
    MISSIONS,
    NEXT,
    ROADS,
    SEA,
    TERRAIN,
    Position,
    distance,
)
from tests.oracles.normandy71.stacking import fits
from tests.oracles.normandy71.supply import crossable

COLUMNS = ("1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1", "8-1", "9-1", "10-1")
# The printed Combat Results Table, die 1 to 10.
TABLE = """
AR AR DR DR EX EX DX DX DX DX DX
AR AR DR DR DR EX EX DX DX DX DX
AX AR AR DR DR DR EX EX DX DX DX
AX AR AR AR DR DR EX EX EX DX DX
AX AX AR AR DR DR DR EX EX EX DX
AX AX AX AR AR DR DR DR EX EX EX
AX AX AX AR AR DR DR DR EX EX EX
AX AX AX AR AR DR DR DR DR EX EX
AX AX AX AX AX AX AR AR AR DR DR
AX AX AX AX AX AX AX AR AR AR DR
"""
CRT = [line.split() for line in TABLE.strip().splitlines()]
LAST = 10


def fit(p: Position, unit: str) -> bool:
    """Whether a unit can attack at all."""
    counter = COUNTERS[unit]
    if counter.defends_only or unit in p.unsupplied or unit in p.digging:  # Pieces.D, Combat.I, Entrenchment.Attempt
        return False
    if p.turn == 1 and counter.paratroops:  # Parachute.C
        return False
    return not counter.armor or escorted(p, unit)


def escorted(p: Position, unit: str) -> bool:
    """Combat.J with its erratum: armor needs a unit of another kind beside it that is able to attack by its nature."""
    beside = p.here(p.at[unit], COUNTERS[unit].side)
    return any(not COUNTERS[u].armor and not COUNTERS[u].defends_only for u in beside)


def may_attack(p: Position, unit: str, target: str) -> bool:
    """Combat.A, Terrain.Flooded, Terrain.D, Terrain.C."""
    at = p.at[unit]
    if target not in NEXT[at] or not crossable(at, target) or not p.here(target, ENEMY[COUNTERS[unit].side]):
        return False
    if "flooded" in HEXSIDES.get(frozenset((at, target)), ()):
        return False
    return fit(p, unit) and not (COUNTERS[unit].armor and TERRAIN[target] == "bocage")


def defence(p: Position, unit: str) -> Fraction:
    """Combat.I and J: halved without supply, and halved for armor without other units."""
    counter = COUNTERS[unit]
    value = Fraction(counter.strength)
    if unit in p.unsupplied:
        value /= 2
    if counter.armor and all(COUNTERS[u].armor for u in p.here(p.at[unit], counter.side)):
        value /= 2
    return value


def column(attack: Fraction, against: Fraction) -> str:
    """Combat.G: rounded in favour of the defender; beyond the ends of the table its last columns."""
    if attack < against:
        return COLUMNS[0]
    return COLUMNS[min(int(attack / against), 10)]


def addition(p: Position, attackers: Iterable[str], target: str) -> int:
    """What the ground of one hex adds to the die."""
    side = ENEMY[COUNTERS[next(iter(attackers))].side]
    found = [{"bocage": 4, "city": 3}.get(TERRAIN[target], 0)]
    found.append(4 if target in FORTS else 0)
    found.append(4 if target in p.dug_in[side] else 0)
    # Terrain.River: only if every attacker attacks across.
    across = all("river" in HEXSIDES.get(frozenset((p.at[u], target)), ()) for u in attackers)
    found.append(3 if across else 0)
    return sum(found) if p.adding_up else max(found)


def faces(
    p: Position, attackers: list[str], targets: list[str], guns: int = 0, shield: int = 0
) -> tuple[str, list[str]]:
    """The column and the result of each face of the die. Against several hexes the worst addition counts."""
    side = ENEMY[COUNTERS[attackers[0]].side]
    attack = Fraction(sum(COUNTERS[u].strength for u in attackers) + guns)
    against = sum((defence(p, u) for target in targets for u in p.here(target, side)), Fraction(shield))
    found = column(attack, against)
    more = max(addition(p, attackers, target) for target in targets)
    return found, [CRT[min(die + more, LAST) - 1][COLUMNS.index(found)] for die in range(1, 7)]


def chances(results: list[str]) -> dict[str, Fraction]:
    return {result: Fraction(number, 6) for result, number in Count(results).items()}


# --- naval gunfire ----------------------------------------------------------------------------------------


def in_range(mission: str, target: str) -> bool:
    """From the nearest all-sea hex."""
    return any(distance(name, target) <= MISSIONS[mission]["range"] for name in SEA)


def shots(targets: Iterable[str], fired: list[tuple[str, str]], *, attacking: bool) -> set[tuple[str, str]]:
    """Missions still to be fired, one to a hex (Naval.C). On defence those worth nothing may be left out."""
    used = Count(mission for mission, _ in fired)
    hit = {target for _, target in fired}
    return {
        (mission, target)
        for mission, row in MISSIONS.items()
        for target in targets
        if used[mission] < row["number"] and target not in hit and in_range(mission, target)
        if row["attack" if attacking else "defence"]
    }


# --- retreats ---------------------------------------------------------------------------------------------


def back(a: str, b: str) -> bool:
    """A retreat crosses rivers and floods only by a road."""
    if not crossable(a, b):
        return False
    return frozenset((a, b)) in ROADS or not HEXSIDES.get(frozenset((a, b)), set()) & {"river", "flooded"}


def retreats(p: Position, unit: str) -> set[tuple[str, str]]:
    """Every path of two hexes that ends two hexes away, not into enemies or their zones, with room at its end."""
    side, start = COUNTERS[unit].side, p.at[unit]
    shut = p.held(ENEMY[side]) | p.zone(ENEMY[side])
    return {
        (a, b)
        for a in NEXT[start]
        if back(start, a) and a not in shut
        for b in NEXT[a]
        if back(a, b) and b not in shut and distance(start, b) == 2 and fits([*p.here(b, side), unit], b)
    }
