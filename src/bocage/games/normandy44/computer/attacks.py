"""Which attacks to make, with whom, in what order, and what support each is worth."""

from collections.abc import Hashable
from typing import NamedTuple, TypeAlias

from bocage.games.normandy44.computer.chances import Prospect, guns_behind, weigh
from bocage.games.normandy44.computer.ground import held_places, keep, lie_of
from bocage.games.normandy44.computer.worth import caution, hex_stake, shattered_of
from bocage.games.normandy44.rules.r08_zones_of_control import presence
from bocage.games.normandy44.rules.r10_combat import (
    Assemble,
    Attacks,
    MainForce,
    Support,
    able,
    attackers_of,
    forces,
    targets,
)
from bocage.games.normandy44.rules.r11_shifts import Assault
from bocage.games.normandy44.rules.r12_determined_defence import lead_candidates
from bocage.games.normandy44.rules.r16_fortifications import improved
from bocage.games.normandy44.rules.r18_supply import open_beaches
from bocage.games.normandy44.rules.r19_support import (
    CAEN,
    army_index,
    army_units,
    artillery_for,
    gun_offers,
    most_air,
    most_shifts,
    paid_by_fortress,
    purse,
    ships_for,
)
from bocage.games.normandy44.rules.r23_victory import closed_places
from bocage.games.normandy44.sides import ALLIED, GERMAN
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.actions import Action
from bocage.kernel.counters import each_unit, lowest
from bocage.kernel.flow import replace
from bocage.kernel.ids import Side, Space, Units
from bocage.kernel.spaces import each
from bocage.players.assaults import Assault as Candidate
from bocage.players.assaults import best_combination

AIR, SHIPS, ROCKETS = 0.015, 0.02, 0.03
"""What a shift must bring to be worth an air unit, a ship, a Werfer: they come again next turn."""
THRIFT = (0.20, 0.16, 0.12, 0.10, 0.08, 0.06, 0.05)
"""What a shift must bring to be worth a supply point, by the points in stock."""
LEAST = {GERMAN: 0.35, ALLIED: 0.12}
"""What an attack must be worth to be made: the Germans cannot replace what they lose."""


class Blow(NamedTuple):
    """A planned attack."""

    assault: Assault
    prospect: Prospect
    shifts: int
    worth: float


Weighed: TypeAlias = tuple[Assault, Prospect]
"""An attack with one main force, and what it promises."""


def plan_attacks(g: Normandy44, side: Side, *, reserve: bool) -> list[Blow]:
    """The attacks worth making from where the units stand, the best first."""
    known = lie_of(g.board).known
    key = ("blows", side, reserve, *markers(g), *g.space, *g.steps, *means(g))
    found: list[Blow] | None = known.get(key)
    if found is None:
        found = _plan(g, side, reserve)
        keep(known, key, found)
    return found


def _plan(g: Normandy44, side: Side, reserve: bool) -> list[Blow]:
    ready = able(g, side, reserve=reserve)
    if not ready:
        return []
    candidates: list[Candidate] = []
    for target in each(targets(g, side, ready)):
        units = attackers_of(g, side, target, ready)
        candidates += [
            Candidate(target, blow.assault.attackers, blow.worth, blow)
            for blow in blows_on(g, side, target, units)
            if blow.worth > LEAST[side]
        ]
    chosen = [found.detail for found in best_combination(candidates)]
    return sorted((blow for blow in chosen if isinstance(blow, Blow)), key=lambda blow: -blow.worth)


def blows_on(g: Normandy44, side: Side, target: Space, units: Units) -> list[Blow]:
    """Ways to attack one hex: with all, and with each formation that could lead, alone or with its neighbours."""
    roster = g.board.atlas.roster
    near = (side, target, *surroundings(g, target), *hour(g, target))
    found: list[Blow] = []
    armies = (units,) if side == GERMAN else (units & roster.us, units & roster.cw)
    for some in armies:
        tried: set[Units] = set()
        for group in _groups(g, some):
            if group and group not in tried:
                tried.add(group)
                blow = _supported(g, _weighed(g, side, target, group, near))
                if blow is not None:
                    found.append(blow)
    return found


def _weighed(g: Normandy44, side: Side, target: Space, attackers: Units, near: Hashable) -> list[Weighed]:
    """Every main force weighed; done again only if something near the target has changed."""
    known = lie_of(g.board).known
    key = (attackers, near)
    found: list[Weighed] | None = known.get(key)
    if found is None:
        found = weighed(g, side, target, attackers)
        keep(known, key, found)
    return found


