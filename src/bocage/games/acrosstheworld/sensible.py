"""What an owner does without much thought in battle: who takes a hit, who is helped, and for the rest the first choice.

Trial battles, exact chances and the computer's own play follow the same lines, so that a chance told before a battle
is the chance of the battle as it will be played.
"""

from bocage.games.acrosstheworld.board import Unit
from bocage.games.acrosstheworld.rules.r12_aftermath import PursuitHit
from bocage.games.acrosstheworld.rules.r12_aid import Aid
from bocage.games.acrosstheworld.rules.r12_rounds import TakeHit
from bocage.games.acrosstheworld.rules.r13_modifiers import ledger
from bocage.games.acrosstheworld.state import LEADER, Campaign
from bocage.kernel.actions import Action
from bocage.kernel.flow import Decision, replace
from bocage.kernel.ids import UnitId


def bearing(counter: Unit, steps: int) -> float:
    """How well a unit bears a hit: best where nobody dies, then small units, last of all tanks."""
    score = -0.3 * counter.combat
    if steps > 1:
        return score + 10
    if counter.size != "division":
        return score + 4
    return score - 2.5 if counter.kind == "armour" else score


def lasting(g: Campaign, unit: UnitId) -> int:
    """A unit's factor before the bounds, without what a leader lends for one round."""
    fight = g.battle
    lent = (*fight.bonus[:LEADER], fight.bonus[LEADER] & ~(1 << unit))
    return sum(entry[0] for entry in ledger(g, replace(fight, round=max(2, fight.round), bonus=lent), unit))


def hit_score(g: Campaign, unit: UnitId) -> float:
    """Who takes a hit; among equals, in battle, the unit with less help."""
    score = bearing(g.board.units[unit], g.steps[unit])
    return score if g.fight is None else score - 0.001 * lasting(g, unit)


def profit(factor: int, steps: int, lowest: int, highest: int) -> float:
    """Who makes most of help, from the sum of its factor before the bounds: one within them that will last."""
    return (2.0 if lowest <= factor < highest else 0.0) + 0.2 * steps + 0.002 * factor


def aid_score(g: Campaign, unit: UnitId) -> float:
    """The same for a unit in a battle that has begun."""
    bounds, factor = g.board.numbers.battle, sum(entry[0] for entry in ledger(g, g.battle, unit))
    return profit(factor, g.steps[unit], bounds.lowest, bounds.highest)


def sensible(g: Campaign, frame: Decision[Campaign]) -> Action:
    """The choice for a decision in battle."""
    options = frame.options(g)
    if isinstance(frame, TakeHit | PursuitHit):
        return max(options, key=lambda action: hit_score(g, action[1]))
    if isinstance(frame, Aid):
        return max(options, key=lambda action: aid_score(g, action[1]))
    return options[0]
