"""20. The invasion turn."""

import pytest
from tests.games.normandy44.support import ALLIED, GAME, GERMAN, Scene, landing_sites, scene, why_not_move

from bocage.games.normandy44.rules.r08_zones_of_control import bonds, zone
from bocage.games.normandy44.rules.r09_movement import allowance
from bocage.games.normandy44.rules.r09_movement_phase import Orders, movable
from bocage.games.normandy44.rules.r20_airborne import Gliders, Scatter, drops, scatter
from bocage.games.normandy44.rules.r20_invasion import BeachAssault, Landings
from bocage.games.normandy44.setup import new
from bocage.games.normandy44.sides import BRITISH_AIRBORNE, US_AIRBORNE
from bocage.kernel.events import Rolled
from bocage.testing import covers

UTAH = ("utah", dict.fromkeys(["8/4", "12/4", "70Tk"], ""), "SP-Utah", "2814")
OMAHA = ("omaha-w", dict.fromkeys(["115/29", "116/29", "743Tk"], ""), "SP-Omaha-W", "2719")
HOC = ("du-hoc", dict.fromkeys(["2Rgr", "5Rgr"], ""), "SP-Hoc", "2818")
UTAH_BOATS = {"8/4": "assault-utah", "12/4": "assault-utah", "70Tk": "assault-utah", "SP-Utah": "2814"}
HOC_BOATS = {"2Rgr": "assault-du-hoc", "5Rgr": "assault-du-hoc", "SP-Hoc": "2818"}
OMAHA_BOATS = {
    "115/29": "assault-omaha-w",
    "116/29": "assault-omaha-w",
    "743Tk": "assault-omaha-w",
    "SP-Omaha-W": "2719",
}
MIKE = ("mike", dict.fromkeys(["7/3Can", "9/3Can", "1Hus"], ""), "SP-Mike", "2527")
MIKE_BOATS = {"7/3Can": "assault-mike", "9/3Can": "assault-mike", "1Hus": "assault-mike", "SP-Mike": "2527"}


def beach(name: str, units: dict[str, str], sp: str, at: str) -> Scene:
    """A beach with its assault force and its strongpoint."""
    s = scene(dict.fromkeys(units, f"assault-{name}") | {sp: at}, turn=1)
    s.ask(BeachAssault(beach=name))
    return s


@covers("20.2.1")
def test_each_airborne_unit_rolls_in_its_drop_hex() -> None:
    g = new(GAME.board(), "campaign", {})
    names = [g.board.unit_names[u] for u in range(len(g.space)) if drops(g) >> u & 1]
    assert names == ["501/101", "502/101", "506/101", "505/82", "507/82", "508/82", "3/6Abn", "5/6Abn", "8/3/6Abn"]
    s = scene({"501/101": "2712", "502/101": "2912"}, turn=1)
    s.ask(Scatter(left=s.units("501/101 502/101")))
    s.do("roll 1", "roll 6")
    assert (s.g.scattered, s.decides) == (s.units("501/101"), "")


@covers("20.2.2")
@pytest.mark.parametrize(
    ("name", "roll", "steps", "kept"),
    [
        ("507/82", 2, 1, 1),
        ("505/82", 5, 3, 0),
        ("502/101", 2, 2, 1),
        ("506/101", 6, 3, 0),
        ("8/3/6Abn", 1, 1, 1),
        ("5/6Abn", 3, 3, 0),
    ],
)
def test_scatter_costs_steps_and_leaves_one_replacement(name: str, roll: int, steps: int, kept: int) -> None:
    s = scene({name: "2711"}, turn=1)
    s.g.replacements = [0] * 12
    scatter(s.g, s.unit(name), roll)
    assert s.g.steps[s.unit(name)] == steps
    kind = BRITISH_AIRBORNE if name.endswith("6Abn") else US_AIRBORNE
    assert s.g.replacements[kind] == kept
    assert bool(s.g.scattered) == (name != "506/101")


@covers("20.2.3")
def test_scattered_units_neither_move_nor_bond_but_have_a_zone() -> None:
    s = scene({"507/82": "1630", "508/82": "1632"}, scattered="507/82", ask=Orders(by=ALLIED))
    assert s.refusal("move 507/82").rule == "20.2.3"
    assert zone(s.g, ALLIED) >> s.space("1629") & 1
    assert bonds(s.g, ALLIED).hexes == 0
    assert not [text for text in s.options() if "507/82" in text]


@covers("20.2.4")
def test_gliders_land_on_turn_2_with_a_bonus_on_their_scatter() -> None:
    s = scene({"325/82": "gliders"}, turn=2, ask=Gliders(late=False))
    assert s.at("325/82") == "2711"
    s.do("roll 5")  # 5 + 1: a good landing
    assert s.g.scattered == 0


