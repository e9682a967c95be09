"""What things are worth in tinybeach, as the planner sees it: places, attacks, steps."""

from functools import cache

import msgspec

from bocage.games.tinybeach.board import TinyBoard
from bocage.games.tinybeach.rules.r04_zones_of_control import zones
from bocage.games.tinybeach.rules.r06_combat import odds
from bocage.games.tinybeach.rules.r07_results import MEANING
from bocage.games.tinybeach.rules.r08_supply import fed_from, unsupplied
from bocage.games.tinybeach.sides import ALLIED
from bocage.games.tinybeach.state import Tiny
from bocage.kernel.counters import each_unit, other
from bocage.kernel.ids import Side, Space, UnitId, Units
from bocage.kernel.spaces import bit, each


class Temper(msgspec.Struct, frozen=True):
    """What a side cares about, found by letting many games decide."""

    near: float = 1.2
    """To be near an objective."""
    stand: float = 2.5
    """To stand in one."""
    alone: float = 1.0
    """How much less that is worth where friends already stand."""
    ours: float = 0.6
    """What an objective that is already held counts."""
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
    """To drive it off an objective, by its points."""
    trap: float = 0.5
    """To have the hexes behind it in our zones (7.4)."""
    hunger: float = 4.0
    """Not to have a counter cut off from supply, where it starves (8.4)."""


TEMPERS = (
    Temper(near=0.33, alone=0.62, ours=0.2, press=5.56, danger=0.61, cover=3.32, goal=4.93, trap=0.28),
    Temper(near=3.9, stand=0.05, alone=0.08, ours=1.33, press=0.17, danger=0.32, cover=2.8, life=0.11, goal=3.1),
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


@cache
def hexes_between(board: TinyBoard) -> dict[tuple[Space, Space], int]:
    """The distance of every two hexes."""
    hexes = list(each(board.hexes))
    return {(a, b): board.distance(a, b) for a in hexes for b in hexes}


class Strengths:
    """The strength of each side in each hex and in the hexes around it, and how many counters are cut off."""

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
        hungry = unsupplied(g)
        self.cut_off = tuple((hungry & mine).bit_count() for mine in board.of_side)


def cut_off(g: Tiny, side: Side, unit: UnitId, space: Space) -> int:
    """How many counters of a side would be out of supply (8.1) if one of them stood in a hex."""
    board, counters = g.board, g.here.get(g.space[unit], 0) & ~(1 << unit)
    friends = g.occupied(side)
    if not counters & board.of_side[side]:
        friends &= ~bit(g.space[unit])
    fed = fed_from(board, side, friends | bit(space), g.occupied(other(side)))
    mine = board.of_side[side] & ~(1 << unit)
    hungry = sum((here & mine).bit_count() for at, here in g.here.items() if bit(at) & board.hexes & ~fed)
    return hungry + (not fed & bit(space))


def relieved(g: Tiny, side: Side, target: Space) -> int:
    """How many counters of a side would be in supply again if the enemy were driven from a hex."""
    board = g.board
    fed = fed_from(board, side, g.occupied(side), g.occupied(other(side)) & ~bit(target))
    hungry = unsupplied(g) & board.of_side[side]
    return sum(1 for unit in each(hungry) if fed & bit(g.space[unit]))


def strengths(g: Tiny) -> Strengths:
    """How strong each side is where; worked out once for a position."""
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
    if table.cut_off[side] or zones(g, other(side)) & bit(here):
        worth -= temper.hunger * cut_off(g, side, unit, space)
    return worth


def attack_worth(g: Tiny, attackers: Units, target: Space) -> float:
    """What an attack brings on average, in strength and points, over the six faces of the die."""
    if not attackers:
        return -9.0
    board, side = g.board, g.board.units[next(each_unit(attackers))].side
    ledger = odds(g, attackers, target, keep=False)
    if ledger.start < 0:
        return -9.0
    column, temper = ledger.final().column, TEMPERS[side]
    defenders = g.here.get(target, 0)
    ours = min(step_price(g, u, temper.life) for u in each_unit(attackers))
    theirs = sum(step_price(g, u, temper.life) for u in each_unit(defenders)) / max(1, defenders.bit_count())
    goal = board.objectives.get(target, 0)
    trapped = temper.trap * sum(bool(zones(g, side) & bit(s)) for s in board.neighbours[target])
    relief = temper.hunger * relieved(g, side, target) if strengths(g).cut_off[side] else 0.0
    total = 0.0
    for die in range(1, 7):
        lost, killed, away = MEANING[board.crt.read(die, column)]
        total -= lost * ours
        total += killed * theirs
        if away:
            total += temper.drive + temper.goal * goal + trapped + relief
    return total / 6


def step_price(g: Tiny, unit: UnitId, life: float) -> float:
    """What it costs to lose a step of a counter."""
    counter = g.board.units[unit]
    last = g.steps[unit] == 1
    return g.strength(unit) - (0 if last else counter.reduced) + (life if last else 0.0)
