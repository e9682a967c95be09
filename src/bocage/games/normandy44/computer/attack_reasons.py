"""Why this attack: its odds and chances, who leads it, what each unit and each gun adds, and what it costs."""

from typing import Any

from bocage.games.normandy44.computer.attacks import Blow, blows_on, offers, plan_attacks, planned_blow
from bocage.games.normandy44.computer.chances import Prospect, prey_of, weigh
from bocage.games.normandy44.computer.orders import Plan
from bocage.games.normandy44.computer.words import (
    ARMIES,
    factors,
    listed,
    name,
    names,
    odds_of,
    place,
    sentence,
)
from bocage.games.normandy44.computer.worth import wear
from bocage.games.normandy44.rules.r10_combat import (
    Assemble,
    Attacks,
    MainForce,
    Support,
    able,
    attackers_of,
    forces,
    targets,
)
from bocage.games.normandy44.rules.r11_shifts import (
    Assault,
    armor_earners,
    defenders_of,
    halving,
    quality_earners,
    tiger_earners,
)
from bocage.games.normandy44.rules.r19_support import caen_stock, purse
from bocage.games.normandy44.sides import GERMAN
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.actions import Action
from bocage.kernel.counters import each_unit
from bocage.kernel.flow import replace
from bocage.kernel.ids import Units
from bocage.kernel.spaces import each
from bocage.kernel.wording import counted
from bocage.players.knowledge import Reason


def why_attack(g: Normandy44, plan: Plan, frame: Attacks, action: Action) -> str:
    """Odds and chance of the attack; at the end, of the best one that is left undone."""
    if action[0] == "attack":
        for blow in plan_attacks(g, frame.by, reserve=frame.reserve):
            if blow.assault.target == action[1]:
                return told(g, blow)
        return f"nothing else is left to attack than {g.board.describe(action[1])}"
    if action[0] == "end":
        return why_no_attack(g, frame)
    return f"{name(g, action[1])} can no longer be held"


def told(g: Normandy44, blow: Blow) -> str:
    """An attack in a few words."""
    a = blow.assault
    chance = blow.prospect.chance(g, blow.shifts)
    head = f"{odds_of(g, blow.prospect, blow.shifts)} on {g.board.describe(a.target)}, {chance:.0%} to take it"
    return sentence(head, _at_stake(g, a), _reckoned(g, a))


def _at_stake(g: Normandy44, a: Assault) -> str:
    """What the attack may gain besides the hex."""
    prey = prey_of(g, a.target)
    worn = [unit for unit in each_unit(prey.defenders) if a.by == GERMAN and wear(g, unit)]
    if worn:
        return f"; {name(g, worn[0])} may be shattered"
    if not prey.doomed:
        return ""
    return f"; {'no defender has a' if prey.doomed >= prey.whole else 'not every defender has a'} way back"


def _reckoned(g: Normandy44, a: Assault) -> str:
    clear = a.by == GERMAN and g.board.weather[g.row].weather == "clear" and not a.jabos
    return "; fighter-bombers reckoned in" if clear else ""


def why_no_attack(g: Normandy44, frame: Attacks) -> str:
    """The best attack that is not worth its losses."""
    ready = able(g, frame.by, reserve=frame.reserve)
    left: list[Blow] = []
    for target in each(targets(g, frame.by, ready)) if ready else ():
        left += blows_on(g, frame.by, target, attackers_of(g, frame.by, target, ready))
    if not left:
        return "nobody is left who could attack at 1-3 or better"
    best = max(left, key=lambda blow: blow.worth)
    odds, chance = odds_of(g, best.prospect, best.shifts), best.prospect.chance(g, best.shifts)
    gain = f"only {best.worth:.1f} points" if round(best.worth, 1) > 0 else "nothing"
    at = place(g, best.assault.target)
    return f"no attack that is left pays: {odds} on {at}, {chance:.0%} to take it, would gain {gain}"


