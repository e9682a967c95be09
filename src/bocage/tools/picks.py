"""What the computer players choose, as digests: a change of play is never made by accident.

    python -m bocage.tools.picks             compare with what is kept
    python -m bocage.tools.picks --again     keep what they choose now

For every game the planner plays some hundred picks of the main scenario against itself, once by advice alone and once
with a little looking ahead. What it chose is kept as a digest beside the `version` of the game's `Knowledge`. A change
of the choices raises the version, so that anything measured of earlier players is known to be of different ones.
"""

import argparse
import hashlib
import random
import sys
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import TypeAlias

import msgspec

from bocage.games import all_games, find_game
from bocage.kernel import chance, flow
from bocage.kernel.actions import Action
from bocage.kernel.game import Game
from bocage.kernel.ids import NATURE
from bocage.kernel.state import State
from bocage.kernel.view import View
from bocage.players.knowledge import knowledge_of
from bocage.players.planner import QUICK, STANDARD, Level, PlannerPlayer
from bocage.players.player import Budget

FILE = Path("tests/players/picks.json")
BRIEF = msgspec.structs.replace(STANDARD, looks=0.3, most=600.0)
"""The standard level with less thought, and without the clock, which would make it a different one elsewhere."""
PICKS = {QUICK: 1500, BRIEF: 250}
"""How many picks of each level are looked at."""

Kept: TypeAlias = dict[str, dict[str, str | int]]
"""By game: the version of its players, and the digest of each level's choices."""


def played(
    game: Game, level: Level, seed: int, scenario: str | None = None
) -> Iterator[tuple[State, PlannerPlayer, Action]]:
    """A level against itself: every position with a choice, just before it is made; who makes it, and which."""
    g, rng = game.new(scenario, seed=seed), random.Random(seed)
    seats = [PlannerPlayer(level) for _ in game.sides]
    while g.stack:
        frame = g.stack[-1][0]
        if frame.by == NATURE:
            flow.pick(g, chance.fast_pick(g, frame))
        elif len(options := flow.options(g)) == 1:
            flow.pick(g, options[0])
        else:
            seat = seats[frame.by]
            action = seat.choose(View(game, g, frame.by), options, rng, Budget())
            yield g, seat, action
            flow.pick(g, action)


def chosen(game: Game, level: Level, most: int) -> str:
    """The digest of the first choices of a level that plays both sides."""
    found = hashlib.sha256()
    for g, _, action in islice(played(game, level, 1), most):
        found.update(f"{game.format(g, action)}\n".encode())
    return found.hexdigest()[:16]


def now(name: str) -> dict[str, str | int]:
    """What is to be kept of a game as it stands."""
    game = find_game(name)
    knowledge = knowledge_of(game)
    assert knowledge is not None, f"{name} has no planner"
    return {
        "version": knowledge.version,
        "advice": chosen(game, QUICK, PICKS[QUICK]),
        "looking ahead": chosen(game, BRIEF, PICKS[BRIEF]),
    }


def read(file: Path = FILE) -> Kept:
    """What is kept."""
    return msgspec.json.decode(file.read_bytes(), type=Kept) if file.exists() else {}


def main(words: Sequence[str] | None = None) -> int:
    """Compare, or keep."""
    parser = argparse.ArgumentParser(prog="python -m bocage.tools.picks", description=__doc__.split("\n", 1)[0])
    parser.add_argument("--again", action="store_true", help="keep what the players choose now")
    again: bool = parser.parse_args(words).again
    kept, found = read(), {name: now(name) for name in all_games()}
    changed = [name for name in found if kept.get(name) != found[name]]
    for name in changed:
        print(f"{name}: was {kept.get(name)}, is {found[name]}")
    if again:
        text = msgspec.json.format(msgspec.json.encode(found), indent=2).decode()
        FILE.write_text(text + "\n", encoding="utf-8")
    return int(bool(changed) and not again)


if __name__ == "__main__":
    sys.exit(main())
