"""What the luck ledger has to know: how far to follow a roll, and what the judgement of a position counts."""

from bocage.games.tinybeach.evaluate import VICTORY_POINT
from bocage.games.tinybeach.r06_combat import Fight

__all__ = ["COUNTS", "SETTLES", "VICTORY_POINT"]

SETTLES = (Fight,)
"""Where a roll has not done all its work yet: a battle up to the last advance."""
COUNTS = (
    "A victory point counts as one, a step as a sixth of its unit's strength; supply and the way to the objectives"
    " count a little."
)
"""What goes into `evaluate`, for the reader of the page."""
