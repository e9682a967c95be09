"""9. Moving one unit: the owner picks where it goes, leg by leg, until it stops."""

from bocage.games.normandy44.rules.r02_control import enter, seize
from bocage.games.normandy44.rules.r07_stacking import fits
from bocage.games.normandy44.rules.r08_zones_of_control import presence, side_of, why_not_cross, zone
from bocage.games.normandy44.rules.r09_movement import (
    BICYCLE,
    CONVOY,
    NORMAL,
    SINGLE,
    STRATEGIC,
    TACTICAL,
    TRUCK,
    Search,
    field_for,
    manners,
    points_for,
    search,
    table_of,
    why_not_ground,
)
from bocage.games.normandy44.scenario import rules_of
from bocage.games.normandy44.sides import POINT
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.actions import Action
from bocage.kernel.events import Moved
from bocage.kernel.flow import DONE, Decision, Step, replace
from bocage.kernel.ids import Side, Space, Spaces, UnitId
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import BITS, each
from bocage.kernel.verdict import Because

UNDECIDED = -1


@rule("9.1", "9.10")
class Moving(Decision[Normandy44], frozen=True, kw_only=True):
    """Where does the unit go? It may go on from where it arrives while it has points left."""

    unit: int
    mode: int = UNDECIDED
    left: int = 0
    hexes: int = 0
    used: int = 0
    reserve: bool = False
    contact: bool = False  # it entered or left an enemy zone

    def searches(self, g: Normandy44) -> tuple[Search, ...]:
        """What is in reach in each manner open to the unit."""
        key = ("moving", *self._asked(g))
        found = g.cache.get(key)
        if found is None:
            found = g.cache[key] = self._search(g)
        return found

    def _asked(self, g: Normandy44) -> tuple[int, ...]:
        """What reach depends on besides where everybody stands; weather, supply and phase change without a move."""
        lacking = g.out_of_supply >> self.unit & 1
        return (self.unit, self.mode, self.left, self.hexes, self.reserve, g.row, lacking)

    def _search(self, g: Normandy44) -> tuple[Search, ...]:
        if self.mode != UNDECIDED:
            return (search(g, self.unit, self.mode, self.left, fresh=not self.hexes),)
        return tuple(
            search(g, self.unit, mode, points_for(g, self.unit, mode, reserve=self.reserve), fresh=True)
            for mode in manners(g, self.unit)
        )

    def destinations(self, g: Normandy44) -> list[Space]:
        """Every hex where the unit may end this leg."""
        key = ("ends", *self._asked(g))
        found: list[Space] | None = g.cache.get(key)
        if found is None:
            found = g.cache[key] = self._destinations(g)
        return found

    def _destinations(self, g: Normandy44) -> list[Space]:
        searches = self.searches(g)
        merged: dict[Space, object] = {}
        for found in searches:
            merged.update(found.found)
            merged.update(found.ends)
        del merged[g.space[self.unit]]
        home = homeward(g, self.unit)
        if home is not None:
            merged = {to: None for to in merged if home >> to & 1}
        here, mode = g.here, searches[0].mode
        return [to for to in merged if to not in here or why_not_end(g, self.unit, to, mode) is None]

    def options(self, g: Normandy44) -> list[Action]:
        out: list[Action] = [("to", to) for to in self.destinations(g)]
        if not out or not self.hexes or why_not_end(g, self.unit, g.space[self.unit], self.mode) is None:
            out.append(("halt",))
        return out

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

    def refuse(self, g: Normandy44, action: Action) -> Because:
        if action[0] == "to":
            return why_not_reach(g, self, action[1])
        return Because("9.1", f"say where {g.board.counters[self.unit].name} goes, or that it halts")

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
def full_allowance(g: Normandy44, unit: int, mode: int) -> int:
    """How much a unit may spend and still attack: strategic movement doubles its points, not its allowance."""
    points = points_for(g, unit, mode)
    return points // 2 if mode in (STRATEGIC, CONVOY) else points


@rule("22.1.2")
def homeward(g: Normandy44, unit: int) -> Spaces | None:
    """Where a unit must go that was driven over the army boundary, or strayed by its scenario; `None` if it is free."""
    atlas = g.board.atlas
    special = rules_of(g)
    if special.bounded:
        ground = special.strayed(g, unit)
        if ground is not None:
            return ground
    return atlas.home[unit] if g.astray >> unit & 1 else None


