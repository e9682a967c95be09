"""What is measured over many games: points, beaches, the two great cities, and whether the German line holds."""

from bocage.kernel.events import Eliminated
from bocage.kernel.ids import Spaces
from bocage.kernel.measure import Measure
from bocage.kernel.spaces import count

from .r08_zones_of_control import presence, zone
from .r18_supply import german_edge, open_beaches
from .r24_campaign import Campaign, tally
from .r25_seven_turns import beaches_linked
from .r26_cherbourg import carentan_taken, inside_perimeter, peninsula_cut
from .records import Piece
from .scenario import rules_of
from .sides import ALLIED, BEACHES, GERMAN
from .state import Normandy44

ARMS = {
    "tank": "armour",
    "armor": "armour",
    "spat": "anti-tank",
    "at88": "anti-tank",
    "flak88": "anti-tank",
    "glider": "airborne",
    "panzergrenadier": "mechanized infantry",
    "motorized": "mechanized infantry",
    "bicycle": "infantry",
    "ost": "infantry",
    "security": "infantry",
    "fortress": "infantry",
    "hq": "headquarters and artillery",
    "werfer": "headquarters and artillery",
    "recon": "reconnaissance",
}
"""Kinds of counters that are counted together; any other kind is an arm of its own."""


def arm(piece: Piece) -> str:
    """The arm of a counter."""
    return ARMS.get(piece.kind, piece.kind)


def is_loss(g: Normandy44, event: Eliminated) -> bool:
    """Withdrawn counters are not lost."""
    return not g.withdrawn >> event.unit & 1


def points(g: Normandy44) -> tuple[float, ...]:
    """The points if the game ended now, where the scenario counts any."""
    special = rules_of(g)
    return tuple(float(sum_) for sum_ in tally(special.awards(g))) if isinstance(special, Campaign) else ()


def line_holds(g: Normandy44) -> bool:
    """Does no way lead from the Allied units to a German entry hex outside German zones of control?"""
    atlas, here = g.board.atlas, presence(g)
    free = atlas.land & ~here.hexes[GERMAN] & ~zone(g, GERMAN)
    goal = german_edge(g) & free
    reached = frontier = atlas.zones.spread(here.hexes[ALLIED]) & free | here.hexes[ALLIED]
    while frontier and not reached & goal:
        frontier = atlas.zones.spread(frontier) & free & ~reached
        reached |= frontier
    return not reached & goal


def gauges(g: Normandy44) -> dict[str, float]:
    """How the battle stands, in the words of its players."""
    atlas, taken = g.board.atlas, g.allied_control
    found = {
        "Cherbourg: city hexes in Allied hands": _in(atlas.cherbourg, taken),
        "Carentan in Allied hands": float(carentan_taken(g)),
        "German line without a gap": float(line_holds(g)),
        "German units out of supply": float((g.out_of_supply & atlas.roster.german).bit_count()),
    }
    if g.scenario == "cherbourg":
        found["Peninsula cut"] = float(peninsula_cut(g))
        found["Allied units inside the perimeter"] = float(inside_perimeter(g).bit_count())
        return found
    open_now = open_beaches(g)
    return {
        "Beaches open": float(len(open_now)),
        "All five beaches open and linked": float(len(open_now) == len(BEACHES) and beaches_linked(g)),
        "Caen: city hexes in Allied hands": _in(atlas.caen, taken),
        **found,
    }


def _in(hexes: Spaces, taken: Spaces) -> float:
    return float(count(hexes & taken))


MEASURE = Measure(points=points, gauges=gauges, arm=arm, is_loss=is_loss)
