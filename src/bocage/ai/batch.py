"""Many games over several processes: what is finished is never lost, and a lost worker is replaced."""

import signal
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from pathlib import Path

import msgspec

from bocage.ai.match import Result, play_game
from bocage.ai.player import Budget
from bocage.games import find_game

SLICE = 1.0
"""Seconds after which a process hands in what it has, so that progress shows and little is lost."""
PARTS = 4
"""Each process gets its share of the games in about so many parts, so that all end together."""
PATIENCE = 3
"""How often the processes may die without finishing anything before the batch is given up."""


class Batch(msgspec.Struct, frozen=True, kw_only=True):
    """Which games to play. Game number n has the seed `seed + n`."""

    game: str
    scenario: str
    options: dict[str, str]
    players: dict[str, str]
    seed: int
    games: int
    data: Path | None = None
    budget: Budget = Budget()

    def part(self, first: int, games: int) -> "Batch":
        """Some of its games."""
        return msgspec.structs.replace(self, seed=self.seed + first, games=games)


def play_slice(batch: Batch) -> list[Result]:
    """The first games of a batch: as many as fit a slice of time, at least one."""
    end = time.monotonic() + SLICE
    results = [_attempt(batch, batch.seed)]
    while len(results) < batch.games and time.monotonic() < end:
        results.append(_attempt(batch, batch.seed + len(results)))
    return results


def run_batch(batch: Batch, jobs: int) -> Iterator[list[Result]]:
    """The results in lots, as they come in, from so many processes."""
    if jobs == 1 or batch.games == 1:
        while batch.games:
            results = play_slice(batch)
            yield results
            batch = batch.part(len(results), batch.games - len(results))
        return
    size = -(-batch.games // (jobs * PARTS))
    parts = [batch.part(first, min(size, batch.games - first)) for first in range(0, batch.games, size)]
    idle = 0
    while parts:
        finished = False
        try:
            for results in _pooled(parts, jobs):
                finished = True
                yield results
        except BrokenProcessPool:
            idle = 0 if finished else idle + 1
            if idle == PATIENCE:
                raise


def _pooled(parts: list[Batch], jobs: int) -> Iterator[list[Result]]:
    """Play the parts in a pool of processes; each lot of results is struck off `parts` before it is given out."""
    pool = ProcessPoolExecutor(min(jobs, len(parts)), get_context("spawn"), _ignore_keyboard)
    try:
        waiting: dict[Future[list[Result]], Batch] = {pool.submit(play_slice, part): part for part in parts}
        while waiting:
            ready, _ = wait(waiting, return_when=FIRST_COMPLETED)
            for future in ready:
                part = waiting.pop(future)
                results = future.result()
                parts.remove(part)
                if len(results) < part.games:
                    rest = part.part(len(results), part.games - len(results))
                    parts.append(rest)
                    waiting[pool.submit(play_slice, rest)] = rest
                yield results
    finally:
        _end(pool, all_done=not parts)


def _end(pool: ProcessPoolExecutor, *, all_done: bool) -> None:
    """Close a pool, and do not wait for games that nobody wants any more."""
    workers = [] if all_done else list((pool._processes or {}).values())  # noqa: SLF001 - public only in 3.14
    pool.shutdown(wait=all_done, cancel_futures=True)
    for worker in workers:
        worker.terminate()


def _ignore_keyboard() -> None:
    """Ctrl-C reaches every process of a terminal; only the first one answers it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _attempt(batch: Batch, seed: int) -> Result:
    game = find_game(batch.game)
    try:
        return play_game(game, batch.scenario, batch.options, batch.players, seed, budget=batch.budget, data=batch.data)
    except Exception as error:  # noqa: BLE001 - a failed game is counted, and the others go on
        what = " ".join(f"{type(error).__name__}: {error}".split())
        return Result(seed=seed, actions=0, forced=0, error=what)
