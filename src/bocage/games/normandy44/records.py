"""The rows of the data files, one record type per file, and the counters made from them.

What a single row can show to be wrong is refused here; what needs two files is compared in `checks.py`.
"""

from fractions import Fraction
from typing import Literal, TypeAlias

import msgspec

from bocage.kernel.board import POINT, Counter
from bocage.kernel.values import Provenance

Nation: TypeAlias = Literal["german", "us", "british", "canadian"]
Kind: TypeAlias = Literal[
    "infantry", "airborne", "glider", "bicycle", "security", "engineer", "fortress", "ost", "strongpoint",
    "panzergrenadier", "motorized", "armor", "recon", "hq", "werfer", "flak88", "at88", "tank", "spat",
]  # fmt: skip
Arrival: TypeAlias = Literal[
    "map", "mobilization", "turn", "drop", "glider", "assault", "tanks", "ranger", "followup", "britain"
]
Weather: TypeAlias = Literal["storm", "overcast", "clear"]
Zone: TypeAlias = Literal["", "green", "orange", "red", "blue"]


def refuse(*slips: tuple[bool, str]) -> None:
    """Raise for an impossible row, with everything that is wrong with it."""
    told = [what for wrong, what in slips if wrong]
    if told:
        raise ValueError("; ".join(told))


def no_cost(text: str) -> bool:
    """Is this not a price in movement points: neither a dash nor whole sixths of a point?"""
    try:
        price = points(text)
    except (ValueError, ZeroDivisionError):
        return True
    return price is not None and (price < 0 or Fraction(text) * POINT != price)


class UnitRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row of units_german.csv or units_allied.csv: what the counter shows, and where it comes from."""

    id: str
    name: str
    nation: Nation
    kind: Kind
    strength: int
    tq: int
    ma: int
    steps: Literal[1, 2, 3]
    replacement: Literal["infantry", "armor", "airborne", "none"]
    arrival: Arrival
    branch: Literal["army", "ss", "luftwaffe", "kriegsmarine", "todt"] = "army"
    size: Literal["", "II", "III", "X", "XXX"] = ""
    division: str = ""
    brigade: str = ""
    symbol: str = ""
    silhouette: bool = False
    defend_only: bool = False
    reduced: int = 0
    reduced_defend_only: bool = False
    armor: int = 0
    antitank: bool = False
    restricted: bool = False
    cadre: str = ""
    rp: int = 0
    start: str = ""
    turn: int = 0
    zone: Zone = ""
    beach: str = ""
    enters_on: int = 0
    provenance: Provenance = "printed"

    def __post_init__(self) -> None:
        """What no counter of the game can be."""
        refuse(
            (self.ma < 0, "a movement allowance is 0 or more"),
            (not -2 <= self.tq <= 2, "troop quality runs from -2 to 2"),
            (not 0 <= self.enters_on <= 6, "no die decides that arrival"),
            (min(self.turn, self.rp, self.armor, self.reduced) < 0, "turn, rp, armor and reduced are 0 or more"),
            (self.strength < 1, "the strength must be 1 or more"),
            ((self.steps > 1) != (self.reduced > 0), "two or three steps go with a reduced strength, one step without"),
            ((self.steps == 3) != bool(self.cadre), "three steps go with a cadre, fewer without"),
            (self.antitank and not self.armor, "an anti-tank unit has an armor rating"),
            ((self.arrival == "turn") != bool(self.zone), "a unit that enters on a turn has a zone, no other"),
            (self.arrival in LANDING and not self.beach, f"a unit of {self.arrival} has a beach"),
            (self.arrival in PLACED and not self.start, f"a unit of {self.arrival} has a start hex"),
            (self.nation == "german" and self.arrival not in GERMAN_ARRIVALS, f"Germans do not come by {self.arrival}"),
            (self.nation != "german" and self.arrival in GERMAN_ARRIVALS, f"Allies do not come by {self.arrival}"),
        )


LANDING = ("assault", "tanks", "ranger", "followup")
PLACED = ("map", "drop", "glider")
GERMAN_ARRIVALS = ("map", "mobilization", "turn")


class Piece(Counter, frozen=True, kw_only=True):
    """A counter. `side` is 0 for the Germans and 1 for the Allies; the rest is as in `UnitRow`."""

    nation: Nation
    branch: str
    size: str
    division: str
    brigade: str
    kind: Kind
    symbol: str
    silhouette: bool
    strength: int
    defend_only: bool
    reduced: int
    reduced_defend_only: bool
    tq: int
    armor: int
    antitank: bool
    ma: int
    restricted: bool
    steps: int
    cadre: str
    replacement: str
    rp: int
    arrival: Arrival
    start: str
    turn: int
    zone: Zone
    beach: str
    enters_on: int
    provenance: Provenance

    @property
    def replaceable(self) -> bool:
        """6.3: Rangers, commandos, 88 Flak, Ost battalions and strongpoints are not."""
        return self.replacement != "none"

    @property
    def tiger(self) -> bool:
        """6.4: the only tanks rated 5."""
        return self.kind == "tank" and self.armor == 5

    @property
    def panther(self) -> bool:
        """6.4: tanks rated 4."""
        return self.kind == "tank" and self.armor == 4


class CadreRow(msgspec.Struct, frozen=True):
    """A row of cadres.csv: what a three-step unit shows on its last step."""

    id: str
    name: str
    nation: Nation
    kind: Kind
    strength: int
    tq: int
    armor: int
    ma: int

    def __post_init__(self) -> None:
        """What no cadre can be."""
        refuse(
            (self.strength < 1, "the strength must be 1 or more"),
            (self.ma < 0 or self.armor < 0, "movement allowance and armor are 0 or more"),
            (not -2 <= self.tq <= 2, "troop quality runs from -2 to 2"),
        )


class CadreBoxRow(msgspec.Struct, frozen=True):
    """A row of cadre_boxes.csv: boxes of one kind on a display, and the cadres they serve."""

    id: str
    letters: str
    boxes: int
    types: list[str]

    def __post_init__(self) -> None:
        """There is at least one."""
        refuse((self.boxes < 1, "there must be a box at least"))


class WeatherRow(msgspec.Struct, frozen=True):
    """A row of weather.csv: everything that one die decides for a turn."""

    die: int
    weather: Weather
    german_supply: int
    german_replacement: Literal["", "infantry", "armor", "infantry-0", "infantry-1"]
    german_ip: int
    us_infantry: int
    us_armor: int
    cw_infantry: int
    br_armor: int
    air_us: int
    air_cw: int
    naval_us: int
    naval_cw: int
    provenance: Provenance = "reconstructed"

    def __post_init__(self) -> None:
        """Nobody receives less than nothing."""
        counts = {
            name: value
            for name in self.__struct_fields__
            if name != "die" and isinstance(value := getattr(self, name), int)
        }
        refuse(*((value < 0, f"{name} is below zero") for name, value in counts.items()))


def points(text: str) -> int | None:
    """Movement points in sixths; `None` for a dash, which forbids."""
    return None if text == "-" else int(Fraction(text) * POINT)


class TerrainRow(msgspec.Struct, frozen=True):
    """A row of terrain.csv."""

    terrain: str
    foot: str
    mech: str
    dcb: int
    armor_shift: bool
    stops_retreat: bool
    defense: Literal["open", "other", "strong"]
    enter: Literal["", "stop", "never"] = ""

    def __post_init__(self) -> None:
        """Costs are sixths of a point."""
        refuse(
            (no_cost(self.foot), f'"{self.foot}" is no cost in movement points'),
            (no_cost(self.mech), f'"{self.mech}" is no cost in movement points'),
            (self.dcb < 0, "a defensive bonus is 0 or more"),
        )


class Ground(msgspec.Struct, frozen=True):
    """What a hex's terrain does: costs in sixths of a point (`None`: only by road), bonus, and what it allows."""

    foot: int | None
    mech: int | None
    dcb: int
    armor_shift: bool
    stops_retreat: bool
    defense: str
    never: bool