@covers("20.2.4")
def test_an_enemy_in_the_hex_delays_them_to_another_hex_next_turn() -> None:
    s = scene({"325/82": "gliders", "857/346": "2711"}, turn=2, ask=Gliders(late=False))
    assert (s.at("325/82"), s.decides) == ("gliders", "")
    t = scene({"325/82": "gliders", "857/346": "2711"}, turn=3, ask=Gliders(late=False))
    sites = {text.split()[1] for text in t.options()}
    distance = t.g.board.atlas.distance
    assert sites
    assert all(distance(t.space("2711"), t.space(name)) <= 4 for name in sites)
    assert not sites & set(t.names(zone(t.g, GERMAN)).split())
    assert len(sites) == len(landing_sites(t.g, t.unit("325/82")))


@covers("20.2.4")
def test_a_full_hex_delays_them_to_allied_movement() -> None:
    at = {"325/82": "gliders", "39/9": "2711", "47/9": "2711"}
    s = scene(at, turn=2, ask=Gliders(late=False))
    assert s.at("325/82") == "gliders"
    s.g.place(s.unit("39/9"), s.space("2712"))
    s.ask(Gliders(late=True))
    assert s.at("325/82") == "2711"


@covers("20.3.1", "20.3.5", "20.3.6")
def test_utah_in_the_example_lands_with_two_losses_and_goes_inland() -> None:
    s = beach(*UTAH)
    s.do("roll 4")  # A1/D1, advance 2
    assert s.options() == ["lose 8/4", "lose 12/4"]  # infantry pays, not the tanks
    s.do("lose 8/4", "roll 1")
    assert [s.g.steps[s.unit(name)] for name in ("8/4", "12/4", "70Tk")] == [2, 3, 1]
    assert s.at("SP-Utah") == "dead"
    assert {s.at(name) for name in ("8/4", "12/4", "70Tk")} == {"2814"}
    assert "advance 12/4 2713" in s.options()
    s.do("advance 12/4 2713", "end")
    assert s.at("12/4") == "2713"


@covers("20.3.2")
def test_in_an_exchange_the_german_picks_and_a2_costs_two_steps() -> None:
    s = beach(*UTAH)
    s.do("roll 1")
    assert s.decides == "German"
    t = beach("jig", dict.fromkeys(["231/50", "56/50", "NY"], ""), "SP-Jig", "2525")
    t.do("roll 1", "lose 231/50", "lose 56/50", "roll 6")
    assert [t.g.steps[t.unit(name)] for name in ("231/50", "56/50", "NY")] == [2, 2, 2]
    assert t.decides == ""  # advance 1: they stop in the beach hex


@covers("20.3.3", "20.3.6")
def test_bloody_omaha_rolls_again_and_goes_one_hex_at_most() -> None:
    s = beach(*OMAHA)
    s.do("roll 1", "lose 115/29", "roll 6", "lose 116/29", "roll 2")
    assert [s.g.steps[s.unit(name)] for name in ("115/29", "116/29", "743Tk")] == [2, 2, 1]
    assert (s.at("115/29"), s.decides) == ("2719", "")


@covers("20.3.3")
def test_the_landing_fails_when_both_regiments_are_cadres() -> None:
    s = beach(*OMAHA)
    for name in ("115/29", "116/29", "115/29", "116/29"):
        s.do("roll 1")
        if f"lose {name}" in s.options():
            s.do(f"lose {name}")
    assert {s.at(name) for name in ("115/29", "116/29", "743Tk")} == {"followup-omaha"}
    assert s.at("SP-Omaha-W") == "2719"
    assert s.decides == ""


@covers("20.3.4")
@pytest.mark.parametrize(("roll", "place"), [(3, "2818"), (4, "followup-omaha")])
def test_the_fifth_rangers_follow_on_one_to_three(roll: int, place: str) -> None:
    s = beach(*HOC)
    s.do("roll 4", f"roll {roll}")
    assert (s.at("2Rgr"), s.g.steps[s.unit("2Rgr")], s.at("5Rgr")) == ("2818", 1, place)


@covers("20.3.4", "20.3.6")
def test_the_fifth_rangers_do_not_advance_with_the_second() -> None:
    s = beach(*HOC)
    s.do("roll 6", "roll 1")
    assert any(text.startswith("advance 2Rgr") for text in s.options())
    assert not any(text.startswith("advance 5Rgr") for text in s.options())


@covers("20.3.4")
def test_a_one_destroys_the_second_rangers() -> None:
    s = beach(*HOC)
    s.do("roll 1")
    assert (s.at("2Rgr"), s.at("5Rgr"), s.decides) == ("dead", "followup-omaha", "")


