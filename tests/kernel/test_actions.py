"""The text of actions: exact both ways, and refused with a stable code."""

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bocage.kernel.actions import (
    Action,
    ActionError,
    Illegal,
    Invalid,
    NotYours,
    Verbs,
    format_action,
    parse_action,
    usage,
)
from bocage.kernel.verdict import Because


class Atlas:
    """Names, and nothing else that a board has."""

    def __init__(self, names: list[str], units: list[str]) -> None:
        self.names, self.unit_names = names, units
        self.ids: Mapping[str, Any] = {name: n for n, name in enumerate(names)}
        self.unit_ids: Mapping[str, Any] = {name: n for n, name in enumerate(units)}
        self.directions = ("N", "NE", "SE", "S", "SW", "NW")


ATLAS = Atlas(["2513", "Channel", "OO29"], ["505/82", "6FJ", "1057/91", "Zürich"])
VERBS: Verbs = {
    "move": ("unit", "space"),
    "roll": ("number*",),
    "stack": ("units", "space"),
    "turn": (("left", "right"),),
    "shell": ("space", "unit*"),
    "done": (),
}


def parse(text: Any) -> Action:
    return parse_action(VERBS, ATLAS, text)


def written(action: Action) -> str:
    return format_action(VERBS, ATLAS, action)


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("move 505/82 2513", ("move", 0, 0)),
        ("move Zürich OO29", ("move", 3, 2)),
        ("roll", ("roll",)),
        ("roll 3 5 -1", ("roll", 3, 5, -1)),
        ("stack 505/82+1057/91 Channel", ("stack", 0b101, 1)),
        ("stack none Channel", ("stack", 0, 1)),
        ("turn right", ("turn", 1)),
        ("shell 2513", ("shell", 0)),
        ("shell 2513 6FJ 505/82", ("shell", 0, 1, 0)),
        ("done", ("done",)),
    ],
)
def test_the_text_of_an_action_is_exact_both_ways(text: str, action: Action) -> None:
    assert parse(text) == action
    assert written(action) == text


def test_blanks_do_not_matter_and_sets_may_be_written_in_any_order() -> None:
    assert parse("  move\t505/82   2513 ") == ("move", 0, 0)
    assert parse("stack 1057/91+505/82+505/82 Channel") == parse("stack 505/82+1057/91 Channel")


@pytest.mark.parametrize(
    ("text", "code", "reason"),
    [
        (None, "not-text", "an action is a line of text, not NoneType"),
        (b"done", "not-text", "not bytes"),
        ("", "empty", "the action is empty"),
        (" \t\n", "empty", "the action is empty"),
        ("done " * 500, "too-long", "longer than 2000 characters"),
        ("fly 6FJ", "unknown-verb", "unknown verb 'fly': this game knows done, move, roll, shell, stack, turn"),
        ("DONE", "unknown-verb", "unknown verb 'DONE'"),
        ("move 505/82", "wrong-arguments", "move is written: move UNIT SPACE"),
        ("move 505/82 2513 2513", "wrong-arguments", "move is written: move UNIT SPACE"),
        ("done now", "wrong-arguments", "done is written: done"),
        ("shell", "wrong-arguments", "shell is written: shell SPACE UNIT..."),
        ("move 506/82 2513", "unknown-unit", "there is no unit '506/82' in this game"),
        ("stack 6FJ+ 2513", "unknown-unit", "there is no unit ''"),
        ("move 6FJ 9999", "unknown-space", "there is no space '9999' on this map"),
        ("turn up", "unknown-word", "'up' should be one of left, right"),
        ("roll six", "not-a-number", "'six' should be a whole number"),
    ],
)
def test_what_cannot_be_read_is_refused_with_a_code_and_one_helpful_line(text: Any, code: str, reason: str) -> None:
    with pytest.raises(Invalid) as caught:
        parse(text)
    assert caught.value.code == code
    assert reason in str(caught.value)


