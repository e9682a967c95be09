"""How the computer plays Normandy '44: every decision has advice, it wins, it is honest, and it knows its trade."""

import random
import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from bocage.games.normandy44 import GAME
from bocage.games.normandy44.computer.allied import unshielded
from bocage.games.normandy44.computer.attacks import plan_attacks
from bocage.games.normandy44.computer.german import Front, asleep, german_orders, march_time, plug, retake
from bocage.games.normandy44.computer.ground import lie_of, pull
from bocage.games.normandy44.computer.holding import Holding, quiet_units
from bocage.games.normandy44.computer.knowledge import KNOWLEDGE
from bocage.games.normandy44.computer.line import PORT, UTAH, bearings, chain, lines
from bocage.games.normandy44.computer.marching_orders import Seating, reaches, ready_units
from bocage.games.normandy44.computer.road import best_road, keep_road
from bocage.games.normandy44.computer.words import LONGEST, place
from bocage.games.normandy44.computer.worth import settled
from bocage.games.normandy44.rules.r05_supply_points import SupplySplit
from bocage.games.normandy44.rules.r06_reinforcements import ENTRY_MODES, Entering
from bocage.games.normandy44.rules.r06_replacements import Replacements
from bocage.games.normandy44.rules.r08_zones_of_control import presence
from bocage.games.normandy44.rules.r09_movement import TRUCK
from bocage.games.normandy44.rules.r09_movement_phase import Orders, Overstacked
from bocage.games.normandy44.rules.r09_moving_a_unit import Moving
from bocage.games.normandy44.rules.r10_combat import Assemble, Attacks, MainForce, Support
from bocage.games.normandy44.rules.r12_losses import TakeLoss
from bocage.games.normandy44.rules.r14_advance import AdvanceOn
from bocage.games.normandy44.rules.r15_reserve import ReserveMovement
from bocage.games.normandy44.rules.r20_airborne import GliderSite
from bocage.games.normandy44.rules.r21_beaches import MulberryHex
from bocage.games.normandy44.rules.r22_special_rules import EndPhase
from bocage.games.normandy44.rules.r27_players import AirConsent, FrontSplit
from bocage.games.normandy44.sides import ALLIED, GERMAN
from bocage.games.normandy44.state import Normandy44
from bocage.kernel import chance, flow
from bocage.kernel.counters import each_unit
from bocage.kernel.flow import Decision
from bocage.kernel.ids import NATURE, Side, Space, Spaces, UnitId
from bocage.kernel.spaces import BITS, each
from bocage.kernel.view import View
from bocage.players import Budget, player
from bocage.players.knowledge import knowledge_of
from bocage.runs import play_game

QUICK = "planner-quick"


def play_until(
    seed: int,
    stop: Callable[[Normandy44], bool],
    scenario: str = "campaign",
    players: str = "two",
    heard: Callable[[Decision[Any], str], None] = lambda *_: None,
) -> Normandy44:
    """A game of the quick planner against itself, stopped where a test wants to look; `heard` is told every reason."""
    g = GAME.new(scenario, {"players": players}, seed=seed)
    assert isinstance(g, Normandy44)
    rng = random.Random(seed)
    seats = [player(QUICK), player(QUICK)]
    while g.stack and not stop(g):
        frame = g.stack[-1][0]
        if frame.by == NATURE:
            flow.pick(g, chance.fast_pick(g, frame))
            continue
        options = flow.options(g)
        action = options[0]
        if len(options) > 1:
            seat = seats[frame.by]
            action = seat.choose(View(GAME, g, frame.by), options, rng, Budget())
            heard(frame, seat.reason)
        flow.pick(g, action)
    return g


def at_orders(side: Side, turn: int) -> Callable[[Normandy44], bool]:
    return lambda g: g.turn >= turn and isinstance(g.stack[-1][0], Orders) and g.stack[-1][0].by == side


@pytest.fixture(scope="module")
def german_turn_3() -> Normandy44:
    return play_until(5, at_orders(GERMAN, 3))


def decisions(of: type[Decision[Any]]) -> set[type[Decision[Any]]]:
    return {kind for sub in of.__subclasses__() for kind in ({sub} | decisions(sub))}


