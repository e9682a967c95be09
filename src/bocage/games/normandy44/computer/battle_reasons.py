"""Why inside a battle: who pays, who stands, who falls back where, and who follows how far."""

from collections.abc import Mapping
from typing import Any

from bocage.games.normandy44.computer.attack_reasons import price, supporter
from bocage.games.normandy44.computer.battle_advice import Seat, advise_advance, leaving, refuge, seat
from bocage.games.normandy44.computer.chances import Stand, lead_stand, prey_of, stands
from bocage.games.normandy44.computer.ground import threat_to
from bocage.games.normandy44.computer.orders import Plan
from bocage.games.normandy44.computer.words import (
    against,
    because,
    beyond,
    factors,
    name,
    names,
    place,
    sentence,
)
from bocage.games.normandy44.computer.worth import shattered_of
from bocage.games.normandy44.rules.r11_shifts import Assault
from bocage.games.normandy44.rules.r12_determined_defence import (
    Defence,
    DefensiveSupport,
    Desperation,
    column,
    modifier,
)
from bocage.games.normandy44.rules.r12_losses import TakeLoss
from bocage.games.normandy44.rules.r13_retreat import Retreat, RetreatPath
from bocage.games.normandy44.rules.r14_advance import Advance, AdvanceOn, room
from bocage.games.normandy44.rules.r20_invasion import Inland
from bocage.games.normandy44.rules.r23_victory import BRITISH_LOSSES, US_LOSSES
from bocage.games.normandy44.sides import ALLIED
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.actions import Action
from bocage.kernel.counters import each_unit, lowest
from bocage.kernel.ids import Side, Space, UnitId
from bocage.kernel.wording import counted
from bocage.players.knowledge import Reason

PLAIN = 0.04
"""A point that weighs less than this is not worth a word."""

DESPERATE = 2
"""The steps that a last stand costs (12.5)."""


def why_loss(g: Normandy44, plan: Plan, frame: TakeLoss, action: Action) -> str:
    """What the step costs: least to its owner, most to the enemy."""
    unit = action[1]
    mine = g.board.atlas.roster.side[frame.by] >> unit & 1
    return f"{name(g, unit)} {'can best spare a step' if mine else 'loses most by a step'}: {worn_down(g, unit)}"


def worn_down(g: Normandy44, unit: UnitId) -> str:
    """What a step less makes of a unit."""
    roster, steps = g.board.atlas.roster, g.steps[unit]
    before, after = counted(factors(g, unit), "factor"), factors(g, unit, steps - 1)
    if steps == 1:
        return f"its last step, {before}"
    if steps == 2 and roster.three_step >> unit & 1:
        return f"from {before} to its cadre{_count_shattered(g, unit)}"
    return f"from {before} to {after}"


def _count_shattered(g: Normandy44, unit: UnitId) -> str:
    """The tally of regiments that loses the game (23.3)."""
    roster = g.board.atlas.roster
    if not (roster.us | roster.british) >> unit & 1:
        return ""
    american = roster.us >> unit & 1
    army, limit = ("US", US_LOSSES) if american else ("British", BRITISH_LOSSES)
    return f", {army} loss {shattered_of(g, american) + 1} of {limit} that lose the game"


def why_defence(g: Normandy44, plan: Plan, frame: Defence, action: Action) -> str:
    """The chance to hold, and its price."""
    a = frame.assault
    at = g.board.describe(a.target)
    if action[0] == "ignore":
        return f"the whole main force is gone: {at} need not be given up"
    if action[0] == "stand":
        stand = lead_stand(g, a, action[1])
        head = f"{name(g, action[1])} stands at {at}: {stand.holds:.0%} to hold"
        return sentence(head, f", {stand.pays:.0%} to lose {_step_of(g, action[1])}", _no_way_back(g, a))
    leads = prey_of(g, a.target).leads if frame.firm else ()
    found = [(lead_stand(g, a, lead), lead) for lead in leads]
    if not found:
        return f"nobody in {at} can lead a stand"
    stand, lead = max(found)
    cost = f"{stand.pays:.0%} to lose {_step_of(g, lead)}"
    return f"{place(g, a.target)} is not worth it: with {name(g, lead)} {stand.holds:.0%} to hold, {cost}"


def _step_of(g: Normandy44, unit: UnitId) -> str:
    """What a stand may cost its lead unit."""
    if g.steps[unit] == 1:
        return "its last step"
    return "all but its cadre" if g.steps[unit] == 2 and g.board.atlas.roster.three_step >> unit & 1 else "a step"


