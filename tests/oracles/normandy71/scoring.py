"""Comparing the points on the map with the track that shows them, and lines of supply with the ones drawn."""

from fractions import Fraction
from itertools import pairwise
from random import Random

from tests.games.normandy71.support import GAME
from tests.oracles.normandy71 import victory
from tests.oracles.normandy71.facts import (
    ALLIED,
    BEACHES,
    CITIES,
    COUNTERS,
    ENEMY,
    EXIT_HEXES,
    LAND,
    NEXT,
    ROADS,
    TERRAIN,
    Position,
    position,
)
from tests.oracles.normandy71.supply import crossable, fed_hexes, in_supply, open_hexes
from tests.oracles.normandy71.throw import BY_SIDE, throw, told
from tests.oracles.tally import Tally


def score(rng: Random, tally: Tally) -> None:
    centre = rng.choice([*sorted(n for c in CITIES.values() for n in c), *sorted(BEACHES.values())])
    s = throw(rng, rng.randint(2, 6), centre)
    spare = [u for u in BY_SIDE[ALLIED] if s.at(u) == ""]
    for name in rng.sample(sorted(EXIT_HEXES), 3):
        for unit in rng.sample(spare, rng.randint(0, 5)):
            s.g.place(s.unit(unit), s.space(f"Off{name}"))
            spare.remove(unit)
    s.g.touch()
    p = position(s.g)
    where = told(s)
    track = next(row for row in GAME.tracks(s.g) if row.name == "Allied points on the map")
    tally.same("victory", where, track.detail, as_points(track.value), victory.total(p))
    for unit in rng.sample(sorted(p.at), min(3, len(p.at))):
        if p.at[unit] in TERRAIN:
            line(s.g, p, unit, where, tally)


def as_points(text: str) -> Fraction:
    """Points as the track prints them: 4, 4.5, 4 1/2, 4 1/6."""
    return sum((Fraction(word) for word in text.replace("½", " 1/2").split()), Fraction(0))


def line(g: object, p: Position, unit: str, where: str, tally: Tally) -> None:
    """A line of supply exists when it should, and every step of it is allowed."""
    assert GAME.queries is not None
    assert GAME.queries.supply_line is not None
    n = g.board.unit_ids[unit]  # type: ignore[attr-defined]
    found = GAME.queries.supply_line(g, n)
    side, at = COUNTERS[unit].side, p.at[unit]
    fed = fed_hexes(p, side)
    if p.turn == 1 and not COUNTERS[unit].paratroops:
        return
    tally.same("supply.line", where, f"has {unit} a line?", isinstance(found, list), in_supply(p, unit, at, fed))
    if isinstance(found, list):
        path = [g.board.names[space] for space in found]  # type: ignore[attr-defined]
        tally.holds("supply.line", where, f"the line {path} of {unit}", truth=sound(p, side, path))


def sound(p: Position, side: str, path: list[str]) -> bool:
    free = open_hexes(p, side)
    steps = list(pairwise(path))
    off_road = 0
    for n, (a, b) in enumerate(steps):
        if b not in free or b not in LAND or b not in NEXT[a] or not crossable(a, b):
            return False
        if not all(frozenset(pair) in ROADS for pair in steps[n:]):
            off_road = n + 1
    return off_road <= 3 and not p.here(path[-1], ENEMY[side])
