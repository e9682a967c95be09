"""10.3 to 10.6: close assault, results, retreat and disruption."""

from tests.games.bradley.support import ALLIED, GERMAN, field, places

from bocage.games.bradley.rules.r10_account import Attack
from bocage.games.bradley.rules.r10_advantages import armour_superiority, hilltop, is_outflanked, is_surrounded
from bocage.games.bradley.rules.r10_assault import CloseAssault, assault_account
from bocage.games.bradley.rules.r10_disruption import disrupt, recover
from bocage.games.bradley.rules.r10_results import Results
from bocage.games.bradley.rules.r10_retreat import RetreatAll
from bocage.testing import covers


@covers("10.3", "10.3.1", "10.3.2", "10.3.3", "10.6.3")
def test_who_may_assault_whom() -> None:
    s = field("1/16 3824, 743Tk 3824, 5FA 3824, 2/16 3824, I/916 3924", CloseAssault(by=ALLIED), disrupted="2/16")
    assert places(s, "assault") == "3924"
    s.do("assault 3924")
    assert places(s, "join") == "1/16 743Tk"
    assert s.refusal("join 5FA").rule == "10.3.1"
    assert s.refusal("join 2/16").rule == "10.6.3"


@covers("10.3.4")
def test_over_water_a_unit_has_half_its_factor() -> None:
    s = field("1/16 4227, 2/16 4129, I/916 4228")
    attack = Attack(by=ALLIED, target=s.space("4228"), units=s.units("1/16 2/16"))
    assert assault_account(s.g, attack).ledger.totals[0] == 12


@covers("10.3.4", "10.1.3", "10.4")
def test_too_weak_an_assault_costs_the_attacker_a_stack_of_the_defenders_choice() -> None:
    s = field("A/1/116 3824, C/2Rgr 3823, III/6FJ 3924, I/6FJ 3924", CloseAssault(by=ALLIED))
    s.do("assault 3924", "join A/1/116", "join C/2Rgr", "fight")
    assert s.decides == "German"
    s.do("repel 3823")
    assert s.g.green == s.units("C/2Rgr")


@covers("10.3.5")
def test_attackers_in_order_may_advance() -> None:
    s = field("1/16 3824, 2/16 3824, 3/16 3824, A/741 3823, I/916 3924", CloseAssault(by=ALLIED))
    s.do("assault 3924", "join 1/16", "join 2/16", "join 3/16", "join A/741", "fight", "roll 6 5")
    assert s.at("I/916") != "3924"
    while s.decides == "German":
        s.do(s.options()[0])
    s.do("advance 1/16")
    assert s.at("1/16") == "3924"
    assert s.refusal("advance 1/16").rule == "10.3.5"
    s.do("halt")


@covers("10.3.6")
def test_morale_and_height() -> None:
    s = field("2Rgr 3824, I/916 3924")
    attack = Attack(by=ALLIED, target=s.space("3924"), units=s.units("2Rgr"))
    assert assault_account(s.g, attack).ledger.shifts == 1  # morale 4 to 3
    s = field("1/16 3624, II/916 3620, 2/16 3621")
    up = Attack(by=ALLIED, target=s.space("3620"), units=s.units("2/16"))
    assert hilltop(s.g, up) == -1
    s = field("1/16 3620, II/916 3621")
    assert hilltop(s.g, Attack(by=ALLIED, target=s.space("3621"), units=s.units("1/16"))) == 1


@covers("10.3.6")
def test_armour_superiority_and_what_negates_it() -> None:
    def of(at: str, target: str, units: str = "743Tk") -> int:
        s = field(at)
        attack = Attack(by=ALLIED, target=s.space(target), units=s.units(units))
        return armour_superiority(s.g, attack, s.g.units_in(GERMAN, s.space(target)))

    assert of("743Tk 3824, I/916 3924", "3924") == 1
    assert of("743Tk 3824, I/916 3924, 14/6FJ 3924", "3924") == 0
    assert of("743Tk 3827, I/916 3826", "3826") == 0  # a town
    assert of("743Tk 4227, I/916 4228", "4228") == 0  # over a stream
    assert of("743Tk 3621, I/916 3620", "3620") == 0  # uphill
    assert of("743Tk 3821, S1 3822", "3822") == 0  # a fort
    both = "743Tk 0309, 745Tk 0210, I/916 0310"
    assert of(both, "0310", "743Tk 745Tk") == 0  # one uphill, the other over a stream
    assert of("743Tk 0309, 745Tk 0311, I/916 0310", "0310", "743Tk 745Tk") == 1  # one of them unhindered
    assert of("1/16 3824, 100Pz 3924", "3924", "1/16") == -1


