"""5.4 to 5.10: sea, displacement, casualties, Rangers, swimming tanks and beachheads."""

import pytest
from tests.games.bradley.support import ALLIED, field

from bocage.games.bradley.rules.r03_sequence import AlliedMovement
from bocage.games.bradley.rules.r05_beachhead import capture
from bocage.games.bradley.rules.r05_casualties import Casualty, Swim, firepower, gun_at_beach, landing_result
from bocage.games.bradley.rules.r05_landing import LandWave, SeaCondition, displacement_modifier
from bocage.games.bradley.rules.r05_rangers import Climb, CommandoLanding
from bocage.games.bradley.rules.r06_movement import allowance
from bocage.games.bradley.rules.r06_moving import Movement
from bocage.kernel.board import POINT
from bocage.testing import covers


@pytest.mark.parametrize(("die", "value"), [(1, 0), (2, 0), (3, 1), (5, 1), (6, 2)])
@covers("5.4", "5.4.2")
def test_the_sea(die: int, value: int) -> None:
    s = field(ask=SeaCondition(beach=0))
    s.do(f"roll {die}")
    assert s.g.sea[0] == value


@covers("5.4.2", "5.4.3")
def test_sea_and_mines_push_the_roll_away_from_seven() -> None:
    s = field(sea=[2, 0])
    s.g.mines = s.spaces("3821 3921")
    assert displacement_modifier(s.g, 0, 8) == 4
    assert displacement_modifier(s.g, 0, 7) == -4


@pytest.mark.parametrize(
    ("tide", "roll", "shift"),
    [("average", 14, -2), ("average", 7, 0), ("average", -2, 4), ("low", 3, 1), ("high", 15, -4), ("falling", 8, -1)],
)
@covers("5.4.1", "5.5.3")
def test_displacement(tide: str, roll: int, shift: int) -> None:
    assert field().g.board.charts.shift(tide, roll) == shift


@covers("5.5", "5.5.1", "5.5.2", "5.5.3", "5.5.4", "5.5.7", "5.9.2", "6.1.7")
def test_a_wave_shifted_left_goes_east_and_its_largest_party_lands_disrupted() -> None:
    s = field("1/16 3820, 2/16 3820, 1/18 3920", turn=2)
    s.ask(LandWave(beach=0))
    s.do("roll 1", "roll 1 2")  # calm; 3 at low tide: left one
    assert s.decides == "Allied"
    s.do("confuse 3921")
    assert s.g.green == s.units("1/16 2/16")
    assert s.at("1/16") == "3921"
    s.do("roll 1 1", "roll 1 1", "roll 1 1")
    assert s.at("1/18") == "4022"
    assert allowance(s.g, s.unit("1/18")) == 0  # half of 4 pays for the doubled beach


@covers("5.5.5")
def test_who_drifts_out_of_the_beach_area_goes_back_to_the_pool() -> None:
    s = field("1/16 3719", turn=2)
    s.ask(LandWave(beach=0))
    s.do("roll 1", "roll 5 6")  # right one
    assert s.at("1/16") == "omaha-pool"


@covers("5.5.6", "5.3.4")
def test_who_is_sent_at_a_held_beach_must_storm_it_on_pain_of_death() -> None:
    s = field("1/8 2017, S13 1918", turn=2)
    s.ask(LandWave(beach=1))
    s.do("roll 1", "roll 3 4")
    assert s.options() == ["storm"]
    assert s.refusal("abort").rule == "5.3.4"
    s.do("storm", "roll 1 2")
    assert s.at("1/8") == "allied-lost"


@covers("5.5.6")
def test_who_drifts_to_a_held_beach_may_turn_back() -> None:
    s = field("1/8 2118, 2/8 2016, 3/8 2016, S13 1918", turn=2)
    s.ask(LandWave(beach=1))
    s.do("roll 1", "roll 5 6", "confuse 1916")  # right one; the larger landing is the one in disorder
    assert s.options() == ["storm", "abort"]
    s.do("abort")
    assert s.at("1/8") == "utah-pool"


@covers("5.3.5", "5.3.4")
def test_the_commando_that_goes_for_a_held_port_must_storm_it() -> None:
    s = field("47RM port, S1 5125", CommandoLanding(), turn=8)
    s.do("storm", "roll 1")
    assert s.options() == ["storm"]
    assert s.refusal("abort").rule == "5.3.4"


@covers("5.6.1", "5.6.2")
def test_guns_that_reach_the_beach_count_far_ones_half_engaged_ones_not() -> None:
    s = field("HOC 3319, III/1716 3927, II/352A 5426, I/352A 3931")
    g = s.g
    assert gun_at_beach(g, s.unit("HOC"), 0) == 12
    assert gun_at_beach(g, s.unit("III/1716"), 0) == 10  # four hexes from 4123
    assert gun_at_beach(g, s.unit("II/352A"), 0) == 4  # beyond half its range
    assert gun_at_beach(g, s.unit("I/352A"), 0) == 4
    g.mines = s.spaces("3821 3921 4022")
    assert firepower(g, 0) == 12 + 10 + 4 + 4 + 3
    g.place(s.unit("1/16"), s.space("3926"))
    assert firepower(g, 0) == 12 + 10 + 4 + 4 + 3 - 10


@pytest.mark.parametrize(
    ("fire", "roll", "result"),
    [
        (0, 12, "-"),
        (5, 12, "D"),
        (5, 11, "-"),
        (54, 12, "E"),
        (54, 9, "D"),
        (90, 11, "D"),
        (90, 12, "E"),
        (39, 12, "D"),
    ],
)
@covers("5.6", "5.6.2", "5.6.5", "5.6.7", "5.2.4")
def test_landing_casualties(fire: int, roll: int, result: str) -> None:
    assert landing_result(field().g, fire, roll) == result


