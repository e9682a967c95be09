"""Which attacks to make, by whom, and what each is worth by the exact chances of the rules' own ledger."""

from collections.abc import Iterator

from bocage.games.darksummer.computer.ground import is_trapped, mean_step
from bocage.games.darksummer.rules.r11_combat import able_at, has_attack, helpers_of, targets
from bocage.games.darksummer.rules.r11_mandatory import calls_for_attack, can_be_met, unmet_duties
from bocage.games.darksummer.rules.r11_odds import Assault, beach_alone, defenders, final_column, odds
from bocage.games.darksummer.rules.r11_results import (
    ATTACKER_LOSES,
    NOTHING,
    closes_beach,
    defending_steps,
    effect_of,
    exchanged_steps,
)
from bocage.games.darksummer.rules.r12_support import KINDS, Case, fresh_markers, open_kinds
from bocage.games.darksummer.state import REACTION, DarkSummer
from bocage.kernel.counters import each_unit, other
from bocage.kernel.flow import replace
from bocage.kernel.ids import Side, Space, Units
from bocage.kernel.probability import outcomes
from bocage.kernel.spaces import bit, each
from bocage.players.assaults import Assault as Choice
from bocage.players.assaults import best_combination

DUTY = 2.0
"""What a Mandatory Attack costs that is made only because it must be."""
BEACH_CLOSED = 6.0
"""What closing an Open Beach is worth to the Germans."""
NO_WAY_OUT = 0.8
"""The share of trapped defenders that a retreat costs."""


def worth(g: DarkSummer, a: Assault, hex_value: float, caution: float = 1.0) -> float:
    """What an attack brings on average: the hex, the enemy's steps, less our own."""
    column = final_column(odds(g, a, keep=False))
    here = defenders(g, a.target, a.by)
    ours, theirs = caution * mean_step(g, a.attackers), mean_step(g, here)
    if column is None:
        return -2 * ours
    steps = defending_steps(g, here)
    trapped = NO_WAY_OUT * steps if here and is_trapped(g, other(a.by), a.target) else 0.0
    total = 0.0
    for printed, chance in outcomes(g.board.crt, column).items():
        effect = effect_of(g, a, printed)
        total += float(chance) * _payoff(g, a, effect, hex_value, ours, theirs, steps, trapped)
    return total


def _payoff(
    g: DarkSummer, a: Assault, effect: str, hex_value: float, ours: float, theirs: float, steps: int, trapped: float
) -> float:
    """What one effect brings."""
    if effect == NOTHING:
        return 0.0
    closing = BEACH_CLOSED if closes_beach(g, a, effect) else 0.0
    if effect in ("DR", "DR*"):
        return hex_value + theirs * trapped
    if effect == "DE":
        return hex_value + steps * theirs + closing
    if effect == "EX":
        return hex_value + steps * theirs + closing - exchanged_steps(g, a) * ours
    if effect == "BL1":
        last = hex_value if steps <= 1 and not beach_alone(g, a.target, a.by) else 0.0
        return theirs + last + closing - ours
    return -ATTACKER_LOSES[effect] * ours


def with_support(g: DarkSummer, a: Assault) -> Assault:
    """The attack with the markers that it would get."""
    kinds = open_kinds(g, a, a.by)
    for kind in ("naval", "air", "tank-destroyers", "nebelwerfer", "artillery"):
        if kinds >> KINDS.index(kind) & 1:
            fresh = fresh_markers(g, Case(g, a, a.by), kind)
            a = replace(a, markers=a.markers | 1 << fresh[0])
    return a


def groups(g: DarkSummer, target: Space) -> Iterator[Units]:
    """Sets of attackers to consider: each hex alone, then the strongest hexes together."""
    by_hex: dict[Space, Units] = {}
    for unit in each_unit(able_at(g, target)):
        by_hex[g.space[unit]] = by_hex.get(g.space[unit], 0) | 1 << unit
    strong = {space: _best_four(g, units) for space, units in by_hex.items()}
    ranked = sorted(strong, key=lambda space: -_attack(g, strong[space]))
    together = 0
    for n, space in enumerate(ranked):
        if any(has_attack(g, unit) for unit in each_unit(strong[space])):
            yield strong[space]
        together |= strong[space]
        if n:
            yield together


def _best_four(g: DarkSummer, units: Units) -> Units:
    """Four units at the most come out of a hex; the strongest."""
    some = sorted(each_unit(units), key=lambda u: -g.board.units[u].attack[g.steps[u]])
    return sum(1 << unit for unit in some[:4]) if g.landing else units


def _attack(g: DarkSummer, units: Units) -> int:
    return sum(g.board.units[unit].attack[g.steps[unit]] for unit in each_unit(units))


def plan(g: DarkSummer, hex_values: "dict[Space, float]", caution: float = 1.0) -> list[Choice]:
    """The attacks that are worth most together, the best first."""
    side, single = g.army.side, g.round == REACTION
    found: list[Choice] = []
    helpers = helpers_of(g)
    left = can_be_met(g, helpers)
    for target in each(targets(g).open()):
        value = hex_values.get(target, 1.0)
        for units in groups(g, target):
            if unmet_duties(g, target, units, helpers, left, single=single):
                continue
            a = with_support(g, Assault(side, target, units))
            owed = calls_for_attack(g, g.spaces_of(units)) & ~bit(target) & ~g.duties
            found.append(Choice(target, units, worth(g, a, value, caution) - DUTY * owed.bit_count()))
    chosen = best_combination(found)
    return sorted(chosen, key=lambda choice: -choice.worth) or _forced(g, found)


def _forced(g: DarkSummer, found: list[Choice]) -> list[Choice]:
    """Without an attack that pays: the least bad one among those that are a duty."""
    duties = [choice for choice in found if g.duties & bit(choice.target)]  # type: ignore[arg-type]
    return sorted(duties, key=lambda choice: -choice.worth)


def support_gain(g: DarkSummer, a: Assault, kind: str, side: Side, hex_value: float) -> float:
    """What a marker of a kind changes in a battle, for the side that commits it."""
    fresh = fresh_markers(g, Case(g, a, side), kind)
    if not fresh:
        return 0.0
    more = worth(g, replace(a, markers=a.markers | 1 << fresh[0]), hex_value) - worth(g, a, hex_value)
    return more if side == a.by else -more
