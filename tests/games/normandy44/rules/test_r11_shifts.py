"""11. Combat modifiers."""

import pytest
from tests.games.normandy44.support import ALLIED, GERMAN, STORM, Scene, attack, reckon, scene

from bocage.games.normandy44.rules.r10_combat import Attacks, Support
from bocage.games.normandy44.rules.r11_shifts import armor_earners, defender_armor, defenders_of, odds
from bocage.testing import covers


def shifts(s: Scene, target: str, attackers: str, main: str) -> list[str]:
    """The shifts of an attack, as the account books them."""
    ledger = odds(s.g, attack(s, target, attackers, main))
    return [f"{entry.amount:+d} {entry.what}" for entry in ledger.entries if entry.kind.name == "SHIFT"]


@covers("11.1")
def test_halving_is_by_unit_rounded_up() -> None:
    """Two units of strength 5 count 6 after halving; one of strength 1 stays 1."""
    s = scene({"1SSBde": "1829", "4SSBde": "1829", "1/914/352": "1828"})
    assert reckon(s, "1828", "1SSBde 4SSBde", "1SSBde 4SSBde")[0] == 6
    t = scene({"70Tk": "2711", "12/4": "2711", "1/914/352": "2710"}, steps={"70Tk": 1})
    assert reckon(t, "2710", "70Tk 12/4", "70Tk 12/4")[0] == 1 + 3


@covers("11.1")
def test_a_unit_is_never_halved_twice() -> None:
    s = scene({"69/50": "1829", "1/914/352": "1828"}, regroup="69/50", out_of_supply="69/50")
    assert reckon(s, "1828", "69/50", "")[0] == 3


@covers("11.1", "6.5.2", "18.4")
@pytest.mark.parametrize("state", ["regroup", "out_of_supply"])
def test_units_just_landed_or_out_of_supply_are_halved(state: str) -> None:
    s = scene({"69/50": "1631", "1/914/352": "1731"}, **{state: "69/50"})
    assert reckon(s, "1731", "69/50", "69/50")[0] == 3


@covers("11.2")
def test_the_bonus_never_exceeds_the_strength_that_can_use_it() -> None:
    """An infantry battalion with a tank battalion of 4 gets two; two regiments of 6 in a town defend with 16."""
    s = scene({"1/914/352": "2812", "1/22/21Pz": "2812", "12/4": "2813"})
    assert reckon(s, "2812", "12/4", "12/4")[1] == 2 + 4 + 2
    t = scene({"125/21Pz": "2811", "192/21Pz": "2811", "12/4": "2812"})
    assert reckon(t, "2811", "12/4", "12/4")[1] == 16


@covers("11.2")
@pytest.mark.parametrize("alone", ["SP-Hillman", "100Pz"])
def test_strongpoints_and_silhouettes_have_no_bonus(alone: str) -> None:
    s = scene({alone: "2812", "12/4": "2813"})
    assert reckon(s, "2812", "12/4", "12/4")[1] == 2


@covers("11.2", "9.8.4")
def test_a_unit_on_the_march_has_no_bonus_and_gives_a_shift() -> None:
    s = scene({"Sturm-AOK7": "2812", "12/4": "2813"}, strategic="Sturm-AOK7")
    assert reckon(s, "2812", "12/4", "12/4")[1] == 3
    assert "+1 strategic movement" in shifts(s, "2812", "12/4", "12/4")


@covers("11.2", "11.4.1", "10.4")
def test_the_picture_example_of_11_2() -> None:
    """19, limited to 18, against two twos in a town: 2-1; the tank battalion makes it 3-1."""
    at = {"1/914/352": "2811", "2/914/352": "2811"}
    at |= {"16/1": "2911", "741Tk": "2911", "115/29": "2812", "116/29": "2812", "175/29": "2711"}
    s = scene(at)
    found = reckon(s, "2811", "16/1 741Tk 115/29 116/29 175/29", "16/1 741Tk")
    assert found == (18, 8, "2-1", 1, "3-1")


@covers("11.3")
def test_water_halves_and_shifts_only_if_the_whole_main_force_is_in_it() -> None:
    s = scene({"508/82": "2710", "505/82": "2811", "507/82": "2911", "1057/91": "2711"})
    assert "-1 the whole main force across water" in shifts(s, "2711", "508/82", "508/82")
    assert shifts(s, "2711", "508/82 505/82", "508/82 505/82")[0] != "-1 the whole main force across water"


@covers("11.3")
def test_attacks_out_of_a_flooded_hex_are_halved_but_not_into_one() -> None:
    s = scene({"501/101": "2411", "1/914/352": "2412"})
    assert reckon(s, "2412", "501/101", "501/101")[0] == 2
    assert "-1 the whole main force across water" in shifts(s, "2412", "501/101", "501/101")
    t = scene({"501/101": "2412", "1/914/352": "2411"})
    assert reckon(t, "2411", "501/101", "501/101")[0] == 4
    assert not [text for text in shifts(t, "2411", "501/101", "501/101") if "water" in text]


