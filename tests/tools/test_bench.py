"""The measures measure: rates, slices by turns, and the kernel's costs on the made-up board."""

import pytest

from bocage.games import find_game
from bocage.kernel.session import Session
from bocage.tools.bench import kernel_costs, measure_games
from bocage.tools.bench.costs import STEPS, supply, zones
from bocage.tools.bench.field import BLUE, COLUMNS, COUNTERS, ROWS, field_game, new_field
from bocage.tools.bench.speed import slices


def test_the_field_is_as_large_as_it_says() -> None:
    g = new_field()
    assert g.board.all.bit_count() == COLUMNS * ROWS == 1500
    assert len(g.board.counters) == len(g.space) == COUNTERS == 250


def test_zones_and_supply_on_the_field_are_those_one_would_count_by_hand() -> None:
    g = new_field()
    board = g.board
    around = {other for unit in board.rosters[BLUE] for other in board.neighbours[g.space[unit]]}
    assert zones(g) == sum(1 << space for space in around)
    assert 0 < supply(g).bit_count() < 1500


def test_games_and_chess_are_played_in_equal_slices() -> None:
    pytest.importorskip("chess")
    ticks = []
    speeds, chess = measure_games([find_game("tinybeach")], 0.4, tick=lambda: ticks.append(1))
    assert len(ticks) == slices(0.4) == 4
    assert chess is not None
    assert chess.games > 0
    assert 0.4 <= speeds["tinybeach"].seconds < 5
    assert speeds["tinybeach"].rate > 0


def test_every_cost_has_its_bar() -> None:
    ticks = []
    costs = kernel_costs(log_lines=300, tick=lambda: ticks.append(1))
    assert len(ticks) == STEPS
    assert [cost.bar for cost in costs] == [5, 20, 150, 400, 20, 5e6]
    assert all(cost.cost > 0 for cost in costs)


def test_the_field_can_be_played_and_logged() -> None:
    session = Session.open(field_game(), seed=1)
    for _ in range(20):
        session.pick(session.game.format(session.state, session.options()[-1]))
    again = Session.resume(session.game, session.log)
    assert again.state.digest() == session.state.digest()
