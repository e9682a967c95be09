"""German movement: strike where it pays, hold the line, garrison what counts, and bring up everything else."""

from bocage.games.normandy44.atlas import FOOT, SLOW
from bocage.games.normandy44.computer.ground import FAR, hostile_strength, lie_of, stakes_of
from bocage.games.normandy44.computer.holding import Holding, quiet_units
from bocage.games.normandy44.computer.line import lines
from bocage.games.normandy44.computer.marching_orders import Seating, reaches, ready_units
from bocage.games.normandy44.computer.planned_attacks import Strike, plan_strikes
from bocage.games.normandy44.computer.words import against
from bocage.games.normandy44.rules.r06_reinforcements import arriving_germans, entry_hexes
from bocage.games.normandy44.rules.r08_zones_of_control import presence, zone
from bocage.games.normandy44.rules.r11_shifts import MOST_FACTORS, defence
from bocage.games.normandy44.rules.r17_cadres import strength
from bocage.games.normandy44.rules.r19_support import HQ_RANGE, WERFER_RANGE
from bocage.games.normandy44.sides import ALLIED, GERMAN
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.board import POINT
from bocage.kernel.counters import each_unit
from bocage.kernel.ids import Space, Spaces, UnitId, Units
from bocage.kernel.spaces import BITS, each
from bocage.kernel.wording import counted

POST = 3
"""A place is garrisoned once the enemy is within this many hexes."""
BOLD = 12
"""Until this turn counter-attacks come before the line: the enemy has not yet landed enough to make up for losses."""
SHARES = (1.0, 0.75, 0.5, 0.25, 0.0)
"""How much of the planned counter-attacks is made: less if the line would be left open."""
HOLE = 3.0
"""What an open hex of the line costs."""
CITY = 1.9
"""How much a place must be worth to be held before the line is."""
STAKE = 0.3
"""How much more the danger to a place counts for each point it is worth."""
LEAST_GAIN = 0.015
"""A unit that would lessen no danger by this much is free for other things."""
BROUGHT = 0.75
"""How much of the strength near a hex comes against it,"""
HELPED = 1.5
"""helped by this many shifts."""
MATCH = 3
"""The armour rating of most Allied tanks."""
MARCH = 18
"""Beyond three points of march, vehicles go by strategic movement."""
RETAKEN = 0.9
"""How much an empty place must be worth to be taken back if a unit is near."""
PLUG = 2.5
"""No unit is called to a gap from further away than this many turns of march."""


def german_orders(g: Normandy44) -> Seating:
    """The orders of a German movement phase."""
    reach = reaches(g, GERMAN, ready_units(g, GERMAN) & ~asleep(g))
    strikes = plan_strikes(g, GERMAN, reach, garrisons(g)) if g.turn <= BOLD else []
    fronts = []
    for many in sorted({round(len(strikes) * share) for share in SHARES}, reverse=True):
        fronts.append(Front(g, reach, strikes[:many]))
        if not fronts[-1].holes:
            break
    chosen = max(fronts, key=lambda front: front.worth)  # of equals the one with most attacks
    table, line, posts = chosen.table, chosen.line, chosen.posts
    if not strikes or len(chosen.strikes) < len(strikes):
        strike_out(g, table)
    north = lie_of(g.board).north
    commands = [([node for node in line + posts if ground >> node & 1], ground) for ground in (north, ~north)]
    needed = []
    for nodes, ground in commands:
        plug(g, table, [node for node in nodes if node in line], stationed(g, table, ground))
        retake(g, table, ground)
        need = needs(g, table, nodes)
        reinforce(g, table, need, stationed(g, table, ground))
        needed.append(need)
    guns(g, table, line)
    for (_, ground), need in zip(commands, needed, strict=True):
        coming = [] if ground == north else list(each_unit(arriving_germans(g)))
        bring_up(g, table, need, [*stationed(g, table, ground), *coming])
    return table


