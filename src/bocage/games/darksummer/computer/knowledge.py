"""What the planner knows of The Dark Summer: advice for every decision. See `orders` for what a side wants."""

from collections.abc import Sequence
from typing import cast

from bocage.games.darksummer.computer import reasons
from bocage.games.darksummer.computer.attacks import support_gain, worth
from bocage.games.darksummer.computer.chits import initiative_worth, mix_worth, play_worth, reaction_worth
from bocage.games.darksummer.computer.evaluate import settled
from bocage.games.darksummer.computer.ground import step_price, strengths, worth_of
from bocage.games.darksummer.computer.movement import place_worth
from bocage.games.darksummer.computer.orders import Orders
from bocage.games.darksummer.computer.siege import siege_worth
from bocage.games.darksummer.rules.r05_stacking import RemoveExcess
from bocage.games.darksummer.rules.r08_reinforcements import ChooseFormation, PlaceReinforcement
from bocage.games.darksummer.rules.r08_replacements import Rebuild
from bocage.games.darksummer.rules.r08_third_wave import Displace, LandThird
from bocage.games.darksummer.rules.r08_withdrawals import Withdrawals
from bocage.games.darksummer.rules.r09_action_phase import ChooseInitiative, ChooseMix, PlayChit
from bocage.games.darksummer.rules.r09_amphibious_assault import AssaultBeach
from bocage.games.darksummer.rules.r09_reaction import React
from bocage.games.darksummer.rules.r10_movement import ends_beyond, way_to
from bocage.games.darksummer.rules.r10_moving import Movement, MoveUnits
from bocage.games.darksummer.rules.r11_advance import Advance, AdvanceFurther
from bocage.games.darksummer.rules.r11_battle import Battle, ExchangeOrNot
from bocage.games.darksummer.rules.r11_combat import Attacks, Muster
from bocage.games.darksummer.rules.r11_losses import ChooseLoss
from bocage.games.darksummer.rules.r11_odds import Assault, defenders
from bocage.games.darksummer.rules.r11_retreat import RetreatUnits
from bocage.games.darksummer.rules.r12_support import KINDS, ChooseSupport
from bocage.games.darksummer.sides import GERMAN
from bocage.games.darksummer.state import DarkSummer
from bocage.kernel.actions import Action
from bocage.kernel.counters import each_unit
from bocage.kernel.ids import Space, UnitId
from bocage.kernel.spaces import BITS
from bocage.players.assaults import Assault as Choice
from bocage.players.knowledge import Knowledge, end_of

KNOWLEDGE: Knowledge[DarkSummer, Orders] = Knowledge(
    turn=lambda g: g.turn,
    moment=lambda g: (g.turn, len(g.played), g.fought_over, g.besieged),
    orders=Orders,
    hasty=lambda g, side: Orders(g, side, hasty=True),
    settled=settled,
    pace=1500,
    version=6,
)
MARKER = {
    "carpet": 0.5,
    "air": 0.15,
    "naval": 0.1,
    "tank-destroyers": 0.3,
    "nebelwerfer": 0.5,
    "artillery": 0.3,
    "assault-guns": 0.2,
}
"""What a marker must gain to be worth committing: more for what is rare."""
BEACH_FIRST = 50.0
"""More than any attack is worth."""
IN_PASSING = 0.5
"""To take a town on the way."""
WITHDRAW_FROM = 3
"""The turn from which airborne units go home."""

# --- movement ---------------------------------------------------------------------------------------------


@KNOWLEDGE.advises(Movement, why=reasons.why_select)
def whom_to_move(g: DarkSummer, orders: Orders, _: Movement, options: Sequence[Action]) -> list[float]:
    """Everybody is asked once, those nearest to the enemy first, so that the rest can follow up."""
    return [_select_worth(g, action) for action in options]


