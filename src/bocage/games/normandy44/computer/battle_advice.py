"""Choices inside a battle: who loses the step, stand or go, where to fall back, how far to follow."""

from collections.abc import Sequence
from typing import NamedTuple

from bocage.games.normandy44.computer.attacks import SHIPS, gun_price
from bocage.games.normandy44.computer.chances import DISRUPTED, lead_stand, prey_of, stands
from bocage.games.normandy44.computer.ground import lie_of, prizes, pull, threat_to, worth_of
from bocage.games.normandy44.computer.worth import army_of, hex_stake, step_worth, unit_worth
from bocage.games.normandy44.rules.r08_zones_of_control import presence, zone
from bocage.games.normandy44.rules.r11_shifts import defence
from bocage.games.normandy44.rules.r12_determined_defence import (
    Defence,
    DefensiveSupport,
    Desperation,
    column,
    modifier,
)
from bocage.games.normandy44.rules.r12_losses import TakeLoss
from bocage.games.normandy44.rules.r13_retreat import Retreat, RetreatPath, places_to_take
from bocage.games.normandy44.rules.r14_advance import Advance, AdvanceOn
from bocage.games.normandy44.rules.r17_cadres import strength
from bocage.games.normandy44.rules.r18_supply import open_beach_hexes, supplied
from bocage.games.normandy44.rules.r19_support import CAEN
from bocage.games.normandy44.rules.r20_invasion import Inland
from bocage.games.normandy44.sides import ALLIED
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.actions import Action
from bocage.kernel.counters import each_unit
from bocage.kernel.ids import Side, Space, UnitId
from bocage.kernel.spaces import BITS


def advise_loss(g: Normandy44, frame: TakeLoss, options: Sequence[Action]) -> list[float]:
    """For one's own side the step that matters least, for the enemy's the one that matters most."""
    roster = g.board.atlas.roster
    mine = roster.side[frame.by]
    scores = []
    for action in options:
        unit = action[1]
        value = step_worth(g, unit)
        if g.steps[unit] == 1:
            value += 0.08  # a counter gone is a hole in the line
        scores.append(-value if mine >> unit & 1 else value)
    return scores


def advise_defence(g: Normandy44, frame: Defence, options: Sequence[Action]) -> list[float]:
    """Stand where the hex and the disruption are worth the step that standing may cost."""
    a = frame.assault
    prey = prey_of(g, a.target)
    stake = hex_stake(g, a.by, a.target, a.attackers)
    driven = stake + prey.doomed + DISRUPTED * prey.defenders.bit_count()
    alive = [unit for unit in each_unit(a.main) if g.steps[unit]]
    cost = min((step_worth(g, unit) for unit in alive), default=0.0)
    alone = prey.defenders.bit_count() == 1
    scores = []
    for action in options:
        if action[0] == "ignore":
            scores.append(9.0)
        elif action[0] == "retreat":
            scores.append(-driven)
        else:
            lead = action[1]
            stand = lead_stand(g, a, lead)
            held = stand.holds - (stand.lonely if alone and g.steps[lead] == 1 else 0.0)
            scores.append(-driven * (1.0 - held) - stand.pays * step_worth(g, lead) + stand.costs * cost)
    return scores


def advise_guns(g: Normandy44, frame: DefensiveSupport, options: Sequence[Action]) -> list[float]:
    """Support a stand if the better chance is worth the shell."""
    a, lead = frame.assault, frame.lead
    where, plus = column(g, a.target, lead), modifier(g, a, lead, 0)
    plain, better = stands(g.board, where, plus), stands(g.board, where, min(plus + 1, 2))
    prey = prey_of(g, a.target)
    driven = hex_stake(g, a.by, a.target, a.attackers) + prey.doomed + DISRUPTED * prey.defenders.bit_count()
    gain = (better.holds - plain.holds) * driven - (better.pays - plain.pays) * step_worth(g, lead)
    gain += 0.25 * (better.costs - plain.costs)
    scores = []
    for action in options:
        if action[0] == "unsupported":
            scores.append(0.0)
        elif action[0] == "naval":
            scores.append(gain - SHIPS)
        else:
            scores.append(gain - 0.5 * gun_price(g, CAEN if action[0] == "caen" else action[1]))
    return scores


def advise_despair(g: Normandy44, frame: Desperation, options: Sequence[Action]) -> list[float]:
    """Two steps are less than all, and the hex is held or at least costs time."""
    return [1.0 if action[0] == "despair" else 0.0 for action in options]


# --- falling back ------------------------------------------------------------------------------------


def advise_retreat(g: Normandy44, frame: Retreat, options: Sequence[Action]) -> list[float]:
    """Back to ground that can be held: in supply, sheltered, beside friends, between the enemy and what matters."""
    return [-9.0 if action[0] == "perish" else refuge(g, frame.by, action[1], action[2]).worth for action in options]


def advise_path(g: Normandy44, frame: RetreatPath, options: Sequence[Action]) -> list[float]:
    """By the way that takes most back from the enemy."""
    prizes = places_to_take(g, frame.by)
    return [float(sum(prizes >> space & 1 for space in action[1:-1])) for action in options]


class Refuge(NamedTuple):
    """What speaks for and against a hex to fall back on, point by point."""

    ground: float
    place: float
    supply: float
    zone: float
    friends: float
    links: float
    threat: float
    way: float
    beach: float

    @property
    def worth(self) -> float:
        """All of it together."""
        good = self.ground + self.place + self.supply + self.zone + self.friends + self.links
        return good + self.threat + self.way + self.beach


