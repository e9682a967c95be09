"""What the luck ledger has to know: how far to follow a roll, and what the judgement of a position counts."""

from bocage.games.tinybeach.computer.evaluate import VICTORY_POINT
from bocage.games.tinybeach.rules.r06_combat import Fight
from bocage.games.tinybeach.rules.r10_reinforcements import Arrival
from bocage.kernel.luck import Luck

SETTLES = (Fight,)
"""Where a roll has not yet done all its work: a battle up to the last advance."""
LATER = {"weather roll": (Arrival,)}
"""2.2: what a storm stops is the landing that comes after the roll."""
COUNTS = (
    "A victory point counts as one, a step as a sixth of its unit's strength; supply and the way to the objectives"
    " count a little."
)
"""What goes into `evaluate`, for the reader of the page."""


LUCK = Luck(settles=SETTLES, counts=COUNTS, later=LATER, victory_point=VICTORY_POINT)
