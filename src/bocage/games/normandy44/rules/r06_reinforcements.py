"""6.6: the Germans who come by road."""

from collections.abc import Iterator

from bocage.games.normandy44.records import points
from bocage.games.normandy44.rules.r02_control import enter
from bocage.games.normandy44.rules.r08_zones_of_control import bonds, presence, zone
from bocage.games.normandy44.rules.r09_movement import (
    BICYCLE,
    CONVOY,
    NORMAL,
    STRATEGIC,
    TACTICAL,
    TRUCK,
    points_for,
    search,
    table_of,
)
from bocage.games.normandy44.rules.r09_moving_a_unit import Moving, may_end
from bocage.games.normandy44.rules.r09_strategic_movement import INTO_ZONES, first_bar, manner_rows, zone_rule
from bocage.games.normandy44.scenario import rules_of
from bocage.games.normandy44.sides import ALLIED, GERMAN
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.actions import Action
from bocage.kernel.bars import Bar, Offer, PickSpace, PickUnit, PickWord, bar, late, only
from bocage.kernel.counters import each_unit, lowest, units
from bocage.kernel.events import Moved
from bocage.kernel.flow import Decision, Step
from bocage.kernel.ids import NOWHERE, Space, Spaces, UnitId, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import BITS, each

ZONES = ("green", "orange", "red", "blue")
ENTRY_WORDS = ("normal", "strategic", "truck", "convoy", "bicycle", "tactical")
ENTRY_MODES = (NORMAL, STRATEGIC, TRUCK, CONVOY, BICYCLE, TACTICAL)


FAST = [(i, mode) for i, mode in enumerate(ENTRY_MODES) if mode not in INTO_ZONES]
"""The manners that no enemy zone lets on the map."""


# --- Germans (6.6) -----------------------------------------------------------------------------------


@rule("6.6")
def entry_hexes(g: Normandy44, unit: UnitId) -> Spaces:
    """Entry hexes of the unit's colour, and one zone further along the edge for each turn it has waited."""
    return entry_ground(g, unit) & ~presence(g).hexes[ALLIED] & ~bonds(g, ALLIED).hexes


def entry_ground(g: Normandy44, unit: UnitId) -> Spaces:
    """The same, whoever holds them."""
    ground: Spaces | None = rules_of(g).arrival_hexes(g, unit)
    if ground is not None:
        return ground
    atlas = g.board.atlas
    waited = g.turn - atlas.roster.turn[unit]
    return atlas.entry_within[ZONES.index(atlas.roster.zone[unit])][min(waited, 3)] if waited >= 0 else 0


def arriving_germans(g: Normandy44) -> Units:
    """Reinforcements whose turn has come."""
    waiting = g.here.get(g.board.ids["reinforcements"], 0)
    special = rules_of(g)
    if not special.bounded:
        return waiting & g.board.atlas.roster.due[g.turn]
    turn = special.arrival_turn
    return sum(1 << unit for unit in each_unit(waiting) if 0 < turn(g, unit) <= g.turn)


@rule("6.6")
def arrivals(g: Normandy44) -> PickUnit:
    """Which Germans may come on now: those whose turn has come, if an entry hex takes them."""
    due = arriving_germans(g)
    return PickUnit(
        "enter",
        g,
        only(g.here.get(g.board.ids["reinforcements"], 0), "6.6", "{} is not among the reinforcements to come"),
        only(due, "6.6", lambda unit: _comes_when(g, unit)),
        late(lambda some: _stuck(g, some), "6.6", "every entry hex open to {} is held or full"),
    )


def _stuck(g: Normandy44, due: Units) -> Units:
    """Those who find no entry hex: nobody while each zone has an empty one; of those of one zone and turn, nobody while
    an empty one is open to them.
    """
    atlas, here, alike = g.board.atlas, presence(g).hexes, not rules_of(g).bounded
    free = ~(here[GERMAN] | here[ALLIED] | bonds(g, ALLIED).hexes)
    if alike and 0 not in [free & hexes for hexes in atlas.entry]:
        return 0
    comers, found = atlas.roster.comers, 0
    while due:
        one = lowest(due)
        some = due & comers[one]
        due ^= some
        if not (alike and entry_ground(g, one) & free):
            found |= units(unit for unit in each_unit(some) if not can_enter(g, unit))
    return found


def _comes_when(g: Normandy44, unit: UnitId) -> str:
    turn, name = rules_of(g).arrival_turn(g, unit), g.board.counters[unit].name
    return f"{name} comes on turn {turn}" if turn else f"{name} does not come in this scenario"


def _watched(g: Normandy44, space: Space) -> str:
    return f"{g.board.describe(space)} is in an enemy zone: only normal or tactical movement leads there"


def can_enter(g: Normandy44, unit: UnitId) -> bool:
    """Is there an entry hex with room, or with room beyond it?"""
    hexes = entry_hexes(g, unit)
    if hexes & ~presence(g).hexes[GERMAN]:
        return True
    return any(_comes_on(g, unit, space, mode) for space in each(hexes) for mode in ENTRY_MODES)


