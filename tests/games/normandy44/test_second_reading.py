"""What a second, independent reading of the rulebook found at the seams: each position once went wrong."""

from fractions import Fraction
from typing import Any

import pytest
from tests.games.normandy44.support import ALLIED, CLEAR, GERMAN, Scene, attack, destinations, scene

from bocage.games.normandy44 import GAME
from bocage.games.normandy44.preview import battle_chances, held
from bocage.games.normandy44.queries import battle
from bocage.games.normandy44.rules.r03_sequence import AlliedMovement
from bocage.games.normandy44.rules.r04_weather import Nation
from bocage.games.normandy44.rules.r06_landings import landers
from bocage.games.normandy44.rules.r06_reinforcements import Entering
from bocage.games.normandy44.rules.r06_replacements import Replacements, return_hexes
from bocage.games.normandy44.rules.r09_movement import BICYCLE, TACTICAL, points_for
from bocage.games.normandy44.rules.r09_movement_phase import Orders
from bocage.games.normandy44.rules.r09_moving_a_unit import Moving
from bocage.games.normandy44.rules.r10_combat import Attacks, able
from bocage.games.normandy44.rules.r12_losses import TakeLoss
from bocage.games.normandy44.rules.r12_results import Battle
from bocage.games.normandy44.rules.r13_retreat import Retreat, Retreats, ways_back
from bocage.games.normandy44.rules.r14_advance import Advance, followers, onward
from bocage.games.normandy44.rules.r15_reserve import ReserveMovement
from bocage.games.normandy44.rules.r18_supply import supplied
from bocage.games.normandy44.rules.r18_supply_phase import SupplyPhase
from bocage.games.normandy44.rules.r21_beaches import MulberryHex
from bocage.games.normandy44.rules.r22_special_rules import EndPhase
from bocage.games.normandy44.rules.r26_cherbourg import peninsula_cut
from bocage.games.normandy44.rules.r27_players import seats_for
from bocage.games.normandy44.state import Normandy44
from bocage.kernel import flow
from bocage.testing import Situation, covers


@covers("21.2", "9.1")
def test_an_evacuated_unit_does_not_land_in_the_same_phase() -> None:
    s = scene({"12/4": "2814", "Eng-Utah": "2814", "Eng-Omaha": "2620"}, rp=[6, 6], ask=Orders(by=ALLIED))
    s.do("evacuate 12/4")
    assert s.refusal("land 12/4").rule == "9.1"
    s.g.moved = 0
    assert landers(s.g) >> s.unit("12/4") & 1


@covers("2.3.1", "9.8.1")
def test_whoever_spends_more_than_its_allowance_does_not_attack() -> None:
    s = scene({"22a/7Armd": "1026", "SP-Longues": "2623"}, allied_control="1026", ask=Orders(by=ALLIED))
    s.do("strategic 22a/7Armd", "to 2523")
    while "halt" in s.options():
        s.do("halt")
    assert not able(s.g, ALLIED)
    t = scene({"22a/7Armd": "2423", "SP-Longues": "2623"}, ask=Orders(by=ALLIED))
    t.do("strategic 22a/7Armd", "to 2523")
    assert t.unit_names(able(t.g, ALLIED)) == "22a/7Armd"  # few points: it may


def gliders(at: dict[str, str], **more: object) -> Scene:
    """Turn 2, with the glider regiment 325/82 still to come."""
    return scene({"325/82": "gliders"} | at, turn=2, ask=AlliedMovement(), **more)


@covers("20.2.4", "7.2")
def test_gliders_land_as_soon_as_their_full_hex_is_vacated() -> None:
    s = gliders({"8/4": "2711", "12/4": "2711", "Eng-Utah": "2814"})
    assert s.g.space[s.unit("325/82")] == s.g.board.ids["gliders"]
    s.do("move 8/4")
    to = next(option for option in s.options() if option.startswith("to "))
    s.do(to)
    while "halt" in s.options():
        s.do("halt")
    s.do("roll 6")  # it has come down, and rolls for scatter
    assert s.g.board.names[s.g.space[s.unit("325/82")]] == "2711"


@covers("6.6", "7.2", "9.8.2")
def test_a_reinforcement_passes_through_an_entry_hex_in_which_it_could_not_end() -> None:
    at = {"125/21Pz": "1032", "192/21Pz": "1032", "25/12SS": "reinforcements"}
    s = scene(at, turn=2, moved="125/21Pz 192/21Pz")
    s.ask(Entering(by=GERMAN, unit=s.unit("25/12SS")))
    assert {"at 1032 normal", "at 1032 strategic", "at 1032 tactical"} <= set(s.options())
    s.do("at 1032 normal")
    assert "halt" not in s.options()  # it cannot stay
    assert s.refusal("halt").rule == "7.1"


