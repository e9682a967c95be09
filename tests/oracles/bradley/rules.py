"""A second reading of the rulebook: zones, steps and reach, sight, fire, scatter, landing casualties."""

from fractions import Fraction

from tests.oracles.bradley.facts import Counter, Facts
from tests.oracles.bradley.paper import (
    NESTS,
    SIDES,
    STRONGPOINTS,
    TERRAIN,
    WAYS,
    WET,
    around,
    centre,
    distance,
    in_arc,
    step,
)

FOOT = {"clear": 1, "hill": 2, "town": 1, "city": 2, "swamp": 3, "beach": 1, "tidal": 1, "shale": 3}
WHEELS = {"clear": 1, "hill": 3, "town": 1, "city": 2, "beach": 2, "tidal": 2}
ON_A_WAY = {"road": Fraction(1, 2), "trail": Fraction(1), "rail": Fraction(1)}
BLOCKING = {"town", "city", "swamp", "hill"}
LETTERS = "ABCDEFGHI"
ROWS = {1: "BCDEFGH", 2: "ABCDEFG", 3: "AABCDEF", 4: "AAABCDE", 5: "AAAABCD"}
LINES = {
    "bombardment": (-2, 2, 6, 10, 15, 20, 25),
    "direct": (-1, 3, 7, 10, 13, 17, 21),
    "small-arms": (-2, 2, 6, 10, 14, 19, 24),
    "mixed": (0, 4, 8, 11, 14, 16, 19),
}
DIAGRAM = {
    -1: "NE", 0: "SE", 1: "S S", 2: "S SW", 3: "SW SW", 4: "SW", 5: "S", 6: "", 7: "NW", 8: "N",
    9: "NW NW", 10: "NW SW", 11: "N N", 12: "N NW", 13: "N NE", 14: "NE SE",
}  # fmt: skip
STARS = {-1, 2, 4, 12}
CASUALTIES = {0: (13, 13), 5: (12, 13), 10: (12, 13), 20: (11, 13), 30: (10, 13), 40: (9, 12), 55: (8, 12)}


def ahead(unit: Counter) -> list[str]:
    """7.4: the hexes that a counter faces: all six in combat mode, three in movement mode; the railway gun always."""
    ring = around(unit.hex)
    if not unit.marching and unit.type != "railway-gun":
        return list(ring)
    return [ring[(unit.facing + turn) % 6] for turn in (-1, 0, 1)]


def zone(f: Facts, side: str) -> set[str]:
    """9: disrupted units and garrisons have none; no zone goes over water."""
    found = set()
    for unit in f.of(side):
        if unit.disrupted or unit.type == "garrison":
            continue
        for there in ahead(unit):
            if there in TERRAIN and not SIDES.get(frozenset((unit.hex, there)), set()) & {"stream", "canal"}:
                found.add(there)
    return found


def price(f: Facts, unit: Counter, a: str, b: str) -> Fraction | None:
    """6.1 and 6.3: what a step costs, or nothing where there is none."""
    pair = frozenset((a, b))
    ways, sides = WAYS.get(pair, set()), SIDES.get(pair, set())
    if TERRAIN[a] in WET or TERRAIN[b] in WET or pair in f.walls:
        return None
    if f.high and "tidal" in (TERRAIN[a], TERRAIN[b]):
        return None
    if unit.moves == "armour" and TERRAIN[a] == "beach" and TERRAIN[b] == "hill" and not ways & {"road", "trail"}:
        return None
    bridge = "bridge" in sides or ("canal" not in sides and bool(ways))
    prices = [_over_land(unit, a, b, sides, bridge=bridge)]
    if unit.marching and ("canal" not in sides or bridge):
        prices += [ON_A_WAY[way] for way in ways]
    known = [one for one in prices if one is not None]
    if not known:
        return None
    if b in f.ruins:
        return None if unit.marching else min(known) + 4 - FOOT[TERRAIN[b]]
    return min(known)


def _over_land(unit: Counter, a: str, b: str, sides: set[str], *, bridge: bool) -> Fraction | None:
    ground = (FOOT if unit.moves == "foot" else WHEELS).get(TERRAIN[b])
    if ground is None:
        return None
    total = Fraction(ground)
    if "stream" in sides and not TERRAIN[a] == TERRAIN[b] == "city":
        total += 1 if bridge or unit.moves == "foot" else 2
    if "canal" in sides:
        if not bridge and unit.moves != "foot":
            return None
        total += 1 if bridge else 3
    return total + ("wall" in sides)


def reach(f: Facts, unit: Counter, *, own_patch: frozenset[str] = frozenset()) -> dict[str, Fraction]:
    """6.2 and 9.1: every hex that a unit can come to and what it costs, by trying again until nothing gets cheaper."""
    foe = "German" if unit.side == "Allied" else "Allied"
    enemies = {other.hex for other in f.of(foe)}
    barred = zone(f, foe)
    best = {unit.hex: Fraction(0)}
    changed = True
    while changed:
        changed = False
        for at, spent in list(best.items()):
            if at in barred and at != unit.hex:
                continue
            for to in around(at):
                if to not in f.map or to in enemies or to in own_patch or (at in barred and to in barred):
                    continue
                cost = price(f, unit, at, to)
                if cost is None or spent + cost > unit.allowance:
                    continue
                if to not in best or spent + cost < best[to]:
                    best[to] = spent + cost
                    changed = True
    del best[unit.hex]
    return best


