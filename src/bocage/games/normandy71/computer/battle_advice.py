"""Advice for combat: attacks as combinations by exact chances, gunfire where it tells, losses and retreats."""

from collections.abc import Sequence
from itertools import combinations

from bocage.games.normandy71.board import each_unit
from bocage.games.normandy71.computer import allied, german
from bocage.games.normandy71.computer.chances import driven_off, fight_of, result_chances, worth
from bocage.games.normandy71.computer.garrisons import Garrison, promise, worlds_of
from bocage.games.normandy71.computer.orders import KNOWLEDGE, Orders
from bocage.games.normandy71.computer.outlook import phases_left, prospect
from bocage.games.normandy71.computer.planned_attacks import Ships
from bocage.games.normandy71.rules.r05_combat import Attack, attacks_left, may_attack, most_attacks
from bocage.games.normandy71.rules.r05_combat_phase import Allocation, CombatPhase, Muster, Resolution
from bocage.games.normandy71.rules.r06_naval_gunfire import Gunfire, Shot
from bocage.games.normandy71.rules.r07_zones_of_control import held
from bocage.games.normandy71.rules.r17_results import Battle, Exchange, RetreatUnit
from bocage.games.normandy71.sides import ALLIED, GERMAN, other
from bocage.games.normandy71.state import Game71
from bocage.kernel.actions import Action
from bocage.kernel.ids import Side, Space, Units
from bocage.kernel.spaces import BITS, bit, each
from bocage.players.assaults import Assault, best_combination
from bocage.players.knowledge import end_of

LEAST = 0.05
"""What an attack must promise."""
FORCED = -50.0
NO_PRIZE = 0.1


def prizes(g: Game71, side: Side) -> dict[Space, float]:
    """What each enemy hex is worth to a side."""
    return allied.attack_prizes(g) if side == ALLIED else german.attack_prizes(g)


def assaults_of(g: Game71, side: Side, fit: Units, spent: Units, attacked: int) -> list[Assault]:
    """Every attack worth making, with the forces that make it best."""
    ships = Ships(g, attacking=side == ALLIED)
    found = []
    value = prizes(g, side)
    targets = [space for space in each(held(g, other(side)) & ~attacked) if may_attack(g, fit & ~spent, space)]
    for target in targets:
        able = may_attack(g, fit & ~spent, target)
        shots: tuple[Shot, ...] = ()
        if (n := ships.best(g, target)) >= 0 and ships.strength[n]:
            shots = ((n, target),)
        found += _forces(g, side, target, able, shots, value.get(target, NO_PRIZE))
    return found


def _forces(g: Game71, side: Side, target: Space, able: Units, shots: tuple[Shot, ...], prize: float) -> list[Assault]:
    """Attacks on one target: by everybody, and by fewer and fewer."""
    board = g.board
    units = sorted(each_unit(able), key=lambda u: (bool(board.armor >> u & 1), -board.strength[u]))
    found = []
    chosen = 0

    def weigh(garrison: Garrison) -> tuple[float, float]:
        attack = Attack((target,), chosen, garrison.units)
        chance = result_chances(garrison.world, attack, shots)
        return worth(g, side, fight_of(g, attack), chance, prize), driven_off(chance)

    for unit in units:
        chosen |= 1 << unit
        promised = promise(g, side, target, weigh)
        if promised.worth > LEAST:
            found.append(Assault(target, chosen, promised.worth, promised.told("the enemy")))
    return found


def plan(g: Game71, orders: Orders, frame: Allocation) -> list[Assault]:
    """The attacks of this phase, chosen once from nothing but what the side can see."""
    if orders.assaults is None:
        world = worlds_of(g, frame.by)[0]
        found = best_combination(assaults_of(world, frame.by, frame.fit, frame.spent(), frame.attacked()))
        found.sort(key=lambda assault: -assault.worth)
        orders.assaults = found[: most_attacks(g, frame.by)]
    return orders.assaults


def why_attack(g: Game71, orders: Orders, _frame: Allocation, action: Action) -> str:
    """The target and the chance to drive it off."""
    if action[0] == "done":
        return "no other attack promises more than it costs"
    for assault in orders.assaults or ():
        if assault.target == action[1]:
            return f"{g.board.describe(action[1])}: {assault.detail}"
    return f"the landing must clear {g.board.describe(action[1])}"


@KNOWLEDGE.advises(Allocation, why=why_attack)
def whom_to_attack(g: Game71, orders: Orders, frame: Allocation, options: Sequence[Action]) -> list[float]:
    """What was planned, best first."""
    planned = {assault.target: assault.worth for assault in plan(g, orders, frame)}
    more = attacks_left(g, frame.by, len(frame.attacks))
    return [0.0 if action[0] == "done" else planned.get(action[1], FORCED) if more else FORCED for action in options]


@KNOWLEDGE.advises(Muster, why=lambda g, _, frame, __: f"the force for {g.board.describe(frame.hexes[0])}")
def who_joins(g: Game71, orders: Orders, frame: Muster, options: Sequence[Action]) -> list[float]:
    """The force that was planned; if the landing forces an attack, whoever can join and one more hex if need be."""
    planned = next((a.units for a in orders.assaults or () if a.target == frame.hexes[0]), None)
    found = []
    for action in options:
        verb = action[0]
        if verb == "join":
            wanted = planned is None or bool(planned >> action[1] & 1)
            found.append(3.0 + 0.01 * g.board.strength[action[1]] if wanted else -1.0)
        elif verb == "commit":
            found.append(2.0)
        elif verb == "also":
            found.append(-2.0)
        else:
            found.append(2.5 if planned is None else 0.0)
    return found


