import pytest
from tests.games.acrosstheworld.support import table, units

from bocage.games.acrosstheworld.rules.r09_supply import Supply, allowance, sources, steps_to_source, supplied_regions
from bocage.games.acrosstheworld.rules.r10_movement_phase import Movement
from bocage.games.acrosstheworld.sides import ALLIED, GERMAN
from bocage.games.acrosstheworld.state import BUILT
from bocage.testing import covers


@covers("9.1")
def test_allied_supply_comes_from_beaches_ports_and_mulberry() -> None:
    s = table({}, allied="U G 1 18")
    assert s.names(sources(s.g, ALLIED)) == "U G 1"
    s = table({}, allied="21 18", harbour=BUILT)
    assert s.names(sources(s.g, ALLIED)) == "21"
    s = table({}, allied="25 S 26")
    assert s.names(sources(s.g, ALLIED)) == "S 25"


@covers("9.3")
def test_german_supply_comes_from_five_regions_while_they_are_german() -> None:
    s = table({})
    assert s.names(sources(s.g, GERMAN)) == "11 16 27 28 29"
    s.g.allied = s.spaces("11 29")
    assert s.names(sources(s.g, GERMAN)) == "16 27 28"


@covers("9.4")
def test_a_chain_of_friendly_regions_has_no_limit() -> None:
    s = table({}, allied="O 17 14 10 11 12 25")
    assert s.names(supplied_regions(s.g, ALLIED)) == "O 10 11 12 14 17"


@covers("9.4")
def test_no_chain_runs_through_enemy_units_but_it_may_end_beside_them() -> None:
    s = table({"17": "352 1US", "14": "29US", "O": "4US"}, Supply(by=ALLIED), allied="O 14", turn=3)
    assert s.g.unsupplied == units("29US")  # 1US stands in a disputed region beside a supplied beach


@covers("9.4")
def test_a_stack_on_a_disputed_beach_has_no_source_of_its_own() -> None:
    s = table({"O": "1US Bunker-Omaha-1"}, Supply(by=ALLIED), turn=2)
    assert s.g.unsupplied == units("1US")


@covers("9.4")
def test_enemy_country_cuts_the_chain() -> None:
    s = table({"14": "352"}, Supply(by=GERMAN), allied="8 9 10 12 13 15 17 19", turn=3, active=GERMAN)
    assert s.g.unsupplied == units("352")


@covers("9.2")
def test_from_turn_six_a_beach_feeds_eight_combat_units_and_the_owner_picks_who_goes_short() -> None:
    nine = "50UK 49UK 3UK 51UK 43UK 59UK 53UK 15UK 3CA"
    s = table({"24": nine + " UK-Guns Dempsey"}, Supply(by=ALLIED), allied="G 24", turn=6)
    assert s.decides == "Allied"
    assert "short 50UK" in s.options()
    assert s.refusal("short UK-Guns").rule == "9.2"
    s.do("short 51UK")
    assert s.g.unsupplied == units("51UK")
    s = table({"24": nine}, Supply(by=ALLIED), allied="G 24", turn=5)
    assert s.g.unsupplied == 0


@covers("9.2")
def test_two_beaches_feed_sixteen_and_ports_any_number() -> None:
    nine = "50UK 49UK 3UK 51UK 43UK 59UK 53UK 15UK 3CA"
    assert table({"24": nine}, Supply(by=ALLIED), allied="G J 24", turn=6).g.unsupplied == 0
    assert table({"24": nine}, Supply(by=ALLIED), allied="G 21 24", turn=6, harbour=BUILT).g.unsupplied == 0
    s = table({"24": nine}, Supply(by=ALLIED), allied="G U 24", turn=6)  # Utah is not joined to Gold
    assert s.decides == "Allied"


@covers("9.2")
def test_ten_units_on_one_beach_leave_two_short() -> None:
    ten = "50UK 49UK 3UK 51UK 43UK 59UK 53UK 15UK 3CA 2CA-Bde"
    s = table({"24": ten}, Supply(by=ALLIED), allied="G 24", turn=7)
    s.do("short 50UK")
    assert "short 50UK" not in s.options()
    s.do("short 49UK")
    assert s.g.unsupplied == units("50UK 49UK")


@covers("9.5")
def test_out_of_supply_a_unit_moves_half_as_far_rounded_up() -> None:
    s = table({"24": "50UK 8UK-Bde"}, unsupplied=units("50UK 8UK-Bde 709"))
    assert [allowance(s.g, s.unit(name)) for name in ("50UK", "8UK-Bde", "709")] == [1, 2, 1]
    s.g.unsupplied = 0
    assert [allowance(s.g, s.unit(name)) for name in ("50UK", "8UK-Bde", "709")] == [2, 3, 1]


@covers("9.5")
def test_supply_regained_ends_it() -> None:
    s = table({"24": "50UK"}, Supply(by=ALLIED), allied="G 24", turn=3, unsupplied=units("50UK"))
    assert s.g.unsupplied == 0


@covers("9.5")
def test_the_supply_phase_of_one_side_leaves_the_other_alone() -> None:
    s = table({"24": "50UK", "25": "21Pz"}, Supply(by=GERMAN), turn=3, unsupplied=units("50UK"), active=GERMAN)
    assert s.g.unsupplied == units("50UK")


@covers("9.6")
@pytest.mark.parametrize(("roll", "steps"), [(5, 2), (6, 1)])
def test_the_second_hungry_phase_running_costs_a_step_above_morale(roll: int, steps: int) -> None:
    s = table({"23": "50UK"}, Supply(by=ALLIED), turn=3)
    assert s.decides == ""  # the first time nothing happens
    s.g.turn = 4
    s.ask(Supply(by=ALLIED))
    s.do(f"roll {roll}")
    assert s.g.steps[s.unit("50UK")] == steps


@covers("9.6")
def test_attrition_kills_a_unit_of_one_step() -> None:
    s = table({"23": "8UK-Bde"}, Supply(by=ALLIED), turn=4, unsupplied=units("8UK-Bde"))
    s.do("roll 6")
    assert s.at("8UK-Bde") == ""


@covers("9.7")
def test_bunkers_leaders_and_troops_at_sea_need_no_supply() -> None:
    s = table({"U": "Bunker-Utah", "Channel": "9US", "5": "Bradley"}, Supply(by=ALLIED), turn=4)
    assert s.g.unsupplied == 0
    s = table({"U": "Bunker-Utah"}, Supply(by=GERMAN), turn=4, allied="5 8", active=GERMAN)
    assert s.g.unsupplied == 0


@covers("9.7")
def test_a_besieged_garrison_is_not_checked() -> None:
    stacks = {"1": "709 Schlieben 77 4US"}
    s = table(stacks, Supply(by=GERMAN), turn=4, besieged=units("709 77 Schlieben"), allied="1", active=GERMAN)
    s.do("lose 77")
    assert s.g.unsupplied == 0


def test_the_nearest_source_is_counted_in_regions() -> None:
    s = table({}, allied="G 24 22")
    assert [steps_to_source(s.g, ALLIED, s.space(name)) for name in ("G", "24", "22", "19")] == [0, 1, 2, 3]
    assert steps_to_source(s.g, ALLIED, s.space("1")) == 99
    assert Movement(by=ALLIED).options(s.g) == [("done",)]
