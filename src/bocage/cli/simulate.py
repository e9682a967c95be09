"""`bocage simulate`: many games between computer players."""

import argparse
import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping

from bocage.ai import Result
from bocage.ai import names as player_names
from bocage.ai.batch import Batch, run_batch
from bocage.cli.common import (
    Commands,
    Stopped,
    add_game,
    add_json,
    add_setting,
    command,
    find_game,
    pack_of,
    positive,
    print_json,
    refuse_placeholder,
    settings_of,
    sides_of,
    whole,
)
from bocage.cli.console import progress, table
from bocage.kernel.game import Game

SHOWN = 5
"""Errors spelled out; the seeds of all are listed."""


def add(commands: Commands) -> None:
    """Describe the command."""
    parser = command(
        commands,
        "simulate",
        run,
        "let computer players play many games",
        description=(
            "Game number n is played with seed K + n, so that any of them can be played again alone.\n"
            f"--SIDE is a side of the game in small letters; players are: {', '.join(player_names())}.\n"
            "Stop with Ctrl-C at any time: what is finished is reported."
        ),
        examples=[
            "bocage simulate tinybeach",
            "bocage simulate tinybeach --games 1000 --allied greedy --german random --json",
            "bocage simulate tinybeach --scenario dawn --set weather='always clear' --seed 7 --jobs 1",
        ],
        takes_sides=True,
    )
    add_game(parser)
    parser.add_argument("--games", metavar="N", type=positive, default=100, help="how many games (default 100)")
    parser.add_argument("--SIDE", metavar="PLAYER", help="who plays a side (default random)")
    parser.add_argument("--seed", metavar="K", type=whole, default=1, help="seed of the first game (default 1)")
    cores = os.cpu_count() or 1
    parser.add_argument("--jobs", metavar="J", type=positive, default=cores, help="processes (default: all cores)")
    add_setting(parser)
    add_json(parser)


class Tally:
    """What has come out so far."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.start = time.perf_counter()
        self.finished = self.actions = 0
        self.wins = Counter(dict.fromkeys([*game.sides, "draws"], 0))
        self.levels: Counter[str] = Counter()
        self.errors: list[Result] = []

    def add(self, results: Iterable[Result]) -> None:
        """Count some games."""
        for result in results:
            if result.error:
                self.errors.append(result)
                continue
            self.finished += 1
            self.actions += result.actions
            self.wins[result.winner or "draws"] += 1
            self.levels[result.level] += 1

    def report(self) -> dict[str, object]:
        """The shape that scripts read."""
        return {
            "games": self.finished + len(self.errors),
            "finished": self.finished,
            "errors": len(self.errors),
            "actions": self.actions,
            "seconds": round(time.perf_counter() - self.start, 3),
            "wins": dict(self.wins),
        }


def run(options: argparse.Namespace) -> int:
    """Play the games and print what came out."""
    game = find_game(options.game)
    refuse_placeholder(game, options.SIDE)
    players = dict.fromkeys(game.sides, "random") | sides_of(game, options.sides)
    batch = Batch(
        game=game.id,
        scenario=game.scenario(options.scenario).id,
        options=settings_of(game, options.set),
        players=players,
        seed=options.seed,
        games=options.games,
        data=pack_of(game, options.data),
    )
    game.board(batch.data)  # faults in the data are told before any process starts
    tally = Tally(game)
    stopped = False
    try:
        with progress(f"Playing {game.name}", batch.games) as bar:
            for results in run_batch(batch, options.jobs):
                tally.add(results)
                bar.advance(len(results))
    except KeyboardInterrupt:
        stopped = True
    _tell_errors(tally.errors)
    show: Callable[[], None] = (lambda: print_json(tally.report())) if options.json else lambda: _show(tally, batch)
    show()
    if stopped:
        raise Stopped(f"stopped after {tally.finished + len(tally.errors)} of {batch.games} games")
    return 1 if tally.errors else 0


def _tell_errors(errors: list[Result]) -> None:
    for result in errors[:SHOWN]:
        print(f"bocage: the game with seed {result.seed} failed: {result.error}", file=sys.stderr)
    if len(errors) > SHOWN:
        seeds = ", ".join(str(result.seed) for result in errors[SHOWN:])
        print(f"bocage: so did the games with seeds {seeds}", file=sys.stderr)


def _show(tally: Tally, batch: Batch) -> None:
    report = tally.report()
    seconds = float(str(report["seconds"]))
    who = ", ".join(f"{side} {player}" for side, player in batch.players.items())
    print(f"{tally.game.name}, scenario {batch.scenario}; {who}; seeds from {batch.seed}")
    print(table(_shares(tally.wins, tally.finished), ("winner", "games", "share", "95 %"), "  "))
    if len(tally.levels) > sum(many > 0 for many in tally.wins.values()):
        print(table(tally.levels.most_common(), ("result", "games"), "  "))
    many = max(tally.finished, 1)
    print(
        f"  {tally.finished} finished, {len(tally.errors)} errors, {tally.actions} actions"
        f" ({tally.actions / many:.0f} a game) in {seconds:.1f} s: {tally.actions / max(seconds, 1e-9):,.0f} a second"
    )


def _shares(wins: Mapping[str, int], games: int) -> list[tuple[str, int, str, str]]:
    """Each side's share of the games, with Wilson's interval."""
    rows = []
    for side, won in wins.items():
        low, high = wilson(won, games)
        rows.append((side, won, f"{won / max(games, 1):.1%}", f"{low:.1%} to {high:.1%}"))
    return rows


def wilson(won: int, games: int, z: float = 1.96) -> tuple[float, float]:
    """The interval that holds the true share in 95 of 100 cases."""
    if not games:
        return 0.0, 1.0
    share, square = won / games, z * z / games
    middle = (share + square / 2) / (1 + square)
    reach = z / (1 + square) * (share * (1 - share) / games + square / (4 * games)) ** 0.5
    return max(0.0, middle - reach), min(1.0, middle + reach)
