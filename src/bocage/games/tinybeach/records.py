"""The rows of the data files, as they are read."""

from typing import Literal

import msgspec


class UnitRow(msgspec.Struct, frozen=True):
    """A row of units.csv."""

    id: str
    name: str
    side: Literal["Allied", "German"]
    type: Literal["infantry", "armour", "antitank"]
    size: str
    moves: Literal["foot", "track"]
    strength: int
    allowance: int
    start: str
    turn: int
    reduced: int = 0


class TerrainRow(msgspec.Struct, frozen=True):
    """A row of terrain.csv; a dash forbids."""

    terrain: str
    foot: str
    track: str
    shift: int


class WeatherRow(msgspec.Struct, frozen=True):
    """A row of weather.csv."""

    die: int
    weather: Literal["storm", "overcast", "clear"]


class ObjectiveRow(msgspec.Struct, frozen=True):
    """A row of objectives.csv."""

    hex: str
    points: int


class ScenarioFile(msgspec.Struct, frozen=True):
    """A file of scenarios/."""

    name: str
    summary: str
    turns: int
    first_weather: Literal["storm", "overcast", "clear"]
    allied_victory: int
    draw: int
    provenance: str = ""
