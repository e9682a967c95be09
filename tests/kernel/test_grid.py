import math
from itertools import pairwise
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bocage.kernel.grid import Axis, Grid, Labels
from bocage.kernel.ids import NOWHERE, Space
from bocage.kernel.spaces import members, spaces

BY_ROW = Labels(order="row-column", row=Axis(first=40, step=-1), column=Axis(first=1))
BY_COLUMN = Labels(order="column-row", column=Axis(first=1), row=Axis(first=1))
LETTERED = Labels(
    order="column-row",
    column=Axis(style="letters", first=50, step=-1, width=0),
    row=Axis(first=35, step=-1, width=0),
)
PLAIN = Labels()
DOTTED = Labels(order="row-column", row=Axis(width=0), column=Axis(width=0), separator=".")
SCHEMES = [BY_ROW, BY_COLUMN, LETTERED, PLAIN, DOTTED]

grids = st.builds(
    Grid,
    columns=st.integers(1, 30),
    rows=st.integers(1, 30),
    orientation=st.sampled_from(["flat", "pointy"]),
    shifted=st.sampled_from(["odd", "even"]),
    labels=st.sampled_from(SCHEMES),
)


@st.composite
def grid_and_hexes(draw: st.DrawFn, hexes: int = 1) -> tuple[Grid, list[Space]]:
    grid = draw(grids)
    return grid, [Space(draw(st.integers(0, grid.size - 1))) for _ in range(hexes)]


@given(grid_and_hexes(3))
def test_distance_is_a_metric(drawn: tuple[Grid, list[Space]]) -> None:
    grid, (a, b, c) = drawn
    assert (grid.distance(a, b) == 0) == (a == b)
    assert grid.distance(a, b) == grid.distance(b, a)
    assert grid.distance(a, c) <= grid.distance(a, b) + grid.distance(b, c)


@given(grid_and_hexes())
def test_neighbours_are_mutual_and_lie_in_opposite_directions(
    drawn: tuple[Grid, list[Space]],
) -> None:
    grid, (space,) = drawn
    for direction, other in enumerate(grid.neighbours(space)):
        assert grid.neighbour(space, direction) == other
        if other != NOWHERE:
            assert grid.neighbour(other, direction + 3) == space
            assert grid.direction_of(space, other) == direction
            assert grid.distance(space, other) == 1
            assert math.dist(grid.centre(space), grid.centre(other)) == pytest.approx(
                1 if grid.orientation == "pointy" else math.sqrt(3) / 2
            )


@given(grid_and_hexes())
def test_printed_numbers_round_trip(drawn: tuple[Grid, list[Space]]) -> None:
    grid, (space,) = drawn
    assert grid.parse(grid.label(space)) == space
    assert grid.parse(f" {grid.label(space).lower()} ") == space


@given(grid_and_hexes())
def test_cube_coordinates_round_trip(drawn: tuple[Grid, list[Space]]) -> None:
    grid, (space,) = drawn
    assert grid.hex(*grid.cube(space)) == space
    assert grid.at(*grid.position(space)) == space


@given(grid_and_hexes(), st.integers(0, 6))
def test_rings_fill_the_area_within(drawn: tuple[Grid, list[Space]], radius: int) -> None:
    grid, (centre,) = drawn
    near = {Space(n) for n in range(grid.size) if grid.distance(centre, Space(n)) <= radius}
    assert grid.within(centre, radius) == spaces(near)
    assert sorted(space for n in range(radius + 1) for space in grid.ring(centre, n)) == sorted(near)


@given(grid_and_hexes(2), st.sampled_from([1, -1]))
def test_a_line_is_a_shortest_walk_that_looks_the_same_from_both_ends(
    drawn: tuple[Grid, list[Space]], lean: int
) -> None:
    grid, (a, b) = drawn
    line = grid.line(a, b, lean)
    assert (line[0], line[-1], len(line)) == (a, b, grid.distance(a, b) + 1)
    assert all(grid.distance(one, two) == 1 for one, two in pairwise(line))
    assert grid.line(b, a, lean) == line[::-1]
    (ax, ay), (bx, by) = grid.centre(a), grid.centre(b)
    for space in line[1:-1]:  # no hex of the line lies further off it than a corner does
        x, y = grid.centre(space)
        off = abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / math.dist((ax, ay), (bx, by))
        assert off <= 0.58


def test_a_line_along_hexsides_leans_either_way() -> None:
    grid = Grid(5, 5)
    a, b = grid.at(1, 2), grid.at(3, 2)
    assert {grid.line(a, b, 1)[1], grid.line(a, b, -1)[1]} == {grid.at(2, 2), grid.at(2, 3)}


def test_a_line_along_the_edge_stays_on_the_grid() -> None:
    grid = Grid(9, 3)
    for lean in (1, -1):
        assert NOWHERE not in grid.line(grid.at(0, 0), grid.at(8, 0), lean)


