"""Tests that a game gets for the asking: rule marks, situations, and the conformance suite.

A third party's game uses the same three things as ours:

- `@covers("8.5.3")` says which numbered cases a test proves;
- `Situation` sets a few counters on the map, asks a question and types the dice;
- `bocage.testing.conformance` plays random games and holds each of them against everything that must be
  true of any game.
"""

from bocage.testing.marking import covers
from bocage.testing.situations import Situation

__all__ = ["Situation", "covers"]
