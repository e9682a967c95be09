"""The combats that the rulebook works out, restated with the counters that make up their printed strengths.

Each test names its example in the table of known constraints (E1 to E19): strengths, odds, shifts, die and result
are the printed ones; which counters make up a total is inferred. They are set up by hand here; the whole first turn
is replayed in test_example_of_play.py.
"""

from tests.games.normandy44.support import ALLIED, Scene, attack, destinations, reckon, scene

from bocage.games.normandy44.rules.r10_combat import Support
from bocage.games.normandy44.rules.r12_results import Battle
from bocage.testing import covers


def fight(s: Scene, target: str, force: str, main: str, roll: int, **more: object) -> None:
    """Fight a battle with a die."""
    s.ask(Battle(assault=attack(s, target, force, main, **more)))
    s.do(f"roll {roll}")


def result(s: Scene) -> str:
    """The result of the battle under way."""
    return next(frame.result for frame, _ in reversed(s.g.stack) if isinstance(frame, Battle))


@covers("10.3.1", "11.2", "12.1")
def test_e1_the_91st_destroys_the_cadre_of_the_508th() -> None:
    at = {"1057/91": "2709", "3/1057/91": "2709", "100Pz": "2709", "3/1058/91": "2610", "6FJ": "2610"}
    s = scene(at | {"508/82": "2710", "HQ-Cotentin": "2808"}, turn=1, steps={"508/82": 1}, supply_cherbourg=3)
    force, main = "1057/91 3/1057/91 100Pz 3/1058/91 6FJ", "1057/91 3/1057/91 100Pz 3/1058/91"
    assert reckon(s, "2710", force, main) == (12, 4, "3-1", 1, "4-1")
    assert reckon(s, "2710", force, main, artillery=(s.unit("HQ-Cotentin"),))[3:] == (2, "5-1")
    fight(s, "2710", force, main, 5, artillery=(s.unit("HQ-Cotentin"),))
    assert s.at("508/82") == "dead"  # D1
    assert s.g.supply_cherbourg == 2
    assert "advance 1057/91 2710" in s.options()


@covers("12.1", "15.1")
def test_e3_the_21st_panzer_takes_the_battalion_at_touffreville_and_goes_into_reserve() -> None:
    at = {"125/21Pz": "1931", "200StuG/21Pz": "1931", "Rcn/21Pz": "1931", "8/3/6Abn": "2032"}
    s = scene(at, turn=1, steps={"8/3/6Abn": 1})
    force = "125/21Pz 200StuG/21Pz Rcn/21Pz"
    assert reckon(s, "2032", force, force) == (12, 2, "6-1", 1, "7-1")
    fight(s, "2032", force, force, 4)  # A1/D2
    assert s.at("8/3/6Abn") == "dead"
    assert [s.g.steps[s.unit(name)] for name in force.split()] == [3, 2, 2]  # one defending step: no loss
    s.do(*(f"reserve {name}" for name in force.split()))
    assert s.g.reserve == s.units(force)


@covers("12.1", "12.2.1")
def test_e4_the_same_three_attack_ranville() -> None:
    s = scene({"125/21Pz": "2032", "200StuG/21Pz": "2032", "Rcn/21Pz": "2032", "5/6Abn": "2131"}, turn=1)
    force = "125/21Pz 200StuG/21Pz Rcn/21Pz"
    assert reckon(s, "2131", force, force) == (12, 9, "1-1", 1, "2-1")
    fight(s, "2131", force, force, 3)  # EX
    assert s.decides == "Allied"
    s.do("lose 200StuG/21Pz")
    assert [s.g.steps[s.unit(name)] for name in ("200StuG/21Pz", "5/6Abn")] == [1, 2]


@covers("11.5")
def test_e7_combat_a_paratroops_and_a_regiment_drive_out_the_ost_battalion() -> None:
    s = scene({"506/101": "2813", "8/4": "2813", "795/709": "2812"}, turn=1, steps={"8/4": 2})
    assert reckon(s, "2812", "506/101 8/4", "506/101 8/4") == (8, 4, "2-1", 1, "3-1")
    fight(s, "2812", "506/101 8/4", "506/101 8/4", 6)
    assert s.at("795/709") == "dead"  # D1


