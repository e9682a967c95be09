"""6.1 to 6.4 and 6.7: replacements and mobilisation."""

import pytest
from tests.games.normandy44.support import (
    ALLIED,
    GERMAN,
    Scene,
    destinations,
    scene,
    why_not_replace,
    why_not_reserve,
    why_not_return,
)

from bocage.games.normandy44.rules.r06_replacements import Replacements, keep, kinds_for, return_hexes
from bocage.games.normandy44.rules.r10_combat import able
from bocage.games.normandy44.sides import (
    BRITISH_ARMOR,
    CANADIAN_INFANTRY,
    GERMAN_ARMOR,
    GERMAN_INFANTRY,
    GERMAN_PANTHER,
    GERMAN_WEAK,
    GERMAN_WEAKEST,
    REPLACEMENTS,
    US_AIRBORNE,
    US_ARMOR,
    US_INFANTRY,
)
from bocage.testing import covers

EVERYTHING = [1] * 12


def why(s: Scene, name: str) -> str:
    """The rule that forbids a replacement, or nothing."""
    because = why_not_replace(s.g, s.unit(name))
    return because.rule if because else ""


@covers("6.1")
def test_no_more_than_nine_of_a_kind_are_kept() -> None:
    s = scene()
    keep(s.g, US_INFANTRY, 8)
    keep(s.g, US_INFANTRY, 3)
    assert s.g.replacements[US_INFANTRY] == 9


@covers("6.2.1")
def test_one_replacement_restores_one_step() -> None:
    s = scene({"857/346": "1016"}, steps={"857/346": 1}, replacements=list(EVERYTHING), ask=Replacements(by=GERMAN))
    assert "(1 German infantry, 1 German armor, " in s.prompt
    s.do("replace 857/346")
    assert s.g.steps[s.unit("857/346")] == 2
    assert s.g.replacements[GERMAN_WEAK] == 0  # the narrowest that serves
    assert s.refusal("replace 857/346").text == "857(-)/346 has had its replacement this turn"


@covers("6.2.1", "6.2.2")
def test_an_eliminated_unit_returns_on_its_lowest_step_with_a_headquarters_or_in_a_town() -> None:
    at = {"857/346": "dead", "858/346": "1016", "HQ-84": "1116"}
    s = scene(at, steps={"857/346": 0}, replacements=list(EVERYTHING), ask=Replacements(by=GERMAN))
    s.do("return 857/346")
    assert {text.split()[1] for text in s.options()} >= {"1116", "1213"}
    s.do("at 1116 normal")
    assert (s.at("857/346"), s.g.steps[s.unit("857/346")]) == ("1116", 1)
    assert s.g.replaced == s.units("857/346")


@covers("6.2.2")
def test_within_five_hexes_of_its_division_which_must_still_be_there() -> None:
    s = scene({"857/346": "dead", "858/346": "1016"}, steps={"857/346": 0}, replacements=list(EVERYTHING))
    near = return_hexes(s.g, s.unit("857/346"))
    distance = s.g.board.atlas.distance
    assert near
    assert all(distance(s.space("1016"), s.space(name)) <= 5 for name in s.names(near).split())
    t = scene({"857/346": "dead"}, steps={"857/346": 0}, replacements=list(EVERYTHING))
    assert why_not_return(t.g, t.unit("857/346")).rule == "6.2.2"  # type: ignore[union-attr]
    u = scene({"902StuG": "dead"}, steps={"902StuG": 0}, replacements=list(EVERYTHING))
    assert why_not_return(u.g, u.unit("902StuG")) is None  # it belongs to no division


@covers("6.2.3")
@pytest.mark.parametrize("state", ["disrupted", "scattered", "replaced"])
def test_a_unit_in_disorder_takes_no_replacement(state: str) -> None:
    s = scene({"857/346": "1016"}, steps={"857/346": 1}, replacements=list(EVERYTHING), **{state: "857/346"})
    assert why(s, "857/346") == "6.2.3"


