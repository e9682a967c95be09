"""6.5, 6.6, 20.5 and 21.2: reinforcements, landings and evacuation."""

from typing import Any

import pytest
from tests.games.normandy44.support import ALLIED, CLEAR, GERMAN, STORM, Scene, reckon, scene, why_not_buy

from bocage.games.normandy44.records import points
from bocage.games.normandy44.rules.r06_landings import landing_hexes, points_received
from bocage.games.normandy44.rules.r06_reinforcements import arriving_germans, entry_cost, entry_hexes
from bocage.games.normandy44.rules.r06_replacements import Replacements
from bocage.games.normandy44.rules.r09_movement import NORMAL
from bocage.games.normandy44.rules.r09_movement_phase import MovementPhase, Orders
from bocage.testing import covers

OPEN = {"Eng-Utah": "2814", "Eng-Omaha": "2719", "Eng-Gold": "2525", "Eng-Juno": "2527", "Eng-Sword": "2431"}


@covers("6.5.1")
@pytest.mark.parametrize(("row", "points"), [(CLEAR, (6, 6)), (2, (6, 6)), (STORM, (0, 0))])
def test_six_points_an_army_in_fair_weather(row: int, points: tuple[int, int]) -> None:
    assert points_received(scene(OPEN, row=row).g) == points


@covers("6.5.1")
def test_a_unit_costs_its_points_and_they_run_out() -> None:
    at = OPEN | {"39/9": "britain", "47/9": "britain", "CCA/2Armd": "britain", "634TD": "britain"}
    s = scene(at, rp=[4, 6], ask=Orders(by=ALLIED))
    assert {"land 39/9", "land CCA/2Armd", "land 634TD"} <= set(s.options())
    s.do("land 39/9", "at 2814 normal", "halt")
    assert s.g.rp == [1, 6]
    assert [text for text in s.options() if text.startswith("land")] == ["land 634TD"]


@covers("6.5.2", "9.10")
def test_a_landing_is_the_first_hex_of_tactical_movement() -> None:
    s = scene(OPEN | {"12/4": "britain"}, rp=[6, 6], ask=Orders(by=ALLIED))
    s.do("land 12/4", "at 2814 normal")
    assert set(s.options()) == {"to 2913", "to 2813", "to 2713", "halt"}
    s.do("to 2813")
    assert s.at("12/4") == "2813"
    assert s.g.regroup == s.units("12/4")
    assert "reserve 12/4" not in s.options()


@covers("6.5.2", "11.1")
def test_landed_units_attack_at_half() -> None:
    s = scene({"12/4": "2814", "SP-Dunes": "2913"}, regroup="12/4")
    assert reckon(s, "2913", "12/4", "12/4")[0] == 3


@covers("6.5.2")
def test_four_points_a_turn_land_on_each_beach_and_the_british_mulberry_counts_as_gold() -> None:
    at = OPEN | {"39/9": "britain", "712Tk": "britain", "152/51": "britain"}
    s = scene(at, rp=[6, 6], landed=[3, 0, 3, 0, 0], mulberry=[0, -1])
    s.g.mulberry_at = [s.space("2719"), s.space("2524")]
    assert s.names(landing_hexes(s.g, s.unit("39/9"))) == "2719 2620"  # Omaha, not Utah
    brigade = s.names(landing_hexes(s.g, s.unit("152/51"))).split()
    assert not {"2525", "2526", "2524"} & set(brigade)
    assert "2527" in brigade
    assert "2524" in s.names(landing_hexes(scene(at, rp=[6, 6], mulberry=[0, -1]).g, s.unit("152/51")))


@covers("6.5.3")
def test_lost_engineers_and_mulberries_cost_two_points_but_sword_costs_nothing() -> None:
    without = {name: at for name, at in OPEN.items() if name != "Eng-Utah"}
    assert points_received(scene(without).g) == (4, 6)
    no_sword = {name: at for name, at in OPEN.items() if name != "Eng-Sword"}
    assert points_received(scene(no_sword).g) == (6, 6)
    assert points_received(scene(OPEN, mulberry=[-2, -2]).g) == (4, 4)


@covers("5.3", "6.5.1", "21.1.3")
def test_three_points_buy_a_supply_point_through_a_finished_mulberry() -> None:
    s = scene(OPEN, rp=[6, 6], mulberry=[-1, 0], ask=Replacements(by=ALLIED))
    assert s.options() == ["buy us", "end"]
    s.do("buy us")
    assert (s.g.supply_us, s.g.rp) == (1, [3, 6])
    assert why_not_buy(s.g, 0).rule == "6.5.2"  # type: ignore[union-attr]
    assert why_not_buy(s.g, 1).rule == "5.3"  # type: ignore[union-attr]


