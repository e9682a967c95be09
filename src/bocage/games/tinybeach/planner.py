"""What the planner knows of tinybeach: who goes where, which attacks pay, and what is worth holding.

The game is so short that every choice of weight is played on to its end, both sides following this advice.
"""

from collections.abc import Sequence
from functools import cache

import msgspec

from bocage.ai.knowledge import Knowledge, change_of
from bocage.games.tinybeach.board import ALLIED, TinyBoard
from bocage.games.tinybeach.r04_zones import zones
from bocage.games.tinybeach.r05_movement import Movement, MoveUnit
from bocage.games.tinybeach.r06_combat import Attacks, Muster, able, each_unit, odds
from bocage.games.tinybeach.r07_results import MEANING, Advance, ChooseLoss, RetreatStep
from bocage.games.tinybeach.r09_concealment import HideGun, OpenFire
from bocage.games.tinybeach.r10_reinforcements import Enter
from bocage.games.tinybeach.state import Tiny, other
from bocage.kernel.actions import Action
from bocage.kernel.ids import Side, Space, UnitId, Units
from bocage.kernel.spaces import bit, each


class Temper(msgspec.Struct, frozen=True):
    """What a side cares for, found by letting many games decide."""

    near: float = 1.2
    """To be near an objective."""
    stand: float = 2.5
    """To stand in one."""
    alone: float = 1.0
    """How much less that is worth where friends stand already."""
    ours: float = 0.6
    """What an objective that is held already counts."""
    press: float = 0.5
    """To stand next to an enemy who can be beaten."""
    danger: float = 0.5
    """Not to stand next to enemies who are stronger."""
    cover: float = 0.5
    """What each shift of the terrain adds to a defence."""
    life: float = 2.0
    """What the loss of a whole counter costs beyond its last step: a victory point (11.2)."""
    drive: float = 0.6
    """To drive an enemy off."""
    goal: float = 2.0
    """To drive him off an objective, by its points."""
    trap: float = 0.5
    """To have the hexes behind him in our zones (7.4)."""


TEMPERS = (
    Temper(near=0.48, ours=0.39, danger=0.46, cover=0.75),
    Temper(near=0.6, stand=0.75, alone=0.12, press=9.0, danger=0.8, cover=1.0, goal=1.3),
)


class Orders:
    """A side's view of the objectives for one activation."""

    def __init__(self, g: Tiny, side: Side) -> None:
        self.side = side
        self.temper = TEMPERS[side]
        self.worth: dict[Space, float] = {}
        for space, points in g.board.objectives.items():
            ours = bool(g.allied_hold & bit(space)) == (side == ALLIED)
            self.worth[space] = points * (self.temper.ours if ours else 1.0)


KNOWLEDGE: Knowledge[Tiny, Orders] = Knowledge(
    turn=lambda g: g.turn,
    moment=lambda g: (g.turn, g.moved, g.fought, g.allied_hold),
    orders=Orders,
    pace=12_000,
)


@cache
def hexes_between(board: TinyBoard) -> dict[tuple[Space, Space], int]:
    """The distance of every two hexes."""
    hexes = list(each(board.hexes))
    return {(a, b): board.distance(a, b) for a in hexes for b in hexes}


class Strengths:
    """The strength of each side in each hex and in the hexes around it."""

    def __init__(self, g: Tiny) -> None:
        board, size = g.board, len(g.board.names)
        self.inside = ([0] * size, [0] * size)
        self.around = ([0] * size, [0] * size)
        for space, here in g.here.items():
            if not bit(space) & board.hexes:
                continue
            for unit in each(here):
                side, strength = board.units[unit].side, g.strength(UnitId(unit))
                self.inside[side][space] += strength
                for near in board.neighbours[space]:
                    self.around[side][near] += strength


def strengths(g: Tiny) -> Strengths:
    """Who is how strong where; worked out once for a position."""
    return g.cached("planner strengths", Strengths)


def place_worth(g: Tiny, orders: Orders, unit: UnitId, space: Space) -> float:
    """How much a counter serves its side by standing in a hex at the end of its move."""
    board, side, table, temper = g.board, orders.side, strengths(g), orders.temper
    distance, enemies = hexes_between(board), table.inside[other(side)]
    here, mine = g.space[unit], g.strength(unit)
    friends = table.inside[side][space] - (mine if here == space else 0)
    worth = max(points * temper.near / (1 + distance[space, goal]) for goal, points in orders.worth.items())
    if space in orders.worth:
        worth += temper.stand * orders.worth[space] / (1 + temper.alone * friends)
    beside = board.neighbours[here] if bit(here) & board.hexes else ()
    for hex_ in board.neighbours[space]:
        if enemies[hex_]:
            near = table.around[side][hex_] + (0 if hex_ in beside else mine)
            worth += temper.press * min(3.0, near / (enemies[hex_] * (1 + temper.cover * board.shift[hex_])))
    danger = table.around[other(side)][space]
    if danger:
        worth -= temper.danger * min(3.0, danger / ((mine + friends) * (1 + temper.cover * board.shift[space])))
    return worth


@KNOWLEDGE.advises(Movement)
def whom_to_move(g: Tiny, orders: Orders, _: Movement, options: Sequence[Action]) -> list[float]:
    """The counters nearest to the enemy first, so that those behind find room; done when all have been asked."""
    near = zones(g, other(orders.side))
    return [
        0.0
        if action[0] == "done"
        else 2.0 - bool(near & bit(g.space[action[1]])) + g.board.units[action[1]].allowance / 10
        for action in options
    ]


