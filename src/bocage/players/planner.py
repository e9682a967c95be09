"""The planner: it gives orders for the turn, follows them, and looks ahead where a choice matters.

It sees its own side's view and nothing else: what is hidden it fills in by sampling worlds that agree with what it
knows. Its levels differ by how much they look ahead, never by help from the dice.
"""

import random
import time
from collections.abc import Hashable, Sequence
from typing import Any

import msgspec

from bocage.kernel.actions import Action
from bocage.kernel.state import State
from bocage.kernel.view import View
from bocage.players.drafts import best_draft
from bocage.players.greedy import GreedyPlayer
from bocage.players.knowledge import Knowledge, knowledge_of
from bocage.players.lookahead import Policy, best_of, compare, compare_orders
from bocage.players.player import NO_DIFFERENCE, ONLY_CHOICE, Budget, Clock


class Level(msgspec.Struct, frozen=True):
    """How much a planner thinks in a player-turn."""

    name: str
    looks: float
    """Seconds of looking ahead in a game turn, counted in picks at the game's pace."""
    share: float = 0.12
    """This share of what is left may go into one choice."""
    most: float = 6.0
    """However slow the machine: after this many seconds of processor time in a game turn it stops looking ahead."""


QUICK = Level("planner-quick", looks=0.0)
STANDARD = Level("planner", looks=2.5)
DEEP = Level("planner-deep", looks=25.0, most=60.0)


class PlannerPlayer:
    """The real opponent."""

    needs_view = True

    def __init__(self, level: Level = STANDARD) -> None:
        self.level = level
        self._reason = ""
        self._unsaid: tuple[State, Action] | None = None
        """What was chosen last, and where, while nobody has asked why."""
        self._policy: Policy | None = None
        self._turn: Hashable = None
        self._steps = 0
        self._seconds = 0.0
        self._begun = self._end = 0.0
        self._draft: dict[str, Action] = {}
        self._planned: Hashable = None
        self._without_knowledge = GreedyPlayer()

    @property
    def name(self) -> str:
        """The level's name."""
        return self.level.name

    @property
    def reason(self) -> str:
        """Put into words when somebody asks: games by the thousand pay nothing for it."""
        if self._unsaid is not None:
            self._reason, self._unsaid = self._why(*self._unsaid), None
        return self._reason

    def choose(self, view: View, options: Sequence[Action], rng: random.Random, budget: Budget) -> Action:
        """Follow the orders; look ahead where the game says that it pays."""
        knowledge = knowledge_of(view.game)
        self._unsaid = None
        if len(options) == 1 or view.side is None:
            self._reason = ONLY_CHOICE
            return options[0]
        if knowledge is None:
            action = self._without_knowledge.choose(view, options, rng, budget)
            self._reason = self._without_knowledge.reason
            return action
        self._begun = time.thread_time()
        self._end = time.monotonic() + budget.seconds if budget.seconds else 0.0
        try:
            return self._choose(knowledge, view, options, rng)
        finally:
            self._seconds += time.thread_time() - self._begun

    def _choose(
        self, knowledge: Knowledge[Any, Any], view: View, options: Sequence[Action], rng: random.Random
    ) -> Action:
        world = view.sample(rng)
        world.chance = rng.getrandbits(64)
        if self._policy is None or self._policy.game is not view.game:
            self._policy = Policy(view.game, knowledge)
        self._new_turn(knowledge, world)
        self._policy.forget(world)
        self._policy.hasty = self._late()
        self._plan(view, world, rng)
        scores = self._policy.scores(world, options)
        if scores is None:
            self._reason = NO_DIFFERENCE
            return options[int(rng.random() * len(options))]
        n = self._drafted(view, options, rng)
        if n is None:
            n = self._look(view, options, scores, rng)
        self._unsaid = (world, options[n])
        return options[n]

    def _new_turn(self, knowledge: Knowledge[Any, Any], world: State) -> None:
        """Share out the thinking of a turn; where the game is as good as decided nobody waits for it."""
        turn = knowledge.turn(world)
        if turn != self._turn:
            self._turn, self._seconds = turn, 0.0
            self._steps = 0 if knowledge.settled(world) else int(knowledge.pace * self.level.looks)

    def _plan(self, view: View, world: State, rng: random.Random) -> None:
        """Where the game offers other orders than those in hand: follow what proves best, once in a moment."""
        policy, side = self._policy, view.side
        assert policy is not None
        assert side is not None
        offering = policy.knowledge.offerings.get(type(world.stack[-1][0]))
        moment = (side, policy.knowledge.moment(world))
        clock = None if offering is None or moment == self._planned else self._clock(offering.share)
        if offering is None or clock is None:
            return
        self._planned = moment
        in_hand = policy.orders(world, side)
        offered = [in_hand, *offering.offer(world, in_hand)]
        before = clock.left
        best = compare_orders(policy, view, offering, offered, rng, clock)
        self._steps -= before - clock.left
        policy.adopt(world, side, offered[best])

    def _drafted(self, view: View, options: Sequence[Action], rng: random.Random) -> int | None:
        """What the draft in hand says here, or a new one where it foresaw another position; `None` without drafts."""
        policy = self._policy
        assert policy is not None
        drafting = policy.knowledge.draftings.get(type(view.state.stack[-1][0]))
        foreseen = self._draft.get(view.state.digest()) if self._draft else None
        if foreseen is None:
            clock = None if drafting is None else self._clock(drafting.share)
            if drafting is None or clock is None:
                return None
            before = clock.left
            self._draft = best_draft(policy, view, drafting, rng, clock)
            self._steps -= before - clock.left
            foreseen = self._draft.get(view.state.digest())
        return None if foreseen is None else options.index(foreseen)

    def _clock(self, share: float) -> Clock | None:
        """What is left of the turn's and of this pick's thinking; `None` when there is nothing to spend."""
        allowance = int(self._steps * share)
        if allowance <= 0 or self._late():
            return None
        seconds = self._end - time.monotonic() if self._end else 0.0
        return Clock(Budget(positions=allowance, seconds=seconds), thought=self._left())

    def _left(self) -> float:
        """Seconds of processor time that the turn may still cost."""
        return self.level.most - self._seconds - (time.thread_time() - self._begun)

    def _late(self) -> bool:
        """Whether the turn's or this pick's time is up: then orders are made in haste and nothing is looked ahead."""
        return self._left() <= 0 or bool(self._end and time.monotonic() > self._end)

    def _look(self, view: View, options: Sequence[Action], scores: Sequence[float], rng: random.Random) -> int:
        """The best of the most promising options after playing them on; the advised one where looking does not pay."""
        policy, best = self._policy, best_of(scores)
        assert policy is not None
        look = policy.knowledge.looks.get(type(view.state.stack[-1][0]))
        clock = self._clock(self.level.share)
        if look is None or clock is None:
            return best
        order = sorted(range(len(options)), key=lambda n: -scores[n])[: look.top]
        order = [n for n in order if scores[n] >= scores[best] - look.margin]
        before = clock.left
        if len(order) == 1 or before < len(order):
            return best
        found = compare(policy, view, look, [options[n] for n in order], rng, clock)
        self._steps -= before - clock.left
        return order[found]

    def _why(self, g: State, action: Action) -> str:
        """The game's reason for an action, in one line."""
        policy, frame = self._policy, g.stack[-1][0]
        assert policy is not None
        why = policy.knowledge.reasons.get(type(frame))
        return "" if why is None else why(g, policy.orders(g, frame.by), frame, action)
