"""11.2 Mandatory Attacks: who attacks from several hexes must see that all others in his zones are attacked too.

A set of attackers is allowed if every duty that it brings can still be met: each hex that must be attacked finds a unit
of its own among those that have not attacked. A smaller set brings fewer duties and leaves more units, so whoever is
allowed together was allowed one by one: attackers can be picked in any order, and no order leads into a dead end.
"""

from bocage.games.darksummer.rules.r06_zones_of_control import enemies_in_zone, stacks_alone_of
from bocage.games.darksummer.rules.r15_boundary import beyond_boundary
from bocage.games.darksummer.sides import GERMAN
from bocage.games.darksummer.state import DarkSummer
from bocage.kernel.counters import other
from bocage.kernel.duties import Able, unmet
from bocage.kernel.ids import Space, Spaces, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import bit


@rule("11.1", "15")
def untouchable(g: DarkSummer) -> Spaces:
    """Hexes that the active army may never attack: Allies in C, W and S hexes, hexes beyond the Boundary."""
    if g.landing:
        return 0
    return g.board.atlas.no_stop if g.army.side == GERMAN else beyond_boundary(g, g.army)


@rule("11.2")
def calls_for_attack(g: DarkSummer, hexes: Spaces) -> Spaces:
    """Enemy hexes that an attack from all of these hexes makes it a duty to attack as well."""
    if not hexes & (hexes - 1):
        return 0  # a single stack never has to
    side = g.army.side
    found = enemies_in_zone(g, side, hexes) & ~untouchable(g) & ~g.fought_over
    if not found:
        return 0
    found &= ~g.cached("battalions alone", lambda s: stacks_alone_of(s, other(side), s.board.roster.battalions))
    spared = g.spaces_of(g.in_hexes(found) & g.defended) & ~g.spaces_of(
        g.in_hexes(found) & g.board.roster.side[other(side)] & ~g.defended
    )
    return found & ~spared


@rule("11.2")
def unmet_duties(
    g: DarkSummer, target: Space, attackers: Units, able: Able, owed: Spaces, *, single: bool = False
) -> Spaces:
    """The duties, those of an attack and those that earlier battles left `owed`, that could not be met; none if the
    attack is allowed. In a Reaction (`single`) none can be.
    """
    duties = (owed | calls_for_attack(g, g.spaces_of(attackers))) & ~bit(target) & ~g.fought_over
    if not duties:
        return 0
    if single:
        return duties
    return duties if unmet(duties, lambda hex_: able(hex_) & ~attackers) else 0


def can_be_met(g: DarkSummer, able: Able) -> Spaces:
    """Duties of earlier battles that can be met together; one whose attackers have been cut off since bars no other."""
    owed = still_owed(g)
    return owed & ~unmet(owed, able) if owed else 0


def still_owed(g: DarkSummer) -> Spaces:
    """Duties that are left: hexes that still hold somebody to attack."""
    owed = g.duties & ~g.fought_over
    if not owed:
        return 0
    return owed & (g.hexes_of(other(g.army.side)))
