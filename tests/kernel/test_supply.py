from collections import deque
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from bocage.kernel.board import Board, Geography, Road
from bocage.kernel.grid import Grid
from bocage.kernel.ids import Space, Spaces
from bocage.kernel.spaces import Adjacency, bit, holds, members, spaces
from bocage.kernel.supply import extend, line, path

HIGHWAY = [f"{column:02}03" for column in range(9)]
BOARD = Board(Geography(grid=Grid(9, 8), road=[Road(kind="main", hexes=HIGHWAY)]))
COUNTRY = BOARD.adjacency
ROADS = BOARD.adjacent(lambda a, b: bool(BOARD.road(a, b)))

few = st.sets(st.sampled_from(members(BOARD.hexes)), max_size=6)
closed = st.sets(st.sampled_from(members(BOARD.hexes)), max_size=35).map(lambda some: BOARD.all & ~spaces(some))


def mask(*labels: str) -> Spaces:
    return BOARD.set_of(labels)


def in_supply(source: Spaces, within: Spaces, length: int) -> Spaces:
    """A flood along the roads, then a few steps across country."""
    return extend(COUNTRY, ROADS.flood(source, within), within, length)


def steps_from(adjacency: Adjacency, sources: Spaces, within: Spaces, ends: Spaces) -> dict[Space, int]:
    """Breadth first, space by space: how far each is from the sources. Ends are entered but not passed."""
    queue = deque(members(sources))
    far = dict.fromkeys(queue, 0)
    while queue:
        a = queue.popleft()
        if not far[a] or holds(within, a):
            for b in members(adjacency.spread(bit(a))):
                if b not in far and holds(within | ends, b):
                    far[b] = far[a] + 1
                    queue.append(b)
    return far


@given(few, closed, st.integers(0, 6))
def test_extending_counts_steps(base: set[Space], within: Spaces, length: int) -> None:
    far = steps_from(COUNTRY, spaces(base), within, BOARD.all)
    found = extend(COUNTRY, spaces(base), within, length)
    assert found == spaces(space for space, steps in far.items() if steps <= length)


@given(few, closed)
def test_a_path_is_a_shortest_one(goals: set[Space], within: Spaces) -> None:
    far = steps_from(COUNTRY, spaces(goals), within, BOARD.all)
    for start in members(BOARD.all):
        way = path(COUNTRY, start, spaces(goals), within)
        if start not in far:
            assert way is None
            continue
        assert way is not None
        assert (way[0], way[-1] in goals, len(way)) == (start, True, far[start] + 1)
        assert all(holds(within, space) for space in way[1:-1])
        for a, b in pairwise(way):
            assert COUNTRY.joins(b, a)


@given(closed, st.integers(0, 4))
def test_just_the_spaces_in_supply_have_a_line(within: Spaces, length: int) -> None:
    source = mask("0003")
    supplied = in_supply(source, within, length=length)
    for start in members(BOARD.all):
        found = line(ROADS, COUNTRY, start, source, within, length=length)
        assert (found is not None) == holds(supplied, start)
        if found:
            assert (found[0], found[-1]) == (start, BOARD.space("0003"))
            off_road = [n for n, (a, b) in enumerate(pairwise(found)) if not BOARD.road(a, b)]
            assert max(off_road, default=-1) < length


def test_a_unit_draws_supply_where_no_line_could_pass() -> None:
    zone = mask("0405", "0406")
    supplied = in_supply(mask("0003"), BOARD.all & ~zone, length=3)
    assert holds(supplied, BOARD.space("0405"))
    behind = in_supply(mask("0003"), mask(*HIGHWAY, "0404", "0405") & ~zone, length=3)
    assert not holds(behind, BOARD.space("0406"))


def test_a_cut_road_feeds_nothing_beyond() -> None:
    supplied = in_supply(mask("0003"), BOARD.all & ~mask("0403"), length=1)
    assert holds(supplied, BOARD.space("0304"))
    assert not holds(supplied, BOARD.space("0603"))
