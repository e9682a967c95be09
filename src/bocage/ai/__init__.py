"""Computer players, and the plain loop that lets them play each other.

Every player answers one question, `choose(view, options, rng, budget) -> action`, and is given nothing but
its own view of the game. `player("greedy")` finds one by name; `play_game` plays a whole game.
"""

from bocage.ai.match import Result, play_game, random_game
from bocage.ai.player import Budget, Player, UnknownPlayer
from bocage.ai.registry import USUAL, names, player

__all__ = ["USUAL", "Budget", "Player", "Result", "UnknownPlayer", "names", "play_game", "player", "random_game"]
