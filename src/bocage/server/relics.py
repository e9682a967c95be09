"""Games that the present rules cannot play on: they are read as they were.

A new version of a title's rules may forbid what was picked under the old one. A finished game then shows what was
recorded of it; an unfinished one shows what can be made of its log, and says why it cannot go on.
"""

import contextlib
from collections.abc import Iterator

import msgspec

from bocage.kernel.flow import DeadEnd
from bocage.kernel.game import Game
from bocage.kernel.ids import Side
from bocage.kernel.log import BadLog, Ending, Log
from bocage.kernel.session import RuleFailed, Session
from bocage.kernel.state import BadSave, State
from bocage.kernel.verdict import Because
from bocage.kernel.view import Payload, Prompt, View
from bocage.server.archive import Saved, Standing
from bocage.server.records import Record
from bocage.server.refusals import Refusal
from bocage.server.tables import Seats, Table
from bocage.server.wire import Undo

FAULTS = (BadLog, RuleFailed, DeadEnd, ValueError, LookupError, TypeError, AttributeError)
"""What old picks may do to new rules."""


class Remains:
    """What is left of a session: its log, and the position as far as the rules follow it."""

    def __init__(self, game: Game, saved: Saved, record: Record | None, good: int) -> None:
        self.game = game
        self.log = saved.log
        self.record = record
        self.secret = saved.secret
        self.good = good
        self.events: list[list[object]] = []
        self._played: Session | None = None
        with contextlib.suppress(*FAULTS):
            self._played = Session.resume(game, _head(saved.log, good), secret=saved.secret, upto=good)
        self._older = saved.snapshots
        if saved.over:
            self.log.close((record and record.ending) or Ending(end=saved.result, secret=saved.secret.hex()))

    @property
    def seq(self) -> int:
        """How many picks there are."""
        return len(self.log.entries)

    def resign(self, side: Side) -> None:
        """That a side gave up is in the log already."""

    def why_not_undo(self) -> Because:
        """Nothing can be taken back."""
        return Because("", "the rules of this game have changed since")

    def payload(self, number: int, reader: int) -> Payload:
        """What a reader saw after so many picks: as recorded, else as near to it as the rules and a snapshot come."""
        if self.record is not None:
            return self.record.view(reader, number)
        for state in self._near(number):
            with contextlib.suppress(*FAULTS):
                seen = View(self.game, state, None if reader < 0 else Side(reader), number).payload()
                return msgspec.structs.replace(seen, options=(), warnings=())
        raise Refusal("stopped", "the rules of this game have changed, and nothing of its map was kept")

    def _near(self, number: int) -> Iterator[State]:
        """Positions near a moment, the nearest first."""
        for kept, text in reversed(self._older):
            if self.good < kept <= number:
                with contextlib.suppress(BadSave, *FAULTS):
                    yield self.game.restore(text)
        if self._played is not None:
            yield self._played.at(min(number, self.good))


def _head(log: Log, good: int) -> Log:
    """The log as far as it is good."""
    head = Log(log.header)
    for entry in log.entries[:good]:
        head.append(entry)
    return head


class Relic(Table):
    """A table at which nobody plays any more."""

    def __init__(self, game: Game, saved: Saved, why: str, remains: Remains, standing: Standing) -> None:
        self.remains = remains
        self._stored = standing
        super().__init__(game, remains, saved, seats=saved.seats)  # type: ignore[arg-type]
        self.stopped = why

    def stand(self) -> Standing:
        """Where the game was left."""
        return self._stored

    def view(self, reader: int) -> View:
        """The rules answer no questions about it."""
        raise Refusal("stopped", self.stopped)

    def payload(self, reader: int, seats: Seats = ()) -> Payload:
        """The last moment, with the reason where a question would stand."""
        seen = self.remains.payload(self.remains.seq, reader)
        prompt = seen.prompt if self.standing.over else Prompt(text=self.stopped, by="")
        return msgspec.structs.replace(seen, options=(), prompt=prompt, result=self.standing.result)

    def replay(self, number: int, reader: int) -> Payload:
        """An earlier moment."""
        return self.remains.payload(number, reader)

    def why_not_undo(self, sides: tuple[str, ...]) -> Undo:
        """Never."""
        return Undo(can=False, why=self.stopped)
