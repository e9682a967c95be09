"""11 Combat: attackers, mandatory attacks (Figure 4), odds, shifts."""

import pytest
from tests.games.darksummer.support import ALLIED, COMBINED, GERMAN, Army, Scene, hexes, scene

from bocage.games.darksummer.rules.r11_combat import Attacks, able
from bocage.games.darksummer.rules.r11_mandatory import calls_for_attack
from bocage.games.darksummer.rules.r11_odds import Assault, final_column, odds
from bocage.games.darksummer.state import HIDDEN
from bocage.kernel.combat import ATTACKER, DEFENDER, Ledger
from bocage.kernel.duties import unmet
from bocage.kernel.ids import Side
from bocage.testing import covers


def column(s: Scene, attackers: str, target: str, by: Side = ALLIED) -> str | None:
    ledger = odds(s.g, Assault(by, s.space(target), s.units(attackers)))
    found = final_column(ledger)
    return None if found is None else s.g.board.crt.title(found)


# --- who and whom ----------------------------------------------------------------------------------------


@covers("11", "11.1")
def test_each_unit_and_each_hex_once_and_allies_only_in_supply() -> None:
    ring = {"125/21": "4809", "192/21": "4910", "22/21": "4710", "4Cav": "4810"}
    s = scene(ring | {"39/9": "3304", "47/9": "3304", "731/711": "3305"}, boundary_lifted=True, ask=Attacks(by=ALLIED))
    assert not able(s.g) & s.units("4Cav")
    assert s.options() == ["attack 3305", "done"]
    s.do("attack 3305", "join 39/9")
    assert s.refusal("join 4Cav").rule == "11.1"
    assert s.refusal("join 125/21").rule == "11.1"
    s.do("fight", "ready", "ready", "roll 1", "lose 39/9", "lose 39/9")
    assert s.refusal("attack 3305").rule == "11.1"
    s = scene(
        ring | {"39/9": "3304", "731/711": "3305", "744/711": "3404"}, boundary_lifted=True, ask=Attacks(by=ALLIED)
    )
    s.do("attack 3305", "join 39/9", "fight", "ready", "ready", "roll 2", "lose 39/9")
    assert "attack 3404" not in s.options()


@covers("11.1")
def test_germans_do_not_attack_allies_in_c_w_and_s_hexes() -> None:
    s = scene({"8/4": "2727", "731/711": "2726"}, army=Army.GERMAN, ask=Attacks(by=GERMAN))
    assert s.refusal("attack 2727").rule == "11.1"


@covers("11.1", "11.5.1")
def test_a_strongpoint_may_attack_but_never_advances() -> None:
    s = scene(
        {"8/3": "4503", "SP-Hillman": "4504", "736/716": "4404"},
        army=Army.GERMAN,
        steps={"8/3": 1},
        ask=Attacks(by=GERMAN),
    )
    s.do("attack 4503", "join SP-Hillman", "join 736/716", "fight")
    assert s.decides == "chance"
    s.do("draw 3")
    assert s.g.value[s.unit("SP-Hillman")] == 3
    while s.options()[0] != "roll 1":
        s.do("ready")
    s.do("roll 6")
    while s.options() and not s.trail.endswith("Advance"):
        s.do(s.options()[0])
    assert s.refusal("advance SP-Hillman").rule in ("11.3.8", "11.1")
    assert "advance 736/716" in s.options()


@covers("11.6", "2.2.1")
def test_flak_attacks_only_with_others_and_spoils_the_river() -> None:
    at = {"1Flak": "4708", "731/711": "4608", "8A": "4607", "27A": "4707"}
    s = scene(at, army=Army.GERMAN, ask=Attacks(by=GERMAN))
    s.do("attack 4607")
    assert "join 1Flak" not in s.options()
    s = scene({"1Flak": "4708", "8A": "4707"}, army=Army.GERMAN, ask=Attacks(by=GERMAN))
    assert s.refusal("attack 4707").rule == "11.2"
    at = {"1Flak": "4306", "731/711": "4407", "8A": "4307"}
    s = scene(at | {"744/711": "4408"}, army=Army.GERMAN)
    wet = odds(s.g, Assault(GERMAN, s.space("4307"), s.units("744/711")))
    dry = odds(s.g, Assault(GERMAN, s.space("4307"), s.units("744/711 1Flak")))
    assert (wet.shifts, dry.shifts) == (-1, 0)
    assert dry.totals == wet.totals


# --- mandatory attacks ------------------------------------------------------------------------------------

FIGURE_4 = {
    "8/3": "4404", "185/3": "4304", "151/50": "4305", "231/50": "4406", "69/50": "4406",
    "736/716": "4405", "SP-Hillman": "4504", "125/21": "4506", "192/21": "4407",
}  # fmt: skip


