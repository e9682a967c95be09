"""The computer players by name."""

from collections.abc import Callable

from bocage.ai.chance_player import RandomPlayer
from bocage.ai.greedy import GreedyPlayer
from bocage.ai.player import Player, UnknownPlayer

_PLAYERS: dict[str, Callable[[], Player]] = {"random": RandomPlayer, "greedy": GreedyPlayer}
DESCRIPTIONS = {
    "random": "picks by lot",
    "greedy": "takes what looks best at once",
}


def names() -> list[str]:
    """What can be asked for."""
    return list(_PLAYERS)


def player(name: str) -> Player:
    """A new player of that name, or `UnknownPlayer` with the list of those there are."""
    if name not in _PLAYERS:
        raise UnknownPlayer(f"there is no player {name!r}; there is: {', '.join(_PLAYERS)}")
    return _PLAYERS[name]()
