"""16. Fortifications."""

import pytest
from tests.games.normandy44.support import ALLIED, GAME, GERMAN, Scene, reckon, scene

from bocage.games.normandy44.rules.r04_weather import InitialPhase
from bocage.games.normandy44.rules.r06_replacements import Replacements
from bocage.games.normandy44.rules.r09_movement_phase import MovementPhase, Orders
from bocage.games.normandy44.rules.r10_combat import Attacks, able
from bocage.games.normandy44.rules.r13_retreat import Retreats, ways_back
from bocage.games.normandy44.rules.r15_reserve import ReserveMovement
from bocage.games.normandy44.rules.r16_fortifications import clear_empty_positions, improved, why_not_build
from bocage.kernel.flow import Frame
from bocage.testing import covers


def why(s: Scene, name: str) -> str:
    """The rule that forbids building, or nothing."""
    because = why_not_build(s.g, s.unit(name))
    return because.rule if because else ""


@covers("16.1.1", "16.1.6")
def test_only_finished_positions_count_and_two_are_permanent() -> None:
    s = scene(ip_german="1731 1631", ip_unfinished="1631")
    assert improved(s.g, GERMAN) == s.spaces("1731 3803 3809")
    assert improved(s.g, ALLIED) == s.spaces("3803 3809")


@covers("16.1.2")
def test_the_weather_says_how_many_may_be_begun_and_none_in_a_storm() -> None:
    s = scene(turn=8, ask=InitialPhase())
    s.do("roll 2", "fortress-supply 0", "nation british")
    assert s.g.ip_left == [2, 1, 1]
    t = scene(turn=8, ask=InitialPhase())
    t.do("roll 1", "fortress-supply 0", "nation british")
    assert t.g.ip_left == [0, 0, 0]


@covers("16.1.2")
def test_the_markers_are_a_limit_but_one_may_be_taken_up() -> None:
    full = "1731 1631 1632 1730 1531 1532 1533 1430"
    s = scene({"857/346": "1016"}, ip_german=full, ip_left=[1, 0, 0], ask=Orders(by=GERMAN))
    assert why(s, "857/346") == "16.1.2"
    s.do("scrap 1731")
    assert why(s, "857/346") == ""


@covers("16.1.3")
def test_a_steady_infantry_unit_that_stays_begins_a_position_finished_at_its_next_movement() -> None:
    s = scene({"857/346": "1016", "192/21Pz": "1016"}, ip_left=[1, 0, 0], ask=Orders(by=GERMAN))
    s.do("entrench 857/346")
    assert s.g.ip_unfinished == s.spaces("1016")
    assert not {"move 857/346", "reserve 857/346"} & set(s.options())
    assert able(s.g, GERMAN) == 0  # nobody attacks out of the hex
    s.ask(MovementPhase(side=GERMAN))
    assert (s.g.ip_german, s.g.ip_unfinished) == (s.spaces("1016"), 0)


@covers("16.1.3", "18.4", "20.2.3")
def test_who_may_not_build() -> None:
    assert why(scene({"1/22/21Pz": "1016"}, ip_left=[1, 0, 0]), "1/22/21Pz") == "16.1.3"
    for state in ("moved", "replaced", "disrupted", "scattered", "out_of_supply"):
        assert why(scene({"857/346": "1016"}, ip_left=[1, 0, 0], **{state: "857/346"}), "857/346") == "16.1.3"


@covers("16.1.4")
def test_not_in_cities_or_permanent_positions_and_not_before_turn_5() -> None:
    assert why(scene({"857/346": "1929"}, ip_left=[1, 0, 0]), "857/346") == "16.1.4"
    assert why(scene({"857/346": "3803"}, ip_left=[1, 0, 0]), "857/346") == "16.1.4"
    assert why(scene({"857/346": "2230", "SP-Hillman": "2230"}, ip_left=[1, 0, 0]), "857/346") == ""
    s = scene(turn=4, ask=InitialPhase())
    s.do("roll 2", "fortress-supply 0", "nation british")
    assert s.g.ip_left == [0, 1, 1]


