"""14. Advance after combat: up to two hexes in any direction, or only into the hex the defender left."""

from __future__ import annotations

from collections.abc import Iterator

from bocage.games.normandy44.atlas import FOOT, MECH
from bocage.games.normandy44.rules.r02_control import enter
from bocage.games.normandy44.rules.r07_stacking import fits
from bocage.games.normandy44.rules.r08_zones_of_control import bonds, presence, side_of, zone
from bocage.games.normandy44.rules.r09_movement import ground_rows
from bocage.games.normandy44.rules.r11_shifts import Assault
from bocage.games.normandy44.rules.r15_reserve import leaving_reserve, markers_left, reserves_over
from bocage.games.normandy44.rules.r19_support import army_units
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.actions import Action
from bocage.kernel.bars import Act, Bar, Offer, PickSpace, PickUnit, bar, only
from bocage.kernel.counters import each_unit, units
from bocage.kernel.events import Moved
from bocage.kernel.flow import DONE, Call, Decision, Step, replace
from bocage.kernel.ids import NOWHERE, Side, Space, Spaces, UnitId, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import BITS, each, spaces


@rule("14.3", "14.4.2", "14.4.3", "14.4.4", "8.5.2", "22.1.2")
def advance_rows(
    g: Normandy44, unit: UnitId, start: Space, vacated: Space, *, first: bool, freed: bool
) -> tuple[Bar, ...]:
    """Where a unit may not go with this step of an advance. `freed`: it has just come through the vacated hex."""
    atlas, here, side = g.board.atlas, g.board.names[start], side_of(g, unit)
    foe = Side(1 - side)
    near = [(d, to) for d, to in enumerate(atlas.around[start]) if to != NOWHERE]
    ways = {way.to: way for way in atlas.ways[FOOT if atlas.roster.foot >> unit & 1 else MECH][start]}
    none = spaces(to for _, to in near if to not in ways)
    bonded = bonds(g, foe)
    crossed = spaces(to for d, to in near if bonded.sides[d] & BITS[start]) | bonded.hexes
    hostile = 0 if freed else spaces(to for _, to in near if zone(g, foe) >> to & 1 and same_zone(g, foe, start, to))
    late = 0 if first else spaces(way.to for way in ways.values() if way.first)
    return (
        only(spaces(to for _, to in near), "14.1", f"an advance goes hex by hex, and {{}} is not next to {here}"),
        bar(none & _wet(g, start), "14.4.3", "vehicles cross the floods to {} only by road"),
        bar(none, "14.4.2", f"the ground between {here} and {{}} is prohibited"),
        bar(late, "14.4.4", "water without a bridge is crossed only with the first hex of an advance, not to {}"),
        bar(presence(g).hexes[foe], "14.1", "{} is held by the enemy"),
        *ground_rows(g, unit, driven=False),
        bar(crossed & ~_bit(vacated), "14.3", "an enemy ZOC bond bars the way to {}"),
        bar(hostile & ~_bit(vacated), "14.3", f"{here} and {{}} are in the zone of the same enemy"),
    )


def _bit(space: Space) -> Spaces:
    return BITS[space] if space >= 0 else 0


def _wet(g: Normandy44, start: Space) -> Spaces:
    """Neighbours over a flooded hexside, or where one of the two hexes is flooded, if anything leads there."""
    atlas = g.board.atlas
    near = [to for to in atlas.around[start] if to != NOWHERE and (start, to) not in atlas.shut]
    if atlas.flooded & BITS[start]:
        return spaces(near)
    return spaces(to for to in near if atlas.flooded >> to & 1 or (start, to) in atlas.halving["flooded"])


def same_zone(g: Normandy44, foe: Side, start: Space, to: Space) -> bool:
    """Does one enemy stack have both hexes in its zone?"""
    atlas = g.board.atlas
    both = atlas.zones.spread(BITS[start]) & atlas.zones.spread(BITS[to])
    return bool(both & presence(g).zoned[foe])


@rule("14.3", "14.4.1", "14.4.3")
def must_stop(g: Normandy44, unit: UnitId, start: Space, at: Space, vacated: Space) -> bool:
    """Zones stop an advance, except in the vacated hex; a flooded hex entered off the road stops it too."""
    atlas = g.board.atlas
    side = Side(0 if atlas.roster.german >> unit & 1 else 1)
    if at != vacated and zone(g, Side(1 - side)) & BITS[at]:
        return True
    return bool(atlas.flooded & BITS[at] and (start, at) not in atlas.road_edges)


