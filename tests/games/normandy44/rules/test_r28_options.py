"""28. The optional rules: two ways with storms, and the coastal batteries."""

from typing import Any

import pytest

from bocage.games.normandy44 import GAME
from bocage.games.normandy44.rules.r04_weather import InitialPhase, Weather
from bocage.games.normandy44.rules.r09_movement_phase import Orders
from bocage.games.normandy44.rules.r19_support import can_bombard, ships_for, suppressing
from bocage.games.normandy44.sides import ALLIED
from bocage.games.normandy44.state import Normandy44
from bocage.testing import Situation, covers


def sky(storm: str, turn: int, **fields: Any) -> Situation[Normandy44]:
    return Situation(GAME, "campaign", options={"storm": storm}, turn=turn, ask=Weather(), **fields)


@covers("28.1")
@pytest.mark.parametrize("turn", [14, 15, 16])
def test_the_historical_storm_comes_without_a_roll(turn: int) -> None:
    s = sky("historical", turn)
    assert s.decides == ""
    assert s.g.row == 1


@covers("28.1")
@pytest.mark.parametrize("turn", [3, 13, 17])
def test_no_other_storm_on_any_other_date(turn: int) -> None:
    s = sky("historical", turn)
    s.do("roll 1")
    assert s.decides == "chance"
    s.do("roll 1", "roll 6")
    assert s.g.row == 6
    assert s.g.one_rolled


@covers("28.2")
def test_no_storm_before_turn_twelve() -> None:
    s = sky("three-day", 11)
    s.do("roll 1", "roll 2")
    assert s.g.row == 2


@covers("28.2")
def test_a_storm_from_turn_twelve_lasts_three_turns() -> None:
    s = sky("three-day", 12)
    s.do("roll 1")
    assert (s.g.row, s.g.storm_left) == (1, 2)
    for turn in (13, 14):
        s.g.turn, s.g.row = turn, 4
        s.ask(Weather())
        assert s.decides == ""
        assert s.g.row == 1
    s.g.turn = 15
    s.ask(Weather())
    s.do("roll 1")  # after the storm the weather is rolled for as usual, so another may come
    assert (s.g.row, s.g.storm_left) == (1, 2)


@covers("4.1")
def test_without_the_option_a_one_is_a_storm() -> None:
    s = sky("rolled", 3)
    s.do("roll 1")
    assert s.g.row == 1


BATTERIES = {"SP-Crisbecq": "3012", "SP-Hoc": "2818", "SP-Longues": "2623", "SP-Canisy": "2437"}


def guns(at: dict[str, str], *, batteries: str = "on", turn: int = 2) -> Situation[Normandy44]:
    s: Situation[Normandy44] = Situation(
        GAME, "campaign", options={"batteries": batteries}, at=at, rest="removed", turn=turn, naval=[2, 2]
    )
    return s


@covers("28.3")
def test_one_ship_of_each_navy_is_tied_down_from_turn_two() -> None:
    assert suppressing(guns(BATTERIES).g) == (1, 1)
    assert suppressing(guns(BATTERIES, turn=1).g) == (0, 0)
    assert suppressing(guns(BATTERIES, batteries="off").g) == (0, 0)


@covers("28.3")
def test_ships_are_free_once_both_batteries_of_their_side_are_gone() -> None:
    assert suppressing(guns({"SP-Crisbecq": "3012", "SP-Longues": "2623"}).g) == (1, 1)
    assert suppressing(guns({"SP-Longues": "2623"}).g) == (0, 1)
    assert suppressing(guns({}).g) == (0, 0)


@covers("28.3")
def test_mont_canisy_alone_ties_down_a_ship_only_when_something_lands_at_sword() -> None:
    s = guns({"SP-Canisy": "2437", "Eng-Sword": "2431", "185/3Br": "britain"}, turn=3)
    assert suppressing(s.g) == (0, 0)
    s.g.rp, s.g.allied_control = [0, 6], s.spaces("2431")
    s.g.touch()
    s.ask(Orders(by=ALLIED))
    s.do("land 185/3Br", "at 2431 normal")
    assert s.g.tied == [0, 1]


@covers("28.3")
def test_without_a_ship_against_mont_canisy_nothing_lands_at_sword() -> None:
    s = guns({"SP-Canisy": "2437", "Eng-Sword": "2431", "185/3Br": "britain"}, turn=3)
    s.g.rp, s.g.naval, s.g.allied_control = [0, 6], [2, 0], s.spaces("2431")
    s.g.touch()
    s.ask(Orders(by=ALLIED))
    assert s.refusal("land 185/3Br").rule == "28.3"


@covers("28.3", "19.2")
def test_a_ship_that_suppresses_cannot_support_for_the_rest_of_the_turn() -> None:
    s = guns(BATTERIES, turn=3)
    s.ask(InitialPhase())
    s.do("roll 4")
    assert s.g.tied == [1, 1]
    target = s.space("2812")
    assert ships_for(s.g, 0, target, attack=True)
    s.g.naval = [1, 2]
    assert not ships_for(s.g, 0, target, attack=True)
    for name in ("SP-Crisbecq", "SP-Hoc"):
        s.g.place(s.unit(name), s.space("dead"))
    assert not ships_for(s.g, 0, target, attack=True)  # free in turns to come


@covers("28.3", "19.2")
def test_cherbourg_is_bombarded_only_with_both_ships_free() -> None:
    s = guns(BATTERIES, turn=3)
    assert can_bombard(s.g, s.space("3706"))
    s.g.tied = [1, 0]
    assert not can_bombard(s.g, s.space("3706"))
