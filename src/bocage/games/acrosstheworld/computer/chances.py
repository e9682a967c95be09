"""What a battle is likely to bring: a quick model of the two rounds, remembered for forces that are alike.

A force is boiled down to its dice, their factors in each round, its Battle Morale and the steps it can lose before a
unit dies. Two forces are then fought out some dozens of times with the same luck for every question, so that more
strength never looks worse by accident.
"""

from bisect import bisect_right
from functools import cache, lru_cache
from math import comb
from typing import NamedTuple

from bocage.games.acrosstheworld.board import Normandy1944
from bocage.games.acrosstheworld.computer.ways import counters
from bocage.games.acrosstheworld.preview import expect
from bocage.games.acrosstheworld.rules.r13_modifiers import bad_weather
from bocage.games.acrosstheworld.rules.r16_siege import controls_city
from bocage.games.acrosstheworld.sides import ALLIED, other
from bocage.games.acrosstheworld.state import Campaign
from bocage.kernel.ids import Side, Space, UnitId, Units

FIGHTS = 64
"""How many battles answer one question."""


def _luck() -> list[tuple[float, float, float, float]]:
    """The same luck for every question: points spread evenly over the four volleys (an additive recurrence)."""
    root = 1.1673039782614187  # x**5 = x + 1: the golden ratio of four dimensions
    one, two, three, four = (root**-power for power in (1, 2, 3, 4))
    return [
        ((0.5 + n * one) % 1, (0.5 + n * two) % 1, (0.5 + n * three) % 1, (0.5 + n * four) % 1)
        for n in range(1, FIGHTS + 1)
    ]


LUCK = _luck()


class Terms(NamedTuple):
    """The numbers of the rules that decide a battle (`numbers.toml`)."""

    panic: int
    step: int
    destroyed: int
    lead: int
    """The lead in Battle Morale from which a beaten force is pursued (12.13)."""
    battle: int
    tanks: int
    """What a battle with a division destroyed scores (19.7), and each armoured division (19.8)."""


@cache
def terms(board: Normandy1944) -> Terms:
    """Those of a board."""
    battle, score = board.numbers.battle, board.numbers.score
    return Terms(battle.panic, battle.step, battle.destroyed, battle.pursuit_lead, score.battle, score.armour)


class Force(NamedTuple):
    """One side of a battle."""

    dice: int
    first: int
    """The sum of the combat factors in round 1."""
    second: int
    morale: int
    spare: int
    """Units that can lose a step and live."""
    bunkers: int
    small: int
    """Units that are not divisions, bunkers among them: their loss gives no point."""
    tanks: int
    """Armoured divisions."""
    armour: bool


class Odds(NamedTuple):
    """The attacker's chance to win and to clear the region, and by attacker and defender the mean losses."""

    win: float
    clear: float
    steps: tuple[float, float]
    points: tuple[float, float]
    """What each side scores for divisions destroyed in a battle that it wins."""


@lru_cache(maxsize=4096)
def _volley(dice: int, total: int) -> tuple[list[float], list[tuple[int, int]]]:
    """All results of a volley, the mildest first: their summed chances, and hits with panics."""
    hit, panic = min(0.8, max(0.0, total / dice - 1) / 10), 0.1
    found = []
    for hits in range(dice + 1):
        for panics in range(dice + 1 - hits):
            ways = comb(dice, hits) * comb(dice - hits, panics)
            chance = ways * hit**hits * panic**panics * (1 - hit - panic) ** (dice - hits - panics)
            if chance > 1e-6:
                found.append((hits + 0.8 * panics, chance, (hits, panics)))
    found.sort()
    sums, total_chance = [], 0.0
    for _, chance, _ in found:
        total_chance += chance
        sums.append(total_chance)
    sums[-1] = 2.0
    return sums, [result for _, _, result in found]


class _Line(NamedTuple):
    """A force in the course of one battle."""

    dice: int
    morale: int
    spare: int
    bunkers: int
    lost: int = 0
    killed: int = 0

    @property
    def broken(self) -> bool:
        return self.morale <= 0 or not self.dice


@lru_cache(maxsize=100_000)
def _suffer(line: _Line, result: tuple[int, int], terms: Terms) -> _Line:
    """What a volley leaves of a force: panics first, then the bunker's hit, then those who can bear it, then deaths."""
    dice, morale, spare, bunkers, lost, killed = line
    hits, panics = result
    fled = min(panics, dice)
    if bunkers and bunkers == dice:
        bunkers -= fled
    dice -= fled
    morale -= terms.panic * fled
    spare = min(spare, dice)
    if hits and bunkers and dice:
        bunkers -= 1
        dice -= 1
        morale -= terms.destroyed
        killed += 1
        hits -= 1
    light = min(hits, spare)
    heavy = min(hits - light, dice)
    morale -= terms.step * light + terms.destroyed * heavy
    fallen = min(heavy, bunkers)
    lost += light + heavy - fallen
    return _Line(dice - heavy, morale, spare - light, bunkers - fallen, lost, killed + heavy)