@covers("5.6.3", "5.6.4", "5.6.5")
def test_the_roll_adds_the_sea_and_three_for_tanks_and_never_passes_twelve() -> None:
    s = field("743Tk 3821")
    s.ask(Casualty(unit=s.unit("743Tk"), fire=55, sea=2))
    s.do("roll 6 6")
    assert s.at("743Tk") == "allied-lost"


@covers("5.8", "5.8.1", "5.8.3", "5.8.4")
def test_swimming_tanks_sink_on_eight_with_the_sea() -> None:
    s = field("A/741 3821, B/741 3821")
    s.ask(Swim(unit=s.unit("A/741"), sea=1))
    s.do("roll 3 3")
    assert s.at("A/741") == "3821"
    s.ask(Swim(unit=s.unit("B/741"), sea=2))
    s.do("roll 3 3")
    assert s.at("B/741") == "allied-lost"
    s = field("A/741 3820, B/741 3820", turn=2, cycle=[1, 0], wave=[1, 3])
    s.ask(LandWave(beach=0))
    s.do("roll 1")
    assert s.options() == ["swim A/741", "swim B/741", "done"]
    s.do("swim A/741")
    assert s.refusal("swim A/741").rule == "5.8.3"


@covers("5.7.2")
def test_rangers_land_by_themselves_without_german_guns() -> None:
    s = field("2Rgr omaha-pool, III/1716 3927", turn=2)
    s.ask(Climb(unit=s.unit("2Rgr"), goal=s.space("3118")))
    s.do("roll 3 4", "roll 5 6")
    assert s.at("2Rgr") == "3118"
    assert not s.g.disrupted


@covers("5.7.2")
def test_rangers_are_displaced_along_the_coast() -> None:
    s = field("2Rgr omaha-pool", turn=2)
    s.ask(Climb(unit=s.unit("2Rgr"), goal=s.space("3318")))
    s.do("roll 1 2", "roll 1 1")  # left one: east
    assert s.at("2Rgr") == "3418"


@covers("5.3.5", "18.1.4")
def test_the_commando_lands_at_port_en_bessin() -> None:
    s = field("47RM port", CommandoLanding(), turn=7)
    s.do("storm", "roll 1", "roll 1 1")
    assert s.at("47RM") == "5125"


@covers("5.9", "5.9.1")
def test_those_ashore_move_before_the_boats_land() -> None:
    s = field("1/16 3821, 1/18 3920", turn=2)
    s.ask(AlliedMovement())
    assert s.options() == ["select 1/16", "done"]
    s.do("done", "roll 1", "roll 3 4", "roll 1 1")
    assert s.options() == []  # the hex of its landing took all that 1/18 had (6.1.7)
    s.ask(Movement(by=ALLIED, among=s.units("1/18")))
    assert s.refusal("select 1/16").rule == "5.9.1"


@covers("5.9.1", "6.1.7")
def test_only_boats_with_points_left_are_asked_to_move_on() -> None:
    s = field("743Tk 3824, 1/18 3821", turn=2)  # tanks on clear ground: half of six, less twice one
    s.g.landed |= s.units("743Tk 1/18")
    s.ask(AlliedMovement())
    s.do("done")
    assert s.options() == ["select 743Tk", "done"]


@covers("5.10", "5.10.1", "5.10.2", "5.10.3", "5.10.4")
def test_the_first_beach_fort_is_the_beachhead_for_good() -> None:
    s = field()
    capture(s.g, s.space("3826"))
    assert s.g.beachheads == [-1, -1]
    capture(s.g, s.space("3822"))
    capture(s.g, s.space("3922"))
    assert s.g.beachheads == [s.space("3822"), -1]
    capture(s.g, s.space("1918"))
    assert s.g.beachheads[1] == s.space("1918")


@covers("19.4")
def test_by_option_each_approach_hex_rolls_for_itself() -> None:
    s = field("1/16 3820, 1/18 4021", turn=2, options={"shift": "by hex"})
    s.ask(LandWave(beach=0))
    s.do("roll 1", "roll 3 4", "roll 1 2")
    s.do("roll 1 1", "roll 1 1")
    assert (s.at("1/16"), s.at("1/18")) == ("3821", "4123")
    assert not s.g.disrupted  # one hex of drift confuses nobody


@covers("19.1", "5.4.3")
def test_hidden_obstacles_count_more_at_higher_tides() -> None:
    s = field(turn=2, options={"tide": "high"})
    s.g.mines = s.spaces("3821 3921")
    assert firepower(s.g, 0) == 6
    assert ALLIED == 0
    assert allowance(s.g, s.unit("1/16")) == 4 * POINT


@covers("5.5.5", "8.1.4")
def test_the_owner_says_who_turns_back_where_a_shift_leaves_too_little_room() -> None:
    s = field("1/18 3820, 745Tk 3820, 3/16 4123", turn=3)
    s.ask(LandWave(beach=0))
    s.do("roll 1", "roll 1 1")  # left three: two battalions come upon a third
    assert s.at("1/18") == s.at("745Tk") == "3820"
    assert s.options() == ["recall 1/18", "recall 745Tk"]
    assert s.refusal("recall 3/16").rule == "5.5.5"
    s.do("recall 745Tk")
    assert s.at("745Tk") == "omaha-pool"
    s.do("confuse 4123")
    assert s.g.disrupted == s.units("1/18")
    assert s.at("1/18") == "4123"
