"""14. Advance after combat: up to two hexes in any direction, or only into the hex the defender left."""

from __future__ import annotations

from bocage.games.normandy44.atlas import FOOT, MECH
from bocage.games.normandy44.rules.r02_control import enter
from bocage.games.normandy44.rules.r07_stacking import fits
from bocage.games.normandy44.rules.r08_zones_of_control import bond_stops, presence, side_of, zone
from bocage.games.normandy44.rules.r09_movement import closed_ground, why_not_ground
from bocage.games.normandy44.rules.r11_shifts import Assault
from bocage.games.normandy44.rules.r15_reserve import markers_left, reserves_over
from bocage.games.normandy44.rules.r19_support import army_units
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.actions import Action
from bocage.kernel.events import Moved
from bocage.kernel.flow import DONE, Call, Decision, Step, replace
from bocage.kernel.ids import NOWHERE, Side, Space, UnitId, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import BITS, each
from bocage.kernel.verdict import Because


@rule("14.3", "14.4.2", "14.4.3", "14.4.4", "8.5.2", "22.1.2")
def why_not_advance(
    g: Normandy44, unit: int, start: Space, to: Space, vacated: Space, *, first: bool, freed: bool
) -> Because | None:
    """May a unit take this step of an advance? `freed`: it has just come through the vacated hex."""
    atlas, names = g.board.atlas, g.board.names
    roster = atlas.roster
    side = Side(0 if roster.german >> unit & 1 else 1)
    foe = Side(1 - side)
    direction = atlas.around[start].index(to)
    table = FOOT if roster.foot >> unit & 1 else MECH
    way = next((w for w in atlas.ways[table][start] if w.direction == direction), None)
    if way is None:
        wet = atlas.flooded & (BITS[start] | BITS[to]) or (start, to) in atlas.halving["flooded"]
        if wet and (start, to) not in atlas.shut:
            return Because("14.4.3", lambda: f"vehicles cross the floods to {names[to]} only by road")
        return Because("14.4.2", lambda: f"the ground between {names[start]} and {names[to]} is prohibited")
    if way.first and not first:
        return Because("14.4.4", lambda: "water without a bridge is crossed only with the first hex of an advance")
    if presence(g).hexes[foe] & BITS[to]:
        return Because("14.1", lambda: f"{names[to]} is held by the enemy")
    if closed_ground(g, unit, driven=False) & BITS[to]:
        return why_not_ground(g, unit, to, driven=False)
    if to == vacated:
        return None
    if bond_stops(g, side, start, direction, to):
        return Because("14.3", lambda: f"an enemy ZOC bond bars the way to {names[to]}")
    if not freed and zone(g, foe) & BITS[to] and same_zone(g, foe, start, to):
        return Because("14.3", lambda: f"{names[start]} and {names[to]} are in the zone of the same enemy")
    return None


def same_zone(g: Normandy44, foe: Side, start: Space, to: Space) -> bool:
    """Does one enemy stack have both hexes in its zone?"""
    atlas = g.board.atlas
    both = atlas.zones.spread(BITS[start]) & atlas.zones.spread(BITS[to])
    return bool(both & presence(g).zoned[foe])


@rule("14.3", "14.4.1", "14.4.3")
def must_stop(g: Normandy44, unit: int, start: Space, at: Space, vacated: Space) -> bool:
    """Zones stop an advance, except in the vacated hex; a flooded hex entered off the road stops it too."""
    atlas = g.board.atlas
    side = Side(0 if atlas.roster.german >> unit & 1 else 1)
    if at != vacated and zone(g, Side(1 - side)) & BITS[at]:
        return True
    return bool(atlas.flooded & BITS[at] and (start, at) not in atlas.road_edges)


@rule("14.4.1", "14.4.3")
def onward(g: Normandy44, unit: int, start: Space, at: Space, vacated: Space) -> list[Space]:
    """The second hexes of an advance: out of bocage and flooded hexes only along roads."""
    atlas = g.board.atlas
    roads = atlas.road_edges
    came_by_road = (start, at) in roads
    out = []
    for to in atlas.around[at]:
        if to == NOWHERE:
            continue
        leaves_by_road = (at, to) in roads
        if atlas.bocage & BITS[at] and not (leaves_by_road and (came_by_road or at == vacated)):
            continue
        if atlas.flooded & BITS[at] and not (leaves_by_road and came_by_road):
            continue
        free = why_not_advance(g, unit, at, to, vacated, first=False, freed=at == vacated) is None
        if free and room(g, unit, to):
            out.append(to)
    return out


