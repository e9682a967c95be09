"""Attacks planned before anybody moves: who could come against which enemy, and whether it would pay.

Each plan is tried on a copy of the position with the units set down where they would stand, and weighed by the same
account as the battle itself.
"""

from typing import NamedTuple

from bocage.games.normandy44.computer.attacks import Blow, best_blow
from bocage.games.normandy44.computer.battle_advice import seat
from bocage.games.normandy44.computer.words import odds_of
from bocage.games.normandy44.computer.worth import caution, shattered_of
from bocage.games.normandy44.rules.r07_stacking import LIMIT, stacking_points
from bocage.games.normandy44.rules.r08_zones_of_control import presence
from bocage.games.normandy44.rules.r10_combat import able
from bocage.games.normandy44.rules.r11_shifts import defence
from bocage.games.normandy44.rules.r17_cadres import strength
from bocage.games.normandy44.scenario import rules_of
from bocage.games.normandy44.sides import ALLIED, GERMAN
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.counters import each_unit
from bocage.kernel.ids import Side, Space, Spaces, UnitId, Units
from bocage.kernel.spaces import BITS, each
from bocage.players.assaults import Assault as Candidate
from bocage.players.assaults import best_combination

LEADERS = 3
"""How many formations are tried as the main force of one attack."""
HELPERS = 3
"""How many units beside the main force."""
LEAST_AHEAD = {GERMAN: 0.50, ALLIED: 0.12}
"""What a plan must promise before units are moved for it."""


HOPELESS = {GERMAN: 1.4, ALLIED: 0.9}
"""With less than this many factors to one, an attack is not even tried out."""


class Strike(NamedTuple):
    """A planned attack with the places its units take."""

    target: Space
    places: dict[UnitId, Space]
    blow: Blow

    def told(self, g: Normandy44) -> str:
        """The hex and the odds."""
        return f"{g.board.describe(self.target)} at {odds_of(g, self.blow.prospect, self.blow.shifts)}"


def plan_strikes(g: Normandy44, side: Side, reach: dict[UnitId, Spaces], held: Units) -> list[Strike]:
    """The attacks worth marching for, the best first; `held` may fight only from where they stand."""
    pools = _pools(g, side, reach, held)
    candidates: list[Candidate] = []
    for target, pool in pools.items():
        for strike in _strikes_on(g, side, target, pool, reach):
            if strike.blow.worth > LEAST_AHEAD[side]:
                units = sum(1 << unit for unit in strike.places)
                candidates.append(Candidate(target, units, strike.blow.worth, strike))
    found = [chosen.detail for chosen in best_combination(candidates)]
    return sorted((strike for strike in found if isinstance(strike, Strike)), key=lambda s: -s.blow.worth)


def _pools(
    g: Normandy44, side: Side, reach: dict[UnitId, Spaces], held: Units
) -> dict[Space, dict[UnitId, list[Space]]]:
    """For each enemy hex, who could attack it, and from which hexes."""
    atlas = g.board.atlas
    foes = presence(g).hexes[1 - side]
    contact = atlas.zones.spread(foes)
    special = rules_of(g)
    pools: dict[Space, dict[UnitId, list[Space]]] = {}
    ready = able(g, side)
    for unit, ground in reach.items():
        if not ready >> unit & 1:
            continue
        if held >> unit & 1:
            ground &= BITS[g.space[unit]]  # noqa: PLW2901 - it fights from where it stands
        closed = special.closed(g, unit) | special.tether(g, unit) if special.bounded else 0
        home = atlas.home[unit]
        for space in each(ground & contact):
            for target in atlas.around[space]:
                if target < 0 or not foes >> target & 1 or (space, target) in atlas.shut:
                    continue
                if home >> target & 1 and not closed >> target & 1:
                    pools.setdefault(target, {}).setdefault(unit, []).append(space)
    return pools


def _strikes_on(
    g: Normandy44, side: Side, target: Space, pool: dict[UnitId, list[Space]], reach: dict[UnitId, Spaces]
) -> list[Strike]:
    roster = g.board.atlas.roster
    groups: dict[str, list[UnitId]] = {}
    for unit in pool:
        groups.setdefault(roster.formation[unit], []).append(unit)
    factors = {unit: strength(g, unit) for unit in pool}
    order = sorted(groups.values(), key=lambda group: -sum(factors[unit] for unit in group))[:LEADERS]
    found: list[Strike] = []
    tried: set[frozenset[tuple[UnitId, Space]]] = set()

    def try_out(places: dict[UnitId, Space]) -> None:
        key = frozenset(places.items())
        if key not in tried:
            tried.add(key)
            found.extend(_tried(g, side, target, places))

    for group in order:
        places: dict[UnitId, Space] = {}
        stacks: dict[Space, Units] = {}
        for unit in sorted(group, key=lambda unit: -factors[unit]):
            _set_down(g, unit, pool[unit], target, places, stacks, reach)
        if not places:
            continue
        _attach(g, pool, target, places, stacks, reach)
        try_out(places)
        army = roster.us if side == ALLIED and roster.us >> group[0] & 1 else roster.cw if side == ALLIED else -1
        near = sorted((u for u in pool if u not in places and army >> u & 1), key=lambda unit: -factors[unit])
        more = dict(places)
        for unit in near[:HELPERS]:
            _set_down(g, unit, pool[unit], target, more, stacks, reach)
        if len(more) > len(places):
            try_out(more)
    return found