def sees(a: str, b: str) -> bool:
    """10.2.7b: no blocking hex between; along a hexside not two of them."""
    edges = []
    for name in TERRAIN:
        if name in (a, b) or distance(a, name) > distance(a, b) or distance(b, name) > distance(a, b):
            continue
        through, along = _touches(name, centre(a), centre(b))
        if through and TERRAIN[name] in BLOCKING:
            return False
        if along and not through:
            edges.append(name)
    return not any(
        distance(m, n) == 1 and TERRAIN[m] in BLOCKING and TERRAIN[n] in BLOCKING
        for i, m in enumerate(edges)
        for n in edges[i + 1 :]
    )


def _touches(name: str, a: tuple[float, float], b: tuple[float, float]) -> tuple[bool, bool]:
    """Whether a line goes through a hex, and whether it runs along its border: by many points on it."""
    cx, cy = centre(name)
    length = ((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2) ** 0.5
    if abs((b[0] - a[0]) * (cy - a[1]) - (b[1] - a[1]) * (cx - a[0])) > 1.01 * length:
        return False, False
    inside = border = 0
    for n in range(1, 200):
        x, y = a[0] + (b[0] - a[0]) * n / 200 - cx, a[1] + (b[1] - a[1]) * n / 200 - cy
        far = max(abs(y), abs(y) / 2 + abs(x) * 3**0.5 / 2)
        inside += far < 3**0.5 / 2 - 1e-9
        border += abs(far - 3**0.5 / 2) <= 1e-9
    return inside > 0, border > 2


def field_of_fire(f: Facts, unit: Counter, target: str) -> bool:
    """10.2.7: range, sight, arc and sea wall."""
    if unit.arm in {"headquarters", "garrison"} or target == unit.hex or frozenset((unit.hex, target)) in f.walls:
        return False
    far = distance(unit.hex, target)
    reach_ = 1 if unit.arm == "infantry" or unit.marching else max(1, unit.reach)
    if far > reach_ or (unit.marching and target not in ahead(unit)):
        return False
    if unit.type == "railway-gun" and not unit.marching and not in_arc(unit.hex, target, unit.facing):
        return False
    return unit.arm == "artillery" or far == 1 or sees(unit.hex, target)


def fire(f: Facts, units: list[Counter], points: int, target: str) -> tuple[str, int, int, int, str, int]:
    """10.2.8: line, attack, defence, column, letter and modifier of a fire at all regular units in a hex."""
    attack = points
    for unit in units:
        factor = -(-unit.attack // 2) if unit.disrupted else unit.attack
        far = unit.arm == "artillery" and unit.reach < 99 and 2 * distance(unit.hex, target) > unit.reach
        attack += factor // 2 if far else factor
    kinds = {
        {"weapon": "direct", "armour": "direct", "artillery": "bombardment"}.get(u.arm, "small-arms") for u in units
    }
    kinds |= {"bombardment"} if points else set()
    line = kinds.pop() if len(kinds) == 1 else "mixed"
    there = [u for u in f.units if u.hex == target and u.type != "garrison"]
    times, modifier = _cover(f, there[0].side, target)
    defence = times * sum(u.protection for u in there)
    column = sum(attack - defence >= low for low in LINES[line]) - 1
    if column < 0:
        return line, attack, defence, -1, "", modifier
    letter = LETTERS.index(ROWS[min(5, max(u.protection for u in there))][column])
    hunters = all(u.arm == "armour" or u.type in {"antitank", "antiaircraft"} for u in units)
    if units and not points and hunters and all(u.arm == "armour" for u in there):
        letter = min(8, letter + 1)
    return line, attack, defence, column, LETTERS[letter], modifier


def _cover(f: Facts, side: str, target: str) -> tuple[int, int]:
    kind = "ruins" if target in f.ruins else TERRAIN[target]
    times = {"hill": 2, "town": 2, "city": 3, "swamp": 2}.get(kind, 1)
    modifier = {"town": -1, "city": -2, "ruins": -3}.get(kind, 0)
    if side == "German" and target in STRONGPOINTS | NESTS:
        strong = target in STRONGPOINTS
        return (3 if strong else 2) + (times if times > 1 else 0), modifier - (2 if strong else 1)
    return times, modifier


def scatter(zone_: str, result: int) -> tuple[str, bool] | None:
    """4.3.3: where the turned diagram brings a unit, and whether it is shaken; nowhere off the diagram."""
    if result not in DIAGRAM:
        return None
    for turn in DIAGRAM[result].split():
        zone_ = step(zone_, turn)
    return zone_, result in STARS


def guns_on(f: Facts, beach: list[str]) -> int:
    """5.6.1: what German guns bring to bear on the hexes of a Beach Area."""
    total = 0
    engaged = zone(f, "Allied")
    for unit in f.of("German"):
        if unit.arm not in {"artillery", "weapon", "armour"} or (unit.arm == "artillery" and unit.hex in engaged):
            continue
        goals = beach
        if unit.type == "railway-gun":
            goals = [name for name in beach if in_arc(unit.hex, name, unit.facing)]
        elif unit.marching:
            goals = [name for name in beach if name in ahead(unit)]
        reach_ = 1 if unit.marching else max(1, unit.reach)
        near = min((distance(unit.hex, name) for name in goals), default=999)
        if near > reach_:
            continue
        factor = -(-unit.attack // 2) if unit.disrupted else unit.attack
        total += factor // 2 if unit.arm == "artillery" and reach_ < 99 and 2 * near > unit.reach else factor
    return total


def landing(fire_: int, roll: int) -> str:
    """5.6: the chart, between two columns the lower."""
    hurt, dead = CASUALTIES[max(low for low in CASUALTIES if low <= fire_)]
    return "E" if roll >= dead else "D" if roll >= hurt else "-"
