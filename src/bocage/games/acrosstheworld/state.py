"""Everything that changes in a game of Normandy 1944."""

from typing import ClassVar

import msgspec

from bocage.games.acrosstheworld.board import Normandy1944
from bocage.games.acrosstheworld.sides import ALLIED, GERMAN, SIDES, other
from bocage.kernel.counters import stands
from bocage.kernel.events import Eliminated, StepLost
from bocage.kernel.ids import NOWHERE, Side, Space, Spaces, UnitId, Units
from bocage.kernel.spaces import BITS
from bocage.kernel.state import State

NOT_BUILT, BUILT, GONE = 0, 1, 2
AIR, NAVAL, GUNS, JABOS, TIGER, LEADER = range(6)
"""Who lends a unit its bonus in a battle: the places in `Fight.bonus`."""


class Fight(msgspec.Struct, frozen=True, kw_only=True):
    """A battle that is going on. Pairs are by side: Allied, German."""

    at: Space
    attacker: Side
    standing: tuple[Units, Units]
    """Units that still fight."""
    panicked: tuple[Units, Units]
    """Units that have left the fight; they rally afterwards."""
    lost: tuple[Units, Units] = (0, 0)
    """Units destroyed in this battle."""
    morale: tuple[int, int] = (0, 0)
    commander: tuple[int, int] = (-1, -1)
    """The commanding leaders, -1 for none."""
    cards: int = 0
    """The cards at work, one bit each."""
    round: int = 0
    bonus: tuple[Units, ...] = (0, 0, 0, 0, 0, 0)
    """By lender, the units that gain."""
    absorbed: bool = False
    """A bunker has absorbed this round's hit."""
    spared: bool = False
    """Fortress order has saved a loss of morale in this round."""


def with_side(pair: tuple[int, int], side: Side, value: int) -> tuple[int, int]:
    """A pair with the entry of one side changed."""
    return (value, pair[1]) if side == ALLIED else (pair[0], value)


