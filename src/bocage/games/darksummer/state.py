"""Everything that changes in a game of The Dark Summer."""

from collections.abc import Iterable
from typing import ClassVar, NamedTuple

import msgspec

from bocage.games.darksummer.board import DarkBoard
from bocage.games.darksummer.records import ChitRow, ScenarioFile, WeatherRow
from bocage.games.darksummer.sides import SIDES, WAVES, Army
from bocage.kernel.counters import each_unit, other
from bocage.kernel.cups import Cup
from bocage.kernel.events import Eliminated, StepLost
from bocage.kernel.ids import Side, Space, Spaces, UnitId, Units
from bocage.kernel.spaces import BITS, bit, each
from bocage.kernel.state import State

ACTION, WEATHER = "Action", "Weather"
"""The two cups (2.2.2)."""
US, BRITISH_MOVE, BRITISH_COMBAT, GERMAN_CHIT = "US", "British-Move", "British-Combat", "German"
"""The chits that go into the Action Cup."""
HIDDEN = -1
"""The value of a counter that lies face down (11.5)."""

WAVE_1, WAVE_2 = WAVES
MOVE, COMBAT, COMBINED, REACTION = "move", "combat", "combined", "reaction"
"""The kinds of Action Rounds (9.3, 9.4)."""

ZONE, FREE, FIELD, BARRING, LINES = "zone", "free of enemies", "field", "barring", "lines"
OUTLASTING: dict[Army, tuple[object, ...]] = {
    army: ((ZONE, other(army.side)), (FREE, army), (FIELD, army, False), (FIELD, army, True)) for army in Army
}
"""By army, what is cached and hangs on nothing but the places of the others: it outlasts the army's own moves."""
UNMOVED: dict[Army, tuple[object, ...]] = {
    army: ((BARRING, army.side), *((LINES, friend) for friend in Army if friend.side == army.side)) for army in Army
}
"""By army, what hangs on its own places as well, but only on those in enemy zones (6.2)."""


class Played(msgspec.Struct, frozen=True):
    """A chit on the Action Round Track: whose, how it was played, and the marker on top of it."""

    army: Army
    kind: str
    chit: str = ""
    """`move` or `combat`, where a Combined Action Round hides which side of the chit was played."""
    prepared: bool = False


