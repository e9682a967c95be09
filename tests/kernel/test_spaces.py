import pytest
from hypothesis import given
from hypothesis import strategies as st

from bocage.kernel.ids import NOWHERE, Space
from bocage.kernel.spaces import Adjacency, Edge, bit, count, each, first, holds, members, spaces

some_spaces = st.sets(st.integers(0, 300).map(Space))
some_edges = st.sets(st.tuples(st.integers(0, 60).map(Space), st.integers(0, 60).map(Space)), max_size=150)


def stepped(edges: set[Edge], sources: set[Space]) -> set[Space]:
    return {b for a, b in edges if a in sources}


@given(some_spaces)
def test_a_set_of_spaces_comes_back_from_its_mask(some: set[Space]) -> None:
    assert members(spaces(some)) == list(each(spaces(some))) == sorted(some)
    assert count(spaces(some)) == len(some)


@given(some_spaces, some_spaces)
def test_masks_obey_the_laws_of_sets(one: set[Space], two: set[Space]) -> None:
    a, b = spaces(one), spaces(two)
    assert a | b == spaces(one | two)
    assert a & b == spaces(one & two)
    assert a & ~b == spaces(one - two)
    assert a ^ b == spaces(one ^ two)
    assert all(holds(a, space) == (space in one) for space in one | two)


def test_a_space_off_the_map_belongs_to_no_set() -> None:
    assert bit(NOWHERE) == 0
    assert spaces([Space(3), NOWHERE]) == bit(Space(3))
    assert not holds(-1, NOWHERE)


@given(some_spaces)
def test_the_first_member_is_the_lowest(some: set[Space]) -> None:
    assert first(spaces(some)) == min(some, default=NOWHERE)


@given(some_edges, some_spaces)
def test_spreading_follows_every_step(edges: set[Edge], sources: set[Space]) -> None:
    assert Adjacency(edges).spread(spaces(sources)) == spaces(stepped(edges, sources))


@given(some_edges, some_spaces, st.integers(0, 5))
def test_dilating_adds_what_is_near(edges: set[Edge], sources: set[Space], steps: int) -> None:
    expected = set(sources)
    for _ in range(steps):
        expected |= stepped(edges, expected)
    assert Adjacency(edges).dilate(spaces(sources), steps) == spaces(expected)


@given(some_edges, some_spaces, some_spaces)
def test_a_flood_equals_a_plain_search(edges: set[Edge], seeds: set[Space], within: set[Space]) -> None:
    reached, queue = set(), list(seeds & within)
    while queue:
        space = queue.pop()
        if space not in reached:
            reached.add(space)
            queue += stepped(edges, {space}) & within
    assert Adjacency(edges).flood(spaces(seeds), spaces(within)) == spaces(reached)


@given(some_edges, some_edges)
def test_steps_can_be_taken_away(edges: set[Edge], gone: set[Edge]) -> None:
    assert Adjacency(edges).without(gone) == Adjacency(edges - gone)


@given(some_edges, some_spaces)
def test_steps_can_be_confined_to_a_set(edges: set[Edge], inside: set[Space]) -> None:
    kept = {(a, b) for a, b in edges if a in inside and b in inside}
    assert Adjacency(edges).within(spaces(inside)) == Adjacency(kept)


@given(some_edges)
def test_walking_backwards_turns_every_step_round(edges: set[Edge]) -> None:
    backwards = Adjacency(edges).reverse()
    assert set(backwards.edges()) == {(b, a) for a, b in edges}
    assert all(backwards.joins(b, a) for a, b in edges)
    assert backwards.reverse() == Adjacency(edges)


def test_an_adjacency_tells_its_size_and_can_be_a_key() -> None:
    ring = Adjacency([(Space(0), Space(1)), (Space(1), Space(2)), (Space(2), Space(0))])
    assert repr(ring) == "<Adjacency of 3 steps in 2 groups>"
    assert {ring: "ring"}[Adjacency(ring.edges())] == "ring"
    assert ring != "ring"
    assert not ring.joins(Space(1), Space(0))


@pytest.mark.parametrize("steps", [0, 1, 40])
def test_dilating_stops_early_when_nothing_is_left(steps: int) -> None:
    assert Adjacency().dilate(bit(Space(5)), steps) == bit(Space(5))
