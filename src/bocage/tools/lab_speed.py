"""How many games a minute the lab plays with one process and with two, beside the bar for the ratio.

    python -m bocage.tools.lab_speed

One and two are compared several times by turns, and the median of the ratios counts. Time is taken from the first
seconds of a run, when the processes have started and read their boards, to its last game. Wall time tells the truth
only on an idle machine. What hardly depends on other work is the processor time that a game costs, with one process and
with two and the one that keeps their results: the best that two cores can make of it is printed beside it. If the
machine was busy, that is all that can be said.
"""

import argparse
import os
import resource
import statistics
import sys
import time
from collections.abc import Sequence
from typing import NamedTuple

from bocage.games import find_game
from bocage.lab.record import play_recorded, read_finished
from bocage.lab.running import play_here
from bocage.runs.batch import Batch

BAR = 1.8
WARM = 1.0
"""Seconds after the first result until the clock starts: one process may begin to play long before the other."""
IDLE = 0.93
"""A process that gets less of a core than this shares it with other work."""
CASES = (("tinybeach", "random"), ("normandy71", "random"), ("tinybeach", "greedy"))


class Pace(NamedTuple):
    """What was measured in one run."""

    a_minute: float
    cost: float
    """Seconds of processor time a game, everything counted."""
    busy: float
    """Seconds of processor time a second."""


def batch_of(game: str, player: str, games: int) -> Batch:
    """Games of a main scenario between two players of one kind."""
    found = find_game(game)
    players = dict.fromkeys(found.sides, player)
    return Batch(
        game=game, scenario=found.scenarios[0].id, options=found.settle({}), players=players, seed=1, games=games
    )


def measure(batch: Batch, jobs: int) -> Pace:
    """Play a batch with recording, as `bocage simulate -o` does."""
    spent, begun, first, start, done = _processor(), time.perf_counter(), 0.0, 0.0, 0
    for lot in play_here(batch, batch.seeds, jobs):
        for record in lot:
            read_finished(record)
        now = time.perf_counter()
        first = first or now
        if start:
            done += len(lot)
        elif now - first >= WARM:  # all have started
            start = now
    end, cost = time.perf_counter(), _processor() - spent
    return Pace(60 * done / (end - start), cost / batch.games, cost / (end - begun))


def _processor() -> float:
    """Seconds that we and our ended children have used."""
    found = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in found)


def start_up(batch: Batch) -> float:
    """Seconds of processor time that a process spends before it plays."""
    before = _processor()
    for _ in play_here(batch.part(0, 2), [1, 2], 2):
        pass
    return (_processor() - before) / 2


def main(words: Sequence[str] | None = None) -> int:
    """Measure, print, and fail if the bar is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=12.0, help="about how long one process plays (default 12)")
    parser.add_argument("--rounds", type=int, default=3, help="how often one and two are compared (default 3)")
    options = parser.parse_args(words)
    if options.seconds < 4 * WARM or options.rounds < 1:
        parser.error(f"seconds are at least {4 * WARM:g} and rounds at least 1")
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}; bar: two processes {BAR} times one")
    missed = False
    for game, player in CASES:
        missed |= not _case(game, player, options.seconds, options.rounds)
    return int(missed)


def _case(game: str, player: str, seconds: float, rounds: int) -> bool:
    probe = batch_of(game, player, 3)
    play_recorded(probe, 1)  # reads the board
    before = time.process_time()
    for seed in probe.seeds:
        play_recorded(probe, seed)
    each = (time.process_time() - before) / 3
    games = max(16, int(seconds / each))
    batch = batch_of(game, player, games)
    begin = max(0.0, start_up(batch) - each)
    print(f"{game}, {player}: {games} games, {rounds} times", flush=True)
    found = []
    for _ in range(rounds):  # one and two by turns, so that a slow minute of the machine meets both
        one, two = measure(batch, 1), measure(batch, 2)
        found.append((one, two))
    ratios = sorted(two.a_minute / one.a_minute for one, two in found)
    ratio = statistics.median(ratios)
    # Starting is paid once, however long the run.
    bound = statistics.median(2 * one.cost / (two.cost - 2 * begin / games) for one, two in found)
    share = min(min(one.busy, two.busy / 2) for one, two in found)
    calm = all(one.busy >= IDLE and two.busy >= 2 * IDLE - 0.1 for one, two in found)
    counts = ratio if calm else bound
    verdict = "MISSES THE BAR" if counts < BAR else "meets the bar" if calm else "measure again on an idle machine"
    busy = "" if calm else f"; the machine was busy (a process had {share:.0%} of a core)"
    paces = [f"{statistics.median(pace.a_minute for pace in paces):,.0f}" for paces in zip(*found, strict=True)]
    print(f"  one process {paces[0]} games a minute, two {paces[1]}")
    print(f"  {ratio:.2f} times, from {ratios[0]:.2f} to {ratios[-1]:.2f}{busy}")
    print(f"  by processor time two cores can make {bound:.2f} times; {verdict}", flush=True)
    return counts >= BAR


if __name__ == "__main__":
    sys.exit(main())
