"""How to play chits: what attacks an army has at hand, when to move instead, and when to react."""

from bocage.games.darksummer.computer.attacks import plan
from bocage.games.darksummer.computer.chances import Fight, outlook
from bocage.games.darksummer.computer.ground import fed_hexes, ground_shift, strengths
from bocage.games.darksummer.computer.movement import place_worth
from bocage.games.darksummer.computer.orders import Orders
from bocage.games.darksummer.computer.siege import chit_to_spare, pressing, siege_worth, storming_worth, under_siege
from bocage.games.darksummer.rules.r09_action_phase import ARMY_OF_CHIT, CHITS
from bocage.games.darksummer.rules.r09_reaction import in_reach_of_orders
from bocage.games.darksummer.rules.r09_rounds import PLAYS, PREPARED
from bocage.games.darksummer.rules.r10_movement import destinations, reach_of
from bocage.games.darksummer.rules.r11_cherbourg import must_besiege
from bocage.games.darksummer.sides import ALLIED, Army
from bocage.games.darksummer.state import (
    ACTION,
    BRITISH_COMBAT,
    COMBAT,
    COMBINED,
    MOVE,
    REACTION,
    DarkSummer,
)
from bocage.kernel.counters import each_unit
from bocage.kernel.ids import Space, UnitId, Units
from bocage.kernel.spaces import BITS, each

MOVE_IS_WORTH = {Army.US: 3.5, Army.BRITISH: 3.5, Army.GERMAN: 3.0}
"""What a Move Round is worth beside the attacks that could be made instead."""
ENOUGH = 0.4
"""A Reaction must gain so much to be worth a chit."""


def attack_worth(g: DarkSummer, orders: Orders, army: Army, kind: str, *, prepared: bool = False) -> float:
    """What the attacks that an army could make now are worth together, in a Round of some kind."""
    spare = chit_to_spare(g)
    key = ("attack worth", army, kind, prepared, spare)
    found: float | None = g.cache.get(key)
    if found is None:
        world = g.copy()
        world.army, world.round, world.prepared = army, kind, prepared
        world.active = g.board.roster.army[army]
        world.attacked = world.defended = world.retreated = world.fought_over = world.duties = 0
        world.used_round = 0
        world.besieged = False
        world.touch()
        found = sum(max(0.0, choice.worth) for choice in plan(world, orders.values, orders.caution))
        if army is Army.US and kind == COMBAT and under_siege(g):
            siege = storming_worth(world) + (0.0 if spare else pressing(world))
            found += siege if must_besiege(world) else max(0.0, siege)  # a duty may cost more than it brings
        g.cache[key] = found
    return found


def play_worth(g: DarkSummer, orders: Orders, chit: str, play: int) -> float:
    """How much a way of playing a chit promises."""
    army = ARMY_OF_CHIT[chit]
    name = tuple(PLAYS)[play]
    kind, side = PLAYS[name]
    if kind == MOVE:
        return MOVE_IS_WORTH[army] * (1.5 if g.turn <= 2 else 1.0) + _waiting(g, army)
    if kind == COMBINED:
        bonus = _waiting(g, army) if side == MOVE else 0.0
        if army is Army.US and side == COMBAT and under_siege(g):
            bonus -= max(0.0, siege_worth(g))  # 11.7: a chance to storm Cherbourg is given away
        late = 0.6 if army is Army.BRITISH and side == MOVE and BRITISH_COMBAT in g.cups[ACTION].inside else 1.0
        return late * attack_worth(g, orders, army, COMBINED) + 0.6 + bonus
    return attack_worth(g, orders, army, COMBAT, prepared=name == PREPARED) + (0.2 if name == PREPARED else 0.0)


def _waiting(g: DarkSummer, army: Army) -> float:
    """Reinforcements at the door make a Move Round worth more."""
    waiting = g.here.get(g.board.atlas.waiting, 0) & g.board.roster.army[army]
    due = sum(1 for unit in each_unit(waiting) if g.due[unit] <= g.turn)
    return min(3.0, 0.4 * due)


