"""17. Special units."""

from tests.games.normandy44.support import ALLIED, GERMAN, Scene, attack, scene

from bocage.games.normandy44.rules.r09_movement_phase import MovementPhase, Orders, movable
from bocage.games.normandy44.rules.r10_combat import Support, able
from bocage.games.normandy44.rules.r12_determined_defence import DefensiveSupport
from bocage.games.normandy44.rules.r15_reserve import ReserveMovement
from bocage.games.normandy44.rules.r17_cadres import cadre_available, eliminate, lose_step
from bocage.games.normandy44.rules.r18_supply import open_beaches
from bocage.games.normandy44.rules.r19_strafing import strafing_modifier
from bocage.games.normandy44.rules.r19_support import CAEN, artillery_for, purses
from bocage.games.normandy44.rules.r22_special_rules import send_home
from bocage.testing import covers


def guns(s: Scene, target: str, side: int = GERMAN) -> list[str]:
    """The guns that could support at a hex."""
    by, roster = (GERMAN, "german") if side == GERMAN else (ALLIED, "cw")
    found = artillery_for(s.g, by, s.space(target), s.g.board.atlas.roster.army[roster], ())
    return ["Caen" if gun == CAEN else s.g.board.unit_names[gun] for gun in found]


@covers("17.1", "20.4")
def test_ost_battalions_stay_on_turn_1() -> None:
    s = scene({"439/716": "2515"}, turn=1, ask=Orders(by=GERMAN))
    assert s.refusal("move 439/716").rule == "17.1"
    assert movable(scene({"439/716": "2515"}, turn=2).g, GERMAN, s.units("439/716"))


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


@covers("17.5")
def test_rangers_and_commandos_go_home_when_no_german_is_near() -> None:
    s = scene({"2Rgr": "2818", "5Rgr": "2719", "4SSBde": "2524", "857/346": "2515"})
    send_home(s.g)
    assert s.at("2Rgr") == "2818"  # 2515 is within four hexes of Pointe du Hoc
    assert s.at("4SSBde") == "removed"
    t = scene({"2Rgr": "2818", "4SSBde": "2524", "SP-Longues": "2623", "857/346": "2227"})
    send_home(t.g)
    assert t.at("2Rgr") == "removed"
    assert t.at("4SSBde") == "2524"
    u = scene({"4SSBde": "2524", "SP-Longues": "2623"})
    send_home(u.g)
    assert u.at("4SSBde") == "removed"  # Longues alone does not keep it
    v = scene({"4SSBde": "2524", "SP-Longues": "2623"}, options={"batteries": "on"})
    send_home(v.g)
    assert v.at("4SSBde") == "2524"


@covers("17.6")
def test_restricted_units_wake_when_an_ally_is_within_two_hexes_from_turn_2() -> None:
    s = scene({"731/711": "2436", "69/50": "2434"}, turn=1, ask=MovementPhase(side=GERMAN))
    assert s.g.released == 0
    assert s.refusal("move 731/711").rule == "17.6"
    t = scene({"731/711": "2436", "744/711": "2334", "69/50": "2437"}, turn=2, ask=MovementPhase(side=GERMAN))
    assert t.g.released == t.units("731/711")
    assert "move 731/711" in t.options()


@covers("17.6")
def test_cherbourgs_garrison_moves_inside_the_perimeter_and_wakes_together() -> None:
    at = {"17MG": "3703", "Naval": "3705"}
    s = scene(at, turn=2, ask=MovementPhase(side=GERMAN))
    s.do("move 17MG")
    perimeter = s.g.board.atlas.perimeter
    assert all(perimeter >> s.space(text.split()[1]) & 1 for text in s.options() if text.startswith("to"))
    t = scene(at | {"39/9": "3702"}, turn=2, ask=MovementPhase(side=GERMAN))
    assert t.g.released == t.units("17MG Naval")


@covers("17.7", "19.1.4")
def test_88_flak_spoils_strafing_nearby() -> None:
    s = scene({"1/22/21Pz": "1631", "1/3FK": "1731"})
    assert strafing_modifier(s.g, s.unit("1/22/21Pz")) == -1
    assert strafing_modifier(scene({"1/22/21Pz": "1631", "200PzJg/21Pz": "1731"}).g, s.unit("1/22/21Pz")) == 0


@covers("17.8", "21.1.1")
def test_engineers_open_their_beach() -> None:
    s = scene({"Eng-Utah": "2814", "Eng-Gold": "2526", "Eng-Sword": "2331"})
    assert open_beaches(s.g) == ("utah", "gold")


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
