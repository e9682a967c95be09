"""8.1.3 The third wave: the landings of D+1, who makes room for them, and the gliders."""

from collections.abc import Iterator

from bocage.games.darksummer.events import Delayed
from bocage.games.darksummer.rules.r03_victory import take_control
from bocage.games.darksummer.rules.r05_stacking import has_room, is_legal_stack, useful_removals
from bocage.games.darksummer.rules.r08_reinforcements import enter, lowest
from bocage.games.darksummer.rules.r15_boundary import closed_hexes
from bocage.games.darksummer.sides import ALLIED, GERMAN, Army
from bocage.games.darksummer.state import DarkSummer
from bocage.kernel.actions import Action
from bocage.kernel.bars import Offer, PickSpace, PickUnit, bar, only
from bocage.kernel.counters import each_unit
from bocage.kernel.events import Moved
from bocage.kernel.flow import DONE, Call, Decision, Done, Procedure, Step, replace
from bocage.kernel.ids import Space, Spaces, UnitId, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import BITS, bit, each

AIR = "air"
LATE = 2
"""The turn on which a third wave that found no beach enters by itself."""


def third_wave(g: DarkSummer, army: Army) -> Units:
    """The units of an army's third wave that still wait offshore or on their airfield."""
    tags = g.board.tags
    where = tags["third-wave"] | g.board.atlas.airfields
    return g.in_hexes(where) & g.board.roster.wave[3] & g.board.roster.army[army]


@rule("8.1.3")
def landing_hexes(g: DarkSummer, unit: UnitId) -> Spaces:
    """Where a unit of the third wave belongs: its beach, or for gliders their division and landing hex."""
    counter, atlas = g.board.units[unit], g.board.atlas
    if counter.beach != AIR:
        return atlas.beach_hexes[counter.beach] & g.open_beaches
    if counter.army is Army.BRITISH:
        return atlas.glider_landing & ~g.hexes_of(GERMAN)
    friends = g.on_map() & g.board.roster.formation[unit] & ~(1 << unit)
    return g.spaces_of(friends)


@rule("8.1.3")
def ways_aside(g: DarkSummer, unit: UnitId, origin: Space) -> Spaces:
    """Where a unit could be displaced to: one hex inland or along the coast that it could move into and has room."""
    counter, atlas = g.board.units[unit], g.board.atlas
    found = atlas.ring[origin] & ~g.hexes_of(GERMAN) & ~closed_hexes(g, counter.army)
    return sum(
        BITS[to]
        for to in each(found)
        if (not counter.motorized or atlas.motor_can_cross(origin, to)) and has_room(g, unit, to)
    )


def displaceable(g: DarkSummer, space: Space, arrived: Units) -> Units:
    """The units in a hex that could make room."""
    there = g.here.get(space, 0) & g.board.roster.side[ALLIED] & ~arrived
    return sum(1 << unit for unit in each_unit(there) if ways_aside(g, unit, space))


@rule("8.1.3", "5.1")
def in_the_way(g: DarkSummer, unit: UnitId, space: Space, arrived: Units) -> Units:
    """Those who could make room for a unit by going aside. There may be none left, once others have taken the room."""
    here = g.here.get(space, 0) & g.board.roster.side[ALLIED]
    return useful_removals(g, here | 1 << unit) & displaceable(g, space, arrived)


@rule("8.1.3")
class ThirdWave(Procedure[DarkSummer], frozen=True):
    """All of an army's third wave lands without a die roll in its first Move Round."""

    army: Army
    arrived: Units = 0
    cleared: Spaces = 0
    """Hexes from which units have been displaced: one for each beach."""
    tried: Units = 0

    def start(self, g: DarkSummer) -> Step:
        left = third_wave(g, self.army) & ~self.tried
        if not left:
            return DONE
        unit = lowest(left)
        me = replace(self, tried=self.tried | 1 << unit)
        if not room_for(g, unit, self.arrived, self.cleared):
            put_off(g, unit)
            return me
        return Call(
            LandThird(by=ALLIED, unit=unit, arrived=self.arrived, cleared=self.cleared),
            then=replace(me, tried=me.tried).landed,
        )

    def landed(self, g: DarkSummer, space: Space) -> Step:
        """Make room if need be, then put the unit ashore."""
        return self._settle(g, lowest_tried(g, self.army, self.tried), space)

    def _settle(self, g: DarkSummer, unit: UnitId, space: Space) -> Step:
        here = g.here.get(space, 0) & g.board.roster.side[ALLIED]
        if is_legal_stack(g, here | 1 << unit):
            enter(g, unit, space, "8.1.3")
            return replace(self, arrived=self.arrived | 1 << unit)
        if not in_the_way(g, unit, space, self.arrived):
            put_off(g, unit)
            return self
        me = replace(self, cleared=self.cleared | bit(space))
        return Call(Displace(by=ALLIED, unit=unit, space=space, arrived=self.arrived), then=me.landed)

    def title(self, g: DarkSummer) -> str:
        return f"{self.army.title} third wave"


