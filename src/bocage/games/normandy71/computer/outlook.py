"""What the map promises the Allies: how far their supply reaches, and which points lie within that.

Everything hangs on roads. Where a road from a beach is free of Germans and their zones the Allies are in supply, and
with a third of a point to the hex they are there in a phase. So a position is judged by the roads that are open, by
how far the nearest open hex is from each city and exit, and by the time that is left.
"""

from functools import cache, lru_cache
from math import exp
from typing import NamedTuple

from bocage.games.normandy71.board import City, Exit, Normandy
from bocage.games.normandy71.rules.r07_zones_of_control import held
from bocage.games.normandy71.rules.r09_supply import fed_from, supply_areas
from bocage.games.normandy71.rules.r15_victory import DIVISION, city_counts, gone_by
from bocage.games.normandy71.sides import ALLIED
from bocage.games.normandy71.state import Game71
from bocage.kernel.ids import Space, Spaces
from bocage.kernel.movement import reach
from bocage.kernel.spaces import BITS, bit, each, first, members, spaces

FAR = 24
"""Movement points beyond which an objective draws nobody."""
FADE = 5.0
"""At this many movement points away an objective out of supply is worth a third of what it is at the front."""
IN_SIGHT = 0.6
"""What an objective that supply almost reaches is worth of its points."""
OPEN_CITY = 0.85
"""The same for an undefended city."""
READY = 0.8
"""What an open road to an edge is worth before anybody has left by it."""
NO_ROAD = 500
A_DAY_BY_ROAD = 30.0
"""Hexes: what an open road that long is worth is a third of what one at the beach is."""
CROWD = 0.01
"""What a hex inland is hoped to be worth at the end for each Allied hex in supply."""
LAST_HOPE = 0.05
"""What is left of the worth of something near when there are no more moves."""


class Goal(NamedTuple):
    """A city or an edge, and how near the hexes of the map are to it."""

    name: str
    hexes: Spaces
    points: int
    city: City | None
    exit: Exit | None
    rings: list[Spaces]
    """The hexes within 0, 1, 2 ... movement points for infantry that uses the roads."""
    far: list[float]
    """The same by hex."""
    by_road: dict[Space, list[int]]
    """From each of its hexes, how many hexes every other one is away by road."""


class Reached(NamedTuple):
    """What Allied supply reaches: the roads, the country beside them, and in how many beachheads."""

    net: Spaces
    cover: Spaces
    groups: int


@cache
def goals_of(board: Normandy) -> tuple[Goal, ...]:
    """Cities and edges as objectives."""
    found = [_goal(board, city.name, city.hexes, city.points, city, None) for city in board.cities]
    found += [_goal(board, exit_.edge, exit_.hexes, exit_.points, None, exit_) for exit_ in board.exits]
    return tuple(found)


def _goal(board: Normandy, name: str, hexes: Spaces, points: int, city: City | None, exit_: Exit | None) -> Goal:
    far = distances(board, hexes)
    rings = [0] * (FAR + 1)
    for space in members(board.land):
        if far[space] <= FAR:
            rings[int(far[space])] |= bit(space)
    for n in range(FAR):
        rings[n + 1] |= rings[n]
    by_road = {space: road_distances(board, space) for space in members(hexes)}
    return Goal(name, hexes, points, city, exit_, rings, far, by_road)


def road_distances(board: Normandy, start: Space) -> list[int]:
    """How many hexes every other one is away by road, nobody in the way."""
    found = [NO_ROAD] * len(board.names)
    seen = fresh = bit(start)
    steps = 0
    while fresh:
        for space in members(fresh):
            found[space] = steps
        fresh = board.tarmac.spread(fresh) & ~seen
        seen |= fresh
        steps += 1
    return found


def haste(g: Game71, goal: Goal, hexes: Spaces) -> float:
    """From 1 down: how soon troops from the beaches can be at some hexes of an objective by road."""
    return _haste(g.board, goal.name, hexes, supply_areas(g))


