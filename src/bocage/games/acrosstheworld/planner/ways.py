"""Where stacks can go in one move, by rail and road, and the way they take."""

from functools import lru_cache
from typing import NamedTuple

from bocage.games.acrosstheworld.board import GERMAN, each_unit, other
from bocage.games.acrosstheworld.r09_supply import allowance
from bocage.games.acrosstheworld.r10_ways import cost_to_enter
from bocage.games.acrosstheworld.state import Campaign
from bocage.kernel.ids import Side, Space, UnitId, Units
from bocage.kernel.spaces import bit, each


class Way(NamedTuple):
    """A way to a region: where it leaves the rails (or the start), the regions marched through, what is left."""

    rail: Space
    """The station where the march begins; the start itself without a ride."""
    march: tuple[Space, ...]
    left: int
    wet: bool
    """Whether the last step goes over a river."""


def ways(g: Campaign, side: Side, start: Space, points: int) -> dict[Space, Way]:
    """All regions that a stack with so many points can reach; regions with enemies end a way."""
    return g.cached(("ways", side, start, points), lambda g: _ways(g, side, start, points))


def _ways(g: Campaign, side: Side, start: Space, points: int) -> dict[Space, Way]:
    board = g.board
    foes, friendly = g.held_by(other(side)), g.friendly(side)
    among = bool(foes >> start & 1)
    found: dict[Space, Way] = {}
    heads = [Way(start, (), points, wet=False)]
    if not among and friendly >> start & 1 and not (side == GERMAN and g.sabotage == g.turn):
        line = board.atlas.rails.flood(bit(start), friendly & ~foes) & ~bit(start)
        if board.atlas.rail_regions >> start & 1:
            for station in each(line):
                found[station] = way = Way(station, (), points, wet=False)
                heads.append(way)
    while heads:
        onward: dict[Space, Way] = {}
        for way in heads:
            here = way.march[-1] if way.march else way.rail
            for goal in each(board.near[here]):
                cost = cost_to_enter(g, side, here, goal)
                if way.march and cost > way.left:
                    continue
                if among and not way.march and (foes >> goal & 1 or not friendly >> goal & 1):
                    continue
                new = Way(way.rail, (*way.march, goal), max(0, way.left - cost), (here, goal) in board.atlas.river)
                if goal != start and better(new, found.get(goal), hostile=bool(foes >> goal & 1)):
                    found[goal] = new
                    if not foes >> goal & 1 and new.left:
                        onward[goal] = new
        heads = list(onward.values())
    return found


def better(new: Way, old: Way | None, *, hostile: bool) -> bool:
    """Among enemies a dry way counts first; elsewhere what is left."""
    if old is None:
        return True
    if hostile:
        return (new.wet, len(new.march)) < (old.wet, len(old.march))
    return new.left > old.left


@lru_cache(maxsize=50_000)
def counters(units: Units) -> tuple[UnitId, ...]:
    """The counters of a set, remembered: plans ask for the same sets again and again."""
    return tuple(each_unit(units))


def points_of(g: Campaign, units: Units) -> int:
    """The movement points of a stack: those of its slowest counter."""
    return min((allowance(g, unit) for unit in counters(units)), default=0)
