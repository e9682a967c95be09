"""Sets of counters, where they stand, and what is printed on them."""

from hypothesis import given
from hypothesis import strategies as st

from bocage.kernel.board import Board, Box, Counter, Geography
from bocage.kernel.counters import each_unit, listed, lowest, other, stands, union, units
from bocage.kernel.grid import Grid
from bocage.kernel.ids import Side, Space
from bocage.kernel.spaces import bit

some = st.sets(st.integers(0, 90))


@given(some, some)
def test_a_set_of_counters_is_an_int_and_reads_back_in_order(one: set[int], two: set[int]) -> None:
    assert listed(units(one)) == list(each_unit(units(one))) == sorted(one)
    assert listed(union([units(one), units(two)])) == sorted(one | two)
    assert lowest(units(one)) == min(one, default=-1)


def test_two_sides_are_each_others_enemy() -> None:
    assert (other(Side(0)), other(Side(1))) == (1, 0)


def test_a_side_stands_where_any_of_its_counters_do() -> None:
    here = {Space(3): 0b001, Space(5): 0b110, Space(9): 0b010}
    assert stands(here, 0b010, ~0) == bit(Space(5)) | bit(Space(9))
    assert stands(here, 0b010, bit(Space(9)) | bit(Space(3))) == bit(Space(9))


def test_a_board_sorts_its_counters_by_side_and_by_what_is_printed() -> None:
    counters = [Counter(id=name, side=Side(n % 2), name=name[0]) for n, name in enumerate(("Ab", "Ba", "Ac", "Aa"))]
    board = Board(Geography(grid=Grid(columns=1, rows=1), box=[Box(id="Lost")]), counters)
    assert board.of_side == (0b0101, 0b1010)
    assert board.who(name="A") == 0b1101
    assert board.who(name="A", side=Side(1)) == 0b1000
    assert Board(Geography(grid=Grid(columns=1, rows=1))).of_side == (0, 0)