def why_move(g: Tiny, orders: Orders, frame: MoveUnit, action: Action) -> str:
    """Towards what a counter goes."""
    name, distance = g.board.units[frame.unit].name, hexes_between(g.board)
    if action[0] == "stay":
        return f"{name} holds {g.board.describe(g.space[frame.unit])}"
    goal = max(orders.worth, key=lambda s: orders.worth[s] / (1 + distance[action[2], s]))
    if goal == action[2]:
        return f"{name} takes its stand in {g.board.describe(goal)}"
    return f"{name} goes for {g.board.describe(goal)}"


@KNOWLEDGE.advises(MoveUnit, why=why_move)
def where_to_move(g: Tiny, orders: Orders, frame: MoveUnit, options: Sequence[Action]) -> list[float]:
    """The hex where it serves best; staying is as good as any move to the same place."""
    return [
        place_worth(g, orders, frame.unit, g.space[frame.unit] if action[0] == "stay" else action[2])
        for action in options
    ]


def attack_worth(g: Tiny, attackers: Units, target: Space) -> float:
    """What an attack brings on average, in strength and points, over the six faces of the die."""
    if not attackers:
        return -9.0
    board, side = g.board, g.board.units[each_unit(attackers)[0]].side
    ledger = odds(g, attackers, target, keep=False)
    if ledger.start < 0:
        return -9.0
    column, temper = ledger.final().column, TEMPERS[side]
    defenders = g.here.get(target, 0)
    ours = min(step_price(g, u, temper.life) for u in each_unit(attackers))
    theirs = sum(step_price(g, u, temper.life) for u in each_unit(defenders)) / max(1, defenders.bit_count())
    goal = board.objectives.get(target, 0)
    trapped = temper.trap * sum(bool(zones(g, side) & bit(s)) for s in board.neighbours[target])
    total = 0.0
    for die in range(1, 7):
        lost, killed, away = MEANING[board.crt.read(die, column)]
        total -= lost * ours
        total += killed * theirs
        if away:
            total += temper.drive + temper.goal * goal + trapped
    return total / 6


def step_price(g: Tiny, unit: UnitId, life: float) -> float:
    """What it costs to lose a step of a counter."""
    counter = g.board.units[unit]
    last = g.steps[unit] == 1
    return g.strength(unit) - (0 if last else counter.reduced) + (life if last else 0.0)


def why_attack(g: Tiny, orders: Orders, _: Attacks, action: Action) -> str:
    """The odds, and the chance to drive the enemy off."""
    if action[0] == "done":
        return "no further attack pays"
    column = odds(g, able(g, orders.side, action[1]), action[1]).final().column
    good = sum(MEANING[g.board.crt.read(die, column)][2] for die in range(1, 7))
    return f"{g.board.crt.title(column)} on {g.board.describe(action[1])}, {good} in 6 to drive the enemy off"


@KNOWLEDGE.advises(Attacks, why=why_attack)
def whom_to_attack(g: Tiny, orders: Orders, _: Attacks, options: Sequence[Action]) -> list[float]:
    """The attack that brings most; none when all cost more than they bring."""
    return [
        0.0 if action[0] == "done" else attack_worth(g, able(g, orders.side, action[1]), action[1])
        for action in options
    ]


@KNOWLEDGE.advises(Muster)
def who_joins(g: Tiny, _: Orders, frame: Muster, options: Sequence[Action]) -> list[float]:
    """Add counters as long as the attack gains by it."""
    return [
        attack_worth(g, frame.attackers | (1 << action[1] if action[0] == "join" else 0), frame.target)
        for action in options
    ]


@KNOWLEDGE.advises(ChooseLoss)
def what_to_lose(g: Tiny, orders: Orders, _: ChooseLoss, options: Sequence[Action]) -> list[float]:
    """The cheapest step."""
    return [-step_price(g, action[1], orders.temper.life) for action in options]


@KNOWLEDGE.advises(RetreatStep)
def where_to_retreat(g: Tiny, orders: Orders, frame: RetreatStep, options: Sequence[Action]) -> list[float]:
    """Where it stands best, next to the fewest enemies."""
    return [place_worth(g, orders, frame.unit, action[2]) for action in options]


@KNOWLEDGE.advises(Advance)
def who_advances(g: Tiny, orders: Orders, frame: Advance, options: Sequence[Action]) -> list[float]:
    """Whoever stands better in the hex that was won than where it is."""
    return [
        0.0
        if action[0] == "halt"
        else place_worth(g, orders, action[1], frame.target) - place_worth(g, orders, action[1], g.space[action[1]])
        for action in options
    ]


@KNOWLEDGE.advises(Enter)
def who_arrives(g: Tiny, orders: Orders, _: Enter, options: Sequence[Action]) -> list[float]:
    """Everybody as soon as he may, where he is nearest to work."""
    return [-9.0 if action[0] == "hold" else place_worth(g, orders, action[1], action[2]) for action in options]


@KNOWLEDGE.advises(HideGun)
def where_to_hide(g: Tiny, _: Orders, __: HideGun, options: Sequence[Action]) -> list[float]:
    """On a road to an objective."""
    return [g.board.objectives.get(action[1], 0) + bool(g.board.titles[action[1]]) for action in options]


@KNOWLEDGE.advises(OpenFire)
def when_to_fire(g: Tiny, orders: Orders, _: OpenFire, options: Sequence[Action]) -> list[float]:
    """When an enemy stands next to it and its zone or its strength would tell."""
    near = strengths(g).around[other(orders.side)][g.gun_at]
    return [near - 3.5 if action[0] == "reveal" else 0.0 for action in options]


KNOWLEDGE.drafts(Movement, Attacks, until=change_of(lambda g: g.turn), many=40, stray=0.8)
for frame in (Advance, RetreatStep, ChooseLoss, Enter, HideGun, OpenFire):
    KNOWLEDGE.looks_ahead(frame, until=change_of(lambda g: g.turn), top=5)
