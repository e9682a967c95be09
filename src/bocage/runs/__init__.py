"""Running games: one match, many of them over several processes, and how sure a count over them is."""

from bocage.runs.match import Result, play_game, random_game

__all__ = ["Result", "play_game", "random_game"]
