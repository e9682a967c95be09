"""The Allied order of battle: second wave, gliders, follow-up and what a beach takes."""

from tests.games.normandy71.support import ALLIED, BOARD, Scene, move, scene, targets_of

from bocage.games.normandy71.board import each_unit
from bocage.games.normandy71.rules.r16_landing_forces import Landing, available, capacity
from bocage.testing import covers

SECOND = "12/4 116/29 115/29 18/1 56/50 151/50 9/3C 185/3B 743T 745T 4Cav 61R 327/101 4SS 8A"


def landing(at: dict[str, str], *, turn: int, supply: str = "S25 P25", lost_beaches: str = "") -> Scene:
    s = scene(at, turn=turn, supply=supply, lost_beaches=lost_beaches)
    s.ask(Landing())
    return s


@covers("Allied.Assault", "Allied.Second", "Allied.Followup", "Allied.Commandos", "Allied.Parachutes", "Allied.Gliders")
def test_the_forces_are_as_printed() -> None:
    def count(force: str) -> dict[str, int]:
        found: dict[str, int] = {}
        for unit in each_unit(BOARD.of_force[force]):
            factors = BOARD.counters[unit].factors
            found[factors] = found.get(factors, 0) + 1
        return found

    assert count("assault") == {"7-4": 8, "6-10": 8}
    assert count("commando") == {"2-4": 8}
    assert count("parachute") == {"7-4": 8}
    assert count("glider") == {"7-4": 1, "5-4": 1}
    assert count("second") == {"7-4": 8, "6-10": 2, "8-12": 2, "5-4": 2, "20-10": 1}
    assert count("followup") == {"7-4": 18, "6-10": 2, "8-12": 2, "12-10": 2, "20-10": 2, "22-10": 1}


@covers("Play.1C", "Invasion.4A", "Allied.Second")
def test_on_the_first_day_thirty_points_of_the_second_wave_land_over_a_supply_area() -> None:
    s = landing({SECOND: "Britain", "26/1 8/4": "Britain"}, turn=1)
    assert available(s.g) == s.units(SECOND)
    assert s.refusal("land 26/1 Beach10").rule == "Allied.Followup"  # follow-up
    assert s.refusal("land 8/4 Beach10").rule == "Allied.Assault"  # an assault force that did not land waits
    assert s.refusal("land 12/4 Beach5").rule == "Allied.Second"  # no supply area
    s.do("land 8A Beach10")
    assert capacity(s.g, s.space("Beach10")) == 10
    s.do("land 12/4 Beach10")
    assert s.refusal("land 116/29 Beach10").rule == "Allied.Capacity"
    assert "land 116/29 Beach9" in s.options()
    s.do("done")
    assert s.at("12/4") == "Beach10"


@covers("Play.1C", "Play.1D")
def test_reinforcements_move_from_their_box_over_the_beach() -> None:
    s = move(scene({"12/4": "Beach10"}), ALLIED, second=True)
    ends = targets_of(s, "12/4")
    assert "S25" in ends
    # One point for the beach, three for the road: nine hexes along it.
    assert max(BOARD.distance(s.space("S25"), s.space(end)) for end in ends) >= 8
    s.do("move 12/4 S25", "done")
    assert s.at("12/4") == "S25"


@covers("Allied.Gliders", "Invasion.4A")
def test_gliders_land_near_paratroops_and_away_from_germans() -> None:
    s = landing({"6AL/6 325/82": "Britain", "505/82": "D11", "729/709": "D13"}, turn=1)
    hexes = {text.split()[2] for text in s.options() if text.startswith("glide 6AL/6")}
    assert {BOARD.distance(s.space("D11"), s.space(name)) for name in hexes} == {0, 1, 2, 3, 4}
    assert not {"D13", "D14", "D12", "C13", "C14"} & hexes
    assert s.refusal("glide 6AL/6 D12").rule == "Invasion.4A"
    assert s.refusal("glide 6AL/6 J11").rule == "Invasion.4A"
    s.do("glide 325/82 D8")
    assert s.at("325/82") == "D8"
    s.do("done")
    # Not on a later turn.
    t = landing({"6AL/6": "Britain", "505/82": "D11"}, turn=2)
    assert t.options() == ["done"]
    assert t.refusal("glide 6AL/6 D10").rule == "Allied.Gliders"


@covers("Allied.Gliders", "Stacking.A")
def test_a_glider_lands_in_a_full_hex_if_somebody_can_leave_it_before_the_phase_ends() -> None:
    s = landing({"6AL/6": "Britain", "505/82": "R22", "8/4 22/4": "R21"}, turn=1)
    s.do("glide 6AL/6 R21", "done")
    move(s, ALLIED, second=True)
    assert s.refusal("done").rule == "Stacking.A"
    s.do("select 22/4", "move 22/4 R20", "done")
    assert (s.at("6AL/6"), s.at("8/4")) == ("R21", "R21")


