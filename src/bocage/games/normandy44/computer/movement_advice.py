"""Carrying out the orders: who moves next, and by which hexes."""

from collections.abc import Sequence

from bocage.games.normandy44.computer.ground import lie_of, pull, threat_to
from bocage.games.normandy44.computer.marching_orders import Order
from bocage.games.normandy44.computer.orders import Plan
from bocage.games.normandy44.computer.worth import army_of, unit_worth
from bocage.games.normandy44.rules.r06_landings import Landing, landing_hexes
from bocage.games.normandy44.rules.r06_reinforcements import ENTRY_MODES, Entering
from bocage.games.normandy44.rules.r07_stacking import fits, overstacked, overstacked_hexes
from bocage.games.normandy44.rules.r08_zones_of_control import bonds, presence, zone
from bocage.games.normandy44.rules.r09_movement import (
    BICYCLE,
    CONVOY,
    NORMAL,
    STRATEGIC,
    TRUCK,
    closed_ground,
    table_of,
)
from bocage.games.normandy44.rules.r09_movement_phase import Orders, Overstacked
from bocage.games.normandy44.rules.r09_moving_a_unit import Moving
from bocage.games.normandy44.rules.r15_reserve import ReserveMovement
from bocage.games.normandy44.rules.r17_cadres import strength
from bocage.games.normandy44.sides import ALLIED, GERMAN
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.actions import Action
from bocage.kernel.board import POINT
from bocage.kernel.counters import each_unit
from bocage.kernel.ids import Space, UnitId
from bocage.kernel.spaces import BITS, each

DIG_IN = 6.0
"""Positions are dug where this much strength threatens."""


def advise_orders(g: Normandy44, plan: Plan, frame: Orders, options: Sequence[Action]) -> list[float]:
    """First those who move, the most urgent first; then who enters or lands; then positions and reserves."""
    moves = plan.moves(g)
    reserves = plan.reserves(g)
    waiting = {action[1] for action in options if action[0] in ("strategic", "truck")}
    scores = [_order(g, plan, action, moves, reserves, waiting) for action in options]
    crowded = overstacked_hexes(g, plan.side)
    if crowded:  # 7.2: a unit makes room before the phase ends
        for n, action in enumerate(options):
            if action[0] == "move" and g.space[action[1]] in crowded:
                scores[n] = max(scores[n], 0.15)
    return scores


def _order(
    g: Normandy44, plan: Plan, action: Action, moves: dict[UnitId, Order], reserves: int, waiting: set[int]
) -> float:
    verb = action[0]
    if verb == "end":
        return 0.0
    if verb in ("move", "strategic", "truck"):
        order = moves.get(action[1])
        if order is None or order.goal == g.space[action[1]]:
            return -0.2 if verb == "move" else -1.0
        if verb == order.verb or (verb == "move" and action[1] not in waiting):
            full = not fits(g, 1 << action[1], order.goal)  # wait until those there have left
            return 0.3 + 0.1 * order.rank if full else 1.0 + order.rank
        return 0.9 if verb == "move" else -1.0
    if verb == "enter":
        return 0.8
    if verb == "land":
        return 0.5 + 0.01 * landing_rank(g, action[1]) if room_ashore(g, action[1]) else -0.5
    if verb == "entrench":
        return _dig(g, plan, action[1], moves)
    if verb == "reserve":
        return 0.2 if reserves >> action[1] & 1 else -1.0
    return -1.0


def _dig(g: Normandy44, plan: Plan, unit: UnitId, moves: dict[UnitId, Order]) -> float:
    """Units that stay where the enemy is strong dig in, unless they are to attack from that hex."""
    space = g.space[unit]
    order = moves.get(unit)
    if order is not None and (order.goal != space or order.rank >= 3.0):
        return -1.0
    for other in each_unit(g.here[space]):
        beside = moves.get(other)
        if beside is not None and beside.rank >= 3.0:
            return -1.0
    threat = threat_to(g, plan.side, space)
    if plan.side == ALLIED or threat < DIG_IN:
        return -1.0
    return 0.3 + 0.001 * threat


def room_ashore(g: Normandy44, unit: UnitId) -> bool:
    """Is there a beach hex with room for the unit, or one from which it can step on to such a hex?"""
    atlas, bit = g.board.atlas, 1 << unit
    for space in each(landing_hexes(g, unit)):
        if fits(g, bit, space):
            return True
        if zone(g, GERMAN) >> space & 1 or (atlas.roster.immobile | g.replaced) & bit:
            continue
        shut = presence(g).hexes[GERMAN] | bonds(g, GERMAN).hexes | closed_ground(g, unit)
        for way in atlas.ways[table_of(g, unit)][space]:
            if not way.first and not shut >> way.to & 1 and fits(g, bit, way.to):
                return True
    return False


def landing_rank(g: Normandy44, unit: UnitId) -> float:
    """Who lands first: engineers, then what fights best for its points, with the rest of its division ashore."""
    roster, bit = g.board.atlas.roster, 1 << unit
    if roster.engineer & bit:
        return 30.0
    value = 4.0 * unit_worth(g, unit, g.steps[unit]) + 1.5 * roster.rp[unit]
    if g.space[unit] != g.board.ids["britain"]:
        value += 10.0  # the follow-up wave lands free
    if roster.hq & bit:
        value += 5.0
    mates = roster.by_division.get(roster.division[unit], 0)
    if any(0 <= g.space[mate] < g.board.atlas.size for mate in each(mates & ~bit)):
        value += 2.0
    if roster.airborne & bit and g.returned & bit:
        value -= 5.0
    return value


