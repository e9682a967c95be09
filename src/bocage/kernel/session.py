"""A game being played: the log is the truth, the state is what it leads to.

A session checks each pick, carries it out on a copy, lets Nature and forced picks follow, and only then
takes the copy for its own: a rule that raises leaves the game standing. It keeps every state since the last
point of no return, so that undo is a step back in a list, and now and then a snapshot, so that any earlier
moment is near.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from bocage.kernel import chance, flow
from bocage.kernel.actions import Action, Illegal, NotYours
from bocage.kernel.events import Event, Revealed
from bocage.kernel.game import Game, UnknownChoice
from bocage.kernel.ids import Side
from bocage.kernel.log import BadLog, Ending, Entry, Header, Log, OtherRules
from bocage.kernel.patience import Patience
from bocage.kernel.state import State
from bocage.kernel.verdict import Because
from bocage.kernel.view import View

SNAPSHOT_EVERY = 64


class RuleFailed(RuntimeError):
    """A rule raised while an action was carried out: a bug in the game. The session stands as it stood
    before.
    """


FAULTS = (BadLog, RuleFailed, flow.DeadEnd, ValueError, LookupError, TypeError, AttributeError)
"""What old picks may do to rules that were not made for them."""


class Session:
    """One game, its log and its present state."""

    def __init__(
        self, game: Game, header: Header, *, secret: bytes = b"", data: Path | None = None, follow: bool = True
    ) -> None:
        if header.dice == "fair" and secret and chance.commitment(secret) != header.commitment:
            raise ValueError("the secret is not the one the game was opened with")
        self.game = game
        self.log = Log(header)
        self.secret = secret
        self.data = data
        self.patience = Patience()
        self.state = first_state(game, header, data)
        self.events: list[list[Event]] = []
        self._floor_reason = "this is where the game begins"
        self._past: list[State] = []  # the states before each pick since the floor
        self._future: list[str] = []  # picks undone, newest last
        self._snapshots: list[tuple[int, State]] = [(0, self.state.copy())]
        if follow:
            self._follow(self.state, self.log)

    @classmethod
    def open(
        cls,
        game: Game,
        scenario: str | None = None,
        options: Mapping[str, str] | None = None,
        *,
        seats: Mapping[str, str] | None = None,
        seed: int | None = None,
        secret: bytes = b"",
        data: Path | None = None,
    ) -> "Session":
        """Begin a game: fair dice with a secret, seeded ones with a seed, dice typed in by hand with
        neither.
        """
        dice: Literal["fair", "fast", "table"] = "fair" if secret else "table" if seed is None else "fast"
        header = Header(
            game=game.id,
            rules=game.version,
            scenario=game.scenario(scenario).id,
            options=game.settle(options),
            seats=dict(seats or {}),
            dice=dice,
            commitment=chance.commitment(secret) if secret else "",
            seed=seed or 0,
        )
        return cls(game, header, secret=secret, data=data)

    @classmethod
    def resume(
        cls,
        game: Game,
        log: Log,
        *,
        secret: bytes = b"",
        data: Path | None = None,
        upto: int | None = None,
        known: Sequence[tuple[int, State]] = (),
        patience: Patience | None = None,
    ) -> "Session":
        """Go on with a logged game, or stand at pick `upto` of it. Every pick is checked again, except those that led
        to a `known` state: snapshots, as (number of picks, state) in order, from a caller who trusts them. A log that
        ends where no game can stand is refused with everything that is wrong there.
        """
        secret = revealed_secret(log) or secret
        session = cls(game, log.header, secret=secret, data=data, follow=False)
        session.patience = patience or Patience()
        entries = log.entries if upto is None else log.entries[:upto]
        session._trust(entries, known)
        session._replay(entries[session.seq :])
        session._prove()
        if upto is None:
            session._follow(session.state, session.log, session._last_mover())
            session._close()
            if log.ending is not None and log.ending.resigned:
                session.resign(game.side(log.ending.resigned))
        return session

    @property
    def seq(self) -> int:
        """How many picks have been made: the number a client quotes with its next one."""
        return len(self.log.entries)

    @property
    def to_decide(self) -> Side | None:
        """The side that must pick now, Nature for dice typed in by hand, `None` when the game is over."""
        frame = flow.waiting(self.state)
        return None if frame is None else frame.by

    def options(self) -> list[Action]:
        """Every legal action now."""
        return list(flow.options(self.state))

    def view(self, side: Side | None) -> View:
        """The game as a side, or a spectator, may know it."""
        return View(self.game, self.state, side, self.seq)

    def explain(self, text: str) -> Because | None:
        """Why an action is not allowed now; `None` when it is."""
        return flow.why_not(self.state, self.game.parse(self.state, text))

    def pick(self, text: str, by: Side | None = None, *, seat: str = "") -> list[Event]:
        """Take an action for a side, or for one of its seats, and Nature's rolls and forced picks that follow."""
        if seat:
            self._check_seat(text, seat)
        events = self._pick(text, by)
        self._future.clear()
        return events

    def _check_seat(self, text: str, seat: str) -> None:
        """Where a side has several players, each picks only for what is his."""
        if self.game.why_not_seat is None:
            return
        action = self.game.parse(self.state, text)
        because = self.game.why_not_seat(self.state, seat, action)
        if because is not None:
            raise NotYours(str(because))

    def _pick(self, text: str, by: Side | None) -> list[Event]:
        frame = flow.check_turn(self.state, by)
        action = self.game.parse(self.state, text)
        because = flow.why_not(self.state, action)
        if because is not None:
            raise Illegal(self.game.format(self.state, action), because)
        before, after = self.state, self.state.copy()
        draft = _Draft(self.log)
        try:
            mover = self.patience.mover(before, frame, action)
            self._carry_out(after, draft, frame, action, auto=False)
            self._follow(after, draft, mover)
        except flow.DeadEnd:
            raise
        except Exception as error:
            text = self.game.format(before, action)
            raise RuleFailed(f"{text}: a rule failed ({type(error).__name__}: {error}); nothing was changed") from error
        self._commit(before, after, draft)
        return [event for events in draft.events for event in events]

    def why_not_undo(self) -> Because | None:
        """Why the last pick cannot be taken back; `None` when it can."""
        return None if self._past else Because("", self._floor_reason)

    def undo(self) -> None:
        """Take back the last pick of the deciding side, with what followed by itself."""
        because = self.why_not_undo()
        if because is not None:
            raise NotYours(f"there is no way back: {because.text}")
        length = next(n for n in range(self.seq - 1, -1, -1) if not self.log.entries[n].auto)
        self._future.append(self.log.entries[length].do)
        self.log.cut(length)
        del self.events[length:]
        self.state = self._past.pop()
        while self._snapshots[-1][0] > length:
            self._snapshots.pop()

    def redo(self) -> list[Event]:
        """Make the pick that was undone last once more."""
        if not self._future:
            raise NotYours("there is nothing to redo")
        events = self._pick(self._future[-1], None)
        self._future.pop()
        return events

    def resign(self, side: Side) -> None:
        """A side gives up: the log ends here, and the secret of the dice is revealed."""
        self._raise_floor("the game is over")
        self.log.close(resignation(self.game, self.state, side, self.secret))

    def at(self, number: int) -> State:
        """The state after that many picks."""
        if not 0 <= number <= self.seq:
            raise UnknownChoice(f"the log has picks 0 to {self.seq}; there is no {number}")
        start, state = next(found for found in reversed(self._snapshots) if found[0] <= number)
        state = state.copy()
        for entry in self.log.entries[start:number]:
            replay_entry(self.game, state, entry, self.log.header.dice)
            state.events = None
        return state

    # what follows a pick

    def _follow(self, g: State, log: "Log | _Draft", mover: Side | None = None) -> None:
        """Let Nature roll and take forced picks until somebody has a choice, or is waited for."""
        if isinstance(log, Log):
            log = draft = _Draft(log)
            self._run(g, draft, mover)
            self._take(draft, g)
        else:
            self._run(g, log, mover)

    def _last_mover(self) -> Side | None:
        side = self.to_decide
        return None if side is None else self.patience.last_mover(self.log.entries, side, self.game.side_name(side))

    def _run(self, g: State, draft: "_Draft", mover: Side | None) -> None:
        while (frame := flow.waiting(g)) is not None:
            if isinstance(frame, chance.Chance):
                action = self._nature(g, frame, draft.chain)
                if action is None:
                    return
                self._carry_out(g, draft, frame, action, auto=False)
            else:
                found = flow.options(g)
                if len(found) > 1 or frame.asks_always:
                    return
                if not draft.no_return and self.patience.waits(g, mover, found[0]):
                    return
                self._carry_out(g, draft, frame, found[0], auto=True)

    def _nature(self, g: State, frame: chance.Chance[Any], chain: str) -> Action | None:
        dice = self.log.header.dice
        if dice == "fast":
            return chance.fast_pick(g, frame)
        if dice == "fair" and self.secret:
            return frame.case(g, chance.fair_number(self.secret, chain, frame.total(g)))
        return frame.case(g, 0) if frame.is_certain(g) else None

    def _carry_out(self, g: State, draft: "_Draft", frame: flow.Decision[Any], action: Action, *, auto: bool) -> None:
        g.events = []
        entry = Entry(draft.length + 1, self.game.side_name(frame.by), self.game.format(g, action), auto)
        flow.pick(g, action)
        draft.add(entry, g.events, chance=isinstance(frame, chance.Chance))
        g.events = None

    def _commit(self, before: State, after: State, draft: "_Draft") -> None:
        asked, asks = flow.waiting(before), flow.waiting(after)
        self._past.append(before)
        self._take(draft, after)
        if draft.no_return:
            self._raise_floor(draft.no_return)
        elif asks is None:
            self._raise_floor("the game is over")
        elif asked is None or asks.by != asked.by:
            self._raise_floor("the other side decides now")

    def _take(self, draft: "_Draft", after: State) -> None:
        for entry, events in zip(draft.entries, draft.events, strict=True):
            self.log.append(entry)
            self.events.append(events)
        self.state = after
        if self.seq - self._snapshots[-1][0] >= SNAPSHOT_EVERY:
            self._snapshots.append((self.seq, after.copy()))
        self._close()

    def _raise_floor(self, reason: str) -> None:
        self._past.clear()
        self._floor_reason = reason

    def _close(self) -> None:
        """Write the ending, which reveals the secret of the dice."""
        if not self.state.stack and self.log.ending is None:
            self.log.close(ending_of(self.game, self.state, self.secret))

    def _trust(self, entries: list[Entry], known: Sequence[tuple[int, State]]) -> None:
        """Take over known states; of the picks before them only the lines are kept, not the events."""
        for number, state in known:
            if self.seq < number <= len(entries):
                for entry in entries[self.seq : number]:
                    self.log.append(entry)
                    self.events.append([])
                self._snapshots.append((number, state))
                self.state = state.copy()

    def _prove(self) -> None:
        """Is this a position that can be?"""
        faults = self.game.problems(self.state)
        if faults:
            where = f"line {self.seq + 1}: the game cannot stand as it does here: "
            raise BadLog(where + "; ".join(faults), self.seq, self.log)

    def _replay(self, entries: list[Entry]) -> None:
        """Make logged picks again, each checked against the rules."""
        for entry in entries:
            try:
                check_forced(self.game, self.log.header, self.state, entry)
                replay_entry(self.game, self.state, entry, self.log.header.dice)
            except BadLog as error:
                bad = under_new_rules(self.game, self.log.header, error)
                bad.log = self.log
                raise bad from None
            self.log.append(entry)
            self.events.append(self.state.events or [])
            self.state.events = None
            if self.seq - self._snapshots[-1][0] >= SNAPSHOT_EVERY:
                self._snapshots.append((self.seq, self.state.copy()))
        self._raise_floor("the game was loaded here")


