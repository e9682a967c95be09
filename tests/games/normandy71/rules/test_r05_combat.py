"""Combat: who may attack whom, allocation, and the odds."""

from fractions import Fraction

from tests.games.normandy71.support import ALLIED, BOARD, GERMAN, Scene, combat, fight, reckon, scene

from bocage.games.normandy71.rules.r05_combat import escorted, fit_to_attack, may_attack, targets
from bocage.games.normandy71.rules.r05_combat_phase import Allocation
from bocage.testing import covers


def column(s: Scene, attackers: str, *targets: str, shots: tuple[tuple[int, str], ...] = ()) -> str:
    ledger = reckon(s, attackers, *targets, shots=shots)
    return BOARD.crt.title(ledger.final().column)


@covers("Combat", "Combat.G", "Naval")
def test_the_rulebooks_example_and_what_gunfire_makes_of_it() -> None:
    # 26 points (7 + 7 + 12) against 9 (7 + 2) are two to one, five to one with 25 more and four to one with ten more.
    at = {"8/4 22/4": "D12", "33A": "C11", "914/352 gr1": "D11", "16/1": "C11"}
    s = scene(at)
    assert reckon(s, "8/4 22/4 33A", "D11").totals == [26, 9]
    assert column(s, "8/4 22/4 33A", "D11") == "2-1"
    assert column(s, "8/4 22/4 33A", "D11", shots=((1, "D11"),)) == "5-1"
    assert column(s, "8/4 22/4 33A", "D11", shots=((2, "D11"),)) == "4-1"
    assert reckon(s, "8/4 22/4 33A", "D11", shots=((1, "D11"),)).totals == [51, 9]
    assert reckon(s, "8/4 22/4 33A", "D11", shots=((2, "D11"),)).totals == [36, 9]


@covers("Combat.G", "Results")
def test_odds_beyond_the_table_use_its_ends() -> None:
    s = scene({"i1": "D12", "12/12SS 25/12SS": "D11", "i2": "B11", "8/4 22/4 33A": "C12", "gr1": "C11"})
    assert column(s, "i1", "D11") == "1-2"  # 2 against 32
    assert column(s, "8/4 22/4 33A", "C11") == "10-1"  # 26 against 2 is 13-1
    assert column(scene({"8/4": "D12", "914/352": "D11"}), "8/4", "D11") == "1-1"
    assert column(scene({"8/4": "D12", "6FJ": "D11"}), "8/4", "D11") == "1-2"


@covers("Combat.A")
def test_only_adjacent_units_attack() -> None:
    s = combat(scene({"8/4": "D12", "22/4": "D13", "914/352": "D11"}), ALLIED)
    assert s.options() == ["attack D11", "done"]
    assert s.refusal("attack D10").rule == "Combat.A"
    s.do("attack D11")
    assert s.options() == ["join 8/4", "all"]
    assert s.refusal("join 22/4").rule == "Combat.A"


@covers("Combat.B")
def test_attacks_are_voluntary() -> None:
    s = combat(scene({"8/4": "D12", "914/352": "D11"}), ALLIED)
    s.do("done")
    assert s.decides == ""
    assert s.at("914/352") == "D11"


@covers("Combat.B", "Combat.H")
def test_part_of_a_stack_may_attack_alone() -> None:
    s = combat(scene({"8/4 22/4": "D12", "914/352": "D11"}), ALLIED)
    s.do(
        "attack D11", "join 22/4", "commit", "done", "resolve D11", "roll 6"
    )  # one to one and a six: the attacker is eliminated
    assert (s.at("22/4"), s.at("8/4")) == ("Lost", "D12")


@covers("Combat.C")
def test_nobody_attacks_or_is_attacked_twice() -> None:
    s = combat(scene({"8/4 22/4": "D12", "914/352": "D11", "916/352": "C12"}), ALLIED)
    s.do("attack D11", "join 8/4", "commit")
    assert s.options() == ["attack C12", "done"]
    assert s.refusal("attack D11").rule == "Combat.C"
    s.do("attack C12")
    assert s.options() == ["join 22/4", "all"]
    assert s.refusal("join 8/4").rule == "Combat.C"


@covers("Combat.D")
def test_one_group_attacks_two_hexes_with_their_strengths_together() -> None:
    s = combat(scene({"8/4 22/4": "D12", "16/1": "E12", "914/352": "D11", "gr1": "C12"}), ALLIED)
    s.do("attack D11", "join 8/4", "join 22/4")
    assert "also C12" in s.options()
    s.do("also C12")
    # Units of another hex may not help now, and this group may not take on a hex it is not next to.
    assert s.refusal("join 16/1").rule in ("Combat.A", "Combat.D")
    assert s.options() == ["commit"]
    assert reckon(s, "8/4 22/4", "D11", "C12").totals == [14, 9]


@covers("Combat.D")
def test_two_groups_do_not_attack_two_hexes() -> None:
    s = combat(scene({"8/4": "D12", "22/4": "D10", "914/352": "D11", "gr1": "C11"}), ALLIED)
    s.do("attack D11", "join 8/4", "join 22/4")
    assert s.refusal("also C11").rule == "Combat.D"


