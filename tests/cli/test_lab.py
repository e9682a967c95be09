"""`bocage simulate -o` and `bocage report` as a user meets them: stopped, killed, resumed, on a cluster."""

import contextlib
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from html import unescape
from pathlib import Path
from typing import TypeAlias

import pytest

from bocage.cli import main
from bocage.games import find_game
from bocage.lab.results import Results
from bocage.lab.results import Run as Keeping
from bocage.runs import Result

Run = Callable[[str], tuple[int, str, str]]
LINUX = pytest.mark.skipif(not Path("/proc").is_dir(), reason="finds the processes to kill in /proc")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def call(line: str) -> tuple[int, str, str]:
        code = main(shlex.split(line))
        output = capsys.readouterr()
        return code, output.out, output.err

    return call


def start(line: str) -> "subprocess.Popen[str]":
    words = [sys.executable, "-m", "bocage", *shlex.split(line)]
    return subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def wait_for(folder: Path, least: int) -> int:
    """Until so many games are kept; how many they are."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        time.sleep(0.05)
        with contextlib.suppress(ValueError):
            many = Results(folder).read()[0].num_rows if (folder / "journal").exists() else 0
            if many >= least:
                return many
    raise AssertionError("no games were kept in a minute")


def seeds(folder: Path) -> list[int]:
    found: list[int] = Results(folder).read()[0]["seed"].to_pylist()
    return found


def told(err: str) -> list[str]:
    """What is said on standard error, but for the progress that a slow machine shows."""
    return [line for line in err.splitlines() if not line.startswith("Playing ")]


def children(pid: int) -> list[int]:
    """The processes that play for a run."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
                if parent == pid and b"spawn_main" in (entry / "cmdline").read_bytes():
                    found.append(int(entry.name))
    return found


def test_results_are_kept_and_the_report_is_a_file(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "r"
    line = f"simulate tinybeach --scenario dawn --games 8 --jobs 2 --json -o {folder}"
    code, out, _ = run(line)
    report = json.loads(out)
    assert code == 0
    assert set(report) == {"games", "finished", "errors", "actions", "seconds", "wins"}
    code, alone, _ = run("simulate tinybeach --scenario dawn --games 8 --jobs 1 --json")
    assert json.loads(alone)["wins"] == report["wins"]
    code, again, _ = run(f"{line} --resume")
    assert code == 0
    assert json.loads(again)["wins"] == report["wins"]
    code, out, _ = run(f"report {folder} -o {tmp_path / 'page.html'}")
    assert code == 0
    assert out.startswith("wrote ")
    assert "<h2>Who wins</h2>" in (tmp_path / "page.html").read_text()


def test_the_command_on_the_page_plays_the_same_games(run: Run, tmp_path: Path) -> None:
    pack = tmp_path / "my pack"
    (pack / "tinybeach").mkdir(parents=True)
    ours = Path(find_game("tinybeach").load.__code__.co_filename).parent / "data"
    (pack / "tinybeach" / "weather.csv").write_bytes((ours / "weather.csv").read_bytes())
    line = f"simulate tinybeach --games 2 --seed 3 --allied greedy --data '{pack}'"
    assert run(f"{line} --jobs 1 -o {tmp_path / 'first'}")[0] == 0
    assert run(f"report {tmp_path / 'first'} -o {tmp_path / 'page.html'}")[0] == 0
    code = re.search(r"<code>(<span>bocage simulate.*?)</code>", (tmp_path / "page.html").read_text())
    assert code is not None
    shown = unescape(re.sub(r"<[^>]+>", "", code[1])).removeprefix("bocage ")
    assert run(f"{shown} --jobs 1 -o {tmp_path / 'second'}")[0] == 0
    assert Results(tmp_path / "first").settings == Results(tmp_path / "second").settings


def test_without_json_it_says_where_the_results_are(run: Run, tmp_path: Path) -> None:
    code, out, _ = run(f"simulate tinybeach --scenario dawn --games 3 --jobs 1 -o {tmp_path / 'r'}")
    assert code == 0
    assert f"bocage report {tmp_path / 'r'} -o report.html" in out


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("simulate tinybeach --resume", "add -o DIR"),
        ("simulate tinybeach --cluster tcp://127.0.0.1:1", "add -o DIR"),
        ("simulate tinybeach --cluster tcp://127.0.0.1:1 --jobs 2 -o {0}/r", "give one of"),
        ("simulate tinybeach --cluster '' --jobs 2 -o {0}/r", "give one of"),
        ("simulate tinybeach -o {0}/file", "holds something else"),
        ("report {0}/none -o {0}/page.html", "there is no such folder"),
        ("report {0} -o {0}/page.html", "holds no results"),
        ("report -o {0}/page.html", "RESULTS"),
        ("report {0}/none -o {0}/new/page.html", "there is no such folder"),
    ],
)
def test_what_cannot_be_done_is_one_line(run: Run, tmp_path: Path, line: str, words: str) -> None:
    (tmp_path / "file").touch()
    code, out, err = run(line.format(tmp_path))
    assert (code, out) == (2, "")
    assert err.startswith("bocage: ")
    assert err.count("\n") == 1
    assert words in err


