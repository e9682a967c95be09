"""Zones, supply, movement and retreat of The Dark Summer against a second, plain reading."""

from random import Random

from tests.oracles.darksummer.plain import (
    ALLIED,
    BRITISH,
    C_HEXES,
    GERMAN,
    GERMANS,
    US,
    Plain,
    distance,
)
from tests.oracles.darksummer.throw import throw
from tests.oracles.tally import Tally

from bocage.games.darksummer.rules.r06_zones_of_control import zone
from bocage.games.darksummer.rules.r10_movement import reach_of
from bocage.games.darksummer.rules.r11_retreat import ways_back
from bocage.games.darksummer.rules.r13_supply import in_supply
from bocage.games.darksummer.state import COMBINED, DarkSummer
from bocage.kernel.ids import Side, UnitId
from bocage.kernel.spaces import each

POINTS = {"clear": (1, 2), "beach": (1, 2), "town": (1, 1), "city": (1, 1), "bocage": (2, 2), "woods": (2, 2),
          "forest": (3, 3)}  # fmt: skip
SOME = 5
RETREAT = 2


def names(g: DarkSummer, mask: int) -> set[str]:
    return {g.board.names[space] for space in each(mask)}


def phase(rng: Random, tally: Tally) -> None:
    """One position: both zones, everybody's supply, the ways of some of those who may move, some retreats."""
    g, where = throw(rng)
    p = Plain(g)
    for side in (ALLIED, GERMAN):
        tally.same("zones", where, f"the zone of side {side}", names(g, zone(g, Side(side))), p.zone(side))
    for unit in rng.sample(sorted(p.at), min(3 * SOME, len(p.at))):
        question = f"is {g.board.units[unit].id} at {p.at[unit]} supplied?"
        tally.same("supply", where, question, in_supply(g, UnitId(unit)), p.supplied(unit))
    walkers = [u for u, c in enumerate(g.board.units) if u in p.at and c.army is g.army and c.move]
    for unit in rng.sample(walkers, min(SOME, len(walkers))):
        one_walk(g, p, unit, where, tally)
    marchers = [u for some in p.units.values() for u in some if g.board.units[u].move]
    for unit in rng.sample(marchers, min(SOME, len(marchers))):
        ends = {g.board.names[route.path[-1]] for route in ways_back(g, UnitId(unit), g.space[unit])}
        question = f"where may {g.board.units[unit].id} at {p.at[unit]} retreat?"
        tally.same("retreat", where, question, ends, retreats(p, unit))


def one_walk(g: DarkSummer, p: Plain, unit: int, where: str, tally: Tally) -> None:
    ends = names(g, reach_of(g, 1 << unit).spaces) - {p.at[unit]}
    wanted = walks(p, unit)
    question = f"where may {g.board.units[unit].id} at {p.at[unit]} move?"
    tally.same("movement", where, question, {n for n in ends if n.isdigit()}, {n for n in wanted if n.isdigit()})
    boxes = {n for n in ends | wanted if not n.isdigit()}
    if boxes or p.at[unit] in ("cherbourg", "brittany"):
        tally.same("movement.boxes", where, question, ends - set(p.land), wanted - set(p.land))


# --- 10 ---------------------------------------------------------------------------------------------------


def price(p: Plain, unit: int, a: str, b: str) -> int:
    """10.2, 7.2.2: what a step costs, in halves of a point; 9.3.3: a hex is two of two, by road one."""
    g, counter, side = p.g, p.counters[unit], frozenset((a, b))
    by_road = side in p.roads
    if g.round == COMBINED:
        return 1 if by_road else 2
    halves = 2 * POINTS[p.land[b]][counter.side]
    if counter.side == GERMAN and g.weather in ("Rain", "Storm") and p.land[b] in ("clear", "beach"):
        halves = 2
    if side in p.rivers and not by_road:
        halves += 2 * (2 if p.rivers[side] == "major" else 1)
    sunny = g.weather in ("Sun", "Cloud") and not g.entered >> unit & 1
    if by_road and (counter.side == ALLIED or not (sunny or g.halved)):
        halves = min(halves, 1 if p.roads[side] == "major" else 2)
    return halves


