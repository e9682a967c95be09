"""Where two rules of different chapters meet: each of these cases went wrong once, or could."""

from tests.games.bradley.support import ALLIED, GERMAN, field, places

from bocage.games.bradley.rules.r03_sequence import new_turn
from bocage.games.bradley.rules.r04_drops import Drop
from bocage.games.bradley.rules.r04_planning import LiftZones
from bocage.games.bradley.rules.r04_zones import AirborneLandings, may_place
from bocage.games.bradley.rules.r05_beachhead import capture
from bocage.games.bradley.rules.r05_casualties import firepower, gun_at_beach
from bocage.games.bradley.rules.r05_landing import LandWave
from bocage.games.bradley.rules.r05_placement import Rangers
from bocage.games.bradley.rules.r05_rangers import RangerLandings
from bocage.games.bradley.rules.r06_movement import allowance
from bocage.games.bradley.rules.r06_moving import Movement
from bocage.games.bradley.rules.r10_assault import Advance, CloseAssault
from bocage.games.bradley.rules.r10_fire import Fire
from bocage.games.bradley.rules.r10_retreat import RetreatAll
from bocage.games.bradley.rules.r15_engineers import mine_ground
from bocage.games.bradley.rules.r18_scenarios import Enter
from bocage.kernel.board import POINT
from bocage.testing import covers


@covers("10.3.5", "2.3", "6.2.5")
def test_who_shows_no_allowance_does_not_advance() -> None:
    s = field("S1 3924, I/916 3924, 1/16 3824")
    s.g.place(s.unit("1/16"), s.space("3624"))  # driven out
    s.ask(Advance(by=GERMAN, target=s.space("3824"), units=s.units("S1 I/916")))
    assert places(s, "advance") == "I/916"
    assert s.refusal("advance S1").rule == "10.3.5"


@covers("18.1", "10.5.3")
def test_nobody_retreats_into_the_patch_of_the_second_battalion() -> None:
    s = field("I/914 2227, 1/16 2327, 2/16 2328, 3/16 2226", scenario="omaha")
    s.ask(RetreatAll(by=GERMAN, units=s.units("I/914"), origin=s.space("2227")))
    assert "2128" not in places(s, "retreat").split()


@covers("4.2.5", "18.2.2")
def test_a_reinforcement_that_enters_at_a_drop_zone_takes_it() -> None:
    s = field("Sturm german-due")
    s.g.zones[1] = s.space("0401")
    s.ask(Enter(by=GERMAN, unit=s.unit("Sturm")))
    s.do("enter 0401")
    assert s.g.zones[1] == -1
    assert s.g.zones_lost == 2


@covers("6.1.8")
def test_the_hex_of_entry_is_paid_for_once() -> None:
    s = field("Sturm german-due")
    s.ask(Enter(by=GERMAN, unit=s.unit("Sturm")))
    s.do("enter 0401")
    unit = s.unit("Sturm")
    full = s.g.face(unit).allowance * POINT
    assert allowance(s.g, unit) < full
    new_turn(s.g)
    assert allowance(s.g, unit) == full


@covers("6.1.8", "9.1.1")
def test_an_enemy_zone_over_the_hex_of_entry_ends_the_movement() -> None:
    s = field("Sturm german-due, 1/505 0402")
    s.ask(Enter(by=GERMAN, unit=s.unit("Sturm")))
    s.do("enter 0401")
    s.ask(Movement(by=GERMAN))
    s.do("select Sturm")
    assert places(s, "move") == ""
    assert s.refusal("move 0302").rule == "9.1.1"
    assert "deploy" in s.options()


@covers("6.1.7", "9.1.1")
def test_an_enemy_zone_over_the_landing_hex_ends_the_movement() -> None:
    for german, moves in (("3726", True), ("3725", False)):
        s = field(f"70Tk 3724, 795Ost {german}", turn=5)
        s.g.landed = s.units("70Tk")
        s.ask(Movement(by=ALLIED))
        s.do("select 70Tk")
        assert bool(places(s, "move")) == moves


@covers("15.2.1", "15.3.1", "4.4.10")
def test_engineers_who_dropped_in_this_turn_did_not_begin_it_there() -> None:
    s = field("307Eng 1816", turn=8)
    s.ask(Movement(by=ALLIED))
    s.do("select 307Eng")
    assert places(s, "breach")
    s.g.landed = s.g.dropped = s.units("307Eng")
    s.ask(Movement(by=ALLIED))
    s.do("select 307Eng")
    assert not places(s, "breach")
    assert s.refusal("breach 1817").rule == "15.2.1"


@covers("15.2")
def test_only_americans_breach_sea_walls() -> None:
    s = field("352Eng 3922")
    s.ask(Movement(by=GERMAN))
    s.do("select 352Eng")
    assert not places(s, "breach")
    assert s.refusal("breach 3921").rule == "15.2"


@covers("4.2.7")
def test_a_zone_that_is_taken_up_comes_down_again_in_a_later_turn() -> None:
    s = field("1/505 82-second", turn=8)
    s.g.zones[1] = s.space("0808")
    s.ask(LiftZones())
    s.do("lift 82")
    assert not may_place(s.g, 1)
    new_turn(s.g)
    assert may_place(s.g, 1)


