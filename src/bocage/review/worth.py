"""The unit of a review: points of the game's own judgement of a position, as its `evaluate` gives it.

Games judge differently: one counts what is to be expected in victory points, another adds the chance to win, a third
plays scenarios without any victory points. So the unit of all of them is what a player of that game would give for the
position, and each game may say in a sentence, `counts` of its `luck`, what goes into that. A game in whose judgement
a victory point always weighs the same says how much as `victory_point`; there one victory point is one point.

A judgement is taken to `PLACES` decimal places before anything is added up. Binary fractions carry noise in their last
digits; whole ten-thousandths do not, and every sum and mean of them is an exact fraction that can be read.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from bocage.kernel.game import Game
from bocage.kernel.ids import Side
from bocage.kernel.state import State

FIRST = Side(0)
PLACES = 4
"""How many decimal places a judgement has."""
POINTS = "points of judgement"
"""What all values of a review are counted in, where there is little room to say it."""


class Unjudged(ValueError):
    """A game that does not say what a position is worth has no review."""


class Worth:
    """What the positions of a game are worth to its first side."""

    def __init__(self, game: Game) -> None:
        if game.evaluate is None:
            raise Unjudged(f"{game.name} does not say what a position is worth, so it cannot be reviewed")
        self._evaluate: Callable[[Any, Side], float] = game.evaluate
        self._victory_point: int = game.luck.victory_point

    def __call__(self, g: State) -> Fraction:
        """A position's worth. In a finished game the last position is judged like any other, not the result."""
        outcome, g.outcome = g.outcome, None
        judged = self._evaluate(g, FIRST)
        g.outcome = outcome
        return Fraction(f"{judged:.{PLACES}f}") / self._victory_point


def unit(game: Game) -> str:
    """What all values of a review are counted in, as the end of a sentence, and what the game has to say of it."""
    general = "points of the game's own judgement of the position, of which victory points are at most a part."
    return f"{general} {game.luck.counts}".strip()
