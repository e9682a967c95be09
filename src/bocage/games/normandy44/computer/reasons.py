"""Why an order is given, in one line for the player: movement here, battle and the rest in modules of their own."""

from typing import Any

from bocage.games.normandy44.computer.attack_reasons import ATTACK_REASONS
from bocage.games.normandy44.computer.battle_reasons import NESTED_REASONS
from bocage.games.normandy44.computer.ground import FAR, lie_of, threat_to
from bocage.games.normandy44.computer.marching_orders import Order
from bocage.games.normandy44.computer.orders import Plan
from bocage.games.normandy44.computer.other_reasons import ENTRY_REASONS
from bocage.games.normandy44.computer.words import (
    against,
    beyond,
    factors,
    name,
    place,
    sentence,
    threatened,
    towards,
)
from bocage.games.normandy44.computer.worth import on_map
from bocage.games.normandy44.rules.r06_landings import Landing, landing_cost
from bocage.games.normandy44.rules.r06_reinforcements import ENTRY_MODES, Entering
from bocage.games.normandy44.rules.r07_stacking import fits, overstacked
from bocage.games.normandy44.rules.r09_movement import BICYCLE, CONVOY, STRATEGIC, TRUCK, table_of
from bocage.games.normandy44.rules.r09_movement_phase import MOVES, Orders, Overstacked
from bocage.games.normandy44.rules.r09_moving_a_unit import Moving, homeward
from bocage.games.normandy44.rules.r15_reserve import ReserveMovement
from bocage.games.normandy44.sides import ALLIED
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.actions import Action
from bocage.kernel.board import POINT
from bocage.kernel.counters import each_unit
from bocage.kernel.ids import Space, UnitId
from bocage.kernel.wording import counted
from bocage.players.knowledge import Reason

MANNERS = {
    STRATEGIC: "by strategic movement",
    TRUCK: "on lorries",
    CONVOY: "on lorries by road",
    BICYCLE: "on bicycles",
}
BESIDE = 3
"""A division is together within this many hexes."""


def march(g: Normandy44, unit: UnitId, start: Space, goal: Space, mode: int) -> str:
    """How far it is with no enemy in the way; nothing where there is no way."""
    cost = lie_of(g.board).distances(table_of(g, unit, vehicle=mode in (STRATEGIC, TRUCK, CONVOY)), goal)[start]
    number = f"{cost / POINT:.1f}".removesuffix(".0")
    return "" if cost >= FAR else f"{number} {'point' if cost == POINT else 'points'}"


def why_order(g: Normandy44, plan: Plan, frame: Orders, action: Action) -> str:
    """The unit's own order, or what the deed is for."""
    verb = action[0]
    if verb == "end":
        return "every order that can be carried out has been given"
    if verb in ("scrap", "fortress", "evacuate", "dismantle"):
        return why_left_over(g, action)
    unit = action[1]
    if verb in MOVES:
        return _why_moved(g, plan.moves(g).get(unit), unit, verb)
    if verb == "enter":
        order = plan.moves(g).get(unit)
        return f"{name(g, unit)} comes in" + ("" if order is None else f" and {order.why}")
    if verb == "reserve":
        return why_stands_by(g, plan, unit)
    return {"land": why_landed_now, "entrench": why_dug_in, "unreserve": why_unreserved}[verb](g, unit)


def why_unreserved(g: Normandy44, unit: UnitId) -> str:
    """Why a unit leaves reserve (15.1)."""
    return f"{name(g, unit)} leaves reserve: there are more stacks in reserve than markers"


def why_left_over(g: Normandy44, action: Action) -> str:
    """A deed that no order asks for, done because nothing else can be done."""
    verb, thing = action[0], action[1]
    what = g.board.describe(Space(thing)) if verb in ("scrap", "fortress") else name(g, thing)
    return f"nothing is left to do but to {verb}: {what}"


def _why_moved(g: Normandy44, order: Order | None, unit: UnitId, verb: str) -> str:
    """The order; without one to go elsewhere, what makes the unit move."""
    here, mode = g.space[unit], MOVES[verb]
    if order is None or order.goal == here:
        return why_unordered(g, unit)
    head = f"{name(g, unit)} {order.why}"
    if mode not in MANNERS:
        return head
    far = march(g, unit, here, order.goal, mode)
    return sentence(head, f", {MANNERS[mode]}", f", {far} away" if far else "")


def why_unordered(g: Normandy44, unit: UnitId) -> str:
    """Why a unit is asked that has nowhere to go."""
    here = g.space[unit]
    if homeward(g, unit) is not None:
        return f"{name(g, unit)} was driven off its army's ground and goes back to it"
    if overstacked(g, here):
        return f"{name(g, unit)} makes room: {g.board.describe(here)} is overstacked"
    return f"{name(g, unit)} has nowhere better to be than {g.board.describe(here)}"


def why_landed_now(g: Normandy44, unit: UnitId) -> str:
    """Why this unit is the next to come ashore."""
    roster, bit = g.board.atlas.roster, 1 << unit
    if roster.engineer & bit:
        return f"{name(g, unit)} lands first: it opens its beach"
    cost = landing_cost(g, unit)
    price = f"for {counted(cost, 'point')}" if cost else "free, with the follow-up wave"
    if roster.hq & bit:
        return f"{name(g, unit)} lands {price}: its guns support attacks"
    together = division_ashore(g, unit)
    return sentence(
        f"{name(g, unit)} lands {price}: {counted(factors(g, unit), 'factor')}",
        ", and its division is ashore" if together else "",
    )


