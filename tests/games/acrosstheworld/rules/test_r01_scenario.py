import pytest
from tests.games.acrosstheworld.support import BOARD, new, table

from bocage.games.acrosstheworld import GAME
from bocage.games.acrosstheworld.rules.r04_sequence import TURN, Turn, date
from bocage.games.acrosstheworld.sides import ALLIED, GERMAN
from bocage.testing import covers


@covers("1.1")
def test_the_allies_lead_three_nations_and_the_germans_three_services() -> None:
    nations = {(unit.side, unit.nation) for unit in BOARD.units}
    assert {nation for side, nation in nations if side == ALLIED} == {"US", "UK", "CA"}
    assert {nation for side, nation in nations if side == GERMAN} == {"Heer", "SS", "Luftwaffe"}
    assert GAME.sides == ("Allied", "German")


@covers("1.1")
def test_paratroopers_wear_blue_and_the_ss_black() -> None:
    nation = {unit.id: unit.nation for unit in BOARD.units}
    assert [nation[name] for name in ("3FJ", "6FJ", "12SS", "17SS", "21Pz", "3CA")] == [
        "Luftwaffe", "Luftwaffe", "SS", "SS", "Heer", "CA",
    ]  # fmt: skip


@covers("1.2")
@pytest.mark.parametrize(
    ("turn", "day"), [(1, "6 June 1944"), (13, "30 June 1944"), (14, "2 July 1944"), (20, "14 July 1944")]
)
def test_a_turn_is_two_days_from_the_sixth_of_june(turn: int, day: str) -> None:
    assert date(table({}, turn=turn).g) == day


@covers("1.2")
def test_the_game_lasts_twenty_turns() -> None:
    s = table({}, Turn(names=TURN, next=3), turn=19)
    assert (s.g.outcome, s.g.turn) == (None, 20)
    s = table({}, Turn(names=TURN, next=3), turn=20)
    assert s.g.outcome is not None


@covers("1.3")
def test_as_an_option_it_lasts_sixteen() -> None:
    s = table({}, Turn(names=TURN, next=3), turn=16, options={"turns": "16"})
    assert s.g.outcome is not None
    s = table({}, Turn(names=TURN, next=3), turn=16)
    assert s.g.outcome is None


@covers("1.4")
def test_the_allied_player_always_plays_first() -> None:
    g = new()
    assert (g.turn, g.active) == (1, ALLIED)
    s = table({}, Turn(names=TURN), turn=7)
    assert s.g.active == ALLIED
    assert s.trail.startswith("Turn 7 > Allied turn")


def test_length_and_difficulty_are_those_of_the_rulebook() -> None:
    assert GAME.minutes == 90
    assert "Allies" in GAME.difficulty
    assert GAME.scenarios[0].turns == 20
