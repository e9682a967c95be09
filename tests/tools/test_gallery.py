"""The gallery's page, its pictures and the list that makes them agree."""

from pathlib import Path

import pytest

from bocage.games import all_games
from bocage.tools import gallery
from bocage.tools.gallery_moments import Moment, NoMoment, session_at
from bocage.tools.gallery_pictures import PICTURES

FOLDER = Path(__file__).parents[2] / "docs" / "gallery"


def test_the_page_shows_every_picture_and_nothing_else() -> None:
    names = [picture.name for picture in PICTURES]
    assert len(names) == len(set(names))
    assert {path.stem for path in FOLDER.glob(f"*{gallery.SUFFIX}")} == set(names)
    assert (FOLDER / "README.md").read_text(encoding="utf-8") == gallery.index()


def test_the_whole_gallery_is_light() -> None:
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < 10_000_000


def test_every_game_and_every_overlay_has_its_picture() -> None:
    names = {picture.name for picture in PICTURES}
    assert "film" in names, "an enemy turn as it is watched"
    for title, game in all_games().items():
        assert {f"map-{title}", f"opening-{title}", f"midgame-{title}", f"battle-{title}"} <= names
        assert {f"overlay-{name}" for name in game.queries.overlays} <= names


def test_names_are_chosen_by_their_beginning() -> None:
    assert [picture.name for picture in gallery.chosen(["retreat-tiny", "rule"])] == ["rule", "retreat-tinybeach"]
    assert gallery.chosen([]) == PICTURES


def test_an_unknown_picture_is_refused_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        gallery.main(["--only", "nothing-like-it"])
    assert stopped.value.code == 2
    assert "no picture nothing-like-it" in capsys.readouterr().err


def test_a_moment_is_the_same_position_every_time() -> None:
    moment = Moment("tinybeach", turn=2, verb="fight")
    one, two = session_at(moment), session_at(moment)
    assert one.log.text() == two.log.text()
    assert moment.is_here(one)


def test_a_moment_that_never_comes_is_named() -> None:
    with pytest.raises(NoMoment, match="turn=99"):
        session_at(Moment("tinybeach", turn=99))