@covers("6.6")
def test_germans_enter_at_their_colour_and_a_zone_further_for_each_turn_they_wait() -> None:
    s = scene({"857/346": "reinforcements"}, turn=2)
    tags, unit = s.g.board.tags, s.unit("857/346")
    assert arriving_germans(s.g) == s.units("857/346")
    assert entry_hexes(s.g, unit) == tags["entry-blue"]
    s.g.turn = 3
    assert entry_hexes(s.g, unit) == tags["entry-blue"] | tags["entry-red"]
    s.g.turn = 5
    assert entry_hexes(s.g, unit) == tags["entry-blue"] | tags["entry-red"] | tags["entry-orange"] | tags["entry-green"]
    assert arriving_germans(scene({"857/346": "reinforcements"}, turn=1).g) == 0


@covers("6.6", "15.1")
def test_entering_costs_the_road_rate_and_a_unit_that_stays_near_may_go_into_reserve() -> None:
    s = scene({"901/Lehr": "reinforcements"}, turn=4, ask=Orders(by=GERMAN))
    s.do("enter 901/Lehr")
    assert "at 1016 normal" in s.options()
    assert "at 1016 strategic" in s.options()
    s.do("at 1016 normal", "halt")
    assert "reserve 901/Lehr" in s.options()
    t = scene({"901/Lehr": "reinforcements"}, turn=4, ask=Orders(by=GERMAN))
    t.do("enter 901/Lehr", "at 1016 normal", "to 1417", "halt")
    assert "reserve 901/Lehr" not in t.options()


@covers("6.6")
def test_a_unit_may_enter_into_an_enemy_zone_and_stops() -> None:
    s = scene({"901/Lehr": "reinforcements", "39/9": "1116"}, turn=4, ask=Orders(by=GERMAN))
    s.do("enter 901/Lehr")
    assert "at 1016 strategic" not in s.options()
    s.do("at 1016 normal")
    assert s.refusal("move 901/Lehr").rule == "9.1"


@covers("6.6", "9.10")
def test_a_reinforcement_may_come_on_tactically_with_the_entry_hex_as_its_first() -> None:
    def ask(**more: Any) -> Scene:
        return scene({"901/Lehr": "reinforcements", **more.pop("at", {})}, turn=4, ask=Orders(by=GERMAN), **more)

    s = ask()
    s.do("enter 901/Lehr")
    for manner in ("normal", "strategic", "tactical"):
        assert f"at 1016 {manner}" in s.options()
    s.do("at 1016 tactical")
    assert set(s.options()) == {"to 1015", "to 1115", "to 1116", "to 1017", "halt"}  # one hex more, whatever it costs
    s.do("to 1115")
    assert s.at("901/Lehr") == "1115"
    assert s.refusal("move 901/Lehr").rule == "9.1"
    assert s.refusal("reserve 901/Lehr").rule == "15.1"  # 9.10
    t = ask(at={"39/9": "1116"})
    t.do("enter 901/Lehr", "at 1016 tactical")  # into an enemy zone, where it stops
    assert t.at("901/Lehr") == "1016"
    assert t.refusal("move 901/Lehr").rule == "9.1"


@covers("6.6")
def test_the_panthers_of_the_ninth_come_on_one_or_two_or_never() -> None:
    s = scene({"1/9/9SS": "reinforcements"}, turn=21, ask=MovementPhase(side=GERMAN))
    s.do("roll 3")
    assert s.at("1/9/9SS") == "removed"
    t = scene({"1/9/9SS": "reinforcements"}, turn=21, ask=MovementPhase(side=GERMAN))
    t.do("roll 2")
    assert "enter 1/9/9SS" in t.options()


@covers("20.5.1", "20.5.2", "20.2.5")
def test_the_follow_up_wave_lands_on_turn_1_as_reinforcements() -> None:
    at = {"Eng-Utah": "2814", "22/4": "followup-utah", "327/101": "followup-utah", "39/9": "britain"}
    s = scene(at, turn=1, ask=Orders(by=ALLIED))
    assert sorted(text for text in s.options() if text.startswith("land")) == ["land 22/4", "land 327/101"]
    s.do("land 327/101", "at 2814 normal", "halt")
    assert s.g.regroup == s.units("327/101")
    assert s.g.landed == [0] * 5  # 20.5.3: it counts against nothing


@covers("20.5.3")
def test_follow_up_units_wait_while_stacking_forbids_and_land_free_later() -> None:
    at = {"Eng-Omaha": "2719", "115/29": "2719", "116/29": "2719", "16/1": "2620", "18/1": "2620"}
    wall = {"857/346": "2619", "858/346": "2718", "1/914/352": "2621", "2/914/352": "2520"}
    s = scene(
        at | wall | {"26/1": "followup-omaha", "HQ-5US": "followup-omaha"}, turn=2, rp=[0, 0], ask=Orders(by=ALLIED)
    )
    assert [text for text in s.options() if text.startswith("land")] == ["land HQ-5US"]