@rule("7.2", "9.8.2")
def room(g: Normandy44, unit: int, at: Space) -> bool:
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
    for space in {g.space[unit] for unit in each(attackers)}:
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
        units = sum(1 << unit for unit in each(a.attackers | followers) if g.steps[unit])
        units &= ~(roster.hq | roster.werfer | roster.immobile)
        frame = cls(by=a.by, vacated=a.target, units=units, limited=limited, reserve=reserve)
        return frame if len(frame.options(g)) > 1 else None

    def firsts(self, g: Normandy44, unit: int) -> list[Space]:
        """The first hexes open to a unit."""
        start = g.space[unit]
        narrow = self.limited or g.regroup >> unit & 1  # 6.5.2: those who landed this turn only occupy the hex
        around = (self.vacated,) if narrow else g.board.atlas.around[start]
        out = []
        for to in around:
            if to == NOWHERE or (narrow and to not in g.board.atlas.around[start]):
                continue
            if why_not_advance(g, unit, start, to, self.vacated, first=True, freed=False) is not None:
                continue
            if room(g, unit, to) or (
                not narrow
                and not must_stop(g, unit, start, to, self.vacated)
                and onward(g, unit, start, to, self.vacated)
            ):
                out.append(to)
        return out

    def options(self, g: Normandy44) -> list[Action]:
        out: list[Action] = [("end",)]
        for unit in each(self.units):
            out += [("advance", unit, to) for to in self.firsts(g, unit)]
            if self.reserve and may_hold_back(g, unit):
                out.append(("reserve", unit))
        if self.reserve and any(fit_for_reserve(g, u) and not may_hold_back(g, u) for u in each(self.units)):
            out += [("unreserve", unit) for unit in each(g.reserve & g.board.atlas.roster.side[self.by])]
        return out

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
        narrow = self.limited or g.regroup >> unit & 1
        stops = narrow or must_stop(g, unit, start, to, self.vacated)
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
        """Ask again while somebody can still advance."""
        return self if len(self.options(g)) > 1 else DONE

    def refuse(self, g: Normandy44, action: Action) -> Because:
        if action[0] == "advance" and self.units >> action[1] & 1:
            unit, to = action[1], action[2]
            if to not in g.board.atlas.around[g.space[unit]]:
                return Because("14.1", "an advance goes hex by hex")
            because = why_not_advance(g, unit, g.space[unit], to, self.vacated, first=True, freed=False)
            return because or Because("14.1", "only the vacated hex may be entered, or there is no room")
        return Because("14.1", "only units that took part may advance, once")

    def prompt(self, g: Normandy44) -> str:
        at = g.board.names[self.vacated]
        how = f"into {at} only" if self.limited else f"up to two hexes, into {at} or elsewhere"
        also = "; or go into reserve" if self.reserve else ""
        return f"The enemy has left {at}. Attackers may advance {how}{also}. Pick one, or end."


@rule("15.1")
def may_hold_back(g: Normandy44, unit: int) -> bool:
    """After DH and A1/D2 an attacker may go into reserve, markers permitting."""
    if not fit_for_reserve(g, unit):
        return False
    return bool(g.here.get(g.space[unit], 0) & g.reserve) or markers_left(g, side_of(g, unit))


def fit_for_reserve(g: Normandy44, unit: int) -> bool:
    """Is an attacker in a state to go into reserve? Those who only followed are not asked."""
    if (g.regroup | g.out_of_supply | g.disrupted | g.replaced) >> unit & 1:
        return False
    attacks: bool = g.board.atlas.roster.attacks[unit][g.steps[unit]]
    return attacks


@rule("14.1")
class AdvanceOn(Decision[Normandy44], frozen=True, kw_only=True):
    """The second hex of an advance."""

    unit: int
    start: Space
    vacated: Space

    def options(self, g: Normandy44) -> list[Action]:
        at = g.space[self.unit]
        out: list[Action] = [("to", to) for to in onward(g, self.unit, self.start, at, self.vacated)]
        if not out or room(g, self.unit, at):
            out.append(("halt",))
        return out

    def chosen(self, g: Normandy44, action: Action) -> Step:
        if action[0] == "to":
            at = g.space[self.unit]
            enter(g, self.unit, action[1])
            g.emit(Moved(unit=UnitId(self.unit), path=(at, action[1]), how="advances to", rule="14.1"))
        return DONE

    def refuse(self, g: Normandy44, action: Action) -> Because:
        at = g.space[self.unit]
        if action[0] == "to" and action[1] in g.board.atlas.around[at]:
            because = why_not_advance(g, self.unit, at, action[1], self.vacated, first=False, freed=at == self.vacated)
            return because or Because("14.4.1", "it must stop here, or there is no room")
        return Because("14.1", "go on to a second hex, or halt")

    def prompt(self, g: Normandy44) -> str:
        return f"Does {g.board.counters[self.unit].name} advance into a second hex, or halt?"
