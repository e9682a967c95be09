"""What the planner knows of Normandy 1944: battles, ground, ways, and how it plays."""

import random

import msgspec
import pytest
from tests.games.acrosstheworld.support import FIRST

from bocage.games.acrosstheworld import GAME
from bocage.games.acrosstheworld.board import each_unit
from bocage.games.acrosstheworld.computer.arrivals import hopes, stakes
from bocage.games.acrosstheworld.computer.cards import keep
from bocage.games.acrosstheworld.computer.chances import force, odds, terms
from bocage.games.acrosstheworld.computer.evaluate import WON, evaluate, settled
from bocage.games.acrosstheworld.computer.ground import ground_worth
from bocage.games.acrosstheworld.computer.knowledge import KNOWLEDGE
from bocage.games.acrosstheworld.computer.orders import Orders
from bocage.games.acrosstheworld.computer.plans import BAD, Planning
from bocage.games.acrosstheworld.computer.search import Stack, make_plan
from bocage.games.acrosstheworld.computer.ways import ANYBODY, Way, points_of, ways
from bocage.games.acrosstheworld.queries import reach
from bocage.games.acrosstheworld.rules.r05_cards import PlayBattleCard
from bocage.games.acrosstheworld.rules.r10_movement_phase import March, Movement, movers
from bocage.games.acrosstheworld.rules.r12_aftermath import PursuitHit, Retreat, Withdraw
from bocage.games.acrosstheworld.rules.r12_battle import Battle
from bocage.games.acrosstheworld.rules.r12_rounds import TakeHit
from bocage.games.acrosstheworld.sensible import hit_score
from bocage.games.acrosstheworld.sides import ALLIED, GERMAN
from bocage.games.acrosstheworld.state import Campaign
from bocage.kernel import chance, flow
from bocage.kernel.ids import NATURE, NOWHERE, Side, Space, UnitId
from bocage.kernel.view import View
from bocage.players.lookahead import Policy, compare_orders
from bocage.players.planner import QUICK, STANDARD, PlannerPlayer
from bocage.players.player import Budget
from bocage.runs import play_game

BRIEF = msgspec.structs.replace(STANDARD, looks=0.2)
"""The standard level in less time: it plans and looks ahead all the same."""


def position(stacks: dict[str, str] | None = None, turn: int = 5, active: Side = ALLIED) -> Campaign:
    """A position with these stacks, by region, and nobody else. The Allies hold the beaches and where they stand."""
    g = GAME.new(seed=1, data=FIRST)
    assert isinstance(g, Campaign)
    for unit in range(len(g.space)):
        g.place(UnitId(unit), NOWHERE)
    g.turn, g.active = turn, active
    for place, names in (stacks or {}).items():
        space = g.board.space(place)
        for name in names.split():
            unit = g.board.unit_ids[name]
            g.place(unit, space)
            if g.board.units[unit].side == ALLIED:
                g.allied |= 1 << space
    g.allied |= g.board.beaches
    g.arrived = (1 << len(g.space)) - 1
    flow.begin(g, Movement(by=active))
    return g


def goals(g: Campaign, side: Side) -> dict[str, str]:
    """Where the plan of a side sends its counters."""
    plan, _ = make_plan(g, side)
    return {g.board.units[unit].id: g.board.names[goal] for unit, goal in plan.goal.items()}


def play_until(seed: int, kind: type, many: int) -> list[Campaign]:
    """Positions of a random game in which a decision of a kind is due."""
    g, rng = GAME.new(seed=seed), random.Random(seed)
    assert isinstance(g, Campaign)
    found: list[Campaign] = []
    while g.stack and len(found) < many:
        frame = g.stack[-1][0]
        if frame.by == NATURE:
            flow.pick(g, chance.fast_pick(g, frame))
            continue
        options = flow.options(g)
        if isinstance(frame, kind) and len(options) > 1:
            found.append(g.copy())
        flow.pick(g, rng.choice(options))
    return found


def test_more_dice_never_make_an_attack_worse() -> None:
    g = position({"14": "352 77 Marcks"})
    at, board = g.board.space("14"), g.board
    defenders = force(g, g.here[at], at, ALLIED, GERMAN)
    last, units = -1.0, board.set_of_units(["Middleton"])
    for name in ("1US", "2US", "8US", "9US", "29US", "30US", "83US"):
        units |= board.set_of_units([name])
        win = odds(force(g, units, at, ALLIED, ALLIED), defenders, terms(board)).win
        assert win >= last
        last = win
    assert last > 0.8


