"""What a player may ask: zones, fields of fire, lines of sight, command, tide, lodgments, reach and the odds."""

from bocage.games.bradley.preview import preview
from bocage.games.bradley.rules.r05_casualties import beach_hexes, firepower
from bocage.games.bradley.rules.r06_movement import allowance, may_always_step, unit_reach
from bocage.games.bradley.rules.r09_zones import zones
from bocage.games.bradley.rules.r10_sight import field_of_fire, shooters
from bocage.games.bradley.rules.r13_fortifications import cover, fortified, multiplier
from bocage.games.bradley.rules.r16_headquarters import covers
from bocage.games.bradley.rules.r17_victory import lodgment_area
from bocage.games.bradley.sides import ALLIED, BEACHES, GERMAN
from bocage.games.bradley.standing import arrivals, plan, standing
from bocage.games.bradley.state import Bradley, each_unit
from bocage.kernel.counters import other
from bocage.kernel.ids import NOWHERE, Side, Space, UnitId
from bocage.kernel.queries import Line, Overlay, Queries, Shade, by_side
from bocage.kernel.spaces import bit, each
from bocage.kernel.wording import in_points


def zone_overlay(g: Bradley, _: Side | None) -> Overlay:
    """Both sides' zones of control."""
    land = g.dry
    return Overlay("Zones of control", by_side(g, zones(g, ALLIED) & land, zones(g, GERMAN) & land))


def fire_overlay(g: Bradley, side: Side | None) -> Overlay:
    """How many factors a side could bring to bear on each hex near its enemy."""
    by = ALLIED if side is None else side
    weight: dict[Space, int] = {}
    near = g.board.adjacency.dilate(g.regular(other(by)), 1) & g.dry
    for unit in each_unit(shooters(g, by)):
        for space in each(field_of_fire(g, unit) & near):
            weight[space] = weight.get(space, 0) + g.attack(unit)
    words = {g.board.names[space]: Shade(str(factors), (by,)) for space, factors in weight.items()}
    return Overlay("Fields of fire", words, note=f"factors that {g.sides[by]} units can fire with")


def sight_overlay(g: Bradley, side: Side | None) -> Overlay:
    """The hexes that a side's direct guns see within their range."""
    by = ALLIED if side is None else side
    board, seen = g.board, 0
    for unit in each_unit(g.on_map(by) & (board.armour | board.weapons)):
        seen |= field_of_fire(g, unit)
    return Overlay("Line of sight", {board.names[s]: Shade("seen", (by,)) for s in each(seen & board.hexes)})


def command_overlay(g: Bradley, side: Side | None) -> Overlay:
    """Where a side's headquarters command."""
    by = ALLIED if side is None else side
    staffs = each_unit(g.on_map(by) & g.board.headquarters)
    words = {
        g.board.names[space]: Shade(" ".join(g.board.units[staff].formation for staff in found), (by,))
        for space in each(g.dry & g.playable)
        if (found := [staff for staff in staffs if covers(g, staff, space)])
    }
    return Overlay("Command", words, note="the formation whose headquarters commands there")


def tide_overlay(g: Bradley, _: Side | None) -> Overlay:
    """What is under water, and how much fire lies on each landing beach."""
    board = g.board
    words = {board.names[s]: Shade("sea" if g.high else "flat") for s in each(board.tidal)}
    for beach, name in enumerate(BEACHES):
        if name in g.rules.beaches and g.charted[beach] >= 0:
            fire = str(firepower(g, beach, g.charted[beach]))
            words |= {board.names[s]: Shade(fire, (GERMAN,)) for s in each(beach_hexes(g, beach))}
    return Overlay(f"Tide: {g.tide}", words, note="points of German fire on landings")


def lodgment_overlay(g: Bradley, _: Side | None) -> Overlay:
    """The ground that decides victory, and the Germans in it; before a beachhead stands, where it could (5.10.1)."""
    found: dict[str, Shade] = {}
    for beach in range(len(BEACHES)):
        if g.beachheads[beach] == NOWHERE:
            forts = g.beach_forts[beach] & g.playable
            found |= {g.board.names[s]: Shade("beachhead once entered", (ALLIED,)) for s in each(forts)}
        area = lodgment_area(g, beach, g.rules.far)
        found |= {g.board.names[s]: Shade("ring", (ALLIED,)) for s in each(area & g.dry)}
        found |= {g.board.names[s]: Shade("held", (GERMAN,)) for s in each(area & g.regular(GERMAN))}
    return Overlay("Lodgments", found)


def reach(g: Bradley, unit: UnitId) -> dict[Space, str]:
    """Where a unit could go in its mode, and the points it would spend."""
    if not bit(g.space[unit]) & g.board.land or (g.disrupted | g.board.garrisons) >> unit & 1:
        return {}
    found = unit_reach(g, unit, allowance(g, unit), one_at_least=may_always_step(g, unit))
    return {space: in_points(cost) for space, cost in found.cost.items()}


def inspect(g: Bradley, space: Space) -> list[Line]:
    """What the ground does for a defender, who controls it, who could fire at it."""
    board = g.board
    if not bit(space) & board.hexes:
        return []
    found = [Line(f"in a zone of the {g.sides[s]} side", "9.0") for s in (ALLIED, GERMAN) if zones(g, s) & bit(space)]
    side = GERMAN if fortified(g, GERMAN, space) or g.units_in(GERMAN, space) else ALLIED
    for assault, words in ((False, "fire"), (True, "close assault")):
        features = cover(g, side, space, assault=assault)
        if features:
            roll = sum(feature.roll for feature in features)
            names = ", ".join(feature.what for feature in features)
            times = multiplier(g, side, space, features)
            found.append(Line(f"against {words}: x{times} and {roll:+d} to the dice ({names})", "10.1.6"))
    return found


QUERIES = Queries(
    overlays={
        "zones": zone_overlay,
        "fire": fire_overlay,
        "sight": sight_overlay,
        "command": command_overlay,
        "tide": tide_overlay,
        "lodgments": lodgment_overlay,
    },
    reach=reach,
    preview=preview,
    inspect=inspect,
    standing=standing,
    arrivals=arrivals,
    plan=plan,
)
