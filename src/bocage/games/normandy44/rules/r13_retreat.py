"""13. Retreat: the owner takes each unit back along a path that costs the fewest steps."""

from collections.abc import Iterator
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
from bocage.kernel.bars import Bar, Listed, Offer, PickSpace, PickUnit, bar, only
from bocage.kernel.counters import each_unit, units
from bocage.kernel.events import Moved
from bocage.kernel.flow import DONE, Call, Decision, Done, Procedure, Step, replace
from bocage.kernel.ids import NOWHERE, Side, Space, Spaces, UnitId, Units
from bocage.kernel.retreat import AVOID, LOSS
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import BITS, each, spaces
from bocage.kernel.wording import counted

LAST_RESORT = 100 * AVOID
"""13.7: onto a unit in strategic movement only if no other path exists."""

FAR = 8
"""How far from a battle people ask about ends of a retreat."""

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
    g: Normandy44, unit: UnitId, path: tuple[Space, ...], direction: int, ground: Ground, *, entered_wet: bool
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
    g: Normandy44, unit: UnitId, path: tuple[Space, ...], cost: int, ground: Ground, *, wet: bool
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
            total = cost + price
            if total >= 2 * LOSS:
                total -= LOSS  # one step in all, however wet the way
            out.append((to, total, bool(atlas.flooded >> to & 1 and not road)))
    return out


@rule("13.3")
def may_stop(g: Normandy44, unit: UnitId, space: Space, ground: Ground, gone: Units) -> bool:
    """May a two-hex retreat end here after one: in cover, or with steady friends of at least its factors?"""
    atlas, side = g.board.atlas, side_of(g, unit)
    steady = g.here.get(space, 0) & ~(gone | g.disrupted)
    friends = steady & ~g.strategic
    if ground.zone & BITS[space] and not steady:
        return False
    if zone(g, Side(1 - side)) & BITS[space] and not steady and _hostile_inside(g, side, space):
        return False
    if g.board.ground[space].stops_retreat or improved(g, side) & BITS[space]:
        return True
    if friends & atlas.roster.strongpoint:
        return True
    held = sum(strength(g, other) for other in each_unit(friends))
    stopped = sum(strength(g, other) for other in each_unit(g.here.get(space, 0) & gone))
    return held >= stopped + strength(g, unit)


def _hostile_inside(g: Normandy44, side: Side, space: Space) -> bool:
    """A zone that counts for a German inside the perimeter comes from inside it (16.3)."""
    atlas = g.board.atlas
    if side != GERMAN or not atlas.perimeter >> space & 1:
        return True
    return bool(atlas.zones.spread(presence(g).zoned[1 - side] & atlas.perimeter) >> space & 1)


@rule("13.1.4")
def ways_back(g: Normandy44, unit: UnitId, length: int, gone: Units) -> dict[Space, Path]:
    """Where a unit may retreat to, with a path to each: only those that cost the fewest steps."""
    return {to: paths[0] for to, paths in all_ways_back(g, unit, length, gone).items()}


class Front(NamedTuple):
    """A path on its way: what it has cost, whether it has just entered a flooded hex off the road, what it takes."""

    hexes: tuple[Space, ...]
    cost: int
    damp: bool
    taken: Spaces

    def key(self) -> tuple[int, ...]:
        """Paths alike in this have the same ways on, at the same price, to the same effect: the cheapest of them does.

        One that has lost its step already loses no other, so it is not alike to a dry one (13.2.1).
        """
        return self.hexes[-1], self.damp, self.taken, self.cost // LOSS