@covers("20.4")
def test_on_turn_1_the_21st_panzer_has_three_points_and_the_restricted_stay() -> None:
    s = scene({"125/21Pz": "1732", "731/711": "2436", "857/346": "1631", "Naval": "3705"}, turn=1)
    assert allowance(s.g, s.unit("125/21Pz")) == 3
    assert s.unit_names(movable(s.g, GERMAN) & s.units("125/21Pz 731/711 857/346 Naval")) == "125/21Pz 857/346"


def assault(at: dict[str, str], beach: str) -> Scene:
    return scene(at, turn=1, ask=BeachAssault(beach=beach))


def steps(s: Scene, *names: str) -> list[int]:
    return [s.g.steps[s.unit(name)] for name in names]


@covers("20.3.1", "20.3.2", "20.3.5", "20.3.6")
def test_utah_in_the_example_of_play() -> None:
    """A 4 costs each side a step and lets the force advance twice; a 1 sinks tanks."""
    s = assault(UTAH_BOATS, "utah")
    s.do("roll 4")
    assert s.options() == ["lose 8/4", "lose 12/4"]  # never the tanks
    s.do("lose 8/4", "roll 1")
    assert s.at("SP-Utah") == "dead"
    assert s.at("8/4") == s.at("12/4") == s.at("70Tk") == "2814"
    assert steps(s, "8/4", "12/4", "70Tk") == [2, 3, 1]
    assert "advance 12/4 2913" in s.options()
    s.do("advance 12/4 2913", "end")
    assert s.at("12/4") == "2913"


@covers("20.3.6")
def test_an_advance_of_one_stops_on_the_beach() -> None:
    s = assault(UTAH_BOATS, "utah")
    s.do("roll 2", "lose 8/4", "roll 6")
    assert s.options() == []
    assert s.at("8/4") == "2814"


@covers("20.3.3", "20.3.6")
def test_bloody_omaha_in_the_example_of_play() -> None:
    """A 1 costs a step and another roll; the 6 that follows still stops on the beach."""
    s = assault(OMAHA_BOATS, "omaha-w")
    s.do("roll 1", "lose 115/29", "roll 6", "lose 116/29", "roll 2")
    assert steps(s, "115/29", "116/29", "743Tk") == [2, 2, 1]
    assert s.at("116/29") == "2719"
    assert s.options() == []  # no second hex


@covers("20.3.3")
def test_a_landing_fails_when_both_regiments_are_cadres() -> None:
    s = assault(OMAHA_BOATS, "omaha-w")
    s.do("roll 1", "lose 115/29", "roll 1", "lose 115/29", "roll 1")
    s.do("lose 116/29", "roll 1")
    s.do("lose 116/29")
    assert steps(s, "115/29", "116/29") == [1, 1]
    assert s.at("115/29") == s.at("743Tk") == "followup-omaha"
    assert s.at("SP-Omaha-W") == "2719"


@covers("20.3.2")
def test_two_steps_are_the_allied_players_choice() -> None:
    s = assault(OMAHA_BOATS, "omaha-w")
    s.do("roll 2")
    assert s.decides == "Allied"
    s.do("lose 115/29", "lose 116/29", "roll 4")
    assert steps(s, "115/29", "116/29", "743Tk") == [2, 2, 2]


@covers("20.3.2")
def test_in_an_exchange_the_german_picks_among_the_infantry() -> None:
    s = assault(MIKE_BOATS, "mike")
    s.do("roll 2")
    assert s.decides == "German"
    assert s.options() == ["lose 7/3Can", "lose 9/3Can"]
    s.do("lose 9/3Can", "roll 1")
    assert steps(s, "7/3Can", "9/3Can", "1Hus") == [3, 2, 1]


@covers("20.3.4")
def test_pointe_du_hoc_in_the_example_of_play() -> None:
    """A 4 costs the 2nd Rangers a step; another 4 sends the 5th to Omaha."""
    s = assault(HOC_BOATS, "du-hoc")
    s.do("roll 4", "roll 4")
    assert s.at("2Rgr") == "2818"
    assert steps(s, "2Rgr") == [1]
    assert s.at("SP-Hoc") == "dead"
    assert s.at("5Rgr") == "followup-omaha"


@covers("20.3.4")
@pytest.mark.parametrize(("roll", "lands"), [(1, "2818"), (3, "2818"), (4, "followup-omaha"), (6, "followup-omaha")])
def test_the_signal_to_the_fifth_rangers(roll: int, lands: str) -> None:
    s = assault(HOC_BOATS, "du-hoc")
    s.do("roll 6", f"roll {roll}")
    assert s.at("5Rgr") == lands


