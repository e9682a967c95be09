"""The planner's machinery, whatever the game: knowledge, look-ahead, levels, honesty."""

import math
import random
import time

import msgspec
import pytest

from bocage.games import all_games, find_game
from bocage.games.tinybeach.rules.r05_movement import Movement
from bocage.kernel import chance, flow
from bocage.kernel.flow import Decision
from bocage.kernel.game import Game
from bocage.kernel.ids import NATURE
from bocage.kernel.state import State
from bocage.kernel.view import View
from bocage.players import Budget, player
from bocage.players.assaults import Assault, best_combination
from bocage.players.knowledge import end_of, knowledge_of
from bocage.players.lookahead import Policy, best_of
from bocage.players.planner import DEEP, QUICK, STANDARD, PlannerPlayer

GAMES = list(all_games())
BRIEF = msgspec.structs.replace(STANDARD, looks=0.3)
"""The standard level in less time: it drafts, plans and looks ahead all the same."""


def moments(game: Game, seed: int, many: int, every: int) -> list[State]:
    """Some positions of a random game in which somebody has a choice."""
    g, rng, picks = game.new(seed=seed), random.Random(seed), 0
    found: list[State] = []
    while g.stack and len(found) < many:
        frame = g.stack[-1][0]
        if frame.by == NATURE:
            flow.pick(g, chance.fast_pick(g, frame))
            continue
        options = flow.options(g)
        picks += 1
        if len(options) > 1 and picks % every == 0:
            found.append(g.copy())
        flow.pick(g, rng.choice(options))
    return found


@pytest.mark.parametrize("name", GAMES)
def test_every_decision_of_a_game_has_advice(name: str) -> None:
    game = find_game(name)
    knowledge = knowledge_of(game)
    assert knowledge is not None
    asked = [
        kind
        for name, kind in game.frames.items()
        if issubclass(kind, Decision)
        and not issubclass(kind, chance.Chance)
        and (kind.offers is not Decision.offers or kind.options is not Decision.options)
        and not name.startswith("_")  # what several decisions share is no decision itself
    ]
    assert asked
    assert not [kind.__name__ for kind in asked if kind not in knowledge.advice]


@pytest.mark.parametrize("name", GAMES)
def test_every_option_has_a_score(name: str) -> None:
    game = find_game(name)
    knowledge = knowledge_of(game)
    assert knowledge is not None
    for g in moments(game, seed=3, many=25, every=23):
        options = flow.options(g)
        scores = Policy(game, knowledge).scores(g, options)
        assert scores is not None
        assert len(scores) == len(options)
        assert all(math.isfinite(score) for score in scores)


def test_looking_ahead_is_the_same_for_the_same_seed() -> None:
    game = find_game("tinybeach")
    for g in moments(game, seed=2, many=3, every=17):
        side, options = g.stack[-1][0].by, list(flow.options(g))
        found = {PlannerPlayer().choose(View(game, g, side), options, random.Random(4), Budget()) for _ in range(2)}
        assert len(found) == 1


def test_levels_differ_by_thought_alone() -> None:
    assert QUICK.looks < STANDARD.looks < DEEP.looks
    assert QUICK.most <= STANDARD.most < DEEP.most
    for level in (QUICK, STANDARD, DEEP):
        seat = player(level.name)
        assert isinstance(seat, PlannerPlayer)
        assert seat.level == level
        assert set(msgspec.structs.asdict(level)) == {"name", "looks", "share", "most"}
        assert level.share == STANDARD.share


@pytest.mark.parametrize("name", GAMES)
def test_every_order_of_a_game_has_a_reason(name: str) -> None:
    knowledge = knowledge_of(find_game(name))
    assert knowledge is not None
    assert not [kind.__name__ for kind in knowledge.advice if kind not in knowledge.reasons]


def test_who_is_asked_twice_in_one_position_says_the_same_and_a_draft_ends_with_a_surprise() -> None:
    game, seat, rng = find_game("tinybeach"), PlannerPlayer(BRIEF), random.Random(7)
    g = next(g for g in moments(game, seed=2, many=40, every=1) if type(g.stack[-1][0]) is Movement)
    side = g.stack[-1][0].by
    first = [seat.choose(View(game, g, side), flow.options(g), rng, Budget()) for _ in range(3)]
    assert first == [first[0]] * 3
    drafted = dict(seat._draft)
    assert len(drafted) > 1
    flow.pick(g, ("done",))  # a person who plays otherwise
    while g.stack[-1][0].by != side or len(flow.options(g)) == 1:
        frame = g.stack[-1][0]
        flow.pick(g, chance.fast_pick(g, frame) if frame.by == NATURE else flow.options(g)[0])
    assert View(game, g, side).state.digest() not in drafted
    assert seat.choose(View(game, g, side), flow.options(g), rng, Budget()) in flow.options(g)


def test_all_of_one_pick_has_one_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    game, seat = find_game("tinybeach"), PlannerPlayer()
    g = moments(game, seed=2, many=1, every=1)[0]
    side = g.stack[-1][0].by
    seat.choose(View(game, g, side), flow.options(g), random.Random(1), Budget(seconds=30))
    assert seat._clock(1.0) is not None
    now = time.monotonic()
    monkeypatch.setattr("bocage.players.planner.time.monotonic", lambda: now + 31)
    assert seat._clock(1.0) is None


def test_the_only_choice_needs_no_thought() -> None:
    game = find_game("tinybeach")
    g = game.new(seed=1)
    seat = PlannerPlayer()
    only = list(flow.options(g))[:1]
    assert seat.choose(View(game, g, g.stack[-1][0].by), only, random.Random(1), Budget()) == only[0]
    assert seat.reason == "the only choice"


def test_end_of_a_frame_is_seen_when_it_has_left_the_stack() -> None:
    game = find_game("tinybeach")
    g = game.new(seed=1)
    top = type(g.stack[-1][0])
    ended = end_of(top)(g)
    assert not ended(g)
    flow.pick(g, flow.options(g)[0])
    assert ended(g)


def test_the_first_of_equals_is_best() -> None:
    assert best_of([1.0, 3.0, 3.0]) == 1


def test_attacks_share_out_their_units() -> None:
    """Two attacks of one unit each beat one attack of both."""
    both = Assault("A", 0b11, 3.0)
    left, right = Assault("A", 0b01, 2.0), Assault("B", 0b10, 2.0)
    assert best_combination([both, left, right]) == [left, right]
    assert best_combination([both, left]) == [both]
    assert best_combination([Assault("A", 1, -0.5)]) == []


def test_best_combination_is_exact_on_small_fields() -> None:
    rng = random.Random(6)
    for _ in range(50):
        field = [Assault(rng.randrange(4), rng.randrange(1, 64), rng.uniform(-1, 3)) for _ in range(9)]
        best = 0.0
        for chosen in range(1 << len(field)):
            made = [assault for n, assault in enumerate(field) if chosen >> n & 1]
            units = 0
            for assault in made:
                if units & assault.units:
                    break
                units |= assault.units
            else:
                if len({assault.target for assault in made}) == len(made):
                    best = max(best, sum(assault.worth for assault in made))
        assert sum(assault.worth for assault in best_combination(field, width=400)) == pytest.approx(best)
