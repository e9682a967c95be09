"""17.2 to 17.4: headquarters, Werfers and the artillery of the Cotentin."""

from tests.games.normandy44.support import ALLIED, GERMAN, STORM, Scene, attack, destinations, scene

from bocage.games.normandy44.rules.r02_control import seize
from bocage.games.normandy44.rules.r04_weather import ready_headquarters
from bocage.games.normandy44.rules.r06_replacements import replacement_for, return_hexes
from bocage.games.normandy44.rules.r09_movement_phase import Orders
from bocage.games.normandy44.rules.r10_combat import Support, able
from bocage.games.normandy44.rules.r11_shifts import Assault
from bocage.games.normandy44.rules.r12_determined_defence import DefensiveSupport, lead_candidates
from bocage.games.normandy44.rules.r15_reserve import ReserveMovement
from bocage.games.normandy44.rules.r19_support import CAEN, artillery_for, caen_in_range, fire, most_shifts, purses
from bocage.games.normandy44.sides import GERMAN_ARMOR, GERMAN_INFANTRY, US_INFANTRY
from bocage.kernel.ids import Side
from bocage.testing import covers


def guns(s: Scene, target: str, side: int = GERMAN) -> list[str]:
    """The guns that could support at a hex."""
    by, roster = (GERMAN, "german") if side == GERMAN else (ALLIED, "cw")
    found = artillery_for(s.g, by, s.space(target), s.g.board.atlas.roster.army[roster], ())
    return ["Caen" if gun == CAEN else s.g.board.unit_names[gun] for gun in found]


def guns_near(s: Scene, side: Side, target: str, *chosen: int) -> str:
    army = s.g.board.atlas.roster.side[side]
    found = artillery_for(s.g, side, s.space(target), army, chosen)
    return " ".join("Caen" if gun == CAEN else s.g.board.unit_names[gun] for gun in found)


@covers("17.2")
def test_a_headquarters_reaches_five_hexes_and_turns_over_if_it_moves_more_than_one() -> None:
    s = scene({"HQ-84": "1016"}, supply_7th=1)
    assert guns(s, "1516") == ["HQ-84"]
    assert guns(s, "1616") == []
    t = scene({"HQ-84": "1016"}, ask=Orders(by=GERMAN))
    t.do("move HQ-84", "to 1116", "halt")
    assert t.g.spent == 0
    u = scene({"HQ-84": "1016"}, ask=Orders(by=GERMAN))
    u.do("move HQ-84", "to 1216", "halt")
    assert u.g.spent == u.units("HQ-84")
    assert guns(scene({"HQ-84": "1016"}, supply_7th=1, spent="HQ-84"), "1116") == []
    assert guns(scene({"HQ-84": "1016"}, supply_7th=1, disrupted="HQ-84"), "1116") == []
    assert guns(scene({"HQ-84": "1016"}, supply_7th=1, out_of_supply="HQ-84"), "1116") == []
    assert guns(scene({"HQ-84": "1016"}), "1116") == []  # no supply point


@covers("17.2")
def test_headquarters_serve_their_own_army() -> None:
    s = scene({"69/50": "1631", "HQ-30Br": "1530", "HQ-7US": "1531", "125/21Pz": "1731"}, supply_us=3, supply_cw=3)
    s.ask(Support(by=ALLIED, assault=attack(s, "1731", "69/50", "69/50")))
    assert s.options() == ["fight", "artillery HQ-30Br", "withdraw"]


@covers("17.2", "5.2")
def test_a_german_headquarters_pays_from_the_stock_it_can_trace_to() -> None:
    s = scene({"HQ-84": "1016"}, supply_7th=1, supply_cherbourg=1)
    assert purses(s.g, s.unit("HQ-84")) == ["supply_7th", "supply_cherbourg"]
    assert purses(scene({"HQ-84": "1016"}, supply_7th=1).g, s.unit("HQ-84")) == ["supply_7th"]
    wall = {
        "501/101": "2510",
        "502/101": "2508",
        "505/82": "2506",
        "506/101": "2504",
        "507/82": "2512",
        "508/82": "2514",
    }
    wall |= {"39/9": "2516", "47/9": "2518", "60/9": "2520", "16/1": "2522", "18/1": "2620", "26/1": "2719"}
    t = scene(wall | {"HQ-84": "3208"}, supply_7th=3, supply_cherbourg=1)
    assert purses(t.g, t.unit("HQ-84")) == ["supply_cherbourg"]


