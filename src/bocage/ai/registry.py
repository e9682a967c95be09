"""The computer players by name."""

from collections.abc import Callable
from functools import partial

from bocage.ai.chance_player import RandomPlayer
from bocage.ai.greedy import GreedyPlayer
from bocage.ai.planner import DEEP, QUICK, STANDARD, PlannerPlayer
from bocage.ai.player import Player, UnknownPlayer

_PLAYERS: dict[str, Callable[[], Player]] = {
    "random": RandomPlayer,
    "greedy": GreedyPlayer,
    "planner-quick": partial(PlannerPlayer, QUICK),
    "planner": partial(PlannerPlayer, STANDARD),
    "planner-deep": partial(PlannerPlayer, DEEP),
}
DESCRIPTIONS = {
    "random": "picks by lot",
    "greedy": "takes what looks best at once",
    "planner-quick": "gives orders and follows them at once",
    "planner": "gives orders, follows them and looks ahead where it matters",
    "planner-deep": "the same with ten times the thought",
}
USUAL = "planner"
"""Whom a person meets, and whom he asks for advice, unless he says otherwise."""


def names() -> list[str]:
    """What can be asked for, the weakest first."""
    return list(_PLAYERS)


def player(name: str) -> Player:
    """A new player of that name, or `UnknownPlayer` with the list of those there are."""
    if name not in _PLAYERS:
        raise UnknownPlayer(f"there is no player {name!r}; there is: {', '.join(_PLAYERS)}")
    return _PLAYERS[name]()
