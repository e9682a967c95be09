"""Who holds which hex of the German line, so that as many hexes as possible are held.

Each hex gets the unit that suits it best, the hexes with the fewest candidates first. Where nobody is left for a hex, a
unit that holds another goes there if a third can take over from it, and so on down the line: so no hex stays open that
the same units could have held as well.
"""

from typing import NamedTuple

from bocage.games.normandy44.computer.ground import hostile_strength
from bocage.games.normandy44.computer.marching_orders import Seating
from bocage.games.normandy44.computer.worth import weariness
from bocage.games.normandy44.rules.r17_cadres import strength
from bocage.games.normandy44.sides import GERMAN
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.ids import Space, UnitId, Units

FEW = 4
"""Hexes with this many candidates or more are manned in the order of the threat alone."""
SCARCE = 0.06
"""What it costs to use up a unit for each hex that it could hold as well."""


class Holding:
    """A stack with a zone on every hex that is to be held, from some units; `posted` is who holds what already."""

    def __init__(self, g: Normandy44, table: Seating, units: list[UnitId], posted: dict[UnitId, Space]) -> None:
        self.g, self.table = g, table
        self.quiet = quiet_units(g)
        self.movers = {unit for unit in units if not self.quiet >> unit & 1}
        self.threat = hostile_strength(g, GERMAN)
        self.posted = posted

    def man(self, nodes: list[Space]) -> None:
        """Hold these hexes too; those already held stay held, perhaps by others."""
        takers = {node: [unit for unit in self.movers if self.table.reach[unit] >> node & 1] for node in nodes}
        spread = dict.fromkeys(self.movers, 0)
        for some in takers.values():
            for unit in some:
                spread[unit] += 1
        for node in sorted(nodes, key=lambda node: (min(len(takers[node]), FEW), -self.threat[node])):
            if not self.table.stacks.get(node, 0) & ~self.quiet:
                self._fill(node, spread, set())

    def _fill(self, node: Space, spread: dict[UnitId, int], asked: set[UnitId], leaving: Units = 0) -> bool:
        """Put a unit on a hex that nobody holds, or that `leaving` would leave."""
        table = self.table
        fit = [
            unit
            for unit in sorted(self.movers)
            if unit not in asked and table.reach[unit] >> node & 1 and table.fits(unit, node, leaving)
        ]
        fit.sort(key=lambda unit: SCARCE * spread[unit] - suits(self.g, unit, node, self.threat[node], LINE))
        for unit in fit:
            if unit in table.free:
                return self._send(unit, node)
        for unit in fit:
            if unit in self.posted and unit not in asked:
                asked.add(unit)
                if self._fill(self.posted[unit], spread, asked, leaving=1 << unit):
                    return self._send(unit, node)
        return False

    def _send(self, unit: UnitId, node: Space) -> bool:
        self.posted[unit] = node
        self.table.move(unit, node, f"holds the line at {self.g.board.describe(node)}", 2.0)
        return True


def quiet_units(g: Normandy44) -> Units:
    """Units that hold no ground: headquarters, Werfers, and any without a zone."""
    roster = g.board.atlas.roster
    return roster.hq | roster.werfer | g.weak


class Fitness(NamedTuple):
    """What makes a unit fit to hold a hex: a strength that matches the threat, being there, and nothing against it."""

    share: float
    """How much of the threat is to be matched,"""
    most: float
    """but never with more factors than this."""
    misfit: float = 0.1
    """What each factor too many or too few costs."""
    stays: float = 0.6
    tanks: float = 0.8
    """What it costs to let tanks stand alone: they have no bonus of terrain (11.2)."""
    spared: float = 1.0
    """How much worn units are spared."""


LINE = Fitness(0.5, 10.0, misfit=0.12, stays=0.8, spared=0.0)
"""For the German line: nobody can be spared."""


def suits(g: Normandy44, unit: UnitId, node: Space, threat: float, by: Fitness) -> float:
    """How well a unit suits a hex that is to be held: the strong where the enemy is strong, and no idle marching."""
    value = -by.misfit * abs(strength(g, unit) - min(by.share * threat, by.most))
    if by.spared:
        value -= by.spared * weariness(g, unit)
    if g.space[unit] == node:
        value += by.stays
    if g.board.atlas.roster.silhouette >> unit & 1:
        value -= by.tanks
    return value - 0.05 * g.board.atlas.distance(g.space[unit], node)