@rule("13.1.1", "13.1.4", "13.1.5", "13.7")
def all_ways_back(g: Normandy44, unit: UnitId, length: int, gone: Units) -> dict[Space, tuple[Path, ...]]:
    """Where a unit may retreat to by a path that costs the fewest steps; several paths if they take different places.

    A path whose end has no room goes on, hex by hex, until one has (13.1.5).
    """
    origin = g.space[unit]
    ground = ground_for(g, side_of(g, unit), gone | 1 << unit | g.here[origin])
    special = rules_of(g).closed(g, unit)
    if special:
        ground = ground._replace(closed=ground.closed | special)
    prizes = places_to_take(g, side_of(g, unit))
    found: dict[tuple[Space, Spaces], Path] = {}
    frontier = [Front((origin,), 0, damp=False, taken=0)]
    cheapest: dict[tuple[int, ...], int] = {}  # of the paths beyond their length: none is walked twice
    count = 0
    while frontier:
        count += 1
        best = _one_hex_on(g, unit, frontier, ground, min(count, length), prizes)
        frontier = []
        for front in best:
            to, room = front.hexes[-1], fits(g, 1 << unit, front.hexes[-1])
            early = count == 1 and length == ONE_HEX_STOPS and may_stop(g, unit, to, ground, gone)
            if room and (count >= length or early):
                known = found.get((to, front.taken & ~BITS[to]))
                if known is None or known.cost > front.cost:
                    found[to, front.taken & ~BITS[to]] = Path(front.cost, front.hexes)
            if count < length:
                frontier.append(front)
            elif not room and cheapest.get(front.key(), front.cost + 1) > front.cost:
                cheapest[front.key()] = front.cost
                frontier.append(front)
    least = min((path.cost for path in found.values()), default=0)
    ways: dict[Space, tuple[Path, ...]] = {}
    for (to, _), path in found.items():
        if path.cost == least:
            ways[to] = (*ways.get(to, ()), path)
    return ways


@rule("2.2.5")
def places_to_take(g: Normandy44, side: Side) -> Spaces:
    """Places in enemy hands that change hands when a unit comes through: towns, cities, fortifications, beaches."""
    atlas = g.board.atlas
    places = atlas.town | atlas.city | atlas.permanent_ip | atlas.beaches | atlas.du_hoc
    return places & (g.allied_control if side == GERMAN else ~g.allied_control)


def _one_hex_on(
    g: Normandy44, unit: UnitId, frontier: list[Front], ground: Ground, away: int, prizes: Spaces
) -> list[Front]:
    """All paths one hex longer and that far from where they began, of those alike only the cheapest."""
    distance, best = g.board.atlas.distance, dict[tuple[int, ...], Front]()
    for path, cost, wet, taken in frontier:
        for to, total, damp in _steps(g, unit, path, cost, ground, wet=wet):
            if distance(path[0], to) < away:
                continue
            front = Front((*path, to), total, damp, taken | prizes & BITS[to])
            known = best.get(front.key())
            if known is None or known.cost > total:
                best[front.key()] = front
    return list(best.values())


@rule("12.5")
def all_lost(g: Normandy44, target: Space) -> bool:
    """Would every unit in the hex die if it had to retreat two hexes? One step in all is lost to water (13.2.1)."""
    wet = 0
    for unit in each_unit(g.here.get(target, 0) & ~(g.board.atlas.roster.immobile | g.retreated)):
        ways = ways_back(g, unit, ONE_HEX_STOPS, 0)
        if ways and min(path.cost for path in ways.values()) < LOSS:
            return False
        wet += g.steps[unit] if ways else 0
    return wet <= 1


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
        for unit in each_unit(fixed):
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
        for unit in each_unit(int(wet) if isinstance(wet, int) else 0):
            groups[g.space[unit]] = groups.get(g.space[unit], 0) | 1 << unit
        return replace(self, wet=tuple(groups.values())).soak(g, None)

    def soak(self, g: Normandy44, _: object) -> Step:
        """The owner picks who loses the step."""
        if not self.wet:
            return DONE
        return take_loss(g, self.side, self.wet[0], "13.2.1", replace(self, wet=self.wet[1:]).soak)


