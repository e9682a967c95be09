"""7 Weather."""

import pytest
from tests.games.darksummer.support import ALLIED, COMBAT, GAME, GERMAN, MOVE, Army, scene

from bocage.games.darksummer.rules.r07_weather import WeatherPhase, first_cup
from bocage.games.darksummer.rules.r09_action_phase import PlayChit
from bocage.games.darksummer.rules.r10_movement import going
from bocage.games.darksummer.rules.r11_odds import Assault, odds
from bocage.games.darksummer.rules.r14_attrition import losers
from bocage.games.darksummer.state import COMBINED, US, WEATHER, Played
from bocage.testing import covers


@covers("7", "7.1")
def test_nine_chits_are_drawn_and_never_go_back() -> None:
    s = scene(ask=WeatherPhase())
    assert s.g.cups[WEATHER].counts == {"Cloud": 2, "Rain": 1, "Showers": 3, "Storm": 1, "Sun": 2}
    s.do("draw Storm")
    assert s.g.weather == "Storm"
    assert len(s.g.cups[WEATHER].inside) == 8
    s.ask(WeatherPhase())
    assert "draw Storm" not in s.options()


@covers("7.3")
def test_historical_weather_holds_five_chits_back_until_rain_and_storm_are_out() -> None:
    board = GAME.board()
    assert first_cup(board, historical=True).counts == {"Cloud": 1, "Rain": 1, "Storm": 1, "Sun": 1}
    s = scene(options={"weather": "historical"}, ask=WeatherPhase())
    s.do("draw Rain")
    assert len(s.g.cups[WEATHER].inside) == 3
    s.ask(WeatherPhase())
    s.do("draw Storm")
    assert s.g.cups[WEATHER].counts == {"Cloud": 2, "Showers": 3, "Sun": 2}


@covers("7.2", "7.2.1")
@pytest.mark.parametrize(
    ("weather", "chits"),
    [("Sun", (3, 1, 4)), ("Cloud", (3, 2, 4)), ("Showers", (3, 2, 3)), ("Rain", (3, 3, 2)), ("Storm", (3, 4, 2))],
)
def test_the_weather_gives_chits(weather: str, chits: tuple[int, int, int]) -> None:
    row = GAME.board().chits[weather]
    assert (row.german, row.reaction, row.us) == chits
    assert row.british_move + row.british_combat + row.british_choice == row.us


@covers("7.2.2")
@pytest.mark.parametrize(
    ("weather", "roads", "wet"),
    [
        ("Sun", False, False),
        ("Cloud", False, False),
        ("Showers", True, False),
        ("Rain", True, True),
        ("Storm", True, True),
    ],
)
def test_german_roads_and_clear_ground(weather: str, roads: bool, wet: bool) -> None:
    s = scene({"125/21": "4710"}, army=Army.GERMAN, kind=MOVE, weather=weather)
    way = going(s.g, s.units("125/21"))
    assert (way.roads, way.wet) == (roads, wet)
    edges = dict(s.g.board.atlas.edges(way)[s.space("4710")])
    assert edges[s.space("4709")] == (6 if wet else 12)
    s.g.entered = s.units("125/21")
    assert going(s.g, s.units("125/21")).roads


@covers("7.2.3")
@pytest.mark.parametrize(("weather", "shift"), [("Sun", -1), ("Cloud", -1), ("Showers", 0), ("Storm", 0)])
def test_allied_air_power_shifts_german_attacks(weather: str, shift: int) -> None:
    s = scene({"125/21": "4809", "8A": "4810"}, army=Army.GERMAN, kind=COMBAT, weather=weather)
    assert odds(s.g, Assault(GERMAN, s.space("4810"), s.units("125/21"))).shifts == shift


@covers("7.2.3", "9.3.2")
def test_a_prepared_offensive_is_for_the_first_combat_round_in_fair_weather() -> None:
    s = scene(weather="Sun", played=[], ask=PlayChit(by=ALLIED, chit=US))
    assert "play prepared" in s.options()
    s = scene(weather="Showers", played=[], ask=PlayChit(by=ALLIED, chit=US))
    assert s.refusal("play prepared").rule == "7.2.3"
    s = scene(weather="Sun", played=[Played(Army.US, COMBAT, COMBAT)], ask=PlayChit(by=ALLIED, chit=US))
    assert "first" in s.refusal("play prepared").text
    s = scene(weather="Sun", played=[Played(Army.US, COMBINED, MOVE)], ask=PlayChit(by=ALLIED, chit=US))
    assert "Combined" in s.refusal("play prepared").text
    s = scene(weather="Sun", played=[Played(Army.BRITISH, COMBINED, MOVE)], ask=PlayChit(by=ALLIED, chit=US))
    assert "play prepared" in s.options()


@covers("7.2.3", "11.3.4")
def test_a_prepared_offensive_shifts_every_attack_one_to_the_right() -> None:
    s = scene({"8/4": "4809", "731/711": "4810"}, boundary_lifted=True, prepared=True, weather="Sun")
    assert odds(s.g, Assault(ALLIED, s.space("4810"), s.units("8/4"))).shifts == 1


@covers("7.2.4")
@pytest.mark.parametrize(("weather", "both"), [("Showers", False), ("Sun", False), ("Rain", True), ("Storm", True)])
def test_allies_starve_in_bad_weather_only(weather: str, both: bool) -> None:
    ring = {"125/21": "4809", "192/21": "4910", "22/21": "4710", "8/4": "4810"}
    s = scene(ring | {"731/711": "3304", "22/4": "3404", "12/4": "3204", "357/90": "3205"}, weather=weather)
    assert s.unit_names(losers(s.g)).split() == (["8/4", "731/711"] if both else ["731/711"])
