"""21, 22 and 23: Mulberries, airborne withdrawal, automatic victory."""

from typing import Any

import pytest
from tests.games.normandy44.support import ALLIED, GERMAN, Scene, destinations, scene, why_not_buy, why_not_go_home

from bocage.games.normandy44.rules.r02_control import enter, seize
from bocage.games.normandy44.rules.r05_supply_points import allied_supply
from bocage.games.normandy44.rules.r06_landings import landing_hexes, points_received
from bocage.games.normandy44.rules.r06_replacements import Arrival
from bocage.games.normandy44.rules.r09_movement_phase import Orders
from bocage.games.normandy44.rules.r13_retreat import Retreats
from bocage.games.normandy44.rules.r18_supply import open_beaches, sources
from bocage.games.normandy44.rules.r21_beaches import Mulberries, delay_mulberries
from bocage.games.normandy44.rules.r22_special_rules import EndPhase
from bocage.games.normandy44.rules.r23_victory import (
    BreakoutCheck,
    EndCheck,
    allied_breakout,
    closed_places,
    german_victory,
    note_open_beaches,
    shattered,
)
from bocage.games.normandy44.sides import US_INFANTRY
from bocage.testing import covers

OPEN = {"Eng-Utah": "2814", "Eng-Omaha": "2719", "Eng-Gold": "2525", "Eng-Juno": "2527", "Eng-Sword": "2431"}


@covers("21.1.1")
def test_the_example_of_arromanches_taken_on_turn_2() -> None:
    s = scene({"231/50": "2524"}, turn=2, ask=Mulberries())
    assert s.g.mulberry[1] == 7
    s.g.turn = 7
    s.ask(Mulberries())
    s.do("at 2719 normal")  # the US one, with nobody to hinder it, is finished as well
    assert s.g.mulberry[1] == -1
    assert s.g.mulberry_at[1] == s.space("2524")


@covers("21.1.1")
def test_germans_next_to_a_site_prevent_it() -> None:
    s = scene({"231/50": "2524", "857/346": "2424", "858/346": "2718"}, turn=2, ask=Mulberries())
    assert s.g.mulberry == [0, 0]
    t = scene({"16/1": "2620"}, turn=2, ask=Mulberries())
    assert t.g.mulberry == [7, 0]  # Omaha is safe; Arromanches is not Allied
    t.g.turn = 7
    t.ask(Mulberries())
    assert t.options() == ["at 2719 normal", "at 2620 normal"]


@covers("21.1.2")
def test_germans_next_to_it_delay_a_mulberry_by_a_turn() -> None:
    s = scene({"231/50": "2524", "857/346": "2424"}, mulberry=[8, 8])
    delay_mulberries(s.g)
    assert s.g.mulberry == [8, 9]


@covers("21.1.4")
def test_a_captured_mulberry_is_gone_for_good() -> None:
    s = scene({"857/346": "2424"}, mulberry=[8, -1], allied_control="2524 2719 2620")
    s.g.mulberry_at[1] = s.space("2524")
    enter(s.g, s.unit("857/346"), s.space("2524"))
    assert s.g.mulberry == [8, -2]
    enter(s.g, s.unit("857/346"), s.space("2719"))
    assert s.g.mulberry == [-2, -2]


@covers("22.1.2")
def test_an_army_operates_one_hex_beyond_the_boundary_and_freely_south_of_row_16() -> None:
    s = scene({"16/1": "2321"})
    edge = destinations(s, "16/1")
    assert "2322" in edge  # Bayeux lies across
    assert not {"2323", "2324"} & edge
    t = scene({"16/1": "1521"})
    assert {"1522", "1523"} <= destinations(t, "16/1")


@covers("22.1.2")
def test_a_unit_driven_across_must_come_back_before_the_phase_ends() -> None:
    s = scene({"16/1": "2324"}, ask=Orders(by=ALLIED))
    assert "end" not in s.options()
    assert s.refusal("end").rule == "22.1.2"
    s.do("move 16/1")
    homes = {text.split()[1] for text in s.options() if text.startswith("to")}
    zone = s.g.board.atlas.army_zone["us"]
    assert homes
    assert all(zone >> s.space(name) & 1 for name in homes)
    t = scene({"16/1": "2322", "857/346": "2321"})
    t.ask(Retreats(side=ALLIED, origin=t.space("2322"), units=t.units("16/1"), length=2))
    assert [text for text in t.options() if text.startswith("fallback")]  # a retreat may cross


