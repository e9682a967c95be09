"""13. Retreat: the owner takes each unit back along a path that costs the fewest steps."""

from typing import NamedTuple

from bocage.games.normandy44.atlas import FOOT, MECH
from bocage.games.normandy44.rules.r02_control import enter, seize
from bocage.games.normandy44.rules.r07_stacking import fits
from bocage.games.normandy44.rules.r08_zones_of_control import Bonds, bonds, presence, side_of, zone
from bocage.games.normandy44.rules.r12_losses import take_loss
from bocage.games.normandy44.rules.r16_fortifications import improved
from bocage.games.normandy44.rules.r17_cadres import drop_position, eliminate, strength
from bocage.games.normandy44.scenario import rules_of
from bocage.games.normandy44.sides import GERMAN
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.actions import Action
from bocage.kernel.events import Moved
from bocage.kernel.flow import DONE, Call, Decision, Done, Procedure, Step, replace
from bocage.kernel.ids import NOWHERE, Side, Space, Spaces, UnitId, Units
from bocage.kernel.retreat import AVOID, LOSS
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import BITS, each
from bocage.kernel.verdict import Because

LAST_RESORT = 100 * AVOID
"""13.7: onto a unit in strategic movement only if no other path exists."""

ONE_HEX_STOPS = 2
"""The length of the retreats that may end after one hex (13.3)."""


class Path(NamedTuple):
    """A way back: what it costs and the hexes, the first being where the unit stood."""

    cost: int
    hexes: tuple[Space, ...]


class Ground(NamedTuple):
    """What a retreat sees: enemies, their zones where no friend cancels them, bonds, friends in column of march."""

    closed: Spaces
    zone: Spaces
    bonds: Bonds
    marching: Spaces


@rule("13.1.2", "13.2.2", "16.3")
def ground_for(g: Normandy44, side: Side, gone: Units) -> Ground:
    """Enemy zones count where no friend stands who has not retreated in this combat; zones from outside the
    Cherbourg perimeter do not count inside it for Germans.
    """
    atlas = g.board.atlas
    foe = Side(1 - side)
    here = presence(g)
    steady = marching = 0
    for space in each(here.hexes[side]):
        there = g.here[space] & ~gone
        if there:
            steady |= BITS[space]
            if there & g.strategic:
                marching |= BITS[space]
    hostile = zone(g, foe)
    if side == GERMAN and hostile & atlas.perimeter:
        within = atlas.zones.spread(here.zoned[foe] & atlas.perimeter)
        hostile &= ~atlas.perimeter | within
    bonded = bonds(g, foe)
    return Ground(here.hexes[foe] | bonded.hexes, hostile & ~steady, bonded, marching)


@rule("13.2.1", "13.2.2")
def toll(
    g: Normandy44, unit: int, path: tuple[Space, ...], direction: int, ground: Ground, *, entered_wet: bool
) -> int | None:
    """What the next step of a retreat costs, or `None` if it would destroy the unit."""
    atlas = g.board.atlas
    here = path[-1]
    to = atlas.around[here][direction]
    foot = bool(atlas.roster.foot >> unit & 1)
    way = next((w for w in atlas.ways[FOOT if foot else MECH][here] if w.direction == direction), None)
    if way is None or ground.closed & BITS[to] or ground.bonds.sides[direction] & BITS[here]:
        return None
    first = len(path) == 1
    cost = 0
    if ground.zone & BITS[to]:
        if not first:
            return None
        cost += AVOID
    if way.first and not foot:
        return None  # a vehicle over a major river without a bridge
    if foot and ((way.first and not first) or (entered_wet and not first)):
        cost += LOSS
    if ground.marching & BITS[to]:
        cost += LAST_RESORT
    return cost


def _steps(
    g: Normandy44, unit: int, path: tuple[Space, ...], cost: int, ground: Ground, *, wet: bool
) -> list[tuple[Space, int, bool]]:
    """The hexes to go on to: where, the cost so far, and whether a flooded hex was entered off the road."""
    atlas = g.board.atlas
    here = path[-1]
    out = []
    for direction, to in enumerate(atlas.around[here]):
        if to == NOWHERE or to in path:
            continue
        road = (here, to) in atlas.road_edges
        passing = wet or (len(path) > 1 and atlas.flooded >> here & 1 and not road)
        price = toll(g, unit, path, direction, ground, entered_wet=bool(passing))
        if price is not None:
            total = min(cost + price, LOSS + (cost + price) % LOSS)  # one step in all, however wet the way
            out.append((to, total, bool(atlas.flooded >> to & 1 and not road)))
    return out


