"""A recorded game: the same game, and every row agrees with what a second look at it finds."""

import random

import pytest
from tests.kernel.said import Noted, Tallied

from bocage.games import find_game, ids
from bocage.kernel.events import Count, Rolled
from bocage.kernel.ids import Side
from bocage.kernel.measure import Measure
from bocage.kernel.state import State
from bocage.lab.record import Finished, Turn, play_recorded, read_finished, read_turns, spaces_of
from bocage.runs.batch import Batch, attempt
from bocage.runs.match import play_game, random_game

LEFT = "German front: hexes open when the Germans have moved"
SUFFICE = "German units suffice for a whole front"
KEPT = "German front unbroken then, where the units suffice"


def batch(game: str, seed: int = 3, scenario: str | None = None, **players: str) -> Batch:
    found = find_game(game)
    return Batch(
        game=game, scenario=found.scenario(scenario).id, options=found.settle({}), players=players, seed=seed, games=1
    )


def recorded(some: Batch) -> tuple[Finished, list[Turn]]:
    finished = read_finished(play_recorded(some, some.seed))
    return finished, read_turns(finished.turns)


def last_state(some: Batch) -> State:
    """The end of the same game, played without a recorder."""
    g = find_game(some.game).new(some.scenario, some.options, seed=some.seed)
    random_game(g, random.Random(some.seed))
    return g


@pytest.mark.parametrize("game", ids())
def test_a_recorded_game_is_the_same_game_and_its_turns_are_whole(game: str) -> None:
    some = batch(game)
    finished, turns = recorded(some)
    assert finished.result == attempt(some, some.seed)
    assert not finished.result.error
    assert finished.seconds > 0
    numbers = [turn.number for turn in turns if turn.number]  # 0 is the set-up; a scenario may begin later than at 1
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    board = find_game(game).board()
    for turn in turns:
        assert len(turn.points) == len(turn.units) == len(turn.stands) == len(turn.holds) == 2
        one, two = (spaces_of(mask) for mask in turn.holds)
        assert not one & two
        assert not (one | two) & ~(board.hexes | board.areas)
        assert sum(turn.rules.values()) > 0
    assert any(turn.losses for turn in turns)
    assert any(came.side for turn in turns for came in turn.results)


@pytest.mark.parametrize("game", ids())
def test_the_last_row_agrees_with_the_end_of_the_game(game: str) -> None:
    some = batch(game, seed=6)
    finished, turns = recorded(some)
    g = last_state(some)
    last = turns[-1]
    board = g.board
    for side in (0, 1):
        on_map = [
            unit
            for unit, counter in enumerate(board.counters)
            if counter.side == side and g.space[unit] >= 0 and (board.hexes | board.areas) >> g.space[unit] & 1
        ]
        assert last.units[side] == len(on_map)
        assert spaces_of(last.stands[side]) == sum(1 << space for space in {g.space[unit] for unit in on_map})
    if find_game(game).measure.points is not None:
        score = finished.result.score
        assert all(told in (points, points // 1) for points, told in zip(last.points, score, strict=True))


@pytest.mark.parametrize("seed", range(5))
def test_step_losses_add_up(seed: int) -> None:
    """Nobody gains a step in this game, so all that is missing at the end was lost on some turn."""
    some = batch("tinybeach", seed=seed)
    _, turns = recorded(some)
    g = last_state(some)
    board = g.board
    before = find_game("tinybeach").new(seed=seed).steps  # type: ignore[attr-defined]
    for side, name in enumerate(("Allied", "German")):
        mine = [n for n, counter in enumerate(board.counters) if counter.side == side]
        missing = sum(before[n] - g.steps[n] for n in mine)  # type: ignore[attr-defined]
        lost = [loss for turn in turns for loss in turn.losses if loss.side == name]
        assert sum(loss.steps for loss in lost) == missing
        assert sum(loss.units for loss in lost) == sum(g.space[n] == board.lost for n in mine)


def test_withdrawn_counters_are_not_lost() -> None:
    some = batch("normandy44", seed=2)
    _, turns = recorded(some)
    g = last_state(some)
    dead = g.here.get(g.board.ids["dead"], 0)
    lost = sum(loss.units for turn in turns for loss in turn.losses)
    assert g.withdrawn  # type: ignore[attr-defined]
    assert lost >= dead.bit_count()
    arms = {loss.arm for turn in turns for loss in turn.losses}
    assert "armour" in arms
    assert "tank" not in arms  # counted with the other armour


def test_thinking_is_noted_by_turn_and_side() -> None:
    finished, turns = recorded(batch("tinybeach", scenario="dawn", Allied="greedy"))
    thought = [turn.seconds[0] for turn in turns if turn.seconds[0] > 0]
    assert thought == pytest.approx(finished.result.seconds["Allied"])


def test_a_failed_game_is_handed_in_with_its_error() -> None:
    finished, turns = recorded(Batch(game="tinybeach", scenario="nowhere", options={}, players={}, seed=1, games=1))
    assert "nowhere" in finished.result.error
    assert turns == []


def test_what_is_counted_names_no_place_and_no_counter() -> None:
    roll = Rolled(what="Attrition of 21Pz", roll=3, meaning="a step lost", table="Attrition")
    assert roll.counts() == (Count("Attrition", "a step lost"),)
    assert Rolled(what="Weather", roll=3, meaning="clear").counts() == (Count("Weather", "clear"),)
    tally = (Count("Fire", "hit", times=3),)
    assert Tallied(text="They fire.", tally=tally).counts() == tally
    assert Noted(text="They wait.").counts() == ()


@pytest.mark.parametrize("game", ids())
def test_every_game_says_to_which_arm_a_counter_belongs(game: str) -> None:
    """Told, not guessed from the fields that a counter happens to have."""
    found = find_game(game)
    assert len({found.measure.arm(counter) for counter in found.board().counters}) > 1


def test_the_counters_of_a_game_that_tells_no_arms_are_alike() -> None:
    assert Measure().arm(None) == "unit"


def test_what_a_side_leaves_behind_is_noted_when_its_player_turn_ends() -> None:
    """Normandy '44: the Germans move first, so the front they leave is read before the Allies move."""
    game = find_game("normandy44")
    some = batch("normandy44", seed=4)
    seen: list[tuple[int, int, float]] = []
    before = [0]
    found: dict[int, float] = {}

    def watch(g: State) -> None:
        assert game.measure.phasing is not None
        assert game.measure.begun is not None
        assert game.measure.done is not None
        side = game.measure.phasing(g)
        if (before[0], side) == (0, 1):
            seen.append((g.turn, side, game.measure.done(g, Side(0), {})[LEFT]))
        before[0] = side
        if g.stack and side == 0 and g.turn not in found and (first := game.measure.begun(g, Side(0))):
            found[g.turn] = first[SUFFICE]

    play_game(game, some.scenario, some.options, {}, some.seed, watch=watch)
    _, turns = recorded(some)
    noted = {turn.number: turn.gauges[LEFT] for turn in turns if LEFT in turn.gauges}
    assert len(seen) > 5
    for turn, _, left in seen:
        assert noted[turn] == left
    assert len(found) > 5
    assert {turn.number: turn.gauges[SUFFICE] for turn in turns if SUFFICE in turn.gauges} == found
    assert all((KEPT in turn.gauges) == (turn.gauges[SUFFICE] == 1) for turn in turns if SUFFICE in turn.gauges)
