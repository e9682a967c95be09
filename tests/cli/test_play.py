"""`bocage play` through a pipe: whole games, undo, hot seat, saving, and going on after a kill."""

import os
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bocage.kernel.log import load_log

PLAY = [sys.executable, "-m", "bocage", "play", "tinybeach"]


@pytest.fixture
def home(tmp_path: Path) -> dict[str, str]:
    """A user's environment of their own."""
    return os.environ | {"XDG_DATA_HOME": str(tmp_path / "share"), "COLUMNS": "100", "LINES": "40"}


def play(home: dict[str, str], *words: str, typed: str = "") -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [*PLAY, *words], input=typed, capture_output=True, text=True, timeout=120, check=False, env=home
    )


def only_game(home: dict[str, str]) -> Path:
    [file] = Path(home["XDG_DATA_HOME"]).rglob("*.bocage")
    return file


def test_a_whole_game_by_typing_one_all_the_time(home: dict[str, str]) -> None:
    done = play(home, "--german", "random", "--allied", "human", typed="1\n" * 600)
    assert done.returncode == 0
    assert not done.stderr
    assert "The game is over:" in done.stdout
    file = only_game(home)
    assert str(file) in done.stdout
    log = load_log(file)
    assert log.ending is not None
    assert log.header.dice == "fair"
    assert log.header.seats == {"Allied": "human", "German": "random"}
    assert not file.with_name(file.name + ".key").exists()  # the log itself holds the secret now
    check = subprocess.run(
        [sys.executable, "-m", "bocage", "verify", str(file)], capture_output=True, text=True, check=False, env=home
    )
    assert check.returncode == 0
    assert "fair dice bound to the log" in check.stdout


def test_computers_play_each_other_without_a_word(home: dict[str, str]) -> None:
    done = play(home, "--german", "random", "--allied", "random", "--seed", "4")
    assert done.returncode == 0
    assert "The game is over:" in done.stdout
    assert "hides in" not in done.stdout  # a spectator is not told


def test_the_end_of_the_input_ends_politely_and_the_game_goes_on_later(home: dict[str, str]) -> None:
    first = play(home, "--seed", "2", typed="enter Able 0201\n")
    assert first.returncode == 0
    assert "End of input." in first.stdout
    file = only_game(home)
    assert f"--resume {file}" in first.stdout
    picks = len(load_log(file).entries)
    second = play(home, "--resume", typed="enter Baker 0401\nquit\n")
    assert second.returncode == 0
    assert "Able lands at 0201" in second.stdout
    assert len(load_log(file).entries) == picks + 1


def test_a_killed_terminal_loses_nothing(home: dict[str, str], tmp_path: Path) -> None:
    file = tmp_path / "game.bocage"
    words = [*PLAY, "--save", str(file)]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True, env=home) as running:
        assert running.stdin is not None
        running.stdin.write("enter Able 0201\nenter Baker 0401\n")
        running.stdin.flush()
        end = time.monotonic() + 30
        while time.monotonic() < end and not (file.exists() and "Baker" in file.read_text(encoding="utf-8")):
            time.sleep(0.05)
        running.kill()
    assert [entry.do for entry in load_log(file).entries][1:] == ["enter Able 0201", "enter Baker 0401"]
    assert file.with_name("game.bocage.key").stat().st_mode & 0o077 == 0  # for nobody else's eyes
    done = play(home, "--resume", str(file), typed="undo\nenter Charlie 0201\nquit\n")
    assert "There is no way back" in done.stdout
    assert load_log(file).entries[3].do == "enter Charlie 0201"


def test_a_last_line_cut_short_is_forgiven(home: dict[str, str], tmp_path: Path) -> None:
    file = tmp_path / "game.bocage"
    play(home, "--save", str(file), typed="enter Able 0201\nenter Baker 0401\nquit\n")
    text = file.read_bytes()
    file.write_bytes(text[:-30])
    done = play(home, "--resume", str(file), typed="enter Baker 0201\nquit\n")
    assert done.returncode == 0
    assert "was cut short; the game goes on after pick 2" in done.stdout
    assert [entry.do for entry in load_log(file).entries][1:] == ["enter Able 0201", "enter Baker 0201"]


