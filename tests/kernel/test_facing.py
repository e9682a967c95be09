"""Facing: names, bearings, what lies ahead, and the zone of a front."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bocage.kernel.actions import Invalid, format_action, parse_action
from bocage.kernel.board import Area, Board, Counter, Geography
from bocage.kernel.facing import ALL_ROUND, by_facing, zone_ahead
from bocage.kernel.grid import Grid
from bocage.kernel.ids import NOWHERE, Side, Space
from bocage.kernel.spaces import bit, each, spaces
from bocage.kernel.zones import Compass

FLAT = Grid(columns=5, rows=5)
POINTY = Grid(columns=5, rows=5, orientation="pointy")
VERBS = {"face": ("unit", "direction")}


def board(grid: Grid = FLAT) -> Board:
    return Board(Geography(grid=grid), [Counter(id="A", side=Side(0)), Counter(id="B", side=Side(0))])


@pytest.mark.parametrize("grid", [FLAT, POINTY])
def test_a_direction_has_the_bearing_of_the_hex_that_lies_there(grid: Grid) -> None:
    middle = grid.at(2, 2)
    x, y = grid.centre(middle)
    for direction, name in enumerate(grid.directions):
        to_x, to_y = grid.centre(grid.neighbour(middle, direction))
        degrees = math.degrees(math.atan2(to_x - x, y - to_y)) % 360
        assert grid.bearing(direction) == pytest.approx(degrees)
        north = {"N": to_y < y, "S": to_y > y}
        east = {"E": to_x > x, "W": to_x < x}
        assert all({**north, **east}[letter] for letter in name)


def test_a_direction_is_written_by_name_and_read_again() -> None:
    assert format_action(VERBS, board(), ("face", 0, 1)) == "face A NE"
    assert parse_action(VERBS, board(), "face A NW") == ("face", 0, 5)
    assert parse_action(VERBS, board(POINTY), "face A NW") == ("face", 0, 5)
    assert parse_action(VERBS, board(POINTY), "face B E") == ("face", 1, 1)


def test_a_direction_that_the_grid_has_not_is_refused() -> None:
    with pytest.raises(Invalid, match="should be one of N, NE, SE, S, SW, NW"):
        parse_action(VERBS, board(), "face A E")
    areas = Board(Geography(area=[Area(id="Hill", name="Hill")]), [Counter(id="A", side=Side(0))])
    with pytest.raises(Invalid, match="should be one of"):
        parse_action(VERBS, areas, "face A N")


def is_ahead(at: Space, facing: int, to: Space) -> bool:
    turn = (FLAT.direction_of(at, to) - facing) % 6
    return facing == ALL_ROUND or min(turn, 6 - turn) <= 1


def test_three_hexsides_are_front_and_three_are_flank() -> None:
    middle = FLAT.at(2, 2)
    front = [zone_ahead(Compass(board()), by_facing([middle], [1], 1)) >> to & 1 for to in FLAT.neighbours(middle)]
    assert front == [1, 1, 1, 0, 0, 0]


@given(
    st.lists(st.tuples(st.integers(-1, 24), st.integers(-1, 5)), min_size=2, max_size=2), st.sets(st.integers(0, 24))
)
def test_a_zone_is_what_lies_ahead_of_anybody(standing: list[tuple[int, int]], walls: set[int]) -> None:
    here = board()

    def allowed(a: Space, b: Space) -> bool:
        return not (a in walls and b in walls)

    space, facing = [Space(at) for at, _ in standing], [way for _, way in standing]
    found = zone_ahead(Compass(here, allowed), by_facing(space, facing, 0b11))
    by_hand = spaces(
        to
        for at, way in zip(space, facing, strict=True)
        if at != NOWHERE
        for to in each(here.adjacency.spread(bit(at)))
        if allowed(at, to) and is_ahead(at, way, to)
    )
    assert found == by_hand
