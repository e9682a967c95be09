"""The ladder: who beats whom in every game and scenario, kept in docs/ladder.json and shown in docs/ladder.md.

`python -m bocage.arena.ladder` (or `make ladder`) plays what is missing, row by row. A row that was finished with the
present rules and players and the same budget stays, and so does its seed unless another is asked for; if more games are
asked for, only those that it lacks are played. Stop at any time and go on later. `--game`, `--scenario`, `--a` and
`--b` choose rows, `--again` plays them over.
"""

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from bocage.arena.contest import Contest, Played, play_contest
from bocage.arena.page import PAIRINGS, page
from bocage.arena.rows import (
    BadLadder,
    Row,
    alone,
    can_grow,
    games_of,
    is_current,
    key,
    make_row,
    read,
    write,
    write_whole,
)
from bocage.games import find_game, ids
from bocage.players.player import Budget
from bocage.players.registry import names
from bocage.runs.pool import Broken
from bocage.tools.progress import progress

DOCS = Path(__file__).parents[3] / "docs"
GAMES = 20
FIRST_SEED = 1
EVERY = 60.0
"""Seconds after which the games that a row has gained are kept: a kill loses no more than that."""


def contests(options: argparse.Namespace) -> Iterator[Contest]:
    """Every row that is asked for, in the order of the table."""
    for game in [options.game] if options.game else ids():
        for scenario in find_game(game).scenarios:
            for a, b in PAIRINGS:
                chosen = (options.scenario, scenario.id), (options.a, a), (options.b, b)
                if all(wanted in (None, found) for wanted, found in chosen):
                    yield Contest(
                        game=game,
                        scenario=scenario.id,
                        a=a,
                        b=b,
                        games=options.games,
                        seed=FIRST_SEED if options.seed is None else options.seed,
                        budget=Budget(positions=options.positions),
                    ).in_whole_groups()


def is_done(contest: Contest, row: Row | None) -> bool:
    """Whether a row has as many games as are asked for, with these dice."""
    return (
        row is not None
        and is_current(contest, row)
        and int(row["games"]) >= contest.games
        and row["seed"] == contest.seed
    )


def climb(options: argparse.Namespace) -> int:
    """Play the rows that are asked for."""
    if options.games < 1 or options.jobs < 1 or options.positions < 1 or (options.seed or 0) < 0:
        raise BadLadder("games, jobs and positions are at least 1, and the seed is not below 0")
    if not options.folder.is_dir():
        raise BadLadder(f"there is no folder {options.folder}")
    wanted = [] if options.page else list(contests(options))
    if not (wanted or options.page):
        raise BadLadder("no row of the ladder is that")
    for contest in wanted:
        if code := play_row(contest, options):
            return code
    write_page(options.folder)
    return 0


def play_row(contest: Contest, options: argparse.Namespace) -> int:
    """Play what a row lacks; the exit code, if that is the end."""
    row = read(options.folder).get(key(contest))
    if row is not None and options.seed is None:
        contest = msgspec.structs.replace(contest, seed=row["seed"])
    if is_done(contest, row) and not options.again:
        return 0
    sitting = Sitting(contest, row, options.folder, again=options.again)
    try:
        finished = sitting.play(options.jobs)
    except Broken as broken:
        sys.stderr.write(f"ladder: {broken}\n")
        return 1
    if not finished:
        sys.stderr.write(f"ladder: stopped; {sitting.outcome()}\n")
        return 130
    if row := sitting.row:
        sys.stdout.write(f"{key(contest)}: {row['a_wins']} to {row['b_wins']}, {row['draws']} draws\n")
    return 0


