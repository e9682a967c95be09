"""What the luck ledger has to know: how far to follow a roll, and what the judgement of a position counts."""

from bocage.games.normandy44.rules.r12_results import Battle
from bocage.games.normandy44.rules.r14_advance import Advance, AdvanceOn
from bocage.games.normandy44.rules.r20_invasion import BeachAssault, Inland
from bocage.kernel.luck import Luck

SETTLES = (Battle, Advance, AdvanceOn, BeachAssault, Inland)
"""Where a roll has not yet done all its work: a battle up to its advance, a beach up to inland."""
COUNTS = (
    "Towns and cities, strength and supply count, and whatever would end the game at once; a victory point, where the"
    " scenario has them, counts for more the later it is, up to one and a half."
)
"""What goes into `evaluate`, for the reader of the page."""


LUCK = Luck(settles=SETTLES, counts=COUNTS)
