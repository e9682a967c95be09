"""The games, one package each. A game is found by being here, or by an entry point of another distribution."""

import importlib
import pkgutil
from functools import cache
from importlib.metadata import entry_points

from bocage.kernel.game import Game, UnknownChoice


@cache
def all_games() -> dict[str, Game]:
    """Every registered game by id: ours, then those that other distributions offer as `bocage.games`."""
    found: dict[str, Game] = {}
    for module in pkgutil.iter_modules(__path__):
        if module.ispkg:
            game = getattr(importlib.import_module(f"{__name__}.{module.name}"), "GAME", None)
            if isinstance(game, Game):
                found[game.id] = game
    for entry in entry_points(group="bocage.games"):
        game = entry.load()
        found.setdefault(game.id, game)
    return found


def find_game(wanted: str) -> Game:
    """The game of that id, or `UnknownChoice` with the list of those there are."""
    games = all_games()
    if wanted not in games:
        raise UnknownChoice(f"there is no game {wanted!r}; there is: {', '.join(games)}")
    return games[wanted]
