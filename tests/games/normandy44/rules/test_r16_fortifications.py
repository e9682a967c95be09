"""16. Fortifications."""

from typing import Any

import pytest
from tests.games.normandy44.support import ALLIED, GAME, GERMAN, Scene, reckon, scene, why_not_build

from bocage.games.normandy44.rules.r04_weather import InitialPhase
from bocage.games.normandy44.rules.r06_replacements import Replacements
from bocage.games.normandy44.rules.r09_movement_phase import MovementPhase, Orders
from bocage.games.normandy44.rules.r10_combat import Attacks, able
from bocage.games.normandy44.rules.r11_shifts import Assault, odds
from bocage.games.normandy44.rules.r12_determined_defence import column
from bocage.games.normandy44.rules.r13_retreat import Retreats, ways_back
from bocage.games.normandy44.rules.r15_reserve import ReserveMovement
from bocage.games.normandy44.rules.r16_fortifications import clear_empty_positions, finish_positions, improved
from bocage.games.normandy44.rules.r17_cadres import eliminate
from bocage.kernel.flow import Frame
from bocage.testing import covers


def why(s: Scene, name: str) -> str:
    """The rule that forbids building, or nothing."""
    because = why_not_build(s.g, s.unit(name))
    return because.rule if because else ""


@covers("16.1.1", "16.1.6")
def test_only_finished_positions_count_and_two_are_permanent() -> None:
    s = scene(ip_german="1731 1631", ip_unfinished="1631")
    assert improved(s.g, GERMAN) == s.spaces("1731 3803 3809")
    assert improved(s.g, ALLIED) == s.spaces("3803 3809")


@covers("16.1.2")
def test_the_weather_says_how_many_may_be_begun_and_none_in_a_storm() -> None:
    s = scene(turn=8, ask=InitialPhase())
    s.do("roll 2", "fortress-supply 0", "nation british")
    assert s.g.ip_left == [2, 1, 1]
    t = scene(turn=8, ask=InitialPhase())
    t.do("roll 1", "fortress-supply 0", "nation british")
    assert t.g.ip_left == [0, 0, 0]


@covers("16.1.2")
def test_the_markers_are_a_limit_but_one_may_be_taken_up() -> None:
    full = "1731 1631 1632 1730 1531 1532 1533 1430"
    s = scene({"857/346": "1016"}, ip_german=full, ip_left=[1, 0, 0], ask=Orders(by=GERMAN))
    assert why(s, "857/346") == "16.1.2"
    s.do("scrap 1731")
    assert why(s, "857/346") == ""


@covers("16.1.3")
def test_a_steady_infantry_unit_that_stays_begins_a_position_finished_at_its_next_movement() -> None:
    s = scene({"857/346": "1016", "192/21Pz": "1016"}, ip_left=[1, 0, 0], ask=Orders(by=GERMAN))
    s.do("entrench 857/346")
    assert s.g.ip_unfinished == s.spaces("1016")
    assert not {"move 857/346", "reserve 857/346"} & set(s.options())
    assert able(s.g, GERMAN) == 0  # nobody attacks out of the hex
    s.ask(MovementPhase(side=GERMAN))
    assert (s.g.ip_german, s.g.ip_unfinished) == (s.spaces("1016"), 0)


@covers("16.1.3", "18.4", "20.2.3")
def test_who_may_not_build() -> None:
    assert why(scene({"1/22/21Pz": "1016"}, ip_left=[1, 0, 0]), "1/22/21Pz") == "16.1.3"
    for state in ("moved", "replaced", "disrupted", "scattered", "out_of_supply"):
        assert why(scene({"857/346": "1016"}, ip_left=[1, 0, 0], **{state: "857/346"}), "857/346") == "16.1.3"


@covers("16.1.4")
def test_not_in_cities_or_permanent_positions_and_not_before_turn_5() -> None:
    assert why(scene({"857/346": "1929"}, ip_left=[1, 0, 0]), "857/346") == "16.1.4"
    assert why(scene({"857/346": "3803"}, ip_left=[1, 0, 0]), "857/346") == "16.1.4"
    assert why(scene({"857/346": "2230", "SP-Hillman": "2230"}, ip_left=[1, 0, 0]), "857/346") == ""
    s = scene(turn=4, ask=InitialPhase())
    s.do("roll 2", "fortress-supply 0", "nation british")
    assert s.g.ip_left == [0, 1, 1]


