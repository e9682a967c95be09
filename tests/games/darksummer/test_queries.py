"""What players may ask and see."""

from fractions import Fraction
from typing import Any

from tests.games.darksummer.support import ALLIED, GAME, MOVE, Army, opening, scene

from bocage.games.darksummer.preview import battle_chances, preview, siege_chances
from bocage.games.darksummer.queries import QUERIES
from bocage.games.darksummer.rules.r09_amphibious_assault import AssaultBeach
from bocage.games.darksummer.rules.r10_moving import Movement
from bocage.games.darksummer.rules.r11_combat import Attacks
from bocage.games.darksummer.rules.r11_odds import Assault
from bocage.games.darksummer.state import REACTION, WAVE_1, WAVE_2, Played
from bocage.games.darksummer.view import marks, tracks, warnings
from bocage.kernel.verdict import Because
from bocage.kernel.view import View


def test_a_face_down_strongpoint_is_weighed_by_what_is_left() -> None:
    """Gold East: 4 against 1, 2 or 3 with 6, 9 and 5 of twenty: columns 4-1, 2-1 and 1-1, and no DR from the sea."""
    g = opening()
    g.round = WAVE_1
    a = Assault(ALLIED, g.board.space("4102"), 1 << g.board.unit_ids["69/50"])
    found = battle_chances(g, a)
    four, two, one = Fraction(6, 20), Fraction(9, 20), Fraction(5, 20)
    assert found["DE"] == four * Fraction(1, 6)
    assert found["DR*"] == four * Fraction(2, 6) + two * Fraction(1, 6)
    assert found["-"] == four * Fraction(1, 6) + two * Fraction(1, 6) + one * Fraction(1, 6)
    assert sum(found.values()) == 1


def test_the_preview_is_the_ledger_with_its_rules() -> None:
    s = scene({"39/9": "3304", "47/9": "3304", "731/711": "3305"}, ask=Attacks(by=ALLIED))
    found = preview(s.g, GAME.parse(s.g, "attack 3305"))
    assert found is not None
    assert found.column == "1-1"  # 8 to 2, bocage and a river
    assert ("shift left 2 bocage", "11.3.4") in [(line.text, line.rule) for line in found.lines]
    assert sum(Fraction(one.fraction) for one in found.outcomes) == 1
    s.do("attack 3305", "join 39/9")
    assert preview(s.g, None) is not None


def test_the_assault_and_the_siege_have_a_preview_too() -> None:
    s = scene({"8/4": "cherbourg", "729/709": "cherbourg", "731/711": "5103"}, ask=Attacks(by=ALLIED))
    found = preview(s.g, ("besiege",))
    assert found is not None
    assert found.column == "2-1"
    assert siege_chances(s.g) == {
        "AL2": Fraction(1, 6),
        "AL1": Fraction(1, 6),
        "BL1": Fraction(1, 3),
        "BL2": Fraction(1, 3),
    }
    s = scene(
        {"8/4": "cherbourg", "729/709": "cherbourg", "Cherbourg": "cherbourg", "731/711": "5103"},
        ask=Attacks(by=ALLIED),
    )
    found = preview(s.g, ("besiege",))
    assert found is not None
    assert ("below 1-1: support must be committed that mends it", "11.7") in [(r.text, r.rule) for r in found.lines]
    assert found.outcomes == ()
    g = opening()
    g.round = WAVE_1
    g.stack = ((AssaultBeach(by=ALLIED), "chosen"),)
    assert preview(g, ("assault", g.board.space("2403"))) is not None


