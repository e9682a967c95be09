"""A process in which computer players think, as the server sees it."""

import asyncio
import sys

import msgspec

from bocage.server.thinker import Answer, Question

LONGEST_LINE = 1 << 26
TOO_LONG = "thought for too long"


class Process:
    """One process; it starts with its first question and again after a failure."""

    def __init__(self, *, stands_back: bool = False) -> None:
        self.words = ["-m", "bocage.server.thinker", *(["--back"] if stands_back else [])]
        self._child: asyncio.subprocess.Process | None = None
        self._decoder = msgspec.json.Decoder(Answer)

    async def ask(self, question: Question, seconds: float) -> Answer:
        """One question at a time; after so many seconds we wait no longer."""
        try:
            async with asyncio.timeout(seconds):
                return await self._exchange(question)
        except TimeoutError:
            await self.stop()
            return Answer(fault=TOO_LONG)
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
                *self.words,
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
