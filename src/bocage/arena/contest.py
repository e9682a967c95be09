"""A contest: both players play both sides, with the same dice.

Games come in pairs. In the first game of a pair player a has the game's first side, in the second its other side;
both are played with one seed, so that both players meet the same dice and neither profits from a scenario that
favours a side. With a third player, `against`, a and b do not meet: each plays the same games against that player.
A game depends on nothing but its seed and its players, so it does not matter how many processes play.
"""

import signal
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from functools import cached_property
from multiprocessing import get_context
from pathlib import Path

import msgspec

from bocage.ai.match import Result, Thought, play_game
from bocage.ai.player import Budget
from bocage.games import find_game
from bocage.kernel.game import Game

PATIENCE = 3
"""How often the processes may die without finishing a game before the contest is given up."""
AHEAD = 3
"""So many games wait for each process, so that none is idle; more would only be thrown away at a stop."""


class Fixture(msgspec.Struct, frozen=True):
    """One game to be played: its number, its seed, who is measured in it and on which side."""

    number: int
    seed: int
    player: str
    """`a` or `b`: the player whose result it is. When a and b meet it is a."""
    side: int
    players: dict[str, str]


class Played(msgspec.Struct, frozen=True):
    """A fixture and how it went."""

    fixture: Fixture
    result: Result
    turns: int = 0
    """The last game turn in which anybody had a choice; 0 where nobody is timed."""


class Contest(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """Who plays whom, where and how often. Pair number n has the seed `seed + n`."""

    game: str
    scenario: str
    a: str
    b: str
    games: int
    seed: int = 1
    against: str = ""
    options: dict[str, str] = {}
    data: Path | None = None
    budget: Budget = Budget()

    @cached_property
    def title(self) -> Game:
        """The game that is played."""
        return find_game(self.game)

    def fixtures(self) -> list[Fixture]:
        """Every game, in the order in which one process would play them."""
        return [self._fixture(number) for number in range(self.games)]

    def _fixture(self, number: int) -> Fixture:
        first, second = self.title.sides[:2]
        sides = (first, second)
        if self.against:
            pair, rest = divmod(number, 4)
            side, player = rest // 2, "ab"[rest % 2]
            players = {sides[side]: self.a if player == "a" else self.b, sides[1 - side]: self.against}
        else:
            pair, side = divmod(number, 2)
            player = "a"
            players = {sides[side]: self.a, sides[1 - side]: self.b}
        return Fixture(number, self.seed + pair, player, side, players)

    def play(self, fixture: Fixture) -> Played:
        """One game; a rule or a player that fails makes it a game with an error."""
        thought: Thought = {}
        try:
            result = play_game(
                self.title,
                self.scenario,
                self.options,
                fixture.players,
                fixture.seed,
                budget=self.budget,
                data=self.data,
                thought=thought,
            )
        except Exception as error:  # noqa: BLE001 - a failed game is counted, and the others go on
            what = " ".join(f"{type(error).__name__}: {error}".split())
            result = Result(seed=fixture.seed, actions=0, forced=0, error=what)
        return Played(fixture, result, max((turn for turn, _ in thought), default=0))


def play_contest(contest: Contest, jobs: int = 1) -> Iterator[Played]:
    """The games as they end, from so many processes; a process that dies is replaced and its game played again."""
    left = contest.fixtures()
    if jobs == 1 or len(left) == 1:
        yield from map(contest.play, left)
        return
    idle = 0
    while left:
        finished = False
        try:
            for played in _pooled(contest, left, jobs):
                finished = True
                yield played
        except BrokenProcessPool:
            idle = 0 if finished else idle + 1
            if idle == PATIENCE:
                raise


def _pooled(contest: Contest, left: list[Fixture], jobs: int) -> Iterator[Played]:
    """Play what is left in a pool of processes; each game is struck off before it is given out."""
    pool = ProcessPoolExecutor(min(jobs, len(left)), get_context("spawn"), _ignore_keyboard)
    queue = iter(list(left))
    waiting: dict[Future[Played], Fixture] = {}

    def feed() -> None:
        for fixture in queue:
            waiting[pool.submit(contest.play, fixture)] = fixture
            if len(waiting) >= jobs * AHEAD:
                return

    try:
        feed()
        while waiting:
            ready, _ = wait(waiting, return_when=FIRST_COMPLETED)
            for future in sorted(ready, key=lambda done: waiting[done].number):
                fixture = waiting.pop(future)
                played = future.result()
                left.remove(fixture)
                yield played
            feed()
    finally:
        workers = list((pool._processes or {}).values()) if left else []  # noqa: SLF001 - public only in 3.14
        pool.shutdown(wait=not left, cancel_futures=True)
        for worker in workers:
            worker.terminate()


def _ignore_keyboard() -> None:
    """Ctrl-C reaches every process of a terminal; only the first one answers it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
