"""Plots as SVG for a page: quiet axes, the side's colour, and text that the page's own font sets."""

import io
import re
from collections.abc import Mapping, Sequence
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator, PercentFormatter

from bocage.games import all_games
from bocage.lab.study import Band, Share, Study

INK, FAINT, GRID = "#222222", "#6b6b6b", "#e4e0d8"
COLOURS = ("blue", "rust", "green", "purple")
SIDES = ("#0072b2", "#d55e00", "#009e73", "#cc79a7")
"""Blue, vermilion, green, pink: told apart however one sees colours."""
DRAW = "#8a8a8a"
ARMS = ("#332288", "#ddcc77", "#117733", "#88ccee", "#882255", "#44aa99")
"""Indigo, sand, green, cyan, wine, teal: told apart however one sees colours, dark and light in turn so that print
keeps them apart too, and none of them the colour of a side.
"""
OTHERS = "#bbbbbb"
RUNS = ("-", "--", ":", "-.")
MARKS = ("", "o", "s", "^")
"""The next four runs have the same lines as the first four, with dots on them; then squares."""
WIDE = 8.4
LEAST = 0.7
"""How much smaller than drawn a plot may be shown: its words can still be read."""
STYLE: Any = {
    "svg.fonttype": "none",
    "svg.hashsalt": "bocage",
    "font.size": 10,
    "text.color": INK,
    "axes.labelcolor": FAINT,
    "axes.edgecolor": "#b5b0a6",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.titlesize": 10.5,
    "axes.titlelocation": "left",
    "xtick.color": FAINT,
    "ytick.color": FAINT,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "grid.color": GRID,
    "figure.facecolor": "none",
    "axes.facecolor": "none",
}


def colour(study: Study, side: str) -> str:
    """The colour of a side, as its game has it; for a game that is no longer here, by its place."""
    if side not in study.sides:
        return DRAW
    number = study.sides.index(side)
    game = all_games().get(study.settings.game)
    return SIDES[COLOURS.index(game.belligerents[number].colour) if game else number % len(SIDES)]


def drawn(figure: Figure) -> str:
    """A figure as an element for a page, without anything that a page does not need."""
    buffer = io.StringIO()
    figure.savefig(buffer, format="svg", bbox_inches="tight", pad_inches=0.04, metadata={"Date": None, "Creator": None})
    text = buffer.getvalue()
    text = text[text.index("<svg") :]
    text = re.sub(r"<metadata>.*?</metadata>|<style[^>]*>.*?</style>|<!--.*?-->", "", text, flags=re.DOTALL)
    text = re.sub(
        r'<svg ([^>]*?)(?:width|height)="[^"]*"\s*([^>]*?)(?:width|height)="[^"]*"', r"<svg \1\2", text, count=1
    )
    size = re.search(r'viewBox="0 0 ([\d.]+) ', text)
    width = float(size[1]) * 4 / 3 if size else 700.0
    return text.replace("<svg ", f'<svg style="width:{width:.0f}px;--least:{LEAST * width:.0f}px" ', 1)


def figure(rows: int = 1, columns: int = 1, height: float = 2.6, width: float = WIDE) -> tuple[Figure, Any]:
    """An empty figure and its axes."""
    with mpl.rc_context(STYLE):
        made = Figure(figsize=(width, height * rows), layout="constrained")
        axes = made.subplots(rows, columns, squeeze=False)
    return made, axes


def _turns_axis(axes: Axes) -> None:
    axes.set_xlabel("turn")
    axes.xaxis.set_major_locator(MaxNLocator(11, integer=True))
    axes.margins(x=0.02)
    axes.grid(axis="y")


def wins(studies: Sequence[Study]) -> str:
    """Each side's share of the games with its interval, run by run."""
    rows = [(study, share) for study in studies for share in study.wins]
    with mpl.rc_context(STYLE):
        made, grid = figure(height=0.55 + 0.34 * len(rows))
        axes: Axes = grid[0][0]
        for y, (study, share) in enumerate(rows):
            paint = colour(study, share.name)
            axes.plot([share.low, share.high], [y, y], color=paint, lw=6, alpha=0.35, solid_capstyle="butt")
            axes.plot([share.share], [y], "o", color=paint, ms=7, clip_on=False)  # none and all are on the frame
            words = f"{share.share:.0%}  ({share.low:.0%} to {share.high:.0%})"
            axes.annotate(words, (1.02, y), xycoords=("axes fraction", "data"), va="center")
        names = [share.name if len(studies) == 1 else f"{study.label}: {share.name}" for study, share in rows]
        axes.set_yticks(range(len(rows)), names)
        axes.set_xlim(0, 1)
        axes.set_ylim(len(rows) - 0.4, -0.6)
        axes.axvline(0.5, color=FAINT, lw=0.8, ls=":")
        axes.xaxis.set_major_formatter(PercentFormatter(1.0))
        axes.grid(axis="x")
        axes.tick_params(axis="y", length=0, pad=9)
        return drawn(made)


