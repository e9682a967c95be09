from typing import Any

from tests.games.acrosstheworld.support import battle, table, units

from bocage.games.acrosstheworld.rules.r09_supply import Supply
from bocage.games.acrosstheworld.rules.r10_movement_phase import Movement
from bocage.games.acrosstheworld.rules.r12_battle import PickBattle
from bocage.games.acrosstheworld.rules.r13_modifiers import ledger
from bocage.games.acrosstheworld.rules.r16_siege import controls_city, lift_siege
from bocage.games.acrosstheworld.rules.r17_ports import ports_in_use
from bocage.games.acrosstheworld.rules.r18_control import Control
from bocage.games.acrosstheworld.sides import ALLIED, GERMAN
from bocage.games.acrosstheworld.state import Campaign
from bocage.testing import Situation, covers

MISSES = ("roll 10 10", "roll 10", "roll 10 10", "roll 10")


def beaten() -> Situation[Campaign]:
    """The garrison of Cherbourg has lost the battle outside: 7 against 6."""
    s = battle("1", "Collins 4US 9US", "Schlieben 243", allied="3")
    s.do(*MISSES)
    return s


def besieged(**fields: Any) -> Situation[Campaign]:
    stacks = {"1": "Collins 4US 9US Schlieben 243 709"}
    return table(stacks, besieged=units("Schlieben 243 709"), allied="1 3", **fields)


@covers("16.1")
def test_a_beaten_garrison_withdraws_into_the_fortress_or_retreats() -> None:
    s = beaten()
    assert (s.decides, s.options()) == ("German", ["withdraw", "leave"])
    assert s.refusal("retreat 4").rule == "16.1"
    s.do("withdraw")
    assert s.g.besieged == units("Schlieben 243")
    assert s.at("243") == "1"
    s = beaten()
    s.do("leave")
    assert s.options() == ["retreat 4"]


@covers("16.1")
def test_there_is_no_fortress_elsewhere_nor_for_the_allies() -> None:
    s = battle("25", "Collins 4US 9US", "Feuchtinger 243", allied="24")
    s.do(*MISSES)
    assert "withdraw" not in s.options()
    s = battle("1", "4US", "Schlieben 243 709", by=GERMAN, allied="1 3")
    s.do("roll 10 10", "roll 10", "roll 10 10", "roll 10")
    assert (s.decides, s.options()) == ("Allied", ["retreat 3"])


@covers("16.1")
def test_bunkers_are_not_given_up_by_a_withdrawal() -> None:
    s = battle("1", "Bradley 4US 9US", "Schlieben 243 Bunker-Cherbourg-1", allied="3")
    s.do("roll 10 10", "roll 10 10", "roll 10 10", "roll 10 10", "withdraw")
    assert s.at("Bunker-Cherbourg-1") == "1"


@covers("16.2")
def test_the_region_falls_but_neither_the_city_nor_its_port() -> None:
    s = beaten()
    s.do("withdraw")
    s.ask(Control(by=ALLIED))
    assert s.g.allied & s.spaces("1")
    assert not controls_city(s.g, ALLIED, s.space("1"))
    assert controls_city(s.g, GERMAN, s.space("1"))
    assert s.g.points == [0, 0]
    assert ports_in_use(s.g) == 0


@covers("16.2")
def test_a_bunker_keeps_even_the_region() -> None:
    s = table({"1": "4US 243 Bunker-Cherbourg-1"}, Control(by=ALLIED), besieged=units("243"))
    assert not s.g.allied


@covers("16.3", "13.3")
def test_the_besieger_may_assault_at_minus_two() -> None:
    s = besieged(bad_until=99)
    s.ask(PickBattle(by=ALLIED))
    assert s.options() == ["attack 1", "done"]
    s = battle("1", "Collins 4US 9US", "Schlieben 243", besieged=units("Schlieben 243"), allied="1")
    assert s.g.fight is not None
    entries = ledger(s.g, s.g.fight, s.unit("4US"))
    assert [entry[:1] for entry in entries if entry[2] == "13.3"] == [(-2,)]


