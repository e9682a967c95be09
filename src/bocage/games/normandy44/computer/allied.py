"""Allied movement: plan the attacks, close up to the enemy, keep together, and push on to what is still wanted."""

from bocage.games.normandy44.computer.ground import hostile_strength, lie_of, prizes, pull, stack_punch, traps
from bocage.games.normandy44.computer.holding import Fitness, suits
from bocage.games.normandy44.computer.line import lines
from bocage.games.normandy44.computer.marching_orders import Seating, reaches, ready_units
from bocage.games.normandy44.computer.planned_attacks import Strike, plan_strikes
from bocage.games.normandy44.computer.road import keep_road
from bocage.games.normandy44.computer.words import against, towards
from bocage.games.normandy44.computer.worth import army_of, weariness
from bocage.games.normandy44.rules.r08_zones_of_control import presence, zone
from bocage.games.normandy44.rules.r11_shifts import defence
from bocage.games.normandy44.rules.r17_cadres import strength
from bocage.games.normandy44.rules.r18_supply import supplied
from bocage.games.normandy44.rules.r19_support import HQ_RANGE
from bocage.games.normandy44.sides import ALLIED, GERMAN
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.ids import Space, Spaces, UnitId, Units
from bocage.kernel.spaces import BITS, each

PROWL = 6
"""How far a German unit may get in a turn."""
GUARD = 6.0
"""The least strength on a beach that it could reach."""
MOST_GUARD = 11.0
"""The most that is set aside for one beach, however many could come."""
SHARES = (1.0, 0.75, 0.5, 0.25)
"""How much of the planned attacks is made: less if the front would be left open."""
HOLE = 0.35
"""What an open hex of the front costs."""
NO_FRONT = 5
FRONT = Fitness(0.5, 8.0)
"""Who holds a hex of the front."""
TRAP = 3.0
"""What it costs to stand where one enemy move would cut off the way back."""


def allied_orders(g: Normandy44) -> tuple[Seating, Units]:
    """The orders of an Allied movement phase, and the units to be put into reserve."""
    reach = reaches(g, ALLIED, ready_units(g, ALLIED))
    table = Seating(g, ALLIED, reach)
    guard_beaches(g, table)
    keep_road(g, table)
    strikes = plan_strikes(g, ALLIED, {unit: reach[unit] for unit in table.free}, 0)
    best, chosen, made = -1e9, table, strikes
    for many in sorted({round(len(strikes) * share) for share in SHARES}, reverse=True):
        some = strikes[:many]
        trial = Seating(g, ALLIED, reach)
        guard_beaches(g, trial)
        keep_road(g, trial)
        holes = _with(g, trial, some)
        value = sum(strike.blow.worth for strike in some) - HOLE * holes
        if value > best:
            best, chosen, made = value, trial, some
        if not holes:
            break
    guard_beaches(g, chosen)
    headquarters(g, chosen, made)
    close_up(g, chosen)
    return chosen, exploitation(g, chosen, made)


def _with(g: Normandy44, table: Seating, strikes: list[Strike]) -> int:
    """Give the orders of these attacks, and hold the front with the rest; returns how many hexes of it stay open."""
    for strike in strikes:
        if all(unit in table.free for unit in strike.places):
            for unit, space in strike.places.items():
                table.give(unit, space, f"attacks {strike.told(g)}", 3.0)
    return hold_front(g, table)


def guard_beaches(g: Normandy44, table: Seating) -> None:
    """Engineers whom the enemy could reach are not left alone."""
    roster = g.board.atlas.roster
    threat = hostile_strength(g, ALLIED)
    exposed = unshielded(g, table) if table.orders else {}
    for engineer in each(presence(g).units[ALLIED] & roster.engineer):
        space = g.space[engineer]
        fear = 0.6 * min(threat[space], 18.0)
        if space in exposed:
            fear = max(fear, GUARD, min(0.6 * exposed[space], MOST_GUARD))
        held = table.strength(space)
        guards = [
            unit
            for unit in sorted(table.free, key=lambda u: strength(g, u))
            if table.reach[unit] >> space & 1 and not (roster.hq | g.weak) >> unit & 1
        ]
        while guards and held < fear:
            here = [unit for unit in guards if g.space[unit] == space]
            unit = (here or guards)[0]
            guards.remove(unit)
            if table.fits(unit, space):
                table.give(unit, space, f"guards the beach at {g.board.describe(space)}", 2.0)
                held += strength(g, unit)


