"""10.2.7 and 10.2.8: which line of the matrix a fire uses, and its account."""

from bocage.games.bradley.rules.r10_account import Account, Attack, add_aid, add_cover, read_matrix
from bocage.games.bradley.rules.r10_sight import is_far
from bocage.games.bradley.state import Bradley, each_unit
from bocage.kernel.combat import ATTACKER, DEFENDER, Ledger, Round
from bocage.kernel.counters import other
from bocage.kernel.ids import Units
from bocage.kernel.rulebook import rule

LINES = ("bombardment", "direct", "small-arms")


@rule("10.2.6", "10.2.2")
def targets_of(g: Bradley, attack: Attack) -> Units:
    """Who is shot at: everybody in the hex, or its armour alone if the guns aim at it."""
    there = g.units_in(other(attack.by), attack.target) & ~g.board.garrisons
    return there & g.board.armour if attack.aimed else there


@rule("10.2.7", "11.1.3")
def line_of(g: Bradley, units: Units, points: int) -> str:
    """Bombardment, direct gun or small arms; mixed as soon as two kinds take part."""
    board = g.board
    kinds = [
        bool(points or units & board.artillery),
        bool(units & (board.armour | board.weapons)),
        bool(units & board.infantry),
    ]
    return LINES[kinds.index(True)] if sum(kinds) == 1 else "mixed"


@rule("10.2.5", "10.2.8", "11.1.1", "11.1.2")
def fire_account(g: Bradley, attack: Attack, *, keep: bool = True) -> Account:
    """All that fires against all that is fired at, step by step as 10.2.8 lists them."""
    board, ledger = g.board, Ledger(g.board.charts.crt, keep=keep)
    for unit in each_unit(attack.units):
        ledger.strength(ATTACKER, unit, g.face(unit).attack, "10.2.8")
        if g.disrupted >> unit & 1:
            ledger.halve("disrupted", "10.6.1", Round.UP)
        if is_far(g, unit, board.distance(g.space[unit], attack.target)):
            ledger.add(ATTACKER, -((g.attack(unit) + 1) // 2), "beyond half its range", "10.2.7", who=unit)
    if attack.points:
        ledger.add(ATTACKER, attack.points, "air and naval support", "11.1.1")
    targets = targets_of(g, attack)
    for unit in each_unit(targets):
        ledger.strength(DEFENDER, unit, g.face(unit).protection, "10.2.8")
    add_cover(g, ledger, other(attack.by), attack.target, assault=False)
    highest = max((g.face(unit).protection for unit in each_unit(targets)), default=1)
    account = read_matrix(g, ledger, line_of(g, attack.units, attack.points), highest)
    if (
        targets
        and not targets & ~board.armour
        and attack.units
        and not (attack.points or attack.units & ~board.tank_killers)
    ):
        ledger.shift(1, "guns against armour", "10.2.7")
    add_aid(g, ledger, attack)
    return account
