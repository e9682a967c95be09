"""The luck ledger equals a count of every case by hand, to the last fraction, and luck is nought on the whole."""

import random
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bocage.arena.intervals import mean
from bocage.games import find_game
from bocage.games.tinybeach.r06_combat import Fight, odds
from bocage.games.tinybeach.r07_results import MEANING
from bocage.kernel import flow
from bocage.kernel.chance import Chance
from bocage.kernel.game import Game
from bocage.kernel.ids import NATURE, Side
from bocage.kernel.log import Log, load_log
from bocage.kernel.session import Session, replay_entry
from bocage.kernel.spaces import each
from bocage.kernel.state import State
from bocage.review.luck import CASES, CHOICES, FAR, FEW, Gauge, kind_of, standing_for
from bocage.review.story import tell
from bocage.review.worth import settling

REPLAYS = Path(__file__).parents[1] / "replays"
LOGS = {
    "tinybeach": "landing-1",
    "normandy71": "invasion-1",
    "normandy44": "seven-turn-1",
    "acrosstheworld": "normandy-1",
}
VICTORY_POINTS = {"tinybeach": 3}
"""What a game's judgement gives for a victory point, where that is not one."""


def golden(game: str) -> Log:
    return load_log(REPLAYS / game / f"{LOGS[game]}.jsonl")


def rolls(game: Game, log: Log) -> Iterator[tuple[State, Any, Any]]:
    """Each position with a roll, its frame, and the roll."""
    g = game.new(log.header.scenario, log.header.options, seed=log.header.seed)
    for entry in log.entries:
        frame = flow.waiting(g)
        if isinstance(frame, Chance):
            yield g, frame, game.parse(g, entry.do)
        replay_entry(game, g, entry)


# The same account by other means: every leaf of the tree with its probability, nothing remembered on the way.


def leaves(game: Game, g: State, chance: Fraction, weight: int, left: int) -> Iterator[tuple[Fraction, Fraction]]:
    within = any(type(frame) in settling(game) for frame, _ in g.stack)
    if not within or not left:
        yield chance, worth(game, g)
    elif g.stack[-1][0].by == NATURE:
        numbers = list(standing_for(g.stack[-1][0].total(g), weight))
        for number in numbers:
            after = picked(g, g.stack[-1][0].case(g, number))
            yield from leaves(game, after, chance / len(numbers), weight * len(numbers), left - 1)
    else:
        yield from leaves(game, picked(g, preferred(game, g)), chance, weight, left - 1)


def picked(g: State, action: Any) -> State:
    after = g.copy()
    flow.pick(after, action)
    return after


def worth(game: Game, g: State) -> Fraction:
    alive = g.copy()
    alive.outcome = None
    assert game.evaluate is not None
    judged = Decimal(game.evaluate(alive, Side(0))).quantize(Decimal("0.0001"))
    return Fraction(judged) / VICTORY_POINTS.get(game.id, 1)


