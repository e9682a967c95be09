"""`bocage simulate`: many games between computer players."""

import argparse
import os
import signal
import sys
import threading
import time
from collections import Counter
from collections.abc import Generator, Iterable, Mapping
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TypeAlias

from bocage.cli.common import (
    Commands,
    Fault,
    Stopped,
    add_game,
    add_json,
    add_setting,
    command,
    find_game,
    lab_faults,
    pack_of,
    positive,
    print_json,
    refuse_placeholder,
    settings_of,
    sides_of,
    whole,
)
from bocage.kernel.game import Game
from bocage.players import names as player_names
from bocage.runs import Result
from bocage.runs.batch import Batch, run_batch
from bocage.runs.intervals import wilson
from bocage.runs.pool import Broken
from bocage.tools.progress import progress, table

Lots: TypeAlias = Generator[list[Result], None, None]
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
            "Game number n is played with seed K + n, so any one of them can be played again by itself.\n"
            f"--SIDE is a side of the game in small letters; players are: {', '.join(player_names())}.\n"
            "Stop with Ctrl-C at any time: finished games are reported.\n\n"
            "With -o everything about the games is kept in a folder, as two Parquet tables (a row per game, a row per\n"
            "turn), each game from the moment it ends; --resume goes on with a run that was stopped, or adds games to\n"
            "it. bocage report turns the folder into a page."
        ),
        examples=[
            "bocage simulate tinybeach",
            "bocage simulate tinybeach --games 1000 --allied greedy --german random --json",
            "bocage simulate tinybeach --scenario dawn --set weather='always clear' --seed 7 --jobs 1",
            "bocage simulate normandy71 --games 500 --allied greedy --german greedy -o balance",
            "bocage simulate normandy71 --games 500 --allied greedy --german greedy -o balance --resume",
            "bocage simulate normandy44 --games 5000 -o big --cluster tcp://scheduler:8786",
        ],
        takes_sides=True,
    )
    add_game(parser)
    parser.add_argument("--games", metavar="N", type=positive, default=100, help="how many games (default 100)")
    parser.add_argument("--SIDE", metavar="PLAYER", help="who plays a side (default random)")
    parser.add_argument("--seed", metavar="K", type=whole, default=1, help="seed of the first game (default 1)")
    cores = os.cpu_count() or 1
    parser.add_argument("--jobs", metavar="J", type=positive, help=f"processes (default: all cores, here {cores})")
    parser.add_argument("-o", "--output", metavar="DIR", type=Path, help="keep the results in this folder")
    parser.add_argument("--resume", action="store_true", help="go on with the run in the folder")
    parser.add_argument("--cluster", metavar="ADDRESS", help="play on a Dask cluster: the address of its scheduler")
    add_setting(parser)
    add_json(parser)


