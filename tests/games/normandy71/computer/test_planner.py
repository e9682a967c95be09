"""What the planner knows of Normandy (1971)."""

import random
from typing import Any

import msgspec
import pytest
from tests.games.normandy71.support import ALLIED, BOARD, GAME, GERMAN, Scene, combat, move, scene

from bocage.games.normandy71.board import each_unit
from bocage.games.normandy71.computer import orders as giving
from bocage.games.normandy71.computer.german import german_march, supposed
from bocage.games.normandy71.computer.knowledge import KNOWLEDGE
from bocage.games.normandy71.computer.marching_orders import Marching
from bocage.games.normandy71.computer.outlook import phases_left, prospect, roads_of, supply_reach
from bocage.games.normandy71.computer.waiting import german_places
from bocage.games.normandy71.computer.ways import ways_of
from bocage.games.normandy71.rules.r05_combat_phase import Resolution
from bocage.games.normandy71.rules.r07_zones_of_control import held, zone
from bocage.games.normandy71.rules.r15_victory import score
from bocage.games.normandy71.rules.r16_landing_forces import BringAshore
from bocage.games.normandy71.rules.r17_results import Exchange, RetreatUnit
from bocage.games.normandy71.state import Game71
from bocage.kernel import flow
from bocage.kernel.ids import NATURE, Units
from bocage.kernel.spaces import bit, members
from bocage.kernel.view import View
from bocage.players.lookahead import Policy, best_of
from bocage.players.planner import STANDARD, PlannerPlayer
from bocage.players.player import Budget
from bocage.runs import play_game

PACKAGE = "bocage.games.normandy71."
LAST = 6
"""The last turn."""
BRIEF = msgspec.structs.replace(STANDARD, looks=0.2)
"""The standard level in less time: it looks ahead all the same."""


def decisions() -> set[str]:
    """Every kind of decision of this game that has options of its own."""
    found: set[str] = set()
    below: list[Any] = [flow.Decision]
    while below:
        for kind in below.pop().__subclasses__():
            below.append(kind)
            asks = any("options" in vars(base) for base in kind.__mro__ if base.__module__.startswith(PACKAGE))
            if asks and not kind.__subclasses__():
                found.add(kind.__name__)
    return found


def new(order: str, seed: int = 1) -> Game71:
    """A game with an order of battle."""
    g = GAME.new("invasion", {"order": order}, seed=seed)
    assert isinstance(g, Game71)
    return g


def play_phase(g: Game71) -> None:
    """Whoever is to decide follows his advice until the enemy or the dice speak, or nobody asks any more."""
    policy = Policy(GAME, KNOWLEDGE)
    side = g.stack[-1][0].by
    while g.stack and g.stack[-1][0].by == side:
        policy.step(g)


def advised(s: Scene) -> str:
    """The pick that advice would make now."""
    g = s.g
    options = flow.options(g)
    scores = Policy(GAME, KNOWLEDGE).scores(g, options)
    assert scores is not None
    assert len(scores) == len(options)
    return s.options()[best_of(scores)]


def test_every_decision_has_advice() -> None:
    assert not decisions() - {kind.__name__ for kind in KNOWLEDGE.advice}


@pytest.mark.parametrize("side", GAME.sides)
def test_each_side_beats_a_random_player(side: str) -> None:
    other = next(name for name in GAME.sides if name != side)
    result = play_game(GAME, "invasion", {"order": "B"}, {side: "planner-quick", other: "random"}, 3)
    assert result.winner == side


def test_reshuffling_what_is_hidden_changes_no_choice() -> None:
    g = new("secret", seed=5)
    policy = Policy(GAME, KNOWLEDGE)
    seen = set()
    for _ in range(600):
        frame = g.stack[-1][0]
        kind = (frame.by, type(frame))
        options = flow.options(g)
        if frame.by != NATURE and len(options) > 1 and kind not in seen:
            seen.add(kind)
            view = View(GAME, g, frame.by)
            again = View(GAME, view.sample(random.Random(8)), frame.by)
            picks = [PlannerPlayer(BRIEF).choose(one, options, random.Random(3), Budget()) for one in (view, again)]
            assert picks[0] == picks[1], frame
        if g.turn > 1:
            break
        policy.step(g)
    assert {by for by, _ in seen} == {ALLIED, GERMAN}