@covers("17.8", "21.1.4")
def test_only_its_engineer_may_land_on_a_closed_beach_and_only_in_friendly_hands() -> None:
    at = {"Eng-Utah": "followup-utah", "22/4": "followup-utah", "12/4": "2814"}
    s = scene(at, turn=1, ask=Orders(by=ALLIED))
    assert [text for text in s.options() if text.startswith("land")] == ["land Eng-Utah"]
    s.do("land Eng-Utah", "at 2814 normal")
    assert "land 22/4" in s.options()
    assert "move Eng-Utah" not in s.options()
    t = scene({"Eng-Utah": "followup-utah"}, turn=1, ask=Orders(by=ALLIED))
    assert t.options() == ["end"]


@covers("21.2")
def test_two_units_a_turn_may_be_taken_off_each_open_beach_hex() -> None:
    at = OPEN | {"12/4": "2814", "22/4": "2814", "70Tk": "2814", "2Rgr": "2818", "125/21Pz": "2713"}
    s = scene(at, steps={"12/4": 1}, ask=Orders(by=ALLIED))
    leaving = [text for text in s.options() if text.startswith("evacuate")]
    assert sorted(leaving) == ["evacuate 12/4", "evacuate 22/4", "evacuate 2Rgr", "evacuate 70Tk"]
    s.do("evacuate 12/4", "evacuate 70Tk")
    assert (s.at("12/4"), s.g.steps[s.unit("12/4")]) == ("britain", 1)
    assert [text for text in s.options() if text.startswith("evacuate")] == ["evacuate 2Rgr"]


@covers("6.2.4", "6.2.5", "21.2")
def test_a_unit_rebuilt_in_britain_lands_away_from_the_enemy_and_stays_on_the_beach() -> None:
    at = OPEN | {"12/4": "britain", "1057/91": "2813"}
    s = scene(at, rp=[6, 6], replaced="12/4", returned=0, ask=Orders(by=ALLIED))
    s.do("land 12/4")
    assert "at 2814 normal" not in s.options()  # in a German zone
    s.do("at 2719 normal")
    assert s.at("12/4") == "2719"
    assert "end" in s.options()  # no second hex


@covers("6.6", "9.9")
@pytest.mark.parametrize(("row", "able"), [(2, True), (CLEAR, False)])
def test_cyclists_may_ride_on_from_the_map_edge(row: int, *, able: bool) -> None:
    s = scene({"Fus/353": "reinforcements"}, turn=12, row=row, ask=Orders(by=GERMAN))
    s.do("enter Fus/353")
    assert ("at 1010 bicycle" in s.options()) == able
    if not able:
        assert s.refusal("at 1010 bicycle").rule == "9.9"
        return
    s.do("at 1010 bicycle")
    ridden = max(s.g.board.distance(s.space("1010"), s.space(text[3:])) for text in s.options() if text[:3] == "to ")
    assert ridden > 6  # twelve hexes of road for six points, one of them paid


@covers("6.6")
def test_entry_is_paid_by_the_road_costs_of_the_data() -> None:
    s = scene({"125/21Pz": "reinforcements", "Fus/353": "reinforcements"}, row=STORM)
    road = s.g.board.road_costs["primary"]
    for name in ("125/21Pz", "Fus/353"):
        unit = s.unit(name)
        wanted = road.mech if s.g.board.atlas.roster.mech >> unit & 1 else road.foot
        assert entry_cost(s.g, unit, s.space("1010"), NORMAL) == points(wanted)


@covers("6.5.1", "6.5.2", "21.1.1", "6.6", "21.2")
def test_refusals_name_what_is_lacking() -> None:
    at = {"115/29": "followup-omaha", "39/9": "britain", "26/1": "2711", "Fus/353": "reinforcements"}
    s = scene(at, turn=1, ask=Orders(by=ALLIED))
    assert s.refusal("land 115/29").rule == "21.1.1"
    assert "engineer" in s.refusal("land 115/29").text
    assert s.refusal("land 39/9").text == "units in Britain cannot land before turn 2"
    assert s.refusal("land 26/1").rule == "6.5.1"
    assert s.refusal("evacuate 26/1").text == "26/1 is not on an open beach"
    s = scene(at | OPEN, rp=[2, 0], ask=Orders(by=ALLIED))
    assert s.refusal("land 39/9").text == "39/9 costs 3 reinforcement points and 2 are left"
    s = scene(at, turn=2, ask=Orders(by=GERMAN))
    assert "comes on turn" in s.refusal("enter Fus/353").text
