"""How well a unit serves its side in a hex at the end of its move."""

from bocage.games.darksummer.computer.chances import Fight, outlook
from bocage.games.darksummer.computer.goals import avranches_ours, besieges, goes_home
from bocage.games.darksummer.computer.ground import fed_hexes, ground_shift, is_trapped, march, strengths
from bocage.games.darksummer.computer.orders import COVERED, Orders
from bocage.games.darksummer.computer.siege import shuts_a_door, siege_force
from bocage.games.darksummer.rules.r05_stacking import has_room
from bocage.games.darksummer.rules.r06_zones_of_control import zone
from bocage.games.darksummer.rules.r11_odds import factor
from bocage.games.darksummer.rules.r15_boundary import beyond_boundary
from bocage.games.darksummer.sides import ALLIED, GERMAN, Army
from bocage.games.darksummer.state import DarkSummer
from bocage.kernel.combat import ATTACKER, DEFENDER
from bocage.kernel.counters import other
from bocage.kernel.ids import Space, UnitId
from bocage.kernel.spaces import BITS, each

NEVER = -100.0
HUNGER = 6.0
"""Not to be out of supply."""
PRESS = 2.2
"""To make an attack possible that is worth something."""
LOSS = 1.2
"""What a step counts when attacks are foreseen."""
DANGER = 1.0
"""Not to be beaten where one stands."""
CROWD = 0.25
"""Not to pile up where nobody needs to be."""
MASSED = 40
"""No more strength than this comes to bear on one hex."""
TOGETHER = 0.7
"""How much an attack counts for which others have yet to come up."""
GUARD = 3.0
"""To stand in an Open Beach with Germans near; more with every beach that is closed, for three are the end (3.2.1)."""
AVRANCHES = 8.0
"""To hold Avranches, the door to Brittany, with up to `GARRISON` units and one more."""
DOOR_OF_BRITTANY = 16.0
"""The same once US units are in Brittany: now its loss is the end (3.2.1)."""
GARRISON = 2
DOOR_OF_CHERBOURG = 16.0
"""To shut a door of Cherbourg, by which more Germans would get in: more than to go in oneself."""
TO_POST = 0.3
"""What each movement point on the way to a German post costs."""
AT_POST = 1.0
"""To stand on it."""


def allied_place(g: DarkSummer, orders: Orders, unit: UnitId, space: Space) -> float:
    """An Allied unit: towards its goal, next to whom it can beat, in supply."""
    atlas = g.board.atlas
    if not atlas.land & BITS[space]:
        return box_worth(g, orders, unit, space)
    if not has_room(g, unit, space):
        return NEVER
    if shuts_a_door(g, unit, space) and besieges(g, unit) and not goes_home(g, unit):
        return DOOR_OF_CHERBOURG
    army = g.board.units[unit].army
    value = orders.drawn(g, unit, space)
    value += PRESS * pressure(g, orders, unit, space)
    value -= DANGER * danger(g, unit, space)
    if not fed_hexes(g, army) & BITS[space] and not g.open_beaches & BITS[space]:
        value -= HUNGER
    if g.open_beaches & BITS[space] and not g.here.get(space, 0) & ~(1 << unit) and near_germans(g, space):
        value += GUARD * (1 + g.closed_beaches.bit_count())
    if atlas.avranches & BITS[space] and (g.here.get(space, 0) & ~(1 << unit)).bit_count() < GARRISON:
        value += DOOR_OF_BRITTANY if g.brittany_entered else AVRANCHES
    if atlas.ring[space] & g.hexes_of(GERMAN):
        return value
    return value - CROWD * (g.here.get(space, 0) & ~(1 << unit)).bit_count()


def near_germans(g: DarkSummer, space: Space) -> bool:
    """Whether Germans stand within two hexes."""
    return bool(g.board.atlas.ways.dilate(BITS[space], 2) & g.hexes_of(GERMAN))


