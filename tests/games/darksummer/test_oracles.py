"""The hard computations written a second time, plainly, from the rulebook, and compared on random positions.

Nothing here asks the rules: dictionaries and loops over printed numbers, the lists of rivers and roads, the counters.
"""

import random
from collections.abc import Iterator
from itertools import permutations

import pytest
from tests.games.darksummer.support import ALLIED, GERMAN, MOVE, Army, opening

from bocage.games.darksummer.rules.r06_zones_of_control import zone
from bocage.games.darksummer.rules.r09_rounds import begin_round
from bocage.games.darksummer.rules.r10_movement import reach_of
from bocage.games.darksummer.rules.r11_combat import able_at, helpers_of, next_to
from bocage.games.darksummer.rules.r11_mandatory import unmet_duties
from bocage.games.darksummer.rules.r11_odds import Assault, final_column, odds
from bocage.games.darksummer.rules.r11_retreat import ways_back
from bocage.games.darksummer.rules.r13_supply import in_supply
from bocage.games.darksummer.state import COMBAT, DarkSummer
from bocage.kernel.counters import each_unit
from bocage.kernel.ids import UnitId

BOX = range(36, 50), range(3, 16)
"""The part of the map where counters are strewn: Caen, its plain, the bocage, two major rivers."""


def position(seed: int) -> DarkSummer:
    """Thirty counters of each side strewn over the country around Caen, stacked legally, in some weather."""
    rng = random.Random(seed)
    g = opening()
    begin_round(g, rng.choice([Army.BRITISH, Army.GERMAN]), rng.choice([MOVE, COMBAT]))
    for unit in range(len(g.space)):
        g.place(UnitId(unit), g.board.atlas.withdrawn)
        g.steps[unit] = rng.randint(1, g.board.units[unit].steps)
        if g.board.units[unit].hidden:
            g.value[unit] = rng.randint(1, 2)
    names = [f"{c}{r:02d}" for c in BOX[0] for r in BOX[1]]
    hexes = [g.board.ids[n] for n in names if n in g.board.ids and g.board.atlas.passable >> g.board.ids[n] & 1]
    for army in (Army.BRITISH, Army.GERMAN):
        for unit in rng.sample([u for u, c in enumerate(g.board.units) if c.army is army], 30):
            hex_ = rng.choice(hexes)
            here = g.here.get(hex_, 0)
            if not here or (here.bit_count() < 2 and not here & ~g.board.roster.army[army]):
                g.place(UnitId(unit), hex_)
    g.turn, g.weather = rng.randint(1, 10), rng.choice(["Sun", "Showers", "Rain"])
    beaches = ["4003", "4102", "4203", "4302", "4603"]
    g.open_beaches = sum(
        1 << g.board.ids[name]
        for name in beaches
        if not g.here.get(g.board.ids[name], 0) & g.board.roster.side[GERMAN] and rng.random() < 0.8
    )
    g.touch()
    return g


# --- plain geography -------------------------------------------------------------------------------------


def around(name: str) -> list[str]:
    """The six hexes around a printed number, odd columns half a hex lower."""
    column, row = int(name[:2]), int(name[2:])
    low = column % 2
    steps = [(0, -1), (1, -1 + low), (1, low), (0, 1), (-1, low), (-1, -1 + low)]
    return [f"{column + dc:02d}{row + dr:02d}" for dc, dr in steps if 12 <= column + dc <= 64 and 0 <= row + dr <= 28]