def allowance(p: Plain, unit: int) -> int:
    """In halves of a point; 9.4.2: half of it in the first Reaction."""
    g = p.g
    if g.round == COMBINED:
        return 2
    points = p.counters[unit].move if p.supplied(unit) else min(3, p.counters[unit].move)
    return int(points if g.halved else 2 * points)


def closed(p: Plain, army: int) -> set[str]:
    """Where an army may not go: beyond the Boundary, the other army's exits, Open Beaches for Germans."""
    if army == GERMANS:
        return set(p.open)
    if army == BRITISH:
        return {n for n in p.land if int(n[:2]) < 35} | p.marked[US]
    return p.marked[BRITISH] | (set() if p.g.boundary_lifted else {n for n in p.land if int(n[:2]) > 36})


def walks(p: Plain, unit: int) -> set[str]:
    """10.1, 6.3, 10.4: everything that a unit can end in, by trying every cheaper way."""
    counter, start = p.counters[unit], p.at[unit]
    zones, shut, most = p.zone(1 - counter.side), closed(p, counter.army), allowance(p, unit)

    def may_enter(a: str, b: str) -> bool:
        if p.side(b) == 1 - counter.side or b in shut or (a in p.land and not p.can_step(unit, a, b)):
            return False
        return not (a in zones and b in zones)

    toll = 1 if p.g.round == COMBINED else 2
    out = {n: toll for n in first_hexes(p, unit) if may_enter(start, n)}
    best = {start: 0} if start in p.land else out
    queue = list(best)
    while queue:
        at = queue.pop(0)
        if at != start and at in zones:
            continue
        for to in p.near(at):
            spent = best[at] + price(p, unit, at, to)
            if may_enter(at, to) and spent <= most and spent < best.get(to, 999):
                best[to] = spent
                queue.append(to)
    boxed = {box for n, spent in best.items() if spent + toll <= most and (n == start or n not in zones)
             for box in boxes_from(p, unit, n)}  # fmt: skip
    found = set(best)
    if start in p.land and p.g.round != COMBINED:
        found |= {to for to in p.near(start) if may_enter(start, to)}
    return (found - no_ends(p, counter.army) | boxed) - {start}


def no_ends(p: Plain, army: int) -> set[str]:
    """10.1, 5: hexes to pass but not to stop in."""
    if army == GERMANS:
        return p.tags["C"] | p.tags["W"] | p.tags["S"]
    return {n for n in p.units if p.army(n) == 1 - army}


def first_hexes(p: Plain, unit: int) -> set[str]:
    """10.4.2 to 10.4.4: the hexes by which a unit leaves its box."""
    counter, box = p.counters[unit], p.at[unit]
    if box == "brittany":
        return p.tags["S"]
    enemies = any(name == "cherbourg" and p.counters[u].side != counter.side for u, name in p.at.items())
    if box != "cherbourg" or enemies or (counter.side == GERMAN and p.g.isolated):
        return set()
    return set(C_HEXES)


def boxes_from(p: Plain, unit: int, at: str) -> set[str]:
    """10.4.3 to 10.4.5: the boxes that a unit may enter from a hex."""
    g, counter = p.g, p.counters[unit]
    found = set()
    if at in C_HEXES and (counter.nation == "us" or (counter.side == GERMAN and not g.cherbourg_taken)):
        found.add("cherbourg")
    if at in p.tags["W"] and counter.nation == "us" and (not g.brittany_left or g.turn <= g.brittany_left):
        found.add("brittany-entered")
    if at in p.tags["E"] and p.at[unit] != "brittany" and exit_open(p, unit, at):
        found.add("east-german" if counter.side == GERMAN else "east-allied")
    return found


def exit_open(p: Plain, unit: int, at: str) -> bool:
    """10.4.5."""
    army = int(p.counters[unit].army)
    if army == GERMANS:
        return at not in p.marked[US] | p.marked[BRITISH]
    if not (p.g.boundary_lifted if army == US else p.g.caen_fell) or p.army(at) == 1 - army:
        return False
    row, rival = int(at[2:]), [int(n[2:]) for n in p.marked[1 - army]]
    if at in p.marked[1 - army] or any(row < other if army == US else row > other for other in rival):
        return False
    return p.moved(unit, at).supplied(unit)