@covers("6.7", "7.2")
def test_units_are_mobilised_in_a_full_hex_if_somebody_can_leave_it() -> None:
    at = {"125/21Pz": "3105", "192/21Pz": "3105", "920/243": "mobilize-243"}
    s = scene(at, turn=2, ask=Replacements(by=GERMAN))
    s.do("mobilize 920/243")
    assert "at 3105 normal" in s.options()


ASTRAY = {"16/1": "2324", "Eng-Omaha": "2620"}


@covers("22.1.2")
@pytest.mark.parametrize("dodge", ["halt", "reserve 16/1", "entrench 16/1"])
def test_the_duty_to_move_back_over_the_boundary_is_not_dodged(dodge: str) -> None:
    s = scene(ASTRAY, ip_left=[0, 1, 1], ask=Orders(by=ALLIED))
    assert s.g.astray
    if dodge == "halt":
        s.do("move 16/1")
    assert s.refusal(dodge).rule == "22.1.2"
    if dodge != "halt":
        assert s.refusal("end").rule == "22.1.2"


@covers("22.1.2")
def test_a_unit_driven_across_the_boundary_does_not_advance_deeper() -> None:
    s = scene({"16/1": "2323"})
    s.ask(Advance(by=ALLIED, vacated=s.space("2322"), units=s.units("16/1")))
    assert not {"advance 16/1 2324", "advance 16/1 2423"} & set(s.options())
    assert s.refusal("advance 16/1 2324").rule == "22.1.2"


@covers("15.1", "15.4", "16.1.3")
def test_a_reserve_marker_put_on_and_taken_off_changes_nothing() -> None:
    s = scene({"8/4": "2812"}, ip_left=[0, 1, 1], ask=Orders(by=ALLIED))
    before = s.options()
    s.do("reserve 8/4", "unreserve 8/4")
    assert s.options() == before
    s.do("reserve 8/4")
    assert {"move 8/4", "entrench 8/4"} <= set(s.options())


@covers("17.1", "20.4", "15.2")
def test_an_ost_battalion_in_reserve_does_not_move_on_turn_1() -> None:
    s = scene({"439/716": "2515"}, turn=1, reserve="439/716", ask=ReserveMovement(by=GERMAN))
    assert s.refusal("move 439/716").rule == "17.1"


@covers("9.10", "9.5.2")
def test_tactical_movement_leaves_a_flooded_hex_by_the_road_by_which_it_came() -> None:
    board = scene({}).g.board
    atlas = board.atlas
    found = [
        (board.names[a], board.names[b], board.names[c])
        for b in range(atlas.size)
        if atlas.flooded >> b & 1
        for a in atlas.around[b]
        if a >= 0 and (a, b) in atlas.road_edges
        for c in atlas.around[b]
        if c >= 0 and (b, c) not in atlas.road_edges and board.distance(a, c) == 2
        and any(way.to == c for way in atlas.ways[0][b])
    ]  # fmt: skip
    assert found
    for start, wet, beyond in found:
        s = scene({"1/914/352": start}, disrupted="1/914/352")
        others = {way.to for way in atlas.ways[0][s.space(start)]} - {s.space(wet)}
        if not any(way.to == s.space(beyond) for other in others for way in atlas.ways[0][other]):
            assert beyond not in destinations(s, "1/914/352", mode=TACTICAL, left=2)


@covers("18.5.4")
def test_a_headquarters_goes_with_its_last_friend() -> None:
    at = {"HQ-84": "2716", "1/914/352": "2716", "8/4": "2616", "12/4": "2717", "22/4": "2816"}
    at |= {"16/1": "2617", "18/1": "2715"}
    s = scene(at, out_of_supply="HQ-84 1/914/352", isolated="HQ-84 1/914/352", ask=SupplyPhase(side=GERMAN))
    s.do("roll 1")
    dead = s.g.board.ids["dead"]
    assert s.g.space[s.unit("1/914/352")] == s.g.space[s.unit("HQ-84")] == dead


@covers("6.2.2", "18.3")
def test_a_headquarters_marked_out_of_supply_receives_nobody() -> None:
    at = {"HQ-84": "1016", "1/914/352": "1117", "2/914/352": "dead"}
    plain, marked = scene(at), scene(at, out_of_supply="HQ-84")
    unit, hex_ = plain.unit("2/914/352"), plain.space("1016")
    assert return_hexes(plain.g, unit) >> hex_ & 1
    assert not return_hexes(marked.g, unit) >> hex_ & 1


