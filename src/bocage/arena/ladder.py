"""The ladder: who beats whom in every game and scenario, kept in docs/ladder.json and shown in docs/ladder.md.

`python -m bocage.arena.ladder` (or `make ladder`) plays what is missing, row by row. A row that was finished with the
present rules and the same budget stays, and so does its seed unless another is asked for; stop at any time and go on
later. `--game`, `--scenario`, `--a` and `--b` choose rows, `--again` plays them anew.
"""

import argparse
import os
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from bocage.ai.player import Budget
from bocage.ai.pool import Broken
from bocage.ai.registry import names
from bocage.arena.contest import Contest, Played, play_contest
from bocage.arena.score import report
from bocage.games import find_game, ids
from bocage.testing.progress import Bar

DOCS = Path(__file__).parents[3] / "docs"
PAIRINGS = (("planner", "random"), ("planner", "greedy"), ("greedy", "random"), ("planner", "planner"))
GAMES = 20
FIRST_SEED = 1
KEPT = (
    *("games", "a_wins", "b_wins", "draws", "a_interval", "b_interval", "a_turn_seconds", "b_turn_seconds"),
    *("turns_timed", "sides", "pairs", "length", "seed", "positions"),
)
"""What a row keeps of a contest's report."""

Rows = dict[str, dict[str, Any]]


class BadLadder(ValueError):
    """What is asked for, or what is kept, cannot be used; the text is one line."""


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
                    )


def key(contest: Contest) -> str:
    """The name of a row."""
    return f"{contest.game} {contest.scenario} {contest.a} {contest.b}"


def is_done(contest: Contest, rows: Rows, seed: int | None) -> bool:
    """Whether a row has as many games as are asked for, and with the dice that are, if any."""
    row = rows.get(key(contest))
    return (
        row is not None
        and is_current(contest, row)
        and int(row["games"]) >= contest.games
        and seed in (None, row["seed"])
    )


def is_current(contest: Contest, row: Mapping[str, Any]) -> bool:
    """Whether a row was played by the present rules of its game, with the same budget."""
    return (row.get("rules"), row["positions"]) == (contest.title.version, contest.budget.positions)


def play(contest: Contest, jobs: int, rows: Rows) -> str:
    """Play a row and enter it; if it was stopped, what became of its games, in a few words.

    One that was stopped is entered with its whole pairs, unless the old row still holds and has more.
    """
    played: list[Played] = []
    stopped = False
    title = f"{contest.game} {contest.scenario}: {contest.a} against {contest.b}"
    try:
        with Bar(title, contest.games) as bar:
            for one in play_contest(contest, jobs):
                played.append(one)
                bar.step()
    except KeyboardInterrupt:
        stopped = True
        played = whole_pairs(contest, played)
    old = rows.get(key(contest))
    known = int(old["games"]) if old is not None and is_current(contest, old) else 0
    if stopped and len(played) <= known:
        return f"stopped; the row of {known} games stays" if known else "stopped before a pair was finished"
    found = report(contest, played)
    more = {"rules": contest.title.version, "errors": len(found["errors"]), "busy": is_busy()}
    rows[key(contest)] = {name: found[name] for name in KEPT} | more
    return f"stopped; {len(played)} games are finished and kept" if stopped else ""


def whole_pairs(contest: Contest, played: Sequence[Played]) -> list[Played]:
    """The games whose pair is complete, in whatever order they ended; of a player against itself all."""
    met = Counter(one.fixture.seed for one in played)
    return [one for one in played if contest.is_mirror or met[one.fixture.seed] == 2]


def is_busy() -> bool:
    """Whether others use the machine so much that times say little."""
    return hasattr(os, "getloadavg") and os.getloadavg()[0] > (os.cpu_count() or 1) + 0.5


def page(rows: Mapping[str, Mapping[str, Any]]) -> str:
    """The table as Markdown, a section for each scenario."""
    parts = [HEAD]
    for game in ids():
        title = find_game(game)
        for scenario in title.scenarios:
            lines = [
                _line(a, b, rows[name], title.sides)
                for a, b in PAIRINGS
                if (name := f"{game} {scenario.id} {a} {b}") in rows
            ]
            if lines:
                first, second = title.sides[:2]
                head = (
                    f"| a – b | games | a wins | draws | a as {first} | margin | a as {second} | margin |"
                    " same side, same dice | a thinks | b thinks |"
                )
                rule = "|---" * (head.count("|") - 1) + "|"
                parts.append("\n".join([f"## {title.name}: {scenario.name} (`{scenario.id}`)", "", head, rule, *lines]))
    return "\n\n".join(parts) + "\n"


HEAD = """# The ladder

<!-- Written by `make ladder` from ladder.json. Do not edit. -->

Computer players against each other, in every game and scenario, on both sides, made by `make ladder`. Games come in
pairs with the same dice, the players changing sides; a player against itself has other dice in every game, and what
it makes of a side is counted over all of them. Behind a share or a mean stands its 95 % interval. *Margin* is
the mean of a side's score less its enemy's, where the game counts points; what a makes as one side is what b lost as
the other. *Same side, same dice* tells in how many pairs player a made more of a side than player b did with the same
dice, which says more than wins where a scenario is lopsided. *Thinks* is the time for one side's choices in a game
turn on one core: the median, and the worst; *busy* where others used the machine at the time, so that it says little.
`greedy` looks at so many positions for each pick as stands behind its name. A row with errors says so."""


