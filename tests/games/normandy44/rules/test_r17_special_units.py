"""17. Special units that are neither artillery nor cadres: Ost battalions, garrisons, flak, engineers."""

from tests.games.normandy44.support import ALLIED, GERMAN, destinations, scene, why_not_replace, why_not_return

from bocage.games.normandy44.rules.r06_replacements import replacement_for
from bocage.games.normandy44.rules.r09_movement_phase import MovementPhase, Orders, movable, release
from bocage.games.normandy44.rules.r10_combat import able
from bocage.games.normandy44.rules.r18_supply import open_beaches
from bocage.games.normandy44.rules.r19_strafing import strafing_modifier
from bocage.games.normandy44.rules.r22_special_rules import send_home
from bocage.games.normandy44.sides import GERMAN_ARMOR, GERMAN_INFANTRY
from bocage.testing import covers


@covers("17.1", "20.4")
def test_ost_battalions_stay_on_turn_1() -> None:
    s = scene({"439/716": "2515"}, turn=1, ask=Orders(by=GERMAN))
    assert s.refusal("move 439/716").rule == "17.1"
    assert movable(scene({"439/716": "2515"}, turn=2).g, GERMAN) & s.units("439/716")


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


@covers("17.1")
def test_ost_battalions_are_never_replaced() -> None:
    s = scene({"795/709": "dead", "919/709": "3208"})
    s.g.steps[s.unit("795/709")] = 0
    s.g.replacements[GERMAN_INFANTRY] = 3
    assert replacement_for(s.g, s.unit("795/709")) is None
    assert why_not_return(s.g, s.unit("795/709")) is not None


@covers("17.6")
def test_a_restricted_unit_wakes_when_an_ally_is_within_two_hexes() -> None:
    at = {"731/711": "2436", "744/711": "2334", "5/6Abn": "2234"}
    s = scene(at, turn=2)
    release(s.g)
    assert s.unit_names(s.g.released) == "744/711"
    assert s.unit_names(movable(s.g, GERMAN) & s.units("731/711 744/711")) == "744/711"
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
    assert not movable(s.g, ALLIED) & s.units("Eng-Utah")
    assert not able(s.g, ALLIED) & s.units("Eng-Utah")
