"""Why an order is given, in one line for the player."""

from collections.abc import Callable
from typing import Any

from bocage.games.normandy44.r06_reinforcements import Landing
from bocage.games.normandy44.r06_replacements import Replacements
from bocage.games.normandy44.r09_movement_phase import Orders
from bocage.games.normandy44.r09_moving import Moving
from bocage.games.normandy44.r10_combat import Assemble, Attacks, Support
from bocage.games.normandy44.r12_determined_defence import Defence
from bocage.games.normandy44.r13_retreat import Retreat
from bocage.games.normandy44.r14_advance import Advance
from bocage.games.normandy44.r15_reserve import ReserveMovement
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.actions import Action

from .attacks import Blow, deserved, plan_attacks
from .chances import lead_stand, results_of, weigh
from .orders import Plan


def name(g: Normandy44, unit: int) -> str:
    """What the counter is called."""
    text: str = g.board.counters[unit].name
    return text


def column_title(g: Normandy44, column: int) -> str:
    """The odds as the table calls them."""
    last = len(results_of(g.board)) - 1
    return g.board.crt.title(min(column, last)) if column >= 0 else "below 1-3"


def why_order(g: Normandy44, plan: Plan, frame: Orders, action: Action) -> str:
    """The unit's own order, or what the deed is for."""
    verb = action[0]
    if verb == "end":
        return "everybody has his orders"
    if verb in ("move", "strategic", "truck", "convoy"):
        order = plan.moves(g).get(action[1])
        if order is None:
            return f"{name(g, action[1])} goes back to its ground"
        return f"{name(g, action[1])} {order.why}"
    told = {
        "enter": "comes on where it is needed",
        "land": "is the next to come ashore",
        "entrench": "digs in where the enemy is strong",
        "reserve": "stands by to follow a success",
    }
    return f"{name(g, action[1])} {told[verb]}" if verb in told else ""


def why_moving(g: Normandy44, plan: Plan, frame: Moving, action: Action) -> str:
    """The order that the move carries out."""
    orders = plan.second_moves(g) if frame.reserve else plan.moves(g)
    order = orders.get(frame.unit)
    if order is not None:
        return f"{name(g, frame.unit)} {order.why}"
    return f"{name(g, frame.unit)} makes room on the beach" if g.regroup >> frame.unit & 1 else ""


def why_landing(g: Normandy44, plan: Plan, frame: Landing, action: Action) -> str:
    """Where its way forward is shortest."""
    return f"{name(g, frame.unit)} is needed inland from {g.board.describe(action[1])}"


def why_attack(g: Normandy44, plan: Plan, frame: Attacks, action: Action) -> str:
    """Odds and chance of the attack."""
    if action[0] == "end":
        return "no further attack is worth its losses"
    for blow in plan_attacks(g, frame.by, reserve=frame.reserve):
        if blow.assault.target == action[1]:
            return told(g, blow)
    return ""


def told(g: Normandy44, blow: Blow) -> str:
    """An attack in a few words."""
    odds = column_title(g, blow.prospect.column + blow.shifts)
    chance = blow.prospect.chance(g, blow.shifts)
    return f"{odds} on {g.board.describe(blow.assault.target)}, {chance:.0%} to take it"


def why_joined(g: Normandy44, plan: Plan, frame: Assemble, action: Action) -> str:
    """Part of the attack."""
    at = g.board.describe(frame.assault.target)
    return f"{name(g, action[1])} joins the attack on {at}" if action[0] == "with" else ""


def why_support(g: Normandy44, plan: Plan, frame: Support, action: Action) -> str:
    """What the attack stands at."""
    prospect = weigh(g, frame.assault)
    if prospect is None:
        return ""
    shifts, _ = deserved(g, frame.assault, prospect)
    chance, odds = prospect.chance(g, shifts), column_title(g, prospect.column + shifts)
    return f"with support {odds}, {chance:.0%} to take it" if shifts else f"{odds}, {chance:.0%} to take it"


def why_defence(g: Normandy44, plan: Plan, frame: Defence, action: Action) -> str:
    """The chance to hold."""
    at = g.board.describe(frame.assault.target)
    if action[0] == "stand":
        stand = lead_stand(g, frame.assault, action[1])
        return f"{name(g, action[1])} stands at {at}: {stand.holds:.0%} to hold"
    return f"{at} is not worth the steps" if action[0] == "retreat" else "the main force is gone"


def why_retreat(g: Normandy44, plan: Plan, frame: Retreat, action: Action) -> str:
    """Where the unit falls back to."""
    if action[0] == "perish":
        return f"{name(g, action[1])} has no way back"
    return f"{name(g, action[1])} falls back to {g.board.describe(action[2])}"


def why_advance(g: Normandy44, plan: Plan, frame: Advance, action: Action) -> str:
    """Who follows where."""
    if action[0] == "advance":
        return f"{name(g, action[1])} follows to {g.board.describe(action[2])}"
    return f"{name(g, action[1])} stands by" if action[0] == "reserve" else "nobody needs to follow further"


def why_reserve(g: Normandy44, plan: Plan, frame: ReserveMovement, action: Action) -> str:
    """The second order of a reserve."""
    if action[0] == "end":
        return "the reserves stay"
    order = plan.second_moves(g).get(action[1])
    return "" if order is None else f"{name(g, action[1])} {order.why}"


def why_replacement(g: Normandy44, plan: Plan, frame: Replacements, action: Action) -> str:
    """Who is made good."""
    told = {"replace": "is brought up to strength", "return": "is raised again", "mobilize": "is called up"}
    if action[0] in told:
        return f"{name(g, action[1])} {told[action[0]]}"
    return "artillery needs supply points" if action[0] == "buy" else "nothing more to make good"


REASONS: dict[type, Callable[[Any, Any, Any, Action], str]] = {
    Orders: why_order,
    Moving: why_moving,
    Landing: why_landing,
    Attacks: why_attack,
    Assemble: why_joined,
    Support: why_support,
    Defence: why_defence,
    Retreat: why_retreat,
    Advance: why_advance,
    ReserveMovement: why_reserve,
    Replacements: why_replacement,
}