@covers("10.3.6", "7.4.4")
def test_outflanking() -> None:
    s = field("1/16 3825, I/916 3924", marching="I/916:N")
    attack = Attack(by=ALLIED, target=s.space("3924"), units=s.units("1/16"))
    assert is_outflanked(s.g, attack, s.units("I/916"))
    s.g.place(s.unit("II/916"), s.space("3924"))
    assert not is_outflanked(s.g, attack, s.units("I/916 II/916"))
    s = field("1/16 3923, I/916 3924", marching="I/916:N")
    assert not is_outflanked(s.g, Attack(by=ALLIED, target=s.space("3924"), units=s.units("1/16")), s.units("I/916"))


@covers("10.3.6")
def test_surrounded() -> None:
    s = field("1/16 3923, 2/16 3925, I/916 3924")
    attack = Attack(by=ALLIED, target=s.space("3924"), units=s.units("1/16"))
    assert is_surrounded(s.g, attack)
    s.g.place(s.unit("II/916"), s.space("3824"))
    assert not is_surrounded(s.g, attack)  # friends negate the zone


@covers("15.4", "15.4.1", "13.0", "13.3.3", "13.3.4", "13.3.2")
def test_engineers_shift_against_forts_and_garrisons_borrow_their_morale() -> None:
    s = field("1Eng 3821, G1 3822, 513/30 3825")
    attack = Attack(by=ALLIED, target=s.space("3822"), units=s.units("1Eng"))
    account = assault_account(s.g, attack)
    assert account.ledger.totals == [10, 4]  # the town helps the platoon
    assert account.ledger.shifts == 1  # engineers; morale is 3 to 3
    s = field("1Eng 3821, G1 3822, S1 3922")
    assert assault_account(s.g, attack).ledger.shifts == 2  # morale 3 to 2 as well


@covers("13.3.5", "10.4")
def test_any_result_of_an_assault_clears_a_garrison() -> None:
    s = field("1Eng 3821, G1 3822, S1 3922", CloseAssault(by=ALLIED))
    s.do("assault 3822", "join 1Eng", "fight", "roll 5 5")
    assert s.at("G1") == "german-lost"


@covers("16.0", "16.1")
def test_headquarters_support_once_in_a_player_turn() -> None:
    s = field("1/16 3824, HQ/1 3823, I/916 3924, HQ/352 3925", CloseAssault(by=ALLIED))
    s.do("assault 3924", "join 1/16", "support HQ/1", "fight")
    assert s.decides == "German"
    assert s.options() == ["support HQ/352", "decline"]
    s.do("support HQ/352", "roll 3 4")
    assert s.g.aided == s.units("HQ/1 HQ/352")
    attack = Attack(by=ALLIED, target=s.space("3924"), units=s.units("1/16"), aid=s.units("HQ/1"))
    assert assault_account(s.g, attack).ledger.shifts == 3  # two by the headquarters, one by morale


@covers("10.5", "10.5.1", "10.5.2", "10.5.3")
def test_a_retreat_goes_one_or_two_hexes_and_ends_in_combat_mode() -> None:
    s = field("I/916 3924, 1/16 3824", marching="I/916:N")
    s.ask(RetreatAll(by=GERMAN, units=s.units("I/916"), origin=s.space("3924")))
    assert s.refusal("retreat 3925").rule == "10.5.3"
    s.do("retreat 4024")
    assert "halt" in s.options()
    assert s.refusal("retreat 3924").rule == "10.5.3"
    s.do("halt")
    assert s.at("I/916") == "4024"
    assert not s.g.marching


@covers("10.5.3", "10.5.4")
def test_who_cannot_retreat_is_eliminated() -> None:
    s = field("S1 3826")
    s.ask(RetreatAll(by=GERMAN, units=s.units("S1"), origin=s.space("3826")))
    assert s.at("S1") == "german-lost"
    s = field("I/916 3924, 1/16 3923, 2/16 3925, 3/16 3824")
    s.ask(RetreatAll(by=GERMAN, units=s.units("I/916"), origin=s.space("3924")))
    assert s.at("I/916") == "german-lost"


CORRIDOR = (
    "1/16 1116, 2/16 1118, 3/16 1120, 1/18 1122, 2/18 1516, 3/18 1518, 1/26 1520, 2/26 1522, 3/26 1316, I/916 1318,"
    " I/914 1319, I/915 1319, I/1057 1320, I/1058 1320, "
)
"""Enemy zones on both sides of 1319 to 1321, where friends stand: two battalions fill a hex."""


