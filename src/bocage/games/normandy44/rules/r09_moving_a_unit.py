"""9. Moving one unit: the owner picks where it goes, leg by leg, until it stops."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bocage.games.normandy44.rules.r02_control import enter, seize
from bocage.games.normandy44.rules.r07_stacking import fits, stackable
from bocage.games.normandy44.rules.r08_zones_of_control import Bonds, bonds, presence, side_of, zone
from bocage.games.normandy44.rules.r09_movement import (
    BICYCLE,
    CONVOY,
    NORMAL,
    SINGLE,
    STRATEGIC,
    TACTICAL,
    TRUCK,
    Field,
    Search,
    bound,
    closed_ground,
    field_for,
    ground_rows,
    manners,
    pays_for_two,
    points_for,
    search,
    table_of,
)
from bocage.games.normandy44.scenario import rules_of
from bocage.games.normandy44.sides import GERMAN, enemy
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.actions import Action
from bocage.kernel.bars import Act, Bar, Offer, PickSpace, bar, only
from bocage.kernel.board import POINT
from bocage.kernel.counters import each_unit
from bocage.kernel.events import Moved
from bocage.kernel.flow import DONE, Decision, Step, replace
from bocage.kernel.ids import NOWHERE, Side, Space, Spaces, UnitId, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import BITS, spaces

UNDECIDED = -1


@rule("9.1", "9.10")
class Moving(Decision[Normandy44], frozen=True, kw_only=True):
    """Where does the unit go? It may go on from where it arrives while it has points left."""

    unit: UnitId
    mode: int = UNDECIDED
    left: int = 0
    hexes: int = 0
    used: int = 0
    reserve: bool = False
    contact: bool = False  # it entered or left an enemy zone

    def searches(self, g: Normandy44) -> tuple[Search, ...]:
        """What is in reach in each manner open to the unit."""
        return self._reach(g)[0]

    def destinations(self, g: Normandy44) -> list[Space]:
        """Every hex where the unit may end this leg."""
        return self._reach(g)[1]

    def _reach(self, g: Normandy44) -> tuple[tuple[Search, ...], list[Space]]:
        """Both, kept while everybody stands still. Weather, supply and phase change without a move; a unit that has
        moved makes no room (7.2).
        """
        lacking = g.out_of_supply >> self.unit & 1
        key = (self.unit, self.mode, self.left, self.hexes, self.reserve, g.row, lacking, g.moved | g.stayed)
        found: tuple[tuple[Search, ...], list[Space]] | None = g.cache.get(key)
        if found is None:
            searches = self.in_each_manner(g)
            found = g.cache[key] = (searches, self._ends(g, searches))
        return found

    def in_each_manner(self, g: Normandy44, field: Field | None = None) -> tuple[Search, ...]:
        """What is in reach in each manner that may lead further, against what hinders it now or something else."""
        if self.mode != UNDECIDED:
            return (search(g, self.unit, self.mode, self.left, fresh=not self.hexes, field=field),)
        field = field_for(g, self.unit) if field is None else field
        left = {mode: points_for(g, self.unit, mode, reserve=self.reserve) for mode in manners(g, self.unit)}
        if pays_for_two(g, self.unit, left.get(NORMAL, 0)):
            del left[TACTICAL]
        return tuple([search(g, self.unit, mode, left[mode], fresh=True, field=field) for mode in left])

    def _ends(self, g: Normandy44, searches: tuple[Search, ...]) -> list[Space]:
        merged: dict[Space, object] = {}
        for found in searches:
            merged.update(found.found)
            merged.update(found.ends)
        del merged[g.space[self.unit]]
        home = homeward(g, self.unit)
        if home is not None:
            merged = {to: None for to in merged if home >> to & 1}
        here, mode = g.here, searches[0].mode
        if mode in (STRATEGIC, CONVOY) or g.strategic >> self.unit & 1:
            return [to for to in merged if to not in here]  # 9.8.2
        apart = g.strategic
        return [
            to
            for to in merged
            if to not in here
            or not (there := here[to])
            & (there - 1 | apart)  # one unit, which has no marker: two always have room (7.2)
            or may_end(g, self.unit, to, mode)
        ]

    def offers(self, g: Normandy44) -> Iterator[Offer]:
        ends = self.destinations(g)
        yield PickSpace("to", g, among=ends, hints=lambda: self.reasons(g, spaces(ends)))
        yield Act("halt", *self.halts(g, ends))

    def halts(self, g: Normandy44, ends: list[Space]) -> tuple[Bar, ...]:
        """A unit may always stay, unless it is bound to go back; on the way it halts where it may end."""
        if not ends:
            return ()
        if not self.hexes:
            if homeward(g, self.unit) is None:
                return ()
            return (bar(1, home_rule(g, self.unit), f"{self.name(g)} can move back, and so it must"),)
        at = g.space[self.unit]
        if may_end(g, self.unit, at, self.mode):
            return ()
        rows = end_rows(g, self.unit, [at], self.mode)
        return tuple(Bar(int(row.covers(at)), row.rule, str(row.why).format(g.board.describe(at))) for row in rows)

    def name(self, g: Normandy44) -> str:
        """The unit in words."""
        return g.board.unit_title(UnitId(self.unit))

    @rule("9.1", "9.2", "8.5.2", "22.1.2")
    def reasons(self, g: Normandy44, ends: Spaces) -> Iterator[Bar]:
        """Why it may not end this leg elsewhere than in `ends`, as exactly as can be said."""
        name, start, foes = self.name(g), g.space[self.unit], enemy(self.by)
        yield only(g.board.atlas.land, "9.2", "{} is not playable ground")
        yield bar(BITS[start], "9.1", f"{name} stands in {{}}")
        yield bar(presence(g).hexes[foes], "9.1", "{} is held by the enemy")
        yield from ground_rows(g, self.unit)
        yield bar(off_home(g, self.unit), home_rule(g, self.unit), f"{name} must move back to its own ground")
        yield bar(bonds(g, foes).hexes, "8.5.2", "{} is an enemy ZOC bond")
        yield from step_rows(g, self.unit, ends)
        yield from self.manner_rows(g, ends)
        yield from self.end_rows(g, ends)
        yield bar(~unopposed(g, self) & ~ends, "9.1", f"{name} does not have the movement points to reach {{}}")
        yield only(ends, "8.2", f"enemy units, zones or bonds block every way for {name} to {{}}")

    @rule("6.2.4", "6.2.5", "9.8.1", "9.8.2", "9.8.6")
    def manner_rows(self, g: Normandy44, ends: Spaces) -> Iterator[Bar]:
        """What the manner of moving forbids."""
        hostile, land = zone(g, enemy(self.by)) & ~ends, g.board.atlas.land & ~ends
        if g.replaced >> self.unit & 1:
            near = g.board.atlas.near(g.space[self.unit], 1)
            why = f"{self.name(g)} absorbs a replacement"
            yield bar(land & ~near, "6.2.4", f"{why}: it may move one hex at most")
            yield bar(hostile, "6.2.5", f"{why}: it may not enter an enemy zone")
        elif self.mode in (STRATEGIC, CONVOY, TRUCK):
            number = "9.8.6" if self.mode == TRUCK else "9.8.2"
            yield bar(hostile, number, "{} is in an enemy zone of control")
            paved = land if self.mode == TRUCK else g.board.atlas.road_hexes
            yield bar(land & ~paved, "9.8.1", "strategic movement keeps to roads, and none leads to {}")

    def end_rows(self, g: Normandy44, ends: Spaces) -> tuple[Bar, ...]:
        """Hexes that the unit could reach, but not end in."""
        searches = self.searches(g)
        reached = {to for found in searches for to in (*found.found, *found.ends)}
        return end_rows(g, self.unit, [to for to in reached if not ends >> to & 1], searches[0].mode)

    def chosen(self, g: Normandy44, action: Action) -> Step:
        if action[0] == "halt":
            return self.finish(g)
        to = action[1]
        found = next(s for s in self.searches(g) if to in s.found or to in s.ends)
        path, halted = found.path(to)
        cost = found.cost(to) or 0
        left = (
            self.left if self.mode != UNDECIDED else points_for(g, self.unit, found.mode, reserve=self.reserve)
        ) - cost
        side = side_of(g, self.unit)
        touched = zone(g, Side(1 - side))
        contact = self.contact or bool((BITS[path[0]] | BITS[to]) & touched)
        for space in path[1:-1]:
            seize(g, side, BITS[space])
        enter(g, self.unit, to)
        if g.events is not None:  # a search does not listen
            g.emit(Moved(unit=UnitId(self.unit), path=path, rule="9.1"))
        bit = 1 << self.unit
        if found.mode in (STRATEGIC, CONVOY):
            g.strategic |= bit
        if found.mode in (TRUCK, CONVOY):
            g.trucked |= bit
        after = replace(
            self,
            mode=found.mode,
            left=left,
            hexes=self.hexes + len(path) - 1,
            used=self.used + cost,
            contact=contact,
        )
        if halted or left <= 0 or after.spent_out(g) or not after.destinations(g):
            return after.finish(g)
        return after

    def spent_out(self, g: Normandy44) -> bool:
        """Are too few points left for even the cheapest step? A quick answer before a search."""
        if self.mode in (TACTICAL, SINGLE):
            return False
        table = table_of(g, self.unit, vehicle=self.mode in (TRUCK, CONVOY))
        steps = g.board.atlas.lanes[table].free[g.space[self.unit]]
        return bool(steps) and steps[0][1] > self.left

    @rule("15.1", "17.2")
    def finish(self, g: Normandy44) -> Step:
        """The move is over: the unit has moved; it may be too far gone for reserve, and a headquarters turns over
        with its second hex of the turn.
        """
        bit = 1 << self.unit
        if not self.hexes:
            g.stayed |= bit
        else:
            g.moved |= bit
            if self.used > full_allowance(g, self.unit, self.mode):
                g.overspent |= bit
            easy = self.mode == NORMAL and self.used <= POINT and not self.contact
            if not easy:
                g.tired |= bit
                if not self.reserve:
                    g.reserve &= ~bit  # 15.4
            if g.board.atlas.roster.hq & bit:
                if self.hexes > 1 or g.shifted & bit:
                    g.spent |= bit
                g.shifted |= bit
        return DONE

    def prompt(self, g: Normandy44) -> str:
        name = g.board.counters[self.unit].name
        if not self.hexes:
            return f"Where does {name} go? It may halt on the way and go on; halt now to leave it where it is."
        if self.mode in (TACTICAL, SINGLE):
            return f"{name} may go one hex further, or halt."
        return f"{name} has {self.left / POINT:.3g} movement points left: where does it go on to, or does it halt?"

    def title(self, g: Normandy44) -> str:
        return f"Moving {g.board.counters[self.unit].name}"


@rule("2.3.1", "9.8.1")
def full_allowance(g: Normandy44, unit: UnitId, mode: int) -> int:
    """How much a unit may spend and still attack: strategic movement doubles its points, not its allowance."""
    points = points_for(g, unit, mode)
    return points // 2 if mode in (STRATEGIC, CONVOY) else points


@rule("22.1.2")
def homeward(g: Normandy44, unit: UnitId) -> Spaces | None:
    """Where a unit must go that was driven over the army boundary, or strayed by its scenario; `None` if it is free."""
    atlas = g.board.atlas
    special = rules_of(g)
    if special.bounded:
        ground = special.strayed(g, unit)
        if ground is not None:
            return ground
    return atlas.home[unit] if g.astray >> unit & 1 else None


def home_rule(g: Normandy44, unit: UnitId) -> str:
    """The rule that sends a unit back: the army boundary, or its scenario's."""
    special = rules_of(g)
    return special.tie(g, unit) if special.bounded and special.strayed(g, unit) is not None else "22.1.2"


