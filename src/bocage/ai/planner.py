"""The planner: orders from the game's own knowledge, and a look ahead where it pays.

It sees a view and nothing else. In a world sampled from it the game advises: scores, orders and reasons.
Where several options are close the planner plays each of them on, in several worlds with dice of their own,
to the end of the player-turn or the next, by the same advice for both sides, and keeps the half that does
better until one is left (sequential halving). Levels differ in how much they look at, never in what they
may see.
"""

import random
from collections.abc import Sequence

from bocage.ai.player import Budget, Clock
from bocage.kernel import chance, flow
from bocage.kernel.actions import Action
from bocage.kernel.advice import Advice
from bocage.kernel.game import Game
from bocage.kernel.ids import NATURE, Side
from bocage.kernel.state import State
from bocage.kernel.view import View

CANDIDATES = 16
"""Options that are played on when the game gives no advice."""
LONGEST = 400
"""Picks of a single look ahead, at most."""
WIN = 1000.0


class PlannerPlayer:
    """Plans by the game's advice, checks by playing on."""

    needs_view = True

    def __init__(self, name: str = "planner", effort: float = 1.0, turns: int = 2) -> None:
        self.name = name
        self.effort = effort
        self.turns = turns
        self.reason = ""
        self.memory: dict[object, object] = {}

    def choose(self, view: View, options: Sequence[Action], rng: random.Random, budget: Budget) -> Action:
        """The option that the advice and the look ahead favour."""
        if len(options) == 1 or view.side is None:
            self.reason = "the only choice"
            return options[0]
        look = _Look(view, rng, budget.start(), self.turns)
        advice = look.advise(look.world, self.memory)
        if advice is None or len(advice.scores) != len(options):
            candidates = _spread(len(options), CANDIDATES)
            advice = None
        else:
            candidates = advice.best(max(1, advice.search))
        if len(candidates) > 1 and view.game.evaluate is not None:
            best, value = look.halving(options, candidates, int(budget.positions * self.effort))
            self.reason = _reason(advice, best) or f"stands best a turn later ({value:+.1f})"
        else:
            best = candidates[0]
            self.reason = _reason(advice, best)
        return options[best]


def _reason(advice: Advice | None, number: int) -> str:
    return "" if advice is None else advice.why(number)


def _spread(many: int, most: int) -> list[int]:
    """At most so many numbers, evenly spread."""
    return list(range(many)) if many <= most else [n * many // most for n in range(most)]


class _Look:
    """One decision's look ahead: sampled worlds, played on."""

    def __init__(self, view: View, rng: random.Random, clock: Clock, turns: int) -> None:
        assert view.side is not None
        self.view = view
        self.game: Game = view.game
        self.side: Side = view.side
        self.rng = rng
        self.clock = clock
        self.turns = turns
        self.world = self.sample()

    def sample(self) -> State:
        """A world that agrees with the view, with dice of its own."""
        world = self.view.sample(self.rng)
        world.chance = self.rng.getrandbits(64)
        return world

    def advise(self, g: State, memory: dict[object, object]) -> Advice | None:
        """The game's advice for whoever decides."""
        if self.game.advise is None:
            return None
        return self.game.advise(g, g.stack[-1][0].by, memory)

    def halving(self, options: Sequence[Action], candidates: list[int], positions: int) -> tuple[int, float]:
        """Play the candidates on, drop the worse half, look longer at the rest: the best one and its value."""
        totals = dict.fromkeys(candidates, 0.0)
        tries = dict.fromkeys(candidates, 0)
        alive = list(candidates)
        rounds = max(1, (len(candidates) - 1).bit_length())
        for _ in range(rounds):
            share = max(1, positions // (rounds * len(alive)))
            for _ in range(share):
                world = self.sample()
                for n in alive:
                    totals[n] += self.play_on(world, options[n])
                    tries[n] += 1
                if self.clock.over:
                    break
            alive.sort(key=lambda n: -totals[n] / tries[n])
            alive = alive[: max(1, (len(alive) + 1) // 2)]
            if self.clock.over:
                break
        return alive[0], totals[alive[0]] / tries[alive[0]]

    def play_on(self, world: State, action: Action) -> float:
        """What an option leads to when both sides play on as advised."""
        g = world.copy()
        start = self.stage(g)
        flow.pick(g, action)
        seen = {start}
        memory: dict[object, object] = {}
        for _ in range(LONGEST):
            if not g.stack:
                break
            stage = self.stage(g)
            if stage not in seen:
                seen.add(stage)
                if len(seen) > self.turns:
                    break
            self.step(g, memory)
        self.clock.spend()
        return self.value(g)

    def stage(self, g: State) -> object:
        """The player-turn that a state stands in."""
        return self.game.horizon(g) if self.game.horizon is not None else getattr(g, "turn", 0)

    def step(self, g: State, memory: dict[object, object]) -> None:
        """One pick by Nature, or by a side as it is advised, with a little chance so that worlds differ."""
        frame = g.stack[-1][0]
        if frame.by == NATURE:
            flow.pick(g, chance.fast_pick(g, frame))
            return
        found = flow.options(g)
        if len(found) == 1:
            flow.pick(g, found[0])
            return
        advice = self.advise(g, memory)
        if advice is None or self.rng.random() < 0.1:
            flow.pick(g, found[int(self.rng.random() * len(found))])
        else:
            flow.pick(g, found[advice.best(1)[0]])

    def value(self, g: State) -> float:
        """How the side stands; a finished game counts by its outcome."""
        assert self.game.evaluate is not None
        worth = self.game.evaluate(g, self.side)
        if g.outcome is not None and g.outcome.winner is not None:
            worth += WIN if g.outcome.winner == self.side else -WIN
        return worth
