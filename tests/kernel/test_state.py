"""The state: columns, copies, JSON in and out, digests, caches."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.kernel.said import Noted
from tests.kernel.treasure import TREASURE, Hide, Round, Sail, Sea

from bocage.kernel.flow import pick, waiting
from bocage.kernel.ids import NOWHERE, Space, UnitId
from bocage.kernel.state import BadSave, Outcome, State

ROSA, BELLA = UnitId(0), UnitId(1)


def sea() -> Sea:
    g = TREASURE.new(seed=3)
    assert isinstance(g, Sea)
    return g


def under_way() -> Sea:
    """Red has hidden the chest and sailed once."""
    g = sea()
    for text in ("hide Skull", "sail Rosa Palm"):
        pick(g, TREASURE.parse(g, text))
    return g


def loaded(text: str) -> State:
    return Sea.from_json(TREASURE.board(), text, TREASURE.frames)


def edited(**changes: Any) -> str:
    return json.dumps({**json.loads(under_way().to_json()), **changes})


# counters and the index by space


def test_the_index_by_space_is_built_from_the_column() -> None:
    g = Sea(board=None, space=[Space(2), Space(2), NOWHERE], tired=[], visits={}, dug=set())
    assert g.here == {2: 0b011}


def test_placing_a_counter_moves_its_bit_and_forgets_empty_spaces() -> None:
    g = sea()
    g.place(ROSA, Space(2))
    assert (g.space, g.here) == ([2, 0], {0: 0b10, 2: 0b01})
    g.place(BELLA, Space(2))
    assert g.here == {2: 0b11}


def test_a_removed_counter_is_nowhere_and_can_come_back() -> None:
    g = sea()
    g.remove(ROSA)
    assert g.space[ROSA] == NOWHERE
    assert g.here == {0: 0b10}
    g.place(ROSA, Space(1))
    assert g.here == {0: 0b10, 1: 0b01}


def test_placing_a_counter_where_it_stands_changes_nothing() -> None:
    g = sea()
    before = g.to_json()
    g.place(ROSA, g.space[ROSA])
    assert g.to_json() == before
    assert g.here == {0: 0b11}


# caches


def test_a_cached_value_holds_until_a_counter_moves() -> None:
    g, asked = sea(), []

    def count(state: Sea) -> int:
        asked.append(1)
        return len(state.here)

    assert [g.cached("n", count), g.cached("n", count)] == [1, 1]
    assert len(asked) == 1
    g.place(ROSA, Space(1))
    assert g.cached("n", count) == 2
    assert len(asked) == 2


def test_touch_drops_what_is_cached() -> None:
    g = sea()
    g.cached("n", lambda _: 1)
    g.touch()
    assert g.cached("n", lambda _: 2) == 2


def test_a_copy_that_moves_a_counter_leaves_the_cache_of_the_original() -> None:
    g = sea()
    g.cached("n", lambda _: 1)
    copy = g.copy()
    copy.place(ROSA, Space(1))
    assert copy.cached("n", lambda _: 2) == 2
    assert g.cached("n", lambda _: 3) == 1


# copies


def test_a_copy_shares_the_board_and_the_frames_but_no_column() -> None:
    g = under_way()
    copy = g.copy()
    assert copy.board is g.board
    assert copy.stack is g.stack
    for name in ("space", "tired", "visits", "dug", "here"):
        assert getattr(copy, name) == getattr(g, name)
        assert getattr(copy, name) is not getattr(g, name), name


def test_a_copy_does_not_listen_for_events() -> None:
    g = sea()
    g.events = []
    copy = g.copy()
    copy.emit(Noted(text="nobody hears this"))
    assert copy.events is None
    assert g.events == []


class Nested(State, kw_only=True):
    """Columns of columns."""

    piles: list[list[int]]
    hands: dict[str, list[int]]
    plan: list[int] | None = None
    seal: tuple[int, ...] = ()


def test_columns_of_columns_are_copied_all_the_way_down() -> None:
    g = Nested(board=None, space=[], piles=[[1], [2]], hands={"Red": [3]}, plan=[4])
    copy = g.copy()
    copy.piles[0].append(9)
    copy.hands["Red"].append(9)
    assert copy.plan is not None
    copy.plan.append(9)
    assert (g.piles, g.hands, g.plan) == ([[1], [2]], {"Red": [3]}, [4])
    g.plan = None
    assert g.copy().plan is None


# saving and loading


def test_a_saved_state_loads_as_the_same_state() -> None:
    g = under_way()
    again = loaded(g.to_json())
    assert isinstance(again, Sea)
    assert again.to_json() == g.to_json()
    assert again.here == g.here
    assert again.visits == {1: 1}
    assert again.stack == g.stack


def test_the_saved_stack_is_readable() -> None:
    stack = json.loads(under_way().to_json())["stack"]
    assert stack == [
        {"frame": "Round", "then": "sailed", "left": 3, "side": 0},
        {"frame": "Sail", "by": 0, "boat": 0, "legs": 1},
    ]


def test_the_digest_depends_on_the_position_alone_not_on_how_it_came_about() -> None:
    one, two = sea(), sea()
    one.dug, two.dug = {1, 40, 8}, set()
    one.visits, two.visits = {1: 1, 2: 1}, {}
    for number in (8, 40, 1):
        two.dug.add(number)
    two.visits[2] = 1
    two.visits[1] = 1
    one.cached("x", lambda _: 1)
    assert one.digest() == two.digest()
    two.tired[0] += 1
    assert one.digest() != two.digest()


def test_sets_of_counters_larger_than_a_machine_word_survive() -> None:
    g = Nested(board=None, space=[], piles=[[1 << 300]], hands={})
    again = Nested.from_json(None, g.to_json(), {})
    assert again.piles == [[1 << 300]]


def test_an_outcome_is_saved() -> None:
    g = sea()
    g.stack, g.outcome = (), Outcome(None, "Draw", (2, 2))
    assert loaded(g.to_json()).outcome == Outcome(None, "Draw", (2, 2))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "is not JSON"),
        ("{", "is not JSON"),
        ("[" * 100_000, "is not JSON"),
        ("[]", "is not a JSON object"),
        ("{}", "tired is missing; .*stack is missing"),
        (edited(tired="no"), "tired: Expected `array`"),
        (edited(colour="blue"), "colour is not a field of this game"),
        (edited(stack=3), "stack is not a list"),
        (edited(stack=[3]), "an entry is not a frame"),
        (edited(stack=[{"frame": "Poker", "by": 0}]), "there is no frame 'Poker'"),
        (edited(stack=[{"frame": ["Sail"], "by": 0}]), "there is no frame"),
        (edited(stack=[{"frame": "Sail", "by": 0}]), "Sail: Object missing required field `boat`"),
        (edited(stack=[{"frame": "Hide", "by": "Red"}]), "Hide: Expected `int`"),
        (edited(stack=[{"frame": "Hide", "by": 0, "hat": 1}]), "Hide has no field 'hat'"),
        (edited(stack=[{"frame": "Round", "then": "explode", "left": 1}]), "Round has no step 'explode'"),
        (edited(stack=[{"frame": "Hide", "then": "__class__", "by": 0}]), "Hide has no step '__class__'"),
        (edited(stack=[{"frame": "Round", "then": "sailed", "left": 1}]), "Round, the last, waits for nobody"),
    ],
)
def test_a_save_that_cannot_be_read_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(BadSave, match=reason):
        loaded(text)


def test_all_faults_of_a_save_are_told_at_once() -> None:
    with pytest.raises(BadSave) as caught:
        loaded(edited(tired="no", colour="blue", stack=[{"frame": "Poker"}]))
    for part in ("tired", "colour", "Poker"):
        assert part in str(caught.value)


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@given(field=st.sampled_from([*json.loads(under_way().to_json())]), value=JSON_VALUES)
def test_a_save_with_anything_in_a_field_loads_or_is_refused_and_nothing_else(field: str, value: Any) -> None:
    try:
        g = loaded(edited(**{field: value}))
    except BadSave:
        return
    assert loaded(g.to_json()).to_json() == g.to_json()


def test_a_loaded_state_goes_on_where_it_stood() -> None:
    g = loaded(under_way().to_json())
    pick(g, TREASURE.parse(g, "stop"))
    frame = waiting(g)
    assert isinstance(frame, Sail)
    assert frame.by == 1
    assert not any(isinstance(below, Hide) for below, _ in g.stack)
    assert isinstance(g.stack[0][0], Round)
