"""Everything that changes in a game of Bradley's D-Day."""

from typing import ClassVar, NamedTuple, cast

import msgspec

from bocage.games.bradley.board import BradleyBoard
from bocage.games.bradley.records import Face, ScenarioFile
from bocage.games.bradley.sides import ALLIED, MOVEMENT, SIDES
from bocage.kernel.counters import other
from bocage.kernel.hexsides import Hexsides
from bocage.kernel.ids import NOWHERE, Side, Space, Spaces, UnitId, Units
from bocage.kernel.spaces import BITS, each
from bocage.kernel.state import State


class Bradley(State, kw_only=True):
    """Columns by counter, sets of counters as ints, sets of hexes as ints, a few scalars."""

    sides: ClassVar[tuple[str, ...]] = SIDES

    board: BradleyBoard
    scenario: str
    options: dict[str, str]
    """What the players agreed on: the options of chapters 19 and 20."""
    facing: list[int]
    """Which hexside the top of a counter points to (7.4); it matters in movement mode alone."""
    marching: Units = 0
    """Units in movement mode (7.1); all others are in combat mode."""
    green: Units = 0
    """Disrupted in an American player turn (10.4)."""
    grey: Units = 0
    """Disrupted in a German player turn."""
    turn: int = 0
    player: Side = ALLIED
    """Whose player turn it is."""
    support: int = 0
    """Air and naval support points left in this turn (11.1)."""
    moved: Units = 0
    """Units whose movement in this segment is over (6.2.6)."""
    fired: Units = 0
    """Units that have fired in this segment (10.2.3)."""
    shelled: Spaces = 0
    """Hexes that were fired at in this segment (10.2.4)."""
    assaulted: Units = 0
    stormed: Spaces = 0
    aided: Units = 0
    """Headquarters that gave their support in this player turn (16.1)."""
    landed: Units = 0
    """Units that came by air or sea in this turn: half allowance (4.4.10, 5.9.2)."""
    dropped: Units = 0
    """Units that came from the air in this turn."""
    tried: Units = 0
    """Airborne units that have rolled for their landing at the zone in hand."""
    checked: Units = 0
    """Units of the wave now landing that have rolled for casualties (5.6)."""
    grounded: Units = 0
    """Gliders that landed in this turn: they do not move (4.5.7)."""
    entering: Units = 0
    """Reinforcements that still pay for the hex of their entry (6.1.8)."""
    ruins: Spaces = 0
    breached: Hexsides = 0
    """Sea wall hexsides with a breach (15.2.3)."""
    mines: Spaces = 0
    """Where mines and obstacles lie; only the German knows (5.4.3)."""
    mine_points: int = -1
    """How many points the German has, as long as only he knows (18.1.5)."""
    laid: Spaces = 0
    """Hexes that the German has named while he lays his mines, void ones included."""
    swept: Spaces = 0
    """Hexes of which the Americans know that they are clear (15.1)."""
    found: Spaces = 0
    """Mined hexes that engineers have found and not yet cleared."""
    charted: list[int] = msgspec.field(default_factory=lambda: [-1, -1])
    """By beach, the mine points left as everybody knows them, once a landing roll has shown them; -1 before."""
    lifted: list[int] = msgspec.field(default_factory=lambda: [0, 0])
    """By beach, the mine points that engineers have cleared."""
    cycle: list[int] = msgspec.field(default_factory=lambda: [0, 0])
    """By beach, the invasion cycle (5.1), 0 before the first."""
    wave: list[int] = msgspec.field(default_factory=lambda: [3, 3])
    """By beach, the last wave of the cycle that was sent ashore."""
    waves_open: list[int] = msgspec.field(default_factory=lambda: [3, 3])
    """By beach, how many waves the present cycle has: one in the evening (5.1.6)."""
    planned: list[Units] = msgspec.field(default_factory=lambda: [0, 0])
    """By beach, the units that were asked about in this cycle and have not sailed: who of them sails when is secret."""
    bound: Units = 0
    """Airborne units whose drop zone is still secret."""
    sea: list[int] = msgspec.field(default_factory=lambda: [0, 0])
    """By beach, the sea condition of this turn (5.4.2)."""
    sea_rolled: int = 0
    """The Beach Areas of which the sea is known in this turn."""
    zones: list[Space] = msgspec.field(default_factory=lambda: [NOWHERE] * 4)
    """Where the drop zones are (4.2)."""
    zones_asked: int = 0
    """Drop zones about which the American has been asked in this segment."""
    zones_new: int = 0
    """Drop zones that were placed in this turn: no gliders land there yet (4.5.1)."""
    flak_used: Units = 0
    """German units that have fired at transports in this turn (4.3.2)."""
    zones_lifted: int = 0
    """Secondary zones taken up in this turn: they come down again in a later one (4.2.7)."""
    zones_lost: int = 0
    """Drop zones that Germans overran: never used again (4.2.6)."""
    beachheads: list[Space] = msgspec.field(default_factory=lambda: [NOWHERE, NOWHERE])
    climbing: dict[int, int] = msgspec.field(default_factory=dict)
    """Ranger battalions bound for Pointe du Hoc, and the hexes they make for (5.7)."""
    frozen: Units = 0
    """Units that may not move yet (18.4)."""
    allocated: Units = 0
    """Units that have been given their wave or drop zone in this segment."""
    orders: dict[str, int] = msgspec.field(default_factory=dict)
    """The automaton's orders by formation (20.2)."""
    remote: Units = 0
    """Automaton units out of command that hold this turn (20.5)."""

    # --- what is printed ---------------------------------------------------------------------------

    @property
    def rules(self) -> ScenarioFile:
        """The scenario in play."""
        return self.board.scenarios[self.scenario]

    def face(self, unit: UnitId) -> Face:
        """The face of a counter that shows."""
        return self.board.units[unit].faces[self.marching >> unit & 1]

    def mode(self, unit: UnitId) -> int:
        """Which face of a counter shows."""
        return self.marching >> unit & MOVEMENT

    @property
    def disrupted(self) -> Units:
        """All disrupted units, whatever the colour of their marker."""
        return self.green | self.grey

    def attack(self, unit: UnitId) -> int:
        """The combat factor as it stands: half of it, rounded up, while disrupted (10.6.1)."""
        factor = self.face(unit).attack
        return (factor + 1) // 2 if self.disrupted >> unit & 1 else factor

    # --- the clock ---------------------------------------------------------------------------------

    @property
    def night(self) -> bool:
        """Whether it is a night turn."""
        return self.board.charts.turns[self.turn].night

    @property
    def tide(self) -> str:
        """The tide of this turn."""
        return self.tide_of(self.turn)

    def tide_of(self, turn: int) -> str:
        """The tide of a turn: a circle of six, one space a turn (5.4.1)."""
        first = TIDE_OF_LANDING[self.options["tide"]]
        return self.board.charts.tides[(first + turn - 2) % 6]

    @property
    def high(self) -> bool:
        """At high tide the flats are sea (6.3.4)."""
        return self.tide == "high"

    # --- where counters are ------------------------------------------------------------------------

    @property
    def playable(self) -> Spaces:
        """The hexes of the map that the scenario uses (18.1, 18.2)."""
        key = ("playable", self.scenario)
        found = self.board.__dict__.setdefault("_playable", {})
        if key not in found:
            found[key] = _playable(self)
        mask: Spaces = found[key]
        return mask

    @property
    def dry(self) -> Spaces:
        """The hexes that are land as the tide stands."""
        land = self.board.land
        return land & ~self.board.tidal if self.high else land

    @property
    def beach_area(self) -> tuple[Spaces, ...]:
        """By beach, the hexes of its Beach Area; the northern beaches are Utah's by option 19.3."""
        return self.board.beach_areas[self.options["northern"] == "yes"]

    @property
    def beach_forts(self) -> tuple[Spaces, ...]:
        """By beach, the forts of which the first to fall becomes the beachhead (5.10.1)."""
        return self.board.beach_forts[self.options["northern"] == "yes"]

    def on_map(self, side: Side) -> Units:
        """A side's counters on land hexes of the map; those at sea and in boxes are not."""
        return self.cached(("standing", side), lambda g: _standing(g, side)).units

    def occupied(self, side: Side) -> Spaces:
        """The land hexes with counters of a side, garrisons included."""
        return self.cached(("standing", side), lambda g: _standing(g, side)).hexes

    def regular(self, side: Side) -> Spaces:
        """The land hexes with regular units of a side: garrisons are none (9.1.7)."""
        return self.cached(("standing", side), lambda g: _standing(g, side)).regular

    def enemies_in(self, side: Side, space: Space) -> Units:
        """Enemy counters in a hex."""
        return self.here.get(space, 0) & self.board.of_side[other(side)]

    def units_in(self, side: Side, space: Space) -> Units:
        """A side's counters in a hex."""
        return self.here.get(space, 0) & self.board.of_side[side]


TIDE_OF_LANDING = {"low": 0, "average": 2, "high": 3}
"""19.1: on which space of the tide circle the second turn begins."""


def _playable(g: Bradley) -> Spaces:
    board, (first, last) = g.board, g.rules.columns
    mask = sum(BITS[s] for s in each(board.hexes) if first <= board.column(s) <= last)
    return mask | (board.tags["second-914"] if g.scenario == "omaha" else 0)


class Standing(NamedTuple):
    """Who of a side stands on land, and where: all, and regular units alone."""

    units: Units
    hexes: Spaces
    regular: Spaces


def _standing(g: Bradley, side: Side) -> Standing:
    """All of it in one pass: it is asked for again after every move."""
    board = g.board
    dry, mine, garrisons = board.is_land, board.of_side[side], board.garrisons
    units = hexes = regular = 0
    for space, here in g.here.items():
        ours = here & mine
        if ours and dry[space]:
            units |= ours
            hexes |= BITS[space]
            if ours & ~garrisons:
                regular |= BITS[space]
    return Standing(units, hexes, regular)


def each_unit(units: Units) -> list[UnitId]:
    """The counters of a set."""
    return cast("list[UnitId]", list(each(units)))
