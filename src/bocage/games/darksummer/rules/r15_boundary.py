"""15 The Allied Operational Boundary: how far each Allied army may go and attack, and the way back."""

from bocage.games.darksummer.sides import Army
from bocage.games.darksummer.state import DarkSummer
from bocage.kernel.ids import Space, Spaces, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import BITS, each


@rule("15")
def beyond_boundary(g: DarkSummer, army: Army) -> Spaces:
    """The hexes that an army may neither enter nor attack: more than one hex beyond the Boundary."""
    if army is Army.BRITISH:
        return g.board.atlas.west_of_british
    if army is Army.US and not g.boundary_lifted:
        return g.board.atlas.east_of_us
    return 0


@rule("10.1")
def closed_hexes(g: DarkSummer, army: Army) -> Spaces:
    """Hexes closed to an army's moves: beyond the Boundary, or with the other Allied army's Exit marker."""
    if army is Army.GERMAN:
        return 0
    return beyond_boundary(g, army) | g.exits[army.rival]


@rule("15")
def astray(g: DarkSummer, army: Army) -> Units:
    """Units that a retreat took where they may not go: they must come back when they next can move."""
    closed = beyond_boundary(g, army)
    hexes = closed and closed & g.presence().armies[army]
    return g.in_hexes(hexes) & g.board.roster.army[army] if hexes else 0


@rule("15")
def ways_home(g: DarkSummer, army: Army, start: Space, reachable: Spaces) -> Spaces:
    """Where a unit that is astray may go: into its own Zone, or as near to it as it can get."""
    home, reachable = g.board.atlas.zone_of[army], reachable & g.board.atlas.land
    if reachable & home:
        return reachable & home
    far = {space: _from_zone(g, army, space) for space in each(reachable)}
    least = min(far.values(), default=0)
    if least >= _from_zone(g, army, start):
        return 0
    return sum(BITS[space] for space, columns in far.items() if columns == least)


def _from_zone(g: DarkSummer, army: Army, space: Space) -> int:
    """How many columns a hex lies outside an army's Zone."""
    column = g.board.atlas.column[space]
    return 36 - column if army is Army.BRITISH else column - 35
