"""What the planner knows of Bradley's D-Day: which fires and assaults pay, by exact chances, and who goes where."""

from collections.abc import Sequence
from typing import Any

from bocage.games.bradley.computer import arrival_advice as arrivals
from bocage.games.bradley.computer.fires import PlannedFire, fire_worth, planned_fires
from bocage.games.bradley.computer.orders import Orders, offered, segment_of
from bocage.games.bradley.computer.places import place_worth, stranded
from bocage.games.bradley.computer.planned_attacks import assault_worth, clears, planned_assaults
from bocage.games.bradley.computer.worth import unit_worth
from bocage.games.bradley.rules.r04_drops import NextDrop
from bocage.games.bradley.rules.r04_planning import AssignZone, LiftZone
from bocage.games.bradley.rules.r04_zones import FlakFire, PlaceZone
from bocage.games.bradley.rules.r05_landing import Confused, Crowded, Launch, StormBeach
from bocage.games.bradley.rules.r05_placement import PlaceWave, Rangers
from bocage.games.bradley.rules.r05_rangers import SendCommando, StormCliff
from bocage.games.bradley.rules.r05_waves import Allocate
from bocage.games.bradley.rules.r06_moving import Movement, MoveUnit
from bocage.games.bradley.rules.r08_stacking import Overfull, has_room
from bocage.games.bradley.rules.r10_account import Attack
from bocage.games.bradley.rules.r10_assault import Advance, CloseAssault, GatherAssault, assaulters
from bocage.games.bradley.rules.r10_fire import Fire, GatherFire
from bocage.games.bradley.rules.r10_results import ChooseStack
from bocage.games.bradley.rules.r10_retreat import FirstBack, RetreatStep
from bocage.games.bradley.rules.r13_garrisons import PlaceGarrison
from bocage.games.bradley.rules.r16_headquarters import CommitStaff
from bocage.games.bradley.rules.r18_scenarios import Enter, LayMines, PlaceUnit, Postures
from bocage.games.bradley.rules.r19_options import BombRun
from bocage.games.bradley.rules.r20_moves import retreat as retreat_by_the_book
from bocage.games.bradley.rules.r20_solitaire import ANSWERS
from bocage.games.bradley.sides import ALLIED, GERMAN
from bocage.games.bradley.state import Bradley, each_unit
from bocage.kernel.actions import Action
from bocage.kernel.flow import Decision, replace
from bocage.kernel.spaces import bit, holds
from bocage.players.knowledge import Knowledge, change_of

KNOWLEDGE: Knowledge[Bradley, Orders] = Knowledge(
    turn=lambda g: (g.turn, g.player),
    moment=lambda g: (g.turn, g.player, segment_of(g)),
    orders=Orders,
    pace=2_000,
    version=8,
)
NEVER = -99.0
RISKED = 1.5
"""How much a landing party counts that may be lost where it could have turned back, and landed later."""
AID_PRICE = 0.05
"""What the support of a headquarters would bring in another fight of the player turn (16.1)."""
LEAST = 0.03
"""A fire that brings less is not worth the while."""
DEPLOY_AT, MARCH_FROM = 3, 5


def why_fire(g: Bradley, orders: Orders, frame: Fire | GatherFire, action: Action) -> str:
    """What the fire is expected to bring."""
    if action[0] == "done":
        return "no target is worth a shot"
    if isinstance(frame, Fire):
        planned = planned_fires(g, orders.kept, frame.by).get(action[1])
        worth = 0.0 if planned is None else planned.worth
        return f"fire at {g.board.describe(action[1])}: worth {worth:.1f} units on average"
    return f"with this, worth {fire_worth(g, with_pick(frame.attack, action)):.1f} units on average"


def with_pick(attack: Attack, action: Action) -> Attack:
    """An attack with what a pick adds to it."""
    if action[0] == "join":
        return replace(attack, units=attack.units | 1 << action[1])
    if action[0] == "points":
        return replace(attack, points=action[1])
    return replace(attack, aid=1 << action[1]) if action[0] == "support" else attack