def test_the_folder_of_a_report_is_made(run: Run, tmp_path: Path) -> None:
    run(f"simulate tinybeach --scenario dawn --games 2 --jobs 1 -o {tmp_path / 'r'}")
    page = tmp_path / "missing" / "dir" / "page.html"
    code, out, _ = run(f"report {tmp_path / 'r'} -o {page}")
    assert code == 0
    assert out.startswith(f"wrote {page}")
    assert page.exists()
    code, _, err = run(f"report {tmp_path / 'r'} -o {tmp_path / 'r'}")
    assert code == 2
    assert "is a folder: name a file in it" in err


@pytest.fixture
def done(run: Run, tmp_path: Path) -> Path:
    """The results of three games."""
    run(f"simulate tinybeach --scenario dawn --games 3 --jobs 1 -o {tmp_path / 'r'}")
    return tmp_path / "r"


def test_a_resumed_run_does_not_count_its_time_for_games_that_were_played_before(run: Run, tmp_path: Path) -> None:
    line = f"simulate tinybeach --scenario dawn --jobs 1 -o {tmp_path / 'r'}"
    _, out, _ = run(f"{line} --games 2")
    first = re.search(r"2 finished, 0 errors, (\d+) actions \(\d+ a game\) in [\d.]+ s: [\d,]+ a second", out)
    assert first
    _, out, _ = run(f"{line} --games 3 --resume")
    both = re.search(r"3 finished, 0 errors, (\d+) actions \(\d+ a game\), (\d+) of them now in [\d.]+ s: ", out)
    assert both
    assert int(both[1]) - int(both[2]) == int(first[1])
    _, out, _ = run(f"{line} --games 3 --resume")
    assert f"{both[1]} actions ({int(both[1]) / 3:.0f} a game), all of them played before\n" in out


MORE = "simulate tinybeach --scenario dawn --games 5 --jobs 1 --json --resume -o"


def test_an_emptied_journal_swallows_no_games(run: Run, done: Path) -> None:
    (done / "journal").write_bytes(b"")
    code, out, _ = run(f"{MORE} {done}")
    assert code == 0
    assert json.loads(out)["games"] == 5
    assert seeds(done) == [1, 2, 3, 4, 5]


def test_a_damaged_journal_is_told_in_one_line_and_the_run_is_whole(run: Run, done: Path) -> None:
    (done / "journal").write_bytes(b"bocage journal 1\n" + bytes(40))
    code, out, err = run(f"{MORE} {done}")
    assert code == 0
    assert json.loads(out)["games"] == 5
    (line,) = told(err)
    assert line.startswith(f"bocage: {done / 'journal'} was damaged: 0 games in it could be read, the others are")
    assert (done / "journal.damaged").exists()


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("journal", b"a letter to my aunt\n", "journal is no journal of bocage"),
        ("games.parquet", b"junk\n", "games.parquet is damaged: put a good copy back"),
        ("turns.parquet", b"junk\n", "turns.parquet is damaged: put a good copy back"),
        ("turns.parquet", b"", "turns.parquet is missing: put it back"),
    ],
)
def test_damage_is_told_in_one_line_before_anything_is_played(
    run: Run, done: Path, name: str, data: bytes, words: str
) -> None:
    (done / name).write_bytes(data) if data else (done / name).unlink()
    before = {file.name: file.read_bytes() for file in done.iterdir()}
    code, out, err = run(f"{MORE} {done}")
    assert (code, out) == (2, "")
    assert words in err
    assert err.count("\n") == 1
    assert {file.name: file.read_bytes() for file in done.iterdir()} == before


