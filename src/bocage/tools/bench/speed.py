"""Random games per second, set against random games of chess in the same minute.

The yardstick is python-chess: list the legal moves, push one of them, ask whether the game is over. Both are
played in short slices by turns and timed by the processor's clock, so that a machine that is busy with
something else slows both alike.
"""

import itertools
import random
import time
from collections.abc import Callable, Iterator, Sequence

import msgspec

from bocage.kernel.game import Game
from bocage.runs.match import random_game

SLICE = 0.1
"""Seconds of one game before the next one has its turn; the game in progress is played to its end."""
SEED = 1


class Speed(msgspec.Struct):
    """Actions and the time they took. Picks without an alternative do not count as actions."""

    actions: int = 0
    games: int = 0
    seconds: float = 0.0

    @property
    def rate(self) -> float:
        """Actions per second."""
        return self.actions / self.seconds if self.seconds else 0.0

    def play(self, game: Iterator[int], until: float) -> None:
        """Play whole games until this many seconds have been spent on this sort."""
        clock = time.process_time
        while self.seconds < until:
            start = clock()
            actions = next(game)
            self.seconds += clock() - start
            self.actions += actions
            self.games += 1


def measure_games(
    games: Sequence[Game], seconds: float, tick: Callable[[], None] | None = None
) -> tuple[dict[str, Speed], Speed | None]:
    """The speed of each game by id, and of chess (`None` if python-chess is not installed)."""
    sources = {game.id: _games(game) for game in games}
    speeds = {game.id: Speed() for game in games}
    chess_games, chess = chess_source(), None
    if chess_games is not None:
        next(chess_games)  # its tables are made on the first game
        chess = Speed()
    for source in sources.values():
        next(source)  # and so is our board
    for slice_end in _slices(seconds):
        for name, source in sources.items():
            speeds[name].play(source, slice_end)
            if tick:
                tick()
        if chess is not None and chess_games is not None:
            chess.play(chess_games, slice_end)
    return speeds, chess


def _slices(seconds: float) -> Iterator[float]:
    """The ends of the slices: one after each tenth of a second."""
    for number in range(slices(seconds)):
        yield min((number + 1) * SLICE, seconds)


def slices(seconds: float) -> int:
    """How many slices there are in this many seconds."""
    return max(1, round(seconds / SLICE))


def _games(game: Game) -> Iterator[int]:
    """Random games of ours without end: the number of actions of each."""
    rng = random.Random(SEED)
    for seed in itertools.count(SEED):
        actions, _ = random_game(game.new(seed=seed), rng)
        yield actions


def chess_source() -> Iterator[int] | None:
    """Random games of chess without end: the number of moves of each."""
    try:
        import chess
    except ImportError:
        return None

    def play() -> Iterator[int]:
        rng = random.Random(SEED)
        while True:
            board, moves = chess.Board(), 0
            while not board.is_game_over():
                board.push(rng.choice(list(board.legal_moves)))
                moves += 1
            yield moves

    return play()
