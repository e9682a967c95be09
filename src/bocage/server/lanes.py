"""Processes that think, and the queue before them: no client's computer players keep everybody else's waiting. The next
question is that of the client whose last turn is longest ago; no client has more than a fair share of the processes. A
deadline runs from the moment the question is put, so a player who had to wait has less time to think.
"""

import asyncio
from collections import OrderedDict
from typing import NamedTuple

from bocage.server.process import WAITED, Process, hurried
from bocage.server.thinker import Answer, Question
from bocage.server.work import Bounds, Line

ENDLESS = 1 << 30
"""A computer player that has to decide is never turned away."""
KEPT = 512
"""For how many games we remember which process has their players' plans."""
BACK = 5
"""How far all thinking stands back behind the table itself."""


class Asker(NamedTuple):
    """For whom a computer player thinks."""

    client: str = ""
    """Whoever made the game."""
    is_heard: bool = False
    """Whether somebody listens to it now: of a client's games these come first."""
    is_awaited: bool = True
    """Whether anybody could wait for the answer: nobody does where computers play among themselves unwatched."""


SOMEBODY = Asker()


class Lane:
    """Some processes, and those who wait for them."""

    def __init__(self, name: str, count: int = 1, *, back: int = BACK, slack: float = 1.0) -> None:
        """`back` is how far its processes stand back, `slack` how much longer they are then waited for."""
        shares = Bounds(
            at_once=count, client_at_once=max(1, count // 2), waiting=ENDLESS, client_waiting=ENDLESS, patience=None
        )
        self.line = Line(name, shares)
        self.slack = slack
        self.processes = [Process(back) for _ in range(count)]
        self._free = list(self.processes)
        self._homes: OrderedDict[str, Process] = OrderedDict()

    async def ask(self, question: Question, asker: Asker, seconds: float) -> Answer:
        """An answer within that many seconds, waiting included; if nobody awaits it, it may wait without end."""
        loop = asyncio.get_running_loop()
        seconds *= self.slack
        due = loop.time() + seconds
        turn = self.line.join(asker.client or question.table, question.table, rank=0 if asker.is_heard else 1)
        try:
            async with asyncio.timeout_at(due if asker.is_awaited else None):
                await turn.begins
            left = due - loop.time() if asker.is_awaited else seconds
            return await self._think(question, left)
        except TimeoutError:
            return Answer(fault=WAITED)
        finally:
            self.line.leave(turn)

    async def _think(self, question: Question, left: float) -> Answer:
        process = self._take(question.table)
        try:
            return await process.ask(hurried(question, left), left)
        finally:
            self._free.append(process)

    def _take(self, table: str) -> Process:
        """A process that is free: the one that has the plans of this game's players, if it is."""
        home = self._homes.pop(table, None)
        process = home if home in self._free else self._free[-1]
        self._free.remove(process)
        self._homes[table] = process
        while len(self._homes) > KEPT:
            self._homes.popitem(last=False)
        return process

    async def close(self) -> None:
        """End all processes."""
        for process in self.processes:
            await process.stop()