def _select_worth(g: DarkSummer, action: Action) -> float:
    if action[0] != "select":
        return 0.0 if action[0] == "done" else -1.0
    counter, space = g.board.units[action[1]], g.space[action[1]]
    if not g.board.atlas.land & BITS[space]:
        return 1.0
    near = strengths(g).against(counter.side, space)
    return 2.0 + (1.0 if near else 0.0) + counter.move / 20


@KNOWLEDGE.advises(MoveUnits, why=reasons.why_move)
def where_to_move(g: DarkSummer, orders: Orders, frame: MoveUnits, options: Sequence[Action]) -> list[float]:
    """The space where the unit serves best; to stay put is a little better than an equal hex elsewhere."""
    unit = UnitId((frame.units & -frame.units).bit_length() - 1)
    return [_move_worth(g, orders, unit, frame, action) for action in options]


def _move_worth(g: DarkSummer, orders: Orders, unit: UnitId, frame: MoveUnits, action: Action) -> float:
    if action[0] == "stay":
        return place_worth(g, orders, unit, g.space[unit]) + 0.05
    if action[0] == "via":
        ends = ends_beyond(g, frame.units, way_to(g, frame.units, frame.way, Space(action[1])))
        return IN_PASSING + max(place_worth(g, orders, unit, to) for to in ends)
    return place_worth(g, orders, unit, action[1])


# --- combat -----------------------------------------------------------------------------------------------


@KNOWLEDGE.advises(Attacks, why=reasons.why_attack)
def whom_to_attack(g: DarkSummer, orders: Orders, _: Attacks, options: Sequence[Action]) -> list[float]:
    """The planned attack that is worth most; none when all cost more than they bring."""
    planned = {choice.target: urgency(g, orders, choice) for choice in orders.attacks(g)}
    return [
        0.0 if action[0] == "done" else siege_worth(g) if action[0] == "besiege" else planned.get(action[1], -9.0)
        for action in options
    ]


def urgency(g: DarkSummer, orders: Orders, choice: Choice) -> float:
    """What an attack is worth; while the landing goes on, beaches come first, those that need the ships' guns most."""
    target = cast("Space", choice.target)
    if not g.landing or not g.board.atlas.beaches & BITS[target]:
        return choice.worth
    a = Assault(g.army.side, target, choice.units)
    return BEACH_FIRST + support_gain(g, a, "naval", g.army.side, orders.values.get(target, 1.0))


@KNOWLEDGE.advises(Muster, why=reasons.why_join)
def who_joins(g: DarkSummer, orders: Orders, frame: Muster, options: Sequence[Action]) -> list[float]:
    """Those whom the plan names, then the battle; without a plan, as long as the attack gains."""
    wanted = next((choice.units for choice in orders.attacks(g) if choice.target == frame.target), 0)
    if wanted & ~frame.attackers:
        named = [2.0 if action[0] == "join" and wanted >> action[1] & 1 else 0.0 for action in options]
        if any(named):
            return named
    if wanted:
        return [1.0 if action[0] == "fight" else 0.0 for action in options]
    value = orders.values.get(frame.target, 1.0)
    return [
        worth(
            g, Assault(frame.by, frame.target, frame.attackers | (1 << action[1] if action[0] == "join" else 0)), value
        )
        for action in options
    ]


@KNOWLEDGE.advises(AssaultBeach, why=reasons.why_assault)
def which_beach(g: DarkSummer, orders: Orders, _: AssaultBeach, options: Sequence[Action]) -> list[float]:
    """Each is assaulted in any case; the strongest first."""
    approach = g.board.atlas.approach_of
    return [float(g.here.get(approach[action[1]], 0).bit_count()) for action in options]