class Tally:
    """What has come out so far."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.start = time.perf_counter()
        self.clear()

    def clear(self) -> None:
        """Count anew."""
        game = self.game
        self.finished = self.actions = self.before = 0
        """`before`: the actions of games that an earlier run played."""
        self.wins = Counter(dict.fromkeys([*game.sides, "draws"], 0))
        self.levels: Counter[str] = Counter()
        self.errors: list[Result] = []

    @property
    def games(self) -> int:
        """All that were played to an end, good or bad."""
        return self.finished + len(self.errors)

    @property
    def seconds(self) -> float:
        """How long it has taken so far."""
        return time.perf_counter() - self.start

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
            "games": self.games,
            "finished": self.finished,
            "errors": len(self.errors),
            "actions": self.actions,
            "seconds": round(self.seconds, 3),
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
    if options.jobs and options.cluster is not None:
        raise Fault("--jobs is for this machine, and a cluster has its own workers: give one of --jobs and --cluster")
    if (options.resume or options.cluster is not None) and options.output is None:
        raise Fault(f"{'--resume' if options.resume else '--cluster'} needs the folder of the results: add -o DIR")
    tally = Tally(game)
    stopped = False
    with lab_faults(), ExitStack() as stack:
        lots = stack.enter_context(closing(_lots(options, batch, tally, stack)))
        try:
            with progress(f"Playing {game.name}", batch.games) as bar:
                bar.advance(tally.games)
                for results in lots:
                    tally.add(results)
                    bar.advance(len(results))
        except KeyboardInterrupt:
            stopped = True
        except Broken as broken:
            raise Fault(str(broken)) from None
    if options.output is not None:
        _recount(tally, options.output)
    _tell_errors(tally.errors)
    if options.json:
        print_json(tally.report())
    else:
        _show(tally, batch)
    if options.output and not options.json:
        print(f"  kept in {options.output}: bocage report {options.output} -o report.html makes a page of it")
    if stopped:
        again = "; the same command with --resume goes on" if options.output else ""
        raise Stopped(f"stopped after {tally.games} of {batch.games} games{again}")
    if tally.games < batch.games:  # whatever the cause: a script should not take this for a whole run
        again = "; the same command with --resume plays the others" if options.output else ""
        raise Fault(f"only {tally.games} of {batch.games} games came out{again}")
    return 1 if tally.errors else 0


def _lots(options: argparse.Namespace, batch: Batch, tally: Tally, stack: ExitStack) -> Lots:
    """The games in lots as they end; with a folder to keep them in, only those that it lacks."""
    jobs = options.jobs or os.cpu_count() or 1
    if options.output is None:
        return run_batch(batch, jobs)
    from bocage.lab.results import Run
    from bocage.lab.running import check_cluster, play_missing

    if options.cluster is not None:
        check_cluster(options.cluster)  # before a folder is made in vain
    run = Run(options.output, batch, resume=options.resume)
    stack.enter_context(run)
    if run.note:
        print(f"bocage: {run.note}", file=sys.stderr)
    tally.add(run.outcomes())
    tally.before = tally.actions
    if threading.current_thread() is threading.main_thread():
        # A plain kill is a stop, also for a run in the background, which is deaf to Ctrl-C: what is finished is kept.
        before = signal.signal(signal.SIGTERM, signal.default_int_handler)
        stack.callback(signal.signal, signal.SIGTERM, before)
    return play_missing(run, batch, jobs=jobs, cluster=options.cluster or "")


def _recount(tally: Tally, folder: Path) -> None:
    """What is said is what the folder holds: a stop may come after a game was kept and before it was counted."""
    with lab_faults():
        from bocage.lab.results import Results

        before = tally.before
        tally.clear()
        tally.add(Results(folder).outcomes())
        tally.before = before


def _tell_errors(errors: list[Result]) -> None:
    for result in errors[:SHOWN]:
        print(f"bocage: the game with seed {result.seed} failed: {result.error}", file=sys.stderr)
    if len(errors) > SHOWN:
        seeds = ", ".join(str(result.seed) for result in errors[SHOWN:])
        print(f"bocage: so did the games with seeds {seeds}", file=sys.stderr)


def _show(tally: Tally, batch: Batch) -> None:
    seconds = tally.seconds
    who = ", ".join(f"{side} {player}" for side, player in batch.players.items())
    print(f"{tally.game.name}, scenario {batch.scenario}; {who}; seeds from {batch.seed}")
    print(table(_shares(tally.wins, tally.finished), ("winner", "games", "share", "95 %"), "  "))
    if len(tally.levels) > sum(many > 0 for many in tally.wins.values()):
        print(table(tally.levels.most_common(), ("result", "games"), "  "))
    many = max(tally.finished, 1)
    now = tally.actions - tally.before
    pace = f" in {seconds:.1f} s: {now / max(seconds, 1e-9):,.0f} a second"
    if tally.before:  # what an earlier run played took none of this time
        pace = f", {now} of them now{pace}" if now else ", all of them played before"
    print(
        f"  {tally.finished} finished, {len(tally.errors)} errors, {tally.actions} actions"
        f" ({tally.actions / many:.0f} a game){pace}"
    )


def _shares(wins: Mapping[str, int], games: int) -> list[tuple[str, int, str, str]]:
    """Each side's share of the games, with Wilson's interval."""
    rows = []
    for side, won in wins.items():
        low, high = wilson(won, games)
        rows.append((side, won, f"{won / max(games, 1):.1%}", f"{low:.1%} to {high:.1%}"))
    return rows
