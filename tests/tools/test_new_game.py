"""The skeleton of a game: it plays, and it passes the suite that every game must pass."""

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bocage.kernel.game import Game
from bocage.testing import conformance
from bocage.tools import new_game


@pytest.fixture(name="game")
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    new_game.make("anzio", tmp_path, "")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield importlib.import_module("anzio").GAME
    for name in [name for name in sys.modules if name.split(".")[0] == "anzio"]:
        del sys.modules[name]


@pytest.mark.parametrize("holds", conformance.PROPERTIES, ids=lambda holds: holds.__name__)
def test_a_new_game_passes_the_conformance_suite(game: Game, holds: conformance.Property) -> None:
    holds(game, "race", seed=3)


def test_a_new_game_is_fewer_than_ten_files(tmp_path: Path) -> None:
    assert len(new_game.make("anzio", tmp_path, "")) < 10


def test_every_rule_of_it_is_in_its_code(game: Game) -> None:
    rules = importlib.import_module("anzio.rules.r01_sequence")
    marked = {number for kind in vars(rules).values() for number in getattr(kind, "__rules__", ())}
    assert marked == {rule.number for rule in game.rulebook.rule}


@pytest.mark.parametrize("wrong", ["", "An zio", "../anzio", "class", "x" * 40])
def test_a_bad_id_is_one_clear_line(wrong: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        new_game.main([wrong, "--into", str(tmp_path)])
    assert "small letters" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_nothing_is_written_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert new_game.main(["anzio", "--into", str(tmp_path)]) == 0
    with pytest.raises(SystemExit):
        new_game.main(["anzio", "--into", str(tmp_path)])
    assert "there already" in capsys.readouterr().err
