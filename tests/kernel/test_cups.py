"""Cups of named chits: drawing, putting back, taking out; in the log, in a save, behind a veil."""

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest
from tests.kernel.outpost import OUTPOST, WEATHER, Days

from bocage.kernel.actions import Illegal, Invalid
from bocage.kernel.cups import Cup, DrawChit
from bocage.kernel.flow import DeadEnd, waiting
from bocage.kernel.log import read_log
from bocage.kernel.session import Session
from bocage.kernel.verify import verify
from bocage.kernel.view import View

WEATHER_CHITS = {"Sun": 2, "Cloud": 2, "Showers": 3, "Rain": 1, "Storm": 1}


def test_a_cup_holds_so_many_of_each_and_its_order_says_nothing() -> None:
    cup = Cup.of(WEATHER_CHITS)
    assert cup.counts == WEATHER_CHITS
    assert cup == Cup.of(["Storm", "Sun", "Sun", "Rain", "Showers", "Cloud", "Showers", "Cloud", "Showers"])


def test_what_is_drawn_lies_beside_the_cup_in_order_and_may_go_back() -> None:
    cup = Cup.of(["US", "US", "British", "German"]).draw("US").draw("German")
    assert cup == Cup(("British", "US"), ("US", "German"))
    assert cup.put_back("US") == Cup(("British", "US", "US"), ("German",))
    assert cup.refilled() == Cup.of(["US", "US", "British", "German"])


def test_a_chit_that_leaves_the_game_is_taken_from_the_cup_first() -> None:
    cup = Cup.of(["Storm", "Storm"]).draw("Storm")
    assert cup.remove("Storm") == Cup((), ("Storm",))
    assert cup.remove("Storm").remove("Storm") == Cup()
    with pytest.raises(ValueError, match="no chit 'Storm'"):
        Cup().remove("Storm")


@pytest.mark.parametrize("name", ["", "two words", "12", "-3", "x" * 41, "tab\tbed"])
def test_a_chit_has_a_name_that_a_log_can_say(name: str) -> None:
    with pytest.raises(ValueError, match="cannot be called"):
        Cup.of([name])


def state(**cups: Cup) -> Days:
    g = OUTPOST.new(seed=1)
    assert isinstance(g, Days)
    g.cups.update(cups)
    return g


def test_each_chit_is_as_likely_as_any_other() -> None:
    g = state(Weather=Cup.of(WEATHER_CHITS))
    odds = DrawChit(cup="Weather").odds(g)
    assert odds["draw", "Showers"] == Fraction(3, 9)
    assert sum(odds.values()) == 1


def test_nothing_comes_out_of_an_empty_cup() -> None:
    with pytest.raises(DeadEnd, match="the Weather cup is empty"):
        DrawChit(cup="Weather").options(state(Weather=Cup()))


def test_the_log_says_what_was_drawn_and_replays() -> None:
    session = Session.open(OUTPOST, secret=b"s" * 32)
    while session.to_decide is not None:
        session.pick("watch")
    drawn = [entry.do for entry in session.log.entries if entry.by == "chance"]
    assert len(drawn) == 4
    assert not Counter(drawn) - Counter({"draw Sun": 2, "draw Showers": 2, "draw Storm": 2})
    again = Session.resume(OUTPOST, read_log(session.log.text()))
    assert again.state.digest() == session.state.digest()
    assert verify(OUTPOST, read_log(session.log.text())).proven == 4


def test_a_draw_is_told_and_counted() -> None:
    session = Session.open(OUTPOST, seed=3)
    event = session.events[0][0]
    chit = session.log.entries[0].do.split()[1]
    assert event.sentence(session.state) == f"Weather cup: {chit}."
    assert event.rule == "1"
    assert event.counts()[0][:2] == ("Weather cup", chit)


def test_a_chit_that_is_not_in_the_cup_is_refused() -> None:
    session = Session.open(OUTPOST)  # dice and chits typed in by hand
    with pytest.raises(Illegal, match="cannot come out"):
        session.pick("draw Fog")
    with pytest.raises(Invalid, match="whole number"):
        session.pick("draw 7up")
    session.pick("draw Storm")
    cup = session.state.to_data()["cups"]["Weather"]
    assert cup == {"inside": ("Showers", "Showers", "Storm", "Sun", "Sun"), "drawn": ("Storm",)}


def test_copies_and_saves_keep_the_cup() -> None:
    g = state()
    copied = g.copy()
    copied.cups["Weather"] = copied.cups["Weather"].remove("Storm")
    assert g.cups["Weather"] != copied.cups["Weather"]
    assert OUTPOST.restore(copied.to_json()).digest() == copied.digest()


def test_a_veiled_cup_tells_only_how_many_and_a_sample_fills_it() -> None:
    session = Session.open(OUTPOST, seed=3)
    frame = waiting(session.state)
    assert frame is not None
    view: Any = View(OUTPOST, session.state, frame.by)
    assert view.state.cups["Orders"] == Cup(("?", "?"))
    assert view.sample(None).cups["Orders"] == Cup.of(["Hold", "Leave"])
    staff: Any = View(OUTPOST, session.state, WEATHER).state
    assert staff.cups["Orders"].counts == {"Hold": 1, "Leave": 1}
