"""Who holds which hex of the German line, so that as many hexes as can be are held.

Each hex gets the unit that suits it best, the hexes with the fewest candidates first. Where nobody is left for a hex,
one who holds another goes there if a third can take over from him, and so on down the line: so no hex stays open that
the same units could have held as well.
"""

from bocage.games.normandy44.sides import GERMAN
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.ids import Space, Units

from .ground import hostile_strength
from .seating import Seating

FEW = 4
"""Hexes with so many candidates or more are manned in the order of the threat alone."""
SCARCE = 0.06
"""What it costs to use up a unit for each hex that it could hold as well."""


class Holding:
    """A stack with a zone on every hex that is to be held, from some units; `posted` is who holds what already."""

    def __init__(self, g: Normandy44, table: Seating, units: list[int], posted: dict[int, Space]) -> None:
        self.g, self.table = g, table
        self.quiet = quiet_units(g)
        self.movers = {unit for unit in units if not self.quiet >> unit & 1}
        self.threat = hostile_strength(g, GERMAN)
        self.posted = posted

    def man(self, nodes: list[Space]) -> None:
        """Hold these hexes too; those that are held already stay so, whoever holds them then."""
        takers = {node: [unit for unit in self.movers if self.table.reach[unit] >> node & 1] for node in nodes}
        spread = dict.fromkeys(self.movers, 0)
        for some in takers.values():
            for unit in some:
                spread[unit] += 1
        for node in sorted(nodes, key=lambda node: (min(len(takers[node]), FEW), -self.threat[node])):
            if not self.table.stacks.get(node, 0) & ~self.quiet:
                self._fill(node, spread, set())

    def _fill(self, node: Space, spread: dict[int, int], asked: set[int], leaving: Units = 0) -> bool:
        """Put somebody on a hex that nobody holds, or that `leaving` would leave."""
        table = self.table
        fit = [
            unit
            for unit in sorted(self.movers)
            if unit not in asked and table.reach[unit] >> node & 1 and table.fits(unit, node, leaving)
        ]
        fit.sort(key=lambda unit: SCARCE * spread[unit] - suits(self.g, unit, node, self.threat[node]))
        for unit in fit:
            if unit in table.free:
                return self._send(unit, node)
        for unit in fit:
            if unit in self.posted and unit not in asked:
                asked.add(unit)
                if self._fill(self.posted[unit], spread, asked, leaving=1 << unit):
                    return self._send(unit, node)
        return False

    def _send(self, unit: int, node: Space) -> bool:
        self.posted[unit] = node
        self.table.move(unit, node, f"holds the line at {self.g.board.describe(node)}", 2.0)
        return True


def quiet_units(g: Normandy44) -> Units:
    """Units that hold no ground: headquarters, Werfers, and whoever has no zone."""
    roster = g.board.atlas.roster
    return roster.hq | roster.werfer | g.weak


def suits(g: Normandy44, unit: int, node: Space, threat: float) -> float:
    """How well a unit suits a place in the line: the strong where the enemy is strong, and no idle marching."""
    roster = g.board.atlas.roster
    strength = roster.strength[unit][g.steps[unit]]
    value = -0.12 * abs(strength - min(0.5 * threat, 10.0))
    if g.space[unit] == node:
        value += 0.8
    if roster.silhouette >> unit & 1:
        value -= 0.8  # no bonus of terrain for tanks alone (11.2)
    return value - 0.05 * g.board.atlas.distance(g.space[unit], node)
