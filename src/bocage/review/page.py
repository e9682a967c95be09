"""The review as one HTML file that needs nothing else: no script, no font, no picture from anywhere."""

from collections.abc import Sequence
from html import escape
from importlib.resources import files

from bocage.kernel.ids import Side
from bocage.kernel.points import written
from bocage.review.chances import Chance, Curve
from bocage.review.ledger import bounded, css, further, ledger, name_of, plot, stroke_words, table
from bocage.review.pictures import Atlas
from bocage.review.plots import chance_plot, colours, position_plot
from bocage.review.story import Story, points
from bocage.review.turns import LEAST, Turn, has_begun, turning_points
from bocage.review.worth import PLACES, POINTS, unit

NOUGHT = "0.0"
ONE_SIDED = 0.95
"""A curve that never leaves these heights says nothing more."""


def page(story: Story, curve: Curve) -> str:
    """The whole review."""
    turns = turning_points(story, curve.chances)
    atlas = Atlas(story)
    parts = [
        _head(story),
        _facts(story, curve.chances),
        _chances(story, curve, turns),
        _turns(story, turns, atlas),
        ledger(story),
        _method(story, curve),
    ]
    style = files("bocage.review").joinpath("page.css").read_text(encoding="utf-8")
    first, second = colours(story.game)
    style += f":root {{ --first: {first}; --second: {second} }}"
    title = escape(_title(story))
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Review: {title}</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{style}</style></head>'
        f"<body>{atlas.sheet() if turns else ''}<main>{''.join(parts)}</main></body></html>\n"
    )


def _title(story: Story) -> str:
    return story.game.titled(story.log.header.scenario)


def _head(story: Story) -> str:
    seats = " against ".join(
        f"{escape(story.log.header.seats.get(side, '') or side)}"
        + (f" ({escape(side)})" if story.log.header.seats.get(side) else "")
        for side in story.game.sides
    )
    result = _result(story)
    notice = f'<p class="notice">{_notice(story)}</p>' if story.note or not story.over else ""
    return (
        f'<header><p class="over">After-game review · {escape(_title(story))}</p>'
        f"<h1>{escape(result)}</h1><p class='lead'>{seats}. {_summary(story)}</p>{notice}</header>"
    )


def _notice(story: Story) -> str:
    """Why the review does not reach the end of the game."""
    where = escape(story.game.where(story.final))
    if story.note:
        far = f"The review goes as far as our rules follow the game: {len(story.picks)} picks ({where})."
        return f"{far} {escape(story.note[0].upper() + story.note[1:])}."
    far = f"This game is not finished: the review goes as far as its log does ({where})."
    return f"{far} It shows what both sides hide."


def _result(story: Story) -> str:
    """How the game ended, in the game's own words."""
    if story.ended:
        return story.ended
    if story.result is not None:
        return story.result.level
    return "The game is over" if story.over else "Not finished"


def _summary(story: Story) -> str:
    """The game's luck in a sentence."""
    if not story.strokes:
        return "No roll of the dice mattered."
    luck = points(story, Side(0))
    lucky, unlucky = (0, 1) if luck >= 0 else (1, 0)
    best = max(story.strokes, key=lambda stroke: abs(stroke.luck))
    sides = story.game.sides
    for_whom = sides[0] if best.luck > 0 else sides[1]
    return (
        f"Of {story.rolls} rolls {len(story.strokes)} mattered. In all the dice favoured {name_of(story, lucky)} over"
        f" {name_of(story, unlucky)} by {abs(luck):.1f} {POINTS}; the greatest stroke of luck,"
        f" {abs(float(best.luck)):.1f} for {escape(for_whom)}, was the {escape(best.what)} at pick {best.n}."
    )


def _facts(story: Story, chances: Sequence[Chance]) -> str:
    first = chances[0]
    luck = points(story, Side(0))
    turns = list(dict.fromkeys(pick.trail[0] for pick in story.picks))
    score = story.final.outcome.score if story.final.outcome else ()
    facts = [
        (
            f"{100 * first.share:.0f} %",
            f"chance of {story.game.sides[0]} when the game began ({100 * first.low:.0f} to {100 * first.high:.0f} %)",
        ),
        (f"{abs(luck):.1f}", f"{POINTS}: luck of {story.game.sides[0 if luck >= 0 else 1]} over the whole game"),
        (f"{len(story.picks):,}", f"picks, {story.rolls} of them by the dice"),
        (turns[-1] if turns else "–", "where it ended"),
    ]
    if len(score) > 1:
        names = " : ".join(story.game.sides[:2])
        facts.insert(0, (f"{written(score[0])} : {written(score[1])}", f"victory points, {names}"))
    cells = "".join(f"<li><b>{escape(value)}</b><span>{escape(text)}</span></li>" for value, text in facts)
    return f'<ul class="facts">{cells}</ul>'