@pytest.mark.parametrize("word", ["", "-", "+1", "01", "-0", "1.0", "1e3", "0x1", "٥", "²", "10000000000", "9" * 999])
def test_a_number_is_written_in_one_way_only(word: str) -> None:
    with pytest.raises(Invalid) as caught:
        parse_action({"roll": ("number",)}, ATLAS, f"roll {word}")
    assert caught.value.code in ("not-a-number", "wrong-arguments")


def test_a_long_word_is_quoted_in_part() -> None:
    with pytest.raises(Invalid) as caught:
        parse("move " + "x" * 500 + " 2513")
    assert len(str(caught.value)) < 100


def test_usage_shows_how_a_verb_is_written() -> None:
    assert [usage(VERBS, verb) for verb in ("move", "turn", "roll", "done")] == [
        "move UNIT SPACE", "turn left|right", "roll NUMBER...", "done",
    ]  # fmt: skip


def test_an_action_with_the_wrong_number_of_arguments_cannot_be_written() -> None:
    with pytest.raises(ValueError, match="zip"):
        written(("move", 0))


UNITS, SPACES = st.integers(0, 3), st.integers(0, 2)
ACTIONS = st.one_of(
    st.tuples(st.just("move"), UNITS, SPACES),
    st.tuples(st.just("stack"), st.integers(0, 15), SPACES),
    st.tuples(st.just("turn"), st.integers(0, 1)),
    st.just(("done",)),
    st.lists(st.integers(-999_999_999, 999_999_999), max_size=5).map(lambda some: ("roll", *some)),
    st.tuples(SPACES, st.lists(UNITS, max_size=4)).map(lambda parts: ("shell", parts[0], *parts[1])),
)


@given(ACTIONS)
def test_whatever_is_written_reads_back_as_itself(action: Action) -> None:
    assert parse(written(action)) == action


WORDS = st.sampled_from([*VERBS, *ATLAS.names, *ATLAS.unit_names, "left", "none", "+", "-1", "7", "6FJ+505/82"])
NOISE = st.one_of(
    st.text(max_size=60),
    st.lists(WORDS, max_size=5).map(" ".join),
    st.lists(st.one_of(WORDS, st.text(max_size=8)), max_size=5).map(" ".join),
)


@given(NOISE)
def test_any_text_is_read_or_invalid_and_nothing_else(text: str) -> None:
    try:
        action = parse(text)
    except Invalid as error:
        assert error.code  # noqa: PT017 - which error is the question here
        return
    assert parse(written(action)) == action


@given(st.one_of(st.none(), st.integers(), st.binary(), st.lists(st.text()), st.floats()))
def test_what_is_no_text_is_invalid(thing: Any) -> None:
    with pytest.raises(Invalid) as caught:
        parse(thing)
    assert caught.value.code == "not-text"


def test_the_three_refusals_are_of_one_family_and_carry_their_codes() -> None:
    illegal = Illegal("move 6FJ 2513", Because("8.5", lambda: "a bond lies between"))
    assert str(illegal) == "move 6FJ 2513: a bond lies between (rule 8.5)"
    assert [error.code for error in (Invalid("empty", ""), illegal, NotYours("no"))] == [
        "empty", "illegal", "not-yours",
    ]  # fmt: skip
    assert all(isinstance(error, ActionError) for error in (Invalid("empty", ""), illegal, NotYours("no")))


def test_a_reason_is_made_only_when_somebody_reads_it() -> None:
    made = []

    def reason() -> str:
        made.append(1)
        return "too far"

    because = Because("5.1", reason)
    assert not made
    assert (because.text, str(because), repr(because)) == ("too far", "too far (rule 5.1)", "Because('5.1', 'too far')")
    assert because == Because("5.1", "too far")
    assert len({because, Because("5.1", "too far"), Because("5.2", "too far")}) == 2
    assert str(Because("", "no")) == "no"
