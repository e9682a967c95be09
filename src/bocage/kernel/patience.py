"""What does not follow by itself: the end of a phase right after a person's own move.

Forced picks are made at once. When all that is left is to end something, that would commit the move before it: dice
fall or the other side decides, and a counter that was put on the wrong hex stays there. So a side that is waited for is
asked, and can take its move back instead. Nobody else waits: a computer player knows what it did.
"""

from collections.abc import Container, Iterable
from typing import NamedTuple

from bocage.kernel import flow
from bocage.kernel.actions import Action
from bocage.kernel.chance import Chance
from bocage.kernel.events import Revealed
from bocage.kernel.ids import Side
from bocage.kernel.log import Entry
from bocage.kernel.state import State


class Patience(NamedTuple):
    """Which sides are waited for, the verbs that end something, and all that commit a side knowingly."""

    sides: frozenset[Side] = frozenset()
    ends: frozenset[str] = frozenset()
    commits: frozenset[str] = frozenset()

    def mover(self, g: State, frame: flow.Decision[State], action: Action) -> Side | None:
        """The side that may want to take this pick back; `None` if it commits that side, or was no choice."""
        if frame.by not in self.sides or action[0] in self.commits or len(flow.options(g)) == 1:
            return None
        return frame.by

    def last_mover(self, entries: list[Entry], side: Side | None, name: str) -> Side | None:
        """The same for a log that is resumed: a forced pick that is not in it was waited for."""
        if side not in self.sides or not entries:
            return None
        last = entries[-1]
        return side if last.by == name and not last.auto and last.do.split()[0] not in self.commits else None

    def waits(self, g: State, mover: Side | None, forced: Action) -> bool:
        """Whether the side that moved is asked before this forced pick."""
        frame = flow.waiting(g)
        return mover is not None and frame is not None and frame.by == mover and forced[0] in self.ends and commits(g)


def leads_on(g: State, actions: Iterable[Action], ends: Container[str] = ()) -> bool:
    """Whether picks hand over at once, to the dice or to another side, where nothing is asked in between: neither by
    the rules nor, before a forced end, by patience.
    """
    asked = flow.waiting(g)
    g = g.copy()
    for action in actions:
        flow.pick(g, action)
    while (following := flow.waiting(g)) is not None and asked is not None and following.by == asked.by:
        found = flow.options(g)
        if len(found) != 1 or following.asks_always or found[0][0] in ends:
            return False
        flow.pick(g, found[0])
    return True


def commits(g: State) -> bool:
    """Whether the forced picks that wait here lead to what cannot be taken back."""
    asked = flow.waiting(g)
    side = None if asked is None else asked.by
    g = g.copy()
    while (frame := flow.waiting(g)) is not None:
        found = () if isinstance(frame, Chance) else flow.options(g)
        if len(found) != 1 or frame.asks_always:
            return frame.by != side
        g.events = []
        flow.pick(g, found[0])
        if any(isinstance(event, Revealed) for event in g.events):
            return True
    return True