@covers("20.3.5")
@pytest.mark.parametrize(("roll", "left"), [(1, 1), (3, 1), (4, 2), (6, 2)])
def test_swimming_tanks(roll: int, left: int) -> None:
    s = assault(UTAH_BOATS, "utah")
    s.do("roll 6", f"roll {roll}")
    assert steps(s, "70Tk") == [left]


@covers("20.1", "20.3.1")
def test_the_beaches_follow_one_another_from_utah_to_sword() -> None:
    s = scene(UTAH_BOATS | OMAHA_BOATS | MIKE_BOATS, turn=1, ask=Landings())
    s.do("roll 6", "roll 6", "end")
    assert "Omaha West" in s.trail
    s.do("roll 5", "lose 115/29", "roll 6")
    assert "Juno: Mike" in s.trail


@covers("20.4")
def test_the_21st_panzer_has_three_points_on_turn_one() -> None:
    at = {"192/21Pz": "2028", "Rcn/21Pz": "1435", "Sturm-AOK7": "3712"}
    s = scene(at, turn=1)
    assert [allowance(s.g, s.unit(name)) for name in at] == [3, 3, 5]
    assert allowance(scene(at, turn=2).g, s.unit("192/21Pz")) == 5


@covers("20.4", "17.1", "17.6")
def test_ost_and_restricted_units_do_not_move_on_turn_one() -> None:
    at = {"795/709": "2812", "731/711": "2436", "561/709": "3504", "1057/91": "2807"}
    s = scene(at, turn=1)
    mine = s.units(" ".join(at))
    assert s.unit_names(movable(s.g, GERMAN) & mine) == "1057/91"
    because = why_not_move(s.g, GERMAN, s.unit("795/709"))
    assert because is not None
    assert because.rule == "17.1"


@covers("20.4", "9.8.7")
def test_no_strategic_nor_truck_movement_on_turn_one() -> None:
    s = scene({"Sturm-AOK7": "3712", "1057/91": "2807"}, turn=1, ask=Orders(by=GERMAN))
    assert not {text.split()[0] for text in s.options()} & {"strategic", "truck", "convoy"}
    assert s.refusal("strategic Sturm-AOK7").rule == "9.8.7"


@covers("20.5.1", "20.5.2")
def test_the_follow_up_wave_lands_as_reinforcements_on_turn_one() -> None:
    at = {"Eng-Utah": "2814", "22/4": "followup-utah", "39/9": "britain"}
    s = scene(at, turn=1, ask=Orders(by=ALLIED))
    assert "land 22/4" in s.options()
    assert "land 39/9" not in s.options()  # nobody comes from Britain on turn 1
    s.do("land 22/4", "at 2814 normal")
    assert {"to 2913", "to 2813", "to 2713", "halt"} <= set(s.options())  # the beach was the first of two hexes
    s.do("to 2913")
    assert s.g.regroup == s.units("22/4")


@covers("20.5.2", "17.8")
def test_the_engineers_land_on_their_closed_beach_and_open_it() -> None:
    at = {"Eng-Omaha": "followup-omaha", "26/1": "followup-omaha", "16/1": "2719"}
    s = scene(at, turn=1, ask=Orders(by=ALLIED))
    assert "land Eng-Omaha" in s.options()
    assert "land 26/1" not in s.options()
    s.do("land Eng-Omaha", "at 2719 normal")
    assert "land 26/1" in s.options()


@covers("20.5.3")
def test_a_full_beach_delays_the_follow_up_which_costs_no_points() -> None:
    at = {
        "Eng-Utah": "2814",
        "8/4": "2814",
        "12/4": "2814",
        "22/4": "followup-utah",
        "1057/91": "2913",
        "919/709": "2713",
    }
    s = scene(at | {"FE/243": "2813"}, turn=2, rp=[0, 0], moved="8/4 12/4", ask=Orders(by=ALLIED))
    assert "land 22/4" not in s.options()  # the hex is full and every way out is shut
    s = scene({"Eng-Utah": "2814", "22/4": "followup-utah"}, turn=3, rp=[0, 0], ask=Orders(by=ALLIED))
    s.do("land 22/4", "at 2814 normal")
    assert s.g.landed == [0] * 5
    assert s.g.rp == [0, 0]


@pytest.mark.parametrize(("where", "column"), [(UTAH, "Utah"), (OMAHA, "Omaha"), (MIKE, "Other beaches")])
def test_an_assault_tells_its_column_by_a_name(where: tuple[str, dict[str, str], str, str], column: str) -> None:
    s = beach(*where)
    s.do("roll 6")
    assert [event.column for event in s.heard(Rolled) if event.table == "Beach assault"] == [column]