def preferred(game: Game, g: State) -> Any:
    options = list(flow.options(g))
    if len(options) > CHOICES:
        options = [options[n * len(options) // CHOICES] for n in range(CHOICES)]
    sign = 1 if g.stack[-1][0].by == 0 else -1
    values = [sign * worth(game, picked(g, option)) for option in options]
    return options[values.index(max(values))]


def brute(game: Game, g: State, frame: Any, rolled: Any) -> tuple[Fraction, Fraction]:
    """Expected and actual value of a roll, summed over all leaves of all faces."""
    expected = actual = Fraction(0)
    total = frame.total(g)
    for number in range(total):
        case = frame.case(g, number)
        value = sum((p * v for p, v in leaves(game, picked(g, case), Fraction(1), 1, FAR)), Fraction(0))
        expected += value / total
        if case == rolled:
            actual = value
    return expected, actual


@pytest.mark.parametrize("name", LOGS)
def test_battles_equal_a_count_of_every_case(name: str) -> None:
    game = find_game(name)
    gauge, compared = Gauge(game), 0
    for g, frame, rolled in rolls(game, golden(name)):
        if frame.total(g) > 10 or not any(type(below) in settling(game) for below, _ in g.stack):
            continue
        before = g.to_json()
        stroke = gauge.stroke(g, 1, rolled, "")
        assert g.to_json() == before
        expected, actual = brute(game, g, frame, rolled)
        if stroke is None:
            assert expected == actual
        else:
            assert (stroke.expected, stroke.actual) == (expected, actual)
        compared += stroke is not None
        if compared == 2:
            break
    assert compared == 2


def test_a_whole_game_of_tinybeach_adds_up_to_the_count() -> None:
    game, log = find_game("tinybeach"), golden("tinybeach")
    luck = Fraction(0)
    for g, frame, rolled in rolls(game, log):
        expected, actual = brute(game, g, frame, rolled)
        luck += actual - expected
    story = tell(game, log)
    assert sum((stroke.luck for stroke in story.strokes), Fraction(0)) == luck
    assert luck
    assert story.rolls == sum(entry.by == "chance" for entry in log.entries)


def test_luck_over_all_cases_of_a_roll_is_exactly_nought() -> None:
    game = find_game("tinybeach")
    gauge, seen = Gauge(game), 0
    for g, frame, _ in rolls(game, golden("tinybeach")):
        found = [gauge.stroke(g, 1, frame.case(g, number), "") for number in range(frame.total(g))]
        assert sum((one.luck for one in found if one is not None), Fraction(0)) == 0
        seen += any(one is not None for one in found)
    assert seen > 5


def test_counted_in_steps_a_battle_is_worth_what_its_table_says() -> None:
    """With steps for points, a fight's cases are the printed table's, except where a retreat costs more."""

    def judged(g: Any, side: Side) -> float:
        return VICTORY_POINTS["tinybeach"] * balance(g, side)

    def balance(g: Any, side: Side) -> float:
        sign = (1, -1) if side == 0 else (-1, 1)
        return float(sum(sign[counter.side] * g.steps[n] for n, counter in enumerate(g.board.units)))

    game = msgspec.structs.replace(find_game("tinybeach"), evaluate=judged)
    gauge, equal = Gauge(game), 0
    logs = (load_log(path) for path in sorted((REPLAYS / "tinybeach").glob("landing-*.jsonl")))
    for g, _, rolled in (roll for log in logs for roll in rolls(game, log)):
        fight = g.stack[-2][0]
        if not isinstance(fight, Fight) or sum(g.steps[n] for n in each(g.here[fight.target])) < 2:  # type: ignore[attr-defined]
            continue
        column = odds(g, fight.attackers, fight.target).final().column  # type: ignore[arg-type]
        sign, before = (1, -1)[fight.by], Fraction(balance(g, Side(0)))
        printed = []
        for face in range(1, 7):
            attacker, defender, _ = MEANING[g.board.crt.read(face, column)]
            printed.append(before + sign * (defender - attacker))
        found = [gauge.values(g)["roll", face] for face in range(1, 7)]
        assert all(sign * (mine - table) >= 0 for mine, table in zip(found, printed, strict=True))
        if found == printed:
            equal += 1
            stroke = gauge.stroke(g, 1, rolled, "")
            assert stroke is None or stroke.expected == Fraction(sum(printed), 6)
    assert equal >= 3


def test_mean_luck_of_many_games_is_nought_within_its_interval() -> None:
    game = find_game("tinybeach")
    totals = []
    for seed in range(120):
        rng = random.Random(seed)
        session = Session.open(game, "dawn", seed=seed)
        while session.to_decide is not None:
            session.pick(game.format(session.state, rng.choice(session.options())))
        totals.append(float(sum((stroke.luck for stroke in tell(game, session.log).strokes), Fraction(0))))
    found = mean(totals)
    assert found is not None
    middle, low, high = found
    assert low <= 0 <= high, middle
    assert max(totals) - min(totals) > 2  # single games are anything but even


def test_rolls_that_change_nothing_are_left_out() -> None:
    story = tell(find_game("tinybeach"), golden("tinybeach"))
    assert {stroke.kind for stroke in story.strokes} == {"combat roll"}
    assert story.rolls > len(story.strokes)
    assert all(stroke.best > stroke.worst for stroke in story.strokes)
    assert all(stroke.worst <= stroke.expected <= stroke.best for stroke in story.strokes)


def test_the_cases_that_stand_for_many() -> None:
    assert list(standing_for(6, 6)) == [0, 1, 2, 3, 4, 5]
    few = standing_for(1000, 1)
    assert len(set(few)) == FEW
    assert all(0 <= number < 1000 for number in few)
    assert standing_for(10, CASES) == [4]


def test_kinds_of_rolls_leave_names_out() -> None:
    from bocage.kernel.chance import Roll

    kinds = {
        kind_of(Roll(what=what)) for what in ("strafing of 100 Pz", "strafing of 2/22", "assault on Utah", "jabos")
    }
    assert kinds == {"strafing", "assault", "jabos"}


def test_a_game_that_cannot_judge_positions_has_no_ledger() -> None:
    game = msgspec.structs.replace(find_game("tinybeach"), evaluate=None)
    with pytest.raises(ValueError, match="does not say what a position is worth"):
        Gauge(game)
