"""How to win: cities, exits, depth and levels."""

from fractions import Fraction

import pytest
from tests.games.normandy71.support import ALLIED, BOARD, GERMAN, Scene, move, scene

from bocage.games.normandy71.rules.r02_sequence import Campaign
from bocage.games.normandy71.rules.r15_victory import (
    beachheads,
    deepest,
    depth_points,
    final_outcome,
    has_left,
    holds_city,
    in_points,
    score,
)
from bocage.kernel.events import Ended
from bocage.testing import covers

CAEN = "J17 K18 K17 J18"
CITIES = f"{CAEN} V22 W22 JJ14 KK14 PP23 D3"
THREE = "8/4 22/4 16/1"


def city(s: Scene, name: str) -> bool:
    return holds_city(s.g, BOARD.tags[f"city-{name}"])


@covers("Victory", "Victory.City")
def test_cities_are_worth_what_is_printed_and_all_five_fourteen() -> None:
    s = scene(allied_cities=CITIES)
    assert score(s.g).cities == {"St-Lô": 2, "Caen": 6, "Bayeux": 2, "Carentan": 2, "Falaise": 2}
    assert sum(score(s.g).cities.values()) == 14


@covers("Victory.City")
def test_a_city_needs_all_three_conditions() -> None:
    assert city(scene(allied_cities=CAEN), "caen")
    assert not city(scene(allied_cities="J17 K18 K17"), "caen")  # one hex was never entered
    assert not city(scene({"729/709": "J17"}, allied_cities=CAEN), "caen")  # a German in it
    assert not city(scene({"729/709": "J19"}, allied_cities=CAEN), "caen")  # a German next to it
    assert city(scene({"729/709": "J20"}, allied_cities=CAEN), "caen")
    assert not city(scene(allied_cities=CAEN, supply=""), "caen")  # no supply


@covers("Victory.City")
def test_the_last_to_pass_through_holds_a_hex() -> None:
    s = move(scene({"22A": "W23"}), ALLIED)
    s.do("select 22A", "via 22A V22", "via 22A W22", "stay 22A", "done")
    assert s.names(s.g.allied_cities) == s.names(s.spaces("V22 W22"))
    assert city(s, "bayeux")
    t = move(scene({"22/21": "U22"}, allied_cities="V22 W22"), GERMAN)
    t.do("select 22/21", "via 22/21 V22", "move 22/21 U22")
    assert t.names(t.g.allied_cities) == "W22"


@covers("Victory.Exit")
def test_three_regiments_off_an_edge_score_once() -> None:
    boxes = {THREE: "OffA18"}
    assert score(scene(boxes, exited_by="A18").g).exits == {"east": 8}
    assert score(scene({"8/4 22/4": "OffA18", "16/1": "OffA15"}, exited_by="A18 A15").g).exits == {"east": 8}
    assert score(scene({"8/4 22/4": "OffA18"}, exited_by="A18").g).exits == {}
    # Three battalions are as good as a regiment.
    assert score(scene({"8/4 22/4 i1 i2 i3": "OffA18"}, exited_by="A18").g).exits == {"east": 8}
    assert score(scene({"8/4 22/4 i1 i2": "OffA18"}, exited_by="A18").g).exits == {}


@covers("Victory.Exit")
def test_all_four_edges_are_worth_thirty() -> None:
    boxes = {
        THREE: "OffA18",
        "231/50 69/50 7/3C": "OffYY11",
        "8/3C 8/3B 12/4": "OffC1",
        "116/29 115/29 18/1": "OffXX35",
    }
    s = scene(boxes, exited_by="A18 YY11 C1 XX35")
    assert score(s.g).exits == {"east": 8, "west": 6, "south": 4, "north": 12}
    assert sum(score(s.g).exits.values()) == 30


@covers("Victory.Exit")
def test_supply_must_be_able_to_follow() -> None:
    east = next(exit_ for exit_ in BOARD.exits if exit_.edge == "east")
    assert has_left(scene({THREE: "OffA18"}, exited_by="A18").g, east)
    assert not has_left(scene({THREE: "OffA18", "729/709": "B18"}, exited_by="A18").g, east)
    assert not has_left(scene({THREE: "OffA18"}, exited_by="A18", supply="").g, east)


@covers("Victory.Exit")
def test_northwards_only_the_first_three_turns_count() -> None:
    for turn, exits in ((3, {"north": 12}), (4, {})):
        s = scene({THREE: "XX34"}, turn=turn)
        # Three regiments do not fit in one bocage hex at the end of a phase; here they only start from it.
        for name in THREE.split():
            s.g.place(s.unit(name), s.space("XX35"))
            move(s, ALLIED)
            s.do(f"select {name}", f"exit {name} XX35")
        assert s.at("8/4") == "OffXX35"
        assert score(s.g).exits == exits


