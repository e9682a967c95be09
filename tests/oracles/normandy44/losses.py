"""Who loses a step to a result of the table, and who chooses him (12.1, 12.2)."""

from collections.abc import Sequence

from tests.oracles.normandy44.facts import Facts, Unit, other
from tests.oracles.normandy44.odds import Battle, armour_earners, defenders, quality_earners, tiger_earners

Ask = tuple[str, frozenset[str]]
"""Who chooses, and among whom."""


def attacker(f: Facts, b: Battle, result: str) -> Ask | None:
    """12.2.1: the step that the attacker loses."""
    by = b.attackers[0].side
    if result in ("D1", "DR", "DH"):
        return None
    if result == "A1/D2" and sum(u.steps for u in defenders(f, b.target, by)) == 1:
        return None
    maf = frozenset(u.id for u in b.maf)
    if result in ("EX", "A1/D2"):
        return other(by), maf
    earners = [*armour_earners(f, b), *quality_earners(f, b), *tiger_earners(f, b)]
    return by, frozenset(u.id for u in earners) or maf


def defence(f: Facts, b: Battle, result: str, lost: Sequence[str]) -> Ask | None:
    """12.2.2: the next step that the defender loses, after those already lost."""
    by = b.attackers[0].side
    there = defenders(f, b.target, by)
    whole = sum(u.steps for u in there)
    due = {"EX": 1, "D1": 1, "A1/D1": 1, "A1/D2": 2, "DH": (whole + 1) // 2}.get(result, 0)
    if len(lost) >= min(due, whole):
        return None
    left = frozenset(u.id for u in there if u.steps > list(lost).count(u.id))
    chooser = by if result == "EX" or (result == "A1/D2" and not lost) else other(by)
    return chooser, left


def leads(units: Sequence[Unit]) -> frozenset[str]:
    """12.4.1: who may lead a determined defence."""
    return frozenset(u.id for u in units if u.kind not in ("hq", "werfer") and "disrupted" not in u.marks)
