"""Looking for a good disposition: groups of counters are tried where they could go, the best is kept."""

from collections.abc import Iterator

from bocage.games.acrosstheworld.computer.plans import BAD, Planning
from bocage.games.acrosstheworld.computer.ways import counters, points_of
from bocage.games.acrosstheworld.rules.r09_supply import allowance
from bocage.games.acrosstheworld.state import Campaign
from bocage.kernel.ids import Side, Space, UnitId, Units

TRIES = 900
"""How many dispositions are judged before bold ideas are looked at."""
IDEAS = 6
"""How many bold ideas are followed up: attacks that do not pay by themselves but may once others join in."""
FOLLOW = 90
"""How many dispositions are judged to follow up one of them."""

ROUNDS = 3
"""How often the attacks of a plan are judged by exact chances, and the plan improved."""


def improve(plan: Planning, tries: int = TRIES) -> float:
    """Improve the goals of a plan step by step until nothing better is found."""
    best, end = plan.value(), plan.tried + tries
    changed = True
    while changed and plan.tried < end:
        changed = False
        for start, units in _groups(plan):
            if plan.tried >= end:
                break
            here = [plan.goal[unit] for unit in counters(units)]
            chosen: Space | None = None
            for goal in [start, *plan.reach(start, units)]:
                if all(goal == old for old in here):
                    continue
                send(plan, units, goal)
                value = plan.value()
                if value > best + 1e-6:
                    best, chosen = value, goal
            if chosen is None:
                for unit, old in zip(counters(units), here, strict=True):
                    plan.goal[unit] = old
            else:
                send(plan, units, chosen)
                changed = True
    return best


def ideas(plan: Planning) -> list[tuple[Units, Space]]:
    """The attacks that are not in the plan, the most promising first."""
    found = []
    kept = dict(plan.goal)
    for start, units in _groups(plan):
        if not units & plan.g.board.leaders:
            continue
        for goal in plan.reach(start, units):
            if goal in plan.held and any(plan.goal[unit] != goal for unit in counters(units)):
                send(plan, units, goal)
                value = plan.value()
                if value > BAD:
                    found.append((value, units, goal))
                plan.goal.update(kept)
    found.sort(key=lambda idea: -idea[0])
    return [(units, goal) for _, units, goal in found]


def dare(plan: Planning, best: float) -> float:
    """Force each of the more promising attacks that are not in the plan, let the others answer, keep what is better."""
    for units, goal in ideas(plan)[:IDEAS]:
        kept = dict(plan.goal)
        send(plan, units, goal)
        value = improve(plan, FOLLOW)
        if value > best + 1e-6:
            best = value
        else:
            plan.goal.update(kept)
    return best


def confirm(plan: Planning) -> None:
    """Judge the attacks of a plan by exact chances, improve the plan where that changes something, and repeat."""
    for _ in range(ROUNDS):
        news = [plan.be_sure(attack) for attack in plan.attacks()]
        if not any(news):
            return
        improve(plan, FOLLOW)


def send(plan: Planning, units: Units, goal: Space) -> None:
    """Give some counters a goal."""
    for unit in counters(units):
        plan.goal[unit] = goal


def _groups(plan: Planning) -> Iterator[tuple[Space, Units]]:
    """Whole stacks, stacks without a garrison, the fast part, then single counters of each kind."""
    g, board = plan.g, plan.g.board
    by_start: dict[Space, Units] = {}
    for unit in counters(plan.movers):
        start = plan.start[unit]
        by_start[start] = by_start.get(start, 0) | 1 << unit
    order = sorted(by_start, key=lambda s: -by_start[s].bit_count())
    for start in order:
        units = by_start[start]
        seen = set()
        for group in _parts(plan, units):
            if group and group not in seen:
                seen.add(group)
                yield start, group
    for start in order:
        kinds = set()
        for unit in counters(by_start[start]):
            counter = board.units[unit]
            kind = (counter.kind, counter.combat, counter.stars, counter.morale, g.steps[unit], plan.goal[unit])
            if kind not in kinds:
                kinds.add(kind)
                yield start, 1 << unit


def _parts(plan: Planning, units: Units) -> Iterator[Units]:
    g, board = plan.g, plan.g.board
    troops = counters(units & board.combat)
    yield units
    if len(troops) < 2:
        return
    weakest = min(troops, key=lambda unit: (board.units[unit].combat, g.steps[unit]))
    yield units & ~(1 << weakest)
    fast = sum(1 << unit for unit in counters(units) if allowance(g, unit) > points_of(g, units))
    if fast & board.combat:
        yield fast
    leaders = sorted(counters(units & board.leaders), key=lambda unit: -board.units[unit].stars)
    if len(troops) > 3 and leaders:
        ranked = sorted(troops, key=lambda unit: (-board.units[unit].combat, -g.steps[unit]))
        half = sum(1 << unit for unit in ranked[: len(ranked) // 2])
        yield half | 1 << leaders[-1]
        if len(leaders) > 1:
            yield (units & ~half & board.combat) | 1 << leaders[0]
        fit = sum(1 << unit for unit in ranked[: plan.limit])  # 3.4
        yield fit | 1 << leaders[0]


class Stack:
    """One stack of a plan on its way."""

    __slots__ = ("goal", "march", "rail", "start", "units")

    def __init__(self, units: Units, start: Space, goal: Space, rail: Space, march: tuple[Space, ...]) -> None:
        self.units, self.start, self.goal, self.rail, self.march = units, start, goal, rail, march


def stacks(plan: Planning) -> list[Stack]:
    """The moves that bring a plan about: counters with the same start and goal march together if they can."""
    g, board = plan.g, plan.g.board
    trips: dict[tuple[Space, Space], Units] = {}
    for unit in counters(plan.movers):
        start, goal = plan.start[unit], plan.goal[unit]
        if start != goal:
            trips[start, goal] = trips.get((start, goal), 0) | 1 << unit
    found = []
    for (start, goal), units in trips.items():
        if start == board.channel:
            found.append(Stack(units, start, goal, start, (goal,)))
            continue
        parts = [units]
        if goal not in plan.ways(start, units):
            speeds: dict[int, Units] = {}
            for unit in counters(units):
                speed = allowance(g, unit)
                speeds[speed] = speeds.get(speed, 0) | 1 << unit
            parts = list(speeds.values())
        for part in parts:
            way = plan.ways(start, part).get(goal)
            if way is not None:
                found.append(Stack(part, start, goal, way.rail, way.march))
    # Moves into quiet regions come first: they make room, and they close the ways of retreat.
    found.sort(key=lambda stack: (stack.goal in plan.held, -stack.units.bit_count()))
    return found


def make_plan(g: Campaign, side: Side, tries: int = TRIES) -> tuple[Planning, list[Stack]]:
    """A plan for the movement phase, and the moves that bring it about."""
    plan = Planning(g, side)
    if plan.value() == BAD:  # an odd position, such as too many counters where a landing has thrown them
        return plan, []
    best = improve(plan, tries)
    if tries >= TRIES:  # not in haste
        dare(plan, best)
        confirm(plan)
    return plan, stacks(plan)


__all__ = ["Stack", "UnitId", "confirm", "ideas", "improve", "make_plan", "send", "stacks"]
