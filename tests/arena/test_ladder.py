"""The ladder keeps finished rows, plays what is missing, and writes its page from what it keeps."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from bocage.arena import Contest, Played, ladder, play_contest
from bocage.arena.page import page
from bocage.arena.rows import age, key, read, write
from bocage.games import find_game, ids
from bocage.players.knowledge import knowledge_of
from bocage.runs.intervals import wilson
from bocage.runs.match import Result

FEW = ["--game", "tinybeach", "--scenario", "dawn", "--a", "greedy", "--positions", "6"]
ROW = "tinybeach dawn greedy random"
PLANNED = "tinybeach dawn planner random"


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


@pytest.fixture
def numbers(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of all games that are played, in order."""
    played: list[int] = []

    def counted(contest: Contest, jobs: int, numbers: Sequence[int]) -> Iterator[Played]:
        played.extend(numbers)
        return play_contest(contest, jobs, numbers)

    monkeypatch.setattr(ladder, "play_contest", counted)
    return played


def stop_after(many: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(contest: Contest, jobs: int, numbers: Sequence[int]) -> Iterator[Played]:
        yield from play_contest(contest, jobs, numbers[:many])
        raise KeyboardInterrupt

    monkeypatch.setattr(ladder, "play_contest", stopped)


def test_a_finished_row_is_not_played_again_unless_wanted(tmp_path: Path, numbers: list[int]) -> None:
    assert run(tmp_path, "--games", "2") == 0
    numbers.clear()
    assert run(tmp_path, "--games", "2") == 0
    assert numbers == []
    assert run(tmp_path, "--games", "2", "--again") == 0
    assert numbers == [0, 1]
    assert run(tmp_path, "--games", "2", "--seed", "9") == 0, "other dice make another row"
    assert numbers == [0, 1, 0, 1]
    assert run(tmp_path, "--games", "2") == 0, "and whoever asks for no dice is content with them"
    assert numbers == [0, 1, 0, 1]


def test_a_row_of_more_games_goes_on_where_it_stopped_and_is_the_same_as_played_at_once(
    tmp_path: Path, numbers: list[int]
) -> None:
    for folder in ("parts", "once"):
        (tmp_path / folder).mkdir()
    for games in ("2", "4", "7"):
        assert run(tmp_path / "parts", "--games", games, "--seed", "5") == 0
    assert numbers == list(range(8)), "the last pair is made whole"
    assert run(tmp_path / "once", "--games", "8", "--seed", "5") == 0
    parts, once = (timeless(read(tmp_path / folder)[ROW]) for folder in ("parts", "once"))
    assert parts == once
    assert parts["turns_timed"]["a"] == sum(read(tmp_path / "parts")[ROW]["a_turns"].values()) > 0


def timeless(row: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if not name.endswith(("_turns", "_turn_seconds"))}


def test_the_median_over_several_sittings_is_that_of_all_turns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    thinking = iter([[0.1, 0.2], [0.3], [2.0, 3.0], [4.0, 9.0]])

    def timed(contest: Contest, _: int, numbers: Sequence[int]) -> Iterator[Played]:
        for number in numbers:
            fixture = contest.fixture(number)
            side = find_game("tinybeach").sides[fixture.side]
            yield Played(fixture, Result(fixture.seed, 10, 2, winner=side, seconds={side: next(thinking)}), 3)

    monkeypatch.setattr(ladder, "play_contest", timed)
    assert run(tmp_path, "--games", "2") == 0
    assert read(tmp_path)[ROW]["a_turn_seconds"] == {"median": 0.2, "worst": 0.3}
    assert run(tmp_path, "--games", "4") == 0
    assert read(tmp_path)[ROW]["a_turn_seconds"] == {"median": 2.0, "worst": 9.0}


def test_a_stop_keeps_whole_pairs_says_so_and_the_next_run_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], numbers: list[int]
) -> None:
    with monkeypatch.context() as stop:
        stop_after(3, stop)
        assert run(tmp_path, "--games", "6") == 130
    assert "2 games are kept; the same command goes on from there" in capsys.readouterr().err
    assert read(tmp_path)[ROW]["games"] == 2
    assert run(tmp_path, "--games", "6") == 0
    assert numbers == [2, 3, 4, 5]
    assert read(tmp_path)[ROW]["games"] == 6


def test_whoever_plays_again_and_stops_has_the_new_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(tmp_path, "--games", "4") == 0
    before = read(tmp_path)[ROW]
    stop_after(1, monkeypatch)
    assert run(tmp_path, "--games", "4", "--again") == 130
    assert "no pair was finished, the row stays as it was" in capsys.readouterr().err
    assert read(tmp_path)[ROW] == before
    stop_after(2, monkeypatch)
    assert run(tmp_path, "--games", "4", "--again") == 130
    assert "2 games have taken the place of the old row; without --again it goes on" in capsys.readouterr().err
    assert read(tmp_path)[ROW]["games"] == 2


def test_a_stop_leaves_a_longer_row_that_does_not_know_its_games_unless_the_rules_have_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(tmp_path, "--games", "4") == 0
    rows = read(tmp_path)
    del rows[ROW]["each"]
    write(tmp_path, rows)
    stop_after(2, monkeypatch)
    assert run(tmp_path, "--games", "6") == 130
    assert "the row of 4 games stays, because it has more" in capsys.readouterr().err
    assert read(tmp_path)[ROW]["games"] == 4
    rows[ROW]["rules"] = "0"
    write(tmp_path, rows)
    assert run(tmp_path, "--games", "4") == 130, "a row of other rules is not done"
    assert "2 games are kept" in capsys.readouterr().err
    assert read(tmp_path)[ROW]["games"] == 2


