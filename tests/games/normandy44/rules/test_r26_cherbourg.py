"""26. The Cherbourg scenario."""

from typing import Any

import pytest
from tests.games.normandy44.support import why_not_buy, why_not_replace

from bocage.games.normandy44 import GAME
from bocage.games.normandy44.rules.r04_weather import InitialPhase
from bocage.games.normandy44.rules.r06_landings import points_received
from bocage.games.normandy44.rules.r06_reinforcements import Entering, arriving_germans, entry_hexes
from bocage.games.normandy44.rules.r06_replacements import Replacements
from bocage.games.normandy44.rules.r09_movement_phase import Orders
from bocage.games.normandy44.rules.r10_combat import Attacks, able
from bocage.games.normandy44.rules.r18_supply import sources
from bocage.games.normandy44.rules.r19_support import can_bombard, ships_for
from bocage.games.normandy44.rules.r22_special_rules import EndPhase
from bocage.games.normandy44.rules.r26_cherbourg import peninsula_cut, roads_south
from bocage.games.normandy44.scenario import rules_of
from bocage.games.normandy44.sides import ALLIED, GERMAN, GERMAN_ARMOR, GERMAN_WEAK, US_ARMOR, US_INFANTRY
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.ids import Side
from bocage.testing import Situation, covers


def cotentin(at: dict[str, str] | None = None, control: str = "", **fields: Any) -> Situation[Normandy44]:
    """A few counters on an empty map, with Utah open."""
    placed = {"Eng-Utah": "2814"} | (at or {})
    s: Situation[Normandy44] = Situation(GAME, "cherbourg", at=placed, rest="removed", **fields)
    s.g.allied_control = s.spaces(f"2814 {control}")
    s.g.touch()
    return s


@covers("26.1")
def test_only_the_cotentin_forces_are_in_play() -> None:
    s: Situation[Normandy44] = Situation(GAME, "cherbourg")
    assert s.g.last_turn == 12
    assert s.at("505/82") == "2811"
    assert s.at("6FJ") == "2109"
    assert s.at("16/1") == s.at("26/12SS") == s.at("9/2") == s.at("CCA/2Armd") == "removed"
    assert s.trail.startswith("Turn 1")
    assert s.g.supply_cherbourg == 3
    assert s.g.supply_7th == 0
    assert s.g.naval[1] == 0


@covers("26.1")
def test_allied_units_stay_north_of_the_line_and_nobody_enters_column_fifteen() -> None:
    s = cotentin({"22/4": "2609", "1057/91": "2709", "2/914/352": "2514"}, turn=2, ask=Orders(by=ALLIED))
    s.do("move 22/4")
    reached = {text.split()[1] for text in s.options() if text.startswith("to ")}
    assert "2610" in reached
    assert not reached & {"2608", "2508", "2509"}
    closed = rules_of(s.g).closed(s.g, s.unit("2/914/352"))
    assert s.names(closed & s.spaces("2515 2514 2512")) == "2515"


@covers("26.1")
def test_germans_cross_the_line_freely_and_allies_may_not_attack_over_it() -> None:
    s = cotentin({"22/4": "2609", "1057/91": "2608"}, turn=2, ask=Attacks(by=ALLIED))
    assert s.options() == ["end"]
    s.ask(Attacks(by=GERMAN))
    assert "attack 2609" in s.options()


@covers("26.2.1")
def test_germans_trace_to_cherbourg_or_to_a_road_over_the_line() -> None:
    s = cotentin({})
    south = roads_south(s.g)
    assert {"2605", "2607", "2509"} <= set(s.names(south).split())
    assert not south & s.g.board.tags["june-27"]
    assert sources(s.g, GERMAN) == south | s.g.board.tags["cherbourg"]
    s = cotentin(control="3606 3705 3706")
    assert sources(s.g, GERMAN) == roads_south(s.g)


@covers("26.2.2")
@pytest.mark.parametrize(("roll", "german", "us"), [(1, 4, 0), (2, 4, 1), (3, 4, 1), (4, 3, 1), (6, 3, 1)])
def test_supply_points_by_weather(roll: int, german: int, us: int) -> None:
    s = cotentin(turn=4, supply_cherbourg=3, ask=InitialPhase())
    s.do(f"roll {roll}")
    assert (s.g.supply_cherbourg, s.g.supply_7th) == (german, 0)
    assert (s.g.supply_us, s.g.supply_cw) == (us, 0)


@covers("26.2.3")
@pytest.mark.parametrize(("roll", "weak", "us"), [(1, 0, 1), (2, 0, 0), (3, 0, 1), (4, 0, 0), (5, 1, 1), (6, 0, 0)])
def test_replacements_from_turn_three(roll: int, weak: int, us: int) -> None:
    s = cotentin(turn=3, ask=InitialPhase())
    s.do(f"roll {roll}")
    assert s.g.replacements[GERMAN_WEAK] == weak
    assert s.g.replacements[US_INFANTRY] == us
    assert s.g.replacements[US_ARMOR] == s.g.board.weather[roll].us_armor * (roll % 2)


