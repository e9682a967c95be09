"""The games, one package each. A game is found by being here, or by an entry point of another distribution."""

import importlib
import pkgutil
from functools import cache
from importlib.metadata import entry_points

from bocage.kernel.game import Game, UnknownChoice


def ids() -> list[str]:
    """The id of every registered game: ours, then those that other distributions offer as `bocage.games`."""
    ours = [module.name for module in pkgutil.iter_modules(__path__) if module.ispkg]
    return ours + [entry.name for entry in entry_points(group="bocage.games") if entry.name not in ours]


@cache
def find_game(wanted: str) -> Game:
    """The game of that id, which alone is loaded, or `UnknownChoice` with the list of those there are."""
    if wanted not in ids():
        raise UnknownChoice(f"there is no game {wanted!r}; choose from: {', '.join(ids())}")
    for entry in entry_points(group="bocage.games", name=wanted):
        found: Game = entry.load()
        return found
    game: Game = importlib.import_module(f"{__name__}.{wanted}").GAME
    return game


@cache
def all_games() -> dict[str, Game]:
    """Every registered game by id."""
    return {found: find_game(found) for found in ids()}
