"""Combat: who may attack whom, and the odds."""

from collections.abc import Iterator
from fractions import Fraction

import msgspec

from bocage.games.normandy71.board import Normandy, each_unit, lowest, union
from bocage.games.normandy71.rules.r06_naval_gunfire import Shot, shots_for, strength_of
from bocage.games.normandy71.rules.r07_zones_of_control import held
from bocage.games.normandy71.rules.r11_terrain import RULES, additions, total_addition
from bocage.games.normandy71.sides import ALLIED, other
from bocage.games.normandy71.state import Game71
from bocage.kernel.bars import Bar, PickUnit, bar, hint, only
from bocage.kernel.combat import ATTACKER, DEFENDER, Ledger
from bocage.kernel.ids import Side, Space, Spaces, UnitId, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import BITS, bit
from bocage.kernel.table import Number
from bocage.kernel.verdict import Because

ATTACKS_PER_PHASE = 4
"""For the Allies, after the first turn."""


class Attack(msgspec.Struct, frozen=True):
    """One combat as it was allocated: who attacks which hexes, and who defended them then."""

    targets: tuple[Space, ...]
    attackers: Units
    defenders: Units


@rule("Combat.I", "Pieces.D", "Parachute.C", "Entrenchment.Attempt")
def fit_to_attack(g: Game71, side: Side, spent: Units) -> Units:
    """A side's units that may still attack: in supply, not digging, not defence-only, not just dropped."""
    units = able_to_attack(g, g.on_map(side) & ~spent)
    armor = units & g.board.armor
    return units & ~armor | escorted(g, armor)


def able_to_attack(g: Game71, units: Units) -> Units:
    """Which of some units may attack from where they stand, armour only with an escort."""
    able = units & ~(g.unsupplied | g.digging | g.board.defends_only)
    return able & ~g.board.paratroops if g.turn == 1 else able


@rule("Combat.J", "Pieces.Armor")
def escorted(g: Game71, armor: Units) -> Units:
    """Armour attacks only beside a unit of another type that could attack as well (defence-only units do not count)."""
    board = g.board
    helpers = ~(board.armor | board.defends_only)
    return union(1 << unit for unit in each_unit(armor) if g.here.get(g.space[unit], 0) & helpers)


@rule("Combat.A", "Terrain.C", "Terrain.Flooded")
def may_attack(g: Game71, fit: Units, target: Space) -> Units:
    """Which of these units may attack a hex: adjacent, not over a flood, and no armour into bocage."""
    board = g.board
    near = 0
    for space in g.board.attack_from[target]:
        near |= g.here.get(space, 0)
    units = near & fit
    return units & ~board.armor if board.bocage & BITS[target] else units


def targets(g: Game71, side: Side, fit: Units, attacked: Spaces) -> Spaces:
    """Enemy hexes that some of these units may attack and that nobody attacks yet (Combat.C)."""
    board = g.board
    foot = riding = 0
    armor = fit & board.armor
    for unit in each_unit(fit & ~armor):
        foot |= BITS[g.space[unit]]
    for unit in each_unit(armor):
        riding |= BITS[g.space[unit]]
    enemy = held(g, other(side)) & ~attacked
    return board.assault.spread(foot) & enemy | board.assault.spread(riding & ~foot) & enemy & ~board.bocage


def defenders_of(g: Game71, side: Side, hexes: tuple[Space, ...]) -> Units:
    """Everybody of a side in these hexes: a stack defends as one (Combat.F)."""
    return union(g.units_at(space, side) for space in hexes)


@rule("Combat.I", "Combat.J", "Supply.A")
def defence_of(g: Game71, ledger: Ledger, unit: UnitId) -> None:
    """A defender's strength: half without supply, half for armour on its own, a quarter for both."""
    board = g.board
    strength: Number = board.strength[unit]
    ledger.strength(DEFENDER, unit, strength, "Combat")
    if g.unsupplied >> unit & 1:
        strength = _halved(ledger, unit, strength, "out of supply", "Combat.I")
    if armor_alone(board, g.here[g.space[unit]]):
        _halved(ledger, unit, strength, "armour alone", "Combat.J")


def armor_alone(board: Normandy, units: Units) -> bool:
    """Is there nothing but armour in a stack?"""
    return bool(units) and not units & ~board.armor


def _halved(ledger: Ledger, unit: UnitId, strength: Number, why: str, number: str) -> Number:
    left = Fraction(strength, 2)
    ledger.add(DEFENDER, left - strength, f"halved, {why}", number, unit)
    return left


