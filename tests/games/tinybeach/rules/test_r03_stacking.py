"""3 Stacking."""

from tests.games.tinybeach.support import ALLIED, GERMAN, destinations, tiny

from bocage.games.tinybeach.rules.r03_stacking import full_hexes
from bocage.games.tinybeach.rules.r05_movement import MoveUnit
from bocage.games.tinybeach.rules.r07_results import Advance, RetreatStep
from bocage.testing import covers


@covers("3.1")
def test_a_third_counter_may_not_end_its_move_in_a_hex() -> None:
    s = tiny("Able 0201, Baker 0202, Charlie 0202")
    s.ask(MoveUnit(by=ALLIED, unit=s.unit("Able")))
    because = s.refusal("move Able 0202")
    assert because.rule == "3.1"
    assert because.text == "0202 (clear) already holds two counters"


@covers("3.1")
def test_a_counter_may_pass_through_a_full_hex() -> None:
    """The way from the beach to 0103 within three points leads through 0202."""
    s = tiny("Able 0201, Baker 0202, Charlie 0202")
    s.ask(MoveUnit(by=ALLIED, unit=s.unit("Able")))
    s.do("move Able 0103")
    assert s.at("Able") == "0103"


@covers("3.1")
def test_a_second_counter_may_end_in_a_hex() -> None:
    s = tiny("Able 0201, Baker 0202")
    s.ask(MoveUnit(by=ALLIED, unit=s.unit("Able")))
    s.do("move Able 0202")
    assert s.at("Able") == s.at("Baker") == "0202"


@covers("3.1")
def test_a_third_counter_may_not_end_a_retreat_or_an_advance_in_a_hex() -> None:
    s = tiny("Anton 0303, Berta 0304, Caesar 0304")
    s.ask(RetreatStep(by=GERMAN, unit=s.unit("Anton"), origin=s.space("0302")))
    assert s.refusal("retreat Anton 0304").rule == "3.1"
    s = tiny("Able 0203, Baker 0303, Charlie 0303")
    s.ask(Advance(by=ALLIED, target=s.space("0303"), attackers=s.units("Able")))
    assert s.refusal("advance Able").rule == "3.1"


@covers("3.1")
def test_boxes_hold_any_number() -> None:
    s = tiny("Anton 0303, Berta 0303")
    assert len([name for name in ("Able", "Baker", "Charlie") if s.at(name) == "Fleet"]) == 3
    assert (full_hexes(s.g, ALLIED), s.names(full_hexes(s.g, GERMAN))) == (0, "0303")


@covers("3.2")
def test_a_counter_never_enters_a_hex_with_a_visible_enemy() -> None:
    s = tiny("Able 0203, Anton 0303")
    s.ask(MoveUnit(by=ALLIED, unit=s.unit("Able")))
    because = s.refusal("move Able 0303")
    assert (because.rule, because.text) == ("3.2", "0303 (clear) holds an enemy")
    assert "0303" not in destinations(s)


@covers("3.2")
def test_a_counter_never_moves_through_a_visible_enemy() -> None:
    """With Le Puits held by an enemy, Shermans cross the river only by the eastern bridge, at their last point."""
    s = tiny("Sherman 0202, Anton 0203")
    s.ask(MoveUnit(by=ALLIED, unit=s.unit("Sherman")))
    assert destinations(s) == "0201 0401 0302 0402 0502 0403"


@covers("3.2")
def test_a_retreat_or_an_advance_never_enters_an_enemy_hex() -> None:
    s = tiny("Anton 0303, Able 0403")
    s.ask(RetreatStep(by=GERMAN, unit=s.unit("Anton"), origin=s.space("0202")))
    assert s.refusal("retreat Anton 0403").rule in ("3.2", "7.3")
    s = tiny("Able 0203, Anton 0303")
    s.ask(Advance(by=ALLIED, target=s.space("0303"), attackers=s.units("Able")))
    assert s.refusal("advance Able").rule == "3.2"
