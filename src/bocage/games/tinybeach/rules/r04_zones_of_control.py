"""4 Zones of control."""

from bocage.games.tinybeach.board import TinyBoard
from bocage.games.tinybeach.state import Tiny
from bocage.kernel.counters import other
from bocage.kernel.ids import Side, Spaces
from bocage.kernel.rulebook import rule


@rule("4.1", "4.2")
def zones(g: Tiny, side: Side) -> Spaces:
    """The hexes that a side's visible counters control: those around them, but not over an unbridged river."""
    return g.cached(("zones", side), lambda g: g.board.open_sides.spread(g.occupied(side)))


@rule("4.3", "4.4")
def enemy_zones(g: Tiny, side: Side) -> Spaces:
    """Where a counter of this side must stop, and from where it may not step into another such hex."""
    return zones(g, other(side))


def unsafe(board: TinyBoard, friends: Spaces, enemies: Spaces) -> Spaces:
    """Enemy zones where no friend stands: no retreat (7.3) and no line of supply (8.2) goes through them."""
    return board.open_sides.spread(enemies) & ~friends
