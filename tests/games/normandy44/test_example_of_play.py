"""The rulebook's extended example of play, from the drops to the Allied combats of turn 1, pick by pick.

The dice are the printed ones. Where the text leaves a move open, the one played here is the only kind that makes the printed
strengths come out: see the comments.
"""

from bocage.games.normandy44 import GAME
from bocage.games.normandy44.state import Normandy44
from bocage.testing import Situation, covers

Scene = Situation[Normandy44]


@covers("20.2.2")
def test_the_game_begins_with_the_drops() -> None:
    s: Scene = Situation(GAME, "campaign")
    assert "scatter" in s.trail.lower()
