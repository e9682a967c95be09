"""18.1 and 18.2: sources of supply and the lines that reach them. The supply phase is in r18_supply_phase."""

from typing import NamedTuple

from bocage.games.normandy44.atlas import Atlas, Shifts
from bocage.games.normandy44.rules.r08_zones_of_control import Bonds, bonds, presence, zone
from bocage.games.normandy44.scenario import rules_of
from bocage.games.normandy44.sides import ALLIED, GERMAN
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.ids import Side, Spaces
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import BITS

CROSS_COUNTRY = 5
REMEMBERED = 12
"""This many traces are kept for each side: those who look ahead try one move after another from one position."""


@rule("21.1.1", "17.8")
def open_beaches(g: Normandy44) -> tuple[str, ...]:
    """A beach is open while its engineer stands in one of its hexes."""
    found = g.cache.get("beaches")
    if found is None:
        space = g.space
        ashore = [beach for beach, unit, hexes in g.board.atlas.engineers if hexes & BITS[space[unit]]]
        found = g.cache["beaches"] = tuple(ashore)
    return found


def engineer_at(g: Normandy44, beach: str) -> Spaces:
    """Where a beach's engineer stands, as a set; empty if it is off the map."""
    unit = g.board.atlas.roster.engineer_of.get(beach, -1)
    space = g.space[unit] if unit >= 0 else -1
    return BITS[space] if 0 <= space < g.board.atlas.size else 0


def open_beach_hexes(g: Normandy44) -> Spaces:
    """Every hex of every open beach that no German unit holds."""
    atlas = g.board.atlas
    held = presence(g).hexes[GERMAN]
    return sum(atlas.beach_hexes[beach] for beach in open_beaches(g)) & ~held


@rule("18.1")
def sources(g: Normandy44, side: Side) -> Spaces:
    """Germans: entry hexes and Cherbourg city hexes they control. Allies: open beaches and finished Mulberries."""
    special = rules_of(g).supply_sources(g, side)
    if special is not None:
        return special
    return german_edge(g) | cherbourg_sources(g) if side == GERMAN else allied_sources(g)


def german_edge(g: Normandy44) -> Spaces:
    """Entry hexes on the map edge."""
    entries: Spaces = g.board.atlas.entries
    return entries & ~presence(g).hexes[ALLIED]


def cherbourg_sources(g: Normandy44) -> Spaces:
    """Cherbourg's city hexes in German hands."""
    cherbourg: Spaces = g.board.atlas.cherbourg
    return cherbourg & ~g.allied_control


def allied_sources(g: Normandy44) -> Spaces:
    """Open beach hexes and Mulberries."""
    found = open_beach_hexes(g)
    for army in (0, 1):
        if g.mulberry[army] == -1:
            found |= BITS[g.mulberry_at[army]]
    return found & ~presence(g).hexes[GERMAN]


@rule("18.2")
def linked(g: Normandy44, side: Side, to: Spaces) -> Spaces:
    """All hexes from which a line reaches one of the given ones: along roads, then up to five hexes across country.

    Traced backwards. A line never enters an enemy, an enemy bond or two vacant hexes in enemy zones one after the
    other; on the road it does not enter a town or city in enemy hands.
    """
    atlas = g.board.atlas
    foe = Side(1 - side)
    here = presence(g)
    bonded, clear = bonds(g, foe), rules_of(g).clear_country(g, side)
    if clear:
        bonded = cleared(atlas, bonded, clear)
    free = atlas.land & ~here.hexes[foe] & ~bonded.hexes
    shadow = zone(g, foe) & ~(here.hexes[side] | clear)  # vacant hexes in enemy zones
    theirs = g.allied_control if side == GERMAN else ~g.allied_control
    paved = free & ~((atlas.town | atlas.city) & theirs & ~here.hexes[side])
    country = Country(free, paved, shadow, bonded.sides)
    seeds = to & free
    known: tuple[Trace, ...] = atlas.traces[side]
    for trace in known:
        if trace.holds(country, seeds):
            return trace.reached
    roads, reached = trace_back(atlas, country, seeds)
    near = reached | g.board.adjacency.spread(reached)
    atlas.traces[side] = (Trace(country, seeds, roads, reached, near), *known[: REMEMBERED - 1])
    return reached


