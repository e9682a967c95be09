"""Computer players think in processes of their own, so that the event loop never waits for them."""

import asyncio
import os
import random
import sys
from zlib import crc32

import msgspec

from bocage.players import player
from bocage.players.patience import SHORT, STAND_IN, patience, thought
from bocage.server.refusals import logger
from bocage.server.thinker import Answer, Question

LONGEST_LINE = 1 << 26
TOO_LONG = "thought for too long"


class Chosen(msgspec.Struct, frozen=True, kw_only=True):
    """What was chosen, why and by whom: the player that was asked, the one that stood in for it, or chance."""

    action: str = ""
    why: str = ""
    player: str = ""
    """Empty when it was chance."""
    fault: str = ""
    """Who failed and how, in words that may be told to anybody: nothing of what a player knew is in them."""

    def note(self) -> str:
        """What the people at the table are told of a failure."""
        return f"The computer: {self.fault}; {self.player or 'chance'} decides instead." if self.fault else ""


class _Process:
    """One process; it starts with its first question and again after a failure."""

    def __init__(self, *, stands_back: bool = False) -> None:
        self.words = ["-m", "bocage.server.thinker", *(["--back"] if stands_back else [])]
        self._lock = asyncio.Lock()
        self._child: asyncio.subprocess.Process | None = None
        self._decoder = msgspec.json.Decoder(Answer)

    async def ask(self, question: Question, seconds: float) -> Answer:
        """One question at a time; after so many seconds we wait no longer."""
        async with self._lock:
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


class Thinkers:
    """A few processes; a game always asks the same one, which keeps its players' plans. Advice is thought about in a
    process of its own, which stands back: a computer player that has to decide never waits behind it.
    """

    def __init__(self, count: int | None = None, most: float | None = None) -> None:
        """`most` is a limit for every player's thought, for those who test something else."""
        self.most = most
        self._adviser = _Process(stands_back=True)
        self._processes = [_Process() for _ in range(count or max(1, (os.cpu_count() or 2) - 1))]

    def seconds(self, name: str) -> float:
        """How long a player may look ahead at one pick."""
        wanted = thought(player(name))
        return wanted if self.most is None else min(wanted, self.most)

    async def choose(self, question: Question, options: list[str]) -> Chosen:
        """A player's choice, or its stand-in's; at random if that fails too, so that no game hangs."""
        found = await self._consult(question, options, self._playing(question))
        if found.action:
            return found
        return Chosen(action=random.Random(question.seed).choice(options), fault=found.fault)

    async def advise(self, question: Question, options: list[str]) -> Chosen:
        """A player's choice for a person who asks, or its stand-in's; no action if both fail."""
        return await self._consult(question, options, self._adviser)

    async def _consult(self, question: Question, options: list[str], process: _Process) -> Chosen:
        faults: list[str] = []
        for name in dict.fromkeys([question.player, STAND_IN]):
            asked = msgspec.structs.replace(question, player=name, seconds=self.seconds(name))
            answer = await process.ask(asked, SHORT if faults else patience(name))
            if answer.action in options:
                return Chosen(action=answer.action, why=answer.reason, player=name, fault=", ".join(faults))
            logger.error("game %s: player %s: %s", question.table, name, answer.fault or f"chose {answer.action!r}")
            faults.append(f"{name} {TOO_LONG if answer.fault == TOO_LONG else 'failed'}")
        return Chosen(fault=", ".join(faults))

    def _playing(self, question: Question) -> _Process:
        return self._processes[crc32(question.table.encode()) % len(self._processes)]

    async def close(self) -> None:
        """End all processes."""
        for process in (*self._processes, self._adviser):
            await process.stop()