def off_home(g: Normandy44, unit: UnitId) -> Spaces:
    """The hexes to which a unit may not go because it must move back to others."""
    home = homeward(g, unit)
    return 0 if home is None else g.board.atlas.land & ~home


@rule("22.1.2", "26.3.2", "26.3.3")
def strays(g: Normandy44, side: Side) -> tuple[Units, Units]:
    """Units driven beyond the boundary, or off a scenario's leash, that have not moved: those who can move back, and
    those who cannot yet.
    """
    if side == GERMAN or not (g.astray or rules_of(g).bounded):
        return 0, 0
    key = ("strays", g.moved | g.stayed, g.scattered)
    found: tuple[Units, Units] | None = g.cache.get(key)
    if found is None:
        found = g.cache[key] = _strays(g, side)
    return found


def _strays(g: Normandy44, side: Side) -> tuple[Units, Units]:
    fixed = g.moved | g.stayed | g.scattered | g.board.atlas.roster.immobile
    able = unable = 0
    for unit in each_unit(presence(g).units[side] & ~fixed):
        if homeward(g, unit) is not None:
            if Moving(by=side, unit=unit).destinations(g):
                able |= 1 << unit
            else:
                unable |= 1 << unit
    return able, unable


def go_back_first(g: Normandy44, side: Side) -> tuple[Bar, ...]:
    """A unit that must move back and can does nothing else first."""
    able, _ = strays(g, side)
    return by_rule(g, able, "{} is off its ground and moves back first") if able else ()