@covers("22.2")
def test_an_airborne_division_goes_home_whole_supplied_and_out_of_contact() -> None:
    at = {"507/82": "2813", "508/82": "2814", "Eng-Utah": "2814", "505/82": "dead"}
    s = scene(at, steps={"505/82": 0, "508/82": 1}, boxed="508/82 505/82", ask=EndPhase(by=ALLIED))
    s.do("home 82")
    assert (s.at("507/82"), s.at("508/82"), s.at("505/82")) == ("removed", "removed", "dead")
    assert s.g.boxed == s.units("505/82")  # the cadre is free again, the lost regiment still counts
    assert shattered(s.g, s.g.board.atlas.roster.us) == 1
    t = scene(at | {"857/346": "2812"})
    assert why_not_go_home(t.g, "82") is not None
    u = scene({"507/82": "1631"})
    assert why_not_go_home(u.g, "82").text == "507/82 is out of supply"  # type: ignore[union-attr]


@covers("23.1", "23.2")
def test_three_supplied_units_on_the_edge_with_caen_and_all_beaches_win_at_once() -> None:
    caen = "2029 2030 1929 1930"
    road = caen + " 1032 1529 1931 1832 1833 2329 2331 2429 2128 2129"
    edge = {"69/50": "1032", "151/50": "1031", "231/50": "1030"}
    s = scene(OPEN | edge, allied_control=road)
    assert allied_breakout(s.g)
    s.ask(BreakoutCheck())
    assert s.g.outcome is not None
    assert s.g.outcome.winner == ALLIED
    assert not allied_breakout(scene(OPEN | edge, allied_control=road.replace("1930", "")).g)
    assert not allied_breakout(scene({k: v for k, v in OPEN.items() if k != "Eng-Sword"} | edge, allied_control=road).g)
    assert not allied_breakout(scene(OPEN | edge, allied_control=road, out_of_supply="69/50").g)


@covers("23.3")
def test_three_closed_beaches_or_mulberries_win_for_the_germans() -> None:
    s = scene(OPEN)
    note_open_beaches(s.g)
    assert s.g.opened == ["utah", "omaha", "gold", "juno", "sword"]
    for name in ("Eng-Sword", "Eng-Gold"):
        s.g.place(s.unit(name), s.space("dead"))
    assert closed_places(s.g) == 2
    assert german_victory(s.g) == ""
    s.g.mulberry = [-2, 0]
    assert closed_places(s.g) == 3
    s.ask(EndCheck())
    assert s.g.outcome is not None
    assert s.g.outcome.winner == GERMAN


@covers("23.3", "17.9.5")
@pytest.mark.parametrize(
    ("names", "wins"),
    [
        ("16/1 18/1 26/1 39/9 47/9 60/9 313/79", True),
        ("16/1 18/1 26/1 39/9 47/9 60/9", False),
        ("69/50 151/50 231/50 56/50 152/51", True),
        ("69/50 151/50 231/50 56/50", False),
        ("7/3Can 8/3Can 9/3Can 69/50 151/50", False),
        ("70Tk 741Tk 743Tk 745Tk 747Tk 746Tk 712Tk", False),
    ],
)
def test_seven_us_or_five_british_regiments_at_cadre_or_lost_win_for_the_germans(names: str, wins: bool) -> None:
    s = scene(dict.fromkeys(names.split(), "1631"), steps=dict.fromkeys(names.split(), 1))
    assert bool(german_victory(s.g)) == wins


def harbour(at: dict[str, str], turn: int = 2, **more: Any) -> Scene:
    return scene(at, turn=turn, ask=Mulberries(), **more)


@covers("21.1.1")
def test_a_beach_is_open_while_its_engineer_is_there() -> None:
    s = scene({"Eng-Utah": "2814", "Eng-Gold": "2526"})
    assert open_beaches(s.g) == ("utah", "gold")
    assert sources(s.g, ALLIED) == s.spaces("2814 2525 2526")
    s.g.place(s.unit("Eng-Utah"), s.space("dead"))
    assert open_beaches(s.g) == ("gold",)


@covers("21.1.1")
def test_the_british_mulberry_needs_arromanches_and_no_german_next_to_it() -> None:
    s = harbour({"231/50": "2524"})
    assert s.g.mulberry[1] == 7  # 2 + 5
    assert harbour({}).g.mulberry[1] == 0
    assert harbour({"231/50": "2524", "1/916/352": "2424"}).g.mulberry[1] == 0
    assert harbour({"231/50": "2524", "1/916/352": "2323"}).g.mulberry[1] == 7


@covers("21.1.1")
def test_the_us_mulberry_needs_both_omaha_hexes_clear() -> None:
    assert harbour({"16/1": "2620"}).g.mulberry[0] == 7
    assert harbour({"16/1": "2620", "2/916/352": "2619"}).g.mulberry[0] == 0
    assert harbour({"SP-Omaha-W": "2719"}).g.mulberry[0] == 0


