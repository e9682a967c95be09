import pytest
from tests.games.acrosstheworld.support import BOARD, battle, table, units

from bocage.games.acrosstheworld.rules.r04_sequence import TURN, Turn
from bocage.games.acrosstheworld.rules.r14_leaders import Annihilated
from bocage.games.acrosstheworld.rules.r18_control import Control
from bocage.games.acrosstheworld.rules.r19_victory import score_cities
from bocage.games.acrosstheworld.sides import ALLIED, GERMAN
from bocage.games.acrosstheworld.state import Campaign
from bocage.kernel.events import Scored
from bocage.testing import Situation, covers

POINTS = {"8": 1, "18": 1, "1": 2, "25": 2, "11": 2, "14": 2}


def end(turn: int, points: list[int], allied: str = "", stacks: dict[str, str] | None = None) -> Situation[Campaign]:
    """The end of a turn."""
    return table(stacks or {"U": "4US"}, Turn(names=TURN, next=3), turn=turn, points=points, allied=allied)


@covers("19.1")
@pytest.mark.parametrize(
    ("points", "winner"), [([19, 0], None), ([20, 0], ALLIED), ([0, 23], GERMAN), ([20, 21], GERMAN), ([20, 20], None)]
)
def test_twenty_points_at_the_end_of_a_turn_win(points: list[int], winner: int | None) -> None:
    s = end(5, points)
    assert (None if s.g.outcome is None else s.g.outcome.winner) == winner


@covers("19.1")
def test_not_before_the_end_of_the_turn() -> None:
    assert table({"U": "4US"}, Turn(names=TURN, next=2), turn=5, points=[25, 0]).g.outcome is None


@covers("19.2")
def test_the_germans_win_when_no_allied_land_unit_is_left() -> None:
    s = table({"Channel": "4US", "5": "Bradley"}, Control(by=GERMAN), active=GERMAN, turn=3)
    assert s.g.outcome is not None
    assert s.g.outcome.winner == GERMAN
    assert table({"5": "82AB"}, Control(by=GERMAN), active=GERMAN, turn=3).g.outcome is None


@covers("19.2")
def test_they_win_at_once_after_the_battle_that_does_it() -> None:
    s = battle("U", "Barton 4US", "Bunker-Utah", landed=units("Barton 4US"))
    s.do("roll 10", "roll 4", "retreat Channel")
    assert s.g.outcome is not None
    assert s.g.outcome.winner == GERMAN


@covers("19.3")
def test_the_three_key_places_win_after_the_last_turn() -> None:
    s = end(20, [0, 15], "1 25 11")
    assert s.g.outcome is not None
    assert (s.g.outcome.winner, s.g.outcome.level) == (ALLIED, "Allied victory: Cherbourg, Granville, Caen")
    s = end(20, [15, 0], "8 14 18")
    assert s.g.outcome is not None
    assert s.g.outcome.winner == GERMAN
    assert end(19, [0, 0], "1 25 11").g.outcome is None


@covers("19.3")
def test_a_besieged_cherbourg_is_nobodys_key_but_the_germans() -> None:
    s = table(
        {"1": "4US 709"}, Turn(names=TURN, next=3), turn=20, points=[9, 0], allied="1 25 11", besieged=units("709")
    )
    assert s.g.outcome is not None
    assert s.g.outcome.level == "Allied victory on points"


@covers("19.4")
@pytest.mark.parametrize(("points", "winner"), [([12, 0], ALLIED), ([5, 4], GERMAN), ([6, 0], None)])
def test_otherwise_most_points_win_and_equal_points_are_a_draw(points: list[int], winner: int | None) -> None:
    s = end(20, points, "25 8 18")  # six points lost for Cherbourg, Granville and Saint-Lô
    assert s.g.outcome is not None
    assert s.g.outcome.winner == winner


@covers("19.5")
@pytest.mark.parametrize(("city", "points"), POINTS.items())
def test_a_city_gives_its_points_the_first_time(city: str, points: int) -> None:
    s = table({city: "1US"}, Control(by=ALLIED))
    assert s.g.points == [points, 0]


@covers("19.5")
def test_and_never_again() -> None:
    s = table({"18": "1US"}, Control(by=ALLIED))
    s.g.place(s.unit("1US"), s.space("17"))
    s.g.place(s.unit("352"), s.space("18"))
    s.ask(Control(by=GERMAN))
    assert not s.g.allied & s.spaces("18")
    s.g.place(s.unit("352"), s.space("16"))
    s.g.place(s.unit("1US"), s.space("18"))
    s.ask(Control(by=ALLIED))
    assert s.g.points == [1, 0]
    score_cities(s.g)
    assert s.g.points == [1, 0]


@covers("19.5")
def test_all_cities_together_give_ten() -> None:
    s = table({}, allied=" ".join(POINTS))
    score_cities(s.g)
    assert s.g.points == [10, 0]


@covers("19.6")
def test_cities_not_held_at_the_end_cost_their_points() -> None:
    s = end(20, [0, 0], "8 25")
    assert {event.why: event.points for event in s.heard(Scored)} == {
        "Bayeux not controlled": -1, "Cherbourg not controlled": -2, "Granville not controlled": -2,
        "Saint-Lô not controlled": -2,
    }  # fmt: skip
    assert s.g.points[ALLIED] == -7
    assert end(19, [0, 0]).g.points == [0, 0]


@covers("19.7")
def test_a_battle_won_with_a_division_destroyed_gives_one_point() -> None:
    s = battle("24", "Dempsey 50UK 49UK", "91LL 709", allied="G")
    s.do("roll 1 1", "roll 10 10")
    s.do("hit 91LL")
    assert s.g.points == [1, 0]  # two divisions, one point


@covers("19.7")
def test_a_brigade_or_a_battle_lost_gives_nothing() -> None:
    s = battle("24", "Dempsey 50UK 49UK", "30Bde", allied="G")
    s.do("roll 1 10", "roll 10")
    assert s.g.points == [0, 0]
    s = battle("24", "Crocker 50UK", "91LL Rommel 12SS 352", allied="G")
    s.do("roll 1", "roll 10 10 10", "hit 91LL", "roll 10", "roll 10 10")
    s.do("retreat G")
    assert s.g.points == [0, 0]


@covers("19.8")
def test_an_armoured_division_gives_one_more() -> None:
    s = battle("24", "Dempsey 50UK 49UK", "21Pz", allied="G")
    s.g.steps[s.unit("21Pz")] = 1
    s.do("roll 1 10", "roll 10")
    assert s.g.points == [2, 0]
    assert [(event.rule, event.points) for event in s.heard(Scored)] == [("19.7", 1), ("19.8", 1)]


@covers("19.8")
def test_an_armoured_brigade_does_not() -> None:
    s = battle("24", "50UK 8UK-Bde", "Rommel 12SS 352", by=GERMAN, allied="24 G")
    s.do("roll 1 10", "roll 10 10", "hit 8UK-Bde")
    assert s.g.points == [0, 0]


@covers("19.9")
@pytest.mark.parametrize(
    ("leader", "side", "points"),
    [("Dempsey", ALLIED, [0, 1]), ("Rommel", GERMAN, [1, 0]), ("Dollmann", GERMAN, [1, 0]), ("Gale", ALLIED, [0, 0])],
)
def test_a_leader_of_two_or_three_stars_lost_gives_the_enemy_a_point(leader: str, side: int, points: list[int]) -> None:
    s = table({"24": leader}, Annihilated(side=ALLIED if side == ALLIED else GERMAN, at=BOARD.space("24")))
    s.do("roll 2")
    assert s.g.points == points