def replay_entry(game: Game, g: State, entry: Entry, dice: str = "") -> None:
    """Make one logged pick in place, or raise `BadLog` naming the line. With `fast` dice the counter moves on
    as it did when the roll was made, so that the game can go on from here.
    """
    line = entry.n + 1
    frame = flow.waiting(g)
    if frame is None:
        raise BadLog(f"line {line}: {entry.do!r} comes after the end of the game", entry.n)
    if entry.by != game.side_name(frame.by):
        raise BadLog(f"line {line}: {entry.by!r} picks, but it is {game.side_name(frame.by)}'s decision", entry.n)
    try:
        action = game.parse(g, entry.do)
    except ValueError as error:
        raise BadLog(f"line {line}: {error}", entry.n) from None
    because = flow.why_not(g, action)
    if because is not None:
        raise BadLog(f"line {line}: {entry.do}: {because}", entry.n)
    if dice == "fast" and isinstance(frame, chance.Chance):
        chance.fast_number(g, frame.total(g))
    g.events = []
    flow.pick(g, action)


def check_forced(game: Game, header: Header, g: State, entry: Entry) -> None:
    """Whether a pick that is said to have been forced was. Older rules may have left no choice where ours do: then it
    is enough that the pick is legal.
    """
    if entry.auto and g.stack and not is_older(game, header) and len(flow.options(g)) > 1:
        raise BadLog(f"line {entry.n + 1}: {entry.do} is said to be forced, but there was a choice", entry.n)


