"""Engine and oracle of Normandy '44 side by side on random positions.

    python -m tests.oracles.compare44 --each 5000           # every matter
    python -m tests.oracles.compare44 --each 500 moves      # some

A difference is told with its position and both answers. The engine is asked only what a player can ask: options,
picks, queries.
"""

import argparse
import sys
import time
from collections.abc import Callable, Iterable, Iterator

from tests.oracles import battle44, ground44
from tests.oracles.normandy44.facts import SIDES, facts
from tests.oracles.positions44 import asking, played, thrown
from tests.oracles.tally44 import MATTERS, Case, Tally, asked, decision

__all__ = ["MATTERS", "battle44", "ground44", "main", "positions", "run"]


def positions(first_seed: int) -> Iterator[Case]:
    """Thrown positions and positions of random games, in turn, without end."""
    seed = first_seed
    while True:
        for n in range(8):
            g, side = thrown(seed * 100 + n)
            if n % 2:
                g = asked(g, ("Orders", "ReserveMovement")[n % 4 == 1], by=SIDES.index(side))
            yield Case(f"thrown({seed * 100 + n})", g, facts(g), side)
        for picks, g in played(seed, 900):
            if (picks % 23 == 5 and asking(g).by in (0, 1)) or decision(g) == "Replacements":
                yield Case(f"after({seed}, {picks})", g.copy(), facts(g), SIDES[asking(g).by])
        seed += 1


def run(
    names: Iterable[str], count: int, first_seed: int = 1, full: Callable[[Tally], None] = lambda _: None
) -> dict[str, Tally]:
    """At least so many comparisons of each matter, all on the same positions: to make these takes longest.

    `full` hears of each matter of which there are enough.
    """
    tallies = {name: Tally(name, count) for name in names}
    for case in positions(first_seed):
        short = [t for t in tallies.values() if not t.full]
        if not short:
            return tallies
        for t in short:
            start = time.perf_counter()
            MATTERS[t.matter](t, case)
            t.seconds += time.perf_counter() - start
            if t.full:
                full(t)
    raise AssertionError("positions never end")


def tell(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Compare the engine of Normandy '44 with its oracles.")
    parser.add_argument("matter", nargs="*", default=[])
    parser.add_argument("--each", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=5)
    asked_for = parser.parse_args(arguments)

    def report(t: Tally) -> None:
        tell(f"{t.matter}: {t.made} comparisons, {len(t.differences)} differences, {t.open} open, {t.seconds:.1f} s")
        for difference in t.differences[: asked_for.show]:
            tell(str(difference))

    found = run(asked_for.matter or MATTERS, asked_for.each, asked_for.seed, report)
    return int(any(t.differences for t in found.values()))


if __name__ == "__main__":
    sys.exit(main())