@covers("21.1.1")
def test_it_is_finished_five_turns_later() -> None:
    s = harbour({"16/1": "2620"}, turn=7, mulberry=[7, 0])
    assert s.options() == ["at 2719 normal", "at 2620 normal"]
    s.do("at 2620 normal")
    assert s.g.mulberry[0] == -1
    assert s.g.mulberry_at[0] == s.space("2620")
    assert sources(s.g, ALLIED) & s.spaces("2620")
    s = harbour({"231/50": "2524"}, turn=7, mulberry=[-1, 7], mulberry_at=[0, -1])
    assert s.g.mulberry[1] == -1


@covers("21.1.2")
def test_a_german_next_to_the_site_delays_it_turn_by_turn() -> None:
    s = scene({"231/50": "2524", "1/916/352": "2424"}, mulberry=[0, 7])
    delay_mulberries(s.g)
    delay_mulberries(s.g)
    assert s.g.mulberry == [0, 9]
    s.g.place(s.unit("1/916/352"), s.space("2323"))
    delay_mulberries(s.g)
    assert s.g.mulberry == [0, 9]


@covers("21.1.3", "5.3")
def test_a_finished_mulberry_doubles_the_free_points_and_sells_more() -> None:
    s = scene({}, mulberry=[-1, 7], rp=[6, 6])
    allied_supply(s.g)
    assert (s.g.supply_us, s.g.supply_cw) == (2, 1)
    assert why_not_buy(s.g, 0) is None
    because = why_not_buy(s.g, 1)
    assert because is not None
    assert because.rule == "5.3"


@covers("21.1.4")
def test_germans_in_its_hex_destroy_it_for_good() -> None:
    for state in (7, -1):
        s = scene({"231/50": "2524"}, mulberry=[0, state])
        s.g.mulberry_at[1] = s.space("2524")
        seize(s.g, GERMAN, s.spaces("2524"))
        assert s.g.mulberry[1] == -2
    s.ask(Mulberries())
    assert s.g.mulberry[1] == -2  # never rebuilt


@covers("21.1.4", "6.5.3")
def test_a_lost_engineer_closes_the_beach_until_it_lands_there_again() -> None:
    s = scene({"Eng-Utah": "dead", "Eng-Omaha": "2719", "8/4": "2814", "39/9": "britain"}, rp=[6, 6])
    s.g.steps[s.unit("Eng-Utah")] = 0
    s.g.replacements[US_INFANTRY] = 1
    assert points_received(s.g)[0] == 4
    assert not landing_hexes(s.g, s.unit("39/9")) & s.spaces("2814")
    s.ask(Arrival(by=ALLIED, unit=s.unit("Eng-Utah")))
    s.do("at britain normal")  # rebuilt in Britain
    assert s.names(landing_hexes(s.g, s.unit("Eng-Utah"))) == "2814"
    s.ask(Orders(by=ALLIED))
    s.do("land Eng-Utah", "at 2814 normal")
    assert "utah" in open_beaches(s.g)


@covers("21.1.4")
def test_it_lands_only_in_a_friendly_hex() -> None:
    s = scene({"Eng-Utah": "britain"}, rp=[6, 6])
    assert not landing_hexes(s.g, s.unit("Eng-Utah"))
    s.g.allied_control |= s.spaces("2814")
    assert landing_hexes(s.g, s.unit("Eng-Utah"))


@covers("21.2")
def test_two_units_a_turn_leave_each_open_beach_hex() -> None:
    at = {"Eng-Omaha": "2719", "115/29": "2719", "116/29": "2719", "743Tk": "2719", "1/914/352": "2718"}
    s = scene(at, ask=Orders(by=ALLIED), steps={"115/29": 1})
    s.do("evacuate 115/29")  # even from an enemy zone
    assert s.at("115/29") == "britain"
    assert s.g.steps[s.unit("115/29")] == 1
    s.do("evacuate 743Tk")
    assert "evacuate 116/29" not in s.options()


@covers("21.2")
def test_nobody_leaves_by_a_closed_beach_but_rangers_from_pointe_du_hoc() -> None:
    s = scene({"8/4": "2814", "2Rgr": "2818", "505/82": "2818"}, ask=Orders(by=ALLIED))
    assert [text for text in s.options() if text.startswith("evacuate")] == ["evacuate 2Rgr"]


@covers("21.2")
def test_a_unit_that_has_moved_does_not_evacuate() -> None:
    s = scene({"Eng-Utah": "2814", "8/4": "2814"}, moved="8/4", ask=Orders(by=ALLIED))
    assert "evacuate 8/4" not in s.options()


@covers("21.2")
def test_evacuated_rangers_come_back_for_one_point() -> None:
    s = scene({"2Rgr": "britain", "Eng-Omaha": "2719"}, rp=[1, 0], ask=Orders(by=ALLIED))
    s.do("land 2Rgr", "at 2719 normal")
    assert s.g.rp[0] == 0
