"""13 Supply, with Figure 5, and 14 Attrition."""

import pytest
from tests.games.darksummer.support import ALLIED, GERMAN, MOVE, Army, hexes, scene

from bocage.games.darksummer.rules.r06_zones_of_control import zone
from bocage.games.darksummer.rules.r08_replacements import Rebuild
from bocage.games.darksummer.rules.r11_combat import able
from bocage.games.darksummer.rules.r13_cherbourg import check_cherbourg, is_isolated, to_relocate
from bocage.games.darksummer.rules.r13_supply import (
    allowance,
    brittany_is_fed,
    fed,
    german_sources,
    in_supply,
    starving,
)
from bocage.games.darksummer.rules.r14_attrition import AttritionPhase
from bocage.testing import covers


@covers("13.1", "13.1.1")
def test_german_sources_end_one_by_one() -> None:
    s = scene()
    w, st, e = (s.g.board.tags[name] for name in "WSE")
    bracket = s.g.board.tags["E-infantry"]
    assert german_sources(s.g) == w | st | e | bracket
    s = scene(brittany_entered=True)
    assert german_sources(s.g) == st | e | bracket
    s = scene(brittany_entered=True, brittany_left=8)
    assert german_sources(s.g) == e | bracket
    s.g.exits = [s.spaces("6425"), s.spaces("6401")]
    s.g.touch()
    assert german_sources(s.g) == (e | bracket) & ~s.spaces("6401 6425")


@covers("13.1.1")
def test_a_source_under_an_allied_unit_or_zone_feeds_nobody_unless_a_german_negates_it() -> None:
    s = scene({"8/4": "6409", "22/4": "6414"})
    assert not german_sources(s.g) & s.spaces("6409 6413")
    s = scene({"8/4": "6409", "22/4": "6414", "731/711": "6413"})
    assert german_sources(s.g) & s.spaces("6413")


@covers("13.1.2", "13.2.2")
def test_each_army_draws_from_its_own_beaches_and_traces_over_the_boundary() -> None:
    s = scene({"39/9": "4404", "8A": "3305"}, open_beaches="4603")
    assert not in_supply(s.g, s.unit("39/9"))
    assert in_supply(s.g, s.unit("8A"))
    s = scene({"39/9": "4404", "8A": "3305"}, open_beaches="2403")
    assert in_supply(s.g, s.unit("39/9"))
    assert not in_supply(s.g, s.unit("8A"))


FIGURE_5 = {
    "921/243": "2505", "501/101": "2406", "506/101": "2507", "502/101": "2706", "505/82": "2404",  # A is shut in
    "6FJ": "3106", "39/9": "3008", "47/9": "2906", "60/9": "3105", "2Rng": "3306",  # B, out past the Rangers at D
    "916/352": "3606", "8A": "3706", "231/50": "3707", "69/50": "3505", "Fus/352": "3607",  # E, out by F with a friend
}  # fmt: skip


@covers("13", "13.2", "6.2")
def test_figure_5_three_germans() -> None:
    s = scene(FIGURE_5)
    assert s.g.board.terrain[s.space("2605")] == "flooded"
    assert not in_supply(s.g, s.unit("921/243"))
    assert in_supply(s.g, s.unit("6FJ"))
    assert in_supply(s.g, s.unit("916/352"))
    s.g.place(s.unit("2Rng"), s.space("lost"))
    s.g.place(s.unit("117/30"), s.space("3306"))
    assert not in_supply(s.g, s.unit("6FJ"))  # a regiment at D would reach the hex that the Rangers do not
    assert s.spaces("3607") & zone(s.g, ALLIED)
    s.g.place(s.unit("Fus/352"), s.space("lost"))
    assert not in_supply(s.g, s.unit("916/352"))  # nobody negates the zone in F any more


@covers("13.2.1")
def test_german_lines_do_not_run_through_open_beaches_or_marked_exits() -> None:
    s = scene(open_beaches="2403")
    assert not fed(s.g, Army.GERMAN) & s.spaces("2403")
    s = scene(open_beaches="4603")
    assert fed(s.g, Army.GERMAN) & s.spaces("2403")
    s.g.exits = [s.spaces("6413"), 0]
    s.g.touch()
    assert not fed(s.g, Army.GERMAN) & s.spaces("6413")


@covers("13.2.2")
def test_us_units_in_boxes_trace_by_c_and_w_hexes() -> None:
    s = scene({"8/4": "cherbourg", "22/4": "brittany"})
    assert in_supply(s.g, s.unit("8/4"))
    assert in_supply(s.g, s.unit("22/4"))
    s = scene({"8/4": "cherbourg", "22/4": "brittany"}, open_beaches="4603")
    assert not in_supply(s.g, s.unit("8/4"))
    assert not brittany_is_fed(s.g)
    s = scene({"22/4": "brittany", "125/21": "2727"})
    assert not brittany_is_fed(s.g)  # a German there, and his zone in the other two W hexes
    s = scene({"22/4": "brittany", "125/21": "2727", "8/4": "2828"})
    assert brittany_is_fed(s.g)


@covers("13.2.2")
def test_those_who_came_back_are_fed_from_brittany() -> None:
    ring = {"125/21": "5426", "192/21": "5527", "22/21": "5327"}
    s = scene(ring | {"4Cav": "5428"}, came_back="4Cav", brittany_entered=True, brittany_left=8, turn=8)
    assert in_supply(s.g, s.unit("4Cav"))
    s = scene(ring | {"4Cav": "5428"}, brittany_entered=True, brittany_left=8, turn=8)
    assert not in_supply(s.g, s.unit("4Cav"))  # it never was in Brittany


