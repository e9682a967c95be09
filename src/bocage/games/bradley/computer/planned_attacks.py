"""What close assaults bring by exact chances, and which of them to make together."""

from typing import cast

from bocage.games.bradley.computer.worth import chances, harm, unit_worth
from bocage.games.bradley.rules.r10_account import NOTHING, Attack
from bocage.games.bradley.rules.r10_assault import assault_account, assault_targets, assaulters
from bocage.games.bradley.sides import ALLIED
from bocage.games.bradley.state import Bradley, each_unit
from bocage.kernel.counters import other
from bocage.kernel.ids import Side, Space, UnitId, Units
from bocage.kernel.spaces import each, holds
from bocage.players.assaults import Assault, best_combination

SHADED_PRICE = 0.12
"""An assault that goes wrong disrupts one stack of several, and kills nobody."""
BEACH_FORT = 0.8
OPEN_WAY, LATE_WAY, LATE = 0.5, 1.0, 9
"""What it is worth to the American that Germans leave a hex: a lodgment is clear ground, and time runs out."""


def assault_worth(g: Bradley, attack: Attack) -> float:
    """What an assault brings on average, less the stack that it may cost."""
    account = assault_account(g, attack, keep=False)
    ours = sum(unit_worth(g, unit) for unit in each_unit(attack.units))
    if account.column == NOTHING:
        return -ours * SHADED_PRICE
    defenders = g.units_in(other(attack.by), attack.target)
    rates = chances(g, account)
    gain = harm(g, defenders, rates, held=False)
    if attack.by == ALLIED:
        gain += (LATE_WAY if g.turn >= LATE else OPEN_WAY) * rates["R"]
    if attack.by == ALLIED and holds(sum(g.beach_forts), attack.target):
        gain += BEACH_FORT * (rates["R"] + rates["E"])
    return gain - rates["#"] * SHADED_PRICE * ours - 0.02


def clears(g: Bradley, attack: Attack) -> float:
    """The chance that an assault empties its hex: any result that tells ends a garrison (13.3.5)."""
    account = assault_account(g, attack, keep=False)
    if account.column == NOTHING:
        return 0.0
    rates = chances(g, account)
    regular = g.units_in(other(attack.by), attack.target) & ~g.board.garrisons
    return rates["R"] + rates["E"] + (0.0 if regular else rates["D"])


def planned_assaults(g: Bradley, side: Side) -> dict[Space, Assault]:
    """By target, the assaults to make: where units could fight here or there, as brings most in all."""
    return g.cached(("assaults", side), lambda g: _plan(g, side))


def _plan(g: Bradley, side: Side) -> dict[Space, Assault]:
    able = {space: assaulters(g, side, space) for space in each(assault_targets(g, side))}
    made: list[Assault] = []
    for space, units in able.items():
        for some in _parties(g, units, able):
            attack = Attack(by=side, target=space, units=some)
            made.append(Assault(space, some, assault_worth(g, attack), attack))
    return {cast("Space", one.target): one for one in best_combination(made)}


def _parties(g: Bradley, units: Units, able: dict[Space, Units]) -> list[Units]:
    """Everybody who can, and fewer: without those who could fight elsewhere, and without the weakest or the strongest.

    More is not always better: farther right on the matrix a retreat, which is the end of whoever cannot go back,
    becomes a mere disruption.
    """
    ranked = sorted(each_unit(units), key=lambda unit: (_elsewhere(unit, able), -g.attack(unit)))
    found = {units}
    for order in (ranked, sorted(ranked, key=g.attack), sorted(ranked, key=lambda unit: -g.attack(unit))):
        party: Units = 0
        for unit in order:
            party |= 1 << unit
            found.add(party)
    return sorted(found)


def _elsewhere(unit: UnitId, able: dict[Space, Units]) -> int:
    return sum(some >> unit & 1 for some in able.values())