def _chances(story: Story, curve: Curve, turns: Sequence[Turn]) -> str:
    rows = [
        (
            moment.label,
            str(moment.n),
            _percent(chance.share),
            f"{_percent(chance.low)} to {_percent(chance.high)}",
            _points(moment.value) if has_begun(moment) else "–",
        )
        for moment, chance in zip(story.moments, curve.chances, strict=True)
    ]
    first = escape(story.game.sides[0])
    caption = (
        f"The line is the chance of {first}. The grey band is how far the line itself may be off (95 %) because few"
        " games were played on; it says nothing about how well they were played. Numbers mark the turning points."
    )
    if all(max(chance.share, 1 - chance.share) > ONE_SIDED for chance in curve.chances):
        caption += " Played on, the game was won by one side from everywhere: the scenario, or the play, is one-sided."
    judged = f"How the position of {first} stood, in {escape(unit(story.game))}"
    head = ("Moment", "Pick", "Chance", "Band (95 %)", "Position")
    values = table(f"Win chance of {story.game.sides[0]}, and position in {POINTS}", head, rows, numbers=(1, 2, 3, 4))
    return (
        "<section><h2>Who was winning</h2>"
        f"{plot(chance_plot(story, curve.chances, turns), caption)}{plot(position_plot(story), judged)}"
        f"<details><summary>The same as a table</summary>{values}</details></section>"
    )


def _turns(story: Story, turns: Sequence[Turn], atlas: Atlas) -> str:
    if not turns:
        return "<section><h2>Turning points</h2><p>No single moment changed the win chance by much.</p></section>"
    items = "".join(_turn(story, number, turn, atlas) for number, turn in enumerate(turns, start=1))
    return f'<section><h2>Turning points</h2><ol class="points">{items}</ol></section>'


def _turn(story: Story, number: int, turn: Turn, atlas: Atlas) -> str:
    side = turn.side
    gain = turn.gain if side == 0 else -turn.gain
    before, after = (turn.before, turn.after) if side == 0 else (1 - turn.before, 1 - turn.after)
    moved = [f"{_percent(before)} → {_percent(after)}"] if abs(turn.change) >= LEAST else []
    if _points(gain) != NOUGHT:
        moved.append(f"{_points(gain)} {POINTS} in this phase")
    swing = ", ".join(moved)
    first, last = turn.deed.picks[0].n, turn.at
    picks = f"Pick {last}." if first == last else f"Picks {first} to {last}."
    told = "".join(f"<li>{escape(text)}{_rule(rule)}</li>" for rule, text in turn.told)
    luck = "".join(f"<li>{stroke_words(story, stroke)}</li>" for stroke in turn.strokes[:3])
    title = escape(f"{turn.deed.picks[0].trail[0]}: {turn.deed.title}")
    return (
        f'<li><div><h3><span class="number {css(side)}">{number}</span>{title}</h3>'
        f'<p class="swing {css(side)}">{escape(story.game.sides[side])} {swing}</p>'
        f'<ul class="told">{told}</ul>'
        + (f'<p class="small">The dice:</p><ul class="told small">{luck}</ul>' if luck else "")
        + f'<p class="small">{picks}</p></div>'
        f"<div>{atlas.window(turn.at, turn.spaces, f'The map after pick {turn.at}')}</div></li>"
    )


def _rule(rule: str) -> str:
    return f' <span class="rule">[{escape(rule)}]</span>' if rule else ""


def _method(story: Story, curve: Curve) -> str:
    who = "following the advice of the game's planner" if curve.policy == "planner" else "picking at random"
    played = (
        f"The win chance comes from {curve.outsets * curve.games} games played on to the end from {curve.outsets}"
        f" moments of this one, both sides {who}. Their results are read together: the chance follows the game's own"
        " judgement of the positions, and also drifts with what that does not see. It is an estimate, and as good as"
        " that play."
        if curve.outsets
        else "The log is too short to play on from."
    )
    return (
        f"<footer><h2>How this was worked out</h2><p>{played}</p>"
        "<p>The luck ledger is exact. Every case of every roll was carried out on a copy of the position and followed"
        " until the battle, landing or drop that the roll belongs to was over, but not into the next. A further roll on"
        f" the way {further(story)}; a side that chooses takes, of all its options, the one after"
        f" which it stands best at once. There the position was judged, to {PLACES} decimal places, and from there on"
        f" everything is a sum of fractions.{bounded(story)} Over many games the expected luck is zero, whoever"
        " plays.</p><p>Made by Bocage from the log of the game alone.</p></footer>"
    )


def _points(value: float) -> str:
    """Points with their sign; zero has none."""
    return NOUGHT if abs(value) < 0.05 else f"{value:+.1f}"


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"