@rule("13.1.1", "13.1.4", "13.2.2", "13.3")
class Retreat(Decision[Normandy44], frozen=True, kw_only=True):
    """Which unit retreats where? The result is the set of units that came through water."""

    origin: Space
    left: Units
    length: int
    gone: Units = 0
    wet: Units = 0

    def ways(self, g: Normandy44, unit: UnitId) -> dict[Space, tuple[Path, ...]]:
        """The ways back of one unit."""
        key = ("retreat", unit, self.length, self.gone)
        found = g.cache.get(key)
        if found is None:
            found = g.cache[key] = all_ways_back(g, unit, self.length, self.gone)
        return found

    def offers(self, g: Normandy44) -> Iterator[Offer]:
        lost = units(unit for unit in each_unit(self.left) if not self.ways(g, unit))
        rows = (
            only(self.left | self.gone, "13.1.1", f"{{}} does not retreat from {g.board.describe(self.origin)}"),
            bar(self.gone, "13.1.1", "{} has retreated"),
        )
        back = bar(lost, "13.2.2", "{} has no way back and perishes")
        yield PickUnit("fallback", g, *rows, back, then=lambda unit: self.refuges(g, unit))
        yield PickUnit("perish", g, *rows, only(lost, "13.1.4", "{} has a way back and must take it"))

    def refuges(self, g: Normandy44, unit: UnitId) -> PickSpace:
        """Where one unit may go back to."""
        ways = self.ways(g, unit)
        name = g.board.counters[unit].name
        return PickSpace(
            "fallback",
            g,
            only(spaces(ways), "13.1.4", f"no way back of {name} leads to {{}}, or only one that costs it more"),
            before=(unit,),
            order=list(ways),
            hints=lambda: self.reasons(g, unit, spaces(ways)),
        )

    @rule("13.1.1", "13.1.5", "13.2.2", "13.3", "8.5.2")
    def reasons(self, g: Normandy44, unit: UnitId, ends: Spaces) -> Iterator[Bar]:
        """Why a hex is no end of this retreat."""
        atlas, name, foes = g.board.atlas, g.board.counters[unit].name, Side(1 - self.by)
        yield only(atlas.land, "13.2.2", "{} is not on the map")
        yield bar(presence(g).hexes[foes], "13.2.2", "{} is held by the enemy")
        yield bar(bonds(g, foes).hexes, "8.5.2", "{} is an enemy ZOC bond")
        yield bar(BITS[self.origin], "13.1.1", f"{name} must leave {{}}")
        full = spaces(to for to in each(atlas.near(self.origin, FAR)) if not fits(g, 1 << unit, to))
        yield bar(full & ~ends, "13.1.5", f"{{}} has no room for {name}")
        short = atlas.near(self.origin, self.length - 1) & ~ends
        if self.length == ONE_HEX_STOPS:
            yield bar(short, "13.3", f"{name} finds no cover and no steady friends in {{}} to stop after one hex")
        yield bar(short, "13.1.1", f"{{}} is not {counted(self.length, 'hex')} away")
        yield bar(ground_for(g, self.by, self.gone | 1 << unit).zone & ~ends, "13.2.2", "{} is in an enemy zone")

    def chosen(self, g: Normandy44, action: Action) -> Step:
        unit = action[1]
        bit = 1 << unit
        if action[0] == "perish":
            eliminate(g, unit, "13.2.2")
            return replace(self, left=self.left & ~bit).next()
        paths = self.ways(g, unit)[action[2]]
        if len(paths) > 1:
            return RetreatPath(by=self.by, unit=unit, paths=paths, retreat=self)
        return self.gone_by(g, unit, paths[0])

    def gone_by(self, g: Normandy44, unit: UnitId, path: Path) -> Step:
        """One unit has gone; the next."""
        bit = 1 << unit
        fall_back(g, unit, path)
        wet = bit if path.cost >= LOSS else 0
        return replace(self, left=self.left & ~bit, gone=self.gone | bit, wet=self.wet | wet).next()

    def next(self) -> Step:
        """Ask again while a unit is left."""
        return self if self.left else Done(self.wet)

    def prompt(self, g: Normandy44) -> str:
        lost = any(not self.ways(g, unit) for unit in each_unit(self.left))
        last = " A unit without a way back perishes." if lost else ""
        at = g.board.describe(self.origin)
        return f"Each unit retreats {counted(self.length, 'hex')} from {at}: which one, and where to?{last}"


@rule("13.1.4", "2.2.5")
class RetreatPath(Decision[Normandy44], frozen=True, kw_only=True):
    """By which way, where several lead to the same hex and take different places in passing?"""

    unit: UnitId
    paths: tuple[Path, ...]
    retreat: Retreat

    def offers(self, g: Normandy44) -> Iterator[Offer]:
        ways = [("by", *path.hexes[1:]) for path in self.paths]
        told = "; or by ".join(", ".join(map(g.board.describe, path.hexes[1:])) for path in self.paths)
        yield Listed("by", ways, ("13.1.4", f"{g.board.counters[self.unit].name} goes back by {told}"))

    def chosen(self, g: Normandy44, action: Action) -> Step:
        path = next(path for path in self.paths if path.hexes[1:] == action[1:])
        return self.retreat.gone_by(g, self.unit, path)

    def prompt(self, g: Normandy44) -> str:
        return (
            f"By which way does {g.board.counters[self.unit].name} retreat? Places that it comes through change hands."
        )


@rule("13.6", "9.8.5", "13.7", "17.2", "15.4")
def fall_back(g: Normandy44, unit: UnitId, path: Path) -> None:
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
    g.remark()
    g.emit(Moved(unit=UnitId(unit), path=path.hexes, how="retreats to", rule="13.1.1"))
