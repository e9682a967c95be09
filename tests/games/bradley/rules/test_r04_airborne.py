"""4 Parachute and glider landings."""

from tests.games.bradley.support import ALLIED, GERMAN, Field, field, places

from bocage.games.bradley.rules.r04_drops import Drop, LandTroops, drop_modifier, mishaps, ready_to_land
from bocage.games.bradley.rules.r04_planning import AssignZone, LiftZones, PlanDrops
from bocage.games.bradley.rules.r04_zones import (
    AirborneLandings,
    FlakFire,
    PlaceZone,
    WindAndFlak,
    flak_modifier,
    zone_ground,
)
from bocage.games.bradley.rules.r05_beachhead import entered
from bocage.games.bradley.rules.r06_movement import allowance
from bocage.kernel.board import POINT
from bocage.kernel.ids import NOWHERE
from bocage.testing import covers

TROOPS = "HQ/82 airborne, 1/505 airborne, 2/505 airborne, 1/507 airborne, 307Eng airborne, 456PFA airborne"


def zone(at: str, hex_: str = "0808", *, turn: int = 1, main: bool = True) -> Field:
    s = field(at, turn=turn)
    s.g.zones[0 if main else 1] = s.space(hex_)
    return s


@covers("4.0", "4.1", "4.2.8", "4.3", "4.3.1", "4.6")
def test_regiments_are_bound_together_and_staff_and_engineers_for_the_main_zone() -> None:
    s = field(TROOPS, PlanDrops(), turn=1)
    s.do("zone second", "zone main", "zone main")
    assert s.at("1/505") == s.at("2/505") == "82-second"
    assert s.at("1/507") == s.at("456PFA") == "82-main"
    assert s.at("HQ/82") == s.at("307Eng") == "82-main"


@covers("4.6")
def test_there_are_no_drops_outside_the_windows() -> None:
    s = field(TROOPS, PlanDrops(), turn=4)
    assert not s.g.stack
    assert [row.turn for row in s.g.board.charts.turns.values() if row.airborne] == [1, 8, 11]


@covers("4.2", "4.2.1", "4.2.2", "4.2.9")
def test_a_zone_is_placed_in_a_clear_hex_of_its_own() -> None:
    s = field("1/505 82-main", AirborneLandings(), turn=1)
    assert s.refusal("drop 0919").rule == "4.2.1"  # a town
    assert s.refusal("drop 0518").rule == "4.2.1"  # swamp
    s.do("drop 0808")
    assert s.refusal("drop 0808").text == "0808 (clear) has a drop zone"
    s.do("skip", "skip", "skip")
    assert s.g.zones[0] == s.space("0808")


@covers("18.3")
def test_the_divisions_drop_on_the_cotentin() -> None:
    s = field("1/505 82-main", PlaceZone(by=ALLIED, zone=0), turn=1)
    assert s.refusal("drop 3224").rule == "18.3"
    assert {word[:2] for word in places(s, "drop").split()} == {f"{column:02}" for column in range(1, 22)}


@covers("4.2.4", "4.2.3")
def test_a_zone_on_the_map_is_not_placed_again() -> None:
    s = zone("319GFA 82-main", turn=8)
    s.ask(AirborneLandings())
    assert "82nd's secondary drop zone" in s.trail


@covers("4.2.5", "4.2.6", "17.1.5")
def test_a_zone_that_germans_enter_is_lost_for_good() -> None:
    s = zone("1/505 82-main, I/1057 0809")
    entered(s.g, GERMAN, [s.space("0808")])
    assert s.g.zones[0] == -1
    assert s.g.zones_lost == 1
    s.ask(AirborneLandings())
    assert "82nd's secondary drop zone" in s.trail


@covers("4.2.6")
def test_nobody_lands_at_a_zone_that_was_overrun_while_others_landed() -> None:
    s = zone("1/505 82-main, 2/505 82-main, I/1057 0809")
    s.ask(LandTroops(zone=0, modifier=0))
    assert s.options() == ["land 1/505", "land 2/505"]
    entered(s.g, GERMAN, [s.space("0808")])  # driven through the zone by the first who fell
    assert not ready_to_land(s.g, 0)
    s.g.stack = ()
    s.ask(LandTroops(zone=0, modifier=0))
    assert not s.g.stack
    assert s.at("1/505") == s.at("2/505") == "82-main"