class DarkSummer(State, kw_only=True):
    """Columns by counter, sets of counters and hexes as ints, a few scalars."""

    sides: ClassVar[tuple[str, ...]] = SIDES

    board: DarkBoard
    steps: list[int]
    due: list[int]
    """By counter, the turn of its entry while it waits (8.1)."""
    value: list[int]
    """By counter, the strength that a Strongpoint or Ost battalion showed; `HIDDEN` while it lies face down."""
    scenario: str
    historical_weather: bool
    reaction_withdrawal: bool
    assault_guns: bool
    """The three optional rules (7.3, 10.3.2, 12.7)."""
    cups: dict[str, Cup]
    turn: int = 1
    weather: str = "Showers"
    # the Action Phase
    played: list[Played] = msgspec.field(default_factory=list)
    reactions: int = 0
    """Reaction chits that the German player still has this turn."""
    landed_third: int = 0
    """By army, as bits: whose third wave has had its Move Round (8.1.3)."""
    # the Round
    army: Army = Army.US
    round: str = WAVE_1
    prepared: bool = False
    halved: bool = False
    """9.4.2: the first German Reaction has half its movement and no roads."""
    isolated: bool = False
    """13.5: Cherbourg was isolated when this German Round began."""
    active: Units = 0
    moved: Units = 0
    entered: Units = 0
    """Reinforcements of this Round: Germans among them may use roads in any weather (7.2.2)."""
    automatic: Units = 0
    """8.1.3: the third wave that found no beach enters without a die roll."""
    attacked: Units = 0
    """Units that have attacked this Round (11.1)."""
    defended: Units = 0
    """Units that have been attacked this Round (11.2)."""
    retreated: Units = 0
    """Units that retreated this Round and add nothing to a defence (11.3.1)."""
    fought_over: Spaces = 0
    """Hexes that have been attacked this Round (11.1)."""
    duties: Spaces = 0
    """Hexes that must still be attacked this Round (11.2)."""
    besieged: bool = False
    """Cherbourg Combat has taken place this Round (11.7)."""
    # support
    used_round: int = 0
    used_turn: int = 0
    """Support markers used this Round and this turn, as bits."""
    assault_guns_used: int = 0
    carpets_left: list[int] = msgspec.field(default_factory=list)
    """By army, how often Carpet Bombing is left (12.1)."""
    # the map
    allied_hexes: Spaces = 0
    """Hexes that the Allies control (3.2.2)."""
    open_beaches: Spaces = 0
    closed_beaches: Spaces = 0
    cherbourg_taken: int = 0
    """The turn in which the Allies took Cherbourg; 0 while the Germans hold it."""
    brittany_entered: bool = False
    boundary_lifted: bool = False
    brittany_left: int = 0
    """The first turn in which a unit came back from Brittany: the last in which units may enter (10.4.4)."""
    came_back: Units = 0
    """Units that re-entered the map from Brittany: they may be supplied from there (13.2.2)."""
    caen_fell: bool = False
    """10.4.5: the Allies have controlled all of Caen at some time."""
    exits: list[Spaces] = msgspec.field(default_factory=list)
    """By Allied army, the hexes with its Exit markers (10.4.5)."""
    halves: list[int] = msgspec.field(default_factory=list)
    """By side, victory points so far, in halves (3.2.2)."""

    # --- asking --------------------------------------------------------------------------------------

    @property
    def rules(self) -> ScenarioFile:
        """The scenario's own numbers."""
        return self.board.scenarios[self.scenario]

    @property
    def sky(self) -> WeatherRow:
        """What the weather allows (7.2)."""
        return self.board.weather[self.weather]

    @property
    def chits(self) -> ChitRow:
        """The chits that the weather gives (9.1)."""
        return self.board.chits[self.weather]

    @property
    def landing(self) -> bool:
        """Whether this is one of the two Amphibious Assault Rounds (9.4)."""
        return self.round in (WAVE_1, WAVE_2)

    def hexes_of(self, side: Side) -> Spaces:
        """The land hexes where a side has units."""
        return self.presence().hexes[side]

    def presence(self) -> "Presence":
        """Where the counters stand on land. Asked by almost every rule, so it is looked up without detours."""
        try:
            found: Presence = self.cache["presence"]
        except KeyError:
            found = self.cache["presence"] = _presence(self)
        return found

    def on_map(self) -> Units:
        """The counters in land hexes."""
        return self.presence().units

    def units_of(self, side: Side) -> Units:
        """The counters of a side in land hexes."""
        return self.on_map() & self.board.roster.side[side]

    def in_hexes(self, hexes: Spaces) -> Units:
        """The counters in some spaces."""
        here, found = self.here, 0
        for space in each(hexes & self.presence().occupied):
            found |= here[space]
        return found

    def spaces_of(self, units: Units) -> Spaces:
        """Where some counters are."""
        where, found = self.space, 0
        for unit in each_unit(units):
            if where[unit] >= 0:
                found |= BITS[where[unit]]
        return found

    def reduced(self) -> Units:
        """The two-step units that have lost a step and live."""
        return sum(1 << n for n, unit in enumerate(self.board.units) if unit.steps == 2 and self.steps[n] == 1)

    # --- changing ------------------------------------------------------------------------------------

    def place(self, unit: UnitId, to: Space) -> None:
        """Put a counter in a space. Where the others stand need not be looked up again, nor what follows from that."""
        known, old, army = self.cache, self.space[unit], self.board.units[unit].army
        super().place(unit, to)
        cache = self.cache
        if "presence" in known:
            cache["presence"] = known["presence"].after(self, unit, old, to)
        if not self.board.roster.strongpoints >> unit & 1:  # 6.1: they keep enemy zones out
            for key in OUTLASTING[army]:
                if key in known:
                    cache[key] = known[key]
            near = known.get((ZONE, other(army.side)))
            if near is not None and not near & (bit(old) | bit(to)):
                for key in UNMOVED[army]:
                    if key in known:
                        cache[key] = known[key]

    def touch(self) -> None:
        """Drop what is cached after a change that moved nobody."""
        known = self.cache.get("presence")
        super().touch()
        if known is not None:
            self.cache["presence"] = known

    def lose_step(self, unit: UnitId, rule: str) -> None:
        """A unit loses a step, the last one with its life."""
        if self.steps[unit] > 1:
            self.steps[unit] -= 1
            self.touch()
            self.emit(StepLost(unit=unit, left=self.steps[unit], rule=rule))
        else:
            self.eliminate(unit, rule)

    def eliminate(self, unit: UnitId, rule: str) -> None:
        """A unit leaves the game."""
        self.steps[unit] = 0
        self.place(unit, self.board.atlas.lost)
        self.emit(Eliminated(unit=unit, rule=rule))