class _Draft:
    """Picks that are carried out but not yet part of the log."""

    def __init__(self, log: Log) -> None:
        self.base = len(log.entries)
        self.shadow = Log(log.header)
        self.shadow.chains = [log.chain]
        self.events: list[list[Event]] = []
        self.no_return = ""

    @property
    def entries(self) -> list[Entry]:
        return self.shadow.entries

    @property
    def chain(self) -> str:
        return self.shadow.chain

    @property
    def length(self) -> int:
        return self.base + len(self.entries)

    def add(self, entry: Entry, events: list[Event], *, chance: bool) -> None:
        self.shadow.append(entry)
        self.events.append(events)
        if chance:
            self.no_return = "dice were rolled"
        elif any(isinstance(event, Revealed) for event in events):
            self.no_return = "something hidden came to light"


def ending_of(game: Game, g: State, secret: bytes) -> Ending:
    """The last line of a game that ended in this state."""
    outcome = g.outcome
    winner = "" if outcome is None or outcome.winner is None else game.sides[outcome.winner]
    level = "" if outcome is None else outcome.level
    return Ending(end=level, winner=winner, digest=g.digest(), secret=secret.hex())


def resignation(game: Game, g: State, side: Side, secret: bytes) -> Ending:
    """The last line of a game that a side gave up in this state; between two sides the other one wins."""
    name = game.sides[side]
    others = [other for other in game.sides if other != name]
    winner = others[0] if len(others) == 1 else ""
    return Ending(end=f"{name} resigned", winner=winner, digest=g.digest(), secret=secret.hex(), resigned=name)


