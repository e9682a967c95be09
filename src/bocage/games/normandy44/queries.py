"""What a player may ask: zones, bonds, supply, control, threat, reach, a line of supply, the odds of a battle."""

from bocage.games.normandy44.preview import (
    BEACH_MEANING,
    DEFENCE_MEANING,
    MEANING,
    battle_chances,
    best_lead,
    clears,
    defence,
)
from bocage.games.normandy44.rules.r08_zones_of_control import bonds, presence, side_of, zone
from bocage.games.normandy44.rules.r09_movement_phase import movers
from bocage.games.normandy44.rules.r09_moving_a_unit import Moving
from bocage.games.normandy44.rules.r09_strategic_movement import first_bar
from bocage.games.normandy44.rules.r10_combat import (
    Assemble,
    Attacks,
    Force,
    MainForce,
    Support,
    able,
    attackers_of,
    sound_forces,
)
from bocage.games.normandy44.rules.r11_shifts import Assault, odds
from bocage.games.normandy44.rules.r12_determined_defence import Defence, DefensiveSupport
from bocage.games.normandy44.rules.r16_fortifications import improved
from bocage.games.normandy44.rules.r17_cadres import strength
from bocage.games.normandy44.rules.r18_supply import sources, supplied
from bocage.games.normandy44.scenario import rules_of
from bocage.games.normandy44.sides import ALLIED, GERMAN
from bocage.games.normandy44.standing import arrivals, standing
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.actions import Action
from bocage.kernel.counters import each_unit
from bocage.kernel.flow import replace, waiting
from bocage.kernel.ids import NOWHERE, Side, Space, UnitId
from bocage.kernel.queries import Line, Overlay, Preview, Queries, Shade, account, by_side, engaged, likely
from bocage.kernel.spaces import BITS, each
from bocage.kernel.verdict import Because
from bocage.kernel.wording import counted, in_points


def zone_overlay(g: Normandy44, _: Side | None) -> Overlay:
    """Both sides' zones of control."""
    land = g.board.atlas.land
    return Overlay("Zones of control", by_side(g, zone(g, GERMAN) & land, zone(g, ALLIED) & land))


def bond_overlay(g: Normandy44, _: Side | None) -> Overlay:
    """Hexes and hexsides that are bonded (8.5)."""
    names, atlas = g.board.names, g.board.atlas
    german, allied = bonds(g, GERMAN), bonds(g, ALLIED)
    edges = []
    for bonded in (german, allied):
        for direction in range(3):
            edges += [(names[m], names[atlas.around[m][direction]]) for m in each(bonded.sides[direction])]
    return Overlay("ZOC bonds", by_side(g, german.hexes, allied.hexes), tuple(edges))


def supply_overlay(g: Normandy44, _: Side | None) -> Overlay:
    """Where each side would be in supply."""
    return Overlay("Supply", by_side(g, supplied(g, GERMAN), supplied(g, ALLIED)))


def control_overlay(g: Normandy44, _: Side | None) -> Overlay:
    """Who holds towns and cities."""
    places = g.board.atlas.town | g.board.atlas.city
    return Overlay("Control", by_side(g, places & ~g.allied_control, places & g.allied_control))


def victory_overlay(g: Normandy44, _: Side | None) -> Overlay:
    """What hexes are worth to the Allies in the scenario being played."""
    rules = rules_of(g)
    value = {g.board.names[space]: Shade(worth) for space, worth in rules.worth(g).items()}
    return Overlay("Victory points", value, note=rules.worth_note)


def front_overlay(g: Normandy44, _: Side | None) -> Overlay:
    """The front of June 27."""
    names = g.board.names
    edges = tuple((names[a], names[b]) for a, b in sorted(g.board.sides["june-27"]) if a < b)
    return Overlay("Front of June 27", edges=edges)


