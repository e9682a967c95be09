"""Lines of sight, ranges and arcs on hexes."""

import math
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bocage.kernel.grid import Grid
from bocage.kernel.ids import NOWHERE, Space
from bocage.kernel.sight import (
    Blocked,
    Sight,
    arc,
    blocking,
    in_arc,
    in_range,
    trace,
    why_not_see,
)
from bocage.kernel.spaces import bit, count, members, spaces

FLAT = Grid(columns=11, rows=11)
POINTY = Grid(columns=11, rows=11, orientation="pointy", shifted="even")
GRIDS = st.sampled_from([FLAT, POINTY])
HEXES = st.integers(0, 120).map(Space)
MIDDLE = FLAT.at(5, 5)


def can_see(*ends_and_blocks: Any, either_side: bool = True) -> bool:
    return why_not_see(*ends_and_blocks, either_side=either_side) is None


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


@given(GRIDS, HEXES, HEXES, st.sets(HEXES), st.booleans())
def test_sight_is_mutual(grid: Grid, a: Space, b: Space, woods: set[Space], either: bool) -> None:
    obstructs = blocking(spaces(woods))
    assert can_see(grid, a, b, obstructs, either_side=either) == can_see(grid, b, a, obstructs, either_side=either)


@given(GRIDS, HEXES, HEXES, st.sets(st.tuples(HEXES, st.integers(0, 5))), st.booleans())
def test_sight_over_hexsides_is_mutual(
    grid: Grid, a: Space, b: Space, walls: set[tuple[Space, int]], either: bool
) -> None:
    both = {(hex_, grid.neighbour(hex_, d)) for hex_, d in walls}
    both |= {(other, hex_) for hex_, other in both}

    def side_blocks(one: Space, other: Space) -> bool:
        return (one, other) in both

    nothing = blocking(0)
    assert can_see(grid, a, b, nothing, side_blocks, either_side=either) == can_see(
        grid, b, a, nothing, side_blocks, either_side=either
    )


@given(GRIDS, HEXES, st.integers(0, 5))
def test_neighbours_always_see_each_other(grid: Grid, a: Space, direction: int) -> None:
    b = grid.neighbour(a, direction)
    if b != NOWHERE:
        assert can_see(grid, a, b, blocking((1 << 121) - 1))


def test_a_town_is_seen_into_but_not_through() -> None:
    town, beyond = walk(FLAT, MIDDLE, 2), walk(FLAT, MIDDLE, 2, 2)
    obstructs = blocking(bit(town))
    assert can_see(FLAT, MIDDLE, town, obstructs)
    assert why_not_see(FLAT, MIDDLE, beyond, obstructs) == Blocked((town,))
    assert why_not_see(FLAT, town, walk(FLAT, town, 2, 2), obstructs) is None


def test_along_a_hexside_one_clear_side_is_enough_or_not_as_the_game_says() -> None:
    one, other, end = walk(FLAT, MIDDLE, 0), walk(FLAT, MIDDLE, 1), walk(FLAT, MIDDLE, 0, 1)
    assert can_see(FLAT, MIDDLE, end, blocking(bit(one)))
    assert why_not_see(FLAT, MIDDLE, end, blocking(bit(one)), either_side=False) == Blocked((one,))
    both = why_not_see(FLAT, MIDDLE, end, blocking(bit(one) | bit(other)))
    assert both is not None
    assert set(both.at) == {one, other}


def test_a_wall_on_a_hexside_stops_the_line_that_crosses_it() -> None:
    next_, end = walk(FLAT, MIDDLE, 3), walk(FLAT, MIDDLE, 3, 3)

    def wall(a: Space, b: Space) -> bool:
        return {a, b} == {next_, end}

    assert can_see(FLAT, MIDDLE, next_, blocking(0), wall)
    assert why_not_see(FLAT, MIDDLE, end, blocking(0), wall) == Blocked((next_, end), hexside=True)


