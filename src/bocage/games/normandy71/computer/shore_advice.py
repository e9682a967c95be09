"""Advice for what comes ashore, for drops without room, and for digging in."""

from collections.abc import Sequence
from math import exp

from bocage.games.normandy71.board import each_unit
from bocage.games.normandy71.computer.allied import tasks_of
from bocage.games.normandy71.computer.orders import KNOWLEDGE, Orders
from bocage.games.normandy71.computer.outlook import goals_of, near_units, phases_left
from bocage.games.normandy71.rules.r04_movement import has_room
from bocage.games.normandy71.rules.r07_zones_of_control import held
from bocage.games.normandy71.rules.r10_entrenchment import Announce
from bocage.games.normandy71.rules.r13_paradrop import MakeWay
from bocage.games.normandy71.rules.r16_landing_forces import BringAshore, capacity
from bocage.games.normandy71.sides import ALLIED, GERMAN
from bocage.games.normandy71.state import Game71
from bocage.kernel.actions import Action
from bocage.kernel.ids import Space, UnitId
from bocage.kernel.spaces import BITS


def beach_worth(g: Game71) -> dict[Space, float]:
    """By box, how much there is to do from it."""
    return g.cached("beach worth", _beach_worth)


def _beach_worth(g: Game71) -> dict[Space, float]:
    board, found = g.board, {}
    tasks = tasks_of(g)
    ours = near_units(g, board.of_side[ALLIED], 6, 6)
    for box in board.beach_boxes:
        if capacity(g, box) > 0:
            beach = board.beach_hex[box]
            pull = sum(task.worth * exp(-task.far[beach] / 8) for task in tasks)
            found[box] = pull / (1 + ours[beach] / 40)
    return found


def unit_worth(g: Game71, unit: UnitId) -> float:
    """Infantry goes everywhere; armour needs it and open ground."""
    board = g.board
    strength = board.strength[unit]
    if board.armor >> unit & 1:
        return strength * 0.7
    return strength * (1.3 if board.fast[unit] else 1.15)


@KNOWLEDGE.advises(BringAshore, why=lambda g, _, __, action: _why_land(g, action))
def what_to_land(g: Game71, _orders: Orders, _frame: BringAshore, options: Sequence[Action]) -> list[float]:
    """The best loads to the beaches with most to do; gliders beside the paratroops."""
    worth = beach_worth(g)
    late = phases_left(g) <= 1
    found = []
    for action in options:
        if action[0] == "land":
            room = capacity(g, action[2])
            waste = room - g.board.strength[action[1]]
            score = worth.get(action[2], 0.0) * (unit_worth(g, action[1]) - 0.3 * (waste if waste < 5 else 0))
            found.append(0.0 if late and score <= 0 else 1.0 + score)
        elif action[0] == "glide":
            # Where a unit would have to make room first, the computer lands nobody.
            found.append(500.0 + _glide(g, action[2]) if has_room(g, action[1], action[2]) else 0.0)
        else:
            found.append(0.5)
    return found


def _glide(g: Game71, space: Space) -> float:
    """In the open, near what is to be taken."""
    board = g.board
    value = max(goal.points / (2 + goal.far[space]) for goal in goals_of(board))
    return value + 0.05 * bool(BITS[space] & board.bocage)


def _why_land(g: Game71, action: Action) -> str:
    board = g.board
    if action[0] == "done":
        return "nobody who is left is worth the room on a beach"
    name = board.counters[action[1]].name
    if action[0] == "glide":
        return f"{name} lands by glider at {board.describe(action[2])}"
    return f"{name} is wanted most behind {board.titles[action[2]]}"


@KNOWLEDGE.advises(MakeWay, why=lambda g, _, __, action: f"there is room at {g.board.describe(action[2])}")
def where_to_come_down(g: Game71, _orders: Orders, _frame: MakeWay, options: Sequence[Action]) -> list[float]:
    """Near an objective, in cover."""
    return [_glide(g, action[2]) for action in options]


@KNOWLEDGE.advises(Announce, why=lambda g, _, __, action: _why_dig(g, action))
def who_digs(g: Game71, _orders: Orders, frame: Announce, options: Sequence[Action]) -> list[float]:
    """Those who will stand where they are anyway: slow Germans on the roads, Allied guards on the beaches."""
    board = g.board
    if g.turn >= g.last_turn:
        return [1.0 if action[0] == "done" else 0.0 for action in options]
    enemy = ALLIED if frame.by == GERMAN else GERMAN
    near = g.cached(("dig", frame.by), lambda g: board.adjacency.dilate(held(g, enemy), 5))
    found = []
    for action in options:
        if action[0] == "done":
            found.append(1.0)
            continue
        unit = action[1]
        space = g.space[unit]
        if frame.by == GERMAN:
            wanted = board.points[unit] <= 12 and bool(near & BITS[space])
        else:
            alone = len(each_unit(g.units_at(space, ALLIED))) == 1
            wanted = bool(g.supply & BITS[space]) and alone and bool(near & BITS[space])
        found.append(2.0 if wanted else 0.0)
    return found


def _why_dig(g: Game71, action: Action) -> str:
    if action[0] == "done":
        return "nobody else stands still"
    return f"{g.board.counters[action[1]].name} stays where it is and digs in"
