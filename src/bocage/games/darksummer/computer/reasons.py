"""Why the planner does what it does, in one line for whoever plays against it or asks it for advice."""

from bocage.games.darksummer.computer.goals import nearest_goal
from bocage.games.darksummer.computer.orders import Orders
from bocage.games.darksummer.rules.r09_action_phase import CHITS, PlayChit
from bocage.games.darksummer.rules.r09_rounds import PLAYS
from bocage.games.darksummer.rules.r10_moving import MoveUnits, named
from bocage.games.darksummer.rules.r11_combat import Muster
from bocage.games.darksummer.rules.r11_odds import Assault, column_title, odds
from bocage.games.darksummer.rules.r12_support import KIND_NAMES
from bocage.games.darksummer.sides import ALLIED
from bocage.games.darksummer.state import DarkSummer
from bocage.kernel.actions import Action
from bocage.kernel.ids import Space, UnitId
from bocage.kernel.spaces import BITS


def _name(g: DarkSummer, unit: UnitId) -> str:
    return g.board.unit_title(UnitId(unit))


def _where(g: DarkSummer, space: Space) -> str:
    return g.board.describe(Space(space))


def why_select(g: DarkSummer, _: Orders, __: object, action: Action) -> str:
    """Whose turn it is to move."""
    if action[0] == "done":
        return "everybody stands where he serves best"
    return f"{_name(g, action[1])} next" if action[0] == "select" else f"the stack in {_where(g, action[1])} next"


def why_move(g: DarkSummer, orders: Orders, frame: MoveUnits, action: Action) -> str:
    """Towards what, or to hold what."""
    who = named(g, frame.units)
    if action[0] == "stay":
        return f"{who}: serves best here"
    if action[0] == "via":
        return f"{who}: takes {_where(g, action[1])} on the way"
    if action[0] == "fall-back":
        return f"{who}: slips away to {_where(g, action[1])}"
    unit = UnitId((frame.units & -frame.units).bit_length() - 1)
    if orders.side == ALLIED:
        goal = nearest_goal(g, unit, orders.goals(g, unit))
        return f"{who}: on the way to {goal.name}" if goal else f"{who}: into the line"
    if orders.leaves(g, unit):
        return f"{who}: out of the pocket while the road is open"
    need = [space for space, _ in orders.needs if space == action[1] or g.board.atlas.ring[space] & BITS[action[1]]]
    return f"{who}: to hold {_where(g, need[0])}" if need else f"{who}: where the front needs help"


def _odds(g: DarkSummer, a: Assault) -> str:
    return f"{column_title(g, odds(g, a, keep=False))} on {_where(g, a.target)}"


def why_attack(g: DarkSummer, orders: Orders, _: object, action: Action) -> str:
    """The odds of the plan."""
    if action[0] == "done":
        return "no further attack pays"
    if action[0] == "besiege":
        return "the port must fall before August"
    choice = next((one for one in orders.attacks(g) if one.target == action[1]), None)
    if choice is None:
        return f"{_where(g, action[1])} must be attacked"
    return _odds(g, Assault(g.army.side, action[1], choice.units))


def why_join(g: DarkSummer, _: Orders, frame: Muster, action: Action) -> str:
    """What one more makes of the odds."""
    more = 1 << action[1] if action[0] == "join" else 0
    a = Assault(frame.by, frame.target, frame.attackers | more)
    return f"with {_name(g, action[1])}: {_odds(g, a)}" if more else _odds(g, a)


def why_assault(g: DarkSummer, _: Orders, __: object, action: Action) -> str:
    """The beach."""
    return f"the first wave goes for {_where(g, action[1])}"


def why_support(g: DarkSummer, _: Orders, __: object, action: Action) -> str:
    """The marker."""
    return "the rest is kept for other battles" if action[0] == "ready" else f"{KIND_NAMES[action[1]]} tells here"


def why_exchange(g: DarkSummer, _: Orders, __: object, action: Action) -> str:
    """What is worth more."""
    return "the hex is worth the steps" if action[0] == "exchange" else "armour is worth more than the hex"


def why_lose(g: DarkSummer, _: Orders, __: object, action: Action) -> str:
    """What it costs."""
    return f"{_name(g, action[1])}: the step that costs least"


def why_retreat(g: DarkSummer, _: Orders, __: object, action: Action) -> str:
    """Where to."""
    return "far enough" if action[0] == "halt" else f"{_name(g, action[1])}: back by {_where(g, action[2])}"


def why_advance(g: DarkSummer, _: Orders, __: object, action: Action) -> str:
    """Who follows up."""
    return "everybody stands better where he is" if action[0] == "halt" else f"{_name(g, action[1])}: takes the hex"


def why_further(g: DarkSummer, _: Orders, __: object, action: Action) -> str:
    """Off the beach."""
    if action[0] == "halt":
        return "the beach must be held"
    return f"{_name(g, action[1])}: off the beach to {_where(g, action[2])}"


def why_eliminate(g: DarkSummer, _: Orders, __: object, action: Action) -> str:
    """Whom."""
    return f"{_name(g, action[1])}: too many in one hex"


def why_mix(g: DarkSummer, _: Orders, __: object, action: Action) -> str:
    """What the British need."""
    return "the British have ground to cover" if action[1] == 0 else "the British have a line to break"


def why_initiative(g: DarkSummer, _: Orders, __: object, action: Action) -> str:
    """Which chit first."""
    return f"most is won by the {CHITS[action[1]].replace('-', ' ')} chit now"


def why_play(g: DarkSummer, _: Orders, __: PlayChit, action: Action) -> str:
    """What it is used for."""
    name = tuple(PLAYS)[action[1]]
    return {
        "move": "there is more to gain by moving",
        "combat": "the attacks at hand pay",
        "prepared": "the attacks at hand pay, with all guns behind them",
    }.get(name, "a short step, and attack at once")


def why_react(g: DarkSummer, _: Orders, __: object, action: Action) -> str:
    """Who strikes or helps."""
    if action[0] == "hold":
        return "the chit is worth more later"
    if action[0] == "activate-stack":
        return f"the stack in {_where(g, action[1])} can help"
    return f"{_name(g, action[1])} and its formation can help most"


def why_withdraw(g: DarkSummer, _: Orders, __: object, action: Action) -> str:
    """Points."""
    if action[0] == "done":
        return "the rest is still needed"
    return f"{_name(g, action[1])} would cost half a point on turn 5"


def why_rebuild(g: DarkSummer, _: Orders, __: object, action: Action) -> str:
    """Who gains most."""
    return "nobody else is worth it" if action[0] == "done" else f"{_name(g, action[1])} gains most"


def why_enter(g: DarkSummer, _: Orders, __: object, action: Action) -> str:
    """The strongest first."""
    return f"{_name(g, action[1])} and its formation are needed first"


def why_place(g: DarkSummer, _: Orders, __: object, action: Action) -> str:
    """The nearest door."""
    return f"{_where(g, action[1])} is nearest to work"


def why_land(g: DarkSummer, _: Orders, __: object, action: Action) -> str:
    """The beach with room."""
    return f"{_where(g, action[1])} has room"


def why_displace(g: DarkSummer, _: Orders, __: object, action: Action) -> str:
    """Inland."""
    return f"{_name(g, action[1])} makes room and goes inland"
