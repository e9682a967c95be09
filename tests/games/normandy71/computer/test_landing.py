"""How the planner plans the landing in Normandy (1971), and what it brings ashore after it."""

import random

import pytest
from tests.games.normandy71.support import ALLIED, BOARD, GAME, scene

from bocage.games.normandy71.computer.knowledge import KNOWLEDGE
from bocage.games.normandy71.computer.landing_plans import PLANS, Plan
from bocage.games.normandy71.rules.r13_invasion_plan import CommandoLandings, DropZones, Landings, SupplyAreas
from bocage.games.normandy71.rules.r16_landing_forces import Landing
from bocage.games.normandy71.state import Game71
from bocage.kernel import flow
from bocage.kernel.view import View
from bocage.players.lookahead import Policy, best_of
from bocage.players.planner import QUICK, PlannerPlayer
from bocage.players.player import Budget

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
        plan = next(plan for plan in PLANS if plan.idea in ideas)
        strays = [idea for idea in ideas if idea != plan.idea]
        assert all(idea.startswith("the plan has no place for ") for idea in strays)
        assert len(strays) == sum(not BOARD.coast & 1 << BOARD.space(name) for name in plan.commandos)
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


def landed(at: dict[str, str], *, turn: int, supply: str) -> list[str]:
    """What advice brings ashore, pick by pick."""
    s = scene(at, turn=turn, supply=supply)
    s.ask(Landing())
    policy, found = Policy(GAME, KNOWLEDGE), []
    while s.g.stack:
        options = flow.options(s.g)
        scores = policy.scores(s.g, options)
        assert scores is not None
        found.append(s.options()[best_of(scores)])
        s.do(found[-1])
    return found


def test_infantry_lands_before_armor_of_its_strength() -> None:
    picks = landed({"26/1 747T": "Britain"}, turn=2, supply="S25")
    assert picks[:2] == ["land 26/1 Beach10", "land 747T Beach10"]


def test_a_beach_is_filled_with_what_fits_it() -> None:
    """Fifteen points: two regiments leave one idle, a regiment and reconnaissance none."""
    picks = landed({"26/1 175/29 9/3B 24Cav": "Britain"}, turn=2, supply="S25")
    assert len(picks) == 3
    strength = sum(BOARD.strength[BOARD.unit_ids[pick.split()[1]]] for pick in picks[:2])
    assert strength == 15


@pytest.mark.parametrize(("crowded", "box"), [("D22 E22 C22", "Beach10"), ("S25 S24 R25", "Beach3")])
def test_reinforcements_land_first_where_few_have_landed_before(crowded: str, box: str) -> None:
    crowd = dict(zip(("22/4 8/4", "231/50 69/50", "12/4 16/1"), crowded.split(), strict=True))
    picks = landed({"26/1 175/29 9/3B 9/2": "Britain"} | crowd, turn=4, supply="S25 D22")
    assert picks[0].endswith(box)
    assert {pick.split()[2] for pick in picks[:-1]} == {"Beach10", "Beach3"}  # the other takes what is left


def test_gliders_land_before_anything_comes_over_the_beach() -> None:
    picks = landed({"6AL/6 12/4": "Britain", "3P/6": "W20"}, turn=1, supply="S25")
    assert picks[0].startswith("glide 6AL/6 ")
    assert "land 12/4 Beach10" in picks


def test_nothing_is_left_in_britain_that_a_beach_would_take() -> None:
    picks = landed({"26/1 175/29 747T": "Britain"}, turn=3, supply="S25 P25")
    assert {pick.split()[1] for pick in picks[:-1]} == {"26/1", "175/29", "747T"}
