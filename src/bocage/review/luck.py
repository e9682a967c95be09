"""The luck ledger: what the dice gave, against what they were worth before they fell.

Every pick of Nature in a log has cases, each with its exact chance. Each is carried out on a copy of the position and
followed until the episode of the roll is over (`episodes.py`: its own battle, landing or drop); there the game's own
judgement says how the first side stands, in the points of `worth.py`. The mean over all cases is what the roll was
worth, the value of the case that came up is what it gave, and the difference is luck. It is an exact sum of fractions,
what one side gains the other loses, and its expectation is zero whatever anybody plays.

On the way there are further rolls and choices. A further roll of the same episode counts with the mean over all its
cases. A side takes the option after which it stands best at once (of equals, the first), so that the players' later
skill does not count as luck. Nothing is sampled; equal positions are looked at only once, which makes it cheap. A
battle of many dice in two rounds is another matter: its cases go into the millions. A game that has such battles says
so in its `luck` (`likeliest`), and there every further roll is taken to come out as it does most often (of equals, the
first). That is exact too, by its own definition, and the same for all rolls of the game.

An episode with more than `MOST` picks, or rolls nested deeper than `DEEP`, is weighed by the likeliest course as well,
and its entry is marked *about*; the largest met in our games had fewer than two thousand.

A roll whose cases all come to the same thing has no entry. Either it changed nothing, or what it changed (a card in
hand, the order of activations) is not seen by the game's judgement when the episode is over; the story counts these by
kind.
"""

from collections.abc import Hashable
from fractions import Fraction
from typing import Any

import msgspec

from bocage.kernel import flow
from bocage.kernel.actions import Action
from bocage.kernel.chance import Chance
from bocage.kernel.game import Game
from bocage.kernel.ids import NATURE
from bocage.kernel.state import State
from bocage.review.episodes import Cases, Episode, Episodes, key_of
from bocage.review.worth import FIRST, Worth

MOST = 20_000
"""The most picks that are carried out for one roll."""
DEEP = 60
"""The most rolls that follow upon each other."""
FAR = 500
"""The most picks of the sides that lie between two rolls."""


class Stroke(msgspec.Struct, frozen=True, kw_only=True):
    """One roll that mattered. Values are for the first side, in the points of `worth.py`."""

    n: int
    """The number of the pick in the log."""
    kind: str
    what: str
    trail: tuple[str, ...]
    rolled: str
    expected: Fraction
    actual: Fraction
    at_least: Fraction
    """The chance of a value as good for the first side, or better."""
    at_most: Fraction
    """The chance of a value as bad for the first side, or worse."""
    about: bool = False
    """Whether its episode was too large to be followed to the end."""

    @property
    def luck(self) -> Fraction:
        """What the first side gained; the other lost as much."""
        return self.actual - self.expected

    def chance(self) -> Fraction:
        """How likely it was to be so lucky, for the side that was."""
        return self.at_least if self.luck > 0 else self.at_most


class TooLarge(Exception):
    """An episode with more positions than can be looked at."""


class Gauge:
    """What positions of a game are worth once the episodes of their dice are over."""

    def __init__(self, game: Game, *, most: int = MOST) -> None:
        self.value = Worth(game)
        """How the first side stands."""
        self._episodes = Episodes(game)
        self._episode = Episode()
        self._most = most
        self._carried_out = 0
        self._whole = True
        self._known: dict[Hashable, Fraction] = {}
        self._judged: dict[Hashable, Fraction] = {}

    def stroke(self, g: State, n: int, action: Action, rolled: str) -> Stroke | None:
        """The entry of one roll; `None` when all its cases come to the same thing. The position is left as it is."""
        frame: Chance[Any] = g.stack[-1][0]
        values = self.values(g)
        if self._whole and len(set(values.values())) == 1:
            return None
        odds, actual = frame.odds(g), values[action]
        return Stroke(
            n=n,
            kind=frame.what,
            what=frame.subject,
            trail=flow.titles(g),
            rolled=rolled,
            expected=sum((value * odds[case] for case, value in values.items()), Fraction(0)),
            actual=actual,
            at_least=sum((odds[case] for case, value in values.items() if value >= actual), Fraction(0)),
            at_most=sum((odds[case] for case, value in values.items() if value <= actual), Fraction(0)),
            about=not self._whole,
        )

    def values(self, g: State) -> dict[Action, Fraction]:
        """What each thing that Nature may pick now is worth to the first side."""
        episode = self._episodes.of(g)
        if episode != self._episode or episode.below is None:  # a later roll of the same episode finds much known
            self._known.clear()
            self._judged.clear()
        self._episode = episode
        self._whole = True
        try:
            return self._cases(g)
        except TooLarge:
            self._whole = False
            return self._cases(g)

    def _cases(self, g: State) -> dict[Action, Fraction]:
        """Every case of the roll that waits, followed."""
        self._carried_out = 0
        follow = self._likeliest if self._episodes.likeliest or not self._whole else self._settled
        values: dict[Action, Fraction] = {}
        for _, cases in self._outcomes(g):
            values |= dict.fromkeys(cases, follow(flow.after(g, cases[0]), DEEP))
        return values

    def _outcomes(self, g: State) -> list[tuple[Fraction, Cases]]:
        """What may come of the roll that waits, counted."""
        found = self._episodes.outcomes(g)
        self._count(len(found))
        return found

    def _settled(self, g: State, deep: int) -> Fraction:
        """The value when the episode is over; equal positions are looked at only once."""
        if not self._episode.goes_on(g):
            return self._judgement(g)
        key = key_of(g)
        if key not in self._known:
            g = self._chosen(g)
            self._known[key] = self._mean(g, deep) if self._episode.goes_on(g) else self._judgement(g)
        return self._known[key]

    def _mean(self, g: State, deep: int) -> Fraction:
        """The mean over all cases of a further roll."""
        if not deep:
            raise TooLarge
        found = self._outcomes(g)
        return sum((chance * self._settled(flow.after(g, cases[0]), deep - 1) for chance, cases in found), Fraction(0))

    def _likeliest(self, g: State, deep: int) -> Fraction:
        """The value when the episode is over, if further rolls come out as they do most often, the first of equals."""
        for _ in range(deep):
            g = self._chosen(g)
            if not self._episode.goes_on(g) or g.stack[-1][0].by != NATURE:
                break
            _, cases = max(self._outcomes(g), key=lambda outcome: outcome[0])
            g = flow.after(g, cases[0])
        return self._judgement(g)

    def _chosen(self, g: State) -> State:
        """The position when the sides have chosen all there is before the next roll, or the end of the episode."""
        for _ in range(FAR):
            if not self._episode.goes_on(g) or g.stack[-1][0].by == NATURE:
                return g
            g = self._best(g)
        if self._whole:
            raise TooLarge
        return g

    def _best(self, g: State) -> State:
        """The position after what a side takes: the option after which it stands best at once, the first of equals."""
        positions = [flow.after(g, option) for option in flow.options(g)]
        self._count(len(positions))
        if len(positions) == 1:
            return positions[0]
        sign = 1 if g.stack[-1][0].by == FIRST else -1
        return max(positions, key=lambda after: sign * self._judgement(after))

    def _count(self, picks: int) -> None:
        self._carried_out += picks
        if self._whole and not self._episodes.likeliest and self._carried_out > self._most:
            raise TooLarge

    def _judgement(self, g: State) -> Fraction:
        """The value of a position as it stands."""
        key = key_of(g)
        if key not in self._judged:
            self._judged[key] = self.value(g)
        return self._judged[key]
