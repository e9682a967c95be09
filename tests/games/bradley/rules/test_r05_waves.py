"""5.1 to 5.3: waves, cycles and placement."""

import pytest
from tests.games.bradley.support import ALLIED, field

from bocage.games.bradley.rules.r05_placement import (
    InvasionPlacement,
    PlaceWave,
    Rangers,
    SendWave,
    landing_hex,
    row_of,
)
from bocage.games.bradley.rules.r05_waves import Allocate, NewCycle, fits, next_wave, starts_cycle, wave_limit
from bocage.games.bradley.setup import starting_spaces
from bocage.testing import covers


@covers("5.0", "5.1.1", "5.1.4", "5.1.5", "18.1.3")
def test_forty_units_wait_in_the_omaha_pool() -> None:
    s = field(scenario="omaha")
    board = s.g.board
    pool = [board.units[n].id for n, at in enumerate(starting_spaces(board, "omaha")) if at == board.pool[0]]
    assert len(pool) == 40
    assert next(row.turn for row in board.charts.turns.values() if row.landing) == 2


@covers("5.1.2", "5.1.9", "5.1")
def test_the_first_wave_at_omaha_asks_for_certain_units() -> None:
    s = field("1/16 omaha-pool, 2/16 omaha-pool, 3/16 omaha-pool, 1/18 omaha-pool, 5FA omaha-pool", cycle=[1, 0])
    unit = s.unit
    assert wave_limit(s.g, 0, 1)[0] == 11
    assert fits(s.g, unit("1/16"), 0, 1)
    assert not fits(s.g, unit("1/18"), 0, 1)
    assert not fits(s.g, unit("5FA"), 0, 1)
    s.g.place(unit("1/16"), s.space("omaha-wave-1"))
    s.g.place(unit("2/16"), s.space("omaha-wave-1"))
    assert not fits(s.g, unit("3/16"), 0, 1)
    assert fits(s.g, unit("3/16"), 0, 2)


@covers("5.1.3", "5.2.3")
def test_later_cycles_are_smaller_and_free() -> None:
    s = field("5FA utah-pool", cycle=[2, 2])
    assert [wave_limit(s.g, beach, wave)[0] for beach in (0, 1) for wave in (1, 2, 3)] == [8, 7, 7, 5, 5, 5]
    assert fits(s.g, s.unit("5FA"), 1, 1)


@covers("5.1.6", "5.1.8", "5.1.10", "5.2.2")
def test_every_unit_of_the_pool_is_asked_about_once_and_may_be_kept() -> None:
    s = field("1/16 omaha-pool, 1/18 omaha-pool", turn=2)
    s.ask(NewCycle(beach=0))
    assert s.options() == ["wave pool", "wave first", "wave second", "wave third"]
    s.do("wave first")
    assert s.refusal("wave first").rule == "5.1.9"
    s.do("wave pool")
    assert (s.at("1/16"), s.at("1/18")) == ("omaha-wave-1", "omaha-pool")
    assert Allocate.asks_always


@covers("5.1.6", "5.1.7", "5.1.11")
def test_the_evening_has_one_wave_and_the_morning_begins_anew() -> None:
    s = field("1/18 omaha-pool", turn=8)
    s.ask(NewCycle(beach=0))
    assert s.refusal("wave second").rule == "5.1.6"
    s.do("wave pool")
    s.ask(SendWave(beach=0))
    s.g.turn = 9
    assert not starts_cycle(s.g, 0)
    assert next_wave(s.g, 0) == 0
    s.g.turn = 11
    assert starts_cycle(s.g, 0)


@covers("5.2", "5.2.1")
def test_the_first_cycle_lands_on_turns_two_to_four() -> None:
    s = field(turn=2, cycle=[1, 1], wave=[0, 0])
    for turn in (2, 3, 4):
        s.g.turn = turn
        assert next_wave(s.g, 0) == turn - 1
        s.g.wave[0] = turn - 1
    assert next_wave(s.g, 0) == 0