def by_rule(g: Normandy44, units: Units, why: str) -> tuple[Bar, ...]:
    """A row for each rule that sends units back."""
    found: dict[str, Units] = {}
    for unit in each_unit(units):
        number = home_rule(g, unit)
        found[number] = found.get(number, 0) | 1 << unit
    return tuple(bar(some, number, why) for number, some in found.items())


def can_leave(g: Normandy44, unit: UnitId, here: Space) -> bool:
    """Could the unit step out of a hex into one with room? With a replacement to absorb it enters no enemy zone."""
    field = field_for(g, unit)
    closed, bonded = field.closed, field.bonds.sides
    if g.replaced >> unit & 1:
        closed |= field.zone  # 6.2.5
    return any(
        not closed >> way.to & 1 and not bonded[way.direction] >> here & 1 and fits(g, 1 << unit, way.to)
        for way in g.board.atlas.ways[table_of(g, unit)][here]
    )


@rule("9.8.2", "7.2")
def may_end(g: Normandy44, unit: UnitId, to: Space, mode: int) -> bool:
    """Strategic movement ends alone, in reserve movement too while the marker lies on the unit; no unit joins a marked
    one; the stack must fit once all have moved.
    """
    bit = 1 << unit
    there = g.here.get(to, 0) & ~bit
    if not there:
        return True
    if mode in (STRATEGIC, CONVOY) or (there | bit) & g.strategic:
        return False
    return stackable(g, there | bit) or makes_room(g, to, there)


