"""How the Allies move: attacks on the blocks that hold them in, divisions off the map, cities, and guards behind."""

from math import exp
from typing import NamedTuple

from bocage.games.normandy71.computer.chances import defence_at, in_a_trap
from bocage.games.normandy71.computer.marching_orders import Marching, no_orders
from bocage.games.normandy71.computer.outlook import (
    Goal,
    Reached,
    distances,
    goals_of,
    near_units,
    phases_left,
    prospect,
    supply_reach,
)
from bocage.games.normandy71.computer.planned_attacks import plan_attacks
from bocage.games.normandy71.computer.screen import Screen, things_won
from bocage.games.normandy71.computer.ways import Stacks, Ways, ways_of
from bocage.games.normandy71.rules.r05_combat import most_attacks
from bocage.games.normandy71.rules.r07_zones_of_control import held, zone
from bocage.games.normandy71.rules.r09_supply import supply_areas
from bocage.games.normandy71.rules.r15_victory import DIVISION, battalions_in, gone_by
from bocage.games.normandy71.sides import ALLIED, GERMAN
from bocage.games.normandy71.state import Game71
from bocage.kernel.ids import NOWHERE, Space, Spaces, UnitId, Units
from bocage.kernel.spaces import BITS, bit, members, spaces
from bocage.kernel.wording import counted

SCREENS_FROM = 2
"""The turn from which units are told off to guard what is won."""
LANDING_ATTACKS = 12
"""How many attacks are planned on the day of the landing, when there is no limit."""
THREAT = 0.12
"""What it is worth to drive off a German who is two hexes from spoiling something, of what that is worth."""
TRAPPED = 0.5
"""How many movement points further from its task a unit stands rather than where its last way back may be shut."""
NEAR = 10
"""A beach is guarded while Germans are this near."""


class Task(NamedTuple):
    """Something that wants units: what for, how much, and how far each hex is from it."""

    name: str
    worth: float
    need: float
    far: list[float]
    hexes: Spaces


def allied_march(g: Game71, left: Units, *, second: bool) -> Marching:
    """The orders of an Allied movement phase."""
    ways = ways_of(g, ALLIED, left, second=second)
    orders = no_orders()
    stacks = Stacks(g, ALLIED, sum(1 << unit for unit in ways.ends))
    _leave_the_map(g, ways, orders)
    guards = _guards(g, ways, stacks, orders)
    if not second:
        _attacks(g, ways, stacks, orders, guards)
    elif g.turn >= SCREENS_FROM:
        _grab(g, ways, stacks, orders)
        _screen(g, ways, stacks, orders)
    _advance(g, ways, stacks, orders, second=second)
    return orders


def _leave_the_map(g: Game71, ways: Ways, orders: Marching) -> None:
    """A division leaves where it can leave whole; the points come with the last of it."""
    board = g.board
    for exit_ in board.exits:
        if g.turn > exit_.until:
            continue
        owed = DIVISION - gone_by(g, exit_, exit_.hexes)
        able = [
            (unit, road)
            for unit, roads in ways.exits.items()
            if unit not in orders.out and (road := next((r for r in roads if exit_.hexes & bit(r)), NOWHERE)) >= 0
        ]
        able.sort(key=lambda pair: battalions_in(board, 1 << pair[0]) * -10 + board.strength[pair[0]])
        ready = sum(battalions_in(board, 1 << unit) for unit, _ in able)
        if owed <= 0 or ready < min(owed, 3):
            continue
        for unit, road in able:
            if owed <= 0:
                break
            orders.out[unit] = road
            orders.why[unit] = f"leaves by {board.names[road]}: {counted(exit_.points, 'point')} for a division"
            owed -= battalions_in(board, 1 << unit)