def test_every_decision_of_the_game_has_advice() -> None:
    mine = {kind for kind in decisions(Decision) if kind.__module__.startswith("bocage.games.normandy44.")}
    assert mine
    assert mine <= set(KNOWLEDGE.advice), {kind.__name__ for kind in mine - set(KNOWLEDGE.advice)}
    assert knowledge_of(GAME) is KNOWLEDGE


@pytest.mark.parametrize("side", ["Allied", "German"])
def test_the_quick_planner_beats_the_lot_in_the_first_week(side: str) -> None:
    result = play_game(GAME, "seven-turn", None, {side: QUICK}, 7)
    assert result.winner == side


def test_the_choice_hangs_on_nothing_that_is_hidden(german_turn_3: Normandy44) -> None:
    options = flow.options(german_turn_3)
    chosen = []
    for chance_seed in (1, 2):
        g = german_turn_3.copy()
        g.chance = chance_seed
        chosen.append(player(QUICK).choose(View(GAME, g, GERMAN), options, random.Random(3), Budget()))
    assert chosen[0] == chosen[1]


def test_every_kind_of_decision_that_has_advice_has_a_reason() -> None:
    assert set(KNOWLEDGE.reasons) == set(KNOWLEDGE.advice)


SAME_ORDER = {Orders, Moving, ReserveMovement}
"""Whoever moves is told his order twice: when it is his turn, and where he goes."""


def test_every_choice_has_a_reason_of_its_own_in_one_line() -> None:
    heard: dict[str, set[type]] = {}

    def note(frame: Decision[Any], reason: str) -> None:
        heard.setdefault(reason, set()).add(type(frame))

    play_until(6, lambda g: g.turn > 3, players="four", heard=note)
    kinds = set.union(*heard.values())
    assert len(kinds) >= 20
    for reason, by in heard.items():
        assert 0 < len(reason.strip()) <= LONGEST, (by, reason)
        assert len(reason.splitlines()) == 1
        assert len(by) == 1 or by <= SAME_ORDER, (by, reason)
    said = {kind: sum(by == {kind} for by in heard.values()) for kind in kinds}
    assert said[Assemble] > 100
    assert said[TakeLoss] > 10
    assert said[AdvanceOn] > 10


def why(g: Normandy44, frame: Decision[Any], *action: Any) -> str:
    """The reason for an action in a position."""
    return KNOWLEDGE.reasons[type(frame)](g, KNOWLEDGE.orders(g, frame.by), frame, action)


def test_seldom_asked_questions_are_answered_as_well(german_turn_3: Normandy44) -> None:
    g = german_turn_3.copy()
    ids, units = g.board.ids, g.board.unit_ids
    caen, omaha = ids["2029"], ids["2719"]
    assert "least loss at Caen" in why(g, Overstacked(by=GERMAN, space=caen), "remove", units["26/12SS"])
    assert "Omaha West" in why(g, MulberryHex(by=ALLIED), "at", omaha, 0)
    glider = GliderSite(by=ALLIED, unit=units["325/82"])
    assert "friendly stacks within two hexes" in why(g, glider, "at", ids["2713"], 0)
    assert why(g, EndPhase(by=ALLIED), "home", 0).startswith("the 82nd Airborne goes home with")
    assert why(g, EndPhase(by=ALLIED), "home", 2).startswith("the 6th Airborne goes home with")
    split = SupplySplit(by=GERMAN, points=1)
    g.supply_cherbourg = 2
    assert "which has 2 of the 3 that its guns need" in why(g, split, "fortress-supply", 1)
    g.supply_cherbourg = 3
    assert "all to Seventh Army" in why(g, split, "fortress-supply", 0)
    assert "0 to Panzer Group West, 1 to Seventh Army" in why(g, FrontSplit(by=GERMAN, points=1), "front-supply", 0)
    assert "Commonwealth aircraft are lent" in why(g, AirConsent(by=ALLIED, army=1, target=caen), "agree")


