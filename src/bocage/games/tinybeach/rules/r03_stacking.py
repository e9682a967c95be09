"""3 Stacking."""

from bocage.games.tinybeach.sides import other
from bocage.games.tinybeach.state import Tiny
from bocage.kernel.ids import Side, Space, Spaces, UnitId
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import bit
from bocage.kernel.verdict import Because

LIMIT = 2


@rule("3.1")
def full_hexes(g: Tiny, side: Side) -> Spaces:
    """The hexes in which no further counter of a side may end."""
    mine = g.board.of_side[side] & ~(1 << g.board.gun)  # 9.2
    full = 0
    for space, here in g.here.items():
        if (here & mine).bit_count() >= LIMIT:
            full |= bit(space)
    return full & g.board.hexes


def why_not_stack(g: Tiny, unit: UnitId, space: Space) -> Because | None:
    """Why a counter may not end in a hex for stacking's sake."""
    side = g.board.units[unit].side
    if full_hexes(g, side) & bit(space) and not g.here[space] & 1 << unit:
        return Because("3.1", lambda: f"{g.board.describe(space)} already holds two counters")
    return why_not_mix(g, side, space)


@rule("3.2")
def why_not_mix(g: Tiny, side: Side, space: Space) -> Because | None:
    """Nobody enters a hex with visible enemies."""
    if g.occupied(other(side)) & bit(space):
        return Because("3.2", lambda: f"{g.board.describe(space)} holds an enemy")
    return None
