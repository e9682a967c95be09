"""10 Reinforcements."""

import pytest
from tests.games.tinybeach.support import ALLIED, GERMAN, tiny

from bocage.games.tinybeach.rules.r10_reinforcements import Arrival
from bocage.kernel.events import Moved
from bocage.testing import covers


@covers("10.1")
@pytest.mark.parametrize(("turn", "more"), [(1, ""), (2, "Dog"), (3, "Dog Churchill")])
def test_allied_counters_land_when_they_are_due(turn: int, more: str) -> None:
    s = tiny("", Arrival(by=ALLIED), turn=turn)
    due = list(dict.fromkeys(text.split()[1] for text in s.options()[:-1]))
    assert due == ["Able", "Baker", "Charlie", "Sherman", *more.split()]


@covers("10.1")
def test_allied_counters_land_on_beaches_and_nowhere_else() -> None:
    s = tiny("Dog 0202", Arrival(by=ALLIED), turn=1)
    assert s.options()[:2] == ["enter Able 0201", "enter Able 0401"]
    reasons = {
        "enter Able 0202": "0202 (clear) is not a place of arrival",
        "enter Churchill 0201": "Churchill Squadron is due on turn 3",
        "enter Dog 0201": "Dog is not waiting to arrive",
        "enter Panzer 0201": "Panzer Battalion is not waiting to arrive",
    }
    assert {text: s.refusal(text).text for text in reasons} == reasons
    assert {s.refusal(text).rule for text in reasons} == {"10.1"}


@covers("10.1")
def test_two_counters_fill_a_beach_and_the_rest_must_wait() -> None:
    s = tiny("", Arrival(by=ALLIED), turn=1)
    s.do("enter Able 0201", "enter Baker 0201")
    assert s.refusal("enter Charlie 0201").rule == "3.1"
    assert s.options() == ["enter Charlie 0401", "enter Sherman 0401", "hold"]
    s.do("enter Charlie 0401", "enter Sherman 0401")
    assert s.decides == ""
    assert [event.how for event in s.heard(Moved)] == ["lands at"] * 4


@covers("10.1")
def test_the_allies_may_hold_the_rest_back() -> None:
    s = tiny("", Arrival(by=ALLIED), turn=1)
    s.do("enter Able 0401", "hold")
    assert (s.decides, s.at("Able"), s.at("Baker")) == ("", "0401", "Fleet")
    s.ask(Arrival(by=ALLIED))
    assert "enter Baker 0401" in s.options()


@covers("10.1")
def test_nobody_lands_on_a_beach_that_the_enemy_holds() -> None:
    s = tiny("Dunes 0201", Arrival(by=ALLIED), turn=1)
    assert s.refusal("enter Able 0201").rule == "3.2"


@covers("10.1")
def test_an_enemy_zone_does_not_stop_a_landing() -> None:
    s = tiny("Dunes 0302", Arrival(by=ALLIED), turn=1)
    s.do("enter Able 0201")
    assert s.at("Able") == "0201"


@covers("10.2")
@pytest.mark.parametrize(("turn", "due"), [(1, ""), (2, "Panzer Caesar")])
def test_german_counters_arrive_when_they_are_due(turn: int, due: str) -> None:
    s = tiny("Dunes 0302, Canal 0502, Anton 0203, Berta 0304", Arrival(by=GERMAN), turn=turn)
    assert list(dict.fromkeys(text.split()[1] for text in s.options()[:-1])) == due.split()


@covers("10.2")
def test_german_counters_arrive_in_an_entry_hex_without_an_allied_zone() -> None:
    at = "Dunes 0302, Canal 0502, Anton 0203, Berta 0304"
    s = tiny(at, Arrival(by=GERMAN))
    assert s.options() == [
        *("enter Panzer 0104", "enter Panzer 0504"),
        *("enter Caesar 0104", "enter Caesar 0504"),
        "hold",
    ]
    s = tiny(f"{at}, Able 0403", Arrival(by=GERMAN), gun="0303")
    assert s.options() == ["enter Panzer 0104", "enter Caesar 0104", "hold"]
    because = s.refusal("enter Panzer 0504")
    assert (because.rule, because.text) == ("10.2", "0504 (clear) is in an Allied zone")
    assert s.refusal("enter Panzer 0304").text == "0304 Valcourt (town) is not a place of arrival"
    s.do("enter Panzer 0104")
    assert s.heard(Moved)[-1].how == "arrives at"


@covers("10.2")
def test_german_counters_wait_when_no_entry_hex_is_free() -> None:
    s = tiny("Able 0403, Baker 0203, Dunes 0302, Canal 0502, Anton 0103, Berta 0304", Arrival(by=GERMAN), gun="0303")
    assert (s.decides, s.at("Panzer")) == ("", "March")