@KNOWLEDGE.advises(Gunfire, why=lambda g, _, __, action: _why_fire(g, action))
def where_to_fire(g: Game71, _orders: Orders, frame: Gunfire, options: Sequence[Action]) -> list[float]:
    """The mission that changes the chances most for its size; what is left over is fired anyway."""
    side = ALLIED if frame.attacking else GERMAN
    attacks = _attacks_under_fire(g)
    value = prizes(g, side)
    found = []
    before: dict[Space, float] = {}
    for action in options:
        if action[0] == "done":
            found.append(0.0)
            continue
        _, mission, target = action
        attack = attacks.get(target)
        if attack is None:
            found.append(-1.0)
            continue
        fight, prize = fight_of(g, attack), value.get(target, NO_PRIZE)
        if target not in before:
            before[target] = worth(g, side, fight, result_chances(g, attack, frame.shots), prize)
        then = worth(g, side, fight, result_chances(g, attack, (*frame.shots, (mission, target))), prize)
        gain = (then - before[target]) * (1 if frame.attacking else -1)
        row = g.board.missions[mission]
        found.append(gain + 0.002 - 0.0001 * (row.attack if frame.attacking else row.defence))
    return found


def _attacks_under_fire(g: Game71) -> dict[Space, Attack]:
    """The combats that were allocated, by the hex attacked."""
    for below, _ in reversed(g.stack):
        if isinstance(below, CombatPhase):
            return {target: attack for attack in below.attacks for target in attack.targets}
    return {}


def _why_fire(g: Game71, action: Action) -> str:
    if action[0] == "done":
        return "more fire would change nothing"
    return f"{g.board.missions[action[1]].mission} guns tell most at {g.board.describe(action[2])}"


def why_first(g: Game71, _orders: Orders, _frame: Resolution, action: Action) -> str:
    """What sets the next combat apart."""
    return f"{g.board.describe(action[1])} first: the surest of the attacks that are left"


@KNOWLEDGE.advises(Resolution, why=why_first)
def which_first(g: Game71, _orders: Orders, frame: Resolution, options: Sequence[Action]) -> list[float]:
    """The most certain first: a unit driven off early cannot be retreated upon."""
    found = []
    for action in options:
        attack = next(a for a in frame.attacks if a.targets[0] == action[1])
        chance = result_chances(g, attack, frame.shots)
        found.append(chance["DX"] + chance["EX"] + 0.5 * chance["DR"])
    return found


@KNOWLEDGE.advises(Exchange, why=lambda *_: "the cheapest way to pay")
def what_to_lose(g: Game71, _orders: Orders, frame: Exchange, options: Sequence[Action]) -> list[float]:
    """The set that pays with the least strength; of several, the one that keeps most infantry."""
    board = g.board
    units = [action[1] for action in options]
    best: tuple[float, tuple[int, ...]] = (1e9, ())
    for many in range(1, min(4, len(units)) + 1):
        for some in combinations(units, many):
            paid = sum(board.strength[u] for u in some)
            if paid >= frame.price:
                best = min(best, (paid + 0.1 * many + 0.01 * sum(not board.armor >> u & 1 for u in some), some))
    if not best[1]:
        return [float(board.strength[unit]) for unit in units]
    return [1.0 if unit in best[1] else 0.0 for unit in units]


def why_back(g: Game71, _orders: Orders, frame: RetreatUnit, action: Action) -> str:
    """Whom the way back serves: the enemy, who dictates it, or under cover its owner."""
    mine = frame.by == g.board.side_of[frame.unit]
    return f"back to {g.board.describe(action[3])}, where it is worth {'most' if mine else 'least to the enemy'}"


@KNOWLEDGE.advises(RetreatUnit, why=why_back)
def which_way_back(g: Game71, _orders: Orders, frame: RetreatUnit, options: Sequence[Action]) -> list[float]:
    """Where the unit is worth least to its side if the enemy leads it, most if its owner does."""
    board, unit = g.board, frame.unit
    owner = board.side_of[unit]
    sign = 1.0 if frame.by == owner else -1.0
    found = []
    left = phases_left(g)
    rest = held(g, GERMAN)
    if g.here.get(g.space[unit], 0) == 1 << unit:
        rest &= ~bit(g.space[unit])
    known: dict[Space, float] = {}
    for action in options:
        end = action[3]
        if end not in known:
            if owner == GERMAN:
                known[end] = -prospect(g, board.adjacency.dilate(rest | BITS[end], 1), left=left)
            else:
                known[end] = 0.1 * board.coast_distance[end]
        found.append(sign * known[end])
    return found


# Whether to attack depends on what entrenchments hide: sampled worlds tell. Retreats and losses are soon compared.
KNOWLEDGE.looks_ahead(Allocation, until=end_of(CombatPhase), top=3, margin=0.8)
KNOWLEDGE.looks_ahead(RetreatUnit, Exchange, until=end_of(Battle), top=4)
