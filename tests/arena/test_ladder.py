"""The ladder keeps finished rows, plays what is missing, and writes its page from what it keeps."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from bocage.ai.match import Result
from bocage.arena import Contest, Played, ladder, play_contest
from bocage.games import find_game, ids

FEW = ["--game", "tinybeach", "--scenario", "dawn", "--a", "greedy", "--positions", "6"]


def run(folder: Path, *words: str) -> int:
    return ladder.main(["--folder", str(folder), *FEW, *words])


def test_a_row_is_played_kept_and_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path, "--games", "4") == 0
    assert "tinybeach dawn greedy random:" in capsys.readouterr().out
    rows = json.loads((tmp_path / "ladder.json").read_text(encoding="utf-8"))
    assert list(rows) == ["tinybeach dawn greedy random"]
    row = rows["tinybeach dawn greedy random"]
    assert row["games"] == 4 == row["a_wins"] + row["b_wins"] + row["draws"]
    text = (tmp_path / "ladder.md").read_text(encoding="utf-8")
    assert "## Tiny Beach: Dawn raid (`dawn`)" in text
    line = next(line for line in text.splitlines() if line.startswith("| greedy (6) – random | 4 |"))
    head = next(line for line in text.splitlines() if line.startswith("| a – b"))
    assert line.count("|") == head.count("|")


def test_a_finished_row_is_not_played_again_unless_wanted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run(tmp_path, "--games", "2") == 0
    played: list[str] = []

    def counted(contest: Contest, jobs: int) -> Iterator[Played]:
        played.append(ladder.key(contest))
        return play_contest(contest, jobs)

    monkeypatch.setattr(ladder, "play_contest", counted)
    assert run(tmp_path, "--games", "2") == 0
    assert played == []
    assert run(tmp_path, "--games", "2", "--again") == 0
    assert run(tmp_path, "--games", "4") == 0
    assert len(played) == 2
    assert run(tmp_path, "--games", "2", "--seed", "9") == 0, "other dice make another row"
    assert len(played) == 3
    assert run(tmp_path, "--games", "2") == 0, "and whoever asks for no dice is content with them"
    assert len(played) == 3


def test_a_stop_keeps_whole_pairs_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stopped(contest: Contest, jobs: int) -> Iterator[Played]:
        for number, one in enumerate(play_contest(contest, jobs)):
            if number == 3:
                raise KeyboardInterrupt
            yield one

    monkeypatch.setattr(ladder, "play_contest", stopped)
    assert run(tmp_path, "--games", "6") == 130
    assert "2 games are finished and kept" in capsys.readouterr().err
    assert ladder.read(tmp_path)["tinybeach dawn greedy random"]["games"] == 2


def test_a_stop_leaves_a_longer_row_unless_the_rules_have_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(tmp_path, "--games", "4") == 0

    def stopped(contest: Contest, jobs: int) -> Iterator[Played]:
        yield from list(play_contest(contest, jobs))[:2]
        raise KeyboardInterrupt

    monkeypatch.setattr(ladder, "play_contest", stopped)
    assert run(tmp_path, "--games", "4", "--again") == 130
    assert "the row of 4 games stays" in capsys.readouterr().err
    assert ladder.read(tmp_path)["tinybeach dawn greedy random"]["games"] == 4
    rows = ladder.read(tmp_path)
    rows["tinybeach dawn greedy random"]["rules"] = "0"
    ladder.write(tmp_path, rows)
    assert run(tmp_path, "--games", "4") == 130, "a row of other rules is not done"
    assert "2 games are finished and kept" in capsys.readouterr().err
    assert ladder.read(tmp_path)["tinybeach dawn greedy random"]["games"] == 2


def test_no_row_in_docs_was_played_by_other_rules() -> None:
    rows = ladder.read(ladder.DOCS)
    assert {name: row["rules"] for name, row in rows.items()} == {
        name: find_game(name.split()[0]).version for name in rows
    }


def test_times_from_a_busy_machine_are_marked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for load, marked in ((0.1, False), (99.0, True)):
        monkeypatch.setattr("os.getloadavg", lambda load=load: (load, load, load))
        assert run(tmp_path, "--games", "2", "--again") == 0
        assert (" s (busy)" in (tmp_path / "ladder.md").read_text(encoding="utf-8")) == marked


def test_every_game_scenario_and_pairing_has_a_row() -> None:
    import argparse

    everything = argparse.Namespace(game=None, scenario=None, a=None, b=None, games=2, seed=1, positions=5)
    keys = [ladder.key(contest) for contest in ladder.contests(everything)]
    assert len(keys) == len(set(keys))
    for game in ids():
        for scenario in find_game(game).scenarios:
            assert f"{game} {scenario.id} planner greedy" in keys


def test_the_page_in_docs_is_made_of_the_rows_beside_it() -> None:
    rows = ladder.read(ladder.DOCS)
    assert rows
    assert (ladder.DOCS / "ladder.md").read_text(encoding="utf-8") == ladder.page(rows)


def test_pairs_are_whole_in_whatever_order_they_end() -> None:
    contest = Contest(game="tinybeach", scenario="dawn", a="greedy", b="random", games=6)
    ended = [Played(contest.fixture(number), Result(seed=1, actions=0, forced=0)) for number in (1, 0, 2, 5)]
    assert [one.fixture.number for one in ladder.whole_pairs(contest, ended)] == [1, 0]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--game", "tinybeach", "--scenario", "dusk"], "no row of the ladder is that"),
        (["--games", "0"], "at least 1"),
        (["--seed", "-5"], "not below 0"),
        (["--folder", "nowhere/at/all"], "there is no folder nowhere/at/all"),
    ],
)
def test_bad_words_are_refused_in_one_line(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert ladder.main(words) == 2
    told = capsys.readouterr().err
    assert said in told
    assert told.count("\n") == 1


def test_an_unknown_game_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        ladder.main(["--game", "chess"])
    assert end.value.code == 2
    assert "invalid choice" in capsys.readouterr().err


def test_damaged_rows_are_told_in_one_line_and_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "ladder.json").write_text("{", encoding="utf-8")
    assert run(tmp_path, "--games", "2") == 2
    told = capsys.readouterr().err
    assert "is damaged" in told
    assert told.count("\n") == 1
    assert (tmp_path / "ladder.json").read_text(encoding="utf-8") == "{"
