"""2 Weather."""

import pytest
from tests.games.tinybeach.support import ALLIED, GAME, Tiny, tiny

from bocage.games.tinybeach.rules.r01_sequence import TURN, Turn
from bocage.games.tinybeach.rules.r02_weather import chits
from bocage.games.tinybeach.rules.r10_reinforcements import Arrival, Enter
from bocage.testing import Situation, covers


@covers("2.1")
@pytest.mark.parametrize(
    ("roll", "weather"),
    [(1, "storm"), (2, "overcast"), (3, "overcast"), (4, "clear"), (5, "clear"), (6, "clear")],
)
def test_the_die_decides_on_the_weather(roll: int, weather: str) -> None:
    s = tiny("", Turn(names=TURN), turn=2, rolled=True)
    s.do(f"roll {roll}")
    assert s.g.weather == weather
    assert s.sentences()[-1] == f"Weather: {roll}, {weather}."


@covers("2.1")
@pytest.mark.parametrize(("scenario", "weather"), [("landing", "overcast"), ("dawn", "clear")])
def test_the_scenario_sets_the_weather_of_the_first_turn_and_nothing_is_rolled(scenario: str, weather: str) -> None:
    s: Situation[Tiny] = Situation(GAME, scenario)
    s.do("hide 0302")
    assert s.g.weather == weather
    assert (s.g.turn, s.decides) == (1, "Allied")


@covers("2.1")
def test_with_the_option_always_clear_nothing_is_ever_rolled() -> None:
    s: Situation[Tiny] = Situation(GAME, "landing", options={"weather": "always clear"})
    assert s.g.weather == "clear"
    s = tiny("", turn=3, options={"weather": "always clear"}, weather="clear")
    s.ask(Turn(names=TURN))
    assert s.decides == "Allied"
    assert s.g.weather == "clear"


@covers("2.2")
def test_in_a_storm_one_allied_chit_stays_out_of_the_cup() -> None:
    for weather, cup in (("storm", (1, 2)), ("overcast", (2, 2)), ("clear", (2, 2))):
        assert chits(tiny(weather=weather).g) == cup


@covers("2.2")
def test_in_a_storm_nobody_lands_but_german_reserves_march() -> None:
    s = tiny("", Enter(by=ALLIED), weather="storm")
    assert s.refusal("enter Able 0201").rule == "2.2"
    assert tiny("", Arrival(by=ALLIED), weather="storm").decides == ""
    s = tiny("", Turn(names=TURN), weather="storm", rolled=False)
    assert s.trail == "Turn 2 > Reserves"
    assert "enter Panzer 0104" in s.options()