def division_ashore(g: Normandy44, unit: UnitId) -> list[UnitId]:
    """Those of its division who are on the map."""
    roster = g.board.atlas.roster
    return [m for m in each_unit(roster.by_division.get(roster.division[unit], 0) & ~(1 << unit)) if on_map(g, m)]


def why_dug_in(g: Normandy44, unit: UnitId) -> str:
    """The strength that threatens the hex."""
    side, space = g.board.counters[unit].side, g.space[unit]
    return f"{name(g, unit)} digs in at {g.board.describe(space)}{against(threat_to(g, side, space))}"


def why_stands_by(g: Normandy44, plan: Plan, unit: UnitId) -> str:
    """The attack whose success a reserve is to follow."""
    distance, here = g.board.atlas.distance, g.space[unit]
    fighting = [(distance(here, order.goal), other) for other, order in plan.moves(g).items() if order.rank >= 3.0]
    if not fighting:
        return f"{name(g, unit)} stands by at {g.board.describe(here)}"
    other = min(fighting)[1]
    return sentence(f"{name(g, unit)} stands by to follow {name(g, other)}", f", who {plan.moves(g)[other].why}")


def why_moving(g: Normandy44, plan: Plan, frame: Moving, action: Action) -> str:
    """The order that the move carries out, or how near it comes to it."""
    unit, here = frame.unit, g.space[frame.unit]
    to = here if action[0] == "halt" else action[1]
    if g.regroup >> unit & 1 and frame.by == ALLIED:
        return why_off_the_beach(g, unit, to)
    order = (plan.second_moves(g) if frame.reserve else plan.moves(g)).get(unit)
    if order is None or (order.goal == here and overstacked(g, here)):
        return why_unordered(g, unit)
    if to == order.goal:
        return f"{name(g, unit)} {order.why}"
    left = march(g, unit, to, order.goal, frame.mode)
    if to == here:
        return f"{name(g, unit)} halts {left or 'far'} short of {place(g, order.goal, here)}: no free hex is better"
    return sentence(f"{name(g, unit)} {order.why}", f", {left} of march to go" if left else "")


def why_off_the_beach(g: Normandy44, unit: UnitId, to: Space) -> str:
    """A unit that has just landed goes forward, unless the enemy is too strong there."""
    here = g.space[unit]
    if to == here:
        return f"{name(g, unit)} stays at {place(g, here)}: no safer hex leads to {beyond(g, unit, here)}"
    head = f"{name(g, unit)} leaves the beach for {g.board.describe(to)}"
    return sentence(head, towards(g, unit, to), threatened(g, ALLIED, to))


def why_entering(g: Normandy44, plan: Plan, frame: Entering, action: Action) -> str:
    """The entry hex, the manner, and how far it is from there."""
    unit, space, mode = frame.unit, action[1], ENTRY_MODES[action[2]]
    how = f" {MANNERS[mode]}" if mode in MANNERS else ""
    head = f"{name(g, unit)} comes in{how} at {g.board.names[space]}"
    goal = plan.goal(g, unit, reserve=False)
    if goal is None:
        return f"{head}: no place calls for it yet"
    far = march(g, unit, space, goal, mode)
    return f"{head}, {f'{far} of march from' if far else 'to go to'} {g.board.describe(goal)}"


def why_landing(g: Normandy44, plan: Plan, frame: Landing, action: Action) -> str:
    """Where its way forward is shortest, its division near, and room for it."""
    unit, space = frame.unit, action[1]
    head = f"{name(g, unit)} lands at {place(g, space)}"
    if not fits(g, 1 << unit, space):
        return f"{head}, crowded as it is: no beach has room, and it steps on from there"
    near = [m for m in division_ashore(g, unit) if g.board.atlas.distance(space, g.space[m]) <= BESIDE]
    beside = f", near {name(g, near[0])} of its division" if near else ""
    return sentence(head + towards(g, unit, space), beside, threatened(g, ALLIED, space))


def why_reserve(g: Normandy44, plan: Plan, frame: ReserveMovement, action: Action) -> str:
    """The second order of a reserve."""
    if action[0] == "end":
        return "no reserve that is left has an enemy to strike or free ground ahead of it"
    if action[0] == "unreserve":
        return why_unreserved(g, action[1])
    order = plan.second_moves(g).get(action[1]) if action[0] == "move" else None
    return why_left_over(g, action) if order is None else f"{name(g, action[1])} {order.why}"


def why_removed(g: Normandy44, plan: Plan, frame: Overstacked, action: Action) -> str:
    """The least loss."""
    lost = counted(factors(g, action[1]), "factor")
    return f"{name(g, action[1])} is the least loss at {place(g, frame.space)}, which is overstacked: {lost}"


REASONS: dict[type, Reason[Any, Any, Any]] = {
    Orders: why_order,
    Moving: why_moving,
    Entering: why_entering,
    Landing: why_landing,
    ReserveMovement: why_reserve,
    Overstacked: why_removed,
    **ENTRY_REASONS,
    **ATTACK_REASONS,
    **NESTED_REASONS,
}