def test_overlays_reach_and_lines() -> None:
    s = scene({"39/9": "3304", "731/711": "3306"}, kind=MOVE, ask=Movement(by=ALLIED))
    for make in QUERIES.overlays.values():
        assert make(s.g, ALLIED).title
    assert QUERIES.reach is not None
    assert QUERIES.reach(s.g, s.unit("39/9"))[s.space("3303")] == "1"
    assert QUERIES.supply_line is not None
    line = QUERIES.supply_line(s.g, s.unit("39/9"))
    assert isinstance(line, list)
    assert line[-1] in (s.space("3303"), s.space("3203"))
    ring = {"125/21": "4809", "192/21": "4910", "22/21": "4710", "4Cav": "4810"}
    s = scene(ring)
    assert isinstance(QUERIES.supply_line(s.g, s.unit("4Cav")), Because)
    assert QUERIES.inspect is not None
    assert any("out of supply" in line.text for line in QUERIES.inspect(s.g, s.space("4810")))


def test_tracks_tell_the_rounds_played_and_what_is_left_in_the_cup() -> None:
    g = opening()
    found = {track.name: track for track in tracks(g)}
    assert found["Turn"].value == "1: June II"
    assert found["Weather"].value == "Showers"
    assert "3 Showers" in found["Weather"].detail
    assert found["Victory points"].value == "Allied 0, German 0"
    assert any(track.name == "Reinforcements" and track.value == "turn 4" for track in tracks(g))


def support(**more: Any) -> str:
    """The track of support markers in a position."""
    s = scene({"39/9": "3304", "731/711": "3404"}, options={"assault-guns": "on"}, **more)
    return next(track.value for track in tracks(s.g) if track.name == "Support")


def test_the_support_track_tells_what_may_still_be_used() -> None:
    ships = "US Naval Support (each Round), British Naval Support (each Round)"
    air = "US Tac Air, US Tac Air, British Tac Air, British Tac Air"
    guns = "German Nebelwerfer, German Assault Guns"
    assert support(turn=3) == f"{ships}, {air}, US Tank Destroyers, {guns}"
    every = 0b1_1111_1111_1111
    assert support(turn=3, used_turn=every, used_round=every, assault_guns_used=1) == f"{ships}, German Assault Guns"
    assert support(turn=3, used_turn=every, assault_guns_used=2) == ships
    assert "US Tac Air (each Round)" in support(turn=3, weather="Cloud", used_turn=every)
    assert (
        support(turn=3, weather="Storm")
        == "US Tank Destroyers, German Nebelwerfer, German Artillery, German Assault Guns"
    )
    assert "US 8th Air Force, British Bomber Command" in support(turn=7, weather="Sun")
    spent = support(turn=7, weather="Sun", carpets_left=[0, 1])
    assert "8th Air Force" not in spent
    assert "Bomber Command" in spent
    assert support(turn=1, kind=WAVE_1) == "none"
    assert support(turn=1, kind=REACTION, halved=True) == "US Tac Air, British Tac Air"


def test_face_down_counters_are_shown_with_a_question_mark_to_everybody() -> None:
    g = opening()
    for side in (0, 1, None):
        pieces = {piece.unit: piece for piece in View(GAME, g, side).payload().pieces}  # type: ignore[arg-type]
        assert pieces["SP-Utah"].factors == ("?", "0")
        assert pieces["1Flak"].factors == ("0", "(4)", "7")


def test_omaha_keeps_its_markers_until_the_second_wave_is_over() -> None:
    g = opening()
    waves = [
        Played(Army.US, WAVE_1),
        Played(Army.GERMAN, REACTION),
        Played(Army.US, WAVE_2),
        Played(Army.GERMAN, REACTION),
    ]
    shown = []
    for rounds in range(1, 5):
        g.played, g.round = waves[:rounds], waves[rounds - 1].kind
        shown.append(sum(mark.kind == "augmented" for mark in marks(g)))
    assert shown == [2, 2, 2, 0]


def test_overstacking_is_warned_of() -> None:
    s = scene({"8/4": "3304", "357/90": "3304"}, army=Army.US, kind=MOVE, ask=Movement(by=ALLIED))
    assert any("Overstacked" in line for line in warnings(s.g))
