"""Advice for the secret plans: where the Allies land and drop, and where the Germans wait for them."""

from collections import Counter
from collections.abc import Sequence

from bocage.games.normandy71.board import Normandy, each_unit, lowest
from bocage.games.normandy71.computer.landing_plans import FOOT, LOT, PLANS, TANKS, Plan
from bocage.games.normandy71.computer.orders import KNOWLEDGE, Orders
from bocage.games.normandy71.computer.waiting import german_places
from bocage.games.normandy71.rules.r13_german_setup import DigIn, ListOrders, PlaceAt, PlaceUnits, setup_hexes
from bocage.games.normandy71.rules.r13_invasion_plan import CommandoLandings, DropZones, Landings, SupplyAreas
from bocage.games.normandy71.secrecy import OutOfSight
from bocage.games.normandy71.state import Game71
from bocage.kernel.actions import Action
from bocage.kernel.ids import Space, UnitId
from bocage.kernel.spaces import spaces


def plan_of(g: Game71, orders: Orders) -> Plan:
    """The plan the Allies follow: the one that they have begun to write down.

    Before anything is written chance chooses, so that the enemy cannot wait for it. The first beach written tells the
    plan; where several would fit, it is the one with the fewest beaches, for the others begin elsewhere.
    """
    if not _written(g):
        return LOT[orders.chance % len(LOT)]
    return max(PLANS, key=lambda plan: (_fit(g, plan), -len(plan.beaches)))


def _written(g: Game71) -> dict[Space, list[str]]:
    """By box the kinds of units that are to land there."""
    found: dict[Space, list[str]] = {}
    for unit in each_unit(g.board.of_force["assault"]):
        if g.plan[unit] >= 0:
            found.setdefault(g.plan[unit], []).append(kind_of(g.board, unit))
    return found


def _fit(g: Game71, plan: Plan) -> int:
    """How much of what is written agrees with a plan, less what does not."""
    board, fit = g.board, 0
    for box, kinds in _written(g).items():
        wanted = Counter(plan.beaches.get(board.beach_number[box], ()))
        agreed = (wanted & Counter(kinds)).total()
        fit += 2 * agreed - len(kinds)
    supply = spaces(board.beach_hex[_space(board, f"Beach{beach}")] for beach in plan.supply)
    return fit + 2 * (g.supply & supply).bit_count() - g.supply.bit_count()


def kind_of(board: Normandy, unit: UnitId) -> str:
    """What a plan calls a unit of the assault force."""
    return TANKS if board.armor >> unit & 1 else FOOT


def _space(board: Normandy, name: str) -> Space:
    return board.space(name) if name in board.names else Space(-1)


@KNOWLEDGE.advises(Landings, why=lambda g, orders, *_: plan_of(g, orders).idea)
def where_to_land(g: Game71, orders: Orders, _frame: Landings, options: Sequence[Action]) -> list[float]:
    """The assault regiments and tanks as the plan has them, on the beach that tells the plan first."""
    board, written = g.board, _written(g)
    plan = plan_of(g, orders)
    wanted = {}
    for beach, force in plan.beaches.items():
        box = _space(board, f"Beach{beach}")
        wanted[box] = Counter(force) - Counter(written.get(box, ()))
    first = next(iter(wanted))
    found = []
    for action in options:
        if action[0] != "assign":
            found.append(0.5 if action[0] == "done" else 0.0)
            continue
        asked = wanted.get(action[2], Counter())[kind_of(board, action[1])]
        found.append((2.0 if action[2] == first and not written else 1.0) if asked else 0.1)
    return found


@KNOWLEDGE.advises(SupplyAreas, why=lambda g, orders, *_: plan_of(g, orders).idea)
def where_supply_comes(g: Game71, orders: Orders, _frame: SupplyAreas, options: Sequence[Action]) -> list[float]:
    """The beaches that the plan builds on."""
    boxes = [_space(g.board, f"Beach{beach}") for beach in plan_of(g, orders).supply]
    return [
        0.3 if action[0] == "done" else 1.0 if action[0] == "supply" and action[1] in boxes else 0.1
        for action in options
    ]