@covers("26.2.3")
def test_no_replacements_on_turn_two() -> None:
    s = cotentin(turn=2, row=3)
    assert not any(rules_of(s.g).replacements(s.g).values())


@covers("26.2.3")
def test_the_one_armor_replacement_waits_for_a_storm() -> None:
    s: Situation[Normandy44] = Situation(GAME, "cherbourg")
    assert s.g.replacements[GERMAN_ARMOR] == 1
    s = cotentin({"206Pz": "dead", "FE/243": "3105"}, turn=4, row=2)
    s.g.replacements[GERMAN_ARMOR] = 1
    s.g.steps[s.unit("206Pz")] = 0
    s.ask(Replacements(by=GERMAN))
    assert "return 206Pz" not in s.options()
    s.g.row = 1
    s.ask(Replacements(by=GERMAN))
    assert "return 206Pz" in s.options()
    s.g.row, s.g.one_rolled = 4, True
    s.ask(Replacements(by=GERMAN))
    assert "return 206Pz" not in s.options()
    s.g.options["storm"] = "historical"  # with storms on their dates, and only then, a rolled 1 will do
    s.ask(Replacements(by=GERMAN))
    assert "return 206Pz" in s.options()


@covers("26.2.4")
def test_one_ship_and_two_aircraft_at_most() -> None:
    s = cotentin({}, turn=6, row=6)
    assert rules_of(s.g).air(s.g) == (2, 0)
    s.g.naval = list(rules_of(s.g).naval(s.g))
    target = s.space("2811")
    assert ships_for(s.g, 0, target, attack=True)
    s.g.naval[0] -= 1
    assert not ships_for(s.g, 0, target, attack=True)  # the second ship is there for the bombardment alone
    s.g.bombardment = 2
    assert rules_of(s.g).naval(s.g) == (1, 0)


@covers("26.2.4", "19.2")
def test_both_ships_come_for_the_bombardment_of_cherbourg() -> None:
    s = cotentin({}, turn=6, row=6)
    s.g.naval = list(rules_of(s.g).naval(s.g))
    assert can_bombard(s.g, s.space("3606"))
    s.g.naval[0] -= 1
    assert not can_bombard(s.g, s.space("3606"))


@covers("26.2.5")
def test_german_positions_only_under_overcast_from_turn_five() -> None:
    found = {}
    for turn, row in ((4, 2), (5, 1), (5, 2), (5, 3), (5, 4)):
        s = cotentin({}, turn=turn, row=row)
        found[turn, row] = rules_of(s.g).german_positions(s.g)
    assert found == {(4, 2): 0, (5, 1): 0, (5, 2): 1, (5, 3): 1, (5, 4): 0}


@covers("26.2.6")
def test_the_77th_comes_to_la_haye_du_puits() -> None:
    waiting = dict.fromkeys(("3/1050/77", "1049/77", "2/1050/77", "17MG"), "reinforcements")
    due = {}
    for turn in (4, 5, 6):
        s = cotentin(waiting, turn=turn)
        due[turn] = set(s.unit_names(arriving_germans(s.g)).split())
    assert due == {4: set(), 5: {"3/1050/77"}, 6: {"3/1050/77", "1049/77", "2/1050/77"}}
    s = cotentin(waiting, turn=6)
    assert s.names(entry_hexes(s.g, s.unit("1049/77"))) == "2506"
    s.ask(Entering(by=GERMAN, unit=s.unit("1049/77")))
    assert s.options() == ["at 2506 normal", "at 2506 tactical"]  # 26.3.4: no trucks


@covers("26.2.7")
@pytest.mark.parametrize(("row", "points"), [(1, 0), (2, 3), (3, 3), (4, 4), (6, 4)])
def test_reinforcement_points_by_weather(row: int, points: int) -> None:
    assert points_received(cotentin({}, turn=5, row=row).g) == (points, 0)


@covers("26.2.7")
def test_supply_points_are_bought_from_turn_seven() -> None:
    assert why_not_buy(cotentin({}, turn=6, rp=[4, 0]).g, 0) is not None
    assert why_not_buy(cotentin({}, turn=7, rp=[4, 0]).g, 0) is None
    assert why_not_buy(cotentin({}, turn=7, rp=[4, 4]).g, 1) is not None


@covers("26.2.7")
def test_the_second_divisions_stay_in_england() -> None:
    s = cotentin({})
    barred = rules_of(s.g).barred(s.g)
    assert s.units("9/2 38/2 CCB/2Armd M5/2Armd") & ~barred == 0
    assert not s.units("39/9 CCA/3Armd") & barred


