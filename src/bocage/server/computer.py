"""Computer players think in processes of their own, so that the event loop never waits for them."""

import asyncio
import os
import random
import sys
from zlib import crc32

import msgspec

from bocage.server.refusals import logger
from bocage.server.thinker import Answer, Question

LONGEST_LINE = 1 << 26
PATIENCE = 60.0
"""A player that has not answered after so many seconds is stopped."""


class _Process:
    """One process; it starts with its first question and again after a failure."""

    def __init__(self) -> None:
        self._lock = asyncio.Lock()
        self._child: asyncio.subprocess.Process | None = None
        self._decoder = msgspec.json.Decoder(Answer)

    async def ask(self, question: Question) -> Answer:
        """One question at a time."""
        async with self._lock:
            try:
                return await asyncio.wait_for(self._exchange(question), PATIENCE)
            except TimeoutError:
                await self.stop()
                return Answer(fault="thought for too long")
            except (OSError, ValueError, msgspec.MsgspecError) as error:
                await self.stop()
                return Answer(fault=f"{type(error).__name__}: {error}")
            except asyncio.CancelledError:
                await self.stop()
                raise

    async def _exchange(self, question: Question) -> Answer:
        child = self._child
        if child is None or child.returncode is not None:
            child = self._child = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "bocage.server.thinker",
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=LONGEST_LINE,
                start_new_session=True,  # Ctrl-C is for the server, which then closes our input
            )
        assert child.stdin is not None
        assert child.stdout is not None
        child.stdin.write(msgspec.json.encode(question) + b"\n")
        await child.stdin.drain()
        line = await child.stdout.readline()
        if not line.endswith(b"\n"):
            raise OSError("the thinking process ended")
        return self._decoder.decode(line)

    async def stop(self) -> None:
        """End the process."""
        child, self._child = self._child, None
        if child is not None and child.returncode is None:
            child.kill()
            await child.wait()


class Thinkers:
    """A few processes; a game always asks the same one, which keeps its players' plans."""

    def __init__(self, count: int | None = None, seconds: float = 3.0) -> None:
        self.seconds = seconds
        self._processes = [_Process() for _ in range(count or max(1, (os.cpu_count() or 2) - 1))]

    async def ask(self, question: Question) -> Answer:
        """What a player would do."""
        return await self._processes[crc32(question.table.encode()) % len(self._processes)].ask(question)

    async def choose(self, question: Question, options: list[str]) -> tuple[str, str]:
        """A player's choice and its reason; by lot if the player fails, so that no game hangs."""
        answer = await self.ask(question)
        if answer.action in options:
            return answer.action, answer.reason
        logger.error("game %s: player %s failed: %s", question.table, question.player, answer.fault or answer.action)
        return random.Random(question.seed).choice(options), ""

    async def close(self) -> None:
        """End all processes."""
        for process in self._processes:
            await process.stop()