@covers("11.4.1")
def test_e8_combat_b_a_regiment_and_reduced_tanks() -> None:
    s = scene({"12/4": "2813", "70Tk": "2813", "3/1058/91": "2712"}, turn=1, steps={"70Tk": 1})
    assert reckon(s, "2712", "12/4 70Tk", "12/4 70Tk") == (7, 4, "1-1", 1, "2-1")
    fight(s, "2712", "12/4 70Tk", "12/4 70Tk", 4)
    assert result(s) == "DR"


@covers("6.5.2", "16.2")
def test_e9_combat_c_the_follow_up_wave_takes_the_dunes() -> None:
    force = "22/4 327/101 746Tk"
    s = scene({"22/4": "2814", "327/101": "2814", "746Tk": "2814", "SP-Dunes": "2913"}, turn=1, regroup=force)
    assert reckon(s, "2913", force, "22/4 327/101") == (7, 2, "3-1", 1, "4-1")
    fight(s, "2913", force, "22/4 327/101", 5)
    assert s.at("SP-Dunes") == "dead"
    assert {text for text in s.options() if text != "end"} == {f"advance {name} 2913" for name in force.split()}


@covers("12.4.2", "12.4.4", "19.2")
def test_e10_and_e11_combat_d_the_flak_stands() -> None:
    at = {"115/29": "2719", "116/29": "2719", "743Tk": "2719"}
    at |= {"1/3FK": "2718", "2/916/352": "2718", "1/914/352": "2718"}
    s = scene(at, turn=1, steps={"115/29": 2, "116/29": 2, "743Tk": 1}, naval=[2, 2])
    force = "115/29 116/29 743Tk"
    assert reckon(s, "2718", force, force, naval=1) == (9, 9, "1-1", 1, "2-1")
    fight(s, "2718", force, force, 5, naval=1)
    assert result(s) == "DR"
    s.do("stand 1/3FK", "roll 4")  # 4 + 1: held, the lead loses a step
    assert s.g.steps[s.unit("1/3FK")] == 1
    assert s.at("1/914/352") == "2718"
    assert s.g.naval == [1, 2]


@covers("11.4.1", "12.1")
def test_e12_combat_e_fails_before_the_anti_tank_guns() -> None:
    at = {"16/1": "2620", "18/1": "2620", "741Tk": "2620", "PzJg/352": "2520", "1/914/352": "2520", "2/914/352": "2520"}
    s = scene(at, turn=1, steps={"16/1": 2, "18/1": 2}, naval=[2, 2])
    force = "16/1 18/1 741Tk"
    assert reckon(s, "2520", force, force, naval=1) == (11, 8, "1-1", 1, "2-1")
    fight(s, "2520", force, force, 1, naval=1)
    s.do("lose 741Tk")  # A1
    assert s.decides == ""


@covers("11.2", "13.1.1")
def test_e13_combat_f_arromanches_falls() -> None:
    s = scene({"231/50": "2525", "56/50": "2525", "NY": "2525", "1/916/352": "2524"}, turn=1, steps={"56/50": 2})
    force = "231/50 56/50 NY"
    assert reckon(s, "2524", force, force) == (12, 4, "3-1", 1, "4-1")
    fight(s, "2524", force, force, 3)
    assert result(s) == "DR"
    s.do("retreat", "fallback 1/916/352 2423")
    assert s.g.disrupted == s.units("1/916/352")
    s.do("advance 231/50 2524")
    assert "to 2424" in s.options()


@covers("11.3", "12.2.1")
def test_e14_combat_g_over_the_seulles_costs_the_tanks() -> None:
    at = {"69/50": "2526", "151/50": "2526", "4-7RDG": "2526", "2/726/716": "2427", "1/915/352": "2427"}
    s = scene(at, turn=1, steps={"4-7RDG": 1}, naval=[2, 2])
    force = "69/50 151/50 4-7RDG"
    assert reckon(s, "2427", force, force, naval=1) == (7, 6, "1-1", 2, "3-1")
    fight(s, "2427", force, force, 5, naval=1)
    assert result(s) == "A1/D1"
    s.do("lose 2/726/716")
    assert s.at("4-7RDG") == "dead"  # it earned the shift and was on its last step
    assert s.options() == ["stand 1/915/352", "retreat"]