def test_a_kill_loses_no_more_than_a_minute(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def killed(contest: Contest, jobs: int, numbers: Sequence[int]) -> Iterator[Played]:
        for one in play_contest(contest, jobs, numbers):
            yield one
            if one.fixture.number == 2:
                seen.append(read(tmp_path)[ROW]["games"])

    seen: list[int] = []
    monkeypatch.setattr(ladder, "EVERY", -1.0)
    monkeypatch.setattr(ladder, "play_contest", killed)
    assert run(tmp_path, "--games", "4") == 0
    assert seen == [2]


def test_a_row_that_another_run_has_added_meanwhile_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def beside(contest: Contest, jobs: int, numbers: Sequence[int]) -> Iterator[Played]:
        monkeypatch.setattr(ladder, "play_contest", play_contest)
        assert (
            ladder.main(["--folder", str(tmp_path), *FEW[:2], "--scenario", "landing", *FEW[4:], "--games", "2"]) == 0
        )
        return play_contest(contest, jobs, numbers)

    monkeypatch.setattr(ladder, "play_contest", beside)
    assert run(tmp_path, "--games", "2") == 0
    assert set(read(tmp_path)) == {ROW, "tinybeach landing greedy random"}


# --- players of another version ----------------------------------------------------------------------


def test_a_row_of_an_earlier_planner_is_marked_and_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, numbers: list[int]
) -> None:
    words = ["--folder", str(tmp_path), "--game", "tinybeach", "--scenario", "dawn", "--b", "random", "--games", "2"]
    assert ladder.main(words) == 0
    knowledge = knowledge_of(find_game("tinybeach"))
    assert knowledge is not None
    assert read(tmp_path)[PLANNED]["planner"] == knowledge.version
    assert read(tmp_path)[ROW]["planner"] == 0
    assert "earlier planner*" not in (tmp_path / "ladder.md").read_text(encoding="utf-8")
    monkeypatch.setattr(knowledge, "version", knowledge.version + 1)
    marked = [line for line in page(read(tmp_path)).splitlines() if "(*played by an earlier planner*)" in line]
    assert [line.split(" | ")[0] for line in marked] == ["| planner – random (*played by an earlier planner*)"]
    numbers.clear()
    assert ladder.main([*words, "--games", "4"]) == 0
    assert numbers == [0, 1, 2, 3, 2, 3], "the row without a planner goes on, the other one begins anew"
    assert read(tmp_path)[PLANNED]["planner"] == knowledge.version


def test_a_row_without_a_version_is_of_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_game("tinybeach")
    knowledge = knowledge_of(game)
    row = {"rules": game.version}
    monkeypatch.setattr(knowledge, "version", 1)
    assert age(game, "planner", "random", row) == ""
    monkeypatch.setattr(knowledge, "version", 2)
    assert age(game, "planner", "random", row) == "played by an earlier planner"
    assert age(game, "greedy", "random", row) == ""
    assert age(game, "greedy", "random", {"rules": "0"}) == "played by earlier rules"


# --- the page ----------------------------------------------------------------------------------------


def test_a_row_in_docs_that_was_played_by_other_rules_says_so() -> None:
    rows = read(ladder.DOCS)
    older = [name for name, row in rows.items() if row["rules"] != find_game(name.split()[0]).version]
    told = (ladder.DOCS / "ladder.md").read_text(encoding="utf-8")
    assert told == page(rows), "the page is made anew with: make ladder ARGS=--page"
    assert told.count("played by earlier rules") == len(older)


def test_only_an_old_row_says_that_the_machine_was_busy(tmp_path: Path) -> None:
    assert run(tmp_path, "--games", "2") == 0
    assert " s (busy)" not in (tmp_path / "ladder.md").read_text(encoding="utf-8")
    rows = read(tmp_path)
    rows[ROW]["busy"] = True
    assert " s (busy)" in page(rows)
    write(tmp_path, rows)
    assert run(tmp_path, "--games", "2", "--again") == 0
    assert "busy" not in read(tmp_path)[ROW]


def test_the_page_alone_can_be_written_anew(tmp_path: Path, numbers: list[int]) -> None:
    assert run(tmp_path, "--games", "2") == 0
    (tmp_path / "ladder.md").write_text("lost", encoding="utf-8")
    numbers.clear()
    assert run(tmp_path, "--games", "4", "--page") == 0
    assert numbers == []
    assert (tmp_path / "ladder.md").read_text(encoding="utf-8") == page(read(tmp_path))


def test_every_game_scenario_and_pairing_has_a_row() -> None:
    import argparse

    everything = argparse.Namespace(game=None, scenario=None, a=None, b=None, games=2, seed=1, positions=5)
    keys = [key(contest) for contest in ladder.contests(everything)]
    assert len(keys) == len(set(keys))
    for game in ids():
        for scenario in find_game(game).scenarios:
            assert f"{game} {scenario.id} planner greedy" in keys


def test_one_game_that_was_not_won_shows_among_a_thousand() -> None:
    rows = read(ladder.DOCS)
    name = "tinybeach landing planner random"
    low, high = wilson(999, 1000)
    row = rows[name] | {"a_wins": 999, "b_wins": 1, "draws": 0, "a_interval": [round(low, 4), round(high, 4)]}
    assert "| 99.9% (99.4%–100.0%) |" in page({name: row})


def test_the_page_in_docs_is_made_of_the_rows_beside_it() -> None:
    rows = read(ladder.DOCS)
    assert rows
    assert (ladder.DOCS / "ladder.md").read_text(encoding="utf-8") == page(rows)


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
