"""How the computer plays Normandy '44: orders for each phase, and advice for every kind of decision.

- `ground`: the map as a commander reads it; `worth`: what units and hexes are worth
- `chances`: battles by exact chances; `attacks`: which to make, with whom; `planned_attacks`: before the march
- `line`: the German front, bond by bond; `road`: the link between the beaches; `german`, `allied`: who goes where;
  `marching_orders`: the orders as handed out
- `movement_advice`, `battle_advice`, `other_advice`: advice for each decision
- `reasons` (movement), `attack_reasons`, `battle_reasons`, `other_reasons`: why, in one line; `words`: how they say it
"""

from collections.abc import Callable, Sequence
from typing import Any

from bocage.games.normandy44.computer import attacks, battle_advice, movement_advice, other_advice, reasons
from bocage.games.normandy44.computer.orders import Plan, moment, orders, turn
from bocage.games.normandy44.computer.worth import settled
from bocage.games.normandy44.rules.r04_weather import Nation
from bocage.games.normandy44.rules.r05_supply_points import SupplySplit
from bocage.games.normandy44.rules.r06_landings import Landing
from bocage.games.normandy44.rules.r06_reinforcements import Entering
from bocage.games.normandy44.rules.r06_replacements import Arrival, Replacements
from bocage.games.normandy44.rules.r09_movement_phase import Orders, Overstacked
from bocage.games.normandy44.rules.r09_moving_a_unit import Moving
from bocage.games.normandy44.rules.r10_combat import Assemble, Attacks, MainForce, Support
from bocage.games.normandy44.rules.r12_determined_defence import Defence, DefensiveSupport, Desperation
from bocage.games.normandy44.rules.r12_losses import TakeLoss
from bocage.games.normandy44.rules.r12_results import Battle
from bocage.games.normandy44.rules.r13_retreat import Retreat, RetreatPath
from bocage.games.normandy44.rules.r14_advance import Advance, AdvanceOn
from bocage.games.normandy44.rules.r15_reserve import ReserveMovement
from bocage.games.normandy44.rules.r19_strafing import Strafing
from bocage.games.normandy44.rules.r20_airborne import GliderSite
from bocage.games.normandy44.rules.r20_invasion import Inland
from bocage.games.normandy44.rules.r21_beaches import MulberryHex
from bocage.games.normandy44.rules.r22_special_rules import EndPhase
from bocage.games.normandy44.rules.r27_players import AirConsent, FrontSplit
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.actions import Action
from bocage.players.knowledge import Knowledge, end_of

KNOWLEDGE: Knowledge[Normandy44, Plan] = Knowledge(
    turn=turn, moment=moment, orders=orders, settled=settled, pace=1500, version=3
)

ADVICE: dict[type, Callable[..., Sequence[float]]] = {
    Orders: movement_advice.advise_orders,
    Moving: movement_advice.advise_moving,
    Entering: movement_advice.advise_entering,
    Landing: movement_advice.advise_landing,
    ReserveMovement: movement_advice.advise_reserve_move,
    Overstacked: movement_advice.advise_overstacked,
    Replacements: other_advice.advise_replacements,
    Arrival: other_advice.advise_arrival,
    Nation: other_advice.advise_nation,
    SupplySplit: other_advice.advise_split,
    FrontSplit: other_advice.advise_fronts,
    AirConsent: other_advice.advise_consent,
    Strafing: other_advice.advise_strafing,
    GliderSite: other_advice.advise_glider,
    MulberryHex: other_advice.advise_mulberry,
    EndPhase: other_advice.advise_end,
}
BATTLE: dict[type, Callable[..., Sequence[float]]] = {
    Attacks: attacks.advise_attacks,
    Assemble: attacks.advise_assembly,
    MainForce: attacks.advise_main,
    Support: attacks.advise_support,
    TakeLoss: battle_advice.advise_loss,
    Defence: battle_advice.advise_defence,
    DefensiveSupport: battle_advice.advise_guns,
    Desperation: battle_advice.advise_despair,
    Retreat: battle_advice.advise_retreat,
    RetreatPath: battle_advice.advise_path,
    Advance: battle_advice.advise_advance,
    AdvanceOn: battle_advice.advise_onward,
    Inland: battle_advice.advise_inland,
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
# An advance shows its worth in the attacks that follow: units cut off by it have no way back (13.2.2).
KNOWLEDGE.looks_ahead(Advance, AdvanceOn, until=end_of(Attacks), top=3, margin=0.15)