@rule("26.2.1")
def cleared(atlas: Atlas, bonded: Bonds, clear: Spaces) -> Bonds:
    """Bonds without those in a stretch of country that counts as clear, or on its hexsides."""
    a, b, c, d, e, f = (some & ~(clear | atlas.step(clear, (n + 3) % 6)) for n, some in enumerate(bonded.sides))
    return Bonds(bonded.hexes & ~clear, (a, b, c, d, e, f), bonded.touched)


class Country(NamedTuple):
    """What lines of supply depend on: hexes they enter, on roads too, those in enemy zones, and bonded hexsides."""

    free: Spaces
    paved: Spaces
    shadow: Spaces
    bonded: tuple[Spaces, ...]


class Trace(NamedTuple):
    """Lines that were traced once. They hold as long as nothing changes in the hexes that they reach or border on."""

    country: Country
    seeds: Spaces
    roads: Spaces
    reached: Spaces
    near: Spaces

    def holds(self, now: Country, seeds: Spaces) -> bool:
        """Would tracing from these hexes give the same again?"""
        if seeds != self.seeds and (self.seeds & ~seeds or seeds & ~self.roads):
            return False
        was, near = self.country, self.near
        if ((was.free ^ now.free) | (was.paved ^ now.paved) | (was.shadow ^ now.shadow)) & near:
            return False
        return was.bonded is now.bonded or not any(
            (a ^ b) & near for a, b in zip(was.bonded, now.bonded, strict=True) if a is not b
        )


def trace_back(atlas: Atlas, country: Country, seeds: Spaces) -> tuple[Spaces, Spaces]:
    """The hexes that lines reach by road, and all that they reach."""
    free, paved, shadow, bonded = country
    roads, fields = atlas.shifts(atlas.by_road, bonded), atlas.shifts(atlas.across, bonded)
    reached = frontier = seeds
    while frontier:
        frontier = _grown(roads, frontier, shadow) & paved & ~reached
        reached |= frontier
    paved = frontier = reached
    for _ in range(CROSS_COUNTRY):
        frontier = _grown(fields, frontier, shadow) & free & ~reached
        if not frontier:
            break
        reached |= frontier
    return paved, reached


def _grown(shifts: Shifts, frontier: Spaces, shadow: Spaces) -> Spaces:
    """One step further: from a vacant hex in an enemy zone never into another."""
    dark, light = frontier & shadow, frontier & ~shadow
    forth, back = shifts
    grown = more = 0
    for delta, sources in forth:
        grown |= (light & sources) << delta
    for delta, sources in back:
        grown |= (light & sources) >> delta
    if dark:
        for delta, sources in forth:
            more |= (dark & sources) << delta
        for delta, sources in back:
            more |= (dark & sources) >> delta
    return grown | more & ~shadow


def to_edge(g: Normandy44) -> Spaces:
    """All hexes from which a German line leads to the map edge."""
    return g.cached("to-edge", lambda g: linked(g, GERMAN, german_edge(g)))


def supplied(g: Normandy44, side: Side) -> Spaces:
    """All hexes from which a side can trace a line of supply now."""
    key = ("supplied", side)
    found = g.cache.get(key)
    if found is None:
        found = g.cache[key] = linked(g, side, sources(g, side))
    return found


@rule("5.2")
def peninsula_open(g: Normandy44) -> bool:
    """Can a Cherbourg city hex trace a line to the south map edge?"""
    south: Spaces = g.board.tags.get("south-edge", 0)
    entries = g.board.atlas.entries & south & ~presence(g).hexes[ALLIED]
    return bool(linked(g, GERMAN, entries) & cherbourg_sources(g))
