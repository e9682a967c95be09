"""The rows of the ladder as docs/ladder.json keeps them: what came out, and each game in short.

Games can be added to a row that knows its games. Of the thinking times it keeps how often each was seen, in hundredths
of
a second: enough for a median over games played in several sittings, and far fewer numbers than all of them.
"""

import contextlib
import os
import statistics
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from bocage.arena.contest import Contest, Played
from bocage.arena.score import report, thought_of
from bocage.kernel.game import Game
from bocage.kernel.points import Points
from bocage.runs.batch import planner_version
from bocage.runs.match import Result

FILE = "ladder.json"
HUNDREDTHS = 100
KEPT = (
    *("games", "a_wins", "b_wins", "draws", "a_interval", "b_interval"),
    *("sides", "pairs", "length", "seed", "positions"),
)
"""What a row keeps of a contest's report."""

Row: TypeAlias = dict[str, Any]
Rows: TypeAlias = dict[str, Row]


class BadLadder(ValueError):
    """What is asked for, or what is kept, cannot be used; the text is one line long."""


class Short(msgspec.Struct, frozen=True, array_like=True):
    """A game in a few bytes."""

    number: int
    winner: int | None
    """The side; none in a draw."""
    score: tuple[Points, ...]
    picks: int
    turns: int
    error: str


def key(contest: Contest) -> str:
    """The name of a row."""
    return f"{contest.game} {contest.scenario} {contest.a} {contest.b}"


def make_row(contest: Contest, fresh: Sequence[Played], before: Row | None) -> Row:
    """A row of these games and of those that it held before."""
    played = [*games_of(contest, before), *fresh]
    found = report(contest, played)
    row = {name: found[name] for name in KEPT}
    for who in "ab":
        row |= _times(who, thought_of(contest, fresh, who), before or {})
    return row | {
        "turns_timed": {who: sum(row[f"{who}_turns"].values()) for who in "ab"},
        "rules": contest.title.version,
        "planner": planner_version(contest.title, (contest.a, contest.b)),
        "errors": len(found["errors"]),
        "each": [_short(contest, one) for one in sorted(played, key=lambda one: one.fixture.number)],
    }


def games_of(contest: Contest, row: Mapping[str, Any] | None) -> list[Played]:
    """The games that a row holds, without their thinking times."""
    return [] if row is None else [_long(contest, short) for short in msgspec.convert(row["each"], list[Short])]


def can_grow(contest: Contest, row: Mapping[str, Any]) -> bool:
    """Whether games may be added to a row: its own are known one by one, with these dice, rules and players."""
    return is_current(contest, row) and row["seed"] == contest.seed and "each" in row


def is_current(contest: Contest, row: Mapping[str, Any]) -> bool:
    """Whether a row was played by the present rules and players of its game, with the same budget."""
    return not age(contest.title, contest.a, contest.b, row) and row["positions"] == contest.budget.positions


def age(game: Game, a: str, b: str, row: Mapping[str, Any]) -> str:
    """What is out of date about a row, in words; nothing where it shows the present players."""
    if row.get("rules") != game.version:
        return "played by earlier rules"
    version = planner_version(game, (a, b))
    # Rows from before versions were noted are those of the first.
    return "played by an earlier planner" if version and row.get("planner", 1) != version else ""


def _short(contest: Contest, one: Played) -> Short:
    result = one.result
    winner = contest.title.sides.index(result.winner) if result.winner else None
    return Short(one.fixture.number, winner, result.score, result.actions + result.forced, one.turns, result.error)


def _long(contest: Contest, short: Short) -> Played:
    fixture = contest.fixture(short.number)
    winner = "" if short.winner is None else contest.title.sides[short.winner]
    result = Result(
        seed=fixture.seed, actions=short.picks, forced=0, winner=winner, score=short.score, error=short.error
    )
    return Played(fixture, result, short.turns)


def _times(who: str, fresh: Sequence[float], before: Mapping[str, Any]) -> Row:
    """How long a player thought in a turn: median and worst, and how often each time was seen."""
    seen = Counter(round(seconds * HUNDREDTHS) for seconds in fresh)
    seen.update({int(time): many for time, many in before.get(f"{who}_turns", {}).items()})
    worst = max([*fresh, before.get(f"{who}_turn_seconds", {}).get("worst", 0.0)])
    median = statistics.median(seen.elements()) / HUNDREDTHS if seen else 0.0
    return {
        f"{who}_turn_seconds": {"median": median, "worst": round(worst, 4)},
        f"{who}_turns": {str(time): seen[time] for time in sorted(seen)},
    }


# --- the file ----------------------------------------------------------------------------------------


def read(folder: Path) -> Rows:
    """The rows that are kept."""
    file = folder / FILE
    try:
        found: Rows = msgspec.json.decode(file.read_bytes(), type=Rows) if file.exists() else {}
    except msgspec.DecodeError as error:
        raise BadLadder(f"{file} is damaged ({error}); take it from version control or remove it") from None
    return found


def write(folder: Path, rows: Rows) -> None:
    """Keep the rows, one to a line."""
    lines = [
        f"{msgspec.json.encode(name).decode()}: {msgspec.json.encode(rows[name]).decode()}" for name in sorted(rows)
    ]
    write_whole(folder / FILE, "{\n" + ",\n".join(lines) + "\n}\n")


def write_whole(file: Path, text: str) -> None:
    """Write a file; a crash leaves the old one or the new."""
    part = file.with_name(f"{file.name}.part")
    part.write_text(text, encoding="utf-8")
    part.replace(file)


@contextlib.contextmanager
def alone(folder: Path) -> Iterator[None]:
    """While one run reads the rows and writes them, another waits: two may play different rows at a time."""
    try:
        import fcntl
    except ImportError:  # not on every system
        yield
        return
    door = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(door, fcntl.LOCK_EX)
        yield
    finally:
        os.close(door)