@covers("26.3.1")
@pytest.mark.parametrize(
    ("at", "control", "winner"),
    [
        ({}, "2512", GERMAN),
        ({"39/9": "3608"}, "2512 3608 2811 3110 3208 3707", ALLIED),
        ({"39/9": "3608"}, "3608 2811 3110 3208 3707", GERMAN),  # Carentan holds
        ({"HQ-7US": "3608"}, "2512 3608 2811 3110 3208 3707", GERMAN),  # a headquarters is no foothold
        (
            {"39/9": "2703", "47/9": "2705", "60/9": "2807", "8/4": "2709", "12/4": "2711"},
            "2512 2703 2807 2811",
            ALLIED,
        ),
    ],
)
def test_carentan_and_a_foothold_or_the_peninsula(at: dict[str, str], control: str, winner: Side) -> None:
    s = cotentin(at, control, turn=12)
    assert rules_of(s.g).outcome(s.g).winner == winner


@covers("26.3.1")
def test_bonds_across_the_peninsula_cut_it() -> None:
    line = {"39/9": "2703", "47/9": "2705", "60/9": "2707", "8/4": "2709", "12/4": "2711"}
    assert peninsula_cut(cotentin(line, "2811 2809 2807").g)
    del line["60/9"]
    assert not peninsula_cut(cotentin(line).g)


@covers("26.3.1")
def test_there_is_no_automatic_victory() -> None:
    assert not rules_of(cotentin({}).g).automatic_victory


@covers("26.3.2")
def test_from_turn_three_the_101st_stays_within_four_hexes_of_carentan() -> None:
    s = cotentin({"506/101": "2813"}, turn=2, ask=Orders(by=ALLIED))
    assert rules_of(s.g).tether(s.g, s.unit("506/101")) == 0
    s.g.turn = 3
    ground = s.g.board.atlas.land & ~rules_of(s.g).tether(s.g, s.unit("506/101"))
    assert ground == s.g.board.within(s.space("2512"), 4) & s.g.board.atlas.land


@covers("26.3.2")
def test_a_stray_must_move_back_and_does_not_attack() -> None:
    s = cotentin({"506/101": "3012", "795/709": "3112"}, turn=3, ask=Attacks(by=ALLIED))
    assert s.options() == ["end"]
    assert not able(s.g, ALLIED) & s.units("506/101")
    s = cotentin({"506/101": "3012"}, turn=3, ask=Orders(by=ALLIED))  # five hexes from Carentan
    assert "end" not in s.options()
    assert s.refusal("end").rule == "26.3.2"
    s.do("move 506/101", "to 2912")
    s.follow()
    assert "end" in s.options() or "halt" in s.options()


@covers("26.1", "26.3.2", "26.3.3")
def test_ground_closed_by_the_scenario_is_refused_by_the_scenarios_rule() -> None:
    s = cotentin({"506/101": "2613", "505/82": "2810", "8/4": "2512"}, turn=3, ask=Orders(by=ALLIED))
    s.do("move 506/101")
    assert s.refusal("to 3012").rule == "26.3.2"
    assert s.refusal("to 2515").rule == "26.1"
    s.do("halt", "move 505/82")
    assert s.refusal("to 3208").rule == "26.3.3"
    s.do("halt", "move 8/4")
    assert s.refusal("to 2107").rule == "26.1"
    s = cotentin({"6FJ": "2513"}, turn=3, ask=Orders(by=GERMAN))
    s.do("move 6FJ")
    assert s.refusal("to 2515").rule == "26.1"


@covers("26.3.3")
def test_the_82nd_stays_within_three_hexes_of_its_drop_hexes() -> None:
    s = cotentin({"505/82": "3009", "1058/91": "3109"}, turn=3, ask=Attacks(by=ALLIED))
    assert "attack 3109" in s.options()  # three hexes from 2810
    tether = rules_of(s.g).tether(s.g, s.unit("505/82"))
    assert tether & s.spaces("3208")  # Valognes is four away
    assert not tether & s.spaces("3109 2807")


@covers("26.3.2")
def test_the_parachutists_leave_when_carentan_is_occupied() -> None:
    s = cotentin({"6FJ": "2310", "3/6FJ": "2311", "506/101": "2512"}, turn=5, ask=EndPhase(by=ALLIED))
    s.do("end")
    assert s.at("6FJ") == s.at("3/6FJ") == "removed"


@covers("26.3.4")
def test_no_trucks_nor_strategic_movement_for_the_germans() -> None:
    s = cotentin({"Sturm-AOK7": "3712", "920/243": "3302"}, turn=4, ask=Orders(by=GERMAN))
    assert not {text.split()[0] for text in s.options()} & {"strategic", "truck", "convoy"}
    assert s.refusal("strategic Sturm-AOK7").rule == "26.3.4"


@covers("26.2.3")
def test_poor_infantry_serves_only_poor_troops() -> None:
    s = cotentin({"920/243": "3302", "6FJ": "2407"}, turn=4)
    for name in ("920/243", "6FJ"):
        s.g.steps[s.unit(name)] -= 1
    s.g.replacements[GERMAN_WEAK] = 1
    assert why_not_replace(s.g, s.unit("920/243")) is None
    assert why_not_replace(s.g, s.unit("6FJ")) is not None
