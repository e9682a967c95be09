"""17.9: cadres."""

from tests.games.normandy44.support import ALLIED, scene, why_not_return

from bocage.games.normandy44.rules.r06_replacements import Replacements
from bocage.games.normandy44.rules.r10_combat import able
from bocage.games.normandy44.rules.r17_cadres import cadre_available, eliminate, lose_step, strength
from bocage.games.normandy44.sides import US_INFANTRY
from bocage.testing import covers


@covers("17.9.1", "12.3")
def test_a_three_step_unit_on_its_last_step_is_a_cadre_in_its_hex() -> None:
    s = scene({"16/1": "1631"})
    lose_step(s.g, s.unit("16/1"))
    assert s.g.boxed == 0
    lose_step(s.g, s.unit("16/1"))
    assert (s.at("16/1"), s.g.steps[s.unit("16/1")], s.g.boxed) == ("1631", 1, s.units("16/1"))


@covers("17.9.1", "17.9.5")
def test_without_a_cadre_to_be_had_the_unit_is_gone_for_good() -> None:
    s = scene({"7/3Can": "1631", "8/3Can": "1632"}, steps={"7/3Can": 2}, boxed="8/3Can 9/3Can")
    assert cadre_available(s.g, s.unit("7/3Can"))  # three Canadian boxes
    british = "69/50 151/50 231/50 56/50 152/51 153/51 154/51 70/49"
    t = scene({"146/49": "1631"}, steps={"146/49": 2}, boxed=british)
    assert not cadre_available(t.g, t.unit("146/49"))  # five and three boxes serve British infantry
    lose_step(t.g, t.unit("146/49"))
    assert t.at("146/49") == "dead"
    assert not t.g.boxed & t.units("146/49")


@covers("17.9.5")
def test_a_box_serves_one_of_two_kinds() -> None:
    airborne = "501/101 502/101 506/101 505/82 507/82 508/82 325/82"
    s = scene(boxed=airborne)
    assert not cadre_available(s.g, s.unit("327/101"))  # seven boxes know paratroops
    assert cadre_available(s.g, s.unit("16/1"))  # infantry may still use the armour boxes


@covers("17.9.2")
def test_cadres_defend_but_do_not_attack() -> None:
    s = scene({"16/1": "1631", "1/914/352": "1731"}, steps={"16/1": 1})
    assert able(s.g, ALLIED) == 0
    roster = s.g.board.atlas.roster
    assert roster.strength[s.unit("16/1")][1] == 2
    assert roster.strength[s.unit("25/12SS")][1] == 3  # an SS cadre


@covers("17.9.4")
def test_an_eliminated_cadre_keeps_its_box() -> None:
    s = scene({"16/1": "1631"}, steps={"16/1": 1}, boxed="16/1")
    eliminate(s.g, s.unit("16/1"))
    assert s.at("16/1") == "dead"
    assert s.g.boxed == s.units("16/1")


@covers("17.9.1", "17.9.2")
def test_the_second_loss_of_a_three_step_unit_forms_a_cadre_that_cannot_attack() -> None:
    s = scene({"8/4": "2812", "795/709": "2811"})
    unit = s.unit("8/4")
    lose_step(s.g, unit)
    assert (strength(s.g, unit), s.g.boxed) == (4, 0)
    lose_step(s.g, unit)
    assert strength(s.g, unit) == 2
    assert s.g.boxed == s.units("8/4")
    assert not able(s.g, ALLIED) & s.units("8/4")
    lose_step(s.g, unit)
    assert s.at("8/4") == "dead"
    assert s.g.boxed == s.units("8/4")  # its box stays taken (17.9.4)


@covers("17.9.1", "17.9.5")
def test_without_a_box_the_unit_is_gone_for_good() -> None:
    s = scene({"7/3Can": "2426", "8/3Can": "2427", "9/3Can": "2326"}, steps={"7/3Can": 2})
    assert cadre_available(s.g, s.unit("7/3Can"))
    british = {"5/6Abn": "2131", "6/6Abn": "2132"}
    s = scene(british, steps={"5/6Abn": 2, "6/6Abn": 2})
    for name in british:
        lose_step(s.g, s.unit(name))
    assert s.g.boxed == s.units("5/6Abn 6/6Abn")  # both airborne boxes
    us = [
        "39/9",
        "47/9",
        "60/9",
        "313/79",
        "314/79",
        "315/79",
        "117/30",
        "119/30",
        "120/30",
        "357/90",
        "358/90",
        "359/90",
        "9/2",
        "23/2",
    ]
    hexes = [
        "2811",
        "2812",
        "2813",
        "2710",
        "2711",
        "2712",
        "2713",
        "2910",
        "2911",
        "2912",
        "3010",
        "3011",
        "3012",
        "3110",
    ]
    s = scene(dict(zip(us, hexes, strict=True)), steps=dict.fromkeys(us, 2))
    for name in us:
        lose_step(s.g, s.unit(name))
    assert s.g.boxed.bit_count() == 13
    assert s.at(us[-1]) == "dead"
    because = why_not_return(s.g, s.unit(us[-1]))
    assert because is not None


@covers("17.9.3")
def test_a_replacement_turns_a_cadre_back_into_its_unit() -> None:
    s = scene({"8/4": "2813", "Eng-Utah": "2814"}, steps={"8/4": 1}, boxed="8/4")
    s.g.replacements[US_INFANTRY] = 1
    s.ask(Replacements(by=ALLIED))
    s.do("replace 8/4")
    assert s.g.steps[s.unit("8/4")] == 2
    assert not s.g.boxed
    assert s.g.replaced == s.units("8/4")


@covers("17.9.4")
def test_an_eliminated_three_step_unit_returns_first_as_its_cadre() -> None:
    s = scene({"8/4": "2812", "12/4": "2813", "Eng-Utah": "2814", "HQ-7US": "2813"}, steps={"8/4": 1}, boxed="8/4")
    eliminate(s.g, s.unit("8/4"))
    s.g.replacements[US_INFANTRY] = 1
    s.ask(Replacements(by=ALLIED))
    s.do("return 8/4", "at 2813 normal")
    assert s.g.steps[s.unit("8/4")] == 1
    assert s.g.boxed == s.units("8/4")
    assert s.at("8/4") == "2813"
