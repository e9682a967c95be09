"""What the luck ledger has to know: how far to follow a roll, and what the judgement of a position counts."""

from collections.abc import Hashable

from bocage.games.acrosstheworld.rules.r12_battle import Battle
from bocage.games.acrosstheworld.rules.r12_rounds import Volley
from bocage.games.acrosstheworld.state import Campaign
from bocage.kernel.actions import Action
from bocage.kernel.flow import Done
from bocage.kernel.luck import Luck

SETTLES = (Battle,)
"""Where a roll has not yet done all its work: a battle up to the last pursuit."""
COUNTS = (
    "A victory point, won or in prospect, counts as one; the chance to win the game counts besides, certain victory"
    " fifteen more than an even chance."
)
"""What goes into `evaluate`, for the reader of the page."""
LIKELIEST = True
"""Two rounds with a die for every unit have millions of cases: the rest of a battle is taken to go as it most likely
does."""

_KNOWN: dict[tuple[int, ...], list[list[Action]]] = {}


def outcomes(g: Campaign) -> list[list[Action]] | None:
    """12.4: of the dice of a volley only the hits, panics and tens count, not whose they are."""
    throw, volley = g.stack[-1][0], g.stack[-2][0]
    if not isinstance(volley, Volley):
        return None
    thrown = len(volley.faces)
    factors = volley.factors[thrown : thrown + throw.count]
    if factors not in _KNOWN:
        found: dict[Hashable, list[Action]] = {}
        for case in throw.options(g):
            scored = Volley(side=volley.side, factors=factors, faces=case[1:]).start(g)
            assert isinstance(scored, Done)
            found.setdefault(scored.result, []).append(case)
        _KNOWN[factors] = list(found.values())
    return _KNOWN[factors]


LUCK = Luck(settles=SETTLES, counts=COUNTS, likeliest=LIKELIEST, outcomes=outcomes)
