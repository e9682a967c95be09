from itertools import pairwise
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bocage.kernel.board import Board, Edges, Geography, compile_edges
from bocage.kernel.grid import Grid
from bocage.kernel.ids import Space, Spaces
from bocage.kernel.movement import POINT, Reach, cheapest_steps, reach
from bocage.kernel.spaces import bit, holds, spaces

BOARD = Board(Geography(grid=Grid(7, 6)))
CLEAR = compile_edges(BOARD, lambda _a, _b: POINT)
NO_STEPS: Edges = [()] * 42


def at(label: str) -> Space:
    return BOARD.space(label)


class Case(NamedTuple):
    edges: Edges
    start: Space
    points: int
    rules: dict[str, Any]


masks = st.sets(st.integers(0, 41).map(Space), max_size=15).map(spaces)
tolls = st.lists(st.tuples(masks, st.integers(0, 12)), max_size=2)


@st.composite
def tables(draw: st.DrawFn) -> Edges:
    prices = draw(st.lists(st.sampled_from([0, 2, 3, 6, 6, 6, 12, None]), min_size=20, max_size=20))
    return compile_edges(BOARD, lambda a, b: prices[(a * 7 + b * 3) % 20])


@st.composite
def cases(draw: st.DrawFn) -> Case:
    rules: dict[str, Any] = {name: draw(masks) for name in ("stop", "block", "no_end", "apart")}
    rules |= {"enter": draw(tolls), "leave": draw(tolls), "minimum_one": draw(st.booleans())}
    rules |= {"cut": draw(st.dictionaries(st.integers(0, 41).map(Space), masks, max_size=6))}
    rules |= {"first": draw(st.none() | tables()), "last": draw(st.none() | tables())}
    rules = {name: rule for name, rule in rules.items() if draw(st.booleans())}
    return Case(draw(tables()), Space(draw(st.integers(0, 41))), draw(st.integers(0, 30)), rules)


def toll(rule: list[tuple[Spaces, int]], space: Space) -> int:
    return sum(extra for mask, extra in rule if holds(mask, space))


def steps(case: Case, a: Space, table: str) -> list[tuple[Space, int]]:
    """Every permitted step out of a space with its full price."""
    rules = case.rules
    edges = rules.get("first") if table == "edges" and a == case.start else rules.get(table)
    edges = edges or (case.edges if table == "edges" else NO_STEPS)
    extra = toll(rules.get("leave", []), a)
    apart = rules.get("apart", 0)
    return [
        (b, price + extra + toll(rules.get("enter", []), b))
        for b, price in edges[a]
        if not holds(rules.get("block", 0), b)
        and not holds(rules.get("cut", {}).get(a, 0), b)
        and not (holds(apart, a) and holds(apart, b))
    ]


def brute_force(case: Case) -> dict[Space, int]:
    """Try every step from every space until nothing gets cheaper."""
    rules, going = case.rules, {case.start: 0}
    before: dict[Space, int] = {}
    while going != before:
        before = dict(going)
        for a, spent in before.items():
            if a == case.start or not holds(rules.get("stop", 0), a):
                for b, price in steps(case, a, "edges"):
                    if spent + price <= case.points:
                        going[b] = min(spent + price, going.get(b, 999))
    cost = dict(going)
    for a, spent in going.items():
        if a == case.start or not holds(rules.get("stop", 0), a):
            for b, price in steps(case, a, "last"):
                if spent + price <= case.points:
                    cost[b] = min(spent + price, cost.get(b, 999))
    if rules.get("minimum_one"):
        for b, _ in steps(case, case.start, "edges") + steps(case, case.start, "last"):
            cost.setdefault(b, case.points)
    del cost[case.start]
    return {b: spent for b, spent in cost.items() if not holds(rules.get("no_end", 0), b)}


def walk(case: Case, path: list[Space]) -> int:
    """What a path costs, its last step by whichever table is cheaper."""
    total = 0
    for n, (a, b) in enumerate(pairwise(path)):
        prices = dict(steps(case, a, "edges"))
        final = dict(steps(case, a, "last")) if n == len(path) - 2 else {}
        total += min(table[b] for table in (prices, final) if b in table)
    return total


@settings(max_examples=150, deadline=None)
@given(cases())
def test_reach_equals_trying_every_step(case: Case) -> None:
    found = reach(case.edges, case.start, case.points, **case.rules)
    assert found.cost == brute_force(case)
    assert found.spaces == spaces(found.cost)


@settings(max_examples=150, deadline=None)
@given(cases())
def test_every_path_walks_for_exactly_its_cost(case: Case) -> None:
    found = reach(case.edges, case.start, case.points, **case.rules)
    for to, spent in found.cost.items():
        path = found.path(to)
        assert (path[0], path[-1]) == (case.start, to)
        whole = walk(case, path)
        assert whole == spent or (case.rules.get("minimum_one") and len(path) == 2 and spent == case.points)


def labels(found: Reach) -> set[str]:
    return {BOARD.names[space] for space in found.cost}