@covers("16.1.5")
def test_a_position_is_lost_with_its_garrison() -> None:
    s = scene({"857/346": "1731", "69/50": "1831"}, ip_german="1731")
    s.ask(Retreats(side=GERMAN, origin=s.space("1731"), units=s.units("857/346"), length=2))
    s.do(s.options()[0])
    assert s.g.ip_german == 0
    t = scene({"857/346": "1631"}, ip_german="1731 1631")
    clear_empty_positions(t.g, GERMAN)
    assert t.g.ip_german == t.spaces("1631")


@covers("16.2")
def test_strongpoints_stay_only_defend_and_may_be_given_up() -> None:
    s = scene({"SP-Hillman": "2230", "69/50": "2330"}, ask=Orders(by=GERMAN))
    assert able(s.g, GERMAN) == 0
    assert s.options() == ["dismantle SP-Hillman", "end"]
    s.do("dismantle SP-Hillman")
    assert s.at("SP-Hillman") == "dead"


@covers("16.2")
@pytest.mark.parametrize(
    "frame",
    [
        Replacements(by=GERMAN),
        Orders(by=GERMAN),
        Attacks(by=GERMAN),
        ReserveMovement(by=GERMAN),
        Attacks(by=GERMAN, reserve=True),
    ],
)
def test_the_german_player_gives_up_strongpoints_at_any_time_of_his_turn(frame: Frame) -> None:
    at = {"SP-Hillman": "2230", "SP-Longues": "2623", "125/21Pz": "1631", "69/50": "1731"}
    s = scene(at, reserve="125/21Pz", ask=frame)
    assert s.refusal("dismantle 125/21Pz").rule == "16.2"
    s.do("dismantle SP-Hillman")
    assert (s.at("SP-Hillman"), s.at("SP-Longues")) == ("dead", "2623")
    assert "dismantle SP-Longues" in s.options()  # the phase goes on
    assert "end" in s.options()


@covers("16.2")
def test_nobody_gives_up_strongpoints_in_the_allied_turn() -> None:
    at = {"SP-Hillman": "2230", "69/50": "2330"}
    for frame in (Orders(by=ALLIED), Attacks(by=ALLIED)):
        s = scene(at, ask=frame)
        assert s.refusal("dismantle SP-Hillman").rule == "16.2"


@covers("16.3")
def test_allied_attacks_across_the_perimeter_are_halved_and_german_ones_are_not() -> None:
    s = scene({"39/9": "3409", "1/914/352": "3508"})
    inside = s.g.board.atlas.perimeter
    outside = next(n for n in s.g.board.atlas.around[s.space("3507")] if not inside >> n & 1)
    name = s.g.board.names[outside]
    t = scene({"39/9": name, "1/914/352": "3507"})
    assert reckon(t, "3507", "39/9", "39/9")[0] == 3
    u = scene({"857/346": "3507", "39/9": name})
    assert reckon(u, name, "857/346", "857/346")[0] == 4


@covers("16.3", "13.1.2")
def test_germans_retreating_inside_ignore_zones_from_outside() -> None:
    s = scene({"857/346": "3407", "39/9": "3307", "47/9": "3408"})
    free = [path for path in ways_back(s.g, s.unit("857/346"), 2, 0).values() if path.cost == 0]
    assert s.space("3507") in {path.hexes[1] for path in free} | {s.space("3507")}
    inside = s.space("3507")
    from bocage.games.normandy44.rules.r08_zones_of_control import zone
    from bocage.games.normandy44.rules.r13_retreat import ground_for

    assert zone(s.g, ALLIED) >> inside & 1
    assert not ground_for(s.g, GERMAN, 0).zone >> inside & 1


@covers("16.1.2")
def test_the_allies_may_dig_in_on_turn_one() -> None:
    s = Scene(GAME, "campaign")
    assert s.g.ip_left == [0, 1, 1]


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
def test_a_position_goes_with_its_last_unit_and_empty_ones_are_cleared() -> None:
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
