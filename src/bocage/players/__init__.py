"""Computer players: choosing, and nothing else.

Every player answers one question, `choose(view, options, rng, budget) -> action`, and is given nothing but
its own view of the game. `player("greedy")` finds one by name; `bocage.runs` lets them play each other.
"""

from bocage.players.player import Budget, Player, UnknownPlayer
from bocage.players.registry import USUAL, names, player

__all__ = ["USUAL", "Budget", "Player", "UnknownPlayer", "names", "player"]