def test_reasons_tell_hexes_of_one_name_apart_and_speak_english(
    german_turn_3: Normandy44, monkeypatch: pytest.MonkeyPatch
) -> None:
    g = german_turn_3.copy()
    ids, unit = g.board.ids, g.board.unit_ids["26/12SS"]
    g.place(unit, ids["2029"])
    assert place(g, ids["1929"]) == "Caen"
    assert place(g, ids["1929"], ids["2029"]) == "1929"
    assert place(g, ids["1929"], ids["2128"]) == "Caen"
    monkeypatch.setattr(AdvanceOn, "options", lambda *_: [("to", ids["1929"]), ("halt",)])
    onward = AdvanceOn(by=GERMAN, unit=unit, start=ids["2129"], vacated=ids["2029"])
    assert "halts at Caen, short of 1929" in why(g, onward, "halt")
    lorries = ENTRY_MODES.index(TRUCK)
    assert " comes in on lorries at 1013" in why(g, Entering(by=GERMAN, unit=unit), "at", ids["1013"], lorries)
    for stock, left in ((0, "no supply points"), (1, "only 1 supply point")):
        g.supply_us = stock
        assert why(g, Replacements(by=ALLIED), "buy", 0) == f"US artillery has {left} left"


def test_a_regiment_that_would_be_shattered_is_counted(german_turn_3: Normandy44) -> None:
    g = german_turn_3.copy()
    unit = g.board.unit_ids["16/1"]
    g.steps[unit] = 2
    g.cache = {}
    text = why(g, TakeLoss(by=GERMAN, units=1 << unit), "lose", unit)
    assert text.startswith("16/1 loses most by a step: from ")
    assert text.endswith("of 7 that lose the game")


def test_a_reason_for_an_attack_tells_the_odds_and_the_chance() -> None:
    told: list[str] = []

    def note(frame: Decision[Any], reason: str) -> None:
        if isinstance(frame, Attacks | MainForce | Support):
            told.append(reason)

    play_until(5, lambda g: g.turn > 1, heard=note)
    assert told
    assert all(re.search(r"\d-\d", text) for text in told if not text.startswith("nobody"))
    assert sum("%" in text for text in told) > 0.9 * len(told)


def test_the_shore_is_in_order() -> None:
    board = GAME.new("campaign").board
    along = lie_of(board).along
    names = ["1605", "2803", "3804", "3512", "2814", "2719", "2525", "2431", "2537"]
    places = [along[board.ids[name]] for name in names]
    assert places == sorted(places)


def test_every_hex_of_a_chain_bonds_with_the_next() -> None:
    g = GAME.new("campaign", seed=1)
    assert isinstance(g, Normandy44)
    lie = lie_of(g.board)
    price = dict.fromkeys(each(g.board.atlas.land), 1.0)
    _, path = chain(g, GERMAN, price, {g.board.ids["2803"]: 0.0}, {g.board.ids["2537"]: 0.0})
    assert path[0] == g.board.ids["2803"]
    assert path[-1] == g.board.ids["2537"]
    for here, there in pairwise(path):
        assert there in {to for to, _ in lie.hops[here]}


def test_the_germans_give_orders_to_hold_most_of_their_line(german_turn_3: Normandy44) -> None:
    g = german_turn_3
    table = german_orders(g)
    held = table.bonding()
    line = [space for path in lines(g, GERMAN, held) for space in path]
    assert line
    assert sum(1 for space in line if held >> space & 1) >= 0.5 * len(line)


def test_a_raid_to_the_far_end_of_the_coast_leaves_the_germans_a_line(german_turn_3: Normandy44) -> None:
    g = german_turn_3.copy()
    tanks = next(unit for unit in each_unit(presence(g).units[ALLIED] & g.board.atlas.roster.armored))
    g.place(UnitId(tanks), g.board.ids["2538"])
    longest = max(lines(g, GERMAN, presence(g).hexes[GERMAN]), key=len)
    assert len(longest) >= 8


