"""A battle before it is fought: the account, and the exact chance of each outcome.

The determined defence is part of it, and desperation: the defender stands with the lead unit that holds best,
with support if any is in reach, and each side to give up the step that serves it best.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from bocage.games.normandy44.rules.r11_shifts import Assault, defenders_of, earners, odds
from bocage.games.normandy44.rules.r12_determined_defence import (
    armor_modifier,
    can_despair,
    column,
    lead_candidates,
    modifier,
    supporters,
)
from bocage.games.normandy44.rules.r12_results import RESULTS, SPARING
from bocage.games.normandy44.rules.r13_retreat import ONE_HEX_STOPS
from bocage.games.normandy44.rules.r17_cadres import lose_step
from bocage.games.normandy44.sides import GERMAN
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.counters import each_unit
from bocage.kernel.flow import replace
from bocage.kernel.ids import Side, UnitId, Units
from bocage.kernel.probability import D6, outcomes
from bocage.kernel.queries import Line, Preview, engaged, likely
from bocage.kernel.rulebook import rule

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
BEACH_MEANING = {
    "A1": "the landing force loses a step",
    "EX": "both lose a step",
    "A1/D1": "both lose a step",
    "A2/D1": "the landing force loses two steps, the defender one",
    "D1": "the defender loses a step",
}
DEFENCE_MEANING = {
    "-": "the hex is not held",
    "-1": "the hex is not held, and the lead unit loses a step",
    "•-1": "the hex is held, the lead unit loses a step",
    "•EX": "the hex is held, the lead unit and the main assault force lose a step each",
    "•AL": "the hex is held, the attacker loses a step",
    "•AL*": "the hex is held, the attacker loses a step, the improved position is lost",
}


class Fight(NamedTuple):
    """A battle whose die has been read: the attack, the result, and how things stood when it was read."""

    a: Assault
    result: str
    steps: int
    earned: Units
    alone: bool

    @property
    def foes(self) -> Side:
        """The defender."""
        return Side(1 - self.a.by)


def battle_chances(g: Normandy44, a: Assault) -> dict[str, Fraction]:
    """Every outcome: the result of the table, and after one that asks for a retreat whether the hex is held or lost."""
    found: dict[str, Fraction] = {}
    for result, chance in table_chances(g, a).items():
        hold = held(g, a, result)
        for name, part in ((f"{result} held", chance * hold), (result, chance * (1 - hold))):
            if part:
                found[name] = found.get(name, Fraction(0)) + part
    return found


def clears(g: Normandy44, a: Assault) -> Fraction:
    """The chance that no defender is left in the hex."""
    steps = sum(g.steps[unit] for unit in each_unit(defenders_of(g, a.target)))
    chance = Fraction(0)
    for result, part in table_chances(g, a).items():
        _, owed, retreat = RESULTS[result]
        chance += part * (1 - held(g, a, result)) if retreat else part * (owed >= steps)
    return chance


@rule("12.1")
def held(g: Normandy44, a: Assault, result: str) -> Fraction:
    """The chance that defenders are left in the hex after a result that asks them to retreat."""
    steps = sum(g.steps[unit] for unit in each_unit(defenders_of(g, a.target)))
    alone = sum(g.steps[unit] for unit in each_unit(a.main)) == 1
    _, owed, retreat = RESULTS[result]
    if not retreat or (retreat > ONE_HEX_STOPS and not (alone and result in SPARING)):
        return Fraction(0)
    return _defender_loses(g, Fight(a, result, steps, earners(g, a), alone), owed)


@rule("12.2.2")
def _defender_loses(g: Normandy44, fight: Fight, owed: int) -> Fraction:
    """The defender gives up the step that hurts the stand least; of the two of A1/D2 the attacker picks the first."""
    units = defenders_of(g, fight.a.target)
    if not owed or not units:
        return _attacker_loses(g, fight)
    chances = (_defender_loses(_after_loss(g, unit), fight, owed - 1) for unit in each_unit(units))
    return min(chances) if fight.result == "A1/D2" and owed == RESULTS["A1/D2"][1] else max(chances)


@rule("12.2.1")
def _attacker_loses(g: Normandy44, fight: Fight) -> Fraction:
    """The attacker gives up the step that helps the stand least, of those who earned a shift; not so in A1/D2."""
    a, picked = fight.a, fight.result == "A1/D2"
    if not RESULTS[fight.result][0] or (picked and fight.steps == 1):
        return _stands(g, fight)
    victims = a.main if picked else fight.earned or a.main
    chances = (_stands(_after_loss(g, unit), fight) for unit in each_unit(victims))
    return max(chances) if picked else min(chances)


@rule("12.4.1", "12.6")
def _stands(g: Normandy44, fight: Fight) -> Fraction:
    """The units left ignore the retreat, if the main force lost its only step, or stands with the best lead."""
    a = fight.a
    if not g.here.get(a.target, 0) & g.board.atlas.roster.side[fight.foes]:
        return Fraction(0)
    if fight.alone and fight.result in SPARING and not any(g.steps[unit] for unit in each_unit(a.main)):
        return Fraction(1)
    if RESULTS[fight.result][2] > ONE_HEX_STOPS:
        return Fraction(0)
    return max((hold_chance(g, a, lead) for lead in each_unit(lead_candidates(g, a.target))), default=Fraction(0))


@rule("12.4.4")
def hold_chance(g: Normandy44, a: Assault, lead: UnitId) -> Fraction:
    """The chance that a stand with this lead unit, and what support it finds, leaves defenders in the hex."""
    support = int(bool(supporters(g, a.target, lead)))
    chances = outcomes(g.board.determined_defense, column(g, a.target, lead), D6, modifier(g, a, lead, support))
    return sum((chance for result, chance in chances.items() if _holds(g, a, lead, result)), Fraction(0))


def _holds(g: Normandy44, a: Assault, lead: UnitId, result: str) -> bool:
    """Does a result of the stand leave a defender in the hex? If it fails, despair may (12.5)."""
    after = _after_loss(g, lead) if result.endswith(("-1", "EX")) else g
    if result.startswith("•"):
        return bool(after.here.get(a.target, 0))
    return can_despair(after, a.target) and any(
        all(_manned(_after_loss(once, other), a) for other in each_unit(defenders_of(once, a.target)))
        for once in (_after_loss(after, unit) for unit in each_unit(defenders_of(after, a.target)))
    )


def _manned(g: Normandy44, a: Assault) -> bool:
    return bool(g.here.get(a.target, 0))


def _after_loss(g: Normandy44, unit: UnitId) -> Normandy44:
    """The position with a step less."""
    after = g.copy()
    after.events = None
    lose_step(after, unit)
    return after


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


def defence(g: Normandy44, a: Assault, lead: UnitId, support: int | None = None) -> Preview:
    """A determined defence before it is rolled for: what adds to the die, and how often the hex is held."""
    board, found = g.board, supporters(g, a.target, lead)
    helped = int(bool(found)) if support is None else support
    plus, at = modifier(g, a, lead, helped), column(g, a.target, lead)
    table = board.determined_defense
    chances = outcomes(table, at, D6, plus)
    hold = sum((chance for result, chance in chances.items() if _holds(g, a, lead, result)), Fraction(0))
    quality = board.atlas.roster.quality[lead][g.steps[lead]]
    lines = [Line(f"holds the hex with {float(hold):.0%}", "12.4.4"), Line(f"troop quality {quality:+d}", "12.4.1")]
    lines += [Line("+1 better armour than the main force", "12.4.2")] if armor_modifier(g, a, lead) else []
    lines += [Line("+1 with a gun or a ship", "12.4.3")] if helped else []
    preview = Preview(
        title=f"{board.counters[lead].name} stands in {board.describe(a.target)}",
        lines=(*lines, Line(f"{plus:+d} to the die, at most +2", "12.4.1")),
        column=at,
        faces=tuple((str(die), table.read(die + plus, at)) for die in range(1, 7)),
        outcomes=likely({"held": hold, "lost": 1 - hold}, {"held": "the hex is held", "lost": "the defender retreats"}),
    )
    return engaged(preview, board, a.attackers, a.target)


def best_lead(g: Normandy44, a: Assault) -> UnitId:
    """The unit that holds best; -1 if nobody may lead."""
    return max(each_unit(lead_candidates(g, a.target)), key=lambda lead: hold_chance(g, a, lead), default=UnitId(-1))