@KNOWLEDGE.advises(ChooseSupport, why=reasons.why_support)
def what_support(g: DarkSummer, orders: Orders, frame: ChooseSupport, options: Sequence[Action]) -> list[float]:
    """A marker that changes the battle by more than it may be worth later."""
    a, here = frame.assault, g.board.atlas.cherbourg
    if a.target == here:
        return [1.0 if action[0] == "support" else 0.0 for action in options]
    value = orders.values.get(a.target, orders.important[a.target] if frame.by != a.by else 1.0)
    found = []
    for action in options:
        if action[0] == "ready":
            found.append(0.0)
            continue
        kind = KINDS[action[1]]
        found.append(support_gain(g, a, kind, frame.by, value) - MARKER[kind])
    return found


@KNOWLEDGE.advises(ExchangeOrNot, why=reasons.why_exchange)
def exchange_or_not(g: DarkSummer, orders: Orders, frame: ExchangeOrNot, options: Sequence[Action]) -> list[float]:
    """An exchange if the enemy loses more by it, a beach above all."""
    here = defenders(g, frame.target, GERMAN)
    gain = sum(step_price(g, unit) * g.steps[unit] for unit in each_unit(here))
    prize = gain * 0.3 + orders.values.get(frame.target, 0.5) + (6.0 if not here else 0.0)
    return [prize if action[0] == "exchange" else 2.0 for action in options]


@KNOWLEDGE.advises(ChooseLoss, why=reasons.why_lose)
def what_to_lose(g: DarkSummer, orders: Orders, _: ChooseLoss, options: Sequence[Action]) -> list[float]:
    """The cheapest step."""
    return [-step_price(g, action[1]) for action in options]


@KNOWLEDGE.advises(RetreatUnits, why=reasons.why_retreat)
def where_to_retreat(g: DarkSummer, orders: Orders, frame: RetreatUnits, options: Sequence[Action]) -> list[float]:
    """Where it stands best, next to the fewest enemies."""
    return [0.5 if action[0] == "halt" else place_worth(g, orders, action[1], action[2]) for action in options]


@KNOWLEDGE.advises(Advance, why=reasons.why_advance)
def who_advances(g: DarkSummer, orders: Orders, frame: Advance, options: Sequence[Action]) -> list[float]:
    """Whoever stands better in the hex that was won; a beach is always entered."""
    close = 8.0 if frame.closes else 0.0
    empty = 1.5 if not g.here.get(frame.target, 0) else 0.0
    return [
        0.0
        if action[0] == "halt"
        else place_worth(g, orders, action[1], frame.target)
        - place_worth(g, orders, action[1], g.space[action[1]])
        + close
        + empty
        for action in options
    ]


@KNOWLEDGE.advises(AdvanceFurther, why=reasons.why_further)
def who_goes_on(g: DarkSummer, orders: Orders, frame: AdvanceFurther, options: Sequence[Action]) -> list[float]:
    """Inland, where the next wave needs the room."""
    crowd = g.here.get(frame.origin, 0).bit_count()
    return [
        0.0
        if action[0] == "halt"
        else place_worth(g, orders, action[1], action[2])
        - place_worth(g, orders, action[1], frame.origin)
        + (1.0 if crowd > 1 else -0.5)
        for action in options
    ]


@KNOWLEDGE.advises(RemoveExcess, why=reasons.why_eliminate)
def whom_to_eliminate(g: DarkSummer, orders: Orders, frame: RemoveExcess, options: Sequence[Action]) -> list[float]:
    """The enemy's best, or our own least."""
    sign = 1.0 if frame.by != frame.side else -1.0
    return [sign * worth_of(g, action[1]) for action in options]


# --- rounds -----------------------------------------------------------------------------------------------


@KNOWLEDGE.advises(ChooseMix, why=reasons.why_mix)
def which_mix(g: DarkSummer, orders: Orders, _: ChooseMix, options: Sequence[Action]) -> list[float]:
    """Moves while the lodgement grows, combats once the line is formed."""
    return [mix_worth(g, action[1]) for action in options]


@KNOWLEDGE.advises(ChooseInitiative, why=reasons.why_initiative)
def which_initiative(g: DarkSummer, orders: Orders, _: ChooseInitiative, options: Sequence[Action]) -> list[float]:
    """The chit by which most is won at once."""
    return [initiative_worth(g, orders, action[1]) for action in options]