@covers("16.1.5")
def test_a_position_is_lost_with_its_garrison() -> None:
    s = scene({"857/346": "1731", "69/50": "1831"}, ip_german="1731")
    s.ask(Retreats(side=GERMAN, origin=s.space("1731"), units=s.units("857/346"), length=2))
    s.do(s.options()[0])
    assert s.g.ip_german == 0
    t = scene({"857/346": "1631"}, ip_german="1731 1631")
    clear_empty_positions(t.g, GERMAN)
    assert t.g.ip_german == t.spaces("1631")


@covers("16.2")
def test_strongpoints_stay_only_defend_and_may_be_given_up() -> None:
    s = scene({"SP-Hillman": "2230", "69/50": "2330"}, ask=Orders(by=GERMAN))
    assert able(s.g, GERMAN) == 0
    assert s.options() == ["dismantle SP-Hillman", "end"]
    s.do("dismantle SP-Hillman")
    assert s.at("SP-Hillman") == "dead"


@covers("16.2")
@pytest.mark.parametrize(
    "frame",
    [
        Replacements(by=GERMAN),
        Orders(by=GERMAN),
        Attacks(by=GERMAN),
        ReserveMovement(by=GERMAN),
        Attacks(by=GERMAN, reserve=True),
    ],
)
def test_the_german_player_gives_up_strongpoints_at_any_time_of_his_turn(frame: Frame) -> None:
    at = {"SP-Hillman": "2230", "SP-Longues": "2623", "125/21Pz": "1631", "69/50": "1731"}
    s = scene(at, reserve="125/21Pz", ask=frame)
    assert s.refusal("dismantle 125/21Pz").rule == "16.2"
    s.do("dismantle SP-Hillman")
    assert (s.at("SP-Hillman"), s.at("SP-Longues")) == ("dead", "2623")
    assert "dismantle SP-Longues" in s.options()  # the phase goes on
    assert "end" in s.options()


@covers("16.2")
def test_nobody_gives_up_strongpoints_in_the_allied_turn() -> None:
    at = {"SP-Hillman": "2230", "69/50": "2330"}
    for frame in (Orders(by=ALLIED), Attacks(by=ALLIED)):
        s = scene(at, ask=frame)
        assert s.refusal("dismantle SP-Hillman").rule == "16.2"


@covers("16.3")
def test_allied_attacks_across_the_perimeter_are_halved_and_german_ones_are_not() -> None:
    s = scene({"39/9": "3409", "1/914/352": "3508"})
    inside = s.g.board.atlas.perimeter
    outside = next(n for n in s.g.board.atlas.around[s.space("3507")] if not inside >> n & 1)
    name = s.g.board.names[outside]
    t = scene({"39/9": name, "1/914/352": "3507"})
    assert reckon(t, "3507", "39/9", "39/9")[0] == 3
    u = scene({"857/346": "3507", "39/9": name})
    assert reckon(u, name, "857/346", "857/346")[0] == 4


@covers("16.3", "13.1.2")
def test_germans_retreating_inside_ignore_zones_from_outside() -> None:
    s = scene({"857/346": "3407", "39/9": "3307", "47/9": "3408"})
    free = [path for path in ways_back(s.g, s.unit("857/346"), 2, 0).values() if path.cost == 0]
    assert s.space("3507") in {path.hexes[1] for path in free} | {s.space("3507")}
    inside = s.space("3507")
    from bocage.games.normandy44.rules.r08_zones_of_control import zone
    from bocage.games.normandy44.rules.r13_retreat import ground_for

    assert zone(s.g, ALLIED) >> inside & 1
    assert not ground_for(s.g, GERMAN, 0).zone >> inside & 1


@covers("16.1.2")
def test_the_allies_may_dig_in_on_turn_one() -> None:
    s = Scene(GAME, "campaign")
    assert s.g.ip_left == [0, 1, 1]
