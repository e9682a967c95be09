"""Advice for movement: every unit goes where the orders of the phase send it."""

from collections.abc import Sequence

from bocage.games.normandy71.computer.orders import KNOWLEDGE, Orders
from bocage.games.normandy71.rules.r04_movement import has_room
from bocage.games.normandy71.rules.r04_movement_phase import MovementPhase
from bocage.games.normandy71.rules.r04_moving_a_unit import MoveUnit
from bocage.games.normandy71.rules.r08_regrouping import JoinUp, Regroup
from bocage.games.normandy71.rules.r14_reinforcements import EnterMap
from bocage.games.normandy71.sides import ALLIED
from bocage.games.normandy71.state import Game71
from bocage.kernel.actions import Action
from bocage.kernel.ids import Space, UnitId
from bocage.kernel.spaces import BITS

ORDERED, NEXT_BEST, DONE, IDLE = 10.0, 5.0, 1.0, 0.0


def why_select(g: Game71, orders: Orders, frame: MovementPhase, action: Action) -> str:
    """Why this unit moves next."""
    if action[0] == "done":
        return "everybody is where he should be"
    if action[0] != "select":
        return "the whole is stronger than its parts"
    return reason(g, orders, frame.left | 1 << action[1], action[1], second=frame.second)


def reason(g: Game71, orders: Orders, left: int, unit: UnitId, *, second: bool) -> str:
    """The unit and what its orders say."""
    text = orders.march(g, left, second=second).why.get(unit, "moves on")
    return f"{g.board.counters[unit].name} {text}"


@KNOWLEDGE.advises(MovementPhase, why=why_select)
def whom_to_move(g: Game71, orders: Orders, frame: MovementPhase, options: Sequence[Action]) -> list[float]:
    """Units with orders and room where they go; then those that must hope for room; then the phase ends."""
    march = orders.march(g, frame.left, second=frame.second)
    found = []
    for action in options:
        if action[0] == "done":
            found.append(DONE)
            continue
        if action[0] != "select":
            found.append(ORDERED if action[0] == "rebuild" else -9.0)
            continue
        unit = action[1]
        to = march.to.get(unit)
        if unit in march.out:
            found.append(ORDERED + 1)
        elif to is None or to == g.space[unit]:
            found.append(IDLE)
        elif unit in march.entry and not has_room(g, unit, march.entry[unit]):
            found.append(NEXT_BEST - 1)
        else:
            found.append(ORDERED if has_room(g, unit, to) else NEXT_BEST)
    return found


def why_move(g: Game71, orders: Orders, frame: MoveUnit, _action: Action) -> str:
    """What the unit is sent to do."""
    return reason(g, orders, frame.left | 1 << frame.unit, frame.unit, second=frame.second)


@KNOWLEDGE.advises(MoveUnit, why=why_move)
def where_to_move(g: Game71, orders: Orders, frame: MoveUnit, options: Sequence[Action]) -> list[float]:
    """The hex in the orders, by way of cities that change hands; if there is no room, the nearest to it."""
    board, unit = g.board, frame.unit
    march = orders.march(g, frame.left | 1 << unit, second=frame.second)
    to, out = march.to.get(unit, frame.at), march.out.get(unit)
    wanted = board.city_hexes & ~g.allied_cities if frame.by == ALLIED else g.allied_cities | g.invaded
    found = []
    for action in options:
        verb = action[0]
        if verb == "exit":
            found.append(ORDERED + 2 if action[2] == out else -9.0)
        elif verb == "via":
            near = action[2] == to or board.distance(action[2], to) <= 1
            found.append(ORDERED + 1 if near and wanted & BITS[action[2]] else -9.0)
        elif verb == "move":
            found.append(_nearly(g, frame, action[2], to))
        elif verb == "stay":
            found.append(_nearly(g, frame, frame.at, to))
        else:
            found.append(-9.0)
    return found


def _nearly(g: Game71, frame: MoveUnit, space: Space, to: Space) -> float:
    """Ten for the hex itself, less the further away, and less where a unit would have to make room."""
    if space == to:
        return ORDERED if space == frame.at or has_room(g, frame.unit, space) else NEXT_BEST
    score = NEXT_BEST - 0.2 * g.board.distance(space, to)
    if space != frame.at and space in g.here and not has_room(g, frame.unit, space):
        score -= 4
    return score


@KNOWLEDGE.advises(EnterMap, why=lambda g, orders, frame, _: _why_enter(g, orders, frame))
def where_to_enter(g: Game71, orders: Orders, frame: EnterMap, options: Sequence[Action]) -> list[float]:
    """By the edge hex from which its target is nearest."""
    march = orders.march(g, 1 << frame.unit, second=False)
    entry = march.entry.get(frame.unit)
    to = march.to.get(frame.unit)
    found = []
    for action in options:
        if action[0] == "hold":
            found.append(-5.0)
        elif action[2] == entry:
            found.append(ORDERED)
        else:
            found.append(-0.1 * g.board.distance(action[2], to if to is not None else action[2]))
    return found


def _why_enter(g: Game71, orders: Orders, frame: EnterMap) -> str:
    return reason(g, orders, 1 << frame.unit, frame.unit, second=False)


@KNOWLEDGE.advises(JoinUp, why=lambda *_: "a whole regiment stacks and fights better than its parts")
def whether_to_rebuild(_g: Game71, _orders: Orders, _frame: JoinUp, options: Sequence[Action]) -> list[float]:
    """Always: the whole is stronger than its parts."""
    return [0.0 if action[0] == "decline" else 1.0 for action in options]


@KNOWLEDGE.advises(Regroup, why=lambda *_: "no unit gains by breaking down")
def whether_to_regroup(_g: Game71, _orders: Orders, _frame: Regroup, options: Sequence[Action]) -> list[float]:
    """Never by itself."""
    return [1.0 if action[0] == "done" else 0.0 for action in options]