@rule("13.3")
def may_stop(g: Normandy44, unit: int, space: Space, ground: Ground, gone: Units) -> bool:
    """May a two-hex retreat end here after one: in cover, or with steady friends of at least its factors?"""
    atlas, side = g.board.atlas, side_of(g, unit)
    friends = g.here.get(space, 0) & ~(gone | g.disrupted | g.strategic)
    if ground.zone & BITS[space] and not friends:
        return False
    if zone(g, Side(1 - side)) & BITS[space] and not friends and _hostile_inside(g, side, space):
        return False
    if g.board.ground[space].stops_retreat or improved(g, side) & BITS[space]:
        return True
    if friends & atlas.roster.strongpoint:
        return True
    held = sum(strength(g, other) for other in each(friends))
    stopped = sum(strength(g, other) for other in each(g.here.get(space, 0) & gone))
    return held >= stopped + strength(g, unit)


def _hostile_inside(g: Normandy44, side: Side, space: Space) -> bool:
    """A zone that counts for a German inside the perimeter comes from inside it (16.3)."""
    atlas = g.board.atlas
    if side != GERMAN or not atlas.perimeter >> space & 1:
        return True
    return bool(atlas.zones.spread(presence(g).zoned[1 - side] & atlas.perimeter) >> space & 1)


@rule("13.1.1", "13.1.4", "13.1.5", "13.7")
def ways_back(g: Normandy44, unit: int, length: int, gone: Units) -> dict[Space, Path]:
    """Where a unit may retreat to, each with its path: only those that cost the fewest steps.

    A path whose end has no room goes on, hex by hex, until one has (13.1.5).
    """
    origin = g.space[unit]
    ground = ground_for(g, side_of(g, unit), gone | 1 << unit | g.here[origin])
    special = rules_of(g).closed(g, unit)
    if special:
        ground = ground._replace(closed=ground.closed | special)
    distance = g.board.atlas.distance
    found: dict[Space, Path] = {}

    def end(path: tuple[Space, ...], cost: int) -> None:
        known = found.get(path[-1])
        if known is None or known.cost > cost:
            found[path[-1]] = Path(cost, path)

    frontier: list[tuple[tuple[Space, ...], int, bool]] = [((origin,), 0, False)]
    cheapest: dict[tuple[Space, bool], int] = {}  # of the paths beyond their length: none is walked twice
    count = 0
    while frontier:
        count += 1
        best: dict[tuple[Space, bool], tuple[tuple[Space, ...], int, bool]] = {}
        for path, cost, wet in frontier:
            for to, total, damp in _steps(g, unit, path, cost, ground, wet=wet):
                if distance(origin, to) < min(count, length):
                    continue
                known = best.get((to, damp))
                if known is None or known[1] > total:
                    best[to, damp] = ((*path, to), total, damp)
        frontier = []
        for path, cost, damp in best.values():
            to = path[-1]
            if count < length:
                frontier.append((path, cost, damp))
                if (
                    count == 1
                    and length == ONE_HEX_STOPS
                    and may_stop(g, unit, to, ground, gone)
                    and fits(g, 1 << unit, to)
                ):
                    end(path, cost)
            elif fits(g, 1 << unit, to):
                end(path, cost)
            elif cheapest.get((to, damp), cost + 1) > cost:
                cheapest[to, damp] = cost
                frontier.append((path, cost, damp))
    least = min((path.cost for path in found.values()), default=0)
    return {to: path for to, path in found.items() if path.cost == least}


def all_lost(g: Normandy44, target: Space) -> bool:
    """Would every unit in the hex die if it had to retreat two hexes (12.5)?"""
    return all(
        g.board.atlas.roster.immobile >> unit & 1 or g.retreated >> unit & 1 or not ways_back(g, unit, 2, 0)
        for unit in each(g.here.get(target, 0))
    )


