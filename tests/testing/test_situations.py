"""Situations and marks: what they set up, and what they refuse."""

import pytest
from tests.kernel.said import Disclosed
from tests.kernel.treasure import BLUE, RED, TREASURE, Nod, Round, Sail, Sea

from bocage.kernel.actions import Illegal, Invalid
from bocage.kernel.events import Moved
from bocage.testing import Situation, covers


def at_sea(**more: object) -> Situation[Sea]:
    s: Situation[Sea] = Situation(TREASURE, at={"Rosa": "Palm", "Bella": "Skull"}, **more)  # type: ignore[arg-type]
    return s


def test_counters_stand_where_they_are_put_and_fields_are_set() -> None:
    s = at_sea(rounds=7, tired=[3, 4])
    assert (s.at("Rosa"), s.at("Bella"), s.g.rounds, s.g.tired) == ("Palm", "Skull", 7, [3, 4])
    assert s.g.here == {s.space("Palm"): 0b01, s.space("Skull"): 0b10}


def test_counters_that_are_not_named_stay_or_go_to_the_rest() -> None:
    s: Situation[Sea] = Situation(TREASURE, at={"Rosa": "Palm"})
    assert s.at("Bella") == "Port"
    s = Situation(TREASURE, at={"Rosa": "Palm"}, rest="Parrot")
    assert (s.at("Rosa"), s.at("Bella")) == ("Palm", "Parrot")
    s = Situation(TREASURE, at={"Rosa": ""})
    assert s.at("Rosa") == ""


def test_without_a_question_the_scenario_asks_its_first() -> None:
    s: Situation[Sea] = Situation(TREASURE)
    assert (s.decides, s.options()) == ("Red", ["hide Palm", "hide Skull", "hide Parrot"])


def test_a_question_is_asked_and_picks_are_made() -> None:
    s = at_sea(ask=Sail(by=RED, boat=TREASURE.board().unit_ids["Rosa"]), treasure=TREASURE.board().space("Skull"))
    assert s.options() == ["sail Rosa Port", "sail Rosa Skull", "dig", "stop"]
    events = s.do("sail Rosa Skull", "dig")
    assert [type(event) for event in events] == [Moved, Disclosed]
    assert [event.text for event in s.heard(Disclosed)] == ["Gold!"]
    assert s.sentences() == ["Rosa moves to Skull island (clear).", "Gold!"]
    assert (s.decides, s.options()) == ("", [])


def test_dice_are_typed_and_forced_picks_taken_on_demand() -> None:
    s = at_sea(ask=Sail(by=BLUE, boat=TREASURE.board().unit_ids["Bella"]), below=[Round(left=2, side=BLUE).sailed])
    s.do("stop")
    assert s.decides == "chance"
    assert s.follow() == []
    s.do("roll 1")
    assert s.at("Bella") == "Port"
    assert s.options() == ["nod"]
    assert s.follow() == ["nod"]
    assert s.trail == "Round 3 > Red sails"


def test_the_frames_below_go_on_at_the_methods_that_were_named() -> None:
    s = at_sea(ask=Nod(by=BLUE), below=[Round(left=1, side=BLUE).nodded])
    s.do("nod")
    assert s.g.outcome is not None
    assert s.g.outcome.level == "Draw"


def test_an_illegal_pick_raises_and_a_refusal_is_asked_for() -> None:
    s = at_sea(ask=Sail(by=RED, boat=TREASURE.board().unit_ids["Rosa"]))
    with pytest.raises(Illegal, match="that is not your boat"):
        s.do("sail Bella Palm")
    assert s.refusal("sail Bella Palm").rule == "2"
    assert s.why_not("stop") is None
    with pytest.raises(AssertionError, match="'stop' is allowed: Red sails"):
        s.refusal("stop")
    with pytest.raises(Invalid):
        s.do("fly")


def test_sets_are_written_as_names() -> None:
    s = at_sea()
    assert s.units("Bella Rosa") == 0b11
    assert s.unit_names(0b11) == s.unit_names([s.unit("Rosa"), s.unit("Bella")]) == "Rosa Bella"
    assert s.names(s.spaces("Parrot Palm")) == "Palm Parrot"


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        ({"at": {"Anna": "Palm"}}, "there is no counter 'Anna' in treasure"),
        ({"at": {"Rosa": "Moon"}}, "there is no space 'Moon'"),
        ({"colour": 3}, "treasure has no field colour; it has .*treasure"),
    ],
)
def test_slips_in_a_situation_are_told(more: dict[str, object], reason: str) -> None:
    with pytest.raises((ValueError, AttributeError), match=reason):
        Situation(TREASURE, **more)  # type: ignore[arg-type]


def test_a_situation_says_where_it_stands() -> None:
    assert repr(at_sea()) == "<Situation in treasure: Opening > Hide: Red to decide>"


def test_a_mark_leaves_the_test_as_it_is_and_marks_add_up() -> None:
    @covers("8.5")
    @covers("8.6", "8.7")
    def proof() -> int:
        return 3

    assert proof() == 3
    assert proof.__covers__ == ("8.5", "8.6", "8.7")  # type: ignore[attr-defined]


def test_a_mark_without_numbers_is_a_slip() -> None:
    with pytest.raises(TypeError, match="covers takes the numbers of rules"):
        covers()
    with pytest.raises(TypeError, match="covers takes the numbers of rules"):
        covers(8.5)  # type: ignore[arg-type]
