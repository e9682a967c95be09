"""16. Improved positions, strongpoints and the Cherbourg perimeter."""

from typing import Any

import pytest
from tests.games.normandy44.support import ALLIED, GERMAN, Scene, scene

from bocage.games.normandy44.rules.r04_weather import InitialPhase
from bocage.games.normandy44.rules.r09_movement_phase import MovementPhase, Orders
from bocage.games.normandy44.rules.r10_combat import able
from bocage.games.normandy44.rules.r11_shifts import Assault, odds
from bocage.games.normandy44.rules.r12_determined_defence import column
from bocage.games.normandy44.rules.r13_retreat import ways_back
from bocage.games.normandy44.rules.r16_fortifications import (
    clear_empty_positions,
    finish_positions,
    improved,
    why_not_build,
)
from bocage.games.normandy44.rules.r17_cadres import eliminate
from bocage.testing import covers


def build(at: dict[str, str], **more: Any) -> Scene:
    return scene(at, turn=5, ip_left=[1, 1, 1], **more)


def refusal(s: Scene, name: str) -> str:
    because = why_not_build(s.g, s.unit(name))
    return because.rule if because else ""


@covers("16.1.1", "11.4.4")
def test_a_position_denies_the_armour_shift_and_has_a_column_of_its_own() -> None:
    at = {"22a/7Armd": "2227", "25/12SS": "2228"}
    s = scene(at)
    a = Assault(by=ALLIED, target=s.space("2228"), attackers=s.units("22a/7Armd"), main=s.units("22a/7Armd"))
    plain = odds(s.g, a, keep=False).final().column
    dug = scene(at, ip_german="2228")
    assert odds(dug.g, a, keep=False).final().column == plain - 1
    assert column(dug.g, s.space("2228"), s.unit("25/12SS")) == "position"
    assert column(s.g, s.space("2228"), s.unit("25/12SS")) == "other"


@covers("16.1.1", "16.1.3")
def test_one_under_construction_helps_nobody() -> None:
    s = scene({"25/12SS": "2228"}, ip_german="2228", ip_unfinished="2228")
    assert not improved(s.g, GERMAN) & s.spaces("2228")
    assert not improved(scene({}, ip_german="2228").g, ALLIED) & s.spaces("2228")


@covers("16.1.2", "16.1.4")
@pytest.mark.parametrize(
    ("turn", "roll", "left"), [(4, 4, [0, 1, 1]), (5, 4, [1, 1, 1]), (5, 2, [2, 1, 1]), (5, 1, [0, 0, 0])]
)
def test_how_many_may_be_begun(turn: int, roll: int, left: list[int]) -> None:
    """The Germans by the weather and not before turn 5, the Allies one an army, nobody in a storm."""
    s = scene({}, turn=turn, ask=InitialPhase())
    s.do(f"roll {roll}")
    assert s.g.ip_left == left


@covers("16.1.2")
def test_the_markers_are_a_limit() -> None:
    hexes = "2811 2812 2813"
    s = build({"8/4": "2912", "Eng-Utah": "2814"}, ip_us=hexes)
    assert refusal(s, "8/4") == "16.1.2"
    s.ask(Orders(by=ALLIED))
    assert "scrap 2811" in s.options()
    s.do("scrap 2811")
    assert "entrench 8/4" in s.options()


@covers("16.1.3")
def test_infantry_in_supply_that_stays_begins_a_position() -> None:
    at = {"8/4": "2813", "70Tk": "2813", "Eng-Utah": "2814", "1057/91": "2812"}
    s = build(at, reserve="8/4", ask=Orders(by=ALLIED))
    assert "entrench 8/4" in s.options()  # even in an enemy zone
    assert s.refusal("entrench 70Tk").rule == "16.1.3"
    s.do("entrench 8/4")
    assert not s.g.reserve
    assert s.g.ip_unfinished == s.spaces("2813")
    assert "move 8/4" not in s.options()
    assert not able(s.g, ALLIED)  # no combat out of the hex


@covers("16.1.3")
@pytest.mark.parametrize("state", ["moved", "replaced", "disrupted", "scattered", "out_of_supply"])
def test_who_may_not_begin(state: str) -> None:
    s = build({"8/4": "2813", "Eng-Utah": "2814"}, **{state: "8/4"})
    assert refusal(s, "8/4") == "16.1.3"


