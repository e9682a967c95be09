"""What comes of a battle (12): exact chances that the defender keeps his hex, with both sides choosing their best.

An outcome is called by its result, "held" behind it where a result that asks for a retreat leaves the defenders (not
all of them dead) in their hex: by a determined defence, in desperation, or because the attack had a single step (12.6).
"""

from collections.abc import Iterable
from fractions import Fraction
from itertools import product

from tests.oracles.normandy44.facts import ENTRY, Facts, Unit, distance, other
from tests.oracles.normandy44.odds import (
    Battle,
    armour_earners,
    defenders,
    final_column,
    fortified,
    quality_earners,
    tiger_earners,
)
from tests.oracles.normandy44.retreat import Retreat
from tests.oracles.normandy44.supply import Lines

CRT = (
    ("A1", "A1", "A1", "A1", "A1/DR", "EX", "DR", "DR", "A1/D1"),
    ("A1", "A1", "A1", "A1/DR", "EX", "DR", "DR", "A1/D1", "D1"),
    ("A1", "A1", "A1/DR", "EX", "DR", "DR", "A1/D1", "D1", "D1"),
    ("A1", "A1/DR", "EX", "DR", "DR", "A1/D1", "D1", "D1", "A1/D2"),
    ("A1/DR", "EX", "DR", "DR", "A1/D1", "D1", "D1", "A1/D2", "DH"),
    ("EX", "DR", "DR", "A1/D1", "D1", "D1", "A1/D2", "DH", "DH"),
)
STAND = {  # modified die 1 to 7 by column; a bullet holds
    "open": ("", "", "", "", "-1", "•EX", "•AL"),
    "other": ("", "", "", "", "•-1", "•EX", "•AL"),
    "position": ("", "", "", "•-1", "•EX", "•AL", "•AL"),
    "strong": ("", "", "•-1", "•EX", "•EX", "•AL", "•AL"),
}
JABOS = (0, 0, 0, 1, 2, 3)
RETREATS = ("A1/DR", "DR", "D1", "A1/D1")
FORCED = ("A1/D2", "DH")


class Faces:
    """Counters that may turn: what a unit shows after a loss is read from the facts of the counter."""

    def __init__(self, weaker: dict[tuple[str, int], Unit]) -> None:
        self.weaker = weaker

    def lose(self, units: Iterable[Unit], name: str) -> tuple[Unit, ...]:
        kept = []
        for unit in units:
            if unit.id != name:
                kept.append(unit)
            elif unit.steps > 1:
                kept.append(self.weaker[name, unit.steps - 1])
        return tuple(kept)