@covers("Combat.D", "Terrain.C", "Terrain.Flooded")
def test_a_further_hex_is_refused_for_the_reason_that_keeps_the_group_from_it() -> None:
    at = {"8/4 743T": "TT28", "914/352": "SS28", "gr1": "SS29", "gr2": "UU29", "gr3": "SS26"}
    s = combat(scene(at, supply="MM28", turn=1), ALLIED)
    s.do("attack SS28", "join 8/4", "join 743T")
    assert s.refusal("also SS26").rule == "Combat.A"
    assert s.refusal("also UU29").rule == "Terrain.Flooded"
    assert s.refusal("also SS29").rule == "Terrain.C"


@covers("Combat.D")
def test_the_worst_ground_counts_against_several_hexes() -> None:
    s = scene({"8/4 22/4": "D4", "729/709": "D3", "739/709": "C4"}, german_dug="C4")
    assert reckon(s, "8/4 22/4", "D3").modifier == 3
    assert reckon(s, "8/4 22/4", "C4").modifier == 4
    assert reckon(s, "8/4 22/4", "D3", "C4").modifier == 4


@covers("Combat.E")
def test_six_stacks_may_attack_one_hex() -> None:
    ring = dict(
        zip(("8/4", "22/4", "16/1", "231/50", "69/50", "7/3C"), ("D12", "C12", "C11", "D10", "E11", "E12"), strict=True)
    )
    s = combat(scene({**ring, "914/352": "D11"}, turn=1), ALLIED)
    s.do("attack D11", "all")
    assert s.g.stack[-1][0].attacks[0].attackers == s.units("8/4 22/4 16/1 231/50 69/50 7/3C")
    assert reckon(s, " ".join(ring), "D11").totals == [42, 7]


@covers("Combat.F")
def test_a_stack_defends_with_all_its_strength() -> None:
    s = scene({"8/4": "D12", "914/352 916/352": "D11"})
    assert reckon(s, "8/4", "D11").totals == [7, 14]
    combat(s, ALLIED)
    s.do("attack D11", "all")
    assert s.g.stack[-1][0].attacks[0].defenders == s.units("914/352 916/352")


@covers("Combat.I", "Supply.A")
def test_without_supply_no_attack_and_half_the_defence() -> None:
    # TT6 lies more than three hexes from any road or edge road.
    s = scene({"8/4": "TT6", "914/352": "TT7"})
    combat(s, ALLIED)
    assert s.g.unsupplied & s.units("8/4")
    assert s.options() == ["done"]
    assert s.refusal("attack TT7").rule == "Combat.I"
    assert reckon(s, "914/352", "TT6").totals == [7, Fraction(7, 2)]


@covers("Combat.J")
def test_armor_alone_defends_at_half_and_does_not_attack() -> None:
    s = scene({"70T": "D12", "914/352": "D11"})
    assert fit_to_attack(s.g, ALLIED, 0) == 0
    assert reckon(s, "914/352", "D12").totals == [7, 3]
    both = scene({"70T 8/4": "D12", "914/352": "D11"})
    assert fit_to_attack(both.g, ALLIED, 0) == both.units("70T 8/4")
    assert reckon(both, "914/352", "D12").totals == [7, 13]


@covers("Combat.J")
def test_two_tank_units_are_no_company_for_each_other() -> None:
    s = scene({"70T 741T": "D12", "914/352": "D11"})
    assert fit_to_attack(s.g, ALLIED, 0) == 0
    assert reckon(s, "914/352", "D12").totals == [7, 6]


@covers("Combat.J", "Pieces.D")
def test_armor_with_defence_only_units_does_not_attack_but_defends_in_full() -> None:
    s = scene({"22/21 1/3F": "D12", "8/4": "D11"})
    assert fit_to_attack(s.g, GERMAN, 0) == 0
    assert reckon(s, "8/4", "D12").totals == [7, 25]


@covers("Combat.J", "Combat.I")
def test_armor_alone_and_out_of_supply_defends_at_a_quarter() -> None:
    s = scene({"22/21": "D12", "8/4": "D11"}, unsupplied="22/21")
    assert reckon(s, "8/4", "D12").totals == [7, Fraction(15, 4)]


@covers("Pieces.Armor")
def test_only_tank_units_are_armor() -> None:
    assert BOARD.armor >> BOARD.unit_ids["4Cav"] & 1 == 0
    assert BOARD.armor >> BOARD.unit_ids["A/21"] & 1 == 0
    assert BOARD.armor >> BOARD.unit_ids["125/21"] & 1 == 0
    s = scene({"A/21": "D12", "8/4": "D11"})
    assert fit_to_attack(s.g, GERMAN, 0) == s.units("A/21")
    tanks = scene({"22/21": "D12", "A/21": "E12", "8/4": "D11"})
    assert escorted(tanks.g, tanks.units("22/21")) == 0


@covers("Pieces.D")
def test_a_unit_with_a_d_never_attacks() -> None:
    s = combat(scene({"1/3F 914/352": "D12", "8/4": "D11"}), GERMAN)
    s.do("attack D11")
    assert s.options() == ["join 914/352", "all"]
    assert s.refusal("join 1/3F").rule == "Pieces.D"