@covers("11.2", "6.4")
def test_figure_4_a_single_stack_has_no_duties_but_three_hexes_have() -> None:
    s = scene(FIGURE_4, army=Army.BRITISH, ask=Attacks(by=ALLIED))
    assert calls_for_attack(s.g, s.spaces("4406")) == 0
    found = calls_for_attack(s.g, s.spaces("4404 4304 4406")) & ~s.spaces("4405")
    assert hexes(s, found) == {"4407"}  # not the Strongpoint, not the city
    s.do("attack 4405", "join 231/50", "join 8/3", "join 185/3")
    assert s.refusal("join 69/50").rule == "11.2"  # one of the stack must be left for 4407
    assert "4407" in s.refusal("join 69/50").text
    s.do("fight", "ready", "ready", "roll 2")
    while not s.trail.endswith("Combat"):
        s.do(s.options()[0])
    assert s.refusal("done").rule == "11.2"
    assert "4407" in s.refusal("done").text
    s.do("attack 4407", "join 69/50", "fight", "ready", "ready", "roll 1")
    while not s.trail.endswith("Combat"):
        s.do(s.options()[0])
    s.do("done")


@covers("11.2")
def test_stacks_of_battalions_alone_call_for_no_attack() -> None:
    at = dict(FIGURE_4)
    del at["192/21"]
    s = scene(at | {"100Pz": "4407"}, army=Army.BRITISH)
    assert calls_for_attack(s.g, s.spaces("4404 4304 4406")) & ~s.spaces("4405") == 0
    s = scene(at | {"100Pz": "4407", "6FJ": "4407"}, army=Army.BRITISH)
    assert calls_for_attack(s.g, s.spaces("4404 4304 4406")) & s.spaces("4407")


@covers("11.2")
def test_who_has_been_attacked_already_calls_for_nothing() -> None:
    s = scene(FIGURE_4, army=Army.BRITISH, fought_over="4407")
    assert calls_for_attack(s.g, s.spaces("4404 4304 4406")) & ~s.spaces("4405") == 0
    s = scene(FIGURE_4, army=Army.BRITISH, defended="192/21")
    assert calls_for_attack(s.g, s.spaces("4404 4304 4406")) & ~s.spaces("4405") == 0


@covers("11.2")
@pytest.mark.parametrize(
    ("able_", "met"),
    [
        ({0: 0b1, 1: 0b1}, False),
        ({0: 0b11, 1: 0b1}, True),
        ({0: 0b11, 1: 0b11, 2: 0b11}, False),
        ({0: 0b1, 1: 0b11, 2: 0b110}, True),
    ],
)
def test_each_duty_needs_a_unit_of_its_own(able_: dict[int, int], met: bool) -> None:
    assert (not unmet(sum(1 << hex_ for hex_ in able_), lambda hex_: able_[hex_])) is met


# --- odds -------------------------------------------------------------------------------------------------


@covers("11.3.3", "11.3.4")
@pytest.mark.parametrize(
    ("attack", "defense", "shift", "title"),
    [
        (33, 10, 0, "3-1"),  # printed example
        (2, 10, +1, None),  # 1-5 and one to the right: off the card
        (2, 10, +2, "1-3"),
        (1, 3, -2, "1-3"),
        (7, 1, -1, "5-1"),
        (40, 1, +2, "6-1"),
        (1, 4, 0, None),
        (5, 6, 0, "1-2"),
    ],
)
def test_odds_and_shifts(attack: int, defense: int, shift: int, title: str | None) -> None:
    s = scene()
    ledger = Ledger(s.g.board.crt)
    ledger.strength(ATTACKER, None, attack)
    ledger.strength(DEFENDER, None, defense)
    ledger.odds(most="6-1")
    ledger.shift(shift, "test")
    found = final_column(ledger)
    assert (None if found is None else s.g.board.crt.title(found)) == title


@covers("11.3.3", "11.3")
def test_below_the_card_the_attacker_loses_two_steps_without_a_roll() -> None:
    s = scene({"4Cav": "3304", "915/352": "3305", "916/352": "3305"}, steps={"4Cav": 1}, ask=Attacks(by=ALLIED))
    s.do("attack 3305", "join 4Cav", "fight", "ready", "ready")
    s.follow()
    assert s.at("4Cav") == "lost"


@covers("11.3.1", "13.4")
def test_out_of_supply_strength_is_halved_hex_by_hex_with_one_at_the_least() -> None:
    ring = {"8A": "4809", "27A": "4910", "33A": "4710"}
    s = scene(ring | {"731/711": "4810", "744/711": "4810", "1057/91": "4810"}, army=Army.BRITISH)
    assert odds(s.g, Assault(ALLIED, s.space("4810"), s.units("8A"))).totals[1] == 3  # (2 + 2 + 3) / 2
    s = scene(ring | {"Fus/91": "4810"}, army=Army.BRITISH)
    assert odds(s.g, Assault(ALLIED, s.space("4810"), s.units("8A"))).totals[1] == 1


