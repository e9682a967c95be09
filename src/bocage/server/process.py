"""Processes of the server: one that thinks for computer players, and those that do one thing and end."""

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import msgspec

from bocage.server.thinker import Answer, Question

LONGEST_LINE = 1 << 26
TOO_LONG = "thought for too long"
WAITED = "had to wait for too long"
MARGIN = 1.0
"""How many seconds before the deadline a player should have finished."""
STARTING = 120.0
"""A process that has not loaded a game within this many seconds never will."""


async def start(*words: str) -> asyncio.subprocess.Process:
    """A Python process that is talked with. Ctrl-C is for the server, which then ends it."""
    pipe = asyncio.subprocess.PIPE
    return await asyncio.create_subprocess_exec(
        sys.executable, *words, stdin=pipe, stdout=pipe, limit=LONGEST_LINE, start_new_session=True
    )


@asynccontextmanager
async def running(*words: str, patience: float) -> AsyncIterator[asyncio.subprocess.Process]:
    """A process for one piece of work; when nobody waits for it any longer, or for too long, it ends."""
    child = await start(*words)
    try:
        async with asyncio.timeout(patience):
            yield child
    finally:
        if child.returncode is None:
            child.kill()
            await child.wait()


def hurried(question: Question, left: float) -> Question:
    """The question with no more time to think than there is."""
    return msgspec.structs.replace(question, seconds=max(0.1, min(question.seconds, left - MARGIN)))


class Process:
    """One process; it starts with its first question and again after a failure.

    Starting it and loading a game's map costs half a second of processor time, which on an overloaded machine can take
    longer than anybody waits. So a question that gives up in the meantime leaves it running, and the next one finds it
    ready; starting over each time would mean starting for ever.
    """

    def __init__(self, back: int) -> None:
        """`back` is how far it stands back behind live games."""
        self.words = ["-m", "bocage.server.thinker", str(back)]
        self._child: asyncio.subprocess.Process | None = None
        self._loaded: dict[str, asyncio.Task[None]] = {}
        self._decoder = msgspec.json.Decoder(Answer)

    async def ask(self, question: Question, seconds: float) -> Answer:
        """One question at a time; we wait for that many seconds."""
        loop = asyncio.get_running_loop()
        due = loop.time() + seconds
        try:
            if not await self._is_ready(question.game, seconds):
                return Answer(fault=WAITED)
            async with asyncio.timeout_at(due):
                return self._decoder.decode(await self._exchange(hurried(question, due - loop.time())))
        except TimeoutError:
            await self.stop()
            return Answer(fault=TOO_LONG)
        except (OSError, ValueError, msgspec.MsgspecError) as error:
            await self.stop()
            return Answer(fault=f"{type(error).__name__}: {error}")
        except asyncio.CancelledError:
            if not self._is_loading():
                await self.stop()
            raise

    async def _is_ready(self, game: str, seconds: float) -> bool:
        """Whether the process knows the game within that many seconds, and everything that others asked it to load. One
        that ended since is started again.
        """
        if self._child is not None and self._child.returncode is not None:
            await self.stop()
        if game not in self._loaded:
            self._loaded[game] = asyncio.create_task(self._load(game, list(self._loaded.values())))
        done, _ = await asyncio.wait(self._loaded.values(), timeout=seconds)
        for loading in done:
            loading.result()
        return not self._is_loading()

    def _is_loading(self) -> bool:
        return not all(loading.done() for loading in self._loaded.values())

    async def _load(self, game: str, before: list[asyncio.Task[None]]) -> None:
        """Start the process, if it is not running, and let it load a game after those that it is loading."""
        await asyncio.gather(*before)
        async with asyncio.timeout(STARTING):
            if self._child is None:
                self._child = await start(*self.words)
            await self._exchange(game)

    async def _exchange(self, words: Question | str) -> bytes:
        """One line, and the line that answers it."""
        child = self._child
        assert child is not None
        assert child.stdin is not None
        assert child.stdout is not None
        child.stdin.write(msgspec.json.encode(words) + b"\n")
        await child.stdin.drain()
        line = await child.stdout.readline()
        if not line.endswith(b"\n"):
            raise OSError("the thinking process ended")
        return line

    async def stop(self) -> None:
        """End the process."""
        loading, self._loaded = list(self._loaded.values()), {}
        for task in loading:
            task.cancel()
        await asyncio.gather(*loading, return_exceptions=True)
        child, self._child = self._child, None
        if child is not None and child.returncode is None:
            child.kill()
            await child.wait()
