"""Where a roll has not done all its work yet, for the luck ledger: a battle up to its advance, a beach up to inland."""

from .r12_results import Battle
from .r14_advance import Advance, AdvanceOn
from .r20_invasion import BeachAssault, Inland

SETTLES = (Battle, Advance, AdvanceOn, BeachAssault, Inland)