class Plain:
    """A position as printed numbers and lists."""

    def __init__(self, g: DarkSummer) -> None:
        board = g.board
        self.g = g
        self.land = {
            n: board.terrain[s]
            for n, s in board.ids.items()
            if n.isdigit() and board.terrain[s] not in ("sea", "flooded", "")
        }
        self.rivers: dict[frozenset[str], str] = {}
        for feature in board.geography.side:
            if feature.kind in ("major", "minor"):
                for text in feature.hexsides:
                    side = frozenset(text.split("/"))
                    self.rivers[side] = "major" if "major" in (feature.kind, self.rivers.get(side)) else "minor"
        self.roads: dict[frozenset[str], str] = {}
        for road in board.geography.road:
            for a, b in zip(road.hexes, road.hexes[1:], strict=False):
                side = frozenset((a, b))
                self.roads[side] = "major" if "major" in (road.kind, self.roads.get(side)) else "minor"
        self.units: dict[str, list[int]] = {}
        for unit, space in enumerate(g.space):
            name = board.names[space]
            if name in self.land:
                self.units.setdefault(name, []).append(unit)

    def near(self, name: str) -> list[str]:
        return [n for n in around(name) if n in self.land]

    def side(self, name: str) -> int | None:
        return self.g.board.units[self.units[name][0]].side if name in self.units else None

    def is_open(self, name: str) -> bool:
        return bool(self.g.open_beaches >> self.g.board.ids[name] & 1)

    def zone(self, side: int) -> set[str]:
        """6.0, 6.1."""
        found = set()
        for name, some in self.units.items():
            counters = [self.g.board.units[u] for u in some]
            if counters[0].side != side or all(c.size in ("battalion", "strongpoint") for c in counters):
                continue
            for near in self.near(name):
                if self.land[near] == "city" or self.rivers.get(frozenset((name, near))) == "major":
                    continue
                strong = any(self.g.board.units[u].type == "strongpoint" for u in self.units.get(near, []))
                if (side == ALLIED and strong) or (side == GERMAN and self.is_open(near)):
                    continue
                found.add(near)
        return found

    def motor(self, unit: int) -> bool:
        return self.g.board.units[unit].type in ("armor", "cavalry", "mechanized", "tiger", "flak")

    def can_step(self, unit: int, a: str, b: str) -> bool:
        side = frozenset((a, b))
        return not (self.motor(unit) and self.rivers.get(side) == "major" and side not in self.roads)

    def supplied(self, unit: int) -> bool:
        """13: a search outwards from the unit's own hex."""
        g, counter = self.g, self.g.board.units[unit]
        home = g.board.names[g.space[unit]]
        if counter.type == "strongpoint" and g.turn <= 2:
            return True
        if counter.side == ALLIED and self.is_open(home):
            return True
        enemy = self.zone(1 - counter.side)

        def passable(name: str) -> bool:
            if name in self.units:
                return self.side(name) == counter.side
            return name not in enemy and not (counter.side == GERMAN and self.is_open(name))

        tags = {t.name: set(t.hexes) for t in g.board.geography.tag}
        if counter.side == GERMAN:
            goals = tags["W"] | tags["S"] | tags["E"] | tags["E-infantry"]
        else:
            goals = {n for n in tags["gold"] | tags["juno"] | tags["sword"] if self.is_open(n)}
        seen, queue = {home}, [home]
        while queue:
            at = queue.pop()
            if at in goals and (at != home or counter.side == GERMAN):
                return True
            for to in self.near(at):
                if to not in seen and passable(to):
                    seen.add(to)
                    queue.append(to)
        return home in goals


def units_on_map(p: Plain) -> Iterator[int]:
    for some in p.units.values():
        yield from some


SEEDS = range(16)  # forty and more were compared when this was written


@pytest.mark.parametrize("seed", SEEDS)
def test_zones_and_supply_agree_with_the_plain_reading(seed: int) -> None:
    g = position(seed)
    p = Plain(g)
    for side in (ALLIED, GERMAN):
        assert {g.board.names[n] for n in range(g.board.grid.size) if zone(g, side) >> n & 1} == p.zone(side)  # type: ignore[union-attr]
    for unit in units_on_map(p):
        assert in_supply(g, UnitId(unit)) == p.supplied(unit), g.board.units[unit].name


def points_of(p: Plain, unit: int, a: str, b: str) -> int:
    """10.2: what a step costs, in halves of a point."""
    g, counter, side = p.g, p.g.board.units[unit], frozenset((a, b))
    table = {
        "clear": (1, 2),
        "beach": (1, 2),
        "town": (1, 1),
        "city": (1, 1),
        "bocage": (2, 2),
        "woods": (2, 2),
        "forest": (3, 3),
    }
    cost = table[p.land[b]][counter.side]
    if counter.side == GERMAN and g.weather in ("Rain", "Storm") and p.land[b] in ("clear", "beach"):
        cost = 1
    halves = 2 * cost
    if side in p.rivers and side not in p.roads:
        halves += 2 * (2 if p.rivers[side] == "major" else 1)
    if side in p.roads and (counter.side == ALLIED or g.weather not in ("Sun", "Cloud")):
        halves = min(halves, 1 if p.roads[side] == "major" else 2)
    return halves


def plain_reach(p: Plain, unit: int) -> set[str]:
    """10.1, 6.3, 15: all hexes that a unit can end in, by trying every cheaper way."""
    g, counter = p.g, p.g.board.units[unit]
    start = g.board.names[g.space[unit]]
    allowance = counter.move if p.supplied(unit) else min(3, counter.move)
    zones = p.zone(1 - counter.side)
    closed = {n for n in p.land if counter.side == ALLIED and int(n[:2]) < 35}

    def may_enter(a: str, b: str) -> bool:
        if p.side(b) == 1 - counter.side or b in closed or (counter.side == GERMAN and p.is_open(b)):
            return False
        return p.can_step(unit, a, b) and not (a in zones and b in zones)

    best = {start: 0}
    queue = [start]
    while queue:
        at = queue.pop(0)
        if at != start and at in zones:
            continue
        for to in p.near(at):
            spent = best[at] + points_of(p, unit, at, to)
            if may_enter(at, to) and spent <= 2 * allowance and spent < best.get(to, 999):
                best[to] = spent
                queue.append(to)
    found = set(best) | {to for to in p.near(start) if may_enter(start, to)}
    lettered = {h for t in g.board.geography.tag if t.name in ("C", "W", "S") for h in t.hexes}
    return {n for n in found if n != start and not (counter.side == GERMAN and n in lettered)}


