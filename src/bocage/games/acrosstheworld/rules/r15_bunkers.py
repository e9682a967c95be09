"""15 Bunkers: they stay, absorb, block, and die of panic or of a retreat beside them."""

from bocage.games.acrosstheworld.board import CARDS, each_unit
from bocage.games.acrosstheworld.sides import GERMAN
from bocage.games.acrosstheworld.state import Campaign, Fight
from bocage.kernel.ids import Side, Space, UnitId, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.verdict import Because

FUNNIES = 1 << CARDS.index("funnies")


@rule("15.1")
def why_not_stir(g: Campaign, unit: UnitId) -> Because | None:
    """A bunker never moves and never retreats."""
    if g.board.bunkers >> unit & 1:
        return Because("15.1", lambda: f"{g.name(unit)} cannot move")
    return None


@rule("15.2", "6.7")
def absorbing(g: Campaign, fight: Fight, side: Side) -> Units:
    """The bunkers of which one must take the next hit: none if this round's is absorbed, or against Funnies."""
    if side != GERMAN or fight.absorbed or fight.cards & FUNNIES:
        return 0
    return fight.standing[side] & g.board.bunkers


def may_be_hit(g: Campaign, fight: Fight, side: Side) -> Units:
    """Who can take a hit: any unit still fighting, but no bunker shields others from the Funnies."""
    standing = fight.standing[side]
    if fight.cards & FUNNIES and standing & ~g.board.bunkers:
        return standing & ~g.board.bunkers
    return standing


@rule("15.4")
def fall_with_retreat(g: Campaign, at: Space) -> Units:
    """When German mobile units must retreat, the bunkers beside them are eliminated; returns which they were."""
    fallen = g.here.get(at, 0) & g.board.bunkers
    for unit in each_unit(fallen):
        g.destroy(unit, "15.4", "falls with the retreat")
    return fallen


@rule("15.5", "15.6")
def blocks(g: Campaign, space: Space) -> bool:
    """A region with a bunker stays German, whoever else stands in it."""
    return bool(g.here.get(space, 0) & g.board.bunkers)