@covers("17.2", "11.6.2")
def test_a_headquarters_that_traces_to_both_stocks_draws_on_the_one_its_player_names() -> None:
    def ask(**stocks: int) -> Scene:
        s = scene({"1/914/352": "1116", "HQ-84": "1016", "69/50": "1117"}, **stocks)
        s.ask(Support(by=GERMAN, assault=attack(s, "1117", "1/914/352", "1/914/352")))
        return s

    both = ask(supply_7th=3, supply_cherbourg=1)
    assert both.options() == ["fight", "artillery HQ-84", "fortress-artillery HQ-84", "withdraw"]
    both.do("fortress-artillery HQ-84")
    assert both.options() == ["fight", "withdraw"]  # one shift a battle
    both.do("fight")
    assert (both.g.supply_7th, both.g.supply_cherbourg) == (3, 0)
    army = ask(supply_7th=1, supply_cherbourg=3)
    army.do("artillery HQ-84", "fight")
    assert (army.g.supply_7th, army.g.supply_cherbourg) == (0, 3)
    for stocks in ({"supply_7th": 1}, {"supply_cherbourg": 1}):
        alone = ask(**stocks)
        assert alone.options() == ["fight", "artillery HQ-84", "withdraw"]  # nothing to choose
        assert alone.refusal("fortress-artillery HQ-84").rule == "17.2"
        alone.do("artillery HQ-84", "fight")
        assert (alone.g.supply_7th, alone.g.supply_cherbourg) == (0, 0)


@covers("17.2", "11.6.2")
def test_two_headquarters_share_what_is_left_of_the_stocks() -> None:
    s = scene(
        {"1/914/352": "1116", "HQ-84": "1016", "HQ-47Pz": "1016", "69/50": "1117"}, supply_7th=1, supply_cherbourg=1
    )
    s.ask(Support(by=GERMAN, assault=attack(s, "1117", "1/914/352", "1/914/352")))
    s.do("artillery HQ-84")
    assert "artillery HQ-47Pz" in s.options()
    assert "fortress-artillery HQ-47Pz" not in s.options()  # Seventh Army's last point is promised
    s.do("artillery HQ-47Pz", "fight")
    assert (s.g.supply_7th, s.g.supply_cherbourg) == (0, 0)


@covers("17.2", "12.4.3")
def test_the_choice_of_stocks_is_there_for_defensive_support_too() -> None:
    s = scene({"1/914/352": "1116", "HQ-84": "1016", "69/50": "1117"}, supply_7th=2, supply_cherbourg=2)
    frame = DefensiveSupport(by=GERMAN, assault=attack(s, "1116", "69/50", "69/50"), lead=s.unit("1/914/352"))
    s.ask(frame)
    assert s.options() == ["unsupported", "artillery HQ-84", "fortress-artillery HQ-84"]
    s.do("fortress-artillery HQ-84")
    assert (s.g.supply_7th, s.g.supply_cherbourg) == (2, 1)


@covers("17.2", "15.2")
def test_a_headquarters_turns_over_with_its_second_hex_of_the_turn_even_in_reserve() -> None:
    s = scene({"HQ-84": "1016", "1/914/352": "1016"}, ask=Orders(by=GERMAN))
    s.do("move HQ-84", "to 1116", "halt", "reserve HQ-84", "end")
    assert (s.g.spent, s.g.shifted) == (0, s.units("HQ-84"))
    t = scene({"HQ-84": "1116"}, reserve="HQ-84", shifted="HQ-84", ask=ReserveMovement(by=GERMAN))
    t.do("move HQ-84", "to 1016")
    t.do("halt")
    assert t.g.spent == t.units("HQ-84")
    u = scene({"HQ-84": "1116"}, reserve="HQ-84", ask=ReserveMovement(by=GERMAN))
    u.do("move HQ-84", "to 1016")
    u.do("halt")
    assert u.g.spent == 0


@covers("17.2")
def test_the_guns_of_caen_reach_three_hexes_while_a_city_hex_is_german() -> None:
    s = scene(supply_7th=1)
    assert guns(s, "1731") == ["Caen"]
    assert guns(s, "1631") == ["Caen"]
    assert guns(s, "1531") == []
    assert guns(scene(supply_7th=1, allied_control="2029 2030 1929 1930"), "1731") == []


