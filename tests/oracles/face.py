"""The engine's public face as the oracles use it: options, refusals and picks in words, on any state."""

from functools import cache
from random import Random
from typing import Any

from bocage.games import find_game, ids
from bocage.kernel import flow
from bocage.kernel.game import Game


@cache
def _games() -> dict[type, Game]:
    return {game.state: game for game in map(find_game, ids())}


def options(g: Any) -> list[str]:
    """What may be picked, in words."""
    game = _games()[type(g)]
    return [game.format(g, action) for action in flow.options(g)]


def do(g: Any, *texts: str) -> Any:
    """Make picks on a state itself, each of them legal."""
    game = _games()[type(g)]
    for text in texts:
        action = game.parse(g, text)
        because = flow.why_not(g, action)
        assert because is None, f"{text}: {because}"
        flow.pick(g, action)
    return g


def after(g: Any, *texts: str) -> Any:
    """Make picks on a copy."""
    return do(g.copy(), *texts)


def refused(g: Any, text: str) -> bool:
    game = _games()[type(g)]
    return flow.why_not(g, game.parse(g, text)) is not None


def frame(g: Any) -> dict[str, Any]:
    """The decision that waits, as it is saved."""
    found: dict[str, Any] = g.to_data()["stack"][-1] if g.stack else {"frame": ""}
    return found


def roll_on(g: Any, rng: Random) -> Any:
    """Throw the dice that are due."""
    while g.stack and frame(g)["frame"] == "Roll":
        do(g, rng.choice(options(g)))
    return g