@covers("6.2.3", "18.4")
def test_it_must_be_in_supply_and_not_marked_out_of_it() -> None:
    cut = {"857/346": "1731", "69/50": "1631", "151/50": "1831", "231/50": "1732"}
    s = scene(cut, steps={"857/346": 1}, replacements=list(EVERYTHING))
    assert why(s, "857/346") == "6.2.3"
    t = scene({"857/346": "1016"}, steps={"857/346": 1}, replacements=list(EVERYTHING), out_of_supply="857/346")
    assert why(t, "857/346") == "18.4"


@covers("6.2.3")
def test_none_on_turn_1_and_one_a_turn_for_an_airborne_division() -> None:
    s = scene({"857/346": "1016"}, turn=1, steps={"857/346": 1}, replacements=list(EVERYTHING))
    assert why(s, "857/346") == "6.2.3"
    at = {"507/82": "2813", "508/82": "2814", "501/101": "2814", "Eng-Utah": "2814"}
    two = {"507/82": 2, "508/82": 2, "501/101": 2}
    t = scene(at, steps=two, replacements=[0] * 7 + [3] + [0] * 4, ask=Replacements(by=ALLIED))
    t.do("replace 507/82")
    assert why(t, "508/82") == "6.2.3"
    assert why(t, "501/101") == ""


@covers("6.2.3")
def test_nations_do_not_mix_but_british_armour_serves_canadians() -> None:
    s = scene()
    assert kinds_for(s.g, s.unit("7/3Can")) == (CANADIAN_INFANTRY,)
    assert kinds_for(s.g, s.unit("FGH")) == (BRITISH_ARMOR,)
    assert kinds_for(s.g, s.unit("16/1")) == (US_INFANTRY,)


@covers("6.2.4")
def test_a_replaced_unit_moves_one_hex_and_neither_attacks_nor_goes_into_reserve() -> None:
    s = scene({"857/346": "1631", "69/50": "1832"}, replaced="857/346")
    assert destinations(s, "857/346") == {"1632", "1531", "1530", "1630", "1730"}  # 1731 is in an enemy zone
    assert not able(s.g, GERMAN)
    assert why_not_reserve(s.g, s.unit("857/346")).rule == "15.1"  # type: ignore[union-attr]


@covers("6.2.5")
def test_it_may_leave_an_enemy_zone_but_not_enter_one_and_stops_all_attacks_from_its_hex() -> None:
    s = scene({"857/346": "1631", "858/346": "1631", "69/50": "1731"}, replaced="857/346")
    assert destinations(s, "857/346") == {"1531", "1530"} | {"1630"} & destinations(s, "857/346")
    assert not {"1730", "1632"} & destinations(s, "857/346")
    assert able(s.g, GERMAN) == 0  # 858/346 shares the hex


@covers("6.2.6")
def test_armour_airborne_and_infantry_replacements_serve_their_kinds() -> None:
    s = scene()
    kinds = {name: [REPLACEMENTS[kind] for kind in kinds_for(s.g, s.unit(name))] for name in
             ("70Tk", "4Rcn", "501/101", "HQ-7US", "125/21Pz", "6FJ", "7Werfer")}  # fmt: skip
    assert kinds["70Tk"] == kinds["4Rcn"] == [REPLACEMENTS[US_ARMOR]]
    assert kinds["501/101"] == [REPLACEMENTS[US_AIRBORNE]]
    assert kinds["HQ-7US"] == [REPLACEMENTS[US_INFANTRY]]
    assert kinds["125/21Pz"] == kinds["6FJ"] == [REPLACEMENTS[GERMAN_INFANTRY]]
    assert kinds["7Werfer"][0] == REPLACEMENTS[GERMAN_ARMOR]


@covers("6.3", "17.1", "17.7")
@pytest.mark.parametrize("name", ["2Rgr", "1SSBde", "1/3FK", "439/716", "SP-Hillman"])
def test_some_units_are_never_replaced(name: str) -> None:
    assert kinds_for(scene().g, scene().unit(name)) == ()


