"""Processes that play one game after another and hand each in the moment it ends.

A process that dies (killed, out of memory) is replaced, alone: what it had handed in is safe, the game it was playing
and those that waited for it are played again. A game that keeps killing its process is given up, so that the rest of
the run is completed.
"""

import contextlib
import os
import signal
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable
from itertools import islice
from multiprocessing import connection, get_context, parent_process
from multiprocessing.context import SpawnProcess
from typing import Any, Generic, TypeVar

T = TypeVar("T")
R = TypeVar("R")

PATIENCE = 3
"""How often a game may take its process with it, or processes die before they begin, until it is given up."""
AHEAD = 0.2
"""Seconds of work that wait for a process, so that it need not wait for us. Long games do not wait at all."""
MOST = 1000
"""Tasks that wait for a process at most: what is sent must fit the pipe, even while the process is busy sending."""
REST = 0.04
"""Seconds for which we leave the cores to the processes before we listen again, when all have enough to do.

Waking for each of many short games takes a core from the process that plays the next one.
"""

_SPAWN = get_context("spawn")


class Broken(RuntimeError):
    """The processes die before they can play anything."""


class _Worker(Generic[T]):
    """One process, its end of the pipe, and the games it was given and has not handed in."""

    def __init__(self, work: Callable[..., Any], words: tuple[object, ...]) -> None:
        self.pipe, theirs = _SPAWN.Pipe()
        self.process: SpawnProcess = _SPAWN.Process(target=_serve, args=(theirs, work, words), daemon=True)
        self.process.start()
        theirs.close()
        self.given: deque[T] = deque()
        self.ready = False

    def end(self, *, at_once: bool) -> None:
        self.pipe.close()
        if at_once:
            self.process.terminate()
        self.process.join()
        self.process.close()


class Pool(Generic[T, R]):
    """That many processes that turn tasks into results with `work(*words, task)`."""

    def __init__(self, jobs: int, work: Callable[..., R], *words: object) -> None:
        self._jobs, self._work, self._words = jobs, work, words
        self._workers: dict[Any, _Worker[T]] = {}
        self._strikes: Counter[T] = Counter()
        self._stillborn = 0
        self._done = 0
        self._began = time.monotonic()

    def run(self, tasks: Iterable[T], many: int, give_up: Callable[[T], R]) -> Generator[list[R], None, None]:
        """The results as they come in. `give_up` makes the result of a task that no process survives."""
        left = _Left(tasks, many)
        whole = False
        try:
            for _ in range(min(self._jobs, many)):
                self._hire()
            while left or any(worker.given for worker in self._workers.values()):
                self._feed(left)
                self._rest()
                found: list[R] = []
                heard = connection.wait(list(self._workers))
                try:
                    while heard:  # everything that waits for us, now that we are awake
                        for pipe in heard:
                            found += self._hear(pipe, left, give_up)
                        heard = connection.wait(list(self._workers), 0) if found else []
                finally:  # what was heard is handed on, also if Ctrl-C or processes that no longer start end it all
                    if found:
                        self._done += len(found)
                        yield found
            whole = True
        finally:
            for worker in self._workers.values():
                worker.end(at_once=not whole)
            self._workers.clear()

    def _hire(self) -> None:
        worker = _Worker[T](self._work, self._words)
        self._workers[worker.pipe] = worker

    def _feed(self, left: "_Left[T]") -> None:
        """Give every process that is running out of work some more: as little as will do, so that all end together."""
        ahead = max(1, min(int(AHEAD / self._pace()), MOST, left.many // (2 * self._jobs)))
        for worker in self._workers.values():
            if worker.ready and len(worker.given) <= ahead // 2 and (some := left.take(ahead)):
                worker.given += some
                with contextlib.suppress(OSError):  # it has died; listening to it will tell
                    worker.pipe.send(some)

    def _pace(self) -> float:
        """Seconds that a process needs for a task, as far as we know."""
        if not self._done:
            return AHEAD
        return max((time.monotonic() - self._began) * len(self._workers) / self._done, 1e-6)

    def _rest(self) -> None:
        """Sleep a little if nobody will wait for us meanwhile: all have more to do than what they are at."""
        enough = 1 + 2 * REST / self._pace()
        if all(len(worker.given) > enough for worker in self._workers.values()):
            time.sleep(REST)

    def _hear(self, pipe: Any, left: "_Left[T]", give_up: Callable[[T], R]) -> list[R]:
        """What a process says: that it is ready, or a result; or its silence, when it has died."""
        worker = self._workers[pipe]
        try:
            said = pipe.recv()
        except (EOFError, OSError):
            return self._replace(worker, left, give_up)
        if not worker.ready:
            worker.ready, self._stillborn = True, 0
            return []
        worker.given.popleft()
        return [said]

    def _replace(self, worker: _Worker[T], left: "_Left[T]", give_up: Callable[[T], R]) -> list[R]:
        del self._workers[worker.pipe]
        worker.end(at_once=True)
        given_up: list[R] = []
        if worker.given:
            task = worker.given[0]
            self._strikes[task] += 1
            if self._strikes[task] == PATIENCE:
                given_up.append(give_up(worker.given.popleft()))
            left.give_back(worker.given)
        if not worker.ready:
            self._stillborn += 1
            if self._stillborn == PATIENCE:
                raise Broken("the processes that should play die as soon as they start")
        self._hire()
        return given_up


class _Left(Generic[T]):
    """The tasks that nobody has: those of dead processes first."""

    def __init__(self, tasks: Iterable[T], many: int) -> None:
        self.fresh, self.returned, self.many = iter(tasks), deque[T](), many

    def __bool__(self) -> bool:
        return self.many > 0

    def take(self, many: int) -> list[T]:
        found = [self.returned.popleft() for _ in range(min(many, len(self.returned)))]
        found += islice(self.fresh, many - len(found))
        self.many -= len(found)
        return found

    def give_back(self, tasks: Iterable[T]) -> None:
        before = len(self.returned)
        self.returned.extend(tasks)
        self.many += len(self.returned) - before


def _serve(pipe: Any, work: Callable[..., Any], words: tuple[object, ...]) -> None:
    """The life of a process: take tasks, hand in results, end when nobody listens any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches every process of a terminal; the first one answers
    threading.Thread(target=_end_with_parent, daemon=True).start()
    with contextlib.suppress(EOFError, OSError):
        pipe.send(None)
        while True:
            for task in pipe.recv():
                pipe.send(work(*words, task))


def _end_with_parent() -> None:
    """Nobody wants the rest of a long game once its run was killed."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