@covers("5.5.4", "5.5.6", "10.6.3")
def test_a_party_that_lands_disrupted_storms_nothing() -> None:
    s = field("1/8 2118, 2/8 2119, S13 1918", turn=2)
    s.ask(LandWave(beach=1))
    s.do("roll 1", "roll 5 6", "confuse 1918")  # right one: 1/8 drifts to the resistance nest, in disorder
    assert s.at("1/8") == "utah-pool"
    assert not s.g.disrupted


@covers("5.7.1", "5.5.6")
def test_rangers_may_go_for_the_guns_of_pointe_du_hoc_themselves() -> None:
    s = field("2Rgr omaha-pool, HOC 3319", Rangers(by=ALLIED), turn=2)
    s.do("climb 2Rgr 3319")
    s.ask(RangerLandings())
    s.do("roll 1", "roll 3 4")
    assert s.options() == ["storm"]  # sent at a held hex
    s.do("storm", "roll 3 4")
    assert s.at("2Rgr") == "allied-lost"


@covers("19.3", "5.4.3", "5.6.1", "5.10.1")
def test_the_northern_beaches_belong_to_utah_when_they_are_in_play() -> None:
    south, north = (field("I/1709 0907", options={"northern": option}) for option in ("no", "yes"))
    gun = south.unit("I/1709")
    assert gun_at_beach(south.g, gun, 1) < gun_at_beach(north.g, gun, 1)
    for s, head in ((south, -1), (north, north.space("1512"))):
        capture(s.g, s.space("1512"))
        assert s.g.beachheads[1] == head
    assert not mine_ground(south.g) & south.spaces("1512")
    assert mine_ground(north.g) & north.spaces("1512")
    north.g.mines = north.spaces("1512 1411")
    assert firepower(north.g, 1) == gun_at_beach(north.g, gun, 1) + 2


@covers("4.3.2")
def test_all_winds_and_all_flak_are_known_before_the_first_zone_comes_down() -> None:
    s = field("1/505 82-main, 1/507 82-second, I/1057 0810, II/1057 0312", turn=1)
    s.ask(AirborneLandings())
    s.do("drop 0808", "drop 0309", "skip", "skip")
    s.do("roll 3", "roll 4")  # the wind over each of them
    assert s.decides == "German"
    s.do("flak I/1057 up", "done", "flak II/1057 down", "done")
    assert s.g.flak_used == s.units("I/1057 II/1057")
    assert s.decides == "chance"
    s.do("roll 2 3")  # 5 and one for flak: the zone stays in 0808
    assert s.g.zones[0] == s.space("0808")
    assert s.options() == ["land 1/505"] or s.decides == "chance"


@covers("4.4.9", "16.1", "16.2")
def test_a_headquarters_supports_those_who_drop_on_the_enemy() -> None:
    s = field("1/505 82-main, HQ/82 0809, III/6FJ 0808", turn=1)
    s.g.zones[0] = s.space("0808")
    s.ask(Drop(zone=0, unit=s.unit("1/505"), modifier=0))
    s.do("roll 2 3")
    assert s.options() == ["support HQ/82", "decline"]
    s.do("support HQ/82")
    assert s.g.aided == s.units("HQ/82")


@covers("5.5.6", "16.1", "16.2")
def test_a_headquarters_ashore_supports_those_who_storm_a_beach() -> None:
    s = field("1/8 2017, HQ/4 1917, S13 1918", turn=3)
    s.ask(LandWave(beach=1))
    s.do("roll 1", "roll 4 4", "storm")
    assert s.options() == ["support HQ/4", "decline"]


@covers("16.1")
def test_two_headquarters_may_support_one_battle() -> None:
    s = field("1/16 3824, 1/115 3824, HQ/1 3823, HQ/29 3823, I/916 3924, HQ/352 3925", CloseAssault(by=ALLIED))
    s.do("assault 3924", "join 1/16", "join 1/115", "support HQ/1")
    assert s.refusal("support HQ/1").rule == "16.1"
    s.do("support HQ/29", "fight")
    assert s.g.aided == s.units("HQ/1 HQ/29")


@covers("10.5.3")
def test_the_owner_chooses_who_retreats_first() -> None:
    s = field("I/916 3924, II/916 3924, 1/16 3824")
    s.ask(RetreatAll(by=GERMAN, units=s.units("I/916 II/916"), origin=s.space("3924")))
    assert places(s, "retreat")  # there is room for both: no question
    crowd = "I/914 3923, I/726 3922, I/915 3922, III/726 3822, II/915 3822, 1/16 3824, 2/16 4123, 3/16 4025"
    s = field(f"I/916 3924, II/916 3924, {crowd}")
    s.ask(RetreatAll(by=GERMAN, units=s.units("I/916 II/916"), origin=s.space("3924")))
    assert s.options() == ["leave I/916", "leave II/916"]
    s.do("leave II/916", "retreat 3923")
    assert s.at("II/916") == "3923"


@covers("10.2.4", "10.3.2")
def test_fire_and_assault_are_counted_apart() -> None:
    s = field("1/16 3824, I/916 3924", Fire(by=ALLIED))
    s.do("fire 3924", "join 1/16", "shoot", "roll 1 1")
    assert s.refusal("fire 3924").rule == "10.2.4"
    s.ask(CloseAssault(by=ALLIED))
    assert places(s, "assault") == "3924"
