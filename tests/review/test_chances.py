"""The win-chance curve: sound numbers, the same each time, and sharper where the value tells more."""

import itertools
import math
import random

import pytest
from tests.review.test_luck import golden

from bocage.games import find_game
from bocage.kernel.session import Session
from bocage.review import measure
from bocage.review.chances import GAMES, Plan, Standing, curve, fit, picks_left, plan
from bocage.review.story import MOMENTS, deeds, tell, thinned


def test_a_better_value_is_a_better_chance() -> None:
    points = [(float(value), 0.5) for value in range(-5, 6)]
    found = fit(points, range(len(points)), [0.0] * 5 + [0.5] + [1.0] * 5, 10)
    shares = [one.share for one in found]
    assert shares == sorted(shares)
    assert shares[0] < 0.1
    assert shares[-1] > 0.9
    assert shares[5] == pytest.approx(0.5, abs=0.05)
    assert all(one.low <= one.share <= one.high for one in found)


def test_a_value_that_misleads_is_not_listened_to() -> None:
    points = [(float(value), 0.5) for value in range(-5, 6)]
    found = fit(points, range(len(points)), [1.0] * 5 + [0.5] + [0.0] * 5, 10)
    assert max(one.share for one in found) - min(one.share for one in found) < 0.05


def test_the_curve_follows_what_was_played_on_though_the_value_tells_nothing() -> None:
    won = [0.25] * 5 + [0.75] * 6 + [0.0] * 5
    for sign in (0, -1):
        points = [(sign * share, n / 15) for n, share in enumerate(won)]
        found = fit(points, range(16), won, 12)
        assert all(abs(one.share - share) < 0.25 for one, share in zip(found, won, strict=True))
        assert found[-1].share < 0.05
        assert found[8].share > 0.65


def test_the_band_holds_the_true_chance_about_as_often_as_it_says() -> None:
    rng = random.Random(3)
    inside = seen = 0
    for _ in range(30):
        heights = list(itertools.accumulate(rng.gauss(0, 0.5) for _ in range(60)))
        points = [(rng.gauss(0, 1), n / 59) for n in range(60)]
        truth = [1 / (1 + math.exp(-height)) for height in heights]
        outsets = range(0, 60, 4)
        won = [sum(rng.random() < truth[n] for _ in range(10)) / 10 for n in outsets]
        found = fit(points, outsets, won, 10)
        inside += sum(one.low <= share <= one.high for one, share in zip(found, truth, strict=True))
        seen += len(truth)
    assert 0.9 < inside / seen < 0.99


def test_a_few_games_never_look_certain() -> None:
    found = fit([(0.0, 0.0), (1.0, 1.0)], [0, 1], [1.0, 1.0], 2)
    assert all(0.5 < one.share < 1 for one in found)
    assert all(one.high - one.low > 0.05 for one in found)


def test_work_is_shared_out_by_the_length_of_the_log() -> None:
    short, long = plan(range(0, 50, 5), 50), plan(range(0, 9000, 150), 9000)
    assert short.games == GAMES[1]
    assert long.games == GAMES[0]
    assert len(long.outsets) < len(short.outsets) == 10
    assert plan([0, 50, 100], 100, 7) == Plan([0, 1], 7)


def test_an_unfinished_game_is_played_on_from_where_its_log_ends() -> None:
    assert plan([0, 50, 100], 100, 7, over=False) == Plan([0, 1, 2], 7)
    many = plan(range(0, 9001, 150), 9000, over=False)
    assert len(many.outsets) == len(plan(range(0, 9001, 150), 9000).outsets)
    assert many.outsets[-1] == 60


def test_the_work_of_a_log_that_stops_short_is_that_of_a_whole_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else a long game that was given up on its first turn would take half an hour."""
    assert plan(range(0, 50, 5), 50).games == GAMES[1]
    assert plan(range(0, 50, 5), 50, further=9000).games == GAMES[0]
    log = golden("tinybeach")
    whole = len(log.entries)
    log.cut(20)
    game = find_game("tinybeach")
    far = picks_left(game, tell(game, log).final, 1)
    assert whole / 2 < far < whole * 2
    monkeypatch.setattr("bocage.review.chances.PICKS", 8 * far)
    _, found = measure(game, log)
    assert found.games == GAMES[0]


def test_the_same_seed_gives_the_same_curve_and_the_end_is_certain() -> None:
    game = find_game("tinybeach")
    story = tell(game, golden("tinybeach"))
    standings = [Standing(moment.state, moment.value, moment.n, moment.state.outcome) for moment in story.moments]
    work = Plan([0, len(standings) // 2], 3)
    first = curve(game, standings, work, 5)
    assert first == curve(game, standings, work, 5)
    assert len(first.chances) == len(story.moments) <= MOMENTS
    assert first.chances[-1].share in {0.0, 0.5, 1.0}
    assert all(0 <= one.low <= one.share <= one.high <= 1 for one in first.chances)


def test_moments_are_thinned_evenly_with_both_ends() -> None:
    story = tell(find_game("tinybeach"), golden("tinybeach"))
    few = thinned(story.moments, 7)
    assert len(few) == 7
    assert (few[0].n, few[-1].n) == (story.moments[0].n, len(story.picks))


def test_deeds_cover_every_pick_and_add_up() -> None:
    story = tell(find_game("tinybeach"), golden("tinybeach"))
    found = deeds(story, 0, len(story.picks))
    assert [pick.n for deed in found for pick in deed.picks] == list(range(1, len(story.picks) + 1))
    assert sum(deed.change for deed in found) == pytest.approx(story.picks[-1].value - story.start)


def test_a_game_of_one_pick_can_be_told() -> None:
    game = find_game("tinybeach")
    session = Session.open(game, "dawn", seed=1)
    session.pick(game.format(session.state, session.options()[0]))
    story = tell(game, session.log)
    assert not story.over
    assert story.moments[-1].label == "Where the log ends"
