"""Random positions of Normandy '44: out of random games, and thrown together on a few hexes so that much touches.

A position is told by the two numbers that make it again: `thrown(seed)` or `played(seed, picks)`.
"""

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

from tests.games.normandy44.support import scene, set_steps
from tests.oracles.normandy44.facts import distance, neighbours

from bocage.games import find_game
from bocage.kernel.flow import options, pick, waiting

GAME = find_game("normandy44")
SCENARIOS = ("campaign", "campaign", "campaign", "cherbourg")
LAZY = ("end", "withdraw", "halt", "retreat", "reserve", "unreserve", "dismantle", "fortress", "evacuate")


def asking(g: Any) -> Any:
    """The decision that waits."""
    return waiting(g)


def choose(rng: random.Random, g: Any) -> Any:
    """A pick at random that rather fights than waits."""
    offered = options(g)
    for _ in range(3):
        action = rng.choice(offered)
        if action[0] not in LAZY:
            break
        if action[0] == "end" and rng.random() < 0.1:
            break
    fights = [a for a in offered if a[0] in ("attack", "with", "ready", "fight")]
    return rng.choice(fights) if fights and rng.random() < 0.8 else action


def played(seed: int, most: int) -> Iterator[tuple[int, Any]]:
    """The positions of one random game, each with the number of picks that led to it."""
    rng = random.Random(seed)
    g = GAME.new(rng.choice(SCENARIOS), {}, seed=seed)
    for picks in range(most):
        if not g.stack or asking(g) is None:
            return
        yield picks, g
        pick(g, choose(rng, g))


def after(seed: int, picks: int) -> Any:
    """The position of a random game again."""
    return next(g.copy() for n, g in played(seed, picks + 1) if n == picks)


@cache
def empty() -> Any:
    """A table with no counter in play."""
    return scene({})


def thrown(seed: int) -> tuple[Any, str]:
    """Some counters of both sides on a few hexes, with markers; the side that is to act."""
    rng = random.Random(seed)
    s = empty()
    base = s.g
    s.g = g = base.copy()
    try:
        _throw(s, rng)
    finally:
        s.g = base
    g.touch()
    return g, rng.choice(("german", "allied"))


def surrounded(seed: int) -> tuple[Any, str]:
    """A thrown position in which enemies stand all round one stack; the side of these enemies."""
    rng = random.Random(seed)
    s, base = empty(), empty().g
    s.g = g = thrown(seed)[0]
    try:
        side = _surround(s, rng)
    finally:
        s.g = base
    g.touch()
    return g, side


def _surround(s: Any, rng: random.Random) -> str:
    g = s.g
    stacks = sorted(space for space, here in g.here.items() if here and space < g.board.grid.size)
    space = max(stacks, key=lambda at: sum(g.steps[u] for u in range(len(g.space)) if g.space[u] == at))
    foe = 1 - next(piece.side for unit, piece in enumerate(g.board.counters) if g.space[unit] == space)
    idle = [p for p in g.board.counters if p.side == foe and p.kind not in ("engineer", "hq", "werfer", "strongpoint")]
    idle = [piece for piece in idle if g.space[s.unit(piece.id)] < 0 or g.space[s.unit(piece.id)] >= g.board.grid.size]
    for place in neighbours(g.board.names[space]):
        near = g.board.ids.get(place, -1)
        if near < 0 or g.here.get(near) or g.board.terrain[near] in ("sea", "", "marsh"):
            continue
        able = [piece for piece in idle if g.board.atlas.home[s.unit(piece.id)] >> near & 1]
        if able:
            piece = rng.choice(able)
            idle.remove(piece)
            g.place(s.unit(piece.id), near)
            set_steps(s, piece.id, rng.randint(1, piece.steps))
    return ("german", "allied")[foe]


def _throw(s: Any, rng: random.Random) -> None:
    g, names = s.g, s.g.board.names
    g.turn, g.row = rng.choice((1, 1, *range(2, 21))), rng.randint(1, 6)
    if g.turn == 1:
        g.row = 2
    land = [names[n] for n in range(g.board.grid.size) if g.board.terrain[n] not in ("sea", "", "marsh")]
    wet = [h for h in land if g.board.terrain[s.space(h)] == "flooded"]
    middle = rng.choice(wet if rng.random() < 0.4 else land)
    hexes = [h for h in land if distance(h, middle) <= rng.choice((2, 3, 3, 4))]
    taken: dict[str, int] = {}
    poor = rng.random() < 0.25  # many units disrupted or out of supply
    astray = rng.random() < 0.1  # some beyond the boundary of their army (22.1.2)
    rare = [piece for piece in g.board.counters if piece.kind == ("ost" if g.turn == 1 else "bicycle")]
    for _ in range(rng.randint(4, 16)):
        piece = rng.choice(rare if rng.random() < 0.1 else g.board.counters)
        place = rng.choice(hexes)
        unit = s.unit(piece.id)
        if piece.kind == "engineer" or not (astray or g.board.atlas.home[unit] >> s.space(place) & 1):
            continue  # engineers stay on beaches, armies on their side of the boundary
        if taken.setdefault(place, piece.side) != piece.side:
            continue
        if sum(g.space[u] == s.space(place) for u in range(len(g.space))) >= 3:
            continue
        g.place(unit, s.space(place))
        set_steps(s, piece.id, rng.randint(1, piece.steps))
        _mark(g, unit, piece, rng, 0.5 if poor else 0.1)
        if piece.side:
            g.allied_control |= 1 << s.space(place)
    for n in range(g.board.grid.size):
        if names[n] in hexes and names[n] not in taken and rng.random() < 0.5:
            g.allied_control |= 1 << n
    _dig(s, rng, taken)
    g.supply_7th, g.supply_us, g.supply_cw = (rng.choice((0, 2)) for _ in range(3))
    g.naval = [rng.choice((0, 2)), rng.choice((0, 2))] if g.row > 1 else [0, 0]


def _mark(g: Any, unit: int, piece: Any, rng: random.Random, bad: float) -> None:
    bit = 1 << unit
    for name, chance in (
        ("disrupted", bad if piece.ma else 0.0),
        ("out_of_supply", bad),
        ("released", 0.5),
        ("reserve", 0.3),
    ):
        if rng.random() < chance and not (
            name == "reserve" and ((g.disrupted | g.out_of_supply) & bit or not piece.ma)
        ):
            setattr(g, name, getattr(g, name) | bit)
    if piece.kind in ("airborne", "glider") and rng.random() < 0.2:
        g.scattered |= bit
    if piece.kind in ("hq", "werfer") and rng.random() < 0.3:
        g.spent |= bit


def _dig(s: Any, rng: random.Random, taken: dict[str, int]) -> None:
    for place, side in taken.items():
        if rng.random() < 0.12 and s.g.board.terrain[s.space(place)] != "city":
            army = "ip_german" if side == 0 else rng.choice(("ip_us", "ip_cw"))
            setattr(s.g, army, getattr(s.g, army) | 1 << s.space(place))
