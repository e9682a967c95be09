"""What is measured over many games: points, beaches, the two great cities, and how much of the German line is held."""

from collections.abc import Mapping

from bocage.games.normandy44.records import Piece
from bocage.games.normandy44.rules.r08_zones_of_control import presence
from bocage.games.normandy44.rules.r09_movement_phase import Orders
from bocage.games.normandy44.rules.r18_supply import open_beaches
from bocage.games.normandy44.rules.r24_campaign import Campaign, tally
from bocage.games.normandy44.rules.r25_seven_turns import beaches_linked
from bocage.games.normandy44.rules.r26_cherbourg import carentan_taken, inside_perimeter, peninsula_cut
from bocage.games.normandy44.scenario import rules_of
from bocage.games.normandy44.sides import BEACHES, GERMAN
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.events import Eliminated
from bocage.kernel.ids import Side, Spaces
from bocage.kernel.measure import Measure
from bocage.kernel.spaces import count

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

LINKED = "All five beaches open and linked"
TAKEN = "A hex of Caen or Cherbourg in Allied hands"
CARENTAN = "Carentan in Allied hands"
CUT = "Peninsula cut"
SUFFICE = "German units suffice for a whole front"
UNBROKEN = "German front unbroken when the Germans have moved"
UNBROKEN_THEN = "German front unbroken then, where the units suffice"


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


def gauges(g: Normandy44) -> dict[str, float]:
    """How the battle stands, in the words of its players."""
    atlas, taken = g.board.atlas, g.allied_control
    found = {
        "Cherbourg: city hexes in Allied hands": _in(atlas.cherbourg, taken),
        CARENTAN: float(carentan_taken(g)),
        "German front: hexes open when the Allies have moved": front(g)[1],
        "German units out of supply": float((g.out_of_supply & atlas.roster.german).bit_count()),
    }
    if g.scenario == "cherbourg":
        found[CUT] = float(peninsula_cut(g))
        found["Allied units inside the perimeter"] = float(inside_perimeter(g).bit_count())
        return found
    open_now = open_beaches(g)
    return {
        "Beaches open": float(len(open_now)),
        LINKED: float(len(open_now) == len(BEACHES) and beaches_linked(g)),
        TAKEN: float(bool((atlas.caen | atlas.cherbourg) & taken)),
        "Caen: city hexes in Allied hands": _in(atlas.caen, taken),
        **found,
    }


def front(g: Normandy44) -> tuple[float, float]:
    """The German main front: its hexes from shore to shore, and how many of them nobody holds."""
    from bocage.games.normandy44.computer.line import lines  # the planner is loaded only for measuring

    held = presence(g).bonding[GERMAN]
    fronts = lines(g, GERMAN, held, settled=held)  # with the fewest gaps; Cherbourg's own comes second
    line = fronts[0] if fronts else []
    return float(len(line)), float(sum(1 for space in line if not held >> space & 1))


def begun(g: Normandy44, side: Side) -> dict[str, float] | None:
    """Before the Germans move: whether their units suffice to hold all of a front, if nobody attacks instead."""
    if side != GERMAN or not isinstance(g.stack[-1][0], Orders):
        return None
    from bocage.games.normandy44.computer.german import whole_front

    return {SUFFICE: float(whole_front(g))}


def done(g: Normandy44, side: Side, found: Mapping[str, float]) -> dict[str, float]:
    """The front as the Germans leave it to the Allies, who move second (3)."""
    if side != GERMAN:
        return {}
    long, open_ = front(g)
    unbroken = float(long > 0 and not open_)
    left = {
        "German front: hexes from shore to shore": long,
        "German front: hexes open when the Germans have moved": open_,
        UNBROKEN: unbroken,
    }
    if found.get(SUFFICE):
        left[UNBROKEN_THEN] = unbroken
    return left


def _in(hexes: Spaces, taken: Spaces) -> float:
    return float(count(hexes & taken))


MEASURE = Measure(
    points=points,
    gauges=gauges,
    facts=frozenset({LINKED, TAKEN, CARENTAN, CUT, SUFFICE, UNBROKEN, UNBROKEN_THEN}),
    phasing=lambda g: Side(g.phasing),
    begun=begun,
    done=done,
    arm=arm,
    is_loss=is_loss,
)
