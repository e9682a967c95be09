"""The Terrain Effects Chart: what ground adds to the attacker's die. What it costs to enter is on the board."""

from bocage.games.normandy71.board import MAX_TOTAL, Normandy, each_unit
from bocage.games.normandy71.state import Game71
from bocage.kernel.ids import Space, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import bit

RULES = {
    "bocage": "Terrain.Bocage",
    "city": "Terrain.City",
    "fort": "Terrain.Fort",
    "entrenched": "Terrain.Entrenched",
    "river": "Terrain.River",
}


@rule("Terrain.Bocage", "Terrain.City", "Terrain.Fort", "Terrain.Entrenched", "Terrain.River", "Entrenchment.A")
def additions(g: Game71, attackers: Units, target: Space) -> list[tuple[str, int]]:
    """What the ground under a defender adds to the attacker's die, one entry for each reason."""
    board, here = g.board, bit(target)
    reasons = []
    if here & board.bocage:
        reasons.append("bocage")
    if here & board.city:
        reasons.append("city")
    if here & board.fort:
        reasons.append("fort")
    elif here & (g.dug_in[0] | g.dug_in[1]):
        reasons.append("entrenched")
    if attackers and all_over_river(g, attackers, target):
        reasons.append("river")
    return [(reason, board.addition[reason]) for reason in reasons]


def all_over_river(g: Game71, attackers: Units, target: Space) -> bool:
    """Does a river lie between the target and every attacker? One on the near bank spoils the obstacle."""
    rivers = g.board.over_river
    return all((g.space[unit], target) in rivers for unit in each_unit(attackers))


@rule("Terrain")
def total_addition(g: Game71, found: list[tuple[str, int]]) -> list[tuple[str, int]]:
    """The additions that count: all of them, or the largest alone, as the players agreed."""
    if g.adding_up or len(found) < 2:
        return found
    return [max(found, key=lambda reason: reason[1])]


def row_of(die: int, addition: int) -> int:
    """The row of the Combat Results Table; nothing lies beyond the last."""
    return min(die + addition, MAX_TOTAL)


@rule("Terrain.Clear", "Terrain.Road", "Terrain.A", "Terrain.Sea", "Terrain.D", "Terrain.Flooded", "Movement.I")
def entry_cost(board: Normandy, a: Space, b: Space, *, fast: bool, roads: bool = True) -> int | None:
    """What a step costs in sixths of a movement point, zones apart; `None` into or across the sea."""
    return board.step_cost(a, b, fast, roads)


def landing_cost(board: Normandy, space: Space, *, fast: bool) -> int:
    """What the first hex costs a unit that comes from a beach box or from beyond the edge."""
    return board.cost[board.terrain[space]][fast]
