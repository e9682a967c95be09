"""Many games over processes: nothing is lost, nothing is played twice."""

import os
import signal
from pathlib import Path

import pytest

from bocage.games import find_game
from bocage.runs import batch as batches
from bocage.runs.batch import Batch, play_slice, run_batch
from bocage.runs.match import Result, play_game


def some(games: int, seed: int = 1) -> Batch:
    return Batch(
        game="tinybeach", scenario="landing", options={"weather": "rolled"}, players={}, seed=seed, games=games
    )


def test_every_seed_is_played_once_in_one_process() -> None:
    results = [result for lot in run_batch(some(20), jobs=1) for result in lot]
    assert [result.seed for result in results] == list(range(1, 21))


def test_processes_play_the_same_games_as_one_does() -> None:
    alone = {result.seed: result for lot in run_batch(some(24), jobs=1) for result in lot}
    shared = [result for lot in run_batch(some(24), jobs=2) for result in lot]
    assert sorted(result.seed for result in shared) == sorted(alone)
    assert all(result == alone[result.seed] for result in shared)


def test_a_batch_game_can_be_played_again_alone() -> None:
    game = find_game("tinybeach")
    assert play_slice(some(1, seed=77))[0] == play_game(game, "landing", {"weather": "rolled"}, seed=77)


def test_a_slice_hands_in_what_fits_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches, "SLICE", 0.0)
    assert len(play_slice(some(10))) == 1


def test_an_error_is_a_result_with_its_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> Result:
        raise KeyError("a rule\nfailed")

    monkeypatch.setattr(batches, "play_game", fail)
    [result] = play_slice(some(1, seed=5))
    assert result.seed == 5
    assert "KeyError" in result.error
    assert "\n" not in result.error


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="finds the processes to kill in /proc")
def test_a_killed_worker_loses_no_finished_game_and_the_batch_ends_complete() -> None:
    """The processes are new children of ours; one of them is killed while it works."""
    before, killed = children(), 0
    results = []
    for lot in run_batch(some(2_000), jobs=2):
        results += lot
        if not killed:  # the first results are in, most games are still to be played
            killed = next(child for child in children() - before if is_worker(child))
            os.kill(killed, signal.SIGKILL)
    assert sorted(result.seed for result in results) == list(range(1, 2_001))


def is_worker(child: int) -> bool:
    return b"spawn_main" in (Path("/proc") / str(child) / "cmdline").read_bytes()


def children() -> set[int]:
    found = set()
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[1]) == os.getpid():
                found.add(int(entry.name))
    return found
