"""Naval gunfire support: ranges, numbers, one mission to a hex."""

from tests.games.normandy71.support import ALLIED, BOARD, GERMAN, Scene, combat, reckon, scene

from bocage.games.normandy71.rules.r06_naval_gunfire import Gunfire, in_range, strength_of
from bocage.testing import covers

LIGHT, MEDIUM, HEAVY = 0, 1, 2


def ask(*targets: str, attacking: bool = True) -> Scene:
    s = scene()
    s.ask(Gunfire(by=ALLIED, attacking=attacking, targets=tuple(s.space(target) for target in targets)))
    return s


@covers("Naval", "Naval.D")
def test_the_missions_are_as_printed() -> None:
    rows = [(row.mission, row.number, row.range, row.attack, row.defence) for row in BOARD.missions]
    assert rows == [("light", 4, 2, 40, 10), ("medium", 1, 6, 25, 5), ("heavy", 3, 10, 10, 0)]
    assert [strength_of(BOARD, n, attacking=True) for n in range(3)] == [40, 25, 10]
    assert [strength_of(BOARD, n, attacking=False) for n in range(3)] == [10, 5, 0]


@covers("Naval", "Naval.G")
def test_range_is_counted_from_the_nearest_sea_to_the_defender() -> None:
    far = {name: BOARD.sea_distance[BOARD.space(name)] for name in ("S25", "S24", "S23", "S20", "S19", "S16", "S15")}
    assert far == {"S25": 1, "S24": 2, "S23": 3, "S20": 6, "S19": 7, "S16": 10, "S15": 11}
    fire = [[in_range(BOARD, mission, BOARD.space(name)) for mission in range(3)] for name in far]
    assert fire[1] == [True, True, True]
    assert fire[2] == [False, True, True]
    assert fire[3] == [False, True, True]
    assert fire[4] == [False, False, True]  # seven hexes from the sea: heavy ships only
    assert fire[5] == [False, False, True]
    assert fire[6] == [False, False, False]
    assert ask("S19").options() == ["fire heavy S19", "done"]


@covers("Naval.A")
def test_gunfire_needs_a_combat() -> None:
    s = combat(scene({"8/4": "S23", "914/352": "S22"}), ALLIED)
    s.do("done")
    assert s.decides == ""  # nothing was attacked, so nobody is asked for gunfire
    t = ask("S22")
    assert t.refusal("fire heavy R22").rule == "Naval.A"


@covers("Naval.B")
def test_a_mission_fires_once_a_phase_and_again_in_the_next() -> None:
    s = ask("S23", "R22", "Q23")
    s.do("fire medium S23")
    assert s.refusal("fire medium R22").rule == "Naval.B"
    assert "fire heavy R22" in s.options()
    # In the German phase all missions are there again, with their defence strengths.
    assert "fire medium S23" in ask("S23", attacking=False).options()


@covers("Naval.B", "Naval.D")
def test_no_more_than_four_light_one_medium_and_three_heavy() -> None:
    near = ("S24", "R24", "P24", "M24", "K24", "V24", "X24", "W24", "U24")
    s = ask(*near)
    for target in near[:4]:
        s.do(f"fire light {target}")
    assert s.refusal(f"fire light {near[4]}").rule == "Naval.B"
    s.do(f"fire medium {near[4]}")
    assert s.refusal(f"fire medium {near[5]}").rule == "Naval.B"
    for target in near[5:8]:
        s.do(f"fire heavy {target}")
    assert s.options() == ["done"]


@covers("Naval.C")
def test_a_hex_gets_one_mission() -> None:
    s = ask("S24", "R24")
    s.do("fire light S24")
    assert s.refusal("fire heavy S24").rule == "Naval.C"
    assert [text for text in s.options() if text.endswith("S24")] == []


@covers("Naval.D")
def test_heavy_ships_do_not_help_a_defence() -> None:
    s = ask("S24", attacking=False)
    assert s.options() == ["fire light S24", "fire medium S24", "done"]
    assert s.refusal("fire heavy S24").rule == "Naval.D"


@covers("Naval.E")
def test_a_mission_counts_in_full_for_the_one_combat_it_fires_at() -> None:
    s = scene({"8/4": "S23", "914/352": "S22", "22/4": "T21", "916/352": "T20"})
    assert reckon(s, "8/4", "S22", shots=((LIGHT, "S22"),)).totals == [47, 7]
    assert reckon(s, "22/4", "T20", shots=((LIGHT, "S22"),)).totals == [7, 7]


@covers("Naval.F")
def test_each_hex_of_a_combat_may_have_its_mission_and_all_of_it_counts() -> None:
    s = scene({"8/4 22/4": "S23", "914/352": "S22", "916/352": "T22"})
    two = ((MEDIUM, "S22"), (HEAVY, "T22"))
    assert reckon(s, "8/4 22/4", "S22", "T22", shots=two).totals == [14 + 25 + 10, 14]
    one = ((MEDIUM, "S22"),)
    assert reckon(s, "8/4 22/4", "S22", "T22", shots=one).totals == [14 + 25, 14]


@covers("Naval.G")
def test_missions_need_no_ship_to_stay_where_it_was() -> None:
    s = ask("S24", "OO29", "D21")
    s.do("fire light S24", "fire light OO29", "fire light D21")
    assert s.options() == ["done"]


@covers("Naval")
def test_gunfire_decides_a_combat() -> None:
    s = combat(scene({"8/4": "S23", "914/352": "S22"}, turn=1), ALLIED)
    s.do("attack S22", "all", "done", "fire medium S22", "done", "resolve S22", "roll 5")
    # 32 against 7 is four to one: a five makes the defender retreat.
    assert s.at("914/352") == "S22"
    assert s.decides == "Allied"
    assert all(text.startswith("retreat 914/352") for text in s.options())


def test_nobody_is_asked_when_no_mission_could_fire() -> None:
    s = combat(scene({"8/4": "D4", "914/352": "D3"}), GERMAN)
    s.do("attack D4", "all", "done")
    assert s.options() == ["resolve D4"]
