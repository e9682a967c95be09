"""Game-Turn 1: the secret Allied plan, and the landing itself."""

from tests.games.normandy71.support import ALLIED, BOARD, GAME, GERMAN, Scene, combat, move, scene, targets_of

from bocage.games.normandy71.rules.r04_movement import allowance
from bocage.games.normandy71.rules.r05_combat import fit_to_attack
from bocage.games.normandy71.rules.r05_combat_phase import CombatPhase
from bocage.games.normandy71.rules.r13_forced_attacks import forced_hexes
from bocage.games.normandy71.rules.r13_invasion_plan import AlliedPlan
from bocage.games.normandy71.rules.r13_paradrop import Placement
from bocage.kernel.ids import NOWHERE
from bocage.testing import Situation, covers


def plan() -> Scene:
    return Situation(GAME)


@covers("Invasion.1A1", "Allied.Assault")
def test_up_to_eight_beaches_receive_assault_forces() -> None:
    s = plan()
    assert s.decides == "Allied"
    assert len([text for text in s.options() if text.startswith("assign")]) == 16 * 17
    for n, name in enumerate(("8/4", "22/4", "16/1", "231/50", "69/50", "7/3C", "8/3C"), start=1):
        s.do(f"assign {name} Beach{n}")
    s.do("assign 8/3B Beach17")
    # The eight are chosen: tanks can only join them.
    boxes = {text.split()[2] for text in s.options() if text.startswith("assign")}
    assert boxes == {f"Beach{n}" for n in (1, 2, 3, 4, 5, 6, 7, 17)}
    assert s.refusal("assign 70T Beach9").rule == "Invasion.1A1"
    assert s.refusal("assign 12/4 Beach1").rule == "Allied.Assault"  # second wave


@covers("Invasion.1A1")
def test_up_to_five_invaded_beaches_are_supply_areas() -> None:
    s = plan()
    for n, name in enumerate(("8/4", "22/4", "16/1", "231/50", "69/50", "7/3C", "8/3C"), start=1):
        s.do(f"assign {name} Beach{n}")
    assert s.refusal("supply Beach1").rule == "Invasion.1A1"
    s.do("done")
    assert s.refusal("done").rule == "Invasion.1A1"  # at least one
    assert s.refusal("supply Beach9").rule == "Invasion.1A1"  # not invaded
    for n in range(1, 6):
        s.do(f"supply Beach{n}")
    assert "Supply areas" not in s.trail  # five are chosen, and the plan goes on
    assert s.names(s.g.supply) == s.names(s.spaces("A23 B22 D22 F22 G23"))


@covers("Invasion.1A1")
def test_the_historical_plan_is_one_pick_away() -> None:
    s = plan()
    s.do("historical")
    assert s.decides == "German"
    beaches = {BOARD.names[box] for box in s.g.plan if box >= BOARD.first_box}
    assert beaches == {f"Beach{n}" for n in (5, 6, 7, 9, 10, 12, 14, 15)}
    assert s.g.supply.bit_count() == 5
    assert all(s.g.plan[s.unit(name)] != NOWHERE for name in ("505/82", "3P/6", "2R", "48RM"))


@covers("Invasion.1A1")
def test_history_fills_in_only_what_is_open() -> None:
    s = plan()
    s.do("assign 8/4 Beach17", "historical")
    assert BOARD.names[s.g.plan[s.unit("8/4")]] == "Beach17"
    used = {s.g.plan[s.unit(name)] for name in ("8/4", "22/4", "16/1", "231/50", "69/50", "7/3C", "8/3C", "8/3B")} - {
        NOWHERE
    }
    assert len(used) <= 8


