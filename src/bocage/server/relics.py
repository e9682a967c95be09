"""Games that the present rules cannot continue: they are read as they were.

A new version of a title's rules may forbid what was picked under the old one. A finished game then shows what was
recorded of it; an unfinished one shows what can be made of its log, and says why it cannot go on.
"""

import contextlib
import hashlib
from collections.abc import Iterator
from functools import partial
from typing import Any

import msgspec

from bocage.kernel.game import Game
from bocage.kernel.ids import Side
from bocage.kernel.log import Ending, Log
from bocage.kernel.session import FAULTS, first_state, replay_entry
from bocage.kernel.state import BadSave, Outcome, State
from bocage.kernel.verdict import Because
from bocage.kernel.view import Payload, Prompt, View
from bocage.server.archive import Saved, Standing
from bocage.server.records import Record
from bocage.server.refusals import Refusal
from bocage.server.tables import Seats, Table
from bocage.server.wire import Undo
from bocage.server.wire_handling import Turns
from bocage.server.words import Starts

APART = 64
"""This many picks lie between two positions that are kept at hand."""


class Remains:
    """What is left of a session: its log, and the position wherever the rules can still follow it."""

    def __init__(self, game: Game, saved: Saved, record: Record | None) -> None:
        self.game = game
        self.log = saved.log
        self.record = record
        self.secret = saved.secret
        self.events: list[list[object]] = []
        self._known = [] if record is not None else list(_positions(game, saved))
        if saved.over:
            self.log.close((record and record.ending) or _ending(game, saved))

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
        """What a reader saw after that many picks: as recorded, else as near to it as the rules and a snapshot come."""
        if self.record is not None:
            return self.record.view(reader, number)
        for start, known in reversed(self._known):
            if start <= number:
                with contextlib.suppress(*FAULTS):
                    return self._seen(*_follow(self.game, self.log, start, known, number), number, reader)
        return self._nothing(number, reader)

    def _nothing(self, number: int, reader: int) -> Payload:
        return Payload(
            game=self.game.id,
            seq=number,
            you="" if reader < 0 else self.game.sides[reader],
            trail="",
            prompt=Prompt(text="The rules of this game have changed, and nothing of its map was kept.", by=""),
            options=(),
            pieces=(),
            marks=(),
            tracks=(),
        )

    def _seen(self, reached: int, state: State, number: int, reader: int) -> Payload:
        seen = View(self.game, state, None if reader < 0 else Side(reader), number).payload()
        prompt = seen.prompt
        if reached < number:
            prompt = Prompt(text="Our rules do not follow this game up to here: the map shows an earlier pick.", by="")
        return msgspec.structs.replace(seen, options=(), warnings=(), prompt=prompt)


def _follow(game: Game, log: Log, start: int, known: State, number: int) -> tuple[int, State]:
    """The position after that many picks, or after the last one before them that the rules can follow."""
    reached, state = start, known.copy()
    for entry in log.entries[start:number]:
        after = state.copy()
        try:
            replay_entry(game, after, entry, log.header.dice)
        except FAULTS:
            break
        after.events = None
        reached, state = entry.n, after
    return reached, state


def _positions(game: Game, saved: Saved) -> Iterator[tuple[int, State]]:
    """Positions that can be shown, some picks apart: from the start and from each snapshot as far as the rules go."""
    done = -1
    for start, begun in _starts(game, saved):
        if start <= done:
            continue
        yield start, begun
        done, state, before = start, begun, -1
        while done > before:
            before = done
            done, state = _follow(game, saved.log, before, state, before + APART)
            if done > before:
                yield done, state


def _starts(game: Game, saved: Saved) -> Iterator[tuple[int, State]]:
    """The beginning, and what was kept of later positions."""
    with contextlib.suppress(*FAULTS):
        yield 0, first_state(game, saved.log.header, None)
    for number, text in saved.snapshots:
        for read in (game.restore, partial(_likely, game, saved)):
            with contextlib.suppress(BadSave, *FAULTS):
                yield number, read(text)
                break


def _likely(game: Game, saved: Saved, text: str) -> State:
    """A position of an older form, to be looked at: what our rules keep and the old ones did not is as at the start.
    While a game runs that could show a secret.
    """
    if not saved.over:
        raise BadSave("a position of older rules")
    header = saved.log.header
    fresh = game.new(header.scenario, header.options, seed=header.seed).to_data()
    old = msgspec.json.decode(text, type=dict[str, Any])
    board = game.board(None)
    data = {name: old.get(name, value) for name, value in fresh.items()}
    try:
        return game.state.from_data(board, data, game.frames)
    except BadSave:  # a decision that no longer exists: nothing can be played on from here
        return game.state.from_data(board, data | {"stack": []}, game.frames)


def _ending(game: Game, saved: Saved) -> Ending:
    """The last line of a game whose record was never written: from its last position, if that was kept."""
    secret = saved.secret.hex()
    last = next((text for number, text in saved.snapshots if number == len(saved.log.entries)), "")
    digest = hashlib.sha256(last.encode()).hexdigest()[:16] if last else ""
    if saved.resigned:
        others = [side for side in game.sides if side != saved.resigned]
        winner = others[0] if len(others) == 1 else ""
        return Ending(end=saved.result, winner=winner, digest=digest, secret=secret, resigned=saved.resigned)
    outcome = msgspec.json.decode(last, type=_Kept).outcome if last else None
    winner = "" if outcome is None or outcome.winner is None else game.sides[outcome.winner]
    return Ending(end=saved.result, winner=winner, digest=digest, secret=secret)


class _Kept(msgspec.Struct):
    """What the last line of a log needs of a position."""

    outcome: Outcome | None = None


class _Recorded(Starts):
    """Where the turns of a recorded game began."""

    def __init__(self, game: Game, record: Record) -> None:
        super().__init__(game)
        self.record = record

    def turns(self, log: Log) -> Turns:
        """As recorded."""
        return Turns(self.record.starts)


class Relic(Table):
    """A table at which nobody can play."""

    def __init__(self, game: Game, saved: Saved, why: str, remains: Remains, standing: Standing) -> None:
        self.remains = remains
        self._stored = standing
        super().__init__(game, remains, saved, seats=saved.seats)  # type: ignore[arg-type]
        self.stopped = why
        if remains.record is not None and remains.record.starts:
            self.starts = _Recorded(game, remains.record)

    def stand(self) -> Standing:
        """Where the game was left."""
        return self._stored

    def view(self, reader: int) -> View:
        """The rules answer no questions about it."""
        raise Refusal("stopped", self.stopped)

    def payload(self, reader: int, seats: Seats = ()) -> Payload:
        """The last moment, with the reason where a question would stand."""
        seen = self.remains.payload(self.remains.seq, reader)
        prompt = Prompt(text=self.stopped, by="")
        return msgspec.structs.replace(seen, options=(), prompt=prompt, result=self.standing.result)

    def replay(self, number: int, reader: int) -> Payload:
        """An earlier moment."""
        return self.remains.payload(number, reader)

    def why_not_undo(self, sides: tuple[str, ...]) -> Undo:
        """Never."""
        return Undo(can=False, why=self.stopped)