@KNOWLEDGE.advises(PlayChit, why=reasons.why_play)
def how_to_play(g: DarkSummer, orders: Orders, frame: PlayChit, options: Sequence[Action]) -> list[float]:
    """Combat if the attacks at hand are worth it, else movement."""
    return [play_worth(g, orders, frame.chit, action[1]) for action in options]


@KNOWLEDGE.advises(React, why=reasons.why_react)
def who_reacts(g: DarkSummer, orders: Orders, frame: React, options: Sequence[Action]) -> list[float]:
    """Where it hurts: Kampfgruppen that can strike, units that close a gap or escape."""
    worths = reaction_worth(g, orders)
    return [
        0.4
        if action[0] == "hold"
        else -1.0
        if action[0] == "activate-stack"
        else worths.get(g.board.roster.formation[action[1]], 0.0)
        for action in options
    ]


# --- reinforcements ---------------------------------------------------------------------------------------


@KNOWLEDGE.advises(Withdrawals, why=reasons.why_withdraw)
def who_goes_home(g: DarkSummer, orders: Orders, _: Withdrawals, options: Sequence[Action]) -> list[float]:
    """From turn 3 on everybody who can: each one left on turn 5 costs half a point."""
    late = g.turn >= WITHDRAW_FROM
    return [
        0.0 if action[0] == "done" else (1.0 if late else -1.0) + (0.1 * (2 - g.steps[action[1]])) for action in options
    ]


@KNOWLEDGE.advises(Rebuild, why=reasons.why_rebuild)
def what_to_rebuild(g: DarkSummer, orders: Orders, frame: Rebuild, options: Sequence[Action]) -> list[float]:
    """The unit that gains most strength by it."""
    units = g.board.units
    return [
        0.0
        if action[0] == "done"
        else 1.0 + units[action[1]].attack[2] + units[action[1]].defense[2] - units[action[1]].attack[1]
        for action in options
    ]


@KNOWLEDGE.advises(ChooseFormation, why=reasons.why_enter)
def who_enters(g: DarkSummer, orders: Orders, _: ChooseFormation, options: Sequence[Action]) -> list[float]:
    """The strongest formation."""
    units = g.board.units
    return [
        sum(
            units[unit].attack[g.steps[unit]] + units[unit].defense[g.steps[unit]]
            for unit in each_unit(g.board.roster.formation[action[1]])
        )
        + units[action[1]].move / 20
        for action in options
    ]


@KNOWLEDGE.advises(PlaceReinforcement, why=reasons.why_place)
def where_to_enter(g: DarkSummer, orders: Orders, frame: PlaceReinforcement, options: Sequence[Action]) -> list[float]:
    """The entry hex that is nearest to work."""
    return [place_worth(g, orders, frame.unit, action[1]) for action in options]


@KNOWLEDGE.advises(LandThird, why=reasons.why_land)
def where_to_land(g: DarkSummer, orders: Orders, frame: LandThird, options: Sequence[Action]) -> list[float]:
    """The beach with the fewest units."""
    return [-float(g.here.get(action[1], 0).bit_count()) for action in options]


@KNOWLEDGE.advises(Displace, why=reasons.why_displace)
def who_makes_room(g: DarkSummer, orders: Orders, frame: Displace, options: Sequence[Action]) -> list[float]:
    """Inland, towards the unit's goal."""
    return [place_worth(g, orders, action[1], action[2]) for action in options]


# What a battle decides shows when it is over: who is lost, who stands where, who is cut off.
KNOWLEDGE.looks_ahead(RetreatUnits, ChooseLoss, ExchangeOrNot, until=end_of(Battle), top=3, margin=1.0)
KNOWLEDGE.looks_ahead(Advance, AdvanceFurther, until=end_of(Battle), top=3, margin=0.5)