@covers("16.3")
def test_a_garrison_that_loses_inside_is_annihilated() -> None:
    s = battle("1", "Collins 4US 9US", "Schlieben 243", besieged=units("Schlieben 243"), allied="1 3")
    s.do(*MISSES)
    assert s.at("243") == ""
    s.do("roll 1")
    assert s.at("Schlieben") == ""
    assert s.g.besieged == 0
    s.ask(Control(by=ALLIED))
    assert controls_city(s.g, ALLIED, s.space("1"))
    assert s.g.points[ALLIED] == 2 + 1  # the city, and a division


@covers("16.4")
def test_a_siege_costs_the_garrison_a_step_in_every_german_supply_phase() -> None:
    s = besieged(turn=6, active=GERMAN)
    s.ask(Supply(by=GERMAN))
    assert (s.decides, s.options()) == ("German", ["lose 709", "lose 243"])
    assert s.refusal("lose 4US").rule == "16.4"
    s.do("lose 243")
    assert (s.g.steps[s.unit("243")], s.decides) == (1, "")
    s = besieged(turn=6)
    s.ask(Supply(by=ALLIED))
    assert s.decides == ""


@covers("16.4")
def test_a_garrison_that_has_starved_leaves_its_leader_to_his_fate() -> None:
    stacks = {"1": "4US Schlieben 709", "16": "77"}
    s = table(stacks, Supply(by=GERMAN), besieged=units("Schlieben 709"), allied="1", turn=6, active=GERMAN)
    s.do("lose 709")
    assert s.trail.endswith("Fate of Schlieben")
    s.do("roll 9")
    assert s.at("Schlieben") == "16"
    assert s.g.besieged == 0


@covers("16.5")
def test_the_besieged_do_not_march_but_may_sally() -> None:
    s = besieged(active=GERMAN, bad_until=99)
    s.ask(Movement(by=GERMAN))
    assert s.refusal("take 243").rule == "16.5"
    s.ask(PickBattle(by=GERMAN))
    assert s.options() == ["attack 1", "done"]
    s = table({"1": "Collins 4US 243"}, PickBattle(by=GERMAN), besieged=units("243"), allied="1", active=GERMAN)
    assert s.refusal("attack 1").rule == "10.7"


@covers("16.5")
def test_walls_do_not_hamper_a_sortie_and_a_beaten_one_is_shut_in_again() -> None:
    s = battle("1", "Collins 4US 9US", "Schlieben 243", by=GERMAN, besieged=units("Schlieben 243"), allied="1 3")
    assert s.g.fight is not None
    assert not [entry for entry in ledger(s.g, s.g.fight, s.unit("243")) if entry[2] in ("13.2", "13.3")]
    s.do("roll 10", "roll 10 10", "roll 10", "roll 10 10")
    assert s.options() == ["withdraw", "leave"]
    s.do("withdraw")
    assert s.g.besieged == units("Schlieben 243")


@covers("16.6")
def test_the_siege_ends_when_the_besiegers_are_gone() -> None:
    s = besieged()
    lift_siege(s.g)
    assert s.g.besieged == units("Schlieben 243 709")
    for name in ("4US", "9US", "Collins"):
        s.g.place(s.unit(name), s.space("3"))
    lift_siege(s.g)
    assert s.g.besieged == 0


@covers("16.6")
def test_a_sortie_that_wins_lifts_the_siege() -> None:
    s = battle("1", "4US", "Schlieben 243 709", by=GERMAN, besieged=units("Schlieben 243 709"), allied="1 3")
    s.do("roll 10 10", "roll 10", "roll 10 10", "roll 10", "retreat 3")
    assert s.g.besieged == 0


def test_entering_a_siege_is_no_attack() -> None:
    s = besieged()
    s.g.place(s.unit("90US"), s.space("3"))
    s.ask(Movement(by=ALLIED))
    s.do("take 90US", "march 1", "done")
    assert s.g.assaulted == 0