@covers("4.2.7")
def test_the_secondary_zone_may_be_taken_up_the_main_one_not() -> None:
    s = zone("", main=False, turn=3)
    s.g.zones[2] = s.space("1520")
    s.ask(LiftZones())
    assert s.options() == ["lift 82", "done"]
    assert s.refusal("lift 101").rule == "4.2.7"
    s.do("lift 82")
    assert s.g.zones[1] == -1
    assert not s.g.zones_lost


@covers("4.3.2")
def test_flak_within_three_hexes_pushes_the_rolls_and_each_unit_once() -> None:
    s = zone("1/505 82-main, I/1057 0810, II/1057 0812, III/1057 0806")
    s.g.zones_new = 1
    s.ask(WindAndFlak())
    s.do("roll 3")  # wind 0
    assert s.decides == "German"
    assert s.refusal("flak II/1057 up").rule == "4.3.2"
    s.do("flak I/1057 up", "flak III/1057 down")
    assert s.refusal("flak I/1057 up").text == "I/1057 fires already"
    s.do("done", "roll 3 3")
    assert s.g.zones[0] == s.space("0808")  # 6 is the middle of the diagram
    assert s.g.flak_used == s.units("I/1057 III/1057")


@covers("4.3.2", "4.3.3")
def test_only_flak_still_in_range_counts_for_the_troops() -> None:
    s = zone("I/1057 0811")
    unit = s.units("I/1057")
    assert flak_modifier(s.g, 0, unit, 0) == 1
    s.g.zones[0] = s.space("0607")
    assert flak_modifier(s.g, 0, unit, 0) == 0


def drop(s: Field, unit: str, roll: str) -> None:
    s.ask(Drop(zone=0, unit=s.unit(unit), modifier=0))
    s.do(roll)


@covers("4.4", "4.4.1", "4.4.2", "4.4.3", "4.4.10", "6.1.4", "7.2.2")
def test_a_battalion_lands_in_combat_mode_with_half_its_allowance() -> None:
    s = zone("1/505 82-main", "0809")
    drop(s, "1/505", "roll 2 3")  # 5 + 1 for the night: 6, the zone itself
    assert s.at("1/505") == "0809"
    assert not s.g.marching
    assert allowance(s.g, s.unit("1/505")) == 2 * POINT


@covers("4.3.3")
def test_stars_disrupt_above_fourteen_turns_back_and_below_minus_one_is_lost() -> None:
    s = zone("1/505 82-main, 2/505 82-main, 3/505 82-main", "0809")
    drop(s, "1/505", "roll 1 2")  # 4*: south-west
    assert s.at("1/505") == "0710"
    assert s.g.green == s.units("1/505")
    s.ask(Drop(zone=0, unit=s.unit("2/505"), modifier=4))
    s.do("roll 6 5")  # 16
    assert s.at("2/505") == "82-main"
    s.ask(Drop(zone=0, unit=s.unit("3/505"), modifier=-9))
    s.do("roll 1 3")
    assert s.at("3/505") == "allied-lost"


@covers("4.4.4")
def test_the_sea_is_deadly() -> None:
    s = zone("1/505 82-main", "0903")
    s.ask(Drop(zone=0, unit=s.unit("1/505"), modifier=0))
    s.do("roll 6 6")  # 13: N, NE of 0903 is sea
    assert s.at("1/505") == "allied-lost"


@covers("4.4.4", "6.3.4")
def test_a_flat_is_land_at_low_tide_and_sea_at_high_tide() -> None:
    for turn, place in ((8, "2018"), (11, "allied-lost")):
        s = zone("1/505 82-main", "1918", turn=turn)
        assert s.g.high == (turn == 11)
        s.ask(Drop(zone=0, unit=s.unit("1/505"), modifier=-9))
        s.do("roll 4 4")  # 8 - 9 + 1 for the beach: 0, south-east
        assert s.at("1/505") == place