def _line(a: str, b: str, row: Mapping[str, Any], sides: Sequence[str]) -> str:
    cells = [
        f"{_player(a, row)} – {_player(b, row)}",
        f"{row['games']}" + (f" ({row['errors']} errors)" if row["errors"] else ""),
        _share(row["a_wins"], row["a_wins"] + row["b_wins"] + row["draws"], row["a_interval"]),
        str(row["draws"]),
    ]
    for side in sides[:2]:
        found = row["sides"][side]["a"]
        cells += [_share(found["wins"], found["games"], found["interval"]), _mean(found["margin"])]
    pairs = row["pairs"]
    many = pairs["a_better"] + pairs["b_better"] + pairs["level"]
    cells.append(f"{pairs['a_better']} of {many}" if many else "–")
    cells += [_seconds(row, who) for who in "ab"]
    return f"| {' | '.join(cells)} |"


def _player(name: str, row: Mapping[str, Any]) -> str:
    return f"{name} ({row['positions']})" if name == "greedy" else name


def _share(wins: int, games: int, interval: Sequence[float]) -> str:
    return f"{wins / max(games, 1):.0%} ({interval[0]:.0%}–{interval[1]:.0%})"


def _mean(margin: Mapping[str, Any] | None) -> str:
    if margin is None:
        return "–"
    low_high = margin["interval"]
    return f"{margin['mean']:+.1f}" + (f" ({low_high[0]:+.1f} to {low_high[1]:+.1f})" if low_high else "")


def _seconds(row: Mapping[str, Any], who: str) -> str:
    found = row[f"{who}_turn_seconds"]
    if not row["turns_timed"][who]:
        return "–"
    return f"{found['median']:.2f} s, {found['worst']:.1f} s" + (" (busy)" if row.get("busy") else "")


def read(folder: Path) -> Rows:
    """The rows that are finished."""
    file = folder / "ladder.json"
    try:
        found: Rows = msgspec.json.decode(file.read_bytes(), type=Rows) if file.exists() else {}
    except msgspec.DecodeError as error:
        raise BadLadder(f"{file} is damaged ({error}); take it from version control or remove it") from None
    return found


def write(folder: Path, rows: Rows) -> None:
    """Keep the rows, one to a line, and the page made of them; a crash leaves the old ones or the new."""
    lines = [
        f"{msgspec.json.encode(name).decode()}: {msgspec.json.encode(rows[name]).decode()}" for name in sorted(rows)
    ]
    for name, text in (("ladder.json", "{\n" + ",\n".join(lines) + "\n}\n"), ("ladder.md", page(rows))):
        part = folder / f"{name}.part"
        part.write_text(text, encoding="utf-8")
        part.replace(folder / name)


def main(words: Sequence[str] | None = None) -> int:
    """Play what is missing and write the table after every row."""
    parser = argparse.ArgumentParser(prog="make ladder", description="Remake the table in docs/ladder.md.")
    parser.add_argument("--game", choices=ids(), help="only this game")
    parser.add_argument("--scenario", help="only this scenario")
    parser.add_argument("--a", choices=names(), help="only rows with this first player")
    parser.add_argument("--b", choices=names(), help="only rows with this second player")
    parser.add_argument("--games", type=int, default=GAMES, help=f"games a row (default {GAMES})")
    parser.add_argument(
        "--seed", type=int, help=f"seed of the first pair (default {FIRST_SEED}; a finished row keeps its own)"
    )
    parser.add_argument("--jobs", type=int, default=1, help="processes (default 1, so that times are those of a core)")
    usual = Budget().positions
    parser.add_argument(
        "--positions", type=int, default=usual, help=f"positions greedy looks at for a pick (default {usual})"
    )
    parser.add_argument("--again", action="store_true", help="play rows anew that are finished")
    parser.add_argument("--folder", type=Path, default=DOCS, help=argparse.SUPPRESS)
    options = parser.parse_args(words)
    try:
        return climb(options)
    except BadLadder as error:
        sys.stderr.write(f"ladder: {error}\n")
        return 2


def climb(options: argparse.Namespace) -> int:
    """Play the rows that are asked for."""
    if options.games < 1 or options.jobs < 1 or options.positions < 1 or (options.seed or 0) < 0:
        raise BadLadder("games, jobs and positions are at least 1, and the seed is not below 0")
    if not options.folder.is_dir():
        raise BadLadder(f"there is no folder {options.folder}")
    wanted = list(contests(options))
    if not wanted:
        raise BadLadder("no row of the ladder is that")
    rows = read(options.folder)
    for contest in wanted:
        if is_done(contest, rows, options.seed) and not options.again:
            continue
        try:
            stopped = play(contest, options.jobs, rows)
        except Broken as broken:
            sys.stderr.write(f"ladder: {broken}\n")
            return 1
        write(options.folder, rows)
        if stopped:
            sys.stderr.write(f"ladder: {stopped}\n")
            return 130
        row = rows[key(contest)]
        sys.stdout.write(f"{key(contest)}: {row['a_wins']} to {row['b_wins']}, {row['draws']} draws\n")
    write(options.folder, rows)
    return 0


if __name__ == "__main__":
    sys.exit(main())
