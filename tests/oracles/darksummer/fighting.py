"""Odds and Mandatory Attacks of The Dark Summer against a second, plain reading."""

from random import Random

from tests.games.darksummer.support import COMBAT, COMBINED
from tests.oracles.darksummer.plain import ALLIED, BRITISH, GERMAN, GERMANS, US, Plain
from tests.oracles.darksummer.throw import throw
from tests.oracles.tally import Tally

from bocage.games.darksummer.rules.r11_combat import Muster
from bocage.games.darksummer.rules.r11_odds import Assault, final_column, odds
from bocage.games.darksummer.state import DarkSummer
from bocage.kernel import flow
from bocage.kernel.ids import Side

SHIFTS = {"town": 1, "city": 2, "bocage": 2, "forest": 1}
AIR_LESS = {"woods": 1, "forest": 2}
MOST = 4
LOWEST, HIGHEST = -2, 5
"""The rungs of 1-3 and 6-1, 1-1 being nought."""


def phase(rng: Random, tally: Tally) -> None:
    """One position in a Combat or Combined Round: the odds of random attacks, and who may still join."""
    g, where = throw(rng)
    g.round = rng.choice((COMBAT, COMBAT, COMBINED)) if g.army.side == ALLIED else COMBAT
    g.prepared = g.round == COMBAT and g.army.side == ALLIED and rng.random() < 0.3
    g.active = g.board.roster.army[g.army]
    g.halved = False
    g.touch()
    p, army = Plain(g), int(g.army)
    targets = [n for n in p.units if p.side(n) == 1 - g.army.side and n not in untouchable(p, army)]
    for target in rng.sample(targets, min(4, len(targets))):
        near = [u for n in p.near(target) for u in p.units.get(n, []) if able(p, u, army)]
        strong = [u for u in near if factor(p, u, attack=True)]
        if strong:
            attack(g, p, rng, target, strong, where, tally)
            joining(g, p, rng, target, near, where, tally)


def able(p: Plain, unit: int, army: int) -> bool:
    """11: active, and for the Allies in supply."""
    return p.counters[unit].army == army and (army == GERMANS or p.supplied(unit))


def untouchable(p: Plain, army: int) -> set[str]:
    """11.1, 15: hexes that an army never attacks."""
    if army == GERMANS:
        return p.tags["C"] | p.tags["W"] | p.tags["S"]
    if army == BRITISH:
        return {n for n in p.land if int(n[:2]) < 35}
    return set() if p.g.boundary_lifted else {n for n in p.land if int(n[:2]) > 36}


# --- 11.3 -------------------------------------------------------------------------------------------------


def attack(g: DarkSummer, p: Plain, rng: Random, target: str, near: list[int], where: str, tally: Tally) -> None:
    some = rng.sample(near, rng.randint(1, min(MOST, len(near))))
    markers = [n for n, row in enumerate(g.board.support) if rng.random() < 0.2 and fits(g, row, p, target)]
    a = Assault(Side(g.army.side), g.board.ids[target], sum(1 << u for u in some), sum(1 << n for n in markers))
    question = f"{[g.board.units[u].id for u in some]} on {target} with {[g.board.support[n].name for n in markers]}"
    tally.same("odds", where, question, final_column(odds(g, a, keep=False)), column(p, some, target, markers))


def fits(g: DarkSummer, row: object, p: Plain, target: str) -> bool:
    """Markers of the two who fight, on the side for which they have a number."""
    army, by = row.army, int(g.army)  # type: ignore[attr-defined]
    theirs = p.army(target)
    mine = {"us": US, "british": BRITISH, "german": GERMANS}[army]
    if mine == by:
        return row.attack is not None  # type: ignore[attr-defined]
    return mine == theirs and row.defense is not None  # type: ignore[attr-defined]


def factor(p: Plain, unit: int, *, attack: bool, tanks: bool = False) -> int:
    counter, steps = p.counters[unit], p.g.steps[unit]
    if counter.hidden:
        return int(p.g.value[unit])
    if attack:
        return int(counter.attack[steps])
    return 1 if counter.type == "flak" and not tanks else int(counter.defense[steps])


