"""Rows of a decision."""

from typing import Any

import pytest

from bocage.kernel.bars import Closed, Offer, PickWord, bar, late, only, open_if

WORDS = ("north", "south")


def test_less_than_nothing_is_barred_by_a_row_of_those_who_may_and_by_no_other() -> None:
    assert only(0b111, "5.2", "there are two points to share out").covers(-1)
    assert not bar(0b111, "5.2", "{} is barred").covers(-1)


def shut_road() -> Offer:
    return PickWord("go", WORDS, only(0b11, "1", "{} is no way"), bar(0b11, "2", "the road {} is shut"))


def test_a_verb_that_a_glance_shows_to_be_closed_is_stated_only_when_somebody_asks() -> None:
    asked: list[str] = []

    def statement() -> Offer:
        asked.append("go")
        return shut_road()

    offer = open_if(0, "go", statement)
    assert isinstance(offer, Closed)
    assert (offer.verb, list(offer.actions()), asked) == ("go", [], [])
    because = offer.why_not(("go", 1))
    assert because is not None
    assert (because.rule, str(because)) == ("2", str(shut_road().why_not(("go", 1))))
    assert "the road south is shut" in str(because)
    assert list(offer.loose_hints()) == []
    assert asked == ["go", "go"]


def test_a_glance_that_sees_something_makes_the_statement() -> None:
    offer = open_if(1, "go", lambda: PickWord("go", WORDS, only(0b10, "1", "{} is no way")))
    assert list(offer.actions()) == [("go", 1)]


def test_what_is_settled_in_front_is_no_other_and_the_reason_says_so() -> None:
    rows = [only(1 << 7, "5.1", "it is 7 that moves now")]
    offer = PickWord("move", WORDS, among=(0,), before=(7,), settled=lambda: rows, hints=lambda: [bar(-1, "4", "{}")])
    assert offer.actions() == [("move", 7, 0)]
    because = offer.why_not(("move", 6, 0))
    assert because is not None
    assert because.rule == "5.1"
    assert "it is 7 that moves now" in str(because)
    elsewhere = offer.why_not(("move", 7, 1))
    assert elsewhere is not None
    assert elsewhere.rule == "4"


def test_a_settled_argument_without_a_reason_is_a_fault_of_the_game() -> None:
    with pytest.raises(AssertionError, match=r"\(7,\) is settled"):
        PickWord("move", WORDS, among=(0,), before=(7,)).why_not(("move", 6, 0))


def test_a_late_row_is_asked_only_about_those_whom_all_others_leave_open() -> None:
    asked: list[int] = []

    def odd(some: int) -> int:
        asked.append(some)
        return some & 0b1010

    offer = PickWord("go", "abcd", only(0b1111, "1", "no"), late(odd, "2", "{} is odd"), bar(0b0001, "3", "no"))
    assert list(offer.actions()) == [("go", 2)]
    assert asked == [0b1110]
    because = offer.why_not(("go", 3))
    assert because is not None
    assert (because.rule, "d is odd" in str(because)) == ("2", True)
    assert list(offer.loose_hints()) == []
    asked.clear()
    shut = PickWord("go", "abcd", only(0b1111, "1", "no"), late(odd, "2", "{} is odd"), bar(-1, "3", "no"))
    assert (list(shut.actions()), asked) == ([], [])


def test_behind_candidates_that_are_alike_the_same_is_open_and_asked_about_once() -> None:
    asked: list[int] = []

    def onward(one: int) -> Offer:
        asked.append(one)
        return PickWord("go", WORDS, only(0b11 if one % 2 else 0b10, "1", "{} is no way"), before=(one,))

    def offer(**settings: Any) -> Offer:
        return PickWord("go", WORDS, only(0b11110, "1", "{} is nobody"), then=onward, **settings)

    one_by_one = list(offer().actions())
    assert asked == [1, 2, 3, 4]
    asked.clear()
    assert list(offer(alike=lambda one: one % 2).actions()) == one_by_one
    assert asked == [1, 2]