@settings(max_examples=100, deadline=None)
@given(cases(), masks)
def test_knowing_the_cheapest_steps_changes_nothing(case: Case, shut: Spaces) -> None:
    plain = reach(case.edges, case.start, case.points, **case.rules)
    found = reach(case.edges, case.start, case.points, **case.rules, least=cheapest_steps(case.edges))
    assert found.cost == plain.cost
    assert all(found.path(to) == plain.path(to) for to in plain.cost)
    without = {to: spent for to, spent in plain.cost.items() if not holds(shut, to)}
    assert plain.without(shut).cost == without
    assert plain.without(shut).spaces == spaces(without)


def test_points_buy_a_disc_of_clear_hexes() -> None:
    found = reach(CLEAR, at("0302"), 2 * POINT)
    assert found.spaces == BOARD.within(at("0302"), 2) & ~bit(at("0302"))
    assert found.cost[at("0304")] == 2 * POINT
    assert found.path(at("0304")) == [at("0302"), at("0303"), at("0304")]
    assert found.path(at("0302")) == [at("0302")]


def test_a_space_out_of_reach_has_no_path() -> None:
    with pytest.raises(KeyError):
        reach(CLEAR, at("0000"), POINT).path(at("0500"))


def test_a_unit_stops_where_it_must_but_may_leave_where_it_starts() -> None:
    zone = BOARD.within(at("0302"), 1)
    assert "0302" not in labels(reach(CLEAR, at("0300"), 3 * POINT, stop=zone, block=bit(at("0302"))))
    assert labels(reach(CLEAR, at("0301"), POINT, stop=zone)) >= {"0300", "0201", "0401"}


def test_moving_from_zone_to_zone_can_be_forbidden() -> None:
    zone = BOARD.within(at("0302"), 1)
    straight = reach(CLEAR, at("0301"), POINT, stop=zone, apart=zone)
    assert not straight.spaces & zone
    around = reach(CLEAR, at("0301"), 3 * POINT, stop=zone, apart=zone)
    assert around.cost[at("0402")] == 2 * POINT
    assert not holds(zone, around.path(at("0402"))[1])


def test_zones_can_cost_extra_both_ways() -> None:
    zone = bit(at("0302")) | bit(at("0303"))
    found = reach(CLEAR, at("0302"), 99, enter=[(zone, 2 * POINT)], leave=[(zone, 3 * POINT)])
    assert found.cost[at("0303")] == (1 + 3 + 2) * POINT
    assert found.cost[at("0301")] == (1 + 3) * POINT


def test_a_river_can_be_open_to_those_who_start_at_it() -> None:
    south = BOARD.set_of([name for name in BOARD.ids if name[2:] >= "03"])
    dry = compile_edges(BOARD, lambda a, b: None if holds(south, a) != holds(south, b) else POINT)
    wet = compile_edges(BOARD, lambda a, b: 2 * POINT if holds(south, a) != holds(south, b) else POINT)
    assert reach(dry, at("0302"), 4 * POINT, first=wet).spaces & south
    assert not reach(dry, at("0301"), 4 * POINT, first=wet).spaces & south


def test_a_step_that_ends_the_move_does_not_hide_the_road_through() -> None:
    flood = at("0302")
    road = [at("0300"), at("0301"), at("0302"), at("0303")]
    edges = compile_edges(
        BOARD,
        lambda a, b: POINT if b != flood else (POINT * 2 if {a, b} <= set(road) else None),
    )
    wading = compile_edges(BOARD, lambda _a, b: POINT if b == flood else None)
    by_road = reach(edges, at("0301"), 3 * POINT, last=wading)
    assert by_road.cost[flood] == POINT
    assert by_road.path(at("0303"))[1] == flood
    off_road = reach(edges, at("0202"), 2 * POINT, last=wading)
    assert off_road.cost[flood] == POINT
    assert off_road.path(flood) == [at("0202"), flood]


def test_a_unit_may_pass_where_it_may_not_end() -> None:
    full = bit(at("0301"))
    corridor = spaces([at("0300"), at("0301"), at("0302")])
    found = reach(CLEAR, at("0300"), 2 * POINT, no_end=full, block=BOARD.all & ~corridor)
    assert labels(found) == {"0302"}


def test_one_hex_is_always_possible_if_the_rule_says_so() -> None:
    mountains = compile_edges(BOARD, lambda _a, _b: 9 * POINT)
    found = reach(mountains, at("0302"), 2 * POINT, minimum_one=True, block=bit(at("0301")))
    assert found.spaces == BOARD.within(at("0302"), 1) & ~spaces([at("0301"), at("0302")])
    assert set(found.cost.values()) == {2 * POINT}
    assert not reach(mountains, at("0302"), 2 * POINT).cost


def test_railways_may_be_free() -> None:
    free = compile_edges(BOARD, lambda _a, _b: 0)
    assert reach(free, at("0000"), 0).spaces == BOARD.all & ~bit(at("0000"))
