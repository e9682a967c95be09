"""The arena: two computer players meet on both sides of a scenario, and what comes out has an interval.

`contest.py` plays the games, `score.py` counts them, and `ladder.py` keeps the table of `docs/ladder.md`.
"""

from bocage.arena.contest import Contest, Played, play_contest
from bocage.arena.score import report

__all__ = ["Contest", "Played", "play_contest", "report"]