@covers("11.3.1", "13.4")
def test_a_lone_one_out_of_supply_in_woods_defends_with_two() -> None:
    woods = "3813"
    s = scene({"Fus/91": woods, "8A": "3812", "27A": "3913", "33A": "3713"}, army=Army.BRITISH)
    assert s.g.board.terrain[s.space(woods)] == "woods"
    assert odds(s.g, Assault(ALLIED, s.space(woods), s.units("8A"))).totals[1] == 2


@covers("11.3.1", "11.3.9")
def test_who_retreated_this_round_adds_nothing_but_is_there() -> None:
    s = scene({"39/9": "3304", "731/711": "3305", "744/711": "3305"}, retreated="744/711")
    assert odds(s.g, Assault(ALLIED, s.space("3305"), s.units("39/9"))).totals == [4, 2]
    s = scene({"39/9": "3304", "731/711": "3305"}, retreated="731/711")
    assert odds(s.g, Assault(ALLIED, s.space("3305"), s.units("39/9"))).totals == [4, 0]


@covers("11.3.4", "10.2")
def test_terrain_and_rivers_shift_to_the_left() -> None:
    s = scene({"39/9": "3304", "731/711": "3305"})
    assert odds(s.g, Assault(ALLIED, s.space("3305"), s.units("39/9"))).shifts == -3  # bocage and the Aure
    s = scene({"8A": "4406", "27A": "4505", "125/21": "4506"}, army=Army.BRITISH)
    assert odds(s.g, Assault(ALLIED, s.space("4506"), s.units("8A"))).shifts == -2
    s = scene({"8A": "4606", "27A": "4505", "125/21": "4506"}, army=Army.BRITISH)
    assert odds(s.g, Assault(ALLIED, s.space("4506"), s.units("8A"))).shifts == -4  # city, and the Orne
    assert odds(s.g, Assault(ALLIED, s.space("4506"), s.units("8A 27A"))).shifts == -2


@covers("11.3.4", "9.3.3")
def test_shifts_add_up() -> None:
    s = scene({"39/9": "3304", "731/711": "3306"}, kind=COMBINED)
    s.g.place(s.unit("39/9"), s.space("3206"))
    assert odds(s.g, Assault(ALLIED, s.space("3306"), s.units("39/9"))).shifts == -3


@covers("11.6")
def test_flak_has_two_defences() -> None:
    at = {"8/3": "4809", "8A": "4710", "1Flak": "4810"}
    s = scene(at, army=Army.BRITISH)
    target = s.space("4810")
    assert odds(s.g, Assault(ALLIED, target, s.units("8/3"))).totals[1] == 1
    assert odds(s.g, Assault(ALLIED, target, s.units("8A"))).totals[1] == 4
    air = next(n for n, row in enumerate(s.g.board.support) if row.id == "british-air-1")
    assert odds(s.g, Assault(ALLIED, target, s.units("8/3"), 1 << air)).totals == [8, 4]
    s.g.steps[s.unit("1Flak")] = 1
    assert odds(s.g, Assault(ALLIED, target, s.units("8A"))).totals[1] == 2


@covers("11.5")
def test_an_attack_turns_face_down_counters_over() -> None:
    s = scene({"8/3": "4503", "SP-Hillman": "4504"}, army=Army.BRITISH, ask=Attacks(by=ALLIED))
    s.do("attack 4504", "join 8/3")
    assert s.g.value[s.unit("SP-Hillman")] == HIDDEN
    s.do("fight")
    assert s.options() == ["draw 1", "draw 2", "draw 3"]
    s.do("draw 2")
    assert "Strongpoint Hillman is turned over: 2." in s.sentences()


@covers("11.5.2")
def test_the_ost_battalion_of_0_vanishes_and_the_attacker_may_advance() -> None:
    s = scene({"231/50": "4103", "Ost-4104": "4104"}, army=Army.BRITISH, ask=Attacks(by=ALLIED))
    s.do("attack 4104", "join 231/50", "fight", "draw 0")
    assert s.at("Ost-4104") == "lost"
    assert s.options() == ["advance 231/50", "halt"]


@covers("11.2")
def test_a_duty_whose_attackers_have_been_cut_off_bars_no_other_attack() -> None:
    at = {"8/3": "4604", "736/716": "4605", "185/3": "4504", "731/711": "4407"}
    s = scene(at, army=Army.BRITISH, duties="4407", ask=Attacks(by=ALLIED))
    assert s.options() == ["attack 4605", "done"]  # nobody stands next to 4407 who could meet the duty
    s = scene(at | {"70/49": "4408"}, army=Army.BRITISH, duties="4407", ask=Attacks(by=ALLIED))
    assert "done" not in s.options()
