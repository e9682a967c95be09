"""17. Special units: headquarters, Werfers, garrisons, cadres."""

from tests.games.normandy44.support import ALLIED, GERMAN, STORM, Scene, destinations, scene

from bocage.games.normandy44.rules.r02_control import seize
from bocage.games.normandy44.rules.r04_weather import ready_headquarters
from bocage.games.normandy44.rules.r06_replacements import (
    Replacements,
    replacement_for,
    return_hexes,
    why_not_replace,
    why_not_return,
)
from bocage.games.normandy44.rules.r09_movement_phase import Orders, movable, release
from bocage.games.normandy44.rules.r10_combat import Support, able
from bocage.games.normandy44.rules.r11_shifts import Assault
from bocage.games.normandy44.rules.r12_determined_defence import lead_candidates
from bocage.games.normandy44.rules.r17_cadres import cadre_available, eliminate, lose_step, strength
from bocage.games.normandy44.rules.r19_support import CAEN, artillery_for, caen_in_range, fire, most_shifts, purses
from bocage.games.normandy44.sides import GERMAN_ARMOR, GERMAN_INFANTRY, US_INFANTRY
from bocage.kernel.ids import Side
from bocage.testing import covers


def guns(s: Scene, side: Side, target: str, *chosen: int) -> str:
    army = s.g.board.atlas.roster.side[side]
    found = artillery_for(s.g, side, s.space(target), army, chosen)
    return " ".join("Caen" if gun == CAEN else s.g.board.unit_names[gun] for gun in found)


@covers("17.1")
def test_ost_battalions_are_never_replaced() -> None:
    s = scene({"795/709": "dead", "919/709": "3208"})
    s.g.steps[s.unit("795/709")] = 0
    s.g.replacements[GERMAN_INFANTRY] = 3
    assert replacement_for(s.g, s.unit("795/709")) is None
    assert why_not_return(s.g, s.unit("795/709")) is not None


@covers("17.2", "11.6.1")
def test_a_headquarters_supports_within_five_hexes_for_a_supply_point() -> None:
    at = {"HQ-7US": "2812", "Eng-Utah": "2814"}
    assert guns(scene(at, supply_us=1), ALLIED, "3110") == "HQ-7US"
    assert guns(scene(at, supply_us=1), ALLIED, "3307") == ""  # six hexes away
    assert guns(scene(at, supply_us=0), ALLIED, "3110") == ""
    assert guns(scene(at, supply_us=1, spent="HQ-7US"), ALLIED, "3110") == ""
    assert guns(scene(at, supply_us=1, disrupted="HQ-7US"), ALLIED, "3110") == ""
    assert guns(scene(at, supply_us=1, out_of_supply="HQ-7US"), ALLIED, "3110") == ""


@covers("17.2", "11.6.2")
def test_an_allied_headquarters_gives_two_shifts_and_a_german_one() -> None:
    s = scene({"HQ-7US": "2812", "Eng-Utah": "2814"}, supply_us=2)
    unit = s.unit("HQ-7US")
    assert guns(s, ALLIED, "2811", unit) == "HQ-7US"
    assert guns(s, ALLIED, "2811", unit, unit) == ""
    s = scene({"HQ-84": "1815", "HQ-2FJ": "1713"}, supply_7th=2, supply_cherbourg=0)
    assert guns(s, GERMAN, "1916", s.unit("HQ-84")) == "HQ-2FJ"
    s.g.supply_7th = 1
    assert guns(s, GERMAN, "1916", s.unit("HQ-84")) == ""  # the one point is spoken for


@covers("17.2", "11.6.1", "4.3")
def test_a_storm_allows_one_shift() -> None:
    assert most_shifts(scene({}, row=STORM).g) == 1
    assert most_shifts(scene({}).g) == 2