def test_a_line_along_a_hexside_goes_round_a_wall_on_one_side_only() -> None:
    one, other, end = walk(FLAT, MIDDLE, 0), walk(FLAT, MIDDLE, 1), walk(FLAT, MIDDLE, 0, 1)
    walls = {frozenset({MIDDLE, one})}

    def wall(a: Space, b: Space) -> bool:
        return frozenset({a, b}) in walls

    assert can_see(FLAT, MIDDLE, end, blocking(0), wall)
    assert not can_see(FLAT, MIDDLE, end, blocking(0), wall, either_side=False)
    walls.add(frozenset({other, end}))
    assert not can_see(FLAT, MIDDLE, end, blocking(0), wall)


def test_at_the_edge_of_the_map_the_hex_that_is_there_decides() -> None:
    corner = FLAT.at(0, 0)
    south = walk(FLAT, corner, 3)
    end = FLAT.at(0, 3)
    assert not can_see(FLAT, corner, end, blocking(bit(south)))
    strip = Grid(columns=1, rows=5, orientation="pointy")
    assert can_see(strip, Space(0), Space(4), blocking(0))
    assert not can_see(strip, Space(0), Space(2), blocking(bit(Space(1))))


def test_a_gunner_sees_what_lies_before_the_town() -> None:
    town = bit(walk(FLAT, MIDDLE, 0))
    ring = in_range(FLAT, MIDDLE, 2)
    assert members(ring & ~Sight(FLAT, blocking(town)).seen(MIDDLE, ring)) == [walk(FLAT, MIDDLE, 0, 0)]


def test_a_range_may_have_a_minimum() -> None:
    assert count(in_range(FLAT, MIDDLE, 3)) == 37
    assert count(in_range(FLAT, MIDDLE, 3, 2)) == 30
    assert count(in_range(FLAT, MIDDLE, 3, 3)) == 18


ANGLES = st.sampled_from([60, 120, 180, 240, 300, 360])


@given(GRIDS, st.tuples(HEXES, HEXES), st.integers(0, 5), ANGLES, st.booleans())
def test_an_arc_is_what_a_protractor_shows(
    grid: Grid, ends: tuple[Space, Space], facing: int, degrees: int, border: bool
) -> None:
    a, b = ends
    (ax, ay), (bx, by) = grid.centre(a), grid.centre(b)
    found = in_arc(grid, a, b, facing, degrees=degrees, border=border)
    if a == b:
        assert not found
        return
    to_hex = math.degrees(math.atan2(bx - ax, ay - by))
    first = 0 if grid.orientation == "flat" else 30
    ahead = first + 60 * facing
    off = abs((to_hex - ahead + 180) % 360 - 180)
    if abs(off - degrees / 2) > 1e-6:
        assert found == (off < degrees / 2)
    elif degrees < 360:
        assert found == border


def test_a_unit_faces_three_hexsides() -> None:
    frontal = arc(FLAT, MIDDLE, 1, 0)
    assert set(members(frontal)) == {walk(FLAT, MIDDLE, d) for d in (5, 0, 1)}


def test_whoever_faces_all_round_has_everything_in_his_arc_but_his_own_hex() -> None:
    assert arc(FLAT, MIDDLE, 2, -1) == FLAT.within(MIDDLE, 2) & ~bit(MIDDLE)


@given(GRIDS, HEXES, HEXES, st.sets(HEXES), st.booleans())
def test_what_is_kept_is_what_was_found(grid: Grid, a: Space, b: Space, towns: set[Space], either: bool) -> None:
    sight = Sight(grid, blocking(spaces(towns)), either_side=either)
    first = sight.why_not(a, b)
    assert first == sight.why_not(a, b) == why_not_see(grid, a, b, blocking(spaces(towns)), either_side=either)
    assert sight.sees(a, b) == sight.sees(b, a) == (first is None)


def test_an_arc_must_be_a_multiple_of_sixty_degrees() -> None:
    with pytest.raises(ValueError, match="90 degrees"):
        in_arc(FLAT, MIDDLE, Space(0), 0, degrees=90)
