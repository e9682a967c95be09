"""A battle before it is fought: the account, and the exact chance of each outcome.

The determined defence is part of it: the defender is taken to stand with the lead unit that holds best, with support
if any is in reach, and to give up the step that hurts his stand least.
"""

from collections.abc import Mapping
from fractions import Fraction

from bocage.games.normandy44.rules.r11_shifts import Assault, defenders_of, odds
from bocage.games.normandy44.rules.r12_determined_defence import column, lead_candidates, modifier, supporters
from bocage.games.normandy44.rules.r12_results import RESULTS
from bocage.games.normandy44.sides import GERMAN
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.flow import replace
from bocage.kernel.probability import D6, outcomes
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import each

MEANING = {
    "A1": "the attacker loses a step",
    "EX": "both lose a step",
    "A1/DR": "the attacker loses a step, the defender retreats",
    "DR": "the defender retreats",
    "A1/D1": "both lose a step, the defender retreats",
    "D1": "the defender loses a step and retreats",
    "A1/D2": "the attacker loses a step, the defender two and retreats four hexes",
    "DH": "the defender loses half his steps and retreats four hexes",
}


@rule("12.4.4")
def hold_chance(g: Normandy44, a: Assault, lead: int, support: int) -> Fraction:
    """The chance that a determined defence with this lead unit holds the hex."""
    table = g.board.determined_defense
    chances = outcomes(table, column(g, a.target, lead), D6, modifier(g, a, lead, support))
    return sum((chance for result, chance in chances.items() if result.startswith("•")), Fraction(0))


def best_hold(g: Normandy44, a: Assault, loses: int) -> Fraction | None:
    """The best chance to hold after losing so many steps; `None` if nobody would be left to stand."""
    leads = lead_candidates(g, a.target)
    units = defenders_of(g, a.target) & g.board.atlas.roster.side[1 - a.by]
    chances = {unit: hold_chance(g, a, unit, int(bool(supporters(g, a.target, unit)))) for unit in each(leads)}
    if not loses:
        return max(chances.values(), default=None)
    best = None
    for victim in each(units):
        left = [chance for unit, chance in chances.items() if unit != victim or g.steps[unit] > 1]
        if left and (best is None or max(left) > best):
            best = max(left)
    return best


def battle_chances(g: Normandy44, a: Assault) -> dict[str, Fraction]:
    """Every outcome: the result of the table, and after a retreat result whether the hex is held or lost."""
    found: dict[str, Fraction] = {}
    holds = {loses: best_hold(g, a, loses) for loses in (0, 1)}
    for result, chance in table_chances(g, a).items():
        retreat, loses = RESULTS[result][2], RESULTS[result][1]
        hold = holds[loses] if retreat == 2 else None
        if hold:
            found[f"{result} held"] = found.get(f"{result} held", Fraction(0)) + chance * hold
        if not hold or hold < 1:
            found[result] = found.get(result, Fraction(0)) + chance * (1 - (hold or 0))
    return found


@rule("10.6", "19.1.3")
def table_chances(g: Normandy44, a: Assault) -> Mapping[str, Fraction]:
    """The chances of the combat table, over all rolls of the fighter-bombers in clear weather."""
    if a.by != GERMAN or g.board.weather[g.row].weather != "clear" or a.jabos:
        return _column_chances(g, a)
    found: dict[str, Fraction] = {}
    for shift, part in outcomes(g.board.jabos, "shift").items():
        for result, chance in _column_chances(g, replace(a, jabos=int(shift))).items():
            found[result] = found.get(result, Fraction(0)) + part * chance
    return found


def _column_chances(g: Normandy44, a: Assault) -> Mapping[str, Fraction]:
    ledger = odds(g, a, keep=False)
    if ledger.column < 0:
        return {"A1": Fraction(1)}
    return outcomes(g.board.crt, ledger.final().column)
