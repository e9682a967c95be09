"""On hex maps the hexes win: coasts, rivers, roads and names where the rules can be read from them."""

import math

import pytest
from tests.draw.touching import collisions

from bocage.draw.coast import Coast
from bocage.draw.curves import area, toward
from bocage.draw.ground import Ground
from bocage.draw.layout import HEX, Layout, gap
from bocage.draw.names import place_names
from bocage.draw.rivers import WIDTHS, Rivers
from bocage.draw.roads import Roads
from bocage.games import all_games
from bocage.kernel.grid import Point
from bocage.kernel.spaces import each

GAMES = sorted(name for name, game in all_games().items() if game.board().grid)


class Drawn:
    def __init__(self, name: str) -> None:
        self.ground = Ground(Layout(all_games()[name].board()))
        self.coast = Coast(self.ground)
        self.rivers = Rivers(self.ground, self.coast)
        self.roads = Roads(self.ground)
        self.names = place_names(self.ground, self.rivers, self.roads, numbers=True)


@pytest.fixture(scope="module", params=GAMES)
def drawn(request: pytest.FixtureRequest) -> Drawn:
    return Drawn(request.param)


def test_the_middle_of_a_hex_is_land_or_sea_as_the_hex_says(drawn: Drawn) -> None:
    ground, coast = drawn.ground, drawn.coast
    partly = ground.hexes_of("coast")
    for space in each(ground.board.hexes & ~partly):
        assert coast.is_sea(ground.centre(space)) == bool(ground.sea >> space & 1), ground.board.names[space]


def test_a_shore_hex_keeps_most_of_itself(drawn: Drawn) -> None:
    ground, coast = drawn.ground, drawn.coast
    for space in each(ground.board.hexes & ~ground.hexes_of("coast")):
        x, y = ground.centre(space)
        around = [(x + 0.22 * HEX * math.cos(n), y + 0.22 * HEX * math.sin(n)) for n in range(7)]
        right = [coast.is_sea(point) == bool(ground.sea >> space & 1) for point in around]
        inlets = any(
            ground.sheet.hexside_style(kind) == "sea"
            for other in ground.board.neighbours[space]
            for kind in ground.board.between(space, other)
        )
        assert sum(right) >= (4 if inlets else 6), ground.board.names[space]


def test_the_shore_is_no_staircase(drawn: Drawn) -> None:
    turns = []
    for ring in drawn.coast.rings:
        for a, b, c in zip(ring, ring[1:] + ring[:1], ring[2:] + ring[:2], strict=True):
            into, out = math.atan2(b[1] - a[1], b[0] - a[0]), math.atan2(c[1] - b[1], c[0] - b[0])
            turns.append(abs(math.remainder(out - into, 2 * math.pi)))
    assert sum(turn > 0.75 for turn in turns) < len(turns) * 0.05


def test_no_pond_is_left_where_coast_and_hexes_disagree(drawn: Drawn) -> None:
    sizes = [area(ring) for ring in drawn.coast.rings]
    land = max(sizes, key=abs)
    assert all(size * land > 0 or abs(size) > HEX * HEX / 2 for size in sizes)


def to_frame(ground: Ground, point: Point) -> float:
    """How far a point is from the frame of the map."""
    frame, (x, y) = ground.layout.map, point
    return min(abs(x - frame.x), abs(frame.right - x), abs(y - frame.y), abs(frame.bottom - y))


def test_a_river_keeps_to_its_hexsides(drawn: Drawn) -> None:
    ground = drawn.ground
    sides = [
        tuple(ground.corner(vertex) for vertex in ground.ends(a, b))
        for kind, edges in ground.board.sides.items()
        if ground.sheet.hexside_style(kind) in WIDTHS
        for a, b in edges
        if a < b
    ]
    for _, name, course in drawn.rivers.courses:
        off = [min(gap(point, one, two) for one, two in sides) for point in course]
        inside = off[: -max(1, len(off) // 6)] if len(off) > 8 else off
        assert sorted(inside)[len(inside) // 2] < HEX * 0.16, name
        # Only a mouth goes on alone, from its last hexside to the sea nearby; and either end may leave the frame.
        alone = [point for point, far in zip(course, off, strict=True) if far >= HEX * 0.72]
        estuary = [point for point in alone if to_frame(ground, point) > HEX]
        assert estuary == course[len(course) - len(estuary) :], name
        assert max(off) < HEX * 1.5, name
        assert not estuary or drawn.coast.is_sea(toward(course[-2], course[-1], 6.0)), name


def test_every_river_ends_in_water_or_at_the_edge(drawn: Drawn) -> None:
    ground, coast, courses = drawn.ground, drawn.coast, drawn.rivers.courses
    drowned = [ground.corner(vertex) for vertex in ground.drowned]
    for n, (_, name, course) in enumerate(courses):
        x, y = course[-1]
        around = [(x + 12 * math.cos(turn), y + 12 * math.sin(turn)) for turn in range(7)]
        ends = [to_frame(ground, (x, y))]
        ends += [math.dist((x, y), corner) for corner in drowned]
        ends += [math.dist((x, y), point) for m, other in enumerate(courses) if m != n for point in other[2]]
        assert min(ends) < HEX * 0.15 or any(coast.is_sea(point) for point in around), name


def test_every_river_hexside_has_water_near_its_middle(drawn: Drawn) -> None:
    ground = drawn.ground
    points = drawn.rivers.points()
    for row in ground.board.geography.side:
        if ground.sheet.hexside_style(row.kind) in WIDTHS:
            for text in row.hexsides:
                a, _, b = text.partition("/")
                one, two = (ground.corner(v) for v in ground.ends(ground.board.ids[a], ground.board.ids[b]))
                middle = (one[0] + two[0]) / 2, (one[1] + two[1]) / 2
                near = min(math.dist(middle, point) for point in points)
                assert near < HEX * 0.26 or drawn.coast.is_sea(middle), text


def test_a_road_crosses_its_hexsides_well_away_from_the_corners(drawn: Drawn) -> None:
    ground = drawn.ground
    for a, b in drawn.roads.edges:
        one, two = (ground.corner(vertex) for vertex in ground.ends(a, b))
        at = ground.crossing(a, b)
        assert min(math.dist(at, one), math.dist(at, two)) > HEX * 0.12
        assert gap(at, one, two) < HEX * 0.2


def test_roads_meet_in_their_hexes(drawn: Drawn) -> None:
    ground = drawn.ground
    for space in ground.ways:
        assert math.dist(ground.spot(space), ground.centre(space)) < HEX * 0.5
        assert not drawn.coast.is_sea(ground.spot(space)) or ground.sea >> space & 1


def test_names_do_not_cover_each_other(drawn: Drawn) -> None:
    names = drawn.names
    touching = collisions(names)
    assert all(share < 0.12 for _, _, share in touching), touching
    assert len(touching) <= len(names.placed) // 20


def test_every_place_is_named(drawn: Drawn) -> None:
    names = drawn.names
    written = {placed.label.words.lower() for placed in names.placed}
    assert {place.name.lower() for place in drawn.ground.board.places} <= written


def test_names_stay_inside_the_frame(drawn: Drawn) -> None:
    names = drawn.names
    frame = drawn.ground.layout.map
    for placed in names.placed:
        assert frame.holds(placed.frame.x, placed.frame.y), placed.label.words
        assert frame.holds(placed.frame.right, placed.frame.bottom), placed.label.words