def whole_front(g: Normandy44) -> bool:
    """Could the line be held from end to end, if nobody attacked?"""
    front = Front(g, reaches(g, GERMAN, ready_units(g, GERMAN) & ~asleep(g)), [])
    return bool(front.line) and not front.holes


def stationed(g: Normandy44, table: Seating, ground: Spaces) -> list[UnitId]:
    """Units without orders that stand on a command's ground: the Cotentin, or all the rest."""
    return [unit for unit in table.free if ground >> g.space[unit] & 1]


def asleep(g: Normandy44) -> Units:
    """Garrisons that have not been released keep their places: they hold Cherbourg."""
    return g.board.atlas.roster.restricted & ~g.released


class Front:
    """The line as it would stand with some counter-attacks made: they have first call on the units."""

    def __init__(self, g: Normandy44, reach: dict[UnitId, Spaces], strikes: list[Strike]) -> None:
        self.strikes = strikes
        self.table = table = Seating(g, GERMAN, reach)
        for strike in strikes:
            counter_attack(g, table, strike)
        reachable, settled = 0, 0
        for ground in reach.values():
            reachable |= ground
        for space in table.stacks:
            settled |= BITS[space]
        self.line = [space for path in lines(g, GERMAN, reachable, settled & table.bonding()) for space in path]
        self.posts = [space for space in threatened_places(g) if space not in self.line and garrisoned(g, space)]
        cities = [space for space in self.line + self.posts if stakes_of(g).get(space, 0.0) >= CITY]
        north = lie_of(g.board).north
        posted: dict[UnitId, Space] = {}
        for ground in (north, ~north):
            command = Holding(g, table, stationed(g, table, ground), posted)
            for some in (cities, self.line, self.posts):
                command.man([node for node in some if ground >> node & 1])
        Holding(g, table, list(reach), posted).man(self.line)  # where one command lacks a unit, the other helps
        held = table.bonding()
        self.holes = sum(1 for space in self.line if not held >> space & 1)
        self.worth = sum(strike.blow.worth for strike in strikes) - HOLE * self.holes


def strike_out(g: Normandy44, table: Seating) -> None:
    """Counter-attacks by those who are free, helped by those in the line from where they will stand."""
    ground: dict[UnitId, Spaces] = dict(table.reach)
    for unit, order in table.orders.items():
        ground[unit] = BITS[order.goal]
    for strike in plan_strikes(g, GERMAN, ground, 0):
        counter_attack(g, table, strike)


def counter_attack(g: Normandy44, table: Seating, strike: Strike) -> None:
    """The orders of one attack, to those who have none that keep them elsewhere."""
    for unit, space in strike.places.items():
        if unit in table.free or table.orders[unit].goal == space:
            table.move(unit, space, f"counter-attacks {strike.told(g)}", 3.0)


def garrisons(g: Normandy44) -> Units:
    """Units that alone hold a place with the enemy near."""
    found = 0
    for space in threatened_places(g):
        there = g.here.get(space, 0) & g.board.atlas.roster.german
        if there.bit_count() == 1:
            found |= there
    return found


def threatened_places(g: Normandy44) -> list[Space]:
    """Places in German hands with the enemy near, the most valuable first."""
    return g.cached("threatened", _threatened)


def _threatened(g: Normandy44) -> list[Space]:
    near = g.board.atlas.zones.dilate(presence(g).hexes[ALLIED], POST)
    found = [
        space
        for space, value in stakes_of(g).items()
        if value >= 0.9 and near >> space & 1 and not g.allied_control >> space & 1
    ]
    return sorted(found, key=lambda space: -stakes_of(g)[space])


def garrisoned(g: Normandy44, space: Space) -> bool:
    """Is a place held for its own sake: a city, or a town of the Cherbourg perimeter? Other towns only in the line."""
    return stakes_of(g)[space] >= CITY or bool(g.board.atlas.perimeter >> space & 1)


