"""Emergency Withdrawals, going home, the isolation of Cherbourg and support markers against a second, plain reading."""

from random import Random

from tests.games.darksummer.support import COMBAT, COMBINED, MOVE, Army
from tests.oracles.darksummer.fighting import able
from tests.oracles.darksummer.plain import (
    ALLIED,
    BRITISH,
    BRITISH_BEACHES,
    C_HEXES,
    GERMAN,
    GERMANS,
    US,
    US_BEACHES,
    Plain,
    distance,
)
from tests.oracles.darksummer.throw import throw
from tests.oracles.darksummer.walking import closed, names, no_ends, walks
from tests.oracles.tally import Tally

from bocage.games.darksummer.rules.r08_withdrawals import free_to_go
from bocage.games.darksummer.rules.r10_emergency_withdrawal import refuges
from bocage.games.darksummer.rules.r11_odds import Assault
from bocage.games.darksummer.rules.r12_support import KINDS, open_kinds
from bocage.games.darksummer.rules.r13_cherbourg import is_isolated, to_relocate
from bocage.games.darksummer.state import REACTION, DarkSummer
from bocage.kernel.ids import Side
from bocage.kernel.spaces import each, spaces

FAIR, DRY = ("Sun", "Cloud"), ("Sun", "Cloud", "Showers")
WITHDRAWAL = 2
ONE_IN = 20


def phase(rng: Random, tally: Tally) -> None:
    """One position: who falls back, who goes home, whether Cherbourg is cut off, and what supports a battle."""
    g, where = throw(rng)
    g.reaction_withdrawal, g.assault_guns = rng.random() < 0.5, rng.random() < 0.5
    g.touch()
    p = Plain(g)
    for unit, counter in enumerate(g.board.units):
        if counter.army is g.army and counter.move and p.at.get(unit) in p.land:
            stuck = not walks(p, unit)
            if stuck or not rng.randrange(ONE_IN):
                question = f"where may {counter.id} at {p.at[unit]} fall back to?"
                ends = names(g, spaces(refuges(g, 1 << unit)))
                tally.same("emergency withdrawal", where, question, ends, refuge(p, unit) if stuck else set())
    for army in (US, BRITISH):
        given = set(each(free_to_go(g, Army(army))))
        tally.same("withdrawals", where, f"who of army {army} may go home?", given, going_home(p, army))
    tally.same("isolation", where, "is Cherbourg isolated?", is_isolated(g), isolated(p))
    tally.same("relocation", where, "who is taken into Cherbourg?", set(each(to_relocate(g))), relocated(p))
    support(g, p, rng, where, tally)


# --- 10.3 -------------------------------------------------------------------------------------------------


def refuge(p: Plain, unit: int) -> set[str]:
    """Two hexes from where a unit that cannot move stands, farther from a nearest enemy source, next to no enemy."""
    counter, start = p.counters[unit], p.at[unit]
    if p.g.round != MOVE and not (p.g.round == REACTION and p.g.reaction_withdrawal):
        return set()
    some = p.sources(US) | p.sources(BRITISH) if counter.side == GERMAN else p.sources(GERMANS)
    least = min((distance(start, n) for n in some), default=0)
    threats = [n for n in some if distance(start, n) == least]
    enemies = {n for n in p.units if p.side(n) == 1 - counter.side}
    beside = set().union(*(p.near(n) for n in enemies)) if enemies else set()
    shut = enemies | closed(p, counter.army)
    found = set()
    for between in p.near(start):
        for end in p.near(between):
            if between in shut or end in shut or end in beside or end in no_ends(p, counter.army):
                continue
            way = p.can_step(unit, start, between) and p.can_step(unit, between, end)
            farther = not threats or any(distance(end, n) > least for n in threats)
            if way and farther and distance(start, end) == WITHDRAWAL:
                found.add(end)
    return found


# --- 8.3 --------------------------------------------------------------------------------------------------


def going_home(p: Plain, army: int) -> set[int]:
    """Airborne, Rangers and Special Service from whom some way to a beach is free of enemies and their zones."""
    beaches = p.open & (US_BEACHES if army == US else BRITISH_BEACHES)
    free = {n for n in p.land if p.side(n) != GERMAN} - p.zone(GERMAN) - closed(p, army)
    found = set()
    for unit, at in p.at.items():
        counter = p.counters[unit]
        if int(counter.army) == army and counter.type in ("para", "glider", "special"):
            reached = {at} if at in beaches else first_steps(p, at) & free
            queue = list(reached)
            while queue:
                further = {n for n in p.near(queue.pop()) if n in free} - reached
                reached |= further
                queue += further
            if reached & beaches:
                found.add(unit)
    return found


def first_steps(p: Plain, at: str) -> set[str]:
    """The hexes next to a hex, or behind the door of a box that may be left."""
    if at in p.land:
        return set(p.near(at))
    if at == "brittany":
        return p.tags["S"]
    besieged = any(name == "cherbourg" and p.counters[u].side == GERMAN for u, name in p.at.items())
    return C_HEXES if at == "cherbourg" and not besieged else set()