@covers("Combat.K", "Naval.A")
def test_gunfire_counts_for_the_side_it_supports() -> None:
    s = scene({"8/4": "S23", "914/352": "S22"})
    assert reckon(s, "8/4", "S22", shots=((1, "S22"),)).totals == [32, 7]
    assert reckon(s, "914/352", "S23", shots=((0, "S23"),)).totals == [7, 17]


@covers("Combat.A", "Combat.I", "Combat.J", "Terrain.C", "Terrain.Flooded")
def test_a_refused_attack_names_the_rule_that_forbids_it() -> None:
    # On their own these attackers may not attack that hex, each for a reason of its own.
    cases = {
        "Combat.J": scene({"70T": "D12", "914/352": "D11"}),
        "Terrain.C": scene({"70T 4Cav": "V20", "914/352": "W20"}, digging="4Cav"),
        "Terrain.Flooded": scene({"8/4": "OO24", "914/352": "OO25"}),
        "Entrenchment.Attempt": scene({"8/4": "D12", "914/352": "D11"}, digging="8/4"),
        "Parachute.C": scene({"505/82": "D12", "914/352": "D11"}, turn=1),
        "Combat.A": scene({"8/4": "D13", "914/352": "D11"}),
    }
    for number, s in cases.items():
        combat(s, ALLIED)
        assert s.options() == ["done"]
        assert s.refusal(f"attack {s.at('914/352')}").rule == number


def test_all_is_for_everybody_at_once() -> None:
    s = combat(scene({"8/4 22/4": "D12", "914/352": "D11"}), ALLIED)
    s.do("attack D11", "join 8/4")
    assert s.refusal("all").rule == "Combat.H"


@covers("Supply.M")
def test_the_allies_make_four_attacks_a_phase_after_the_first_turn() -> None:
    at = {"8/4": "D12", "914/352": "D11", "22/4": "H9", "916/352": "H8", "16/1": "L21", "915/352": "L22"}
    at |= {"69/50": "P17", "1057/91": "P16", "7/3C": "T21", "1058/91": "T20"}
    s = combat(scene(at), ALLIED)
    for target in ("D11", "H8", "L22", "P16"):
        assert f"attack {target}" in s.options()
        s.do(f"attack {target}", "all")
    assert s.options() == ["done"]
    assert s.refusal("attack T20").rule == "Supply.M"
    first = scene(at, turn=1)
    frame = Allocation(by=ALLIED, fit=fit_to_attack(first.g, ALLIED, 0))
    assert targets(first.g, ALLIED, frame.fit, 0).bit_count() == 5
    germans = combat(scene(at), GERMAN)
    for target in ("D12", "H9", "L21", "P17", "T21"):
        germans.do(f"attack {target}", "all")
    assert germans.options() == ["done"]


@covers("Combat", "Play.1B", "Play.2B")
def test_all_attacks_are_allocated_before_gunfire_and_gunfire_before_the_dice() -> None:
    s = combat(scene({"8/4": "S23", "914/352": "S22", "22/4": "R22", "916/352": "R21"}, turn=1), ALLIED)
    s.do("attack S22", "join 8/4", "commit")
    assert "attack R21" in s.options()
    s.do("attack R21", "all", "done")
    assert {text.split()[0] for text in s.options()} == {"fire", "done"}
    assert s.decides == "Allied"
    s.do("done")
    assert s.options() == ["resolve S22", "resolve R21"]
    s.do("resolve R21")
    assert s.decides == "chance"


@covers("Combat")
def test_a_result_is_carried_out_before_the_next_combat() -> None:
    s = combat(scene({"8/4 22/4": "D12", "gr1": "D11", "16/1": "H9", "gr2": "H8"}), ALLIED)
    s.do("attack D11", "all", "attack H8", "all", "done")
    s.do("resolve D11", "roll 1")  # seven to one: eliminated at once
    assert s.at("gr1") == "Lost"
    assert s.options() == ["resolve H8"]


@covers("Play.2B")
def test_a_german_attack_is_met_by_allied_gunfire() -> None:
    s = combat(scene({"8/4": "S24", "914/352": "S23"}), GERMAN)
    assert s.decides == "German"
    s.do("attack S24", "all", "done")
    assert s.decides == "Allied"
    assert "fire light S24" in s.options()
    s.do("done")
    assert s.decides == "German"


@covers("Combat.A", "Entrenchment.Attempt")
def test_units_digging_in_do_not_attack() -> None:
    s = scene({"8/4": "D12", "22/4": "D12", "914/352": "D11"}, digging="8/4")
    assert may_attack(s.g, fit_to_attack(s.g, ALLIED, 0), s.space("D11")) == s.units("22/4")
    combat(s, ALLIED)
    s.do("attack D11")
    assert s.refusal("join 8/4").rule == "Entrenchment.Attempt"


def test_a_lost_fight_removes_the_attackers() -> None:
    s = fight(scene({"8/4": "D12", "914/352": "D11"}), ALLIED, "D11", die=6)
    assert s.at("8/4") == "Lost"
