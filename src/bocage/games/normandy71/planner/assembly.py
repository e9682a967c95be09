"""Bringing units up for attacks: who can reach the hexes around a target, and whether the odds are worth it."""

from typing import NamedTuple

from bocage.games.normandy71.board import ALLIED, each_unit, other
from bocage.games.normandy71.planner.chances import (
    Fight,
    chances,
    column_of,
    defence_at,
    driven_off,
    ground_addition,
    worth,
)
from bocage.games.normandy71.planner.garrisons import Garrison, promise
from bocage.games.normandy71.planner.ways import Stacks, Ways
from bocage.games.normandy71.state import Game71
from bocage.games.normandy71.zones_of_control import held
from bocage.kernel.ids import Side, Space, Spaces, UnitId, Units
from bocage.kernel.spaces import BITS, spaces

TIED_UP = 0.04
"""What it costs to have one more unit in an attack."""
LEAST = 0.12
"""An attack must promise so much to be made."""
TARGETS = 14
"""So many targets are looked at."""


class Planned(NamedTuple):
    """An attack to be set up by movement."""

    target: Space
    units: dict[UnitId, Space]
    worth: float
    chance: str
    """How likely it drives the enemy off, in words."""


class Ships:
    """The missions that are left while attacks are planned."""

    def __init__(self, g: Game71, *, attacking: bool) -> None:
        self.rows = [(row.range, row.attack if attacking else row.defence) for row in g.board.missions]
        self.left = [row.number for row in g.board.missions]

    def best(self, g: Game71, target: Space) -> int:
        """The mission that would help most, -1 for none."""
        far = g.board.sea_distance[target]
        able = [n for n, (reach, _) in enumerate(self.rows) if reach >= far and self.left[n]]
        return max(able, key=lambda n: self.rows[n][1], default=-1)


def able_to_attack(g: Game71, side: Side, units: Units) -> Units:
    """Who may attack at all in the coming combat phase, as far as one knows now."""
    board = g.board
    found = units & board.of_side[side] & ~(g.unsupplied | g.digging | board.defends_only)
    return found & ~board.paratroops if g.turn == 1 else found


def plan_attacks(
    g: Game71, side: Side, ways: Ways, stacks: Stacks, prizes: dict[Space, float], most: int
) -> list[Planned]:
    """The attacks to be set up, the most rewarding first; `stacks` takes the orders."""
    free = able_to_attack(g, side, sum(1 << unit for unit in ways.ends))
    ships = Ships(g, attacking=True) if side == ALLIED else None
    made: list[Planned] = []
    order = sorted(prizes, key=lambda target: -prizes[target])[:TARGETS]
    while order and len(made) < most:
        found = [
            (one, target)
            for target in order
            if (one := _muster(g, side, ways, stacks, free, target, prizes[target], ships))
        ]
        if not found:
            break
        best, target = max(found, key=lambda pair: pair[0].worth)
        order = [other_target for _, other_target in found if other_target != target]
        made.append(best)
        for unit, space in best.units.items():
            stacks.put(unit, space)
            free &= ~(1 << unit)
        if ships is not None and (n := ships.best(g, target)) >= 0:
            ships.left[n] -= 1
    return made


def _muster(
    g: Game71,
    side: Side,
    ways: Ways,
    stacks: Stacks,
    free: Units,
    target: Space,
    prize: float,
    ships: Ships | None,
) -> Planned | None:
    """The best force that can be brought against a target."""
    board = g.board
    sites = spaces(board.attack_from[target]) & ~held(g, other(side))
    armored = not board.bocage & BITS[target]
    foot = [u for u in each_unit(free & ~board.armor) if ways.ends[u] & sites]
    if not foot:
        return None
    tanks = [u for u in each_unit(free & board.armor) if ways.ends[u] & sites] if armored else []
    foot.sort(key=lambda u: -board.strength[u])
    tanks.sort(key=lambda u: -board.strength[u])
    guns = 0
    if ships is not None and (n := ships.best(g, target)) >= 0:
        guns = ships.rows[n][1]
    against = 0
    if side != ALLIED:
        far = board.sea_distance[target]
        against = 10 if far <= 2 else 5 if far <= 6 else 0
    ground = ground_addition(g, target)
    best: Planned | None = None
    placed: dict[UnitId, Space] = {}
    joined, at, strength, pips = 0, 0, guns, 0

    def weigh(garrison: Garrison) -> tuple[float, float]:
        defence = max(1.0, defence_at(g, garrison.units)) + against
        found = chances(board, column_of(board, strength, defence), min(pips, 9))
        return worth(g, side, Fight(target, joined, garrison.units, at), found, prize), driven_off(found)

    for unit in (*foot, *tanks):
        space = _site(g, stacks, ways.ends[unit] & sites, unit, target)
        if space is None:
            continue
        placed[unit] = space
        stacks.put(unit, space)
        joined, at, strength = joined | 1 << unit, at | BITS[space], strength + board.strength[unit]
        river = board.addition["river"] if all((s, target) in board.over_river for s in placed.values()) else 0
        pips = ground + river if g.adding_up else max(ground, river)
        promised = promise(g, side, target, weigh)
        value = promised.worth - TIED_UP * len(placed)
        if value > (best.worth if best else LEAST):
            best = Planned(target, dict(placed), value, promised.told("it"))
    for unit, space in placed.items():
        stacks.take(unit, space)
    return best


def _site(g: Game71, stacks: Stacks, sites: Spaces, unit: UnitId, target: Space) -> Space | None:
    """The hex from which a unit attacks: this side of the river, in good ground, beside infantry for armor."""
    board, best, most = g.board, None, -99.0
    armor = bool(board.armor >> unit & 1)
    for space in board.attack_from[target]:
        if not sites & BITS[space] or not stacks.room(unit, space):
            continue
        if armor and not stacks.at.get(space, 0) & ~(board.armor | board.defends_only):
            continue
        score = 0.0 if (space, target) in board.over_river else 2.0
        score += 0.5 if space == g.space[unit] else 0.0
        score += 0.3 * bool(board.bocage & BITS[space]) - 0.2 * stacks.at.get(space, 0).bit_count()
        if score > most:
            best, most = space, score
    return best
