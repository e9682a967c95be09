"""A state that somebody edited is not played on: everything impossible in it is told."""

from typing import Any

import pytest

from bocage.games.normandy44 import GAME
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.ids import UnitId
from bocage.kernel.log import BadLog
from bocage.kernel.session import Session
from bocage.kernel.state import BadSave
from bocage.testing import Situation


def new(scenario: str = "campaign") -> Situation[Normandy44]:
    return Situation(GAME, scenario)


@pytest.mark.parametrize("scenario", ["campaign", "seven-turn", "cherbourg"])
def test_a_new_game_is_possible(scenario: str) -> None:
    assert GAME.problems(new(scenario).g) == []


@pytest.mark.parametrize(
    ("field", "value", "complaint"),
    [
        ("turn", 23, "there is no turn 23"),
        ("turn", 0, "there is no turn 0"),
        ("row", 9, "there is no weather 9"),
        ("last_turn", 40, "the scenario has 22 turns, not 40"),
        ("phasing", 2, "there is no side 2"),
        ("supply_us", -1, "a track is below zero"),
        ("supply_7th", 20, "more than 19 supply points"),
        ("replacements", [10, *[0] * 11], "more than 9 replacements"),
        ("replacements", [0] * 3, "replacements should have 12 entries"),
        ("naval", [2], "naval should have 2 entries"),
        ("mulberry", [-1, 0], "the US Mulberry is in no state that exists"),
        ("mulberry", [0, -7], "the British Mulberry is in no state that exists"),
        ("scenario", "paris", 'there is no scenario "paris"'),
        ("opened", ["utopia"], 'there is no beach "utopia"'),
        ("scattered", 1 << 400, "scattered holds counters that do not exist"),
        ("ip_unfinished", 1 << 600, "under construction where there is none"),
        ("allied_control", 1 << 2000, "allied_control holds hexes that are not land"),
    ],
)
def test_each_slip_of_a_track_is_told(field: str, value: Any, complaint: str) -> None:
    g = new().g
    setattr(g, field, value)
    g.touch()
    assert any(complaint in text for text in GAME.problems(g)), GAME.problems(g)


def test_all_that_is_wrong_with_counters_comes_together() -> None:
    s = new()
    g, unit = s.g, s.unit
    g.steps[unit("125/21Pz")] = 4
    g.place(UnitId(unit("192/21Pz")), s.space("2915"))  # at sea
    g.place(UnitId(unit("8/4")), s.space("2028"))
    g.place(UnitId(unit("12/4")), s.space("reinforcements"))
    g.place(UnitId(unit("1/22/21Pz")), s.space("2712"))  # where the 501st has dropped
    g.steps[unit("22/4")] = 0
    g.steps[unit("16/1")] = 1
    g.regroup = s.units("HQ-84")
    g.strategic = s.units("HQ-84 6FJ Sturm-AOK7 17MG")
    g.isolated = s.units("6FJ")
    told = "; ".join(GAME.problems(g))
    for complaint in (
        "125/21Pz has 4 steps",
        "192/21Pz is in the sea",
        "12/4 does not belong in the box reinforcements",
        "both sides stand in 2712",
        "22/4 has no steps",
        "16/1 is on its last step without a cadre",
        "cannot be marked regroup",
        "too many strategic movement markers",
        "isolated without being out of supply",
    ):
        assert complaint in told


def test_what_cannot_go_together() -> None:
    s = new()
    s.g.fortress_fell, s.g.shifted = True, s.units("6FJ")
    assert GAME.problems(s.g) == [
        "a unit that is not a headquarters is marked as one that has moved",
        "Fortress Cherbourg has fallen and holds supply points",
    ]


def test_the_dead_carry_no_markers() -> None:
    s = new()
    unit = s.unit("125/21Pz")
    s.g.place(UnitId(unit), s.space("dead"))
    s.g.steps[unit] = 0
    s.g.disrupted = 1 << unit
    assert GAME.problems(s.g) == ["125/21Pz is out of play and marked disrupted"]


def test_an_edited_save_is_refused_with_all_its_faults() -> None:
    s = new()
    text = s.g.to_json()
    assert GAME.restore(text).digest() == s.g.digest()
    s.g.turn, s.g.row = 23, 9
    s.g.place(UnitId(s.unit("125/21Pz")), s.space("2915"))
    with pytest.raises(BadSave) as raised:
        GAME.restore(s.g.to_json())
    told = str(raised.value)
    for complaint in ("there is no turn 23", "there is no weather 9", "125/21Pz is in the sea"):
        assert complaint in told


def test_a_log_is_not_gone_on_with_from_a_position_that_cannot_be() -> None:
    """A trusted snapshot that was tampered with is found out before anybody plays on."""
    session = Session.open(GAME, "campaign", seed=1)
    session.pick(GAME.format(session.state, session.options()[0]))
    forged = session.state.copy()
    forged.turn = 40
    with pytest.raises(BadLog, match="there is no turn 40"):
        Session.resume(GAME, session.log, known=[(session.seq, forged)])