def unshielded(g: Normandy44, table: Seating) -> dict[Space, float]:
    """Beaches that Germans reach in a turn without meeting a zone of those who have their orders, and their strength.

    A front that goes forward opens the way behind it: what counts is where units will stand, not where they are.
    """
    atlas, hexes, zoned = g.board.atlas, 0, 0
    for space, units in table.stacks.items():
        if units:
            hexes |= BITS[space]
            if units & ~g.weak:
                zoned |= BITS[space]
    free = atlas.land & ~(atlas.zones.spread(zoned) | hexes)
    beaches = atlas.beaches
    found: dict[Space, float] = {}
    for space in each(presence(g).hexes[GERMAN]):
        punch = stack_punch(g, g.here[space])
        if not punch or not atlas.near(space, PROWL + 1) & beaches:
            continue
        ground = BITS[space]
        for _ in range(PROWL):
            ground |= atlas.zones.spread(ground) & free
        for beach in each(atlas.zones.spread(ground) & beaches):
            found[beach] = found.get(beach, 0.0) + punch
    return found


def hold_front(g: Normandy44, table: Seating) -> int:
    """Units that do not attack keep the front without a hole, weak hexes first; returns how many holes are left."""
    roster = g.board.atlas.roster
    reachable = 0
    for ground in table.reach.values():
        reachable |= ground
    path = [space for found in lines(g, ALLIED, reachable, table.bonding()) for space in found]
    threat = hostile_strength(g, ALLIED)
    quiet = roster.hq | roster.engineer | g.weak | g.scattered
    holes = 0 if path else NO_FRONT
    for node in sorted(path, key=lambda node: -threat[node]):
        if table.stacks.get(node, 0) & ~quiet or threat[node] <= 0:
            continue
        fit = [
            unit
            for unit in table.free
            if not quiet >> unit & 1 and table.reach[unit] >> node & 1 and table.fits(unit, node)
        ]
        if fit:
            chosen = max(fit, key=lambda unit: suits(g, unit, node, threat[node], FRONT))
            table.give(chosen, node, f"holds the front at {g.board.describe(node)}", 2.0)
        else:
            holes += 1
    back_up(g, table, path)
    return holes


def back_up(g: Normandy44, table: Seating, path: list[Space]) -> None:
    """Second units where the enemy could bring twice the strength."""
    roster = g.board.atlas.roster
    threat = hostile_strength(g, ALLIED)
    lack = {}
    for node in path:
        lack[node] = 0.5 * min(threat[node], 24.0) - defence(g, node, table.stacks.get(node, 0))
    for node in sorted(path, key=lambda node: -lack[node]):
        while lack[node] > 0:
            fit = [
                unit
                for unit in table.free
                if table.reach[unit] >> node & 1 and not roster.hq >> unit & 1 and table.fits(unit, node)
            ]
            if not fit:
                break
            unit = max(fit, key=lambda u: 0.1 * strength(g, u) - weariness(g, u))
            table.give(unit, node, f"backs up {g.board.describe(node)}{against(threat[node])}", 1.5)
            lack[node] -= strength(g, unit)


def headquarters(g: Normandy44, table: Seating, strikes: list[Strike]) -> None:
    """A headquarters where its guns reach most of the planned attacks; it stays if it can, to be able to fire."""
    roster, atlas = g.board.atlas.roster, g.board.atlas
    hostile = zone(g, GERMAN)
    contact = atlas.zones.spread(presence(g).hexes[ALLIED]) & presence(g).hexes[GERMAN]
    taken: list[Space] = []
    for unit in [unit for unit in table.free if roster.hq >> unit & 1]:
        army = roster.us if roster.us >> unit & 1 else roster.cw
        mine = [s for s in strikes if any(army >> u & 1 for u in s.places)]
        best, chosen = -1e9, g.space[unit]
        field = pull(g, army_of(g, unit))
        for space in each(table.reach[unit] & ~hostile | BITS[g.space[unit]]):
            value = sum(2.0 + 2.0 * s.blow.worth for s in mine if atlas.distance(space, s.target) <= HQ_RANGE)
            value += 0.15 * sum(1 for foe in each(contact) if atlas.distance(space, foe) <= HQ_RANGE)
            gone = atlas.distance(space, g.space[unit])
            value -= (2.5 if mine else 0.5) * (gone > 1) + 0.02 * gone
            value += 0.15 * max(field[space], -30)
            value -= 1.2 * sum(1 for other in taken if atlas.distance(space, other) <= 4)
            if hostile >> space & 1 or not table.fits(unit, space):
                value -= 6.0
            if value > best:
                best, chosen = value, space
        taken.append(chosen)
        near = [s for s in mine if atlas.distance(chosen, s.target) <= HQ_RANGE]
        why = f"has {g.board.describe(near[0].target)} in range of its guns" if near else "brings its guns forward"
        table.give(unit, chosen, why, 1.0)