def why_joined(g: Normandy44, plan: Plan, frame: Assemble, action: Action) -> str:
    """What a unit adds to the attack; when all are there, the odds."""
    at = place(g, frame.assault.target)
    blow = planned_blow(g, frame)
    if blow is None or action[0] == "withdraw":
        return f"the attack on {at} could not begin: below 1-3"
    if action[0] == "ready":
        chance = blow.prospect.chance(g, blow.shifts)
        return f"all who are needed at {at}: {odds_of(g, blow.prospect, blow.shifts)}, {chance:.0%} to take it"
    unit, a = action[1], blow.assault
    halved, full = halving(g, unit, a), counted(factors(g, unit), "factor")
    if halved is None:
        return sentence(f"{name(g, unit)} adds {full} against {at}, in the main force", _earned(g, a, 1 << unit))
    return sentence(f"{name(g, unit)} adds half of {full} against {at}", f": {halved[0]}", _earned(g, a, 1 << unit))


def _earned(g: Normandy44, a: Assault, units: Units) -> str:
    """The shifts that some units of the main force earn."""
    foes = defenders_of(g, a.target)
    found = [
        text
        for text, some in (
            ("armour", armor_earners(g, a, foes)),
            ("better troops", quality_earners(g, a, foes)),
            ("Tigers", tiger_earners(g, a)),
        )
        if some & units
    ]
    return f", a shift for {listed(found)}" if found else ""


def why_main(g: Normandy44, plan: Plan, frame: MainForce, action: Action) -> str:
    """The odds with this force in the lead."""
    a = next(
        replace(frame.assault, main=force.main)
        for force in forces(g, frame.assault.attackers)
        if force.action == action
    )
    who, at = names(g, a.main), place(g, a.target)
    prospect = weigh(g, a)
    if prospect is None:
        return f"{who} at full strength, though it is below 1-3 at {at}"
    odds, chance = odds_of(g, prospect, 0), prospect.chance(g, 0)
    head = f"{who} at full strength: {odds} at {at}"
    return sentence(head, f" before support, {chance:.0%} to take it", _earned(g, a, a.main))


def why_support(g: Normandy44, plan: Plan, frame: Support, action: Action) -> str:
    """What the support changes, and what it costs; what the attack stands at when it begins."""
    a = frame.assault
    at, prospect = place(g, a.target), weigh(g, a)
    if prospect is None or action[0] == "withdraw":
        return f"the attack on {at} has fallen below 1-3"
    if action[0] == "fight":
        more = "more support would cost more than it brings" if offers(g, a) else "no more support is to be had"
        head = f"{odds_of(g, prospect, 0)} at {at}, {prospect.chance(g, 0):.0%} to take it"
        return sentence(head, f": {more}", _reckoned(g, a))
    return sentence(f"{supporter(g, action)}: {_shifted(g, prospect)} {at}", price(g, action))


def _shifted(g: Normandy44, prospect: Prospect) -> str:
    """One shift more."""
    odds, before, after = odds_of(g, prospect, 1), prospect.chance(g, 0), prospect.chance(g, 1)
    if round(before * 100) == round(after * 100):
        return f"{odds} for {odds_of(g, prospect, 0)}, a better exchange and still {after:.0%} to take"
    return f"{odds} for {odds_of(g, prospect, 0)}, {after:.0%} instead of {before:.0%} to take"


def supporter(g: Normandy44, action: Action) -> str:
    """Guns, ships or aircraft."""
    if action[0] == "air":
        return f"{ARMIES[action[1]]} aircraft"
    if action[0] == "naval":
        return "naval guns"
    return "the guns of Caen" if action[0] == "caen" else f"{name(g, action[1])} fires"


def price(g: Normandy44, action: Action) -> str:
    """The supply point that a gun takes from its stock."""
    if action[0] == "caen":
        stock = caen_stock(g)
    elif action[0] == "fortress-artillery":
        stock = "supply_cherbourg"
    elif action[0] == "artillery" and not g.board.atlas.roster.werfer >> action[1] & 1:
        stock = purse(g, action[1])
    else:
        return ""
    held = getattr(g, stock) if stock else 0
    return f" (1 of {held} supply points)" if held > 1 else " (the last supply point)"


ATTACK_REASONS: dict[type, Reason[Any, Any, Any]] = {
    Attacks: why_attack,
    Assemble: why_joined,
    MainForce: why_main,
    Support: why_support,
}
