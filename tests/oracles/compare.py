"""Engine and oracles side by side for as long as one likes.

    python -m tests.oracles.compare --game normandy71 --least 5000
    python -m tests.oracles.compare --seams --game normandy71 --least 2000

Every difference is printed with its position and both answers; the exit code is 1 if there is any.
"""

import argparse
import sys
from collections.abc import Callable
from itertools import count
from random import Random

from tests.oracles.acrosstheworld import bunkers, fights
from tests.oracles.acrosstheworld import walking as regions
from tests.oracles.darksummer import fighting as rounds
from tests.oracles.darksummer import leaving
from tests.oracles.darksummer import seams as summer_seams
from tests.oracles.darksummer import walking as summer
from tests.oracles.normandy71 import beginning, fighting, marching, scoring, seams
from tests.oracles.tally import Tally
from tests.oracles.tinybeach import walking as tiny

Work = Callable[[Random, Tally], None]

ORACLES: dict[str, tuple[Work, ...]] = {
    "normandy71": (
        *[marching.phase] * 2,
        *[fighting.phase] * 8,
        scoring.score,
        beginning.game,
        beginning.reinforcements,
        beginning.announcing,
    ),
    "acrosstheworld": (*[fights.preview] * 12, regions.game),
    "darksummer": (summer.phase, *[rounds.phase] * 2, leaving.phase),
    "tinybeach": (tiny.game,),
}
SEAMS: dict[str, tuple[Work, ...]] = {
    "normandy71": (seams.marches, *[seams.assaults] * 3),
    "acrosstheworld": (bunkers.trapped,),
    "darksummer": (*[summer_seams.attacks] * 9, summer_seams.moves, summer_seams.d_day),
}


def compare(game: str, least: int, seed: int = 0, *, of: dict[str, tuple[Work, ...]] = ORACLES) -> Tally:
    """At least so many comparisons of a game, the kinds of work taking turns."""
    tally = Tally()
    for n in count(seed):
        for k, work in enumerate(of[game]):
            work(Random(f"{game} {n} {k}"), tally)
        if tally.total >= least:
            return tally
    raise AssertionError


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="engine and oracles side by side")
    parser.add_argument("--game", choices=sorted(ORACLES), action="append")
    parser.add_argument("--least", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--shown", type=int, default=3, help="differences shown of each matter")
    parser.add_argument("--seams", action="store_true")
    given = parser.parse_args(arguments)
    table, wrong = (SEAMS if given.seams else ORACLES), 0
    for game in given.game or sorted(table):
        tally = compare(game, given.least, given.seed, of=table)
        wrong += len(tally.differences)
        sys.stdout.write(f"== {game}\n{tally.report(given.shown)}\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