def test_an_unscored_key_city_is_worth_most_and_ground_counts_more_late() -> None:
    g = position()
    worth = ground_worth(g)
    assert max(range(len(worth)), key=worth.__getitem__) in {g.board.space(name) for name in ("1", "11", "25")}
    late = position(turn=20)
    assert ground_worth(late)[g.board.space("25")] > worth[g.board.space("25")]


def test_the_third_key_is_worth_most_at_the_end() -> None:
    split = position({"1": "9US"}, turn=19)
    both = position({"1": "9US", "11": "8US"}, turn=19)
    for g in (split, both):
        g.scored = g.board.keys
    caen = split.board.space("25")
    assert ground_worth(both)[caen] > ground_worth(split)[caen] + 2


def test_tanks_and_divisions_are_spared_when_hits_are_taken() -> None:
    g = position({"25": "352 30Bde 12SS"})
    ids = g.board.unit_ids
    whole = sorted(("352", "30Bde", "12SS"), key=lambda name: -hit_score(g, ids[name]))
    assert whole[0] == "352"  # it has a step to lose
    g.steps[ids["352"]] = g.steps[ids["12SS"]] = 1
    worn = sorted(("352", "30Bde", "12SS"), key=lambda name: -hit_score(g, ids[name]))
    assert worn == ["30Bde", "352", "12SS"]


def test_a_plan_walks_into_an_empty_city() -> None:
    g = position({"24": "3CA 50UK Keller", "28": "12SS Marcks"})
    assert "25" in goals(g, ALLIED).values() or "18" in goals(g, ALLIED).values()


def test_a_strong_stack_attacks_a_lone_division_and_a_weak_one_leaves_an_army_alone() -> None:
    g = position({"24": "3CA 50UK 49UK 43UK 59UK 7UK-DB Dempsey", "25": "716"})
    assert list(goals(g, ALLIED).values()).count("25") > 3
    g = position({"24": "3CA Keller", "25": "12SS 9SS 21Pz Lehr Rommel"})
    assert goals(g, ALLIED)["3CA"] != "25"


def test_in_difficult_terrain_only_six_attackers_are_feared() -> None:
    """Thirteen divisions beside a stack in the hills threaten it no more than their best six; on the plain they do."""
    best, rest = "7UK-DB 11UK-DB Guards-DB 2US-DB 3US-DB 5US-DB", "50UK 49UK 43UK 59UK 3UK 51UK 53UK"

    def stands(place: str, army: str) -> float:
        g = position({"25": f"{army} Montgomery", place: "12SS 9SS 21Pz 2SS 3FJ 17SS Rommel"}, active=GERMAN)
        plan = Planning(g, GERMAN)
        return plan.minding(plan.weigh._replace(next=0.0)).value()

    assert stands("30", f"{best} {rest}") == pytest.approx(stands("30", best))
    assert stands("29", f"{best} {rest}") < stands("29", best) - 1


def test_an_attack_goes_from_one_region_with_a_leader() -> None:
    for g in play_until(5, Movement, 9):
        side = g.stack[-1][0].by
        plan, moves = make_plan(g, side, tries=200)
        for stack in moves:
            if stack.goal in plan.held:
                assert stack.units & g.board.leaders or g.here[stack.goal] & g.board.leaders & plan.mine
                assert stack.units & g.board.mobile


def walk(g: Campaign, units: int, way: Way, goal: Space) -> str:
    """Lead a stack along a way with the rules' own picks: the number of the rule that stops it, "" if it arrives."""
    first, *rest = each_unit(units)
    flow.pick(g, ("take", first))
    for unit in rest:
        flow.pick(g, ("take", unit))
    picks = [("rail", way.rail)] if way.rail != g.space[first] else []
    for pick in [*picks, *(("march", space) for space in way.march)]:
        while not isinstance(g.stack[-1][0], March | Movement):  # leaders whom the stack meets escape (14.4)
            flow.pick(g, flow.options(g)[0])
        frame = g.stack[-1][0]
        if pick not in flow.options(g):
            return frame.refuse(g, pick).rule
        flow.pick(g, pick)
    assert g.space[first] == goal
    return ""