@covers("Allied.Gliders", "Stacking.A")
def test_a_glider_keeps_out_of_a_full_hex_that_nobody_can_leave() -> None:
    # Paratroops without supply stand still in the second movement, and so does the glider that came before.
    s = landing({"6AL/6 325/82": "Britain", "505/82": "D11", "507/82 508/82": "D10"}, turn=1, supply="")
    assert s.refusal("glide 6AL/6 D10").rule == "Stacking"
    s.do("glide 325/82 D11")
    assert s.refusal("glide 6AL/6 D11").rule == "Stacking"


@covers("Allied.Gliders", "Stacking.A")
def test_a_glider_in_a_hex_that_nobody_left_in_time_is_lost() -> None:
    s = scene({"6AL/6 505/82 507/82": "D10"}, turn=1, supply="")
    move(s, ALLIED, second=True)
    s.do("done")
    assert (s.at("6AL/6"), s.at("505/82"), s.at("507/82")) == ("Lost", "D10", "D10")


@covers("Allied.Followup", "Allied.Assault")
def test_from_the_second_turn_on_everything_left_may_come() -> None:
    s = landing({"26/1 8/4 12/4": "Britain"}, turn=2)
    assert available(s.g) == s.units("26/1 8/4 12/4")
    assert [text for text in s.options() if text.endswith("Beach10")] == [
        "land 8/4 Beach10",
        "land 12/4 Beach10",
        "land 26/1 Beach10",
    ]
    s.do("land 26/1 Beach10", "land 8/4 Beach10")
    assert s.refusal("land 12/4 Beach10").rule == "Allied.Capacity"
    assert "land 12/4 Beach9" in s.options()


@covers("Allied.Capacity")
def test_an_idle_beach_saves_its_capacity() -> None:
    s = landing({"4A 26/1": "Britain"}, turn=2)
    assert s.refusal("land 4A Beach10").rule == "Allied.Capacity"  # twenty points
    s.do("land 26/1 Beach9", "done")
    s.g.turn = 3
    s.ask(Landing())
    # Beach 10 was idle on turn 2 and takes thirty now; beach 9 was not.
    assert (capacity(s.g, s.space("Beach10")), capacity(s.g, s.space("Beach9"))) == (30, 15)
    assert s.options() == ["land 4A Beach10", "done"]
    s.do("done")
    s.g.turn = 4
    s.ask(Landing())
    assert (capacity(s.g, s.space("Beach10")), capacity(s.g, s.space("Beach9"))) == (45, 30)
    s.do("land 4A Beach10", "done")
    s.g.turn = 5
    s.ask(Landing())
    assert capacity(s.g, s.space("Beach10")) == 15


@covers("Allied.Capacity")
def test_the_first_day_does_not_count_as_idle() -> None:
    s = landing({"4A": "Britain"}, turn=1)
    s.do("done")
    s.g.turn = 2
    s.ask(Landing())
    assert capacity(s.g, s.space("Beach10")) == 15


@covers("Allied.Assault", "Allied.Gliders", "Allied.Second", "Allied.Followup", "Supply.H")
def test_a_refused_landing_names_the_rule_that_forbids_it() -> None:
    waiting = {"8/4 12/4 6AL/6 26/1": "Britain", "505/82": "R22"}
    s = landing(waiting, turn=1)
    assert s.refusal("land 8/4 Beach10").rule == "Allied.Assault"
    assert s.refusal("land 26/1 Beach10").rule == "Allied.Followup"
    assert s.refusal("land 6AL/6 Beach10").rule == "Allied.Gliders"
    assert s.refusal("land 505/82 Beach10").rule == "Play.1C"
    assert s.refusal("land 12/4 Beach8").rule == "Allied.Second"
    t = landing(waiting, turn=2, lost_beaches="P25")
    assert t.refusal("land 12/4 Beach8").rule == "Allied.Followup"
    assert t.refusal("land 12/4 Beach9").rule == "Supply.H"
    assert t.refusal("land 6AL/6 Beach10").rule == "Allied.Gliders"


@covers("Supply.H", "Allied.Followup")
def test_a_lost_beach_takes_nothing() -> None:
    s = landing({"26/1": "Britain"}, turn=2, lost_beaches="S25")
    assert s.options() == ["land 26/1 Beach9", "done"]


def test_what_is_seen_to_land_tells_the_german_that_a_beach_feeds() -> None:
    s = landing({"26/1": "Britain"}, turn=2)
    assert s.g.known_supply == 0
    s.do("land 26/1 Beach10")
    assert s.names(s.g.known_supply) == "S25"
