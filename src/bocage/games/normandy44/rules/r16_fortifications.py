"""16. Fortifications: improved positions, strongpoints, the Cherbourg perimeter."""

from bocage.games.normandy44.events import PositionBegun, PositionFinished
from bocage.games.normandy44.rules.r08_zones_of_control import inside, presence
from bocage.games.normandy44.rules.r17_cadres import eliminate
from bocage.games.normandy44.sides import GERMAN
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.bars import Bar, Offer, PickSpace, PickUnit, bar, late, only, open_if
from bocage.kernel.ids import Side, Space, Spaces, UnitId, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import BITS, each

LIMITS = ("german_ip", "us_ip", "cw_ip")


def army_of(g: Normandy44, unit: UnitId) -> int:
    """0 German, 1 US First Army, 2 British Second Army."""
    roster = g.board.atlas.roster
    return 0 if roster.german >> unit & 1 else 1 if roster.us >> unit & 1 else 2


def positions(g: Normandy44, army: int) -> Spaces:
    """The improved positions of an army, finished or not."""
    return (g.ip_german, g.ip_us, g.ip_cw)[army]


def built(g: Normandy44) -> Spaces:
    """All improved positions on the map, finished or not."""
    return g.ip_german | g.ip_us | g.ip_cw


def _set_positions(g: Normandy44, army: int, now: Spaces) -> None:
    setattr(g, ("ip_german", "ip_us", "ip_cw")[army], now)


@rule("16.1.1", "16.1.6")
def improved(g: Normandy44, side: Side) -> Spaces:
    """Hexes where a side defends in a finished improved position; the two permanent ones serve both."""
    mine = g.ip_german if side == GERMAN else g.ip_us | g.ip_cw
    permanent: Spaces = g.board.atlas.permanent_ip
    return mine & ~g.ip_unfinished | permanent


def armies_of(g: Normandy44, side: Side) -> tuple[tuple[int, Units], ...]:
    """The armies of a side with their units: their positions are counted apart."""
    roster = g.board.atlas.roster
    return ((0, roster.german),) if side == GERMAN else ((1, roster.us), (2, roster.cw))


@rule("16.1.2", "16.1.3", "16.1.4", "18.4", "20.2.3")
def diggings(g: Normandy44, side: Side, *rows: Bar) -> Offer:
    """Who may begin an improved position where it stands."""
    return open_if(any_left(g, side), "entrench", lambda: _diggings(g, side, *rows))


def any_left(g: Normandy44, side: Side) -> bool:
    """May a side begin any improved position this turn?"""
    german, us, cw = g.ip_left
    return german > 0 if side == GERMAN else us > 0 or cw > 0


def _diggings(g: Normandy44, side: Side, *rows: Bar) -> PickUnit:
    atlas = g.board.atlas
    over = used = 0
    for army, units in armies_of(g, side):
        over |= units if g.ip_left[army] <= 0 else 0
        used |= units if positions(g, army).bit_count() >= g.board.limits[LIMITS[army]] else 0
    return PickUnit(
        "entrench",
        g,
        only(presence(g).units[side], "16.1.3", "{} is not a unit of yours on the map"),
        bar(over, "16.1.2", "no improved position may be begun this turn"),
        bar(used, "16.1.2", "all improved position markers are on the map"),
        only(atlas.roster.infantry, "16.1.3", "{} is not infantry"),
        bar(g.moved, "16.1.3", "{} has moved"),
        bar(g.replaced, "16.1.3", "{} has received a replacement"),
        bar(g.disrupted, "16.1.3", "{} is disrupted"),
        bar(g.scattered, "16.1.3", "{} is scattered"),
        bar(g.out_of_supply, "16.1.3", "{} is out of supply"),
        late(lambda some: some & inside(g, side, _unfit(g)), "16.1.4", lambda unit: _why_unfit(g, g.space[unit])),
        *rows,
    )


def _unfit(g: Normandy44) -> Spaces:
    """Hexes where nobody begins an improved position."""
    atlas = g.board.atlas
    unfit: Spaces = atlas.city | atlas.permanent_ip | built(g)
    return unfit


