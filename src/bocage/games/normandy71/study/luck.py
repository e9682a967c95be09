"""What the luck ledger has to know: how far to follow a roll, and what the judgement of a position counts."""

from bocage.games.normandy71.rules.r13_paradrop import Drop, Landing
from bocage.games.normandy71.rules.r17_results import Battle, Exchange, Retreats
from bocage.kernel.luck import Luck

SETTLES = (Battle, Exchange, Retreats, Drop, Landing)
"""Where a roll has not yet done all its work: a combat up to the last retreat, a regiment's drop."""
COUNTS = (
    "A city that the Allies hold in supply, or an edge by which a division has left, counts its victory points, one"
    " within reach a part of them; supply, the depth of the beachhead and the armies count as well."
)
"""What goes into `evaluate`, for the reader of the page."""


LUCK = Luck(settles=SETTLES, counts=COUNTS)