def revealed_secret(log: Log) -> bytes:
    """The secret that the last line reveals, if it is the one committed to; empty while there is none."""
    if log.ending is None or not log.ending.secret:
        return b""
    last = len(log.entries) + 2
    try:
        secret = bytes.fromhex(log.ending.secret)
    except ValueError:
        raise BadLog(f"line {last}: the secret is not written in hexadecimal digits", last - 1, log) from None
    if chance.commitment(secret) != log.header.commitment:
        raise BadLog(f"line {last}: the secret is not the one committed to", last - 1, log)
    return secret


def first_state(game: Game, header: Header, data: Path | None) -> State:
    """The state in which a logged game began."""
    if header.game != game.id:
        raise BadLog(f"line 1: this is a log of {header.game}, not of {game.id}")
    if _version(header.rules) > _version(game.version):
        raise OtherRules(newer(game, header))
    try:
        return game.new(header.scenario, header.options, seed=header.seed, data=data)
    except UnknownChoice as error:
        raise BadLog(f"line 1: {error}") from None


def newer(game: Game, header: Header) -> str:
    """The sentence for a log of other rules than ours."""
    ours, theirs = _version(game.version), _version(header.rules)
    age = "newer" if theirs > ours else "older"
    versions = f"version {header.rules}; this Bocage has {game.version}"
    return f"the log was played with {age} rules of {game.name} ({versions})"


def is_older(game: Game, header: Header) -> bool:
    """Whether a log was played with older rules than ours."""
    return _version(header.rules) < _version(game.version)


def under_new_rules(game: Game, header: Header, error: BadLog) -> BadLog:
    """The same fault, with the reason it may have: what was legal under older rules need not be under ours."""
    if not is_older(game, header):
        return error
    return OtherRules(f"{newer(game, header)}, and under ours it does not go on: {error}", error.good, error.log)


def followed(game: Game, log: Log, data: Path | None = None) -> tuple[Log, str]:
    """A log of older rules as far as ours follow it, and why no further; any other log as it is."""
    if not is_older(game, log.header):
        return log, ""
    g, head = first_state(game, log.header, data), Log(log.header)
    for entry in log.entries:
        try:
            replay_entry(game, g, entry)
        except FAULTS as error:
            bad = error if isinstance(error, BadLog) else BadLog(f"line {entry.n + 1}: {entry.do}: {error}", entry.n)
            return head, str(under_new_rules(game, log.header, bad))
        head.append(entry)
    return log, ""


def _version(text: str) -> tuple[int, ...]:
    return tuple(int(part) if part.isdigit() else 0 for part in text.split("."))