def _why_unfit(g: Normandy44, space: Space) -> str:
    """The first reason against such a hex."""
    atlas, bit = g.board.atlas, BITS[space]
    if atlas.city & bit:
        return "no improved position is built in a city"
    return f"there is {'a permanent' if atlas.permanent_ip & bit else 'an improved'} position already"


@rule("16.1.3")
def build(g: Normandy44, unit: UnitId) -> None:
    """Begin: the unit stays, leaves reserve, and nobody attacks out of the hex until it is finished."""
    army, space = army_of(g, unit), g.space[unit]
    g.ip_left[army] -= 1
    _set_positions(g, army, positions(g, army) | BITS[space])
    g.ip_unfinished |= BITS[space]
    g.moved |= 1 << unit
    g.tired |= 1 << unit
    g.reserve &= ~(1 << unit)
    g.emit(PositionBegun(unit=UnitId(unit), at=space, rule="16.1.3"))


@rule("16.1.3", "16.1.5")
def finish_positions(g: Normandy44, side: Side) -> None:
    """At the start of the owner's movement phase: finished where infantry still stands."""
    roster = g.board.atlas.roster
    mine = g.ip_german if side == GERMAN else g.ip_us | g.ip_cw
    for space in each(mine & g.ip_unfinished):
        if g.here.get(space, 0) & roster.infantry & roster.side[side]:
            g.ip_unfinished &= ~BITS[space]
            g.emit(PositionFinished(at=space, rule="16.1.3"))


@rule("16.1.2")
def scrap(g: Normandy44, space: Space) -> None:
    """The owner takes up a position, to use the marker elsewhere."""
    off = ~BITS[space]
    g.ip_german &= off
    g.ip_us &= off
    g.ip_cw &= off
    g.ip_unfinished &= off


@rule("16.1.2")
def scrappings(g: Normandy44, side: Side) -> Offer:
    """Positions that may be taken up because all markers are used and another could be begun."""
    return open_if(any_left(g, side) and built(g), "scrap", lambda: _scrappings(g, side))


def _scrappings(g: Normandy44, side: Side) -> PickSpace:
    ground = g.ip_german if side == GERMAN else g.ip_us | g.ip_cw
    over = spare = 0
    for army, _ in armies_of(g, side):
        some = positions(g, army)
        over |= some if g.ip_left[army] <= 0 else 0
        spare |= some if some.bit_count() < g.board.limits[LIMITS[army]] else 0
    return PickSpace(
        "scrap",
        g,
        only(ground, "16.1.2", "you have no position in {}"),
        bar(over, "16.1.2", "its marker could not be used again this turn"),
        bar(spare, "16.1.2", "there are markers left, so none need be taken up"),
        order=() if side == GERMAN else [*each(g.ip_us), *each(g.ip_cw)],
    )


@rule("16.1.5")
def clear_empty_positions(g: Normandy44, side: Side) -> None:
    """At the end of the owner's supply phase empty positions are lost."""
    mine = g.ip_german if side == GERMAN else g.ip_us | g.ip_cw
    for space in each(mine):
        if not g.here.get(space, 0) & g.board.atlas.roster.side[side]:
            scrap(g, space)


@rule("16.2")
def surrenders(g: Normandy44, side: Side) -> Offer:
    """Strongpoints that the German player may give up: any, at any time of his player-turn."""
    forts = presence(g).units[GERMAN] & g.board.atlas.roster.strongpoint if side == GERMAN else 0
    not_now = 0 if side == GERMAN else -1
    return open_if(
        forts,
        "dismantle",
        lambda: PickUnit(
            "dismantle",
            g,
            bar(not_now, "16.2", "only the Germans give up strongpoints, in their own player-turn"),
            only(forts, "16.2", "{} is not a German strongpoint on the map"),
        ),
    )


def dismantle(g: Normandy44, unit: UnitId) -> None:
    """Give up a strongpoint."""
    eliminate(g, unit, "16.2")


@rule("16.3")
def across_perimeter(g: Normandy44, outside: Space, inside: Space) -> bool:
    """Does a step or an attack enter the Cherbourg perimeter from outside?"""
    perimeter: Spaces = g.board.atlas.perimeter
    return bool(perimeter >> inside & 1 and not perimeter >> outside & 1)
