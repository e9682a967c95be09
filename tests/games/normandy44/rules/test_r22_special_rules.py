"""22 and 17.5: two armies, their boundary, and units that go home."""

from tests.games.normandy44.support import ALLIED, destinations, scene, why_not_go_home

from bocage.games.normandy44.rules.r09_movement_phase import Orders
from bocage.games.normandy44.rules.r10_combat import Assemble, Attacks
from bocage.games.normandy44.rules.r11_shifts import Assault
from bocage.games.normandy44.rules.r22_special_rules import EndPhase, send_home
from bocage.testing import covers

UTAH = {"Eng-Utah": "2814"}


@covers("22.1.1")
def test_the_two_armies_never_share_a_combat() -> None:
    s = scene({"16/1": "2321", "69/50": "2322", "1/726/716": "2422"}, ask=Attacks(by=ALLIED))
    s.do("attack 2422")
    assert {"with 16/1", "with 69/50"} <= set(s.options())
    s.do("with 16/1")
    assert "with 69/50" not in s.options()
    assert s.refusal("with 69/50").rule == "22.1.1"


@covers("22.1.2")
def test_units_move_one_hex_beyond_the_boundary_and_no_further() -> None:
    reached = destinations(scene({"16/1": "2321"}), "16/1")
    assert "2322" in reached  # Bayeux touches the US side
    assert "2323" not in reached
    assert "2423" not in reached


@covers("22.1.2")
def test_nobody_attacks_two_hexes_beyond_the_boundary() -> None:
    s = scene({"16/1": "2322", "1/915/352": "2323"}, ask=Attacks(by=ALLIED))
    assert s.options() == ["end"]
    s = scene({"16/1": "2321", "1/915/352": "2322"}, ask=Attacks(by=ALLIED))
    assert "attack 2322" in s.options()


@covers("22.1.2")
def test_south_of_row_sixteen_the_armies_mix() -> None:
    reached = destinations(scene({"16/1": "1521"}), "16/1")
    assert {"1522", "1523"} <= reached


@covers("22.1.2")
def test_a_unit_driven_across_moves_back_first() -> None:
    s = scene(UTAH | {"16/1": "2323"}, ask=Orders(by=ALLIED))
    assert "end" not in s.options()
    assert s.refusal("end").rule == "22.1.2"
    s.do("move 16/1", "to 2322")
    s.follow()
    assert s.at("16/1") == "2322"


AIRBORNE = UTAH | {"505/82": "2811", "507/82": "2810", "508/82": "2710", "325/82": "2711"}


@covers("22.2")
def test_an_airborne_division_in_supply_and_out_of_contact_may_go_home() -> None:
    s = scene(AIRBORNE, steps={"507/82": 1}, boxed="507/82", ask=EndPhase(by=ALLIED))
    assert s.options() == ["home 82", "end"]
    s.do("home 82")
    assert s.at("505/82") == s.at("507/82") == "removed"
    assert not s.g.boxed  # the cadre returns to its display
    assert s.g.withdrawn & s.units("505/82 507/82 508/82 325/82") == s.units("505/82 507/82 508/82 325/82")


@covers("22.2")
def test_none_may_be_left_behind() -> None:
    s = scene(AIRBORNE | {"1057/91": "2809"}, ask=EndPhase(by=ALLIED))
    assert s.options() == ["end"]
    assert s.refusal("home 82").rule == "22.2"
    because = why_not_go_home(scene(AIRBORNE, out_of_supply="508/82").g, "82")
    assert because is not None
    assert because.rule == "22.2"
    assert why_not_go_home(scene(UTAH).g, "82") is not None


@covers("22.2")
def test_eliminated_units_stay_lost() -> None:
    s = scene(AIRBORNE | {"505/82": "dead"}, ask=EndPhase(by=ALLIED))
    s.do("home 82")
    assert s.at("505/82") == "dead"


@covers("17.5")
def test_the_rangers_leave_once_pointe_du_hoc_is_safe() -> None:
    s = scene({"2Rgr": "2818", "5Rgr": "2719", "1/914/352": "2517"})
    send_home(s.g)
    assert s.at("2Rgr") == "2818"  # a German within four hexes
    s.g.place(s.unit("1/914/352"), s.space("2412"))
    send_home(s.g)
    assert s.at("2Rgr") == s.at("5Rgr") == "removed"


@covers("17.5")
def test_the_commandos_leave_arromanches_and_longues_alone_does_not_keep_them() -> None:
    at = {"4SSBde": "2528", "1SSBde": "2330"}
    s = scene(at | {"1/726/716": "2323"})
    send_home(s.g)
    assert s.at("4SSBde") == "2528"
    s = scene(at | {"SP-Longues": "2623"})
    send_home(s.g)
    assert s.at("4SSBde") == "removed"
    assert s.at("1SSBde") == "2330"
    s = scene(at | {"SP-Longues": "2623"}, options={"batteries": "on"})
    send_home(s.g)
    assert s.at("4SSBde") == "2528"


@covers("22.1.1")
def test_units_of_both_armies_may_stack_but_one_army_attacks() -> None:
    s = scene({"16/1": "2322", "69/50": "2322", "1/726/716": "2422"})
    a = Assault(by=ALLIED, target=s.space("2422"), attackers=s.units("69/50"))
    assert not Assemble(by=ALLIED, assault=a).free(s.g) & s.units("16/1")
