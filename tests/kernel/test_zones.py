from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bocage.kernel.board import Area, Board, Geography, SideFeature, Terrain
from bocage.kernel.grid import Grid
from bocage.kernel.ids import Space, Spaces
from bocage.kernel.spaces import Edge, bit, holds, members, spaces
from bocage.kernel.zones import Bonds, Compass, bonds, control, controllers, corners

BOARD = Board(
    Geography(
        grid=Grid(9, 8),
        terrain=Terrain(rows=["........ "] + ["........."] * 7),
        side=[SideFeature(kind="wall", hexsides=["0303/0304", "0303/0403"])],
    )
)
assert BOARD.grid is not None
GRID = BOARD.grid
OPEN = BOARD.adjacent(lambda a, b: "wall" not in BOARD.between(a, b))
COMPASS = Compass(BOARD)
WALLED = Compass(BOARD, lambda a, b: "wall" not in BOARD.between(a, b))

hexes = st.sets(st.sampled_from(members(BOARD.hexes)), max_size=30)


def mask(*labels: str) -> Spaces:
    return BOARD.set_of(labels)


def pair(a: str, b: str) -> Edge:
    return BOARD.space(a), BOARD.space(b)


@given(hexes, hexes)
def test_control_is_every_neighbour_over_open_hexsides(units: set[Space], negated: set[Space]) -> None:
    around = {b for a in units for b in BOARD.neighbours[a] if "wall" not in BOARD.between(a, b)}
    assert control(OPEN, spaces(units), spaces(negated)) == spaces(around - negated)
    for space in around:
        assert controllers(OPEN, spaces(units), space) == spaces(a for a in units if OPEN.joins(a, space))


@given(hexes, st.integers(0, 5), st.integers(0, 2))
def test_a_facing_unit_commands_what_lies_ahead(units: set[Space], direction: int, arc: int) -> None:
    facing = [0] * 6
    facing[direction] = spaces(units)
    ahead = {GRID.neighbour(a, direction + turn) for a in units for turn in range(-arc, arc + 1)}
    assert COMPASS.ahead(facing, arc) == spaces(ahead) & BOARD.hexes


def expected_bonds(strong: set[Space], enemy: set[Space], walled: bool) -> tuple[Spaces, set[Edge]]:
    """The printed rule, unit by unit."""
    hex_bonds, hexsides = 0, set()
    for a, b in combinations(sorted(strong), 2):
        if GRID.distance(a, b) == 2:
            between = [x for x in BOARD.neighbours[a] if x in BOARD.neighbours[b]]
            commanded = not walled or all("wall" not in BOARD.between(u, x) for u in (a, b) for x in between)
            straight = all((p - q) % 2 == 0 for p, q in zip(GRID.cube(a), GRID.cube(b), strict=True))
            if commanded and straight and between:
                hex_bonds |= 0 if between[0] in enemy else bit(between[0])
            if commanded and len(between) == 2 and not enemy.issuperset(between):
                hexsides |= {(between[0], between[1]), (between[1], between[0])}
    return hex_bonds, hexsides


@given(hexes, hexes, st.booleans())
def test_bonds_are_those_of_every_pair(strong: set[Space], enemy: set[Space], walled: bool) -> None:
    enemy -= strong
    found = bonds(WALLED if walled else COMPASS, spaces(strong), spaces(enemy))
    assert (found.hexes, set(found.edges)) == expected_bonds(strong, enemy, walled)


@given(hexes, hexes)
def test_a_bond_bars_the_same_steps_in_every_form(strong: set[Space], enemy: set[Space]) -> None:
    found = bonds(COMPASS, spaces(strong), spaces(enemy - strong))
    trimmed = found.trim(BOARD.adjacency)
    for a, b in BOARD.edges():
        across = (a, b) in found.edges
        assert found.bar(a, b) == (across or holds(found.hexes, b))
        assert holds(found.cut.get(a, 0), b) == across
        assert trimmed.joins(a, b) != across
        assert holds(found.sides[GRID.direction_of(a, b)], a) == across


def test_two_units_in_line_bond_the_hex_between_them() -> None:
    found = bonds(COMPASS, mask("0401", "0403"))
    assert found.hexes == mask("0402")
    assert found.edges == ()


def test_two_units_off_line_bond_the_hexside_between_them() -> None:
    found = bonds(COMPASS, mask("0304", "0504"))
    assert found.hexes == 0
    assert set(found.edges) == {pair("0404", "0405"), pair("0405", "0404")}
    assert found.bar(*pair("0405", "0404"))
    assert not found.bar(*pair("0405", "0406"))


def test_an_enemy_in_the_hex_negates_a_hex_bond() -> None:
    assert bonds(COMPASS, mask("0401", "0403"), mask("0402")).hexes == 0


def test_it_takes_enemies_on_both_sides_to_negate_a_hexside_bond() -> None:
    assert bonds(COMPASS, mask("0304", "0504"), mask("0404")).edges
    assert not bonds(COMPASS, mask("0304", "0504"), mask("0404", "0405")).edges


def test_units_side_by_side_or_further_apart_form_no_bond() -> None:
    for other in ("0402", "0404", "0603"):
        found = bonds(COMPASS, mask("0401", other))
        assert (found.hexes, found.edges) == (0, ())


def test_a_unit_by_itself_bonds_to_an_anchored_corner() -> None:
    # The hexside between 0404 and 0405 leads from a corner of 0304 to a corner of 0504.
    shared = set(GRID.vertices(BOARD.space("0404"))) & set(GRID.vertices(BOARD.space("0405")))
    (far,) = shared & set(GRID.vertices(BOARD.space("0504")))
    (near,) = shared - {far}
    found = bonds(COMPASS, mask("0304"), anchors=corners(GRID, [far]))
    assert set(found.edges) == {pair("0404", "0405"), pair("0405", "0404")}
    assert not bonds(COMPASS, mask("0304"), mask("0404", "0405"), anchors=corners(GRID, [far])).edges
    assert set(bonds(COMPASS, mask("0504"), anchors=corners(GRID, [near])).edges) == set(found.edges)
    assert not bonds(COMPASS, mask("0304"), anchors=corners(GRID, [near])).edges


@given(hexes, st.sets(st.sampled_from(members(BOARD.hexes)), max_size=4))
def test_anchored_bonds_follow_the_third_hexside(strong: set[Space], anchored: set[Space]) -> None:
    wanted = {GRID.vertices(space)[0] for space in anchored}
    expected = set(bonds(COMPASS, spaces(strong)).edges)
    for x, y in BOARD.edges():
        ends = set(GRID.vertices(x)) & set(GRID.vertices(y))
        for unit in strong & set(BOARD.neighbours[x]) & set(BOARD.neighbours[y]):
            if (ends - set(GRID.vertices(unit))) & wanted:
                expected.add((x, y))
    assert set(bonds(COMPASS, spaces(strong), anchors=corners(GRID, wanted)).edges) == expected


def test_without_units_there_are_no_bonds() -> None:
    nothing = Bonds(COMPASS)
    assert (nothing.hexes, nothing.edges, dict(nothing.cut)) == (0, (), {})


def test_areas_have_no_compass() -> None:
    with pytest.raises(ValueError, match="no directions"):
        Compass(Board(Geography(area=[Area(id="1", name="Caen")])))
