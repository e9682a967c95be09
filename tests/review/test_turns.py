"""Turning points lie where the chance changed most, are told with their rules, and show the map as it was."""

import itertools
import re

import msgspec
import pytest
from tests.review.test_luck import golden

from bocage.games import find_game
from bocage.kernel.log import Ending
from bocage.kernel.session import Session
from bocage.review import measure, page
from bocage.review.chances import Chance, Curve
from bocage.review.data import data
from bocage.review.pictures import Atlas, state_at
from bocage.review.plots import chance_plot, luck_plot
from bocage.review.story import Story, tell
from bocage.review.turns import MOST, turning_points


@pytest.fixture(scope="module")
def story() -> Story:
    return tell(find_game("tinybeach"), golden("tinybeach"))


def sure(*shares: float) -> list[Chance]:
    return [Chance(share, share, share) for share in shares]


def changing(story: Story, *, better: bool) -> int:
    """A moment in the middle of the game after which the first side stood better, or worse."""
    sign = 1 if better else -1
    gains = [(sign * (b.value - a.value), n) for n, (a, b) in enumerate(itertools.pairwise(story.moments))]
    return max(gains[5:-1])[1]


def stepping(story: Story, *steps: tuple[int, float]) -> list[Chance]:
    """An even chance, which changes by so much after some moments."""
    return sure(*(0.5 + sum(step for at, step in steps if n > at) for n in range(len(story.moments))))


def test_the_greatest_changes_are_found_in_the_order_of_play(story: Story) -> None:
    up, down = changing(story, better=True), changing(story, better=False)
    found = turning_points(story, stepping(story, (up, 0.3), (down, -0.4)))
    assert len(found) <= MOST
    assert [turn.first for turn in found] == sorted(turn.first for turn in found)
    rise = next(turn for turn in found if turn.first == story.moments[up].n)
    fall = next(turn for turn in found if turn.first == story.moments[down].n)
    assert (round(rise.change, 6), rise.side) == (0.3, 0)
    assert (round(fall.change, 6), fall.side) == (-0.4, 1)


def test_a_chance_that_goes_against_all_that_happened_is_no_turning_point(story: Story) -> None:
    """Nobody is told that a battle favoured him in which he lost."""
    up, down = changing(story, better=True), changing(story, better=False)
    found = turning_points(story, stepping(story, (up, -0.3), (down, 0.3)))
    assert all(turn.deed.change * turn.change > 0 for turn in found if abs(turn.change) > 0.1)


def test_the_end_of_a_game_is_a_turning_point_by_its_result(story: Story) -> None:
    last = len(story.moments) - 2
    for change in (-0.5, 0.5):
        (turn,) = (turn for turn in turning_points(story, stepping(story, (last, change))) if turn.change)
        assert (turn.change, turn.last) == (change, len(story.picks))


def test_dice_that_no_judgement_sees_may_turn_a_game_and_are_told_alone(story: Story) -> None:
    chits = [
        n
        for n, (a, b) in enumerate(itertools.pairwise(story.moments))
        if a.label.endswith("Chit") and b.n == a.n + 1 and a.value == b.value and b is not story.moments[-1]
    ]
    (turn,) = (turn for turn in turning_points(story, stepping(story, (chits[-1], 0.3))) if turn.change)
    assert [pick.n for pick in turn.deed.picks] == [story.moments[chits[-1] + 1].n]
    assert [text.startswith("The cup gives") for _, text in turn.told] == [True]


def test_the_battle_of_another_phase_is_not_told_again(story: Story) -> None:
    moves = [
        (n, start.n)
        for n, (start, end) in enumerate(itertools.pairwise(story.moments))
        if start.label.endswith("activation") and end.value > start.value
    ]
    found = turning_points(story, stepping(story, *((n, 0.1) for n, _ in moves)))
    turns = [turn for turn in found if turn.first in {start for _, start in moves}]
    assert turns
    assert all(turn.deed.picks[0].n > turn.first for turn in turns)


def test_a_flat_curve_leaves_the_greatest_changes_of_the_position(story: Story) -> None:
    found = turning_points(story, sure(*[0.99] * len(story.moments)))
    assert len(found) == MOST
    gains = sorted(
        (abs(b.value - a.value) for a, b in zip(story.moments[2:], story.moments[3:], strict=False)), reverse=True
    )
    assert max(abs(turn.gain) for turn in found) == gains[0]
    assert all((turn.gain > 0) == (turn.side == 0) for turn in found)