def can_leave(g: Normandy44, unit: int, here: Space) -> bool:
    """Could the unit step out of a hex into one with room?"""
    closed, _, bonded = field_for(g, unit)
    return any(
        not closed >> way.to & 1 and not bonded.sides[way.direction] >> here & 1 and fits(g, 1 << unit, way.to)
        for way in g.board.atlas.ways[table_of(g, unit)][here]
    )


@rule("9.8.2", "7.2")
def why_not_end(g: Normandy44, unit: int, to: Space, mode: int) -> Because | None:
    """Strategic movement ends alone; no unit joins a marked one; the stack must fit once all have moved."""
    there = g.here.get(to, 0) & ~(1 << unit)
    if not there:
        return None
    name = g.board.names[to]
    if mode in (STRATEGIC, CONVOY):
        return Because("9.8.2", lambda: f"strategic movement may not end in {name} with another unit")
    if there & g.strategic:
        return Because("9.8.2", lambda: f"the unit in {name} is under a strategic movement marker")
    if fits(g, 1 << unit, to):
        return None
    idle = there & ~(g.moved | g.stayed | g.scattered | g.board.atlas.roster.immobile)
    if idle and any(can_leave(g, other, to) for other in each(idle)):
        return None  # 7.2: stacking counts at the end of the phase, and somebody there can still leave
    return Because("7.1", lambda: f"{name} would be overstacked and nobody there can move on")


def why_not_reach(g: Normandy44, moving: Moving, to: Space) -> Because:
    """Why a hex is no destination, as exactly as can be said."""
    unit, names, atlas = moving.unit, g.board.names, g.board.atlas
    name = g.board.counters[unit].name
    side = side_of(g, unit)
    if to >= atlas.size or not atlas.land >> to & 1:
        return Because("9.2", lambda: f"{names[to]} is not playable ground")
    if presence(g).hexes[1 - side] >> to & 1:
        return Because("9.1", lambda: f"{names[to]} is held by the enemy")
    because = why_not_ground(g, unit, to)
    home = homeward(g, unit)
    if because is None and home is not None and not home >> to & 1:
        because = Because("22.1.2", lambda: f"{name} has been driven off its ground and must move back to it")
    start = g.space[unit]
    if because is None and to in atlas.around[start]:
        because = why_not_step(g, unit, start, to)
    if because is not None:
        return because
    for found in moving.searches(g):
        if to in found.found or to in found.ends:
            return why_not_end(g, unit, to, found.mode) or Because("9.1", "that hex is where it stands")
    if g.replaced >> unit & 1:
        return Because("6.2.5", lambda: f"{name} absorbs a replacement: one hex at most, and into no enemy zone")
    if moving.mode in (STRATEGIC, CONVOY, TRUCK) and zone(g, Side(1 - side)) >> to & 1:
        number = "9.8.6" if moving.mode == TRUCK else "9.8.2"
        return Because(number, lambda: f"{names[to]} is in an enemy zone of control")
    if moving.mode in (STRATEGIC, CONVOY) and not atlas.road_hexes >> to & 1:
        return Because("9.8.1", lambda: f"strategic movement keeps to roads, and none leads to {names[to]}")
    return Because("9.1", lambda: f"{name} has not the movement points to reach {names[to]}")


@rule("9.4.1", "9.5.1", "9.5.2", "9.6")
def why_not_step(g: Normandy44, unit: int, start: Space, to: Space) -> Because | None:
    """Why terrain or a bond bars the way into a neighbouring hex."""
    atlas, names, name = g.board.atlas, g.board.names, g.board.counters[unit].name
    bond = why_not_cross(g, side_of(g, unit), start, atlas.around[start].index(to), to)
    if bond is not None or any(way.to == to for way in atlas.ways[table_of(g, unit)][start]):
        return bond
    if (start, to) in atlas.shut:
        return Because("9.6", lambda: f"the hexside {names[start]}/{names[to]} is impassable")
    if atlas.flooded & (BITS[start] | BITS[to]):
        return Because("9.5.2", lambda: f"{name} enters and leaves flooded hexes only by road")
    return Because("9.5.1", lambda: f"{name} crosses the flooded hexside {names[start]}/{names[to]} only by road")


__all__ = ["BICYCLE", "SINGLE", "TACTICAL", "Moving", "why_not_end", "why_not_reach"]