class HexsideRow(msgspec.Struct, frozen=True):
    """A row of hexsides.csv."""

    side: str
    foot: str
    mech: str
    first: bool
    halved: Literal["all", "allied", "none"]
    shift_left: int
    armor_shift: bool
    zoc: bool

    def __post_init__(self) -> None:
        """Costs are sixths of a point."""
        refuse(*((no_cost(text), f'"{text}" is no cost in movement points') for text in (self.foot, self.mech)))


class RoadRow(msgspec.Struct, frozen=True):
    """A row of road_costs.csv."""

    road: str
    foot: str
    mech: str
    german: str

    def __post_init__(self) -> None:
        """Costs are sixths of a point, and no road is closed."""
        refuse(
            *(
                (text == "-" or no_cost(text), f'"{text}" is no cost in movement points')
                for text in (self.foot, self.mech, self.german)
            )
        )


class CostRow(msgspec.Struct, frozen=True):
    """A row of rp_costs.csv."""

    what: str
    points: int
    provenance: Provenance = "printed"

    def __post_init__(self) -> None:
        """Nothing lands for nothing."""
        refuse((self.points < 1, "a landing costs 1 point or more"))


class MarkerRow(msgspec.Struct, frozen=True):
    """A row of markers.csv."""

    marker: str
    army: Literal["german", "allied", "us", "cw"]
    count: int
    names: str = ""
    provenance: Provenance = "printed"

    def __post_init__(self) -> None:
        """A limit is not negative."""
        refuse((self.count < 0, "there cannot be fewer than none"))


class TurnRow(msgspec.Struct, frozen=True):
    """A row of turns.csv."""

    turn: int
    date: str
    note: str = ""


class ArrivalRow(msgspec.Struct, frozen=True):
    """A German unit that a scenario brings on at a hex and turn of its own."""

    unit: str
    turn: int
    hex: str


class Stock(msgspec.Struct, frozen=True):
    """Supply points and the like with which a scenario begins."""

    seventh: int = 0
    cherbourg: int = 0
    us: int = 0
    cw: int = 0
    german_armor: int = 0
    provenance: Provenance = "reconstructed"

    def __post_init__(self) -> None:
        """No stock is below zero."""
        least = min(self.seventh, self.cherbourg, self.us, self.cw, self.german_armor)
        refuse((least < 0, "a stock is 0 or more"))


class ReinforcementPoints(msgspec.Struct, frozen=True):
    """Allied reinforcement points a turn by weather: US, Commonwealth (6.5.1)."""

    clear: tuple[int, int]
    overcast: tuple[int, int]
    storm: tuple[int, int] = (0, 0)

    def __post_init__(self) -> None:
        """Nobody receives less than nothing."""
        refuse((min(*self.clear, *self.overcast, *self.storm) < 0, "reinforcement points are 0 or more"))


class ScenarioFile(msgspec.Struct, frozen=True):
    """A file of scenarios/: the numbers of a scenario; its rules are in the chapter of that name."""

    name: str
    summary: str
    rule: str
    turns: int
    victory: int
    points: ReinforcementPoints
    stock: Stock = Stock()
    units: list[str] = []
    """The counters in play, and no others; empty for all."""
    barred: list[str] = []
    """Divisions that may not come from Britain."""
    arrival: list[ArrivalRow] = []
    minutes: int = 240
    provenance: Provenance = "printed"
