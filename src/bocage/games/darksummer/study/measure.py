"""What is measured over many games: points, beaches, Cherbourg, Caen, Brittany, the depth of the front, exits."""

from bocage.games.darksummer.records import Unit
from bocage.games.darksummer.rules.r13_supply import starving
from bocage.games.darksummer.sides import ALLIED, GERMAN
from bocage.games.darksummer.state import DarkSummer
from bocage.kernel.counters import each_unit
from bocage.kernel.ids import Spaces
from bocage.kernel.measure import Measure
from bocage.kernel.spaces import count

ARMS = {
    "para": "airborne",
    "glider": "airborne",
    "special": "commandos and Rangers",
    "armor": "armour",
    "tiger": "armour",
    "cavalry": "reconnaissance",
    "mechanized": "Kampfgruppen",
    "ost": "garrisons",
    "garrison": "garrisons",
    "strongpoint": "Strongpoints",
}
"""Types that are counted together; any other type is an arm of its own."""
CHERBOURG = "Cherbourg in Allied hands"
CAEN = "All of Caen in Allied hands"
ST_LO = "St-Lô in Allied hands"
BRITTANY = "A US unit has entered Brittany"
FRONT_1944 = (7, 8, 8, 9, 11, 13, 26, 28, 28, 28)
"""By turn, how far south US troops stood when it ended: Carentan in June, St-Lô on July 18, Avranches on July 30."""
FACTS = frozenset({CHERBOURG, CAEN, ST_LO, BRITTANY})


def arm(unit: Unit) -> str:
    """The arm of a counter."""
    return ARMS.get(unit.type, unit.type)


def points(g: DarkSummer) -> tuple[float, float]:
    """Victory points as they stand."""
    return g.halves[ALLIED] / 2, g.halves[GERMAN] / 2


def held(g: DarkSummer) -> tuple[Spaces, Spaces]:
    """The hexes that each side controls."""
    land = g.board.atlas.passable
    return g.allied_hexes & land, land & ~g.allied_hexes


def gauges(g: DarkSummer) -> dict[str, float]:
    """How the campaign stands, in the words of its players."""
    atlas, tags = g.board.atlas, g.board.tags
    east = [g.here.get(atlas.east[side], 0).bit_count() for side in (ALLIED, GERMAN)]
    brittany = g.here.get(atlas.brittany, 0) | g.here.get(atlas.brittany_entered, 0)
    return {
        CHERBOURG: float(bool(g.cherbourg_taken)),
        CAEN: float(not atlas.caen & ~g.allied_hexes),
        ST_LO: float(not tags["st-lo"] & ~g.allied_hexes),
        BRITTANY: float(g.brittany_entered),
        "Open Beaches": float(count(g.open_beaches)),
        "Hexes in Allied hands": float(count(g.allied_hexes & atlas.passable)),
        "US front: rows south of the northern edge": southmost(g),
        "US front in 1944, in the same rows": float(FRONT_1944[g.turn - 1]),
        "US units in Brittany": float(brittany.bit_count()),
        "Allied units out in the east": float(east[ALLIED]),
        "German units out in the east": float(east[GERMAN]),
        "German units out of supply": float((starving(g) & g.board.roster.side[GERMAN]).bit_count()),
    }


def southmost(g: DarkSummer) -> float:
    """How far south the US have come: St-Lô lies in row 12, Avranches in row 26."""
    us = g.on_map() & g.board.roster.army[0]
    return float(max((g.board.atlas.row[g.space[unit]] for unit in each_unit(us)), default=0))


MEASURE = Measure(points=points, held=held, gauges=gauges, facts=FACTS, arm=arm)
