"""What the luck ledger has to know: how far to follow a roll, and what the judgement of a position counts."""

from bocage.games.darksummer.rules.r08_reinforcements import Reinforcements
from bocage.games.darksummer.rules.r11_battle import Battle
from bocage.games.darksummer.rules.r11_cherbourg import CherbourgCombat
from bocage.kernel.luck import Luck

SETTLES = (Battle, CherbourgCombat, Reinforcements)
"""Where a roll has not done all its work yet: a battle up to its advance, an entry up to the last formation."""
COUNTS = (
    "A victory point counts as one, and so, in part, do hexes and divisions that would score at the end; closed"
    " beaches, Cherbourg, strength, supply and the way inland count beside them."
)
"""What goes into `evaluate`, for the reader of the page."""


LUCK = Luck(settles=SETTLES, counts=COUNTS)
