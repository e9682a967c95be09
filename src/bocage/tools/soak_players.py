"""The people of the server's soak: each holds a seat, picks at random, listens, and remembers what it was told."""

import asyncio
import random
import time
from collections.abc import Callable, Sequence

import msgspec

from bocage.kernel.game import Game
from bocage.kernel.log import BadLog, read_log
from bocage.kernel.verify import verify
from bocage.tools.http_client import Gone, Wire, stream

PATIENCE = 120.0
"""A server that is down for longer than this does not come back."""
WAIT = frozenset({429, 503})
"""The answers to somebody who has to wait."""
BREATH = 0.3
"""Seconds before somebody who found the server gone tries again."""


class Option(msgspec.Struct):
    """One thing that can be done."""

    action: str


class Seen(msgspec.Struct):
    """What a player looks at in a view."""

    options: list[Option]


class Line(msgspec.Struct):
    """A sentence of the log."""

    n: int
    text: str
    kind: str = ""


class State(msgspec.Struct):
    """What a player looks at in an answer."""

    seq: int
    over: bool
    view: Seen


class News(msgspec.Struct):
    """What a listener is told."""

    after: int
    seq: int
    over: bool
    events: list[Line]


class Lines(msgspec.Struct):
    """The log as the server has it."""

    entries: list[Line]


class Tally(msgspec.Struct):
    """What happened, over all games."""

    accepted: int = 0
    refused: dict[str, int] = {}
    unanswered: int = 0
    told: int = 0
    reconnections: int = 0
    begun: int = 0
    proved: int = 0
    latencies: list[float] = []
    settled: int = 0
    """The first of the latencies measured after the last kill."""
    faults: list[str] = []


class Sent(msgspec.Struct):
    """A pick that was sent; not `sure` if the server was killed before it answered."""

    action: str
    sure: bool


class Record(msgspec.Struct):
    """One seat as its player remembers it: what it sent, in order. It counts others' picks only as far as it knows of
    them, so its numbers are not the log's.
    """

    side: str
    sent: list[Sent] = []

    def is_unsure(self) -> bool:
        """Whether the last pick may have been carried out or not."""
        return bool(self.sent) and not self.sent[-1].sure

    def agrees(self, made: list[str]) -> bool:
        """Whether these picks are all that were accepted, in order, and none but those that were sent."""
        reached = {0}
        for sent in self.sent:
            further = {n + 1 for n in reached if n < len(made) and made[n] == sent.action}
            reached = further if sent.sure else further | reached
        return len(made) in reached


_state = msgspec.json.Decoder(State)
_news = msgspec.json.Decoder(News)
_lines = msgspec.json.Decoder(Lines)


