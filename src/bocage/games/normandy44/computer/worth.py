"""What units, steps and hexes are worth, in victory points: the common coin of all advice."""

from functools import cache
from typing import TYPE_CHECKING

from bocage.games.normandy44.computer.ground import prizes, pull, worth_of
from bocage.games.normandy44.rules.r18_supply import open_beaches
from bocage.games.normandy44.rules.r23_victory import BRITISH_LOSSES, US_LOSSES, closed_places, shattered
from bocage.games.normandy44.rules.r24_campaign import Campaign, tally
from bocage.games.normandy44.scenario import rules_of
from bocage.games.normandy44.sides import ALLIED
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.counters import each_unit
from bocage.kernel.ids import Side, Space, UnitId, Units

if TYPE_CHECKING:
    from bocage.games.normandy44.board import Normandy44Board

STEP = 0.12
"""What any step is worth,"""
FACTOR = 0.08
"""and each factor that goes with it."""
HEX = 0.22
"""A hex of ground taken, wherever it is."""
PROGRESS = 0.16
"""A hex nearer to what is still wanted."""
BEACH = 1.5
"""A beach lost or closed; each that is closed already makes the next worth as much again, for three decide (23.3)."""
SHATTERED = 1.2
"""A regiment down to its cadre, as one of those that lose the game."""
QUARRY = 3.0
"""How many times more a shattered regiment counts for the Germans: on points they seldom win (23.3)."""
LOST = 20.0
"""The regiment whose loss ends the game."""
SAFE, AHEAD = 1, 12
"""With no more shattered regiments than this in either army, and this many points beyond those that win, it is over."""
RELIEF = 8
"""From this turn the airborne divisions are drawn out of the line."""


@cache
def values_of(board: "Normandy44Board") -> list[list[float]]:
    """What each counter is worth, by its steps: it depends on nothing but the counter."""
    roster = board.atlas.roster
    found = []
    for unit, printed in enumerate(roster.strength):
        bit = 1 << unit
        row = [0.0]
        for steps in range(1, len(printed)):
            value = STEP * steps + FACTOR * printed[steps] * (1.0 + 0.25 * roster.quality[unit][steps])
            if bit & (roster.hq | roster.werfer):
                value += 0.4
            if bit & roster.engineer:
                value += BEACH / 2
            row.append(value + 0.03 * roster.armor[unit][steps])
        found.append(row)
    return found


def unit_worth(g: Normandy44, unit: UnitId, steps: int) -> float:
    """What a unit is worth with that many steps."""
    return values_of(g.board)[unit][steps] if steps > 0 else 0.0


def step_worth(g: Normandy44, unit: UnitId) -> float:
    """What the loss of a step costs a unit's owner."""
    known: dict[int, float] | None = g.cache.get("step-worths")
    if known is None:
        known = g.cache["step-worths"] = {}
    key = unit << 2 | g.steps[unit]
    value = known.get(key)
    if value is None:
        value = known[key] = _step_worth(g, unit)
    return value


def _step_worth(g: Normandy44, unit: UnitId) -> float:
    steps, row = g.steps[unit], values_of(g.board)[unit]
    value = row[steps] - (row[steps - 1] if steps > 0 else 0.0) + wear(g, unit)
    if g.board.atlas.roster.allied >> unit & 1:
        value *= caution(g)
    return value


def wear(g: Normandy44, unit: UnitId) -> float:
    """What a step costs besides, if it leaves a US or British regiment shattered, or one step from it."""
    steps, roster, bit = g.steps[unit], g.board.atlas.roster, 1 << unit
    if not bit & roster.three_step & (roster.us | roster.british):
        return 0.0
    return shattering(g, unit) if steps == 2 else 0.2 * shattering(g, unit) if steps == 3 else 0.0


def quarry(g: Normandy44, unit: UnitId) -> float:
    """What the enemy gains by a step: regiments shattered are the surest way for the Germans to win."""
    return step_worth(g, unit) + QUARRY * wear(g, unit)