def box_worth(g: DarkSummer, orders: Orders, unit: UnitId, space: Space) -> float:
    """What it is worth to go into a box."""
    atlas = g.board.atlas
    names = {goal.name for goal in orders.goals(g, unit)}
    if space == atlas.cherbourg:
        ours, theirs = siege_force(g)
        ready = ours >= 3 * theirs or g.turn >= g.rules.cherbourg_by - 1 or space == g.space[unit]
        return 14.0 if "Cherbourg" in names and ready else NEVER
    if space == atlas.brittany_entered:
        garrison = g.in_hexes(atlas.avranches) & ~(1 << unit)
        return 14.0 if "Brittany" in names and avranches_ours(g) and garrison else NEVER
    return 14.0 if names == {"the eastern edge"} else NEVER


def pressure(g: DarkSummer, orders: Orders, unit: UnitId, space: Space) -> float:
    """How much a unit adds to attacks on the enemies next to a hex: those that it betters at once, and its share of
    what all who are near could do together.
    """
    counter, table = g.board.units[unit], strengths(g)
    mine, here = factor(g, unit, ATTACKER), g.space[unit]
    if not mine:
        return 0.0
    beside = g.board.atlas.ring[here] if g.board.atlas.land & BITS[here] else 0
    enemy = other(counter.side)
    shut = beyond_boundary(g, counter.army)
    best = 0.0
    for target in each(g.board.atlas.ring[space] & g.hexes_of(enemy) & ~shut):
        around = table.around[counter.army][target]
        before = around - mine if beside & BITS[target] else around
        gain = _attack_worth(g, orders, target, before + mine) - _attack_worth(g, orders, target, before)
        best += max(0.0, gain, _share(g, orders, target, mine, before + mine))
    return best


def _share(g: DarkSummer, orders: Orders, target: Space, mine: int, around: int) -> float:
    """A unit's part in the attack that could be made when everybody near has come up."""
    together = max(around, min(MASSED, orders.massed(g, target)))
    return TOGETHER * mine / together * _attack_worth(g, orders, target, together)


def _attack_worth(g: DarkSummer, orders: Orders, target: Space, attack: int) -> float:
    """What an attack of some strength on a hex would be worth, roughly."""
    enemy, table = other(orders.side), strengths(g)
    if attack <= 0:
        return 0.0
    steps = max(1, table.steps[enemy][target])
    holds = enemy == GERMAN and holds_fast_here(g, target)
    shift = -ground_shift(g, target) - (g.sky.allied_shift if orders.side == GERMAN else 0)
    seen = outlook(g.board, Fight(attack, max(1, table.defense[enemy][target]), shift, steps, holds))
    value = orders.values.get(target, 1.0)
    trapped = 1.0 if is_trapped(g, enemy, target) else 0.0
    return max(0.0, seen.won * (value + trapped * steps) + LOSS * (seen.defender_steps - seen.attacker_steps))


def holds_fast_here(g: DarkSummer, space: Space) -> bool:
    """11.8: whether Germans in a hex ignore retreats."""
    atlas = g.board.atlas
    return bool(atlas.city & BITS[space] or (atlas.bocage & BITS[space] and g.turn <= g.rules.bocage_until))


def danger(g: DarkSummer, unit: UnitId, space: Space) -> float:
    """What an enemy attack on the hex would cost on average."""
    counter, table = g.board.units[unit], strengths(g)
    threat = table.against(counter.side, space)
    if not threat:
        return 0.0
    side = counter.side
    stands = g.space[unit] == space
    defense = table.defense[side][space] + (0 if stands else factor(g, unit, DEFENDER, tanks=True))
    steps = table.steps[side][space] + (0 if stands else g.steps[unit])
    holds = side == GERMAN and holds_fast_here(g, space)
    shift = -ground_shift(g, space) - (g.sky.allied_shift if side == ALLIED else 0)
    seen = outlook(g.board, Fight(threat, max(1, defense), shift, max(1, steps), holds))
    return seen.won + 0.5 * seen.defender_steps


