"""Why outside movement and battle: replacements, supply points, aircraft, gliders, the end of a turn."""

from typing import Any

from bocage.games.normandy44.computer.attacks import plan_attacks
from bocage.games.normandy44.computer.ground import lie_of, threat_to
from bocage.games.normandy44.computer.orders import Plan
from bocage.games.normandy44.computer.other_advice import FORTRESS, cadres_of, to_enemy, worn_infantry
from bocage.games.normandy44.computer.words import (
    ARMIES,
    factors,
    listed,
    name,
    names,
    place,
    sentence,
    threatened,
    towards,
)
from bocage.games.normandy44.computer.worth import shattered_of
from bocage.games.normandy44.rules.r04_weather import Nation
from bocage.games.normandy44.rules.r05_supply_points import SupplySplit
from bocage.games.normandy44.rules.r06_replacements import Arrival, Replacements
from bocage.games.normandy44.rules.r08_zones_of_control import presence, side_of
from bocage.games.normandy44.rules.r18_supply import supplied
from bocage.games.normandy44.rules.r19_strafing import Strafing, strafing_modifier
from bocage.games.normandy44.rules.r20_airborne import GliderSite
from bocage.games.normandy44.rules.r21_beaches import MulberryHex, site
from bocage.games.normandy44.rules.r22_special_rules import AIRBORNE, CALLED, EndPhase
from bocage.games.normandy44.rules.r23_victory import BRITISH_LOSSES, US_LOSSES
from bocage.games.normandy44.rules.r27_players import AirConsent, FrontSplit
from bocage.games.normandy44.sides import ALLIED
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.actions import Action
from bocage.kernel.counters import each_unit
from bocage.kernel.ids import Space, UnitId, Units
from bocage.kernel.spaces import BITS, each
from bocage.kernel.wording import counted
from bocage.players.knowledge import Reason

COVER = 0.3
"""Ground that shelters this much is called cover."""


def why_replacement(g: Normandy44, plan: Plan, frame: Replacements, action: Action) -> str:
    """Who is made good, and what for."""
    verb = action[0]
    if verb == "end":
        return why_no_replacement(g, frame)
    if verb == "buy":
        stock = (g.supply_us, g.supply_cw)[action[1]]
        left = f"only {counted(stock, 'supply point')}" if stock else "no supply points"
        return f"{ARMIES[action[1]]} artillery has {left} left"
    unit = action[1]
    if verb == "mobilize":
        return f"{name(g, unit)} is called up in the Cotentin: {counted(factors(g, unit), 'factor')} at no cost"
    if verb == "return":
        return why_raised_again(g, unit)
    if verb == "replace":
        return why_made_good(g, unit)
    return f"{name(g, unit)} can no longer be held"


def why_made_good(g: Normandy44, unit: UnitId) -> str:
    """The step that a unit on the map receives."""
    roster, bit = g.board.atlas.roster, 1 << unit
    grows = f"from {factors(g, unit)} to {counted(factors(g, unit, g.steps[unit] + 1), 'factor')}"
    if not (roster.three_step & bit and g.steps[unit] == 1):
        return f"{name(g, unit)} gains most by a step: {grows}"
    if not (roster.us | roster.british) & bit:
        return f"{name(g, unit)} is a cadre no longer: {grows}"
    return f"{name(g, unit)} is a cadre no longer: {tally(g, bool(roster.us & bit))}"


def tally(g: Normandy44, american: bool) -> str:
    """The regiments that lose the game, so far (23.3)."""
    army, limit = ("US", US_LOSSES) if american else ("British", BRITISH_LOSSES)
    count = shattered_of(g, int(american))
    return f"{count} {army} {'regiment is' if count == 1 else 'regiments are'} shattered, {limit} lose the game"


def why_raised_again(g: Normandy44, unit: UnitId) -> str:
    """What comes back with a unit that was lost."""
    roster, bit = g.board.atlas.roster, 1 << unit
    if roster.engineer & bit:
        return f"{name(g, unit)} is raised again: without it its beach stays closed"
    if roster.hq & bit:
        return f"{name(g, unit)} is raised again: its guns support attacks and stands"
    return f"{name(g, unit)} is raised again with {counted(factors(g, unit, 1), 'factor')}"


def why_no_replacement(g: Normandy44, frame: Replacements) -> str:
    """What is left undone, and why."""
    left = frame.options(g)
    weak = [option[1] for option in left if option[0] in ("replace", "return")]
    if weak:
        at = name(g, weak[0])
        return sentence(f"{at} is wanted for attacks", ": with a replacement its whole stack would not attack")
    buyers = [option[1] for option in left if option[0] == "buy"]
    if buyers:
        stocks = listed(f"{ARMIES[army]} {(g.supply_us, g.supply_cw)[army]}" for army in buyers)
        return f"no supply points are bought (in stock: {stocks}): reinforcement points go to landings"
    return "there is nobody left to make good"


def why_arrival(g: Normandy44, plan: Plan, frame: Arrival, action: Action) -> str:
    """Near the front, but not under the enemy's guns."""
    unit, space = frame.unit, action[1]
    side = side_of(g, unit)
    if space >= g.board.atlas.size:
        return f"{name(g, unit)} waits in Britain until it can land"
    head = f"{name(g, unit)} appears at {g.board.describe(space)}"
    covered = ", in cover" if lie_of(g.board).shelter[space] >= COVER else ""
    if side == ALLIED:
        return sentence(head, towards(g, unit, space), threatened(g, side, space), covered)
    far = f", {counted(to_enemy(g, space), 'hex')} from the enemy"
    return sentence(head, far, threatened(g, side, space) or ", out of his reach", covered)