def of_hex(p: Plain, some: list[int], *, attack: bool, tanks: bool = False) -> int:
    """13.4: what is out of supply in a hex is added up and halved, one at the least."""
    fed = sum(factor(p, u, attack=attack, tanks=tanks) for u in some if p.supplied(u))
    hungry = sum(factor(p, u, attack=attack, tanks=tanks) for u in some if not p.supplied(u))
    return fed + (max(hungry // 2, 0 if fed else 1) if hungry else 0)


def column(p: Plain, attackers: list[int], target: str, markers: list[int]) -> int | None:
    """11.3.1 to 11.3.4 by hand: the column counted from 1-3, or None for the loss without a roll."""
    rows = [p.g.board.support[n] for n in markers]
    by, kinds = p.counters[attackers[0]].side, {row.kind for row in rows}
    by_hex: dict[str, list[int]] = {}
    for unit in attackers:
        by_hex.setdefault(p.at[unit], []).append(unit)
    tanks = by == ALLIED and (
        any(p.counters[u].type in ("armor", "cavalry") for u in attackers) or bool(kinds & {"air", "tank-destroyers"})
    )
    ours = sum(of_hex(p, some, attack=True) for some in by_hex.values())
    theirs = of_hex(p, p.units[target], attack=False, tanks=tanks)
    theirs += 1 if p.land[target] == "woods" and "carpet" not in kinds else 0
    for row in rows:
        mine = (row.army == "german") == (by == GERMAN)
        worth = (row.attack if mine else row.defense) or 0
        if row.kind == "air":
            worth = max(0, worth - AIR_LESS.get(p.land[target], 0))
        ours, theirs = ours + (worth if mine else 0), theirs + (0 if mine else worth)
    start = rung(ours, theirs)
    after = start + shift(p, list(by_hex), target, by, kinds)
    if start < LOWEST and after < LOWEST:
        return None
    return int(min(max(after, LOWEST), HIGHEST)) - LOWEST


def rung(attack: int, defense: int) -> int:
    """11.3.3: whole odds in the defender's favour, 6-1 at the most."""
    if not attack:
        return -99
    return min(attack // defense, 6) - 1 if attack >= defense else 1 - -(-defense // attack)


def shift(p: Plain, homes: list[str], target: str, by: int, kinds: set[str]) -> int:
    """11.3.4: ground, rivers, the Round, bombers, the sky."""
    g, ground = p.g, p.land[target]
    found = 0 if "carpet" in kinds and ground != "city" else -SHIFTS.get(ground, 0)
    crossings = [p.rivers.get(frozenset((name, target))) for name in homes]
    if all(crossings):
        found -= 2 if all(kind == "major" for kind in crossings) else 1
    found += 1 if "carpet" in kinds else 0
    found -= 1 if g.round == COMBINED else 0
    found += 1 if g.prepared else 0
    return found - (1 if by == GERMAN and g.weather in ("Sun", "Cloud") else 0)


# --- 11.2 -------------------------------------------------------------------------------------------------


def joining(g: DarkSummer, p: Plain, rng: Random, target: str, near: list[int], where: str, tally: Tally) -> None:
    """Attackers join one by one: at each step, who may be the next?"""
    chosen: list[int] = []
    army = int(g.army)
    for _ in range(MOST):
        wanted = {u for u in near if u not in chosen and may_join(p, army, target, chosen, u)}
        s = g.copy()
        s.stack = ()
        flow.push(s, Muster(by=Side(g.army.side), target=g.board.ids[target], attackers=sum(1 << u for u in chosen)))
        given = {action[1] for action in flow.options(s) if action[0] == "join"}
        question = f"who may join {[g.board.units[u].id for u in chosen]} against {target}?"
        tally.same("mandatory attacks", where, question, given, wanted)
        if not wanted & given:
            return
        chosen.append(rng.choice(sorted(wanted & given)))


def may_join(p: Plain, army: int, target: str, chosen: list[int], unit: int) -> bool:
    """2.2.1, 11.2: somebody with strength first; every duty of all together must find a unit of its own."""
    if not chosen and not factor(p, unit, attack=True):
        return False
    together = [*chosen, unit]
    owed = sorted(duties(p, army, target, {p.at[u] for u in together}))
    helpers = {
        d: [u for n in p.near(d) for u in p.units.get(n, [])
            if u not in together and able(p, u, army) and factor(p, u, attack=True)]
        for d in owed
    }  # fmt: skip
    return assignable(owed, helpers, set())


def duties(p: Plain, army: int, target: str, homes: set[str]) -> set[str]:
    """All other enemies in the zones of those who attack from several hexes, but battalions alone."""
    if len(homes) < 2:
        return set()
    side = GERMAN if army == GERMANS else ALLIED
    found = set().union(*(p.zone_from(home) for home in homes)) - {target} - untouchable(p, army)
    return {
        n for n in found if p.side(n) == 1 - side and not all(p.counters[u].size == "battalion" for u in p.units[n])
    }


def assignable(owed: list[str], helpers: dict[str, list[int]], used: set[int]) -> bool:
    """Whether some way of giving each duty a unit of its own exists: all of them tried."""
    if not owed:
        return True
    first, rest = owed[0], owed[1:]
    return any(assignable(rest, helpers, used | {unit}) for unit in helpers[first] if unit not in used)
