"""3 Stacking."""

from bocage.games.tinybeach.state import Tiny
from bocage.kernel.bars import Bar, bar
from bocage.kernel.counters import other
from bocage.kernel.ids import Side, Spaces
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import bit

LIMIT = 2


@rule("3.1")
def full_hexes(g: Tiny, side: Side) -> Spaces:
    """The hexes in which no further counter of a side may end."""
    return g.cached(("full", side), lambda g: _full(g, side))


def _full(g: Tiny, side: Side) -> Spaces:
    mine = g.board.of_side[side] & ~(1 << g.board.gun)  # 9.2
    full = 0
    for space, here in g.here.items():
        if (here & mine).bit_count() >= LIMIT:
            full |= bit(space)
    return full & g.board.hexes


@rule("3.1", "3.2")
def no_room(g: Tiny, side: Side) -> tuple[Bar, Bar]:
    """Where a counter of a side may not come to stand: with two friends, or with a visible enemy."""
    return (
        bar(full_hexes(g, side), "3.1", "{} already holds two counters"),
        bar(g.occupied(other(side)), "3.2", "{} holds an enemy"),
    )
