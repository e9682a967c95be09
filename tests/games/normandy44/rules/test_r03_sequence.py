"""2.2.5 and 3: control, and the sequence of play."""

from tests.games.normandy44.support import ALLIED, GERMAN, scene

from bocage.games.normandy44 import GAME
from bocage.games.normandy44.rules.r02_control import enter
from bocage.games.normandy44.rules.r03_sequence import INVASION, NORMAL, CombatPhase, RecoveryPhase, Turn
from bocage.games.normandy44.rules.r09_movement_phase import Orders
from bocage.games.normandy44.setup import new
from bocage.testing import covers


@covers("2.2.5")
def test_a_town_belongs_to_whoever_was_there_last() -> None:
    s = scene({"12/4": "2812"}, ask=Orders(by=ALLIED))
    town = s.space("2811")
    assert not s.g.allied_control >> town & 1
    s.do("move 12/4", "to 2811", "to 2711")
    assert s.g.allied_control >> town & 1  # passing through is enough
    enter(s.g, s.unit("857/346"), town)
    assert not s.g.allied_control >> town & 1


@covers("3")
def test_a_turn_runs_from_the_weather_to_the_end_phase() -> None:
    assert NORMAL[0] == "initial"
    assert NORMAL[1:9] == (
        "german-start", "german-replacement", "german-movement", "german-combat", "german-reserve-movement",
        "german-reserve-combat", "german-recovery", "german-supply",
    )  # fmt: skip
    assert NORMAL[9] == "breakout"
    assert [name.replace("allied", "german") for name in NORMAL[10:18]] == list(NORMAL[1:9])
    assert NORMAL[18] == "end"


@covers("3", "20.1")
def test_the_invasion_turn_has_scatter_and_assaults_instead_of_an_initial_phase() -> None:
    assert ("scatter", "landings", *NORMAL[1:]) == INVASION
    g = new(GAME.board(), "campaign", {})
    assert (g.turn, g.row, g.naval, g.air) == (1, 2, [2, 2], [0, 0])


@covers("3")
def test_the_reserve_phases_are_skipped_without_reserves() -> None:
    s = scene({"125/21Pz": "1631"})
    assert Turn.PHASES["german-reserve-movement"](s.g) is None
    assert Turn.PHASES["german-reserve-combat"](s.g) is None
    t = scene({"125/21Pz": "1631"}, reserve="125/21Pz")
    assert Turn.PHASES["german-reserve-movement"](t.g) is not None
    assert Turn.PHASES["allied-reserve-movement"](t.g) is None


@covers("3", "13.6", "6.2.4", "20.2.3")
def test_recovery_takes_off_the_markers_of_the_phasing_side() -> None:
    at = {"125/21Pz": "1631", "69/50": "1831", "507/82": "2810"}
    marks = {"disrupted": "125/21Pz 69/50", "replaced": "125/21Pz 69/50", "regroup": "69/50", "scattered": "507/82"}
    s = scene(at, **marks)
    s.ask(RecoveryPhase(side=GERMAN))
    assert s.g.disrupted == s.g.replaced == s.units("69/50")
    assert (s.g.regroup, s.g.scattered) == (s.units("69/50"), s.units("507/82"))
    s.ask(RecoveryPhase(side=ALLIED))
    assert not (s.g.disrupted | s.g.replaced | s.g.regroup | s.g.scattered)


@covers("3")
def test_a_combat_phase_begins_with_a_clean_slate() -> None:
    s = scene({"125/21Pz": "1631", "69/50": "1731"}, attacked="125/21Pz", defended="69/50", retreated="69/50")
    s.ask(CombatPhase(side=GERMAN))
    assert s.options() == ["attack 1731", "end"]