@rule("14.4.1", "14.4.3", "7.2")
def onward_rows(g: Normandy44, unit: UnitId, start: Space, at: Space, vacated: Space) -> tuple[Bar, ...]:
    """Where the second hex of an advance may not be: out of bocage and flooded hexes only along roads."""
    atlas = g.board.atlas
    roads, came_by_road = atlas.road_edges, (start, at) in atlas.road_edges
    near = [to for to in atlas.around[at] if to != NOWHERE]
    off_road = spaces(to for to in near if (at, to) not in roads)
    thick = 0 if not atlas.bocage & BITS[at] else off_road if came_by_road or at == vacated else -1
    soaked = 0 if not atlas.flooded & BITS[at] else off_road if came_by_road else -1
    full = spaces(to for to in near if not room(g, unit, to))
    here = g.board.names[at]
    return (
        *advance_rows(g, unit, at, vacated, first=False, freed=at == vacated),
        bar(thick, "14.4.1", f"out of the bocage of {here} an advance goes on by road, not to {{}}"),
        bar(soaked, "14.4.3", f"out of the floods of {here} an advance goes on by road, not to {{}}"),
        bar(full, "7.1", "{} has no room"),
    )


def onward(g: Normandy44, unit: UnitId, start: Space, at: Space, vacated: Space) -> list[Space]:
    """The second hexes of an advance."""
    return around(g, at, PickSpace("to", g, *onward_rows(g, unit, start, at, vacated)).open())


def around(g: Normandy44, at: Space, some: Spaces = -1) -> list[Space]:
    """Those of a hex's neighbours, in order."""
    return [to for to in g.board.atlas.around[at] if to != NOWHERE and some >> to & 1]


@rule("7.2", "9.8.2")
def room(g: Normandy44, unit: UnitId, at: Space) -> bool:
    """May an advance end here: no overstacking, and nobody in column of march beside another?"""
    bit = 1 << unit
    others = g.here.get(at, 0) & ~bit
    return not others or (not (others | bit) & g.strategic and fits(g, bit, at))


@rule("10.7", "22.1.1")
def followers(g: Normandy44, attackers: Units) -> Units:
    """Units of their army that cannot attack but stand with attackers: they may advance with them."""
    attacks = g.board.atlas.roster.attacks
    able = army_units(g, attackers) & ~(attackers | g.scattered | g.replaced)
    found = 0
    for space in {g.space[unit] for unit in each_unit(attackers)}:
        for other in each(g.here.get(space, 0) & able):
            if not attacks[other][g.steps[other]]:
                found |= 1 << other
    return found