class Presence(NamedTuple):
    """Where the counters stand. It depends on nothing but their places, so a move changes it in two hexes only."""

    hexes: tuple[Spaces, Spaces]
    """By side, the land hexes with its counters."""
    projecting: tuple[Spaces, Spaces]
    """By side, the land hexes of stacks with a zone (6.0)."""
    armies: tuple[Spaces, Spaces, Spaces]
    """By army, the land hexes with its counters."""
    strongpoints: Spaces
    units: Units
    """All counters in land hexes."""
    occupied: Spaces
    """Every space with a counter, land or not."""
    crowded: Spaces
    """Every space with two counters or more."""

    def after(self, g: DarkSummer, unit: UnitId, old: Space, new: Space) -> "Presence":
        """The same once a counter has gone from one space to another."""
        units = self.units & ~(1 << unit)
        if new >= 0 and g.board.atlas.land & BITS[new]:
            units |= 1 << unit
        return self.with_stacks(g, [space for space in (old, new) if space >= 0], units)

    def with_stacks(self, g: DarkSummer, changed: Iterable[Space], units: Units) -> "Presence":
        """The same after changes in some spaces, and with these counters on land."""
        stacks, land, roster = g.here, g.board.atlas.land, g.board.roster
        (allies, _), (us, british, germans) = roster.side, roster.army
        touched = occupied = crowded = ours = theirs = able = 0
        first = second = third = strong = 0
        for space in changed:
            here, stack = BITS[space], stacks.get(space, 0)
            touched |= here
            if not stack:
                continue
            occupied |= here
            if stack & (stack - 1):
                crowded |= here
            if not land & here:
                continue
            if stack & allies:
                ours |= here
            else:
                theirs |= here
            if stack & roster.projecting:
                able |= here
            if stack & us:
                first |= here
            if stack & british:
                second |= here
            if stack & germans:
                third |= here
            if stack & roster.strongpoints:
                strong |= here
        same = ~touched
        return Presence(
            (self.hexes[0] & same | ours, self.hexes[1] & same | theirs),
            (self.projecting[0] & same | ours & able, self.projecting[1] & same | theirs & able),
            (self.armies[0] & same | first, self.armies[1] & same | second, self.armies[2] & same | third),
            self.strongpoints & same | strong,
            units,
            self.occupied & same | occupied,
            self.crowded & same | crowded,
        )


NOBODY = Presence((0, 0), (0, 0), (0, 0, 0), 0, 0, 0, 0)


def _presence(g: DarkSummer) -> Presence:
    land, units = g.board.atlas.land, 0
    for space, stack in g.here.items():
        if land & BITS[space]:
            units |= stack
    return NOBODY.with_stacks(g, g.here, units)
