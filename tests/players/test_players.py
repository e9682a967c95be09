"""Computer players: legal, honest, the same again for the same seed, and within their budget."""

import random
import time
from collections.abc import Iterator

import msgspec
import pytest

from bocage.games import find_game
from bocage.kernel import chance, flow
from bocage.kernel.game import Dice, Game
from bocage.kernel.ids import NATURE, Side
from bocage.kernel.spaces import members
from bocage.kernel.state import State
from bocage.kernel.view import View
from bocage.players import Budget, UnknownPlayer, names, player
from bocage.players.greedy import FACES, WORLDS
from bocage.players.player import NO_DIFFERENCE
from bocage.players.registry import descriptions
from bocage.runs import play_game
from bocage.runs.match import random_game

SMALL = Budget(positions=60)
LONG = {"planner": 3, "planner-deep": 15}
"""Who thinks longer is asked so many times less often."""


@pytest.fixture
def game() -> Game:
    return find_game("tinybeach")


def positions(game: Game, seed: int, every: int = 5) -> Iterator[State]:
    """Now and then a state of a random game at which a side has a choice."""
    g, rng, number = game.new(seed=seed), random.Random(seed), 0
    while g.stack:
        frame = g.stack[-1][0]
        if frame.by == NATURE:
            flow.pick(g, chance.fast_pick(g, frame))
            continue
        found = flow.options(g)
        number += 1
        if len(found) > 1 and number % every == 0:
            yield g.copy()
        flow.pick(g, rng.choice(found))


@pytest.mark.parametrize("name", names())
def test_a_player_chooses_one_of_its_options(game: Game, name: str) -> None:
    rng = random.Random(1)
    for g in positions(game, 3, every=5 * LONG.get(name, 1)):
        side = g.stack[-1][0].by
        options = flow.options(g)
        assert player(name).choose(View(game, g, side), options, rng, SMALL) in options


@pytest.mark.parametrize("name", names())
def test_a_player_chooses_the_same_again_for_the_same_seed(game: Game, name: str) -> None:
    for g in positions(game, 4, every=9 * LONG.get(name, 1)):
        side = g.stack[-1][0].by
        options = flow.options(g)
        chosen = {player(name).choose(View(game, g, side), options, random.Random(7), SMALL) for _ in range(3)}
        assert len(chosen) == 1


def test_where_the_gun_hides_does_not_change_what_greedy_chooses(game: Game) -> None:
    """The Allied player cannot know it; every hiding place that fits must give the same choice."""
    looked_at = 0
    for g in positions(game, 5, every=4):
        side = g.stack[-1][0].by
        sites = members(g.board.gun_sites & ~g.searched)  # type: ignore[attr-defined]
        if side != Side(0) or not g.concealed or len(sites) < 2:  # type: ignore[attr-defined]
            continue
        looked_at += 1
        chosen = set()
        for site in sites:
            world = g.copy()
            world.gun_at = site  # type: ignore[attr-defined]
            world.chance = site * 12345  # and the dice to come must not matter either
            options = flow.options(world)
            chosen.add(player("greedy").choose(View(game, world, side), options, random.Random(2), SMALL))
        assert len(chosen) == 1
    assert looked_at > 3


def test_a_player_leaves_the_game_it_looks_at_as_it_is(game: Game) -> None:
    for g in positions(game, 6, every=11):
        before = g.to_json()
        player("greedy").choose(View(game, g, g.stack[-1][0].by), flow.options(g), random.Random(1), SMALL)
        assert g.to_json() == before


def test_an_unknown_player_is_refused_with_the_list_of_those_there_are() -> None:
    with pytest.raises(UnknownPlayer, match="there is no player 'bob'; choose from: random, greedy"):
        player("bob")


def test_greedy_picks_by_lot_where_a_game_has_nothing_to_evaluate_with(game: Game) -> None:
    blind = msgspec.structs.replace(game, evaluate=None)
    g = next(positions(game, 1))
    view = View(blind, g, g.stack[-1][0].by)
    options = flow.options(g)
    one = player("greedy")
    assert {one.choose(view, options, random.Random(n), SMALL) for n in range(200)} == set(options)
    assert one.reason == NO_DIFFERENCE


def test_every_player_says_what_it_does_to_whoever_picks_an_opponent() -> None:
    assert list(descriptions()) == names()
    assert all(descriptions().values())


