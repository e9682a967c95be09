"""The sequence of play as a list of phases, run by one small procedure.

A game names its phases; a scenario edits the tuple; the invasion turn of a game is simply another tuple.
"""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from bocage.kernel.flow import DONE, Call, Frame, G, Procedure, Step, replace


class Phases(Procedure[G], frozen=True):
    """Plays the phases in order. `PHASES` maps each name to the frame that plays it, or to `None` when it
    is skipped.
    """

    PHASES: ClassVar[Mapping[str, Callable[[Any], Frame | None]]] = {}

    names: tuple[str, ...]
    next: int = 0

    def start(self, g: G) -> Step:
        """Play the next phase."""
        at = self.next
        while at < len(self.names):
            frame = self.PHASES[self.names[at]](g)
            at += 1
            if frame is not None:
                return Call(frame, then=replace(self, next=at).after)
        return self.finish(g)

    def after(self, g: G, _: object) -> Step:
        """A phase has ended."""
        return self.start(g)

    def finish(self, g: G) -> Step:
        """All phases are played: a game's turn overrides this to begin the next one."""
        return DONE

    def guide_name(self) -> str:
        """The phase that is played now."""
        return self.names[self.next - 1] if self.next else ""

    def title(self, g: G) -> str:
        """The same for people to read."""
        return self.guide_name().replace("-", " ").capitalize()
