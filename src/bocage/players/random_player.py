"""The player that picks at random: the yardstick for all others, and for the speed of a game."""

import random
from collections.abc import Sequence

from bocage.kernel.actions import Action
from bocage.kernel.view import View
from bocage.players.player import Budget


class RandomPlayer:
    """Every option is as likely as any other."""

    name = "random"
    needs_view = False
    reason = ""

    def choose(self, view: View, options: Sequence[Action], rng: random.Random, budget: Budget) -> Action:
        """Any of the options."""
        return options[int(rng.random() * len(options))]