@covers("10.5.3")
def test_a_third_hex_is_for_those_who_find_no_room_and_it_disrupts() -> None:
    s = field(CORRIDOR + "II/1057 1321")
    s.ask(RetreatAll(by=GERMAN, units=s.units("I/916"), origin=s.space("1318")))
    assert s.options() == ["retreat 1319"]
    s.do("retreat 1319")
    assert s.options() == ["retreat 1320"]  # no room to halt, and no way back
    s.do("retreat 1320")
    assert s.options() == ["retreat 1321"]
    s.do("retreat 1321")
    assert s.at("I/916") == "1321"
    assert s.g.disrupted == s.units("I/916")


@covers("10.5.3")
def test_who_finds_room_within_two_hexes_goes_no_farther() -> None:
    s = field(CORRIDOR.replace("I/1058 1320, ", "") + "II/1057 1321")
    s.ask(RetreatAll(by=GERMAN, units=s.units("I/916"), origin=s.space("1318")))
    s.do("retreat 1319", "retreat 1320")
    assert s.at("I/916") == "1320"
    assert not s.g.disrupted


@covers("10.5.3", "10.5.4")
def test_who_finds_no_room_in_the_third_hex_either_is_eliminated() -> None:
    s = field(CORRIDOR + "II/1057 1321, II/1058 1321")
    s.ask(RetreatAll(by=GERMAN, units=s.units("I/916"), origin=s.space("1318")))
    assert s.at("I/916") == "german-lost"


@covers("10.5.5", "10.5.6")
def test_units_that_retreated_into_friends_fight_and_suffer_with_them() -> None:
    s = field("I/916 3924, II/916 4025, 1/16 3823")
    s.ask(RetreatAll(by=GERMAN, units=s.units("I/916"), origin=s.space("3924")))
    s.do("retreat 4024", "retreat 4025")
    assert s.at("I/916") == "4025"
    attack = Attack(by=ALLIED, target=s.space("4025"), units=s.units("1/16"))
    assert assault_account(s.g, attack).ledger.totals[1] == 10
    s.ask(Results(attack=attack, targets=s.units("I/916 II/916"), result="E", assault=True))
    assert s.at("I/916") == s.at("II/916") == "german-lost"


@covers("10.6", "10.6.1", "10.6.2", "10.6.4", "10.6.5", "10.6.6", "10.6.7", "10.4")
def test_disruption_halves_colours_lasts_and_kills_the_second_time() -> None:
    s = field("1/16 3824, I/916 3924, II/916 3925")
    disrupt(s.g, s.units("1/16 I/916"), "10.4")
    assert s.g.green == s.units("1/16 I/916")
    assert s.g.attack(s.unit("I/916")) == 3
    assert s.g.face(s.unit("I/916")).protection == 2
    recover(s.g, GERMAN)
    assert s.g.green == s.units("1/16 I/916")
    s.g.player = GERMAN
    disrupt(s.g, s.units("1/16 II/916"), "10.4")
    assert s.at("1/16") == "allied-lost"
    assert s.g.grey == s.units("II/916")
    recover(s.g, ALLIED)
    assert (s.g.green, s.g.grey) == (0, s.units("II/916"))
    recover(s.g, GERMAN)
    assert not s.g.disrupted


@covers("14.1.1", "14.1.2")
def test_an_emplaced_gun_does_not_survive_a_retreat() -> None:
    s = field("Bruno 0913, 1/505 0912", CloseAssault(by=ALLIED))
    s.ask(RetreatAll(by=GERMAN, units=s.units("Bruno"), origin=s.space("0913")))
    assert s.at("Bruno") == "german-lost"


@covers("6.2.9", "6.3.6")
def test_no_assault_over_a_wall_and_none_by_armour_up_the_bluff() -> None:
    s = field("1/16 3921, S1 3922", CloseAssault(by=ALLIED))
    assert s.options() == ["done"]
    s = field("743Tk 3720, I/916 3620", CloseAssault(by=ALLIED))
    assert s.options() == ["done"]


@covers("10.3.6", "5.5.6")
def test_boats_below_a_cliff_assault_uphill_and_parachutists_do_not() -> None:
    s = field("2Rgr omaha-pool, 1/505 82-main, HOC 3319")
    for unit, shift in (("2Rgr", -1), ("1/505", 0)):
        attack = Attack(by=ALLIED, target=s.space("3319"), units=s.units(unit), dropped=True)
        assert hilltop(s.g, attack) == shift
