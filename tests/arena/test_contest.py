"""The arena counts right, and nothing but the seed decides."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from bocage.arena import Contest, Played, play_contest, report
from bocage.arena.contest import Fixture
from bocage.arena.score import merit
from bocage.players.player import Budget
from bocage.runs.intervals import mean, wilson
from bocage.runs.match import Result

SMALL = Budget(positions=8)


def contest(**settings: Any) -> Contest:
    usual: dict[str, Any] = {"game": "tinybeach", "scenario": "dawn", "a": "greedy", "b": "random", "games": 6}
    return Contest(**{**usual, "budget": SMALL, **settings})


def timeless(found: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in found.items() if not key.endswith("turn_seconds")}


def played(number: int, seed: int, side: int, winner: str, score: tuple[int, ...], error: str = "") -> Played:
    sides = ("Allied", "German")
    players = {sides[side]: "greedy", sides[1 - side]: "random"}
    seconds = {sides[side]: [1.0, 3.0], sides[1 - side]: [0.5]}
    result = Result(seed, 10, 2, winner=winner, score=score, error=error, seconds=seconds)
    return Played(Fixture(number, seed, "a", side, players), result, 3)


def fixtures_of(some: Contest) -> list[Fixture]:
    return [some.fixture(number) for number in range(some.games)]


def test_both_games_of_a_pair_have_one_seed_and_changed_sides() -> None:
    fixtures = fixtures_of(contest(seed=40))
    assert [one.seed for one in fixtures] == [40, 40, 41, 41, 42, 42]
    assert fixtures[0].players == {"Allied": "greedy", "German": "random"}
    assert fixtures[1].players == {"Allied": "random", "German": "greedy"}
    assert {one.player for one in fixtures} == {"a"}


def test_a_player_against_itself_never_plays_a_game_twice_and_every_game_tells_of_both_sides() -> None:
    mirror = contest(a="random", b="random", seed=40)
    assert [(one.seed, one.side) for one in fixtures_of(mirror)] == [
        (40, 0),
        (41, 1),
        (42, 0),
        (43, 1),
        (44, 0),
        (45, 1),
    ]
    found = report(mirror, [played(0, 40, 0, "Allied", (5, 1)), played(1, 41, 1, "Allied", (6, 1))])
    assert (found["a_wins"], found["b_wins"]) == (1, 1)
    for who in "ab":
        assert (found["sides"]["Allied"][who]["games"], found["sides"]["Allied"][who]["wins"]) == (2, 2)
        assert found["sides"]["German"][who]["wins"] == 0
    assert found["pairs"]["a_better"] + found["pairs"]["b_better"] + found["pairs"]["level"] == 0


def test_against_a_third_player_both_play_the_same_games() -> None:
    fixtures = fixtures_of(contest(a="greedy", b="planner-quick", against="random", games=8))
    assert [(one.seed, one.side, one.player) for one in fixtures[:4]] == [
        (1, 0, "a"),
        (1, 0, "b"),
        (1, 1, "a"),
        (1, 1, "b"),
    ]
    assert fixtures[3].players == {"German": "planner-quick", "Allied": "random"}
    assert fixtures[4].seed == 2


@pytest.mark.parametrize(
    ("players", "games", "group"),
    [
        ({"a": "greedy", "b": "random"}, 6, 2),
        ({"a": "greedy", "b": "random", "against": "random"}, 8, 4),
        ({"a": "random", "b": "random"}, 5, 1),
    ],
)
def test_games_come_in_whole_groups_in_whatever_order_they_end(players: dict[str, str], games: int, group: int) -> None:
    one = contest(**players, games=5).in_whole_groups()
    assert (one.games, one.group) == (games, group)
    ended = [Played(one.fixture(number), Result(seed=1, actions=0, forced=0)) for number in (1, 0, 3, 2, 4)]
    whole = [game.fixture.number for game in one.whole(ended)]
    assert whole == list(range(5 // group * group))
    assert one.whole(ended[:-1]) == (ended[1::-1] + ended[3:1:-1])


def test_one_process_and_two_give_the_same_report() -> None:
    one = contest()
    first, second = report(one, play_contest(one, 1)), report(one, play_contest(one, 2))
    assert timeless(first) == timeless(second)
    assert json.dumps(first)
    assert first["games"] == first["a_wins"] + first["b_wins"] + first["draws"] == 6


def test_another_seed_gives_other_games() -> None:
    lengths = {report(one, play_contest(one))["length"]["picks"]["mean"] for one in (contest(), contest(seed=90))}
    assert len(lengths) == 2


def test_wins_margins_pairs_and_times_are_counted_by_player_and_side() -> None:
    games = [
        played(0, 1, 0, "Allied", (9, 0)),  # a wins with the Allies
        played(1, 1, 1, "Allied", (4, 0)),  # and loses as German, by less
        played(2, 2, 0, "German", (2, 0)),
        played(3, 2, 1, "", (3, 0)),
        played(4, 3, 0, "", (), error="Refused: no"),
    ]
    found = report(contest(games=5), games)
    assert list(found)[:6] == ["games", "a_wins", "b_wins", "draws", "a_turn_seconds", "b_turn_seconds"]
    assert (found["games"], found["a_wins"], found["b_wins"], found["draws"]) == (5, 1, 2, 1)
    assert found["a_turn_seconds"] == {"median": 2.0, "worst": 3.0}
    assert found["b_turn_seconds"] == {"median": 0.5, "worst": 0.5}
    assert found["sides"]["Allied"]["a"]["margin"]["mean"] == 5.5
    assert found["sides"]["Allied"]["b"]["wins"] == 1
    assert found["sides"]["German"]["a"]["margin"]["mean"] == -3.5
    assert found["pairs"]["a_better"] == 1  # 9 points against 4 with the first dice
    assert found["pairs"]["b_better"] == 1  # a lost with 2 points where b drew with 3
    assert found["pairs"]["gain"]["mean"] == 2.0
    assert [error["seed"] for error in found["errors"]] == [3]
    assert found["not_won"] == [
        {"seed": 1, "side": "German", "winner": "Allied"},
        {"seed": 2, "side": "Allied", "winner": "German"},
        {"seed": 2, "side": "German", "winner": ""},
    ]


def test_against_a_third_player_the_better_result_with_the_same_side_wins() -> None:
    one = contest(a="greedy", b="random", against="random", games=8)
    found = report(one, play_contest(one))
    pairs = found["pairs"]
    assert (found["a_wins"], found["b_wins"], found["draws"]) == (pairs["a_better"], pairs["b_better"], pairs["level"])
    assert found["a_wins"] + found["b_wins"] + found["draws"] == 4
    assert found["sides"]["German"]["a"]["games"] == 2


def test_a_victory_without_points_tops_one_by_points() -> None:
    game = contest().title
    automatic, narrow = played(0, 1, 0, "Allied", ()), played(1, 1, 0, "Allied", (9, 0))
    lost = played(2, 1, 0, "German", ())
    assert merit(game, automatic, 0) > merit(game, narrow, 0) > merit(game, lost, 0)
    assert merit(game, lost, 1) == merit(game, automatic, 0), "whichever side it is that wins"


def test_a_player_that_fails_is_an_error_and_the_contest_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    from bocage.players.greedy import GreedyPlayer

    def fails(*_: object) -> None:
        raise ZeroDivisionError("lost\nmy mind")

    monkeypatch.setattr(GreedyPlayer, "choose", fails)
    one = contest(games=2)
    found = report(one, play_contest(one))
    assert [error["error"] for error in found["errors"]] == ["ZeroDivisionError: lost my mind"] * 2
    assert (found["games"], found["a_wins"], found["a_interval"]) == (2, 0, [0.0, 1.0])


class Fragile(Contest, frozen=True, kw_only=True):
    """A contest in which one process dies in the middle of a game, once."""

    flag: Path

    def play(self, fixture: Fixture) -> Played:
        if fixture.number == 3 and not self.flag.exists():
            self.flag.touch()
            os._exit(9)
        return super().play(fixture)


def test_a_process_that_dies_loses_no_game(tmp_path: Path) -> None:
    usual: dict[str, Any] = {"game": "tinybeach", "scenario": "dawn", "a": "random", "b": "random", "games": 8}
    one = Fragile(**usual, flag=tmp_path / "died")
    found = report(one, play_contest(one, 2))
    assert (tmp_path / "died").exists()
    whole = Contest(**usual)
    assert timeless(found) == timeless(report(whole, play_contest(whole)))


def test_wilson_agrees_with_the_textbook() -> None:
    low, high = wilson(8, 10)
    assert (round(low, 3), round(high, 3)) == (0.490, 0.943)
    assert wilson(0, 10)[0] == 0.0
    assert wilson(10, 10)[1] == pytest.approx(1.0)
    assert wilson(0, 0) == (0.0, 1.0)


def test_the_interval_of_a_mean_is_students() -> None:
    found = mean([1.0, 2.0, 3.0, 4.0])
    assert found is not None
    assert found[0] == 2.5
    assert found[2] - found[0] == pytest.approx(3.182 * 1.29099 / 2, rel=1e-4)
    assert mean([]) is None
