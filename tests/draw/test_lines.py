"""The tools below the maps: curves, fields, outlines, real geography, names."""

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.draw.touching import collisions

from bocage.draw.curves import along, chance, closed_spline, open_spline, thread, wobble
from bocage.draw.geodata import fit_of, lines, plain, read
from bocage.draw.labels import Label, Labels, text_width
from bocage.draw.layout import Frame
from bocage.draw.outline import chains, rings
from bocage.draw.raster import Field
from bocage.draw.svg import element, number
from bocage.kernel.geography import Geography
from bocage.kernel.grid import Grid, Point
from bocage.kernel.ids import Space

coordinates = st.floats(-1000, 1000, allow_nan=False)
points = st.tuples(coordinates, coordinates)


@given(st.lists(points, min_size=2, max_size=12))
def test_a_spline_begins_and_ends_where_it_should(line: list[Point]) -> None:
    for path in (open_spline(line), thread(line)):
        first = [float(part) for part in path[1:].split("q")[0].split("C")[0].split("L")[0].split()]
        assert first == pytest.approx([round(line[0][0], 1), round(line[0][1], 1)], abs=0.06)


def test_rounding_does_not_add_up_along_a_spline() -> None:
    ring = [(100 * math.cos(n / 50), 100 * math.sin(n / 50)) for n in range(314)]
    path = closed_spline(ring)
    start, *steps = path.removesuffix("Z")[1:].split("q")
    x, y = map(float, start.split())
    first = x, y
    for step in steps:
        _, _, dx, dy = map(float, step.split())
        x, y = x + dx, y + dy
    assert math.dist((x, y), first) < 0.2


@given(st.lists(points, min_size=2, max_size=8, unique=True), st.floats(1, 50))
def test_even_steps_keep_the_ends(line: list[Point], step: float) -> None:
    walked = along(line, step)
    assert walked[0] == line[0]
    assert walked[-1] == line[-1]


def test_chance_is_even_and_steady() -> None:
    drawn = [chance("x", n) for n in range(4000)]
    assert -1 <= min(drawn) < -0.99
    assert 0.99 < max(drawn) <= 1
    assert abs(sum(drawn) / len(drawn)) < 0.03
    neighbours = sum(a * b for a, b in pairwise(drawn)) / len(drawn)
    assert abs(neighbours) < 0.02
    assert chance("x", 7) == chance("x", 7) != chance("y", 7)


@given(points, st.floats(0, 20))
def test_a_wobble_stays_within_its_reach(point: Point, reach: float) -> None:
    assert math.dist(point, wobble(point, reach, "name")) <= reach + 1e-6


def test_a_filled_square_has_its_area_and_its_outline() -> None:
    field = Field.over(0, 0, 100, 100, 2).filled([[(20, 20), (70, 20), (70, 60), (20, 60)]])
    assert sum(map(sum, field.rows)) * 4 == pytest.approx(50 * 40, rel=0.02)
    (ring,) = field.contour(0.5)
    assert min(x for x, _ in ring) == pytest.approx(20, abs=1.2)
    assert max(y for _, y in ring) == pytest.approx(60, abs=1.2)


def test_a_hole_is_a_ring_of_its_own() -> None:
    outer = [(10.0, 10.0), (90.0, 10.0), (90.0, 90.0), (10.0, 90.0)]
    inner = [(30.0, 30.0), (70.0, 30.0), (70.0, 70.0), (30.0, 70.0)]
    field = Field.over(0, 0, 100, 100, 2).filled([outer, inner])
    assert len(field.contour(0.5)) == 2
    assert field.value((50, 50)) == 0
    assert field.value((20, 50)) == 1


def test_distances_grow_from_the_shore() -> None:
    land = Field.over(0, 0, 200, 10, 2).map(lambda _: -1.0)
    land.rows = [[1.0, *row[1:]] for row in land.rows]
    assert land.distances().value((100, 6)) == pytest.approx(100, abs=2)


def test_a_blur_keeps_what_is_even() -> None:
    field = Field.over(0, 0, 40, 40, 2).map(lambda _: 0.7).blurred(3)
    assert all(value == pytest.approx(0.7) for row in field.rows for value in row)


def test_one_hex_has_a_ring_of_six_and_a_hole_runs_the_other_way() -> None:
    grid = Grid(5, 5)
    (ring,) = rings(grid, 1 << 12)
    assert len(ring) == 6
    around = sum(1 << space for space in grid.ring(Space(12), 1))
    assert sorted(len(found) for found in rings(grid, around)) == [6, 18]


def test_chains_join_edges_and_break_at_forks() -> None:
    a, b, c, d = (0, 0), (1, 0), (2, 0), (1, 1)
    assert chains({(a, b), (b, c)}) == [[a, b, c]]
    assert len(chains({(a, b), (b, c), (b, d)})) == 3
    (ring,) = chains({(a, b), (b, d), (a, d)})
    assert ring[0] == ring[-1]


def test_real_places_lie_where_the_fit_says() -> None:
    fit = fit_of(Geography(fit={"x": [100.0, 10.0, 0.0], "y": [500.0, 0.0, -10.0]}), 2.0, (5.0, 7.0))
    assert fit is not None
    assert fit.at(-1.0, 49.0) == pytest.approx((5 + 2 * 90, 7 + 2 * 10))
    assert fit.north == pytest.approx(0)
    caen = fit.town("Caen", fit.at(-0.36, 49.18))
    assert caen is not None
    assert math.dist(caen, fit.at(-0.36, 49.18)) < 1
    assert fit.town("Caen", (0.0, 0.0)) is None
    assert fit_of(Geography(), 1.0, (0.0, 0.0)) is None


def test_names_are_compared_without_accents_and_hyphens() -> None:
    assert plain("St-Lô") == plain("Saint Lo")
    assert plain("Ste-Mère-Église") == "sainte mere eglise"


@pytest.mark.parametrize("name", ["coast", "rivers"])
def test_the_clips_lie_in_normandy(name: str) -> None:
    for _, _, course in lines(name):
        assert len(course) > 1
        assert all(-2.6 < lon < 1.2 and 48.0 < lat < 50.2 for lon, lat in course)
    assert len(read("towns")) > 500


def test_a_name_makes_way_for_another() -> None:
    labels = Labels(Frame(0, 0, 400, 400))
    labels.add(Label("Caen", (200, 200), 20, "city-name", rank=0))
    labels.add(Label("Carpiquet", (204, 202), 20, "town-name", rank=1))
    labels.place()
    assert collisions(labels) == []


def test_a_long_name_may_break() -> None:
    labels = Labels(Frame(0, 0, 160, 400))
    labels.add(Label("Saint-Sauveur-le-Vicomte", (80, 200), 16, "town-name"))
    labels.place()
    (placed,) = labels.placed
    assert len(placed.lines) == 2
    assert text_width("Mont", 10) < text_width("MONT", 10)


@pytest.mark.parametrize(("value", "shown"), [(1.0, "1"), (-0.04, "0"), (2.25, "2.2"), (10.06, "10.1"), (100.0, "100")])
def test_numbers_are_short(value: float, shown: str) -> None:
    assert number(value) == shown


def test_elements_escape_what_they_are_given() -> None:
    assert element("a", b='"<&', class_="x", none=None) == '<a b="&quot;&lt;&amp;" class="x"/>'
