"""Why the planner does what it does in tinybeach, in one line for a person who plays against it or asks it for advice.

A counter is named, and its order follows after a colon: some are one battalion, others are many tanks, and no verb fits
both.
"""

from bocage.games.tinybeach.computer.worth import Orders, hexes_between, strengths
from bocage.games.tinybeach.rules.r04_zones_of_control import zones
from bocage.games.tinybeach.rules.r05_movement import Movement, MoveUnit
from bocage.games.tinybeach.rules.r06_combat import Attacks, Muster, able, odds
from bocage.games.tinybeach.rules.r07_results import MEANING, Advance, ChooseLoss, RetreatStep
from bocage.games.tinybeach.rules.r09_concealment import HideGun, OpenFire
from bocage.games.tinybeach.rules.r10_reinforcements import Enter
from bocage.games.tinybeach.sides import ALLIED
from bocage.games.tinybeach.state import Tiny
from bocage.kernel.actions import Action
from bocage.kernel.counters import each_unit, other
from bocage.kernel.ids import Space, UnitId, Units
from bocage.kernel.spaces import bit
from bocage.kernel.wording import counted


def why_select(g: Tiny, orders: Orders, frame: Movement, action: Action) -> str:
    """Whose turn it is to move: those in the enemy's zone are asked last."""
    if action[0] == "done":
        return "everybody stands where he serves best"
    name, near = _name(g, action[1]), zones(g, other(orders.side))
    if not near & bit(g.space[action[1]]):
        return f"{name} next: free to go where there is need"
    if all(near & bit(g.space[option[1]]) for option in frame.options(g) if option[0] == "select"):
        return f"{name} next: only counters in the enemy's zone are left"
    return f"{name} next, though in the enemy's zone"


def why_move(g: Tiny, orders: Orders, frame: MoveUnit, action: Action) -> str:
    """Towards what a counter goes."""
    name = _name(g, frame.unit)
    if action[0] == "stay":
        return f"{name}: hold {g.board.describe(g.space[frame.unit])}"
    goal = _goal(g, orders, action[2])
    if goal == action[2]:
        return f"{name}: make a stand in {g.board.describe(goal)}"
    return f"{name}: make for {g.board.describe(goal)}"


def why_attack(g: Tiny, orders: Orders, _: Attacks, action: Action) -> str:
    """The odds, and the chance to drive the enemy off, as far as the attacker can know."""
    if action[0] == "done":
        return "no further attack pays"
    target = action[1]
    doubt = orders.side == ALLIED and g.concealed and g.board.gun_sites & ~g.searched & bit(target)
    return _chance(g, able(g, orders.side, target), target) + (", unless the gun hides there" if doubt else "")


def why_join(g: Tiny, _: Orders, frame: Muster, action: Action) -> str:
    """What one more makes of the odds; as long as others may follow, what all of them make of it."""
    if action[0] == "fight":
        return _chance(g, frame.attackers, frame.target)
    joined, everybody = frame.attackers | 1 << action[1], frame.attackers | able(g, frame.by, frame.target)
    others = "" if joined == everybody else " and all others who can join"
    return f"with {_name(g, action[1])}{others}: {_chance(g, everybody, frame.target)}"


def why_lose(g: Tiny, _: Orders, __: ChooseLoss, action: Action) -> str:
    """What it costs."""
    name = _name(g, action[1])
    if g.steps[action[1]] > 1:
        return f"{name}: a step to spare, and still in the fight"
    return f"{name}: the least loss"


def why_retreat(g: Tiny, orders: Orders, frame: RetreatStep, action: Action) -> str:
    """Whom it meets there."""
    near = strengths(g).around[other(orders.side)][action[2]]
    head = f"{_name(g, frame.unit)}: back to {g.board.describe(action[2])}"
    return f"{head}, though strength {near} of enemies is beside it" if near else f"{head}, with no enemy beside it"


def why_advance(g: Tiny, _: Orders, frame: Advance, action: Action) -> str:
    """What is won by following up."""
    if action[0] == "halt":
        return "everybody stands better where he is"
    name, place = _name(g, action[1]), g.board.describe(frame.target)
    if friends := list(each_unit(g.here.get(frame.target, 0))):
        return f"{name}: join {_name(g, friends[0])} in {place}"
    points = g.board.objectives.get(frame.target)
    return f"{name}: take {place}" + (f", worth {points}" if points else " from the enemy")


def why_enter(g: Tiny, orders: Orders, _: Enter, action: Action) -> str:
    """On the way to what."""
    if action[0] == "hold":
        return "there is no room that is worth it yet"
    goal = g.board.describe(_goal(g, orders, action[2]))
    return f"{_name(g, action[1])}: come in at {g.board.describe(action[2])}, on the way to {goal}"


def why_hide(g: Tiny, _: Orders, __: HideGun, action: Action) -> str:
    """What it waits for there."""
    points = g.board.objectives.get(action[1])
    return f"the gun guards {counted(points, 'point')}" if points else "anything that passes here runs into the gun"


def why_fire(g: Tiny, orders: Orders, _: OpenFire, action: Action) -> str:
    """Who is near."""
    near = strengths(g).around[other(orders.side)][g.gun_at]
    if action[0] == "reveal":
        return f"strength {near} of enemies stands beside the gun: it will tell now"
    return "the gun is worth more while nobody knows where it is"


def _name(g: Tiny, unit: UnitId) -> str:
    return g.board.units[unit].name


def _goal(g: Tiny, orders: Orders, space: Space) -> Space:
    """The objective that draws most towards a hex."""
    distance = hexes_between(g.board)
    return max(orders.worth, key=lambda goal: orders.worth[goal] / (1 + distance[space, goal]))


def _chance(g: Tiny, attackers: Units, target: Space) -> str:
    ledger = odds(g, attackers, target)
    if ledger.start < 0:
        return f"too weak against {g.board.describe(target)}"
    column = ledger.final().column
    good = sum(MEANING[g.board.crt.read(die, column)][2] for die in range(1, 7))
    return f"{g.board.crt.title(column)} on {g.board.describe(target)}, {good} in 6 to drive the enemy off"
