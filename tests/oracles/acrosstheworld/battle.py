"""Battles: factors, Battle Morale, and the exact chances of two rounds by going through every die."""

from collections import defaultdict
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache

from tests.oracles.acrosstheworld.facts import ALLIED, COUNTERS, GROUND, TAGS, TERRAIN, Position

LOWEST, HIGHEST = 1, 9
LEAD = 3  # of Battle Morale for a pursuit (12.13)


def ground(unit: str, region: str, *, no_bocage: bool = False) -> int:
    """13.1-13.3: terrain against an attacker, and a city's or the fortress's walls besides."""
    column = "armour" if COUNTERS[unit].kind == "armour" else "attack"
    return 0 if no_bocage and TERRAIN[region] == "bocage" else int(GROUND[TERRAIN[region]][column])


def walls(unit: str, region: str) -> int:
    if region in TAGS["fortress"]:
        return -3
    if region in TAGS["city"]:
        return -3 if COUNTERS[unit].kind == "armour" else -2
    return 0


def factor(p: Position, unit: str, region: str, number: int, help_: int, *, attacks: bool, walled: bool = True) -> int:
    """The modified combat factor in a round (13.9, 12.5)."""
    value = COUNTERS[unit].combat + help_
    if attacks:
        value += ground(unit, region) + (walls(unit, region) if walled else 0)
        if number == 1:
            value -= (unit in p.landed) + (unit in p.crossed)
    value -= unit in p.unsupplied
    return max(LOWEST, min(HIGHEST, value))


def battle_morale(units: list[str], commander: str | None) -> int:
    """12.2: the mean, halves up, and the commander's value."""
    total = sum(COUNTERS[u].morale for u in units)
    mean = (2 * total + len(units)) // (2 * len(units))
    return mean + (COUNTERS[commander].morale if commander else 0)


@dataclass(frozen=True)
class Force:
    """One side in the fight: for each standing unit its kind, factors of both rounds and steps; those in panic."""

    standing: tuple[tuple[str, int, int, int], ...]
    panicked: tuple[tuple[str, int, int, int], ...]
    morale: int
    lost: int = 0
    """Steps lost."""

    @property
    def broken(self) -> bool:
        return self.morale <= 0 or not self.standing

    @property
    def bunkers(self) -> int:
        return sum(unit[0] == "bunker" for unit in self.standing)


Weighed = dict[Force, Fraction]


def fire(force: Force, number: int) -> dict[tuple[int, int], Fraction]:
    """How many hits and panics a side's dice bring: below the factor, equal to it (12.4)."""
    found = {(0, 0): Fraction(1)}
    for unit in force.standing:
        value, more = unit[1] if number == 1 else unit[2], defaultdict[tuple[int, int], Fraction](Fraction)
        for (hits, panics), chance in found.items():
            more[hits + 1, panics] += chance * Fraction(value - 1, 10)
            more[hits, panics + 1] += chance * Fraction(1, 10)
            more[hits, panics] += chance * Fraction(10 - value, 10)
        found = dict(more)
    return found


def without(units: tuple[tuple[str, int, int, int], ...], n: int) -> tuple[tuple[str, int, int, int], ...]:
    return units[:n] + units[n + 1 :]


def bears(unit: tuple[str, int, int, int]) -> tuple[int, int]:
    """12.7: the owner's best choice is whoever survives it, and then whoever fires worst in the round that follows."""
    return unit[3], -unit[2]


@cache
def suffer(force: Force, hits: int, panics: int) -> tuple[tuple[Force, Fraction], ...]:
    """12.6-12.8, 15.2, 15.3: panics by lot, then hits; the first of a round on a bunker, the others on whoever
    survives them.
    """
    found: Weighed = {force: Fraction(1)}
    for _ in range(panics):
        more: Weighed = defaultdict(Fraction)
        for now, chance in found.items():
            if not now.standing:
                more[now] += chance
            for n in range(len(now.standing)):
                more[panic(now, n)] += chance / len(now.standing)
        found = more
    settled: Weighed = defaultdict(Fraction)
    for now, chance in found.items():
        after, absorbed = now, False
        for _ in range(hits):
            if after.bunkers and not absorbed:
                after, absorbed = hit(after, next(n for n, u in enumerate(after.standing) if u[0] == "bunker")), True
            elif after.standing:
                after = hit(after, max(range(len(after.standing)), key=lambda n: bears(after.standing[n])))
        settled[after] += chance
    return tuple(settled.items())


def panic(force: Force, n: int) -> Force:
    """A bunker in panic is eliminated (15.3); anybody else rallies after the battle."""
    unit = force.standing[n]
    gone = unit[0] == "bunker"
    return replace(
        force,
        standing=without(force.standing, n),
        panicked=force.panicked if gone else tuple(sorted((*force.panicked, unit))),
        morale=force.morale - 1,
        lost=force.lost + (1 if gone else 0),
    )


def hit(force: Force, n: int) -> Force:
    kind, one, two, steps = force.standing[n]
    if steps == 1:
        return replace(force, standing=without(force.standing, n), morale=force.morale - 2, lost=force.lost + 1)
    left = tuple(sorted((*without(force.standing, n), (kind, one, two, steps - 1))))
    return replace(force, standing=left, morale=force.morale - 1, lost=force.lost + 1)


def ends(attacker: Force, defender: Force) -> dict[tuple[Force, Force], Fraction]:
    """All ways in which two rounds can end."""
    now = {(attacker, defender): Fraction(1)}
    for number in (1, 2):
        after: dict[tuple[Force, Force], Fraction] = defaultdict(Fraction)
        for (a, d), chance in now.items():
            if a.broken or d.broken:
                after[a, d] += chance
                continue
            for (hits, panics), one in fire(a, number).items():
                for (back, fright), two in fire(d, number).items():
                    for d2, three in suffer(d, hits, panics):
                        for a2, four in suffer(a, back, fright):
                            after[a2, d2] += chance * one * two * three * four
        now = after
    return now


def wins(attacker: Force, defender: Force) -> bool:
    """12.10: who broke alone has lost; otherwise the lower Battle Morale loses, the attacker in a tie."""
    if attacker.broken != defender.broken:
        return defender.broken
    return attacker.morale > defender.morale


def clears(attacker: Force, defender: Force) -> bool:
    """15.4-15.6: bunkers go when mobile units retreat; alone they stay."""
    if not wins(attacker, defender):
        return False
    mobile = [u for u in (*defender.standing, *defender.panicked) if u[0] != "bunker"]
    return bool(mobile) or not defender.bunkers


def chances(attacker: Force, defender: Force) -> tuple[Fraction, Fraction]:
    """That the attacker wins, and that he clears the region."""
    found = ends(attacker, defender)
    won = sum((chance for pair, chance in found.items() if wins(*pair)), Fraction(0))
    return won, sum((chance for pair, chance in found.items() if clears(*pair)), Fraction(0))


def naval(region: str) -> bool:
    return region in TAGS["beach"] | TAGS["coast"]


def aids(p: Position, side: str, region: str) -> int:
    """What a unit gains besides its commander: one by aircraft, at most two by ships (13.7, 13.8)."""
    return (not p.bad) + naval(region) if side == ALLIED else 0
