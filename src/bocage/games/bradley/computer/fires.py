"""Which fires bring most together: every gun fires once and every support point is spent once."""

from collections.abc import Iterator, MutableMapping
from typing import Any, NamedTuple, cast

from bocage.games.bradley.computer.worth import chances, harm
from bocage.games.bradley.rules.r10_account import Attack
from bocage.games.bradley.rules.r10_fire import useful_points
from bocage.games.bradley.rules.r10_fire_account import fire_account, targets_of
from bocage.games.bradley.rules.r10_sight import able_to_hit, fire_targets, points_for
from bocage.games.bradley.rules.r13_fortifications import fortified
from bocage.games.bradley.sides import ALLIED
from bocage.games.bradley.state import Bradley, each_unit
from bocage.kernel.counters import other
from bocage.kernel.flow import replace
from bocage.kernel.ids import Side, Space, UnitId, Units
from bocage.kernel.spaces import each, holds
from bocage.players.assaults import Assault, best_combination

POINT_PRICE = 0.002
"""What a support point is worth at least."""
DEAREST = 0.2
HALVINGS = 9
KEPT = 0.25
"""This share of the support points waits for the defensive fire of the German player turn."""
SHOT_PRICE = 0.002
"""What a factor is worth to another target: no more fire at one hex than tells."""

Kept = MutableMapping[Any, Any]
"""What a side has worked out in this segment."""


class PlannedFire(NamedTuple):
    """A fire of the plan, and what it is worth beside the others."""

    attack: Attack
    worth: float


def fire_worth(g: Bradley, attack: Attack) -> float:
    """What a fire brings on average."""
    targets = targets_of(g, attack)
    held = bool(fortified(g, other(attack.by), attack.target))
    return harm(g, targets, chances(g, fire_account(g, attack, keep=False)), held=held)


def planned_fires(g: Bradley, kept: Kept, side: Side) -> dict[Space, PlannedFire]:
    """By target, the fires to make; made anew after each result."""
    key = (
        "plan",
        g.support if side == ALLIED else 0,
        g.fired,
        g.shelled,
        g.disrupted,
        g.aided,
        g.regular(other(side)),
        g.occupied(side),
    )
    found: dict[Space, PlannedFire] | None = kept.get(key)
    if found is None:
        found = kept[key] = _plan(g, kept, side)
    return found


def _plan(g: Bradley, kept: Kept, side: Side) -> dict[Space, PlannedFire]:
    targets = list(each(fire_targets(g, side)))
    able = {space: able_to_hit(g, side, space) for space in targets}
    left = to_spend(g, side)
    price = _price(g, kept, side, able, left) if left else 0.0
    fires = [fire for space in targets for fire in _fires_at(g, kept, side, space, able, left, price)]
    made = best_combination(fires)
    return {cast("Space", fire.target): PlannedFire(cast("Attack", fire.detail), fire.worth) for fire in made}


def to_spend(g: Bradley, side: Side) -> int:
    """Support points for this segment: some wait until the enemy has moved (11.1.4)."""
    left = points_for(g, side)
    return left - int(left * KEPT) if g.player == side else left


def _fires_at(
    g: Bradley, kept: Kept, side: Side, space: Space, able: dict[Space, Units], left: int, price: float
) -> Iterator[Assault]:
    """Fires at one hex by fewer and more of those who reach it."""
    order = _order(g, space, able)
    for some in ([], *(order[: n + 1] for n in range(len(order)))):
        units: Units = sum(1 << unit for unit in some)
        attack = Attack(by=side, target=space, units=units)
        best = max(_at_prices(g, kept, attack, left, price), default=None, key=lambda pair: pair[0])
        if best is not None:
            cost = SHOT_PRICE * sum(g.attack(unit) for unit in some)
            yield Assault(space, units, best[0] - cost, best[1])
    aimed = able[space] & g.board.tank_killers
    if aimed and g.enemies_in(side, space) & g.board.armour:
        attack = Attack(by=side, target=space, units=aimed, aimed=True)
        yield Assault(space, aimed, _worth(g, kept, attack), attack)


def _order(g: Bradley, space: Space, able: dict[Space, Units]) -> list[UnitId]:
    """Who reaches a hex: first those who reach nothing else; each target begins elsewhere among the rest."""
    others = {unit: sum(units >> unit & 1 for units in able.values()) for unit in each_unit(able[space])}
    alone = [unit for unit, many in others.items() if many == 1]
    shared = sorted(
        (unit for unit, many in others.items() if many > 1), key=lambda unit: (others[unit], -g.attack(unit))
    )
    start = len(shared) * list(able).index(space) // len(able)
    return alone + shared[start:] + shared[:start]


def _at_prices(g: Bradley, kept: Kept, attack: Attack, left: int, price: float) -> Iterator[tuple[float, Attack]]:
    """A fire with each amount of support that tells, less what the points would bring elsewhere."""
    if attack.units:
        yield _worth(g, kept, attack), attack
    for points in _amounts(g, kept, attack) if left else ():
        if points <= left:
            more = replace(attack, points=points)
            yield _worth(g, kept, more) - max(price, POINT_PRICE) * points, more


def _state(g: Bradley, attack: Attack) -> tuple[Any, ...]:
    """All that the worth of a fire depends on."""
    both = attack.units | g.enemies_in(attack.by, attack.target)
    return (
        attack,
        g.enemies_in(attack.by, attack.target),
        g.disrupted & both,
        g.marching & both,
        holds(g.ruins, attack.target),
    )


def _worth(g: Bradley, kept: Kept, attack: Attack) -> float:
    key = _state(g, attack)
    found: float | None = kept.get(key)
    if found is None:
        found = kept[key] = fire_worth(g, attack)
    return found


def _amounts(g: Bradley, kept: Kept, attack: Attack) -> list[int]:
    key = ("amounts", *_state(g, attack))
    found: list[int] | None = kept.get(key)
    if found is None:
        found = kept[key] = list(useful_points(g, attack, 999))[:-1]
    return found


def _price(g: Bradley, kept: Kept, side: Side, able: dict[Space, Units], left: int) -> float:
    """What a support point is worth where each brings most: the price at which as many are wanted as are left."""
    rows = [
        [
            (_worth(g, kept, more), points)
            for points in _amounts(g, kept, attack)
            for more in [replace(attack, points=points)]
        ]
        for space, units in able.items()
        for attack in [Attack(by=side, target=space, units=units)]
    ]
    low, high = 0.0, DEAREST
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        asked = sum(_asked(row, middle, left) for row in rows)
        low, high = (middle, high) if asked > left else (low, middle)
    return high


def _asked(row: list[tuple[float, int]], price: float, left: int) -> int:
    best, asked = 0.0, 0
    for worth, points in row:
        if points <= left and worth - price * points > best:
            best, asked = worth - price * points, points
    return asked
