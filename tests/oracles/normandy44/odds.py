"""Who may attack what, main assault forces, odds and shifts (10, 11)."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil

from tests.oracles.normandy44.facts import Facts, Unit, neighbours, other
from tests.oracles.normandy44.movement import in_sector, within_boundary

MOST = 18
BONUS = {"mixed": 2, "bocage": 3, "town": 4, "woods": 2, "city": 5}
COLUMNS = ("1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1")


@dataclass(frozen=True)
class Battle:
    """An attack as declared."""

    target: str
    attackers: tuple[Unit, ...]
    main: frozenset[str]
    support: int = 0
    """Artillery, aircraft and ships: a column each."""
    jabos: int = 0

    @property
    def maf(self) -> list[Unit]:
        return [unit for unit in self.attackers if unit.id in self.main]


def may_attack(f: Facts, unit: Unit, target: str, *, reserve: bool) -> bool:
    """2.3.1, 10.1, 10.7, 6.2.5, 13.6, 16.1.3, 20.2.3, 9.6, 22.1.2, 15.3, 26.1, 26.3."""
    if not unit.attacks or unit.marks & {"attacked", "disrupted", "scattered", "replaced", "overspent"}:
        return False
    if target not in neighbours(unit.hex) or "impassable" in f.between(unit.hex, target):
        return False
    if reserve and "reserve" not in unit.marks:
        return False
    if any("replaced" in u.marks for u in f.stacks[unit.hex]) or unit.hex in f.unfinished:
        return False
    if f.scenario == "cherbourg" and unit.side == "allied" and target not in f.tags["june-27"]:
        return False
    if not (in_sector(f, unit, unit.hex) and in_sector(f, unit, target)):
        return False
    return unit.side == "german" or within_boundary(f, unit, target)


def may_be_attacked(f: Facts, target: str, side: str) -> bool:
    """10.1, 13.5: somebody is there who has not been attacked in this phase, nor has the hex while he stood in it."""
    there = f.at(target, other(side))
    stayed = [unit for unit in there if "retreated" not in unit.marks]
    return bool(stayed) and not any("defended" in unit.marks for unit in stayed)


def defenders(f: Facts, target: str, by: str) -> list[Unit]:
    """13.5: units that retreated there in this phase take no part."""
    return [unit for unit in f.at(target, other(by)) if "retreated" not in unit.marks]


def formations(attackers: Iterable[Unit]) -> list[frozenset[str]]:
    """10.3.2: divisions; brigades and regiments outside them; single units."""
    groups: dict[str, set[str]] = {}
    for unit in attackers:
        key = f"division {unit.division}" if unit.division else f"brigade {unit.brigade}" if unit.brigade else unit.id
        groups.setdefault(key + (unit.nation if unit.division or unit.brigade else ""), set()).add(unit.id)
    return [frozenset(group) for group in groups.values()]


def main_forces(attackers: tuple[Unit, ...]) -> set[frozenset[str]]:
    """Every main assault force that may be declared: a formation with or without one attached unit (10.3.3), or a
    battle group (10.3.4).
    """
    at = {unit.id: unit.hex for unit in attackers}
    found: set[frozenset[str]] = set()
    for formation in formations(attackers):
        found.add(formation)
        homes = {at[name] for name in formation}
        found |= {formation | {unit.id} for unit in attackers if unit.id not in formation and unit.hex in homes}
    for place in set(at.values()):
        stack = [unit for unit in attackers if unit.hex == place]
        if len(stack) > 1 and sum(unit.strength for unit in stack) <= 6:  # a lone unit is no stack
            found.add(frozenset(unit.id for unit in stack))
    return found


def across_perimeter(f: Facts, a: str, b: str) -> bool:
    return a not in f.tags["perimeter"] and b in f.tags["perimeter"]


def halved(f: Facts, unit: Unit, b: Battle) -> bool:
    """11.1."""
    kinds = f.between(unit.hex, b.target)
    return (
        unit.id not in b.main
        or bool(kinds & {"major", "minor", "flooded", "airfield"})
        or f.terrain[unit.hex] == "flooded"
        or "regroup" in unit.marks
        or "out_of_supply" in unit.marks
        or (unit.side == "allied" and across_perimeter(f, unit.hex, b.target))
    )


def attack_strength(f: Facts, b: Battle) -> int:
    total = sum((unit.strength + 1) // 2 if halved(f, unit, b) else unit.strength for unit in b.attackers)
    return min(MOST, total)


def defence_strength(f: Facts, b: Battle) -> int:
    """11.2, 10.4."""
    there = defenders(f, b.target, b.attackers[0].side)
    sheltered = sum(
        unit.strength
        for unit in there
        if unit.kind != "strongpoint" and not unit.silhouette and "strategic" not in unit.marks
    )
    bonus = min(BONUS.get(f.terrain[b.target], 0), sheltered)
    return min(MOST, sum(unit.strength for unit in there) + bonus)


def wet(f: Facts, unit: Unit, target: str) -> bool:
    """11.3: across a major river or a flooded hexside, or out of a flooded hex."""
    return bool(f.between(unit.hex, target) & {"major", "flooded"}) or f.terrain[unit.hex] == "flooded"


def fortified(f: Facts, target: str, side: str) -> bool:
    """11.4.4, 16.1, 16.2: an improved position or a strongpoint."""
    owner = f.positions.get(target)
    own = owner in ("both", "german") if side == "german" else owner in ("both", "us", "cw")
    return own or any(unit.kind == "strongpoint" for unit in f.at(target, side))


def armour_earners(f: Facts, b: Battle) -> list[Unit]:
    """11.4.1, 11.4.4: the tanks that gain the shift."""
    side = other(b.attackers[0].side)
    if f.terrain[b.target] in ("city", "woods", "flooded") or fortified(f, b.target, side):
        return []
    best = max((unit.armor for unit in defenders(f, b.target, b.attackers[0].side)), default=0)
    return [
        unit
        for unit in b.maf
        if unit.armor > best
        and not unit.antitank
        and not wet(f, unit, b.target)
        and not (unit.side == "allied" and across_perimeter(f, unit.hex, b.target))
    ]


def quality_earners(f: Facts, b: Battle) -> list[Unit]:
    best = max((unit.tq for unit in defenders(f, b.target, b.attackers[0].side)), default=-9)
    return [unit for unit in b.maf if unit.tq > best]


def tiger_earners(f: Facts, b: Battle) -> list[Unit]:
    """11.9."""
    if f.terrain[b.target] == "flooded":
        return []
    return [unit for unit in b.maf if unit.tiger and not wet(f, unit, b.target)]


def shifts(f: Facts, b: Battle) -> dict[str, int]:
    """Every column, by its reason; to the right is positive."""
    there = defenders(f, b.target, b.attackers[0].side)
    tanks = any(unit.armor and not unit.antitank for unit in there)
    foot = any(unit.infantry or unit.kind == "armor" for unit in there)
    return {
        "11.3": -all(wet(f, unit, b.target) for unit in b.maf),
        "11.4.1": bool(armour_earners(f, b)),
        "11.4.2": -(tanks and foot and not any(unit.armor for unit in b.maf)),
        "11.5": bool(quality_earners(f, b)) - all(unit.tq < 0 for unit in b.maf),
        "11.6 19": b.support,
        "11.8": -(b.target in f.tags["hilltop"]),
        "11.9": bool(tiger_earners(f, b)) - any(unit.tiger for unit in there),
        "9.8.4": int(any("strategic" in unit.marks for unit in there)),
        "19.1.3": -b.jabos,
    }


def starting_column(f: Facts, b: Battle) -> int:
    """The column before shifts; 0 is 1-3, negative is below it, above 7-1 it goes on (10.6)."""
    attack, defence = attack_strength(f, b), defence_strength(f, b)
    if defence == 0:
        return 99
    return attack // defence + 1 if attack >= defence else 3 - ceil(defence / attack)


def final_column(f: Facts, b: Battle) -> int:
    """After shifts, held to the table on the right; below 0 the attack is an A1 (10.6)."""
    return min(8, starting_column(f, b) + sum(shifts(f, b).values()))