@covers("5.3", "5.3.1", "5.3.2", "5.3.4")
def test_a_wave_is_placed_on_its_approach_hexes_as_far_as_they_hold() -> None:
    s = field("1/16 omaha-wave-1, 1/18 omaha-wave-1, 1/26 omaha-wave-1", turn=2, cycle=[1, 0], wave=[0, 3])
    s.ask(SendWave(beach=0))
    assert s.refusal("send 1/16 3821").rule == "5.3.2"
    s.do("send 1/16 3820", "send 1/18 3820")
    assert s.refusal("send 1/26 3820").rule == "8.1.1"
    s.do("send 1/26 3920")
    assert s.at("1/26") == "3920"


@pytest.mark.parametrize(
    ("approach", "beach", "turn", "landing"),
    [("3820", 0, 2, "3821"), ("2118", 1, 2, "2018"), ("2118", 1, 5, "1919"), ("2015", 1, 5, "1816")],
)
@covers("5.3.2", "5.5.3", "5.4.1")
def test_boats_run_straight_in_and_over_the_flats_at_high_tide(
    approach: str, beach: int, turn: int, landing: str
) -> None:
    s = field(turn=turn)
    assert s.g.board.names[landing_hex(s.g, beach, s.space(approach))] == landing


@covers("19.3")
def test_the_northern_beaches_join_utah_by_option() -> None:
    assert len(row_of(field().g, 1)) == 9
    s = field(options={"northern": "yes"})
    assert len(row_of(s.g, 1)) == 14
    assert s.g.board.names[landing_hex(s.g, 1, s.space("1308"))] == "1208"


@covers("19.1", "5.3.3")
def test_the_first_landing_may_be_at_another_tide() -> None:
    assert [field(turn=2, options={"tide": tide}).g.tide for tide in ("low", "average", "high")] == [
        "low",
        "average",
        "high",
    ]
    s = field(turn=2, options={"tide": "average"})
    assert s.g.board.names[landing_hex(s.g, 1, s.space("2118"))] == "1919"


@covers("5.7", "5.7.1", "5.7.3")
def test_ranger_battalions_may_go_for_the_cliffs() -> None:
    s = field("5Rgr omaha-pool, 2Rgr omaha-pool, C/2Rgr omaha-pool", Rangers(by=ALLIED), turn=2)
    assert s.refusal("climb C/2Rgr 3118").rule == "5.7"
    assert s.refusal("climb 5Rgr 3621").rule == "5.7.1"
    s.do("climb 2Rgr 3318")
    assert s.refusal("climb 2Rgr 3118").text == "2nd Ranger Battalion (-) has its landing hex"
    s.do("done")
    assert s.at("5Rgr") == "omaha-pool"


@covers("5.1.10")
def test_nothing_is_placed_when_no_wave_is_due() -> None:
    s = field("1/16 omaha-pool", InvasionPlacement(), turn=9)
    assert not s.g.stack
    s.ask(PlaceWave(by=ALLIED, beach=0))


@covers("5.8.4", "5.1.2")
def test_the_swimming_tanks_sail_with_the_first_wave_of_all() -> None:
    s = field("743Tk omaha-pool, 745Tk omaha-pool, A/741 omaha-pool, B/741 omaha-pool, C/741 omaha-pool", turn=2)
    s.ask(NewCycle(beach=0))
    s.do("wave first")  # one battalion beside the three companies
    assert "wave first" not in s.options()
    s.do("wave third")
    assert s.options() == ["wave first"]
    assert s.refusal("wave pool").rule == s.refusal("wave second").rule == "5.8.4"
    s.do("wave first", "wave first", "wave first")
    assert s.at("C/741") == "omaha-wave-1"


@covers("5.8.4", "5.1.3")
def test_companies_that_turned_back_sail_again_like_everybody_else() -> None:
    s = field("A/741 omaha-pool", turn=5, cycle=[1, 1])
    s.ask(NewCycle(beach=0))
    assert s.options() == ["wave pool", "wave first", "wave second", "wave third"]


@covers("5.7.1", "5.7.3", "5.1.2")
def test_the_ranger_company_alone_sails_to_omaha_in_the_first_wave() -> None:
    s = field("5Rgr omaha-pool, 2Rgr omaha-pool, C/2Rgr omaha-pool", turn=2)
    s.ask(NewCycle(beach=0))
    assert s.options() == ["wave pool"]
    s.do("wave pool", "wave pool")
    assert "wave first" in s.options()
