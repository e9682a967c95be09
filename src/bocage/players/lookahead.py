"""Looking ahead: a few options are played on by advice, with the same dice for each, and compared.

Each round samples a world that agrees with what the side knows. All options that are still in the running are played
on in it until the look ends; now and then the weaker half drops out, so that most of the thinking goes to the choices
that are close. The option that was advised stays, and is taken unless another proves better.
"""

import math
import random
from collections.abc import Callable, Hashable, Sequence
from statistics import fmean as mean
from statistics import stdev
from typing import Any

from bocage.kernel import chance, flow
from bocage.kernel.actions import Action
from bocage.kernel.game import Game
from bocage.kernel.ids import NATURE, Side
from bocage.kernel.state import State
from bocage.kernel.view import View
from bocage.players.knowledge import Ending, Knowledge, Look, Offering
from bocage.players.player import Clock

DECIDED = 10.0
"""What a won game is worth beyond what `evaluate` says."""
PAIR = 2
HALVE_AFTER = 4
"""After this many rounds the weaker half drops out, down to the last pair; with many choices, after half as many."""
MANY = 6
"""From more choices than this, the weaker half drops out sooner."""
ENOUGH = 3
"""Fewer rounds than this prove nothing."""
FAR = 2000
"""No look goes further than this many picks."""


class Policy:
    """Both sides' play by advice alone: what the planner expects of itself and of the enemy."""

    def __init__(self, game: Game, knowledge: Knowledge[Any, Any], *, hasty: bool = False) -> None:
        self.game = game
        self.knowledge = knowledge
        self.hasty = hasty
        """Whether orders must be quick rather than perfect."""
        self._orders: dict[tuple[Side, Hashable], Any] = {}

    def orders(self, g: State, side: Side) -> Any:
        """A side's orders, kept for as long as the moment lasts."""
        key = (side, self.knowledge.moment(g))
        found = self._orders.get(key)
        if found is None:
            make = self.knowledge.hasty if self.hasty else self.knowledge.orders
            found = self._orders[key] = make(g, side)
        return found

    def adopt(self, g: State, side: Side, orders: Any) -> None:
        """Give a side other orders for this moment."""
        self._orders[side, self.knowledge.moment(g)] = orders

    def fork(self, side: Side, g: State) -> "Policy":
        """A policy for playing on: it shares the orders given by `side` now and guesses everything else."""
        other = Policy(self.game, self.knowledge, hasty=True)
        key = (side, self.knowledge.moment(g))
        if key in self._orders:
            other._orders[key] = self._orders[key]
        return other

    def forget(self, g: State) -> None:
        """Drop orders of earlier moments."""
        now = self.knowledge.moment(g)
        for key in [key for key in self._orders if key[1] != now]:
            del self._orders[key]

    def scores(self, g: State, options: Sequence[Action]) -> Sequence[float] | None:
        """How well each option serves the orders of the deciding side; `None` where the game has no advice."""
        frame = g.stack[-1][0]
        advice = self.knowledge.advice.get(type(frame))
        return None if advice is None else advice(g, self.orders(g, frame.by), frame, options)

    def step(self, g: State) -> None:
        """One pick of whoever is to decide, Nature included."""
        frame = g.stack[-1][0]
        if frame.by == NATURE:
            flow.pick(g, chance.fast_pick(g, frame))
            return
        options = flow.options(g)
        if len(options) == 1:
            flow.pick(g, options[0])
            return
        scores = self.scores(g, options)
        # Without advice, pick at random, from the world's own chance so that the same world plays the same.
        n = best_of(scores) if scores is not None else chance.fast_number(g, len(options))
        flow.pick(g, options[n])


def best_of(scores: Sequence[float]) -> int:
    """The place of the greatest score, the first of equals."""
    return max(range(len(scores)), key=scores.__getitem__)


