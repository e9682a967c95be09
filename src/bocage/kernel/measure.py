"""What can be read off a position for statistics: points, ground, gauges, and to which arm a counter belongs.

All of it is optional. What a game does not say is taken from what every game has: points from `Scored` events, ground
from who was the last to stand in a space; and all counters are of one arm.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from bocage.kernel.events import Eliminated
from bocage.kernel.ids import Side, Spaces


def one_arm(_: Any) -> str:
    """All counters alike."""
    return "unit"


def every_loss(_: Any, __: Eliminated) -> bool:
    """A counter that leaves play is lost."""
    return True


class Measure(msgspec.Struct, frozen=True, kw_only=True):
    """How a game is measured: at the end of every turn, and for `begun` and `done` of every player turn."""

    points: Callable[[Any], Sequence[float]] | None = None
    """Victory points by side, as they stand; empty in a scenario that counts none."""
    held: Callable[[Any], Sequence[Spaces]] | None = None
    """By side, the spaces that it holds."""
    gauges: Callable[[Any], Mapping[str, float]] | None = None
    """Other numbers that a designer would watch, by name; a fact counts 1 where it holds and 0 where it does not."""
    facts: frozenset[str] = frozenset()
    """The names of those that are facts. Numbers alone cannot tell: a count may never have gone beyond 1."""
    phasing: Callable[[Any], Side] | None = None
    """Whose player turn it is, for `begun` and `done`."""
    begun: Callable[[Any, Side], Mapping[str, float] | None] | None = None
    """The numbers that a side finds before it acts: asked after each pick of its player turn, until it answers."""
    done: Callable[[Any, Side, Mapping[str, float]], Mapping[str, float]] | None = None
    """The numbers that a side leaves behind when its player turn ends and the enemy has not answered yet; it is told
    what was found before.
    """
    arm: Callable[[Any], str] = one_arm
    """To which arm a counter belongs."""
    is_loss: Callable[[Any, Eliminated], bool] = every_loss
    """Whether a counter that left play was lost, and not withdrawn."""
