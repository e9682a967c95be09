"""What a player may ask: zones, supply, cities, gunfire, reach, lines of supply, and the odds of a combat."""

from bocage.games.normandy71.rules.r04_movement import allowance, landing_reach, walk
from bocage.games.normandy71.rules.r05_combat import Attack, defenders_of, fit_to_attack, may_attack, odds
from bocage.games.normandy71.rules.r05_combat_phase import Allocation, Muster, Resolution
from bocage.games.normandy71.rules.r06_naval_gunfire import Gunfire, Shot
from bocage.games.normandy71.rules.r07_zones_of_control import held, zone
from bocage.games.normandy71.rules.r09_supply import supplied, supply_areas
from bocage.games.normandy71.rules.r09_supply import supply_line as line_of_supply
from bocage.games.normandy71.rules.r11_terrain import RULES, additions, row_of
from bocage.games.normandy71.rules.r17_results import CLEARING, MEANING
from bocage.games.normandy71.sides import ALLIED, GERMAN, other
from bocage.games.normandy71.sketch import plan, sketch
from bocage.games.normandy71.standing import arrivals, standing
from bocage.games.normandy71.state import Game71
from bocage.kernel.actions import Action
from bocage.kernel.flow import waiting
from bocage.kernel.ids import Side, Space, UnitId
from bocage.kernel.queries import Line, Overlay, Preview, Queries, Shade, account, by_side, engaged, likely
from bocage.kernel.spaces import bit, each
from bocage.kernel.verdict import Because
from bocage.kernel.wording import counted, in_points


def zone_overlay(g: Game71, _: Side | None) -> Overlay:
    """Both sides' zones of control."""
    land = g.board.land
    return Overlay("Zones of control", by_side(g, zone(g, ALLIED) & land, zone(g, GERMAN) & land))


def supply_overlay(g: Game71, side: Side | None) -> Overlay:
    """Where each side would be in supply, as far as one knows."""
    note = "" if side == ALLIED else "from the beaches where reinforcements were seen to land"
    return Overlay("Supply", by_side(g, supplied(g, ALLIED), supplied(g, GERMAN)), note=note)


def control_overlay(g: Game71, _: Side | None) -> Overlay:
    """Which side was last in each hex of the cities that count."""
    found = {}
    for city in g.board.cities:
        for space in each(city.hexes):
            holder = ALLIED if g.allied_cities & bit(space) else GERMAN
            words = f"{g.sides[holder]}: {city.name}, {city.points} VP"
            found[g.board.names[space]] = Shade(words, (holder,))
    return Overlay("Cities", found)


def gunfire_overlay(g: Game71, _: Side | None) -> Overlay:
    """How heavy the ships are that reach each hex."""
    board = g.board
    found: dict[str, Shade] = {}
    for space in each(board.land):
        near = [row.mission for row in board.missions if board.sea_distance[space] <= row.range]
        if near:
            found[board.names[space]] = Shade(near[0])
    return Overlay("Naval gunfire", found, note="the strongest mission in range")


def threat_overlay(g: Game71, side: Side | None) -> Overlay:
    """The strength the enemy could bring against each hex next to its units."""
    enemy = other(side) if side is not None else GERMAN
    fit = fit_to_attack(g, enemy, 0)
    found = {}
    for space in each(zone(g, enemy) & g.board.land & ~held(g, enemy)):
        strength = sum(g.board.strength[unit] for unit in each(may_attack(g, fit, space)))
        if strength:
            found[g.board.names[space]] = Shade(str(strength))
    return Overlay("Threat", found, note=f"strength with which the {g.sides[enemy]} side could attack")


def reach(g: Game71, unit: UnitId) -> dict[Space, str]:
    """Where a counter could go if it moved now, and the points it would spend."""
    board, at = g.board, g.space[unit]
    second = bool(getattr(waiting(g), "second", False))
    if at in board.beach_hex:
        beach, points = landing_reach(g, unit, at, second)
        found = {beach: "the beach"}
        at = beach
    elif 0 <= at < board.first_box:
        points, found = allowance(g, unit, second), {}
    else:
        return {}
    cost = walk(g, unit, at, points, second, fresh=not found).cost
    return found | {space: in_points(spent) for space, spent in cost.items()}


def supply_line(g: Game71, unit: UnitId) -> list[Space] | Because:
    """The line to a road and along it, or why there is none."""
    board = g.board
    name, at = board.unit_name(unit), g.space[unit]
    if not 0 <= at < board.first_box:
        return Because("Supply", f"{name} is not on the map")
    side = board.side_of[unit]
    if not supplied(g, side) & bit(at):
        return Because("Supply.D", f"no line of supply reaches {name}")
    if side == ALLIED and supply_areas(g) & bit(at):
        return [at]
    found = line_of_supply(g, unit)
    return found if found is not None else [at]  # a German near the edge needs no road (Supply.I)


