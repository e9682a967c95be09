"""The Combat Results Table as chances, and what a result is worth to either side."""

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from bocage.games.normandy71.board import Normandy, each_unit
from bocage.games.normandy71.computer.outlook import full_time, phases_left
from bocage.games.normandy71.rules.r05_combat import Attack, armor_alone, odds
from bocage.games.normandy71.rules.r06_naval_gunfire import Shot, strongest
from bocage.games.normandy71.rules.r07_zones_of_control import held, zone
from bocage.games.normandy71.rules.r11_terrain import row_of, total_addition
from bocage.games.normandy71.sides import other
from bocage.games.normandy71.state import Game71
from bocage.kernel.ids import Side, Space, Spaces, Units
from bocage.kernel.spaces import BITS, bit

DIE = range(1, 7)
POINT_WORTH = (0.05, 0.09)
"""Victory points for a strength point, Allied and German: the Allies have more of them."""
LAST_EXIT = 1
"""A unit with no more ways back than this may find none next turn."""
LAST_WORTH = 0.15
"""What is left of that when the last day ends: only the map counts then."""


@cache
def chances(board: Normandy, column: int, addition: int) -> Mapping[str, float]:
    """How likely each result is on a column with something added to the die."""
    found = dict.fromkeys(("AX", "AR", "EX", "DR", "DX"), 0.0)
    for die in DIE:
        found[board.crt.read(row_of(die, addition), column)] += 1 / 6
    return found


def column_of(board: Normandy, attack: float, defence: float) -> int:
    """The column for two strengths, the first and the last for what lies beyond them."""
    if attack >= defence:
        return min(int(attack // max(defence, 0.5)), len(board.crt.columns) - 1)
    return 0


def driven_off(found: Mapping[str, float]) -> float:
    """How likely it is that the defender has left the hex."""
    return found["EX"] + found["DR"] + found["DX"]


def ground_addition(g: Game71, space: Space) -> int:
    """What the ground and the works in a hex add to the attacker's die, rivers apart."""
    board, here, found = g.board, BITS[space], []
    for name, mask in (("bocage", board.bocage), ("city", board.city), ("fort", board.fort)):
        if mask & here:
            found.append((name, board.addition[name]))
    if here & (g.dug_in[0] | g.dug_in[1]) and not here & board.fort:
        found.append(("entrenched", board.addition["entrenched"]))
    return sum(pips for _, pips in total_addition(g, found))


def defence_at(g: Game71, units: Units) -> float:
    """The defence of some units in one hex as far as one can tell: half for armour on its own."""
    board = g.board
    strength = sum(board.strength[unit] for unit in each_unit(units))
    return strength / 2 if armor_alone(board, units) else float(strength)


def can_fall_back(g: Game71, side: Side, space: Space, attackers: Spaces) -> bool:
    """Whether a way of two hexes lies open, with the attackers where they stand."""
    board = g.board
    shut = held(g, other(side)) | zone(g, other(side)) | attackers | board.adjacency.spread(attackers)
    near = board.ways_back.spread(bit(space)) & ~shut
    return bool(board.ways_back.spread(near) & ~shut & ~board.adjacency.dilate(bit(space), 1))


def in_a_trap(g: Game71, side: Side, space: Space) -> bool:
    """Whether one hex at most lies open behind a stack with enemies about: shut that, and a retreat destroys it."""
    board, enemy = g.board, other(side)
    watched = zone(g, enemy)
    if not watched & board.adjacency.dilate(BITS[space], 1):
        return False
    return (board.ways_back.spread(BITS[space]) & ~(watched | held(g, enemy))).bit_count() <= LAST_EXIT


def result_chances(g: Game71, attack: Attack, shots: tuple[Shot, ...]) -> Mapping[str, float]:
    """The exact chances of one combat, from the account that the game itself keeps."""
    ledger = odds(g, attack, shots, keep=False)
    return chances(g.board, ledger.final().column, ledger.modifier)


def worth(g: Game71, side: Side, fight: "Fight", found: Mapping[str, float], prize: float) -> float:
    """What an attack brings on average: `prize` for driving the defender off, and the strength lost by both."""
    strength = g.board.strength
    price = sum(strength[unit] for unit in each_unit(fight.attackers))
    kill = sum(strength[unit] for unit in each_unit(fight.defenders))
    # Units that need no supply get behind every line: German reconnaissance is worth twice its strength.
    kill += sum(strength[unit] for unit in each_unit(fight.defenders & g.board.rovers))
    time = LAST_WORTH + (1 - LAST_WORTH) * phases_left(g) / full_time(g)
    mine, theirs = time * POINT_WORTH[side], time * POINT_WORTH[other(side)]
    doomed = found["DR"] and not can_fall_back(g, other(side), fight.target, fight.sites)
    thrown_back = found["AR"] and price * mine * (0.15 if _backs_are_free(g, side, fight.sites) else 0.9)
    total = found["DX"] * (prize + kill * theirs)
    total += found["EX"] * (prize + kill * theirs - min(price, kill) * mine)
    total += found["DR"] * (prize * 0.9 + kill * theirs * (1.0 if doomed else 0.15))
    return total - found["AX"] * price * mine - found["AR"] * thrown_back


class Fight(NamedTuple):
    """A combat that may be fought: by whom, against whom, and from which hexes."""

    target: Space
    attackers: Units
    defenders: Units
    sites: Spaces


def fight_of(g: Game71, attack: Attack) -> Fight:
    """A combat as it was allocated."""
    sites = 0
    for unit in each_unit(attack.attackers):
        sites |= BITS[g.space[unit]]
    return Fight(attack.targets[0], attack.attackers, attack.defenders, sites)


def _backs_are_free(g: Game71, side: Side, at: Spaces) -> bool:
    """Whether attackers thrown back have somewhere to go."""
    board = g.board
    shut = held(g, other(side)) | zone(g, other(side)) | board.sea
    near = board.ways_back.spread(at) & ~shut
    return bool(board.ways_back.spread(near) & ~shut & ~at)


def sight(g: Game71, space: Space, near: float) -> float:
    """The attack that a hex must expect of Allied units nearby, with the ships that reach it."""
    board = g.board
    if near <= 0:
        return 0.0
    guns = strongest(board, space, attacking=True)
    if guns < max(row.attack for row in board.missions):
        guns //= 2  # the guns of long range are few and have much to reach
    return 0.6 * min(near, 60.0) * (0.75 if board.bocage & BITS[space] else 1.0) + guns


def stands(g: Game71, space: Space, strength: float, near: float) -> float:
    """How likely it is that Germans of some strength still block a hex after an Allied combat phase."""
    if near <= 0:
        return 1.0
    column = column_of(g.board, sight(g, space, near), strength)
    return 1.0 - 0.9 * driven_off(chances(g.board, column, min(ground_addition(g, space), 9)))
