"""Where a side has to go: forts, Germans within the ring, gates by which more will come, drop zones to guard."""

from bocage.games.bradley.rules.r13_fortifications import cover, multiplier
from bocage.games.bradley.rules.r17_victory import lodgment_area
from bocage.games.bradley.rules.r20_moves import Distances, distances
from bocage.games.bradley.sides import ALLIED, BEACHES, GERMAN
from bocage.games.bradley.state import Bradley, each_unit
from bocage.kernel.ids import NOWHERE, Side, Space, Spaces, UnitId
from bocage.kernel.spaces import bit, each, holds

FORESIGHT, GATE_REACH, GATE_KEEPERS = 4, 28, 2
"""A gate is barred this many turns ahead, this far from a beachhead, by this many units."""
AT_A_RUN = 10
"""So far a German on the march may come in a turn."""
BATTALION, MOST_TOGETHER, SUPERIORITY = 8, 10, 9


def ring(g: Bradley) -> Spaces:
    """Where a German must stand at the end to keep the Allies from a lodgment of any size (17.1.3)."""
    found: Spaces = 0
    for beach in g.rules.beaches:
        found |= lodgment_area(g, BEACHES.index(beach), g.rules.near)
    return found


def goals_of(g: Bradley, side: Side) -> Spaces:
    """The American wants the beach forts, then every German in the ring; the German the rim of the beaches."""
    beaches = [BEACHES.index(beach) for beach in g.rules.beaches]
    if side == GERMAN:
        return sum(g.beach_area[beach] for beach in beaches)
    found: Spaces = 0
    for beach in beaches:
        head = g.beachheads[beach]
        near = g.beach_forts[beach] if head == NOWHERE else lodgment_area(g, beach, g.rules.far + 1)
        found |= near & g.occupied(GERMAN)
    return found or g.regular(GERMAN) or sum(g.beach_forts)


def share_out(g: Bradley, targets: Spaces) -> dict[UnitId, Distances]:
    """Nearest first, every German stack gets as many units as it takes, so that not all go for the same one.

    Where Germans are expected, a few units bar the hex by which they come; drop zones in danger get a guard. Who is
    left over hunts Germans outside the ring, who could come back into it.
    """
    board = g.board
    units = each_unit(g.on_map(ALLIED) & ~board.no_assault & ~board.headquarters)
    wanted = dict.fromkeys(gates(g), GATE_KEEPERS * BATTALION) | dict.fromkeys(zones_in_danger(g), 1)
    wanted |= {space: _wanted(g, space) for space in each(targets & g.occupied(GERMAN))}
    maps: dict[Space, Distances] = {}
    found: dict[UnitId, Distances] = {}
    _hand_out(g, units, wanted, found, maps)
    outside = g.regular(GERMAN) & ~targets & g.playable
    rest = [unit for unit in units if unit not in found]
    if rest and outside:
        _hand_out(g, rest, {space: _wanted(g, space) for space in each(outside)}, found, maps)
    return found


def _hand_out(
    g: Bradley,
    units: list[UnitId],
    wanted: dict[Space, int],
    found: dict[UnitId, Distances],
    maps: dict[Space, Distances],
) -> None:
    board = g.board
    pairs = sorted((board.distance(g.space[unit], space), unit, space) for unit in units for space in wanted)
    for _, unit, space in pairs:
        if wanted[space] > 0 and unit not in found:
            wanted[space] -= board.units[unit].faces[0].attack
            if space not in maps:
                maps[space] = distances(g, bit(space))
            found[unit] = maps[space]


def gates(g: Bradley) -> list[Space]:
    """Hexes near a beachhead by which Germans will come within a few turns: who stands there keeps them out (6.2.2)."""
    due = g.board.arrivals(g.scenario)
    soon = [due[unit] for unit in each_unit(g.here.get(g.board.due[GERMAN], 0)) if due[unit].turn - g.turn <= FORESIGHT]
    found = {g.board.space(name) for row in soon for name in row.at}
    heads = [head for head in g.beachheads if head != NOWHERE]
    return [space for space in sorted(found) if any(g.board.distance(space, head) <= GATE_REACH for head in heads)]


def zones_in_danger(g: Bradley) -> list[Space]:
    """Drop zones that Germans could reach: one overrun decides a tie (17.1.5), and a man on it keeps them off."""
    germans = g.board.adjacency.dilate(g.regular(GERMAN), AT_A_RUN)
    return [space for space in g.zones if space != NOWHERE and holds(germans, space)]


def _wanted(g: Bradley, space: Space) -> int:
    """How many factors an assault on a hex takes; guns defend with their protection (10.3.4)."""
    guns = g.board.no_assault
    there = each_unit(g.units_in(GERMAN, space))
    defence = sum(g.face(unit).protection if guns >> unit & 1 else g.face(unit).attack for unit in there)
    times = multiplier(g, GERMAN, space, cover(g, GERMAN, space, assault=True))
    return min(MOST_TOGETHER * BATTALION, SUPERIORITY + defence * times)
