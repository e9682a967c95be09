"""The combat results table, exchanges and retreats."""

from fractions import Fraction

import pytest
from tests.games.normandy71.support import ALLIED, BOARD, GERMAN, Scene, fight, scene

from bocage.games.normandy71.events import ShelterSought
from bocage.games.normandy71.rules.r05_combat import Attack, odds
from bocage.games.normandy71.rules.r17_results import Battle, Exchange, Retreats, retreats
from bocage.testing import covers

ROWS = """
1  AR AR DR DR EX EX DX DX DX DX DX
2  AR AR DR DR DR EX EX DX DX DX DX
3  AX AR AR DR DR DR EX EX DX DX DX
4  AX AR AR AR DR DR EX EX EX DX DX
5  AX AX AR AR DR DR DR EX EX EX DX
6  AX AX AX AR AR DR DR DR EX EX EX
7  AX AX AX AR AR DR DR DR EX EX EX
8  AX AX AX AR AR DR DR DR DR EX EX
9  AX AX AX AX AX AX AR AR AR DR DR
10 AX AX AX AX AX AX AX AR AR AR DR
"""


@covers("Results")
def test_the_table_is_as_printed() -> None:
    assert BOARD.crt.columns == ("1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1", "8-1", "9-1", "10-1")
    for line in ROWS.split("\n")[1:-1]:
        die, *cells = line.split()
        assert [BOARD.crt.read(int(die), column) for column in BOARD.crt.columns] == cells


@covers("Results")
@pytest.mark.parametrize(
    ("column", "die", "result"),
    [
        ("1-2", 1, "AR"),
        ("1-2", 3, "AX"),
        ("4-1", 1, "EX"),
        ("10-1", 5, "DX"),
        ("10-1", 6, "EX"),
        ("10-1", 9, "DR"),
        ("10-1", 10, "DR"),
        ("7-1", 9, "AR"),
    ],
)
def test_single_results(column: str, die: int, result: str) -> None:
    assert BOARD.crt.read(die, column) == result


@covers("Results", "Terrain.Entrenched", "Terrain.Bocage", "Terrain.City")
def test_the_ground_leads_to_another_row() -> None:
    # Fourteen against two is seven to one. There a six drives the defender back, but row ten the attacker.
    for place, target, dug, decides in (
        ("D12", "D11", "", "Allied"),
        ("D12", "D11", "D11", "German"),
        ("U20", "V19", "", "German"),  # bocage
    ):
        s = scene({"8/4 22/4": place, "gr1": target}, german_dug=dug, turn=1)
        assert fight(s, ALLIED, target, die=6).decides == decides
    # A one eliminates the defender outside a city; inside it is a four, an exchange.
    for place, target, left in (("D12", "D11", ["D12", "D12"]), ("D4", "D3", ["D4", "Lost"])):
        t = fight(scene({"8/4 22/4": place, "gr1": target}, turn=1), ALLIED, target, die=1)
        if t.decides:
            t.do("lose 22/4")
        assert t.at("gr1") == "Lost"
        assert [t.at("8/4"), t.at("22/4")] == left


@covers("Results.AX")
def test_all_attackers_are_removed() -> None:
    s = fight(scene({"8/4": "D12", "22/4": "C12", "12/12SS 25/12SS": "D11"}, turn=1), ALLIED, "D11", die=6)
    assert (s.at("8/4"), s.at("22/4"), s.at("12/12SS")) == ("Lost", "Lost", "D11")


@covers("Results.DX")
def test_all_defenders_are_removed_and_nobody_advances() -> None:
    s = fight(scene({"8/4 22/4": "D12", "gr1": "D11"}, turn=1), ALLIED, "D11", die=1)
    assert s.at("gr1") == "Lost"
    assert s.decides == ""
    assert s.at("8/4") == "D12"


@covers("Results.EX")
def test_the_attacker_pays_for_the_printed_strength_of_the_defender() -> None:
    # 28 against 7 is four to one: a one is an exchange. The regiment of ten is not enough change for the others.
    at = {"8/4 22/4": "D12", "16/1 69/50": "C12", "914/352": "D11"}
    s = fight(scene(at, turn=1), ALLIED, "D11", die=1)
    assert s.at("914/352") == "Lost"
    assert s.options() == ["lose 8/4", "lose 22/4", "lose 16/1", "lose 69/50"]
    s.do("lose 16/1")
    assert s.decides == ""
    assert [s.at(name) for name in ("8/4", "22/4", "16/1", "69/50")] == ["D12", "D12", "Lost", "C12"]


@covers("Results.EX")
def test_halved_defenders_cost_their_full_strength() -> None:
    # Armor alone, out of supply: 15 printed, 3.75 in the odds.
    s = scene({"8/4 22/4": "D12", "22/21": "D11"}, turn=1, unsupplied="22/21")
    attack = Attack((s.space("D11"),), s.units("8/4 22/4"), s.units("22/21"))
    assert odds(s.g, attack).totals == [14, Fraction(15, 4)]
    Battle(by=ALLIED, attack=attack).carry_out(s.g, "EX")
    assert (s.at("22/21"), s.at("8/4"), s.at("22/4")) == ("Lost", "Lost", "Lost")