@covers("17.3")
def test_werfers_reach_three_hexes_need_no_points_and_fire_once() -> None:
    s = scene({"7Werfer": "1016", "25/12SS": "1116", "39/9": "1216"}, out_of_supply="7Werfer")
    s.ask(Support(by=GERMAN, assault=attack(s, "1216", "25/12SS", "25/12SS")))
    s.do("artillery 7Werfer", "fight")
    assert s.g.spent == s.units("7Werfer")
    assert guns(scene({"7Werfer": "1016"}), "1316") == ["7Werfer"]
    assert guns(scene({"7Werfer": "1016"}), "1416") == []
    t = scene({"7Werfer": "1016"}, ask=Orders(by=GERMAN))
    t.do("move 7Werfer", "to 1316", "halt")
    assert t.g.spent == 0  # unlike a headquarters it may move and fire


@covers("17.4")
def test_the_cotentin_artillery_lives_on_the_fortress_and_may_go_there_once() -> None:
    s = scene({"HQ-Cotentin": "3105"}, supply_7th=5, ask=Orders(by=GERMAN))
    assert purses(s.g, s.unit("HQ-Cotentin")) == []
    s.g.supply_cherbourg = 1
    s.g.touch()
    assert purses(s.g, s.unit("HQ-Cotentin")) == ["supply_cherbourg"]
    assert {"fortress 3606", "fortress 3705", "fortress 3706"} <= set(s.options())
    s.do("fortress 3706")
    assert s.at("HQ-Cotentin") == "3706"
    assert not [text for text in s.options() if text.startswith("fortress ")]


@covers("9.8.2", "17.4")
def test_the_cotentin_artillery_in_column_of_march_is_set_down_alone() -> None:
    s = scene({"HQ-Cotentin": "3105", "SP-Roule": "3606"}, strategic="HQ-Cotentin", turn=3, ask=Orders(by=GERMAN))
    assert s.refusal("fortress 3606").rule == "9.8.2"
    assert "fortress 3706" in s.options()


@covers("17.2", "11.6.1")
def test_a_headquarters_supports_within_five_hexes_for_a_supply_point() -> None:
    at = {"HQ-7US": "2812", "Eng-Utah": "2814"}
    assert guns_near(scene(at, supply_us=1), ALLIED, "3110") == "HQ-7US"
    assert guns_near(scene(at, supply_us=1), ALLIED, "3307") == ""  # six hexes away
    assert guns_near(scene(at, supply_us=0), ALLIED, "3110") == ""
    assert guns_near(scene(at, supply_us=1, spent="HQ-7US"), ALLIED, "3110") == ""
    assert guns_near(scene(at, supply_us=1, disrupted="HQ-7US"), ALLIED, "3110") == ""
    assert guns_near(scene(at, supply_us=1, out_of_supply="HQ-7US"), ALLIED, "3110") == ""


@covers("17.2", "11.6.2")
def test_guns_that_have_given_their_shifts_are_not_near_any_more() -> None:
    s = scene({"HQ-7US": "2812", "Eng-Utah": "2814"}, supply_us=2)
    unit = s.unit("HQ-7US")
    assert guns_near(s, ALLIED, "2811", unit) == "HQ-7US"
    assert guns_near(s, ALLIED, "2811", unit, unit) == ""
    s = scene({"HQ-84": "1815", "HQ-2FJ": "1713"}, supply_7th=2, supply_cherbourg=0)
    assert guns_near(s, GERMAN, "1916", s.unit("HQ-84")) == "HQ-2FJ"
    s.g.supply_7th = 1
    assert guns_near(s, GERMAN, "1916", s.unit("HQ-84")) == ""  # the one point is spoken for


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
    assert guns_near(s, GERMAN, "2329") == "Caen"
    assert guns_near(scene({}, supply_7th=0), GERMAN, "2329") == ""
    assert guns_near(scene({}, supply_7th=1, allied_control="2029 2030 1929 1930"), GERMAN, "2329") == ""
    fire(s.g, CAEN)
    assert s.g.supply_7th == 0


@covers("17.3")
def test_a_werfer_fires_once_a_turn_within_three_hexes_and_needs_no_supply() -> None:
    s = scene({"7Werfer": "1826"}, supply_7th=0, out_of_supply="7Werfer")
    assert guns_near(s, GERMAN, "2126") == "7Werfer"
    assert guns_near(s, GERMAN, "2226") == ""
    fire(s.g, s.unit("7Werfer"))
    assert guns_near(s, GERMAN, "2126") == ""


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
    assert guns_near(s, GERMAN, "2907") == ""
    assert guns_near(scene({"HQ-Cotentin": "3105"}, supply_cherbourg=1), GERMAN, "2907") == "HQ-Cotentin"


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
