"""The luck ledger as a part of the page: in words, as a plot, and roll by roll."""

from collections.abc import Sequence
from fractions import Fraction
from html import escape

from bocage.review.episodes import Episodes
from bocage.review.luck import Stroke
from bocage.review.plots import luck_plot
from bocage.review.story import Story
from bocage.review.worth import POINTS, unit

STROKES = 8
"""How many strokes of luck are told in words."""


def name_of(story: Story, side: int) -> str:
    """A side in its colour."""
    return f'<span class="{css(side)}">{escape(story.game.sides[side])}</span>'


def css(side: int) -> str:
    """The class of a side's colour."""
    return ("first", "second")[side]


def ledger(story: Story) -> str:
    """The section of the page."""
    if not story.strokes:
        return f"<section><h2>The luck ledger</h2><p>No roll mattered.</p>{_left_out(story)}</section>"
    first, second = (escape(side) for side in story.game.sides[:2])
    rows = [_row(story, stroke) for stroke in story.strokes]
    head = ("Pick", "Where", "Roll", "Came", f"Expected ({story.game.sides[0]})", "Actual", "Luck", "As lucky")
    largest = sorted(story.strokes, key=lambda stroke: -abs(stroke.luck))[:STROKES]
    greatest = [_row(story, stroke) for stroke in largest]
    strokes = table(f"The greatest strokes of luck, in {POINTS}", head, greatest, numbers=(0, 4, 5, 7))
    every = table(f"Every roll that mattered, in {POINTS}", head, rows, numbers=(0, 4, 5, 7))
    whole = f"<details><summary>The whole ledger: {len(rows)} rolls</summary>{every}</details>"
    added_up = plot(luck_plot(story), f"Luck added up roll by roll, in {POINTS}.")
    return (
        "<section><h2>The luck ledger</h2>"
        "<p>Each roll is worth, before it falls, the mean over all its cases; what came of it, less that mean, is"
        f" luck. It is counted in {escape(unit(story.game))} Expected and actual are told for {first}; what"
        f" {first} gains, {second} loses.</p>"
        f"{added_up}{_kinds(story)}{_left_out(story)}{strokes}{whole}</section>"
    )


def _left_out(story: Story) -> str:
    """The rolls without an entry, and why."""
    if not story.silent:
        return ""
    kinds = ", ".join(f"{kind} ({many})" for kind, many in story.silent.most_common())
    return (
        f"<p><b>Not in the ledger:</b> {escape(kinds)}. After these rolls the game judges the position the same"
        " whatever came up. Some changed nothing. Others tell later, as a card or the order of moves does: by what the"
        " sides make of them, and that is play, which is not weighed here.</p>"
    )


def _about(stroke: Stroke) -> str:
    return "about " if stroke.about else ""


def _kinds(story: Story) -> str:
    """Luck by kind of roll, and for each side in all."""
    kinds: dict[str, list[Stroke]] = {}
    for stroke in story.strokes:
        kinds.setdefault(stroke.kind, []).append(stroke)
    order = sorted(kinds, key=lambda kind: -abs(sum((stroke.luck for stroke in kinds[kind]), Fraction(0))))
    rows = []
    for kind in order:
        total = sum((stroke.luck for stroke in kinds[kind]), Fraction(0))
        rows.append((kind[:1].upper() + kind[1:], str(len(kinds[kind])), _signed(total), _signed(-total)))
    total = sum((stroke.luck for stroke in story.strokes), Fraction(0))
    foot = ("In all", str(len(story.strokes)), _signed(total), _signed(-total))
    head = ("Kind of roll", "Rolls", *(f"Luck of {side}" for side in story.game.sides[:2]))
    return table(f"Luck by kind of roll, in {POINTS}", head, rows, numbers=(1, 2, 3), foot=foot)


def _row(story: Story, stroke: Stroke) -> tuple[str, ...]:
    side = story.game.sides[0 if stroke.luck > 0 else 1]
    where = " > ".join(stroke.trail[:-1])
    luck = f"{_about(stroke)}{abs(float(stroke.luck)):.2f} for {side}"
    values = (f"{float(stroke.expected):+.2f}", f"{float(stroke.actual):+.2f}")
    return (str(stroke.n), where, stroke.what, stroke.rolled.partition(" ")[2], *values, luck, _odds(stroke.chance()))


def further(story: Story) -> str:
    """What is done with the other rolls of a battle."""
    if Episodes(story.game).likeliest:
        return "is taken to come out as it does most often, as the dice of one battle have millions of cases together"
    return "counts with the mean over all its cases"


def bounded(story: Story) -> str:
    """What is not exact, if anything."""
    many = sum(stroke.about for stroke in story.strokes)
    if not many:
        return ""
    return (
        f" Only where the luck is marked “about” (in {many} of {len(story.strokes)} entries) there were too many ways"
        " for that, and the rest of the episode was taken to go as it most likely does."
    )


def stroke_words(story: Story, stroke: Stroke) -> str:
    """One roll in a sentence."""
    side = 0 if stroke.luck > 0 else 1
    return (
        f"{escape(stroke.what[:1].upper() + stroke.what[1:])}, {escape(stroke.rolled)}:"
        f" {_about(stroke)}{abs(float(stroke.luck)):.2f} points of luck for {name_of(story, side)}"
        f" ({_odds(stroke.chance())} to do as well)"
    )


def plot(drawing: str, caption: str) -> str:
    """A plot with words below; where the page is narrow it can be scrolled by itself, so that it stays readable."""
    window = f'<div class="wide" tabindex="0" role="group" aria-label="Plot">{drawing}</div>'
    return f'<figure class="plot">{window}<figcaption>{caption}</figcaption></figure>'


def table(
    caption: str,
    head: Sequence[str],
    rows: Sequence[Sequence[str]],
    *,
    numbers: Sequence[int],
    foot: Sequence[str] = (),
) -> str:
    """A table that can be scrolled by itself; `numbers` are the columns of numbers."""

    def line(cells: Sequence[str], tag: str) -> str:
        made = (
            f"<{tag}{' class=n' if n in numbers else ''}{' scope=col' if tag == 'th' else ''}>{escape(cell)}</{tag}>"
            for n, cell in enumerate(cells)
        )
        return f"<tr>{''.join(made)}</tr>"

    body = "".join(line(row, "td") for row in rows)
    end = f"<tfoot>{line(foot, 'td')}</tfoot>" if foot else ""
    return (
        f'<div class="table" tabindex="0" role="region" aria-label="{escape(caption)}"><table>'
        f"<caption>{escape(caption)}</caption><thead>{line(head, 'th')}</thead><tbody>{body}</tbody>{end}</table></div>"
    )


def _signed(value: Fraction) -> str:
    return f"{float(value):+.2f}"


def _odds(chance: Fraction) -> str:
    """A chance as people say it: `1 in 6`, `2 in 3`."""
    if chance.denominator <= 36:
        return f"{chance.numerator} in {chance.denominator}"
    return f"{100 * float(chance):.1f} %" if chance >= Fraction(1, 1000) else "under 0.1 %"