def lowest_tried(g: DarkSummer, army: Army, tried: Units) -> UnitId:
    """The unit that is landing now: tried, and still offshore."""
    return lowest(third_wave(g, army) & tried)


@rule("8.1.3")
def room_for(g: DarkSummer, unit: UnitId, arrived: Units, cleared: Spaces) -> Spaces:
    """The hexes where a unit of the third wave can land, displacing others from one hex of its beach if need be."""
    counter, found = g.board.units[unit], 0
    for space in each(landing_hexes(g, unit)):
        here = g.here.get(space, 0) & g.board.roster.side[ALLIED]
        if is_legal_stack(g, here | 1 << unit):
            found |= BITS[space]
        elif counter.beach != AIR:
            other_hex = g.board.atlas.beach_hexes[counter.beach] & cleared & ~bit(space)
            if not other_hex and is_legal_stack(g, here & ~displaceable(g, space, arrived) | 1 << unit):
                found |= BITS[space]
    return found


@rule("8.1.3")
def put_off(g: DarkSummer, unit: UnitId) -> None:
    """A unit that cannot land enters by itself: gliders in the next Move Round, the rest on turn 2."""
    g.due[unit] = g.turn if g.board.units[unit].beach == AIR else LATE
    g.automatic |= 1 << unit
    g.place(unit, g.board.atlas.waiting)
    g.emit(Delayed(unit=unit, turn=g.due[unit], rule="8.1.3"))


@rule("8.1.3")
class LandThird(Decision[DarkSummer], frozen=True):
    """Where does a unit of the third wave land?"""

    unit: UnitId
    arrived: Units
    cleared: Spaces

    def offers(self, g: DarkSummer) -> Iterator[Offer]:
        name = g.board.unit_title(self.unit)
        yield PickSpace(
            "place",
            g,
            only(landing_hexes(g, self.unit), "8.1.3", lambda to: f"{name} does not land at {g.board.describe(to)}"),
            only(room_for(g, self.unit, self.arrived, self.cleared), "5.1", "no room can be made in {}"),
        )

    def chosen(self, g: DarkSummer, action: Action) -> Step:
        return Done(action[1])

    def prompt(self, g: DarkSummer) -> str:
        return f"Where does {g.board.unit_title(self.unit)} land?"

    def title(self, g: DarkSummer) -> str:
        return f"Landing of {g.board.unit_title(self.unit)}"


@rule("8.1.3")
class Displace(Decision[DarkSummer], frozen=True):
    """Who makes room for the third wave, and where does he go?"""

    unit: UnitId
    space: Space
    arrived: Units

    def offers(self, g: DarkSummer) -> Iterator[Offer]:
        here = g.here.get(self.space, 0) & g.board.roster.side[ALLIED]
        yield PickUnit(
            "displace",
            g,
            only(here, "8.1.3", lambda u: f"{g.board.unit_title(u)} is not in {g.board.describe(self.space)}"),
            bar(self.arrived, "8.1.3", "{} has just landed itself"),
            bar(g.board.roster.uncounted, "5.1", "{} takes no room"),
            only(useful_removals(g, here | 1 << self.unit), "8.1.3", "{} is not in the way"),
            only(displaceable(g, self.space, self.arrived), "8.1.3", "{} has nowhere to go"),
            then=lambda unit: self._where(g, unit),
        )

    def _where(self, g: DarkSummer, unit: UnitId) -> PickSpace:
        return PickSpace(
            "displace",
            g,
            only(g.board.atlas.ring[self.space], "8.1.3", "{} is not the next hex"),
            only(ways_aside(g, unit, self.space), "8.1.3", f"{g.board.unit_title(unit)} could not move into {{}}"),
            before=(unit,),
        )

    def chosen(self, g: DarkSummer, action: Action) -> Step:
        unit, to = UnitId(action[1]), Space(action[2])
        g.place(unit, to)
        g.emit(Moved(unit=unit, path=(self.space, to), how="makes room and goes to", rule="8.1.3"))
        take_control(g, ALLIED, [to])
        return Done(self.space)

    def prompt(self, g: DarkSummer) -> str:
        return f"Who makes room for {g.board.unit_title(self.unit)} in {g.board.describe(self.space)}?"

    def title(self, g: DarkSummer) -> str:
        return "Displacement"