def test_the_line_leaves_no_army_outside_because_it_has_left_the_shore(german_turn_3: Normandy44) -> None:
    g = german_turn_3.copy()
    inland = next(space for name in ("2227", "2127", "2226") if not g.here.get(space := g.board.ids[name]))
    for unit in each_unit(presence(g).units[ALLIED] & g.board.atlas.roster.cw):
        if not g.board.atlas.roster.engineer >> unit & 1:
            g.place(UnitId(unit), inland)
    ends = {path[-1] for path in lines(g, GERMAN, presence(g).hexes[GERMAN])}
    assert any(bearings(g)[space] > bearings(g)[inland] for space in ends)


def test_a_hex_that_only_one_reaches_gets_him_and_another_takes_his_place(german_turn_3: Normandy44) -> None:
    g = german_turn_3
    reach = reaches(g, GERMAN, ready_units(g, GERMAN))
    spare = sorted(unit for unit in reach if not quiet_units(g) >> unit & 1 and g.here[g.space[unit]] == 1 << unit)
    table = Seating(g, GERMAN, reach)
    posted: dict[UnitId, Space] = {}
    both, one = next(
        (a, b)
        for a in spare
        for b in spare
        if a != b and reach[b] & BITS[g.space[a]] and reach[a] & ~reach[b] & ~occupied(g)
    )
    home, far = g.space[both], next(each(reach[both] & ~reach[one] & ~occupied(g)))
    command = Holding(g, table, [both, one], posted)
    command.man([home])
    assert posted == {both: home}, "who stands there already suits best"
    command.man([far])
    assert posted == {both: far, one: home}
    assert table.stacks[home] == 1 << one


def occupied(g: Normandy44) -> Spaces:
    return presence(g).hexes[GERMAN] | presence(g).hexes[ALLIED]


@pytest.mark.parametrize("turn", [2, 5, 7])
def test_no_hex_of_the_line_stays_open_that_the_same_units_could_hold(turn: int) -> None:
    """From an open hex, ask again and again who reaches it and which hex he holds: nobody met on the way is free."""
    g = play_until(902, at_orders(GERMAN, turn))
    reach = reaches(g, GERMAN, ready_units(g, GERMAN) & ~asleep(g))
    front = Front(g, reach, [])
    table, held = front.table, front.table.bonding()
    movers = [unit for unit in reach if not quiet_units(g) >> unit & 1]
    asked = {space for space in front.line if not held >> space & 1}
    wider = set(asked)
    while wider:
        those = {
            u for u in movers if any(reach[u] >> s & 1 and table.fits(u, s, table.stacks.get(s, 0)) for s in wider)
        }
        assert not [u for u in those if u in table.free], "somebody is free for an open hex"
        wider = {table.orders[unit].goal for unit in those} - asked
        asked |= wider
    assert len(front.line) > 10


def test_a_gap_that_nobody_reaches_calls_the_nearest(german_turn_3: Normandy44) -> None:
    g = german_turn_3
    gap = g.board.ids["1617"]
    units = each_unit(presence(g).units[GERMAN] & ~(g.weak | g.board.atlas.roster.hq | g.board.atlas.roster.werfer))
    near, *_, far = sorted(units, key=lambda unit: march_time(g, unit, gap))
    table = Seating(g, GERMAN, {unit: BITS[g.space[unit]] for unit in (near, far)})
    plug(g, table, [gap], [far, near])
    assert table.orders[near].goal == gap
    assert far in table.free


def test_an_empty_town_behind_the_line_is_taken_back(german_turn_3: Normandy44) -> None:
    g = german_turn_3.copy()
    torigni = g.board.ids["1617"]
    unit = g.board.unit_ids["26/12SS"]
    g.place(UnitId(unit), g.board.ids["1717"])
    g.allied_control |= BITS[torigni]
    table = Seating(g, GERMAN, reaches(g, GERMAN, BITS[unit]))
    retake(g, table, -1)
    assert table.orders[unit].goal == torigni


def test_a_post_opens_the_road_through_a_german_zone() -> None:
    g = play_until(5, at_orders(ALLIED, 4))
    table = Seating(g, ALLIED, reaches(g, ALLIED, ready_units(g, ALLIED)))
    keep_road(g, table)
    posts = [order.goal for order in table.orders.values()]
    assert posts
    assert len(set(posts)) == len(posts)
    assert all(g.board.atlas.road_hexes >> post & 1 for post in posts)
    assert not set(best_road(g, table)) & set(posts)