@covers("17.2")
def test_headquarters_serve_only_their_own_army() -> None:
    s = scene({"HQ-7US": "2421", "69/50": "2322", "1/915/352": "2323", "Eng-Utah": "2814"}, supply_us=3)
    s.ask(
        Support(
            by=ALLIED,
            assault=Assault(by=ALLIED, target=s.space("2323"), attackers=s.units("69/50"), main=s.units("69/50")),
        )
    )
    assert "artillery HQ-7US" not in s.options()


@covers("17.2")
def test_headquarters_neither_attack_nor_lead_a_defence() -> None:
    s = scene({"HQ-7US": "2812", "8/4": "2812", "1057/91": "2811"})
    assert not able(s.g, ALLIED) & s.units("HQ-7US")
    assert s.unit_names(lead_candidates(s.g, s.space("2812"))) == "8/4"


@covers("17.2")
def test_a_move_of_more_than_one_hex_turns_a_headquarters_over() -> None:
    s = scene({"HQ-84": "1815"}, ask=Orders(by=GERMAN))
    s.do("move HQ-84", "to 1816")
    while "halt" in s.options():
        s.do("halt")
    assert not s.g.spent
    s = scene({"HQ-84": "1815"}, ask=Orders(by=GERMAN))
    s.do("move HQ-84", "to 1916")
    while "halt" in s.options():
        s.do("halt")
    assert s.g.spent == s.units("HQ-84")


@covers("17.2", "17.3")
def test_they_turn_back_in_the_initial_phase_if_in_supply() -> None:
    s = scene({"HQ-84": "1815", "7Werfer": "1716", "HQ-7US": "2812"}, spent="HQ-84 7Werfer HQ-7US")
    ready_headquarters(s.g)
    assert s.g.spent == s.units("HQ-7US")  # no beach is open, so it has no line of supply


@covers("17.2")
def test_an_eliminated_headquarters_returns_to_a_city_or_a_beachhead() -> None:
    s = scene({"HQ-7US": "dead", "Eng-Utah": "2814"}, allied_control="2814 2811")
    s.g.steps[s.unit("HQ-7US")] = 0
    s.g.replacements[US_INFANTRY] = 1
    assert s.names(return_hexes(s.g, s.unit("HQ-7US"))) == "2814"  # not the town of Ste-Mère-Église


@covers("17.2")
def test_german_headquarters_pay_from_where_they_can_trace() -> None:
    s = scene({"HQ-84": "1815"}, supply_7th=1, supply_cherbourg=0)
    assert purses(s.g, s.unit("HQ-84")) == ["supply_7th"]
    s = scene({"HQ-84": "3608"}, supply_7th=1, supply_cherbourg=1)
    assert purses(s.g, s.unit("HQ-84")) == ["supply_7th", "supply_cherbourg"]
    walls = {"39/9": "2703", "47/9": "2705", "60/9": "2707", "8/4": "2709", "12/4": "2711"}
    s = scene({"HQ-84": "3608"} | walls, supply_7th=1, supply_cherbourg=0)
    s.g.allied_control |= s.spaces("2807 2809 2811")
    s.g.touch()
    assert purses(s.g, s.unit("HQ-84")) == []  # cut off from the edge, and the fortress has nothing


@covers("17.2")
def test_caen_is_artillery_within_three_hexes_while_german() -> None:
    s = scene({}, supply_7th=1)
    assert caen_in_range(s.g, s.space("2329"))
    assert not caen_in_range(s.g, s.space("2429"))
    assert guns(s, GERMAN, "2329") == "Caen"
    assert guns(scene({}, supply_7th=0), GERMAN, "2329") == ""
    assert guns(scene({}, supply_7th=1, allied_control="2029 2030 1929 1930"), GERMAN, "2329") == ""
    fire(s.g, CAEN)
    assert s.g.supply_7th == 0


@covers("17.3")
def test_a_werfer_fires_once_a_turn_within_three_hexes_and_needs_no_supply() -> None:
    s = scene({"7Werfer": "1826"}, supply_7th=0, out_of_supply="7Werfer")
    assert guns(s, GERMAN, "2126") == "7Werfer"
    assert guns(s, GERMAN, "2226") == ""
    fire(s.g, s.unit("7Werfer"))
    assert guns(s, GERMAN, "2126") == ""