@given(grid_and_hexes())
def test_adjacent_hexes_share_the_two_corners_of_their_hexside(drawn: tuple[Grid, list[Space]]) -> None:
    grid, (space,) = drawn
    vertices = grid.vertices(space)
    for direction, other in enumerate(grid.neighbours(space)):
        ends = vertices[direction], vertices[(direction + 1) % 6]
        if other == NOWHERE:
            assert grid.hexside(space, direction) == (space, direction)
        else:
            assert set(ends) == set(vertices) & set(grid.vertices(other))
            assert grid.hexside(space, direction) == grid.hexside(other, direction + 3)
            assert grid.hexside(space, direction)[0] == min(space, other)


@given(grid_and_hexes(), st.floats(0, math.tau), st.floats(0, 0.43))
def test_a_point_is_found_in_its_hex(drawn: tuple[Grid, list[Space]], angle: float, far: float) -> None:
    grid, (space,) = drawn
    x, y = grid.centre(space)
    assert grid.hex_at(x + far * math.cos(angle), y + far * math.sin(angle)) == space
    (width, height) = grid.extent
    assert all(-1e-9 <= x <= width + 1e-9 and -1e-9 <= y <= height + 1e-9 for x, y in grid.corners(space))


def test_a_point_beside_the_map_is_in_no_hex() -> None:
    grid = Grid(3, 3)
    assert grid.hex_at(0.01, 0.01) == NOWHERE
    assert grid.hex_at(40, 40) == NOWHERE


def test_flat_directions_begin_in_the_north_and_run_clockwise() -> None:
    grid = Grid(5, 5)
    assert [grid.label(space) for space in grid.neighbours(grid.parse("0202"))] == [
        "0201", "0301", "0302", "0203", "0102", "0101",
    ]  # fmt: skip


def test_pointy_directions_begin_in_the_north_east_and_run_clockwise() -> None:
    grid = Grid(5, 5, orientation="pointy", shifted="even")
    assert [grid.label(space) for space in grid.neighbours(grid.parse("0202"))] == [
        "0301", "0302", "0303", "0203", "0102", "0201",
    ]  # fmt: skip


@pytest.mark.parametrize(("shifted", "lower"), [("odd", 1), ("even", 0)])
def test_shifted_columns_lie_half_a_hex_lower(shifted: Literal["odd", "even"], lower: int) -> None:
    grid = Grid(2, 2, shifted=shifted)
    heights = [grid.centre(grid.at(column, 0))[1] for column in (0, 1)]
    assert heights[lower] - heights[1 - lower] == pytest.approx(math.sqrt(3) / 4)


@pytest.mark.parametrize(
    ("labels", "column", "row", "printed"),
    [
        (BY_ROW, 12, 15, "2513"),
        (BY_COLUMN, 39, 2, "4003"),
        (LETTERED, 10, 6, "OO29"),
        (LETTERED, 50, 34, "A1"),
        (LETTERED, 24, 0, "AA35"),
        (PLAIN, 3, 4, "0304"),
        (DOTTED, 7, 12, "12.7"),
    ],
)
def test_every_way_of_numbering_gives_the_printed_number(labels: Labels, column: int, row: int, printed: str) -> None:
    grid = Grid(51, 35, labels=labels)
    assert grid.label(grid.at(column, row)) == printed
    assert grid.parse(printed) == grid.at(column, row)


@pytest.mark.parametrize("text", ["", "25", "2599", "AB12", "25130", "-101", "0000", "²513", "25 13"])
def test_a_number_that_is_not_on_the_map_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="there is no hex"):
        Grid(40, 40, labels=BY_ROW).parse(text)


@pytest.mark.parametrize("text", ["OO", "29", "OP29", "OO029", "ZZ1", "OO36", "ÄÄ3"])
def test_a_lettered_number_that_is_not_on_the_map_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="there is no hex"):
        Grid(51, 35, labels=LETTERED).parse(text)


@pytest.mark.parametrize(
    ("labels", "complaint"),
    [
        (Labels(column=Axis(step=0)), "do not change"),
        (Labels(row=Axis(first=3, step=-1)), "below zero"),
        (Labels(column=Axis(width=0), row=Axis(width=0)), "run into each other"),
        (Labels(column=Axis(style="letters"), row=Axis(style="letters")), "run into each other"),
        (Labels(column=Axis(width=2), row=Axis(first=95)), "run into each other"),
        (Labels(order="row-column", row=Axis(width=1), column=Axis(width=0)), "run into each other"),
    ],
)
def test_labels_that_cannot_be_told_apart_are_refused(labels: Labels, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        Grid(12, 12, labels=labels)


def test_a_grid_without_hexes_is_refused() -> None:
    with pytest.raises(ValueError, match="no hexes"):
        Grid(0, 5)


def test_hexes_that_are_not_adjacent_have_no_direction() -> None:
    grid = Grid(5, 5)
    with pytest.raises(ValueError, match="0000 and 0202 are not adjacent"):
        grid.direction_of(grid.at(0, 0), grid.at(2, 2))


def test_a_ring_begins_straight_ahead() -> None:
    grid = Grid(9, 9)
    assert [grid.label(space) for space in grid.ring(grid.parse("0404"), 2)][:3] == ["0402", "0502", "0603"]
    assert members(grid.within(grid.parse("0404"), 0)) == [grid.parse("0404")]
