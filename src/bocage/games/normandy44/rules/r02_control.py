"""2.2.5: who controls a place, and what falls with it: Fortress Cherbourg, a Mulberry."""

from bocage.games.normandy44.events import FortressFell, MulberryLost
from bocage.games.normandy44.rules.r08_zones_of_control import side_of
from bocage.games.normandy44.rules.r17_cadres import withdraw
from bocage.games.normandy44.sides import ALLIED
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.counters import each_unit
from bocage.kernel.ids import Side, Space, Spaces, UnitId
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import BITS, each


@rule("2.2.5")
def seize(g: Normandy44, side: Side, ground: Spaces) -> None:
    """A unit in a hex, or passing through, takes control of it."""
    if side == ALLIED:
        taken = ground & ~g.allied_control
        if taken:
            g.allied_control |= ground
            if taken & g.board.atlas.cherbourg:
                _cherbourg_falls(g)
    else:
        taken = ground & g.allied_control
        if taken:
            g.allied_control &= ~ground
            _mulberry_lost(g, taken)


def enter(g: Normandy44, unit: UnitId, space: Space) -> None:
    """Put a counter into a hex and take control of it."""
    g.place(UnitId(unit), space)
    seize(g, side_of(g, unit), BITS[space])


@rule("5.2", "17.4")
def _cherbourg_falls(g: Normandy44) -> None:
    """With the last city hex the fortress loses its supply points and its artillery, for good."""
    atlas = g.board.atlas
    if atlas.cherbourg & ~g.allied_control or g.fortress_fell:
        return
    g.fortress_fell = True
    g.supply_cherbourg = 0
    g.emit(FortressFell(at=tuple(each(atlas.cherbourg)), rule="5.2"))
    for unit in each_unit(cotentin(g)):
        if 0 <= g.space[unit] < atlas.size:
            withdraw(g, unit, "17.4", "is removed with the fall of Cherbourg")


def cotentin(g: Normandy44) -> int:
    """The Cotentin artillery, as a set of one."""
    found: int = g.board.atlas.roster.cotentin
    return found


@rule("21.1.4")
def _mulberry_lost(g: Normandy44, taken: Spaces) -> None:
    """A Mulberry, built or building, is gone for good when Germans enter its hex."""
    atlas = g.board.atlas
    places = (atlas.beach_hexes["omaha"], atlas.arromanches)
    for army, place in enumerate(places):
        state = g.mulberry[army]
        at = BITS[g.mulberry_at[army]] if g.mulberry_at[army] >= 0 else place
        if state not in (0, -2) and taken & at:
            g.mulberry[army] = -2
            g.emit(MulberryLost(army=army, at=tuple(each(taken & at)), rule="21.1.4"))
