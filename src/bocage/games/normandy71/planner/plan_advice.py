"""Advice for the secret plans: where the Allies land and drop, and where the Germans wait for them."""

from collections.abc import Sequence

from bocage.games.normandy71.board import Normandy, each_unit, lowest
from bocage.games.normandy71.german_setup import DigIn, ListOrders, PlaceAt, PlaceUnits, setup_hexes
from bocage.games.normandy71.invasion_plan import CommandoLandings, DropZones, Landings, SupplyAreas
from bocage.games.normandy71.planner.orders import KNOWLEDGE, Orders
from bocage.games.normandy71.planner.plans import LOT, Plan
from bocage.games.normandy71.planner.waiting import german_places
from bocage.games.normandy71.secrecy import OutOfSight
from bocage.games.normandy71.state import Game71
from bocage.kernel.actions import Action
from bocage.kernel.ids import Space, UnitId


def plan_of(orders: Orders) -> Plan:
    """The plan the Allies follow: one of several, drawn by lot, so that nobody can wait for it."""
    return LOT[orders.chance % len(LOT)]


def _space(board: Normandy, name: str) -> Space:
    return board.space(name) if name in board.names else Space(-1)


@KNOWLEDGE.advises(Landings, why=lambda _, orders, *__: plan_of(orders).idea)
def where_to_land(g: Game71, orders: Orders, _frame: Landings, options: Sequence[Action]) -> list[float]:
    """The assault regiments and tanks in the order of the plan."""
    board = g.board
    plan = plan_of(orders)
    wanted = {_space(board, f"Beach{beach}"): list(force) for beach, force in plan.beaches.items()}
    for unit in each_unit(board.of_force["assault"]):
        kind = "armor" if board.armor >> unit & 1 else "infantry"
        box = g.plan[unit]
        if box in wanted and kind in wanted[box]:
            wanted[box].remove(kind)
    found = []
    for action in options:
        if action[0] != "assign":
            found.append(0.5 if action[0] == "done" else 0.0)
            continue
        kind = "armor" if board.armor >> action[1] & 1 else "infantry"
        found.append(1.0 if kind in wanted.get(action[2], ()) else 0.1)
    return found


@KNOWLEDGE.advises(SupplyAreas, why=lambda _, orders, *__: plan_of(orders).idea)
def where_supply_comes(g: Game71, orders: Orders, _frame: SupplyAreas, options: Sequence[Action]) -> list[float]:
    """The beaches that the plan builds on."""
    boxes = [_space(g.board, f"Beach{beach}") for beach in plan_of(orders).supply]
    return [
        0.3 if action[0] == "done" else 1.0 if action[0] == "supply" and action[1] in boxes else 0.1
        for action in options
    ]


@KNOWLEDGE.advises(CommandoLandings, why=lambda _, orders, *__: plan_of(orders).idea)
def where_commandos_land(g: Game71, orders: Orders, frame: CommandoLandings, options: Sequence[Action]) -> list[float]:
    """Where the plan wants a beach secured."""
    hexes = plan_of(orders).commandos
    to = _space(g.board, hexes[frame.done.bit_count() % len(hexes)])
    return [
        1.0 if action[0] == "commando" and action[2] == to else 0.2 if action[0] == "commando" else 0.0
        for action in options
    ]


@KNOWLEDGE.advises(DropZones, why=lambda _, orders, *__: plan_of(orders).idea)
def where_to_drop(g: Game71, orders: Orders, frame: DropZones, options: Sequence[Action]) -> list[float]:
    """Where the plan wants Germans kept away, or a city taken from the air."""
    hexes = plan_of(orders).drops
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


@KNOWLEDGE.advises(DigIn, why=lambda *_: "entrenchments hide what they hold and add four to the die")
def whether_to_dig(_g: Game71, _orders: Orders, _frame: DigIn, options: Sequence[Action]) -> list[float]:
    """Everywhere: it costs nothing."""
    return [1.0 if action[0] == "entrench-all" else 0.5 if action[0] == "done" else 0.0 for action in options]


@KNOWLEDGE.advises(OutOfSight, why=lambda *_: "out of sight")
def out_of_sight(_g: Game71, _orders: Orders, _frame: OutOfSight, options: Sequence[Action]) -> list[float]:
    """What the other side does unseen cannot be weighed."""
    return [0.0 for _ in options]