def test_damage_that_comes_while_games_are_played_is_one_line_too(
    run: Run, done: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add = Keeping.add

    def spoil(self: Keeping, record: bytes) -> Result:
        (done / "turns.parquet").write_bytes(b"junk\n")
        return add(self, record)

    monkeypatch.setattr(Keeping, "add", spoil)
    code, out, err = run(f"{MORE} {done}")
    assert (code, out) == (2, "")
    (line,) = told(err)
    assert line.startswith("bocage: ")
    assert "turns.parquet is damaged" in line
    assert (done / "journal").exists()


@pytest.mark.parametrize("place", ["-o {0}", ""])
def test_a_run_that_lacks_games_in_the_end_has_failed(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    """Whatever the reason: a script must not take it for a whole one."""
    monkeypatch.setattr("bocage.lab.running.play_here", lambda *_: iter(()))
    monkeypatch.setattr("bocage.cli.simulate.run_batch", lambda *_: (_ for _ in range(0)))
    code, _, err = run(f"simulate tinybeach --games 5 --jobs 1 {place.format(tmp_path / 'r')}")
    assert code == 2
    assert "only 0 of 5 games came out" in err
    assert ("--resume" in err) == bool(place)


def test_other_settings_are_refused_in_one_line(run: Run, tmp_path: Path) -> None:
    run(f"simulate tinybeach --scenario dawn --games 2 --jobs 1 -o {tmp_path / 'r'}")
    code, _, err = run(f"simulate tinybeach --scenario landing --games 2 --jobs 1 -o {tmp_path / 'r'} --resume")
    assert code == 2
    assert "scenario dawn, not landing" in err
    assert err.count("\n") == 1


def test_who_lacks_the_extra_is_told_what_to_install(tmp_path: Path) -> None:
    script = (
        "import sys; sys.modules['pyarrow'] = None; sys.modules['matplotlib'] = None; from bocage.cli import main; "
        f"sys.exit(main(['simulate', 'tinybeach', '-o', {str(tmp_path / 'r')!r}]))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert done.stderr == "bocage: this needs pyarrow: pip install 'bocage[lab]'\n"
    assert not (tmp_path / "r").exists()


@LINUX
def test_a_killed_worker_loses_no_finished_game_and_the_run_ends_complete(tmp_path: Path) -> None:
    folder = tmp_path / "r"
    running = start(f"simulate tinybeach --games 250 --jobs 2 --json -o {folder}")
    wait_for(folder, 10)
    victim = children(running.pid)[0]
    os.kill(victim, signal.SIGKILL)
    kept = set(seeds(folder))
    out, err = running.communicate(timeout=120)
    assert running.returncode == 0, err
    report = json.loads(out)
    assert (report["games"], report["errors"]) == (250, 0)
    assert seeds(folder) == list(range(1, 251))
    assert kept <= set(seeds(folder))


@LINUX
def test_a_killed_run_keeps_every_finished_game_and_is_resumed(tmp_path: Path) -> None:
    folder = tmp_path / "r"
    line = f"simulate tinybeach --games 200 --jobs 2 --json -o {folder}"
    running = start(line)
    wait_for(folder, 10)
    workers = children(running.pid)
    running.kill()
    running.communicate(timeout=60)
    before = Results(folder).read()[0]
    assert before.num_rows >= 10
    end = time.monotonic() + 20
    while any((Path("/proc") / str(worker)).exists() for worker in workers) and time.monotonic() < end:
        time.sleep(0.05)
    assert not [worker for worker in workers if (Path("/proc") / str(worker)).exists()]  # they end with it
    done = subprocess.run(
        [sys.executable, "-m", "bocage", *shlex.split(line), "--resume"],
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    after = Results(folder).read()[0]
    assert after["seed"].to_pylist() == list(range(1, 201))
    rows = {row["seed"]: row for row in after.to_pylist()}
    assert all(rows[row["seed"]] == row for row in before.to_pylist())  # kept, not played again: the times are the same


@pytest.mark.skipif(os.name == "nt", reason="signals")
@pytest.mark.parametrize(
    ("how", "background"), [(signal.SIGINT, False), (signal.SIGTERM, False), (signal.SIGTERM, True)]
)
def test_a_stop_leaves_the_tables_in_order(tmp_path: Path, how: signal.Signals, *, background: bool) -> None:
    folder = tmp_path / "r"
    before = signal.signal(signal.SIGINT, signal.SIG_IGN) if background else None  # as a script's `&` does
    running = start(f"simulate tinybeach --games 100000 --jobs 2 --json -o {folder}")
    if background:
        signal.signal(signal.SIGINT, before)
    wait_for(folder, 5)
    running.send_signal(how)
    out, err = running.communicate(timeout=60)
    assert running.returncode == 130
    assert "--resume goes on" in err
    assert "Traceback" not in err
    assert json.loads(out)["games"] == len(seeds(folder)) >= 5
    assert {file.name for file in folder.iterdir()} == {"run.json", "games.parquet", "turns.parquet"}


# A cluster


Cluster: TypeAlias = tuple[str, list["subprocess.Popen[bytes]"]]


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    """A Dask scheduler and two workers, as processes on this machine: its address, and all three."""
    note = tmp_path / "scheduler.json"
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    place = ["--scheduler-file", str(note), "--no-dashboard"]
    serve = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0", *place]
    work = [sys.executable, "-m", "distributed.cli.dask_worker", "--nthreads", "1", "--no-nanny", *place]
    work += ["--local-directory", str(tmp_path), "--death-timeout", "60"]
    started = [subprocess.Popen(serve, **quiet)]  # type: ignore[call-overload]
    try:
        address = ""
        end = time.monotonic() + 60
        while not address and time.monotonic() < end:
            time.sleep(0.1)
            with contextlib.suppress(OSError, ValueError):  # not there, or not written to the end
                address = json.loads(note.read_text())["address"]
        started += [subprocess.Popen(work, **quiet) for _ in range(2)]  # type: ignore[call-overload]
        yield address, started
    finally:
        for process in reversed(started):
            process.terminate()
        for process in started:
            try:
                process.wait(timeout=20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def test_a_cluster_plays_the_same_games_although_a_worker_dies(cluster: Cluster, tmp_path: Path) -> None:
    address, (_, *workers) = cluster
    folder = tmp_path / "r"
    running = start(f"simulate tinybeach --scenario dawn --games 80 --json -o {folder} --cluster {address}")
    wait_for(folder, 1)
    workers[0].kill()
    out, err = running.communicate(timeout=120)
    assert running.returncode == 0, err
    report = json.loads(out)
    assert (report["games"], report["errors"]) == (80, 0)
    assert seeds(folder) == list(range(1, 81))
    alone = start("simulate tinybeach --scenario dawn --games 80 --json --jobs 1")
    out, _ = alone.communicate(timeout=120)
    assert json.loads(out)["wins"] == report["wins"]


def test_a_scheduler_that_dies_is_one_line_and_what_is_finished_is_kept(cluster: Cluster, tmp_path: Path) -> None:
    address, (scheduler, *_) = cluster
    folder = tmp_path / "r"
    line = f"simulate tinybeach --scenario dawn --json -o {folder}"
    running = start(f"{line} --games 100000 --cluster {address}")
    wait_for(folder, 3)
    scheduler.kill()
    out, err = running.communicate(timeout=120)
    assert (running.returncode, out) == (2, "")
    kept = len(seeds(folder))
    assert told(err) == [f"bocage: the scheduler at {address} went away; {kept} games are kept, --resume goes on"]
    assert {file.name for file in folder.iterdir()} == {"run.json", "games.parquet", "turns.parquet"}


def test_a_cluster_that_is_not_there_is_one_line_and_its_folder_can_be_used(run: Run, tmp_path: Path) -> None:
    running = start(f"simulate tinybeach --games 3 -o {tmp_path / 'r'} --cluster tcp://127.0.0.1:9")
    _, err = running.communicate(timeout=120)
    assert running.returncode == 2
    assert "there is no Dask scheduler at tcp://127.0.0.1:9" in err.splitlines()[-1]
    assert "Traceback" not in err
    code, _, err = run(f"simulate tinybeach --scenario dawn --games 2 --jobs 1 -o {tmp_path / 'r'}")
    assert code == 0, err


def test_what_is_no_address_is_told_at_once_and_makes_no_folder(tmp_path: Path) -> None:
    running = start(f"simulate tinybeach --games 3 -o {tmp_path / 'r'} --cluster nonsense://x")
    _, err = running.communicate(timeout=120)
    assert running.returncode == 2
    assert err == "bocage: 'nonsense://x' is no address of a Dask scheduler: it looks like tcp://name:8786\n"
    assert not (tmp_path / "r").exists()
