import random

from tests.games.acrosstheworld.support import new, table

from bocage.games.acrosstheworld.rules.r04_sequence import PLAYER_TURN, TURN, PlayerTurn, Turn
from bocage.games.acrosstheworld.rules.r05_cards import Events
from bocage.games.acrosstheworld.rules.r08_reinforcements import Reinforcements
from bocage.games.acrosstheworld.rules.r09_supply import Supply
from bocage.games.acrosstheworld.rules.r10_movement_phase import Moves
from bocage.games.acrosstheworld.rules.r11_dday import Drops
from bocage.games.acrosstheworld.rules.r12_battle import Battles
from bocage.games.acrosstheworld.rules.r18_control import Control
from bocage.games.acrosstheworld.sides import ALLIED, GERMAN
from bocage.kernel import chance, flow
from bocage.testing import covers


def phases(turn: int, side: int) -> list[type | None]:
    """The frames that play each phase of a player turn."""
    s = table({}, turn=turn, active=side)
    frames = [PlayerTurn.PHASES[name](s.g) for name in PLAYER_TURN]
    return [None if frame is None else type(frame) for frame in frames]


@covers("4.1")
def test_a_player_turn_goes_from_events_to_control() -> None:
    expected = [Events, Reinforcements, Supply, Moves, Battles, Control]
    assert phases(2, ALLIED) == phases(2, GERMAN) == expected
    assert TURN == ("weather", "allied-turn", "german-turn")


@covers("4.1", "4.4")
def test_phases_follow_each_other_in_a_whole_game() -> None:
    g, rng, order = new(), random.Random(3), list[tuple[int, int, str]]()
    while g.stack:
        frame = g.stack[-1][0]
        names = [f.names[f.next - 1] for f, _ in g.stack if isinstance(f, PlayerTurn)]
        moment = (g.turn, g.active, names[0])
        if not order or order[-1] != moment:
            order.append(moment)
        if isinstance(frame, chance.Chance):
            flow.pick(g, chance.fast_pick(g, frame))
        else:
            flow.pick(g, rng.choice(list(frame.options(g))))
    keys = [(turn, side, PLAYER_TURN.index(name)) for turn, side, name in order]
    assert keys == sorted(set(keys))
    assert {turn for turn, _, _ in order} == set(range(1, g.turn + 1))


@covers("4.2")
def test_there_is_no_economic_phase() -> None:
    assert not [name for name in (*TURN, *PLAYER_TURN) if "econ" in name or "income" in name or "product" in name]
    assert set(PlayerTurn.PHASES) == set(PLAYER_TURN)


@covers("4.3")
def test_the_first_turn_has_no_supply_phase() -> None:
    assert phases(1, ALLIED) == [Events, Drops, None, Moves, Battles, Control]
    assert phases(1, GERMAN) == [Events, Reinforcements, None, Moves, Battles, Control]


@covers("4.4")
def test_the_turn_is_scored_after_the_german_player() -> None:
    s = table({}, Turn(names=TURN, next=2), turn=5, points=[20, 0])  # the Allied player has played
    assert s.g.active == GERMAN
    assert s.g.outcome is None
    s = table({}, Turn(names=TURN, next=3), turn=5, points=[20, 0])
    assert s.g.outcome is not None
    s = table({}, Turn(names=TURN, next=3), turn=5)
    assert (s.g.turn, s.g.active) == (6, ALLIED)


@covers("4.1")
def test_a_new_player_turn_forgets_the_last_one() -> None:
    s = table({}, Turn(names=TURN, next=2), turn=5, moved=7, landed=7, crossed=7, entered=7, assaulted=7, fought=7)
    assert (s.g.moved, s.g.landed, s.g.crossed, s.g.entered, s.g.assaulted, s.g.fought) == (0, 0, 0, 0, 0, 0)