class Sitting:
    """A row while it is played: the games that it lacks, kept in whole pairs now and then and at the end."""

    def __init__(self, contest: Contest, old: Row | None, folder: Path, *, again: bool) -> None:
        self.contest, self.folder, self.again = contest, folder, again
        current = old if old is not None and is_current(contest, old) and not again else None
        self.before = current if current is not None and can_grow(contest, current) else None
        self.floor = 0 if current is None or self.before is not None else int(current["games"])
        """A row that is valid but cannot be added to gives way only to a longer one."""
        known = {one.fixture.number for one in games_of(contest, self.before)}
        self.numbers = [number for number in range(contest.games) if number not in known]
        self.fresh: list[Played] = []
        self.row: Row | None = None
        """The row as it was entered last."""

    def play(self, jobs: int) -> bool:
        """Play; returns whether it was played to the end."""
        contest = self.contest
        kept = time.monotonic()
        try:
            with progress(
                f"{contest.game} {contest.scenario}: {contest.a} against {contest.b}", len(self.numbers)
            ) as bar:
                for one in play_contest(contest, jobs, self.numbers):
                    self.fresh.append(one)
                    bar.advance()
                    if time.monotonic() > kept + EVERY:
                        self.keep()
                        kept = time.monotonic()
        except KeyboardInterrupt:
            return False
        finally:
            self.keep()
        return True

    def keep(self) -> None:
        """Enter what is finished."""
        whole = self.contest.whole(self.fresh)
        if whole and len(whole) >= min(self.floor + 1, len(self.numbers)):
            self.row = make_row(self.contest, whole, self.before)
            enter(self.folder, key(self.contest), self.row)

    def outcome(self) -> str:
        """What a stop has left of the row."""
        if self.row is None and self.floor:
            return f"the row of {self.floor} games stays, because it has more"
        if self.row is None:
            return "no pair was finished, the row stays as it was"
        if self.again:
            return (
                f"{self.row['games']} games have taken the place of the old row; without --again it goes on from there"
            )
        return f"{self.row['games']} games are kept; the same command goes on from there"


def enter(folder: Path, name: str, row: Row) -> None:
    """Put a row among the others, which another run may have added to in the meantime."""
    with alone(folder):
        rows = read(folder)
        rows[name] = row
        write(folder, rows)
        write_whole(folder / "ladder.md", page(rows))


def write_page(folder: Path) -> None:
    """Write the page again, even if nothing was to be played: its words, or the players, may have changed."""
    with alone(folder):
        write_whole(folder / "ladder.md", page(read(folder)))


def main(words: Sequence[str] | None = None) -> int:
    """Play what is missing and write the table after every row."""
    parser = argparse.ArgumentParser(prog="make ladder", description="Remake the table in docs/ladder.md.")
    parser.add_argument("--game", choices=ids(), help="only this game")
    parser.add_argument("--scenario", help="only this scenario")
    parser.add_argument("--a", choices=names(), help="only rows with this first player")
    parser.add_argument("--b", choices=names(), help="only rows with this second player")
    parser.add_argument(
        "--games",
        type=int,
        default=GAMES,
        help=f"games a row (default {GAMES}), in whole pairs; a row that has some gets the others",
    )
    parser.add_argument(
        "--seed", type=int, help=f"seed of the first pair (default {FIRST_SEED}; a row that is there keeps its own)"
    )
    parser.add_argument("--jobs", type=int, default=1, help="processes (default 1)")
    usual = Budget().positions
    parser.add_argument(
        "--positions", type=int, default=usual, help=f"positions greedy looks at for a pick (default {usual})"
    )
    parser.add_argument(
        "--again",
        action="store_true",
        help="play finished rows over; what was there goes when the first new pairs are kept",
    )
    parser.add_argument("--page", action="store_true", help="play nothing; rewrite the page from its rows")
    parser.add_argument("--folder", type=Path, default=DOCS, help=argparse.SUPPRESS)
    options = parser.parse_args(words)
    try:
        return climb(options)
    except BadLadder as error:
        sys.stderr.write(f"ladder: {error}\n")
        return 2


if __name__ == "__main__":
    sys.exit(main())
