"""Golden games: each is found by itself, played again, and must come out turn by turn as it did."""

import shutil
from pathlib import Path

import pytest
from tests.registered import scenarios

from bocage.kernel.log import load_log
from bocage.testing import golden

FOLDER = Path(__file__).parent / "replays"
GAMES = golden.find(FOLDER)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: str(path.relative_to(FOLDER)))
def test_a_golden_game_comes_out_as_it_did(path: Path) -> None:
    log = golden.check(path)
    assert log.ending is not None, "a golden game is played to its end"


def test_every_scenario_of_every_game_has_a_golden_game() -> None:
    there = {(log.header.game, log.header.scenario) for log in map(load_log, GAMES)}
    missing = [place for place in dict.fromkeys(scenarios()) if place not in there]
    assert not missing, "make them with: " + "; ".join(
        f"python -m bocage.testing.golden {game} {scenario} 1" for game, scenario in missing
    )


def test_a_golden_game_that_comes_out_differently_is_told_turn_by_turn(tmp_path: Path) -> None:
    for path in (FOLDER / "tinybeach").glob("landing-1.*"):
        shutil.copy(path, tmp_path)
    golden.check(tmp_path / "landing-1.jsonl")
    turns = tmp_path / "landing-1.turns"
    lines = turns.read_text(encoding="utf-8").splitlines()
    lines[3] = lines[3].replace(lines[3].split()[1], "0" * 16)
    turns.write_text("\n".join([*lines, ""]), encoding="utf-8")
    with pytest.raises(AssertionError, match=f"differs after pick {lines[2].split()[0]}: it was\n  .* 0000"):
        golden.check(tmp_path / "landing-1.jsonl")


def test_a_golden_game_is_made_anew_from_its_seed(tmp_path: Path) -> None:
    assert golden.main(["tinybeach", "dawn", "3", "--folder", str(tmp_path), "--fair"]) == 0
    path = tmp_path / "tinybeach" / "dawn-3-fair.jsonl"
    text = path.read_text(encoding="utf-8")
    assert golden.main(["--again", str(tmp_path)]) == 0
    assert path.read_text(encoding="utf-8") == text
    golden.check(path)
