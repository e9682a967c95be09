"""What a roll belongs to, and so how far it is followed: its own battle, landing or drop, and not the next one.

A game's module `luck` names the frames of such episodes as `SETTLES`. The frames below an episode on the stack cannot
change while it goes on, because they run again only when it is done. So it is over as soon as another kind of frame has
its place, or what lies below has changed: then the next battle may have followed, but that is another episode with dice
of its own.

Some rolls do their work a little later, outside any episode: the weather stops a landing that comes after it. For these
the module may say in `LATER`, by the kind of roll, which frames are to be gone through first.
"""

from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from bocage.kernel.actions import Action
from bocage.kernel.chance import Chance
from bocage.kernel.game import Game
from bocage.kernel.state import State

Cases = Sequence[Action]
Outcomes = Callable[[Any], "Sequence[Cases] | None"]
"""The cases of the roll that waits, grouped where the same follows; `None` if nothing is known of them."""
_DERIVED = frozenset({"board", "here", "events", "cache"})


class Episode(msgspec.Struct, frozen=True):
    """What a roll began or belongs to."""

    frames: tuple[type, ...] = ()
    below: tuple[Any, ...] | None = None
    """What lies below it on the stack; `None` when its place is not known beforehand."""

    def goes_on(self, g: State) -> bool:
        """Whether it is not over yet."""
        if self.below is None:
            return any(isinstance(frame, self.frames) for frame, _ in g.stack)
        depth = len(self.below)
        return len(g.stack) > depth and isinstance(g.stack[depth][0], self.frames) and g.stack[:depth] == self.below


class Episodes:
    """What a game says of its episodes; it may say nothing."""

    def __init__(self, game: Game) -> None:
        self._settles = game.luck.settles
        self._later = game.luck.later
        self._outcomes: Outcomes = game.luck.outcomes
        self.likeliest = game.luck.likeliest
        """Whether further rolls are taken to come out as they do most often, instead of all their cases."""

    def of(self, g: State) -> Episode:
        """The episode of the roll that waits: the widest that it is part of."""
        for depth, (frame, _) in enumerate(g.stack):
            if isinstance(frame, self._settles):
                return Episode(self._settles, g.stack[:depth])
        return Episode(self._later.get(g.stack[-1][0].what, ()))

    def outcomes(self, g: State) -> list[tuple[Fraction, Cases]]:
        """What may come of the roll that waits, each with its chance."""
        frame: Chance[Any] = g.stack[-1][0]
        together = self._outcomes(g)
        if together is None:
            return [(chance, (case,)) for case, chance in frame.odds(g).items()]
        return [(Fraction(len(cases), frame.total(g)), cases) for cases in together]


def key_of(g: State) -> Hashable:
    """Equal only for equal positions; many times as quick as their digest."""
    return tuple(_fixed(getattr(g, name)) for name in type(g).__struct_fields__ if name not in _DERIVED)


def _fixed(value: Any) -> Hashable:
    """A column as something that can be looked up."""
    if isinstance(value, list):
        return tuple(map(_fixed, value)) if value and isinstance(value[0], list | dict) else tuple(value)
    if isinstance(value, dict):
        return tuple((key, _fixed(item)) for key, item in value.items())
    return frozenset(value) if isinstance(value, set) else value
