"""8 Supply."""

from bocage.games.tinybeach.board import TinyBoard
from bocage.games.tinybeach.rules.r04_zones_of_control import unsafe
from bocage.games.tinybeach.sides import ALLIED
from bocage.games.tinybeach.state import Tiny
from bocage.kernel.counters import other
from bocage.kernel.flow import DONE, Procedure, Step
from bocage.kernel.ids import Side, Spaces, UnitId, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import bit, each


@rule("8.1", "8.2")
def fed_from(board: TinyBoard, side: Side, friends: Spaces, enemies: Spaces) -> Spaces:
    """The hexes from which a path leads to a source, with friends and enemies in some hexes.

    A beach is a source for the Allies, an entry hex for the Germans. Enemies and their zones shut the path, but
    friends keep it open.
    """
    sources = board.beaches if side == ALLIED else board.entry
    return board.adjacency.flood(sources, board.land & ~enemies & ~unsafe(board, friends, enemies))


def supplied(g: Tiny, side: Side) -> Spaces:
    """The hexes in which a side's counters are in supply."""
    return g.cached(("supplied", side), lambda g: fed_from(g.board, side, g.occupied(side), g.occupied(other(side))))


@rule("8.3")
def in_supply(g: Tiny, unit: UnitId) -> bool:
    """A counter outside supply has half its attack strength and half its allowance."""
    return bool(supplied(g, g.board.units[unit].side) & bit(g.space[unit]))


@rule("8.4")
class Attrition(Procedure[Tiny], frozen=True):
    """Counters unsupplied at the end of two turns running lose a step."""

    def start(self, g: Tiny) -> Step:
        hungry = unsupplied(g)
        for unit in each(hungry & g.starving):
            g.lose_step(UnitId(unit), "8.4")
        g.starving = unsupplied(g)
        return DONE


def unsupplied(g: Tiny) -> Units:
    """The counters on the map that are out of supply."""
    return sum(1 << n for n, space in enumerate(g.space) if bit(space) & g.board.hexes and not in_supply(g, UnitId(n)))