def test_what_happened_is_told_with_rule_numbers_and_dice(story: Story) -> None:
    found = turning_points(story, sure(*[0.5] * len(story.moments)))
    assert any(turn.strokes for turn in found)
    for turn in found:
        assert turn.told
        assert any(rule for rule, _ in turn.told)
        assert len(turn.told) == len(set(turn.told))


def test_the_map_is_shown_as_it_was(story: Story) -> None:
    turn = next(turn for turn in turning_points(story, sure(*[0.5] * len(story.moments))) if turn.spaces)
    atlas = Atlas(story)
    window = atlas.window(turn.at, turn.spaces, "The map")
    assert 'href="#board"' in window
    assert 'class="ring"' in window
    assert "layer counters" in window
    assert 'id="board"' in atlas.sheet()
    session = Session.resume(story.game, story.log)
    assert state_at(story, turn.at).digest() == session.at(turn.at).digest()


def test_a_game_that_was_given_up_says_so() -> None:
    game = find_game("tinybeach")
    log = golden("tinybeach")
    log.cut(60)
    log.close(Ending(end="", winner="Allied", resigned="German"))
    story = tell(game, log)
    assert story.over
    shares = [0.5] * (len(story.moments) - 1)
    assert all(not turn.change for turn in turning_points(story, sure(*shares, 1.0))), "no deed is blamed for it"
    text = page.page(story, Curve(sure(*[0.5] * len(story.moments)), "planner", 1, 1))
    assert "German gave up" in text
    assert "not finished" not in text


def test_the_chance_of_a_game_that_was_given_up_ends_with_the_winner(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bocage.review.chances._play_on", lambda *_: 0)
    for winner, loser, share in (("Allied", "German", 1.0), ("German", "Allied", 0.0)):
        log = golden("tinybeach")
        log.cut(60)
        log.close(Ending(end="", winner=winner, resigned=loser))
        _, curve = measure(find_game("tinybeach"), log, games=1)
        assert curve.chances[-1] == Chance(share, share, share)
        assert all(0 < chance.share < 1 for chance in curve.chances[:-1])


def test_names_from_a_log_are_text_not_markup() -> None:
    game, log = find_game("tinybeach"), golden("tinybeach")
    log.header = msgspec.structs.replace(log.header, seats={"Allied": "<script>alert(1)</script>", "German": "x"})
    story = tell(game, log)
    text = page.page(story, Curve(sure(*[0.5] * len(story.moments)), "planner", 1, 1))
    assert "<script" not in text
    assert "&lt;script&gt;" in text


def test_an_entry_that_is_not_exact_says_so_on_the_page_and_in_the_figures(story: Story) -> None:
    first, *others = story.strokes
    bounded = msgspec.structs.replace(story, strokes=[msgspec.structs.replace(first, about=True), *others])
    curve = Curve(sure(*[0.5] * len(story.moments)), "planner", 1, 1)
    luck = f"{abs(float(first.luck)):.2f} for"
    assert f"<td>about {luck}" in page.page(bounded, curve)
    assert f"in 1 of {len(story.strokes)} entries" in page.page(bounded, curve)
    assert "<td>about " not in page.page(story, curve)
    assert [stroke["about"] for stroke in data(bounded, curve)["ledger"]] == [True] + [False] * len(others)


def test_the_line_of_luck_leaves_the_names_of_the_sides_free(story: Story) -> None:
    first, second = (msgspec.structs.replace(story.strokes[0], actual=value) for value in (40, -40))
    for luck in (first, second):
        drawn = luck_plot(msgspec.structs.replace(story, strokes=[luck]))
        lines = re.findall(r'<path d="(M [^"]*)"[^>]*stroke: #2b2a27; stroke-width: 1.6', drawn)
        heights = [float(y) for line in lines for y in re.findall(r"[ML] [\d.]+ ([\d.]+)", line)]
        place = {text: float(y) for y, text in re.findall(r'<text [^>]*y="([\d.]+)"[^>]*>([^<]+)</text>', drawn)}
        assert min(heights) > place["luck of Allied"]
        assert max(heights) < place["luck of German"] - 10  # a name stands on its line, ten high


def test_the_numbers_on_the_curve_leave_the_names_of_the_sides_free(story: Story) -> None:
    for share in (0.0, 1.0):
        chances = sure(*[share] * len(story.moments))
        drawn = chance_plot(story, chances, turning_points(story, chances))
        place = {text: float(y) for y, text in re.findall(r'<text [^>]*y="([\d.]+)"[^>]*>([^<]+)</text>', drawn)}
        below, above = place["Allied"], place["German"] - 10  # a name stands on its line, ten high
        assert below < place["1"] - 10
        assert above > place["1"] + 5
