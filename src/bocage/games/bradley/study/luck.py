"""What the luck ledger has to know: how far to follow a roll, and what the judgement of a position counts."""

from bocage.games.bradley.rules.r04_drops import Drop
from bocage.games.bradley.rules.r05_casualties import Casualty, Swim
from bocage.games.bradley.rules.r05_landing import LandWave
from bocage.games.bradley.rules.r10_assault import ResolveAssault
from bocage.games.bradley.rules.r10_fire import ResolveFire
from bocage.kernel.luck import Luck

LUCK = Luck(
    settles=(ResolveFire, ResolveAssault, Casualty, Swim, Drop),
    later={"sea condition": (LandWave,), "displacement": (LandWave,)},
    counts="An Allied unit lost, which is a victory point, counts one;"
    " German factors, forts and the way to the lodgment count a little.",
    likeliest=True,
)
