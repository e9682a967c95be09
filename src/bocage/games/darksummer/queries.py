"""What a player may ask: zones, supply, control, threat, points, gunfire, reach, a line of supply, the odds."""

from bocage.games.darksummer.preview import preview
from bocage.games.darksummer.rules.r06_zones_of_control import zone
from bocage.games.darksummer.rules.r10_movement import destinations, reach_of
from bocage.games.darksummer.rules.r10_moving import can_start
from bocage.games.darksummer.rules.r11_cherbourg import MEANING as SIEGE_MEANING
from bocage.games.darksummer.rules.r11_odds import factor
from bocage.games.darksummer.rules.r11_results import MEANING
from bocage.games.darksummer.rules.r13_supply import (
    fed_from_brittany,
    in_supply,
    passage,
    reaches,
    sources,
    starving,
    supplied_hexes,
)
from bocage.games.darksummer.rules.r15_boundary import beyond_boundary
from bocage.games.darksummer.sides import ALLIED, GERMAN, Army
from bocage.games.darksummer.standing import arrivals, standing
from bocage.games.darksummer.state import COMBINED, DarkSummer
from bocage.kernel.combat import ATTACKER
from bocage.kernel.counters import each_unit, other
from bocage.kernel.ids import Side, Space, UnitId
from bocage.kernel.points import of_halves, written
from bocage.kernel.queries import Line, Overlay, Queries, Shade, by_side, marked
from bocage.kernel.spaces import BITS, bit, each
from bocage.kernel.supply import path
from bocage.kernel.verdict import Because
from bocage.kernel.wording import in_points


def zone_overlay(g: DarkSummer, _: Side | None) -> Overlay:
    """Both sides' zones of control."""
    return Overlay("Zones of control", by_side(g, zone(g, ALLIED), zone(g, GERMAN)))


def supply_overlay(g: DarkSummer, _: Side | None) -> Overlay:
    """Where each side would be in supply."""
    allied = supplied_hexes(g, Army.US) | supplied_hexes(g, Army.BRITISH) | reaches(g, fed_from_brittany(g))
    land = g.board.atlas.passable
    return Overlay("Supply", by_side(g, allied & land, supplied_hexes(g, Army.GERMAN) & land))


def control_overlay(g: DarkSummer, _: Side | None) -> Overlay:
    """Who was the last to enter each hex."""
    land = g.board.atlas.passable
    return Overlay("Control", by_side(g, g.allied_hexes & land, land & ~g.allied_hexes))


def victory_overlay(g: DarkSummer, _: Side | None) -> Overlay:
    """What hexes are worth, and who holds them."""
    found: dict[str, Shade] = {}
    for row in g.board.victory:
        if row.turn != g.rules.turns or row.item not in g.board.tags:
            continue
        for space in each(g.board.tags[row.item]):
            holder = ALLIED if g.allied_hexes & BITS[space] else GERMAN
            found[g.board.names[space]] = Shade(f"{written(of_halves(row.halves))} VP", (holder,))
    for space in each(g.board.atlas.avranches):
        holder = ALLIED if g.allied_hexes & BITS[space] else GERMAN
        found[g.board.names[space]] = Shade("sudden death", (holder,))
    return Overlay("Victory points", found, note="at the end of turn 10; Caen counts for the Allies as a whole")


def threat_overlay(g: DarkSummer, side: Side | None) -> Overlay:
    """How much strength the enemy could bring against each hex next to him."""
    enemy = other(side) if side is not None else GERMAN
    mine = g.board.roster.side[enemy]
    near = g.board.atlas.ways.spread(g.hexes_of(enemy)) & ~g.hexes_of(enemy)
    found: dict[str, Shade] = {}
    for space in each(near):
        around = g.standing(g.board.atlas.around[space]) & mine
        total = sum(factor(g, unit, ATTACKER) for unit in each_unit(around))
        if total:
            found[g.board.names[space]] = Shade(str(total))
    return Overlay("Threat", found, note=f"attack strength of the {g.sides[enemy]} side around each hex")


