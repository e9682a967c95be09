"""Other plans for a movement phase: the same army with other cares, and single bold ideas."""

from collections.abc import Iterator

from bocage.games.acrosstheworld.computer.ground import NEAR
from bocage.games.acrosstheworld.computer.plans import BAD, Planning
from bocage.games.acrosstheworld.computer.search import Stack, ideas, improve, send, stacks
from bocage.games.acrosstheworld.computer.weights import Weights
from bocage.games.acrosstheworld.state import Campaign
from bocage.kernel.ids import Space
from bocage.kernel.spaces import bit

TRIES = 250
"""How many dispositions are judged for each other plan."""
BOLD = 5
"""How many attacks that the plan leaves out are offered."""

WANTED = 6.0
"""How much a city pulls when it is all that counts."""


def moods(w: Weights) -> list[Weights]:
    """The same side in other moods: bold, careful, drawn to what it wants, massed, on guard."""
    return [
        w._replace(threat=0.35 * w.threat, steps=(0.8 * w.steps[0], 0.8 * w.steps[1])),
        w._replace(threat=1.7 * w.threat),
        w._replace(pull=3.0 * w.pull),
        w._replace(pull=0.3 * w.pull, next=0.0, threat=1.3 * w.threat),
        w._replace(mass=4.0 * w.mass),
        w._replace(open=1.0, city=1.5, guard=1.0),
    ]


def towards(g: Campaign, city: Space) -> list[float]:
    """The pull of one city alone."""
    far = g.board.atlas.steps_from[city]
    return [WANTED * NEAR ** far[space] for space in range(len(g.board.names))]


def other_plans(plan: Planning) -> Iterator[list[Stack]]:
    """The moves of plans that differ from this one and from each other."""
    seen = {_key(plan)}
    for other in _tried(plan):
        if (key := _key(other)) not in seen:
            seen.add(key)
            yield stacks(other)


def _key(plan: Planning) -> tuple[Space, ...]:
    return tuple(plan.goal.values())


def _tried(plan: Planning) -> Iterator[Planning]:
    if plan.value() == BAD:  # see make_plan
        return
    for weigh in moods(plan.weigh):
        twin = plan.minding(weigh)
        improve(twin, TRIES)
        yield twin
    for city in plan.g.board.cities:
        twin = plan.minding(plan.weigh, towards(plan.g, city))
        improve(twin, TRIES)
        yield twin
    for units, goal in ideas(plan.minding(plan.weigh))[:BOLD]:
        twin = plan.minding(plan.weigh)
        twin.sworn = goal
        send(twin, units, goal)
        if twin.value() > BAD:
            improve(twin, TRIES)
            yield twin
    attacked = {goal for unit, goal in plan.goal.items() if goal in plan.held and plan.start[unit] != goal}
    for goal in sorted(attacked):
        twin = plan.minding(plan.weigh)
        twin.barred = bit(goal)
        for unit, there in plan.goal.items():
            if there == goal:
                twin.goal[unit] = plan.start[unit]
        if twin.value() > BAD:
            improve(twin, TRIES)
            yield twin
    still = plan.minding(plan.weigh)
    still.goal.update(plan.start)
    yield still