def advise_moving(g: Normandy44, plan: Plan, frame: Moving, options: Sequence[Action]) -> list[float]:
    """To the goal, or as near to it as the way allows."""
    unit = frame.unit
    if g.regroup >> unit & 1 and frame.by == ALLIED:
        return _ashore(g, unit, options)
    goal = plan.goal(g, unit, reserve=frame.reserve)
    if (goal is None or goal == g.space[unit]) and overstacked(g, g.space[unit]):
        return [-9.0 if action[0] == "halt" else _room(g, frame, action[1]) for action in options]
    if goal is None:
        return [0.0 if action[0] == "halt" else _homeward(g, unit, action[1]) for action in options]
    costs = lie_of(g.board).distances(table_of(g, unit, vehicle=frame.mode in (STRATEGIC, TRUCK, CONVOY)), goal)
    hostile = zone(g, GERMAN if frame.by == ALLIED else ALLIED)
    here = g.space[unit]
    scores = []
    for action in options:
        space = here if action[0] == "halt" else action[1]
        value = -costs[space] / POINT
        if action[0] != "halt" and not fits(g, 1 << unit, space):
            value -= 40.0
        elif space == goal:
            value += 5.0
        elif frame.by == GERMAN and hostile & BITS[space]:
            value -= 0.8  # short of the goal, keep away from the enemy
        if action[0] == "halt":
            value += 0.01
        scores.append(value)
    return scores


def _room(g: Normandy44, frame: Moving, space: Space) -> float:
    """Out of an overstacked hex, into the nearest good one."""
    value = -float(g.board.atlas.distance(g.space[frame.unit], space)) + lie_of(g.board).shelter[space]
    value -= 0.05 * threat_to(g, frame.by, space)
    return value if fits(g, 1 << frame.unit, space) else value - 20.0


def _homeward(g: Normandy44, unit: UnitId, space: Space) -> float:
    """Without an order, stay; if it must go, then the least distance."""
    return -0.1 - 0.1 * g.board.atlas.distance(g.space[unit], space)


def _ashore(g: Normandy44, unit: UnitId, options: Sequence[Action]) -> list[float]:
    """Off the beach and forward, where there is room."""
    field = pull(g, army_of(g, unit))
    scores = []
    for action in options:
        space = g.space[unit] if action[0] == "halt" else action[1]
        there = g.here.get(space, 0) & ~(1 << unit)
        held = sum(strength(g, other) for other in each_unit(there | 1 << unit))
        if not fits(g, 1 << unit, space):
            scores.append(-99.0)
            continue
        value = field[space] - 0.4 * max(0.0, min(threat_to(g, ALLIED, space), 18.0) / held - 1.5)
        scores.append(value + (0.3 if action[0] != "halt" else 0.0) - 0.1 * there.bit_count())
    return scores


def advise_entering(g: Normandy44, plan: Plan, frame: Entering, options: Sequence[Action]) -> list[float]:
    """At the entry hex nearest to the goal, in the fastest manner if the way is long."""
    goal = plan.goal(g, frame.unit, reserve=False)
    scores = []
    for action in options:
        space, mode = action[1], ENTRY_MODES[action[2]]
        vehicle = mode in (STRATEGIC, TRUCK, CONVOY)
        cost = 0 if goal is None else lie_of(g.board).distances(table_of(g, frame.unit, vehicle=vehicle), goal)[space]
        value = -cost / POINT
        if mode == STRATEGIC and cost > 4 * POINT:
            value += 3.0
        elif (mode in (TRUCK, BICYCLE) and cost > 3 * POINT) or mode == NORMAL:
            value += 1.0
        elif mode == CONVOY:
            value += 0.5
        scores.append(value)
    return scores


def advise_landing(g: Normandy44, plan: Plan, frame: Landing, options: Sequence[Action]) -> list[float]:
    """On the beach that lies best for what is wanted and has room."""
    field = pull(g, army_of(g, frame.unit))
    scores = []
    for action in options:
        space = action[1]
        there = g.here.get(space, 0)
        if not fits(g, 1 << frame.unit, space):
            scores.append(-99.0 + field[space])
            continue
        value = field[space] + 0.03 * min(threat_to(g, ALLIED, space), 20.0) - 0.3 * there.bit_count()
        mates = g.board.atlas.roster.by_division.get(g.board.atlas.roster.division[frame.unit], 0)
        near = [m for m in each(mates) if 0 <= g.space[m] < g.board.atlas.size]
        if near:
            value -= 0.25 * min(g.board.atlas.distance(space, g.space[m]) for m in near)
        scores.append(value)
    return scores


def advise_reserve_move(g: Normandy44, plan: Plan, frame: ReserveMovement, options: Sequence[Action]) -> list[float]:
    """Reserves with somewhere to go."""
    moves = plan.second_moves(g)
    scores = []
    for action in options:
        order = moves.get(action[1]) if action[0] == "move" else None
        going = order is not None and order.goal != g.space[action[1]]
        scores.append(0.0 if action[0] == "end" else 1.0 + order.rank if order is not None and going else -1.0)
    return scores


def advise_overstacked(g: Normandy44, plan: Plan, frame: Overstacked, options: Sequence[Action]) -> list[float]:
    """The least of them."""
    return [-unit_worth(g, action[1], g.steps[action[1]]) for action in options]