def refuge(g: Normandy44, side: Side, unit: UnitId, space: Space) -> Refuge:
    """How good a hex is to fall back on."""
    atlas = g.board.atlas
    bit, allied = BITS[space], side == ALLIED
    hops = sum(1 for to, _ in lie_of(g.board).hops[space] if presence(g).bonding[side] >> to & 1)
    return Refuge(
        ground=1.2 * lie_of(g.board).shelter[space],
        place=1.5 * worth_of(g).get(space, 0.0),
        supply=0.0 if supplied(g, side) & bit else -3.0,
        zone=-0.6 if zone(g, Side(1 - side)) & bit else 0.0,
        friends=0.5 if g.here.get(space, 0) else 0.0,
        links=0.25 * min(hops, 3),
        threat=-0.02 * threat_to(g, side, space),
        way=0.3 * pull(g, army_of(g, unit))[space] if allied else 0.0,
        beach=0.3 if allied and atlas.beaches & atlas.near(space, 1) else 0.0,
    )


# --- following up ------------------------------------------------------------------------------------


class Seat(NamedTuple):
    """What speaks for and against a hex to stand in after a battle, point by point."""

    ground: float
    danger: float
    supply: float
    way: float
    place: float
    beach: float
    alone: float
    links: float

    @property
    def worth(self) -> float:
        """All of it together."""
        good = self.ground + self.danger + self.supply + self.way + self.place
        return good + self.beach + self.alone + self.links


def seat(g: Normandy44, side: Side, unit: UnitId, space: Space) -> Seat:
    """How good it is for a unit to stand in a hex after a battle, beside those who are there."""
    bit, allied = BITS[space], side == ALLIED
    threat = threat_to(g, side, space)
    there = g.here.get(space, 0) & ~(1 << unit)
    held = defence(g, space, there | 1 << unit)
    risk = max(0.0, min(threat, 18.0) / max(held, 1) - 1.2)
    places = prizes(g) if allied else worth_of(g)
    here = g.space[unit]
    hops = sum(1 for to, _ in lie_of(g.board).hops[space] if to != here and presence(g).bonding[side] >> to & 1)
    return Seat(
        ground=0.35 * lie_of(g.board).shelter[space],
        danger=-0.4 * min(risk, 3.0) * unit_worth(g, unit, g.steps[unit]),
        supply=0.0 if supplied(g, side) & bit or there else -0.35,
        way=0.2 * pull(g, army_of(g, unit))[space] if allied else 0.0,
        place=places.get(space, 0.0) if allied or g.allied_control & bit else 0.0,
        beach=0.8 if not allied and open_beach_hexes(g) & g.board.atlas.near(space, 1) else 0.0,
        alone=-0.3 if threat and not hops and not there else 0.0,  # nobody within two hexes
        links=0.08 * min(hops, 3),
    )


def leaving(g: Normandy44, side: Side, unit: UnitId) -> float:
    """What it costs to leave the hex where a unit stands: a place or a beach left empty, a hole in the line."""
    space = g.space[unit]
    rest = g.here.get(space, 0) & ~(1 << unit)
    if rest & ~g.weak:
        return 0.0
    value = 0.1
    if g.board.atlas.beaches >> space & 1 and side == ALLIED:
        value += 0.4 if threat_to(g, side, space) else 0.0
    if side != ALLIED:
        value += 0.25 + worth_of(g).get(space, 0.0)
        value += 0.3 * lie_of(g.board).shelter[space]
    return value


def advise_advance(g: Normandy44, frame: Advance, options: Sequence[Action]) -> list[float]:
    """Into the vacated hex first, as many as will hold it; further if there is something to gain."""
    side = frame.by
    empty = not g.here.get(frame.vacated, 0)
    scores = []
    for action in options:
        if action[0] == "end":
            scores.append(0.0)
        elif action[0] == "reserve":
            scores.append(0.01 if side == ALLIED else -0.1)
        elif action[0] != "advance":
            scores.append(-1.0)
        else:
            unit, to = action[1], action[2]
            gain = seat(g, side, unit, to).worth - seat(g, side, unit, g.space[unit]).worth - leaving(g, side, unit)
            if to == frame.vacated and empty:
                gain += 0.35 if side == ALLIED else 0.1
                gain += 0.02 * strength(g, unit)
            if 1 << unit & g.weak and to != frame.vacated:
                gain -= 0.4
            if side != ALLIED:
                gain -= 0.15
            scores.append(gain)
    return scores


def advise_onward(g: Normandy44, frame: AdvanceOn, options: Sequence[Action]) -> list[float]:
    """A second hex, if it is better than the first."""
    unit, side = frame.unit, frame.by
    here = seat(g, side, unit, g.space[unit]).worth + leaving(g, side, unit)
    return [0.0 if action[0] == "halt" else seat(g, side, unit, action[1]).worth - here - 0.05 for action in options]


def advise_inland(g: Normandy44, frame: Inland, options: Sequence[Action]) -> list[float]:
    """Off the beach, one hex: but never leave it empty, and keep together."""
    scores = []
    for action in options:
        if action[0] == "end":
            scores.append(0.0)
            continue
        unit, to = action[1], action[2]
        rest = g.here.get(frame.beach, 0) & ~(1 << unit)
        gain = seat(g, ALLIED, unit, to).worth - seat(g, ALLIED, unit, frame.beach).worth
        scores.append(gain if rest & ~g.weak else -1.0)
    return scores