@covers("17.3")
def test_a_werfer_that_moves_is_not_turned_over() -> None:
    s = scene({"7Werfer": "1826"}, ask=Orders(by=GERMAN))
    s.do("move 7Werfer", "to 1825")
    while "halt" in s.options():
        s.do("halt")
    assert not s.g.spent
    assert "1824" in destinations(scene({"7Werfer": "1826"}), "7Werfer")


@covers("17.3", "6.2.6")
def test_a_werfer_is_rebuilt_with_armour() -> None:
    s = scene({"7Werfer": "dead"})
    s.g.steps[s.unit("7Werfer")] = 0
    s.g.replacements[GERMAN_INFANTRY] = 1
    assert replacement_for(s.g, s.unit("7Werfer")) is None
    s.g.replacements[GERMAN_ARMOR] = 1
    assert replacement_for(s.g, s.unit("7Werfer")) == GERMAN_ARMOR


@covers("17.4")
def test_the_cotentin_artillery_uses_fortress_points_only() -> None:
    s = scene({"HQ-Cotentin": "3105"}, supply_7th=3, supply_cherbourg=0)
    assert guns(s, GERMAN, "2907") == ""
    assert guns(scene({"HQ-Cotentin": "3105"}, supply_cherbourg=1), GERMAN, "2907") == "HQ-Cotentin"


@covers("17.4")
def test_once_a_game_it_is_picked_up_and_set_down_in_cherbourg() -> None:
    s = scene({"HQ-Cotentin": "2807"}, ask=Orders(by=GERMAN))
    s.do("fortress 3606")
    assert s.at("HQ-Cotentin") == "3606"
    assert not [text for text in s.options() if text.startswith("fortress")]


@covers("17.4", "5.2")
def test_it_goes_with_the_last_city_hex() -> None:
    s = scene({"HQ-Cotentin": "3703"}, supply_cherbourg=4)
    seize(s.g, ALLIED, s.spaces("3606 3705"))
    assert s.at("HQ-Cotentin") == "3703"
    seize(s.g, ALLIED, s.spaces("3706"))
    assert s.at("HQ-Cotentin") == "removed"
    assert s.g.supply_cherbourg == 0


@covers("17.6")
def test_a_restricted_unit_wakes_when_an_ally_is_within_two_hexes() -> None:
    at = {"731/711": "2436", "744/711": "2334", "5/6Abn": "2234"}
    s = scene(at, turn=2)
    release(s.g)
    assert s.unit_names(s.g.released) == "744/711"
    assert s.unit_names(movable(s.g, GERMAN, s.units("731/711 744/711"))) == "744/711"
    s = scene(at, turn=1)
    release(s.g)
    assert not s.g.released


@covers("17.6")
def test_the_garrison_of_cherbourg_moves_inside_the_perimeter_and_wakes_together() -> None:
    s = scene({"561/709": "3504", "17MG": "3703"}, turn=4)
    inside = s.g.board.atlas.perimeter
    assert destinations(s, "561/709")
    assert all(inside >> s.space(hex_) & 1 for hex_ in destinations(s, "561/709"))
    s = scene({"561/709": "3504", "17MG": "3703", "39/9": "3403"}, turn=4)
    release(s.g)
    assert s.g.released == s.units("561/709 17MG")


@covers("17.7", "6.3")
def test_flak_is_never_replaced() -> None:
    s = scene({"1/3FK": "2617"}, steps={"1/3FK": 1})
    s.g.replacements[GERMAN_ARMOR] = 1
    because = why_not_replace(s.g, s.unit("1/3FK"))
    assert because is not None
    assert because.rule == "6.3"


@covers("17.8")
def test_engineers_neither_move_nor_attack() -> None:
    s = scene({"Eng-Utah": "2814", "795/709": "2813"})
    assert not movable(s.g, ALLIED, s.units("Eng-Utah"))
    assert not able(s.g, ALLIED) & s.units("Eng-Utah")


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
