"""The luck ledger: what the dice gave, against what they were worth before they fell.

Every pick of Nature in a log has cases that are equally likely. Each case is carried out on a copy of the position
and followed until what the roll began is settled; there the game's own judgement says how the first side stands, in
the points of `worth.py`. The mean over all cases is what the roll was worth, the value of the case that came up is what
it gave, and the difference is luck. It is an exact sum of fractions, what one side gains the other loses, and its
expectation is nought whatever anybody plays. A roll whose cases all come to the same does not matter and is left out.

*Settled* means that no frame which the game's module `luck` names (a battle, a landing) is on the stack any more.
Until then each side takes the option after which it stands best at once, the first of equals, so that the players'
later skill does not count as luck. Further rolls on the way are averaged too: over all their cases while the product of
their numbers is at most `CASES`, beyond that over a fixed few that stand for all.
"""

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import msgspec

from bocage.kernel import flow
from bocage.kernel.actions import Action
from bocage.kernel.chance import Chance
from bocage.kernel.game import Game
from bocage.kernel.ids import NATURE, Side
from bocage.kernel.state import State
from bocage.review.worth import FIRST, Worth, settling

CASES = 36
"""Further rolls are followed case by case up to so many."""
FEW = 6
"""So many cases stand for a roll that has more."""
CHOICES = 4
"""So many options, evenly spread, are compared where a side chooses on the way."""
FAR = 60
"""More picks than this no battle takes."""
_GOLDEN = 0.6180339887498949


class Stroke(msgspec.Struct, frozen=True, kw_only=True):
    """One roll that mattered. Values are for the first side, in the points of `worth.py`."""

    n: int
    """The number of the pick in the log."""
    kind: str
    what: str
    trail: str
    rolled: str
    expected: Fraction
    actual: Fraction
    best: Fraction
    worst: Fraction
    at_least: Fraction
    """The chance of a value as good for the first side, or better."""
    at_most: Fraction
    """The chance of a value as bad for the first side, or worse."""

    @property
    def luck(self) -> Fraction:
        """What the first side gained; the other lost as much."""
        return self.actual - self.expected

    def chance(self) -> Fraction:
        """How likely it was to be so lucky, for whoever was."""
        return self.at_least if self.luck > 0 else self.at_most


class Gauge:
    """What positions of a game are worth once their dice are settled."""

    def __init__(self, game: Game) -> None:
        self.value = Worth(game)
        """How the first side stands."""
        self.settles = settling(game)
        self._known: dict[str, Fraction] = {}

    def stroke(self, g: State, n: int, action: Action, rolled: str) -> Stroke | None:
        """The entry of one roll; `None` when it does not matter. The position is left as it is."""
        frame: Chance[Any] = g.stack[-1][0]
        values = self.values(g)
        if len(set(values.values())) == 1:
            return None
        odds = {case: Fraction(ways, frame.total(g)) for case, ways in _ways(frame, g).items()}
        actual = values[action]
        return Stroke(
            n=n,
            kind=kind_of(frame),
            what=frame.what,
            trail=flow.trail(g),
            rolled=rolled,
            expected=sum((values[case] * odds[case] for case in values), Fraction(0)),
            actual=actual,
            best=max(values.values()),
            worst=min(values.values()),
            at_least=sum((odds[case] for case in values if values[case] >= actual), Fraction(0)),
            at_most=sum((odds[case] for case in values if values[case] <= actual), Fraction(0)),
        )

    def values(self, g: State) -> dict[Action, Fraction]:
        """What each thing that Nature may pick now is worth to the first side."""
        self._known.clear()
        frame: Chance[Any] = g.stack[-1][0]
        found: dict[Action, Fraction] = {}
        for case in _ways(frame, g):
            after = g.copy()
            flow.pick(after, case)
            found[case] = self._settled(after, 1, FAR)
        self._known.clear()
        return found

    def _settled(self, g: State, weight: int, left: int) -> Fraction:
        """The value when all is settled; equal positions are looked at once. Uses the position up."""
        if not self._open(g):
            return self.value(g)
        key = f"{weight} {left} {g.to_json()}"
        if key not in self._known:
            self._known[key] = self._followed(g, weight, left)
        return self._known[key]

    def _followed(self, g: State, weight: int, left: int) -> Fraction:
        """The same, pick by pick."""
        while left and self._open(g):
            frame = g.stack[-1][0]
            if frame.by == NATURE:
                return self._mean(g, frame, weight, left)
            flow.pick(g, self._choice(g, frame.by))
            left -= 1
        return self.value(g)

    def _mean(self, g: State, frame: Chance[Any], weight: int, left: int) -> Fraction:
        """The mean over the cases of a further roll, or over those that stand for them."""
        numbers = standing_for(frame.total(g), weight)
        total = Fraction(0)
        for number in numbers:
            after = g.copy()
            flow.pick(after, frame.case(after, number))
            total += self._settled(after, weight * len(numbers), left - 1)
        return total / len(numbers)

    def _open(self, g: State) -> bool:
        """Whether something that was rolled for is not settled yet."""
        return any(isinstance(frame, self.settles) for frame, _ in g.stack)

    def _choice(self, g: State, side: Side) -> Action:
        """What a side takes on the way: the option after which it stands best at once, the first of equals."""
        options = spread(flow.options(g), CHOICES)
        if len(options) == 1:
            return options[0]
        sign = 1 if side == FIRST else -1
        best, found = options[0], None
        for option in options:
            after = g.copy()
            flow.pick(after, option)
            worth = sign * self.value(after)
            if found is None or worth > found:
                best, found = option, worth
        return best


def standing_for(total: int, weight: int) -> Sequence[int]:
    """The numbers of the cases that are tried of a further roll: all, or a few spread over them."""
    if weight * total <= CASES:
        return range(total)
    few = max(1, min(FEW, CASES // weight, total))
    if few == 1:
        return [(total - 1) // 2]
    step = max(1, int(total * _GOLDEN))
    return [(total // 2 + n * step) % total for n in range(few)]


def spread(options: Sequence[Action], limit: int) -> Sequence[Action]:
    """At most so many of the options, evenly spread over the list."""
    if len(options) <= limit:
        return options
    return [options[n * len(options) // limit] for n in range(limit)]


def kind_of(frame: Chance[Any]) -> str:
    """The kind of a roll: "strafing of 100 Pz" is strafing, "assault on Utah" an assault."""
    return re.split(r" (?:of|on|at|to|for|from) ", frame.what)[0]


def _ways(frame: Chance[Any], g: State) -> dict[Action, int]:
    """Every case, once, with the number of ways it may come about."""
    found: dict[Action, int] = {}
    for number in range(frame.total(g)):
        case = frame.case(g, number)
        found[case] = found.get(case, 0) + 1
    return found