class Campaign(State, kw_only=True):
    """Columns by counter, sets of counters and regions as ints, a few scalars."""

    sides: ClassVar[tuple[str, ...]] = SIDES

    board: Normandy1944
    steps: list[int]
    scenario: str = "normandy"
    turns: int = 20
    rolled_weather: bool = False
    """Whether weather is rolled for (the option of 7.13)."""
    turn: int = 1
    active: Side = ALLIED
    allied: Spaces = 0
    """Regions that the Allies control; the rest of Normandy is German."""
    points: list[int] = msgspec.field(default_factory=lambda: [0, 0])
    scored: Spaces = 0
    """Cities that have given their points (19.5)."""
    # Counters.
    dead: Units = 0
    arrived: Units = 0
    """Reinforcements that have come."""
    due: list[int] = msgspec.field(default_factory=list)
    """By line of the schedule, the turn of arrival (7.9 can hasten one)."""
    unsupplied: Units = 0
    scattered: Units = 0
    besieged: Units = 0
    """Counters shut up in the fortress."""
    # The present player turn.
    moved: Units = 0
    landed: Units = 0
    """Counters that came from the sea in this player turn."""
    crossed: Units = 0
    """Counters whose last step in this player turn went over a river."""
    entered: Spaces = 0
    """Regions that the moving side entered without a fight."""
    assaulted: Spaces = 0
    """Regions with enemies that a stack has entered."""
    fought: Spaces = 0
    # Cards. By card kind, how many are in their owner's hand, in his deck, and known to the Allies by Ultra.
    hand: list[int] = msgspec.field(default_factory=list)
    deck: list[int] = msgspec.field(default_factory=list)
    seen: list[int] = msgspec.field(default_factory=list)
    spent: list[int] = msgspec.field(default_factory=list)
    held: list[int] = msgspec.field(default_factory=lambda: [0, 0])
    """How many cards each side holds; open to all."""
    ultra: bool = False
    """The Allies may still cancel a card."""
    bad_until: int = 0
    """The last player turn (`clock`) of bad weather."""
    sabotage: int = 0
    interdiction: int = 0
    pluto: int = 0
    """The turns in which these cards are at work."""
    mined: Space = NOWHERE
    mined_turn: int = 0
    night: Units = 0
    """Counters on a night march this turn."""
    # Structures.
    harbour: int = NOT_BUILT
    harbour_shut: int = 0
    """The last turn in which Mulberry is closed."""
    port_shut: dict[Space, int] = msgspec.field(default_factory=dict)
    """By port, the last turn in which it is closed."""
    ports_taken: Spaces = 0
    """Ports whose city the Allies hold."""
    fight: Fight | None = None

    def friendly(self, side: Side) -> Spaces:
        """The regions that a side controls."""
        return self.allied if side == ALLIED else self.board.regions & ~self.allied

    def combat_in(self, space: Space, side: Side) -> Units:
        """The combat units of a side in a region."""
        return self.here.get(space, 0) & self.board.combat_of[side]

    def held_by(self, side: Side) -> Spaces:
        """The regions, and the sea, that hold combat units of a side."""
        return self.seen_of(side)[0]

    def seen_of(self, side: Side) -> tuple[Spaces, dict[tuple[Space, Spaces], Spaces]]:
        """Where a side stands, and the railways that it leaves open: both hold until one of its counters moves."""
        seen: tuple[Spaces, dict[tuple[Space, Spaces], Spaces]] | None = self.cache.get(side)
        if seen is None:
            seen = self.cache[side] = stands(self.here, self.board.combat_of[side], -1), {}
        return seen

    def open_rails(self, side: Side, start: Space) -> Spaces:
        """The regions to which railways lead through a side's own country without enemies."""
        foes, known = self.seen_of(other(side))
        found = known.get((start, self.allied))
        if found is None:
            line = self.friendly(side) & ~foes
            found = known[start, self.allied] = self.board.atlas.rails.flood(BITS[start], line)
        return found

    def place(self, unit: UnitId, to: Space) -> None:
        """Put a counter somewhere; where the enemy stands is still known."""
        enemy = GERMAN if self.board.of_side[ALLIED] >> unit & 1 else ALLIED
        known = self.cache.get(enemy)
        State.place(self, unit, to)
        if known is not None:
            self.cache[enemy] = known

    def enemies(self, space: Space, side: Side) -> Units:
        """The combat units of a side's enemy in a region."""
        return self.here.get(space, 0) & self.board.combat_of[other(side)]

    @property
    def battle(self) -> Fight:
        """The battle that is going on: there must be one."""
        assert self.fight is not None
        return self.fight

    @property
    def clock(self) -> int:
        """Player turns counted: the Allied one of turn 3 is 6, the German one 7."""
        return 2 * self.turn + self.active

    def destroy(self, unit: UnitId, rule: str, why: str = "is destroyed") -> None:
        """Take a counter out of the game."""
        self.steps[unit] = 0
        self.dead |= 1 << unit
        self.besieged &= ~(1 << unit)
        self.unsupplied &= ~(1 << unit)
        self.place(unit, NOWHERE)
        self.emit(Eliminated(unit=unit, rule=rule, why=why))

    def lose_step(self, unit: UnitId, rule: str) -> bool:
        """12.7: a unit loses a step, the last one with its life; True if it is gone."""
        if self.steps[unit] == 1:
            self.destroy(unit, rule)
            return True
        self.steps[unit] -= 1
        self.touch()
        self.emit(StepLost(unit=unit, left=self.steps[unit], rule=rule))
        return False

    def name(self, unit: UnitId) -> str:
        return self.board.units[unit].name

    def names_of(self, units: Units) -> str:
        """The names of some counters, for a sentence."""
        return ", ".join(unit.name for n, unit in enumerate(self.board.units) if units >> n & 1)

    def title_of(self, space: Space) -> str:
        return self.board.titles[space] or self.board.names[space]
