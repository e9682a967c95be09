"""What every game must satisfy, with both lengths and both kinds of weather; and every rule has code and test."""

from pathlib import Path

import pytest

from bocage.games.acrosstheworld import GAME
from bocage.kernel import rulebook
from bocage.testing import conformance

OPTIONS: tuple[dict[str, str], ...] = ({}, {"turns": "16", "weather": "roll"})


@pytest.mark.parametrize("options", OPTIONS, ids=["cards", "roll"])
@pytest.mark.parametrize("holds", conformance.PROPERTIES, ids=lambda holds: holds.__name__)
def test_the_game_conforms(holds: conformance.Property, options: dict[str, str]) -> None:
    holds(GAME, "normandy", options, seed=7, limit=10_000, every=5)


def test_every_rule_has_code_and_a_test() -> None:
    found = rulebook.coverage(
        GAME.rulebook, rulebook.implemented(GAME.package), rulebook.tested_numbers(Path(__file__).parent)
    )
    assert found.missing == ()
    assert found.unknown == ()
    assert found.not_modelled == 2