@pytest.mark.parametrize("seed", SEEDS)
def test_movement_agrees_with_the_plain_reading(seed: int) -> None:
    g = position(seed)
    p = Plain(g)
    for unit in random.Random(seed).sample(list(units_on_map(p)), 12):
        if g.board.units[unit].move:
            ends = reach_of(g, 1 << unit).spaces & ~(1 << g.space[unit])
            mine = {g.board.names[n] for n in range(g.board.grid.size) if ends >> n & 1}  # type: ignore[union-attr]
            assert mine == plain_reach(p, unit), g.board.units[unit].name


def plain_column(p: Plain, attackers: list[int], target: str, by: int) -> int | None:
    """11.3.1 to 11.3.4 by hand: the column counted from 1-3, or None for the loss without a roll."""
    g = p.g

    def factor(unit: int, attack: bool, tanks: bool) -> int:
        counter = g.board.units[unit]
        if counter.hidden:
            return g.value[unit]
        if attack:
            return counter.attack[g.steps[unit]]
        return 1 if counter.type == "flak" and not tanks else counter.defense[g.steps[unit]]

    def of_hex(some: list[int], attack: bool, tanks: bool = False) -> int:
        fed = sum(factor(u, attack, tanks) for u in some if p.supplied(u))
        hungry = sum(factor(u, attack, tanks) for u in some if not p.supplied(u))
        return fed + (max(hungry // 2, 0 if fed else 1) if hungry else 0)

    by_hex: dict[str, list[int]] = {}
    for unit in attackers:
        by_hex.setdefault(g.board.names[g.space[unit]], []).append(unit)
    tanks = by == ALLIED and any(g.board.units[u].type in ("armor", "cavalry") for u in attackers)
    attack = sum(of_hex(some, True) for some in by_hex.values())
    defense = of_hex(p.units[target], False, tanks) + (1 if p.land[target] == "woods" else 0)
    if attack >= defense:
        rung = min(attack // defense, 6) - 1
    else:
        rung = -((defense + attack - 1) // attack) + 1 if attack else -99
    shift = -{"town": 1, "city": 2, "bocage": 2, "forest": 1}.get(p.land[target], 0)
    crossings = [p.rivers.get(frozenset((name, target))) for name in by_hex]
    if all(crossings):
        shift -= 2 if all(kind == "major" for kind in crossings) else 1
    if by == GERMAN and g.weather in ("Sun", "Cloud"):
        shift -= 1
    if rung < -2 and rung + shift < -2:
        return None
    return min(max(rung + shift, -2), 5) + 2


@pytest.mark.parametrize("seed", SEEDS)
def test_odds_agree_with_the_plain_reading(seed: int) -> None:
    g = position(seed)
    p, rng = Plain(g), random.Random(seed)
    for target in p.units:
        by = 1 - (p.side(target) or 0)
        near = [
            u
            for n in p.near(target)
            if p.side(n) == by
            for u in p.units[n]
            if g.board.units[u].attack[g.steps[u]] or g.board.units[u].hidden
        ]
        if near:
            some = rng.sample(near, rng.randint(1, min(4, len(near))))
            a = Assault(ALLIED if by == 0 else GERMAN, g.board.ids[target], sum(1 << u for u in some))
            assert final_column(odds(g, a, keep=False)) == plain_column(p, some, target, by), (target, some)


def plain_retreats(p: Plain, unit: int) -> set[str]:
    """11.3.7 for units far from C, W and S hexes: the ends of the least wrong ways."""
    g, counter = p.g, p.g.board.units[unit]
    start = g.board.names[g.space[unit]]
    zones = p.zone(1 - counter.side)

    def may(a: str, b: str) -> bool:
        if p.side(b) == 1 - counter.side or (b in zones and b not in p.units):
            return False
        return p.can_step(unit, a, b) and not (counter.side == GERMAN and p.is_open(b))

    tags = {t.name: set(t.hexes) for t in g.board.geography.tag}
    if counter.side == GERMAN:
        allied = {n for n, some in p.units.items() if p.side(n) == ALLIED}
        goals = {
            n
            for n in tags["W"] | tags["S"] | tags["E"] | tags["E-infantry"]
            if n not in allied and (n not in zones or n in p.units)
        }
    else:
        goals = {n for n in tags["gold"] | tags["juno"] | tags["sword"] if p.is_open(n)}

    def far(a: str, b: str) -> int:
        return g.board.distance(g.board.ids[a], g.board.ids[b])

    nearest = [goal for goal in goals if far(start, goal) == min(far(start, other) for other in goals)]
    ends: dict[str | None, dict[tuple[str, ...], int]] = {}
    chosen: list[str | None] = [*nearest]
    for goal in chosen or [None]:
        ways = ends.setdefault(goal, {})
        for one in p.near(start):
            if not may(start, one):
                continue
            wrong = int(goal is not None and far(one, goal) >= far(start, goal))
            over = int(counter.side == ALLIED and int(one[:2]) < 35)
            if counter.side == ALLIED and p.is_open(one) and stack_is_legal(p, unit, one):
                ways[one,] = wrong + 1000 * over
            for two in p.near(one):
                if two != start and far(start, two) == 2 and may(one, two):
                    more = int(goal is not None and far(two, goal) >= far(one, goal))
                    ways[one, two] = wrong + more + 1000 * (over + int(counter.side == ALLIED and int(two[:2]) < 35))
    found: dict[str, int] = {}
    for ways in ends.values():
        least = min(ways.values(), default=0)
        for path, cost in ways.items():
            if cost == least:
                found[path[-1]] = min(cost // 1000, found.get(path[-1], 99))
    inside = {name for name, over in found.items() if not over}
    return inside or set(found)


def stack_is_legal(p: Plain, unit: int, name: str) -> bool:
    """5.1 by hand."""
    some = [p.g.board.units[u] for u in {*p.units.get(name, []), unit}]
    counted = [c for c in some if c.size not in ("battalion", "strongpoint")]
    divisions = {c.division for c in counted if c.division and c.type not in ("para", "glider", "flak")}
    return len(counted) <= 4 and len(divisions) <= 1


@pytest.mark.parametrize("seed", SEEDS)
def test_retreats_agree_with_the_plain_reading(seed: int) -> None:
    g = position(seed)
    g.cherbourg_taken = 1  # the way to Cherbourg has a test of its own
    g.touch()
    p = Plain(g)
    for unit in random.Random(seed).sample(list(units_on_map(p)), 12):
        if g.board.units[unit].move:
            ends = {g.board.names[route.path[-1]] for route in ways_back(g, UnitId(unit), g.space[unit])}
            assert ends == plain_retreats(p, unit), g.board.units[unit].name


@pytest.mark.parametrize("seed", SEEDS)
def test_mandatory_attacks_agree_with_trying_every_assignment(seed: int) -> None:
    g = position(seed)
    g.round = COMBAT
    g.active = g.board.roster.army[g.army]
    g.touch()
    p, side = Plain(g), g.army.side
    zones_of = {}
    for name in p.units:
        if p.side(name) == side:
            alone = Plain.__new__(Plain)
            alone.__dict__.update(p.__dict__)
            alone.units = {n: some for n, some in p.units.items() if n == name or p.side(n) != side}
            zones_of[name] = {n for n in alone.zone(side) if p.side(n) == 1 - side}
    helpers = helpers_of(g)
    for target in [n for n in p.units if p.side(n) == 1 - side and not (side == ALLIED and int(n[:2]) < 35)]:
        space = g.board.ids[target]
        some = list(each_unit(able_at(g, space)))
        if len(some) < 2 or len(some) > 5:
            continue
        attackers = some[:3]
        homes = {g.board.names[g.space[u]] for u in attackers}
        duties = set().union(*(zones_of[h] for h in homes)) - {target} if len(homes) > 1 else set()
        duties = {d for d in duties if not all(g.board.units[u].size == "battalion" for u in p.units[d])}
        duties = {d for d in duties if not (side == ALLIED and int(d[:2]) < 35)}
        free = [u for u in each_unit(next_to(g, space) | sum_of(g, duties)) if u not in attackers]
        met = assignable(g, sorted(duties), free)
        mask = sum(1 << u for u in attackers)
        assert (unmet_duties(g, space, mask, helpers) == 0) == met, (target, homes, duties)


def sum_of(g: DarkSummer, duties: set[str]) -> int:
    found = 0
    for duty in duties:
        found |= able_at(g, g.board.ids[duty])
    return found


def assignable(g: DarkSummer, duties: list[str], free: list[UnitId]) -> bool:
    """Whether some way of giving each duty a unit of its own exists: all of them tried."""
    strong = [u for u in free if g.board.units[u].attack[g.steps[u]] or g.board.units[u].hidden]
    if len(duties) > len(strong):
        return False
    can = {(u, d): bool(able_at(g, g.board.ids[d]) >> u & 1) for u in strong for d in duties}
    useful = [u for u in strong if any(can[u, d] for d in duties)][:9]
    return any(all(can[u, d] for u, d in zip(way, duties, strict=True)) for way in permutations(useful, len(duties)))
