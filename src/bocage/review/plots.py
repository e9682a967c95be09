"""The plots of a review: SVG with text that stays text, and words for those who cannot see them."""

import io
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from html import escape
from typing import TYPE_CHECKING, Any

from bocage.kernel.game import Game
from bocage.review.chances import Chance
from bocage.review.story import Story
from bocage.review.turns import Turn, has_begun
from bocage.review.worth import POINTS

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

BLUE, RUST = "#1f5a96", "#b4511f"
"""The two sides: colours that can be told apart however one sees colours."""
INK, FAINT, PAPER = "#2b2a27", "#8d877a", "none"
WIDTH = 9.6
MEASURED = "DejaVu Sans"
"""The typeface that comes with matplotlib, by which it measures; readers see the one of their own system."""
STYLE: Any = {"svg.fonttype": "none", "svg.hashsalt": "bocage", "font.family": [MEASURED], "font.size": 10}
FACES = "system-ui, 'Liberation Sans', Arial, sans-serif"


class NoPlots(RuntimeError):
    """The drawing library is not installed."""


def need_plots() -> None:
    """Raise `NoPlots` if the drawing library is not installed."""
    try:
        import matplotlib.figure  # noqa: F401 - only whether it is there
    except ImportError:
        raise NoPlots("the review draws with matplotlib: pip install 'bocage[lab]'") from None


@contextmanager
def styled() -> Iterator[None]:
    """The settings under which a plot is made and written; other drawing code keeps its own."""
    need_plots()
    import matplotlib as mpl

    with mpl.rc_context(STYLE):
        yield


def colours(game: Game) -> tuple[str, str]:
    """The first and the second side's, as in a report."""
    paints = {"blue": BLUE, "rust": RUST}
    first, second = (paints.get(side.colour, INK) for side in game.belligerents[:2])
    return first, second


@styled()
def chance_plot(story: Story, chances: Sequence[Chance], turns: Sequence[Turn]) -> str:
    """The win chance of the first side, with its interval and the turning points."""
    figure, axes = _figure(3.5)
    paints = colours(story.game)
    picks = [moment.n for moment in story.moments]
    share = [100 * chance.share for chance in chances]
    low, high = [100 * chance.low for chance in chances], [100 * chance.high for chance in chances]
    axes.fill_between(picks, low, high, color=FAINT, alpha=0.18, linewidth=0)
    axes.axhline(50, color=FAINT, linewidth=0.8, dashes=(4, 3))
    for side, (sign, colour) in enumerate(zip((1, -1), paints, strict=True)):
        axes.fill_between(
            picks, 50, share, where=[sign * (s - 50) >= 0 for s in share], interpolate=True, color=colour, alpha=0.22
        )
        y, anchor = (0.985, "top") if side == 0 else (0.015, "bottom")
        name = story.game.sides[side]
        axes.text(0.008, y, name, transform=axes.transAxes, va=anchor, color=colour, fontweight="bold")
    axes.plot(picks, share, color=INK, linewidth=1.8, solid_joinstyle="round")
    for number, turn in enumerate(turns, start=1):
        colour = paints[turn.side]
        axes.plot(
            [turn.last],
            [100 * turn.after],
            "o",
            color=colour,
            markersize=15,
            markeredgecolor="white",
            zorder=5,
            clip_on=False,
        )
        axes.text(turn.last, 100 * turn.after, str(number), color="white", ha="center", va="center", zorder=6, size=9)
    axes.set_ylim(-14, 114)  # the names stand beyond certainty, where neither the line nor its numbers come
    axes.set_yticks([0, 25, 50, 75, 100], ["0 %", "25 %", "50 %", "75 %", "100 %"])
    _turn_axis(story, axes)
    first = story.game.sides[0]
    text = (
        f"The chance of {first} to win goes from {share[0]:.0f} % at the start to {share[-1]:.0f} % at the end; "
        f"it lies between {min(share):.0f} % and {max(share):.0f} %."
    )
    return _svg(figure, f"Win chance of {first}", text)