@KNOWLEDGE.advises(Fire, why=why_fire)
def where_to_fire(g: Bradley, orders: Orders, frame: Fire, options: Sequence[Action]) -> list[float]:
    """The fire of the plan that brings most; none when all bring next to nothing."""
    plan = planned_fires(g, orders.kept, frame.by)
    return [LEAST if action[0] == "done" else _planned(plan.get(action[1]), action) for action in options]


def _planned(fire: PlannedFire | None, action: Action) -> float:
    if fire is None or fire.attack.aimed != (action[0] == "aim"):
        return NEVER
    return fire.worth


@KNOWLEDGE.advises(GatherFire, why=why_fire)
def who_fires(g: Bradley, orders: Orders, frame: GatherFire, options: Sequence[Action]) -> list[float]:
    """Those of the plan, then its points, then a headquarters if it makes a difference, then the trigger."""
    attack = frame.attack
    fire = planned_fires(g, orders.kept, frame.by).get(attack.target)
    wanted = attack if fire is None else fire.attack
    now = fire_worth(g, attack)
    found = []
    for action in options:
        if action[0] == "join":
            found.append(10.0 if fire is None or wanted.units >> action[1] & 1 else NEVER)
        elif action[0] == "points":
            found.append(5.0 if action[1] == wanted.points and attack.points != action[1] else NEVER)
        elif action[0] == "support":
            found.append(fire_worth(g, with_pick(attack, action)) - AID_PRICE)
        else:
            found.append(now if action[0] == "shoot" else NEVER)
    return found


def why_assault(g: Bradley, _: Orders, frame: CloseAssault | GatherAssault, action: Action) -> str:
    """What the assault is expected to bring."""
    if action[0] == "done":
        return "no assault is worth its risk"
    target = action[1] if isinstance(frame, CloseAssault) else frame.attack.target
    planned = planned_assaults(g, frame.by).get(target)
    units = assaulters(g, frame.by, target) if planned is None else planned.units
    worth = assault_worth(g, Attack(by=frame.by, target=target, units=units))
    return f"assault on {g.board.describe(target)}: worth {worth:.1f} units on average"


@KNOWLEDGE.advises(CloseAssault, why=why_assault)
def where_to_assault(g: Bradley, _: Orders, frame: CloseAssault, options: Sequence[Action]) -> list[float]:
    """The assault of the plan that brings most; none when all cost more than they bring."""
    plan = planned_assaults(g, frame.by)
    return [0.0 if action[0] == "done" else plan[action[1]].worth if action[1] in plan else -0.5 for action in options]


@KNOWLEDGE.advises(GatherAssault, why=why_assault)
def who_assaults(g: Bradley, _: Orders, frame: GatherAssault, options: Sequence[Action]) -> list[float]:
    """Those of the plan; the headquarters if it makes a difference."""
    now = assault_worth(g, frame.attack) if frame.attack.units else NEVER
    planned = planned_assaults(g, frame.by).get(frame.attack.target)
    wanted = -1 if planned is None else planned.units
    found = []
    for action in options:
        if action[0] == "join":
            found.append(10.0 + g.face(action[1]).attack if wanted >> action[1] & 1 else NEVER)
        elif action[0] == "support":
            found.append(assault_worth(g, with_pick(frame.attack, action)) - AID_PRICE)
        else:
            found.append(now if action[0] == "fight" else NEVER / 2)
    return found


@KNOWLEDGE.advises(Advance, why=lambda g, _, frame, __: f"into {g.board.describe(frame.target)}")
def who_advances(g: Bradley, orders: Orders, frame: Advance, options: Sequence[Action]) -> list[float]:
    """Whoever stands better in the hex that was won."""
    return [
        0.0
        if action[0] == "halt"
        else 0.5
        + place_worth(g, orders, action[1], frame.target)
        - place_worth(g, orders, action[1], g.space[action[1]])
        for action in options
    ]