def _guards(g: Game71, ways: Ways, stacks: Stacks, orders: Marching) -> Units:
    """Somebody stays on each supply beach that Germans could walk into."""
    board, kept = g.board, 0
    germans = held(g, GERMAN)
    for beach in members(supply_areas(g)):
        if not germans & board.within(beach, NEAR) or stacks.at.get(beach):
            continue
        at = [
            unit
            for unit, ends in ways.ends.items()
            if ends & BITS[beach] and unit not in orders.to and unit not in orders.out
        ]
        if not at:
            continue
        unit = min(at, key=lambda u: (_from(g, u) != beach, bool(board.armor >> u & 1), board.strength[u]))
        stacks.put(unit, beach)
        orders.send(unit, beach, ways, f"guards the beach at {board.names[beach]}")
        kept |= 1 << unit
    return kept


def _from(g: Game71, unit: UnitId) -> Space:
    """The hex of a unit, or the beach before which it lies."""
    at = g.space[unit]
    return g.board.beach_hex.get(at, at)


def attack_prizes(g: Game71) -> dict[Space, float]:
    """What it is worth to the Allies to clear each German hex."""
    return g.cached("allied prizes", _attack_prizes)


def _attack_prizes(g: Game71) -> dict[Space, float]:
    board, left = g.board, max(phases_left(g), 1)
    enemy = held(g, GERMAN)
    spread = board.adjacency.dilate
    shut = spread(enemy, 1)
    now = prospect(g, shut, left=left)
    reached = supply_reach(g, shut)
    front = spread(held(g, ALLIED) | reached.cover, 2)
    found = {}
    won = [(spread(thing.spoilers, 2), THREAT * thing.worth) for thing in things_won(g)] if g.turn > 1 else []
    for space in members(enemy & front):
        here = bit(space)
        alone = prospect(g, spread(enemy & ~here, 1), left=left) - now
        others = enemy & ~(board.within(space, 4) & enemy)
        together = prospect(g, spread(others, 1), left=left) - prospect(g, spread(others | here, 1), left=left)
        beach = 0.5 if spread(here, 1) & supply_areas(g) else 0.0
        threat = sum(worth for near, worth in won if near & here)
        found[space] = 0.1 + 0.6 * max(0.0, alone) + 0.4 * max(0.0, together) + beach + threat
    return found


def _attacks(g: Game71, ways: Ways, stacks: Stacks, orders: Marching, guards: Units) -> None:
    names = g.board.names
    free = Ways(
        {unit: ends for unit, ends in ways.ends.items() if unit not in orders.out and not guards >> unit & 1},
        {},
        {},
    )
    most = most_attacks(g, ALLIED) or LANDING_ATTACKS
    for planned in plan_attacks(g, ALLIED, free, stacks, attack_prizes(g), most):
        for unit, space in planned.units.items():
            text = f"goes to {names[space]} to attack {names[planned.target]}, {planned.chance}"
            orders.send(unit, space, ways, text)


def _grab(g: Game71, ways: Ways, stacks: Stacks, orders: Marching) -> None:
    """City hexes that lie open are taken before anything else."""
    board = g.board
    for space in members(board.city_hexes & ~g.allied_cities & ~held(g, GERMAN)):
        able = [
            unit
            for unit, ends in ways.ends.items()
            if ends & BITS[space] and unit not in orders.to and unit not in orders.out and stacks.room(unit, space)
        ]
        if able:
            unit = min(able, key=lambda u: (bool(board.armor >> u & 1), abs(board.strength[u] - 7), u))
            stacks.put(unit, space)
            orders.send(unit, space, ways, f"takes {board.describe(space)}")


def _screen(g: Game71, ways: Ways, stacks: Stacks, orders: Marching) -> None:
    """Some stand guard over what is won, infantry before armor."""
    board = g.board
    screen = Screen(g, stacks)
    units = [unit for unit in ways.ends if unit not in orders.to and unit not in orders.out]
    units.sort(key=lambda u: (bool(board.armor >> u & 1), -board.strength[u], u))
    for unit in units:
        space = screen.post(unit, ways.ends[unit])
        if space is not None:
            stacks.put(unit, space)
            screen.stand(space)
            orders.send(unit, space, ways, f"stands guard at {board.names[space]}")