class Player:
    """Somebody with the link of a seat."""

    def __init__(self, port: int, path: str, token: str, *, record: Record, tally: Tally, rng: random.Random) -> None:
        self.port = port
        self.path = path
        self.token = token
        self.record = record
        self.tally = tally
        self.rng = rng
        self.wire = Wire(port)
        self.heard: list[tuple[int, str]] = []
        self.seq = 0
        self.news = asyncio.Event()

    async def ask(self, method: str, path: str, body: object = None) -> tuple[int, bytes]:
        """A request that may be repeated until the server is there, and until it is our turn: when a hundred games end
        at once, and all of their players come from one address, some are told to wait.
        """
        end = time.monotonic() + PATIENCE
        while True:
            try:
                found = await self.wire.call(method, path, self.token, body)
                if found[0] not in WAIT or time.monotonic() > end:
                    return found
            except Gone:
                if time.monotonic() > end:
                    raise
            await asyncio.sleep(BREATH * self.rng.uniform(0.5, 1.5))

    async def play(self, pace: float, is_over: Callable[[], bool]) -> None:
        """Pick whenever it is our turn, until the game or the time is over."""
        state = await self._look()
        while not (state.over or is_over()):
            if not state.view.options:
                self.news.clear()
                if self.seq <= state.seq:
                    await _first(self.news, 1.0)
                state = await self._look()
                continue
            await asyncio.sleep(self.rng.expovariate(1 / pace) if pace else 0)
            state = await self._pick(state)

    async def _look(self) -> State:
        status, content = await self.ask("GET", self.path)
        if status != 200:
            self.tally.faults.append(f"{self.path}: a look is answered with {status} {content[:200]!r}")
            raise Gone("refused")
        return _state.decode(content)

    async def _pick(self, state: State) -> State:
        """Make a pick; now and then send it twice, as a nervous finger might."""
        action = self.rng.choice(state.view.options).action
        body = {"seq": state.seq, "action": action}
        start = time.perf_counter()
        try:
            status, content = await self.wire.call("POST", f"{self.path}/actions", self.token, body)
        except Gone:
            self.record.sent.append(Sent(action, sure=False))
            self.tally.unanswered += 1
            return await self._look()
        if status == 200:
            self.tally.latencies.append(time.perf_counter() - start)
            self.tally.accepted += 1
            self.record.sent.append(Sent(action, sure=True))
            if self.rng.random() < 0.05:
                await self._again(body)
            return _state.decode(content)
        code = msgspec.json.decode(content)["error"]["code"]
        self.tally.refused[code] = self.tally.refused.get(code, 0) + 1
        if code == "too-slow":  # a machine that is busy, or a proxy that restarts: not carried out, and it is said so
            return await self._look()
        if code not in {"stale", "over"} or not self.record.is_unsure():
            self.tally.faults.append(f"{self.path}: {action} at {state.seq} is refused: {content[:200]!r}")
        return await self._look()

    async def _again(self, body: object) -> None:
        status, content = await self.ask("POST", f"{self.path}/actions", body)
        if status != 409:
            self.tally.faults.append(f"{self.path}: the same pick twice is answered with {status} {content[:200]!r}")

    async def listen(self) -> None:
        """Listen, through all breaks, and check that each event begins where the one before ended."""
        last = "0"
        while True:
            try:
                async for told in stream(self.port, f"{self.path}/events", self.token, last):
                    if told.name == "picks":
                        last = told.id
                        self._take(_news.decode(told.data))
                    self.news.set()
            except Gone:
                self.tally.reconnections += 1
            await asyncio.sleep(BREATH * self.rng.uniform(0.5, 1.5))

    def _take(self, news: News) -> None:
        if news.after != self.seq:
            self.tally.faults.append(f"{self.path}: told of picks after {news.after}, but had heard {self.seq}")
        self.seq = news.seq
        self.tally.told += 1
        self.heard += [(line.n, line.text) for line in news.events]

    async def check_heard(self) -> None:
        """Everything that the log has of picks was told once and in order; giving up is not a pick."""
        status, content = await self.ask("GET", f"{self.path}/log")
        entries = _lines.decode(content).entries if status == 200 else []
        lines = [(line.n, line.text) for line in entries if line.kind != "Resignation"]
        for _ in range(100):
            if len(self.heard) >= len(lines):
                break
            await asyncio.sleep(0.1)
        if self.heard != lines:
            wrong = next((pair for pair in zip(self.heard, lines, strict=False) if pair[0] != pair[1]), "the length")
            self.tally.faults.append(
                f"{self.path}: {len(self.heard)} lines were told, {len(lines)} are logged: {wrong}"
            )


async def _first(news: asyncio.Event, seconds: float) -> None:
    try:
        await asyncio.wait_for(news.wait(), seconds)
    except TimeoutError:
        return


def check_log(game: Game, text: str, records: Sequence[Record]) -> str:
    """Hold an exported log against what the players remember; what is wrong, or nothing."""
    try:
        log = read_log(text)
    except BadLog as error:
        return f"the log cannot be read: {error}"
    proof = verify(game, log)
    if not proof.ok:
        return f"the log does not hold: {proof.fault}"
    for record in records:
        made = [entry.do for entry in log.entries if not entry.auto and entry.by == record.side]
        if not record.agrees(made):
            return f"{record.side} sent other picks than the {len(made)} of the log"
    return ""