def why_select(_: Bradley, __: Orders, ___: Movement, action: Action) -> str:
    """Who is next."""
    return "all have moved" if action[0] == "done" else "nearest to its goal first"


@KNOWLEDGE.advises(Movement, why=why_select)
def whom_to_move(g: Bradley, orders: Orders, _: Movement, options: Sequence[Action]) -> list[float]:
    """Those nearest to their goal first, so that they make room; everybody is asked."""
    return [NEVER if action[0] == "done" else -float(orders.march(action[1], g.space[action[1]])) for action in options]


def why_move(g: Bradley, orders: Orders, frame: MoveUnit, action: Action) -> str:
    """What the move is for."""
    name = g.board.units[frame.unit].name
    if action[0] == "move":
        return f"{name}: {orders.march(frame.unit, action[1])} hexes from its goal"
    words = {
        "deploy": "ready to fight",
        "march": "a long way to go",
        "clear": "clear the beach",
        "breach": "open the wall",
    }
    return f"{name}: {words.get(action[0], 'it stands well here')}"


@KNOWLEDGE.advises(MoveUnit, why=why_move)
def where_to_move(g: Bradley, orders: Orders, frame: MoveUnit, options: Sequence[Action]) -> list[float]:
    """The hex where it serves best; deployed near the enemy, on the march far from him."""
    unit, here = frame.unit, g.space[frame.unit]
    stay = place_worth(g, orders, unit, here) + 0.05 - (5.0 if _crowded(g, unit) else 0.0)
    return [
        stay + _task(g, orders, frame, action) if action[0] != "move" else _move(g, orders, frame, action)
        for action in options
    ]


def _crowded(g: Bradley, unit: int) -> bool:
    others = g.here.get(g.space[unit], 0) & ~(1 << unit)
    return bool(others) and not has_room(g, 1 << unit, g.space[unit])


def _move(g: Bradley, orders: Orders, frame: MoveUnit, action: Action) -> float:
    if not has_room(g, 1 << frame.unit, action[1]):
        return NEVER
    if g.board.forts & bit(g.space[frame.unit]) and frame.by == GERMAN and frame.started:
        return NEVER  # who holds a fort stays
    return place_worth(g, orders, frame.unit, action[1]) - 0.02


def _task(g: Bradley, orders: Orders, frame: MoveUnit, action: Action) -> float:
    verb, unit, here = action[0], frame.unit, g.space[frame.unit]
    near, gun = orders.far(here), g.board.guns >> unit & 1
    if verb in {"deploy", "march"} and stranded(g, unit):
        return 6.0 if verb == "march" else -6.0
    if verb == "deploy":
        reach = g.board.units[unit].range if gun else DEPLOY_AT
        return 6.0 if near <= max(DEPLOY_AT, reach) else -1.0
    if verb == "march":
        idle = gun and near <= g.board.units[unit].range
        return 3.0 if frame.fresh and not idle and orders.march(unit, here) > MARCH_FROM and near > DEPLOY_AT else -3.0
    if verb in {"clear", "breach"}:
        return 2.0
    if verb in {"check", "rebuild"}:
        return -1.0
    return _turned(g, orders, here, action[1]) if verb == "face" else 0.0


def _turned(g: Bradley, orders: Orders, here: int, direction: int) -> float:
    """Face the enemy."""
    assert g.board.grid is not None
    ahead = g.board.grid.neighbour(here, direction)  # type: ignore[arg-type]
    return -0.01 * orders.far(ahead)


@KNOWLEDGE.advises(RetreatStep, why=lambda *_: "away from the enemy")
def where_to_retreat(g: Bradley, _: Orders, frame: RetreatStep, options: Sequence[Action]) -> list[float]:
    """Away from the enemy, into cover."""
    picks = retreat_by_the_book(g, frame, options).picks
    return [float(action in picks) for action in options]