def threat_overlay(g: Normandy44, side: Side | None) -> Overlay:
    """How much strength the enemy could bring against each hex next to its units."""
    enemy = Side(1 - side) if side is not None else GERMAN
    units = presence(g).units[enemy]
    found: dict[str, Shade] = {}
    near = g.board.atlas.zones.spread(presence(g).hexes[enemy]) & ~presence(g).hexes[enemy]
    for space in each(near & g.board.atlas.land):
        total = sum(strength(g, unit) for unit in each_unit(attackers_of(g, enemy, space, units)))
        if total:
            found[g.board.names[space]] = Shade(str(total))
    return Overlay("Threat", found, note=f"strength with which the {g.sides[enemy]} side could attack")


def reach(g: Normandy44, unit: UnitId) -> dict[Space, str]:
    """Where a counter could go now, and the points or hexes it would take."""
    atlas = g.board.atlas
    if not 0 <= g.space[unit] < atlas.size or atlas.roster.immobile >> unit & 1:
        return {}
    stuck = first_bar(movers(g, side_of(g, unit)), unit)
    if stuck is not None and stuck.rule != "9.1":
        return {}  # scattered, asleep, or an Ost battalion on turn 1
    frame = waiting(g)
    moving = frame if isinstance(frame, Moving) and frame.unit == unit else Moving(by=side_of(g, unit), unit=unit)
    allowed = set(moving.destinations(g))
    found: dict[Space, str] = {}
    for search in moving.searches(g):
        for to in allowed - found.keys():
            cost = search.cost(to)
            if cost is not None:
                found[to] = counted(cost, "hex") if search.mode in (1, 6) else in_points(cost)
    return found


def supply_line(g: Normandy44, unit: UnitId) -> list[Space] | Because:
    """A shortest line through supplied hexes to a source."""
    atlas, side, start = g.board.atlas, side_of(g, unit), g.space[unit]
    name = g.board.counters[unit].name
    if not 0 <= start < atlas.size:
        return Because("18.2", f"{name} is not on the map")
    inside, goal = supplied(g, side), sources(g, side)
    if not inside >> start & 1:
        return Because("18.2", f"{name} cannot trace a line of supply")
    blocked = bonds(g, Side(1 - side)).sides
    shadow = zone(g, Side(1 - side)) & ~presence(g).hexes[side]
    came: dict[Space, Space] = {start: start}
    queue = [start]
    for here in queue:
        if goal >> here & 1:
            path = [here]
            while path[-1] != start:
                path.append(came[path[-1]])
            return path[::-1]
        for direction, to in enumerate(atlas.around[here]):
            if to == NOWHERE or to in came or (here, to) in atlas.shut or blocked[direction] >> here & 1:
                continue
            if inside >> to & 1 and not (shadow >> here & 1 and shadow >> to & 1):
                came[to] = here
                queue.append(to)
    return [start]


def preview(g: Normandy44, action: Action | None) -> Preview | None:
    """The battle being prepared, or the best one that an attack with everything at hand would be."""
    frame = waiting(g)
    a: Assault | None = None
    if isinstance(frame, Defence | DefensiveSupport):
        return standing_fast(g, frame, action)
    if action is not None and action[0] == "attack" and isinstance(frame, Attacks):
        units = attackers_of(g, frame.by, action[1], able(g, frame.by, reserve=frame.reserve))
        a = Assault(by=frame.by, target=action[1], attackers=units)
    elif isinstance(frame, Assemble | MainForce | Support):
        a = frame.assault
        if action is not None and action[0] == "with":
            a = replace(a, attackers=a.attackers | 1 << action[1])
        elif not a.attackers and isinstance(frame, Assemble):  # nobody has joined yet: what everybody could do
            a = replace(a, attackers=attackers_of(g, a.by, a.target, able(g, a.by, reserve=frame.reserve)))
    if a is None or not a.attackers:
        return None
    return battle(g, a)


def standing_fast(g: Normandy44, frame: Defence | DefensiveSupport, action: Action | None) -> Preview | None:
    """The determined defence that is asked about: with the lead unit that is pointed at, or the best."""
    if isinstance(frame, DefensiveSupport):
        alone = action is not None and action[0] == "unsupported"
        return defence(g, frame.assault, frame.lead, 0 if alone else 1)
    lead = best_lead(g, frame.assault) if frame.firm else UnitId(-1)
    if action is not None and action[0] == "stand":
        lead = action[1]
    return defence(g, frame.assault, lead) if lead >= 0 else None


