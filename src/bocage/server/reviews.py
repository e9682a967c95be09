"""After-game reviews are made once, by processes of their own, a few at a time, and kept beside the games.

A review takes seconds or minutes; nobody should wait for that in the middle of somebody else's pick. So the first who
asks starts it, everybody who asks in the meantime is told how far it is, and then it is there: at an address of its own
that nobody can guess, so that it can be shared without the link of a seat.
"""

import asyncio
import re
import secrets
import time
from importlib.util import find_spec
from pathlib import Path

import msgspec

from bocage.server.process import running
from bocage.server.quota import network
from bocage.server.refusals import Refusal, logger
from bocage.server.work import Line, Turn

PATIENCE = 900.0
"""A review that is not ready after this many seconds is given up."""
FORGOTTEN = 60.0
"""A review that nobody has asked for in this many seconds is given up, whether begun or waiting."""
KEY_BYTES = 16
HOPELESS = "the rules of this game have changed, and ours cannot review it; its log is whole"
NAME = re.compile(r"[A-Za-z0-9_-]+\.[0-9a-f]{32}")


class Progress(msgspec.Struct, frozen=True):
    """How far a review is: what is done now, and how much of it."""

    what: str = "Waiting for its turn"
    done: int = 0
    of: int = 1


class Ready(msgspec.Struct, frozen=True):
    """Where a review can be read."""

    address: str


class Reviews:
    """The reviews of all finished games."""

    def __init__(self, folder: Path, line: Line) -> None:
        self.folder = folder / "reviews"
        self.line = line
        self._making: dict[str, asyncio.Task[None]] = {}
        self._progress: dict[str, Progress] = {}
        self._asked: dict[str, float] = {}
        """When somebody last asked for a review: one that nobody asks for is given up."""
        self._turns: dict[str, Turn] = {}
        self._hopeless: set[str] = set()
        """Games of older rules that ours cannot review."""

    async def get(self, game: str, seq: int, log: str, client: str, *, stopped: bool = False) -> Ready | Progress:
        """The review of a game after its last pick, or how far it is. A failure is told once, then tried again; that of
        a game whose rules have changed is no fault of ours, and is not tried again.
        """
        if find_spec("matplotlib") is None:
            raise Refusal(
                "not-offered", "this server makes no reviews: it lacks matplotlib (pip install 'bocage[lab]')"
            )
        name = f"{game}-{seq}"
        found = await asyncio.to_thread(lambda: list(self.folder.glob(f"{name}.*.html")))
        if found:
            return Ready(f"/review/{found[0].stem}")
        if name in self._hopeless:
            raise Refusal("stopped", HOPELESS)
        task = self._making.get(name)
        self._asked[name] = time.monotonic()
        if task is None:
            self._progress[name] = Progress()
            page = self.folder / f"{name}.{secrets.token_hex(KEY_BYTES)}.html"
            turn = self._turns[name] = self.line.join(network(client), game)
            self._making[name] = asyncio.create_task(self._take_turn(turn, name, page, log))
        elif task.done():
            del self._making[name]
            if task.cancelled() or task.exception() is not None:
                if stopped:
                    self._hopeless.add(name)
                    raise Refusal("stopped", HOPELESS)
                raise Refusal("internal", "the review could not be made; the log of the game is safe")
        return self._how_far(name)

    def _how_far(self, name: str) -> Progress:
        place = self.line.place(self._turns[name]) if name in self._turns else 0
        return Progress(f"Waiting for its turn: place {place} in the queue") if place else self._progress[name]

    async def read(self, name: str) -> bytes:
        """A review by its address."""
        page = self.folder / f"{name}.html"
        if not NAME.fullmatch(name) or not await asyncio.to_thread(page.is_file):
            raise Refusal("not-found", "there is no such review here")
        return await asyncio.to_thread(page.read_bytes)

    async def _take_turn(self, turn: Turn, name: str, page: Path, log: str) -> None:
        """Wait for one's turn and make the review, as long as somebody asks for it."""
        making = asyncio.ensure_future(self._make(turn, name, page, log))
        try:
            while not making.done():
                await asyncio.wait([making], timeout=FORGOTTEN / 4)
                if not making.done() and time.monotonic() - self._asked[name] > FORGOTTEN:
                    making.cancel()
            await making
        finally:
            making.cancel()
            await asyncio.gather(making, return_exceptions=True)  # its process ends before we do
            self.line.leave(turn)
            self._turns.pop(name, None)
            self._asked.pop(name, None)
            if making.cancelled():
                self._making.pop(name, None)

    async def _make(self, turn: Turn, name: str, page: Path, log: str) -> None:
        await turn.begins
        source = page.with_suffix(".jsonl")
        await asyncio.to_thread(_write, source, log)
        try:
            async with running("-m", "bocage.review", str(source), str(page), patience=PATIENCE) as child:
                await self._follow(name, child)
        finally:
            await asyncio.to_thread(source.unlink, missing_ok=True)
        if child.returncode:
            logger.error("the review of game %s failed", name)
            raise RuntimeError("the review failed")

    async def _follow(self, name: str, child: asyncio.subprocess.Process) -> None:
        """Read how far it is until it ends."""
        assert child.stdout is not None
        async for line in child.stdout:
            done, of, what = line.decode().split(maxsplit=2)
            self._progress[name] = Progress(what.strip(), int(done), int(of))
        await child.wait()

    async def close(self) -> None:
        """Nobody is waiting."""
        for task in self._making.values():
            task.cancel()
        await asyncio.gather(*self._making.values(), return_exceptions=True)


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