@rule("14.1", "14.2", "10.7", "12.1")
class Advance(Decision[Normandy44], frozen=True, kw_only=True):
    """Who advances, and into which hex first? After the worst results units may go into reserve instead."""

    vacated: Space
    units: Units
    limited: bool = False
    reserve: bool = False

    @classmethod
    def after(cls, g: Normandy44, a: Assault, followers: Units, *, limited: bool, reserve: bool) -> Advance | None:
        """The advance that follows a battle, if anybody can take part: no headquarters, Werfer or immobile unit."""
        roster = g.board.atlas.roster
        alive = units(unit for unit in each_unit(a.attackers | followers) if g.steps[unit])
        alive &= ~(roster.hq | roster.werfer | roster.immobile)
        frame = cls(by=a.by, vacated=a.target, units=alive, limited=limited, reserve=reserve)
        return frame if len(frame.options(g)) > 1 else None

    def firsts(self, g: Normandy44, unit: UnitId) -> PickSpace:
        """The first hexes open to a unit."""
        start = g.space[unit]
        rows = advance_rows(g, unit, start, self.vacated, first=True, freed=False)
        narrow, aim = self.narrow(g, unit), BITS[self.vacated] if self.narrow(g, unit) else -1
        some = around(g, start, PickSpace("advance", g, *rows).open() & aim)
        full = spaces(to for to in some if not room(g, unit, to) and (narrow or not self.passes(g, unit, to)))
        number, why = ("14.1", "the defender did not retreat") if self.limited else ("6.5.2", "it landed this turn")
        return PickSpace(
            "advance",
            g,
            *rows,
            only(aim, number, f"{why}: only {g.board.describe(self.vacated)} may be entered"),
            bar(full, "7.1", "{} has no room"),
            before=(unit,),
            order=around(g, start),
        )

    def narrow(self, g: Normandy44, unit: UnitId) -> bool:
        """May it only occupy the vacated hex? So do those who landed this turn (6.5.2)."""
        return self.limited or bool(g.regroup >> unit & 1)

    def passes(self, g: Normandy44, unit: UnitId, to: Space) -> bool:
        """May it go on through a hex without room?"""
        start = g.space[unit]
        stops = must_stop(g, unit, start, to, self.vacated)
        return not stops and bool(onward(g, unit, start, to, self.vacated))

    def offers(self, g: Normandy44) -> Iterator[Offer]:
        yield Act("end")
        took_part = only(self.units, "14.1", "{} has no advance to make after this battle")
        yield PickUnit("advance", g, took_part, then=lambda unit: self.firsts(g, unit), hints=lambda: self.left_out(g))
        yield PickUnit("reserve", g, took_part, *self.held_back(g))
        short = self.reserve and any(fit_for_reserve(g, u) and not may_hold_back(g, u) for u in each_unit(self.units))
        enough = bar(0 if short else -1, "15.4", "the reserve marker of {} is not needed")
        yield leaving_reserve(g, self.by, enough)

    def left_out(self, g: Normandy44) -> tuple[Bar, ...]:
        """Why a unit is not among those that advance."""
        roster = g.board.atlas.roster
        return (
            only(roster.side[self.by], "14.1", "{} is not yours"),
            bar(roster.hq | roster.werfer | roster.immobile, "14.1", "{} never advances"),
            bar(g.here.get(self.vacated, 0) & ~self.units, "14.1", "{} has advanced already"),
        )

    @rule("12.1", "15.1")
    def held_back(self, g: Normandy44) -> tuple[Bar, ...]:
        """Who may not go into reserve instead."""
        some = list(each_unit(self.units)) if self.reserve else []
        weak = units(u for u in some if not g.board.atlas.roster.attacks[u][g.steps[u]])
        free = units(u for u in some if may_hold_back(g, u))
        return (
            bar(0 if self.reserve else -1, "12.1", "only DH and A1/D2 let attackers go into reserve"),
            bar(weak, "15.1", "{} did not attack"),
            bar(g.regroup, "15.1", "{} has landed this turn"),
            bar(g.out_of_supply, "15.1", "{} is out of supply"),
            bar(g.disrupted, "15.1", "{} is disrupted"),
            bar(g.replaced, "15.1", "{} has a replacement to absorb"),
            only(free, "15.1", "all reserve markers are in use"),
        )

    def chosen(self, g: Normandy44, action: Action) -> Step:
        if action[0] == "end":
            return DONE
        unit = action[1]
        if action[0] == "unreserve":
            g.reserve &= ~(1 << unit)
            return self.next(g)
        after = replace(self, units=self.units & ~(1 << unit))
        if action[0] == "reserve":
            g.reserve |= 1 << unit
            return after.next(g)
        start, to = g.space[unit], action[2]
        stops = self.narrow(g, unit) or must_stop(g, unit, start, to, self.vacated)
        enter(g, unit, to)
        if reserves_over(g, self.by):
            g.reserve &= ~(1 << unit)  # a follower that leaves its stack finds no marker (15.1)
        g.emit(Moved(unit=unit, path=(start, to), how="advances to", rule="14.1"))
        if not stops and onward(g, unit, start, to, self.vacated):
            frame = AdvanceOn(by=self.by, unit=unit, start=start, vacated=self.vacated)
            return Call(frame, then=after.again)
        return after.next(g)

    def again(self, g: Normandy44, _: object) -> Step:
        """The next unit."""
        return self.next(g)

    def next(self, g: Normandy44) -> Step:
        """Ask again while a unit can still advance."""
        return self if len(self.options(g)) > 1 else DONE

    def prompt(self, g: Normandy44) -> str:
        at = g.board.space_title(self.vacated)
        how = "there, and no further" if self.limited else "up to two hexes, there or elsewhere"
        also = "; or go into reserve" if self.reserve else ""
        return f"The enemy has left {at}. Attackers may advance {how}{also}. Pick one, or end."


@rule("15.1")
def may_hold_back(g: Normandy44, unit: UnitId) -> bool:
    """After DH and A1/D2 an attacker may go into reserve, markers permitting."""
    if not fit_for_reserve(g, unit):
        return False
    return bool(g.here.get(g.space[unit], 0) & g.reserve) or markers_left(g, side_of(g, unit))


def fit_for_reserve(g: Normandy44, unit: UnitId) -> bool:
    """Is an attacker in a state to go into reserve? Those who only followed are not asked."""
    if (g.regroup | g.out_of_supply | g.disrupted | g.replaced) >> unit & 1:
        return False
    attacks: bool = g.board.atlas.roster.attacks[unit][g.steps[unit]]
    return attacks


@rule("14.1")
class AdvanceOn(Decision[Normandy44], frozen=True, kw_only=True):
    """The second hex of an advance."""

    unit: UnitId
    start: Space
    vacated: Space

    def offers(self, g: Normandy44) -> Iterator[Offer]:
        at = g.space[self.unit]
        rows = onward_rows(g, self.unit, self.start, at, self.vacated)
        further = PickSpace("to", g, *rows, order=around(g, at))
        yield further
        stuck = further.open() and not room(g, self.unit, at)
        yield Act("halt", bar(bool(stuck), "7.2", f"{g.board.describe(at)} has no room to stay"))

    def chosen(self, g: Normandy44, action: Action) -> Step:
        if action[0] == "to":
            at = g.space[self.unit]
            enter(g, self.unit, action[1])
            g.emit(Moved(unit=UnitId(self.unit), path=(at, action[1]), how="advances to", rule="14.1"))
        return DONE

    def prompt(self, g: Normandy44) -> str:
        return f"Does {g.board.counters[self.unit].name} advance into a second hex, or halt?"
