"""What a computer player is: something that chooses one of the options it is shown."""

import random
import time
from collections.abc import Sequence
from typing import Protocol

import msgspec

from bocage.kernel.actions import Action
from bocage.kernel.view import View

ONLY_CHOICE = "the only choice"
NO_DIFFERENCE = "nothing tells them apart"
SAYS_NOTHING = frozenset({ONLY_CHOICE, NO_DIFFERENCE})
"""What players say when they have no reason; one that is asked for advice says so, one that plays need not."""


class Budget(msgspec.Struct, frozen=True):
    """How long a player may think about one pick.

    `positions` counts evaluated positions, so that the same seed gives the same game on any machine;
    `seconds` is a hard stop for play against a person, 0 for none.
    """

    positions: int = 60
    seconds: float = 0.0

    def start(self) -> "Clock":
        """Begin to think."""
        return Clock(self)


class Clock:
    """What is left of a budget."""

    __slots__ = ("_end", "_thought", "left")

    def __init__(self, budget: Budget, thought: float = 0.0) -> None:
        """`thought` is a limit in seconds of processor time, which other work on the machine does not use up."""
        self.left = budget.positions
        self._end = time.monotonic() + budget.seconds if budget.seconds else 0.0
        self._thought = time.thread_time() + thought if thought else 0.0

    def spend(self) -> None:
        """One more position was looked at."""
        self.left -= 1

    @property
    def late(self) -> bool:
        """Whether the time is up."""
        if self._end and time.monotonic() >= self._end:
            return True
        return bool(self._thought and time.thread_time() >= self._thought)

    @property
    def over(self) -> bool:
        """Whether the budget is spent."""
        return self.left <= 0 or self.late


class Player(Protocol):
    """One seat's player. It is made for one game and may keep plans from pick to pick."""

    @property
    def name(self) -> str:
        """What the player is called on the command line."""

    @property
    def needs_view(self) -> bool:
        """Whether it looks at the game at all; one that does not is spared the making of a view."""

    @property
    def reason(self) -> str:
        """Why it chose what it chose last, in one line; empty when there is nothing to say."""

    def choose(self, view: View, options: Sequence[Action], rng: random.Random, budget: Budget) -> Action:
        """One of the options. The view holds what the side may know and nothing else."""


class UnknownPlayer(ValueError):
    """A player that does not exist; the text lists those that do."""
