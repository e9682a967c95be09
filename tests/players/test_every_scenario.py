"""The planner plays every game and scenario, both sides, to the end, and says why."""

import pytest

from bocage.games import all_games, find_game
from bocage.kernel import flow
from bocage.players.planner import QUICK
from bocage.tools.picks import played

SCENARIOS = [(name, scenario.id) for name in all_games() for scenario in find_game(name).scenarios]
LONGEST = 200
"""A reason is one line that a person takes in at a glance."""


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_both_sides_play_to_the_end_and_every_order_has_its_reason_in_one_line(name: str, scenario: str) -> None:
    game = find_game(name)
    g = None
    for g, seat, action in played(game, QUICK, 11, scenario):
        assert action in flow.options(g)
        assert seat.reason.strip(), f"{game.format(g, action)}: no reason"
        assert "\n" not in seat.reason
        assert len(seat.reason) <= LONGEST, seat.reason
    assert g is not None
    assert g.outcome is not None
