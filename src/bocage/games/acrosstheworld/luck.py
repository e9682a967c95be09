"""Where a roll has not done all its work yet, for the luck ledger: a battle up to the last pursuit."""

from bocage.games.acrosstheworld.r12_battle import Battle

SETTLES = (Battle,)