@covers("6.4")
def test_panthers_and_tigers_need_the_armour_of_a_storm_used_at_once() -> None:
    s = scene()
    assert kinds_for(s.g, s.unit("1/12/12SS")) == kinds_for(s.g, s.unit("101Tiger")) == (GERMAN_PANTHER,)
    assert kinds_for(s.g, s.unit("2/12/12SS")) == (GERMAN_ARMOR, GERMAN_PANTHER)
    t = scene(replacements=[0, 0, 1, 1, 1] + [0] * 7, ask=Replacements(by=GERMAN))
    t.do("end")
    assert t.g.replacements[:5] == [0, 1, 0, 0, 0]  # armour is kept as ordinary armour, weak infantry is lost


@covers("6.4")
def test_the_infantry_of_rolls_5_and_6_serves_only_weak_troops() -> None:
    s = scene()
    assert kinds_for(s.g, s.unit("731/711")) == (GERMAN_WEAKEST, GERMAN_WEAK, GERMAN_INFANTRY)
    assert kinds_for(s.g, s.unit("857/346")) == (GERMAN_WEAK, GERMAN_INFANTRY)
    assert kinds_for(s.g, s.unit("6FJ")) == (GERMAN_INFANTRY,)


@covers("6.7")
def test_one_unit_of_each_coastal_division_mobilises_each_turn_on_a_free_hex() -> None:
    at = {"920/243": "mobilize-243", "921/243": "mobilize-243", "729/709": "mobilize-709"}
    s = scene(at, turn=2, ask=Replacements(by=GERMAN))
    assert s.options() == ["mobilize 920/243", "mobilize 921/243", "mobilize 729/709", "end"]
    s.do("mobilize 920/243")
    hexes = {text.split()[1] for text in s.options()}
    assert "2803" in hexes
    s.do("at 2803 normal")
    assert s.options() == ["mobilize 729/709", "end"]
    assert "2803" not in set(s.names(s.g.board.tags["mobilize-709"]).split())
    t = scene(at | {"505/82": "2804"}, turn=2, ask=Replacements(by=GERMAN))
    t.do("mobilize 920/243")
    assert "2803" not in {text.split()[1] for text in t.options()}  # in an enemy zone
    assert "mobilize 920/243" not in scene(at, turn=1, ask=Replacements(by=GERMAN)).options()


@covers("17.9.3", "17.9.4")
def test_a_cadre_is_rebuilt_in_two_replacements() -> None:
    at = {"125/21Pz": "dead", "192/21Pz": "1016", "HQ-84": "1016"}
    s = scene(at, steps={"125/21Pz": 0}, boxed="125/21Pz", replacements=[2] + [0] * 11, ask=Replacements(by=GERMAN))
    s.do("return 125/21Pz", "at 1016 normal")
    assert s.g.steps[s.unit("125/21Pz")] == 1
    assert s.g.boxed == s.units("125/21Pz")
    s.g.replaced = 0
    s.do("replace 125/21Pz")
    assert s.g.steps[s.unit("125/21Pz")] == 2
    assert s.g.boxed == 0
    t = scene(at, steps={"125/21Pz": 0}, replacements=[2] + [0] * 11)
    assert why_not_return(t.g, t.unit("125/21Pz")).rule == "17.9.1"  # type: ignore[union-attr]


@covers("17.2", "21.1.4")
def test_headquarters_return_to_cities_and_engineers_by_way_of_britain() -> None:
    at = {"HQ-84": "dead", "Eng-Utah": "dead", "12/4": "2814"}
    s = scene(at, steps={"HQ-84": 0, "Eng-Utah": 0}, replacements=list(EVERYTHING))
    city = return_hexes(s.g, s.unit("HQ-84"))
    assert city
    assert not city & ~s.g.board.atlas.city
    assert return_hexes(s.g, s.unit("Eng-Utah")) == s.spaces("britain")
