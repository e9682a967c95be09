from typing import Any

import pytest
from tests.games.acrosstheworld.support import table, units

from bocage.games.acrosstheworld.rules.r10_movement import cost_to_enter
from bocage.games.acrosstheworld.rules.r10_movement_phase import Movement
from bocage.games.acrosstheworld.rules.r12_battle import PickBattle
from bocage.games.acrosstheworld.sides import ALLIED, GERMAN
from bocage.games.acrosstheworld.state import BUILT, Campaign
from bocage.testing import Situation, covers


def move(stacks: dict[str, str], by: int = ALLIED, allied: str = "", **fields: Any) -> Situation[Campaign]:
    return table(stacks, Movement(by=ALLIED if by == ALLIED else GERMAN), allied=allied, active=by, **fields)


@covers("10.1")
def test_a_stack_is_taken_together_and_moves_at_the_pace_of_its_slowest_member() -> None:
    s = move({"24": "Dempsey 50UK 8UK-Bde"}, allied="24 22 18 21 G J")
    s.do("take 8UK-Bde")
    assert s.options()[:3] == ["take 50UK", "take Dempsey", "all"]
    s.do("take 50UK")
    assert "2 movement points" in s.g.stack[-1][0].prompt(s.g)
    s.do("march 18")
    assert (s.at("8UK-Bde"), s.at("50UK"), s.at("Dempsey")) == ("18", "18", "24")


@covers("10.1")
def test_all_takes_everybody_beside_it() -> None:
    s = move({"24": "Dempsey 50UK 8UK-Bde"}, allied="24 22 18")
    s.do("take 50UK", "all")
    assert "all" not in s.options()
    s.do("march 18", "halt")
    assert {s.at(name) for name in ("Dempsey", "50UK", "8UK-Bde")} == {"18"}
    assert s.options() == ["done"]


@covers("10.1")
def test_a_counter_moves_once_in_its_own_turn() -> None:
    s = move({"24": "50UK", "25": "21Pz"}, allied="24 18 22")
    s.do("take 50UK", "march 18", "halt")
    assert s.refusal("take 50UK").rule == "10.1"
    assert s.refusal("take 21Pz").rule == "10.1"
    assert s.refusal("take 49UK").text == "British 49th Infantry is not in play"


@covers("10.1")
def test_only_counters_beside_it_join_a_stack() -> None:
    s = move({"24": "50UK", "18": "49UK"}, allied="24 18")
    s.do("take 50UK")
    assert s.refusal("take 49UK").text == "British 49th Infantry is not at Creully"
    assert s.refusal("take 50UK").text == "British 50th Infantry is in the stack already"


@covers("10.1")
def test_a_stack_under_way_takes_nobody_up() -> None:
    s = move({"24": "8UK-Bde", "18": "50UK"}, allied="24 18 17 21 22")
    s.do("take 8UK-Bde", "march 18")
    assert s.refusal("take 50UK").rule == "10.1"


@covers("10.1")
def test_a_march_ends_when_the_points_are_spent() -> None:
    s = move({"24": "8UK-Bde"}, allied="24 18 17 22 21 G J 19")
    s.do("take 8UK-Bde", "march 18")  # 1 of 3
    assert s.why_not("march 17") is None
    s.do("march 17")  # bocage: the last two
    assert s.options() == ["done"]


@covers("10.1")
def test_what_costs_too_much_is_refused_under_way() -> None:
    s = move({"24": "50UK"}, allied="24 18 17 22 21 G J 19")
    s.do("take 50UK", "march 18")
    assert s.refusal("march 17").rule == "10.1"
    assert s.why_not("march 21") is None


@covers("10.2")
@pytest.mark.parametrize(
    ("start", "goal", "cost"),
    [("24", "G", 1), ("24", "18", 1), ("24", "22", 2), ("14", "13", 2), ("22", "20", 2), ("18", "19", 2)],
)
def test_terrain_has_its_cost(start: str, goal: str, cost: int) -> None:
    s = table({}, allied=f"{start} {goal}")
    assert cost_to_enter(s.g, ALLIED, s.space(start), s.space(goal)) == cost


@covers("10.3")
@pytest.mark.parametrize(("start", "goal", "cost"), [("25", "26", 2), ("26", "25", 2), ("5", "8", 3), ("15", "14", 3)])
def test_a_river_costs_one_more(start: str, goal: str, cost: int) -> None:
    s = table({})
    assert cost_to_enter(s.g, GERMAN, s.space(start), s.space(goal)) == cost


