"""A contest: both players play both sides, with the same dice.

Games come in pairs. In the first game of a pair player a has the game's first side, in the second its other side;
both are played with one seed, so that both players meet the same dice and neither profits from a scenario that
favours a side. A player against itself plays every game with dice of its own: the second of a pair would be the same
game again. With a third player, `against`, a and b do not meet: each plays the same games against that player.
A game depends on nothing but its seed and its players, so it does not matter how many processes play; except where a
machine is so slow that a planner's cap on processor time cuts a turn short.

What is counted is whole: every seed with all the games that belong to it. One game more with the better side would
favour that player.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from pathlib import Path

import msgspec

from bocage.games import find_game
from bocage.kernel.game import Game
from bocage.players.player import Budget
from bocage.runs.batch import Batch, attempt, fatal_game
from bocage.runs.match import Result, Thought
from bocage.runs.pool import Pool


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
    """The last game turn in which anybody had a choice; 0 if nobody is timed."""


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

    @property
    def is_mirror(self) -> bool:
        """Whether a player meets itself."""
        return self.a == self.b and not self.against

    @property
    def group(self) -> int:
        """How many games belong together because they share a seed."""
        return 4 if self.against else 1 if self.is_mirror else 2

    def in_whole_groups(self) -> "Contest":
        """The same, with the games that the last group lacks."""
        return msgspec.structs.replace(self, games=-(-self.games // self.group) * self.group)

    def whole(self, played: Iterable[Played]) -> list[Played]:
        """Those games whose group is complete, in order, whatever the order in which they ended."""
        games = sorted(played, key=lambda one: one.fixture.number)
        met = Counter(one.fixture.seed for one in games)
        return [one for one in games if met[one.fixture.seed] == self.group]

    def fixture(self, number: int) -> Fixture:
        """The game with this number."""
        first, second = self.title.sides[:2]
        sides = (first, second)
        if self.against:
            pair, rest = divmod(number, 4)
            side, player = rest // 2, "ab"[rest % 2]
            players = {sides[side]: self.a if player == "a" else self.b, sides[1 - side]: self.against}
        else:
            pair, side = (number, number % 2) if self.is_mirror else divmod(number, 2)
            player = "a"
            players = {sides[side]: self.a, sides[1 - side]: self.b}
        return Fixture(number, self.seed + pair, player, side, players)

    def play(self, fixture: Fixture) -> Played:
        """One game; a rule or a player that fails makes it a game with an error."""
        batch = Batch(
            game=self.game,
            scenario=self.scenario,
            options=self.options,
            players=fixture.players,
            seed=fixture.seed,
            games=1,
            data=self.data,
            budget=self.budget,
        )
        thought: Thought = {}
        result = attempt(batch, fixture.seed, thought=thought)
        return Played(fixture, result, max((turn for turn, _ in thought), default=0))

    def play_number(self, number: int) -> Played:
        """One game by its number."""
        return self.play(self.fixture(number))

    def given_up(self, number: int) -> Played:
        """A game that no process survives."""
        fixture = self.fixture(number)
        return Played(fixture, fatal_game(fixture.seed))


def play_contest(contest: Contest, jobs: int = 1, numbers: Sequence[int] | None = None) -> Iterator[Played]:
    """The games as they end, from this many processes; a process that dies is replaced and its game played again.

    All games, unless the numbers of some are given.
    """
    numbers = range(contest.games) if numbers is None else numbers
    if jobs == 1 or len(numbers) == 1:
        yield from map(contest.play_number, numbers)
        return
    pool = Pool[int, Played](jobs, Contest.play_number, contest)
    for lot in pool.run(numbers, len(numbers), contest.given_up):
        yield from sorted(lot, key=lambda played: played.fixture.number)