def test_roads_flood_as_supply_does() -> None:
    """The quick way to trace roads is the same as the rule's."""
    rng, land = random.Random(2), members(BOARD.land)
    for _ in range(20):
        shut = 0
        for space in rng.sample(land, rng.randrange(60)):
            shut |= BOARD.adjacency.dilate(bit(space), 1)
        for beach in members(BOARD.beaches):
            assert roads_of(BOARD).flood(beach, shut) == BOARD.tarmac.flood(bit(beach), BOARD.land & ~shut)


def test_a_german_reserve_shuts_the_road_inland() -> None:
    s = move(scene({"22/4 8/4": "S25", "125/21": "T16"}, turn=2), GERMAN, second=True)
    before = supply_reach(s.g, held(s.g, GERMAN) | zone(s.g, GERMAN)).net
    play_phase(s.g)
    after = supply_reach(s.g, held(s.g, GERMAN) | zone(s.g, GERMAN)).net
    assert after.bit_count() < before.bit_count() / 2


def test_nobody_stands_by_while_the_last_open_road_could_be_shut(monkeypatch: pytest.MonkeyPatch) -> None:
    """On the last day of a game in which, of sixty-odd units, some found nothing that they could shut alone."""
    missed: list[float] = []

    def march(g: Game71, left: Units, *, second: bool) -> Marching:
        found = german_march(g, left, second=second)
        if g.turn == g.last_turn and not second:
            shut = held(g, GERMAN) | zone(g, GERMAN)
            for space in found.to.values():
                shut |= BOARD.adjacency.dilate(bit(space), 1)
            now = prospect(g, shut, left=phases_left(g))
            ends = ways_of(g, GERMAN, left, second=second).ends
            idle = [unit for unit, why in found.why.items() if why.startswith("stands ready")]
            assert idle
            for space in {space for unit in idle for space in members(ends[unit])}:
                then = prospect(g, shut | BOARD.adjacency.dilate(bit(space), 1), left=phases_left(g))
                missed.append(now - then)
        return found

    monkeypatch.setattr(giving, "german_march", march)
    play_game(GAME, "invasion", None, {"Allied": "random", "German": "planner-quick"}, 119)
    assert max(missed) < 1


def test_a_division_leaves_by_the_northern_road() -> None:
    at = {"22/4": "RR33", "8/4": "SS34", "12/4": "SS35", "115/29": "QQ33"}
    s = move(scene(at, turn=2, supply="QQ33"), ALLIED)
    play_phase(s.g)
    assert len([u for u in ("22/4", "8/4", "12/4", "115/29") if s.g.space[s.unit(u)] == s.space("OffSS35")]) == 3


def test_somebody_guards_the_beach() -> None:
    s = move(scene({"22/4 8/4": "S25", "A/21": "U20"}, turn=3), ALLIED, second=True)
    play_phase(s.g)
    assert s.g.here.get(s.space("S25"), 0)


def test_no_attack_without_hope() -> None:
    s = combat(scene({"2R": "R20", "22/21 125/21": "R19"}, supply="S25"), ALLIED)
    assert advised(s) == "done"


def test_an_attack_that_cannot_fail_is_made() -> None:
    s = combat(scene({"22/4 8/4": "S24", "231/50 69/50": "R24", "729/709": "S23"}, supply="S25"), ALLIED)
    assert advised(s) == "attack S23"


def test_guns_fire_where_they_tell() -> None:
    s = combat(scene({"22/4 8/4": "S25", "125/21": "S24", "231/50": "P25", "621AT": "P24"}, supply="S25 P25"), ALLIED)
    s.do("attack S24", "all", "attack P24", "all", "done")
    fired = []
    while (pick := advised(s)) != "done":
        fired.append(pick)
        s.do(pick)
    assert "fire light S24" in fired


def test_an_exchange_is_paid_with_what_is_cheapest() -> None:
    s = scene({"22/4 8/4": "S24", "70T": "S24"})
    s.ask(Exchange(by=ALLIED, units=s.units("22/4 8/4 70T"), price=5))
    assert advised(s) == "lose 70T"


