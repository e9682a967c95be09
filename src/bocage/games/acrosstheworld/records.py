"""The rows of the data files, as they are read."""

from typing import Literal, TypeAlias

import msgspec

from bocage.kernel.board import Card
from bocage.kernel.values import Provenance

SideName: TypeAlias = Literal["Allied", "German"]


class UnitRow(msgspec.Struct, frozen=True):
    """A row of units.csv."""

    id: str
    name: str
    side: SideName
    nation: Literal["US", "UK", "CA", "Heer", "SS", "Luftwaffe"]
    kind: Literal["infantry", "armour", "airborne", "bunker", "support"]
    size: str
    combat: int
    morale: int
    movement: int
    steps: int
    provenance: Provenance = "reconstructed"


class LeaderRow(msgspec.Struct, frozen=True):
    """A row of leaders.csv."""

    id: str
    name: str
    side: SideName
    nation: Literal["US", "UK", "CA", "Heer", "SS", "Luftwaffe"]
    stars: int
    morale: int
    movement: int
    provenance: Provenance = "reconstructed"


class TerrainRow(msgspec.Struct, frozen=True):
    """A row of terrain.csv."""

    terrain: str
    cost: int
    attack: int
    armour: int
    difficult: bool


class ModifierRow(msgspec.Struct, frozen=True):
    """A row of modifiers.csv."""

    id: str
    what: str
    combat: int
    armour: int
    units: int = 0
    rounds: Literal["first", "both"] = "both"


class CityRow(msgspec.Struct, frozen=True):
    """A row of victory.csv."""

    region: str
    points: int
    key: bool


class LineRow(msgspec.Struct, frozen=True):
    """A row of reinforcements.csv."""

    id: str
    side: SideName
    turn: int
    entry: list[str]
    units: list[str]
    replaces: str = ""
    wave: Literal["", "second"] = ""
    provenance: Provenance = "printed"


class CardRow(Card, frozen=True, kw_only=True):
    """A row of cards.csv."""

    side: SideName
    copies: int
    when: Literal["event", "battle", "loss"]
    first: int = 1
    last: int = 99
    start: bool = False
    clear: bool = False
    dice: int = 0
    value: int = 0
    provenance: Provenance = "reconstructed"


class StackRow(msgspec.Struct, frozen=True):
    """A stack of a scenario file."""

    region: str
    units: list[str]


class ScenarioFile(msgspec.Struct, frozen=True):
    """A file of scenarios/."""

    name: str
    summary: str
    drop: list[StackRow]
    landing: list[StackRow]
    stack: list[StackRow]
    provenance: Provenance = "reconstructed"


class Turns(msgspec.Struct, frozen=True):
    full: int
    short: int
    days: int
    provenance: Provenance = "reconstructed"


class Victory(msgspec.Struct, frozen=True):
    points: int
    provenance: Provenance = "reconstructed"


class Score(msgspec.Struct, frozen=True):
    battle: int
    armour: int
    leader: int
    leader_stars: int
    provenance: Provenance = "reconstructed"


class CardNumbers(msgspec.Struct, frozen=True):
    draw: int
    hand: int
    weather_roll: int
    provenance: Provenance = "reconstructed"


class Stacking(msgspec.Struct, frozen=True):
    difficult: int
    provenance: Provenance = "reconstructed"


class Movement(msgspec.Struct, frozen=True):
    river: int
    enemy_region: int
    provenance: Provenance = "reconstructed"


class Supply(msgspec.Struct, frozen=True):
    beach_units: int
    beach_from_turn: int
    provenance: Provenance = "reconstructed"


class BattleNumbers(msgspec.Struct, frozen=True):
    rounds: int
    lowest: int
    highest: int
    panic: int
    step: int
    destroyed: int
    pursuit_lead: int
    provenance: Provenance = "reconstructed"


class LeaderNumbers(msgspec.Struct, frozen=True):
    lost_on: int
    provenance: Provenance = "reconstructed"


class Drop(msgspec.Struct, frozen=True):
    scattered_on: int
    provenance: Provenance = "reconstructed"


class Numbers(msgspec.Struct, frozen=True):
    """The file numbers.toml."""

    turns: Turns
    victory: Victory
    score: Score
    cards: CardNumbers
    stacking: Stacking
    movement: Movement
    supply: Supply
    battle: BattleNumbers
    leaders: LeaderNumbers
    drop: Drop
    provenance: Provenance = "reconstructed"
