"""11. Combat modifiers: halving, terrain bonus and every shift, as one ledger that computes and explains."""

import msgspec

from bocage.games.normandy44.rules.r16_fortifications import across_perimeter, improved
from bocage.games.normandy44.sides import ALLIED
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.combat import ATTACKER, DEFENDER, Ledger
from bocage.kernel.counters import each_unit
from bocage.kernel.ids import Side, Space, UnitId, Units
from bocage.kernel.rulebook import rule

MOST_FACTORS = 18

HALVED = {
    "major": ("across a river", "11.3"),
    "minor": ("across a river", "11.3"),
    "flooded": ("across a flooded hexside", "11.3"),
    "airfield": ("across Carpiquet airfield", "11.7"),
}


class Assault(msgspec.Struct, frozen=True):
    """An attack as declared: target, attackers, the main assault force among them, and all support."""

    by: Side
    target: Space
    attackers: Units = 0
    main: Units = 0
    artillery: tuple[int, ...] = ()  # headquarters and Werfers, one entry for each shift; -1 stands for Caen
    air: tuple[int, ...] = ()  # 0 a US air unit, 1 a Commonwealth one
    naval: int = 0
    fortress: Units = 0  # headquarters whose shift is paid by Fortress Cherbourg
    jabos: int = 0


def defenders_of(g: Normandy44, target: Space) -> Units:
    """Who defends a hex: not those who retreated into it earlier in this phase (13.5)."""
    return g.here.get(target, 0) & ~g.retreated


@rule("10.5", "10.4")
def strengths(g: Normandy44, a: Assault, *, keep: bool = True) -> Ledger:
    """The account of an attack before any shift."""
    ledger = Ledger(g.board.crt, keep=keep)
    _attack_strength(g, a, ledger)
    defence_strength(g, a.target, defenders_of(g, a.target), ledger)
    ledger.odds("10.5")
    return ledger


@rule("11.8", "11.10")
def odds(g: Normandy44, a: Assault, *, keep: bool = True) -> Ledger:
    """The account of an attack: preview and resolution are the same ledger."""
    ledger, defenders = strengths(g, a, keep=keep), defenders_of(g, a.target)
    _water_shift(g, a, ledger)
    _armor_shift(g, a, defenders, ledger)
    _quality_shift(g, a, defenders, ledger)
    _tiger_shift(g, a, defenders, ledger)
    if g.board.atlas.hilltop >> a.target & 1:
        ledger.shift(-1, "hilltop", "11.8")
    if defenders & g.strategic:
        ledger.shift(+1, "strategic movement", "9.8.4")
    if a.artillery:
        ledger.shift(len(a.artillery), "artillery", "11.6.1")
    if a.air:
        ledger.shift(len(a.air), "air support", "19.1.2")
    if a.naval:
        ledger.shift(a.naval, "naval support", "19.2")
    if a.jabos:
        ledger.shift(-a.jabos, "jabos", "19.1.3")
    return ledger


def in_water(g: Normandy44, unit: UnitId, target: Space) -> bool:
    """Does a unit attack across a major river or flooded hexside, or out of a flooded hex?"""
    atlas, start = g.board.atlas, g.space[unit]
    edge = (start, target)
    return bool(edge in atlas.shifting or atlas.flooded >> start & 1)


@rule("10.3.1", "11.1", "11.3", "11.7", "16.3", "18.4", "6.5.2")
def halving(g: Normandy44, unit: UnitId, a: Assault) -> tuple[str, str] | None:
    """The first reason to halve an attacker, with its rule; a unit is never halved twice."""
    atlas, start, bit = g.board.atlas, g.space[unit], 1 << unit
    edge = (start, a.target)
    if not a.main & bit:
        return "not in the main assault force", "10.3.1"
    across = atlas.halved.get(edge)
    if across is not None:
        return HALVED[across]
    if atlas.flooded >> start & 1:
        return "out of a flooded hex", "11.3"
    if g.regroup & bit:
        return "landed this turn", "6.5.2"
    if g.out_of_supply & bit:
        return "out of supply", "18.4"
    if a.by == ALLIED and across_perimeter(g, start, a.target):
        return "across the Cherbourg perimeter", "16.3"
    return None


def _attack_strength(g: Normandy44, a: Assault, ledger: Ledger) -> None:
    strength, steps = g.board.atlas.roster.strength, g.steps
    for unit in each_unit(a.attackers):
        ledger.strength(ATTACKER, unit, strength[unit][steps[unit]], "10.5")
        why = halving(g, unit, a)
        if why is not None:
            ledger.halve(*why)
    ledger.limit(ATTACKER, "10.4", most=MOST_FACTORS)


@rule("11.2", "9.8.4")
def terrain_bonus(g: Normandy44, space: Space, units: Units) -> int:
    """The bonus of the ground, never more than the strength of those who can use it."""
    roster, steps = g.board.atlas.roster, g.steps
    idle = roster.strongpoint | roster.silhouette | g.strategic
    cover = sum([roster.strength[unit][steps[unit]] for unit in each_unit(units & ~idle)])
    return min(int(g.board.ground[space].dcb), cover)


def defence(g: Normandy44, space: Space, units: Units) -> int:
    """With how many factors units would defend a hex, the bonus of the ground included."""
    roster, steps = g.board.atlas.roster, g.steps
    total = sum([roster.strength[unit][steps[unit]] for unit in each_unit(units)])
    return min(total + terrain_bonus(g, space, units), MOST_FACTORS)