@covers("Results.EX")
def test_several_small_units_are_given_up_until_it_is_enough() -> None:
    s = scene({"i1 i2 i3": "D12", "8/4": "C12"}, turn=1)
    s.ask(Exchange(by=ALLIED, units=s.units("i1 i2 i3 8/4"), price=3))
    s.do("lose i1")
    assert s.options() == ["lose 8/4", "lose i2", "lose i3"]
    s.do("lose i2")
    assert s.decides == ""
    assert s.at("i3") == "D12"


def back(s: Scene, name: str) -> set[str]:
    return {BOARD.names[end] for _, end in retreats(s.g, s.unit(name))}


@covers("Results.Retreat")
def test_two_hexes_and_two_hexes_away() -> None:
    s = scene({"914/352": "D11"})
    ends = back(s, "914/352")
    assert len(ends) == 12
    assert {BOARD.distance(s.space("D11"), s.space(end)) for end in ends} == {2}


@covers("Results.Retreat")
def test_not_into_enemies_or_their_zones() -> None:
    s = scene({"914/352": "D11", "8/4": "D12"})
    ends = back(s, "914/352")
    assert ends == {"B10", "B11", "C10", "D9", "E10", "F10", "F11"}


@covers("Results.Retreat")
def test_not_over_water_except_by_a_bridge() -> None:
    # J16 lies south of the Orne at Caen. The road from J17 crosses it; the hexside to K17 has no bridge.
    s = scene({"914/352": "J16"})
    paths = {(BOARD.names[a], BOARD.names[b]) for a, b in retreats(s.g, s.unit("914/352"))}
    assert ("J17", "J18") in paths
    assert "K17" not in {middle for middle, _ in paths}
    assert "river" in BOARD.between(s.space("J16"), s.space("K17"))


@covers("Results.Retreat")
def test_a_unit_of_one_movement_point_still_retreats_two_hexes() -> None:
    s = scene({"729/709": "D11"})
    assert len(back(s, "729/709")) == 12


@covers("Results.Retreat")
def test_the_enemy_chooses_the_path() -> None:
    s = fight(scene({"8/4 22/4": "D12", "729/709": "D11"}, turn=1), ALLIED, "D11", die=1)
    # Three to one and a one: the defender retreats where the Allies want him.
    assert s.decides == "Allied"
    s.do("retreat 729/709 D10 D9")
    assert s.at("729/709") == "D9"
    t = fight(scene({"8/4": "D12", "729/709 739/709": "D11"}, turn=1), ALLIED, "D11", die=1)
    # One to two: the attacker retreats where the German wants him.
    assert t.decides == "German"
    assert all(text.startswith("retreat 8/4") for text in t.options())


@covers("Results.Retreat")
def test_who_cannot_retreat_is_eliminated() -> None:
    # On the beach between Germans left and right there is nowhere to go.
    s = scene({"8/4": "S25", "729/709": "S24", "739/709": "R24", "919/709": "T24"})
    s.ask(Retreats(chooser=GERMAN, units=s.units("8/4")))
    assert s.at("8/4") == "Lost"
    # With one German less the coast is open.
    t = scene({"8/4": "S25", "729/709": "S24", "739/709": "R24"})
    t.ask(Retreats(chooser=GERMAN, units=t.units("8/4")))
    assert t.options() == ["retreat 8/4 T25 U25"]


@covers("Results.Retreat")
def test_a_path_that_destroys_is_not_offered_while_another_exists() -> None:
    s = scene({"729/709": "D11", "8/4": "D12", "914/352 916/352": "D9"})
    ends = back(s, "729/709")
    assert "D9" not in ends  # full
    assert ends
    s.ask(Retreats(chooser=ALLIED, units=s.units("729/709")))
    assert s.refusal("retreat 729/709 D10 D9").rule == "Stacking"


@covers("Results.Retreat", "Entrenchment.B")
def test_into_an_entrenchment_only_its_owner_leads_and_only_as_a_last_resort() -> None:
    s = scene({"729/709": "D11", "8/4": "D12", "914/352": "D9"}, german_dug="D9")
    assert "D9" not in back(s, "729/709")
    tight = scene({"729/709": "D11", "8/4": "D12", "22/4": "B10", "16/1": "F10", "914/352": "D9"}, german_dug="D9")
    assert back(tight, "729/709") == set()
    tight.ask(Retreats(chooser=ALLIED, units=tight.units("729/709")))
    assert tight.decides == "German"
    assert tight.options() == ["retreat 729/709 D10 D9"]


@covers("Results.Retreat")
def test_allied_entrenchments_hide_nobody_so_nobody_looks_for_shelter_there() -> None:
    beset = {"8/4": "S25", "729/709": "S24", "739/709": "R24", "919/709": "T24"}
    s = scene({**beset, "22/4": "R21"}, allied_dug="R21")
    s.ask(Retreats(chooser=GERMAN, units=s.units("8/4")))
    assert s.at("8/4") == "Lost"
    assert not s.heard(ShelterSought)


@covers("Results.Retreat")
def test_a_retreat_through_a_supply_beach_loses_it_and_a_city_changes_hands() -> None:
    s = scene({"729/709": "R23"}, supply="S25", allied_cities="D3")
    s.ask(Retreats(chooser=ALLIED, units=s.units("729/709")))
    s.do("retreat 729/709 S24 S25")
    assert s.names(s.g.lost_beaches) == "S25"
    t = scene({"729/709": "D5"}, allied_cities="D3")
    t.ask(Retreats(chooser=ALLIED, units=t.units("729/709")))
    t.do("retreat 729/709 D4 D3")
    assert t.g.allied_cities == 0
