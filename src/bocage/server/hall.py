"""All live games: found, loaded when somebody comes, changed one pick at a time, let go when everybody has left.

A change goes the same way, whoever makes it: under the table's lock the rules run in a thread, the database commits,
and only then is it published and answered. If anything goes wrong in between, the table is thrown away and the next
visitor gets it from the database, as it was after the last pick that was answered.
"""

import asyncio
import contextlib
import secrets
import sqlite3
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import TypeVar

import msgspec

from bocage.kernel.log import BadLog, Log
from bocage.kernel.session import Session
from bocage.server import archive, auth
from bocage.server.archive import MAKER, Batch, Grant, Saved, Standing
from bocage.server.bringing import prove_elsewhere, seated
from bocage.server.computer import Thinkers
from bocage.server.driver import Drivers
from bocage.server.handling import Outcome
from bocage.server.keeper import Keeper
from bocage.server.makers import Makers
from bocage.server.opening import (
    HUMAN,
    begin,
    find_title,
    keep_own,
    news_since,
    seats_of,
    settle,
    standing_of,
)
from bocage.server.pictures import Pictures
from bocage.server.quota import Allowance, Claims
from bocage.server.refusals import Refusal
from bocage.server.reviews import Reviews
from bocage.server.settings import Settings
from bocage.server.store import Store
from bocage.server.tables import Table
from bocage.server.upgrade import Revived, revive
from bocage.server.wire import Created, Import, NewGame, Seat
from bocage.server.wire_handling import Company
from bocage.server.work import Works

T = TypeVar("T")

LIVE = 400
"""How many games are kept in memory; the rest wait in the database."""
ID_BYTES = 9
CLAIMS = 10
"""How many seats of open games a client may take at once; one more is added every minute."""
LINES_OF_TALK, SILENCE = 20, 3.0
"""How many lines a client may say at once; one more is added every few seconds."""


def new_id() -> str:
    """The id of a game. On a command line it must not look like an option."""
    return next(found for found in iter(lambda: secrets.token_urlsafe(ID_BYTES), "") if not found.startswith("-"))


