"""Processes that die are replaced, alone, and their work is done again."""

import os
import time
from collections import deque
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bocage.runs.pool import PATIENCE, Broken, Pool


def double(task: int) -> int:
    return 2 * task


def die_once(folder: str, task: int) -> int:
    """Task 5 takes its first process with it."""
    mark = Path(folder) / "died"
    if task == 5 and not mark.exists():
        mark.touch()
        os._exit(9)
    return task


def die_always(task: int) -> int:
    if task == 5:
        os._exit(9)
    return task


def die_slowly(folder: str, task: int) -> int:
    """Who plays what, so that one can see that only the dead process's work is done again."""
    if task == 0 and not (Path(folder) / "died").exists():
        (Path(folder) / "died").touch()
        time.sleep(0.3)
        os._exit(9)
    with (Path(folder) / f"log{task}").open("a") as log:
        log.write("x")
    time.sleep(0.25)
    return task


def nap(task: int) -> int:
    time.sleep(0.002)
    return task


class Refuses:
    """Cannot be made in another process."""

    def __reduce__(self) -> tuple[object, ...]:
        return (os._exit, (3,))


def flat(lots: object) -> list[int]:
    return [result for lot in lots for result in lot]  # type: ignore[attr-defined]


def test_every_task_is_done_once() -> None:
    assert sorted(flat(Pool[int, int](2, double).run(range(200), 200, double))) == [2 * n for n in range(200)]


def test_short_tasks_do_not_wake_us_one_by_one() -> None:
    lots = list(Pool[int, int](2, nap).run(range(400), 400, nap))
    assert sorted(flat(lots)) == list(range(400))
    assert len(lots) < 300  # one by one it was 400; at rest some tens come in each lot, on a busy machine a few


def test_a_task_that_kills_its_process_once_is_done_again(tmp_path: Path) -> None:
    results = flat(Pool[int, int](2, die_once, str(tmp_path)).run(range(20), 20, lambda task: -task))
    assert sorted(results) == list(range(20))


def test_a_task_that_no_process_survives_is_given_up_and_the_rest_is_done() -> None:
    results = flat(Pool[int, int](2, die_always).run(range(12), 12, lambda task: -task))
    assert sorted(results) == sorted({*range(12), -5} - {5})


def test_the_other_process_goes_on_when_one_dies(tmp_path: Path) -> None:
    results = flat(Pool[int, int](2, die_slowly, str(tmp_path)).run(range(4), 4, lambda task: -task))
    assert sorted(results) == [0, 1, 2, 3]
    assert [(tmp_path / f"log{task}").read_text() for task in range(4)] == ["x"] * 4


@pytest.mark.parametrize("end", [Broken, KeyboardInterrupt])
def test_what_was_heard_before_the_end_is_handed_on(end: type[BaseException], monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[int] = []
    hear = Pool._hear

    def break_off(*words: Any) -> list[int]:
        if len(heard) >= 20:
            raise end
        found: list[int] = hear(*words)
        heard.extend(found)
        return found

    monkeypatch.setattr(Pool, "_hear", break_off)
    got: list[list[int]] = []
    with pytest.raises(end):
        got.extend(Pool[int, int](2, nap).run(range(400), 400, nap))
    assert flat(got) == heard
    assert len(heard) >= 20


def test_processes_that_never_start_are_given_up() -> None:
    with pytest.raises(Broken):
        flat(Pool[int, int](2, double, Refuses()).run(range(PATIENCE), PATIENCE, double))


def test_nobody_rests_while_a_process_has_only_the_game_it_is_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever ends that game would wait: two processes had played 1.75 times as much as one, not 1.9 times."""
    pool: Pool[int, int] = Pool(2, abs)
    slept: list[float] = []
    monkeypatch.setattr("bocage.runs.pool.time.sleep", slept.append)
    monkeypatch.setattr(pool, "_pace", lambda: 0.1)
    for many, rests in ((1, 0), (2, 1)):
        pool._workers = {n: SimpleNamespace(given=deque(range(many))) for n in range(2)}  # type: ignore[misc]
        pool._rest()
        assert len(slept) == rests
