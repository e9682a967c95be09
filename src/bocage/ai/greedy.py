"""The player that takes what looks best at once.

It tries each option in a few worlds that agree with what its side knows, lets the dice that follow roll, and
asks the game's own `evaluate` how it stands. An option that changes nothing yet (to select a counter, to
name a target) is worth the best that its side can make of it next. It does not think about the enemy's
answer; that is for better players.
"""

import random
from collections.abc import Callable, Sequence

from bocage.ai.player import Budget, Clock
from bocage.kernel import chance, flow
from bocage.kernel.actions import Action
from bocage.kernel.ids import NATURE, Side
from bocage.kernel.state import State
from bocage.kernel.view import View

WORLDS = 4
"""In how many worlds, with dice of their own, each option is tried."""
DEPTH = 6
"""How many picks of its own it follows as long as nothing comes of them."""
FACES = 10
"""Dice with up to so many faces are looked at face by face; of others so many throws are tried."""
FORCED = 1000
"""More forced picks in a row than this are not followed."""


class GreedyPlayer:
    """Looks as far as its own next deed."""

    name = "greedy"
    needs_view = True

    def __init__(self) -> None:
        self.reason = ""

    def choose(self, view: View, options: Sequence[Action], rng: random.Random, budget: Budget) -> Action:
        """The option with the best mean value; equals are drawn by lot."""
        evaluate = view.game.evaluate
        if len(options) == 1 or evaluate is None or view.side is None:
            self.reason = "the only choice" if len(options) == 1 else ""
            return options[int(rng.random() * len(options))]
        tried = rng.sample(options, min(len(options), max(1, budget.positions // 2)))
        means = _try_all(_Look(evaluate, view.side, budget.start()), view, tried, rng)
        best = max(means)
        finest = [action for action, mean in zip(tried, means, strict=False) if mean >= best - 1e-9]
        self.reason = f"stands best afterwards ({best:+.1f})" if min(means) < best else "nothing tells them apart"
        return finest[int(rng.random() * len(finest))]


def _try_all(look: "_Look", view: View, options: Sequence[Action], rng: random.Random) -> list[float]:
    """The mean value of each option over as many worlds as the budget allows.

    When time runs out in the first world, only the options tried so far have a value.
    """
    share = max(1, look.clock.left // (WORLDS * len(options)))
    worlds: list[list[float]] = []
    while len(worlds) < WORLDS and not (worlds and look.clock.over):
        world = view.sample(rng)
        world.chance = rng.getrandbits(64)  # the same dice for every option, so that luck favours none
        values = look.values(world, options, share)
        if worlds and len(values) < len(worlds[0]):
            break
        worlds.append(values)
    return [sum(values) / len(worlds) for values in zip(*worlds, strict=True)]


class _Look:
    """One side's look ahead."""

    def __init__(self, evaluate: Callable[[State, Side], float], side: Side, clock: Clock) -> None:
        self.evaluate = evaluate
        self.side = side
        self.clock = clock

    def values(self, world: State, options: Sequence[Action], share: int) -> list[float]:
        """What each option is worth in one world; fewer when time runs out, but at least one."""
        before = self.value(world)
        found: list[float] = []
        for action in options:
            if found and self.clock.late:
                break
            found.append(self.after(world, action, before, DEPTH, share))
        return found

    def value(self, g: State) -> float:
        """How the side stands; a finished game counts by its outcome as well."""
        self.clock.spend()
        worth = self.evaluate(g, self.side)
        if g.outcome is not None and g.outcome.winner is not None:
            worth += 100.0 if g.outcome.winner == self.side else -100.0
        return worth

    def after(self, world: State, action: Action, before: float, depth: int, share: int) -> float:
        """What an option is worth, looking at no more than about `share` positions."""
        g = world.copy()
        flow.pick(g, action)
        found = _run(g)
        if g.stack and g.stack[-1][0].by == NATURE:
            return self.rolled(g)
        worth = self.value(g)
        if abs(worth - before) > 1e-9 or not depth or share < 2 or self.clock.over:
            return worth
        if not found or g.stack[-1][0].by != self.side:
            return worth
        tried = _spaced(found, share)
        return max(self.after(g, deeper, before, depth - 1, share // len(tried)) for deeper in tried)

    def rolled(self, g: State) -> float:
        """The mean over what the dice may show: every face of one die, some throws of many."""
        frame: chance.Chance[State] = g.stack[-1][0]
        total = frame.total(g)
        numbers = range(total) if total <= FACES else [chance.fast_number(g, total) for _ in range(FACES)]
        worth = 0.0
        for number in numbers:
            after = g.copy()
            flow.pick(after, frame.case(after, number))
            while not _run(after) and after.stack and after.stack[-1][0].by == NATURE:
                flow.pick(after, chance.fast_pick(after, after.stack[-1][0]))
            worth += self.value(after)
        return worth / len(numbers)


def _run(g: State) -> Sequence[Action]:
    """Take forced picks up to the next choice and list it; empty when Nature rolls or the game is over."""
    for _ in range(FORCED):
        if not g.stack or g.stack[-1][0].by == NATURE:
            break
        found = flow.options(g)
        if len(found) > 1:
            return found
        flow.pick(g, found[0])
    return ()


def _spaced(options: Sequence[Action], limit: int) -> Sequence[Action]:
    """At most so many of the options, evenly spread over the list."""
    if len(options) <= limit:
        return options
    return [options[n * len(options) // limit] for n in range(limit)]
