"""6.3.4 and 6.3.5: what high tide does to units on flats, beaches and shale."""

from bocage.games.bradley.rules.r10_disruption import disrupt, eliminate
from bocage.games.bradley.sides import ALLIED, GERMAN
from bocage.games.bradley.state import Bradley, each_unit
from bocage.kernel.ids import Spaces, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import bit


@rule("6.3.4", "6.3.5")
def flood(g: Bradley) -> None:
    """At the end of the first recovery segment of a high tide turn.

    On flats alone, men are disrupted and tanks and guns lost; where flat and beach mix, tanks and guns are disrupted
    and men safe; on shale everybody is disrupted. Mechanised infantry are infantry, headquarters go as such (2.3).
    """
    if not g.high:
        return
    board = g.board
    flats, beaches, shale = (_standing(g, mask) for mask in (board.tidal, board.beach, board.shale))
    men = board.infantry | board.headquarters
    eliminate(g, flats & ~men, "6.3.4")
    disrupt(g, (flats & men) | (beaches & ~men), "6.3.4")
    disrupt(g, shale, "6.3.5")


def _standing(g: Bradley, mask: Spaces) -> Units:
    units = g.on_map(ALLIED) | g.on_map(GERMAN)
    return sum(1 << unit for unit in each_unit(units & ~g.board.garrisons) if bit(g.space[unit]) & mask)