@lru_cache(maxsize=10_000)
def _haste(board: Normandy, name: str, hexes: Spaces, areas: Spaces) -> float:
    by_road = next(goal.by_road for goal in goals_of(board) if goal.name == name)
    best = min((by_road[space][area] for space in members(hexes) for area in members(areas)), default=NO_ROAD)
    return exp(-best / A_DAY_BY_ROAD)


@cache
def distances(board: Normandy, goals: Spaces, *, fast: bool = False) -> list[float]:
    """Movement points from each hex to the nearest of some, enemies apart."""
    found = [1000.0] * len(board.names)
    for goal in each(goals):
        # The way out costs what the way in does, give or take the last hex.
        for space, cost in reach(board.edges_of[fast, True], goal, 6 * 60).cost.items():
            found[space] = min(found[space], cost / 6)
    for goal in each(goals):
        found[goal] = 0.0
    return found


NEARNESS = [IN_SIGHT * exp(-n / FADE) for n in range(FAR + 1)]


def nearness(goal: Goal, net: Spaces) -> float:
    """From `IN_SIGHT` down to 0: how near open roads come to an objective."""
    for n, ring in enumerate(goal.rings):
        if ring & net:
            return NEARNESS[n]
    return 0.0


class Roads:
    """The roads as junctions and the stretches between them: supply is traced over and over, so it must be quick."""

    def __init__(self, board: Normandy) -> None:
        near = {space: members(board.tarmac.spread(bit(space))) for space in members(board.land)}
        ends = {space for space, some in near.items() if some and (len(some) != 2 or bit(space) & board.beaches)}
        self.stretches: dict[Space, list[tuple[Spaces, tuple[Space, ...], Space]]] = {space: [] for space in ends}
        for end in ends:
            for step in near[end]:
                way, at, before = [], step, end
                while at not in ends:
                    way.append(at)
                    before, at = at, next(space for space in near[at] if space != before)
                self.stretches[end].append((spaces(way), tuple(way), at))

    def flood(self, start: Space, shut: Spaces) -> Spaces:
        """The road hexes that open roads join to a beach, itself among them if nothing shuts it."""
        if shut & BITS[start]:
            return 0
        net, fresh = BITS[start], [start]
        while fresh:
            for mask, way, end in self.stretches.get(fresh.pop(), ()):
                if not mask & shut:
                    net |= mask
                    if not (net | shut) & BITS[end]:
                        net |= BITS[end]
                        fresh.append(end)
                else:
                    for space in way:
                        if shut & BITS[space]:
                            break
                        net |= BITS[space]
        return net


@cache
def roads_of(board: Normandy) -> Roads:
    """The roads of the map."""
    return Roads(board)


def supply_reach(g: Game71, shut: Spaces) -> Reached:
    """What the beaches feed while the Germans hold or control `shut`."""
    board, roads = g.board, roads_of(g.board)
    left = supply_areas(g)
    net = groups = 0
    while left:
        start = first(left)
        fed = roads.flood(start, shut)
        net |= fed
        left &= ~(BITS[start] | fed)
        groups += 1
    return Reached(net, fed_from(g, ALLIED, net, board.land & ~shut), max(1, groups))


def full_time(g: Game71) -> int:
    """How many times the Allies move in a game: twice a turn."""
    return 2 * g.last_turn


def phases_left(g: Game71) -> int:
    """How many more times the Allies move."""
    if not g.turn:
        return full_time(g)
    left, frames = full_time(g) - 2 * g.turn, g.stack
    campaign = frames[0][0] if frames else None
    done = getattr(campaign, "next", 0)
    names = getattr(campaign, "names", ())
    for name in ("allied-first-movement", "allied-second-movement"):
        if name in names and names.index(name) + 1 >= done:
            left += 1
    return left


def prospect(g: Game71, shut: Spaces, *, left: int, reached: Reached | None = None) -> float:
    """The victory points that the Allies have or may hope for on the map, with that many movements to come."""
    board = g.board
    net, cover, groups = reached or supply_reach(g, shut)
    hope = min(1.0, left / 4)
    value = 0.0
    for goal in goals_of(board):
        if goal.city is not None:
            value += _city(g, goal, net, cover, shut, hope)
        else:
            value += _edge(g, goal, net, hope)
    if not left:
        return value + _final_depth(g, cover) / groups
    return value + 0.5 * _depth(board, cover) / groups * (0.4 + 0.3 * hope)