@covers("11.3")
def test_minor_rivers_halve_without_a_shift() -> None:
    s = scene({"69/50": "1630", "1/914/352": "1529"})
    assert reckon(s, "1529", "69/50", "69/50")[:4] == (3, 4, "1-2", 0)


@covers("11.4.1")
def test_tanks_without_opposition_or_with_the_better_gun_shift_right() -> None:
    s = scene({"69/50": "1631", "NY": "1631", "1/914/352": "1731"})
    assert shifts(s, "1731", "69/50 NY", "69/50 NY") == ["+1 armour"]
    assert shifts(s, "1731", "69/50 NY", "69/50") == []  # the tanks must be in the main force
    t = scene({"69/50": "1631", "NY": "1631", "1/914/352": "1731", "100Pz": "1731"})
    assert "+1 armour" in shifts(t, "1731", "69/50 NY", "69/50 NY")  # 3 against 2
    u = scene({"69/50": "1631", "NY": "1631", "1/914/352": "1731", "PzJg/352": "1731"})
    assert shifts(u, "1731", "69/50 NY", "69/50 NY") == []  # 3 against 3


@covers("11.4.2")
def test_defending_infantry_and_tanks_shift_left_if_the_main_force_has_no_armour() -> None:
    s = scene({"69/50": "1631", "NY": "1730", "1/914/352": "1731", "100Pz": "1731"})
    assert shifts(s, "1731", "69/50", "69/50") == ["-1 defending armour"]
    assert not defender_armor(s.g, attack(s, "1731", "69/50 NY", "NY"), defenders_of(s.g, s.space("1731")))
    t = scene({"69/50": "1631", "100Pz": "1731"})
    assert shifts(t, "1731", "69/50", "69/50") == []  # tanks alone
    u = scene({"1057/91": "1631", "22a/7Armd": "1731"})
    assert shifts(u, "1731", "1057/91", "1057/91") == ["-1 defending armour"]  # the symbol counts as both


@covers("11.4.3")
def test_anti_tank_units_never_earn_the_shift() -> None:
    s = scene({"69/50": "1631", "634TD": "1631", "1/914/352": "1731"})
    assert shifts(s, "1731", "69/50 634TD", "69/50 634TD") == []
    t = scene({"69/50": "1631", "1/914/352": "1731", "1/3FK": "1731"})
    assert shifts(t, "1731", "69/50", "69/50") == []


@covers("11.4.4", "16.1.1", "16.2")
def test_some_ground_denies_the_attacker_the_armour_shift() -> None:
    def earns(at: dict[str, str], target: str, force: str, **more: str) -> bool:
        s = scene(at, **more)
        return bool(armor_earners(s.g, attack(s, target, force, force), defenders_of(s.g, s.space(target))))

    foe, tanks = {"1/914/352": "1731"}, {"69/50": "1631", "NY": "1631"}
    assert earns(foe | tanks, "1731", "69/50 NY")
    assert not earns(foe | tanks, "1731", "69/50 NY", ip_german="1731")
    assert earns(foe | tanks, "1731", "69/50 NY", ip_german="1731", ip_unfinished="1731")
    assert not earns(foe | tanks | {"SP-Hillman": "1731"}, "1731", "69/50 NY")
    assert not earns({"1/914/352": "1929", "NY": "1829"}, "1929", "NY")  # a city
    assert not earns({"1/914/352": "2132", "NY": "2131"}, "2132", "NY")  # woods
    assert not earns({"1/914/352": "1828", "NY": "1829"}, "1828", "NY")  # over the Orne
    assert earns({"1/914/352": "1529", "NY": "1630"}, "1529", "NY")  # over the Laize


@covers("11.4.4")
def test_the_picture_example_of_the_armour_shift() -> None:
    """All across a major river: 14 to 17 is 1-2, and one left makes 1-3; tanks deny the defender his shift."""
    at = {"902/Lehr": "2131", "1/22/21Pz": "2131", "1/914/352": "2131"}
    at |= {"69/50": "2231", "151/50": "2231", "8/8Armd": "2231", "185/3Br": "2130", "9/3Br": "2130"}
    s = scene(at)
    force = "69/50 151/50 8/8Armd 185/3Br 9/3Br"
    assert reckon(s, "2131", force, "69/50 151/50 8/8Armd") == (14, 17, "1-2", -1, "1-3")
    assert "-1 defending armour" in shifts(s, "2131", force, "185/3Br 9/3Br")


@covers("11.5")
def test_better_troops_shift_right_and_a_poor_main_force_left() -> None:
    s = scene({"501/101": "1631", "1057/91": "1731"})
    assert shifts(s, "1731", "501/101", "501/101") == ["+1 better troops"]
    t = scene({"731/711": "1631", "99Inf": "1731"})
    assert shifts(t, "1731", "731/711", "731/711") == ["-1 the main force is below average"]
    u = scene({"731/711": "1631", "100Pz": "1631", "99Inf": "1731"})
    assert "-1 the main force is below average" not in shifts(u, "1731", "731/711 100Pz", "731/711 100Pz")
    w = scene({"69/50": "1631", "731/711": "1731"})
    assert shifts(w, "1731", "69/50", "69/50") == ["+1 better troops"]


