"""The reference's list of what a suite can assert, line by line, in a game as it is played."""

import random
from collections.abc import Iterator

import pytest
from tests.games.acrosstheworld.support import battle, table, units

from bocage.games.acrosstheworld import GAME
from bocage.games.acrosstheworld.board import Normandy1944, each_unit
from bocage.games.acrosstheworld.rules.r03_counters import overstacked
from bocage.games.acrosstheworld.rules.r04_sequence import PLAYER_TURN, PlayerTurn
from bocage.games.acrosstheworld.rules.r08_reinforcements import Reinforcements
from bocage.games.acrosstheworld.rules.r10_movement_phase import March
from bocage.games.acrosstheworld.rules.r12_rounds import Round
from bocage.games.acrosstheworld.rules.r14_leaders import leaders_in
from bocage.games.acrosstheworld.rules.r17_ports import ports_in_use
from bocage.games.acrosstheworld.sides import ALLIED, GERMAN
from bocage.games.acrosstheworld.state import BUILT, Campaign
from bocage.kernel import chance, flow
from bocage.kernel.actions import Action
from bocage.kernel.events import Scored

BOARD: Normandy1944 = GAME.board()
"""Today's numbers: whole games are played with them."""
SEEDS = range(12)


def played(seed: int) -> Iterator[tuple[Campaign, Action]]:
    """Every moment of a random game, with the pick that will be made."""
    g, rng = GAME.new(seed=seed), random.Random(seed)
    while g.stack:
        frame = g.stack[-1][0]
        action = chance.fast_pick(g, frame) if isinstance(frame, chance.Chance) else rng.choice(list(frame.options(g)))
        assert isinstance(g, Campaign)
        yield g, action
        g.events = []
        flow.pick(g, action)


def test_four_against_five_hits_five_panics_six_misses() -> None:
    for face, steps, panicked in ((4, 1, 0), (5, 2, units("352")), (6, 2, 0)):
        s = battle("24", "Dempsey 50UK 49UK", "352 243 77", unsupplied=units("50UK 49UK"))  # 5 + 1 - 1
        s.do(f"roll {face} 10", "roll 10 10 10")
        if s.decides == "chance" and panicked:
            s.do("panic 352")
        elif s.decides == "German":
            s.do("hit 352")
        assert s.g.fight is not None
        assert (s.g.steps[s.unit("352")], s.g.fight.panicked[GERMAN]) == (steps, panicked)


def test_panics_are_resolved_before_hits() -> None:
    s = battle("24", "Dempsey 50UK 49UK", "352 243 77")
    s.do("roll 1 6", "roll 10 10 10")
    assert s.options() == ["panic 243", "panic 352", "panic 77"]
    s.do("panic 243")
    assert all(text.startswith("hit") for text in s.options())


@pytest.mark.parametrize("seed", SEEDS)
def test_no_battle_has_more_than_two_rounds(seed: int) -> None:
    for g, _ in played(seed):
        assert all(frame.number <= 2 for frame, _ in g.stack if isinstance(frame, Round))


@pytest.mark.parametrize("seed", SEEDS)
def test_nobody_attacks_without_a_leader(seed: int) -> None:
    for g, action in played(seed):
        if action[0] == "attack":
            assert leaders_in(g, action[1], g.active)
        elif action[0] in ("march", "land"):
            stack = g.stack[-1][0]
            assert isinstance(stack, March)
            if g.enemies(action[1], g.active):
                assert stack.units & g.board.leaders or leaders_in(g, action[1], g.active)


@pytest.mark.parametrize("seed", SEEDS)
def test_difficult_terrain_never_holds_more_than_six_combat_units_of_a_side(seed: int) -> None:
    for g, _ in played(seed):
        assert not overstacked(g)


def test_turn_one_has_no_supply_phase_and_no_turn_an_economic_one() -> None:
    seen = set()
    for g, _ in played(1):
        names = [frame.names[frame.next - 1] for frame, _ in g.stack if isinstance(frame, PlayerTurn)]
        seen |= {(g.turn, name) for name in names}
    assert (1, "supply") not in seen
    assert {name for _, name in seen} <= set(PLAYER_TURN)


def test_the_allies_are_first_in_every_turn() -> None:
    order: list[tuple[int, int]] = []
    for g, _ in played(2):
        if not order or order[-1] != (g.turn, g.active):
            order.append((g.turn, g.active))
    assert order == [(turn, side) for turn in range(1, order[-1][0] + 1) for side in (ALLIED, GERMAN)][: len(order)]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_city_scores_once_and_the_end_takes_points_for_cities_not_held(seed: int) -> None:
    gained: list[str] = []
    lost: set[str] = set()
    held: dict[int, bool] = {}
    last: Campaign | None = None
    for g, _ in played(seed):
        gained += [e.why for e in g.events or () if isinstance(e, Scored) and e.rule == "19.5"]
        last = g
    assert last is not None
    for event in last.events or ():
        if isinstance(event, Scored) and event.rule == "19.6":
            lost.add(event.why.removesuffix(" not controlled"))
    assert len(gained) == len(set(gained))
    if lost:
        held = {city: bool(last.allied >> city & 1) for city in BOARD.cities}
        titles = {BOARD.titles[city] for city, allied in held.items() if not allied}
        assert titles <= lost


@pytest.mark.parametrize("seed", SEEDS)
def test_a_region_with_a_bunker_never_becomes_allied(seed: int) -> None:
    for g, _ in played(seed):
        for unit in each_unit(g.board.bunkers & ~g.dead):
            assert not g.allied >> g.space[unit] & 1


@pytest.mark.parametrize("seed", SEEDS)
def test_trains_cost_nothing_stay_in_friendly_regions_and_stop_for_sabotage(seed: int) -> None:
    for g, action in played(seed):
        if action[0] == "rail":
            stack = g.stack[-1][0]
            assert isinstance(stack, March)
            assert g.friendly(g.active) >> action[1] & 1
            assert not g.enemies(action[1], g.active)
            assert g.active == ALLIED or g.sabotage != g.turn
            after = g.copy()
            flow.pick(after, action)
            assert after.stack[-1][0].left == stack.left


@pytest.mark.parametrize("seed", SEEDS)
def test_mulberry_stands_at_arromanches_alone(seed: int) -> None:
    for g, _ in played(seed):
        if g.harbour == BUILT and g.active == ALLIED:
            assert g.allied >> BOARD.mulberry & 1
    assert BOARD.names[BOARD.mulberry] == "21"


@pytest.mark.parametrize("seed", SEEDS)
def test_the_groups_of_turns_eight_and_twelve_come_through_a_controlled_port(seed: int) -> None:
    late = sum(line.units for line in BOARD.lines if line.any_port)
    ashore = 0
    for g, _ in played(seed):
        for unit in each_unit(late & ~ashore & ~g.dead):
            if g.space[unit] >= 0 and g.space[unit] != BOARD.channel:
                assert g.turn >= 8
                assert ports_in_use(g) >> g.space[unit] & 1
                ashore |= 1 << unit


def test_without_a_port_they_never_come() -> None:
    for turn in (8, 12, 20):
        s = table({}, Reinforcements(by=ALLIED), data=None, turn=turn, allied="U O G J S")
        assert s.at("O'Connor") == "Channel"
        assert s.at("Haislip") == ("" if turn == 8 else "Channel")
