"""Golden games: each is found by itself, played again, and must come out turn by turn as it did."""

import shutil
from pathlib import Path

import pytest
from tests.registered import scenarios

from bocage import games
from bocage.kernel.chance import Roll, Rolls
from bocage.kernel.flow import waiting
from bocage.kernel.log import load_log
from bocage.kernel.session import first_state, replay_entry
from bocage.testing import golden

FOLDER = Path(__file__).parent / "replays"
GAMES = golden.find(FOLDER)
DICEY = [
    "acrosstheworld/normandy-1",
    "bradley/omaha-2",
    "darksummer/campaign-1",
    "normandy44/cherbourg-1",
    "normandy71/invasion-1",
    "tinybeach/landing-1",
]
"""A golden game of each title in which most kinds of rolls are made."""
SEALED = {"mine points", "die for the German order of battle"}
"""Rolls that the rules keep from a side."""


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


@pytest.mark.parametrize("name", DICEY)
def test_every_roll_is_told_with_its_dice(name: str) -> None:
    """A handful of dice that is one volley is told once, when the last of them lies."""
    log = load_log(FOLDER / f"{name}.jsonl")
    game = games()[log.header.game]
    g = first_state(game, log.header, None)
    silent, rolled = "", 0
    for entry in log.entries:
        frame = waiting(g)
        what = frame.what if isinstance(frame, Roll | Rolls) else ""
        assert silent in {"", what}, f"{silent}: nobody is told what was rolled"
        replay_entry(game, g, entry, log.header.dice)
        told = any(event.throw() for event in g.events or [])
        silent = what if what not in SEALED and not told else ""
        rolled += bool(what)
    assert rolled
