"""What the planner knows of Normandy (1971)."""

import inspect

from bocage.ai import play_game
from bocage.games.normandy71 import GAME
from bocage.games.normandy71.planner import KNOWLEDGE
from bocage.kernel import flow


def decisions() -> set[type]:
    """Every kind of decision that a player of this game is asked."""
    found: set[type] = set()
    below = [flow.Decision]
    while below:
        for kind in below.pop().__subclasses__():
            below.append(kind)
            if kind.__module__.startswith("bocage.games.normandy71.") and not inspect.isabstract(kind):
                found.add(kind)
    return found


def test_every_decision_has_advice() -> None:
    asked = {kind for kind in decisions() if "options" in vars(kind)}
    assert not {kind.__name__ for kind in asked} - {kind.__name__ for kind in KNOWLEDGE.advice}


def test_both_sides_beat_a_random_player() -> None:
    allied = play_game(GAME, "invasion", {"order": "B"}, {"Allied": "planner-quick", "German": "random"}, 3)
    assert allied.winner == "Allied"
    german = play_game(GAME, "invasion", {"order": "B"}, {"Allied": "random", "German": "planner-quick"}, 3)
    assert german.winner == "German"
