"""What players see beside the map."""

from tests.games.normandy44.support import scene

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
