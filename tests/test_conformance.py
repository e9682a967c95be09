"""The conformance suite, run for every registered game and scenario.

A few games each, so that the whole suite stays within minutes; `make soak` plays hundreds and checks every
single decision.
"""

from collections.abc import Callable

import pytest
from tests.registered import games, scenarios

from bocage.games import find_game
from bocage.testing import conformance
from bocage.testing.conformance import CHECKS, Property
from bocage.testing.playing import Plan, play_to_the_end, random_options
from bocage.testing.sessions import logs_verify, undo_equal

SEEDS = range(1, 5)
EVERY = 83  # of a long game every so-many-th decision is checked


@pytest.mark.parametrize(("game", "scenario"), scenarios(small=True))
@pytest.mark.parametrize("holds", conformance.PROPERTIES, ids=lambda holds: holds.__name__)
def test_a_small_game_conforms(holds: Property, game: str, scenario: str) -> None:
    found = find_game(game)
    holds(found, scenario, None, seed=0)
    for seed in SEEDS:
        holds(found, scenario, random_options(found, seed), seed)


@pytest.mark.parametrize(("game", "scenario"), scenarios(small=False))
def test_the_decisions_of_a_large_game_conform(game: str, scenario: str) -> None:
    play_to_the_end(Plan(find_game(game), scenario, None, seed=1), *CHECKS, every=EVERY)


@pytest.mark.parametrize(("game", "scenario"), scenarios(small=False))
@pytest.mark.parametrize("check", [undo_equal, logs_verify])
def test_the_log_of_a_large_game_conforms(check: Callable[..., None], game: str, scenario: str) -> None:
    found = find_game(game)
    check(Plan(found, scenario, random_options(found, 2), seed=2), every=EVERY)


def test_every_game_has_scenarios_of_different_names() -> None:
    for game in games():
        names = [scenario.id for scenario in game.scenarios]
        assert names, game.id
        assert len(names) == len(set(names)), f"{game.id} has two scenarios of one id: {names}"


def test_every_name_of_a_counter_can_be_written_in_a_set() -> None:
    for game in games():
        strange = [name for name in game.board().unit_names if "+" in name or name == "none"]
        assert not strange, f"{game.id}: these ids cannot be told from the signs of a set: {strange}"
