"""The command `bocage` as a user meets it: exact shapes for scripts, one clear line for bad input."""

import json
import os
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bocage.cli import main
from bocage.games import find_game
from bocage.kernel.rulebook import Rulebook

Run = Callable[[str], tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command in this process: exit code, output, complaints."""

    def call(line: str) -> tuple[int, str, str]:
        code = main(shlex.split(line))
        output = capsys.readouterr()
        return code, output.out, output.err

    return call


def read(run: Run, line: str) -> Any:
    code, out, _ = run(line)
    assert code == 0
    return json.loads(out)


# Shapes that other tools read


def test_games_as_json(run: Run) -> None:
    games = {game["id"]: game for game in read(run, "games --json")}
    tiny = games["tinybeach"]
    assert tiny["sides"] == ["Allied", "German"]
    assert [scenario["id"] for scenario in tiny["scenarios"]] == ["landing", "dawn"]


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_simulate_as_json_has_exactly_this_shape(run: Run, jobs: str) -> None:
    report = read(run, f"simulate tinybeach --games 12 --seed 5 --jobs {jobs} --json")
    assert list(report) == ["games", "finished", "errors", "actions", "seconds", "wins"]
    assert (report["games"], report["finished"], report["errors"]) == (12, 12, 0)
    assert isinstance(report["actions"], int)
    assert report["seconds"] > 0
    assert set(report["wins"]) == {"Allied", "German", "draws"}
    assert sum(report["wins"].values()) == 12


def test_simulate_takes_scenario_sides_options_and_seed(run: Run) -> None:
    words = "simulate tinybeach --scenario dawn --games 2 --allied greedy --german=random --jobs 1 --json"
    first = read(run, f"{words} --set 'weather=always clear' --seed 3")
    again = read(run, f"{words} --set 'weather=always clear' --seed 3")
    assert first["actions"] == again["actions"]
    assert first["wins"] == again["wins"]


def test_simulate_without_json_is_a_table(run: Run) -> None:
    code, out, err = run("simulate tinybeach --games 5 --jobs 1")
    assert code == 0
    assert not err
    assert "Allied random, German random" in out
    assert "5 finished, 0 errors" in out


def test_a_failed_game_is_counted_and_its_seed_told(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from bocage.runs import batch

    def fail(*_: Any, **__: Any) -> None:
        raise KeyError("a rule failed")

    monkeypatch.setattr(batch, "play_game", fail)
    code, out, err = run("simulate tinybeach --games 7 --seed 40 --jobs 1 --json")
    assert code == 1
    assert json.loads(out)["errors"] == 7
    assert "seed 40 failed: KeyError" in err
    assert "seeds 45, 46" in err


def test_coverage_as_json_has_exactly_this_shape(run: Run) -> None:
    found = read(run, "rules tinybeach --coverage --json")
    assert list(found) == ["total", "implemented", "tested", "not_modelled", "missing"]
    assert found["total"] == len(find_game("tinybeach").rulebook.rule)
    assert found["implemented"] + found["not_modelled"] == found["total"]
    assert isinstance(found["missing"], list)


def test_coverage_without_tests_says_so(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from bocage.cli import rules

    monkeypatch.setattr(rules, "tests_of", lambda _: None)
    code, out, err = run("rules tinybeach --coverage --json")
    assert code == 0
    assert json.loads(out)["tested"] is None
    assert "no tests here" in err


def test_bench_as_json_has_exactly_this_shape(run: Run) -> None:
    found = read(run, "bench --game tinybeach --seconds 0.3 --json")
    assert list(found) == ["tinybeach"]
    assert list(found["tinybeach"]) == ["actions_per_second", "ratio_to_python_chess"]
    assert found["tinybeach"]["actions_per_second"] > 100
    assert found["tinybeach"]["ratio_to_python_chess"] > 0


def test_bench_without_python_chess_gives_no_ratio(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "chess", None)
    code, out, err = run("bench --game tinybeach --seconds 0.1 --json")
    assert code == 0
    assert json.loads(out)["tinybeach"]["ratio_to_python_chess"] is None
    assert "python-chess is not installed" in err


# Looking things up


def test_rules_is_a_table_of_contents(run: Run) -> None:
    code, out, _ = run("rules tinybeach")
    assert code == 0
    assert "7.3   Where a retreat may go" in out


def test_a_rule_comes_with_its_code_and_its_tests(run: Run) -> None:
    code, out, _ = run("rules tinybeach 7.3")
    assert code == 0
    assert "in code: tinybeach.rules.r07_results.ways_out" in out
    assert "proved by: test_" in out


def test_a_chapter_is_all_of_its_cases(run: Run) -> None:
    code, out, _ = run("rules tinybeach 8")
    assert code == 0
    assert "8.1 Supply" in out
    assert "8.4 Attrition" in out


def test_check_prints_totals_and_finds_no_fault(run: Run) -> None:
    code, out, err = run("check tinybeach")
    assert code == 0
    assert not err
    assert "Allied counters: 6: infantry 4, armour 2" in out
    assert "hexsides: 9: river 9" in out
    assert "units.csv 13" in out


def test_map_draws_a_file(run: Run, tmp_path: Path) -> None:
    pytest.importorskip("bocage.draw")
    code, out, _ = run(f"map tinybeach --scenario dawn --svg {tmp_path / 'map.svg'}")
    assert code == 0
    assert "wrote" in out
    assert (tmp_path / "map.svg").read_text(encoding="utf-8").lstrip().startswith("<")


@pytest.mark.parametrize("name", ["games", "play", "simulate", "replay", "verify", "rules", "map", "check", "bench"])
def test_every_command_explains_itself_with_an_example(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as leaving:
        main([name, "--help"])
    assert leaving.value.code == 0
    text = capsys.readouterr().out
    assert f"examples:\n  bocage {name}" in text


# A player's own data


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    (tmp_path / "tinybeach").mkdir()
    return tmp_path


def test_a_faulty_pack_is_told_with_all_faults_by_file_and_row(run: Run, pack: Path) -> None:
    (pack / "tinybeach" / "weather.csv").write_text("# provenance: printed\ndie,weather\n1,snow\nx,clear\n")
    (pack / "tinybeach" / "wether.csv").write_text("# provenance: printed\ndie,weather\n")
    code, out, err = run(f"check --data {pack} tinybeach")
    assert code == 1
    assert "weather.csv, row 3" in out
    assert "weather.csv, row 4" in out
    assert "wether.csv" in out
    assert "3 faults" in err


def test_a_pack_for_a_game_that_does_not_exist_is_a_fault(run: Run, pack: Path) -> None:
    (pack / "tinybech").mkdir()
    code, out, _ = run(f"check --data {pack} tinybeach")
    assert code == 1
    assert "no game has this id" in out


def test_a_faulty_pack_stops_a_simulation_in_one_line(run: Run, pack: Path) -> None:
    (pack / "tinybeach" / "weather.csv").write_text("# provenance: printed\ndie,weather\n1,snow\nx,clear\n")
    code, out, err = run(f"simulate tinybeach --data {pack}")
    assert code == 2
    assert not out
    assert err.count("\n") == 1
    assert "bocage check lists all" in err


def test_a_good_pack_is_played(run: Run, pack: Path) -> None:
    weather = "".join(f"{die},storm\n" for die in range(1, 7))
    (pack / "tinybeach" / "weather.csv").write_text("# provenance: printed\ndie,weather\n" + weather)
    stormy = read(run, f"simulate tinybeach --games 20 --jobs 1 --json --data {pack}")
    ours = read(run, "simulate tinybeach --games 20 --jobs 1 --json")
    assert stormy["actions"] != ours["actions"]


# Bad input


@pytest.mark.parametrize(
    "words",
    [
        "nonsense",
        "simulate",
        "simulate nogame",
        "simulate tinybech",
        "simulate tinybeach --games 0",
        "simulate tinybeach --games many",
        "simulate tinybeach --games 99999999999999999999",
        "simulate tinybeach --jobs -1",
        "simulate tinybeach --scenario nope",
        "simulate tinybeach --allied nobody",
        "simulate tinybeach --allied human",
        "simulate tinybeach --allied",
        "simulate tinybeach --british random",
        "simulate tinybeach --SIDE random",
        "simulate tinybeach --set weather",
        "simulate tinybeach --set weather=sunny",
        "simulate tinybeach --set tea=black",
        "simulate tinybeach --data /no/such/folder",
        "simulate tinybeach --frobnicate",
        "simulate tinybeach too many words",
        "play",
        "play nogame",
        "play tinybeach --allied nobody",
        "play tinybeach --resume /no/such/file",
        "play tinybeach --save /",
        "play tinybeach --save /dev/null/x",
        "play tinybeach --seed 1 --table-dice",
        "replay",
        "replay /no/such/file",
        "replay /",
        "replay /no/such/file --to minus",
        "verify /no/such/file",
        "verify /",
        "rules nogame",
        "rules tinybeach 99",
        "rules tinybeach 7.3 --coverage",
        "map tinybeach",
        "map nogame --svg x.svg",
        "map tinybeach --svg /no/such/folder/x.svg",
        "map tinybeach --scenario nope --svg x.svg",
        "check nogame",
        "check --data /no/such/folder",
        "bench --game nogame",
        "bench --seconds 0",
        "bench --seconds soon",
        "games --frobnicate",
        "--frobnicate",
    ],
)
def test_bad_input_is_answered_with_one_line_and_exit_code_2(run: Run, words: str) -> None:
    code, out, err = run(words)
    assert code == 2
    assert not out
    assert err.count("\n") == 1
    assert err.startswith("bocage: ")
    assert "Traceback" not in err
    assert len(err) > 20


def test_no_words_at_all_print_the_help(run: Run) -> None:
    code, out, _ = run("")
    assert code == 0
    assert "bocage play tinybeach" in out


def test_a_mistake_of_ours_is_one_line_too(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: Rulebook, __: str) -> None:
        raise ZeroDivisionError("oh\nno")

    monkeypatch.setattr(Rulebook, "under", broken)
    monkeypatch.delenv("BOCAGE_DEBUG", raising=False)
    code, _, err = run("rules tinybeach 7.3")
    assert code == 70
    assert err.count("\n") == 1
    assert "ZeroDivisionError: oh no" in err


# As a process of its own


def bocage(*words: str, **settings: Any) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "bocage", *words], capture_output=True, text=True, timeout=60, check=False, **settings
    )


def test_the_command_runs_as_a_process() -> None:
    done = bocage("rules", "tinybeach", "7.3")
    assert done.returncode == 0
    assert "Where a retreat may go" in done.stdout


def test_a_reader_who_leaves_early_is_no_error() -> None:
    script = f"{sys.executable} -m bocage rules tinybeach --json | head -c 5"
    done = subprocess.run(script, shell=True, capture_output=True, text=True, timeout=60, check=False)  # noqa: S602
    assert not done.stderr


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_a_stop_from_the_keyboard_reports_what_is_done() -> None:
    import signal

    words = [sys.executable, "-m", "bocage", *shlex.split("simulate tinybeach --games 1000000 --jobs 2 --json")]
    running = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert running.stderr is not None
    assert " of 1000000" in running.stderr.readline()  # the first word of progress: some games are done
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=60)
    assert running.returncode == 130
    report = json.loads(out)
    assert report["games"] == report["finished"] > 0
    assert "stopped after" in err
    assert "Traceback" not in err
