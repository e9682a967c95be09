"""5 Movement."""

import pytest
from tests.games.tinybeach.support import ALLIED, GERMAN, destinations, tiny

from bocage.games.tinybeach.rules.r05_movement import Movement, MoveUnit, unit_reach
from bocage.kernel.board import POINT
from bocage.kernel.events import Moved
from bocage.testing import covers


def cost(at: str, unit: str, goal: str) -> float | None:
    """What it costs a counter to get from where it stands to a hex, in movement points."""
    s = tiny(at)
    found = unit_reach(s.g, s.unit(unit)).cost.get(s.space(goal))
    return None if found is None else found / POINT


@covers("5.1")
def test_each_counter_moves_once_per_chit() -> None:
    s = tiny("Able 0201, Baker 0201", Movement(by=ALLIED))
    assert s.options() == ["select Able", "select Baker", "done"]
    s.do("select Able", "move Able 0202")
    assert s.options() == ["select Baker", "done"]
    assert s.refusal("select Able").text == "Able has moved already"
    s.do("select Baker", "stay Baker")
    assert s.options() == ["done"]
    assert s.at("Baker") == "0201"


@covers("5.1")
@pytest.mark.parametrize(
    ("unit", "reason"),
    [
        ("Anton", "Battalion Anton is not yours"),
        ("Charlie", "Charlie is not on the map"),
    ],
)
def test_only_ones_own_counters_on_the_map_move(unit: str, reason: str) -> None:
    s = tiny("Able 0201, Anton 0203", Movement(by=ALLIED))
    because = s.refusal(f"select {unit}")
    assert (because.rule, because.text) == ("5.1", reason)


@covers("5.1")
def test_a_counter_without_allowance_never_moves() -> None:
    s = tiny("Gun 0302", Movement(by=GERMAN))
    assert s.options() == ["done"]
    assert s.refusal("select Gun").text == "Gun Battery cannot move"


@covers("5.1")
def test_a_counter_moves_up_to_its_allowance_and_no_further() -> None:
    """Three points take Able along the road to Valcourt and on, but not into the woods at the far end."""
    s = tiny("Able 0201")
    s.ask(MoveUnit(by=ALLIED, unit=s.unit("Able")))
    assert "0404" in destinations(s).split()
    assert "0503" not in destinations(s).split()
    because = s.refusal("move Able 0503")
    assert (because.rule, because.text) == ("5.1", "Able has 3 movement points: too few to reach 0503 (woods)")
    s.do("move Able 0404")
    path = s.heard(Moved)[-1].path
    assert [s.g.board.names[space] for space in path] == ["0201", "0202", "0203", "0304", "0404"]


@covers("5.1")
def test_a_counter_goes_to_hexes_not_to_boxes() -> None:
    s = tiny("Able 0201")
    s.ask(MoveUnit(by=ALLIED, unit=s.unit("Able")))
    assert s.refusal("move Able Fleet").text == "The fleet is not a hex"
    assert s.refusal("move Baker 0202").text == "Able is on the move now"


@covers("5.2")
@pytest.mark.parametrize(
    ("at", "unit", "goal", "points"),
    [
        ("Able 0202", "Able", "0302", 1),  # bocage on foot
        ("Sherman 0202", "Sherman", "0302", 2),  # bocage on tracks
        ("Able 0504", "Able", "0503", 2),  # woods on foot
        ("Sherman 0504", "Sherman", "0503", 3),  # woods on tracks
        ("Able 0201", "Able", "0102", 2),  # marsh on foot
        ("Sherman 0201", "Sherman", "0102", None),  # no tracks in the marsh
        ("Able 0303", "Able", "0304", 1),  # a town off the road
        ("Able 0302", "Able", "0401", 1),  # a beach
        ("Able 0201", "Able", "0301", None),  # nobody walks on the sea
    ],
)
def test_terrain_costs_what_the_table_says_for_foot_and_tracks(
    at: str, unit: str, goal: str, points: float | None
) -> None:
    assert cost(at, unit, goal) == points


@covers("5.2")
@pytest.mark.parametrize(("unit", "goal"), [("Sherman", "0102"), ("Able", "0301")])
def test_forbidden_terrain_is_refused_under_its_rule(unit: str, goal: str) -> None:
    s = tiny(f"{unit} 0201")
    s.ask(MoveUnit(by=ALLIED, unit=s.unit(unit)))
    assert s.refusal(f"move {unit} {goal}").rule == "5.2"


@covers("5.3")
def test_along_a_road_every_hex_costs_half_a_point() -> None:
    assert [cost("Able 0201", "Able", goal) for goal in ("0202", "0203", "0304")] == [0.5, 1, 1.5]
    assert cost("Sherman 0401", "Sherman", "0402") == 0.5  # bocage, but on the road
    assert cost("Sherman 0103", "Sherman", "0203") == 1  # a hex with a road, but not along it


@covers("5.4")
def test_without_a_bridge_the_river_costs_one_more_point_on_foot() -> None:
    assert cost("Able 0302", "Able", "0303") == 2
    assert cost("Able 0502", "Able", "0503") == 3
    assert cost("Able 0202", "Able", "0203") == 0.5  # a bridge


@covers("5.4")
def test_without_a_bridge_the_river_stops_tracks() -> None:
    s = tiny("Sherman 0202, Anton 0104")
    s.ask(MoveUnit(by=ALLIED, unit=s.unit("Sherman")))
    because = s.refusal("move Sherman 0303")
    assert because.rule == "5.4"
    assert because.text == "Sherman Squadron needs a bridge to cross the river to 0303 (clear)"


@covers("5.5")
def test_a_counter_may_always_move_one_hex_however_dear() -> None:
    """Woods and the river cost three points; Canal Company has two."""
    s = tiny("Canal 0502")
    s.ask(MoveUnit(by=GERMAN, unit=s.unit("Canal")))
    assert "0503" in destinations(s).split()
    s.do("move Canal 0503")
    assert s.at("Canal") == "0503"


@covers("5.5")
def test_one_hex_is_possible_only_as_the_whole_move() -> None:
    s = tiny("Canal 0401")
    s.ask(MoveUnit(by=GERMAN, unit=s.unit("Canal")))
    assert "0502" in destinations(s).split()
    assert "0503" not in destinations(s).split()


@covers("5.5")
def test_one_hex_is_not_possible_where_it_is_forbidden() -> None:
    s = tiny("Sherman 0202, Anton 0203")
    s.ask(MoveUnit(by=ALLIED, unit=s.unit("Sherman")))
    assert not {"0102", "0103", "0303", "0203"} & set(destinations(s).split())
