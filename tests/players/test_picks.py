"""A change of play is never by accident: what the players choose is kept, with their version."""

import pytest

from bocage.games import all_games
from bocage.tools.picks import now, read


@pytest.mark.parametrize("name", list(all_games()))
def test_the_players_choose_what_their_version_chose(name: str) -> None:
    assert now(name) == read().get(name), (
        f"the computer players of {name} choose otherwise than before: if that is meant, raise `version` in its"
        " KNOWLEDGE, run `python -m bocage.tools.picks --again` and measure them anew (`make ladder`)"
    )
