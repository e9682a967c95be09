"""Events as sentences, each marked with who may read it.

A sentence is made from the redacted state of its reader, so that words cannot tell more than the reader may know. As
good as always all readers get the same words; they are kept once then.
"""

from collections.abc import Iterable, Sequence

from bocage.kernel.events import Event
from bocage.kernel.flow import waiting
from bocage.kernel.game import Game
from bocage.kernel.ids import Side
from bocage.kernel.log import Log
from bocage.kernel.session import first_state, replay_entry
from bocage.kernel.state import State
from bocage.kernel.view import redact
from bocage.server.archive import Noticed, Said
from bocage.server.counts import notice
from bocage.server.wire import Sentence

REASON = "Reason"
"""The kind of a sentence in which a computer player says why."""
NOTE = "Note"
"""The kind of a sentence in which the table tells of itself, not of the game."""
SPECTATOR = -1
"""The reader who holds no side."""


class Readers:
    """Everybody who may read of one moment of a game, each with his own redacted state, made when first needed."""

    def __init__(self, game: Game, g: State) -> None:
        self.game = game
        self.g = g
        self.all = (SPECTATOR, *range(len(game.sides)))
        self._states: dict[int, State] = {}

    def state(self, reader: int) -> State:
        """The moment as a reader may know it."""
        if reader not in self._states:
            self._states[reader] = redact(self.game, self.g, None if reader == SPECTATOR else Side(reader))
        return self._states[reader]

    def hear(self, n: int, events: Iterable[Event]) -> tuple[Said, ...]:
        """What is said of the events of pick `n`."""
        return tuple(said for event in events for said in self._say(n, event))

    def glance(self) -> dict[int, int]:
        """What each reader may know, as a number that changes with it; nothing if nothing is hidden."""
        if not self.game.secrets:
            return {}
        return {reader: hash(self.state(reader).to_json()) for reader in self.all}

    def _say(self, n: int, event: Event) -> list[Said]:
        texts: dict[str, list[int]] = {}
        for reader in self.all:
            if event.seen_by(None if reader == SPECTATOR else Side(reader)):
                texts.setdefault(event.sentence(self.state(reader)), []).append(reader)
        units, spaces = concerned(self.g, event)
        return [
            Said(n, text, event.rule, event.kind, units, spaces, None if len(seen) == len(self.all) else tuple(seen))
            for text, seen in texts.items()
        ]


def concerned(g: State, event: Event) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The counters and spaces that an event is about, for a client that wants to show them."""
    about, board = event.about(), g.board
    return tuple(board.unit_names[unit] for unit in about.units), tuple(board.names[space] for space in about.spaces)


class Retold:
    """The sentences of a whole log that came from elsewhere, and who would have noticed each pick as it was made."""

    def __init__(self, game: Game, log: Log) -> None:
        self.game = game
        self.said: list[tuple[Said, ...]] = []
        self.noticed: list[Noticed] = []
        self._side: Side | None = None
        self._began = 0
        g = first_state(game, log.header, None)
        self._known = Readers(game, g).glance()
        for entry in log.entries:
            if not entry.auto and entry.by != "chance":
                self._close(g, game.side(entry.by))
                self._began, self._side = len(self.said), game.side(entry.by)
            replay_entry(game, g, entry, log.header.dice)
            events, g.events = g.events or [], None
            self.said.append(Readers(game, g).hear(entry.n, events))
        frame = waiting(g)
        self._close(g, None if frame is None else frame.by)

    def _close(self, g: State, decides: Side | None) -> None:
        """A pick with what followed by itself is complete; another side may decide then."""
        said = self.said[self._began :]
        readers = Readers(self.game, g)
        now = readers.glance()
        if self._side is None or not now:
            self.noticed += [None] * len(said)
        elif decides != self._side:
            self.noticed += notice(said, readers.all, readers.all)
        else:
            changed = [reader for reader in readers.all if now[reader] != self._known[reader]]
            self.noticed += notice(said, readers.all, [self._side, *changed])
        self._known = now


def heard(
    said: Sequence[tuple[Said, ...]], after: int, readers: tuple[int, ...], *, over: bool = False
) -> tuple[Sentence, ...]:
    """What all of these readers may know of the picks after `after`; when the game is over, everybody's reasons too."""
    return tuple(
        Sentence(found.n, found.text, found.rule, found.kind, found.units, found.spaces)
        for part in said[after:]
        for found in part
        if found.seen is None or all(reader in found.seen for reader in readers) or (over and found.kind == REASON)
    )


def aside(n: int, text: str, reader: int | None) -> Said:
    """A computer player's reason: for one reader alone, or for everybody."""
    return Said(n, text, kind=REASON, seen=None if reader is None else (reader,))


def remark(n: int, text: str) -> Said:
    """What everybody may know of the table itself, such as that a computer player failed."""
    return Said(n, text, kind=NOTE)