@styled()
def position_plot(story: Story) -> str:
    """How the position stood, by the game's own judgement; set-up and plans before the first turn are left out."""
    figure, axes = _figure(2.3)
    moments = [moment for moment in story.moments if has_begun(moment)] or story.moments
    picks, values = [moment.n for moment in moments], [moment.value for moment in moments]
    axes.plot(picks, values, color=INK, linewidth=1.6, solid_joinstyle="round")
    if min(values) < 0 < max(values):
        axes.axhline(0, color=FAINT, linewidth=0.8)
    axes.set_ylabel(POINTS, color=FAINT)
    axes.margins(y=0.2)  # room for the name above the line
    _turn_axis(story, axes)
    first = story.game.sides[0]
    paint = colours(story.game)[0]
    axes.text(0.008, 0.96, f"↑ {first}", transform=axes.transAxes, va="top", color=paint, fontweight="bold")
    words = f"It goes from {values[0]:+.0f} to {values[-1]:+.0f} {POINTS} for {first}."
    return _svg(figure, f"The position of {first} in {POINTS}", words)


@styled()
def luck_plot(story: Story) -> str:
    """The luck of the first side, added up roll by roll."""
    figure, axes = _figure(3.0)
    paints = colours(story.game)
    picks, total = [0], [0.0]
    for stroke in story.strokes:
        picks += [stroke.n, stroke.n]
        total += [total[-1], total[-1] + float(stroke.luck)]
    picks.append(len(story.picks))
    total.append(total[-1])
    axes.axhline(0, color=FAINT, linewidth=0.8)
    for sign, colour in zip((1, -1), paints, strict=True):
        axes.fill_between(
            picks, 0, total, where=[sign * t >= 0 for t in total], interpolate=True, color=colour, alpha=0.22
        )
    axes.plot(picks, total, color=INK, linewidth=1.6)
    reach = max(1.0, max(map(abs, total)) * 1.35)  # room for the names beyond the line
    axes.set_ylim(-reach, reach)
    for side, y, anchor in ((0, 0.96, "top"), (1, 0.04, "bottom")):
        text = f"luck of {story.game.sides[side]}"
        axes.text(0.008, y, text, transform=axes.transAxes, va=anchor, color=paints[side], fontweight="bold")
    axes.yaxis.set_major_formatter(lambda value, _: f"{abs(value):g}")
    axes.set_ylabel(POINTS, color=FAINT)
    _turn_axis(story, axes)
    lucky = story.game.sides[0 if total[-1] >= 0 else 1]
    words = (
        f"After {len(story.strokes)} rolls that mattered, luck stands {abs(total[-1]):.1f} {POINTS} in favour of"
        f" {lucky}."
    )
    return _svg(figure, "Luck, added up over the game", words)


def _figure(height: float) -> "tuple[Figure, Axes]":
    from matplotlib.figure import Figure

    figure = Figure(figsize=(WIDTH, height), layout="constrained", facecolor=PAPER)
    axes = figure.add_subplot(facecolor=PAPER)
    for edge in ("top", "right", "left"):
        axes.spines[edge].set_visible(False)
    axes.spines["bottom"].set_color(FAINT)
    axes.tick_params(length=0, colors=INK, labelcolor=INK)
    axes.grid(axis="y", color=FAINT, alpha=0.25, linewidth=0.6)
    return figure, axes


def _turn_axis(story: Story, axes: Any) -> None:
    """The turns along the bottom: where each begins, by number of picks."""
    begins: dict[str, int] = {}
    for pick in story.picks:
        begins.setdefault(pick.trail[0], pick.n - 1)
    last = max(1, len(story.picks))
    ticks, names, free = [], [], -1.0
    for name, n in begins.items():
        if n / last >= free:
            ticks.append(n)
            names.append(name)
            free = n / last + 0.011 * len(name) + 0.012
    for n in begins.values():
        axes.axvline(n, color=FAINT, alpha=0.25, linewidth=0.6)
    axes.set_xticks(ticks, names, ha="left")
    axes.set_xlim(0, last)


def _svg(figure: "Figure", title: str, text: str) -> str:
    """The drawing as a part of a page, with a name and a description."""
    out = io.StringIO()
    figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
    drawing = out.getvalue()
    drawing = drawing[drawing.index("<svg") :]
    drawing = re.sub(r"<metadata>.*?</metadata>", "", drawing, flags=re.DOTALL)
    drawing = drawing.replace(f"'{MEASURED}'", FACES)
    head, _, rest = drawing.partition(">")
    head = re.sub(r' (?:width|height)="[^"]*"', "", head)
    salt = f"{sum(title.encode()) % 997}-"
    rest = re.sub(r'(id="|url\(#|href="#)', rf"\g<1>{salt}", rest)
    label = f"<title>{escape(title)}</title><desc>{escape(text)}</desc>"
    return f'{head} role="img" aria-label="{escape(title)}. {escape(text)}">{label}{rest}'
