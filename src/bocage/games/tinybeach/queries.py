"""What a player may ask: zones, supply, who holds what, reach, and the odds of a battle."""

from fractions import Fraction

from bocage.games.tinybeach.rules.r04_zones_of_control import zones
from bocage.games.tinybeach.rules.r05_movement import unit_reach
from bocage.games.tinybeach.rules.r06_combat import Muster, able, odds
from bocage.games.tinybeach.rules.r07_results import MEANING as RESULTS
from bocage.games.tinybeach.rules.r08_supply import in_supply, supplied
from bocage.games.tinybeach.sides import ALLIED, GERMAN
from bocage.games.tinybeach.standing import arrivals, standing
from bocage.games.tinybeach.state import Tiny
from bocage.kernel.actions import Action
from bocage.kernel.counters import other
from bocage.kernel.flow import waiting
from bocage.kernel.ids import Side, Space, UnitId, Units
from bocage.kernel.probability import outcomes
from bocage.kernel.queries import Line, Overlay, Preview, Queries, Shade, account, by_side, engaged, likely
from bocage.kernel.spaces import bit, each
from bocage.kernel.supply import path
from bocage.kernel.verdict import Because
from bocage.kernel.wording import in_points

MEANING = {
    "A1": "the attacker loses a step",
    "EX": "both lose a step",
    "DR": "the defender retreats",
    "D1": "the defender loses a step and retreats",
    "D2": "the defender loses two steps and retreats",
}


def zone_overlay(g: Tiny, _: Side | None) -> Overlay:
    """Both sides' zones of control."""
    land = g.board.land
    return Overlay("Zones of control", by_side(g, zones(g, ALLIED) & land, zones(g, GERMAN) & land))


def supply_overlay(g: Tiny, _: Side | None) -> Overlay:
    """Where each side would be in supply."""
    return Overlay("Supply", by_side(g, supplied(g, ALLIED), supplied(g, GERMAN)))


def control_overlay(g: Tiny, _: Side | None) -> Overlay:
    """Who holds the objectives."""
    held = {s: ALLIED if g.allied_hold & bit(s) else GERMAN for s in g.board.objectives}
    return Overlay(
        "Objectives",
        {g.board.names[s]: Shade(f"{g.sides[held[s]]} {g.board.objectives[s]} VP", (held[s],)) for s in held},
    )


def threat_overlay(g: Tiny, side: Side | None) -> Overlay:
    """How much strength the enemy could bring against each hex next to its counters."""
    enemy = other(side) if side is not None else GERMAN
    found: dict[str, Shade] = {}
    for space in each(g.board.adjacency.spread(g.occupied(enemy)) & g.board.land & ~g.occupied(enemy)):
        strength = sum(g.strength(UnitId(n)) for n in each(able(g, enemy, space)))
        if strength:
            found[g.board.names[space]] = Shade(str(strength))
    return Overlay("Threat", found, note=f"strength with which the {g.sides[enemy]} side could attack")


def reach(g: Tiny, unit: UnitId) -> dict[Space, str]:
    """Where a counter could go, and the points it would spend."""
    if not bit(g.space[unit]) & g.board.hexes or not g.board.units[unit].allowance:
        return {}
    return {space: in_points(cost) for space, cost in unit_reach(g, unit).cost.items()}


def supply_line(g: Tiny, unit: UnitId) -> list[Space] | Because:
    """The shortest line to a source."""
    board, side = g.board, g.board.units[unit].side
    if not bit(g.space[unit]) & board.hexes:
        return Because("8.1", f"{board.units[unit].name} is not on the map")
    sources = board.beaches if side == ALLIED else board.entry
    found = path(board.adjacency, g.space[unit], sources & supplied(g, side), supplied(g, side))
    if found is None:
        return Because("8.2", f"{board.units[unit].name} is cut off")
    return found


def preview(g: Tiny, action: Action | None) -> Preview | None:
    """The battle that is being prepared, or the one that an attack with everything would be."""
    frame = waiting(g)
    if action is not None and action[0] == "attack":
        side = frame.by if frame is not None else ALLIED
        return battle(g, able(g, side, action[1]), action[1])
    if isinstance(frame, Muster):
        joined = 1 << action[1] if action is not None and action[0] == "join" else 0
        attackers = frame.attackers | joined or able(g, frame.by, frame.target)
        return battle(g, attackers, frame.target)
    return None


def battle(g: Tiny, attackers: Units, target: Space) -> Preview | None:
    """The account of a battle and the exact chance of each result."""
    if not attackers or not g.here.get(target):
        return None
    board = g.board
    ledger = odds(g, attackers, target)
    column = ledger.final().column
    found = Preview(
        title=f"Attack on {board.describe(target)}",
        lines=account(ledger, lambda unit: board.units[unit].name),
        column=board.crt.title(column),
        faces=tuple((str(die), board.crt.read(die, column)) for die in board.crt.rows),
        outcomes=likely(outcomes(board.crt, column), MEANING),
        clears=float(clears(g, target, column)),
    )
    return engaged(found, board, attackers, target)


def clears(g: Tiny, target: Space, column: int) -> Fraction:
    """The chance that no defender is left: a retreat clears the hex, and so do losses that take every step."""
    steps = sum(g.steps[unit] for unit in each(g.here.get(target, 0)))
    return sum(
        (chance for result, chance in outcomes(g.board.crt, column).items() if _empties(result, steps)), Fraction(0)
    )


def _empties(result: str, steps: int) -> bool:
    _, lost, retreats = RESULTS[result]
    return retreats or lost >= steps


def inspect(g: Tiny, space: Space) -> list[Line]:
    """Zones, supply and victory value of a hex."""
    board = g.board
    if not bit(space) & board.hexes:
        return []
    zoned = [side for side in (ALLIED, GERMAN) if zones(g, side) & bit(space)]
    found = [Line(f"in a zone of the {g.sides[side]} side", "4.1") for side in zoned]
    if space in board.objectives:
        holder = g.sides[ALLIED if g.allied_hold & bit(space) else GERMAN]
        found.append(Line(f"objective, {board.objectives[space]} VP, held by {holder}", "11.1"))
    hungry = [unit for unit in each(g.here.get(space, 0)) if not in_supply(g, UnitId(unit))]
    return found + [Line(f"{board.units[unit].name} is out of supply", "8.3") for unit in hungry]


QUERIES = Queries(
    overlays={
        "zones": zone_overlay,
        "supply": supply_overlay,
        "control": control_overlay,
        "threat": threat_overlay,
    },
    reach=reach,
    supply_line=supply_line,
    preview=preview,
    inspect=inspect,
    standing=standing,
    arrivals=arrivals,
    meanings={"Combat": MEANING},
)