def test_the_file_is_the_log_after_every_pick_undo_and_redo(tmp_path: Path) -> None:
    from bocage.cli.files import Keeper
    from bocage.games import find_game
    from bocage.kernel.session import Session

    session = Session.open(find_game("tinybeach"), seed=1)
    keeper = Keeper(tmp_path / "game.bocage")
    rng = random.Random(1)
    while session.to_decide is not None:
        if session.why_not_undo() is None and rng.random() < 0.3:
            session.undo()
        else:
            session.pick(session.game.format(session.state, rng.choice(session.options())))
        keeper.store(session.log)
        assert keeper.file.read_text(encoding="utf-8") == session.log.text()


def test_undo_and_redo(home: dict[str, str]) -> None:
    typed = "enter Able 0201\nenter Baker 0201\nundo\nundo\nredo\nlog\nundo\nundo\nredo\nredo\nredo\nquit\n"
    done = play(home, "--seed", "2", typed=typed)
    assert done.returncode == 0
    assert done.stdout.count("Taken back.") == 3
    assert "There is no way back: the other side decides now." in done.stdout
    assert "There is nothing to redo." in done.stdout
    picks = [entry.do for entry in load_log(only_game(home)).entries]
    assert picks[1:] == ["enter Able 0201", "enter Baker 0201"]


def test_refusals_are_explained_with_their_rule(home: dict[str, str]) -> None:
    done = play(home, "--seed", "2", typed="enter Dog 0201\n? enter Able 0304\n77\nbanana\n0401\n? enter Able 0201\n")
    assert "No: Dog is due on turn 2 (rule 10.1)." in done.stdout
    assert "No: 0304 Valcourt (town) is not a place of arrival (rule 10.1)." in done.stdout
    assert "There are options 1 to 9" in done.stdout
    assert "Unknown verb 'banana'" in done.stdout
    assert "That could be 4 options" in done.stdout
    assert "enter Able 0201: allowed." in done.stdout
    assert len(load_log(only_game(home)).entries) == 1  # none of it changed the game


def test_words_that_only_one_option_has_are_enough(home: dict[str, str]) -> None:
    play(home, "--seed", "2", typed="able 0401\nBAKER 0401\n0201 charlie\nquit\n")
    picks = [entry.do for entry in load_log(only_game(home)).entries]
    assert picks[1:] == ["enter Able 0401", "enter Baker 0401", "enter Charlie 0201"]


def test_all_the_questions_have_answers(home: dict[str, str], tmp_path: Path) -> None:
    copy = tmp_path / "copy.bocage"
    questions = [
        "?",
        "help",
        "map",
        "map 0203",
        "map all",
        "map nowhere",
        "view Anton",
        "view Valcourt",
        "view nothing",
    ]
    questions += [
        "view",
        "rules",
        "rules 7.3",
        "rules 99",
        "log",
        "log 2",
        "options",
        "suggest",
        "save",
        f"save {copy}",
    ]
    questions += ["save /no/such/place/x", "show zones", "show", "reach Anton", "supply Anton", "reach", "redo", ""]
    done = play(home, "--seed", "2", typed="\n".join(questions) + "\nquit\n")
    assert done.returncode == 0
    assert not done.stderr
    assert "Allied is asked: Which counter arrives" in done.stdout
    assert "Battalion Anton): German infantry" in done.stdout
    assert "There is no counter or space 'nothing'" in done.stdout
    assert "Where a retreat may go" in done.stdout
    assert "has no rule '99'" in done.stdout
    assert "The computer would take" in done.stdout
    assert "Zones of control" in done.stdout
    assert "Until next time." in done.stdout
    assert load_log(copy).header == load_log(only_game(home)).header


def test_a_battle_is_previewed_with_its_chances(home: dict[str, str]) -> None:
    """Some attack comes up in a game of moving forward; the preview before it names the column."""
    done = play(home, "--seed", "2", "--german", "random", typed="1\n" * 300)
    assert "to attack, or end your attacks" in done.stdout
    assert "the defender retreats" in done.stdout