class Chances:
    """Everything that one declared attack may lead to."""

    def __init__(self, f: Facts, b: Battle, faces: Faces, *, supported: bool = True) -> None:
        """`supported`: the defender calls for whatever support is in range (12.4.3)."""
        self.f, self.b, self.faces, self.supported = f, b, faces, supported
        self.by = b.attackers[0].side
        self.side = other(self.by)
        self.there = tuple(defenders(f, b.target, self.by))

    def all(self) -> dict[str, Fraction]:
        """Each outcome and its chance, over the dice of the Jabos and of the table."""
        found: dict[str, Fraction] = {}
        jabos = JABOS if self.by == "german" and self.f.weather == "clear" and not self.b.jabos else (0,)
        for shift, die in product(jabos, range(6)):
            column = min(8, final_column(self.f, self.b) - shift) if shift else final_column(self.f, self.b)
            result = "A1" if column < 0 else CRT[die][column]
            share = Fraction(1, 6 * len(jabos))
            held = self.held(result)
            for word, part in ((result, share * (1 - held)), (f"{result} held", share * held)):
                if part:
                    found[word] = found.get(word, Fraction(0)) + part
        return found

    def held(self, result: str) -> Fraction:
        """The chance that a result which asks for a retreat leaves the hex to the defender."""
        if result not in RETREATS and result not in FORCED:
            return Fraction(0)
        if self.spared(result):
            return Fraction(1)
        if result in FORCED:
            return Fraction(0)
        rests = [self.there]
        if "D1" in result:
            rests = [self.faces.lose(self.there, unit.id) for unit in self.there]  # his own choice (12.2.2)
        attacks = self.after_loss() if result.startswith("A1") else [self.b.attackers]
        return max((min(self.stands(rest, force) for force in attacks) for rest in rests), default=Fraction(0))

    def spared(self, result: str) -> bool:
        """12.6: the main force had a single step, and it dies; somebody must be left to stay."""
        if not result.startswith("A1/") or sum(unit.steps for unit in self.b.maf) != 1:
            return False
        steps = sum(unit.steps for unit in self.there)
        if result == "A1/D2" and steps <= 1:
            return False  # the attacker loses nothing then
        return steps > {"A1/DR": 0, "A1/D1": 1, "A1/D2": 2}[result]

    def after_loss(self) -> list[tuple[Unit, ...]]:
        """What the attackers may look like after their step (12.2.1)."""
        earners = [*armour_earners(self.f, self.b), *quality_earners(self.f, self.b), *tiger_earners(self.f, self.b)]
        return [self.faces.lose(self.b.attackers, unit.id) for unit in (earners or self.b.maf)]

    def stands(self, rest: tuple[Unit, ...], attackers: tuple[Unit, ...]) -> Fraction:
        """12.4, 12.5: the best a defence with these units can hope for."""
        leads = [u for u in rest if u.kind not in ("hq", "werfer") and "disrupted" not in u.marks]
        trapped = self.trapped(rest)
        return max((self.stand(lead, rest, attackers, trapped) for lead in leads), default=Fraction(0))

    def stand(self, lead: Unit, rest: tuple[Unit, ...], attackers: tuple[Unit, ...], trapped: bool) -> Fraction:
        good = 0
        for die in range(1, 7):
            result = STAND[self.column(lead)][min(7, max(1, die + self.modifier(lead, attackers))) - 1]
            after = self.faces.lose(rest, lead.id) if result in ("•-1", "•EX", "-1") else rest
            if result.startswith("•"):
                good += bool(after) or self.guests()
            else:
                good += trapped and self.desperate(after)
        return Fraction(good, 6)

    def guests(self) -> bool:
        """13.5: who retreated there earlier in the phase is enough to keep the hex."""
        return any("retreated" in u.marks for u in self.f.at(self.b.target, self.side))

    def column(self, lead: Unit) -> str:
        place = self.b.target
        if lead.kind == "strongpoint" or self.f.terrain[place] == "city":
            return "strong"
        if place in self.f.positions and fortified(self.f, place, self.side) and self._dug(place):
            return "position"
        return "open" if self.f.terrain[place] in ("clear", "flooded") else "other"

    def _dug(self, place: str) -> bool:
        owner = self.f.positions[place]
        return owner == "both" or (owner == "german") == (self.side == "german")

    def modifier(self, lead: Unit, attackers: tuple[Unit, ...]) -> int:
        """12.4.1, 12.4.2: at most +2."""
        maf = [u for u in attackers if u.id in self.b.main]
        best = max((u.armor for u in maf), default=0)
        armoured = any(u.kind in ("armor", "recon", "tank", "spat") for u in maf)
        better = lead.armor > best and (armoured or not lead.antitank)
        return min(2, lead.tq + better + (self.supported and support_for(self.f, lead, self.b.target)))

    def desperate(self, rest: tuple[Unit, ...]) -> bool:
        """12.5: two steps in units that could lead, and a third in the hex to keep it when two are gone."""
        leads = [u for u in rest if u.kind not in ("hq", "werfer") and "disrupted" not in u.marks]
        return sum(u.steps for u in leads) >= 2 and sum(u.steps for u in rest) > 2

    def trapped(self, rest: tuple[Unit, ...]) -> bool:
        """12.5: nobody would survive the retreat."""
        back = Retreat(self.f, self.side, self.b.target, frozenset())
        return not any(u.ma and self._lives(back, u) for u in rest)

    def _lives(self, back: Retreat, unit: Unit) -> bool:
        losses, ends = back.ends(unit, 2)
        return bool(ends) and losses < unit.steps


def support_for(f: Facts, lead: Unit, target: str) -> int:
    """12.4.3, 17.2, 17.3, 19.2: is there a ship, a headquarters with a supply point or a Werfer in range?"""
    ready = [u for u in f.units.values() if u.side == lead.side and not u.marks & {"disrupted", "spent"}]
    guns = [u for u in ready if u.kind == "hq" and "out_of_supply" not in u.marks and distance(u.hex, target) <= 5]
    if lead.side == "german":
        caen = any(distance(place, target) <= 3 and f.holds(place, "german") for place in f.tags["caen"])
        if any(u.kind == "werfer" and distance(u.hex, target) <= 3 for u in ready):
            return 1
        return int(any(pays(f, u) for u in guns) or bool(caen and f.stock["supply_7th"]))
    army = ("us", "cw").index(lead.army)
    ship = f.weather != "storm" and target in f.tags["naval-zone"] and f.stock["naval"][army] > 0
    return int(ship or any(u.army == lead.army and f.stock[f"supply_{lead.army}"] for u in guns))


def pays(f: Facts, hq: Unit) -> bool:
    """17.2, 17.4: 7th Army's points for a line to the map edge, the fortress's for a line to Cherbourg."""
    lines = Lines(f, "german")
    edge = frozenset().union(*(f.tags[tag] for tag in ENTRY)) if f.scenario != "cherbourg" else f.tags["roads-south"]
    city = {place for place in f.tags["cherbourg"] if f.holds(place, "german")}
    if f.stock["supply_cherbourg"] and lines.reach(hq.hex, city):
        return True
    return bool(f.stock["supply_7th"] and hq.id != "HQ-Cotentin" and lines.reach(hq.hex, edge))
