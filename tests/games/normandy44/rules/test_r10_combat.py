"""10. Combat: who attacks what, main assault forces, odds and their limits."""

from tests.games.normandy44.support import ALLIED, CLEAR, GERMAN, attack, reckon, scene

from bocage.games.normandy44.rules.r10_combat import Attacks, able, attackers_of, forces, strong_enough, targets
from bocage.games.normandy44.rules.r12_losses import TakeLoss
from bocage.games.normandy44.rules.r12_results import Battle
from bocage.testing import covers

PLAIN = {"69/50": "1631", "151/50": "1631", "NY": "1631", "1/914/352": "1731", "2/914/352": "1632"}


@covers("10.1")
def test_no_unit_attacks_or_is_attacked_twice_in_a_phase() -> None:
    s = scene(PLAIN, attacked="69/50", ask=Attacks(by=ALLIED))
    assert s.unit_names(able(s.g, ALLIED)) == "69/50 151/50 NY".replace("69/50 ", "")
    assert s.options() == ["attack 1731", "attack 1632", "end"]
    t = scene(PLAIN, defended="1/914/352", ask=Attacks(by=ALLIED))
    assert t.options() == ["attack 1632", "end"]
    assert t.refusal("attack 1731").text == "1731 (clear) has been attacked in this phase"
    assert t.refusal("attack 1530").text == "there is no enemy in 1530 (clear)"


@covers("10.1")
def test_a_hex_is_attacked_as_a_whole() -> None:
    s = scene({"69/50": "1631", "1/914/352": "1731", "2/914/352": "1731"})
    assert reckon(s, "1731", "69/50", "69/50")[:2] == (6, 4)


@covers("10.2")
def test_units_of_one_hex_may_attack_different_hexes() -> None:
    s = scene(PLAIN, ask=Attacks(by=ALLIED))
    s.do("attack 1731", "with 69/50", "ready", "main 69/50 none", "fight", "roll 1")  # 3-1 and a quality tie
    assert s.g.attacked == s.units("69/50")
    assert s.options() == ["stand 1/914/352", "retreat"]  # A1/DR
    s.do("stand 1/914/352", "roll 6")  # held by an exchange in the open
    s.do("end", "attack 1632", "with 151/50")
    assert "with 69/50" not in s.options()


@covers("10.2", "9.6")
def test_only_neighbours_over_passable_hexsides_attack() -> None:
    s = scene({"501/101": "2713", "1/914/352": "2614", "502/101": "2712"})
    assert attackers_of(s.g, ALLIED, s.space("2614"), s.units("501/101 502/101")) == 0
    assert targets(s.g, ALLIED, s.units("501/101 502/101")) == 0


@covers("10.3.1")
def test_the_main_force_attacks_in_full_and_all_others_at_half() -> None:
    s = scene({"69/50": "1631", "7/3Can": "1730", "1/914/352": "1731"})
    assert reckon(s, "1731", "69/50 7/3Can", "69/50")[0] == 9
    assert reckon(s, "1731", "69/50 7/3Can", "7/3Can")[0] == 9
    assert reckon(s, "1731", "69/50 7/3Can", "69/50 7/3Can")[0] == 12


@covers("10.3.2")
def test_units_of_a_division_or_of_a_brigade_are_one_formation() -> None:
    s = scene({"69/50": "1631", "151/50": "1730", "4-7RDG": "1832", "NY": "1831", "7/3Can": "1732"})
    found = {s.unit_names(force.main) for force in forces(s.g, s.units("69/50 151/50 4-7RDG NY 7/3Can"))}
    assert found == {"69/50 151/50", "4-7RDG NY", "7/3Can"}


@covers("10.3.3")
def test_one_unit_stacked_with_the_main_force_may_be_attached() -> None:
    """The first example of 10.3.3: rangers and tanks may be attached, the battalion that stands alone may not."""
    s = scene({"115/29": "1631", "2Rgr": "1631", "16/1": "1730", "741Tk": "1730", "634TD": "1732"})
    found = {s.unit_names(force.main) for force in forces(s.g, s.units("115/29 2Rgr 16/1 741Tk 634TD"))}
    assert {"115/29", "2Rgr 115/29", "16/1", "16/1 741Tk"} <= found
    assert not [names for names in found if "634TD" in names and names != "634TD"]


@covers("10.3.3")
def test_either_of_two_stacked_units_is_attached_to_the_other() -> None:
    s = scene({"CCA/2Armd": "1631", "16/1": "1631"})
    mains = [force.main for force in forces(s.g, s.units("CCA/2Armd 16/1"))]
    assert mains.count(s.units("CCA/2Armd 16/1")) == 2


@covers("10.3.4")
def test_a_stack_of_six_factors_is_a_battle_group_of_its_own() -> None:
    s = scene({"1/914/352": "1631", "1/726/716": "1631", "100Pz": "1631", "69/50": "1731"})
    actions = [force.action[0] for force in forces(s.g, s.units("1/914/352 1/726/716 100Pz"))]
    assert actions.count("group") == 1
    assert reckon(s, "1731", "1/914/352 1/726/716 100Pz", "1/914/352 1/726/716 100Pz")[0] == 6
    t = scene({"1057/91": "1631", "1/726/716": "1631", "100Pz": "1631", "69/50": "1731"})
    assert "group" not in [force.action[0] for force in forces(t.g, t.units("1057/91 1/726/716 100Pz"))]


