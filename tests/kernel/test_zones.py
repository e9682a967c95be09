import pytest
from hypothesis import given
from hypothesis import strategies as st

from bocage.kernel.board import Area, Board, Geography, SideFeature, Terrain
from bocage.kernel.grid import Grid
from bocage.kernel.ids import Space, Spaces
from bocage.kernel.spaces import Edge, members, spaces
from bocage.kernel.zones import Compass

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


@given(hexes)
def test_control_is_every_neighbour_over_open_hexsides(units: set[Space]) -> None:
    around = {b for a in units for b in BOARD.neighbours[a] if "wall" not in BOARD.between(a, b)}
    assert OPEN.spread(spaces(units)) == spaces(around)


@given(hexes, st.integers(0, 5))
def test_a_facing_unit_commands_what_lies_ahead(units: set[Space], direction: int) -> None:
    facing = [0] * 6
    facing[direction] = spaces(units)
    ahead = {GRID.neighbour(a, direction + turn) for a in units for turn in (-1, 0, 1)}
    assert COMPASS.ahead(facing) == spaces(ahead) & BOARD.hexes


def test_areas_have_no_compass() -> None:
    with pytest.raises(ValueError, match="no directions"):
        Compass(Board(Geography(area=[Area(id="1", name="Caen")])))