@covers("4.3.3", "6.3.4")
def test_a_zone_does_not_come_down_on_a_flooded_flat() -> None:
    s = zone("", "1918", turn=11)
    assert zone_ground(s.g, 0, 0) == NOWHERE
    s.g.turn = 8
    s.g.touch()
    assert zone_ground(s.g, 0, 0) == s.space("2018")


@covers("4.4.5", "4.5.4")
def test_who_finds_no_room_turns_back() -> None:
    s = zone("1/505 82-main, 1/507 0809, 1/508 0809, 319GFA 82-main", "0809", turn=8)
    drop(s, "1/505", "roll 3 4")  # 7 - 1 for friends on the zone
    assert s.at("1/505") == "82-main"
    drop(s, "319GFA", "roll 3 4")
    assert s.at("319GFA") == "82-main"


@covers("4.4.6", "4.4.7", "4.4.8", "4.5.5", "4.5.6")
def test_rough_ground_strangers_and_stars_disrupt_and_two_of_them_eliminate() -> None:
    s = zone("1/505 82-main, 1/507 0919, 1/325 82-main, 2/325 0607", "0919")

    def found(unit: str, hex_: str, *, starred: bool = False) -> list[str]:
        return mishaps(s.g, 0, s.unit(unit), s.space(hex_), starred=starred)

    assert found("1/505", "0919") == ["4.4.6", "4.4.7"]
    assert found("1/505", "0607") == ["4.4.6", "4.4.7"]
    assert found("1/325", "0607") == []  # gliders like hills, and these are friends of one regiment
    assert found("1/325", "0919") == ["4.5.6", "4.5.5"]
    assert found("1/505", "0809", starred=True) == ["4.3.3"]
    drop(s, "1/505", "roll 2 3")  # 5 + 1 night + 1 town - 1 friends: 6
    assert s.at("1/505") == "allied-lost"


@covers("4.4.9")
def test_on_the_enemys_head_it_assaults_and_retreats_two_hexes_if_he_stays() -> None:
    s = zone("1/505 82-main, III/6FJ 0809", "0809")
    drop(s, "1/505", "roll 2 2")  # 4 + 1 night + ... enemy on the zone itself is not beside it: 5, south
    assert s.at("1/505") == "0810"
    s = zone("1/505 82-main, III/6FJ 0809", "0808")
    drop(s, "1/505", "roll 1 3")  # 4 + 1 night + 1 enemy beside: 6
    s = zone("1/505 82-main, III/6FJ 0808", "0808")
    drop(s, "1/505", "roll 2 3")  # 6: into the Germans
    assert "Assault" in s.trail or "Close assault" in s.trail
    s.do("roll 1 1")  # too low: shaded, disrupted
    assert s.g.green == s.units("1/505")
    assert s.options()
    s.do(s.options()[0])
    s.do(s.options()[0])
    assert s.at("1/505") == "allied-lost"  # a second disruption


@covers("4.5", "4.5.2", "4.5.3")
def test_gliders_have_their_own_modifiers_and_all_add_up() -> None:
    s = zone("1/507 0919, II/1057 0920", "0919")
    assert drop_modifier(s.g, 0, glider=False) == 1 + 1 - 1 + 1
    assert drop_modifier(s.g, 0, glider=True) == 2 + 2 - 1 + 2


@covers("4.5.1", "4.5.7", "6.1.5")
def test_gliders_need_a_zone_that_was_there_and_do_not_move() -> None:
    s = zone("1/505 82-main, 1/325 82-main", "0809", turn=8)
    s.g.zones_new = 1
    assert ready_to_land(s.g, 0) == s.units("1/505")
    s.g.zones_new = 0
    s.ask(LandTroops(zone=0, modifier=0))
    s.do("land 1/325", "roll 3 3")
    assert s.at("1/325") == "0809"
    assert s.g.grounded == s.units("1/325")
    assert allowance(s.g, s.unit("1/325")) == 0


@covers("4.2.8")
def test_every_subunit_is_asked_about() -> None:
    assert AssignZone.asks_always
    s = field("1/505 82-main", PlaceZone(by=ALLIED, zone=1), turn=1)
    assert "skip" in s.options()
    s.ask(FlakFire(by=GERMAN, zone=0))
    assert places(s, "flak") == ""
