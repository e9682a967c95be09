"""Work that costs: advice, reviews, imports, drawing, questions. Each kind has a queue with a bound.

Everybody who asks has a place in the queue and can be told which. Nobody has more than a fair share, neither by address
nor by game: the next turn is that of the client with the fewest at work, and among those of the one whose last turn is
longest ago, so that many requests of one client never come before the first of another. A client who waits too long is
told so, and one who leaves gives up the place and ends the work. Playing is not such work: a pick and a computer
player's own thinking wait behind none of it.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import msgspec
from litestar import Request

from bocage.server.quota import network
from bocage.server.refusals import Refusal

T = TypeVar("T")
Asking = Request[Any, Any, Any]


class Bounds(msgspec.Struct, frozen=True, kw_only=True):
    """How much of one kind of work there may be."""

    at_once: int
    client_at_once: int
    game_at_once: int = 1
    waiting: int
    client_waiting: int
    patience: float | None
    """Seconds in the queue after which one is told to come again; `None` for never."""


class Turn:
    """Somebody's work, waiting or being done."""

    def __init__(self, client: str, game: str, rank: int = 0) -> None:
        self.client = client
        self.game = game
        self.rank = rank
        self.begins: asyncio.Future[None] = asyncio.get_running_loop().create_future()


class Line:
    """The queue of one kind of work."""

    def __init__(self, name: str, bounds: Bounds) -> None:
        self.name = name
        self.bounds = bounds
        self.waiting: list[Turn] = []
        self.working: list[Turn] = []
        self._begun = 0
        self._last: dict[str, int] = {}
        """By client, the number of his last turn."""

    @asynccontextmanager
    async def turn(self, client: str, game: str = "") -> AsyncIterator[Turn]:
        """Wait for one's turn and have it for as long as the context lasts."""
        turn = self.join(network(client), game)
        try:
            await self._wait(turn)
            yield turn
        finally:
            self.leave(turn)

    def join(self, client: str, game: str, rank: int = 0) -> Turn:
        """Take a place in the queue; a refusal where the queue, or the client's share of it, is full. Of a client's own
        requests, those of a lower rank come first.
        """
        mine = sum(turn.client == client for turn in self.waiting)
        if mine >= self.bounds.client_waiting:
            raise Refusal("too-many", f"you are waiting for {mine} answers of this kind already ({self.name})")
        if len(self.waiting) >= self.bounds.waiting:
            raise Refusal("busy", f"{len(self.waiting)} wait for this already ({self.name}); try again in a minute")
        turn = Turn(client, game, rank)
        self.waiting.append(turn)
        self._advance()
        return turn

    def leave(self, turn: Turn) -> None:
        """The work is done, or nobody wants it."""
        for turns in (self.waiting, self.working):
            if turn in turns:
                turns.remove(turn)
        self._advance()
        if not self.working:
            self._last.clear()

    def place(self, turn: Turn) -> int:
        """How many come before somebody, himself included; 0 when it is his turn."""
        return self._order().index(turn) + 1 if turn in self.waiting else 0

    def places(self, client: str, game: str) -> list[int]:
        """The places of a client who waits for something of a game."""
        return [self.place(turn) for turn in self.waiting if (turn.client, turn.game) == (network(client), game)]

    async def _wait(self, turn: Turn) -> None:
        try:
            async with asyncio.timeout(self.bounds.patience):  # wait_for may miss that the asker has left
                await turn.begins
        except TimeoutError:
            raise Refusal("busy", f"too many are asking for this now ({self.name}); try again in a minute") from None

    def _advance(self) -> None:
        """Start those whose turn it is."""
        while len(self.working) < self.bounds.at_once and (turn := self._first()) is not None:
            self.waiting.remove(turn)
            self.working.append(turn)
            self._begun += 1
            self._last[turn.client] = self._begun
            if not turn.begins.done():
                turn.begins.set_result(None)

    def _first(self) -> Turn | None:
        clients, games = Counter(t.client for t in self.working), Counter(t.game for t in self.working if t.game)
        able = (
            turn
            for turn in self._order()
            if clients[turn.client] < self.bounds.client_at_once and games[turn.game] < self.bounds.game_at_once
        )
        return next(able, None)

    def _order(self) -> list[Turn]:
        """Who waits, in the order in which they come: everybody's first request, then everybody's second, and so on."""
        seen = Counter(turn.client for turn in self.working)
        keys: dict[Turn, tuple[int, int]] = {}
        for turn in sorted(self.waiting, key=lambda turn: turn.rank):
            keys[turn] = seen[turn.client], self._last.get(turn.client, 0)
            seen[turn.client] += 1
        return sorted(keys, key=keys.__getitem__)


class Works:
    """All kinds of work."""

    def __init__(self) -> None:
        self.thinking = Line(
            "advice", Bounds(at_once=1, client_at_once=1, waiting=20, client_waiting=2, patience=120.0)
        )
        self.reviews = Line("reviews", Bounds(at_once=2, client_at_once=1, waiting=20, client_waiting=3, patience=3600))
        self.imports = Line("imports", Bounds(at_once=1, client_at_once=1, waiting=8, client_waiting=2, patience=120.0))
        self.drawing = Line("counters", Bounds(at_once=1, client_at_once=1, waiting=60, client_waiting=8, patience=30))
        self.questions = Line(
            "questions", Bounds(at_once=1, client_at_once=1, waiting=200, client_waiting=24, patience=20.0)
        )

    def places(self, client: str, game: str) -> dict[str, int]:
        """What a client waits for in a game, and at which place."""
        lines = {line.name: line.places(client, game) for line in (self.thinking, self.reviews)}
        return {name: min(found) for name, found in lines.items() if found}


async def attended(request: Asking, work: Coroutine[Any, Any, T]) -> T:
    """Do something as long as the asker is there; when the asker goes, it ends."""
    task = asyncio.ensure_future(work)
    leaving = asyncio.ensure_future(_left(request))
    try:
        await asyncio.wait([task, leaving], return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            raise Refusal("too-slow", "nobody is waiting for this any longer")
        return await task
    finally:
        for one in (task, leaving):
            one.cancel()
        await asyncio.gather(task, leaving, return_exceptions=True)


async def _left(request: Asking) -> None:
    """Wait until the asker has gone."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