def preview(g: Game71, action: Action | None) -> Preview | None:
    """The combat that is being prepared, or the one that an attack with everything would be."""
    frame = waiting(g)
    if isinstance(frame, Allocation) and action is not None and action[0] == "attack":
        attackers = may_attack(g, frame.fit & ~frame.spent(), action[1])
        return combat(g, frame.by, Attack((action[1],), attackers, 0), ())
    if isinstance(frame, Muster):
        more = 1 << action[1] if action is not None and action[0] == "join" else 0
        attackers = frame.attackers | more or frame.able(g)
        return combat(g, frame.by, Attack(frame.hexes, attackers, 0), ())
    if isinstance(frame, Gunfire):
        return under_fire(g, frame, (action[1], action[2]) if action is not None and action[0] == "fire" else None)
    if isinstance(frame, Resolution):
        wanted = action[1] if action is not None and action[0] == "resolve" else frame.attacks[0].targets[0]
        found = next((attack for attack in frame.attacks if wanted in attack.targets), None)
        return combat(g, frame.by, found, frame.shots) if found else None
    return None


def under_fire(g: Game71, frame: Gunfire, shot: Shot | None) -> Preview | None:
    """The combat that a mission would support; before one is pointed at, the first that could have one."""
    below = next((below for below, _ in g.stack if hasattr(below, "attacks")), None)
    attacks: tuple[Attack, ...] = getattr(below, "attacks", ())
    at = frame.targets[0] if shot is None else shot[1]
    attack = next((attack for attack in attacks if at in attack.targets), None)
    by = ALLIED if frame.attacking else GERMAN
    return combat(g, by, attack, (*frame.shots, *([shot] if shot else []))) if attack else None


def combat(g: Game71, by: Side, attack: Attack, shots: tuple[Shot, ...]) -> Preview | None:
    """The account of a combat and the exact chance of each result; of what an entrenchment hides, nothing."""
    board = g.board
    defenders = attack.defenders or defenders_of(g, other(by), attack.targets)
    title = f"Attack on {' and '.join(board.describe(target) for target in attack.targets)}"
    if not attack.attackers:
        return None
    # Until the attack is committed an Allied player counts what is seen, and there may be more under a marker.
    covered = [t for t in attack.targets if not attack.defenders and by == ALLIED and g.dug_in[GERMAN] & bit(t)]
    unseen = Line("What the entrenchment hides is seen when the attack is committed", "Entrenchment.B")
    if not defenders or any(not g.units_at(target, GERMAN) for target in covered):
        return Preview(title, (unseen,))
    ledger = odds(g, Attack(attack.targets, attack.attackers, defenders), shots)
    column = ledger.final().column
    dice = [(die, board.crt.read(row_of(die, ledger.modifier), column)) for die in range(1, 7)]
    found = Preview(
        title=title,
        lines=(*account(ledger, lambda unit: board.counters[unit].name), *((unseen,) if covered else ())),
        column=board.crt.title(column),
        faces=tuple((str(die), result) for die, result in dice),
        outcomes=likely(ledger.outcomes(), MEANING),
        clears=None if covered else float(sum(ledger.outcomes().get(result, 0) for result in CLEARING)),
    )
    return engaged(found, board, attack.attackers, *attack.targets)


def inspect(g: Game71, space: Space) -> list[Line]:
    """Zones, supply, gunfire and what the ground adds to a die."""
    board = g.board
    if not bit(space) & board.hexes:
        return []
    here = bit(space)
    found = [
        Line(f"controlled by the {g.sides[side]} side", "Zones") for side in (ALLIED, GERMAN) if zone(g, side) & here
    ]
    if here & board.land:
        fed = [g.sides[side] for side in (ALLIED, GERMAN) if supplied(g, side) & here]
        found.append(Line(f"in supply for: {', '.join(fed) or 'nobody'}", "Supply"))
        found += [Line(f"{pips:+d} to the attacker's die: {why}", RULES[why]) for why, pips in additions(g, 0, space)]
        found.append(Line(f"{counted(board.sea_distance[space], 'hex')} from the sea", "Naval"))
        found.append(Line(f"{counted(board.coast_distance[space], 'hex')} deep", "Victory.Depth"))
    for city in board.cities:
        if city.hexes & here:
            found.append(Line(f"{city.name}, {city.points} victory points", "Victory.City"))
    if g.lost_beaches & here:
        found.append(Line("a beach that Germans have entered", "Supply.H"))
    return found


QUERIES = Queries(
    overlays={
        "zones": zone_overlay,
        "supply": supply_overlay,
        "control": control_overlay,
        "gunfire": gunfire_overlay,
        "threat": threat_overlay,
    },
    reach=reach,
    supply_line=supply_line,
    preview=preview,
    inspect=inspect,
    standing=standing,
    arrivals=arrivals,
    plan=plan,
    sketch=sketch,
    meanings={"Combat": MEANING},
)