@covers("9.9", "15.2")
def test_bicycles_in_reserve_have_half_their_road_allowance() -> None:
    s = scene({"30Mob": "1708"}, reserve="30Mob")
    unit = s.unit("30Mob")
    assert points_for(s.g, unit, BICYCLE, reserve=True) == 18
    modes = {found.mode for found in Moving(by=GERMAN, unit=unit, reserve=True).searches(s.g)}
    assert BICYCLE in modes


@covers("20.3.3", "20.5.3")
def test_cadres_of_the_follow_up_wave_are_asked_each_for_itself() -> None:
    at = {"115/29": "followup-omaha", "116/29": "followup-omaha", "26/1": "followup-omaha", "175/29": "followup-omaha"}
    at |= {"16/1": "2620", "5Rgr": "2620", "Eng-Omaha": "2620", "SP-Omaha-W": "2719", "1057/91": "2520"}
    s = scene(at, turn=1, steps={"115/29": 1, "116/29": 1}, moved="16/1 5Rgr", ask=Orders(by=ALLIED))
    assert [option for option in s.options() if option.startswith("land")] == ["land 115/29", "land 116/29"]
    assert s.refusal("land 26/1").rule == "7.1"


@covers("26.2.1", "26.3.1")
def test_beyond_the_june_27_line_allied_zones_do_not_cut_the_road_south() -> None:
    at = {"8/4": "2412", "12/4": "2610", "22/4": "2415", "505/82": "2704", "507/82": "2706"}
    s: Situation[Normandy44] = Situation(GAME, "cherbourg", at=at, rest="removed", scattered=0)
    assert not peninsula_cut(s.g)  # by 2707, in a zone, and 2607, which counts as clear
    assert supplied(s.g, GERMAN) >> s.space("2908") & 1


def table(at: dict[str, str], **more: Any) -> Situation[Normandy44]:
    return Situation(GAME, "campaign", options={"players": "four"}, at=at, rest="removed", turn=5, **more)


@covers("27")
@pytest.mark.parametrize(
    ("frame", "order", "seat"),
    [
        (EndPhase(by=ALLIED), "home 6Abn", "Commonwealth"),
        (EndPhase(by=ALLIED), "home 82", "US"),
        (Nation(by=ALLIED), "nation british", "Commonwealth"),
        (Orders(by=ALLIED), "scrap 2812", "US"),
        (Orders(by=ALLIED), "scrap 2525", "Commonwealth"),
        (Orders(by=GERMAN), "scrap 2028", "Panzer Group West"),
        (Orders(by=GERMAN), "fortress 3606", "Seventh Army"),
        (MulberryHex(by=ALLIED), "at 2620 normal", "US"),
    ],
)
def test_nobody_decides_for_the_partner(frame: flow.Decision[Normandy44], order: str, seat: str) -> None:
    s = table({"HQ-Cotentin": "3105"})
    s.g.ip_us, s.g.ip_cw, s.g.ip_german = s.spaces("2812"), s.spaces("2525"), s.spaces("2028")
    assert seats_for(s.g, frame, GAME.parse(s.g, order)) == (seat,)


@covers("27", "12.2.2")
def test_the_enemys_losses_are_chosen_by_whose_battle_it_is() -> None:
    s = table({"8/4": "2812", "12/4": "2812", "1057/91": "2811", "1058/91": "2811"})
    a = attack(s, "2811", "8/4 12/4", "8/4 12/4")
    shown = battle(s.g, a)
    assert shown is not None
    exchange = next(face for face, result in shown.faces if result == "EX")
    s.ask(Battle(assault=a))
    s.do(f"roll {exchange}")
    for seat in ("US", "Seventh Army"):  # each picks the other's loss
        frame = flow.waiting(s.g)
        assert isinstance(frame, TakeLoss)
        assert {seats_for(s.g, frame, action) for action in flow.options(s.g)} == {(seat,)}
        s.do(s.options()[0])


SURROUNDED = {"857/346": "1731", "858/346": "1731", "69/50": "1631", "151/50": "1831", "231/50": "1732"}
SURROUNDED |= {"7/3Can": "1730", "8/3Can": "1632", "9/3Can": "1832"}


@covers("12.5")
def test_the_preview_knows_desperation() -> None:
    s = scene(SURROUNDED)
    a = attack(s, "1731", "69/50", "69/50")
    assert held(s.g, a, "DR") == 1  # 1/3 by a stand, and else in despair: two of four steps stay


@covers("12.4.4")
def test_a_stand_that_kills_the_last_step_holds_nothing() -> None:
    s = scene({"1/914/352": "1731", "69/50": "1631"})
    a = attack(s, "1731", "69/50", "69/50")
    assert held(s.g, a, "DR") < Fraction(1, 3)
    assert held(s.g, a, "D1") == 0