# --- 13.5 -------------------------------------------------------------------------------------------------


def isolated(p: Plain) -> bool:
    return not any(p.leads(c, GERMAN, p.sources(GERMANS)) for c in C_HEXES)


def relocated(p: Plain) -> set[int]:
    """Germans on the map but Strongpoints, out of supply, with a free path to a C hex."""
    doors = {n for n in C_HEXES if p.passable(n, GERMAN)}
    return {
        u
        for u, at in p.at.items()
        if at in p.land and p.counters[u].side == GERMAN and p.counters[u].type != "strongpoint"
        if not p.supplied(u) and p.traces(at, GERMAN, doors)
    }  # fmt: skip


# --- 12 ---------------------------------------------------------------------------------------------------


def support(g: DarkSummer, p: Plain, rng: Random, where: str, tally: Tally) -> None:
    """Battles of any kind of Round, some markers used before and some in the battle already."""
    by = int(g.army)
    g.round = rng.choice((COMBAT, COMBINED)) if by != GERMANS else rng.choice((COMBAT, REACTION))
    g.halved = g.round == REACTION and rng.random() < 0.3
    g.used_turn, g.used_round = (sum(1 << n for n in range(len(g.board.support)) if rng.random() < 0.3) for _ in "ab")
    g.assault_guns_used, g.carpets_left = rng.randint(0, 2), [rng.randint(0, 2), rng.randint(0, 2)]
    g.touch()
    targets = [n for n in p.units if p.side(n) == 1 - g.army.side]
    targets += [n for n in p.open if n not in p.units and by == GERMANS]
    for target in rng.sample(targets, min(4, len(targets))):
        near = [u for n in p.near(target) for u in p.units.get(n, []) if able(p, u, by)]
        if not near:
            continue
        some = rng.sample(near, rng.randint(1, min(4, len(near))))
        markers = {n for n in range(len(g.board.support)) if rng.random() < 0.1}
        a = Assault(Side(g.army.side), g.board.ids[target], spaces(some), spaces(markers))  # type: ignore[arg-type]
        for side in (ALLIED, GERMAN):
            mask = open_kinds(g, a, Side(side))
            given = {kind for n, kind in enumerate(KINDS) if mask >> n & 1}
            question = f"what supports side {side}: {[g.board.units[u].id for u in some]} on {target}, with {markers}"
            tally.same("support", where, question, given, supports(p, side, some, target, markers))


def supports(p: Plain, side: int, attackers: list[int], target: str, markers: set[int]) -> set[str]:
    """The kinds of markers that a side could commit to a battle."""
    g, attacks = p.g, side == p.counters[attackers[0]].side
    mine = attackers if attacks else p.units.get(target, [])
    army = int(p.counters[mine[0]].army) if mine else (US if target in US_BEACHES else BRITISH)
    there, rows = {g.board.support[n].kind for n in markers}, g.board.support
    free = {
        row.kind
        for n, row in enumerate(rows)
        if {"us": US, "british": BRITISH, "german": GERMANS}[row.army] == army and row.turn <= g.turn
        if (row.attack if attacks else row.defense) is not None and row.kind not in there and fresh(p, n)
    }  # fmt: skip
    return {kind for kind in free if fits(p, kind, army, mine, attackers, target, there)}


def fresh(p: Plain, n: int) -> bool:
    """12.1 to 12.7: whether a marker has a use left."""
    g, row = p.g, p.g.board.support[n]
    if row.kind == "carpet" and not g.carpets_left[US if row.army == "us" else BRITISH]:
        return False
    if row.kind == "assault-guns":
        return bool(g.assault_guns_used < (1 if g.weather == "Sun" else 2))
    again = row.kind == "naval" or (row.kind == "air" and g.weather in FAIR)
    return not (g.used_round if again else g.used_turn) >> n & 1


def fits(p: Plain, kind: str, army: int, mine: list[int], attackers: list[int], target: str, there: set[str]) -> bool:
    """12.1 to 12.7: Round, weather, ground, supply and company."""
    g, us = p.g, any(p.counters[u].nation == "us" and p.supplied(u) for u in mine)
    if kind == "carpet":
        return g.round == COMBAT and g.weather in FAIR and not there & {"air", "naval"}
    if kind == "air":
        return g.round in (COMBAT, COMBINED) and g.weather in DRY and "carpet" not in there
    if kind == "naval":
        reach = target in p.tags["gun-line"] and p.land[target] in ("clear", "beach", "town")
        return reach and g.weather in DRY and not g.halved and "carpet" not in there
    if kind == "tank-destroyers":
        return us
    if kind == "artillery":
        americans = army == US or US in {int(p.counters[u].army) for u in [*attackers, *p.units.get(target, [])]}
        alone = target not in p.units and target in US_BEACHES
        return g.weather in ("Rain", "Storm") and not americans and not alone
    fed = any(p.supplied(u) for u in mine)
    return fed and (kind == "nebelwerfer" or g.assault_guns)
