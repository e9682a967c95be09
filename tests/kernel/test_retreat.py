"""Ways back at the least cost, and pushing aside."""

from collections.abc import Callable, Iterable
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from bocage.kernel.grid import Grid
from bocage.kernel.ids import Space, Spaces
from bocage.kernel.retreat import (
    AVOID,
    FREE,
    LOSS,
    UNWANTED,
    Path,
    Route,
    Toll,
    next_steps,
    routes,
)
from bocage.kernel.spaces import bit, holds, spaces

GRID = Grid(columns=9, rows=9)
NEIGHBOURS = [tuple(n for n in GRID.neighbours(Space(s)) if n >= 0) for s in range(GRID.size)]
ALL = (1 << GRID.size) - 1
START = GRID.at(4, 4)


def toll_by_sets(
    *,
    must_not: Spaces = 0,
    only_first: Spaces = 0,
    avoid: Spaces = 0,
    prefer: Spaces | None = None,
    crossing: Callable[[Space, Space], int | None] | None = None,
) -> Toll:
    """The usual costs, given as sets of spaces.

    - `must_not`: no step may enter these.
    - `only_first`: only the first step may (a zone of control that one starts beside).
    - `avoid`: entered only if nothing better is left.
    - `prefer`: every other space is unwanted (towards supply, say).
    - `crossing`: what the border between two spaces costs: rivers, bonds, forbidden hexsides.
    """

    def toll(path: Path, to: Space) -> int | None:
        if holds(must_not, to) or (len(path) > 1 and holds(only_first, to)):
            return None
        cost = AVOID if holds(avoid, to) else FREE
        if prefer is not None and not holds(prefer, to):
            cost += UNWANTED
        if crossing is None:
            return cost
        border = crossing(path[-1], to)
        return None if border is None else cost + border

    return toll


def toll_of(*parts: Toll) -> Toll:
    """Several costs together; what any one forbids is forbidden."""

    def toll(path: Path, to: Space) -> int | None:
        total = 0
        for part in parts:
            cost = part(path, to)
            if cost is None:
                return None
            total += cost
        return total

    return toll


def end_spaces(found: Iterable[Route]) -> Spaces:
    """Where the routes lead."""
    mask = 0
    for route in found:
        mask |= bit(route.end)
    return mask


def may_stop(found: Iterable[Route], walked: Path) -> bool:
    """Is what has been walked one of these routes in full?"""
    return any(path == walked for path, _ in found)


def step(*directions: int) -> Space:
    at = START
    for direction in directions:
        at = GRID.neighbour(at, direction)
    return at


def ring(radius: int) -> Spaces:
    return spaces(GRID.ring(START, radius))


def test_a_free_retreat_of_two_may_end_anywhere_two_hexes_away() -> None:
    found = routes(START, 2, NEIGHBOURS, toll_by_sets(), distance=GRID.distance)
    assert end_spaces(found) == ring(2)
    assert len(found) == 18
    assert {route.cost for route in found} == {0}


def test_a_retreat_of_four_ends_four_hexes_away() -> None:
    found = routes(START, 4, NEIGHBOURS, toll_by_sets(), distance=GRID.distance)
    assert end_spaces(found) == ring(4)
    assert all(GRID.distance(START, space) == i for route in found for i, space in enumerate(route.path))


def test_without_the_distance_rule_a_route_may_bend_back_but_never_onto_itself() -> None:
    found = routes(START, 2, NEIGHBOURS, toll_by_sets())
    assert end_spaces(found) == ring(1) | ring(2)
    assert len(found) == 6 * 5
    assert all(len(set(route.path)) == 3 for route in found)


def test_a_unit_that_is_shut_in_has_no_route() -> None:
    assert routes(START, 2, NEIGHBOURS, toll_by_sets(must_not=ring(1)), distance=GRID.distance) == []
    assert routes(START, 2, NEIGHBOURS, toll_by_sets(must_not=ring(2)), distance=GRID.distance) == []


def test_zones_are_avoided_if_there_is_any_way_round() -> None:
    zone = bit(step(0)) | bit(step(1))
    found = routes(START, 2, NEIGHBOURS, toll_by_sets(avoid=zone), distance=GRID.distance)
    assert all(not zone & bit(space) for route in found for space in route.path)


def test_only_the_first_hex_may_lie_in_a_zone() -> None:
    zone = ring(1) | bit(step(0, 0))
    toll = toll_by_sets(avoid=zone, only_first=zone)
    found = routes(START, 2, NEIGHBOURS, toll, distance=GRID.distance)
    assert end_spaces(found) == ring(2) & ~bit(step(0, 0))
    assert {route.cost for route in found} == {AVOID}


