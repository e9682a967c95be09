"""The soak: what it counts, and how it fails."""

import argparse
import random
from collections import Counter
from typing import Any

import pytest
from tests.kernel.treasure import TREASURE, Sail, Sea

from bocage.games import find_game
from bocage.kernel import flow
from bocage.kernel.actions import Action
from bocage.kernel.session import Session
from bocage.kernel.verdict import Because
from bocage.testing.fuzz import Fuzzer, fuzz_session
from bocage.testing.near_misses import ASKED
from bocage.testing.secrecy import WORLDS
from bocage.tools import soak
from bocage.tools.soak import Task


def fuzzer(seed: int = 1) -> Fuzzer:
    return Fuzzer(TREASURE, TREASURE.board(), random.Random(seed))


def test_a_session_stands_up_to_bad_actions_and_answers_each_with_a_code() -> None:
    codes, source = Counter[str](), fuzzer()
    while codes.total() < 5000:
        codes.update(fuzz_session(Session.open(TREASURE, seed=1), source, 500))
    expected = {
        "empty", "illegal", "not-a-number", "not-text", "taken", "too-long", "unknown-space", "unknown-unit",
        "unknown-verb", "wrong-arguments",
    }  # fmt: skip
    assert codes.keys() == expected


def test_the_same_seed_makes_the_same_bad_actions() -> None:
    def made(seed: int) -> list[Any]:
        source = fuzzer(seed)
        return [source.text(["sail Rosa Palm", "stop"]) for _ in range(200)]

    assert made(1) == made(1) != made(2)


def test_well_formed_nonsense_is_well_formed() -> None:
    source, g = fuzzer(), TREASURE.new()
    for _ in range(300):
        action = source.action()
        assert TREASURE.parse(g, TREASURE.format(g, action)) == action


def test_a_rule_that_breaks_on_a_bad_action_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Sail, "refuse", lambda _frame, _g, action: {}[action])
    session = Session.open(TREASURE, seed=1)
    session.pick("hide Palm")
    with pytest.raises(KeyError):
        fuzz_session(session, fuzzer(), 2000)


def test_a_refusal_that_changes_the_state_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    original = Sail.refuse

    def refuse(self: Sail, g: Sea, action: Action) -> Any:
        g.tired[0] += 1
        return original(self, g, action)

    monkeypatch.setattr(Sail, "refuse", refuse)
    session = Session.open(TREASURE, seed=1)
    session.pick("hide Palm")
    with pytest.raises(AssertionError, match="a refused action changed the state"):
        fuzz_session(session, fuzzer(), 40)


def test_a_task_plays_one_game_and_counts_what_it_met() -> None:
    report = soak.run(Task("tinybeach", "dawn", 5))
    assert report.failure == ""
    assert report.result in ("Allied victory", "Draw", "German victory")
    assert report.counts["picks"] > 50
    assert report.counts[soak.FRAME + "Movement"] > 0
    assert report.counts[soak.FRAME + "Attrition"] > 0
    assert report.counts[WORLDS] > 0


def test_a_task_sends_bad_actions_over_several_games() -> None:
    report = soak.run(Task("tinybeach", "dawn", 5, fuzz=3000))
    assert report.failure == ""
    assert sum(report.counts.values()) == 3000


def test_a_failure_is_reported_with_its_seed() -> None:
    report = soak.run(Task("tinybeach", "dawn", 5, limit=10))
    assert "seed 5, pick 10" in report.failure
    assert "the game has not ended after 10 picks" in report.failure


def test_the_command_tells_what_was_met_and_ends_well(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        soak.main(
            ["--game", "tinybeach", "--games", "2", "--every", "7", "--fuzz", "500", "--near", "900", "--jobs", "1"]
        )
        == 0
    )
    told = capsys.readouterr().out
    for word in (
        "Random games",
        "landing",
        "dawn",
        "Frames",
        "RetreatStep",
        "Bad actions",
        "unknown-verb",
        "Near misses",
    ):
        assert word in told


def test_the_command_ends_at_the_first_failure_and_says_how_to_see_it_again(
    capsys: pytest.CaptureFixture[str],
) -> None:
    arguments = [
        "--game",
        "tinybeach",
        "--scenario",
        "dawn",
        "--games",
        "9",
        "--fuzz",
        "0",
        "--near",
        "0",
        "--jobs",
        "1",
        "--limit",
        "9",
    ]
    assert soak.main(arguments) == 1
    told = capsys.readouterr().err
    assert "FAILED: tinybeach dawn" in told
    assert "--game tinybeach --scenario dawn --seed 1 --fuzz 0 --near 0 --games 1 --jobs 1" in told


def test_an_unknown_game_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        soak.main(["--game", "chess"])
    assert "there is no game 'chess'" in capsys.readouterr().err


def test_work_is_divided_over_processes() -> None:
    work = [Task("tinybeach", "dawn", seed, every=20) for seed in (1, 2)]
    found = sorted(soak.reports(work, jobs=2), key=lambda report: report.task.seed)
    assert [report.task for report in found] == work
    assert not any(report.failure for report in found)


def test_a_step_that_is_never_reached_is_told_as_never_met() -> None:
    never, met = soak._frames(TREASURE, Counter({soak.FRAME + "Sail": 3}))
    assert met == "Sail 3"
    assert "Nod" in never.split(", ")
    assert "Roll" not in never.split(", ")


def test_near_misses_are_spread_evenly_over_games_and_scenarios() -> None:
    options = argparse.Namespace(scenario=None, games=0, every=None, limit=100, seed=1, fuzz=0, near=24_000)
    work = soak.tasks([find_game("tinybeach"), TREASURE], options)
    asked = Counter[str]()
    for task in work:
        asked[task.game] += task.near
    assert asked == {"tinybeach": 12_000, "treasure": 12_000}
    assert {task.scenario for task in work if task.game == "tinybeach"} == {"landing", "dawn"}


def test_a_task_asks_about_near_misses_and_one_without_a_rule_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    task = Task("tinybeach", "dawn", 5, every=9, near=300)
    assert soak.run(task).counts[ASKED] >= 300
    monkeypatch.setattr(flow, "why_not", lambda _g, _action: Because("", "so there"))
    assert "is refused without a rule" in soak.run(task).failure
    assert "--near 300 --games 0" in task.again
