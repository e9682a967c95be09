"""Ways back at the least cost, and pushing aside."""

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from bocage.kernel.grid import Grid
from bocage.kernel.ids import Space, Spaces
from bocage.kernel.retreat import (
    AVOID,
    LOSS,
    UNWANTED,
    Path,
    Route,
    displacement,
    end_spaces,
    first_with_any,
    may_stop,
    next_steps,
    routes,
    shortest_routes,
    toll_by_sets,
    toll_of,
    toll_towards,
)
from bocage.kernel.spaces import bit, count, holds, members, spaces

GRID = Grid(columns=9, rows=9)
NEIGHBOURS = [tuple(n for n in GRID.neighbours(Space(s)) if n >= 0) for s in range(GRID.size)]
ALL = (1 << GRID.size) - 1
START = GRID.at(4, 4)


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


def test_each_hex_should_lead_towards_supply() -> None:
    source = GRID.at(4, 0)
    nearer = toll_towards(lambda space: GRID.distance(space, source))
    found = routes(START, 2, NEIGHBOURS, nearer, distance=GRID.distance)
    assert end_spaces(found) == bit(step(0, 0))
    blocked = toll_of(nearer, toll_by_sets(must_not=bit(step(0))))
    found = routes(START, 2, NEIGHBOURS, blocked, distance=GRID.distance)
    assert {route.cost for route in found} == {UNWANTED}


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


def test_a_retreat_goes_on_until_there_is_room_and_no_further() -> None:
    full = ring(2)

    def may_end(path: Path) -> bool:
        return not holds(full, path[-1]) and GRID.distance(START, path[-1]) >= 2

    found = shortest_routes(START, range(2, 5), NEIGHBOURS, toll_by_sets(), may_end=may_end)
    assert end_spaces(found) == ring(3)
    assert {len(route.path) for route in found} == {4}
    assert shortest_routes(START, (2,), NEIGHBOURS, toll_by_sets(), may_end=may_end) == []


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


def test_the_first_class_with_a_member_decides() -> None:
    empty, friendly = bit(step(0)), bit(step(1)) | bit(step(2))
    assert first_with_any([empty, friendly], ring(1)) == empty
    assert first_with_any([empty, friendly], bit(step(2))) == bit(step(2))
    assert first_with_any([empty], bit(step(3))) == 0


def test_nobody_is_pushed_where_there_is_room() -> None:
    assert displacement(START, NEIGHBOURS, lambda _: True, lambda _a, _b: 0) == (START,)


def test_a_chain_of_pushes_is_as_short_as_can_be() -> None:
    crowded = GRID.within(START, 2)
    chain = displacement(START, NEIGHBOURS, lambda space: not holds(crowded, space), lambda _a, _b: 0)
    assert chain is not None
    assert len(chain) == 4
    assert GRID.distance(START, chain[-1]) == 3
    assert all(GRID.distance(a, b) == 1 for a, b in pairwise(chain))


def test_among_the_shortest_chains_the_most_welcome_wins() -> None:
    crowded = GRID.within(START, 1)
    source = GRID.at(4, 0)

    def rank(a: Space, b: Space) -> int | None:
        if b == step(0):
            return None
        return GRID.distance(b, source) - GRID.distance(a, source)

    chain = displacement(START, NEIGHBOURS, lambda space: not holds(crowded, space), rank)
    assert chain is not None
    assert chain[1] in {step(1), step(5)}
    assert chain[1] == min(step(1), step(5))
    assert GRID.distance(chain[-1], source) == 3


def test_no_chain_leads_out_of_a_crowd_that_is_shut_in() -> None:
    assert displacement(START, NEIGHBOURS, lambda _: False, lambda _a, _b: 0, longest=3) is None
    assert displacement(START, NEIGHBOURS, lambda space: space != START, lambda _a, _b: None) is None


@settings(max_examples=40, deadline=None)
@given(SETS, SETS)
def test_a_chain_ends_at_the_nearest_room(crowded: Spaces, shut: Spaces) -> None:
    chain = displacement(
        START, NEIGHBOURS, lambda space: not holds(crowded, space), lambda _a, b: None if holds(shut, b) else 0
    )
    reached, frontier, steps = bit(START), bit(START), 0
    while frontier and not frontier & ~crowded:
        frontier = spaces(n for s in members(frontier) for n in NEIGHBOURS[s]) & ~reached & ~shut & ALL
        reached |= frontier
        steps += 1
    expected = steps if frontier and steps <= 8 else None
    assert (len(chain) - 1 if chain else None) == expected
    assert count(reached) >= 1
