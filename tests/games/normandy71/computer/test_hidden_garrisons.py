"""What the planner makes of hidden garrisons in Normandy (1971)."""

import random

import pytest
from tests.games.normandy71.support import ALLIED, BOARD, GAME, GERMAN, Scene, combat, move, scene

from bocage.games.normandy71.board import each_unit
from bocage.games.normandy71.computer.chances import driven_off, result_chances
from bocage.games.normandy71.computer.garrisons import Garrison, garrisons, is_hidden, promise, worlds_of
from bocage.games.normandy71.computer.knowledge import KNOWLEDGE
from bocage.games.normandy71.rules.r05_combat import Attack
from bocage.games.normandy71.state import Game71
from bocage.games.normandy71.view import redact
from bocage.kernel import flow
from bocage.kernel.ids import NATURE, Side
from bocage.kernel.spaces import each
from bocage.kernel.view import View
from bocage.players.lookahead import Policy
from bocage.players.planner import QUICK, STANDARD, PlannerPlayer
from bocage.players.player import Budget

GARRISONS = ("729/709", "125/21", "22/21 125/21")
"""Four strength points, seven, and twenty-two."""


def before_an_entrenchment(garrison: str = "729/709") -> Scene:
    """The Allies are about to attack R23, where an entrenchment hides what holds it."""
    s = scene({"22/4 8/4": "S24", "231/50 69/50": "R24", garrison: "R23"}, supply="S25", german_dug="R23 R20 S20 K15")
    s.g.place(s.unit("736/716"), s.space("R20"))
    s.g.place(s.unit("726/716"), s.space("S20"))
    s.g.place(s.unit("919/709"), s.space("K15"))
    s.g.hidden = BOARD.of_side[GERMAN]
    s.g.touch()
    return combat(s, ALLIED)


def suggested(g: Game71, seed: int) -> tuple[tuple[object, ...], str]:
    """What a fresh player would pick, and why."""
    player = PlannerPlayer(QUICK)
    side = g.stack[-1][0].by
    view = View(GAME, g, side)
    return player.choose(view, view.options(), random.Random(seed), Budget()), player.reason


def test_neither_luck_nor_the_true_garrison_changes_the_chance_that_is_told() -> None:
    told = {suggested(before_an_entrenchment(garrison).g, seed) for garrison in GARRISONS for seed in range(10)}
    assert len(told) == 1
    [(action, reason)] = told
    assert action == ("attack", BOARD.space("R23"))
    assert "about " in reason
    assert reason.endswith("to drive the enemy off, as far as one can see")


def test_where_nothing_is_hidden_the_exact_chance_is_told() -> None:
    s = combat(scene({"22/4 8/4": "S24", "231/50 69/50": "R24", "729/709": "R23"}, supply="S25"), ALLIED)
    attack = Attack((s.space("R23"),), s.units("22/4 8/4 231/50 69/50"), s.units("729/709"))
    exact = driven_off(result_chances(s.g, attack, ((0, s.space("R23")),)))
    assert suggested(s.g, 1)[1] == f"{BOARD.describe(s.space('R23'))}: {exact:.0%} to drive the enemy off"


def test_a_chance_against_the_unseen_is_the_mean_over_what_may_be_there() -> None:
    s = before_an_entrenchment()
    target = s.space("R23")
    found = garrisons(s.g, ALLIED, target)
    assert len(found) > 1
    assert sum(garrison.share for garrison in found) == pytest.approx(1)

    def weigh(garrison: Garrison) -> tuple[float, float]:
        return 1.0, float(sum(BOARD.strength[unit] for unit in each_unit(garrison.units)))

    promised = promise(s.g, ALLIED, target, weigh)
    worlds = worlds_of(s.g, ALLIED)
    strengths = [sum(BOARD.strength[unit] for unit in each_unit(w.units_at(target, GERMAN))) for w in worlds]
    assert promised.worth == pytest.approx(1)
    assert promised.chance == pytest.approx(sum(strengths) / len(worlds))
    assert promised.hidden


def test_what_lies_open_is_not_called_hidden() -> None:
    s = before_an_entrenchment()
    assert is_hidden(s.g, ALLIED, s.space("R23"))
    s.g.place(s.unit("125/21"), s.space("Q23"))
    s.g.hidden &= ~s.units("125/21")
    s.g.touch()
    assert not is_hidden(s.g, ALLIED, s.space("Q23"))


def test_the_worlds_agree_with_what_the_side_sees() -> None:
    s = before_an_entrenchment("22/21 125/21")
    seen = redact(s.g.copy(), ALLIED)
    for world in worlds_of(s.g, ALLIED):
        again = redact(world.copy(), ALLIED)
        assert (again.space, again.dug_in, again.hidden) == (seen.space, seen.dug_in, seen.hidden)
        assert all(world.units_at(space, GERMAN) for space in each(world.dug_in[GERMAN]))


def test_a_movement_tells_the_same_chance_whatever_is_hidden() -> None:
    told = set()
    for garrison in GARRISONS:
        s = before_an_entrenchment(garrison)
        s.g.stack = ()
        s.g.place(s.unit("22/4"), s.space("S25"))
        move(s, ALLIED)
        for seed in range(4):
            told.add(suggested(s.g, seed))
    assert len(told) == 1


def hidden_from(g: Game71, side: Side) -> bool:
    """The Allies never learn the order of battle; for the Germans, is there a beach that may bring supply or not?"""
    return side == ALLIED or bool(g.invaded & ~g.known_supply)


def test_reshuffling_what_is_hidden_changes_no_choice_on_later_days() -> None:
    """Each kind of decision once a day, at the standard level, where something is hidden."""
    g = GAME.new("invasion", None, seed=11)
    assert isinstance(g, Game71)
    policy, seen, unseen = Policy(GAME, KNOWLEDGE), set(), set()
    while g.stack and g.turn <= 3:
        frame = g.stack[-1][0]
        kind = (g.turn, frame.by, type(frame))
        if frame.by != NATURE and g.turn > 1 and kind not in seen and hidden_from(g, frame.by):
            options = flow.options(g)
            if len(options) > 1:
                seen.add(kind)
                unseen |= {g.turn for unit in each_unit(g.hidden) if g.space[unit] >= 0}
                view = View(GAME, g, frame.by)
                again = View(GAME, view.sample(random.Random(8)), frame.by)
                picks = [PlannerPlayer(STANDARD).choose(v, options, random.Random(3), Budget()) for v in (view, again)]
                assert picks[0] == picks[1], kind
        policy.step(g)
    assert unseen  # under entrenchments
    for side in (ALLIED, GERMAN):
        assert len({turn for turn, by, _ in seen if by == side}) > 1
        assert len({what for _, by, what in seen if by == side}) >= 4
