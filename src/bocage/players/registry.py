"""The computer players by name."""

from collections.abc import Callable
from functools import partial

from bocage.players.greedy import GreedyPlayer
from bocage.players.planner import DEEP, QUICK, STANDARD, PlannerPlayer
from bocage.players.player import Player, UnknownPlayer
from bocage.players.random_player import RandomPlayer

_PLAYERS: dict[str, tuple[Callable[[], Player], str]] = {
    "random": (RandomPlayer, "picks at random"),
    "greedy": (GreedyPlayer, "takes what looks best at once"),
    "planner-quick": (partial(PlannerPlayer, QUICK), "gives orders and follows them at once"),
    "planner": (partial(PlannerPlayer, STANDARD), "gives orders, follows them and looks ahead where it matters"),
    "planner-deep": (partial(PlannerPlayer, DEEP), "the same with ten times the thought"),
}
"""The players and what each does, in a few words for choosing an opponent; the weakest first."""
USUAL = "planner"
"""Whom a person meets, and whom he asks for advice, unless he says otherwise."""


def names() -> list[str]:
    """What can be asked for, the weakest first."""
    return list(_PLAYERS)


def descriptions() -> dict[str, str]:
    """What each player does."""
    return {name: words for name, (_, words) in _PLAYERS.items()}


def player(name: str) -> Player:
    """A new player of that name, or `UnknownPlayer` with the list of those there are."""
    if name not in _PLAYERS:
        raise UnknownPlayer(f"there is no player {name!r}; choose from: {', '.join(_PLAYERS)}")
    make, _ = _PLAYERS[name]
    return make()
