"""One live game: its session, what was said, and who listens.

The methods that touch the session (`act`, `undo`, `redo`, `payload` and the questions) run in a thread of rules, one at
a time under the table's lock. What is published (`seq`, `said`, `standing`) changes only on the event loop, and only
after the database has it: nobody is told what could still be lost.
"""

import asyncio
import contextlib
import time
from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec

from bocage.kernel import flow
from bocage.kernel.actions import Action, Illegal, Invalid, NotYours
from bocage.kernel.flow import DeadEnd
from bocage.kernel.game import Game
from bocage.kernel.ids import Side
from bocage.kernel.patience import leads_on
from bocage.kernel.session import RuleFailed, Session
from bocage.kernel.verdict import Because
from bocage.kernel.view import Payload, View
from bocage.server.archive import Batch, Grant, Noticed, Said, Saved, Standing
from bocage.server.counts import Counts, Viewer, notice
from bocage.server.guides import handling_of
from bocage.server.opening import news_since, patience_of, roll, standing_of
from bocage.server.refusals import Refusal, logger
from bocage.server.wire import Fairness, Seat, Sentence, Undo
from bocage.server.wire_handling import Company
from bocage.server.words import SPECTATOR, Readers, Starts, aside, heard, labelled, remark

Seats = tuple[str, ...]
"""Some seats of a side; none means all of them."""


LAST_MOVE = "This is the last move here: what comes next follows at once, and nothing can be taken back."