def battle(g: Normandy44, a: Assault) -> Preview | None:
    """The account of an attack with its best main force, and the exact chance of each outcome."""
    roster = g.board.atlas.roster
    if a.attackers & roster.us and a.attackers & roster.cw:
        us, cw = a.attackers & roster.us, a.attackers & roster.cw
        a = replace(a, attackers=max(us, cw, key=lambda units: sum(strength(g, u) for u in each_unit(units))))
    if not a.main:
        forces = sound_forces(g, a)
        if not forces:
            return Preview(
                title=f"Attack on {g.board.describe(a.target)}", lines=(Line("below 1-3: not allowed", "10.6"),)
            )
        a = replace(a, main=best_force(g, a, forces).main)
    ledger = odds(g, a)
    at = ledger.final().column
    possible = ledger.column >= 0  # 10.6: below the table it is an A1 whatever is rolled
    crt = g.board.crt
    names = g.board.counters
    found = Preview(
        title=f"Attack on {g.board.describe(a.target)}",
        lines=account(ledger, lambda unit: names[unit].name),
        column=crt.title(at) if possible else f"below {crt.title(0)}",
        faces=tuple((str(die), crt.read(die, at) if possible else "A1") for die in crt.rows),
        outcomes=likely(
            battle_chances(g, a), MEANING | {f"{name} held": "a determined defence holds" for name in MEANING}
        ),
        clears=float(clears(g, a)),
    )
    return engaged(found, g.board, a.attackers, a.target)


def best_force(g: Normandy44, a: Assault, sound: list[Force]) -> Force:
    """The main assault force with the best column; of equals the first."""
    return max(sound, key=lambda force: odds(g, replace(a, main=force.main), keep=False).column)


def usual(g: Normandy44) -> Action | None:
    """The main assault force that promises most: a player who does not choose means that one."""
    frame = waiting(g)
    return best_force(g, frame.assault, sound_forces(g, frame.assault)).action if isinstance(frame, MainForce) else None


def inspect(g: Normandy44, space: Space) -> list[Line]:
    """Zones, bonds, supply, bonus and victory value of a hex."""
    atlas, bit = g.board.atlas, BITS[space]
    if space >= atlas.size or not atlas.land & bit:
        return []
    found = [Line(f"in a zone of the {g.sides[side]} side", "8.1") for side in (GERMAN, ALLIED) if zone(g, side) & bit]
    found += [
        Line(f"bonded by the {g.sides[side]} side", "8.5.1") for side in (GERMAN, ALLIED) if bonds(g, side).hexes & bit
    ]
    found += [
        Line(f"{g.sides[side]} units here are in supply", "18.2")
        for side in (GERMAN, ALLIED)
        if supplied(g, side) & bit
    ]
    if g.board.ground[space].dcb:
        found.append(Line(f"defensive bonus {g.board.ground[space].dcb}", "11.2"))
    if atlas.hilltop & bit:
        found.append(Line("hilltop: attacks shift one column left", "11.8"))
    if (improved(g, GERMAN) | improved(g, ALLIED)) & bit:
        found.append(Line("improved position", "16.1.1"))
    if (atlas.town | atlas.city) & bit:
        found.append(Line(f"held by the {g.sides[int(bool(g.allied_control & bit))]} side", "2.2.5"))
    return found


QUERIES = Queries(
    overlays={
        "zones": zone_overlay,
        "bonds": bond_overlay,
        "supply": supply_overlay,
        "control": control_overlay,
        "threat": threat_overlay,
        "victory": victory_overlay,
        "front": front_overlay,
    },
    reach=reach,
    supply_line=supply_line,
    preview=preview,
    inspect=inspect,
    standing=standing,
    arrivals=arrivals,
    usual=usual,
    meanings={"Combat": MEANING, "Beach assault": BEACH_MEANING, "Determined defence": DEFENCE_MEANING},
)
