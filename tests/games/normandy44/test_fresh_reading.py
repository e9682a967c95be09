"""What a fresh reader of the whole rulebook found after the first seams were mended: each position once went wrong."""

import pytest
from tests.games.normandy44.support import ALLIED, GERMAN, scene

from bocage.games.normandy44 import GAME
from bocage.games.normandy44.rules.r06_reinforcements import Entering
from bocage.games.normandy44.rules.r06_replacements import Replacements
from bocage.games.normandy44.rules.r09_movement_phase import Orders
from bocage.games.normandy44.rules.r10_combat import Attacks
from bocage.games.normandy44.rules.r13_retreat import ways_back
from bocage.games.normandy44.rules.r15_reserve import ReserveMovement
from bocage.games.normandy44.state import Normandy44
from bocage.testing import Situation, covers

FULL = {"731/711": "1431", "857/346": "1431", "1057/91": "1431"}
"""Three regiments of four factors: with two of them worn down to two factors they fill the hex (1 + 2 + 1)."""


@covers("6.2.1", "7.1", "7.2")
def test_a_replacement_does_not_overfill_a_hex() -> None:
    s = scene(FULL, steps={"731/711": 1, "1057/91": 1}, replacements=[1] * 12, ask=Replacements(by=GERMAN))
    assert s.refusal("replace 1057/91").rule == s.refusal("replace 731/711").rule == "7.2"
    t = scene(FULL | {"731/711": "1330"}, steps={"1057/91": 1}, replacements=[1] * 12, ask=Replacements(by=GERMAN))
    assert "replace 1057/91" in t.options()


@covers("9.1", "21.2")
def test_a_unit_that_was_to_move_and_stayed_has_no_allowance_left_to_evacuate() -> None:
    s = scene({"12/4": "2814", "22/4": "2814", "Eng-Utah": "2814"}, ask=Orders(by=ALLIED))
    s.do("move 12/4", "halt")
    assert s.refusal("evacuate 12/4").rule == "9.1"
    assert "evacuate 22/4" in s.options()


@covers("9.8.2", "15.2")
def test_a_unit_marked_for_strategic_movement_does_not_join_others_in_reserve_movement() -> None:
    at = {"22a/7Armd": "2523", "69/50": "2422"}
    s = scene(at, strategic="22a/7Armd", reserve="22a/7Armd", ask=ReserveMovement(by=ALLIED))
    s.do("move 22a/7Armd")
    assert s.refusal("to 2422").rule == "9.8.2"
    t = scene(at, reserve="22a/7Armd", ask=ReserveMovement(by=ALLIED))
    t.do("move 22a/7Armd")
    assert "to 2422" in t.options()


@covers("7.2", "17.1")
@pytest.mark.parametrize(("turn", "room"), [(1, False), (2, True)])
def test_an_ost_battalion_makes_no_room_on_turn_1(turn: int, room: bool) -> None:
    at = {"795/709": "2812", "1057/91": "2812", "1058/91": "2711"}
    s = scene(at, turn=turn, moved="1057/91", ask=Orders(by=GERMAN))
    s.do("move 1058/91")
    assert ("to 2812" in s.options()) == room


@covers("6.2.5", "7.2")
def test_a_unit_with_a_replacement_makes_no_room_by_entering_an_enemy_zone() -> None:
    at = {"858/346": "1531", "857/346": "1531", "1057/91": "1532"}
    at |= {"69/50": "1731", "151/50": "1433", "231/50": "1430"}  # all round 1531, none next to it
    s = scene(at, moved="857/346", replaced="858/346", ask=Orders(by=GERMAN))
    s.do("move 1057/91")
    open_to_it = "to 1531" in s.options()
    t = scene(at, moved="857/346", ask=Orders(by=GERMAN))
    t.do("move 1057/91")
    assert "to 1531" in t.options()
    assert not open_to_it


@covers("13.3", "13.7")
def test_a_column_of_march_lets_a_retreat_end_in_cover_in_an_enemy_zone() -> None:
    at = {"857/346": "3802", "Rcn/21Pz": "3701", "69/50": "3902", "151/50": "3803", "231/50": "3702"}
    at |= {"7/3Can": "3801", "8/3Can": "3901"}
    s = scene(at, strategic="Rcn/21Pz")
    assert [s.g.board.names[to] for to in ways_back(s.g, s.unit("857/346"), 2, 0)] == ["3701"]
    t = scene(at, strategic="Rcn/21Pz", disrupted="Rcn/21Pz")  # nobody steady is there
    assert not ways_back(t.g, t.unit("857/346"), 2, 0)


@covers("9.8.2", "9.8.6", "9.9")
def test_each_manner_of_movement_names_its_own_rule_on_zones() -> None:
    s = scene({"857/346": "1731", "69/50": "1631"}, ask=Orders(by=GERMAN))
    assert s.refusal("truck 857/346").rule == "9.8.6"
    assert s.refusal("convoy 857/346").rule == "9.8.2"
    t = scene({"Bohm/353": "reinforcements", "8/4": "1110"}, turn=11)
    t.ask(Entering(by=GERMAN, unit=t.unit("Bohm/353")))
    assert {"at 1010 normal", "at 1006 bicycle"} <= set(t.options())
    rules = [t.refusal(f"at 1010 {manner}").rule for manner in ("truck", "convoy", "bicycle")]
    assert rules == ["9.8.6", "9.8.2", "9.9"]


@covers("17.2", "17.3")
def test_a_werfer_that_has_fired_is_refused_by_its_own_rule() -> None:
    at = {"7Werfer": "1631", "HQ-84": "1632", "857/346": "1731", "69/50": "1732"}
    s = scene(at, spent="7Werfer HQ-84", supply_7th=3, ask=Attacks(by=GERMAN))
    s.do("attack 1732", "with 857/346", "ready", "main 857/346 none")
    assert s.refusal("artillery 7Werfer").rule == "17.3"
    assert s.refusal("artillery HQ-84").rule == "17.2"


@covers("26.1", "26.3.2", "26.3.3")
def test_the_cherbourg_scenario_says_which_of_its_rules_forbids_an_attack() -> None:
    def attacks(at: dict[str, str]) -> Situation[Normandy44]:
        found: Situation[Normandy44] = Situation(GAME, "cherbourg", at=at, rest="removed", scattered=0, turn=5)
        found.ask(Attacks(by=ALLIED))
        return found

    tied = {"505/82": "3108", "919/709": "3208"}
    assert attacks(tied).refusal("attack 3208").rule == "26.3.3"
    helped = attacks(tied | {"8/4": "3209"})
    helped.do("attack 3208")
    assert helped.refusal("with 505/82").rule == "26.3.3"
    assert attacks({"8/4": "2117", "919/709": "2017"}).refusal("attack 2017").rule == "26.1"
    assert attacks({"501/101": "2910", "919/709": "3010"}).refusal("attack 3010").rule == "26.3.2"


@covers("20.5.2", "21.1.1")
def test_a_follow_up_wave_before_a_closed_beach_waits_for_its_engineer() -> None:
    s = scene({"SFR": "followup-juno", "Eng-Gold": "2525", "7/3Can": "2527"}, turn=1, ask=Orders(by=ALLIED))
    assert s.refusal("land SFR").rule == "21.1.1"