def test_greedy_tries_nothing_twice_in_one_position(game: Game) -> None:
    """Whoever comes back to a position has gone round in a circle."""
    for g in positions(game, 9, every=13):
        options, one = flow.options(g), player("greedy")
        view, rng = View(game, g, g.stack[-1][0].by), random.Random(1)
        assert sorted(one.choose(view, options, rng, SMALL) for _ in options) == sorted(options)
        assert one.choose(view, options, rng, SMALL) in options


def test_greedy_looks_at_more_worlds_only_where_they_differ(game: Game) -> None:
    """The Germans know everything but the dice: where none are thrown one world says it all."""
    worlds = 0

    class Counting(View):
        def sample(self, rng: Dice) -> State:
            nonlocal worlds
            worlds += 1
            return super().sample(rng)

    found: set[int] = set()
    for seed in range(3):
        for g in positions(game, seed, every=2):
            if g.stack[-1][0].by == Side(1):
                worlds = 0
                budget = Budget(positions=10_000)
                player("greedy").choose(Counting(game, g, Side(1)), flow.options(g), random.Random(1), budget)
                found.add(worlds)
    assert found == {2, WORLDS}  # the second one is seen to be like the first


def test_a_budget_of_positions_bounds_the_work(game: Game) -> None:
    looks = 0
    evaluate = game.evaluate
    assert evaluate is not None

    def counted(g: State, side: Side) -> float:
        nonlocal looks
        looks += 1
        assert evaluate is not None
        return evaluate(g, side)

    counting = msgspec.structs.replace(game, evaluate=counted)
    for g in positions(game, 8, every=7):
        looks = 0
        options = flow.options(g)
        player("greedy").choose(View(counting, g, g.stack[-1][0].by), options, random.Random(1), Budget(positions=50))
        assert looks <= 50 + (FACES + 1) * len(options) + 2  # one world is always looked at, whatever it costs


def test_a_budget_of_seconds_stops_the_thinking(game: Game) -> None:
    budget = Budget(positions=10**9, seconds=0.05)
    g = next(positions(game, 2))
    start = time.monotonic()
    player("greedy").choose(View(game, g, g.stack[-1][0].by), flow.options(g), random.Random(1), budget)
    assert time.monotonic() - start < 5


# Whole games


def test_the_same_seed_gives_the_same_game(game: Game) -> None:
    assert play_game(game, seed=3) == play_game(game, seed=3)
    assert play_game(game, seed=3) != play_game(game, seed=4)


def test_a_game_ends_with_a_winner_or_a_draw(game: Game) -> None:
    for seed in range(30):
        result = play_game(game, "dawn", {"weather": "always clear"}, seed=seed)
        assert result.winner in ("Allied", "German", "")
        assert result.level in ("Allied victory", "German victory", "Draw")
        assert result.actions > 10


def test_forced_picks_are_not_actions(game: Game) -> None:
    g = game.new(seed=1)
    actions, forced = random_game(g, random.Random(1))
    assert forced > 0
    assert actions > forced
    assert not g.stack


def test_greedy_beats_random_on_both_sides(game: Game) -> None:
    """By Allied points over a few games: enough to see that it is no accident, quick enough to run always."""

    def points(games: int, **players: str) -> float:
        results = (play_game(game, players=players, seed=seed, budget=SMALL) for seed in range(games))
        return sum(result.score[0] for result in results)

    assert points(12, German="greedy") < points(12)
    assert points(5, Allied="greedy") > points(5) + 10


def test_thinking_is_timed_by_side_and_game_turn(game: Game) -> None:
    thought: dict[tuple[int, int], float] = {}
    result = play_game(game, players={"Allied": "greedy"}, seed=2, budget=SMALL, thought=thought)
    assert set(result.seconds) == {"Allied", "German"}
    assert result.seconds["Allied"] == [thought[turn, 0] for turn in range(6) if (turn, 0) in thought]
    assert 1 <= len(result.seconds["Allied"]) <= 6
    assert sum(result.seconds["Allied"]) > sum(result.seconds["German"])
    assert play_game(game, seed=2).seconds == {}


def test_a_watched_game_is_the_same_game(game: Game) -> None:
    seen: list[int] = []
    watched = play_game(game, seed=8, watch=lambda g: seen.append(len(g.stack)))
    assert watched == play_game(game, seed=8)
    assert len(seen) == watched.actions + watched.forced + 1
    assert seen[-1] == 0