def plug(g: Normandy44, table: Seating, line: list[Space], units: list[UnitId]) -> None:
    """A gap in the line that nobody reaches this turn calls the nearest, before the strong places call everyone."""
    quiet = quiet_units(g)
    movers = {unit for unit in units if not quiet >> unit & 1}
    threat = hostile_strength(g, GERMAN)
    gaps = [node for node in line if not table.stacks.get(node, 0) & ~quiet]
    for node in sorted(gaps, key=lambda node: -threat[node]):
        best, chosen = PLUG, None
        for unit in movers:
            turns = march_time(g, unit, node)
            if turns < best:
                best, chosen = turns, unit
        if chosen is not None:
            movers.discard(chosen)
            _march(g, table, chosen, node, f"marches to close the line at {g.board.describe(node)}")


def march_time(g: Normandy44, unit: UnitId, goal: Space) -> float:
    """How many turns of march a place is away, with no enemy in between."""
    roster = g.board.atlas.roster
    way = lie_of(g.board).distances(SLOW if roster.mech >> unit & 1 else FOOT, goal)[g.space[unit]]
    return way / (POINT * max(roster.allowance[unit][g.steps[unit]], 1))


def retake(g: Normandy44, table: Seating, ground: Spaces) -> None:
    """Places that the enemy took in passing and left empty are taken back, by whoever can be spared most easily."""
    roster = g.board.atlas.roster
    units = [unit for unit in stationed(g, table, ground) if not roster.hq >> unit & 1]
    lost = g.allied_control & ~presence(g).hexes[ALLIED] & ground
    for space, value in stakes_of(g).items():
        if value < RETAKEN or not lost >> space & 1 or table.stacks.get(space):
            continue
        near = [unit for unit in units if unit in table.free and table.reach[unit] >> space & 1]
        if near:
            unit = min(near, key=lambda unit: strength(g, unit))
            table.give(unit, space, f"takes {g.board.describe(space)} back", 2.0)


def needs(g: Normandy44, table: Seating, nodes: list[Space]) -> dict[Space, float]:
    """How much strength each place still lacks."""
    threat, worth = hostile_strength(g, GERMAN), stakes_of(g)
    found = {}
    for node in nodes:
        held = defence(g, node, table.stacks.get(node, 0))
        want = min(threat[node], 14.0) + worth.get(node, 0.0) * (threat[node] > 0)
        found[node] = max(want, 2.0) - held
    return found


def reinforce(g: Normandy44, table: Seating, need: dict[Space, float], units: list[UnitId]) -> None:
    """Second units where each lessens the danger most, until nobody in reach would lessen any."""
    roster = g.board.atlas.roster
    movers = [unit for unit in units if not (roster.hq | roster.werfer) >> unit & 1]
    movers.sort(key=lambda unit: -strength(g, unit))
    tank_killers = sum(1 << u for u in each_unit(roster.rated & roster.german) if roster.armor[u][g.steps[u]] >= MATCH)
    threat, worth = hostile_strength(g, GERMAN), stakes_of(g)
    at_stake = {node: 1.0 + STAKE * worth.get(node, 0.0) for node in need}
    for unit in movers:
        best, chosen = LEAST_GAIN, None
        gun = tank_killers >> unit & 1
        for node in need:
            if table.reach[unit] >> node & 1 and table.fits(unit, node):
                there = table.stacks.get(node, 0)
                value = danger(threat[node], defence(g, node, there))
                value -= danger(threat[node], defence(g, node, there | 1 << unit))
                if gun and threat[node] and not there & tank_killers:
                    value += 0.08  # it takes the armour shift from the enemy (11.4)
                value = value * at_stake[node] + (0.06 if g.space[unit] == node else 0.0)
                value -= 0.01 * g.board.atlas.distance(g.space[unit], node)
                if value > best:
                    best, chosen = value, node
        if chosen is not None:
            table.give(unit, chosen, f"strengthens {g.board.describe(chosen)}{against(threat[chosen])}", 1.5)
            need[chosen] -= 1.3 * strength(g, unit)


