"""Lines of sight, ranges and arcs on hexes."""

import math
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from bocage.kernel.grid import Grid
from bocage.kernel.ids import NOWHERE, Space
from bocage.kernel.sight import in_arc, sees, trace
from bocage.kernel.spaces import bit, spaces

FLAT = Grid(columns=11, rows=11)
POINTY = Grid(columns=11, rows=11, orientation="pointy", shifted="even")
GRIDS = st.sampled_from([FLAT, POINTY])
HEXES = st.integers(0, 120).map(Space)
MIDDLE = FLAT.at(5, 5)


def walk(grid: Grid, start: Space, *directions: int) -> Space:
    for direction in directions:
        start = grid.neighbour(start, direction)
    return start


def test_a_line_along_a_row_passes_each_hex_of_it() -> None:
    end = walk(FLAT, MIDDLE, 0, 0, 0)
    assert trace(FLAT, MIDDLE, end) == [
        (MIDDLE,),
        (walk(FLAT, MIDDLE, 0),),
        (walk(FLAT, MIDDLE, 0, 0),),
        (end,),
    ]


def test_a_line_along_a_hexside_names_both_its_hexes() -> None:
    end = walk(FLAT, MIDDLE, 0, 1)
    (first,), pair, (last,) = trace(FLAT, MIDDLE, end)
    assert (first, last) == (MIDDLE, end)
    assert set(pair) == {walk(FLAT, MIDDLE, 0), walk(FLAT, MIDDLE, 1)}


def test_a_slanting_line_names_every_hex_that_it_clips() -> None:
    end = walk(FLAT, MIDDLE, 0, 0, 0, 1)
    ways = [(), (0,), (0, 1), (0, 0), (0, 0, 1), (0, 0, 0, 1)]
    assert trace(FLAT, MIDDLE, end) == [(walk(FLAT, MIDDLE, *way),) for way in ways]


def lies_inside(grid: Grid, hex_: Space, x: float, y: float, margin: float) -> bool:
    corners = grid.corners(hex_)
    sides = zip(corners, corners[1:] + corners[:1], strict=True)
    return all((bx - ax) * (y - ay) - (by - ay) * (x - ax) > margin for (ax, ay), (bx, by) in sides)


@settings(max_examples=60, deadline=None)
@given(GRIDS, HEXES, HEXES)
def test_the_trace_is_what_a_ruler_shows(grid: Grid, a: Space, b: Space) -> None:
    """Compared with many points along the line, each looked up by geometry."""
    (ax, ay), (bx, by) = grid.centre(a), grid.centre(b)
    ruled = set()
    near = [hex_ for hex_ in map(Space, range(grid.size)) if grid.distance(a, hex_) <= grid.distance(a, b)]
    for i in range(101):
        x, y = ax + (bx - ax) * i / 100, ay + (by - ay) * i / 100
        ruled |= {hex_ for hex_ in near if lies_inside(grid, hex_, x, y, 1e-9)}
    traced = trace(grid, a, b)
    single = {station[0] for station in traced if len(station) == 1 and station[0] != NOWHERE}
    assert ruled <= single
    for station in traced:
        for hex_ in station:
            if hex_ != NOWHERE and hex_ not in ruled:  # touched too briefly for the ruler, or along its side
                assert min(math.dist(grid.centre(hex_), (ax + (bx - ax) * i / 100, ay + (by - ay) * i / 100))
                           for i in range(101)) < 0.6  # fmt: skip


@given(GRIDS, HEXES, HEXES)
def test_consecutive_stations_of_a_line_touch(grid: Grid, a: Space, b: Space) -> None:
    stations = trace(grid, a, b)
    assert stations[0] == (a,)
    assert stations[-1] == (b,)
    for earlier, later in pairwise(stations):
        assert len(earlier) + len(later) <= 3
        for one in earlier:
            for other in later:
                assert NOWHERE in (one, other) or grid.distance(one, other) == 1


@given(GRIDS, HEXES, st.integers(0, 5))
def test_neighbours_always_see_each_other(grid: Grid, a: Space, direction: int) -> None:
    b = grid.neighbour(a, direction)
    if b != NOWHERE:
        assert sees(grid, a, b, (1 << 121) - 1)


def test_at_the_edge_of_the_map_the_hex_that_is_there_decides() -> None:
    corner = FLAT.at(0, 0)
    south = walk(FLAT, corner, 3)
    end = FLAT.at(0, 3)
    assert not sees(FLAT, corner, end, bit(south))
    strip = Grid(columns=1, rows=5, orientation="pointy")
    assert sees(strip, Space(0), Space(4), 0)
    assert not sees(strip, Space(0), Space(2), bit(Space(1)))


@given(GRIDS, HEXES, HEXES, st.sets(HEXES))
def test_sight_is_mutual(grid: Grid, a: Space, b: Space, woods: set[Space]) -> None:
    assert sees(grid, a, b, spaces(woods)) == sees(grid, b, a, spaces(woods))


def test_a_town_is_seen_into_but_not_through() -> None:
    town, beyond = walk(FLAT, MIDDLE, 2), walk(FLAT, MIDDLE, 2, 2)
    assert sees(FLAT, MIDDLE, town, bit(town))
    assert not sees(FLAT, MIDDLE, beyond, bit(town))
    assert sees(FLAT, town, walk(FLAT, town, 2, 2), bit(town))


def test_along_a_hexside_one_clear_side_is_enough() -> None:
    one, other, end = walk(FLAT, MIDDLE, 0), walk(FLAT, MIDDLE, 1), walk(FLAT, MIDDLE, 0, 1)
    assert sees(FLAT, MIDDLE, end, bit(one))
    assert sees(FLAT, MIDDLE, end, bit(other))
    assert not sees(FLAT, MIDDLE, end, bit(one) | bit(other))


@given(GRIDS, HEXES, HEXES, st.integers(0, 5))
def test_an_arc_is_what_a_protractor_shows(grid: Grid, a: Space, b: Space, facing: int) -> None:
    (ax, ay), (bx, by) = grid.centre(a), grid.centre(b)
    found = in_arc(grid, a, b, facing)
    if a == b:
        assert not found
        return
    to_hex = math.degrees(math.atan2(bx - ax, ay - by))
    ahead = (0 if grid.orientation == "flat" else 30) + 60 * facing
    assert found == (abs((to_hex - ahead + 180) % 360 - 180) < 60 + 1e-6)


def test_a_unit_faces_three_hexsides() -> None:
    near = FLAT.neighbours(MIDDLE)
    assert {to for to in near if in_arc(FLAT, MIDDLE, to, 0)} == {walk(FLAT, MIDDLE, d) for d in (5, 0, 1)}


def test_whoever_faces_all_round_has_everything_in_his_arc_but_his_own_hex() -> None:
    assert [hex_ for hex_ in range(FLAT.size) if not in_arc(FLAT, MIDDLE, Space(hex_), -1)] == [MIDDLE]