@rule("11.2", "9.8.4")
def defence_strength(g: Normandy44, target: Space, defenders: Units, ledger: Ledger) -> None:
    """Printed strengths, and the best terrain bonus."""
    roster, steps = g.board.atlas.roster, g.steps
    for unit in each_unit(defenders):
        ledger.strength(DEFENDER, unit, roster.strength[unit][steps[unit]], "10.5")
    bonus = terrain_bonus(g, target, defenders)
    if bonus:
        ledger.add(DEFENDER, bonus, g.board.terrain[target], "11.2")
    ledger.limit(DEFENDER, "10.4", most=MOST_FACTORS)


@rule("11.3")
def _water_shift(g: Normandy44, a: Assault, ledger: Ledger) -> None:
    """One left if the whole main force attacks over major rivers or floods."""
    if a.main and all(in_water(g, unit, a.target) for unit in each_unit(a.main)):
        ledger.shift(-1, "the whole main force across water", "11.3")


def rating(g: Normandy44, units: Units) -> int:
    """The best armour rating, red or gray, in a set of units; 0 for none."""
    roster = g.board.atlas.roster
    best = 0
    some = units & roster.rated
    while some:
        low = some & -some
        some ^= low
        unit = low.bit_length() - 1
        value = roster.armor[unit][g.steps[unit]]
        best = max(best, value)
    return best


@rule("11.4.1", "11.4.3", "11.4.4")
def armor_earners(g: Normandy44, a: Assault, defenders: Units) -> Units:
    """Armour of the main force that earns the shift: gray, better than any rating of the defender, on fit ground."""
    atlas = g.board.atlas
    roster = atlas.roster
    tanks = a.main & roster.rated & ~roster.antitank
    if not tanks:
        return 0
    target = a.target
    if not g.board.ground[target].armor_shift or defenders & roster.strongpoint:
        return 0
    if improved(g, Side(1 - a.by)) >> target & 1 or g.here.get(target, 0) & roster.strongpoint:
        return 0
    best = rating(g, defenders)
    found = 0
    for unit in each_unit(tanks):
        start = g.space[unit]
        if roster.armor[unit][g.steps[unit]] <= best or (start, target) in atlas.no_armor or atlas.flooded >> start & 1:
            continue
        if a.by == ALLIED and across_perimeter(g, start, target):
            continue
        found |= 1 << unit
    return found


@rule("11.4.2")
def defender_armor(g: Normandy44, a: Assault, defenders: Units) -> bool:
    """The defender has infantry and tanks, and the main force has no armour rating at all."""
    roster = g.board.atlas.roster
    if a.main & roster.rated and rating(g, a.main):
        return False
    tanks = defenders & roster.rated & ~roster.antitank
    if not tanks or not rating(g, tanks):
        return False
    return bool(defenders & roster.infantry or (tanks & roster.nato_armor and tanks & roster.allied))


def _armor_shift(g: Normandy44, a: Assault, defenders: Units, ledger: Ledger) -> None:
    if armor_earners(g, a, defenders):
        ledger.shift(+1, "armour", "11.4.1")
    elif defender_armor(g, a, defenders):
        ledger.shift(-1, "defending armour", "11.4.2")


def best_quality(g: Normandy44, units: Units) -> int:
    """The best troop quality in a set of units."""
    quality, steps = g.board.atlas.roster.quality, g.steps
    return max((quality[unit][steps[unit]] for unit in each_unit(units)), default=0)


@rule("11.5")
def quality_earners(g: Normandy44, a: Assault, defenders: Units) -> Units:
    """Units of the main force with better troops than any defender."""
    quality, steps = g.board.atlas.roster.quality, g.steps
    best = best_quality(g, defenders)
    return sum(1 << unit for unit in each_unit(a.main) if quality[unit][steps[unit]] > best)


def _quality_shift(g: Normandy44, a: Assault, defenders: Units, ledger: Ledger) -> None:
    if quality_earners(g, a, defenders):
        ledger.shift(+1, "better troops", "11.5")
    if a.main and best_quality(g, a.main) < 0:
        ledger.shift(-1, "the main force is below average", "11.5")


@rule("11.9")
def tiger_earners(g: Normandy44, a: Assault) -> Units:
    """Tigers in the main force that attack neither over major rivers nor floods, nor into a flooded hex."""
    if g.board.atlas.flooded >> a.target & 1:
        return 0
    tigers = a.main & g.board.atlas.roster.tiger
    return sum(1 << unit for unit in each_unit(tigers) if not in_water(g, unit, a.target)) if tigers else 0


def _tiger_shift(g: Normandy44, a: Assault, defenders: Units, ledger: Ledger) -> None:
    if tiger_earners(g, a):
        ledger.shift(+1, "Tigers", "11.9")
    if defenders & g.board.atlas.roster.tiger:
        ledger.shift(-1, "Tigers in defence", "11.9")


def earners(g: Normandy44, a: Assault) -> Units:
    """All units that earned the attacker a quality, armour or Tiger shift (12.2.1)."""
    defenders = defenders_of(g, a.target)
    return armor_earners(g, a, defenders) | quality_earners(g, a, defenders) | tiger_earners(g, a)
