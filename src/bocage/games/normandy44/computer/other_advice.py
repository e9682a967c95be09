"""What is chosen outside movement and battle: replacements, supply points, aircraft, gliders, the end of a turn."""

from collections.abc import Sequence

from bocage.games.normandy44.computer.attacks import plan_attacks
from bocage.games.normandy44.computer.ground import lie_of, pull, threat_to
from bocage.games.normandy44.computer.orders import Plan
from bocage.games.normandy44.computer.worth import army_of, on_map, shattering, step_worth, unit_worth
from bocage.games.normandy44.rules.r04_weather import Nation
from bocage.games.normandy44.rules.r05_supply_points import SupplySplit
from bocage.games.normandy44.rules.r06_replacements import Arrival, Replacements
from bocage.games.normandy44.rules.r08_zones_of_control import presence, side_of, zone
from bocage.games.normandy44.rules.r17_cadres import strength
from bocage.games.normandy44.rules.r18_supply import supplied
from bocage.games.normandy44.rules.r19_strafing import Strafing, strafing_modifier
from bocage.games.normandy44.rules.r20_airborne import GliderSite
from bocage.games.normandy44.rules.r21_beaches import MulberryHex
from bocage.games.normandy44.rules.r22_special_rules import AIRBORNE, EndPhase
from bocage.games.normandy44.rules.r23_victory import BRITISH_LOSSES, US_LOSSES, shattered
from bocage.games.normandy44.rules.r27_players import AirConsent, FrontSplit
from bocage.games.normandy44.sides import ALLIED, GERMAN
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.actions import Action
from bocage.kernel.counters import each_unit
from bocage.kernel.ids import Side, Space, UnitId, Units
from bocage.kernel.spaces import BITS

ENOUGH_SUPPLY = 3
"""Below this many supply points an army turns reinforcement points into more."""
FORTRESS = 3
"""Fortress Cherbourg is kept at this many points."""


def advise_replacements(g: Normandy44, plan: Plan, frame: Replacements, options: Sequence[Action]) -> list[float]:
    """The step that is worth most, given at the front only where nobody needs the unit at once."""
    return [_replacement(g, frame.by, action) for action in options]


def _replacement(g: Normandy44, side: Side, action: Action) -> float:
    verb = action[0]
    if verb == "end":
        return 0.0
    if verb == "buy":
        stock = g.supply_us if action[1] == 0 else g.supply_cw
        return 0.5 if stock < ENOUGH_SUPPLY and g.turn >= 8 and g.turn < g.last_turn else -0.5
    if verb == "mobilize":
        return 2.0 + unit_worth(g, action[1], g.steps[action[1]])
    if verb not in ("replace", "return"):
        return -1.0
    unit = action[1]
    steps, roster, bit = g.steps[unit], g.board.atlas.roster, 1 << unit
    gain = unit_worth(g, unit, steps + 1) - unit_worth(g, unit, steps)
    if roster.three_step & bit and steps == 1 and bit & (roster.us | roster.british):
        gain += shattering(g, unit)
    if roster.three_step & bit and steps == 0:
        gain -= 0.1  # it comes back only as a cadre
    if verb == "return" and roster.engineer & bit:
        gain += 2.0
    # 6.2.4: the whole stack does not attack this turn
    if on_map(g, unit) and side == ALLIED and zone(g, GERMAN) & BITS[g.space[unit]]:
        gain -= 0.03 * sum(strength(g, other) for other in each_unit(g.here[g.space[unit]]))
    return gain


def advise_arrival(g: Normandy44, plan: Plan, frame: Arrival, options: Sequence[Action]) -> list[float]:
    """Near the front, but not under the enemy's guns."""
    side = side_of(g, frame.unit)
    scores = []
    for action in options:
        space = action[1]
        if space >= g.board.atlas.size:
            scores.append(0.0)
            continue
        near = pull(g, army_of(g, frame.unit))[space] if side == ALLIED else -float(to_enemy(g, space))
        scores.append(0.2 * near - 0.02 * threat_to(g, side, space) + 0.2 * lie_of(g.board).shelter[space])
    return scores


def to_enemy(g: Normandy44, space: Space) -> int:
    """How many hexes the nearest Allied unit is away, up to twelve."""
    atlas = g.board.atlas
    distance = 0
    ring = BITS[space]
    while distance < 12 and not ring & presence(g).hexes[ALLIED]:
        ring |= atlas.zones.spread(ring)
        distance += 1
    return distance


