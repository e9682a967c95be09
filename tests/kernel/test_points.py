"""Half points: exact from the rule that gives them to the outcome, the log, the tables and the words."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.kernel.outpost import OUTPOST

from bocage.kernel.events import Scored
from bocage.kernel.log import read_log
from bocage.kernel.points import exact, halves_of, of_halves, written
from bocage.kernel.session import Session
from bocage.kernel.state import Outcome


@given(st.lists(st.integers(-200, 200), max_size=60))
def test_halves_add_up_exactly(some: list[int]) -> None:
    total = sum(of_halves(halves) for halves in some)
    assert Fraction(total) == Fraction(sum(some), 2)
    assert halves_of(total) == sum(some)


@pytest.mark.parametrize("points", [0.25, 1 / 3, 2.4])
def test_nothing_lies_between_two_halves(points: float) -> None:
    with pytest.raises(ValueError, match="nothing between"):
        exact(points)
    with pytest.raises(ValueError, match="nothing between"):
        Outcome(None, "Draw", (points, 0))


def test_whole_points_stay_whole_numbers() -> None:
    outcome = Outcome(None, "Draw", (4.0, 2.5, 3))
    assert outcome.score == (4, 2.5, 3)
    assert [type(points) for points in outcome.score] == [int, float, int]


@pytest.mark.parametrize(
    ("points", "plain", "signed"),
    [(0, "0", "+0"), (0.5, "½", "+½"), (-0.5, "-½", "-½"), (2.5, "2½", "+2½"), (-3, "-3", "-3"), (-1.5, "-1½", "-1½")],
)
def test_points_are_written_as_a_person_writes_them(points: float, plain: str, signed: str) -> None:
    assert written(points) == plain
    assert written(points, signed=True) == signed


def test_a_game_ends_with_half_a_point_and_its_save_says_so() -> None:
    session = Session.open(OUTPOST, seed=0)
    while session.to_decide is not None:
        session.pick("wish" if ("wish",) in session.options() else "watch")
    outcome = session.state.outcome
    scored = [event for events in session.events for event in events if isinstance(event, Scored)]
    assert outcome is not None
    assert outcome.score[0] == sum(event.points for event in scored)
    assert "Look-outs -½ VP: the watch." in [event.sentence(session.state) for event in scored]
    assert halves_of(outcome.score[0]) % 2  # what this test is about
    assert OUTPOST.restore(session.state.to_json()).digest() == session.state.digest()
    assert Session.resume(OUTPOST, read_log(session.log.text())).state.outcome == outcome