@rule("13.1.1", "13.1.3", "13.6")
class Retreats(Procedure[Normandy44], frozen=True, kw_only=True):
    """A stack retreats: what cannot move dies, the others go one by one, then the water takes its step."""

    side: Side
    origin: Space
    units: Units
    length: int
    wet: tuple[Units, ...] = ()

    def start(self, g: Normandy44) -> Step:
        fixed = self.units & g.board.atlas.roster.immobile
        for unit in each(fixed):
            eliminate(g, unit, "13.2.2")
        left = self.units & ~fixed
        if not left:
            drop_position(g, self.origin)
            return DONE
        frame = Retreat(by=self.side, origin=self.origin, left=left, length=self.length)
        return Call(frame, then=self.back)

    @rule("13.2.1")
    def back(self, g: Normandy44, wet: object) -> Step:
        """Each group that came through water to one hex loses one step."""
        drop_position(g, self.origin)
        groups: dict[Space, Units] = {}
        for unit in each(int(wet) if isinstance(wet, int) else 0):
            groups[g.space[unit]] = groups.get(g.space[unit], 0) | 1 << unit
        return replace(self, wet=tuple(groups.values())).soak(g, None)

    def soak(self, g: Normandy44, _: object) -> Step:
        """The owner picks who loses the step."""
        if not self.wet:
            return DONE
        return take_loss(g, self.side, self.wet[0], "13.2.1", replace(self, wet=self.wet[1:]).soak)


class Retreat(Decision[Normandy44], frozen=True, kw_only=True):
    """Which unit retreats where? The result is the set of units that came through water."""

    origin: Space
    left: Units
    length: int
    gone: Units = 0
    wet: Units = 0

    def ways(self, g: Normandy44, unit: int) -> dict[Space, Path]:
        """The ways back of one unit."""
        key = ("retreat", unit, self.length, self.gone)
        found = g.cache.get(key)
        if found is None:
            found = g.cache[key] = ways_back(g, unit, self.length, self.gone)
        return found

    def options(self, g: Normandy44) -> list[Action]:
        out: list[Action] = []
        for unit in each(self.left):
            ways = self.ways(g, unit)
            out += [("fallback", unit, to) for to in ways] if ways else [("perish", unit)]
        return out

    def chosen(self, g: Normandy44, action: Action) -> Step:
        unit = action[1]
        bit = 1 << unit
        if action[0] == "perish":
            eliminate(g, unit, "13.2.2")
            after = replace(self, left=self.left & ~bit)
        else:
            path = self.ways(g, unit)[action[2]]
            fall_back(g, unit, path)
            wet = bit if path.cost >= LOSS else 0
            after = replace(self, left=self.left & ~bit, gone=self.gone | bit, wet=self.wet | wet)
        if after.left:
            return after
        return Done(after.wet)

    def refuse(self, g: Normandy44, action: Action) -> Because:
        if action[0] == "perish":
            return Because("13.1.4", "it has a way back and must take it")
        if action[0] == "fallback" and self.left >> action[1] & 1:
            return why_not_fall_back(g, self, action[1], action[2])
        return Because("13.1.1", "say which unit retreats where")

    def prompt(self, g: Normandy44) -> str:
        lost = any(not self.ways(g, unit) for unit in each(self.left))
        last = " A unit without a way back perishes." if lost else ""
        at = g.board.describe(self.origin)
        return f"Each unit retreats {self.length} hexes from {at}: which one, and where to?{last}"


def why_not_fall_back(g: Normandy44, frame: Retreat, unit: int, to: Space) -> Because:
    """Why a hex is no end of this retreat."""
    names, name = g.board.names, g.board.counters[unit].name
    if presence(g).hexes[1 - frame.by] >> to & 1:
        return Because("13.2.2", f"{names[to]} is held by the enemy")
    if bonds(g, Side(1 - frame.by)).hexes >> to & 1:
        return Because("8.5.2", f"{names[to]} is an enemy ZOC bond")
    if not fits(g, 1 << unit, to):
        return Because("13.1.5", f"{names[to]} has no room for {name}")
    if g.board.atlas.distance(frame.origin, to) < frame.length:
        return Because("13.3", f"{name} cannot stop in {names[to]} after one hex")
    return Because("13.1.4", f"{name} has a way back that costs fewer steps, or none to {names[to]}")


@rule("13.6", "9.8.5", "13.7", "17.2", "15.4")
def fall_back(g: Normandy44, unit: int, path: Path) -> None:
    """The unit is where it ends, disrupted; a headquarters turns over, a column of march breaks up."""
    bit = 1 << unit
    side = side_of(g, unit)
    for space in path.hexes[1:-1]:
        seize(g, side, BITS[space])
    enter(g, unit, path.hexes[-1])
    g.disrupted |= bit
    g.retreated |= bit
    g.reserve &= ~bit
    g.strategic &= ~g.here[path.hexes[-1]]
    g.trucked &= ~g.here[path.hexes[-1]]
    if g.board.atlas.roster.hq & bit:
        g.spent |= bit
    g.touch()
    g.emit(Moved(unit=UnitId(unit), path=path.hexes, how="retreats to", rule="13.1.1"))
