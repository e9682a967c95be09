"""Everything that changes in a game of Normandy '44: columns by counter, sets of counters, a few scalars."""

from typing import Any, ClassVar

import msgspec

from bocage.games.normandy44.board import Normandy44Board
from bocage.games.normandy44.sides import ALLIED, GERMAN
from bocage.kernel.ids import NOWHERE, Side, Space, Spaces, UnitId, Units
from bocage.kernel.state import State

KEPT: tuple[tuple[Any, Any], ...] = ((0, ("unbroken", 0)), (1, ("unbroken", 1)))
"""What is cached for each side and depends only on its own counters: its zones (by its number) and its bonds."""
STANDING: tuple[Any, ...] = ("presence", *KEPT[0], *KEPT[1], ("bonds", 0), ("bonds", 1), ("next", 0), ("next", 1))
"""What is cached of where everybody stands, and of the zones and bonds that go with it."""


def _zeros(count: int) -> Any:
    return msgspec.field(default_factory=lambda: [0] * count)


class Normandy44(State, kw_only=True):
    """The state of a game; nothing here is a rule."""

    sides: ClassVar[tuple[str, ...]] = ("German", "Allied")

    board: Normandy44Board

    # columns by counter
    steps: list[int] = msgspec.field(default_factory=list)

    # sets of counters
    weak: Units = 0  # without a zone of control: strength 1, strongpoints
    moved: Units = 0  # has moved in this phase
    stayed: Units = 0  # was picked to move in this phase and stayed where it is
    tired: Units = 0  # has done what keeps it out of reserve (15.1)
    overspent: Units = 0  # has moved further than its allowance: it may not attack (2.3.1)
    shifted: Units = 0  # headquarters that moved a hex in the movement phase (17.2)
    scattered: Units = 0
    disrupted: Units = 0
    replaced: Units = 0  # replacement marker (6.2.4)
    regroup: Units = 0  # landed this turn (6.5.2)
    reserve: Units = 0
    strategic: Units = 0  # strategic movement marker (9.8)
    trucked: Units = 0  # the truck marker
    out_of_supply: Units = 0
    isolated: Units = 0  # the red side of the marker
    attacked: Units = 0  # has attacked in this combat phase
    defended: Units = 0  # has been attacked in this combat phase
    retreated: Units = 0  # has retreated in this combat phase (13.5)
    spent: Units = 0  # headquarters on the moved side, Werfers on the fired side
    released: Units = 0  # restricted units set free (17.6)
    boxed: Units = 0  # occupies a cadre box (17.9)
    astray: Units = 0  # Allied units more than a hex beyond the army boundary (22.1.2)
    returned: Units = 0  # taken back to Britain, or rebuilt there (21.2)
    expected: Units = 0  # rolled for its arrival and comes (6.6)
    diverted: Units = 0  # gliders that found the enemy in their landing hex (20.2.4)
    withdrawn: Units = 0  # left by withdrawal, not by loss

    # sets of hexes
    allied_control: Spaces = 0  # towns, cities, fortifications last held by the Allies
    ip_german: Spaces = 0
    ip_us: Spaces = 0
    ip_cw: Spaces = 0
    ip_unfinished: Spaces = 0

    # the track
    scenario: str = "campaign"
    options: dict[str, str] = msgspec.field(default_factory=dict)
    last_turn: int = 22
    turn: int = 1
    phasing: Side = GERMAN
    row: int = 2  # the row of the weather table
    one_rolled: bool = False  # a 1 came up on the weather die this turn (26.2.3 with 28.1)
    storm_left: int = 0  # turns left of a three-day storm (28.2)

    supply_7th: int = 0
    supply_cherbourg: int = 0
    supply_pgw: int = 0  # the second German player's stock (27)
    supply_us: int = 0
    supply_cw: int = 0
    replacements: list[int] = _zeros(12)
    rp: list[int] = _zeros(2)  # reinforcement points left: US, CW
    landed: list[int] = _zeros(5)  # reinforcement points landed at each beach this turn
    evacuated: dict[Space, int] = msgspec.field(default_factory=dict)  # units taken off each beach hex
    ip_left: list[int] = _zeros(3)  # positions that may still be begun this turn: German, US, CW
    air: list[int] = _zeros(2)
    naval: list[int] = _zeros(2)
    tied: list[int] = _zeros(2)  # ships that keep coastal batteries down this turn (28.3)
    mulberry: list[int] = _zeros(2)  # 0 not begun, n due on turn n, -1 open, -2 destroyed
    mulberry_at: list[Space] = msgspec.field(default_factory=lambda: [NOWHERE, NOWHERE])
    airborne_rebuilt: list[str] = msgspec.field(default_factory=list)  # divisions that had their replacement this turn
    bombardment: int = 0  # Cherbourg bombardment: 0 to come, 1 one marker fired, 2 over
    bombarded: Space = NOWHERE
    cotentin_moved: bool = False
    fortress_fell: bool = False  # all of Cherbourg was once in Allied hands (5.2)
    opened: list[str] = msgspec.field(default_factory=list)  # beaches that have been open (23.3)
    mobilized: list[str] = msgspec.field(default_factory=list)  # mobilisation boxes used this turn (6.7)

    def place(self, unit: UnitId, to: Space) -> None:
        """Put a counter in a space. Who stands where is kept up to date; every other cached mask is dropped."""
        known, old, here = self.cache, self.space[unit], self.here
        left, joined = here.get(old, 0), here.get(to, 0)
        State.place(self, unit, to)
        atlas = self.board.atlas
        if to >= atlas.size or atlas.home[unit] >> to & 1:
            self.astray &= ~(1 << unit)
        else:
            self.astray |= 1 << unit
        self._keep(known, unit, (old, left), (to, joined))

    def turn_over(self, unit: UnitId) -> None:
        """Another side of a counter shows; the same is kept up to date."""
        known, space = self.cache, self.space[unit]
        self.touch()
        self._keep(known, unit, (space, self.here.get(space, 0)))

    def remark(self) -> None:
        """Markers change which no zone or bond depends on (all but scatter): what hangs on them is dropped."""
        known = self.cache
        self.touch()
        for key in STANDING:
            if key in known:
                self.cache[key] = known[key]

    def _keep(self, known: dict[Any, Any], unit: UnitId, *where: tuple[Space, Units]) -> None:
        """The enemy's zones and bonds do not change with our counters; of presence, only some hexes do."""
        cache = self.cache
        side = GERMAN if self.board.atlas.roster.german >> unit & 1 else ALLIED
        for key in KEPT[1 - side]:
            if key in known:
                cache[key] = known[key]
        presence = known.get("presence")
        if presence is not None:
            cache["presence"] = presence.changed(self, side, *where)
