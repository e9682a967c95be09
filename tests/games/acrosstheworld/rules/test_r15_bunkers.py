from tests.games.acrosstheworld.support import battle, table, units

from bocage.games.acrosstheworld.rules.r10_movement_phase import Movement
from bocage.games.acrosstheworld.rules.r12_battle import PickBattle
from bocage.games.acrosstheworld.rules.r18_control import Control
from bocage.games.acrosstheworld.sides import ALLIED, GERMAN
from bocage.testing import covers

OMAHA = "Bunker-Omaha-1 Bunker-Omaha-2 Bunker-Omaha-3"


@covers("15.1")
def test_a_bunker_never_moves() -> None:
    s = table({"O": f"{OMAHA} 352"}, Movement(by=GERMAN), active=GERMAN)
    assert s.refusal("take Bunker-Omaha-1").rule == "15.1"
    s.do("take 352")
    assert not [text for text in s.options() if "Bunker" in text]


@covers("15.1")
def test_a_bunker_never_retreats() -> None:
    s = battle("O", "Gerow 1US 29US", OMAHA, landed=units("1US 29US"))
    s.do("roll 10 10", "roll 10 10 10", "roll 10 10", "roll 10 10 10")  # 6 against 5: the Germans have lost
    assert s.g.fight is None
    assert {s.at(name) for name in OMAHA.split()} == {"O"}


@covers("15.2")
def test_one_hit_of_each_round_falls_on_a_bunker() -> None:
    s = battle("J", "Keller 3CA 2CA-Bde", "Bunker-Juno 716", landed=units("3CA 2CA-Bde"))
    s.do("roll 1 10", "roll 10 10")
    assert s.at("Bunker-Juno") == ""  # nobody was asked
    assert s.at("716") == "J"


@covers("15.2")
def test_a_second_hit_is_the_owners_choice() -> None:
    s = battle("O", "Gerow 1US 29US", f"{OMAHA} 352", landed=units("1US 29US"))
    s.do("roll 1 1", "roll 10 10 10", "roll 10")
    assert s.options() == ["hit 352", "hit Bunker-Omaha-2", "hit Bunker-Omaha-3"]
    s.do("hit 352")
    assert s.g.steps[s.unit("352")] == 1
    s.do("roll 1 10", "roll 10 10 10")  # the next round absorbs anew
    assert s.at("Bunker-Omaha-2") == ""


@covers("15.2")
def test_bunkers_absorb_nothing_for_the_allies() -> None:
    s = battle("J", "Keller 3CA 2CA-Bde", "Bunker-Juno 716")
    s.do("roll 10 10", "roll 1 10")
    assert (s.decides, s.options()) == ("Allied", ["hit 3CA", "hit 2CA-Bde"])


@covers("15.3")
def test_a_bunker_that_panics_is_eliminated() -> None:
    s = battle("O", "Gerow 1US 29US", OMAHA, landed=units("1US 29US"))
    assert s.g.fight is not None
    s.do("roll 6 10", "roll 10 10 10", "panic Bunker-Omaha-2")
    assert s.at("Bunker-Omaha-2") == ""
    assert s.g.fight.morale[GERMAN] == 4


@covers("15.4")
def test_bunkers_fall_when_mobile_units_beside_them_retreat() -> None:
    s = battle("O", "Gerow 1US 29US", f"{OMAHA} 709", landed=units("1US 29US"))  # 6 against 5
    s.do("roll 10 10", *["roll 10 10 10", "roll 10"], "roll 10 10", *["roll 10 10 10", "roll 10"])
    assert s.decides == "German"
    assert {s.at(name) for name in OMAHA.split()} == {""}
    s.do(s.options()[0])
    s.ask(Control(by=ALLIED))
    assert s.g.allied & s.spaces("O")


@covers("15.4")
def test_bunkers_outlive_a_stack_that_has_nowhere_to_go() -> None:
    s = battle("O", "Gerow 1US 29US", f"{OMAHA} 709", allied="13 17 18")
    s.do("roll 10 10", *["roll 10 10 10", "roll 10"], "roll 10 10", *["roll 10 10 10", "roll 10"])
    assert s.at("709") == ""
    assert {s.at(name) for name in OMAHA.split()} == {"O"}  # nobody retreated


@covers("15.4")
def test_bunkers_outlive_a_garrison_that_dies_inside_its_fortress() -> None:
    inside = "Schlieben 243 Bunker-Cherbourg-1"
    s = battle("1", "Bradley 4US 9US", inside, besieged=units("Schlieben 243"), allied="3")
    s.do("roll 10 10", "roll 10 10", "roll 10 10", "roll 10 10")
    assert (s.at("243"), s.at("Bunker-Cherbourg-1")) == ("", "1")


@covers("15.4")
def test_an_allied_defeat_harms_no_bunker() -> None:
    s = battle("1", "4US", "Schlieben 243 Bunker-Cherbourg-1", by=GERMAN)
    s.do("roll 10 10", "roll 10", "roll 10 10", "roll 10")
    assert (s.at("4US"), s.at("Bunker-Cherbourg-1")) == ("", "1")


@covers("15.5", "15.6")
def test_a_bunker_keeps_its_region_german_after_a_lost_battle() -> None:
    s = battle("O", "Gerow 1US 29US", OMAHA, landed=units("1US 29US"))
    s.do("roll 10 10", "roll 10 10 10", "roll 10 10", "roll 10 10 10")
    s.ask(Control(by=ALLIED))
    assert not s.g.allied & s.spaces("O")
    assert s.at("1US") == "O"  # the victors stay


@covers("15.5")
def test_it_does_not_take_a_battle_for_a_bunker_to_block() -> None:
    s = table({"O": "1US Bunker-Omaha-1"}, Control(by=ALLIED))
    assert s.g.allied == 0
    s = table({"O": "1US"}, Control(by=ALLIED))
    assert s.g.allied == s.spaces("O")


@covers("15.6")
def test_the_attackers_may_fight_again_next_turn() -> None:
    s = table({"O": f"Gerow 1US 29US {OMAHA}"}, PickBattle(by=ALLIED), turn=2)
    assert s.options() == ["attack O", "done"]


@covers("15.6")
def test_leaders_beside_bunkers_that_survive_stay_with_them() -> None:
    s = battle("O", "Gerow 1US 29US", f"Feuchtinger {OMAHA}", landed=units("1US 29US"))
    s.do("roll 10 10", "roll 10 10 10", "roll 10 10", "roll 10 10 10")  # a tie: the attackers lose
    s = battle("O", "Bradley 1US 29US", f"Feuchtinger {OMAHA}", landed=units("1US 29US"))
    s.do("roll 10 10", "roll 10 10 10", "roll 10 10", "roll 10 10 10")
    assert s.at("Feuchtinger") == "O"
    assert s.decides == ""