@covers("13.3")
def test_who_is_supplied_automatically() -> None:
    ring = {"8A": "4809", "27A": "4910", "33A": "4710"}
    s = scene(ring | {"SP-Utah": "4810", "731/711": "4810"}, turn=2)
    assert s.unit_names(starving(s.g)) == "731/711"
    s = scene(ring | {"SP-Utah": "4810", "731/711": "4810"}, turn=3)
    assert s.unit_names(starving(s.g)) == "731/711 SP-Utah"
    at = {"729/709": "cherbourg", "8/4": "2403", "125/21": "2303", "22/4": "east-allied", "192/21": "east-german"}
    s = scene(at, isolated=True)
    assert not starving(s.g) & s.units("729/709 8/4 22/4 192/21")


@covers("13.4")
def test_what_it_means_to_be_out_of_supply() -> None:
    ring = {"125/21": "4809", "192/21": "4910", "22/21": "4710", "4Cav": "4810"}
    s = scene(ring, boundary_lifted=True, steps={"4Cav": 1})
    assert allowance(s.g, s.unit("4Cav")) == 3
    assert not able(s.g) & s.units("4Cav")
    s.ask(Rebuild(by=ALLIED, stock=(9,) * 8))
    assert s.refusal("rebuild 4Cav us_armor").rule == "13.4"
    assert allowance(s.g, s.unit("125/21")) == 9


# --- Cherbourg ---------------------------------------------------------------------------------------------

NO_SOURCES = {"8A": "5400"}


@covers("13.5")
def test_cherbourg_is_isolated_when_no_c_hex_reaches_a_source() -> None:
    s = scene({"731/711": "1905", "729/709": "cherbourg"}, army=Army.GERMAN, kind=MOVE)
    assert not is_isolated(s.g)
    s = scene(
        NO_SOURCES | {"1058/91": "1905", "SP-Crisbecq": "2001", "729/709": "cherbourg", "125/21": "4809"},
        army=Army.GERMAN,
        kind=MOVE,
        brittany_entered=True,
        brittany_left=2,
    )
    s.g.exits[0] = s.g.board.tags["E"]
    s.g.touch()
    assert is_isolated(s.g)
    assert s.unit_names(to_relocate(s.g)) == "1058/91 125/21"
    check_cherbourg(s.g)
    assert s.at("1058/91") == "cherbourg"
    assert s.at("SP-Crisbecq") == "2001"
    assert s.g.isolated
    s.g.cherbourg_taken = 3
    check_cherbourg(s.g)
    assert not s.g.isolated


@covers("13.5")
def test_who_has_no_free_path_is_not_relocated() -> None:
    ring = {"39/9": "4809", "47/9": "4910", "60/9": "4710", "125/21": "4810"}
    s = scene(NO_SOURCES | ring, army=Army.GERMAN, kind=MOVE, brittany_entered=True, brittany_left=2)
    s.g.exits[0] = s.g.board.tags["E"]
    s.g.touch()
    check_cherbourg(s.g)
    assert s.at("125/21") == "4810"


# --- attrition ---------------------------------------------------------------------------------------------


@covers("14")
def test_attrition_takes_a_step_of_both_sides_at_once() -> None:
    ring = {"125/21": "4809", "192/21": "4910", "22/21": "4710", "4Cav": "4810"}
    s = scene(ring | {"731/711": "5103"}, weather="Rain", steps={"4Cav": 1}, ask=AttritionPhase())
    assert s.at("4Cav") == "lost"
    s = scene(ring | {"731/711": "5103"}, weather="Sun", steps={"4Cav": 1}, ask=AttritionPhase())
    assert s.at("4Cav") == "4810"


@covers("14", "11.5")
def test_what_starves_face_down_is_turned_over() -> None:
    ring = {"8A": "4809", "27A": "4910", "33A": "4710", "SP-Utah": "4810", "731/711": "5103"}
    s = scene(ring, turn=3, ask=AttritionPhase())
    assert s.decides == "chance"
    s.do("draw 3")
    assert s.at("SP-Utah") == "lost"
    assert s.g.value[s.unit("SP-Utah")] == 3


@covers("14")
@pytest.mark.parametrize("weather", ["Rain", "Storm"])
def test_two_who_would_free_each_other_both_die(weather: str) -> None:
    """Each stands in the only way of the other: neither is saved by the other's death."""
    allies = {"1SSB": "5011", "8A": "5108", "27A": "5209", "33A": "4909", "231/50": "5213"}
    germans = {"1057/91": "5010", "125/21": "5012", "192/21": "5113", "22/21": "5411"}
    steps = {"1SSB": 1, "1057/91": 1}
    for dead, saved in (("1SSB", "1057/91"), ("1057/91", "1SSB")):
        s = scene(allies | germans, steps=steps)
        assert s.unit_names(starving(s.g)) == "1SSB 1057/91"
        s.g.place(s.unit(dead), s.space("lost"))
        assert in_supply(s.g, s.unit(saved))
    s = scene(allies | germans, weather=weather, steps=steps, ask=AttritionPhase())
    assert (s.at("1SSB"), s.at("1057/91")) == ("lost", "lost")


def test_hexes_are_named_as_printed() -> None:
    s = scene()
    assert hexes(s, s.g.board.tags["W"]) == {"2628", "2727", "2828"}
    assert GERMAN == 1