class Table:
    """A game that is being played."""

    stopped = ""
    """Why nobody can play here; empty where the game goes on."""

    def __init__(self, game: Game, session: Session, saved: Saved, *, seats: Mapping[str, Seat] | None = None) -> None:
        self.id = saved.id
        self.game = game
        self.session = session
        self.name = saved.name
        self.open = saved.open
        self.aloud = not game.secrets
        """A reason is made from its side's own view: where sides have secrets, reasons stay sealed until the end."""
        self.company = Company()
        if saved.resigned:
            session.resign(game.side(saved.resigned))
        self.secret = saved.secret
        places = seats or [seat.name for seat in game.seats(session.log.header.options)]
        self.seats: dict[str, Seat] = {place: saved.seats[place] for place in places}
        session.patience = patience_of(game, self.seats)
        self.grants: dict[bytes, Grant] = dict(saved.grants)
        self.said: list[tuple[Said, ...]] = list(saved.said)
        self.counts = Counts(saved.noticed or [None] * len(saved.said), saved.cuts)
        self.brought = saved.brought
        self.standing = self.stand()
        self.lock = asyncio.Lock()
        self.dead = False
        self.listeners = 0
        self.ears: Counter[bytes] = Counter()
        """How many listen with each link."""
        self.used = time.monotonic()
        self.redoable: list[int] = []
        """How many picks each gesture that was taken back had, the newest last."""
        self.gestures: list[int] = []
        """How many picks there were before each gesture since the game was loaded."""
        self.rematch: dict[str, str] = {}
        """By side of this game, the link to the seat in the next one, as far as this server gave it out."""
        self.starts = Starts(game)
        self._pulse: asyncio.Future[None] | None = None
        self._views: dict[int, View] = {}
        self._payloads: dict[tuple[int, Seats], Payload] = {}
        self._offered: dict[int, frozenset[str]] = {}
        self._glances: dict[int, int] = {}

    # --- what is published -------------------------------------------------------------------------

    @property
    def seq(self) -> int:
        """How many picks there are; each viewer has a separate count."""
        return len(self.said)

    def publish(self, batch: Batch) -> None:
        """The database has these picks: tell everybody."""
        self.said += batch.said
        self.counts.add(batch.noticed or (None,) * len(batch.said))
        self.standing = batch.standing
        self.wake()

    def publish_cut(self, standing: Standing) -> None:
        """The database has forgotten the picks that were taken back."""
        del self.said[standing.seq :]
        self.counts.cut(standing.seq)
        self.standing = standing
        self.wake()

    def resign(self, side: str) -> None:
        """The database knows that a side gave up: the log ends here."""
        self.session.resign(self.game.side(side))
        self.standing = self.stand()
        self.forget_views()
        self.wake()

    def heard(self, after: int, readers: tuple[int, ...], viewer: Viewer) -> tuple[Sentence, ...]:
        """What these readers may know of the picks after `after`, numbered as the viewer counts."""
        true = self.counts.true(viewer, after)
        found = heard(self.said, true, readers, over=self.standing.over)
        return tuple(msgspec.structs.replace(line, n=self.counts.shown(viewer, line.n)) for line in found)

    def told(self, after: int, readers: tuple[int, ...], viewer: Viewer) -> tuple[Sentence, ...]:
        """The same, and how the game ended if a side gave it up."""
        found = self.heard(after, readers, viewer)
        ending = self.session.log.ending
        if ending is None or not ending.resigned:
            return found
        wins = f" {ending.winner} wins." if ending.winner else ""
        last = Sentence(self.counts.seq(viewer), f"{ending.resigned} resigns.{wins}", kind="Resignation")
        return (*found, last)

    def wake(self) -> None:
        """Wake everybody who waits for news."""
        pulse, self._pulse = self._pulse, None
        if pulse is not None and not pulse.done():
            pulse.set_result(None)

    async def news(self, seconds: float) -> bool:
        """Wait for news, but not for ever; whether there is any."""
        if self._pulse is None:
            self._pulse = asyncio.get_running_loop().create_future()
        done, _ = await asyncio.wait([self._pulse], timeout=seconds)
        return bool(done)

    @property
    def fairness(self) -> Fairness:
        """What everybody may know of the dice; the secret only when nothing more is rolled with it."""
        header = self.session.log.header
        secret = self.secret.hex() if self.standing.over and header.dice == "fair" else ""
        kind = "known" if self.brought and header.dice == "fair" else header.dice
        return Fairness(kind, header.commitment, secret)

    def since(self, sides: tuple[str, ...]) -> int:
        """How many picks there were after the last one that these sides made, with what followed by itself."""
        entries = self.session.log.entries
        mine = next((entry.n for entry in reversed(entries) if entry.by in sides and not entry.auto), 0)
        rest = (entry.n for entry in entries[mine:] if not entry.auto and entry.by != "chance")
        return next(rest, len(entries) + 1) - 1 if mine else 0

    def people(self) -> list[str]:
        """The seats that people hold."""
        return [place for place, seat in self.seats.items() if seat.kind == "human"]

    def human_sides(self) -> list[str]:
        """The sides that people play."""
        return list(dict.fromkeys(seat.side for seat in self.seats.values() if seat.kind == "human"))

    @property
    def advice(self) -> bool:
        """Whether the computer may be asked: by a lone player always, among several people when all have agreed."""
        alone = any(grant.role == "hotseat" for grant in self.grants.values())
        sides = self.human_sides()
        return alone or len(sides) < 2 or set(sides) <= set(self.company.agreed)

    # --- in a thread of rules, under the lock --------------------------------------------------------

    def stand(self) -> Standing:
        """Where the session stands."""
        standing = standing_of(self.session)
        return msgspec.structs.replace(standing, told=self.counts.shown((SPECTATOR,), standing.seq))

    @property
    def resigned(self) -> str:
        """The side that gave up, if one did."""
        ending = self.session.log.ending
        return "" if ending is None else ending.resigned

    def act(
        self, side: Side, text: str, seats: Seats = (), reason: str = "", note: str = "", *, careful: bool = False
    ) -> Batch:
        """Make a pick. A refusal is worded from what the side may know. `seats` are those who pick, if they are not
        all of the side; `note` is for everybody, a computer player's `reason` only where it thinks aloud.
        """
        before, glance = self.session.seq, self._glance()
        self.pick(side, text, seats, careful=careful)
        self.gestures.append(before)
        roll(self.session)
        asides = [aside(before + 1, reason, None if self.aloud else side)] if reason else []
        return self._batch(before, side, glance, [*asides, *([remark(before + 1, note)] if note else [])])

    def pick(self, side: Side, text: str, seats: Seats = (), *, careful: bool = False) -> None:
        """One pick of a gesture; what follows it is told when the gesture is done."""
        self._check(side, text, seats)
        if careful:
            self.check_last(side, (text,))
        try:
            self.session.pick(text, side)
        except (Illegal, NotYours):
            raise Refusal("illegal", "the rules do not allow that now") from None
        except (RuleFailed, DeadEnd) as error:
            logger.exception("game %s: %s", self.id, text)
            raise Refusal("rule-failed", "a rule failed, which is a bug; nothing was changed") from error
        self.redoable = []
        self.forget_views()

    def begin_gesture(self) -> tuple[int, dict[int, int]]:
        """How far the game is before a gesture, and what each reader may know of it."""
        return self.session.seq, self._glance()

    def gesture(self, before: int, side: Side, glance: dict[int, int]) -> Batch:
        """A gesture of several picks is done: it is told, and taken back, as one."""
        self.gestures.append(before)
        roll(self.session)
        return self._batch(before, side, glance)

    def redo(self, side: Side) -> Batch:
        """Make the gesture that was taken back last once more."""
        self._check_turn(side)
        if not self.redoable:
            raise Refusal("no-undo", "there is nothing to redo")
        before, glance = self.session.seq, self._glance()
        for _ in range(self.redoable.pop()):
            self.session.redo()
        self.gestures.append(before)
        roll(self.session)
        return self._batch(before, side, glance)

    def undo(self, side: Side) -> Standing:
        """Take back the side's last gesture: one pick, or the several that it stood for."""
        self._check_turn(side)
        because = self.session.why_not_undo()
        if because is not None:
            raise Refusal("no-undo", f"there is no way back: {because.text}", rule=because.rule)
        while self.gestures and self.gestures[-1] >= self.session.seq:
            self.gestures.pop()
        goal = self.gestures.pop() if self.gestures else self.session.seq - 1
        self.redoable.append(0)
        while self.session.seq > goal and self.session.why_not_undo() is None:
            self.session.undo()
            self.redoable[-1] += 1
        self.forget_views()
        return self.stand()

    def why_not_undo(self, sides: tuple[str, ...]) -> Undo:
        """Whether a seat can take back the last pick."""
        if self.standing.over:
            return Undo(can=False, why="the game is over")
        if self.standing.to_decide not in sides:
            return Undo(can=False, why="another side decides now")
        because = self.session.why_not_undo()
        if because is None:
            return Undo(can=True)
        last = next((entry for entry in reversed(self.session.log.entries) if not entry.auto), None)
        is_fresh = last is not None and last.by not in {self.standing.to_decide, "chance"}
        return Undo(can=False, why="you have done nothing yet" if is_fresh else because.text)

    def view(self, reader: int) -> View:
        """The game as a side, or a spectator, may know it now."""
        if reader not in self._views:
            self._views[reader] = self.session.view(None if reader < 0 else Side(reader))
        return self._views[reader]

    def payload(self, reader: int, seats: Seats = ()) -> Payload:
        """What a client draws; some seats of a side are offered only what is theirs to decide."""
        if (reader, seats) not in self._payloads:
            whole = self.payload(reader) if seats else self._resigned(self._said(reader))
            self._payloads[reader, seats] = self._for_seats(whole, reader, seats) if seats else whole
        return self._payloads[reader, seats]

    def ready(self, reader: int, seats: Seats = ()) -> Payload | None:
        """What a client draws, if it has been made already; safe on the event loop."""
        return self._payloads.get((reader, seats))

    def replay(self, number: int, reader: int) -> Payload:
        """What a client would have drawn after that many picks."""
        state = self.session.at(number)
        return View(self.game, state, None if reader < 0 else Side(reader), number).payload()

    def forget_views(self) -> None:
        """The state has changed."""
        self._views.clear()
        self._payloads.clear()
        self._offered.clear()
        self._glances = {}

    # --- insides ------------------------------------------------------------------------------------

    def _said(self, reader: int) -> Payload:
        view = self.view(reader)
        return labelled(self.game, view.state.board, view.payload())

    def _resigned(self, payload: Payload) -> Payload:
        if not self.resigned:
            return payload
        return msgspec.structs.replace(payload, options=(), warnings=(), result=self.standing.result)

    def _check_turn(self, side: Side) -> None:
        state = self.view(side).state
        frame = flow.waiting(state)
        if frame is None or self.resigned:
            raise Refusal("over", "the game is over")
        if frame.by != side:
            whose = self.game.side_name(frame.by)
            raise Refusal("not-yours", f"it is {whose}'s decision: {frame.prompt(state)}")

    def _for_seats(self, payload: Payload, reader: int, seats: Seats) -> Payload:
        state = self.view(reader).state
        offered = [
            choice
            for choice in payload.options
            if self.why_not_seats(reader, self.game.parse(state, choice.action), seats) is None
        ]
        return msgspec.structs.replace(payload, options=tuple(offered))

    def why_not_seats(self, reader: int, action: Action, seats: Seats) -> Because | None:
        """Why none of some seats of a side may take an action; `None` if one of them may."""
        ask = self.game.why_not_seat
        if ask is None or not seats:
            return None
        answers = [ask(self.view(reader).state, seat, action) for seat in seats]
        return None if None in answers else answers[0]

    def _check(self, side: Side, text: str, seats: Seats) -> None:
        """Refuse from what the side may know: the true state could say too much."""
        self._check_turn(side)
        state = self.view(side).state
        try:
            action = self.game.parse(state, text)
        except Invalid as error:
            raise Refusal("invalid", str(error), detail=error.code) from None
        if side not in self._offered:
            self._offered[side] = frozenset(choice.action for choice in self.payload(side).options)
        if self.game.format(state, action) not in self._offered[side]:
            because = flow.why_not(state, action)
            if because is not None:
                raise Refusal("illegal", because.text, rule=because.rule)
        because = self.why_not_seats(side, action, seats)
        if because is not None:
            raise Refusal("not-yours", because.text, rule=because.rule)

    def check_last(self, side: Side, picks: Sequence[str]) -> None:
        """A move after which nothing more is asked cannot be taken back: a careful player is told first. It may take
        several picks; they are named, so that they can still be made.
        """
        state = self.view(side).state
        actions = [self.game.parse(state, text) for text in picks]
        last = bool(actions) and handling_of(self.game).plays(str(actions[-1][0]), "last")
        if last and leads_on(state, actions, self.session.patience.ends):
            raise Refusal("last-move", LAST_MOVE, detail=picks[-1], picks=tuple(picks))

    def _glance(self) -> dict[int, int]:
        """What each reader may know of the game now, as a number that changes with it; nothing if nothing is hidden."""
        if not self._glances:
            self._glances = Readers(self.game, self.session.state).glance()
        return self._glances

    def _batch(self, before: int, side: Side, glance: dict[int, int], more: Sequence[Said] = ()) -> Batch:
        self.forget_views()
        batch = news_since(self.session, before, self.stand())
        with contextlib.suppress(Exception):  # the answer needs it next; if it fails, it fails there, after the commit
            self.payload(side)
        said = ((*batch.said[0], *more), *batch.said[1:])
        noticed = self._noticed(said, side, glance, batch.standing)
        told = self.counts.seq((SPECTATOR,)) + sum(who is None or SPECTATOR in who for who in noticed)
        standing = msgspec.structs.replace(batch.standing, told=told)
        return msgspec.structs.replace(batch, said=said, noticed=noticed, standing=standing)

    def _noticed(
        self, said: Sequence[tuple[Said, ...]], side: Side, glance: dict[int, int], standing: Standing
    ) -> tuple[Noticed, ...]:
        """Who noticed the picks that were made: one's own, and whatever changes what one may know."""
        if not self.game.secrets:
            return (None,) * len(said)
        now = self._glance()
        everybody = tuple(now)
        if standing.to_decide != self.standing.to_decide or standing.over:
            return notice(said, everybody, everybody)
        return notice(said, everybody, [side, *(reader for reader in now if now[reader] != glance[reader])])