@rule("6.6", "9.10")
def entry_cost(g: Normandy44, unit: UnitId, space: Space, mode: int) -> int:
    """A reinforcement pays the road rate of the hex it enters by; in tactical movement that is one of its two hexes."""
    if mode == TACTICAL:
        return 1
    road = g.board.road_costs["primary" if g.board.atlas.primary_hexes & BITS[space] else "secondary"]
    price = points((road.foot, road.mech, road.german)[table_of(g, unit, vehicle=mode in (TRUCK, CONVOY))])
    assert price is not None
    return price


@rule("6.6", "7.2", "9.8.2")
def passes_on(g: Normandy44, unit: UnitId, space: Space, mode: int) -> bool:
    """May a reinforcement end in an entry hex, or go on through it, although it may not end there?"""
    if may_end(g, unit, space, mode):
        return True
    if zone(g, ALLIED) & BITS[space]:
        return False
    left = points_for(g, unit, mode) - entry_cost(g, unit, space, mode)
    beyond = search(g, unit, mode, left, fresh=False, start=space)
    further = (beyond.found.keys() | beyond.ends.keys()) - {space}
    return any(may_end(g, unit, to, mode) for to in further)


def _comes_on(g: Normandy44, unit: UnitId, space: Space, mode: int) -> bool:
    if mode not in INTO_ZONES and zone(g, ALLIED) & BITS[space]:
        return False
    return first_bar(manner_rows(g, GERMAN, mode), unit) is None and passes_on(g, unit, space, mode)


@rule("6.6", "9.8.6", "9.9", "9.10")
class Entering(Decision[Normandy44], frozen=True, kw_only=True):
    """Where, and in which manner, does a German reinforcement come on?"""

    unit: UnitId

    def offers(self, g: Normandy44) -> Iterator[Offer]:
        foes = presence(g).hexes[ALLIED] | bonds(g, ALLIED).hexes
        never = self.never(g)
        yield PickSpace(
            "at",
            g,
            only(entry_hexes(g, self.unit) | foes, "6.6", "{} is not an entry hex for this unit"),
            bar(presence(g).hexes[ALLIED], "6.6", "{} is held by the enemy"),
            bar(bonds(g, ALLIED).hexes, "8.5.2", "{} is an enemy ZOC bond"),
            then=lambda space: self.manners(g, space, never),
            alike=lambda space: (self.watched(g, space), space if space in g.here else NOWHERE),
        )

    def never(self, g: Normandy44) -> list[Bar]:
        """What keeps it from manners of movement wherever it comes on."""
        name, rows = g.board.unit_title(UnitId(self.unit)), []
        for i, mode in enumerate(ENTRY_MODES):
            row = first_bar(manner_rows(g, GERMAN, mode), self.unit)
            if row is not None:
                rows.append(bar(1 << i, row.rule, str(row.why).format(name)))
        return rows

    def watched(self, g: Normandy44, space: Space) -> bool:
        """Does it come on into an enemy zone there?"""
        return bool(zone(g, ALLIED) & BITS[space])

    def manners(self, g: Normandy44, space: Space, never: list[Bar]) -> PickWord:
        """In which manners it may come on there."""
        slow = [bar(1 << i, zone_rule(mode), lambda _: _watched(g, space)) for i, mode in FAST]
        return PickWord(
            "at",
            ENTRY_WORDS,
            only((1 << len(ENTRY_MODES)) - 1, "6.6", "{} is not a manner of movement"),
            *never,
            *(slow if self.watched(g, space) else ()),
            late(lambda some: self.without_room(g, space, some), "7.2", lambda _: self.no_room(g, space)),
            before=(space,),
        )

    def without_room(self, g: Normandy44, space: Space, some: int) -> int:
        """Those of some manners in which it can neither end there nor go on; an empty hex has room for all."""
        if space not in g.here:
            return 0
        return units(i for i in each(some) if not passes_on(g, self.unit, space, ENTRY_MODES[i]))

    def no_room(self, g: Normandy44, space: Space) -> str:
        """The same in words."""
        name = g.board.unit_title(UnitId(self.unit))
        return f"{g.board.describe(space)} has no room for {name}, and it finds none beyond"

    def chosen(self, g: Normandy44, action: Action) -> Step:
        space, mode = action[1], ENTRY_MODES[action[2]]
        cost = entry_cost(g, self.unit, space, mode)
        left = points_for(g, self.unit, mode) - cost
        origin = g.space[self.unit]
        enter(g, self.unit, space)
        g.emit(Moved(unit=UnitId(self.unit), path=(origin, space), how="enters at", rule="6.6"))
        bit = 1 << self.unit
        if mode in (STRATEGIC, CONVOY):
            g.strategic |= bit
        if mode in (TRUCK, CONVOY):
            g.trucked |= bit
        contact = bool(zone(g, ALLIED) & BITS[space])
        moving = Moving(by=self.by, unit=self.unit, mode=mode, left=left, hexes=1, used=cost, contact=contact)
        return moving.finish(g) if contact or left <= 0 or not moving.destinations(g) else moving

    def prompt(self, g: Normandy44) -> str:
        return f"At which entry hex does {g.board.counters[self.unit].name} come on, and in which manner of movement?"