# --- 11.3.7 -----------------------------------------------------------------------------------------------


def retreats(p: Plain, unit: int) -> set[str]:
    """The ends of the least wrong ways of two hexes; into an Open Beach one is enough, and who might halt there may go
    on, or past it by a first hex that is no worse. A C hex may be the goal instead of a source where that goes astray
    no more often.
    """
    start = p.at[unit]
    home: list[str | None] = [*nearest(p, unit)]
    south = [way for goal in home or [None] for way in two_hexes(p, unit, start, goal)]
    north = [way for goal in c_goals(p, unit) for way in two_hexes(p, unit, start, goal)]
    found, best = least_wrong(south)
    if any(distance(start, end) < RETREAT for end in found):
        found |= least_wrong([way for way in south if distance(start, way[0]) == RETREAT and way[2][:2] <= best[:2]])[0]
    ports, better = least_wrong(north)
    return found | (ports if not south or better[:2] <= best[:2] else set())


Faults = tuple[int, int, int]
Way = tuple[str, Faults, Faults]
"""Where it ends, its faults, and those of its first hex."""


def least_wrong(ways: list[Way]) -> tuple[set[str], Faults]:
    least = min((cost for _, cost, _ in ways), default=(9, 9, 9))
    return {end for end, cost, _ in ways if cost == least}, least


def nearest(p: Plain, unit: int) -> list[str]:
    """The nearest sources."""
    start, some = p.at[unit], p.sources(p.counters[unit].army)
    least = min((distance(start, n) for n in some), default=0)
    return [n for n in sorted(some) if distance(start, n) == least]


def c_goals(p: Plain, unit: int) -> list[str]:
    """C hexes for Germans cut off who can reach them, until Cherbourg falls."""
    if p.counters[unit].side != GERMAN or p.g.cherbourg_taken or p.supplied(unit):
        return []
    return [c for c in sorted(C_HEXES) if p.traces(p.at[unit], GERMAN, {c} if p.passable(c, GERMAN) else set())]


def two_hexes(p: Plain, unit: int, start: str, goal: str | None) -> list[Way]:
    """Every way with its faults: hexes across the Boundary, hexes not towards the goal, a poor end."""
    counter = p.counters[unit]
    zones, over = p.zone(1 - counter.side), closed(p, counter.army) if counter.side == ALLIED else set()
    poor = p.tags["C"] | p.tags["W"] | p.tags["S"] if counter.side == GERMAN else set()
    mixed = no_ends(p, counter.army) if counter.side == ALLIED else set()

    def may(a: str, b: str) -> bool:
        if p.side(b) == 1 - counter.side or (b in zones and b not in p.units):
            return False
        return p.can_step(unit, a, b) and not (counter.side == GERMAN and b in p.open)

    def wrong(a: str, b: str) -> int:
        return int(goal is not None and distance(b, goal) >= distance(a, goal))

    found = []
    for one in p.near(start):
        if not may(start, one):
            continue
        first = (int(one in over), wrong(start, one), 0)
        if counter.side == ALLIED and one in p.open and one not in mixed and stack_is_legal(p, unit, one):
            found.append((one, first, first))
        for two in p.near(one):
            if distance(start, two) == RETREAT and may(one, two) and two not in mixed:
                cost = (int(one in over) + int(two in over), wrong(start, one) + wrong(one, two), int(two in poor))
                found.append((two, cost, first))
    return found


def stack_is_legal(p: Plain, unit: int, name: str) -> bool:
    """5.1 by hand."""
    some = [p.counters[u] for u in {*p.units.get(name, []), unit}]
    counted = [c for c in some if c.size not in ("battalion", "strongpoint")]
    divisions = {c.division for c in counted if c.division and c.type not in ("para", "glider", "flak")}
    return len(counted) <= 4 and len(divisions) <= 1