def danger(threat: float, held: int) -> float:
    """The chance, roughly, that a hex falls to what could come against it: by the column that would be reached."""
    if threat <= 0.0:
        return 0.0
    ratio = min(BROUGHT * threat, MOST_FACTORS) / max(held, 1)
    at = ratio + 1.0 if ratio >= 1.0 else 3.0 - 1.0 / ratio
    return max(0.0, min(1.0, (at + HELPED - 0.5) / 8.0))


def guns(g: Normandy44, table: Seating, line: list[Space]) -> None:
    """Headquarters and Werfers behind the part of the line where most is at stake, out of the enemy's zones."""
    roster, atlas = g.board.atlas.roster, g.board.atlas
    threat = hostile_strength(g, GERMAN)
    hot = {node: min(threat[node], 24.0) + 4.0 * stakes_of(g).get(node, 0.0) for node in line}
    hostile = zone(g, ALLIED)
    taken: list[Space] = []
    for unit in [unit for unit in table.free if (roster.hq | roster.werfer) >> unit & 1]:
        far = HQ_RANGE if roster.hq >> unit & 1 else WERFER_RANGE
        best, chosen = -1e9, g.space[unit]
        for space in each(table.reach[unit] & ~hostile | BITS[g.space[unit]]):
            value = sum(heat for node, heat in hot.items() if atlas.distance(space, node) <= far)
            value -= 0.6 * sum(1 for other in taken if atlas.distance(space, other) <= 4) * 20
            value -= threat[space] * 3 + (60 if hostile >> space & 1 else 0)
            gone = atlas.distance(space, g.space[unit])
            value -= 8.0 * (gone > 1) + 1.0 * gone
            if not table.fits(unit, space):
                value -= 100
            if value > best:
                best, chosen = value, space
        taken.append(chosen)
        covered = [node for node in hot if atlas.distance(chosen, node) <= far]
        hottest = max(covered, key=hot.__getitem__, default=None)
        why = "keeps behind the front" if hottest is None else f"has {g.board.describe(hottest)} in reach of its guns"
        table.give(unit, chosen, why, 1.0)


def bring_up(g: Normandy44, table: Seating, need: dict[Space, float], units: list[UnitId]) -> None:
    """All others march to where most is lacking; the fast by road, one battalion on lorries."""
    goals = need or dict.fromkeys(threatened_places(g), 4.0)
    for unit in sorted(units, key=lambda u: -strength(g, u)):
        goal = _goal(g, unit, goals)
        if goal is None:
            continue
        lack = goals[goal]
        goals[goal] = lack - 0.8 * strength(g, unit)
        short = f", which lacks {counted(lack, 'factor')}" if lack >= 1 else ""
        _march(g, table, unit, goal, f"marches to {g.board.describe(goal)}{short}")


def _march(g: Normandy44, table: Seating, unit: UnitId, goal: Space, why: str) -> None:
    """On foot, by road, or on lorries, as far as it is."""
    lie, here = lie_of(g.board), g.space[unit]
    entering = here >= lie.size
    vehicle = bool(g.board.atlas.roster.mech >> unit & 1)
    left = 0 if entering else lie.distances(SLOW if vehicle else FOOT, goal)[here]
    verb = "move"
    if not entering and not zone(g, ALLIED) >> here & 1 and left > MARCH + 6:
        verb = "strategic" if vehicle else "truck" if left > 2 * MARCH else "move"
    table.march(unit, goal, why, 0.5 + 0.001 * min(left, 300), verb)


def _goal(g: Normandy44, unit: UnitId, goals: dict[Space, float]) -> Space | None:
    """Where a unit out of reach of the line is needed most, for the way it takes to get there."""
    roster, lie = g.board.atlas.roster, lie_of(g.board)
    table = SLOW if roster.mech >> unit & 1 else FOOT
    here = g.space[unit]
    starts = [here] if here < lie.size else list(each(entry_hexes(g, unit)))
    best, chosen = -1e9, None
    for goal, lack in goals.items():
        costs = lie.distances(table, goal)
        cost = min((costs[start] for start in starts), default=FAR)
        if cost < FAR:
            value = min(lack, 10.0) - 0.5 * cost / POINT
            if value > best:
                best, chosen = value, goal
    return chosen