def surroundings(g: Normandy44, target: Space) -> tuple[object, ...]:
    """Who stands within three hexes of a hex, and in what state: zones three hexes away bar a retreat of two."""
    here, steps, disc = g.here, g.steps, g.board.atlas.near(target, 3)
    occupied = presence(g).hexes
    german, allied = occupied[GERMAN] & disc, occupied[ALLIED] & disc
    stacks, everybody = [], 0
    for space in each(german | allied):
        there = here[space]
        stacks.append(there)
        everybody |= there
    # 13.5: those who retreated do not defend; the disrupted do, but lead no stand and stop no retreat.
    marked = (
        g.retreated & everybody,
        g.disrupted & everybody,
        g.scattered & everybody,
        g.strategic & everybody,
        (g.out_of_supply | g.regroup) & everybody,
    )
    dug = improved(g, GERMAN) & disc, improved(g, ALLIED) & disc
    return (german, allied, *stacks, *marked, *dug, *(steps[unit] for unit in each_unit(everybody)))


def hour(g: Normandy44, target: Space) -> tuple[object, ...]:
    """What else an attack is weighed by: the turn, what is held, beaches, losses so far, the defender's guns."""
    lead = lowest(lead_candidates(g, target))
    armed = lead >= 0 and guns_behind(g, target, lead)
    lost = shattered_of(g, 0), shattered_of(g, 1)
    beaches = open_beaches(g), g.cached("closed", closed_places)
    return (g.turn, g.row, g.scenario, held_places(g), caution(g), *beaches, *lost, armed)


def means(g: Normandy44) -> tuple[object, ...]:
    """Both sides' support at hand, and the hour."""
    german = (g.supply_7th, g.supply_cherbourg, g.supply_pgw, g.spent)
    allied = (*g.air, *g.naval, *g.tied, g.bombardment, g.supply_us, g.supply_cw)
    return (*german, *allied, g.turn, g.row, g.scenario, held_places(g), *g.opened, *g.mulberry)


def markers(g: Normandy44) -> tuple[int, ...]:
    """What lies on counters and hexes and changes who may attack, who defends, or how well."""
    shaken = (g.retreated, g.disrupted, g.scattered, g.replaced, g.regroup, g.out_of_supply, g.strategic)
    return (g.attacked, g.defended, g.reserve, *shaken, g.ip_german, g.ip_us, g.ip_cw, g.ip_unfinished)


def _groups(g: Normandy44, units: Units) -> list[Units]:
    """All; each formation; each formation with one attached unit beside it."""
    formation = g.board.atlas.roster.formation
    groups: dict[str, Units] = {}
    for unit in each_unit(units):
        groups[formation[unit]] = groups.get(formation[unit], 0) | 1 << unit
    out = [units]
    for group in groups.values():
        stacked = 0
        for unit in each_unit(group):
            stacked |= g.here[g.space[unit]] & units
        out += [group, stacked]
    return out


def best_blow(g: Normandy44, side: Side, target: Space, attackers: Units) -> Blow | None:
    """The best main force for a set of attackers, with the support it deserves."""
    return _supported(g, weighed(g, side, target, attackers))


def weighed(g: Normandy44, side: Side, target: Space, attackers: Units) -> list[Weighed]:
    """Every main force that a set of attackers could have, weighed without support."""
    found = []
    stake = hex_stake(g, side, target, attackers)
    for main in dict.fromkeys(force.main for force in forces(g, attackers)):
        a = Assault(by=side, target=target, attackers=attackers, main=main)
        prospect = weigh(g, a, stake)
        if prospect is not None:
            found.append((a, prospect))
    return found


def _supported(g: Normandy44, some: list[Weighed]) -> Blow | None:
    """The best of them with the support at hand, and how much of it that one deserves."""
    if not some:
        return None
    a = some[0][0]
    extra = min(support_at_hand(g, a.by, a.target, a.attackers), 2)
    a, prospect = max(some, key=lambda pair: pair[1].at(g, extra))
    shifts, worth = deserved(g, a, prospect)
    return Blow(a, prospect, shifts, worth)


def support_at_hand(g: Normandy44, side: Side, target: Space, attackers: Units) -> int:
    """How many shifts could be added at all."""
    army = army_units(g, attackers)
    guns = min(len(artillery_for(g, side, target, army, ())) * (2 if side == ALLIED else 1), most_shifts(g))
    if side == GERMAN:
        return guns
    air = min(sum(g.air), most_air(g))
    return guns + air + int(ships_for(g, army_index(g, attackers), target, attack=True))


def offers(g: Normandy44, a: Assault) -> list[tuple[float, Action]]:
    """The support that could be added now, with its price, the cheapest first."""
    out: list[tuple[float, Action]] = []
    if a.by == ALLIED:
        if len(a.air) < most_air(g):
            out += [(AIR, ("air", army)) for army in (0, 1) if g.air[army] > a.air.count(army)]
        if not a.naval and ships_for(g, army_index(g, a.attackers), a.target, attack=True):
            out.append((SHIPS, ("naval",)))
    if len(a.artillery) < most_shifts(g):
        guns = gun_offers(g, a.by, a.target, army_units(g, a.attackers), a.artillery, a.fortress)
        for action in (action for offer in guns for action in offer.actions()):
            out.append((gun_price(g, CAEN if action[0] == "caen" else action[1], a.artillery), action))
    return sorted(out, key=lambda offer: offer[0])