@covers("12.6")
def test_the_preview_knows_the_single_step_of_the_main_force() -> None:
    s = scene({"1057/91": "1731", "2Rgr": "1631"}, steps={"2Rgr": 1})
    a = attack(s, "1731", "2Rgr", "2Rgr")
    assert held(s.g, a, "A1/DR") == 1
    assert held(s.g, a, "A1/D1") == 1
    assert held(s.g, a, "DR") < 1


@covers("12.4.2")
def test_the_preview_takes_the_lost_tank_out_of_the_comparison() -> None:
    at = {"1/3FK": "1731", "1/914/352": "1731", "69/50": "1631", "NY": "1631"}
    s = scene(at, steps={"NY": 1})
    a = attack(s, "1731", "69/50 NY", "69/50 NY")
    assert held(s.g, a, "A1/DR") <= held(s.g, a, "DR")


@covers("10.6")
def test_below_the_table_every_face_is_an_a1() -> None:
    s = scene({"1/914/352": "1631", "857/346": "1731", "69/50": "1732"}, row=CLEAR)
    a = attack(s, "1732", "857/346", "857/346", jabos=3)
    shown = battle(s.g, a)
    assert shown is not None
    assert {result for _, result in shown.faces} == {"A1"}
    assert shown.column.startswith("below")
    assert battle_chances(s.g, a) == {"A1": 1}


@covers("13.1.4", "2.2.5")
def test_the_owner_picks_the_path_where_it_takes_a_town_on_the_way() -> None:
    board = scene({}).g.board
    atlas = board.atlas
    for town in range(atlas.size):
        if not atlas.town >> town & 1:
            continue
        for start in atlas.around[town]:
            s = scene({"857/346": board.names[start]}) if start >= 0 else None
            if s is None:
                continue
            s.g.allied_control |= 1 << town
            s.g.touch()
            frame = Retreat(by=GERMAN, origin=start, left=s.units("857/346"), length=2)
            forked = [to for to, paths in frame.ways(s.g, s.unit("857/346")).items() if len(paths) > 1]
            if forked:
                s.ask(Retreats(side=GERMAN, origin=start, units=s.units("857/346"), length=2))
                s.do(f"fallback 857/346 {board.names[forked[0]]}")
                assert len(s.options()) == 2
                s.do(next(option for option in s.options() if option.startswith(f"by {board.names[town]}")))
                assert not s.g.allied_control >> town & 1
                return
    pytest.fail("no town on a fork of a retreat")


@covers("14.1", "14.2")
def test_an_advance_may_come_back_to_where_it_began() -> None:
    s = scene({"69/50": "1631"})
    start, vacated = s.space("1631"), s.space("1731")
    assert start in onward(s.g, s.unit("69/50"), start, vacated, vacated)


@covers("13.2.1")
def test_a_path_that_gets_wet_late_is_not_lost() -> None:
    s = scene({"FE/243": "2413", "12/4": "2311", "8/4": "2416", "22/4": "2611"})
    ways = ways_back(s.g, s.unit("FE/243"), 4, 0)
    assert s.space("2012") in ways
    assert len({path.cost for path in ways.values()}) == 1


@covers("10.7", "13.6")
def test_a_disrupted_unit_that_cannot_attack_follows_an_advance() -> None:
    s = scene({"69/50": "1631", "151/50": "1631"}, steps={"151/50": 1}, disrupted="151/50")
    assert s.unit_names(followers(s.g, s.units("69/50"))) == "151/50"


@covers("7.2", "21.1.1", "6.2.7", "10.2", "15.4", "17.4")
def test_refusals_carry_the_true_rule() -> None:
    at = {"8/4": "2812", "12/4": "2812", "22/4": "2711", "505/82": "2814", "1057/91": "2811"}
    s = scene(at, disrupted="12/4", attacked="8/4", ask=Attacks(by=ALLIED))
    s.do("attack 2811")
    assert s.refusal("with 12/4").rule == "13.6"
    assert s.refusal("with 8/4").rule == "10.1"
    assert s.refusal("with 505/82").rule == "10.2"
    assert s.refusal("ready").rule == "10.1"
    t = scene({"HQ-Cotentin": "3105", "857/346": "1631"}, cotentin_moved=True, ask=Orders(by=GERMAN))
    assert t.refusal("fortress 3606").rule == "17.4"
    assert t.refusal("scrap 1631").rule == "16.1.2"
    assert t.refusal("unreserve 857/346").rule == "15.4"
    assert t.refusal("truck HQ-Cotentin").rule == "9.8.6"