@rule("7.2", "17.1", "17.6")
def makes_room(g: Normandy44, to: Space, there: Units) -> bool:
    """Stacking counts at the end of the phase: can a unit still leave a full hex?"""
    roster = g.board.atlas.roster
    idle = there & ~(g.moved | g.stayed | g.scattered | roster.immobile)
    if idle & (roster.restricted | roster.ost):
        idle &= ~bound(g)
    if not idle:
        return False
    key = ("room", to, idle, g.replaced)  # whichever unit comes, the same ones may go
    found: bool | None = g.cache.get(key)
    if found is None:
        found = g.cache[key] = any(can_leave(g, other, to) for other in each_unit(idle))
    return found


def end_rows(g: Normandy44, unit: UnitId, some: Iterable[Space], mode: int) -> tuple[Bar, Bar, Bar]:
    """In which of some hexes a unit may not end, and why."""
    shut = [to for to in some if not may_end(g, unit, to, mode)]
    others = {to: g.here.get(to, 0) & ~(1 << unit) for to in shut}
    alone = mode in (STRATEGIC, CONVOY) or g.strategic >> unit & 1
    return (
        bar(spaces(shut) if alone else 0, "9.8.2", "strategic movement may not end in {} with another unit"),
        bar(spaces(to for to in shut if others[to] & g.strategic), "9.8.2", "the unit in {} moves strategically"),
        bar(spaces(shut), "7.1", "{} would be overstacked and nobody there can move on"),
    )


@rule("9.4.1", "9.5.1", "9.5.2", "9.6", "8.5.2")
def step_rows(g: Normandy44, unit: UnitId, ends: Spaces) -> tuple[Bar, ...]:
    """What bars the way into a neighbouring hex that cannot be reached in another way either."""
    atlas, name, start = g.board.atlas, g.board.counters[unit].name, g.space[unit]
    bonded, here = bonds(g, enemy(side_of(g, unit))).sides, g.board.names[start]
    near = [(d, to) for d, to in enumerate(atlas.around[start]) if to != NOWHERE and not ends >> to & 1]
    open_ways = {way.to for way in atlas.ways[table_of(g, unit)][start]}
    closed = spaces(to for _, to in near if to not in open_ways)
    wet = -1 if atlas.flooded & BITS[start] else atlas.flooded
    bond = spaces(to for d, to in near if bonded[d] & BITS[start])
    sheer = spaces(to for _, to in near if (start, to) in atlas.shut)
    return (
        bar(bond, "8.5.2", f"an enemy ZOC bond lies between {here} and {{}}"),
        bar(sheer, "9.6", f"the hexside between {here} and {{}} is impassable"),
        bar(closed & wet, "9.5.2", f"{name} enters and leaves flooded hexes only by road"),
        bar(closed, "9.5.1", f"{name} crosses the flooded hexside to {{}} only by road"),
    )


def unopposed(g: Normandy44, moving: Moving) -> Spaces:
    """Where its points would take a unit if no enemy were about."""
    free = Field(closed_ground(g, moving.unit), 0, Bonds(0, (0,) * 6, 0))
    found = moving.in_each_manner(g, free)
    return spaces(to for search in found for to in (*search.found, *search.ends))


__all__ = ["BICYCLE", "SINGLE", "TACTICAL", "Moving", "may_end"]
