"""Where a roll has not done all its work yet, for the luck ledger: a battle up to the last advance."""

from bocage.games.tinybeach.r06_combat import Fight

SETTLES = (Fight,)
