"""The player that takes what looks best at once.

It tries each option in a few worlds that agree with what its side knows, lets the dice that follow roll, and
asks the game's own `evaluate` how it stands. An option that changes nothing yet (to select a counter, to
name a target) is worth the best that its side can make of it next. What it has chosen once in a position it
leaves alone when it comes back there, so that it never goes round in circles. It does not think about the
enemy's answer; that is for better players.
"""

import random
from collections.abc import Sequence

from bocage.kernel import chance, flow
from bocage.kernel.actions import Action
from bocage.kernel.game import Game
from bocage.kernel.ids import NATURE, Side
from bocage.kernel.state import State
from bocage.kernel.view import View
from bocage.players.lookahead import value
from bocage.players.player import NO_DIFFERENCE, ONLY_CHOICE, Budget, Clock

WORLDS = 4
"""In how many worlds, with dice of their own, each option is tried."""
DEPTH = 6
"""How many picks of its own it follows as long as nothing comes of them."""
FACES = 10
"""Dice with up to this many faces are looked at face by face; of others this many throws are tried."""
FORCED = 1000
"""More forced picks in a row than this are not followed."""
MEMORY = 1000
"""In how many positions it knows what it has tried."""
NOT_COMPARED = frozenset({"board", "here", "events", "cache", "chance"})
"""What tells no two worlds apart: it is shared, follows from the rest, or is the dice to come."""


class GreedyPlayer:
    """Looks as far as its own next deed."""

    name = "greedy"
    needs_view = True

    def __init__(self) -> None:
        self.reason = ""
        self._been: dict[str, set[Action]] = {}
        """What it chose before in positions it has been in: to come back is to have gone round in a circle."""

    def choose(self, view: View, options: Sequence[Action], rng: random.Random, budget: Budget) -> Action:
        """The option with the best mean value; ties are broken at random, nothing is tried twice in one position."""
        if len(options) == 1 or view.game.evaluate is None or view.side is None:
            self.reason = ONLY_CHOICE if len(options) == 1 else NO_DIFFERENCE
            return options[int(rng.random() * len(options))]
        chosen = self._chosen_here(view.state)
        fresh = [action for action in options if action not in chosen] or options
        tried = rng.sample(fresh, min(len(fresh), max(1, budget.positions // 2)))
        means = _try_all(_Look(view.game, view.side, budget.start(), view.state, options), view, tried, rng)
        best = max(means)
        finest = [action for action, mean in zip(tried, means, strict=False) if mean >= best - 1e-9]
        self.reason = f"stands best afterwards ({best:+.1f})" if min(means) < best else NO_DIFFERENCE
        action = finest[int(rng.random() * len(finest))]
        chosen.add(action)
        return action

    def _chosen_here(self, g: State) -> set[Action]:
        if len(self._been) >= MEMORY:
            self._been.clear()
        return self._been.setdefault(g.digest(), set())


def _try_all(look: "_Look", view: View, options: Sequence[Action], rng: random.Random) -> list[float]:
    """The mean value of each option over as many worlds as the budget allows.

    When time runs out in the first world, only the options tried so far have a value. A second world that is like the
    first in everything but the dice is a waste for options whose worth was not left to luck.
    """
    share = max(1, look.clock.left // (WORLDS * len(options)))
    first = view.sample(rng)
    worlds = [look.values(_with_dice(first, rng), options, share)]
    lucky = look.lucky.copy()
    while len(worlds) < WORLDS and not look.clock.over and len(worlds[0]) == len(options):
        world = view.sample(rng)
        again = options
        if _alike(world, first):
            again = [action for action in options if action in lucky]
        if not again:
            break
        values = dict(zip(again, look.values(_with_dice(world, rng), again, share), strict=False))
        if len(values) < len(again):
            break
        worlds.append([values.get(action, known) for action, known in zip(options, worlds[0], strict=True)])
    return [sum(values) / len(worlds) for values in zip(*worlds, strict=True)]


def _with_dice(world: State, rng: random.Random) -> State:
    """A world of its own with dice to come: the same for every option, so that luck favours none."""
    world = world.copy()
    world.chance = rng.getrandbits(64)
    return world


def _alike(one: State, other: State) -> bool:
    """Are two worlds the same but for the dice? They are where nothing is hidden."""
    return all(
        getattr(one, name) == getattr(other, name) for name in type(one).__struct_fields__ if name not in NOT_COMPARED
    )


class _Look:
    """One side's look ahead from a position in which it has a choice."""

    def __init__(self, game: Game, side: Side, clock: Clock, g: State, options: Sequence[Action]) -> None:
        self.game = game
        self.side = side
        self.clock = clock
        self.open = [frame for frame, _ in g.stack]
        self.options = options
        self.luck = False
        self.lucky: set[Action] = set()
        """The options whose worth was left to dice that were thrown, not counted out."""

    def values(self, world: State, options: Sequence[Action], share: int) -> list[float]:
        """What each option is worth in one world; fewer when time runs out, but at least one."""
        before = self.value(world)
        found: list[float] = []
        for action in options:
            if found and self.clock.late:
                break
            self.luck = False
            found.append(self.after(world, action, before, DEPTH, share))
            if self.luck:
                self.lucky.add(action)
        return found

    def value(self, g: State) -> float:
        """How the side stands; to win is worth more than anything else."""
        self.clock.spend()
        return value(self.game, g, self.side, decided=100.0)

    def after(self, world: State, action: Action, before: float, depth: int, share: int) -> float:
        """What an option is worth, looking at no more than about `share` positions."""
        g = flow.after(world, action)
        found = self.run(g)
        if g.stack and g.stack[-1][0].by == NATURE:
            return self.rolled(g)
        worth = self.value(g)
        if abs(worth - before) > 1e-9 or not depth or share < 2 or self.clock.over:
            return worth
        if not g.stack or g.stack[-1][0].by != self.side:
            return worth
        found = found or flow.options(g)
        if g.stack[-1][0] == self.open[-1] and all(deeper in self.options for deeper in found):
            return worth  # back where it began: what can be made of it is what the other options make
        tried = _spaced(found, share)
        return max(self.after(g, deeper, before, depth - 1, share // len(tried)) for deeper in tried)

    def rolled(self, g: State) -> float:
        """The mean over what the dice may show: every face of one die, some throws of many."""
        frame: chance.Chance[State] = g.stack[-1][0]
        total = frame.total(g)
        self.luck |= total > FACES
        numbers = range(total) if total <= FACES else [chance.fast_number(g, total) for _ in range(FACES)]
        worth = 0.0
        for number in numbers:
            after = flow.after(g, frame.case(g, number))
            while not self.run(after) and after.stack and after.stack[-1][0].by == NATURE:
                self.luck = True
                flow.pick(after, chance.fast_pick(after, after.stack[-1][0]))
            worth += self.value(after)
        return worth / len(numbers)

    def run(self, g: State) -> Sequence[Action]:
        """Take forced picks up to the next choice and list it; empty when Nature rolls or the game is over.

        A question that was open before has choices: it is not listed (a phase of many units has hundreds).
        """
        for _ in range(FORCED):
            if not g.stack or g.stack[-1][0].by == NATURE or g.stack[-1][0] in self.open:
                break
            found = flow.options(g)
            if len(found) > 1:
                return found
            flow.pick(g, found[0])
        return ()


def _spaced(options: Sequence[Action], limit: int) -> Sequence[Action]:
    """At most this many of the options, evenly spread over the list."""
    if len(options) <= limit:
        return options
    return [options[n * len(options) // limit] for n in range(limit)]
