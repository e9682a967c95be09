"""Comparing battles: exact chances of small ones, and every step of random ones."""

from fractions import Fraction
from random import Random
from typing import Any

from tests.games.acrosstheworld.support import table
from tests.oracles.acrosstheworld import battle as ours
from tests.oracles.acrosstheworld.facts import ALLIED, COUNTERS, GERMAN, REGIONS, TERRAIN, Position, position
from tests.oracles.face import frame
from tests.oracles.tally import Tally

from bocage.games.acrosstheworld import GAME

INFANTRY = ("4US", "90US", "1US", "29US", "50UK", "43UK")
TANKS = ("3US-DB", "6US-DB", "11UK-DB")
GERMANS = (("243", "77"), ("352",), ("21Pz", "2Pz"), ("12SS", "9SS"), ("709", "711"), ("91LL",), ("Lehr",))
ALLIED_LEADERS = ("Barton", "Gerow", "Dempsey", "Bradley", "Montgomery", "Collins")
GERMAN_LEADERS = ("Rommel", "Dollmann", "Marcks", "Feuchtinger", "")


def preview(rng: Random, tally: Tally) -> None:
    """The chances that the preview of an attack shows, for battles in which nobody has anything to decide."""
    region = rng.choice(sorted(REGIONS))
    clear = rng.random() < 0.5
    many = 1 if clear else 2  # aircraft help one unit: with two there would be something to decide
    attackers = rng.sample(rng.choice((INFANTRY, TANKS)), rng.randint(1, many))
    leader, other = rng.choice(ALLIED_LEADERS), rng.choice(GERMAN_LEADERS)
    defenders = list(rng.choice(GERMANS))[: rng.randint(1, 2)]
    bunkers = [f"Bunker-Omaha-{n}" for n in (1, 2, 3)]
    kind = rng.random()
    if kind < 0.25:
        defenders, other = bunkers[: rng.randint(1, 3)], ""
    elif kind < 0.4 and len(defenders) == 1:
        defenders = [*defenders, bunkers[0]]
    s = table(
        {region: " ".join([*attackers, leader, *defenders, other])},
        data=None,
        turn=3,
        bad_until=0 if clear else 99,
        active=0,
    )
    for unit in attackers:
        s.g.landed |= (1 << s.unit(unit)) if rng.random() < 0.3 else 0
        s.g.crossed |= (1 << s.unit(unit)) if rng.random() < 0.3 else 0
    for unit in [*attackers, *defenders]:
        s.g.unsupplied |= (1 << s.unit(unit)) if rng.random() < 0.2 and "Bunker" not in unit else 0
        if COUNTERS[unit].steps == 2 and rng.random() < 0.3:
            s.g.steps[s.unit(unit)] = 1
    s.g.touch()
    s.ask(GAME.frames["PickBattle"](by=0))
    shown = ask(s.g, s.space(region))
    if shown is None:
        return
    p = position(s.g)
    where = f"{region}: {attackers} {leader} v {defenders} {other}, clear={clear}, landed={sorted(p.landed)}, "
    where += f"crossed={sorted(p.crossed)}, unsupplied={sorted(p.unsupplied)}, "
    where += f"steps={[p.steps[u] for u in [*attackers, *defenders]]}"
    a = force(p, region, attackers, leader, attacks=True)
    d = force(p, region, defenders, other, attacks=False)
    won, cleared = ours.chances(a, d)
    given = {row.result: row for row in shown.outcomes}
    tally.same("battle.chances", where, "attacker wins", near(given, "attacker wins"), text(won))
    tally.same("battle.chances", where, "attacker clears", near(given, "attacker clears the region"), text(cleared))
    exact = {row.result: Fraction(row.fraction) for row in shown.outcomes if row.result.startswith("attacker")}
    tally.same("battle.fractions", where, "the fraction said to be exact", exact.get("attacker wins"), won)


def near(given: dict[str, Any], result: str) -> str:
    """A chance as a number; what never happens may be left out."""
    return text(Fraction(given[result].chance)) if result in given else text(Fraction(0))


def text(chance: Fraction) -> str:
    return f"{float(chance):.9f}"


def ask(g: Any, space: int) -> Any:
    assert GAME.queries is not None
    assert GAME.queries.preview is not None
    return GAME.queries.preview(g, ("attack", space))


def force(p: Position, region: str, units: list[str], leader: str, *, attacks: bool) -> ours.Force:
    side = ALLIED if attacks else GERMAN
    gain = ours.aids(p, side, region) + bool(leader)
    standing = []
    for unit in units:
        one = ours.factor(p, unit, region, 1, gain, attacks=attacks)
        two = ours.factor(p, unit, region, 2, gain, attacks=attacks)
        standing.append((COUNTERS[unit].kind, one, two, p.steps[unit]))
    return ours.Force(tuple(sorted(standing)), (), ours.battle_morale(units, leader or None))


__all__ = ["TERRAIN", "frame", "preview"]
