"""What players see beside the map."""

from tests.games.normandy44.support import ALLIED, GAME, scene

from bocage.games.normandy44.rules.r10_combat import Attacks
from bocage.games.normandy44.view import tracks


def test_the_tracks_tell_what_comes_and_what_counts() -> None:
    s = scene({"902/Lehr": "reinforcements", "25/12SS": "reinforcements", "8/4": "2814"})
    found = tracks(s.g)
    assert [(track.value, track.detail) for track in found if track.name == "German reinforcement"] == [
        ("turn 2", "25/12SS"),
        ("turn 3", "902/Lehr"),
    ]
    (victory,) = [track for track in found if track.name == "Victory"]
    assert victory.value == "-38 of 10"
    assert victory.detail == "German +38: held behind the June 27 line"


def test_what_could_be_attacked_is_named() -> None:
    s = scene({"18/1": "2623", "1/726/716": "2622"}, ask=Attacks(by=ALLIED))
    assert GAME.warnings(s.g) == ["You could still attack 2622 Port-en-Bessin (town)."]
