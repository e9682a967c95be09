"""The rows of the data files: what a player could hold against a printed counter or card."""

from typing import Literal

import msgspec

from bocage.games.darksummer.sides import ARMY_OF, Army
from bocage.kernel.board import Counter
from bocage.kernel.ids import Side, Space

Nation = Literal["us", "french", "british", "canadian", "polish", "german", "ss"]
UnitType = Literal[
    "infantry", "para", "glider", "special", "armor", "cavalry", "mechanized", "tiger", "garrison", "flak",
    "strongpoint", "ost",
]  # fmt: skip
Size = Literal["battalion", "regiment", "brigade", "command", "kampfgruppe", "strongpoint"]
YesNo = Literal["yes", "no"]
Weather = Literal["Sun", "Cloud", "Showers", "Rain", "Storm"]
WEATHERS: tuple[Weather, ...] = ("Sun", "Cloud", "Showers", "Rain", "Storm")
REPLACEMENTS = (
    "us_infantry", "us_armor", "british_infantry", "british_armor", "canadian", "german_infantry", "german_mechanized",
    "german_armor",
)  # fmt: skip
"""The kinds of replacements, in the order of the table's columns."""
REPLACEMENT_NAMES = {
    "us_infantry": "US infantry",
    "us_armor": "US armour",
    "british_infantry": "British infantry",
    "british_armor": "British armour",
    "canadian": "Canadian",
    "german_infantry": "German infantry",
    "german_mechanized": "German mechanized",
    "german_armor": "German armour",
}
"""What they are called in a sentence."""

MOTORIZED = frozenset({"armor", "cavalry", "mechanized", "tiger", "flak"})
"""10.2: who needs a bridge to cross a major river."""


class UnitRow(msgspec.Struct, frozen=True):
    """A row of units.csv. `beach` is a hex for the first two waves, the name of a beach (or `air`) for the third."""

    id: str
    name: str
    nation: Nation
    type: UnitType
    size: Size
    start: str
    move: int
    replaceable: YesNo
    division: str = ""
    attack: int = 0
    defense: int = 0
    reduced_attack: int = 0
    reduced_defense: int = 0
    strength: Literal["", "reduced"] = ""
    wave: int = 0
    beach: str = ""
    turn: int = 0
    letter: Literal["", "E", "S", "W"] = ""


class Unit(Counter, frozen=True, kw_only=True):
    """What is printed on a counter, compiled."""

    nation: Nation
    army: Army
    type: UnitType
    size: Size
    division: str
    """With its army: both have a 4th."""
    band: str
    """What is printed on the counter of it."""
    attack: tuple[int, int, int]
    """By steps left: none, one, two."""
    defense: tuple[int, int, int]
    move: int
    steps: int
    begins_with: int
    replaceable: bool
    start: Space
    wave: int
    beach: str
    turn: int
    letter: str

    @property
    def motorized(self) -> bool:
        """10.2: needs a bridge over a major river."""
        return self.type in MOTORIZED

    @property
    def hidden(self) -> bool:
        """11.5: begins face down, its strength known to nobody."""
        return self.type in ("strongpoint", "ost")


def unit_of(row: UnitRow, start: Space) -> Unit:
    """A counter from its row."""
    two = bool(row.reduced_attack or row.reduced_defense)
    reduced, full = (row.reduced_attack, row.reduced_defense), (row.attack, row.defense)
    one = reduced if two else full
    return Unit(
        id=row.id,
        name=row.name,
        side=Side(ARMY_OF[row.nation].side),
        nation=row.nation,
        army=ARMY_OF[row.nation],
        type=row.type,
        size=row.size,
        division=f"{ARMY_OF[row.nation].name} {row.division}" if row.division else "",
        band=row.division,
        attack=(0, one[0], full[0]),
        defense=(0, one[1], full[1]),
        move=row.move,
        steps=2 if two else 1,
        begins_with=1 if row.strength == "reduced" or not two else 2,
        replaceable=row.replaceable == "yes" and two,
        start=start,
        wave=row.wave,
        beach=row.beach,
        turn=row.turn,
        letter=row.letter,
    )


class TerrainRow(msgspec.Struct, frozen=True):
    """A row of terrain.csv; a dash forbids."""

    terrain: str
    allied: str
    german: str
    wet: str
    shift: int
    bonus: int
    air: int
    naval: YesNo


class HexsideRow(msgspec.Struct, frozen=True):
    """A row of hexsides.csv."""

    kind: Literal["minor", "major"]
    points: int
    motor: YesNo
    shift: int


class RoadRow(msgspec.Struct, frozen=True):
    """A row of roads.csv."""

    kind: Literal["major", "minor"]
    sixths: int


class WeatherRow(msgspec.Struct, frozen=True):
    """A row of weather.csv: how often the weather is in the cup, and all that it allows."""

    weather: Weather
    chits: int
    first: int
    german_roads: YesNo
    german_clear: Literal["dry", "wet"]
    allied_shift: int
    prepared: YesNo
    carpet: YesNo
    air: Literal["round", "turn", "none"]
    naval: YesNo
    artillery: YesNo
    assault_guns: int
    allied_attrition: YesNo
    german_entry: int
    allied_entry: int
    withdrawals: YesNo


class ChitRow(msgspec.Struct, frozen=True):
    """A row of chits.csv."""

    weather: Weather
    german: int
    reaction: int
    us: int
    british_move: int
    british_combat: int
    british_choice: int
    us_each: int
    german_combat: int


class ReplacementRow(msgspec.Struct, frozen=True):
    """A row of replacements.csv."""

    weather: Weather
    us_infantry: int
    us_armor: int
    british_infantry: int
    british_armor: int
    canadian: int
    german_infantry: int
    german_mechanized: int
    german_armor: int


class RebuildingRow(msgspec.Struct, frozen=True):
    """A row of rebuilding.csv."""

    nation: Nation
    type: UnitType
    replacements: tuple[str, ...]


class SupportRow(msgspec.Struct, frozen=True):
    """A row of support.csv: one marker."""

    id: str
    name: str
    kind: Literal["naval", "air", "carpet", "tank-destroyers", "nebelwerfer", "artillery", "assault-guns"]
    army: Literal["us", "british", "german"]
    turn: int
    attack: int | None = None
    defense: int | None = None


class HiddenRow(msgspec.Struct, frozen=True):
    """A row of hidden.csv."""

    type: Literal["strongpoint", "ost"]
    value: int
    count: int


class TurnRow(msgspec.Struct, frozen=True):
    """A row of turns.csv."""

    turn: int
    name: str
    first: str = msgspec.field(name="from", default="")
    last: str = msgspec.field(name="to", default="")


class VictoryRow(msgspec.Struct, frozen=True):
    """A row of victory.csv, in half points."""

    id: str
    side: Literal["Allied", "German"]
    item: str
    turn: int
    halves: int


class ScenarioFile(msgspec.Struct, frozen=True):
    """A file of scenarios/."""

    name: str
    summary: str
    turns: int
    first_weather: Weather
    cherbourg_by: int
    germans_until: int
    beaches_lost: int
    withdrawals_until: int
    bocage_until: int
    strongpoints_until: int
    provenance: str = ""
