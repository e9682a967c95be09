"""What came out of a contest, counted: wins, margins, pairs, length and thinking time.

The margin of a side is its score less the enemy's, in the game's own points; a game that ends differently (an automatic
victory) has none. In a lopsided scenario wins say little, so the two games of a pair are also compared: who made more
of the same side with the same dice?
"""

import math
import statistics
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from bocage.arena.contest import Contest, Played
from bocage.kernel.game import Game
from bocage.kernel.points import Points
from bocage.runs.intervals import mean, wilson


def report(contest: Contest, played: Iterable[Played]) -> dict[str, Any]:
    """The whole result as plain data; the first keys are the ones that scripts rely on."""
    games = sorted(played, key=lambda one: one.fixture.number)
    good = [one for one in games if not one.result.error]
    return {
        **_counts(contest, games, good),
        "a_turn_seconds": _seconds(thought_of(contest, good, "a")),
        "b_turn_seconds": _seconds(thought_of(contest, good, "b")),
        "game": contest.game,
        "scenario": contest.scenario,
        "a": contest.a,
        "b": contest.b,
        **({"against": contest.against} if contest.against else {}),
        "seed": contest.seed,
        "positions": contest.budget.positions,
        "turns_timed": {who: len(thought_of(contest, good, who)) for who in "ab"},
        **_intervals(contest, good),
        "sides": {name: _side(contest, good, side) for side, name in enumerate(contest.title.sides[:2])},
        "pairs": _pairs(contest, good),
        "length": _length(good),
        "not_won": [] if contest.is_mirror else _not_won(contest.title, good),
        "errors": [
            {"seed": one.fixture.seed, "players": one.fixture.players, "error": one.result.error}
            for one in games
            if one.result.error
        ],
    }


def sign(game: Game, one: Played, side: int) -> int:
    """1 when the side won, -1 when it lost, 0 for a draw."""
    winner = one.result.winner
    return 0 if not winner else 1 if winner == game.sides[side] else -1


def margin(one: Played, side: int) -> Points | None:
    """The side's score less the enemy's."""
    score = one.result.score
    return score[side] - score[1 - side] if len(score) > 1 else None


def merit(game: Game, one: Played, side: int) -> tuple[int, float]:
    """The key by which results are compared: won or lost, then by how much; a victory without points tops any other."""
    won, points = sign(game, one, side), margin(one, side)
    return won, math.inf * won if points is None and won else float(points or 0)


def thought_of(contest: Contest, good: Sequence[Played], player: str) -> list[float]:
    """Seconds that a player thought, one number per game turn played."""
    found: list[float] = []
    for one in good:
        for side, name in enumerate(contest.title.sides[:2]):
            if _who(contest, one, side) == player:
                found += one.result.seconds.get(name, [])
    return found


def _who(contest: Contest, one: Played, side: int) -> str:
    """Which of a and b had a side in a game; empty for the third player."""
    if side == one.fixture.side:
        return one.fixture.player
    return "" if contest.against else "b"


def _counts(contest: Contest, games: Sequence[Played], good: Sequence[Played]) -> dict[str, int]:
    """Who won; where a and b do not meet, who had the better result from the same side with the same dice."""
    if contest.against:
        pairs = _pairs(contest, good)
        a, b, draws = pairs["a_better"], pairs["b_better"], pairs["level"]
    else:
        signs = [sign(contest.title, one, one.fixture.side) for one in good]
        a, b, draws = signs.count(1), signs.count(-1), signs.count(0)
    return {"games": len(games), "a_wins": a, "b_wins": b, "draws": draws}


def _intervals(contest: Contest, good: Sequence[Played]) -> dict[str, Any]:
    counts = _counts(contest, good, good)
    many = counts["a_wins"] + counts["b_wins"] + counts["draws"]
    return {f"{who}_interval": _rounded(wilson(counts[f"{who}_wins"], many)) for who in "ab"}


def _side(contest: Contest, good: Sequence[Played], side: int) -> dict[str, Any]:
    """How a and b did with one side; where they are the same player, every game counts for both."""
    return {
        who: _standing(
            contest.title, [one for one in good if contest.is_mirror or _who(contest, one, side) == who], side
        )
        for who in "ab"
    }


def _standing(game: Game, good: Sequence[Played], side: int) -> dict[str, Any]:
    signs = [sign(game, one, side) for one in good]
    margins = [points for one in good if (points := margin(one, side)) is not None]
    return {
        "games": len(good),
        "wins": signs.count(1),
        "draws": signs.count(0),
        "interval": _rounded(wilson(signs.count(1), len(good))),
        "margin": _mean(margins),
    }


def _pairs(contest: Contest, good: Sequence[Played]) -> dict[str, Any]:
    """For the pairs that are complete: who made more of the same side, and by how many points."""
    found: dict[tuple[int, int], list[Played]] = {}
    for one in good:
        key = (one.fixture.seed, one.fixture.side if contest.against else 0)
        found.setdefault(key, []).append(one)
    pairs = [pair for pair in found.values() if len(pair) == 2]
    better, gains = [], []
    for first, second in pairs:
        side = first.fixture.side
        a, b = merit(contest.title, first, side), merit(contest.title, second, side)
        better.append((a > b) - (a < b))
        if (mine := margin(first, side)) is not None and (theirs := margin(second, side)) is not None:
            gains.append(mine - theirs)
    return {
        "a_better": better.count(1),
        "b_better": better.count(-1),
        "level": better.count(0),
        "a_interval": _rounded(wilson(better.count(1), len(pairs))),
        "gain": _mean(gains),
    }


def _not_won(game: Game, good: Sequence[Played]) -> list[dict[str, Any]]:
    """The games that a did not win: what to play again, alone, to learn why."""
    return [
        {"seed": one.fixture.seed, "side": game.sides[one.fixture.side], "winner": one.result.winner}
        for one in good
        if one.fixture.player == "a" and sign(game, one, one.fixture.side) < 1
    ]


def _length(good: Sequence[Played]) -> dict[str, Any]:
    """How long the games were, in picks and in game turns."""
    picks: Callable[[Played], int] = lambda one: one.result.actions + one.result.forced  # noqa: E731
    turns = [one.turns for one in good if one.turns]
    return {
        "picks": _mean([picks(one) for one in good]),
        "turns": _mean(turns),
    }


def _seconds(seconds: Sequence[float]) -> dict[str, Any]:
    return {
        "median": round(statistics.median(seconds), 4) if seconds else 0.0,
        "worst": round(max(seconds), 4) if seconds else 0.0,
    }


def _mean(numbers: Sequence[float]) -> dict[str, Any] | None:
    found = mean(numbers)
    if found is None:
        return None
    middle, low, high = found
    interval = _rounded((low, high)) if math.isfinite(low) else None
    return {"mean": round(middle, 3), "interval": interval, "games": len(numbers)}


def _rounded(interval: tuple[float, float]) -> list[float]:
    return [round(end, 4) for end in interval]