def why_commando(g: Game71, orders: Orders, _frame: CommandoLandings, action: Action) -> str:
    """The plan, or that it has no such place."""
    plan = plan_of(g, orders)
    if action[0] == "commando" and g.board.names[action[2]] not in plan.commandos:
        return f"the plan has no place for {g.board.counters[action[1]].name}: any free shore will do"
    return plan.idea


@KNOWLEDGE.advises(CommandoLandings, why=why_commando)
def where_commandos_land(g: Game71, orders: Orders, frame: CommandoLandings, options: Sequence[Action]) -> list[float]:
    """Where the plan wants a beach secured."""
    hexes = plan_of(g, orders).commandos
    to = _space(g.board, hexes[frame.done.bit_count() % len(hexes)])
    return [
        1.0 if action[0] == "commando" and action[2] == to else 0.2 if action[0] == "commando" else 0.0
        for action in options
    ]


@KNOWLEDGE.advises(DropZones, why=lambda g, orders, *_: plan_of(g, orders).idea)
def where_to_drop(g: Game71, orders: Orders, frame: DropZones, options: Sequence[Action]) -> list[float]:
    """Where the plan wants Germans kept away, or a city taken from the air."""
    hexes = plan_of(g, orders).drops
    to = _space(g.board, hexes[frame.done.bit_count() % len(hexes)])
    return [1.0 if action[0] == "drop" and action[2] == to else 0.1 * (action[0] == "keep") for action in options]


@KNOWLEDGE.advises(ListOrders, why=lambda *_: "the die decides; the order of the list does not matter")
def how_to_list(_g: Game71, orders: Orders, _frame: ListOrders, options: Sequence[Action]) -> list[float]:
    """Any order will do: a die decides."""
    return [-float((action[1] * 5 + orders.chance) % 7) for action in options]


def places(g: Game71, orders: Orders) -> dict[UnitId, Space]:
    """Where every unit of the order of battle is to begin."""
    if orders.set_up is None:
        orders.set_up = german_places(g)
    return orders.set_up


@KNOWLEDGE.advises(PlaceUnits, why=lambda g, _, __, action: _why_place(g, action))
def whom_to_place(g: Game71, orders: Orders, _frame: PlaceUnits, options: Sequence[Action]) -> list[float]:
    """One after the other."""
    places(g, orders)
    return [0.0 if action[0] == "auto" else 1.0 + (action[1] == lowest(g.due)) for action in options]


def _why_place(g: Game71, action: Action) -> str:
    return "the usual places" if action[0] == "auto" else f"{g.board.counters[action[1]].name} takes up its position"


@KNOWLEDGE.advises(PlaceAt, why=lambda g, _, __, action: f"it shuts the roads at {g.board.describe(action[2])}")
def where_to_place(g: Game71, orders: Orders, frame: PlaceAt, options: Sequence[Action]) -> list[float]:
    """Where it shuts most of the roads inland."""
    to = places(g, orders).get(frame.unit, Space(-1))
    if to >= 0 and setup_hexes(g, frame.unit) >> to & 1:
        return [1.0 if action[2] == to else 0.0 for action in options]
    return [-0.1 * g.board.distance(action[2], to) if to >= 0 else 0.0 for action in options]


@KNOWLEDGE.advises(DigIn, why=lambda g, *_: _why_dig(g))
def whether_to_dig(_g: Game71, _orders: Orders, _frame: DigIn, options: Sequence[Action]) -> list[float]:
    """Everywhere: it costs nothing."""
    return [1.0 if action[0] == "entrench-all" else 0.5 if action[0] == "done" else 0.0 for action in options]


def _why_dig(g: Game71) -> str:
    return f"entrenchments hide what they hold and add {g.board.addition['entrenched']} to the die"


@KNOWLEDGE.advises(OutOfSight, why=lambda *_: "out of sight")
def out_of_sight(_g: Game71, _orders: Orders, _frame: OutOfSight, options: Sequence[Action]) -> list[float]:
    """What the other side does unseen cannot be weighed."""
    return [0.0 for _ in options]