@covers("Invasion.1A2", "Allied.Commandos")
def test_commandos_land_where_the_hex_is_partly_sea() -> None:
    s = plan()
    s.do("assign 8/4 Beach14", "done", "supply Beach14")
    assert "Commandos" in s.trail
    coast = {text.split()[2] for text in s.options() if text.startswith("commando 2R")}
    assert coast == set(s.names(BOARD.coast).split())
    for name in ("2R", "5R", "3Cdo"):
        s.do(f"commando {name} GG28")
    assert "commando 4Cdo GG28" in s.options()  # the limits hold only when the phase ends
    assert s.refusal("commando 4Cdo D11").rule == "Invasion.1A2"
    s.do("keep 4Cdo")
    assert s.g.plan[s.unit("4Cdo")] == NOWHERE


@covers("Invasion.1A2", "Parachute", "Allied.Parachutes")
def test_eight_parachute_regiments_drop_anywhere_on_land() -> None:
    s = plan()
    s.do(
        "assign 8/4 Beach14",
        "done",
        "supply Beach14",
        *[f"keep {name}" for name in ("2R", "5R", "3Cdo", "4Cdo", "6Cdo", "41RM", "47RM", "48RM")],
    )
    assert "Drop zones" in s.trail
    assert BOARD.of_force["parachute"].bit_count() == 8
    zones = {text.split()[2] for text in s.options() if text.startswith("drop")}
    assert zones == set(s.names(BOARD.land).split())
    assert s.refusal("drop 501/101 A30").rule == "Invasion.1A2"  # the sea
    for name in ("501/101", "502/101", "506/101", "505/82", "507/82", "508/82", "3P/6"):
        s.do(f"drop {name} SS29")
    s.do("keep 5P/6")
    assert s.decides == "German"
    # German parachute regiments are infantry like any other.
    assert not BOARD.paratroops >> BOARD.unit_ids["6FJ"] & 1


@covers("Invasion.1C1", "Allied.Commandos")
def test_the_plan_is_laid_out_and_what_stays_behind_never_comes() -> None:
    s = scene({"8/4 70T 2R 5R": "Britain"}, turn=1, supply="")
    s.g.plan[s.unit("8/4")] = s.space("Beach14")
    s.g.plan[s.unit("2R")] = s.space("GG28")
    s.ask(Placement())
    assert (s.at("8/4"), s.at("70T"), s.at("2R"), s.at("5R")) == ("Beach14", "Britain", "GG28", "Lost")
    assert s.names(s.g.invaded) == "MM28"


@covers("Invasion.2")
def test_forces_land_and_go_on_without_roads() -> None:
    s = move(scene({"8/4": "Beach10"}, turn=1), ALLIED)
    ends = targets_of(s, "8/4")
    # The beach is the first of four hexes.
    assert "S25" in ends
    assert max(BOARD.distance(s.space("S25"), s.space(end)) for end in ends) == 3
    assert s.refusal("move 8/4 S21").rule == "Movement.A"


@covers("Invasion.2")
def test_a_landing_under_enemy_control_goes_no_further() -> None:
    s = move(scene({"8/4": "Beach10", "729/709": "S24"}, turn=1), ALLIED)
    assert targets_of(s, "8/4") == {"S25"}


@covers("Invasion.2")
def test_commandos_keep_out_of_zones_and_stick_where_they_land_in_one() -> None:
    s = move(scene({"2R": "T25", "5R": "S25", "729/709": "S23", "739/709": "R24"}, turn=1), ALLIED)
    assert "select 5R" not in s.options()  # next to the German in R24
    assert s.refusal("select 5R").rule == "Invasion.2"
    ends = targets_of(s, "2R")
    assert "U24" in ends
    assert "T23" not in ends  # controlled from S23
    assert s.refusal("move 2R T23").rule == "Invasion.2"


@covers("Invasion.2", "Parachute.C")
def test_paratroops_do_not_move_at_first() -> None:
    s = move(scene({"505/82": "R21", "2R": "T25"}, turn=1), ALLIED)
    assert s.options() == ["select 2R", "regroup", "done"]