@pytest.mark.parametrize("seed", [7, 8])
def test_ways_are_those_of_the_rules(seed: int) -> None:
    """Every way is walked step by step; only for want of room or of a leader may it end early. None is overlooked."""
    walked = 0
    for g in play_until(seed, Movement, 8):
        side, board = g.stack[-1][0].by, g.board
        free = movers(g, side)
        for start in {g.space[unit] for unit in each_unit(free)} - {board.channel}:
            stack = free & g.here[start] & ~g.scattered
            for units, alone in ((stack, False), (stack & ~board.mobile, True)):
                if not units or (not alone and not units & board.mobile):
                    continue
                for goal, way in ways(g, side, start, points_of(g, units), alone=alone).items():
                    assert walk(g.copy(), units, way, goal) in ("", *ANYBODY)
                    walked += 1
                for unit in each_unit(units & board.mobile if not alone else units):
                    found = ways(g, side, start, points_of(g, 1 << unit), alone=alone)
                    assert set(reach(g, unit)) <= set(found)
    assert walked > 300


def test_a_stack_may_join_a_leader_who_stands_among_the_enemies_already() -> None:
    """10.7: the rule wants a leader in the stack or in the region; the plan asks the rule."""
    g = position({"24": "50UK 49UK", "25": "716 Crocker"})
    plan, caen = Planning(g, ALLIED), g.board.space("25")
    stack = g.board.set_of_units(["50UK", "49UK"])
    assert plan.may_enter(stack, caen)
    for unit in each_unit(stack):
        plan.goal[unit] = caen
    assert plan.value() > BAD
    g.place(g.board.unit_ids["Crocker"], g.board.space("24"))
    plan = Planning(g, ALLIED)
    assert not plan.may_enter(stack, caen)
    assert plan.may_enter(stack | g.board.set_of_units(["Crocker"]), caen)


def test_leaders_do_not_enter_enemy_country_by_themselves() -> None:
    """10.12: troops from elsewhere do not help a leader who goes alone."""
    g = position({"24": "50UK Bucknall", "18": "Keller"})
    plan, tilly = Planning(g, ALLIED), g.board.space("22")
    plan.goal[g.board.unit_ids["50UK"]] = tilly
    assert plan.value() > BAD
    plan.goal[g.board.unit_ids["Keller"]] = tilly
    assert plan.value() == BAD


def test_what_is_played_on_before_it_is_decided() -> None:
    """Close choices in battle to its end; where a beaten stack goes, through the enemy's answer."""
    assert set(KNOWLEDGE.looks) == {PlayBattleCard, TakeHit, PursuitHit, Retreat, Withdraw}
    assert set(KNOWLEDGE.offerings) == {Movement}
    close = [KNOWLEDGE.looks[kind].margin for kind in (PlayBattleCard, TakeHit, PursuitHit, Retreat)]
    assert all(0 < margin < 1 for margin in close)


def test_units_alike_are_one_choice_for_a_hit() -> None:
    """Nothing is gained by playing on what comes to the same."""
    g = position({"24": "50UK 49UK 7UK-DB Dempsey 352"})
    flow.begin(g, Battle(at=g.board.space("24"), by=ALLIED))
    ids = g.board.unit_ids
    options = [("hit", ids[name]) for name in ("50UK", "49UK", "7UK-DB")]
    scores = KNOWLEDGE.advice[TakeHit](g, Orders(ALLIED), TakeHit(by=ALLIED), options)
    margin = KNOWLEDGE.looks[TakeHit].margin
    assert [score >= max(scores) - margin for score in scores] == [True, False, True]


def test_other_plans_differ_and_can_be_carried_out() -> None:
    """Attacks that were left out are offered, planned ones are called off, and every plan keeps to the rules."""
    g = position({"24": "3CA 50UK 49UK 43UK 59UK 7UK-DB Dempsey", "25": "716", "22": "352 Marcks"})
    orders = Orders(ALLIED)
    plans = [orders.moves(g), *(other.moves(g) for other in orders.others(g))]
    goals = [frozenset((stack.units, stack.goal) for stack in moves) for moves in plans]
    assert len(set(goals)) == len(goals) > 2
    caen, tilly = g.board.space("25"), g.board.space("22")
    assert any(all(stack.goal != caen for stack in moves) for moves in plans)
    assert any(stack.goal == tilly for moves in plans for stack in moves)
    for moves in plans:
        for stack in moves:
            if stack.goal in (caen, tilly):
                assert stack.units & g.board.leaders
                assert stack.units & g.board.mobile


