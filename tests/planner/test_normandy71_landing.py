"""How the planner plans the landing in Normandy (1971), and what it brings ashore after it."""

import random

import pytest
from tests.games.normandy71.support import ALLIED, BOARD, GAME

from bocage.ai.planner import QUICK, PlannerPlayer
from bocage.ai.player import Budget
from bocage.games.normandy71.invasion_plan import CommandoLandings, DropZones, Landings, SupplyAreas
from bocage.games.normandy71.planner.plans import PLANS, Plan
from bocage.games.normandy71.state import Game71
from bocage.kernel import flow
from bocage.kernel.view import View

PARTS = (Landings, SupplyAreas, CommandoLandings, DropZones)


def planned(seed: int) -> tuple[Game71, set[str]]:
    """A plan of which a fresh player suggests every pick, and the reasons it gives."""
    g = GAME.new("invasion", None, seed=1)
    assert isinstance(g, Game71)
    rng, ideas = random.Random(seed), set()
    while isinstance(g.stack[-1][0], PARTS):
        player = PlannerPlayer(QUICK)
        view = View(GAME, g, ALLIED)
        flow.pick(g, player.choose(view, view.options(), rng, Budget()))
        ideas.add(player.reason)
    return g, ideas


def landings(plan: Plan) -> list[str]:
    """The boxes of a plan, each as often as something lands there."""
    return sorted(f"Beach{beach}" for beach, force in plan.beaches.items() for _ in force)


def test_one_landing_follows_one_plan_whoever_is_asked() -> None:
    followed = set()
    for seed in range(12):
        g, ideas = planned(seed)
        assert len(ideas) == 1
        plan = next(plan for plan in PLANS if plan.idea in ideas)
        followed.add(plan.idea)
        boxes = sorted(BOARD.names[box] for box in g.plan if box >= 0 and box in BOARD.beach_boxes)
        assert boxes == landings(plan)
        assert g.supply == sum(1 << BOARD.beach_hex[BOARD.space(f"Beach{beach}")] for beach in plan.supply)
    assert len(followed) == len(PLANS)  # the lot decides which, so that nobody can wait for one


@pytest.mark.parametrize("plan", PLANS)
def test_the_first_beach_written_tells_the_plan(plan: Plan) -> None:
    g = GAME.new("invasion", None, seed=1)
    assert isinstance(g, Game71)
    first = BOARD.space(f"Beach{next(iter(plan.beaches))}")
    flow.pick(g, next(action for action in flow.options(g) if action[0] == "assign" and action[2] == first))
    view = View(GAME, g, ALLIED)
    for seed in range(6):
        player = PlannerPlayer(QUICK)
        player.choose(view, view.options(), random.Random(seed), Budget())
        assert player.reason == plan.idea
