"""What a game knows about playing well, in a form that any computer player can use.

A game may offer `advise(g, side, memory)`: a score for each option of the waiting decision, a reason in
words for whichever is taken, and how many of the best deserve a look ahead. `g` is a sampled world, never
the true state; `memory` is a dictionary that the player keeps from pick to pick, in which the game keeps
its orders (who goes where, which attacks belong together).
"""

from collections.abc import Sequence

import msgspec


class Order(msgspec.Struct, frozen=True):
    """An intention that lasts longer than a pick: these counters, that place, for this reason."""

    kind: str
    """attack, take, hold, garrison, withdraw, land, reserve, support, ..."""
    goal: int
    units: int = 0
    worth: float = 0.0
    why: str = ""


class Advice(msgspec.Struct, frozen=True):
    """A score for each option, in the order of the options."""

    scores: Sequence[float]
    whys: Sequence[str] = ()
    """A reason for each option, or one for all, or none."""
    search: int = 1
    """How many of the best are worth a look ahead; 1 takes the best as it is."""

    def why(self, number: int) -> str:
        """The reason for an option."""
        if not self.whys:
            return ""
        return self.whys[number] if len(self.whys) == len(self.scores) else self.whys[0]

    def best(self, count: int) -> list[int]:
        """The options of the highest scores, best first."""
        ranked = sorted(range(len(self.scores)), key=lambda n: -self.scores[n])
        return ranked[:count]
