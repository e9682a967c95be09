"""The registered games, for tests that hold for all of them."""

from bocage.games import find_game, ids
from bocage.kernel.game import Game

SMALL = 20  # counters: such a game is played many times in a second


def games() -> list[Game]:
    """Every registered game."""
    return [find_game(name) for name in ids()]


def scenarios(*, small: bool | None = None) -> list[tuple[str, str]]:
    """Game and scenario of everything that can be played; only of small or of large games if asked."""
    return [
        (game.id, scenario.id)
        for game in games()
        for scenario in game.scenarios
        if small is None or (len(game.board().counters) <= SMALL) == small
    ]
