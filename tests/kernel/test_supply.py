from collections import deque
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from bocage.kernel.board import Board, Geography, Road
from bocage.kernel.grid import Grid
from bocage.kernel.ids import Space, Spaces
from bocage.kernel.spaces import Adjacency, bit, holds, members, spaces
from bocage.kernel.supply import extend, flood, line, path

HIGHWAY = [f"{column:02}03" for column in range(9)]
BOARD = Board(Geography(grid=Grid(9, 8), road=[Road(kind="main", hexes=HIGHWAY)]))
COUNTRY = BOARD.adjacency
ROADS = BOARD.adjacent(lambda a, b: bool(BOARD.road(a, b)))

hexes = st.sets(st.sampled_from(members(BOARD.hexes)))
few = st.sets(st.sampled_from(members(BOARD.hexes)), max_size=6)
closed = st.sets(st.sampled_from(members(BOARD.hexes)), max_size=35).map(lambda some: BOARD.all & ~spaces(some))


def mask(*labels: str) -> Spaces:
    return BOARD.set_of(labels)


def in_supply(
    source: Spaces, within: Spaces, length: int, open_roads: Spaces | None = None, apart: Spaces = 0
) -> Spaces:
    """A flood along the roads, then so many steps across country."""
    trunk = flood(ROADS, source, within if open_roads is None else open_roads, apart=apart)
    return extend(COUNTRY, trunk, within, length, apart=apart)


def steps_from(
    adjacency: Adjacency, sources: Spaces, within: Spaces, apart: Spaces = 0, ends: Spaces = 0
) -> dict[Space, int]:
    """Breadth first, space by space: how far each is from the sources. Ends are entered but not passed."""
    queue = deque(members(sources))
    far = dict.fromkeys(queue, 0)
    while queue:
        a = queue.popleft()
        if not far[a] or holds(within, a):
            for b in members(adjacency.spread(bit(a))):
                if b not in far and holds(within | ends, b) and not (holds(apart, a) and holds(apart, b)):
                    far[b] = far[a] + 1
                    queue.append(b)
    return far


@given(few, closed, few)
def test_a_flood_equals_breadth_first_search(sources: set[Space], within: Spaces, apart: set[Space]) -> None:
    for watched in (0, spaces(apart)):
        found = flood(COUNTRY, spaces(sources), within, apart=watched)
        assert found == spaces(steps_from(COUNTRY, spaces(sources) & within, within, watched))


@given(few, closed, hexes, st.integers(0, 6))
def test_extending_counts_steps(base: set[Space], within: Spaces, apart: set[Space], length: int) -> None:
    far = steps_from(COUNTRY, spaces(base), within, spaces(apart), BOARD.all)
    found = extend(COUNTRY, spaces(base), within, length, apart=spaces(apart))
    assert found == spaces(space for space, steps in far.items() if steps <= length)


@given(few, closed, few)
def test_a_path_is_a_shortest_one(goals: set[Space], within: Spaces, apart: set[Space]) -> None:
    watched = spaces(apart)
    far = steps_from(COUNTRY, spaces(goals), within, watched, BOARD.all)
    for start in members(BOARD.all):
        way = path(COUNTRY, start, spaces(goals), within, apart=watched)
        if start not in far:
            assert way is None
            continue
        assert way is not None
        assert (way[0], way[-1] in goals, len(way)) == (start, True, far[start] + 1)
        assert all(holds(within, space) for space in way[1:-1])
        for a, b in pairwise(way):
            assert COUNTRY.joins(b, a)
            assert not (holds(watched, a) and holds(watched, b))


@given(closed, few, st.integers(0, 4))
def test_just_the_spaces_in_supply_have_a_line(within: Spaces, apart: set[Space], length: int) -> None:
    source, watched = mask("0003"), spaces(apart)
    supplied = in_supply(source, within, length=length, apart=watched)
    for start in members(BOARD.all):
        found = line(ROADS, COUNTRY, start, source, within, length=length, apart=watched)
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


def test_the_far_end_can_be_narrowed_down() -> None:
    sources = mask("0003")
    assert extend(COUNTRY, sources, sources, 1, ends=0) == sources
    assert extend(COUNTRY, sources, sources, 1, ends=mask("0002")) == mask("0003", "0002")


def test_a_cut_road_feeds_nothing_beyond() -> None:
    supplied = in_supply(mask("0003"), BOARD.all & ~mask("0403"), length=1)
    assert holds(supplied, BOARD.space("0304"))
    assert not holds(supplied, BOARD.space("0603"))


def test_a_road_may_be_closed_where_the_country_is_open() -> None:
    open_roads = BOARD.all & ~mask("0403")
    supplied = in_supply(mask("0003"), BOARD.all, length=2, open_roads=open_roads)
    assert holds(supplied, BOARD.space("0503"))
    assert not holds(supplied, BOARD.space("0603"))
    way = line(ROADS, COUNTRY, BOARD.space("0503"), mask("0003"), BOARD.all, length=2, open_roads=open_roads)
    assert way is not None
    assert [BOARD.names[space] for space in way[2:]] == ["0303", "0203", "0103", "0003"]


def test_a_source_that_is_shut_gives_nothing() -> None:
    assert flood(COUNTRY, mask("0003"), BOARD.all & ~mask("0003")) == 0
