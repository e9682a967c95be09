"""1 to 3: the game, its parts, its scale and its sequence."""

import random

import pytest
from tests.games.bradley.support import GERMAN, field

from bocage.games.bradley import GAME
from bocage.games.bradley.events import HourBegan
from bocage.games.bradley.rules.r03_sequence import SEGMENTS, Segment, new_turn
from bocage.games.bradley.rules.r10_disruption import eliminate
from bocage.games.bradley.state import Bradley
from bocage.kernel.chance import Chance, fast_pick
from bocage.kernel.flow import Step, pick, trail, waiting
from bocage.testing import covers


@covers("1.0", "17.0")
def test_the_scenarios_last_as_long_as_they_should() -> None:
    last = {name: rules.last_turn for name, rules in GAME.board().scenarios.items()}
    assert last == {"omaha": 14, "utah": 14, "dday": 14, "rommel": 15, "optimal": 16}


@covers("2.1")
def test_eliminated_units_go_to_the_box_of_their_side() -> None:
    s = field("1/16 3821, S1 3822")
    eliminate(s.g, s.units("1/16 S1"), "10.4")
    assert (s.at("1/16"), s.at("S1")) == ("allied-lost", "german-lost")


@covers("2.2")
def test_every_kind_of_ground_on_the_map_is_in_the_terrain_chart() -> None:
    board = GAME.board()
    assert set(board.of_terrain) <= set(board.charts.terrain)
    assert set(board.charts.tides) == set(board.charts.displacement)


@covers("2.3")
def test_every_unit_is_of_a_known_kind_and_has_two_faces() -> None:
    for unit in GAME.board().units:
        assert len(unit.faces) == 2
        assert unit.arm in {"infantry", "weapon", "artillery", "armour", "headquarters", "garrison"}


@covers("2.4")
def test_night_turns_are_one_nine_and_ten() -> None:
    assert [row.turn for row in GAME.board().charts.turns.values() if row.night] == [1, 9, 10]


@covers("2.5", "18.0", "5.3.3")
def test_the_set_up_goes_from_units_to_modes_to_garrisons_to_mines() -> None:
    g = GAME.new("omaha", seed=3)
    assert "Set-up" in trail(g)
    assert waiting(g).by == GERMAN  # type: ignore[union-attr]
    s = field(turn=2)
    assert s.g.tide == "low"


@covers("3.0")
def test_a_turn_moves_clock_and_tide() -> None:
    s = field(turn=2)
    new_turn(s.g)
    assert (s.g.turn, s.g.tide) == (3, "rising")
    assert s.heard(HourBegan)[0].sentence(s.g) == "Turn 3: 6 June, 0700 hours, rising tide."


@covers("3.1", "10.2.1", "10.3.2", "6.2.1")
def test_the_segments_follow_each_other_as_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a turn that is played, not of a list: each segment says its name when it begins."""
    begun: list[str] = []
    start = Segment.start

    def begins(segment: Segment, g: Bradley) -> Step:
        begun.append(segment.name)
        return start(segment, g)

    monkeypatch.setattr(Segment, "start", begins)
    g, rng = GAME.new("omaha", seed=5), random.Random(5)
    while (frame := waiting(g)) is not None and g.turn < 3:
        pick(g, fast_pick(g, frame) if isinstance(frame, Chance) else rng.choice(list(frame.options(g))))
    assert begun[: len(SEGMENTS)] == [
        "invasion-placement",
        "first-recovery",
        "bombing",
        "allied-fire",
        "allied-movement",
        "german-defensive-fire",
        "allied-close-assault",
        "second-recovery",
        "german-fire",
        "german-movement",
        "allied-defensive-fire",
        "german-close-assault",
    ]