def close_up(g: Normandy44, table: Seating) -> None:
    """Everybody else goes forward, fills the line and stays in supply, the strongest first."""
    here = presence(g)
    contact = g.board.atlas.zones.spread(here.hexes[GERMAN])
    inside, threat = supplied(g, ALLIED), hostile_strength(g, ALLIED)
    fields = {army: pull(g, army) for army in ("us", "cw")}
    bonding = table.bonding()
    order = sorted(table.free, key=lambda u: (-fields[army_of(g, u)][g.space[u]], -strength(g, u)))
    for unit in order:
        field = fields[army_of(g, unit)]
        best, chosen = -1e9, g.space[unit]
        for space in each(table.reach[unit]):
            value = _place(g, table, unit, space, field, contact, inside, threat, bonding)
            if value > best:
                best, chosen = value, space
        table.give(unit, chosen, _advancing(g, unit, chosen), 1.0)
        if not (g.weak | g.scattered) >> unit & 1:
            bonding |= BITS[chosen]


def _advancing(g: Normandy44, unit: UnitId, space: Space) -> str:
    """What a unit goes forward for."""
    at = g.board.describe(space)
    return f"takes {at}, a place that counts" if space in prizes(g) else f"takes post at {at}{towards(g, unit, space)}"


def _place(
    g: Normandy44,
    table: Seating,
    unit: UnitId,
    space: Space,
    field: list[float],
    contact: Spaces,
    inside: Spaces,
    threat: list[float],
    bonding: Spaces,
) -> float:
    """How good a hex is for an Allied unit at the end of its move."""
    roster, bit = g.board.atlas.roster, BITS[space]
    value = 0.7 * field[space] + 1.5 * prizes(g).get(space, 0.0)
    if not table.fits(unit, space):
        return value - 50.0
    there = table.stacks.get(space, 0)
    if not inside & bit:
        value -= 4.0 if g.out_of_supply >> unit & 1 else 2.5
    if contact & bit:
        value += 0.6 - weariness(g, unit)
    held = defence(g, space, there | 1 << unit)
    value -= 1.2 * max(0.0, min(threat[space], 18.0) / max(held, 1) - 1.0)
    value += 0.3 * lie_of(g.board).shelter[space]
    if traps(g, ALLIED) & bit:
        value -= TRAP
    if threat[space] and not any(bonding >> to & 1 for to, _ in lie_of(g.board).hops[space] if to != g.space[unit]):
        value -= 1.2  # nobody within two hexes
    if there:
        value -= 0.4
    elif not (g.weak | g.scattered) >> unit & 1:
        hops = sum(1 for to, between in lie_of(g.board).hops[space] if between and bonding >> to & 1)
        value += 0.35 * min(hops, 2)
    if space == g.space[unit]:
        value += 0.2
    if roster.silhouette >> unit & 1 and not there:
        value -= 0.5
    return value


def exploitation(g: Normandy44, table: Seating, strikes: list[Strike]) -> Units:
    """Units near the attacks that neither fight nor move stand by to go through the hole (15.1)."""
    roster, atlas = g.board.atlas.roster, g.board.atlas
    fighting = {unit for strike in strikes for unit in strike.places}
    found: Units = 0
    near = 0
    for strike in strikes:
        near |= atlas.near(strike.target, 3)
    idle = roster.hq | roster.engineer | g.weak | roster.airborne
    for unit, order in table.orders.items():
        if unit in fighting or order.goal != g.space[unit] or idle >> unit & 1:
            continue
        if near >> g.space[unit] & 1 and roster.attacks[unit][g.steps[unit]]:
            found |= 1 << unit
    return found
