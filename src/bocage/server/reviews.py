"""After-game reviews are made once, by a process of their own, one at a time, and kept beside the games.

A review takes seconds or minutes; nobody should wait for that in the middle of somebody else's pick. So the first who
asks starts it, everybody who asks meanwhile is told how far it is, and then it is there.
"""

import asyncio
import sys
from importlib.util import find_spec
from pathlib import Path

import msgspec

from bocage.server.refusals import Refusal, logger

PATIENCE = 1800.0
"""A review that has not come after so many seconds is given up."""


class Progress(msgspec.Struct, frozen=True):
    """How far a review is: what is done now, and how much of it."""

    what: str = "Waiting for its turn"
    done: int = 0
    of: int = 1


class Reviews:
    """The reviews of all finished games."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "reviews"
        self._making: dict[str, asyncio.Task[None]] = {}
        self._progress: dict[str, Progress] = {}
        self._one = asyncio.Semaphore(1)

    async def get(self, game: str, seq: int, log: str) -> bytes | Progress:
        """The review of a game after its last pick, or how far it is. A failure is told once, then tried again."""
        if find_spec("matplotlib") is None:
            raise Refusal(
                "not-offered", "this server makes no reviews: it lacks matplotlib (pip install 'bocage[lab]')"
            )
        name = f"{game}-{seq}"
        page = self.folder / f"{name}.html"
        if page.exists():
            return await asyncio.to_thread(page.read_bytes)
        task = self._making.get(name)
        if task is None:
            self._progress[name] = Progress()
            self._making[name] = asyncio.create_task(self._make(name, page, log))
        elif task.done():
            del self._making[name]
            if task.cancelled() or task.exception() is not None:
                raise Refusal("internal", "the review could not be made; the log of the game is safe")
        return self._progress[name]

    async def _make(self, name: str, page: Path, log: str) -> None:
        async with self._one:
            source = page.with_suffix(".jsonl")
            await asyncio.to_thread(_write, source, log)
            child = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "bocage.review",
                str(source),
                str(page),
                stdout=asyncio.subprocess.PIPE,
                start_new_session=True,  # Ctrl-C is for the server, which then ends us
            )
            try:
                async with asyncio.timeout(PATIENCE):
                    await self._follow(name, child)
            finally:
                if child.returncode is None:
                    child.kill()
                    await child.wait()
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
        """Nobody waits any longer."""
        for task in self._making.values():
            task.cancel()
        await asyncio.gather(*self._making.values(), return_exceptions=True)


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