@covers("12.4.2", "17.9.1")
def test_e15_combat_h_the_88s_of_the_21st_hold_the_canadians() -> None:
    t = scene(
        {"7/3Can": "2527", "8/3Can": "2526", "9/3Can": "2526", "FGH": "2526", "SFR": "2527"}
        | {"200PzJg/21Pz": "2427", "2/726/716": "2427"},
        turn=1, steps={"8/3Can": 2}, naval=[2, 2],
    )  # fmt: skip
    everyone, canadians = "7/3Can 8/3Can 9/3Can FGH SFR", "7/3Can 8/3Can 9/3Can FGH"
    assert reckon(t, "2427", everyone, canadians, naval=1) == (12, 7, "1-1", 1, "2-1")
    fight(t, "2427", everyone, canadians, 4, naval=1)
    t.do("stand 200PzJg/21Pz", "roll 5")  # 5 + 1: an exchange
    assert t.decides == "German"
    t.do("lose 8/3Can")
    assert (t.g.steps[t.unit("200PzJg/21Pz")], t.g.steps[t.unit("8/3Can")]) == (1, 1)
    assert t.g.boxed == t.units("8/3Can")
    assert t.at("2/726/716") == "2427"


@covers("11.4.4", "16.2")
def test_e16_combat_i_the_follow_up_of_sword_takes_ouistreham() -> None:
    """8 to 2 is 4-1 without an armour shift. The counter's poor quality adds a shift that the text does not mention;
    a 6 destroys the strongpoint either way.
    """
    force = "185/3Br 9/3Br 1ERY"
    at = {"185/3Br": "2330", "9/3Br": "2330", "1ERY": "2330", "SP-Ouistreham": "2331"}
    s = scene(at, turn=1, regroup=force)
    attackers, defenders, start, shift, _ = reckon(s, "2331", force, "185/3Br 9/3Br")
    assert (attackers, defenders, start) == (8, 2, "4-1")
    assert shift == (1 if s.g.board.counters[s.unit("SP-Ouistreham")].tq < 0 else 0)
    fight(s, "2331", force, "185/3Br 9/3Br", 6)
    assert s.at("SP-Ouistreham") == "dead"


@covers("16.2", "14.1")
def test_e17_and_e18_combat_j_hillman_falls_and_the_grenadiers_go_to_epron() -> None:
    at = {"1SSBde": "2330", "13-18H": "2330", "8/3Br": "2231", "SY": "2231", "192/21Pz": "2230", "SP-Hillman": "2230"}
    s = scene(at, turn=1, regroup="SY")
    force, main = "1SSBde 13-18H 8/3Br SY", "1SSBde 13-18H"
    # the rulebook prints 14 attackers; the counters give 13, the same column
    assert reckon(s, "2230", force, main) == (13, 10, "1-1", 0, "1-1")
    fight(s, "2230", force, main, 3)  # A1/DR
    s.do("lose 13-18H", "stand SP-Hillman", "roll 2")  # fails
    assert s.at("SP-Hillman") == "dead"
    s.do("fallback 192/21Pz 2129")  # one hex, into a town
    assert s.g.disrupted == s.units("192/21Pz")
    assert "advance 1SSBde 2230" in s.options()


@covers("9.9")
def test_e19_the_bicycles_of_coutances_reach_the_country_before_balleroy() -> None:
    s = scene({"30Mob": "1708"}, turn=1)
    distance = s.g.board.atlas.distance
    assert min(distance(s.space(name), s.space("2020")) for name in destinations(s, "30Mob")) == 1


@covers("10.5")
def test_support_of_combat_d_is_offered() -> None:
    s = scene({"115/29": "2719", "1/914/352": "2718"}, turn=1, naval=[2, 2])
    s.ask(Support(by=ALLIED, assault=attack(s, "2718", "115/29", "115/29")))
    assert "naval" in s.options()