@pytest.mark.parametrize("seed", [1, 2])
def test_nothing_that_can_be_typed_breaks_the_table(home: dict[str, str], seed: int) -> None:
    rng = random.Random(seed)
    words = ["?", "undo", "redo", "map", "view", "show", "reach", "supply", "rules", "log", "zones", "all", "options"]
    words += ["enter", "select", "move", "attack", "join", "roll", "Able", "Gun", "0201", "0302", "Fleet", "Lost"]
    words += ["7.3", "é", "\x00", "-1", "9" * 30, "x" * 3000, "", *map(str, range(12))]
    typed = [" ".join(rng.choice(words) for _ in range(rng.randint(1, 4))) for _ in range(300)]
    done = play(home, "--allied", "human", "--german", "human", "--seed", str(seed), typed="\n".join(typed))
    assert done.returncode == 0
    assert not done.stderr
    assert "The game is kept" in done.stdout or "The game is over" in done.stdout


# Two people, one screen


def test_a_hot_seat_hides_what_the_other_side_may_not_see(home: dict[str, str]) -> None:
    typed = "\nhide 0303\n\nlog\nview Gun\n? \nhold\n"
    done = play(home, "--allied", "human", "--german", "human", "--seed", "5", typed=typed)
    german, allied = done.stdout.split("Let Allied sit at the screen")[:2]
    assert "Let German sit at the screen" in german
    assert "hide 0303" in german
    shown_to_allied = allied.split("Let German sit at the screen")[0]
    assert "hides in" not in shown_to_allied
    assert "; Somewhere, concealed" in shown_to_allied
    assert "Turn 1." in shown_to_allied


def test_each_side_is_told_what_it_missed(home: dict[str, str]) -> None:
    typed = "\nhide 0303\n\n" + "enter Able 0201\nhold\n" + "\n\n" * 5
    done = play(home, "--allied", "human", "--german", "human", "--seed", "5", typed=typed)
    parts = done.stdout.split("Let German sit at the screen")
    assert "Able lands at 0201" in parts[1]


# Other dice


def test_dice_can_be_typed_in_from_a_real_table(home: dict[str, str]) -> None:
    done = play(home, "--table-dice", "--german", "random", typed="hold\n7\ndraw 9\n0\nquit\n")
    assert done.returncode == 0
    log = load_log(only_game(home))
    assert log.header.dice == "table"
    assert "Type what came out: draw 0, draw 1" in done.stdout
    assert "draw 0" in [entry.do for entry in log.entries]


def test_a_game_cannot_go_on_without_its_key(home: dict[str, str], tmp_path: Path) -> None:
    file = tmp_path / "game.bocage"
    play(home, "--save", str(file), typed="quit\n")
    file.with_name("game.bocage.key").unlink()
    done = play(home, "--resume", str(file))
    assert done.returncode == 2
    assert "the secret of its fair dice" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("text", ["nonsense", "00" * 32])
def test_a_wrong_key_is_refused(home: dict[str, str], tmp_path: Path, text: str) -> None:
    file = tmp_path / "game.bocage"
    play(home, "--save", str(file), typed="quit\n")
    file.with_name("game.bocage.key").write_text(text, encoding="ascii")
    done = play(home, "--resume", str(file))
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1


def test_a_game_is_not_written_over_and_a_finished_one_not_resumed(home: dict[str, str], tmp_path: Path) -> None:
    file = tmp_path / "game.bocage"
    play(home, "--allied", "random", "--german", "random", "--save", str(file))
    again = play(home, "--save", str(file))
    assert again.returncode == 2
    assert "exists already" in again.stderr
    resumed = play(home, "--resume", str(file))
    assert resumed.returncode == 2
    assert "is over" in resumed.stderr
    none = play(home, "--resume")
    assert none.returncode == 2
    assert "no unfinished game" in none.stderr
    settled = play(home, "--resume", str(file), "--scenario", "dawn")
    assert settled.returncode == 2