@covers("Victory.Exit")
def test_units_leave_by_road_in_supply_and_with_points_to_spare() -> None:
    s = move(scene({"22A": "B17", "8/4": "A16"}), ALLIED)
    s.do("select 22A")
    assert "exit 22A A18" in s.options()
    s.do("exit 22A A18")
    assert s.at("22A") == "OffA18"
    assert s.names(s.g.exited_by) == "A18"
    s.do("select 8/4")
    # A16 has no road and A18 is two hexes off: two points of four for the hexes, one third for the road.
    assert s.refusal("exit 8/4 A16").rule == "Victory.Exit"
    first = move(scene({"22A": "B17"}, turn=1), ALLIED, second=True)
    first.do("select 22A")
    assert not [text for text in first.options() if text.startswith("exit")]


@covers("Victory.Depth")
def test_half_a_point_for_each_hex_of_depth() -> None:
    s = scene({"8/4": "JJ14", "22/4": "R21"})
    assert BOARD.coast_distance[s.space("JJ14")] == deepest(s.g) == 12
    assert depth_points(s.g) == 6
    # A unit without supply does not count.
    far = scene({"8/4": "TT6", "22/4": "R21"})
    assert deepest(far.g) == BOARD.coast_distance[far.space("R21")] == 4


@covers("Victory.Depth")
def test_separate_beachheads_share_the_points() -> None:
    one = scene({"8/4": "JJ14"}, supply="S25 P25")
    assert beachheads(one.g) == 1
    # A German in Q24 controls R24, by which the only road leaves S25.
    two = scene({"8/4": "D4", "729/709": "Q24"}, supply="S25 P25")
    assert beachheads(two.g) == 2
    assert deepest(two.g) == 18
    assert depth_points(two.g) == Fraction(9, 2)
    # Utah is joined to the others by road as long as nobody cuts it.
    assert beachheads(scene(supply="S25 P25 MM28").g) == 1
    assert beachheads(scene({"729/709": "Q24", "739/709": "PP27"}, supply="S25 P25 MM28").g) == 3
    # A beach that is lost is no beachhead.
    assert beachheads(scene({"729/709": "Q24"}, supply="S25 P25", lost_beaches="S25").g) == 1


@covers("Victory.Order")
def test_the_order_of_battle_adds_its_points() -> None:
    points = {order: score(scene(order=order).g).order for order in "ABCDEF"}
    assert points == {"A": -5, "B": 0, "C": 5, "D": 10, "E": 15, "F": 20}


@covers("Victory.Levels")
@pytest.mark.parametrize(
    ("total", "level"),
    [
        (-6, "German Decisive"),
        (9, "German Decisive"),
        (10, "German Provisional"),
        (14, "German Provisional"),
        (15, "German Marginal"),
        (22, "German Marginal"),
        (23, "Allied Marginal"),
        (29, "Allied Marginal"),
        (30, "Allied Provisional"),
        (39, "Allied Provisional"),
        (40, "Allied Decisive"),
        (60, "Allied Decisive"),
    ],
)
def test_levels_are_thresholds(total: int, level: str) -> None:
    found = next(row for row in reversed(BOARD.levels) if row.least <= total)
    assert found.level == f"{level} Victory"
    assert found.winner == level.split(maxsplit=1)[0]


@covers("Victory.Levels", "Victory.History")
def test_the_final_reckoning() -> None:
    # Five cities, the eastern edge and a depth of 19 hexes over one beachhead: 14 + 8 + 9.5, and 5 for order C.
    s = scene({THREE: "OffA18", "26/1": "D3"}, allied_cities=CITIES, exited_by="A18", order="C", turn=6)
    outcome = final_outcome(s.g)
    assert score(s.g).geographic == Fraction(63, 2)
    assert outcome.level == "Allied Provisional Victory"
    assert outcome.score == (36, 0)
    assert "at least as well as in 1944" in s.heard(Ended)[-1].account
    poor = scene(order="C", turn=6)
    assert final_outcome(poor.g).level == "German Decisive Victory"
    assert "1944" not in poor.heard(Ended)[-1].account


@covers("Length", "Play.3")
def test_the_game_ends_after_the_sixth_turn_and_not_before() -> None:
    s = scene({"8/4": "R21"}, turn=5)
    s.ask(Campaign(()))
    assert s.g.turn == 6
    assert s.g.outcome is None
    t = scene({"8/4": "R21"}, turn=6)
    t.ask(Campaign(()))
    assert t.g.outcome is not None
    assert t.decides == ""


@pytest.mark.parametrize(
    ("points", "words"),
    [
        (Fraction(43, 6), "7 1/6"),
        (Fraction(1, 3), "1/3"),
        (Fraction(9), "9"),
        (Fraction(0), "0"),
        (Fraction(-5, 2), "-2 1/2"),
    ],
)
def test_points_are_told_exactly(points: Fraction, words: str) -> None:
    assert in_points(points) == words
