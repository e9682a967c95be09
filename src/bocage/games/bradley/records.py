"""The rows of the data files, as records: what a player would hold against a printed card."""

from fractions import Fraction
from typing import Literal

import msgspec

from bocage.kernel.geography import Counter

Number = Literal["yes", "no"]


class UnitRow(msgspec.Struct, frozen=True):
    """A row of units.csv: both faces of a counter."""

    id: str
    name: str
    side: Literal["Allied", "German"]
    nation: str
    type: str
    size: str
    formation: str
    regiment: str
    battalion: str
    bar: bool
    attack: int
    protection: int
    allowance: int
    marching_attack: int
    marching_protection: int
    marching_allowance: int
    range: int
    morale: int
    moves: Literal["foot", "vehicle", "armour"]


class TypeRow(msgspec.Struct, frozen=True):
    """A row of types.csv."""

    type: str
    arm: Literal["infantry", "weapon", "artillery", "armour", "headquarters", "garrison"]
    symbol: str


class TerrainRow(msgspec.Struct, frozen=True):
    """A row of terrain.csv; a dash forbids."""

    terrain: str
    foot: str
    vehicle: str
    fire: int
    assault: int
    fire_roll: int
    assault_roll: int
    blocks: bool
    level: int


class CrossingRow(msgspec.Struct, frozen=True):
    """A row of crossings.csv."""

    hexside: str
    foot: str
    vehicle: str


class WayRow(msgspec.Struct, frozen=True):
    """A row of ways.csv."""

    way: str
    points: Fraction


class LineRow(msgspec.Struct, frozen=True, rename={f"c{n}": str(n) for n in range(1, 8)}):
    """A row of crt_lines.csv: the lowest differential of each of seven columns."""

    line: str
    c1: int
    c2: int
    c3: int
    c4: int
    c5: int
    c6: int
    c7: int

    @property
    def cells(self) -> tuple[int, ...]:
        """The seven numbers in order."""
        return (self.c1, self.c2, self.c3, self.c4, self.c5, self.c6, self.c7)


class LetterRow(msgspec.Struct, frozen=True, rename={f"c{n}": str(n) for n in range(1, 8)}):
    """A row of crt_letters.csv."""

    protection: int
    c1: str
    c2: str
    c3: str
    c4: str
    c5: str
    c6: str
    c7: str

    @property
    def cells(self) -> tuple[str, ...]:
        """The seven letters in order."""
        return (self.c1, self.c2, self.c3, self.c4, self.c5, self.c6, self.c7)


class ScatterRow(msgspec.Struct, frozen=True):
    """A row of scatter.csv: steps from the centre."""

    result: int
    steps: list[str]
    disrupts: bool


class WindRow(msgspec.Struct, frozen=True):
    """A row of wind.csv."""

    die: int
    modifier: int


class DropRow(msgspec.Struct, frozen=True):
    """A row of drop_modifiers.csv."""

    condition: str
    parachute: int
    glider: int


class SeaRow(msgspec.Struct, frozen=True):
    """A row of sea.csv."""

    die: int
    name: str
    value: int


class DisplacementRow(msgspec.Struct, frozen=True, rename={"inside": "In"}):
    """A row of displacement.csv: the lowest roll of each result."""

    tide: str
    L3: int
    L2: int
    L1: int
    inside: int
    R1: int
    R2: int
    R3: int
    R4: int

    @property
    def lows(self) -> tuple[int, ...]:
        """The eight thresholds from left to right."""
        return (self.L3, self.L2, self.L1, self.inside, self.R1, self.R2, self.R3, self.R4)


class CasualtyRow(msgspec.Struct, frozen=True):
    """A row of casualties.csv."""

    firepower: int
    disrupted: int
    eliminated: int


class HistoryRow(msgspec.Struct, frozen=True):
    """A row of history.csv: what a landing cost on the first day."""

    landing: str
    box: Literal["omaha-pool", "utah-pool", "airborne"]
    lost: int
    landed: int

    @property
    def share(self) -> int:
        """Per cent of those who landed."""
        return round(100 * self.lost / self.landed)


class WaveRow(msgspec.Struct, frozen=True):
    """A row of waves.csv."""

    beach: Literal["omaha", "utah"]
    cycle: int
    wave: int
    most: int
    slots: str


class ApproachRow(msgspec.Struct, frozen=True):
    """A row of beaches.csv."""

    beach: Literal["omaha", "utah"]
    order: int
    approach: str
    northern: bool


class TurnRow(msgspec.Struct, frozen=True):
    """A row of turns.csv."""

    turn: int
    day: str
    hour: str
    night: bool
    landing: bool
    airborne: bool
    support: int
    base: int
    pip: int


class TideRow(msgspec.Struct, frozen=True):
    """A row of tides.csv."""

    space: int
    tide: Literal["low", "rising", "average", "high", "falling"]


class OrderRow(msgspec.Struct, frozen=True):
    """A row of automaton.csv."""

    side: Literal["Allied", "German"]
    order: str
    lowest: int
    fire: str
    assault: str
    move: Literal["back", "stay", "block", "enemy", "beachhead", "objective"]


class Choose(msgspec.Struct, frozen=True, kw_only=True):
    """Units that their owner places, and where he may."""

    units: list[str]
    on: list[str]
    columns: tuple[int, int] = (1, 99)
    rows: tuple[int, int] = (1, 99)
    beach: str = ""
    around: str = ""
    within: int = 99
    apart: int = 0
    alone: bool = False
    marching: bool = False
    provenance: str = ""


class Arrive(msgspec.Struct, frozen=True, kw_only=True):
    """Units that come later, and where."""

    turn: int
    units: list[str]
    at: list[str]
    facing: int = 0
    provenance: str = ""


class Force(msgspec.Struct, frozen=True, kw_only=True):
    """A file of forces/."""

    garrisons: int = 0
    start: dict[str, list[str]] = {}
    choose: list[Choose] = []
    arrive: list[Arrive] = []
    provenance: str = ""


class ScenarioFile(msgspec.Struct, frozen=True, kw_only=True):
    """A file of scenarios/."""

    number: str
    name: str
    summary: str
    forces: list[str]
    first_turn: int
    last_turn: int
    columns: tuple[int, int]
    beaches: list[Literal["omaha", "utah"]]
    support: Literal["die", "track"]
    mines: list[int]
    """The mine points: one number, or two between which a secret die decides (18.1.5)."""
    mines_on_a_beach: int
    zones: tuple[int, int] = (1, 61)
    """The columns in which drop zones may be placed."""
    tactical: int
    strategic: int
    near: int
    far: int
    frozen: list[str] = []
    anywhere: list[str] = []
    free_setup: bool = False
    wider_command: list[str] = []
    provenance: str = ""


class Face(msgspec.Struct, frozen=True):
    """One face of a counter: combat factor, protection factor, movement allowance."""

    attack: int
    protection: int
    allowance: int


class Unit(Counter, frozen=True, kw_only=True):
    """What is printed on a counter (2.3)."""

    nation: str
    type: str
    arm: str
    symbol: str
    size: str
    formation: str
    regiment: str
    battalion: str
    bar: bool
    faces: tuple[Face, Face]
    range: int
    morale: int
    moves: str
