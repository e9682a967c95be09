"""The colours of a review: the same side looks the same whatever its place in the rules."""

import pytest

from bocage.games import find_game, ids
from bocage.review.plots import BLUE, RUST, colours


@pytest.mark.parametrize("game", ids())
def test_allies_are_blue_and_germans_rust_whoever_moves_first(game: str) -> None:
    found = find_game(game)
    assert dict(zip(found.sides, colours(found), strict=True)) == {"Allied": BLUE, "German": RUST}
