"""Bringing units up for attacks: who can reach the hexes around a target, and whether the odds are worth it."""

from typing import NamedTuple

from bocage.games.normandy71.board import each_unit
from bocage.games.normandy71.computer.chances import (
    Fight,
    chances,
    column_of,
    defence_at,
    driven_off,
    ground_addition,
    worth,
)
from bocage.games.normandy71.computer.garrisons import Garrison, Promise, promise
from bocage.games.normandy71.computer.ways import Stacks, Ways
from bocage.games.normandy71.rules.r05_combat import able_to_attack
from bocage.games.normandy71.rules.r06_naval_gunfire import in_range, strength_of, strongest
from bocage.games.normandy71.rules.r07_zones_of_control import held
from bocage.games.normandy71.sides import ALLIED, other
from bocage.games.normandy71.state import Game71
from bocage.kernel.ids import Side, Space, Spaces, UnitId, Units
from bocage.kernel.spaces import BITS, spaces

TIED_UP = 0.04
"""What it costs to have one more unit in an attack."""
LEAST = 0.12
"""What an attack must promise to be made."""
TARGETS = 14
"""How many targets are looked at."""


class Planned(NamedTuple):
    """An attack to be set up by movement."""

    target: Space
    units: dict[UnitId, Space]
    worth: float
    chance: str
    """How likely it is to drive the enemy off, in words."""


class Ships:
    """The missions that are left while attacks are planned."""

    def __init__(self, g: Game71, *, attacking: bool) -> None:
        self.strength = [strength_of(g.board, n, attacking=attacking) for n in range(len(g.board.missions))]
        self.left = [row.number for row in g.board.missions]

    def best(self, g: Game71, target: Space) -> int:
        """The mission that would help most, -1 for none."""
        able = [n for n, left in enumerate(self.left) if left and in_range(g.board, n, target)]
        return max(able, key=lambda n: self.strength[n], default=-1)


def plan_attacks(
    g: Game71, side: Side, ways: Ways, stacks: Stacks, prizes: dict[Space, float], most: int
) -> list[Planned]:
    """The attacks to be set up, the most rewarding first; `stacks` takes the orders."""
    free = able_to_attack(g, sum(1 << unit for unit in ways.ends))
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


class Force:
    """Units gathered around a target one after another."""

    def __init__(self, g: Game71, side: Side, target: Space, prize: float, ships: Ships | None) -> None:
        self.g, self.side, self.target, self.prize = g, side, target, prize
        self.placed: dict[UnitId, Space] = {}
        self.units: Units = 0
        self.sites: Spaces = 0
        self.ground = ground_addition(g, target)
        self.strength, self.against = 0, 0
        if ships is not None and (n := ships.best(g, target)) >= 0:
            self.strength = ships.strength[n]
        if side != ALLIED:
            self.against = strongest(g.board, target, attacking=False)

    def join(self, unit: UnitId, space: Space) -> None:
        """One more takes part, from a hex."""
        self.placed[unit] = space
        self.units |= 1 << unit
        self.sites |= BITS[space]
        self.strength += self.g.board.strength[unit]

    def promise(self) -> Promise:
        """What the attack brings as it stands."""
        return promise(self.g, self.side, self.target, self._against)

    def _against(self, garrison: Garrison) -> tuple[float, float]:
        g = self.g
        defence = max(1.0, defence_at(g, garrison.units)) + self.against
        found = chances(g.board, column_of(g.board, self.strength, defence), self._addition())
        fight = Fight(self.target, self.units, garrison.units, self.sites)
        return worth(g, self.side, fight, found, self.prize), driven_off(found)

    def _addition(self) -> int:
        board = self.g.board
        over = all((space, self.target) in board.over_river for space in self.placed.values())
        river = board.addition["river"] if over else 0
        return min(self.ground + river if self.g.adding_up else max(self.ground, river), 9)


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
    sites = spaces(g.board.attack_from[target]) & ~held(g, other(side))
    coming = _who_can_come(g, ways, free, target, sites)
    if not coming:
        return None
    force = Force(g, side, target, prize, ships)
    best: Planned | None = None
    for unit in coming:
        space = _site(g, stacks, ways.ends[unit] & sites, unit, target)
        if space is None:
            continue
        force.join(unit, space)
        stacks.put(unit, space)
        promised = force.promise()
        value = promised.worth - TIED_UP * len(force.placed)
        if value > (best.worth if best else LEAST):
            best = Planned(target, dict(force.placed), value, promised.told("it"))
    for unit, space in force.placed.items():
        stacks.take(unit, space)
    return best


def _who_can_come(g: Game71, ways: Ways, free: Units, target: Space, sites: Spaces) -> list[UnitId]:
    """The strongest infantry first, armour after it where it may attack; no one without infantry."""
    board = g.board
    foot = [u for u in each_unit(free & ~board.armor) if ways.ends[u] & sites]
    tanks = [u for u in each_unit(free & board.armor) if ways.ends[u] & sites] if foot else []
    if board.bocage & BITS[target]:
        tanks = []
    return [*sorted(foot, key=lambda u: -board.strength[u]), *sorted(tanks, key=lambda u: -board.strength[u])]


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
