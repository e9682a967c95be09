"""`bocage arena` at the terminal."""

import json
from collections.abc import Iterator
from typing import NoReturn

import pytest

from bocage.arena import Contest, Played, play_contest
from bocage.cli import arena, main
from bocage.runs.pool import Broken

QUICK = ["arena", "tinybeach", "--scenario", "dawn", "--a", "random", "--b", "random", "--jobs", "1"]


def test_json_has_the_keys_that_scripts_rely_on(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*QUICK, "--games", "5", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["games"] == 5 == found["a_wins"] + found["b_wins"] + found["draws"]
    for who in "ab":
        assert set(found[f"{who}_turn_seconds"]) == {"median", "worst"}
        assert len(found[f"{who}_interval"]) == 2
    assert set(found["sides"]) == {"Allied", "German"}


@pytest.mark.parametrize(
    ("words", "games", "said"),
    [
        (["--a", "greedy", "--games", "3"], 4, "bocage: 4 games, so that pairs are whole\n"),
        (["--a", "greedy", "--against", "random", "--games", "6"], 8, "bocage: 8 games, so that fours are whole\n"),
        (["--games", "3"], 3, ""),
    ],
)
def test_every_seed_gets_all_its_games(
    words: list[str], games: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*QUICK, "--positions", "3", *words, "--json"]) == 0
    out, err = capsys.readouterr()
    assert (json.loads(out)["games"], err) == (games, said)


@pytest.mark.parametrize(
    ("words", "ended", "counted", "said"),
    [
        (["--a", "greedy"], 3, 2, "bocage: stopped after 3 of 8 games; 2 are counted, in whole pairs\n"),
        (["--a", "greedy", "--against", "random"], 6, 4, "after 6 of 8 games; 4 are counted, in whole fours\n"),
        (["--a", "greedy"], 4, 4, "bocage: stopped after 4 of 8 games\n"),
    ],
)
def test_a_stop_counts_no_game_whose_partner_is_missing(
    words: list[str],
    ended: int,
    counted: int,
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def stopped(contest: Contest, _: int) -> Iterator[Played]:
        yield from play_contest(contest, 1, range(ended))
        raise KeyboardInterrupt

    monkeypatch.setattr(arena, "play_contest", stopped)
    assert main([*QUICK, "--positions", "3", "--games", "8", *words, "--json"]) == 130
    out, err = capsys.readouterr()
    assert json.loads(out)["games"] == counted
    assert err.endswith(said)


def test_the_table_names_players_sides_and_pairs(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["arena", "tinybeach", "--scenario", "dawn", "--a", "greedy", "--b", "random", "--jobs", "1"]
    assert main([*words, "--games", "4", "--positions", "6"]) == 0
    out = capsys.readouterr().out
    for text in ("a greedy", "b random", "draws", "median turn", "German", "Same side, same dice", "0 errors"):
        assert text in out


def test_games_that_were_not_won_are_named_and_can_be_played_again(capsys: pytest.CaptureFixture[str]) -> None:
    words = "arena tinybeach --a random --b planner-quick --jobs 1 --games 2 --seed 7"
    assert main(words.split()) == 0
    out = capsys.readouterr().out
    assert "random did not win as Allied with seed 7\n" in out
    assert main(["simulate", "tinybeach", "--german", "planner-quick", "--games", "1", "--seed", "7", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["wins"] == {"Allied": 0, "German": 1, "draws": 0}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["arena", "tinybech"], "did you mean tinybeach?"),
        (["arena", "tinybeach", "--a", "Patton"], "there is no player 'Patton'; choose from: random"),
        (["arena", "tinybeach", "--a", ""], "there is no player ''; choose from: random"),
        (["arena", "tinybeach", "--against", "x"], "there is no player 'x'"),
        (["arena", "tinybeach", "--against", ""], "there is no player ''"),
        (["arena", "tinybeach", "--games", "none"], "should be a whole number"),
        (["arena", "tinybeach", "--seed", "9" * 16], "should have at most 15 digits"),
        (["arena", "tinybeach", "--scenario", "dusk"], "there is no scenario 'dusk'"),
        (["arena"], "GAME"),
    ],
)
def test_bad_words_are_one_line(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    err = capsys.readouterr().err
    assert said in err
    assert err.count("\n") == 1


def test_processes_that_cannot_start_are_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def dying(*_: object) -> NoReturn:
        raise Broken("the processes die")

    monkeypatch.setattr(arena, "play_contest", dying)
    assert main([*QUICK, "--games", "2"]) == 2
    assert capsys.readouterr().err.strip().splitlines()[-1] == "bocage: the processes die"