def test_a_loss_is_worse_than_any_zone() -> None:
    """The clear way leads through a flood and costs steps, so the ways through zones are taken."""
    open_way, zone = step(3), ring(1) & ~bit(step(3))
    toll = toll_of(
        toll_by_sets(avoid=zone),
        lambda _path, to: 2 * LOSS if to == open_way else 0,
    )
    found = routes(START, 2, NEIGHBOURS, toll, distance=GRID.distance)
    assert found
    assert not any(open_way in route.path for route in found)
    forced = routes(START, 2, NEIGHBOURS, toll_of(toll, toll_by_sets(must_not=zone)), distance=GRID.distance)
    assert {route.losses for route in forced} == {2}
    assert all(route.path[1] == open_way for route in forced)


def test_a_border_can_forbid_or_cost() -> None:
    river, sea = {frozenset({START, step(0)})}, {frozenset({START, step(d)}) for d in (1, 2, 3, 4)}

    def crossing(a: Space, b: Space) -> int | None:
        if frozenset({a, b}) in sea:
            return None
        return LOSS if frozenset({a, b}) in river else 0

    found = routes(START, 1, NEIGHBOURS, toll_by_sets(crossing=crossing))
    assert found == [Route((START, step(5)), 0)]
    shut = toll_by_sets(crossing=crossing, must_not=bit(step(5)))
    assert routes(START, 1, NEIGHBOURS, shut) == [Route((START, step(0)), LOSS)]


def test_preferred_spaces_are_taken_before_others() -> None:
    found = routes(START, 1, NEIGHBOURS, toll_by_sets(prefer=bit(step(2)) | bit(step(4))))
    assert end_spaces(found) == bit(step(2)) | bit(step(4))


def test_a_retreat_may_end_early_where_the_rules_say_so() -> None:
    town = step(0)

    def may_end(path: Path) -> bool:
        return path[-1] == town or (len(path) == 3 and GRID.distance(START, path[-1]) == 2)

    found = routes(START, 2, NEIGHBOURS, toll_by_sets(), may_end=may_end, distance=GRID.distance)
    assert end_spaces(found) == ring(2) | bit(town)
    assert may_stop(found, (START, town))
    assert not may_stop(found, (START, step(1)))
    assert next_steps(found, (START, town)) == bit(step(0, 0)) | bit(step(0, 1)) | bit(step(0, 5))


def test_an_early_end_in_safety_beats_a_longer_way_with_losses() -> None:
    town = step(0)
    toll = toll_of(toll_by_sets(), lambda path, _to: LOSS if len(path) == 2 else 0)
    found = routes(START, 2, NEIGHBOURS, toll, may_end=lambda path: len(path) == 3 or path[-1] == town)
    assert found == [Route((START, town), 0)]


def test_the_next_step_keeps_to_the_cheapest_routes() -> None:
    danger = ring(2) & ~bit(step(0, 0))
    found = routes(START, 2, NEIGHBOURS, toll_by_sets(avoid=danger), distance=GRID.distance)
    assert next_steps(found, (START,)) == bit(step(0))
    assert next_steps(found, (START, step(0))) == bit(step(0, 0))
    assert next_steps(found, (START, step(0), step(0, 0))) == 0


SETS = st.sets(st.integers(0, GRID.size - 1).map(Space), max_size=40).map(spaces)


@settings(max_examples=40, deadline=None)
@given(SETS, SETS, SETS, st.integers(1, 3))
def test_no_route_is_cheaper_than_those_found(must_not: Spaces, avoid: Spaces, mud: Spaces, length: int) -> None:
    """Compared with every walk there is."""

    def cost(path: Path) -> int | None:
        if any(holds(must_not, space) for space in path[1:]):
            return None
        return sum(AVOID * holds(avoid, b) + LOSS * holds(mud, a) for a, b in pairwise(path))

    walks: list[Path] = [(START,)]
    for _ in range(length):
        walks = [(*walk, to) for walk in walks for to in NEIGHBOURS[walk[-1]] if to not in walk]
    outward = [walk for walk in walks if GRID.distance(START, walk[-1]) == length]
    costs = {walk: price for walk in outward if (price := cost(walk)) is not None}
    cheapest = sorted(walk for walk, price in costs.items() if price == min(costs.values()))
    toll = toll_of(toll_by_sets(must_not=must_not, avoid=avoid), lambda path, _to: LOSS * holds(mud, path[-1]))
    found = routes(START, length, NEIGHBOURS, toll, distance=GRID.distance)
    assert [route.path for route in found] == cheapest