def gun_price(g: Normandy44, gun: int, chosen: tuple[int, ...] = ()) -> float:
    """What a shift by this gun costs: for a Werfer nothing lasting, for a headquarters a supply point."""
    if gun != CAEN and g.board.atlas.roster.werfer >> gun & 1:
        return ROCKETS
    stock = g.supply_7th if gun == CAEN else getattr(g, purse(g, gun) or "supply_7th")
    left = max(stock - len(chosen), 0)
    price = THRIFT[min(left, len(THRIFT) - 1)]
    return price * (0.3 if g.turn >= g.last_turn - 1 else 1.0)


def deserved(g: Normandy44, a: Assault, prospect: Prospect) -> tuple[int, float]:
    """Add support as long as each shift is worth its price; returns how many, and what the attack is then worth."""
    worth, price, shifts = prospect.at(g, 0), 0.0, 0
    best = (0, worth)
    for cost, _ in _sequence(g, a):
        shifts, price = shifts + 1, price + cost
        value = prospect.at(g, shifts) - price
        if value > best[1]:
            best = (shifts, value)
    return best


def _sequence(g: Normandy44, a: Assault) -> list[tuple[float, Action]]:
    """One offer after another, each taken before the next is asked for."""
    out: list[tuple[float, Action]] = []
    for _ in range(6):
        found = offers(g, a)
        if not found:
            break
        out.append(found[0])
        a = with_support(g, a, found[0][1])
    return out


def with_support(g: Normandy44, a: Assault, action: Action) -> Assault:
    """The attack with one more support."""
    verb = action[0]
    if verb == "air":
        return replace(a, air=(*a.air, action[1]))
    if verb == "naval":
        return replace(a, naval=1)
    gun = CAEN if verb == "caen" else action[1]
    fortress = a.fortress | 1 << gun if paid_by_fortress(g, action, a.artillery, a.fortress) else a.fortress
    return replace(a, artillery=(*a.artillery, gun), fortress=fortress)


# --- advice ------------------------------------------------------------------------------------------


def advise_attacks(g: Normandy44, frame: Attacks, options: list[Action]) -> list[float]:
    """The planned attacks by their worth; to end is worth nothing."""
    worth = {blow.assault.target: blow.worth for blow in plan_attacks(g, frame.by, reserve=frame.reserve)}
    return [
        0.0 if action[0] == "end" else worth.get(action[1], -1.0) if action[0] == "attack" else -1.0
        for action in options
    ]


def advise_assembly(g: Normandy44, frame: Assemble, options: list[Action]) -> list[float]:
    """Those who are planned join; then ready."""
    planned = planned_blow(g, frame)
    if planned is None:
        return [1.0 if action[0] == "withdraw" else 0.0 for action in options]
    missing = planned.assault.attackers & ~frame.assault.attackers
    scores = []
    for action in options:
        if action[0] == "with":
            scores.append(2.0 if missing >> action[1] & 1 else -1.0)
        elif action[0] == "ready":
            scores.append(1.0 if not missing else 0.0)
        else:
            scores.append(-0.5 if action[0] == "withdraw" else -2.0)
    return scores


def planned_blow(g: Normandy44, frame: Assemble) -> Blow | None:
    """The attack that is being assembled, as it was planned; otherwise the best that can be made of it."""
    for blow in plan_attacks(g, frame.by, reserve=frame.reserve):
        if blow.assault.target == frame.assault.target and not frame.assault.attackers & ~blow.assault.attackers:
            return blow
    if frame.assault.attackers:
        return best_blow(g, frame.by, frame.assault.target, frame.assault.attackers)
    ready = attackers_of(g, frame.by, frame.assault.target, able(g, frame.by, reserve=frame.reserve))
    found = blows_on(g, frame.by, frame.assault.target, ready)
    return max(found, key=lambda blow: blow.worth, default=None)


def advise_main(g: Normandy44, frame: MainForce, options: list[Action]) -> list[float]:
    """The main force with the best prospect."""
    a = frame.assault
    extra = min(support_at_hand(g, frame.by, a.target, a.attackers), 2)
    worth = {}
    for force in forces(g, a.attackers):
        prospect = weigh(g, replace(a, main=force.main))
        worth[force.action] = -9.0 if prospect is None else prospect.at(g, extra)
    return [worth.get(action, -9.0) for action in options]


def advise_support(g: Normandy44, frame: Support, options: list[Action]) -> list[float]:
    """The next support of the sequence that the attack deserves, then fight."""
    a = frame.assault
    prospect = weigh(g, a)
    if prospect is None:
        return [1.0 if action[0] == "withdraw" else 0.0 for action in options]
    prices = {action: price for price, action in offers(g, a)}
    shifts, _ = deserved(g, a, prospect)
    scores = []
    for action in options:
        if action[0] == "fight":
            scores.append(0.0)
        elif action[0] == "withdraw":
            scores.append(-1.0)
        else:
            scores.append(1.0 - prices.get(action, 1.0) if shifts and action in prices else -0.5)
    return scores