def levels(study: Study) -> str:
    """How often each result came out."""
    rows = study.levels
    with mpl.rc_context(STYLE):
        made, grid = figure(height=0.5 + 0.3 * len(rows))
        axes: Axes = grid[0][0]
        for y, (share, winner) in enumerate(rows):
            axes.barh(y, share.share, 0.62, color=colour(study, winner))
            axes.annotate(f"{share.share:.0%}", (share.share, y), (5, 0), textcoords="offset points", va="center")
        axes.set_yticks(range(len(rows)), [share.name for share, _ in rows])
        axes.set_ylim(len(rows) - 0.4, -0.6)
        axes.set_xlim(0, min(1.0, max(share.share for share, _ in rows) * 1.15 + 0.02))
        axes.xaxis.set_major_formatter(PercentFormatter(1.0, 0))
        axes.grid(axis="x")
        axes.tick_params(axis="y", length=0)
        return drawn(made)


def _band(axes: Axes, band: Band, paint: str) -> None:
    axes.fill_between(band.turns, band.low, band.high, color=paint, alpha=0.18, lw=0)
    axes.plot(band.turns, band.middle, color=paint, lw=2)


def _name_ends(axes: Axes, ends: Sequence[tuple[str, float, float, str]]) -> None:
    """Write the names at the ends of their lines (name, x, y, colour), one above the other where they would overlap."""
    low, high = axes.get_ylim()
    made = axes.get_figure()
    assert isinstance(made, Figure)
    tall = made.get_figheight() - 0.55  # inches, less what is below the axis; a line of text needs 0.19
    gap, below = 0.19 / tall * (high - low), low - (high - low)
    for name, x, y, paint in sorted(ends, key=lambda end: end[2]):
        below = max(y, below + gap)
        axes.annotate(name, (x, below), (7, 0), textcoords="offset points", va="center", color=paint)


def points(study: Study) -> str:
    """Victory points over the turns."""
    with mpl.rc_context(STYLE):
        made, grid = figure(height=3.0)
        axes: Axes = grid[0][0]
        ends = []
        for side in study.scoring:
            band = study.band(study.of(side, "points"))
            _band(axes, band, colour(study, side))
            ends.append((side, band.turns[-1], band.middle[-1], colour(study, side)))
        axes.set_ylabel("victory points")
        _turns_axis(axes)
        _name_ends(axes, ends)
        return drawn(made)