class Hall:
    """Every table there is."""

    def __init__(
        self, folder: Path, *, live: int = LIVE, thinkers: Thinkers | None = None, settings: Settings | None = None
    ) -> None:
        self.settings = settings or Settings(games=0)
        self.store = Store(folder)
        self.pictures = Pictures(folder)
        self.works = Works()
        self.reviews = Reviews(folder, self.works.reviews)
        self.thinkers = thinkers or Thinkers()
        self.live = live
        self.beginning = Allowance(self.settings.games)
        self.claims = Claims()
        self.claiming = Allowance(
            CLAIMS if self.settings.games else 0, what="you have sat down at {most} tables in a row"
        )
        self.talking = Allowance(LINES_OF_TALK, SILENCE, what="you have said {most} lines in a row")
        self.makers = Makers(self)
        self.closing = False
        self.bound = ("127.0.0.1", 0)
        """Where the server listens; a wildcard is reached from elsewhere."""
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self.drivers = Drivers(self)
        self.keeper = Keeper(self)
        self._rules = ThreadPoolExecutor(2, "rules")
        self._questions = ThreadPoolExecutor(1, "questions")

    async def start(self) -> None:
        """Let the computer players go on where a stop interrupted them."""
        for game in await self.store.do(archive.waiting_for_computers):
            self.drivers.start(game)
        await self.keeper.start()

    async def close(self) -> None:
        """Stop thinking, finish writing."""
        self.hush()
        await self.drivers.close()
        await self.keeper.close()
        await self.thinkers.close()
        await self.pictures.close()
        await self.reviews.close()
        await self._leave_snapshots()
        self._rules.shutdown()
        self._questions.shutdown()
        await asyncio.to_thread(self.store.close)

    async def _leave_snapshots(self) -> None:
        """Where each game stands, so that it can at least be seen if the next version's rules cannot play it."""
        for table in self._tables.values():
            if table.seq and not (table.stopped or table.standing.over or table.dead):
                state, chain = table.session.state.to_json(), table.session.log.chain
                write = partial(archive.snapshot, game=table.id, number=table.seq, chain=chain, state=state)
                with contextlib.suppress(sqlite3.Error):
                    await self.store.do(write)

    def hush(self) -> None:
        """There is no more news: listeners may go."""
        self.closing = True
        self.pictures.hush()
        for table in self._tables.values():
            table.wake()

    async def run(self, work: Callable[[], T]) -> T:
        """Let the rules work in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self._rules, work)

    async def ask(self, work: Callable[[], T]) -> T:
        """Let the rules answer a question in a thread of its own, so that no pick waits behind it."""
        return await asyncio.get_running_loop().run_in_executor(self._questions, work)

    # --- finding a table ----------------------------------------------------------------------------

    async def grant(self, game: str, digest: bytes) -> Grant:
        """What a token allows at a table. A game is not loaded for somebody who may not see it."""
        live = self._tables.get(game)
        if live is not None and digest in live.grants:
            return live.grants[digest]
        exists, known, grant = await self.store.do(partial(archive.grant, game=game, digest=digest))
        if not exists:
            raise Refusal("no-such-game", "there is no such game here")
        if grant is None:
            if known:
                raise Refusal("not-your-seat", "this token belongs to another game")
            raise Refusal("bad-token", "this token opens nothing here")
        return grant

    async def table(self, game: str) -> Table:
        """The live table of a game."""
        found = self._tables.get(game)
        if found is None:
            task = self._loading.get(game)
            if task is None:
                task = self._loading[game] = asyncio.create_task(self._load(game))
                task.add_done_callback(lambda _: self._loading.pop(game, None))
            found = await asyncio.shield(task)
        found.used = time.monotonic()
        if game in self._tables:
            self._tables.move_to_end(game)
        return found

    @asynccontextmanager
    async def hold(self, game: str) -> AsyncIterator[Table]:
        """The live table of a game, for us alone."""
        while True:
            table = await self.table(game)
            async with table.lock:
                if not table.dead:
                    yield table
                    return

    async def _load(self, game: str) -> Table:
        try:
            saved = await self.store.do(partial(archive.load, game=game))
            if saved is None:
                raise Refusal("no-such-game", "there is no such game here")
            title = find_title(saved.log.header.game)
            record = await self.store.do(partial(archive.record, game=game))
            revived = await self.run(partial(revive, title, saved, record))
            kept = await self.store.do(partial(archive.company, game=game))
        except BadLog as error:
            raise Refusal("bad-log", str(error)) from None
        if revived.rules:
            await self._store_revived(revived)
        if kept:
            with contextlib.suppress(msgspec.MsgspecError):  # talk that cannot be read is no reason to lose the game
                revived.table.company = msgspec.json.decode(kept, type=Company)
        return self._seat(revived.table)

    async def _store_revived(self, revived: Revived) -> None:
        """The rules have changed since this game was last used, and it goes on: from now on under the new ones."""
        table = revived.table
        number, log = table.seq, table.session.log
        await self.store.do(
            partial(archive.go_on, game=table.id, rules=revived.rules, number=number, said=revived.note)
        )
        if revived.batch is not None:
            await self.store.do(partial(archive.append, game=table.id, batch=revived.batch))
            table.publish(revived.batch)
        if table.seq:
            state = revived.snapshot
            await self.store.do(
                partial(archive.snapshot, game=table.id, number=table.seq, chain=log.chain, state=state)
            )

    def _seat(self, table: Table) -> Table:
        self._tables[table.id] = table
        for old in list(self._tables.values())[: max(0, len(self._tables) - self.live)]:
            if not (old.lock.locked() or old.listeners or self.drivers.has(old.id) or old is table):
                self._drop(old)
        return table

    @property
    def live_games(self) -> int:
        """How many games are in memory."""
        return len(self._tables)

    def forget(self, game: str = "") -> None:
        """Somebody else has written: what we have in memory, or of one game, is read anew when it is needed."""
        for table in [found for found in self._tables.values() if not game or found.id == game]:
            self._drop(table)

    def _drop(self, table: Table) -> None:
        table.dead = True
        if self._tables.get(table.id) is table:
            del self._tables[table.id]
        table.wake()

    # --- beginning a game ---------------------------------------------------------------------------

    async def create(self, wanted: NewGame, client: str = "") -> Created:
        """Begin a game for a client."""
        title = find_title(wanted.game)
        options = settle(title, wanted)
        seats = seats_of(title, options, wanted.seats)
        self.makers.check(client, seats)
        name = auth.clean_name(wanted.name, "the name of a game")
        session = await self.run(partial(begin, title, wanted, options, seats))
        batch = await self.run(lambda: news_since(session, 0, standing_of(session)))
        return await self._open(session, batch, seats, name, wanted, client)

    async def bring(self, wanted: Import, client: str = "") -> Created:
        """Take in a game that was played elsewhere."""
        name = auth.clean_name(wanted.name, "the name of a game")
        session, batch = await self.ask(partial(seated, await prove_elsewhere(wanted)))
        seats = seats_of(session.game, session.log.header.options, wanted.seats)
        self.makers.check(client, seats)
        return await self._open(session, batch, seats, name, wanted, client)

    async def _open(
        self, session: Session, batch: Batch, seats: dict[str, Seat], name: str, wanted: NewGame | Import, client: str
    ) -> Created:
        game = new_id()
        hotseat = not wanted.seats if wanted.hotseat is None else wanted.hotseat
        people = {place: seat.side for place, seat in seats.items() if seat.kind == HUMAN}
        if isinstance(wanted, NewGame) and wanted.open:
            seats = keep_own(session.game, seats, wanted.own)
        links = {"spectator": Grant("spectator")}
        if hotseat and people:
            links["hotseat"] = Grant("hotseat", tuple(people), tuple(dict.fromkeys(people.values())))
        else:
            links |= {
                f"seat {place}": Grant(MAKER if seats[place].taken else "seat", (place,), (side,))
                for place, side in people.items()
            }
        tokens = {key: auth.new_token() for key in links}
        saved = Saved(
            id=game,
            name=name,
            open=isinstance(wanted, NewGame) and wanted.open,
            rules=session.game.version,
            brought=isinstance(wanted, Import),
            resigned="" if session.log.ending is None else session.log.ending.resigned,
            secret=session.secret,
            log=Log(session.log.header),
            said=[],
            cuts=[],
            seats=seats,
            grants={auth.digest(tokens[key]): grant for key, grant in links.items()},
        )
        await self.store.do(partial(archive.create, saved=saved, batch=batch))
        table = Table(session.game, session, saved)
        table.publish(batch)
        self._seat(table)
        self.makers.note(game, client, seats)
        self.drivers.start(game)
        if batch.standing.over:
            self.keeper.add(game)
        made = {key: auth.link(self.settings.prefix, game, token) for key, token in tokens.items()}
        return Created(
            id=game,
            game=session.game.id,
            seats={place: made[f"seat {place}"] for place in people if f"seat {place}" in made},
            spectator=made["spectator"],
            hotseat=made.get("hotseat"),
            dice=table.fairness.kind,
        )

    # --- changing a game ----------------------------------------------------------------------------

    async def change(self, table: Table, work: Callable[[], Batch]) -> Batch:
        """Carry out a pick at a table that we hold: rules, database, publication."""
        try:
            batch = await self.run(work)
            await self.store.do(partial(archive.append, game=table.id, batch=batch))
        except Refusal:
            raise
        except BaseException as error:
            self._drop(table)
            if isinstance(error, sqlite3.IntegrityError):
                raise Refusal("stale", "the game went on without you; look again") from None
            raise
        table.publish(batch)
        self.drivers.start(table.id)
        if batch.standing.over:
            self.keeper.add(table.id)
        return batch

    async def try_change(self, table: Table, work: Callable[[], Outcome]) -> Outcome:
        """Carry out a gesture at a table that we hold; what came of it besides its picks is told too."""
        found: list[Outcome] = []

        def remember() -> Batch:
            found.append(work())
            return found[0].batch

        await self.change(table, remember)
        return found[0]

    async def cut(self, table: Table, work: Callable[[], Standing]) -> None:
        """Take back a pick at a table that we hold."""
        try:
            standing = await self.run(work)
            counts = table.counts
            write = partial(
                archive.cut,
                game=table.id,
                number=len(counts.cuts),
                standing=standing,
                noticed=counts.would_notice(standing.seq),
            )
            await self.store.do(write)
        except Refusal:
            raise
        except BaseException:
            self._drop(table)
            raise
        table.publish_cut(standing)

    async def resign(self, table: Table, side: str) -> None:
        """A side gives up a game that we hold."""
        standing = msgspec.structs.replace(table.standing, to_decide="", over=True, result=f"{side} resigned")
        state, chain = await self.run(table.session.state.to_json), table.session.log.chain
        write = partial(archive.resign, game=table.id, side=side, standing=standing, chain=chain, state=state)
        await self.store.do(write)
        table.resign(side)
        self.keeper.add(table.id)

    async def name(self, table: Table, names: dict[str, str]) -> None:
        """Seats at a table that we hold wait for somebody of this name, or, without one, for anybody."""
        changed = {
            place: msgspec.structs.replace(table.seats[place], name=n, taken=False) for place, n in names.items()
        }
        await self.store.do(partial(archive.sit, game=table.id, seats=changed))
        table.seats.update(changed)
        table.wake()

    async def claim(self, table: Table, place: str, name: str) -> str:
        """Somebody takes a free seat from the public list."""
        old = next(digest for digest, grant in table.grants.items() if grant.seats == (place,))
        return await self.renew(table, old, (place,), name)

    async def offer_again(self, table: Table, place: str) -> None:
        """A seat is free for all once more: the link of the person who took it no longer works."""
        old = next(digest for digest, grant in table.grants.items() if grant.seats == (place,))
        await self.renew(table, old, (place,), "", taken=False)

    async def renew(self, table: Table, old: bytes, places: Iterable[str], name: str, *, taken: bool = True) -> str:
        """Somebody sits down: the link is exchanged for a new one, and anybody listening with the old one hears no
        more.
        """
        token, grant = auth.new_token(), table.grants[old]
        seats = {place: msgspec.structs.replace(table.seats[place], name=name, taken=taken) for place in places}
        write = partial(archive.claim, game=table.id, old=old, new=auth.digest(token), grant=grant, seats=seats)
        try:
            await self.store.do(write)
        except sqlite3.IntegrityError:
            raise Refusal("bad-token", "this link has been replaced by a new one") from None
        del table.grants[old]
        table.grants[auth.digest(token)] = grant
        table.seats.update(seats)
        table.wake()
        return token

    async def title(self, game: str) -> str:
        """The id of the title that a game plays, which everybody may know; empty if there is no such game."""
        live = self._tables.get(game)
        return live.game.id if live is not None else await self.store.do(partial(archive.title, game=game))
