"""Where a roll has not done all its work yet, for the luck ledger: a combat up to the last retreat, a drop."""

from bocage.games.normandy71.combat_results import Battle, Exchange, Retreats
from bocage.games.normandy71.paradrop import Drop

SETTLES = (Battle, Exchange, Retreats, Drop)
