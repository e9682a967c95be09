"""Thinking has an end: by processor time for a turn, by the clock for a pick, whatever the machine."""

import random
import time
from collections.abc import Callable

import pytest

from bocage.games import all_games, find_game
from bocage.kernel import chance, flow
from bocage.kernel.game import Game
from bocage.kernel.ids import NATURE
from bocage.kernel.state import State
from bocage.kernel.view import View
from bocage.players import Budget
from bocage.players.knowledge import knowledge_of
from bocage.players.lookahead import Policy, play_on, race
from bocage.players.planner import QUICK, STANDARD, PlannerPlayer
from bocage.players.player import Clock
from bocage.tools.picks import played

GAMES = list(all_games())


TICK = 0.05
"""Seconds that a look at the clock takes on a machine that is slow."""


class SlowMachine:
    """A clock by which every look at it takes so many seconds."""

    def __init__(self, tick: float) -> None:
        self.tick, self.now = tick, 0.0

    def __call__(self) -> float:
        self.now += self.tick
        return self.now


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], SlowMachine]:
    """Make this machine slow."""

    def begin(tick: float) -> SlowMachine:
        machine = SlowMachine(tick)
        monkeypatch.setattr(time, "thread_time", machine)
        return machine

    return begin


def policy_of(game: Game) -> Policy:
    knowledge = knowledge_of(game)
    assert knowledge is not None
    return Policy(game, knowledge)


def turn_of(name: str) -> tuple[Game, State]:
    """A game in whose third turn somebody has a choice for which the planner looks ahead."""
    game = find_game(name)
    knowledge = knowledge_of(game)
    assert knowledge is not None
    kinds = {*knowledge.looks, *knowledge.draftings, *knowledge.offerings}
    return game, next(
        g.copy() for g, _, _ in played(game, QUICK, 2) if type(g.stack[-1][0]) in kinds and g.turn >= 3
    )


def test_playing_on_stops_when_the_time_is_up(slow: Callable[[float], SlowMachine]) -> None:
    game = find_game("tinybeach")
    g = game.new(seed=1)
    slow(1.0)
    clock = Clock(Budget(positions=10_000), thought=5.5)
    play_on(policy_of(game), g, lambda _: False, g.stack[-1][0].by, clock)
    assert 10_000 - clock.left == 5


def test_a_round_that_is_cut_off_counts_for_nobody() -> None:
    """The first choice was played to its end, the second not: to compare them would be unfair."""
    game = find_game("tinybeach")
    g = game.new(seed=1)
    view = View(game, g, g.stack[-1][0].by)
    clock = Clock(Budget(positions=1000))
    rounds = iter(range(100))

    def played(_: Policy, __: State, n: int) -> float:
        if n == 1 and next(rounds) == 3:
            clock._thought = 1e-9  # in the fourth round time is up
            return 1000.0
        return float(n == 0)

    assert race(policy_of(game), view, 2, played, random.Random(1), clock) == 0


@pytest.mark.parametrize("name", GAMES)
def test_a_turn_is_capped_on_a_slow_machine(name: str, slow: Callable[[float], SlowMachine]) -> None:
    """No pick takes more than what is left of the turn; beyond it, picks are made by advice at once."""
    game, g = turn_of(name)
    seat, rng, side = PlannerPlayer(STANDARD), random.Random(3), g.stack[-1][0].by
    machine = slow(TICK)
    other, spent, looked = PlannerPlayer(QUICK), 0.0, False
    for _ in range(600):
        if not g.stack:
            break
        frame = g.stack[-1][0]
        if frame.by == NATURE:
            flow.pick(g, chance.fast_pick(g, frame))
            continue
        view, options, before = View(game, g, frame.by), flow.options(g), machine.now
        if frame.by != side:
            flow.pick(g, other.choose(view, options, rng, Budget()))
            continue
        turn = seat._turn
        action = seat.choose(view, options, rng, Budget())
        took = machine.now - before
        left = STANDARD.most - (spent if seat._turn == turn else 0.0)
        assert took <= max(0.0, left) + 12 * TICK
        looked |= took > 12 * TICK
        spent = seat._seconds
        flow.pick(g, action)
    assert looked, "it never looked ahead: the test shows nothing"


@pytest.mark.parametrize("name", GAMES)
def test_who_is_late_gives_hasty_orders_and_looks_at_nothing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, g = turn_of(name)
    side = g.stack[-1][0].by
    seat = PlannerPlayer(STANDARD)
    for looking in ("compare", "compare_orders", "best_draft"):
        monkeypatch.setattr(f"bocage.players.planner.{looking}", _never)
    view = View(game, g, side)
    action = seat.choose(view, flow.options(g), random.Random(1), Budget(seconds=1e-9))
    assert action in flow.options(g)
    assert seat._policy is not None
    assert seat._policy.hasty


def _never(*_: object) -> None:
    raise AssertionError("there was no time for this")