def supported(s: Scene, target: str, force: str) -> list[str]:
    """What can be committed to an attack."""
    s.ask(Support(by=GERMAN if force in "26/12SS" else ALLIED, assault=attack(s, target, force, force)))
    return s.options()


@covers("11.6.1", "11.6.2")
def test_an_allied_headquarters_gives_two_shifts_and_a_german_one() -> None:
    s = scene({"69/50": "1631", "HQ-30Br": "1529", "125/21Pz": "1731"}, supply_cw=5)
    assert "artillery HQ-30Br" in supported(s, "1731", "69/50")
    s.do("artillery HQ-30Br", "artillery HQ-30Br")
    assert "artillery HQ-30Br" not in s.options()
    assert s.refusal("artillery HQ-30Br").rule == "11.6.1"
    t = scene({"26/12SS": "1631", "HQ-84": "1530", "69/50": "1731"}, supply_7th=5)
    assert "artillery HQ-84" in supported(t, "1731", "26/12SS")
    t.do("artillery HQ-84")
    assert t.options() == ["fight", "caen", "withdraw"]  # Caen's guns are near enough for a second


@covers("11.6.1", "4.3")
def test_a_storm_allows_one_artillery_shift() -> None:
    s = scene({"69/50": "1631", "HQ-30Br": "1529", "125/21Pz": "1731"}, supply_cw=5, row=STORM)
    supported(s, "1731", "69/50")
    s.do("artillery HQ-30Br")
    assert "artillery HQ-30Br" not in s.options()


@covers("11.6.3")
def test_artillery_never_shifts_for_the_defender() -> None:
    s = scene({"69/50": "1631", "125/21Pz": "1731", "HQ-84": "1732"}, supply_7th=5)
    assert shifts(s, "1731", "69/50", "69/50") == []


@covers("11.7")
def test_attacks_across_the_airfield_are_halved_both_ways_and_tanks_count() -> None:
    s = scene({"69/50": "2027", "NY": "2027", "1/914/352": "2028"})
    assert "airfield" in s.g.board.between(s.space("2027"), s.space("2028"))
    assert reckon(s, "2028", "69/50 NY", "69/50 NY")[0] == 3 + 2
    assert "+1 armour" in shifts(s, "2028", "69/50 NY", "69/50 NY")
    t = scene({"69/50": "2028", "1/914/352": "2027"})
    assert reckon(t, "2027", "69/50", "69/50")[0] == 3


@covers("11.8")
def test_a_hilltop_shifts_left_besides_its_terrain() -> None:
    s = scene({"501/101": "2507", "1/914/352": "2408"})
    assert "-1 hilltop" in shifts(s, "2408", "501/101", "501/101")
    assert reckon(s, "2408", "501/101", "501/101")[1] == 2 + 2


@covers("11.9")
def test_tigers_shift_for_their_side_in_attack_and_defence() -> None:
    s = scene({"101Tiger": "1631", "25/12SS": "1631", "69/50": "1731", "NY": "1731"})
    assert shifts(s, "1731", "101Tiger 25/12SS", "101Tiger 25/12SS") == ["+1 armour", "+1 better troops", "+1 Tigers"]
    assert "-1 Tigers in defence" in shifts(scene({"101Tiger": "1731", "69/50": "1631"}), "1731", "69/50", "69/50")
    t = scene({"101Tiger": "1829", "69/50": "1828"})
    assert "+1 Tigers" not in shifts(t, "1828", "101Tiger", "101Tiger")
    u = scene({"101Tiger": "2028", "69/50": "2029"})
    assert shifts(u, "2029", "101Tiger", "101Tiger") == ["+1 Tigers"]  # a city denies only the armour shift


@covers("11.10")
def test_every_other_shift_is_booked_with_its_rule() -> None:
    s = scene({"69/50": "1631", "125/21Pz": "1731"})
    ledger = odds(s.g, attack(s, "1731", "69/50", "69/50", artillery=(1, 1), air=(0,), naval=1, jabos=2))
    booked = {(entry.rule, int(entry.amount)) for entry in ledger.entries if entry.kind.name == "SHIFT"}
    assert booked == {("11.6.1", 2), ("19.1.2", 1), ("19.2", 1), ("19.1.3", -2)}


@covers("10.5")
def test_support_is_declared_before_the_die_and_then_paid() -> None:
    s = scene(
        {"69/50": "1631", "HQ-30Br": "1529", "1/914/352": "1731"}, supply_cw=2, air=[0, 1], ask=Attacks(by=ALLIED)
    )
    s.do("attack 1731", "with 69/50", "ready", "main 69/50 none", "artillery HQ-30Br", "air cw")
    assert (s.g.supply_cw, s.g.air) == (2, [0, 1])
    s.do("fight")
    assert (s.g.supply_cw, s.g.air) == (1, [0, 0])
    assert s.decides == "chance"