def german_place(g: DarkSummer, orders: Orders, unit: UnitId, space: Space) -> float:
    """A German unit: hold what matters, close gaps, stay in supply, strike where it pays; in time, get out."""
    atlas = g.board.atlas
    if not atlas.land & BITS[space]:
        return german_box(g, orders, unit, space)
    if not has_room(g, unit, space):
        return NEVER
    if orders.leaves(g, unit):
        far = march(g.board, atlas.e_hexes & ~(g.exits[0] | g.exits[1]), GERMAN, g.board.units[unit].motorized)
        return 8.0 - 0.4 * far[space] - danger(g, unit, space)
    post = orders.post(g, unit)
    if post is not None:
        return at_post(g, unit, post, space)
    value = 1.6 * holding(g, orders, unit, space) + drawn_by_needs(g, orders, space)
    value += 0.7 * pressure(g, orders, unit, space) - 0.6 * danger(g, unit, space)
    if not fed_hexes(g, Army.GERMAN) & BITS[space]:
        value -= HUNGER if g.cherbourg_taken or atlas.column[space] > 25 else HUNGER / 3
    return value - CROWD * (g.here.get(space, 0) & ~(1 << unit)).bit_count()


def at_post(g: DarkSummer, unit: UnitId, post: Space, space: Space) -> float:
    """A unit with a post in the line: there, or on the shortest way, not too near to the enemy while it marches."""
    far = march(g.board, BITS[post], GERMAN, g.board.units[unit].motorized)[space]
    value = 9.0 - TO_POST * far + (AT_POST if space == post else 0.0)
    if space != post:
        value -= 0.4 * danger(g, unit, space)
    if not fed_hexes(g, Army.GERMAN) & BITS[space]:
        value -= HUNGER
    return value


def german_box(g: DarkSummer, orders: Orders, unit: UnitId, space: Space) -> float:
    """Into Cherbourg when the way out is lost, into the east when it is time."""
    atlas = g.board.atlas
    if space == atlas.cherbourg:
        return 2.0 if not fed_hexes(g, Army.GERMAN) & BITS[g.space[unit]] else NEVER
    return 20.0 if orders.leaves(g, unit) else NEVER


def holding(g: DarkSummer, orders: Orders, unit: UnitId, space: Space) -> float:
    """How much likelier the hex is held with this unit in it, by what it is worth."""
    table = strengths(g)
    threat = table.against(GERMAN, space)
    mine = factor(g, unit, DEFENDER, tanks=True)
    stands = g.space[unit] == space
    before = table.defense[GERMAN][space] - (mine if stands else 0)
    near = g.board.atlas.ways.spread(BITS[space]) & g.hexes_of(ALLIED)
    if not threat and not near:
        return 0.0
    covered = (zone(g, GERMAN) | g.hexes_of(GERMAN)) & BITS[space] and not (stands and before <= 0)
    worth = orders.important[space] * (COVERED if covered and before <= 0 else 1.0)
    steps = table.steps[GERMAN][space] - (g.steps[unit] if stands else 0)
    holds, shift = holds_fast_here(g, space), -ground_shift(g, space)
    lost = 1.0
    if before > 0:
        lost = outlook(g.board, Fight(threat, before, shift, max(1, steps), holds)).won
    then = outlook(g.board, Fight(max(1, threat), before + mine, shift, max(1, steps) + g.steps[unit], holds)).won
    return worth * max(0.0, lost - then)


def drawn_by_needs(g: DarkSummer, orders: Orders, space: Space) -> float:
    """How much the hexes of the front that call for help draw a unit to a hex."""
    distance = g.board.atlas.distance
    return max((need - 0.13 * distance(space, hex_) for hex_, need in orders.needs), default=0.0)


def place_worth(g: DarkSummer, orders: Orders, unit: UnitId, space: Space) -> float:
    """How well a unit serves its side in a space."""
    return allied_place(g, orders, unit, space) if orders.side == ALLIED else german_place(g, orders, unit, space)