def _set_down(
    g: Normandy44,
    unit: UnitId,
    spaces: list[Space],
    target: Space,
    places: dict[UnitId, Space],
    stacks: dict[Space, Units],
    reach: dict[UnitId, Spaces],
) -> None:
    """Give a unit the best of the hexes next to the target that it can reach and where it fits."""
    best, where = -9.0, None
    for space in spaces:
        there = stacks.get(space)
        if there is None:
            there = _stayers(g, space, reach)
        if there >> unit & 1:
            there &= ~(1 << unit)
        if stacking_points(g, there | 1 << unit) > LIMIT:
            continue
        value = _footing(g, space, target) + (0.3 if g.space[unit] == space else 0.0)
        if value > best:
            best, where = value, space
    if where is not None:
        places[unit] = where
        stacks[where] = stacks.get(where, _stayers(g, where, reach)) | 1 << unit


def _stayers(g: Normandy44, space: Space, reach: dict[UnitId, Spaces]) -> Units:
    """Those in a hex who cannot move out of the way."""
    found = 0
    for unit in each_unit(g.here.get(space, 0)):
        if unit not in reach:
            found |= 1 << unit
    return found


def _footing(g: Normandy44, space: Space, target: Space) -> float:
    """How good a hex is to attack another from."""
    atlas, edge = g.board.atlas, (space, target)
    value = 0.1 * g.board.ground[space].dcb
    if edge in atlas.halving["major"] or edge in atlas.halving["flooded"] or atlas.flooded >> space & 1:
        return value - 2.0
    if edge in atlas.halving["minor"] or edge in atlas.halving["airfield"]:
        return value - 1.5
    return value


def _attach(
    g: Normandy44,
    pool: dict[UnitId, list[Space]],
    target: Space,
    places: dict[UnitId, Space],
    stacks: dict[Space, Units],
    reach: dict[UnitId, Spaces],
) -> None:
    """One unit from outside joins the main force by stacking with it: tanks if it has none, otherwise the strongest."""
    roster = g.board.atlas.roster
    armored = any(roster.armored >> unit & 1 for unit in places)
    used = set(places.values())
    american = bool(roster.us >> next(iter(places)) & 1)
    best, chosen = -9.0, None
    for unit, spaces in pool.items():
        if unit in places or bool(roster.us >> unit & 1) != american:
            continue
        if any(space in used for space in spaces):
            value = strength(g, unit) + (0 if armored else 4 * roster.armor[unit][g.steps[unit]])
            value += 2 * roster.quality[unit][g.steps[unit]]
            if value > best:
                best, chosen = value, unit
    if chosen is not None:
        _set_down(g, chosen, [s for s in pool[chosen] if s in used], target, places, stacks, reach)


def _unmoved(g: Normandy44) -> dict[object, object]:
    """What a few units' moves hardly change: losses, the points, and where lines of supply lead."""
    return g.cached("unmoved", _measured)


def _measured(g: Normandy44) -> dict[object, object]:
    caution(g)
    for army in (0, 1):
        shattered_of(g, army)
    return {key: g.cache[key] for key in ("caution", ("shattered", 0), ("shattered", 1))}


def _tried(g: Normandy44, side: Side, target: Space, places: dict[UnitId, Space]) -> list[Strike]:
    """Set the units down on a copy and weigh the attack, unless it is plainly too weak."""
    force = sum(strength(g, unit) for unit in places)
    if force < HOPELESS[side] * defence(g, target, g.here.get(target, 0)):
        return []
    trial = g.copy()
    for unit, space in places.items():
        if trial.space[unit] != space:
            trial.place(UnitId(unit), space)
    if trial.cache is not g.cache:
        trial.cache.update(_unmoved(g))
    blow = best_blow(trial, side, target, sum(1 << unit for unit in places))
    if blow is None:
        return []
    if side == GERMAN:
        risk = 0.0
        for unit, space in places.items():
            if g.space[unit] != space:
                risk += max(0.0, seat(g, side, unit, g.space[unit]).worth - seat(trial, side, unit, space).worth)
        blow = blow._replace(worth=blow.worth - risk)
    return [Strike(target, dict(places), blow)]