@rule("Combat", "Combat.D", "Combat.E", "Combat.F", "Combat.G", "Combat.K", "Naval.F")
def odds(g: Game71, attack: Attack, shots: tuple[Shot, ...] = (), *, keep: bool = True) -> Ledger:
    """The account of a combat: strengths, gunfire, the column and what the ground adds to the die.

    Where one group attacks several hexes their strengths count together, and the worst ground tells. Odds below
    the table are fought on its first column, those above on its last.
    """
    board = g.board
    ledger = Ledger(board.crt, keep=keep)
    for unit in each_unit(attack.attackers):
        ledger.strength(ATTACKER, unit, board.strength[unit], "Combat")
    for unit in each_unit(attack.defenders):
        defence_of(g, ledger, unit)
    allied_attack = bool(attack.attackers & board.of_side[ALLIED])
    for mission, _ in shots_for(shots, attack.targets):
        points = strength_of(board, mission, attacking=allied_attack)
        what = f"{board.missions[mission].mission} naval gunfire"
        ledger.add(ATTACKER if allied_attack else DEFENDER, points, what, "Naval")
    ledger.odds("Combat.G")
    for reason, pips in worst_ground(g, attack):
        ledger.modify(pips, reason, RULES[reason])
    return ledger


def worst_ground(g: Game71, attack: Attack) -> list[tuple[str, int]]:
    """The additions of the target hex that adds most."""
    found = [total_addition(g, additions(g, attack.attackers, target)) for target in attack.targets]
    return max(found, key=lambda some: sum(pips for _, pips in some))


@rule("Supply.M")
def most_attacks(g: Game71, side: Side) -> int | None:
    """After the first turn the Allies make at most four attacks a phase; the Germans as many as they like."""
    return ATTACKS_PER_PHASE if side == ALLIED and g.turn > 1 else None


def attacks_left(g: Game71, side: Side, made: int) -> bool:
    """Whether a side may make one more attack in this phase."""
    most = most_attacks(g, side)
    return most is None or made < most


def why_not_join(g: Game71, side: Side, fit: Units, hexes: tuple[Space, ...], spent: Units) -> Iterator[Bar]:
    """Who takes no part in an attack on some hexes; `fit` are those who might attack in this phase."""
    board = g.board
    yield only(board.of_side[side], "Combat", "{} is not yours")
    yield only(g.on_map(side), "Combat.A", "{} is not on the map")
    yield bar(spent, "Combat.C", "{} is in an attack already: a unit attacks once a phase")
    yield bar(board.defends_only, "Pieces.D", "{} can only defend")
    yield bar(g.unsupplied & ~fit, "Combat.I", "{} is out of supply")
    yield bar(g.digging & ~fit, "Entrenchment.Attempt", "{} is digging in")
    if g.turn == 1:
        yield bar(board.paratroops, "Parachute.C", "{} dropped this turn")
    yield hint(lambda: board.armor & ~fit, "Combat.J", "{} is armour, and no unit of another type goes with it")
    for target in hexes:
        yield from why_not_against(g, fit, target)


@rule("Combat.A", "Terrain.C", "Terrain.D", "Terrain.Flooded")
def why_not_against(g: Game71, fit: Units, target: Space) -> Iterator[Bar]:
    """The units that cannot attack a hex from where they stand."""
    board, where = g.board, g.board.describe(target)
    near = union(g.here.get(space, 0) for space in board.neighbours[target])
    yield hint(lambda: ~near, "Combat.A", f"{{}} is not next to {where}")
    for space in board.neighbours[target]:
        if space not in board.attack_from[target]:
            flooded = "flooded" in board.between(space, target)
            number, water = ("Terrain.Flooded", "a flood") if flooded else ("Terrain.D", "the sea")
            yield bar(g.here.get(space, 0), number, f"{water} lies between {{}} and {where}")
    if board.bocage & bit(target):
        yield bar(board.armor, "Terrain.C", f"{{}} is armour and {where} is bocage")
    yield only(may_attack(g, fit, target), "Combat", f"{{}} was not ready to attack {where} when the phase began")


def why_nobody(g: Game71, side: Side, fit: Units, target: Space, spent: Units) -> Because:
    """Why nobody may attack a hex: what keeps the first unit next to it from doing so."""
    beside = union(g.units_at(space, side) for space in g.board.neighbours[target])
    if not beside:
        return Because("Combat.A", f"none of your units is next to {g.board.describe(target)}")
    unit = lowest(beside & ~spent or beside)
    rows = PickUnit("join", g, *why_not_join(g, side, fit, (target,), spent))
    return rows.why_not(("join", unit)) or Because("Combat.A", f"nobody may attack {g.board.describe(target)}")