@covers("10.4")
def test_a_stack_always_may_go_one_region() -> None:
    s = move({"5": "Collins 4US"}, allied="5 8")
    s.do("take 4US", "march 8")  # marsh over a river: three points, and it has two
    assert s.at("4US") == "8"
    assert s.options() == ["take Collins", "done"]


@covers("10.4")
def test_but_a_bunker_never() -> None:
    s = move({"S": "Bunker-Sword"}, by=GERMAN)
    assert s.options() == ["done"]
    assert s.refusal("take Bunker-Sword").rule == "15.1"


@covers("10.5")
def test_an_empty_enemy_region_costs_one_more() -> None:
    s = table({"18": "352"}, allied="24")
    start = s.space("24")
    assert cost_to_enter(s.g, ALLIED, start, s.space("G")) == 2
    assert cost_to_enter(s.g, ALLIED, start, s.space("18")) == 1  # it is not empty


@covers("10.6")
def test_a_stack_stops_where_enemies_stand_and_must_attack() -> None:
    s = move({"24": "Dempsey 8UK-Bde", "18": "352"}, allied="24 G J")
    s.do("take 8UK-Bde", "take Dempsey", "march 18")
    assert s.options() == ["done"]
    s.ask(PickBattle(by=ALLIED))
    assert s.options() == ["attack 18"]
    assert s.refusal("done").rule == "10.6"


@covers("10.7")
def test_a_stack_needs_a_leader_to_enter_among_enemies() -> None:
    s = move({"24": "Dempsey 50UK", "18": "352"}, allied="24 G")
    s.do("take 50UK")
    assert s.refusal("march 18").rule == "10.7"
    s.do("take Dempsey", "march 18")
    assert s.at("50UK") == "18"


@covers("10.7")
def test_a_leader_who_is_there_will_do() -> None:
    s = move({"24": "50UK", "18": "352 Dempsey 49UK"}, allied="24")
    s.do("take 50UK", "march 18")
    assert s.at("50UK") == "18"


@covers("10.8")
def test_one_stack_only_enters_a_region_with_enemies() -> None:
    s = move({"24": "Dempsey 50UK", "17": "Gerow 1US", "18": "352"}, allied="24 17")
    s.do("take 50UK", "take Dempsey", "march 18")
    s.do("take 1US", "take Gerow")
    assert s.refusal("march 18").rule == "10.8"


@covers("10.9")
def test_trains_cost_nothing_and_go_any_distance_through_friendly_regions() -> None:
    s = move({"28": "12SS"}, by=GERMAN)
    s.do("take 12SS", "rail 1", "march 4")
    assert s.at("12SS") == "4"  # all the way to Cherbourg, and then two points into bocage
    s = move({"28": "12SS"}, by=GERMAN)
    s.do("take 12SS", "rail 11")
    assert "3 movement points" in s.g.stack[-1][0].prompt(s.g)


@covers("10.9")
def test_trains_stop_short_of_enemy_country_and_of_enemies() -> None:
    s = move({"28": "12SS"}, by=GERMAN, allied="22")
    s.do("take 12SS")
    assert s.refusal("rail 22").text == "Tilly is not a friendly region without enemies"
    assert s.refusal("rail 18").text == "no railway through friendly regions leads from Argences to Bayeux"
    assert s.why_not("rail 25") is None
    s = move({"28": "12SS", "22": "50UK 352"}, by=GERMAN)
    s.do("take 12SS")
    assert s.refusal("rail 22").rule == "10.9"


@covers("10.9")
def test_rail_movement_comes_before_any_other_and_needs_a_railway() -> None:
    s = move({"28": "12SS"}, by=GERMAN)
    s.do("take 12SS", "march 27")
    assert s.refusal("rail 25").rule == "10.9"
    s = move({"26": "12SS 352"}, by=GERMAN)
    s.do("take 12SS")
    assert "all" not in s.options()  # one companion is simply taken
    assert str(s.refusal("rail 25")) == "no railway runs through Bénouville (rule 10.9)"
    s = move({"28": "12SS"}, by=GERMAN)
    s.do("take 12SS", "rail 25")
    assert s.refusal("rail 28").rule == "10.9"
    assert not [text for text in s.options() if text.startswith("rail")]


@covers("10.9")
def test_no_train_leaves_a_disputed_region() -> None:
    s = move({"25": "21Pz 50UK"}, by=GERMAN)
    s.do("take 21Pz")
    assert s.refusal("rail 28").rule == "10.9"


