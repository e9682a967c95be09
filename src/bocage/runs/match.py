"""Whole games between computer players, in place and without a log: what simulation and speed tests run."""

import random
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias, cast

import msgspec

from bocage.kernel import chance, flow
from bocage.kernel.game import Game
from bocage.kernel.ids import NATURE
from bocage.kernel.points import Points
from bocage.kernel.state import State
from bocage.kernel.view import View
from bocage.players.player import Budget, Player
from bocage.players.registry import player as find_player

LIMIT = 1_000_000
"""No game of ours takes this many picks: one that does goes round in circles."""

Watch: TypeAlias = Callable[[State], None]
"""An observer of a game: called when it begins and after every pick."""
Thought: TypeAlias = dict[tuple[int, int], float]
"""By game turn and side, how many seconds of processor time the side's player has thought."""
UNSEEN = cast("View", None)
"""What a player that does not look is shown."""


class Result(msgspec.Struct, frozen=True):
    """How one game went. `actions` counts picks of players and of Nature, except those without an alternative."""

    seed: int
    actions: int
    forced: int
    winner: str = ""
    level: str = ""
    score: tuple[Points, ...] = ()
    error: str = ""
    seconds: dict[str, list[float]] = {}
    """By side, the processor time of its player in each game turn, in order of turns. A game in which nobody looks
    (random against random) is not timed.
    """


class Refused(RuntimeError):
    """A player chose something that was not among its options: a bug of that player."""


def play_game(
    game: Game,
    scenario: str | None = None,
    options: Mapping[str, str] | None = None,
    players: Mapping[str, str] | None = None,
    seed: int = 0,
    *,
    budget: Budget | None = None,
    data: Path | None = None,
    watch: Watch | None = None,
    thought: Thought | None = None,
) -> Result:
    """Play one game to its end; sides without a player are played at random. A rule's failure is raised.

    For the times by turn, pass an empty `thought` to be filled.
    """
    g = game.new(scenario, options, seed=seed, data=data)
    rng = random.Random(seed)
    seats = [find_player((players or {}).get(name, "random")) for name in game.sides]
    thought = {} if thought is None else thought
    if watch is not None or any(seat.needs_view for seat in seats):
        actions, forced = _play(game, g, seats, rng, budget or Budget(), thought, watch)
    else:
        actions, forced = random_game(g, rng)
    outcome = g.outcome
    return Result(
        seed=seed,
        actions=actions,
        forced=forced,
        winner="" if outcome is None or outcome.winner is None else game.sides[outcome.winner],
        level="" if outcome is None else outcome.level,
        score=() if outcome is None else outcome.score,
        seconds=_by_side(game, thought) if any(seat.needs_view for seat in seats) else {},
    )


def random_game(g: State, rng: random.Random) -> tuple[int, int]:
    """Play on at random to the end, in place: how many picks there were, and how many were forced."""
    draw, options, pick, roll = rng.random, flow.options, flow.pick, chance.fast_pick
    actions = forced = 0
    while g.stack:
        frame = g.stack[-1][0]
        if frame.by == NATURE:
            actions += 1
            pick(g, roll(g, frame))
            continue
        found = options(g)
        many = len(found)
        if many == 1:
            forced += 1
            pick(g, found[0])
        else:
            actions += 1
            pick(g, found[int(draw() * many)])
        if actions + forced > LIMIT:
            raise flow.DeadEnd(f"no end after {LIMIT} picks: {flow.trail(g)}")
    return actions, forced


def _play(
    game: Game,
    g: State,
    seats: Sequence[Player],
    rng: random.Random,
    budget: Budget,
    thought: Thought,
    watch: Watch | None,
) -> tuple[int, int]:
    """The same with players who look at the game, each at its own view, and with their time taken."""
    actions = forced = 0
    clock = time.thread_time  # what else the machine does at the time is not our thinking
    if watch is not None:
        watch(g)
    while g.stack:
        frame = g.stack[-1][0]
        if frame.by == NATURE:
            actions += 1
            flow.pick(g, chance.fast_pick(g, frame))
        elif len(found := flow.options(g)) == 1:
            forced += 1
            flow.pick(g, found[0])
        else:
            actions += 1
            seat = seats[frame.by]
            view = View(game, g, frame.by) if seat.needs_view else UNSEEN
            key = (g.turn, frame.by)
            start = clock()
            action = seat.choose(view, found, rng, budget)
            thought[key] = thought.get(key, 0.0) + clock() - start
            if action not in found:
                raise Refused(f"{seat.name} chose {action!r}, which is not an option: {flow.trail(g)}")
            flow.pick(g, action)
        if watch is not None:
            watch(g)
        if actions + forced > LIMIT:
            raise flow.DeadEnd(f"no end after {LIMIT} picks: {flow.trail(g)}")
    return actions, forced


def _by_side(game: Game, thought: Thought) -> dict[str, list[float]]:
    """The same by the names of the sides; a turn in which a side had nothing to choose is left out."""
    return {
        name: [seconds for (_, who), seconds in sorted(thought.items()) if who == side]
        for side, name in enumerate(game.sides)
    }
