"""What is done while nobody waits: finished games are recorded, old ones deleted, an operator's changes noticed."""

import asyncio
import contextlib
import sqlite3
import time
from functools import partial
from importlib.util import find_spec
from typing import TYPE_CHECKING

from bocage.games import all_games
from bocage.server import archive, retention
from bocage.server.records import write_elsewhere
from bocage.server.refusals import Refusal, logger
from bocage.server.reviews import Ready

if TYPE_CHECKING:
    from bocage.server.hall import Hall

LOOK = 2.0
"""Seconds between two checks whether somebody else has written."""
ASK_AGAIN = 5.0
"""Seconds between two checks whether a review is ready."""
REST = 3
"""After a game of older rules we rest this many times as long as it took."""
OURSELVES = "the server"
EXPIRE = 3600.0
"""Seconds between two looks for games that are too old."""


class Keeper:
    """The caretaker of a hall."""

    def __init__(self, hall: "Hall") -> None:
        self.hall = hall
        self._over: asyncio.Queue[str] = asyncio.Queue()
        self._recorded: asyncio.Queue[tuple[str, int, str]] = asyncio.Queue()
        self._tasks: list[asyncio.Task[None]] = []
        self._older: set[str] = set()
        """Games of older rules: playing them through takes seconds, and games in play come first."""

    async def start(self) -> None:
        """Begin; what a stop left undone comes first, then what an earlier version did not record."""
        games = all_games()
        current = {title: game.version for title, game in games.items()}
        left = [row for row in await self.hall.store.do(archive.unrecorded) if row[1] in games]
        for game, title, rules in sorted(left, key=lambda row: current[row[1]] != row[2]):
            self.add(game)
            if current[title] != rules:
                self._older.add(game)
        works = (self._record_all, self._review_all, self._watch, self._expire)
        self._tasks = [asyncio.create_task(work()) for work in works]

    def add(self, game: str) -> None:
        """A game is over."""
        self._over.put_nowait(game)

    async def close(self) -> None:
        """Stop."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _record_all(self) -> None:
        while True:
            game = await self._over.get()
            began = time.monotonic()
            try:
                await self._record(game)
            except Refusal as refusal:
                if refusal.code != "no-such-game":
                    logger.warning("game %s is not recorded: %s", game, refusal)
            except (sqlite3.Error, OSError) as error:
                logger.warning("game %s is recorded later: %s", game, error)
                await asyncio.sleep(ASK_AGAIN)
                self.add(game)
            except Exception:  # noqa: BLE001 - one game's bug must not stop the others
                logger.exception("game %s is not recorded", game)
            if game in self._older:
                self._older.discard(game)
                await asyncio.sleep(REST * (time.monotonic() - began))

    async def _record(self, game: str) -> None:
        async with self.hall.hold(game) as table:
            if not table.standing.over:
                return
            if table.stopped:  # nothing can be recorded any more, and we need not try again
                await self.hall.store.do(partial(archive.keep_record, game=game, views=b""))
                return
            text, seq = await self.hall.ask(table.session.log.text), table.seq
        views = await write_elsewhere(text)
        if views:
            await self.hall.store.do(partial(archive.keep_record, game=game, views=views))
        else:
            logger.error("game %s could not be recorded", game)
        if seq and self.hall.settings.reviews and find_spec("matplotlib") is not None:
            self._recorded.put_nowait((game, seq, text))

    async def _review_all(self) -> None:
        """Have reviews made while the rules are those of the games; they wait like anybody's."""
        while True:
            game, seq, text = await self._recorded.get()
            try:
                while not isinstance(await self.hall.reviews.get(game, seq, text, OURSELVES), Ready):  # noqa: ASYNC110
                    await asyncio.sleep(ASK_AGAIN)
            except (Refusal, OSError) as fault:
                logger.warning("game %s is not reviewed: %s", game, fault)

    async def _watch(self) -> None:
        """When an operator's command has written, everything is read again."""
        known = await self.hall.store.version()
        while True:
            await asyncio.sleep(LOOK)
            with contextlib.suppress(Exception):  # a full disk passes; we look again
                now = await self.hall.store.version()
                if now != known:
                    known = now
                    await self._read_anew()

    async def _read_anew(self) -> None:
        self.hall.forget()
        drivers = self.hall.drivers
        for game in await self.hall.store.do(partial(archive.gone, games=drivers.games)):
            drivers.stop(game)

    async def _expire(self) -> None:
        days = self.hall.settings.keep_days
        while days:
            with contextlib.suppress(Exception):
                gone = await self.hall.store.do(partial(retention.expire, before=time.time() - days * 86400))
                for game in gone:
                    self.hall.forget(game)
                    self.hall.drivers.stop(game)
                    retention.delete_reviews(self.hall.store.path.parent, game)
                if gone:
                    logger.info("%d games were deleted: nobody used them for %d days", len(gone), days)
            await asyncio.sleep(EXPIRE)
