"""Many games over several processes: what is finished is never lost, and a lost worker is replaced."""

import time
from collections.abc import Callable, Generator, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import TypeVar

import msgspec

from bocage.games import find_game
from bocage.kernel.game import Game
from bocage.players.knowledge import knowledge_of
from bocage.players.planner import PlannerPlayer
from bocage.players.player import Budget
from bocage.players.registry import player
from bocage.runs.match import Result, Thought, Watch, play_game
from bocage.runs.pool import PATIENCE, Pool

T = TypeVar("T")

SLICE = 1.0
"""Seconds after which a lot of games is handed in, so that progress shows."""


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

    @property
    def seeds(self) -> range:
        """Of all its games."""
        return range(self.seed, self.seed + self.games)

    def part(self, first: int, games: int) -> "Batch":
        """Some of its games."""
        return msgspec.structs.replace(self, seed=self.seed + first, games=games)


def play_slice(batch: Batch) -> list[Result]:
    """The first games of a batch: as many as fit a slice of time."""
    return first_of(batch.seeds, partial(attempt, batch))


def first_of(seeds: Sequence[int], play: Callable[[int], T]) -> list[T]:
    """The games with the first of these seeds: as many as fit a slice of time, at least one."""
    end = time.monotonic() + SLICE
    results = [play(seeds[0])]
    while len(results) < len(seeds) and time.monotonic() < end:
        results.append(play(seeds[len(results)]))
    return results


def run_batch(batch: Batch, jobs: int) -> Generator[list[Result], None, None]:
    """The results in lots, as they come in, from this many processes."""
    if jobs == 1 or batch.games == 1:
        while batch.games:
            results = play_slice(batch)
            yield results
            batch = batch.part(len(results), batch.games - len(results))
        return
    yield from Pool[int, Result](jobs, attempt, batch).run(batch.seeds, batch.games, fatal_game)


def fatal_game(seed: int) -> Result:
    """The result of a game that no process survives."""
    error = f"the process that played it died, {PATIENCE} times out of {PATIENCE}"
    return Result(seed=seed, actions=0, forced=0, error=error)


def attempt(batch: Batch, seed: int, *, watch: Watch | None = None, thought: Thought | None = None) -> Result:
    """Play a game of a batch; a rule or a player that fails makes it a game with an error."""
    game = find_game(batch.game)
    try:
        return play_game(
            game,
            batch.scenario,
            batch.options,
            batch.players,
            seed,
            budget=batch.budget,
            data=batch.data,
            watch=watch,
            thought=thought,
        )
    except Exception as error:  # noqa: BLE001 - a failed game is counted, and the others go on
        what = " ".join(f"{type(error).__name__}: {error}".split())
        return Result(seed=seed, actions=0, forced=0, error=what)


def planner_version(game: Game, players: Iterable[str]) -> int:
    """The version of what the planners among these players know of a game; 0 where none plays, or it has no planner.

    Games of two versions are games of different players, though they share a name.
    """
    knowledge = knowledge_of(game)
    plans = any(isinstance(player(name), PlannerPlayer) for name in players)
    return knowledge.version if plans and knowledge is not None else 0