def initiative_worth(g: DarkSummer, orders: Orders, chit: int) -> float:
    """What is gained by playing a chit first."""
    name = CHITS[chit]
    army = ARMY_OF_CHIT[name]
    attack = attack_worth(g, orders, army, COMBAT, prepared=g.sky.prepared == "yes")
    if name == BRITISH_COMBAT:
        return attack
    if army is Army.US:
        return max(attack, MOVE_IS_WORTH[army])
    return MOVE_IS_WORTH[army]


def mix_worth(g: DarkSummer, mix: int) -> float:
    """Two Moves while the lodgement grows, two Combats once there is a line to break."""
    return float(mix == (0 if g.turn <= 1 else 1))


def reaction_worth(g: DarkSummer, orders: Orders) -> dict[Units, float]:
    """By formation, what a Reaction of it would gain."""
    return g.cached(("reaction worth", len(g.played)), lambda s: _reaction_worth(s, orders))


def _reaction_worth(g: DarkSummer, orders: Orders) -> dict[Units, float]:
    world = g.copy()
    world.army, world.round = Army.GERMAN, REACTION
    world.moved = world.entered = world.attacked = 0
    world.active = world.board.roster.army[Army.GERMAN]
    world.halved = not any(some.army is Army.GERMAN for some in g.played) and g.turn == 1
    world.touch()
    here = in_reach_of_orders(world) & ~world.board.roster.immobile
    found: dict[Units, float] = {}
    while here:
        unit = UnitId((here & -here).bit_length() - 1)
        formation = world.board.roster.formation[unit]
        some = here & formation
        here &= ~formation
        found[formation] = _strike(world, orders, some) + _help(world, orders, some)
    return found


def _strike(g: DarkSummer, orders: Orders, units: Units) -> float:
    """The best attack that Kampfgruppen and Tigers of a formation could make after moving."""
    fast = units & (g.board.roster.kampfgruppen | g.board.roster.tigers) & g.on_map()
    reachable: dict[Space, int] = {}
    for unit in each_unit(fast):
        open_ = destinations(g, 1 << unit) | BITS[g.space[unit]]
        attack = g.board.units[unit].attack[g.steps[unit]]
        near = 0
        for space in each(open_ & g.board.atlas.land):
            near |= g.board.atlas.ring[space]
        for target in each(near & (g.hexes_of(ALLIED) | g.open_beaches) & ~g.board.atlas.no_stop):
            reachable[target] = reachable.get(target, 0) + attack
    return max((_blow(g, orders, target, attack) for target, attack in reachable.items()), default=0.0)


def _blow(g: DarkSummer, orders: Orders, target: Space, attack: int) -> float:
    table = strengths(g)
    alone = not g.here.get(target)
    defense = 7 if alone and g.sky.naval == "yes" else max(1, table.defense[ALLIED][target])
    steps = max(1, table.steps[ALLIED][target])
    shift = -ground_shift(g, target) - g.sky.allied_shift
    seen = outlook(g.board, Fight(attack, defense, shift, steps, holds=False))
    value = orders.values.get(target, 0.5) + (5.0 if alone else 0.0)
    return seen.won * value + 1.2 * (seen.defender_steps - seen.attacker_steps)


def _help(g: DarkSummer, orders: Orders, units: Units) -> float:
    """What the moves of a formation would better, half of it at most for each unit after the first."""
    gains = []
    for unit in each_unit(units):
        if not g.on_map() >> unit & 1:
            continue
        now = place_worth(g, orders, unit, g.space[unit])
        best = max((place_worth(g, orders, unit, space) for space in each(reach_of(g, 1 << unit).spaces)), default=now)
        gains.append(max(0.0, best - now))
        if not fed_hexes(g, Army.GERMAN) & BITS[g.space[unit]]:
            gains[-1] += 0.5
    gains.sort(reverse=True)
    return 0.25 * sum(gain / (n + 1) for n, gain in enumerate(gains)) - ENOUGH / 2