@KNOWLEDGE.advises(Overfull, Crowded, why=lambda *_: "the least loss")
def whom_to_give_up(g: Bradley, _: Orders, __: Any, options: Sequence[Action]) -> list[float]:
    """The unit that is worth least."""
    return [-unit_worth(g, action[1]) for action in options]


@KNOWLEDGE.advises(StormBeach, StormCliff, why=lambda *_: "by the chances of the assault")
def whether_to_storm(g: Bradley, _: Orders, frame: Any, options: Sequence[Action]) -> list[float]:
    """Only if it is likely to succeed: whoever fails is lost."""
    space, units = (frame.space, frame.units) if isinstance(frame, StormBeach) else (frame.goal, 1 << frame.unit)
    attack = Attack(by=ALLIED, target=space, units=units & ~g.board.no_assault, dropped=True)
    loss = sum(unit_worth(g, unit) for unit in each_unit(units))
    worth = assault_worth(g, attack) - RISKED * (1 - clears(g, attack)) * loss
    return [worth if action[0] == "storm" else -0.2 for action in options]


@KNOWLEDGE.advises(PlaceUnit, why=lambda g, _, __, a: f"cover in {g.board.describe(a[1])}")
def where_to_set_up(g: Bradley, orders: Orders, frame: PlaceUnit, options: Sequence[Action]) -> list[float]:
    """Forts by the beach for companies; cover within reach of it for the others."""
    fort = sum(g.beach_forts)
    static = g.board.units[frame.unit].type == "static"
    return [
        place_worth(g, orders, frame.unit, action[1]) + (4.0 if static and holds(fort, action[1]) else 0.0)
        for action in options
    ]


def _by_the_book(g: Bradley, _: Orders, frame: Decision[Bradley], options: Sequence[Action]) -> list[float]:
    """What the automaton's procedure says, where there is little to think about."""
    picks = ANSWERS[type(frame)](g, frame, options).picks
    return [float(action in picks) for action in options]


BOOK = (
    FlakFire,
    Rangers,
    SendCommando,
    Postures,
    Enter,
    ChooseStack,
    CommitStaff,
    FirstBack,
)
KNOWLEDGE.advises(PlaceGarrison, why=lambda *_: "the beach first")(arrivals.which_fort)
KNOWLEDGE.advises(LayMines, why=lambda *_: "at random, so that nobody knows where to look")(arrivals.where_mines_lie)
KNOWLEDGE.advises(NextDrop, why=lambda *_: "the strongest first")(arrivals.who_jumps_next)
KNOWLEDGE.advises(AssignZone, why=lambda *_: "regiments apart")(arrivals.which_zone)
KNOWLEDGE.advises(LiftZone, why=lambda *_: "what lies nowhere cannot be overrun")(arrivals.which_zone_to_lift)
KNOWLEDGE.advises(PlaceZone, why=lambda *_: "open ground on all sides, near the beach")(arrivals.where_to_drop)
KNOWLEDGE.advises(Allocate, why=lambda *_: "guns when the beach is quiet, everybody else at once")(arrivals.which_wave)
KNOWLEDGE.advises(PlaceWave, why=lambda *_: "off the weakest stretch")(arrivals.where_boats_go)
KNOWLEDGE.advises(Confused, why=lambda *_: "the least of the landings")(arrivals.which_landing)
KNOWLEDGE.advises(Launch, why=lambda *_: "by the chances of the sea and of the guns")(arrivals.whether_to_swim)
KNOWLEDGE.advises(BombRun, why=lambda *_: "where most Germans stand")(arrivals.where_bombs_fall)
KNOWLEDGE.advises(*BOOK, why=lambda *_: "as the book says")(_by_the_book)

KNOWLEDGE.looks_ahead(Fire, CloseAssault, StormBeach, until=change_of(segment_of), top=4, margin=0.5)
KNOWLEDGE.plans(Movement, offer=offered, until=change_of(lambda g: (g.turn, g.player), times=2), share=0.7)
