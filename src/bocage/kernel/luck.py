"""What a game says for an account of its luck: how far a roll reaches, and what its judgement counts."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from bocage.kernel.actions import Action


def case_by_case(_: Any) -> list[list[Action]] | None:
    """Every face of the dice is a case of its own."""
    return None


class Luck(msgspec.Struct, frozen=True, kw_only=True):
    """How the luck of a game's dice is measured."""

    settles: tuple[type, ...] = ()
    """Where a roll has not done all its work yet: the frames that must have left the stack."""
    later: Mapping[str, tuple[type, ...]] = {}
    """Rolls whose work is done by frames that come later, by what is rolled for."""
    outcomes: Callable[[Any], list[list[Action]] | None] = case_by_case
    """Cases of the dice that come to the same thing, where there are too many to look at each."""
    likeliest: bool = False
    """Whether the rest of a battle is taken to go as it most likely does, for games with millions of cases."""
    counts: str = ""
    """What goes into the game's judgement of a position, in a sentence for the reader of a review."""
    victory_point: int = 1
    """What a victory point weighs in that judgement, where it always weighs the same."""
