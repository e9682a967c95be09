"""How the computer plays Normandy '44: orders for each phase, and advice for every kind of decision.

- `ground`: the map as a commander reads it; `worth`: what units and hexes are worth
- `chances`: battles by exact chances; `attacks`: which to make, with whom; `ahead`: attacks planned before the march
- `line`: the German front, bond by bond; `road`: the link between the beaches; `german`, `allied`: who goes where;
  `seating`: the orders as handed out
- `movement`, `nested`, `entry`: advice for each decision
- `reasons` (movement), `attack_reasons`, `nested_reasons`, `entry_reasons`: why, in one line; `words`: how they say it
"""

from collections.abc import Callable, Sequence
from typing import Any

from bocage.ai.knowledge import Knowledge, end_of
from bocage.games.normandy44.r04_weather import Nation
from bocage.games.normandy44.r05_supply_points import SupplySplit
from bocage.games.normandy44.r06_reinforcements import Entering, Landing
from bocage.games.normandy44.r06_replacements import Arrival, Replacements
from bocage.games.normandy44.r09_movement_phase import Orders, Overstacked
from bocage.games.normandy44.r09_moving import Moving
from bocage.games.normandy44.r10_combat import Assemble, Attacks, MainForce, Support
from bocage.games.normandy44.r12_determined_defence import Defence, DefensiveSupport, Desperation
from bocage.games.normandy44.r12_losses import TakeLoss
from bocage.games.normandy44.r12_results import Battle
from bocage.games.normandy44.r13_retreat import Retreat
from bocage.games.normandy44.r14_advance import Advance, AdvanceOn
from bocage.games.normandy44.r15_reserve import ReserveMovement
from bocage.games.normandy44.r19_strafing import Strafing
from bocage.games.normandy44.r20_airborne import GliderSite
from bocage.games.normandy44.r20_invasion import Inland
from bocage.games.normandy44.r21_beaches import MulberryHex
from bocage.games.normandy44.r22_special_rules import EndPhase
from bocage.games.normandy44.r27_players import AirConsent, FrontSplit
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.actions import Action

from . import attacks, entry, movement, nested, reasons
from .orders import Plan, moment, orders, turn
from .worth import settled

KNOWLEDGE: Knowledge[Normandy44, Plan] = Knowledge(
    turn=turn, moment=moment, orders=orders, settled=settled, pace=1500, version=2
)

ADVICE: dict[type, Callable[..., Sequence[float]]] = {
    Orders: movement.advise_orders,
    Moving: movement.advise_moving,
    Entering: movement.advise_entering,
    Landing: movement.advise_landing,
    ReserveMovement: movement.advise_reserve_move,
    Overstacked: movement.advise_overstacked,
    Replacements: entry.advise_replacements,
    Arrival: entry.advise_arrival,
    Nation: entry.advise_nation,
    SupplySplit: entry.advise_split,
    FrontSplit: entry.advise_fronts,
    AirConsent: entry.advise_consent,
    Strafing: entry.advise_strafing,
    GliderSite: entry.advise_glider,
    MulberryHex: entry.advise_mulberry,
    EndPhase: entry.advise_end,
}
BATTLE: dict[type, Callable[..., Sequence[float]]] = {
    Attacks: attacks.advise_attacks,
    Assemble: attacks.advise_assembly,
    MainForce: attacks.advise_main,
    Support: attacks.advise_support,
    TakeLoss: nested.advise_loss,
    Defence: nested.advise_defence,
    DefensiveSupport: nested.advise_guns,
    Desperation: nested.advise_despair,
    Retreat: nested.advise_retreat,
    Advance: nested.advise_advance,
    AdvanceOn: nested.advise_onward,
    Inland: nested.advise_inland,
}
"""Decisions that need no orders: the position says it all."""


def _without_orders(advice: Callable[..., Sequence[float]]) -> Callable[..., Sequence[float]]:
    def scores(g: Normandy44, _: Plan, frame: Any, options: Sequence[Action]) -> Sequence[float]:
        return advice(g, frame, options)

    return scores


for _frame, _advice in ADVICE.items():
    KNOWLEDGE.advises(_frame, why=reasons.REASONS[_frame])(_advice)
for _frame, _advice in BATTLE.items():
    KNOWLEDGE.advises(_frame, why=reasons.REASONS[_frame])(_without_orders(_advice))

KNOWLEDGE.looks_ahead(Defence, Retreat, TakeLoss, until=end_of(Battle), top=3, margin=0.25)
# An advance shows its worth in the attacks that follow: whoever is cut off by it has no way back (13.2.2).
KNOWLEDGE.looks_ahead(Advance, AdvanceOn, until=end_of(Attacks), top=3, margin=0.15)
