"""Movement with changes of mode on the way, against a slow search that knows nothing of buckets."""

import heapq
import time
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bocage.kernel.board import POINT, Board, Edges, Geography, compile_edges
from bocage.kernel.grid import Grid
from bocage.kernel.ids import Space, Spaces
from bocage.kernel.modes import Changes, Posture, reach_modes
from bocage.kernel.movement import reach
from bocage.kernel.spaces import bit, each, holds, spaces

BOARD = Board(Geography(grid=Grid(columns=7, rows=6)))
MARCH, BATTLE = 0, 1
START = Space(16)
MARCHING = compile_edges(BOARD, lambda a, b: 3 if (a + b) % 3 == 0 else 6)
FIGHTING = compile_edges(BOARD, lambda a, b: None if b % 11 == 5 else 12 + (a % 2) * 6)
TABLES = (MARCHING, FIGHTING)
CHANGES: Changes = ((0, 12), (12, 0))


def slowly(
    tables: tuple[Edges, ...],
    changes: Changes,
    mode: int,
    points: int,
    stop: Spaces,
    apart: Spaces,
    block: list[Spaces],
) -> dict[Posture, int]:
    """Dijkstra, by the book."""
    best: dict[Posture, int] = {}
    queue: list[tuple[int, int, Space]] = [(0, mode, START)]
    while queue:
        spent, now, at = heapq.heappop(queue)
        if (now, at) in best or spent > points:
            continue
        best[now, at] = spent
        if holds(stop, at) and at != START:
            continue
        for other, price in enumerate(changes[now]):
            if price is not None and not holds(block[other], at):
                heapq.heappush(queue, (spent + price, other, at))
        for to, price in tables[now][at]:
            if not holds(block[now], to) and not (holds(apart, at) and holds(apart, to)):
                heapq.heappush(queue, (spent + price, now, to))
    del best[mode, START]
    return best


some = st.sets(st.integers(0, 41), max_size=12).map(lambda chosen: spaces(Space(n) for n in chosen))


@given(st.integers(0, 1), st.integers(0, 40), some, some, some, some)
def test_every_mode_and_space_is_reached_by_the_cheapest_way(
    mode: int, points: int, stop: Spaces, apart: Spaces, ruins: Spaces, marsh: Spaces
) -> None:
    block = [ruins & ~bit(START), marsh & ~bit(START)]
    found = reach_modes(TABLES, CHANGES, START, mode, points, stop=stop, apart=apart, block=block)
    assert found.cost == slowly(TABLES, CHANGES, mode, points, stop, apart, block)
    for (end, space), cost in found.cost.items():
        path = found.path(end, space)
        assert path[0] == (mode, START)
        assert path[-1] == (end, space)
        assert cost == sum(price_of(one, two) for one, two in pairwise(path))


def price_of(one: Posture, two: Posture) -> int:
    if one[1] == two[1]:
        price = CHANGES[one[0]][two[0]]
        assert price is not None
        return price
    assert one[0] == two[0]
    return dict(TABLES[one[0]][one[1]])[two[1]]


def test_without_changes_it_is_plain_movement() -> None:
    never: Changes = ((0, None), (None, 0))
    found = reach_modes(TABLES, never, START, MARCH, 30, stop=1 << 20, enter=[(1 << 15, 4)], cut={START: 1 << 9})
    plain = reach(MARCHING, START, 30, stop=1 << 20, enter=[(1 << 15, 4)], cut={START: 1 << 9})
    assert found.cost == {(MARCH, to): cost for to, cost in plain.cost.items()}
    assert found.spaces == plain.spaces


def test_a_unit_that_was_stopped_changes_only_where_the_rules_say_so() -> None:
    beside = BOARD.neighbours[START][0]
    stop = bit(beside)
    assert reach_modes(TABLES, CHANGES, START, MARCH, 18, stop=stop).modes(beside) == [MARCH]
    kinder = reach_modes(TABLES, CHANGES, START, MARCH, 18, stop=stop, change_when_stopped=True)
    assert sorted(kinder.modes(beside)) == [MARCH, BATTLE]


def test_one_step_is_always_possible_but_not_with_a_change() -> None:
    found = reach_modes(TABLES, CHANGES, START, BATTLE, 1, minimum_one=True)
    assert found.cost == {(BATTLE, to): 1 for to, _ in FIGHTING[START]}


def test_it_may_pass_where_it_may_not_end() -> None:
    beside = BOARD.neighbours[START][0]
    free = reach_modes(TABLES, CHANGES, START, MARCH, 30)
    kept = reach_modes(TABLES, CHANGES, START, MARCH, 30, no_end=bit(beside))
    assert kept.cost == {posture: cost for posture, cost in free.cost.items() if posture[1] != beside}
    assert all(kept.path(*posture) for posture in kept.cost)


def test_facings_are_modes_where_turning_costs() -> None:
    grid = BOARD.grid
    assert grid is not None
    ahead = [
        compile_edges(BOARD, lambda a, b, way=way: POINT if grid.direction_of(a, b) == way else None)  # type: ignore[misc]
        for way in range(6)
    ]
    turning = [[POINT * min((to - now) % 6, (now - to) % 6) for to in range(6)] for now in range(6)]
    found = reach_modes(ahead, turning, START, 0, 3 * POINT)
    behind = grid.neighbour(START, 3)
    assert not holds(found.spaces, behind)  # three turns and a step are four
    assert found.cost[1, grid.neighbour(START, 1)] == 2 * POINT
    assert set(each(found.spaces)) == {grid.neighbour(START, way) for way in (0, 1, 2, 4, 5)} | {
        far for far, _ in two_and_three(grid)
    }


def two_and_three(grid: Grid) -> set[tuple[Space, int]]:
    """Hexes further off: straight on, or one turn and two steps, or a step, a turn, a step."""
    found = set()
    for turns in ((0, 0, 0), (0, 0), (1, 1), (5, 5), (0, 1), (0, 5)):
        at = START
        for way in turns:
            at = grid.neighbour(at, way)
        if at >= 0:
            found.add((at, len(turns)))
    return found


@pytest.mark.parametrize("columns", [40])
def test_it_is_as_quick_as_two_plain_searches(columns: int) -> None:
    board = Board(Geography(grid=Grid(columns=columns, rows=30)))
    edges = compile_edges(board, lambda a, b: 6 + (a * b) % 7)
    middle = Space(columns * 15 + 20)

    def seconds(work: object) -> float:
        assert callable(work)
        times = []
        for _ in range(15):
            start = time.thread_time()
            work()
            times.append(time.thread_time() - start)
        return min(times)

    plain = seconds(lambda: reach(edges, middle, 60))
    both = seconds(lambda: reach_modes((edges, edges), CHANGES, middle, 0, 60))
    assert both < 6 * plain
