"""Where stacks can go in one move, by rail and road, and the way they take."""

from functools import lru_cache
from typing import NamedTuple

from bocage.games.acrosstheworld.board import each_unit
from bocage.games.acrosstheworld.rules.r09_supply import allowance
from bocage.games.acrosstheworld.rules.r10_movement import cost_to_enter, rail_goals, why_not_march
from bocage.games.acrosstheworld.sides import other
from bocage.games.acrosstheworld.state import Campaign
from bocage.kernel.ids import Side, Space, UnitId, Units
from bocage.kernel.spaces import each
from bocage.kernel.verdict import Because

ANYBODY = ("3.4", "10.7")
"""Refusals that ways leave out: room, and the leader whom an attack needs; those who stand in a region may leave it."""


class Way(NamedTuple):
    """A way to a region: where it leaves the rails (or the start), the regions marched through, what is left."""

    rail: Space
    """The station where the march begins; the start itself without a ride."""
    march: tuple[Space, ...]
    left: int
    wet: bool
    """Whether the last step goes over a river."""


class Walker(NamedTuple):
    """A stack on its way, as the rules of movement ask for one."""

    by: Side
    units: Units
    at: Space
    left: int
    railed: bool
    marched: bool


def ways(g: Campaign, side: Side, start: Space, points: int, *, alone: bool = False) -> dict[Space, Way]:
    """All regions that a stack with this many points can reach; regions with enemies end a way.

    The stack is all who are at the start, or (`alone`) those who are no troops. Whether a certain stack may enter
    where a way ends, `why_not_enter` says.
    """
    return g.cached(("ways", side, start, points, alone), lambda g: _ways(g, side, start, points, alone=alone))


def _stack_at(g: Campaign, side: Side, start: Space, *, alone: bool) -> Units:
    """The counters that could go from a region: scattered troops only if there are no others (11.2)."""
    board = g.board
    here = g.here.get(start, 0) & board.of_side[side] & board.movers
    if alone:
        return here & ~board.mobile
    return here & ~g.scattered if here & board.mobile & ~g.scattered else here


def _ways(g: Campaign, side: Side, start: Space, points: int, *, alone: bool) -> dict[Space, Way]:
    board, foes = g.board, g.held_by(other(side))
    units = _stack_at(g, side, start, alone=alone)
    found: dict[Space, Way] = {}
    heads = [Way(start, (), points, wet=False)]
    for station in each(rail_goals(g, Walker(side, 0, start, points, railed=False, marched=False))):
        found[station] = way = Way(station, (), points, wet=False)
        heads.append(way)
    while heads:
        onward: dict[Space, Way] = {}
        for way in heads:
            here = way.march[-1] if way.march else way.rail
            walker = Walker(side, units, here, way.left, way.rail != start, bool(way.march))
            for goal in each(board.near[here]):
                cost = cost_to_enter(g, side, here, goal)
                too_far = way.march and cost > way.left  # 10.1, which a refusal that is left out would hide
                if goal == start or too_far or refused(why_not_march(g, walker, goal), ANYBODY):
                    continue
                new = Way(way.rail, (*way.march, goal), max(0, way.left - cost), (here, goal) in board.atlas.river)
                if better(new, found.get(goal), hostile=bool(foes >> goal & 1)):
                    found[goal] = new
                    if not foes >> goal & 1 and new.left:
                        onward[goal] = new
        heads = list(onward.values())
    return found


def refused(because: Because | None, heedless: tuple[str, ...] = ("3.4",)) -> bool:
    """Whether a plan must heed a refusal: room in difficult terrain (3.4) is judged for the disposition as a whole."""
    return because is not None and because.rule not in heedless


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
