"""Clocks and ground that changes with them."""

import pytest

from bocage.kernel.board import Board, Edges, Geography, Terrain, compile_edges
from bocage.kernel.clocks import ByPhase, ChangingGround, Clock
from bocage.kernel.grid import Grid
from bocage.kernel.movement import reach

TIDE = Clock(("low", "rising", "high", "falling"))
ROWS = ["~~~~", "ssss", "....", "...."]
LEGEND = {"~": "sea", "s": "tidal flat", ".": "clear"}
BOARD = Board(Geography(grid=Grid(columns=4, rows=4), terrain=Terrain(legend=LEGEND, rows=ROWS)))


def test_a_clock_goes_round() -> None:
    assert [TIDE.at(n) for n in range(5)] == ["low", "rising", "high", "falling", "low"]
    assert TIDE.at(3, first="high") == "rising"
    assert TIDE.after("falling") == "low"
    assert TIDE.after("low", -1) == "falling"
    with pytest.raises(ValueError, match="ebb"):
        TIDE.after("ebb")


def test_ground_is_what_is_printed_but_for_the_phases_that_change_it() -> None:
    ground = ChangingGround(BOARD, {"high": {"tidal flat": "sea"}})
    assert ground.terrain("low") == BOARD.terrain
    assert ground.of("low", "tidal flat") == BOARD.of_terrain["tidal flat"]
    assert ground.of("high", "sea") == BOARD.of_terrain["sea"] | BOARD.of_terrain["tidal flat"]
    assert not ground.of("high", "tidal flat")
    assert ground.of("high", "clear") == BOARD.of_terrain["clear"]


def test_ground_that_the_map_has_not_cannot_change() -> None:
    with pytest.raises(ValueError, match="no lava"):
        ChangingGround(BOARD, {"high": {"lava": "sea"}})


def test_a_table_is_made_once_for_each_phase_and_movement_follows_the_tide() -> None:
    ground = ChangingGround(BOARD, {"high": {"tidal flat": "sea"}})
    made = []

    def compiled(phase: str) -> Edges:
        made.append(phase)
        terrain = ground.terrain(phase)
        return compile_edges(BOARD, lambda _, b: None if terrain[b] == "sea" else 6)

    edges = ByPhase(compiled)
    start = BOARD.space("0002")
    low = reach(edges["low"], start, 60)
    high = reach(edges["high"], start, 60)
    assert edges["low"] is edges["low"]
    assert made == ["low", "high"]
    assert low.spaces & BOARD.of_terrain["tidal flat"] == BOARD.of_terrain["tidal flat"]
    assert not high.spaces & BOARD.of_terrain["tidal flat"]
