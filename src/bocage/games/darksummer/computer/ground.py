"""The position in numbers: who is how strong where, and how far it is to everywhere."""

from functools import lru_cache

from bocage.games.darksummer.atlas import Going
from bocage.games.darksummer.board import DarkBoard
from bocage.games.darksummer.rules.r06_zones_of_control import barring
from bocage.games.darksummer.rules.r11_odds import factor
from bocage.games.darksummer.rules.r13_supply import supplied_hexes
from bocage.games.darksummer.sides import GERMAN, Army
from bocage.games.darksummer.state import DarkSummer
from bocage.kernel.board import POINT
from bocage.kernel.combat import ATTACKER, DEFENDER
from bocage.kernel.counters import each_unit, other
from bocage.kernel.ids import Side, Space, Spaces, UnitId, Units
from bocage.kernel.movement import reach
from bocage.kernel.spaces import each

FAR = 200.0
"""The distance to where no way leads."""
WHOLE = 1.5
"""What it costs to break a division that could still score (3.2.2)."""
LONGEST = 200
"""Marches are measured up to this many movement points."""


class Strengths:
    """By hex: attack strength around it by army, defence strength and steps in it by side."""

    def __init__(self, g: DarkSummer) -> None:
        size, atlas = len(g.board.names), g.board.atlas
        self.around: tuple[list[int], ...] = ([0] * size, [0] * size, [0] * size)
        self.defense: tuple[list[int], list[int]] = ([0] * size, [0] * size)
        self.steps: tuple[list[int], list[int]] = ([0] * size, [0] * size)
        self.attack: list[int] = [0] * size
        """The attack strength that stands in the hex."""
        units = g.board.units
        for unit in each_unit(g.on_map()):
            counter, space = units[unit], g.space[unit]
            attack = factor(g, unit, ATTACKER)
            around = self.around[counter.army]
            if attack:
                self.attack[space] += attack
                for near in atlas.around[space]:
                    around[near] += attack
            self.defense[counter.side][space] += factor(g, unit, DEFENDER, tanks=True)
            self.steps[counter.side][space] += g.steps[unit]

    def against(self, side: Side, space: Space) -> int:
        """The attack strength that the other side has around a hex."""
        if side == GERMAN:
            return max(self.around[Army.US][space], self.around[Army.BRITISH][space])
        return self.around[Army.GERMAN][space]


def strengths(g: DarkSummer) -> Strengths:
    """Who is how strong where; worked out once for a position."""
    return g.cached("planner strengths", Strengths)


@lru_cache(maxsize=1024)
def march(board: DarkBoard, goals: Spaces, side: Side, motor: bool) -> list[float]:
    """By hex, the movement points to the nearest of some hexes, as if no enemy were there."""
    edges = board.atlas.edges(Going(side, motor))
    found = [FAR] * len(board.names)
    for goal in each(goals):
        found[goal] = 0.0
        for space, cost in reach(edges, goal, LONGEST * POINT).cost.items():
            found[space] = min(found[space], cost / POINT)
    return found


def ground_shift(g: DarkSummer, space: Space) -> int:
    """Columns to the left for an attack on a hex."""
    return g.board.terrain_rows[g.board.terrain[space]].shift


def is_trapped(g: DarkSummer, side: Side, space: Space) -> bool:
    """Whether a stack would have nowhere to retreat to."""
    return not g.board.atlas.ring[space] & ~barring(g, side) & ~g.hexes_of(other(side))


def fed_hexes(g: DarkSummer, army: Army) -> Spaces:
    """Where an army's units would be in supply now."""
    return supplied_hexes(g, army)


def worth_of(g: DarkSummer, unit: UnitId) -> float:
    """What a unit is worth in strength points."""
    counter, steps = g.board.units[unit], g.steps[unit]
    if counter.hidden:
        return 1.5
    return (counter.attack[steps] + counter.defense[steps]) / 2


def division_is_whole(g: DarkSummer, unit: UnitId) -> bool:
    """3.2.2: whether a unit belongs to a division that can still score because nobody of it is lost."""
    roster = g.board.roster
    if not g.board.units[unit].division or roster.flak >> unit & 1 or roster.airborne >> unit & 1:
        return False
    lost = g.here.get(g.board.atlas.lost, 0)
    return not roster.formation[unit] & lost


def step_price(g: DarkSummer, unit: UnitId) -> float:
    """What the loss of a step costs: the strength it takes away, and more if the unit dies of it."""
    counter, steps = g.board.units[unit], g.steps[unit]
    if steps <= 1:
        return worth_of(g, unit) + 1.0 + (WHOLE if division_is_whole(g, unit) else 0.0)
    lost = counter.attack[2] - counter.attack[1] + counter.defense[2] - counter.defense[1]
    return lost / 2 + (0.0 if counter.replaceable else 0.5)


def mean_step(g: DarkSummer, units: Units) -> float:
    """The price of an average step of some units."""
    prices = [step_price(g, unit) for unit in each_unit(units)]
    return sum(prices) / len(prices) if prices else 0.0


def near_enemies(g: DarkSummer, side: Side, reach_: int) -> Spaces:
    """The hexes within that many of the other side's units."""
    return g.board.atlas.ways.dilate(g.hexes_of(other(side)), reach_) & g.board.atlas.passable