def test_the_set_up_shuts_roads() -> None:
    for order in "AF":
        g = new(order)
        g.order, g.due = order, BOARD.due(order, 0)
        places = german_places(g)
        assert set(places) == set(each_unit(g.due))
        g.supply = BOARD.beaches
        g.turn = 1
        open_map = prospect(g, 0, left=12)
        shut = BOARD.adjacency.dilate(sum(bit(space) for space in set(places.values())), 1)
        assert prospect(g, shut, left=12) < open_map


def test_time_runs_out() -> None:
    s = scene({"22/4": "S25"}, turn=6)
    assert phases_left(s.g) <= 2
    assert phases_left(new("B")) == 12


def final_points(s: Scene) -> float:
    """What the Allies score after a German movement phase by the planner's orders."""
    g = s.g
    left = sum(1 << unit for unit in each_unit(g.on_map(GERMAN)))
    for unit, space in german_march(g, left, second=True).to.items():
        g.place(unit, space)
    g.touch()
    return float(score(g).total)


def test_on_the_last_day_whoever_shuts_a_road_stands_fast() -> None:
    """The panzers in S24 cut the regiment in T15 off; nothing that they could reach would cost the Allies more."""
    before = scene({"16/1": "T15", "22/21": "S24"}, turn=LAST, known_supply="S25")
    assert float(score(before.g).total) == 0
    assert final_points(before) == 0


def test_on_the_last_day_a_road_is_cut_where_it_costs_most() -> None:
    s = scene({"16/1": "T15", "12/4": "T25", "22/21": "K18"}, turn=LAST, known_supply="S25")
    assert float(score(s.g).total) == 5  # ten hexes deep
    assert final_points(s) == 0


def test_on_the_last_day_nobody_enters_a_beach_if_that_gives_the_others_more_depth() -> None:
    """Two beachheads share the depth. The company by the eastern one would end it, and double what the other counts."""
    s = scene({"16/1": "T15", "729/709": "D22"}, turn=LAST, supply="S25 D22", known_supply="S25 D22")
    s.g.place(s.unit("729/709"), s.space("D21"))
    s.g.touch()
    assert float(score(s.g).total) == 2.5
    assert final_points(s) == 2.5
    s.g.place(s.unit("729/709"), s.space("D22"))
    s.g.lost_beaches = s.spaces("D22")
    s.g.touch()
    assert float(score(s.g).total) == 5


def test_the_germans_are_ready_for_supply_over_the_known_beaches_alone() -> None:
    """A beach that may or may not bring supply must not make them believe that depth is shared."""
    s = scene({"16/1": "T15"}, turn=LAST, supply="S25 D22", known_supply="S25")
    assert [world.supply.bit_count() for world in supposed(s.g)] == [2, 1]
    s = scene({"16/1": "T15"}, turn=LAST, supply="S25 D22", known_supply="S25 D22")
    assert supposed(s.g) == [s.g]


def why(s: Scene, frame: flow.Decision[Any], *action: Any) -> str:
    """The reason for an action in a position."""
    return KNOWLEDGE.reasons[type(frame)](s.g, KNOWLEDGE.orders(s.g, frame.by), frame, action)


def test_a_reason_for_a_retreat_tells_whom_it_serves() -> None:
    s = scene({"22/4": "S25", "125/21": "T10"}, turn=3)
    unit, middle, end = s.unit("22/4"), s.space("S24"), s.space("S23")
    assert why(s, RetreatUnit(by=GERMAN, unit=unit), "retreat", unit, middle, end) == (
        "back to S23 (clear), where it is worth least to the enemy"
    )
    assert why(s, RetreatUnit(by=ALLIED, unit=unit), "retreat", unit, middle, end) == (
        "back to S23 (clear), where it is worth most"
    )


def test_a_reason_for_a_landing_names_the_beach_and_not_its_box() -> None:
    s = scene({"22/4": "Beach7"}, turn=2)
    told = why(s, BringAshore(by=ALLIED), "land", s.unit("22/4"), s.space("Beach7"))
    assert told == "22nd Infantry is wanted most behind Beach 7, Juno (Mike)"


def test_a_reason_for_the_order_of_combats_claims_no_more_than_advice_asks() -> None:
    s = scene({"22/4": "S25", "125/21": "T10"}, turn=3)
    told = why(s, Resolution(by=ALLIED, attacks=(), shots=()), "resolve", s.space("T10"))
    assert told.endswith("first: the surest of the attacks that are left")