@covers("Allied.Assault", "Invasion.2")
def test_what_did_not_land_waits_for_a_later_turn() -> None:
    s = move(scene({"8/4 22/4 16/1": "Beach10"}, turn=1), ALLIED)
    s.do("select 8/4", "move 8/4 S25", "select 22/4", "move 22/4 S25")
    # The beach is full; the third regiment must go further inland or stay afloat.
    assert "S25" not in targets_of(s, "16/1")
    s.do("stay 16/1", "done")
    assert s.at("16/1") == "Britain"


@covers("Invasion.3")
def test_units_on_a_beach_must_attack_every_german_next_to_them() -> None:
    s = combat(scene({"8/4 70T": "S25", "729/709": "S24", "739/709": "T24"}, turn=1), ALLIED)
    assert s.options() == ["attack T24", "attack S24"]
    assert s.refusal("done").rule == "Invasion.3"
    both = "8th Infantry or 70th Tank"
    assert s.prompt.endswith(f"Still owed: hex T24, by {both}; Le Hamel, by {both}.")
    s.do("attack S24", "join 8/4")
    # The tanks are left for T24, so this is allowed; both would not be.
    assert "commit" in s.options()
    s.do("join 70T")
    assert "commit" not in s.options()
    assert s.options() == ["also T24"]
    s.do("also T24", "commit")
    assert s.options() == ["done"]
    assert s.prompt == "Which enemy hex is attacked? Say done when all attacks are allocated."


@covers("Invasion.3")
def test_all_units_of_the_beach_take_part() -> None:
    s = combat(scene({"8/4 22/4": "S25", "729/709": "S24"}, turn=1), ALLIED)
    s.do("attack S24", "join 8/4", "commit", "done")
    frame = next(frame for frame, _ in s.g.stack if isinstance(frame, CombatPhase))
    assert frame.attacks[0].attackers == s.units("8/4 22/4")


@covers("Invasion.3")
def test_floods_excuse_and_so_does_armor_before_bocage() -> None:
    # MM28 and NN27 are parted by floods; armor on its own attacks nobody.
    s = scene({"8/4": "MM28", "729/709": "NN27"}, turn=1)
    assert forced_hexes(s.g, fit_to_attack(s.g, ALLIED, 0)) == 0
    t = scene({"70T": "NN29", "729/709": "OO29"}, turn=1)
    assert forced_hexes(t.g, fit_to_attack(t.g, ALLIED, 0)) == 0
    u = scene({"8/4 70T": "NN29", "729/709": "OO29"}, turn=1)
    assert u.names(forced_hexes(u.g, fit_to_attack(u.g, ALLIED, 0))) == "OO29"


@covers("Invasion.3")
def test_units_inland_attack_as_they_like() -> None:
    s = combat(scene({"8/4": "S23", "729/709": "S22"}, turn=1), ALLIED)
    assert "done" in s.options()


@covers("Invasion.4B")
def test_the_second_move_is_halved_and_off_road_and_gliders_stay() -> None:
    s = move(
        scene({"8/4": "R21", "22A": "R22", "6AL/6": "F19", "505/82": "TT6"}, turn=1, cut_off="505/82"),
        ALLIED,
        second=True,
    )
    assert s.options() == ["select 8/4", "select 22A", "regroup", "done"]
    assert (allowance(s.g, s.unit("8/4"), second=True), allowance(s.g, s.unit("22A"), second=True)) == (12, 30)
    assert max(BOARD.distance(s.space("R21"), s.space(end)) for end in targets_of(s, "8/4")) == 2


@covers("Invasion.5")
def test_the_german_turn_of_the_first_day_is_like_any_other() -> None:
    s = move(scene({"22/21": "D11", "914/352": "TT6"}, turn=1), GERMAN)
    assert s.g.unsupplied == 0
    assert allowance(s.g, s.unit("22/21"), second=False) == 36
    ends = targets_of(s, "22/21")
    assert max(BOARD.distance(s.space("D11"), s.space(end)) for end in ends) > 6  # roads count


def test_the_parts_of_the_plan_follow_each_other() -> None:
    s = plan()
    assert s.trail.startswith("Allied plan > Landings")
    assert isinstance(s.g.stack[1][0], AlliedPlan)
