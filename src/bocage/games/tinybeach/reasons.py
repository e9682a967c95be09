"""Why the planner does what it does in tinybeach, in one line for whoever plays against it or asks it for advice."""

from bocage.games.tinybeach.r04_zones import zones
from bocage.games.tinybeach.r05_movement import Movement, MoveUnit
from bocage.games.tinybeach.r06_combat import Attacks, Muster, able, odds
from bocage.games.tinybeach.r07_results import MEANING, Advance, ChooseLoss, RetreatStep
from bocage.games.tinybeach.r09_concealment import HideGun, OpenFire
from bocage.games.tinybeach.r10_reinforcements import Enter
from bocage.games.tinybeach.state import Tiny, other
from bocage.games.tinybeach.worth import Orders, hexes_between, strengths
from bocage.kernel.actions import Action
from bocage.kernel.ids import Space, UnitId, Units
from bocage.kernel.spaces import bit


def why_select(g: Tiny, orders: Orders, _: Movement, action: Action) -> str:
    """Whose turn it is to move."""
    if action[0] == "done":
        return "everybody stands where he serves best"
    name = _name(g, action[1])
    if zones(g, other(orders.side)) & bit(g.space[action[1]]):
        return f"{name} is in the enemy's zone, so it moves after those who are free"
    return f"{name} is free to go where it is needed"


def why_move(g: Tiny, orders: Orders, frame: MoveUnit, action: Action) -> str:
    """Towards what a counter goes."""
    name = _name(g, frame.unit)
    if action[0] == "stay":
        return f"{name} holds {g.board.describe(g.space[frame.unit])}"
    goal = _goal(g, orders, action[2])
    if goal == action[2]:
        return f"{name} takes its stand in {g.board.describe(goal)}"
    return f"{name} goes for {g.board.describe(goal)}"


def why_attack(g: Tiny, orders: Orders, _: Attacks, action: Action) -> str:
    """The odds, and the chance to drive the enemy off."""
    if action[0] == "done":
        return "no further attack pays"
    return _chance(g, able(g, orders.side, action[1]), action[1])


def why_join(g: Tiny, _: Orders, frame: Muster, action: Action) -> str:
    """What one more makes of the odds."""
    if action[0] == "fight":
        return _chance(g, frame.attackers, frame.target)
    return f"with {_name(g, action[1])}: {_chance(g, frame.attackers | 1 << action[1], frame.target)}"


def why_lose(g: Tiny, _: Orders, __: ChooseLoss, action: Action) -> str:
    """What it costs."""
    name = _name(g, action[1])
    if g.steps[action[1]] > 1:
        return f"{name} has a step to spare and fights on"
    return f"{name} is the least loss"


def why_retreat(g: Tiny, orders: Orders, frame: RetreatStep, action: Action) -> str:
    """Whom it meets there."""
    near = strengths(g).around[other(orders.side)][action[2]]
    there = g.board.describe(action[2])
    if near:
        return f"{_name(g, frame.unit)} falls back to {there}, though strength {near} of enemies is beside it"
    return f"{_name(g, frame.unit)} finds no enemy beside {there}"


def why_advance(g: Tiny, _: Orders, frame: Advance, action: Action) -> str:
    """What is won by following up."""
    if action[0] == "halt":
        return "everybody stands better where he is"
    points = g.board.objectives.get(frame.target)
    what = f"takes {g.board.describe(frame.target)}" + (f", worth {points}" if points else " from the enemy")
    return f"{_name(g, action[1])} {what}"


def why_enter(g: Tiny, orders: Orders, _: Enter, action: Action) -> str:
    """On the way to what."""
    if action[0] == "hold":
        return "there is no room that is worth it yet"
    goal = _goal(g, orders, action[2])
    return f"{_name(g, action[1])} comes in at {g.board.describe(action[2])}, the nearest way to {g.board.names[goal]}"


def why_hide(g: Tiny, _: Orders, __: HideGun, action: Action) -> str:
    """What it waits for there."""
    points = g.board.objectives.get(action[1])
    return f"the gun guards {points} points" if points else "whoever passes here runs into the gun"


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
    column = odds(g, attackers, target).final().column
    good = sum(MEANING[g.board.crt.read(die, column)][2] for die in range(1, 7))
    return f"{g.board.crt.title(column)} on {g.board.describe(target)}, {good} in 6 to drive the enemy off"