def certain_points(g: Game71, reached: Reached, shut: Spaces) -> float:
    """The points on the map if there were no more moves, exactly."""
    net, cover, groups = reached
    value = 0.0
    for goal in goals_of(g.board):
        if goal.city is not None:
            value += goal.points * city_counts(g, goal.hexes, shut, cover)
        elif g.exited_by and goal.exit is not None:
            value += goal.points * (gone_by(g, goal.exit, goal.hexes & net) >= DIVISION)
    return value + 0.5 * _depth(g.board, cover & held(g, ALLIED)) / groups


def inland(g: Game71, cover: Spaces) -> int:
    """How far inland Allied hexes in supply are, all together.

    Only the deepest counts, but an enemy who cuts off one after another gets to it.
    """
    fed = cover & held(g, ALLIED)
    return sum((fed & ring).bit_count() for ring in depth_rings(g.board)[1:])


def _final_depth(g: Game71, cover: Spaces) -> float:
    """What depth is worth at the end, all beachheads together, and what is left to cut off."""
    return 0.5 * _depth(g.board, cover & held(g, ALLIED)) + CROWD * inland(g, cover)


def _city(g: Game71, goal: Goal, net: Spaces, cover: Spaces, shut: Spaces, hope: float) -> float:
    here = goal.hexes
    if not here & shut and not here & ~cover:
        taken = (here & g.allied_cities).bit_count() / here.bit_count()
        return goal.points * (1.0 if taken == 1 else hope * (OPEN_CITY * haste(g, goal, here) + 0.1 * taken))
    return goal.points * nearness(goal, net) * max(hope, LAST_HOPE)


def _edge(g: Game71, goal: Goal, net: Spaces, hope: float) -> float:
    exit_ = goal.exit
    assert exit_ is not None
    open_roads = goal.hexes & net
    gone = gone_by(g, exit_, goal.hexes) if g.exited_by else 0
    if gone >= DIVISION and gone_by(g, exit_, open_roads) >= DIVISION:
        return float(goal.points)
    near = max(0.9 * haste(g, goal, open_roads), nearness(goal, net)) if open_roads else nearness(goal, net)
    if gone >= DIVISION:
        return goal.points * near * max(hope, LAST_HOPE)
    if g.turn > exit_.until or not hope:
        return 0.0
    return goal.points * near * (READY + (1 - READY) * gone / DIVISION) * hope


@cache
def depth_rings(board: Normandy) -> tuple[Spaces, ...]:
    """The hexes at least so far from the coast."""
    deepest = max(board.coast_distance[space] for space in members(board.land))
    return tuple(
        sum(bit(space) for space in members(board.land) if board.coast_distance[space] >= n) for n in range(deepest + 1)
    )


def _depth(board: Normandy, cover: Spaces) -> int:
    """How deep inland supply reaches."""
    rings = depth_rings(board)
    low, high = 0, len(rings) - 1
    while low < high:
        middle = (low + high + 1) // 2
        if rings[middle] & cover:
            low = middle
        else:
            high = middle - 1
    return low


def near_units(g: Game71, units: int, slow: int, fast: int) -> list[float]:
    """By hex, the strength of some units that stand within that many hexes of it."""
    board = g.board
    found = [0.0] * len(board.names)
    grid = board.grid
    assert grid is not None
    for space, here in g.here.items():
        if space >= board.first_box or not here & units:
            continue
        for radius, some in (
            (slow, _of_pace(board, here & units, fast=False)),
            (fast, _of_pace(board, here & units, fast=True)),
        ):
            if some:
                for near in members(around(board, space, radius)):
                    found[near] += some
    return found


def _of_pace(board: Normandy, units: int, *, fast: bool) -> int:
    return sum(board.strength[unit] for unit in members(units) if board.fast[unit] == fast)


@cache
def around(board: Normandy, space: Space, radius: int) -> Spaces:
    """The hexes of the map at most that far away."""
    return board.within(space, radius)
