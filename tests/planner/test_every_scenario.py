"""The planner plays every game and scenario, both sides, to the end, and says why."""

import random

import pytest

from bocage.ai import Budget
from bocage.ai.planner import QUICK, PlannerPlayer
from bocage.games import all_games, find_game
from bocage.kernel import chance, flow
from bocage.kernel.ids import NATURE
from bocage.kernel.view import View

SCENARIOS = [(name, scenario.id) for name in all_games() for scenario in find_game(name).scenarios]
LONGEST = 200
"""A reason is one line that a person takes in at a glance."""


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_both_sides_play_to_the_end_and_every_order_has_its_reason_in_one_line(name: str, scenario: str) -> None:
    game = find_game(name)
    g, rng = game.new(scenario, seed=11), random.Random(11)
    seats = [PlannerPlayer(QUICK) for _ in game.sides]
    while g.stack:
        frame = g.stack[-1][0]
        if frame.by == NATURE:
            flow.pick(g, chance.fast_pick(g, frame))
            continue
        options = flow.options(g)
        seat = seats[frame.by]
        action = seat.choose(View(game, g, frame.by), options, rng, Budget())
        assert action in options
        assert seat.reason.strip(), f"{game.format(g, action)}: no reason"
        assert "\n" not in seat.reason
        assert len(seat.reason) <= LONGEST, seat.reason
        flow.pick(g, action)
    assert g.outcome is not None
