"""A second reading of close assault: who may, with what strength, on which column."""

from tests.oracles.bradley.facts import Counter, Facts
from tests.oracles.bradley.paper import NESTS, SIDES, STRONGPOINTS, TERRAIN, WAYS, around, distance
from tests.oracles.bradley.rules import LETTERS, ROWS, ahead, zone

COLUMNS = (-4, 0, 3, 6, 9, 13, 18)
GUNS = {"artillery", "weapon"}
TANK_STOPPERS = {"mechanised", "antitank", "antiaircraft", "airborne-antiaircraft"}
WATER = {"stream", "canal"}


def may(f: Facts, unit: Counter, target: str) -> bool:
    """10.3.1 to 10.3.3: no guns, garrisons or disrupted; the next hex, faced; no wall, and no tanks up a bluff."""
    pair = frozenset((unit.hex, target))
    if unit.arm in GUNS | {"garrison"} or unit.disrupted or pair in f.walls or target not in around(unit.hex):
        return False
    if unit.marching and target not in ahead(unit):
        return False
    bluff = unit.arm == "armour" and TERRAIN[unit.hex] == "beach" and TERRAIN[target] == "hill"
    return not bluff or bool(WAYS.get(pair, set()) & {"road", "trail"})


def account(f: Facts, units: list[Counter], target: str) -> tuple[int, int, int, str, int]:
    """10.3.4: both totals, the column of the upper matrix, the letter after all shifts, the modifier of the dice."""
    there = [unit for unit in f.units if unit.hex == target]
    german = there[0].side == "German"
    fort = german and target in STRONGPOINTS | NESTS
    attack = sum(-(-unit.attack // 2) if _wet(unit.hex, target) else unit.attack for unit in units)
    times, modifier = _ground(f, target, fort=fort)
    defence = times * sum(_stands(unit) for unit in there)
    column = sum(attack - defence >= low for low in COLUMNS) - 1
    if column < 0:
        return attack, defence, column, "", modifier
    letter = LETTERS.index(ROWS[min(5, max(unit.protection for unit in there))][column])
    letter += _shifts(f, units, there, target, fort=fort)
    return attack, defence, column, LETTERS[max(0, min(8, letter))], modifier


def _stands(unit: Counter) -> int:
    if unit.arm in GUNS:
        return unit.protection
    return -(-unit.attack // 2) if unit.disrupted else unit.attack


def _wet(a: str, b: str) -> bool:
    return bool(SIDES.get(frozenset((a, b)), set()) & WATER)


def _ground(f: Facts, target: str, *, fort: bool) -> tuple[int, int]:
    kind = "ruins" if target in f.ruins else TERRAIN[target]
    times = {"hill": 2, "town": 2, "city": 3, "swamp": 2, "ruins": 4}.get(kind, 0)
    modifier = {"town": -1, "city": -2, "ruins": -3}.get(kind, 0)
    if fort:
        strong = target in STRONGPOINTS
        return times + (3 if strong else 2), modifier - (2 if strong else 1)
    return max(1, times), modifier


def _shifts(f: Facts, units: list[Counter], there: list[Counter], target: str, *, fort: bool) -> int:
    """10.3.6, every advantage on its own."""
    found = 0
    ours, theirs = max(u.morale for u in units), max(_spirit(f, u) for u in there)
    found += (ours > theirs) - (ours < theirs)
    found += _tanks(units, there, target, fort=fort)
    high, low = max(TERRAIN[u.hex] == "hill" for u in units), TERRAIN[target] == "hill"
    found += (high and not low) - (low and not high)
    if fort:
        return found + any(u.type in {"engineer", "airborne-engineer"} for u in units)
    found += any(all(u.marching and origin not in ahead(u) for u in there) for origin in {u.hex for u in units})
    foe = zone(f, units[0].side)
    friends, enemies = ({u.hex for u in f.of(side)} for side in (there[0].side, units[0].side))
    return found + all(
        hex_ in enemies or (hex_ in foe and hex_ not in friends) for hex_ in around(target) if hex_ in TERRAIN
    )


def _spirit(f: Facts, unit: Counter) -> int:
    """13.3.3: a garrison has the morale of the unit from which it comes."""
    if unit.type != "garrison":
        return unit.morale
    near = [u.morale for u in f.of("German") if u.type != "garrison" and distance(u.hex, unit.hex) <= 3]
    return max(near, default=0)


def _tanks(units: list[Counter], there: list[Counter], target: str, *, fort: bool) -> int:
    """10.3.6b: whoever alone has armour, unless guns, mechanised troops, water, a town or a slope take it away."""

    def stopped(foes: list[Counter]) -> bool:
        return any(u.arm == "armour" or u.type in TANK_STOPPERS for u in foes)

    ours = [u for u in units if u.arm == "armour"]
    if ours and not stopped(there):
        built_up = fort or TERRAIN[target] in {"town", "city"}
        climb = TERRAIN[target] == "hill"
        slowed = [u for u in ours if _wet(u.hex, target) or (climb and TERRAIN[u.hex] != "hill")]
        return int(not built_up and len(slowed) < len(ours))
    return -int(any(u.arm == "armour" for u in there) and not stopped(units))