def gunfire_overlay(g: DarkSummer, _: Side | None) -> Overlay:
    """Where Naval Support reaches: Clear and Town hexes within the Gun Line (12.3)."""
    rows, board = g.board.terrain_rows, g.board
    guns = max(row.attack or 0 for row in board.support if row.kind == "naval")
    hexes = [s for s in each(board.atlas.gun_line) if rows[board.terrain[s]].naval == "yes"]
    return Overlay("Naval gunfire", marked(board.names, hexes, str(guns)))


def boundary_overlay(g: DarkSummer, _: Side | None) -> Overlay:
    """The Operational Boundary, and how far each army may go (15.0)."""
    names, board = g.board.names, g.board
    edges = tuple((names[a], names[b]) for a, b in sorted(board.sides["operational-boundary"]) if a < b)
    shades = marked(names, each(beyond_boundary(g, Army.US)), "closed to the US")
    shades |= marked(names, each(beyond_boundary(g, Army.BRITISH)), "closed to the British")
    return Overlay("Operational Boundary", shades, edges)


def reach(g: DarkSummer, unit: UnitId) -> dict[Space, str]:
    """Where a counter could go now, and the points or hexes it would take."""
    if not can_start(g) >> unit & 1 or g.board.roster.immobile >> unit & 1:
        return {}
    cost, open_ = reach_of(g, 1 << unit).cost, destinations(g, 1 << unit)
    if g.round == COMBINED:
        return {space: "by road" if spent == 1 else "a hex" for space, spent in cost.items() if open_ & BITS[space]}
    return {space: in_points(spent) for space, spent in cost.items() if open_ & BITS[space]}


def supply_line(g: DarkSummer, unit: UnitId) -> list[Space] | Because:
    """The shortest line to a source."""
    counter, space, atlas = g.board.units[unit], g.space[unit], g.board.atlas
    if not atlas.land & BITS[space]:
        return Because("13.3", f"{counter.name} is not on the map")
    if not in_supply(g, unit):
        return Because("13.2", f"{counter.name} cannot trace a supply line")
    goals = sources(g, counter.army)
    found = path(atlas.ways, space, goals, passage(g, counter.army)) if goals else None
    if found is None and g.came_back >> unit & 1:
        found = path(atlas.ways, space, atlas.s_hexes & passage(g, counter.army), passage(g, counter.army))
    return found or [space]


def inspect(g: DarkSummer, space: Space) -> list[Line]:
    """Zones, supply, ground and victory value of a hex."""
    board, here = g.board, bit(space)
    if not board.atlas.land & here:
        return []
    found = [Line(f"in a zone of the {g.sides[side]} side", "6") for side in (ALLIED, GERMAN) if zone(g, side) & here]
    row = board.terrain_rows[board.terrain[space]]
    if row.shift:
        found.append(Line(f"attacks shift {row.shift} left", "11.3.4"))
    if row.bonus:
        found.append(Line(f"the defender has {row.bonus} more", "11.3.1"))
    if board.atlas.gun_line & here and row.naval == "yes":
        found.append(Line("within reach of naval guns", "12.3"))
    if board.contested & here:
        found.append(Line(f"controlled by the {g.sides[0 if g.allied_hexes & here else 1]} side", "3.2.2"))
    hungry = starving(g) & g.here.get(space, 0)
    return found + [Line(f"{board.unit_title(unit)} is out of supply", "13.4") for unit in each_unit(hungry)]


QUERIES = Queries(
    overlays={
        "zones": zone_overlay,
        "supply": supply_overlay,
        "control": control_overlay,
        "threat": threat_overlay,
        "victory": victory_overlay,
        "gunfire": gunfire_overlay,
        "boundary": boundary_overlay,
    },
    reach=reach,
    supply_line=supply_line,
    preview=preview,
    inspect=inspect,
    standing=standing,
    arrivals=arrivals,
    meanings={"Combat Results Table": MEANING, "Cherbourg Combat Table": SIEGE_MEANING},
)
