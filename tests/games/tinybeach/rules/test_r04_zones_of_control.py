"""4 Zones of control."""

from tests.games.tinybeach.support import ALLIED, GERMAN, destinations, tiny

from bocage.games.tinybeach.rules.r04_zones_of_control import enemy_zones, zones
from bocage.games.tinybeach.rules.r05_movement import MoveUnit
from bocage.kernel.events import Moved
from bocage.testing import covers


@covers("4.1")
def test_a_counter_controls_the_hexes_around_it() -> None:
    s = tiny("Berta 0304")
    assert s.names(zones(s.g, GERMAN)) == "0203 0303 0403 0204 0404"
    assert zones(s.g, ALLIED) == 0
    assert enemy_zones(s.g, ALLIED) == zones(s.g, GERMAN)


@covers("4.1")
def test_counters_in_boxes_control_nothing() -> None:
    s = tiny("")
    assert zones(s.g, ALLIED) == zones(s.g, GERMAN) == 0


@covers("4.1")
def test_zones_follow_a_counter_that_moves() -> None:
    s = tiny("Berta 0304")
    before = zones(s.g, GERMAN)
    s.g.place(s.unit("Berta"), s.space("0104"))
    assert s.names(zones(s.g, GERMAN)) == "0103 0203 0204"
    assert zones(s.g, GERMAN) != before


@covers("4.2")
def test_a_zone_does_not_cross_the_river() -> None:
    s = tiny("Anton 0303")
    assert s.names(zones(s.g, GERMAN)) == "0203 0403 0304"


@covers("4.2")
def test_a_zone_crosses_the_river_where_a_road_bridges_it() -> None:
    s = tiny("Anton 0203")
    assert s.names(zones(s.g, GERMAN)) == "0202 0103 0303 0104 0204 0304"
    s = tiny("Able 0402")
    assert s.names(zones(s.g, ALLIED)) == "0401 0302 0502 0403"


@covers("4.3")
def test_a_counter_that_enters_an_enemy_zone_ends_its_move_there() -> None:
    """Anton in 0103 controls Le Puits but nothing beyond the river."""
    s = tiny("Sherman 0202, Anton 0103")
    s.ask(MoveUnit(by=ALLIED, unit=s.unit("Sherman")))
    assert destinations(s) == "0201 0401 0302 0402 0502 0203 0403"
    s = tiny("Sherman 0202")
    s.ask(MoveUnit(by=ALLIED, unit=s.unit("Sherman")))
    assert destinations(s) == "0201 0401 0302 0402 0502 0103 0203 0303 0403 0104 0204 0304 0404 0504"


@covers("4.3")
def test_a_counter_that_starts_in_an_enemy_zone_may_leave_it() -> None:
    s = tiny("Able 0303, Berta 0304")
    s.ask(MoveUnit(by=ALLIED, unit=s.unit("Able")))
    assert destinations(s) == "0201 0401 0202 0302 0402 0502 0203 0403"


@covers("4.4")
def test_a_counter_may_not_step_from_one_enemy_zone_into_another() -> None:
    """Shermans cannot cross the river, and both other ways out of 0303 are in the same zone."""
    s = tiny("Sherman 0303, Berta 0304")
    s.ask(MoveUnit(by=ALLIED, unit=s.unit("Sherman")))
    assert destinations(s) == ""
    for goal in ("0203", "0403"):
        because = s.refusal(f"move Sherman {goal}")
        assert because.rule == "4.4"
        assert because.text == "Shermans would step from one enemy zone into another"


@covers("4.4")
def test_the_way_round_through_a_hex_without_a_zone_is_open() -> None:
    s = tiny("Able 0303, Berta 0304")
    s.ask(MoveUnit(by=ALLIED, unit=s.unit("Able")))
    s.do("move Able 0203")
    path = [s.g.board.names[space] for space in s.heard(Moved)[-1].path]
    assert path == ["0303", "0202", "0203"]


@covers("4.4")
def test_not_even_the_one_hex_that_is_always_possible_slips_through() -> None:
    s = tiny("Dunes 0302, Able 0202, Baker 0401")
    s.ask(MoveUnit(by=GERMAN, unit=s.unit("Dunes")))
    assert "0402" not in destinations(s)
    assert s.refusal("move Dunes 0402").rule == "4.4"
