"""A count of every case by hand, for the ledger to be held against: it shares no code with the review.

Nothing is remembered or left out: the numbers of Nature one after another, each with the same chance, and of a side's
options all. What an episode is, is written down here once more, by the names of frames in the saved stack, and so is
what a volley of Wars Across the World scores.
"""

from collections import Counter
from decimal import Decimal
from fractions import Fraction
from typing import Any

from bocage.kernel import flow
from bocage.kernel.game import Game
from bocage.kernel.ids import NATURE, Side
from bocage.kernel.state import State

AFFAIRS = {
    "tinybeach": {"Fight"},
    "normandy71": {"Battle", "Exchange", "Retreats", "Drop", "Landing"},
    "normandy44": {"Battle", "Advance", "AdvanceOn", "BeachAssault", "Inland"},
    "acrosstheworld": {"Battle"},
}
LATER = {"tinybeach": {"weather roll": "Arrival"}}
"""What a roll outside any episode still has to go through."""
VICTORY_POINTS = {"tinybeach": 3}
"""What a game's judgement gives for a victory point, where that is not one."""


LIKELIEST = {"acrosstheworld"}
"""Where further rolls come out as they do most often."""


class Count:
    """Expected and actual value of one roll, by carrying out everything that may follow."""

    def __init__(self, game: Game, g: State) -> None:
        self.game, self.g = game, g
        self.nested = 1
        """The greatest product of the numbers of cases of rolls that follow upon each other."""
        self.most_options = 1
        stack = saved(g)
        places = [n for n, name in enumerate(names(g)) if name in AFFAIRS[game.id]]
        self.place = places[0] if places else None
        self.below = stack[: self.place] if places else []
        self.later = LATER.get(game.id, {}).get(g.stack[-1][0].what)

    def values(self) -> list[tuple[Any, Fraction]]:
        """Each number of Nature: the case it stands for and what that comes to."""
        frame = self.g.stack[-1][0]
        cases = [frame.case(self.g, number) for number in range(frame.total(self.g))]
        return [(case, self.value(picked(self.g, case), len(cases))) for case in cases]

    def value(self, g: State, cases: int) -> Fraction:
        """What a position comes to when the episode is over."""
        if self.over(g):
            return worth(self.game, g)
        frame = g.stack[-1][0]
        if frame.by != NATURE:
            return self.value(self.preferred(g), cases)
        total: int = frame.total(g)
        if self.game.id in LIKELIEST:
            return self.value(picked(g, likeliest([frame.case(g, number) for number in range(total)], g)), cases)
        self.nested = max(self.nested, cases * total)
        found = [self.value(picked(g, frame.case(g, number)), cases * total) for number in range(total)]
        return sum(found, Fraction(0)) / total

    def over(self, g: State) -> bool:
        """Another frame has the episode's place, or the frames below have gone on without it."""
        if self.place is None:
            return self.later not in names(g)
        here = names(g)[self.place : self.place + 1]
        return not AFFAIRS[self.game.id].intersection(here) or saved(g)[: self.place] != self.below

    def preferred(self, g: State) -> State:
        """The position after the option that is best at once for whoever chooses."""
        positions = [picked(g, option) for option in flow.options(g)]
        self.most_options = max(self.most_options, len(positions))
        sign = 1 if g.stack[-1][0].by == 0 else -1
        values = [sign * worth(self.game, position) for position in positions]
        return positions[values.index(max(values))]


def picked(g: State, action: Any) -> State:
    """The position after a pick."""
    after = g.copy()
    flow.pick(after, action)
    return after


def likeliest(cases: list[Any], g: State) -> Any:
    """The first case of what comes about in the most ways."""
    scores = [score(case, g) for case in cases]
    most = Counter(scores)
    return cases[scores.index(max(scores, key=most.__getitem__))]


def score(case: Any, g: State) -> Any:
    """12.4: a die below its factor hits, on it panics; tens are counted too (6.6). Other rolls are what they are."""
    volley: Any = g.stack[-2][0]
    if type(volley).__name__ != "Volley":
        return case
    pairs = list(zip(case[1:], volley.factors[len(volley.faces) :], strict=False))
    return sum(a < b for a, b in pairs), sum(a == b for a, b in pairs), case.count(10)


def saved(g: State) -> Any:
    """The stack as it is written to a file."""
    return g.to_data()["stack"]


def names(g: State) -> list[str]:
    """The names of the frames."""
    return [type(frame).__name__ for frame, _ in g.stack]


def worth(game: Game, g: State) -> Fraction:
    """The game's judgement for the first side, to four places, of a game that is not over."""
    alive = g.copy()
    alive.outcome = None
    assert game.evaluate is not None
    judged = Decimal(game.evaluate(alive, Side(0))).quantize(Decimal("0.0001"))
    return Fraction(judged) / VICTORY_POINTS.get(game.id, 1)