def _no_way_back(g: Normandy44, a: Assault) -> str:
    return "; some have no way back" if prey_of(g, a.target).doomed else ""


def why_guns(g: Normandy44, plan: Plan, frame: DefensiveSupport, action: Action) -> str:
    """What a gun does for the stand."""
    plain, better = _stands(g, frame)
    at = place(g, frame.assault.target)
    if plain == better:
        return f"a gun would not help {name(g, frame.lead)} at {at}: {plain.holds:.0%} to hold either way"
    if action[0] == "unsupported":
        gain = f"{better.holds:.0%} instead of {plain.holds:.0%} to hold {at}"
        return f"{gain} is not worth what the guns in reach would cost"
    who = supporter(g, action)
    if better.holds == plain.holds:
        head = f"{who}: {at} is held at {plain.holds:.0%} anyway, at less cost to {name(g, frame.lead)}"
    else:
        head = f"{who}: {better.holds:.0%} instead of {plain.holds:.0%} to hold {at}"
    return sentence(head, price(g, action))


def _stands(g: Normandy44, frame: DefensiveSupport) -> tuple[Stand, Stand]:
    """The stand without support and with it."""
    where, plus = column(g, frame.assault.target, frame.lead), modifier(g, frame.assault, frame.lead, 0)
    return stands(g.board, where, plus), stands(g.board, where, min(plus + 1, 2))


def why_despair(g: Normandy44, plan: Plan, frame: Desperation, action: Action) -> str:
    """Two steps for all that would die."""
    space = frame.assault.target
    at, steps = g.board.describe(space), sum(g.steps[unit] for unit in each_unit(g.here.get(space, 0)))
    if action[0] == "retreat":
        return f"all is lost at {at}"
    if steps <= DESPERATE:
        return f"no way leads back from {at}: lost either way, but the enemy is stopped there"
    return f"two of {steps} steps hold {at}: no way leads back, and all would be lost"


# --- falling back and following up -------------------------------------------------------------------

REFUGE_WORDS = {
    "place": "a place that counts",
    "ground": "good ground",
    "friends": "beside friends",
    "links": "in line with friends",
    "beach": "close to the beach",
}
SEAT_GAINS = {
    "place": "a place that counts",
    "beach": "beside an open beach",
    "danger": "less exposed",
    "ground": "better ground",
    "supply": "in supply",
    "alone": "friends near",
    "links": "more friends near",
}
SEAT_LOSSES = {
    "beach": "leaving the beach",
    "ground": "worse ground",
    "supply": "no supply",
    "alone": "no friends near",
    "links": "fewer friends near",
}


def weightiest(points: Mapping[str, float], words: Mapping[str, str]) -> list[str]:
    """The two points that count for most, in words."""
    found = sorted((key for key in words if points[key] > PLAIN), key=lambda key: -points[key])
    return [words[key] for key in found[:2]]


def why_retreat(g: Normandy44, plan: Plan, frame: Retreat, action: Action) -> str:
    """Where the unit falls back to, and what is good about it."""
    unit = action[1]
    if action[0] == "perish":
        return f"{name(g, unit)} has no way back from {g.board.describe(frame.origin)}"
    points = refuge(g, frame.by, unit, action[2])
    head = f"{name(g, unit)} falls back to {g.board.describe(action[2])}"
    if points.supply:
        return f"{head}, out of supply for want of a better way"
    good = weightiest(points._replace(links=0.0 if points.friends else points.links)._asdict(), REFUGE_WORDS)
    good += [] if points.zone else ["out of enemy zones"]
    return because(head, good, ", the least exposed hex in reach")


def seat_change(g: Normandy44, side: Side, unit: UnitId, to: Space) -> dict[str, float]:
    """What a unit gains and loses, point by point, by leaving its hex for another."""
    there, here = seat(g, side, unit, to), seat(g, side, unit, g.space[unit])
    return {key: a - b for key, a, b in zip(Seat._fields, there, here, strict=True)}


def gains(g: Normandy44, side: Side, unit: UnitId, to: Space) -> list[str]:
    """What speaks for going on, in a few words."""
    words = dict(SEAT_GAINS)
    if side == ALLIED:
        words["way"] = f"nearer to {beyond(g, unit, to)}"
    return weightiest(seat_change(g, side, unit, to), words)