@lru_cache(maxsize=200_000)
def odds(attacker: Force, defender: Force, terms: Terms) -> Odds:
    """Fight it out some dozens of times."""
    if not defender.dice:
        return Odds(1.0, 1.0, (0.0, 0.0), (0.0, 0.0))
    if not attacker.dice:
        return Odds(0.0, 0.0, (0.0, 0.0), (0.0, 0.0))
    first_sums, first_results = _volley(attacker.dice, attacker.first)
    back_sums, back_results = _volley(defender.dice, defender.first)
    mobile = defender.dice > defender.bunkers
    fresh = _Line(attacker.dice, attacker.morale, attacker.spare, attacker.bunkers)
    ready = _Line(defender.dice, defender.morale, defender.spare, defender.bunkers)
    wins = clears = lost_a = lost_d = points_a = points_d = 0
    for one, two, three, four in LUCK:
        a = _suffer(fresh, back_results[bisect_right(back_sums, two)], terms)
        d = _suffer(ready, first_results[bisect_right(first_sums, one)], terms)
        if not a.broken and not d.broken:
            sums, results = _volley(a.dice, attacker.second * a.dice // attacker.dice)
            back, answers = _volley(d.dice, defender.second * d.dice // defender.dice)
            d = _suffer(d, results[bisect_right(sums, three)], terms)
            a = _suffer(a, answers[bisect_right(back, four)], terms)
        lead = a.morale - d.morale
        if d.broken if a.broken != d.broken else lead > 0:
            wins += 1
            clears += mobile or not d.dice
            if lead >= terms.lead and attacker.armour and mobile:
                d = _suffer(d, (1, 0), terms)
            points_a += _points(defender, d.killed, terms)
        else:
            if lead <= -terms.lead and defender.armour:
                a = _suffer(a, (1, 0), terms)
            points_d += _points(attacker, a.killed, terms)
        lost_a += a.lost
        lost_d += d.lost
    return Odds(
        wins / FIGHTS,
        clears / FIGHTS,
        (lost_a / FIGHTS, lost_d / FIGHTS),
        (points_a / FIGHTS, points_d / FIGHTS),
    )


def exact_odds(g: Campaign, at: Space, by: Side) -> Odds:
    """The same by exact chances, for those who stand in a region."""
    found = expect(g, at, by)
    return Odds(found.win, found.clear, found.steps, found.points)


def _points(force: Force, killed: int, terms: Terms) -> int:
    """19.7 and 19.8: for a battle with a division destroyed, and for each of tanks; the owner spares both."""
    divisions = killed - force.small
    if divisions <= 0:
        return 0
    infantry = force.dice - force.small - force.tanks
    return terms.battle + terms.tanks * max(0, divisions - infantry)


def force(
    g: Campaign, units: Units, at: Space, attacker: Side, side: Side, *, wet: Units = 0, walls: bool = False
) -> Force:
    """What a set of counters fights with in a region; `wet` are those who come from the sea or over a river.

    The walls of a city stand against an attacker if the enemy holds it, or (`walls`) will hold it by then.
    """
    board = g.board
    fighting = units & board.combat_of[side] & ~g.scattered
    dice = fighting.bit_count()
    if not dice:
        return Force(0, 0, 0, 0, 0, 0, 0, 0, armour=False)
    attacks = side == attacker
    ground, rough = _hindrance(g, at, side, walls=walls) if attacks else (0, 0)
    least, most = board.numbers.battle.lowest, board.numbers.battle.highest * dice
    hungry = board.modifiers["unsupplied"].combat
    first = second = morale = spare = 0
    for unit in counters(fighting):
        counter, bit = board.units[unit], 1 << unit
        factor = counter.combat + (rough if bit & board.armour else ground)
        factor += hungry if g.unsupplied & bit else 0
        second += max(least, factor)
        first += max(least, factor + _water(g, unit)) if attacks and wet & bit else max(least, factor)
        morale += counter.morale
        spare += g.steps[unit] > 1
    stars, value = commander(g, units & board.of_side[side])
    help_ = _help(g, units, at, side, dice, stars)
    return Force(
        dice,
        min(most, first + help_),
        min(most, second + help_),
        (2 * morale + dice) // (2 * dice) + value,
        spare,
        (fighting & board.bunkers).bit_count(),
        (fighting & ~board.divisions).bit_count(),
        (fighting & board.divisions & board.armour).bit_count(),
        armour=bool(fighting & board.armour),
    )


def _hindrance(g: Campaign, at: Space, side: Side, *, walls: bool) -> tuple[int, int]:
    """13.1-13.3: what ground and walls take from attackers, infantry and armour."""
    board = g.board
    ground, rough = board.atlas.attack[at], board.atlas.attack_armour[at]
    if board.tags["city"] >> at & 1 and (walls or controls_city(g, other(side), at)):
        row = board.modifiers["fortress" if at == board.fortress else "city"]
        return ground + row.combat, rough + row.armour
    return ground, rough


def _water(g: Campaign, unit: UnitId) -> int:
    """13.4 and 13.5: what the first round costs those who come from the sea or over a river."""
    at_sea = g.space[unit] == g.board.channel or g.landed >> unit & 1
    return g.board.modifiers["landing" if at_sea else "river"].combat


def _help(g: Campaign, units: Units, at: Space, side: Side, dice: int, stars: int) -> int:
    """What leader, guns, aircraft and ships add in all; each helps a unit once (14.3, 3.5, 13.7, 13.8)."""
    board, rows = g.board, g.board.modifiers
    guns = (units & board.support & board.of_side[side]).bit_count()
    lent = [("leader", stars), ("support", guns)]
    if side == ALLIED:
        lent.append(("air", 0 if bad_weather(g) else 1))
        lent.append(("naval", (board.beaches | board.coast) >> at & 1))
    return sum(rows[name].combat * min(dice, rows[name].units * many) for name, many in lent)


def commander(g: Campaign, units: Units) -> tuple[int, int]:
    """Stars and morale of the one who would command."""
    best = (0, 0)
    for unit in counters(units & g.board.leaders):
        counter = g.board.units[unit]
        best = max(best, (counter.stars, counter.morale))
    return best