def why_nation(g: Normandy44, plan: Plan, frame: Nation, action: Action) -> str:
    """Who has lost more."""
    british, canadian = worn_infantry(g)
    if action[1]:
        return f"the Canadians need it most: {_worn(g, canadian)}, British {_worn(g, british)}"
    return f"the British first, whose cadres can lose the game: {_worn(g, british)}, Canadians {_worn(g, canadian)}"


def _worn(g: Normandy44, units: Units) -> str:
    cadres = sum(1 for unit in each_unit(units) if g.steps[unit] == 1)
    return f"{units.bit_count()} worn" + (f" ({counted(cadres, 'cadre')})" if cadres else "")


def why_split(g: Normandy44, plan: Plan, frame: SupplySplit, action: Action) -> str:
    """A small stock for the fortress."""
    held = g.supply_cherbourg
    if action[1]:
        given = f"{action[1]} of {frame.points} to Fortress Cherbourg"
        return f"{given}, which has {held} of the {FORTRESS} that its guns need"
    if held >= FORTRESS:
        return f"Fortress Cherbourg has the {held} that its guns need: all to Seventh Army"
    return f"so late Fortress Cherbourg must do with the {held} that it has: all to Seventh Army"


def why_fronts(g: Normandy44, plan: Plan, frame: FrontSplit, action: Action) -> str:
    """Half and half."""
    rest = frame.points - action[1]
    odd = " with the odd one" if rest > action[1] else ""
    return f"half and half: {action[1]} to Panzer Group West, {rest} to Seventh Army{odd}"


def why_lent(g: Normandy44, plan: Plan, frame: AirConsent, action: Action) -> str:
    """Aircraft come again."""
    whose, at = ARMIES[frame.army], g.board.describe(Space(frame.target))
    if action[0] == "decline":
        return f"{whose} aircraft are needed at home more than at {at}"
    return f"{whose} aircraft are lent for a shift at {at}: they fly again next turn"


def why_strafing(g: Normandy44, plan: Plan, frame: Strafing, action: Action) -> str:
    """The tanks that may be hit, or the attacks that need the aircraft."""
    if action[0] == "strafe":
        return why_strafed(g, action[1])
    needed = sum(1 for blow in plan_attacks(g, ALLIED, reserve=False) if blow.shifts)
    if sum(g.air) <= needed:
        return f"no strafing: {counted(sum(g.air), 'air unit')} for {counted(needed, 'attack')} that want support"
    return f"no tanks in the open for the {counted(sum(g.air), 'air unit')} that no attack needs"


def why_strafed(g: Normandy44, space: Space) -> str:
    """Whom a flight may hit."""
    roster = g.board.atlas.roster
    tanks = g.here.get(space, 0) & roster.silhouette & roster.armored & roster.german
    best = max((max(0, 1 + strafing_modifier(g, unit)) for unit in each_unit(tanks)), default=0)
    head = f"{names(g, tanks)} at {place(g, space)}: {best} in 6 to lose a step"
    return sentence(head, ", and no attack needs the flight")


def why_glider(g: Normandy44, plan: Plan, frame: GliderSite, action: Action) -> str:
    """In supply and near friends."""
    space = action[1]
    friends = (g.board.atlas.near(space, 2) & presence(g).hexes[ALLIED]).bit_count()
    fed = "in supply" if supplied(g, ALLIED) & BITS[space] else "out of supply"
    near = f"{counted(friends, 'friendly stack')} within two hexes"
    return f"{name(g, frame.unit)} comes down at {g.board.describe(space)}: {fed}, {near}"


def why_mulberry(g: Normandy44, plan: Plan, frame: MulberryHex, action: Action) -> str:
    """Where fewest Germans are near."""
    space = action[1]
    least, most = threat_to(g, ALLIED, space), max(threat_to(g, ALLIED, other) for other in each(site(g, 0)))
    if most < 1:
        return f"{place(g, space)} serves as well as the other: no German is within three hexes"
    return f"{place(g, space)} lies safest: {counted(least, 'German factor')} near, {most:.0f} at the other"


def why_end(g: Normandy44, plan: Plan, frame: EndPhase, action: Action) -> str:
    """The cadres that an airborne division takes off the account."""
    if action[0] == "home":
        division = AIRBORNE[action[1]]
        units = g.board.atlas.roster.by_division[division]
        american = bool(units & g.board.atlas.roster.us)
        gone = counted(len(cadres_of(g, units)), "cadre")
        return f"the {CALLED[division]} goes home with {gone}: {tally(g, american)}"
    losses = f"US losses are {shattered_of(g, 1)} of the {US_LOSSES} that lose the game"
    return f"the airborne stay: {losses}, British {shattered_of(g, 0)} of {BRITISH_LOSSES}"


ENTRY_REASONS: dict[type, Reason[Any, Any, Any]] = {
    Replacements: why_replacement,
    Arrival: why_arrival,
    Nation: why_nation,
    SupplySplit: why_split,
    FrontSplit: why_fronts,
    AirConsent: why_lent,
    Strafing: why_strafing,
    GliderSite: why_glider,
    MulberryHex: why_mulberry,
    EndPhase: why_end,
}
