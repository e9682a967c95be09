"""What the luck ledger has to know: how far to follow a roll, and what the judgement of a position counts."""

from bocage.games.acrosstheworld.r12_battle import Battle

SETTLES = (Battle,)
"""Where a roll has not done all its work yet: a battle up to the last pursuit."""
COUNTS = (
    "A victory point, won or in prospect, counts as one; the chance to win the game counts besides, certain victory"
    " fifteen more than an even chance."
)
"""What goes into `evaluate`, for the reader of the page."""