def drawbacks(g: Normandy44, side: Side, unit: UnitId, to: Space) -> list[str]:
    """What it would mean to leave a hex for another, in a few words."""
    here = g.space[unit]
    change = {key: -value for key, value in seat_change(g, side, unit, to).items()}
    change["leaving"] = leaving(g, side, unit)
    words = {
        **SEAT_LOSSES,
        "danger": f"exposure to {counted(threat_to(g, side, to), 'factor')}",
        "leaving": f"an empty {place(g, here)}",
    }
    if side == ALLIED:
        words["way"] = f"a longer way to {beyond(g, unit, here)}"
    found = weightiest(change, words)
    return [f"it would mean {found[0]}", *found[1:]] if found else ["too little gain"]


def why_path(g: Normandy44, plan: Plan, frame: RetreatPath, action: Action) -> str:
    """The places on the way."""
    return f"{name(g, frame.unit)} goes back by {' and '.join(map(g.board.describe, action[1:-1]))}"


def why_advance(g: Normandy44, plan: Plan, frame: Advance, action: Action) -> str:
    """Who follows where, and what for."""
    if action[0] == "advance":
        return why_followed(g, frame, action[1], action[2])
    if action[0] == "reserve":
        return f"{name(g, action[1])} goes into reserve at {place(g, g.space[action[1]])}, to move and fight again"
    if action[0] == "unreserve":
        return f"{name(g, action[1])} gives its reserve marker to others"
    options = [option for option in frame.options(g) if option[0] == "advance"]
    if not options:
        return f"nobody can follow to {g.board.describe(frame.vacated)}"
    scores = advise_advance(g, frame, options)
    _, unit, to = options[max(range(len(options)), key=scores.__getitem__)]
    there = place(g, to, g.space[unit])
    return because(f"nobody else follows, not even {name(g, unit)} to {there}", drawbacks(g, frame.by, unit, to))


def why_followed(g: Normandy44, frame: Advance, unit: UnitId, to: Space) -> str:
    """Into the hex that was won, beyond it, or to those who are there."""
    friends, at = g.here.get(to, 0), g.board.describe(to)
    good = gains(g, frame.by, unit, to)
    if friends:
        head = f"{name(g, unit)} joins {name(g, lowest(friends))} at {at}"
        return because(head, good, against(threat_to(g, frame.by, to)))
    won = ", the hex that was won" if to == frame.vacated else ""
    return because(f"{name(g, unit)} takes {at}{won}", good)


def why_onward(g: Normandy44, plan: Plan, frame: AdvanceOn, action: Action) -> str:
    """What a second hex would bring."""
    unit, side, here = frame.unit, frame.by, g.space[frame.unit]
    if action[0] == "to":
        good = gains(g, side, unit, action[1]) if room(g, unit, here) else [f"there is no room at {place(g, here)}"]
        return because(f"{name(g, unit)} goes on to {g.board.describe(action[1])}", good, ", the better place")
    ahead = [option[1] for option in frame.options(g) if option[0] == "to"]
    best = max(ahead, key=lambda to: seat(g, side, unit, to).worth)
    against = drawbacks(g, side, unit, best)
    return because(f"{name(g, unit)} halts at {place(g, here)}, short of {place(g, best, here)}", against)


def why_inland(g: Normandy44, plan: Plan, frame: Inland, action: Action) -> str:
    """Off the beach, but not all."""
    at = place(g, frame.beach)
    if action[0] == "advance":
        unit, to = action[1], action[2]
        good = gains(g, ALLIED, unit, to)
        return because(f"{name(g, unit)} leaves the beach for {g.board.describe(to)}", good, ", the better place")
    left = [option for option in frame.options(g) if option[0] == "advance"]
    if not any(g.here.get(frame.beach, 0) & ~(1 << option[1]) & ~g.weak for option in left):
        return f"not all leave {at}: the beach is kept by {names(g, g.here.get(frame.beach, 0))}"
    _, unit, to = max(left, key=lambda option: seat(g, ALLIED, option[1], option[2]).worth)
    return because(f"nobody else leaves the beach for {g.board.describe(to)}", drawbacks(g, ALLIED, unit, to))


NESTED_REASONS: dict[type, Reason[Any, Any, Any]] = {
    TakeLoss: why_loss,
    Defence: why_defence,
    DefensiveSupport: why_guns,
    Desperation: why_despair,
    Retreat: why_retreat,
    RetreatPath: why_path,
    Advance: why_advance,
    AdvanceOn: why_onward,
    Inland: why_inland,
}