@pytest.mark.parametrize("side", [ALLIED, GERMAN])
def test_a_plan_that_throws_a_stack_away_is_not_followed(side: Side) -> None:
    """Played on through the enemy's answer, the plan made with care beats one that sends everybody to sure defeat."""
    mad = {ALLIED: ("24", "25"), GERMAN: ("25", "24")}[side]
    g = GAME.new(seed=3, data=FIRST)
    assert isinstance(g, Campaign)
    policy = Policy(GAME, KNOWLEDGE)
    while (g.turn, g.active) != (2, side) or not isinstance(g.stack[-1][0], Movement):
        policy.step(g)
    for unit in each_unit(sum(g.here.values())):
        if g.space[unit] in {g.board.space(name) for name in mad}:
            g.place(unit, NOWHERE)
    few, many = ("3CA Keller", "12SS 9SS 21Pz Lehr Rommel")
    if side == GERMAN:
        few, many = ("30Bde Marcks", "50UK 49UK 43UK 59UK 7UK-DB Montgomery")
    for place, names in zip(mad, (few, many), strict=True):
        for name in names.split():
            g.place(g.board.unit_ids[name], g.board.space(place))
    units = g.board.set_of_units(few.split())
    start, goal = (g.board.space(name) for name in mad)
    careful, rash = Orders(side), Orders(side, moves=[Stack(units, start, goal, start, (goal,))])
    offering = KNOWLEDGE.offerings[Movement]
    clock = Budget(positions=2000).start()
    best = compare_orders(policy, View(GAME, g, side), offering, [rash, careful], random.Random(1), clock)
    assert best == 1


def test_a_position_is_worth_the_prospect_of_winning() -> None:
    """At the end the three keys count for more than points, and an Allied total near the limit alarms the Germans."""
    keys = [position({"1": "9US", "25": "3UK"}, turn=20), position({"1": "9US", "25": "3UK", "11": "8US"}, turn=20)]
    for g in keys:
        g.scored = g.board.keys
    assert evaluate(keys[1], ALLIED) - evaluate(keys[0], ALLIED) > WON
    far, near = position(turn=10), position(turn=10)
    far.points[ALLIED], near.points[ALLIED] = 10, 19
    assert evaluate(far, GERMAN) - evaluate(near, GERMAN) > 9 + 0.2 * WON
    assert evaluate(near, GERMAN) == -evaluate(near, ALLIED)


def test_a_game_that_is_as_good_as_decided_is_played_by_advice(monkeypatch: pytest.MonkeyPatch) -> None:
    """No plan is compared with others then; in an open game it is."""
    compared: list[bool] = []

    def compare(*_: object) -> int:
        compared.append(True)
        return 0

    monkeypatch.setattr("bocage.players.planner.compare_orders", compare)
    army = {"24": "3CA 50UK 49UK 43UK 59UK 7UK-DB Dempsey", "25": "716", "11": "9US 8US Bradley", "1": "4US 90US"}
    lost, open_ = position(army, turn=16), GAME.new(seed=3, data=FIRST)
    lost.points[ALLIED], lost.scored = 15, lost.board.keys
    policy = Policy(GAME, KNOWLEDGE)
    while not isinstance(open_.stack[-1][0], Movement):
        policy.step(open_)
    for g, decided in ((lost, True), (open_, False)):
        assert isinstance(g, Campaign)
        assert settled(g) == decided
        compared.clear()
        PlannerPlayer().choose(View(GAME, g, ALLIED), flow.options(g), random.Random(1), Budget())
        assert bool(compared) != decided
    lost.turn = lost.turns
    lost.touch()
    assert not settled(lost)  # the Germans have the last move


def test_orders_are_carried_out_to_the_end_of_the_phase() -> None:
    """Following advice alone a movement phase ends, and no counter goes elsewhere than planned without need."""
    g = play_until(11, Movement, 1)[0]
    orders = Orders(g.stack[-1][0].by)
    for _ in range(400):
        frame = g.stack[-1][0]
        if frame.by == NATURE:
            flow.pick(g, chance.fast_pick(g, frame))
            continue
        if type(frame).__name__ not in ("Movement", "March"):
            break
        options = flow.options(g)
        scores = KNOWLEDGE.advice[type(frame)](g, orders, frame, options)
        assert len(scores) == len(options)
        flow.pick(g, options[max(range(len(options)), key=scores.__getitem__)])
    else:
        pytest.fail("the movement phase does not end")