@covers("10.9")
def test_trains_respect_difficult_terrain() -> None:
    six = "21Pz 12SS 352 243 77 275"
    s = move({"8": six, "3": "709"}, by=GERMAN)
    s.do("take 709")
    assert s.refusal("rail 8").rule == "3.4"
    assert "rail 13" in s.options()


@covers("10.9")
def test_after_the_train_a_stack_may_march_and_attack() -> None:
    s = move({"28": "Dietrich 12SS", "24": "50UK"}, by=GERMAN, allied="24")
    s.do("take 12SS", "take Dietrich", "rail 25", "march 24")
    assert s.at("12SS") == "24"


@covers("10.10")
def test_troops_at_sea_land_on_beaches_in_ports_and_at_mulberry() -> None:
    s = move({"Channel": "Bradley 90US"}, allied="U 1 21", turn=3, arrived=units("Bradley 90US"))
    s.do("take 90US")
    assert [text for text in s.options() if text.startswith("land")] == [f"land {name}" for name in "UOGJS1"]
    assert s.refusal("land 21").rule == "10.10"
    assert s.refusal("land 11").rule == "10.10"
    assert s.refusal("land 2").rule == "10.10"
    s.g.harbour = BUILT
    s.do("land 21")
    assert s.at("90US") == "21"
    assert s.refusal("take 90US").rule == "10.1"  # landing is the whole move


@covers("10.10")
def test_an_assault_from_the_sea_needs_a_leader_too() -> None:
    s = move({"Channel": "Bradley 90US", "U": "Bunker-Utah"}, turn=3)
    s.do("take 90US")
    assert s.refusal("land U").rule == "10.7"
    s.do("take Bradley", "land U")
    assert s.g.landed == units("90US Bradley")
    assert s.g.assaulted == s.spaces("U")


@covers("8.3", "10.10")
def test_a_group_that_still_waits_may_only_go_for_its_own_beach() -> None:
    s = move({"Channel": "Bradley 90US", "U": "4US Bunker-Utah"}, allied="O G", turn=3)
    s.do("take 90US")
    assert s.refusal("land O").rule == "8.3"
    s.do("take Bradley", "land U")
    assert s.at("90US") == "U"
    assert s.g.arrived & units("90US")


@covers("8.4")
def test_a_group_that_waits_for_a_port_does_not_come_over_a_beach() -> None:
    s = move({"Channel": "O'Connor 15UK"}, allied="O G", turn=9)
    assert s.options() == ["done"]
    s = move({"Channel": "O'Connor 15UK 4US"}, allied="O G", turn=9)
    s.do("take 4US", "all")
    assert s.refusal("land G").rule == "8.3"


@covers("10.10")
def test_nobody_embarks_and_nobody_lands_in_bad_weather() -> None:
    s = move({"U": "4US"}, allied="U 5")
    s.do("take 4US")
    assert s.refusal("march Channel").rule == "10.10"
    assert s.refusal("land O").rule == "10.10"
    s = move({"Channel": "90US"}, allied="U", turn=3)
    s.do("take 90US")
    s.g.bad_until = 6
    assert s.refusal("land U").rule == "7.1"


@covers("10.11")
def test_a_stack_among_enemies_leaves_only_for_friendly_country() -> None:
    s = move({"18": "Dempsey 50UK 352", "24": "49UK", "17": "77"}, allied="24 21")
    s.do("take 50UK", "take Dempsey")
    assert s.refusal("march 22").rule == "10.11"
    assert s.refusal("march 17").rule == "10.11"
    assert [text for text in s.options() if text.startswith("march")] == ["march 21", "march 24"]


@covers("10.11")
def test_a_stack_that_is_shut_in_is_not_offered() -> None:
    s = move({"18": "Dempsey 50UK 352"})
    assert s.options() == ["done"]
    assert s.refusal("take 50UK").rule == "10.11"


@covers("10.12")
def test_leaders_and_guns_alone_stay_in_friendly_country() -> None:
    s = move({"24": "Dempsey UK-Guns", "25": "352"}, allied="24 18")
    s.do("take Dempsey", "take UK-Guns")
    assert s.refusal("march 22").rule == "10.12"
    assert s.refusal("march 25").rule == "10.12"
    s.do("march 18")
    assert s.at("UK-Guns") == "18"


@covers("2.1")
def test_a_march_crosses_a_border() -> None:
    s = move({"24": "50UK"}, allied="24 18")
    s.do("take 50UK")
    assert s.refusal("march 1").rule == "2.1"