def compared_points(studies: Sequence[Study], side: str) -> str:
    """The median points of one side in several runs."""
    with mpl.rc_context(STYLE):
        made, grid = figure(height=3.0)
        axes: Axes = grid[0][0]
        for n, study in enumerate(studies):
            band = study.band(study.of(side, "points"))
            line: Any = {"color": colour(study, side), "lw": 2, "ls": RUNS[n % 4], "marker": MARKS[n // 4 % 4], "ms": 5}
            axes.plot(band.turns, band.middle, label=study.label, **line)
        axes.set_ylabel(f"{side} points, median")
        axes.legend(frameon=False, handlelength=3)
        _turns_axis(axes)
        return drawn(made)


def gauges(study: Study) -> str:
    """The game's own gauges as small multiples."""
    names = list(study.gauges)
    rows = -(-len(names) // 2)
    with mpl.rc_context(STYLE):
        made, grid = figure(rows, 2, 2.0)
        for axes, name in zip(grid.flat, names, strict=False):
            axes.set_title(name)
            if name in study.facts:
                turns, shares = study.yes(name)
                _share_line(axes, turns, shares)
            else:
                _band(axes, study.gauges[name], "#4d4d4d")
                axes.set_ylim(0, max(1.0, *study.gauges[name].high) * 1.05)
                axes.yaxis.set_major_locator(MaxNLocator(4, integer=True))
            _turns_axis(axes)
        for axes in list(grid.flat)[len(names) :]:
            axes.set_visible(False)
        return drawn(made)


def _share_line(axes: Axes, turns: list[int], shares: Sequence[Share]) -> None:
    low, high = [share.low for share in shares], [share.high for share in shares]
    axes.fill_between(turns, low, high, color="#4d4d4d", alpha=0.18, lw=0)
    axes.plot(turns, [share.share for share in shares], color="#4d4d4d", lw=2)
    axes.set_ylim(0, 1.02)
    axes.yaxis.set_major_formatter(PercentFormatter(1.0))


def losses(study: Study) -> str:
    """Steps lost in each turn of a mean game by arm, one panel for each side."""
    names = list(study.losses_by_arm)
    paints = dict(zip(names, ARMS, strict=False)) | dict.fromkeys(names[len(ARMS) :], OTHERS)
    words = dict(zip(names, names, strict=True))
    if len(names) > len(ARMS) + 1:  # one entry in the key for all the grey ones; labels that begin with _ get none
        words |= dict.fromkeys(names[len(ARMS) :], "_") | {names[-1]: "other arms"}
    turns = list(study.by_turn)
    columns = min(2, len(study.sides)) if len(turns) <= 12 else 1  # many turns need the whole width
    with mpl.rc_context(STYLE):
        made, grid = figure(-(-len(study.sides) // columns), columns, 2.7)
        for axes, side in zip(grid.flat, study.sides, strict=False):
            below = [0.0] * len(turns)
            for arm, values in study.losses_by_turn(side).items():
                look = {"color": paints[arm], "label": words[arm], "edgecolor": "white", "linewidth": 0.5}
                axes.bar(turns, values, 0.8, below, **look)
                below = [low + more for low, more in zip(below, values, strict=True)]
            axes.set_title(side, color=colour(study, side), fontweight="bold")
            axes.yaxis.set_major_locator(MaxNLocator(5, steps=[1, 2, 5, 10]))
            _turns_axis(axes)
        tallest = max(axes.get_ylim()[1] for axes in grid.flat[: len(study.sides)])
        for axes in grid.flat[: len(study.sides)]:  # the same scale, so that the sides can be compared
            axes.set_ylim(0, tallest)
        for row in grid:
            row[0].set_ylabel("steps lost")
        for axes in grid.flat[len(study.sides) :]:
            axes.set_visible(False)
        key = grid[0][0].get_legend_handles_labels()
        made.legend(*key, loc="outside lower left", ncols=4, frameon=False, handlelength=1.2, columnspacing=2.4)
        return drawn(made)


def arms(study: Study) -> str:
    """Steps lost in a mean game, by arm."""
    rows = list(study.losses_by_arm.items())[:14]
    with mpl.rc_context(STYLE):
        made, grid = figure(height=0.6 + 0.4 * len(rows))
        axes: Axes = grid[0][0]
        for n, side in enumerate(study.sides[:2]):
            offset = (n - 0.5) * 0.36
            values = [by_side[side] for _, by_side in rows]
            axes.barh([y + offset for y in range(len(rows))], values, 0.34, color=colour(study, side), label=side)
        axes.set_yticks(range(len(rows)), [arm for arm, _ in rows])
        axes.invert_yaxis()
        axes.set_xlabel("steps lost in a mean game")
        axes.grid(axis="x")
        axes.tick_params(axis="y", length=0)
        axes.legend(frameon=False, loc="lower right")
        return drawn(made)


def rolls(study: Study, table: str) -> str:
    """How often a table was read, by side and turn."""
    with mpl.rc_context(STYLE):
        made, grid = figure(height=2.2)
        axes: Axes = grid[0][0]
        ends = []
        for side, (turns, times) in study.rolls_by_turn(table).items():
            axes.plot(turns, times, "o-", ms=3.5, color=colour(study, side), lw=1.6)
            ends.append((side, turns[-1], times[-1], colour(study, side)))
        axes.set_ylim(bottom=0)
        axes.set_ylabel("per game")
        _turns_axis(axes)
        _name_ends(axes, ends)
        return drawn(made)


def histogram(values: Sequence[float], label: str, *, whole: bool = False) -> str:
    """How a number is spread over the games."""
    with mpl.rc_context(STYLE):
        made, grid = figure(height=1.9, width=4.0)
        axes: Axes = grid[0][0]
        low, high = min(values), max(values)
        bins: Any = [x - 0.5 for x in range(int(low), int(high) + 2)] if whole and high - low < 60 else 20
        axes.hist(values, bins=bins, color="#7d8a96", rwidth=0.9)
        axes.set_xlabel(label)
        axes.set_ylabel("games")
        axes.xaxis.set_major_locator(MaxNLocator(5, integer=whole))
        axes.yaxis.set_major_locator(MaxNLocator(4, integer=True))
        axes.grid(axis="y")
        return drawn(made)


def thinking(study: Study, by_side: Mapping[str, Sequence[float]]) -> str:
    """The seconds that players thought, over the turns."""
    with mpl.rc_context(STYLE):
        made, grid = figure(height=2.4)
        axes: Axes = grid[0][0]
        ends = []
        for side in by_side:
            band = study.band(study.of(side, "seconds"))
            _band(axes, band, colour(study, side))
            ends.append((side, band.turns[-1], band.middle[-1], colour(study, side)))
        axes.set_ylim(bottom=0)
        axes.set_ylabel("seconds a turn")
        _turns_axis(axes)
        _name_ends(axes, ends)
        return drawn(made)