def advise_nation(g: Normandy44, plan: Plan, frame: Nation, options: Sequence[Action]) -> list[float]:
    """Whichever has lost more, British first: their cadres count against the Allies."""
    lost = [sum(1.0 + (g.steps[unit] == 1) for unit in each_unit(units)) for units in worn_infantry(g)]
    return [lost[0] + 0.5, lost[1]]


def worn_infantry(g: Normandy44) -> tuple[Units, Units]:
    """The British and the Canadian infantry in the line that is not at full strength."""
    roster = g.board.atlas.roster
    worn = sum(1 << unit for unit in each_unit(presence(g).units[ALLIED]) if g.steps[unit] < roster.steps[unit])
    worn &= roster.infantry & ~roster.airborne
    return worn & roster.british, worn & roster.canadian


def advise_split(g: Normandy44, plan: Plan, frame: SupplySplit, options: Sequence[Action]) -> list[float]:
    """A small stock for the fortress, the rest for the army."""
    wanted = max(0, min(frame.points, FORTRESS - g.supply_cherbourg)) if g.turn <= 12 else 0
    return [-abs(action[1] - wanted) * 1.0 for action in options]


def advise_fronts(g: Normandy44, plan: Plan, frame: FrontSplit, options: Sequence[Action]) -> list[float]:
    """Half and half."""
    return [-abs(2 * action[1] - frame.points) * 1.0 for action in options]


def advise_consent(g: Normandy44, plan: Plan, frame: AirConsent, options: Sequence[Action]) -> list[float]:
    """Aircraft not needed at home are lent."""
    return [1.0 if action[0] == "agree" else 0.0 for action in options]


def advise_strafing(g: Normandy44, plan: Plan, frame: Strafing, options: Sequence[Action]) -> list[float]:
    """Air units that no attack needs go for tanks where one flight may hit most."""
    needed = sum(1 for blow in plan_attacks(g, ALLIED, reserve=False) if blow.shifts)
    spare = sum(g.air) - needed
    roster = g.board.atlas.roster
    scores = []
    for action in options:
        if action[0] == "begin":
            scores.append(0.0)
            continue
        tanks = g.here.get(action[1], 0) & roster.silhouette & roster.armored & roster.german
        value = 0.0
        for unit in each_unit(tanks):
            value += max(0, 1 + strafing_modifier(g, unit)) / 6 * step_worth(g, unit)
        value *= 0.5 ** frame.missions.count(action[1])
        scores.append(value if spare > 0 else value - 1.0)
    return scores


def advise_glider(g: Normandy44, plan: Plan, frame: GliderSite, options: Sequence[Action]) -> list[float]:
    """In supply and near friends."""
    inside = supplied(g, ALLIED)
    friends = presence(g).hexes[ALLIED]
    field = pull(g, army_of(g, frame.unit))
    return [
        0.1 * field[action[1]]
        + 2.0 * bool(inside & BITS[action[1]])
        + 0.2 * (g.board.atlas.near(action[1], 2) & friends).bit_count()
        for action in options
    ]


def advise_mulberry(g: Normandy44, plan: Plan, frame: MulberryHex, options: Sequence[Action]) -> list[float]:
    """Where fewest Germans are near."""
    return [-threat_to(g, ALLIED, action[1]) for action in options]


def advise_end(g: Normandy44, plan: Plan, frame: EndPhase, options: Sequence[Action]) -> list[float]:
    """An airborne division goes home when its cadres would otherwise lose the game, or it has little left to give."""
    roster = g.board.atlas.roster
    scores = []
    for action in options:
        if action[0] == "end":
            scores.append(0.0)
            continue
        units = roster.by_division[AIRBORNE[action[1]]]
        american = units & roster.us
        count = shattered(g, roster.us if american else roster.british)
        left = (US_LOSSES if american else BRITISH_LOSSES) - count
        scores.append(1.0 if cadres_of(g, units) and left <= 2 else -1.0)
    return scores


def cadres_of(g: Normandy44, units: Units) -> list[UnitId]:
    """Which of some units are on the map and down to a cadre."""
    full = g.board.atlas.roster.steps
    return [unit for unit in each_unit(units) if on_map(g, unit) and g.steps[unit] == 1 and full[unit] == 3]
