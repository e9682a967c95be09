"""6.5, 6.6 and 21.2 as answers: why a unit cannot land, come on or be evacuated now."""

from bocage.games.normandy44.rules.r06_reinforcements import (
    EVACUATIONS,
    arriving_germans,
    can_enter,
    evacuable,
    landing_cost,
    landing_hexes,
)
from bocage.games.normandy44.rules.r06_replacements import BEACH_CAPACITY
from bocage.games.normandy44.rules.r08_zones_of_control import presence
from bocage.games.normandy44.rules.r18_supply import open_beaches
from bocage.games.normandy44.rules.r19_support import sword_under_fire
from bocage.games.normandy44.scenario import rules_of
from bocage.games.normandy44.sides import ALLIED, BEACHES
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.rulebook import rule
from bocage.kernel.verdict import Because


@rule("6.5.1", "6.5.2", "20.5.3", "21.1.4")
def why_not_land(g: Normandy44, unit: int) -> Because | None:
    """Why a unit cannot land now; `None` if only the room on the beach could be lacking."""
    roster, bit, name = g.board.atlas.roster, 1 << unit, g.board.counters[unit].name
    box = g.board.names[g.space[unit]]
    if not roster.allied & bit or not (box == "britain" or box.startswith("followup-")):
        return Because("6.5.1", f"{name} waits neither in Britain nor with a follow-up wave")
    army, cost = int(not roster.us & bit), landing_cost(g, unit)
    if g.turn == 1 and cost:
        return Because("6.5.1", "units in Britain land from turn 2")
    if rules_of(g).barred(g) & bit:
        return Because("26.2.7", f"{name} does not come in this scenario")
    if cost > g.rp[army]:
        return Because("6.5.1", f"{name} costs {cost} reinforcement points and {g.rp[army]} are left")
    if landing_hexes(g, unit):
        return None
    beaches = [box.removeprefix("followup-")] if not cost else list(BEACHES[:2] if army == 0 else BEACHES[2:])
    if roster.engineer & bit:
        beach = roster.beach[unit].capitalize()
        return Because("21.1.4", f"engineers land on a hex of {beach} that the Allies hold, within its four points")
    opened = [beach for beach in beaches if beach in open_beaches(g)]
    if not opened:
        closed = " and ".join(beach.capitalize() for beach in beaches)
        return Because("21.1.1", f"no beach is open to it: {closed} first needs an engineer ashore")
    if opened == ["sword"] and sword_under_fire(g):
        return Because("28.3", "no ship is left to silence Mont Canisy")
    if g.replaced & bit:
        return Because("6.2.5", f"{name} has a replacement to absorb and keeps out of enemy zones")
    return Because("6.5.2", f"each beach takes {BEACH_CAPACITY} reinforcement points a turn, and no enemy bond")


@rule("6.6")
def why_not_enter(g: Normandy44, unit: int) -> Because | None:
    """Why a German reinforcement cannot come on now."""
    name = g.board.counters[unit].name
    if g.space[unit] != g.board.ids["reinforcements"]:
        return Because("6.6", f"{name} is not among the reinforcements to come")
    turn = rules_of(g).arrival_turn(g, unit)
    if not arriving_germans(g) >> unit & 1:
        return Because("6.6", f"{name} comes on turn {turn}" if turn else f"{name} does not come in this scenario")
    if not can_enter(g, unit):
        return Because("6.6", f"every entry hex open to {name} is held or full")
    return None


@rule("21.2")
def why_not_evacuate(g: Normandy44, unit: int) -> Because | None:
    """Why a unit cannot go back to Britain now."""
    roster, bit, name = g.board.atlas.roster, 1 << unit, g.board.counters[unit].name
    if not presence(g).units[ALLIED] & bit:
        return Because("21.2", f"{name} is no Allied unit on the map")
    if (roster.immobile | g.scattered | g.moved | g.disrupted | g.out_of_supply | g.replaced) & bit:
        return Because("21.2", f"{name} has not its whole movement allowance to spend")
    if g.evacuated.get(g.space[unit], 0) >= EVACUATIONS:
        return Because("21.2", f"{EVACUATIONS} units a turn leave from a beach hex")
    if not evacuable(g, bit):
        return Because("21.2", f"{name} is not on an open beach")
    return None
