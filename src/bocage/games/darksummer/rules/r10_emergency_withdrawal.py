"""10.3 Emergency Withdrawal: two hexes away for a unit that enemies keep from moving."""

from bocage.games.darksummer.rules.r05_stacking import mixed_armies
from bocage.games.darksummer.rules.r10_movement import barred_hexes, lead, walk_of
from bocage.games.darksummer.rules.r13_supply import allied_sources, german_sources
from bocage.games.darksummer.rules.r15_boundary import astray
from bocage.games.darksummer.sides import GERMAN, Army
from bocage.games.darksummer.state import MOVE, REACTION, DarkSummer
from bocage.kernel.counters import each_unit, other
from bocage.kernel.ids import Side, Space, Spaces, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import BITS, each


@rule("10.3", "10.3.2")
def is_time_to_withdraw(g: DarkSummer) -> bool:
    """In a friendly Move Round, by option in a German Reaction too."""
    return g.round == MOVE or (g.round == REACTION and g.reaction_withdrawal)


@rule("10.3")
def may_withdraw(g: DarkSummer, units: Units) -> bool:
    """At such a time, if none of the units can move at all."""
    if not is_time_to_withdraw(g):
        return False
    if not g.board.atlas.land & BITS[g.space[lead(units)]] or walk_of(g, units).ends:
        return False
    return not any(walk_of(g, 1 << unit).ends for unit in each_unit(units))


@rule("10.3.1")
def enemy_sources(g: DarkSummer, side: Side) -> Spaces:
    """The supply sources that a side withdraws from."""
    if side == GERMAN:
        return allied_sources(g, Army.US) | allied_sources(g, Army.BRITISH)
    return german_sources(g)


@rule("10.3.1")
def refuges(g: DarkSummer, units: Units) -> dict[Space, Space]:
    """Where units may withdraw to, each with the hex on the way: two hexes off, farther from the nearest enemy source,
    next to no enemy.
    """
    if not may_withdraw(g, units):
        return {}
    army, start, atlas = g.board.units[lead(units)].army, g.space[lead(units)], g.board.atlas
    enemies, side = g.hexes_of(other(army.side)), army.side
    shut = enemies | barred_hexes(g, army, lost=bool(units & astray(g, army)))
    safe = atlas.passable & ~shut & ~atlas.ways.spread(enemies) & ~mixed_armies(g, army)
    if army is Army.GERMAN:
        safe &= ~atlas.no_stop
    motor = bool(units & g.board.roster.motor)
    threats = atlas.nearest(start, enemy_sources(g, side))
    found: dict[Space, Space] = {}
    for between in _next(g, start, motor, shut):
        for end in _next(g, between, motor, shut):
            if (
                safe & BITS[end]
                and end not in found
                and atlas.distance(start, end) == 2
                and _farther(g, start, end, threats)
            ):
                found[end] = between
    return found


def _next(g: DarkSummer, space: Space, motor: bool, shut: Spaces) -> list[Space]:
    atlas = g.board.atlas
    return [to for to in each(atlas.ring[space] & ~shut) if not motor or atlas.motor_can_cross(space, to)]


def _farther(g: DarkSummer, start: Space, end: Space, threats: list[Space]) -> bool:
    """Farther from the nearest source; from any one of them where several are equally near."""
    distance = g.board.atlas.distance
    return not threats or any(distance(end, source) > distance(start, source) for source in threats)
