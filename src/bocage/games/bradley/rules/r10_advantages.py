"""10.3.6 Close assault advantages: each shifts the column by one for the side that has it."""

from bocage.games.bradley.rules.r09_zones import zones
from bocage.games.bradley.rules.r10_account import Attack
from bocage.games.bradley.rules.r13_fortifications import fortified
from bocage.games.bradley.rules.r13_garrisons import garrison_morale
from bocage.games.bradley.state import Bradley, each_unit
from bocage.kernel.combat import Ledger
from bocage.kernel.counters import other
from bocage.kernel.ids import Space, UnitId, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import bit, holds


@rule("10.3.6", "15.4", "15.4.1", "13.0")
def add_advantages(g: Bradley, ledger: Ledger, attack: Attack, defenders: Units) -> None:
    """Everything that 10.3.6 lists, cumulative."""
    fort = fortified(g, other(attack.by), attack.target)
    morale = _best(g, attack.units, attack.target) - _best(g, defenders, attack.target)
    if morale:
        ledger.shift(1 if morale > 0 else -1, "morale", "10.3.6")
    tanks = armour_superiority(g, attack, defenders)
    if tanks:
        ledger.shift(tanks, "armour superiority", "10.3.6")
    if not fort and is_outflanked(g, attack, defenders):
        ledger.shift(1, "outflanking attack", "10.3.6")
    if not fort and is_surrounded(g, attack):
        ledger.shift(1, "surrounded", "10.3.6")
    height = hilltop(g, attack)
    if height:
        ledger.shift(height, "hilltop", "10.3.6")
    if fort and attack.units & g.board.engineers:
        ledger.shift(1, "engineers against a fort", "15.4.1")


def _best(g: Bradley, units: Units, space: Space) -> int:
    """The highest morale that takes part; a garrison has that of the units it is drawn from (13.3.3)."""
    board = g.board
    return max(
        (
            garrison_morale(g, space) if board.garrisons >> unit & 1 else board.units[unit].morale
            for unit in each_unit(units)
        ),
        default=0,
    )


@rule("10.3.6")
def armour_superiority(g: Bradley, attack: Attack, defenders: Units) -> int:
    """One column for the side that alone has armour, unless something negates it."""
    board = g.board
    against = board.armour | board.mechanised | board.antitank
    ours, theirs = attack.units & board.armour, defenders & board.armour
    if ours and not defenders & against and not _tanks_hampered(g, attack, ours):
        return 1
    return -1 if theirs and not attack.units & against else 0


def _tanks_hampered(g: Bradley, attack: Attack, tanks: Units) -> bool:
    """Into towns and forts; elsewhere when each of them comes uphill, or over a stream or canal."""
    board, target = g.board, attack.target
    if fortified(g, other(attack.by), target) or holds(board.towns, target):
        return True
    return all(
        board.level[g.space[unit]] < board.level[target] or over_water(g, unit, target) for unit in each_unit(tanks)
    )


def over_water(g: Bradley, unit: UnitId, target: Space) -> bool:
    """Whether a unit attacks across a stream or canal (10.3.4a)."""
    return bool(g.board.between(g.space[unit], target) & {"stream", "canal"})


@rule("10.3.6", "7.4.4")
def is_outflanked(g: Bradley, attack: Attack, defenders: Units) -> bool:
    """A unit in movement mode is assaulted from a side that neither it nor a companion faces."""
    if not defenders & g.marching or attack.dropped:
        return False
    origins = {g.space[unit] for unit in each_unit(attack.units)}
    return any(not any(_looks_at(g, unit, origin) for unit in each_unit(defenders)) for origin in origins)


def _looks_at(g: Bradley, unit: UnitId, origin: Space) -> bool:
    if not g.marching >> unit & 1:
        return True
    return bool(g.board.front(g.space[unit], g.facing[unit]) & bit(origin))


@rule("10.3.6")
def is_surrounded(g: Bradley, attack: Attack) -> bool:
    """Every hex around the defender has an enemy, or an enemy zone and no friend of his."""
    enemy, friend = attack.by, other(attack.by)
    around = sum(bit(space) for space in g.board.neighbours[attack.target])
    free = around & ~g.occupied(enemy) & ~(zones(g, enemy) & ~g.occupied(friend))
    return not free


@rule("10.3.6")
def hilltop(g: Bradley, attack: Attack) -> int:
    """One column for the side that stands higher: boats lie below it all, who falls from the sky has no level."""
    level = g.board.level
    if attack.dropped and any(g.space[unit] in g.board.zone_boxes for unit in each_unit(attack.units)):
        return 0
    ours = max((level[g.space[unit]] for unit in each_unit(attack.units)), default=0)
    theirs = level[attack.target]
    return (ours > theirs) - (ours < theirs)
