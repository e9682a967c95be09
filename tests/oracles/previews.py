"""What a preview calls exact, held against brute force: every die, and the best that both sides can choose.

    python -m tests.oracles.previews --each 500
    python -m tests.oracles.previews --each 60 --game normandy44

The chances are counted by the oracles, which go through the printed tables face by face; in *Normandy '44* with the
determined defence (12.4) and the defence in desperation (12.5) on every choice of who leads and who loses the step.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Callable
from itertools import count
from random import Random
from typing import NamedTuple

from tests.oracles import battle44, compare44
from tests.oracles.acrosstheworld import fights
from tests.oracles.normandy44.facts import facts
from tests.oracles.normandy71 import fighting
from tests.oracles.positions44 import surrounded
from tests.oracles.tally import Tally
from tests.oracles.tally44 import Case
from tests.oracles.tally44 import Tally as Tally44
from tests.oracles.tinybeach import walking as tiny

BATTLES: dict[str, tuple[Callable[[Random, Tally], None], str]] = {
    "acrosstheworld": (fights.preview, "battle.fractions"),
    "normandy71": (fighting.phase, "combat.chances"),
    "tinybeach": (tiny.game, "combat.chances"),
}
"""How battles come about, and under which name their chances are compared."""
GAMES = (*sorted(BATTLES), "normandy44")


class Previews(NamedTuple):
    """The battles of one game whose previews were compared."""

    battles: int
    differences: list[str]
    kinds: Counter[str]
    """In how many of them something out of the ordinary was at stake."""


def previews(game: str, least: int, seed: int = 1) -> Previews:
    """At least so many random battles of a game."""
    if game == "normandy44":
        return forties(least, seed)
    battle, matter = BATTLES[game]
    tally = Tally()
    for n in count(seed):
        battle(Random(f"preview {game} {n}"), tally)
        if tally.counts[matter] >= least:
            break
    return Previews(tally.counts[matter], list(map(str, tally.of(matter))), Counter())


def forties(least: int, seed: int) -> Previews:
    """Battles of *Normandy '44*: half of them out of random games, half of them against stacks with no way out."""
    open_, shut = compare44.run(["chances"], least // 2, seed)["chances"], Tally44("chances", least - least // 2)
    for n in count(seed):
        g, side = surrounded(n)
        battle44.chances(shut, Case(f"surrounded({n})", g, facts(g), side))
        if shut.full:
            break
    differences = [*open_.differences, *shut.differences]
    return Previews(open_.made + shut.made, list(map(str, differences)), open_.kinds + shut.kinds)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="previews beside brute force")
    parser.add_argument("--game", choices=GAMES, action="append")
    parser.add_argument("--each", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--shown", type=int, default=3, help="differences shown of each game")
    given = parser.parse_args(arguments)
    wrong = 0
    for game in given.game or GAMES:
        found = previews(game, given.each, given.seed)
        wrong += len(found.differences)
        kinds = "".join(f", {number} with {kind}" for kind, number in sorted(found.kinds.items()))
        sys.stdout.write(f"{game}: {found.battles} battles{kinds}, {len(found.differences)} differ\n")
        sys.stdout.writelines(f"{text}\n" for text in found.differences[: given.shown])
        sys.stdout.flush()
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
