"""The luck ledger equals a count of every case by hand, to the last fraction, and luck is nought on the whole."""

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.review.counting import VICTORY_POINTS, Count

from bocage.games import find_game
from bocage.games.tinybeach.rules.r06_combat import Fight, odds
from bocage.games.tinybeach.rules.r07_results import MEANING
from bocage.kernel import flow
from bocage.kernel.chance import Chance
from bocage.kernel.game import Game
from bocage.kernel.ids import NATURE, Side
from bocage.kernel.log import Log, load_log
from bocage.kernel.session import Session, replay_entry
from bocage.kernel.spaces import each
from bocage.kernel.state import State
from bocage.review.episodes import Episodes
from bocage.review.luck import Gauge
from bocage.review.story import tell
from bocage.review.worth import Unjudged
from bocage.runs.intervals import mean

REPLAYS = Path(__file__).parents[1] / "replays"
LOGS = {
    "tinybeach": "landing-1",
    "normandy71": "invasion-1",
    "normandy44": "seven-turn-1",
    "acrosstheworld": "normandy-1",
}


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


ENTRIES = {
    "tinybeach": {"combat roll": 13, "weather roll": 4},
    "normandy71": {"combat roll": 3, "drop roll": 8, "scatter direction": 6, "entrenchment roll": 12},
    "normandy44": {
        "assault": 9,
        "attrition": 3,
        "combat roll": 8,
        "determined defence": 2,
        "jabos": 1,
        "scatter": 11,
        "signal": 1,
        "strafing": 9,
        "swimming tanks": 8,
    },
    "acrosstheworld": {"Allied fire": 8, "German fire": 8, "attrition": 7, "fate": 2},
}
"""So many entries of each kind are compared: all that the games hold in which something hangs on the roll, but for the
fire of *Wars Across the World*, of which there is more."""

HANDFULS = 2
"""Of the throws with a thousand cases so many are compared; each takes a second."""


def equals_a_count(game: Game, gauge: Gauge, g: State, frame: Chance[Any], rolled: Any) -> Count | None:
    """The entry of a roll beside a count of every case; None if nothing hangs on it."""
    before = g.to_json()
    stroke = gauge.stroke(g, 1, rolled, "")
    assert g.to_json() == before
    count = Count(game, g)
    values = count.values()
    if stroke is None:
        assert len({value for _, value in values}) == 1, frame.what
        return None
    assert not stroke.about
    assert stroke.expected == sum((value for _, value in values), Fraction(0)) / len(values), frame.what
    assert stroke.actual == dict(values)[rolled], frame.what
    better = sum(value >= stroke.actual for _, value in values)
    assert stroke.at_least == Fraction(better, len(values))
    return count


@pytest.mark.parametrize("name", LOGS)
def test_every_entry_of_a_game_equals_a_count_of_every_case(name: str) -> None:
    game, gauge = find_game(name), Gauge(find_game(name))
    compared: Counter[str] = Counter()
    nested = options = 1
    handfuls = 0
    for g, frame, rolled in rolls(game, golden(name)):
        handfuls += frame.total(g) > 100
        if (frame.total(g) > 100 and handfuls > HANDFULS) or compared[frame.what] == ENTRIES[name].get(frame.what):
            continue
        if count := equals_a_count(game, gauge, g, frame, rolled):
            compared[frame.what] += 1
            nested, options = max(nested, count.nested), max(options, count.most_options)
    assert compared == Counter(ENTRIES[name])
    if name == "normandy44":
        assert nested > 36
        assert options > 4


def test_who_panics_is_luck_where_it_matters() -> None:
    """Of the four panics of this game one falls on Juno's only division or on its bunker (12.6, 15.3)."""
    game, gauge = find_game("acrosstheworld"), Gauge(find_game("acrosstheworld"))
    log = load_log(REPLAYS / "acrosstheworld" / "normandy-2-fair.jsonl")
    panics = [
        equals_a_count(game, gauge, g, frame, rolled) for g, frame, rolled in rolls(game, log) if frame.what == "panic"
    ]
    assert [count is not None for count in panics] == [False, False, True, False]


def test_a_whole_game_of_tinybeach_adds_up_to_the_count() -> None:
    game, log = find_game("tinybeach"), golden("tinybeach")
    luck = Fraction(0)
    for g, _, rolled in rolls(game, log):
        values = Count(game, g).values()
        luck += dict(values)[rolled] - sum((value for _, value in values), Fraction(0)) / len(values)
    story = tell(game, log)
    assert sum((stroke.luck for stroke in story.strokes), Fraction(0)) == luck
    assert luck
    assert story.rolls == sum(entry.by == "chance" for entry in log.entries)


def test_a_storm_that_stops_a_landing_is_luck() -> None:
    game = find_game("tinybeach")
    seen = 0
    for g, frame, _ in rolls(game, golden("tinybeach")):
        if frame.what == "weather roll":
            values = Gauge(game).values(g)
            storms = {value for (_, face), value in values.items() if g.board.weather[face] == "storm"}
            others = {value for (_, face), value in values.items() if g.board.weather[face] != "storm"}
            assert max(storms) <= min(others)
            seen += max(storms) < min(others)
    assert seen


def test_the_next_beach_is_another_episode() -> None:
    """The dice of Utah do not wait for those of Sword, though no pick of a player lies between."""
    game = find_game("normandy44")
    g = next(g for g, frame, _ in rolls(game, golden("normandy44")) if frame.subject == "swimming tanks at Utah")
    episode = Episodes(game).of(g)
    assert episode.goes_on(g)
    flow.pick(g, ("roll", 6))
    while g.stack[-1][0].by != NATURE:
        flow.pick(g, ("end",))
    assert "BeachAssault" in {type(frame).__name__ for frame, _ in g.stack}
    assert not episode.goes_on(g)


def test_an_episode_that_is_too_large_is_marked() -> None:
    game = find_game("normandy44")
    whole, bounded = Gauge(game), Gauge(game, most=6)
    marked = 0
    for g, _, rolled in rolls(game, golden("normandy44")):
        exact, short = whole.stroke(g, 1, rolled, ""), bounded.stroke(g, 1, rolled, "")
        assert exact is None or not exact.about
        marked += short is not None and short.about
        assert short is None or short.about or short == exact
    assert marked > 10


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
    assert {stroke.kind for stroke in story.strokes} == {"combat roll", "weather roll"}
    assert story.silent == {"chit": story.rolls - len(story.strokes)}
    assert all(0 < stroke.chance() < 1 for stroke in story.strokes if stroke.luck)


def test_kinds_of_rolls_leave_names_out() -> None:
    strokes = tell(find_game("normandy44"), golden("normandy44")).strokes
    of_one = [stroke for stroke in strokes if stroke.kind in {"strafing", "attrition"}]
    assert of_one
    assert all(stroke.what.startswith(f"{stroke.kind} of ") for stroke in of_one)
    assert {stroke.what for stroke in strokes if stroke.kind == "combat roll"} == {"combat roll"}


def test_a_game_that_cannot_judge_positions_has_no_ledger() -> None:
    game = msgspec.structs.replace(find_game("tinybeach"), evaluate=None)
    with pytest.raises(Unjudged, match="does not say what a position is worth"):
        Gauge(game)