@covers("16.1.3")
def test_it_is_finished_where_infantry_still_stands() -> None:
    s = scene({"8/4": "2813", "70Tk": "2812"}, ip_us="2813 2812", ip_unfinished="2813 2812")
    finish_positions(s.g, GERMAN)
    assert s.g.ip_unfinished == s.spaces("2812 2813")
    finish_positions(s.g, ALLIED)
    assert s.g.ip_unfinished == s.spaces("2812")


@covers("16.1.3")
def test_the_owners_movement_phase_begins_with_it() -> None:
    s = scene({"8/4": "2813"}, ip_us="2813", ip_unfinished="2813", ask=MovementPhase(side=ALLIED))
    assert not s.g.ip_unfinished


@covers("16.1.4", "16.1.6")
def test_none_in_a_city_nor_in_a_permanent_position() -> None:
    s = build({"26/12SS": "2029", "17MG": "3803", "FE/243": "3211", "SP-Ozeville": "3211"})
    assert refusal(s, "26/12SS") == refusal(s, "17MG") == "16.1.4"
    assert refusal(s, "FE/243") == ""  # a strongpoint does not hinder


@covers("16.1.6")
def test_osteck_and_westeck_serve_both_sides() -> None:
    s = scene({})
    assert improved(s.g, GERMAN) == improved(s.g, ALLIED) == s.spaces("3803 3809")


@covers("16.1.5")
def test_a_position_is_lost_with_its_garrison() -> None:
    s = scene({"8/4": "2813"}, ip_us="2813")
    eliminate(s.g, s.unit("8/4"))
    assert not s.g.ip_us
    s = scene({"8/4": "2813"}, ip_us="2813 2812")
    clear_empty_positions(s.g, ALLIED)
    assert s.g.ip_us == s.spaces("2813")


@covers("16.2")
def test_a_strongpoint_denies_the_armour_shift_and_gets_no_bonus() -> None:
    """The rulebook's picture: 9 to 2 is 4-1; quality and a ship make it 6-1, tanks add nothing."""
    at = {"506/101": "3013", "8/4": "2814", "70Tk": "2814", "SP-Dunes": "2913"}
    s = scene(at, steps={"8/4": 2, "70Tk": 1})
    units = s.units("506/101 8/4 70Tk")
    a = Assault(by=ALLIED, target=s.space("2913"), attackers=units, main=units, naval=1)
    ledger = odds(s.g, a, keep=False)
    titles = [s.g.board.crt.title(column) for column in (ledger.start, ledger.final().column)]
    assert titles == ["4-1", "6-1"]


@covers("16.2")
def test_the_germans_may_give_one_up() -> None:
    s = scene({"SP-Hillman": "2230"}, ask=Orders(by=GERMAN))
    s.do("dismantle SP-Hillman")
    assert s.at("SP-Hillman") == "dead"


@covers("16.2", "12.4.1")
def test_it_leads_a_defence_in_the_strong_column_but_lends_it_to_nobody() -> None:
    s = scene({"SP-Hillman": "2230", "192/21Pz": "2230"})
    assert column(s.g, s.space("2230"), s.unit("SP-Hillman")) == "strong"
    assert column(s.g, s.space("2230"), s.unit("192/21Pz")) == "other"


@covers("16.3", "11.1")
def test_allies_attack_into_the_perimeter_at_half_strength_and_without_the_armour_shift() -> None:
    s = scene({"CCA/3Armd": "3406", "39/9": "3507", "649/709": "3506"})
    outside = Assault(by=ALLIED, target=s.space("3506"), attackers=s.units("CCA/3Armd"), main=s.units("CCA/3Armd"))
    ledger = odds(s.g, outside, keep=False)
    assert s.g.board.crt.title(ledger.start) == "1-1"  # 7 halved to 4, against 2 and a bonus of 2
    assert ledger.final().column - ledger.start == 1  # better troops, but no armour
    inside = Assault(by=ALLIED, target=s.space("3506"), attackers=s.units("39/9"), main=s.units("39/9"))
    assert s.g.board.crt.title(odds(s.g, inside, keep=False).start) == "1-1"  # 6 to 4


@covers("16.3")
def test_germans_retreat_into_the_perimeter_past_zones_from_outside() -> None:
    at = {"919/709": "3407", "39/9": "3408", "47/9": "3307"}
    s = scene(at)
    ends = {s.g.board.names[space] for space in ways_back(s.g, s.unit("919/709"), 2, 0)}
    assert "3507" in ends  # bocage inside the line stops a two-hex retreat although 39/9 is next to it