def test_a_card_that_can_never_be_played_again_is_thrown_away_first() -> None:
    g = position(turn=12)
    assert keep(g, g.board.card("storm")) == 0
    assert keep(g, g.board.card("ambush")) > 0


def test_the_choice_is_the_same_when_hidden_cards_are_dealt_anew() -> None:
    for g in play_until(13, Movement, 3):
        side = g.stack[-1][0].by
        picks = set()
        for deal in range(3):
            other = GAME.sample(GAME.redact(g.copy(), side), side, random.Random(deal))
            view = View(GAME, other, side)
            picks.add(PlannerPlayer(BRIEF).choose(view, flow.options(other), random.Random(1), Budget()))
        assert len(picks) == 1


def test_it_gives_a_reason_for_a_move_and_an_attack() -> None:
    g = position({"24": "3CA 50UK 49UK 43UK 59UK 7UK-DB Dempsey", "25": "716"})
    quick, said = PlannerPlayer(QUICK), []
    while g.stack:
        flow.pick(g, quick.choose(View(GAME, g, ALLIED), flow.options(g), random.Random(1), Budget()))
        said.append(quick.reason)
    assert all(said)
    assert any("attack at Caen" in reason for reason in said)


@pytest.mark.parametrize("side", GAME.sides)
def test_it_beats_chance(side: str) -> None:
    result = play_game(GAME, None, {"turns": "16"}, {side: "planner-quick"}, seed=4)
    assert result.winner == side


# Groups that are still to come.


def waiting(*names: str, allied: str = "") -> Campaign:
    """Turn 5, with these counters due but not come, and these regions Allied."""
    g = position({"14": "Marcks 352"}, active=GERMAN)
    for name in names:
        g.arrived &= ~(1 << g.board.unit_ids[name])
    for name in allied.split():
        g.allied |= 1 << g.board.space(name)
    g.touch()
    return g


def test_a_group_counts_less_when_every_region_is_shut_where_it_could_arrive() -> None:
    free, one, none = (waiting("9SS", "Rommel", allied=shut) for shut in ("", "27 11 16 29", "27 28 11 16 29"))
    assert hopes(free) < hopes(one) < hopes(none) < 0
    assert hopes(waiting()) == 0


def test_the_last_open_entry_is_worth_more_than_one_of_several() -> None:
    both, last = waiting("9SS", "Lehr"), waiting("9SS", "Lehr", allied="27 11 16 29")
    argences = both.board.space("28")
    assert 0 < stakes(both)[argences] < stakes(last)[argences]
    assert ground_worth(last)[argences] > ground_worth(both)[argences] > ground_worth(waiting())[argences]


def test_germans_win_back_an_entry_when_their_tanks_wait_behind_it() -> None:
    g = position({"29": "Dietrich 21Pz"}, active=GERMAN)
    g.allied |= 1 << g.board.space("27") | 1 << g.board.space("28")
    for name in ("9SS", "Lehr", "2SS"):
        g.arrived &= ~(1 << g.board.unit_ids[name])
    g.touch()
    assert goals(g, GERMAN)["21Pz"] in {"27", "28"}


def test_who_takes_a_city_fights_behind_its_walls_when_the_enemy_comes_back() -> None:
    g = position({"28": "Rommel 12SS 9SS", "24": "Dempsey 50UK 49UK 7UK-DB", "25": "3UK"}, active=GERMAN)
    plan, caen = Planning(g, GERMAN), g.board.space("25")
    germans = sum(1 << g.board.unit_ids[name] for name in ("Rommel", "12SS", "9SS"))
    allies = sum(1 << g.board.unit_ids[name] for name in ("Dempsey", "50UK", "49UK", "7UK-DB"))
    walls = force(g, allies, caen, ALLIED, ALLIED, walls=True)
    assert walls.second < force(g, allies, caen, ALLIED, ALLIED).second
    assert plan.battle(allies, caen, germans, 0, ALLIED) == odds(
        walls, force(g, germans, caen, ALLIED, GERMAN), terms(g.board)
    )


def test_a_division_is_wanted_where_the_enemy_is_and_not_in_a_city_that_nobody_threatens() -> None:
    coast = {"S": "Crocker 3UK 51UK", "G": "Dempsey 50UK 49UK 7UK-DB", "J": "Keller 3CA"}
    caen, granville = (position({**coast, city: "Feuchtinger 21Pz 352"}, turn=2) for city in ("25", "11"))
    assert evaluate(caen, GERMAN) > evaluate(granville, GERMAN)
