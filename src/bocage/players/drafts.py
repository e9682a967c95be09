"""Drafts: whole sequences of picks, compared as one.

Moves help each other: one counter blocks the road, the next walks round, the third attacks. Compared pick by pick such
a plan is never seen. So the planner writes drafts of everything it does until the dice or the enemy speak: the first
follows advice, the others stray from it by chance, a little or a lot. Drafts that lead to the same position count as
one. Each is judged by playing on from where it leads, the weaker half drops out again and again, and the best is
carried
out, pick by pick, as long as what happens is what was drafted: each pick is kept under the position it was meant for.
"""

import math
import random
from collections.abc import Iterator, Sequence

from bocage.kernel import flow
from bocage.kernel.actions import Action
from bocage.kernel.ids import Side
from bocage.kernel.state import State
from bocage.kernel.view import View, redact
from bocage.players.knowledge import Drafting
from bocage.players.lookahead import Policy, best_of, play_on, race
from bocage.players.player import Clock

LONGEST = 300
"""No draft has more picks than this."""


def best_draft(policy: Policy, view: View, drafting: Drafting, rng: random.Random, clock: Clock) -> dict[str, Action]:
    """The picks of the best draft, by the position each is due in; those of plain advice unless another proves better.

    A position is named as the side will see it, so a surprise, or a person who plays differently, ends the draft.
    """
    side = view.side
    assert side is not None
    drafts = _write(policy, view, drafting, rng, clock)

    def played(ours: Policy, world: State, n: int) -> float:
        return _follow(ours.fork(side, world), world, drafts[n], drafting, side, clock)

    return _foreseen(view, drafts[race(policy, view, len(drafts), played, rng, clock)], side, rng)


def _foreseen(view: View, picks: Sequence[Action], side: Side, rng: random.Random) -> dict[str, Action]:
    """A draft's picks by the positions that it leads through, as far as it can be carried out."""
    g = view.sample(rng)
    return {redact(view.game, g, side).digest(): action for action, free in _carried_out(g, picks, side) if free}


def _carried_out(g: State, picks: Sequence[Action], side: Side) -> Iterator[tuple[Action, bool]]:
    """Carry a draft out as far as it can be: each pick just before it is made, and whether there was a choice."""
    coming = iter(picks)
    while g.stack and g.stack[-1][0].by == side:
        options = flow.options(g)
        free = len(options) > 1
        action = next(coming, None) if free else options[0]
        if action is None or action not in options:
            break
        yield action, free
        flow.pick(g, action)


def _write(policy: Policy, view: View, drafting: Drafting, rng: random.Random, clock: Clock) -> list[list[Action]]:
    """Drafts that lead to different positions, the advised one first; at most half the time goes into writing.

    A draft is a sequence of picks, without those that leave no choice.
    """
    drafts: list[list[Action]] = []
    seen: set[str] = set()
    reserve = clock.left // 2
    world = view.sample(rng)
    for n in range(drafting.many):
        g = world.copy()
        picks = _stray(policy, g, rng, drafting.stray * n / drafting.many, clock)
        place = g.to_json()
        if place not in seen:
            seen.add(place)
            drafts.append(picks)
        if clock.left < reserve or clock.late:
            break
    return drafts


def _stray(policy: Policy, g: State, rng: random.Random, stray: float, clock: Clock) -> list[Action]:
    """Pick by advice, blurred by chance, until somebody else is to decide."""
    side: Side = g.stack[-1][0].by
    fork = policy.fork(side, g)
    picks: list[Action] = []
    while g.stack and g.stack[-1][0].by == side and len(picks) < LONGEST:
        options = flow.options(g)
        if len(options) > 1:
            picks.append(_blurred(fork, g, options, rng, stray))
        flow.pick(g, picks[-1] if len(options) > 1 else options[0])
        clock.spend()
    return picks


def _blurred(policy: Policy, g: State, options: Sequence[Action], rng: random.Random, stray: float) -> Action:
    scores = policy.scores(g, options)
    if scores is None:
        return options[int(rng.random() * len(options))]
    if stray:
        scores = [score - stray * math.log(-math.log(rng.random() or 0.5)) for score in scores]
    return options[best_of(scores)]


def _follow(
    policy: Policy, world: State, picks: Sequence[Action], drafting: Drafting, side: Side, clock: Clock
) -> float:
    """Carry a draft out in one world, as far as it can be, and play on."""
    g = world.copy()
    ended = drafting.until(g)
    for _ in _carried_out(g, picks, side):
        clock.spend()
    return play_on(policy, g, ended, side, clock)