@covers("10.4")
def test_neither_side_counts_more_than_eighteen_factors() -> None:
    """The example of 10.4: two sevens and a three in a city make 22, which counts 18."""
    at = {"902/Lehr": "1929", "901/Lehr": "1929", "200StuG/21Pz": "1929", "69/50": "1829"}
    assert reckon(scene(at), "1929", "69/50", "69/50")[1] == 18
    t = scene({"25/12SS": "1631", "26/12SS": "1631", "1/914/352": "1631", "69/50": "1731"})
    assert reckon(t, "1731", "25/12SS 26/12SS 1/914/352", "25/12SS 26/12SS 1/914/352")[0] == 18


@covers("10.4")
def test_the_limit_comes_after_halving() -> None:
    """24 factors across a river attack with 12."""
    at = {"25/12SS": "1829", "26/12SS": "1829", "1/914/352": "1829", "2/914/352": "1829", "69/50": "1828"}
    force = "25/12SS 26/12SS 1/914/352 2/914/352"
    assert reckon(scene(at), "1828", force, force)[0] == 5 + 5 + 1 + 1


@covers("10.5")
def test_odds_are_rounded_in_favour_of_the_defender() -> None:
    crt = scene().g.board.crt
    assert crt.title(crt.place(15, 4)) == "3-1"
    assert crt.title(crt.place(11, 12)) == "1-2"


@covers("10.6")
def test_no_attack_starts_below_one_to_three() -> None:
    s = scene({"1/914/352": "1631", "69/50": "1731", "151/50": "1731"}, ask=Attacks(by=GERMAN))
    assert not strong_enough(s.g, attack(s, "1731", "1/914/352", "1/914/352"))
    s.do("attack 1731", "with 1/914/352")
    assert s.refusal("ready").rule == "10.6"
    assert s.options() == ["withdraw"]


@covers("10.6")
def test_shifts_below_one_to_three_give_an_automatic_a1() -> None:
    s = scene({"1057/91": "1631", "69/50": "1731", "151/50": "1731"}, row=CLEAR)
    s.ask(Battle(assault=attack(s, "1731", "1057/91", "1057/91")))
    s.do("roll 6")  # jabos: three columns left of 1-3
    assert s.g.steps[s.unit("1057/91")] == 1
    assert s.decides == ""


@covers("10.6")
def test_shifts_count_before_the_seven_to_one_limit() -> None:
    """10-1 with two shifts left uses the 7-1 column."""
    crt = scene().g.board.crt
    assert crt.title(crt.clamp(crt.place(10, 1) - 2).column) == "7-1"


@covers("10.7")
def test_units_in_brackets_do_not_attack_but_follow_those_they_stood_with() -> None:
    s = scene({"200PzJg/21Pz": "1631", "26/12SS": "1631", "99Inf": "1731"})
    assert s.unit_names(able(s.g, GERMAN)) == "26/12SS"
    s.ask(Battle(assault=attack(s, "1731", "26/12SS", "26/12SS")))
    s.do("roll 6")  # DH: the battalion is gone
    assert "advance 200PzJg/21Pz 1731" in s.options()
    t = scene({"HQ-84": "1631", "26/12SS": "1631", "99Inf": "1731"})
    t.ask(Battle(assault=attack(t, "1731", "26/12SS", "26/12SS")))
    t.do("roll 6")
    assert not [text for text in t.options() if "HQ-84" in text]


@covers("22.1.1")
def test_us_and_commonwealth_units_never_share_an_attack() -> None:
    s = scene({"CCA/2Armd": "1631", "69/50": "1730", "1/914/352": "1731"}, ask=Attacks(by=ALLIED))
    s.do("attack 1731", "with 69/50")
    assert "with CCA/2Armd" not in s.options()


@covers("22.1.2")
def test_no_army_attacks_two_hexes_beyond_the_boundary() -> None:
    s = scene({"16/1": "1831", "1/914/352": "1832"})
    assert attackers_of(s.g, ALLIED, s.space("1832"), s.units("16/1")) == 0


@covers("10.3.1", "10.3.2", "10.3.3", "10.3.4")
def test_a_main_force_that_cannot_be_is_refused_for_its_own_reason() -> None:
    at = {"69/50": "1631", "151/50": "1631", "NY": "1631", "9/2": "1632", "1/914/352": "1731"}
    s = scene(at, ask=Attacks(by=ALLIED))
    s.do("attack 1731", "with 69/50", "with NY", "ready")
    assert "main 69/50 NY" in s.options()
    reasons = {
        "main 151/50 none": "151/50 takes no part in the attack",
        "main 69/50 9/2": "9/2 takes no part in the attack",
        "main 69/50 69/50": "69/50 belongs to the formation anyway",
        "group 1632": "none of the attackers stands in 1632 (clear)",
        "group 1631": "the attackers in 1631 (clear) have more than 6 factors",
    }
    assert {text: s.refusal(text).text for text in reasons} == reasons


@covers("12.2.1")
def test_a_loss_names_those_who_can_take_it() -> None:
    s = scene({"69/50": "1631", "151/50": "1631", "1/914/352": "1731"})
    s.ask(TakeLoss(by=ALLIED, units=s.units("69/50 151/50")))
    assert s.refusal("lose 1/914/352").text == "the step is lost by 69/50 or 151/50, not by 1/914/352"
