"""What the planner knows of tinybeach: who goes where, which attacks pay, and what is worth holding.

Moves and attacks are drafted as a whole and played on to the end of the turn, both sides following this advice.
"""

from collections.abc import Sequence

from bocage.games.tinybeach.computer import reasons
from bocage.games.tinybeach.computer.worth import Orders, attack_worth, place_worth, step_price, strengths
from bocage.games.tinybeach.rules.r04_zones_of_control import zones
from bocage.games.tinybeach.rules.r05_movement import Movement, MoveUnit
from bocage.games.tinybeach.rules.r06_combat import Attacks, Muster, able
from bocage.games.tinybeach.rules.r07_results import Advance, ChooseLoss, RetreatStep
from bocage.games.tinybeach.rules.r09_concealment import HideGun, OpenFire
from bocage.games.tinybeach.rules.r10_reinforcements import Enter
from bocage.games.tinybeach.state import Tiny
from bocage.kernel.actions import Action
from bocage.kernel.counters import other
from bocage.kernel.spaces import bit
from bocage.players.knowledge import Knowledge, change_of

KNOWLEDGE: Knowledge[Tiny, Orders] = Knowledge(
    turn=lambda g: g.turn,
    moment=lambda g: (g.turn, g.moved, g.fought, g.allied_hold),
    orders=Orders,
    pace=12_000,
    proof=3.0,
    version=2,
)


@KNOWLEDGE.advises(Movement, why=reasons.why_select)
def whom_to_move(g: Tiny, orders: Orders, _: Movement, options: Sequence[Action]) -> list[float]:
    """Those who are free of enemy zones first, the fastest before the slow; done when all have been asked."""
    near = zones(g, other(orders.side))
    return [
        0.0
        if action[0] == "done"
        else 2.0 - bool(near & bit(g.space[action[1]])) + g.board.units[action[1]].allowance / 10
        for action in options
    ]


@KNOWLEDGE.advises(MoveUnit, why=reasons.why_move)
def where_to_move(g: Tiny, orders: Orders, frame: MoveUnit, options: Sequence[Action]) -> list[float]:
    """The hex where it serves best; staying is as good as any move to the same place."""
    return [
        place_worth(g, orders, frame.unit, g.space[frame.unit] if action[0] == "stay" else action[2])
        for action in options
    ]


@KNOWLEDGE.advises(Attacks, why=reasons.why_attack)
def whom_to_attack(g: Tiny, orders: Orders, _: Attacks, options: Sequence[Action]) -> list[float]:
    """The attack that brings most; none when all cost more than they bring."""
    return [
        0.0 if action[0] == "done" else attack_worth(g, able(g, orders.side, action[1]), action[1])
        for action in options
    ]


@KNOWLEDGE.advises(Muster, why=reasons.why_join)
def who_joins(g: Tiny, _: Orders, frame: Muster, options: Sequence[Action]) -> list[float]:
    """Add counters as long as the attack gains by it."""
    return [
        attack_worth(g, frame.attackers | (1 << action[1] if action[0] == "join" else 0), frame.target)
        for action in options
    ]


@KNOWLEDGE.advises(ChooseLoss, why=reasons.why_lose)
def what_to_lose(g: Tiny, orders: Orders, _: ChooseLoss, options: Sequence[Action]) -> list[float]:
    """The cheapest step."""
    return [-step_price(g, action[1], orders.temper.life) for action in options]


@KNOWLEDGE.advises(RetreatStep, why=reasons.why_retreat)
def where_to_retreat(g: Tiny, orders: Orders, frame: RetreatStep, options: Sequence[Action]) -> list[float]:
    """Where it stands best, next to the fewest enemies."""
    return [place_worth(g, orders, frame.unit, action[2]) for action in options]


@KNOWLEDGE.advises(Advance, why=reasons.why_advance)
def who_advances(g: Tiny, orders: Orders, frame: Advance, options: Sequence[Action]) -> list[float]:
    """A counter that stands better in the hex that was won than where it is."""
    return [
        0.0
        if action[0] == "halt"
        else place_worth(g, orders, action[1], frame.target) - place_worth(g, orders, action[1], g.space[action[1]])
        for action in options
    ]


@KNOWLEDGE.advises(Enter, why=reasons.why_enter)
def who_arrives(g: Tiny, orders: Orders, _: Enter, options: Sequence[Action]) -> list[float]:
    """Every counter as soon as it may, where it is nearest to work."""
    return [-9.0 if action[0] == "hold" else place_worth(g, orders, action[1], action[2]) for action in options]


@KNOWLEDGE.advises(HideGun, why=reasons.why_hide)
def where_to_hide(g: Tiny, _: Orders, __: HideGun, options: Sequence[Action]) -> list[float]:
    """On a road to an objective."""
    return [g.board.objectives.get(action[1], 0) + bool(g.board.titles[action[1]]) for action in options]


@KNOWLEDGE.advises(OpenFire, why=reasons.why_fire)
def when_to_fire(g: Tiny, orders: Orders, _: OpenFire, options: Sequence[Action]) -> list[float]:
    """When an enemy stands next to it and its zone or its strength would tell."""
    near = strengths(g).around[other(orders.side)][g.gun_at]
    return [near - 3.5 if action[0] == "reveal" else 0.0 for action in options]


KNOWLEDGE.drafts(Movement, Attacks, until=change_of(lambda g: g.turn), many=40, stray=0.8)
for frame in (Advance, RetreatStep, ChooseLoss, Enter, HideGun, OpenFire):
    KNOWLEDGE.looks_ahead(frame, until=change_of(lambda g: g.turn), top=5)
