"""Previews are exact: a few battles of each game; `make soak` counts through five hundred."""

import pytest
from tests.oracles.previews import GAMES, previews


@pytest.mark.parametrize("game", GAMES)
def test_what_a_preview_calls_exact_is_what_brute_force_counts(game: str) -> None:
    found = previews(game, 20)
    assert found.battles >= 20
    assert not found.differences, found.differences[0]
    if game == "normandy44":
        assert set(found.kinds) == {"desperation", "determined defence"}
