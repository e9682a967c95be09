"""16. Fortifications: improved positions, strongpoints, the Cherbourg perimeter."""

from bocage.games.normandy44.rules.r08_zones_of_control import presence
from bocage.games.normandy44.rules.r17_cadres import eliminate
from bocage.games.normandy44.sides import GERMAN
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.actions import Action
from bocage.kernel.events import Noted
from bocage.kernel.ids import Side, Space, Spaces
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import BITS, each
from bocage.kernel.verdict import Because

LIMITS = ("german_ip", "us_ip", "cw_ip")


def army_of(g: Normandy44, unit: int) -> int:
    """0 German, 1 US First Army, 2 British Second Army."""
    roster = g.board.atlas.roster
    return 0 if roster.german >> unit & 1 else 1 if roster.us >> unit & 1 else 2


def positions(g: Normandy44, army: int) -> Spaces:
    """The improved positions of an army, finished or not."""
    return (g.ip_german, g.ip_us, g.ip_cw)[army]


def _set_positions(g: Normandy44, army: int, now: Spaces) -> None:
    setattr(g, ("ip_german", "ip_us", "ip_cw")[army], now)


@rule("16.1.1", "16.1.6")
def improved(g: Normandy44, side: Side) -> Spaces:
    """Hexes where a side defends in a finished improved position; the two permanent ones serve both."""
    mine = g.ip_german if side == GERMAN else g.ip_us | g.ip_cw
    permanent: Spaces = g.board.atlas.permanent_ip
    return mine & ~g.ip_unfinished | permanent


@rule("16.1.3", "16.1.4", "18.4", "20.2.3")
def why_not_build(g: Normandy44, unit: int) -> Because | None:
    """May this unit begin an improved position where it stands?"""
    atlas, bit, space = g.board.atlas, 1 << unit, g.space[unit]
    roster, name = atlas.roster, g.board.counters[unit].name
    army = army_of(g, unit)
    if g.ip_left[army] <= 0:
        return Because("16.1.2", "no improved position may be begun this turn")
    if positions(g, army).bit_count() >= g.board.limits[LIMITS[army]]:
        return Because("16.1.2", "all improved position markers are on the map")
    if not roster.infantry & bit:
        return Because("16.1.3", lambda: f"{name} is not infantry")
    if (g.moved | g.replaced) & bit:
        return Because("16.1.3", lambda: f"{name} has moved or received a replacement")
    if (g.disrupted | g.scattered | g.out_of_supply) & bit:
        return Because("16.1.3", lambda: f"{name} is disrupted, scattered or out of supply")
    if (atlas.city | atlas.permanent_ip) >> space & 1:
        return Because("16.1.4", "no improved position may be built in a city or a permanent one")
    if (g.ip_german | g.ip_us | g.ip_cw) >> space & 1:
        return Because("16.1.4", "there is one already")
    return None


def builders(g: Normandy44, side: Side, ready: int) -> list[int]:
    """The units that may begin an improved position."""
    atlas = g.board.atlas
    roster = atlas.roster
    some = 0
    for army, units in ((0, roster.german),) if side == GERMAN else ((1, roster.us), (2, roster.cw)):
        if g.ip_left[army] > 0 and positions(g, army).bit_count() < g.board.limits[LIMITS[army]]:
            some |= units
    some &= ready & roster.infantry & ~(g.disrupted | g.out_of_supply | g.replaced)
    if not some:
        return []
    ground = ~(atlas.city | atlas.permanent_ip | g.ip_german | g.ip_us | g.ip_cw)
    return [unit for unit in each(some) if ground & BITS[g.space[unit]]]


@rule("16.1.3")
def build(g: Normandy44, unit: int) -> None:
    """Begin: the unit stays, leaves reserve, and nobody attacks out of the hex until it is finished."""
    army, space = army_of(g, unit), g.space[unit]
    g.ip_left[army] -= 1
    _set_positions(g, army, positions(g, army) | BITS[space])
    g.ip_unfinished |= BITS[space]
    g.moved |= 1 << unit
    g.tired |= 1 << unit
    g.reserve &= ~(1 << unit)
    g.emit(
        Noted(
            text=f"{g.board.counters[unit].name} begins an improved position in {g.board.names[space]}.",
            rule="16.1.3",
        )
    )


@rule("16.1.3", "16.1.5")
def finish_positions(g: Normandy44, side: Side) -> None:
    """At the start of the owner's movement phase: finished where infantry still stands."""
    roster = g.board.atlas.roster
    mine = g.ip_german if side == GERMAN else g.ip_us | g.ip_cw
    for space in each(mine & g.ip_unfinished):
        if g.here.get(space, 0) & roster.infantry & roster.side[side]:
            g.ip_unfinished &= ~BITS[space]
            g.emit(Noted(text=f"The improved position in {g.board.names[space]} is finished.", rule="16.1.3"))


@rule("16.1.2")
def scrap(g: Normandy44, space: Space) -> None:
    """The owner takes up a position, to use the marker elsewhere."""
    off = ~BITS[space]
    g.ip_german &= off
    g.ip_us &= off
    g.ip_cw &= off
    g.ip_unfinished &= off


@rule("16.1.2")
def spare_positions(g: Normandy44, side: Side) -> list[Space]:
    """Positions that may be taken up because all markers are used and another could be begun."""
    found: list[Space] = []
    for army in (0,) if side == GERMAN else (1, 2):
        mine = positions(g, army)
        if g.ip_left[army] and mine.bit_count() >= g.board.limits[LIMITS[army]]:
            found += each(mine)
    return found


@rule("16.1.5")
def clear_empty_positions(g: Normandy44, side: Side) -> None:
    """At the end of the owner's supply phase empty positions are lost."""
    mine = g.ip_german if side == GERMAN else g.ip_us | g.ip_cw
    for space in each(mine):
        if not g.here.get(space, 0) & g.board.atlas.roster.side[side]:
            scrap(g, space)


@rule("16.2")
def surrenders(g: Normandy44, side: Side) -> list[Action]:
    """Strongpoints that the German player may give up: any, at any time of his player-turn."""
    if side != GERMAN:
        return []
    return [("dismantle", unit) for unit in each(presence(g).units[GERMAN] & g.board.atlas.roster.strongpoint)]


def dismantle(g: Normandy44, unit: int) -> None:
    """Give up a strongpoint."""
    eliminate(g, unit, "16.2")


def why_not_dismantle(g: Normandy44, unit: int) -> Because:
    """Why a counter cannot be given up."""
    return Because("16.2", lambda: f"only Germans give up strongpoints, and {g.board.counters[unit].name} is none")


@rule("16.3")
def across_perimeter(g: Normandy44, outside: Space, inside: Space) -> bool:
    """Does a step or an attack go into the Cherbourg perimeter from without?"""
    perimeter: Spaces = g.board.atlas.perimeter
    return bool(perimeter >> inside & 1 and not perimeter >> outside & 1)