def test_a_campaign_is_settled_only_when_nothing_can_turn_it(german_turn_3: Normandy44) -> None:
    assert not settled(german_turn_3)
    g = german_turn_3.copy()
    g.allied_control = g.board.atlas.land
    for unit in each_unit(presence(g).units[GERMAN]):
        g.place(UnitId(unit), g.board.ids["dead"])
    for unit in each_unit(g.board.atlas.roster.three_step & g.board.atlas.roster.allied):
        g.steps[unit] = 3
    assert settled(g)
    for unit in list(each_unit(presence(g).units[ALLIED] & g.board.atlas.roster.three_step))[:4]:
        g.steps[unit] = 1
    g.cache = {}
    assert not settled(g)


def test_while_the_cotentin_is_open_one_front_goes_right_round_the_lodgement(german_turn_3: Normandy44) -> None:
    g = german_turn_3
    (front,) = lines(g, GERMAN, presence(g).hexes[GERMAN])
    along = lie_of(g.board).along
    assert PORT < along[front[0]] < UTAH
    assert all(there in {to for to, _ in lie_of(g.board).hops[here]} for here, there in pairwise(front))


def test_a_front_that_goes_forward_does_not_uncover_a_beach(german_turn_3: Normandy44) -> None:
    g = german_turn_3.copy()
    g.place(UnitId(g.board.unit_ids["26/12SS"]), g.board.ids["2226"])
    gold, table = g.board.ids["2525"], Seating(g, ALLIED, {})
    table.stacks.clear()  # as if everybody were to go elsewhere
    uncovered = unshielded(g, table)[gold]
    tanks = next(each(presence(g).units[ALLIED] & g.board.atlas.roster.armored & ~g.weak))
    table.stacks = dict.fromkeys(g.board.atlas.around[g.board.ids["2226"]], BITS[tanks])
    assert unshielded(g, table).get(gold, 0.0) <= uncovered - 10


def test_a_city_under_threat_is_garrisoned(german_turn_3: Normandy44) -> None:
    g = german_turn_3
    table = german_orders(g)
    near = g.board.atlas.zones.dilate(presence(g).hexes[ALLIED], 2)
    for space in each(g.board.atlas.caen & near & ~g.allied_control):
        assert table.stacks.get(space) or g.here.get(space)


def test_nobody_attacks_at_hopeless_odds_unless_an_exchange_would_shatter_a_regiment(german_turn_3: Normandy44) -> None:
    g = german_turn_3
    for side in (GERMAN, ALLIED):
        for blow in plan_attacks(g, side, reserve=False):
            assert blow.worth > 0
            regiments = each(g.here[blow.assault.target] & g.board.atlas.roster.three_step)
            assert blow.prospect.column + blow.shifts >= 1 or any(g.steps[unit] == 2 for unit in regiments)


def test_every_allied_order_leads_to_a_hex_of_the_map() -> None:
    g = play_until(5, at_orders(ALLIED, 2))
    table_orders = KNOWLEDGE.orders(g, ALLIED).moves(g)
    assert table_orders
    assert all(0 <= order.goal < g.board.atlas.size for order in table_orders.values())


def test_what_is_taken_no_longer_pulls() -> None:
    g = GAME.new("campaign", seed=1)
    assert isinstance(g, Normandy44)
    carentan = g.board.ids["2512"]
    before = pull(g, "us")[carentan]
    g.allied_control |= BITS[carentan]
    assert pull(g, "us")[carentan] < before


def test_no_stack_is_lost_to_overcrowding() -> None:
    lost: list[int] = []

    def watch(g: Normandy44) -> bool:
        lost.extend(1 for frame, _ in g.stack if type(frame).__name__ == "Overstacked")
        return g.turn > 3

    play_until(9, watch)
    assert not lost


def test_a_unit_off_the_map_needs_no_orders(german_turn_3: Normandy44) -> None:
    orders = german_orders(german_turn_3).orders
    dead = german_turn_3.board.ids["dead"]
    assert all(german_turn_3.space[UnitId(unit)] != dead for unit in orders)