def _advance(g: Game71, ways: Ways, stacks: Stacks, orders: Marching, *, second: bool) -> None:
    """The rest go for what is worth most to them, as many to each task as it needs."""
    board = g.board
    units = [unit for unit in ways.ends if unit not in orders.to and unit not in orders.out]
    tasks = tasks_of(g)
    given = dict.fromkeys(range(len(tasks)), 0.0)
    units.sort(key=lambda u: (bool(board.armor >> u & 1), -board.strength[u], u))
    germans = near_units(g, board.of_side[GERMAN], 2, 3) if second else None
    for unit in units:
        here = _from(g, unit)
        ranked = max(range(len(tasks)), key=lambda n: _appeal(tasks[n], given[n], here), default=-1)
        if ranked < 0:
            continue
        task = tasks[ranked]
        given[ranked] += board.strength[unit]
        space = _best_hex(g, task, unit, ways.ends[unit], stacks, germans)
        if space is None:
            continue
        stacks.put(unit, space)
        orders.send(unit, space, ways, f"goes to {board.names[space]} {task.name}")


def _appeal(task: Task, given: float, here: Space) -> float:
    return task.worth * exp(-task.far[here] / 7) * max(0.04, 1 - given / task.need)


def _best_hex(
    g: Game71, task: Task, unit: UnitId, ends: Spaces, stacks: Stacks, germans: list[float] | None
) -> Space | None:
    board, best, most = g.board, None, -1e9
    far = task.far
    for space in members(ends):
        if not stacks.room(unit, space):
            continue
        friends = stacks.at.get(space, 0)
        score = -far[space]
        if task.hexes & BITS[space] and not friends:
            score += 1.0
        score += 0.3 * bool(BITS[space] & (board.bocage | board.city)) - 0.25 * friends.bit_count()
        if germans is not None and germans[space]:
            mine = defence_at(g, friends | 1 << unit)
            score -= 0.4 * min(3.0, germans[space] / mine) + TRAPPED * in_a_trap(g, ALLIED, space)
        if score > most:
            best, most = space, score
    return best


def tasks_of(g: Game71) -> list[Task]:
    """What there is to do: cities to take or to hold, edges to reach, the deepest hex."""
    board = g.board
    shut = held(g, GERMAN) | zone(g, GERMAN)
    reached = supply_reach(g, shut)
    enemy = near_units(g, board.of_side[GERMAN], 3, 3)
    left = phases_left(g)
    found = [task for goal in goals_of(board) if (task := _task(g, goal, reached, enemy)) is not None]
    deep = max(members(reached.cover), key=lambda s: board.coast_distance[s], default=None)
    if deep is not None:
        worth = 0.5 * board.coast_distance[deep] / reached.groups * (0.3 if left > 4 else 0.8)
        found.append(Task("to deepen the beachhead", worth, 8.0, distances(board, bit(deep)), bit(deep)))
    return found


def _task(g: Game71, goal: Goal, reached: Reached, enemy: list[float]) -> Task | None:
    board = g.board
    resistance = max(enemy[space] for space in members(goal.hexes))
    if goal.city is not None:
        open_hexes = goal.hexes & ~g.allied_cities
        if open_hexes:
            return Task(f"to take {goal.name}", goal.points, 15 + resistance, distances(board, open_hexes), open_hexes)
        return Task(f"to hold {goal.name}", goal.points * 0.7, 8 + resistance / 2, goal.far, goal.hexes)
    exit_ = goal.exit
    assert exit_ is not None
    gone = gone_by(g, exit_, goal.hexes)
    if gone >= DIVISION:
        roads = goal.hexes & spaces(s for s in members(goal.hexes) if g.here.get(board.exit_box[s]))
        return Task(
            f"to keep the {goal.name} road open", goal.points, 14 + resistance / 2, distances(board, roads), roads
        )
    turns = min(exit_.until, g.last_turn) - g.turn
    way = min((goal.far[space] for space in members(reached.net)), default=99.0)
    if turns < 0 or way > 4 * max(1, 2 * turns + 1):
        return None
    return Task(f"to get off the {goal.name} edge", goal.points * 0.8, 24 + resistance, goal.far, goal.hexes)
