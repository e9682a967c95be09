"""Sets of hexsides: one bit each, whichever way one looks, and what they stop."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bocage.kernel.board import Board, Geography, compile_edges
from bocage.kernel.grid import Grid
from bocage.kernel.hexsides import crossings, cut_by, hexside, marks_on
from bocage.kernel.ids import Space
from bocage.kernel.movement import reach
from bocage.kernel.spaces import BITS

BOARDS = [
    Board(Geography(grid=Grid(columns=6, rows=5, orientation=orientation, shifted=shifted)))
    for orientation in ("flat", "pointy")
    for shifted in ("odd", "even")
]


@pytest.mark.parametrize("board", BOARDS)
def test_each_hexside_has_one_bit_of_its_own(board: Board) -> None:
    assert board.grid is not None
    bits = {frozenset((a, b)): hexside(board.grid, a, b) for a, b in board.edges()}
    assert len(set(bits.values())) == len(bits)
    assert all(side.bit_count() == 1 for side in bits.values())
    for a, b in board.edges():
        assert hexside(board.grid, a, b) == hexside(board.grid, b, a)


def test_hexes_that_are_not_adjacent_share_no_hexside() -> None:
    grid = BOARDS[0].grid
    assert grid is not None
    with pytest.raises(ValueError, match="not adjacent"):
        hexside(grid, Space(0), Space(20))


@given(st.integers(0, 3), st.sets(st.integers(0, 500), max_size=12))
def test_a_set_of_hexsides_gives_back_its_steps_and_stops_movement(which: int, some: set[int]) -> None:
    board = BOARDS[which]
    assert board.grid is not None
    edges = sorted(board.edges())
    chosen = {frozenset(edges[n % len(edges)]) for n in some}
    sides = 0
    for a, b in map(tuple, chosen):
        sides |= hexside(board.grid, a, b)
    assert {frozenset(step) for step in crossings(board.grid, sides)} == chosen
    assert len(list(crossings(board.grid, sides))) == 2 * len(chosen)
    free = compile_edges(board, lambda a, b: None if frozenset((a, b)) in chosen else 6)
    every = compile_edges(board, lambda _a, _b: 6)
    found = reach(every, Space(14), 24, cut=cut_by(board.grid, sides))
    assert found.cost == reach(free, Space(14), 24).cost
    assert board.adjacency.without(crossings(board.grid, sides)).spread(BITS[14]) == sum(
        BITS[to] for to in board.neighbours[14] if frozenset((14, to)) not in chosen
    )


def test_marks_name_both_hexes() -> None:
    board = BOARDS[0]
    assert board.grid is not None
    sides = hexside(board.grid, Space(8), Space(9))
    (mark,) = marks_on(board, sides, "breach")
    assert {mark.space, mark.to} == {board.names[8], board.names[9]}
    assert mark.kind == "breach"
