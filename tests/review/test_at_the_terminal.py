"""The review's command from outside: its help says what it does, and a log that nobody can have played is one line."""

import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from tests.review.test_luck import golden

from bocage.games import find_game
from bocage.kernel.log import BadLog, Log, save_log
from bocage.review.chances import GAMES
from bocage.review.story import tell


def review(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "bocage", "review", *words]
    return subprocess.run(command, check=False, capture_output=True, text=True)


def forged(do: str, by: str = "chance") -> tuple[Log, int]:
    """The golden game with another face for the first roll that matters, its chain made anew; and that line."""
    log = golden("tinybeach")
    entries = list(log.entries)
    n = tell(find_game("tinybeach"), log).strokes[0].n
    log.cut(n - 1)
    log.append(msgspec.structs.replace(entries[n - 1], do=do, by=by))
    for entry in entries[n:]:
        log.append(entry)
    return log, n + 1


@pytest.mark.parametrize(
    ("do", "by", "words"),
    [
        ("roll 9", "chance", "cannot come out"),
        ("roll 0", "chance", "cannot come out"),
        ("roll 3 4", "chance", "cannot come out"),
        ("roll x", "chance", "x"),
        ("dance 3", "chance", "dance"),
        ("roll 3", "Allied", "it is chance's decision"),
    ],
)
def test_an_impossible_roll_is_refused_by_its_line(do: str, by: str, words: str) -> None:
    log, line = forged(do, by)
    with pytest.raises(BadLog, match=f"line {line}: .*{words}"):
        tell(find_game("tinybeach"), log)


def test_a_pick_after_the_end_is_refused_too() -> None:
    log = golden("tinybeach")
    log.cut(len(log.entries))
    last = log.entries[-1]
    log.append(msgspec.structs.replace(last, n=last.n + 1))
    with pytest.raises(BadLog, match="comes after the end of the game"):
        tell(find_game("tinybeach"), log)


def test_the_command_says_that_in_one_line(tmp_path: Path) -> None:
    log, line = forged("roll 9")
    file = tmp_path / "forged.bocage"
    save_log(log, file)
    done = review(str(file), "--json", "--games", "1")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert f"{file}: line {line}: roll 9: that cannot come out of a " in done.stderr
    assert "--salvage" in done.stderr


def test_of_a_log_of_other_rules_nothing_can_be_saved(tmp_path: Path) -> None:
    log = golden("tinybeach")
    newer = Log(msgspec.structs.replace(log.header, rules="99.0"))
    newer.append(log.entries[0])
    file = tmp_path / "newer.bocage"
    save_log(newer, file)
    done = review(str(file), "--json")
    assert done.returncode == 2
    assert f"{file}: the log was played with newer rules" in done.stderr
    assert "--salvage" not in done.stderr


def test_help_says_how_many_games_there_are_and_what_is_counted() -> None:
    text = " ".join(review("--help").stdout.split())
    assert f"{GAMES[0]} to {GAMES[1]}, the longer the game the fewer" in text
    assert "minute allows" not in text
    assert "the game's own judgement" in text