def value(game: Game, g: State, side: Side, decided: float = DECIDED) -> float:
    """How a side stands; a finished game counts by its outcome as well."""
    worth = 0.0 if game.evaluate is None else game.evaluate(g, side)
    if g.outcome is not None and g.outcome.winner is not None:
        worth += decided if g.outcome.winner == side else -decided
    return worth


def compare(policy: Policy, view: View, look: Look, tried: Sequence[Action], rng: random.Random, clock: Clock) -> int:
    """The place of the option to take; the first is the one advised, and the others must prove better."""
    side = view.side
    assert side is not None

    def played(ours: Policy, world: State, n: int) -> float:
        fork = ours.fork(side, world)  # what follows one option is no answer to another
        return _played_on(fork, world, look, tried[n], side, clock)

    return race(policy, view, len(tried), played, rng, clock)


def compare_orders(
    policy: Policy, view: View, offering: Offering, offered: Sequence[Any], rng: random.Random, clock: Clock
) -> int:
    """The same for whole plans: the place of the orders to follow, the first being those in hand."""
    side = view.side
    assert side is not None

    def played(ours: Policy, world: State, n: int) -> float:
        g = world.copy()
        fork = ours.fork(side, g)  # the enemy answers each plan anew
        fork.adopt(g, side, offered[n])
        return play_on(fork, g, offering.until(g), side, clock)

    return race(policy, view, len(offered), played, rng, clock)


def race(
    policy: Policy,
    view: View,
    many: int,
    played: Callable[[Policy, State, int], float],
    rng: random.Random,
    clock: Clock,
) -> int:
    """The best of some choices by what comes of them in sampled worlds; the first is the one advised.

    A choice replaces the advised one only when it is better by more than the noise of the dice: by `Knowledge.proof`
    standard errors of the difference, world by world. Otherwise a lucky run of a few looks would often beat sound
    advice.
    """
    side = view.side
    assert side is not None
    values: list[list[float]] = [[] for _ in range(many)]
    running, since = list(range(many)), 0
    while not clock.over and len(running) > 1:
        world = view.sample(rng)
        world.chance = rng.getrandbits(64)  # the same dice for every choice, so that luck favours none
        ours = policy.fork(side, world)
        found: list[float] = []
        for n in running:
            found.append(played(ours, world, n))
            if clock.late:
                break
        if clock.late:  # what was played to its end must not be held against what was cut off
            break
        for n, one in zip(running, found, strict=True):
            values[n].append(one)
        since += 1
        if len(running) > PAIR and since >= (HALVE_AFTER if len(running) <= MANY else HALVE_AFTER // 2):
            rest = sorted(running[1:], key=lambda n: mean(values[n]), reverse=True)
            running, since = [0, *rest[: (len(rest) + 1) // 2]], 0
    return max(running, key=lambda n: sure_gain(values[n], values[0], policy.knowledge.proof) if n else 0.0)


def sure_gain(values: Sequence[float], advised: Sequence[float], proof: float) -> float:
    """By how much an option surely beats the advised one: the mean gain less the noise of the dice."""
    gains = [ours - theirs for ours, theirs in zip(values, advised, strict=False)]
    if len(gains) < ENOUGH:
        return float("-inf")
    return mean(gains) - proof * stdev(gains) / math.sqrt(len(gains))


def _played_on(policy: Policy, world: State, look: Look, action: Action, side: Side, clock: Clock) -> float:
    """What one option leads to in one world."""
    g = world.copy()
    ended = look.until(g)
    flow.pick(g, action)
    clock.spend()
    return play_on(policy, g, ended, side, clock)


def play_on(policy: Policy, g: State, ended: Ending, side: Side, clock: Clock) -> float:
    """Let both sides play by advice until the look ends: how the side stands then."""
    for _ in range(FAR):
        if not g.stack or ended(g) or clock.late:
            break
        policy.step(g)
        clock.spend()
    return value(policy.game, g, side)