def caution(g: Normandy44) -> float:
    """How dear Allied steps are: dearer once the points suffice, cheap when time runs out without them."""
    return g.cached("caution", _caution)


def _caution(g: Normandy44) -> float:
    rules = rules_of(g)
    if not isinstance(rules, Campaign):
        return 1.0
    german, allied = tally(rules.awards(g))
    ahead = allied - german - g.board.scenarios[g.scenario].victory
    if ahead >= 2:
        return 1.6 if ahead < 5 else 2.2
    left = g.last_turn - g.turn
    return 0.8 if left <= 4 and ahead < 0 else 1.0


def settled(g: Normandy44) -> bool:
    """Whether the Allies are all but sure to win: far ahead, every beach open, and hardly a regiment shattered."""
    rules = rules_of(g)
    if not isinstance(rules, Campaign) or closed_places(g) or any(shattered_of(g, army) > SAFE for army in (0, 1)):
        return False
    german, allied = tally(rules.awards(g))
    return allied - german - g.board.scenarios[g.scenario].victory >= AHEAD


def shattering(g: Normandy44, unit: UnitId) -> float:
    """The price of one more shattered regiment: it rises steeply as the limit comes near (23.3)."""
    roster = g.board.atlas.roster
    american = roster.us >> unit & 1
    count = shattered_of(g, american)
    limit = US_LOSSES if american else BRITISH_LOSSES
    return LOST if count >= limit - 1 else SHATTERED + 6.0 * (count / limit) ** 2


def weariness(g: Normandy44, unit: UnitId) -> float:
    """How much a unit should be spared: cadres most, worn regiments, and in time the airborne."""
    roster, bit = g.board.atlas.roster, 1 << unit
    value = 0.0
    if roster.three_step & bit and g.steps[unit] < 3:
        value += 2.5 if g.steps[unit] == 1 else 1.1 + 0.5 * min(shattering(g, unit), 3.0)
    if roster.airborne & bit and g.turn >= RELIEF:
        value += 0.8
    return value


def shattered_of(g: Normandy44, american: int) -> int:
    """How many regiments of an army are lost or down to a cadre."""
    roster = g.board.atlas.roster
    return g.cached(("shattered", american), lambda g: shattered(g, roster.us if american else roster.british))


def army_of(g: Normandy44, unit: UnitId) -> str:
    """Which Allied army a unit belongs to."""
    return "us" if g.board.atlas.roster.us >> unit & 1 else "cw"


def hex_stake(g: Normandy44, attacker: Side, target: Space, attackers: Units) -> float:
    """What it is worth to the attacker to drive the enemy out of a hex."""
    atlas = g.board.atlas
    late = 0.6 + 0.2 * max(0, 6 - (g.last_turn - g.turn))  # a place counts for nothing before the end
    if attacker == ALLIED:
        value = HEX + prizes(g).get(target, 0.0) * late
        if attackers:
            field = pull(g, army_of(g, UnitId(attackers.bit_length() - 1)))
            standing = [field[g.space[unit]] for unit in each_unit(attackers) if g.space[unit] < atlas.size]
            if standing:  # some may have fallen in the battle
                value += PROGRESS * max(-1.0, min(2.5, field[target] - max(standing)))
        return value
    value = HEX
    worth = worth_of(g).get(target, 0.0)
    if worth and g.allied_control >> target & 1:
        value += worth * late
    for beach in open_beaches(g):
        if atlas.beach_hexes[beach] & atlas.near(target, 1):
            on_it = atlas.beach_hexes[beach] >> target & 1
            value += BEACH * (1 + g.cached("closed", closed_places)) if on_it else 0.5
    return value


def on_map(g: Normandy44, unit: UnitId) -> bool:
    """Is the unit in a hex?"""
    return 0 <= g.space[unit] < g.board.atlas.size
