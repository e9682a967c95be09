"""The chapters of a report about one run: each a few plots, and captions that say what is seen in them."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from html import escape, unescape
from pathlib import Path
from shlex import quote

from bocage.arena.intervals import wilson
from bocage.lab import plots
from bocage.lab.front import front_map
from bocage.lab.plots import colour
from bocage.lab.study import Study, median, quantile

FEW = 30
"""Below so many games a report says that it knows little."""
OFTEN = 15
"""Rules shown at once; the rest unfolds."""
TABLES = 8
"""Tables shown at once; the rest unfolds."""
MOMENTS = 8
"""Turns by which it is told what had come about."""


def whole(study: Study, name: str) -> str:
    """Every chapter that has something to say."""
    return "".join(
        f'<section id="{name}-{key}"><h2>{word}</h2>{write(study, f"{name}-{key}")}</section>'
        for key, word, has, write in CHAPTERS
        if has(study)
    )


def contents(study: Study) -> list[tuple[str, str]]:
    """The chapters by key and heading."""
    return [(key, word) for key, word, has, _ in CHAPTERS if has(study)]


# --- the chapters ------------------------------------------------------------------------------------


def balance(study: Study, _: str) -> str:
    """Who wins, and by how much."""
    sides = [share for share in study.wins if share.name != "Draw"]
    best = max(sides, key=lambda share: share.share)
    won = sum(share.many for share in sides)
    low, _high = wilson(best.many, won)
    verdict = f"<b>{escape(best.name)}</b> wins {best.share:.0%} of the games ({best.low:.0%} to {best.high:.0%})."
    if low > 1 / len(sides):
        verdict += " With these players the scenario favours that side; chance alone does not explain it."
    else:
        verdict += " That is within what chance explains: these games do not show that either side is favoured."
    if study.many < FEW:
        verdict += f" {study.many} games are few: expect these figures to move."
    caption = (
        f"Share of {study.many:,} games. The dot is what was seen; the band holds the true share in 95 of 100 cases "
        "(Wilson's interval). The dotted line marks one half."
    )
    level = figure(plots.levels(study), "How often each result came out, in the colour of its winner.")
    return f'<p class="lead">{verdict}</p>{figure(plots.wins([study]), caption)}{level}'


def points(study: Study, _: str) -> str:
    """Victory points over time."""
    words = (
        "Victory points at the end of each turn. The line is the median game, the band holds the middle half of the "
        f"games.{_dropping(study)}"
    )
    return figure(plots.points(study), words)


def gauges(study: Study, _: str) -> str:
    """The game's own gauges."""
    words = (
        "At the end of each turn, unless the title says otherwise. Numbers: median and middle half of the games. "
        "Percentages: the share of games in which it is so, with its 95 % interval."
        f"{_dropping(study)}"
    )
    return _reached(study) + figure(plots.gauges(study), words)


def _reached(study: Study) -> str:
    """By which turn something has come about, and how often it is so: for what is either so or not."""
    names = [name for name in study.gauges if study.is_yes_no(name)]
    turns = [turn for turn in study.by_turn if turn]
    if not names or not turns:
        return ""
    columns = turns[:: -(-len(turns) // MOMENTS)]
    rows = []
    for name in names:
        by = study.reached(name)
        rows.append([escape(name), *(_heat(by[turn].share) for turn in columns), f"{study.often(name):.0%}"])
    head = ["by turn", *(str(turn) for turn in columns), "of turns"]
    words = (
        f"In which share of the {study.many:,} games it has been so at the end of a turn by then, also if it was lost "
        "again or the game ended early. Last: the share of all turns in which it is so."
    )
    shown = table(head, rows, "." + "n" * (len(head) - 1), raw=True, kind="shares")
    return f'{shown}<p class="note">{words}</p>'


def front(study: Study, name: str) -> str:
    """The front on the map."""
    first, second = study.sides[:2]
    words = (
        f"Ground held at the end of the turn: the stronger the colour, the more games in which {escape(first)} or "
        f"{escape(second)} was the last to be there. Black dots are spaces in which the sides stood in contact. "
        f"Move the slider, or press Play; point at a space for its figures.{_dropping(study)}"
    )
    return f"<figure>{front_map(study, f'{name}-map')}<figcaption>{words}</figcaption></figure>"


def losses(study: Study, _: str) -> str:
    """Casualties by turn and by arm."""
    totals = []
    for side in study.sides:
        values = study.per_game(study.of(side, "steps_lost"))
        low, high = quantile(values, 25), quantile(values, 75)
        totals.append(
            f"{escape(side)} loses {figures(median(values))} steps in the median game "
            f"(middle half: {figures(low)} to {figures(high)})"
        )
    by_turn = figure(
        plots.losses(study),
        f"Steps lost in each turn of a mean game, by arm: {escape(' and '.join(study.sides))}, to the same scale. "
        f"A counter without steps counts as one.{_dropping(study)}",
    )
    return f"<p>{'; '.join(totals)}.</p>{by_turn}{figure(plots.arms(study), 'The same over the whole game.')}"


def results(study: Study, _: str) -> str:
    """How often each result of each table came up."""
    parts = [_one_table(study, name, counts) for name, counts in _shown_tables(study)]
    at_once = len(parts) if len(parts) <= TABLES + 1 else TABLES
    return "".join(parts[:at_once]) + _folded(f"The other {len(parts) - at_once} tables", "".join(parts[at_once:]))


def _one_table(study: Study, name: str, counts: Counter[tuple[str, str, str]]) -> str:
    """A table: what came out of it, and when it was read."""
    a_game = counts.total() / study.many
    times = f'<p class="note">{figures(a_game)} times in a mean game, {counts.total():,} in all.</p>'
    columns = list(dict.fromkeys(column for column, _, _ in counts if column))
    found = _by_column(study, name, columns) if columns else _by_side(study, name)
    return f"<h3>{escape(name)}</h3>{times}{found}{_rolls(study, name)}"


def _rolls(study: Study, name: str) -> str:
    """When a table was read, if somebody rolls on it in more than one turn and in most games."""
    by_side = study.rolls_by_turn(name)
    if not any(sum(many > 0 for many in times) > 1 for _, times in by_side.values()):
        return ""
    if study.tables[name].total() < study.many:
        return ""
    shares = " and ".join(f"{escape(side)} in {study.turns_with(name, side):.0%}" for side in by_side)
    words = f"How often in each turn of a mean game, by whose roll it was: {shares} of all turns at least once."
    return figure(plots.rolls(study, name), words)


def _shown_tables(study: Study) -> list[tuple[str, Counter[tuple[str, str, str]]]]:
    """Tables with columns first, which are those of combat; then by how often they are read."""
    return sorted(study.tables.items(), key=lambda item: not any(column for column, _, _ in item[1]))


def _by_side(study: Study, name: str) -> str:
    """The results of a table without columns, for each side that rolls on it."""
    counts = study.tables[name]
    who = [side for side in (*study.sides, "") if any(key[2] == side for key in counts)]
    seen: dict[str, int] = {}
    for (_, result, _), times in counts.items():
        seen[result] = seen.get(result, 0) + times
    rows = []
    for result in sorted(seen, key=lambda word: -seen[word]):
        row = [escape(result)]
        for side in who:
            total = sum(times for key, times in counts.items() if key[2] == side)
            times = sum(times for key, times in counts.items() if key[2] == side and key[1] == result)
            width = 9.0 * times / total
            paint = colour(study, side) if side else "#8d99a5"
            row += [f"{times / total:.1%}", f'<span class="bar" style="width:{width:.1f}em;background:{paint}"></span>']
        rows.append(row)
    head = ["result", *(word for side in who for word in (escape(side) or "share", ""))]
    return table(head, rows, "." + "n." * len(who), raw=True)


def _by_column(study: Study, name: str, columns: Sequence[str]) -> str:
    """A table by its columns: how often each was used, and what came out."""
    counts = study.tables[name]
    order = sorted(columns, key=_odds)
    names = list(dict.fromkeys(result for _, result, _ in counts))
    seen = {word: sum(times for (_, result, _), times in counts.items() if result == word) for word in names}
    names.sort(key=lambda word: -seen[word])
    total = counts.total()
    rows = []
    for column in order:
        here = sum(times for (where, _, _), times in counts.items() if where == column)
        row = [escape(column), f"{here:,}", f"{here / total:.1%}"]
        for word in names:
            times = sum(times for (where, result, _), times in counts.items() if where == column and result == word)
            row.append(_heat(times / here if here else 0.0))
        rows.append(row)
    last = ["all", f"{total:,}", "100%", *(_heat(seen[word] / total) for word in names)]
    head = ["column", "rolls", "of all", *(escape(word) for word in names)]
    words = '<p class="note">Each row: how often its column was used, and the share of each result in it.</p>'
    return table(head, [*rows, last], "." + "n" * (len(head) - 1), raw=True, kind="heat") + words


def _heat(share: float) -> str:
    return f"\0{share:.3f}"


def _odds(column: str) -> tuple[float, str]:
    """Odds such as 1-2 and 3:1 from the worst to the best; other titles as they are spelt."""
    for sign in ("-", ":"):
        left, found, right = column.partition(sign)
        if found and left.isdigit() and right.isdigit() and int(right):
            return int(left) / int(right), column
    return float("inf"), column


def rules(study: Study, _: str) -> str:
    """How often each rule came up, and which never did."""
    book = {rule.number: rule.heading for rule in study.game.rulebook.rule}
    most = max((times for _, times, _ in study.rules), default=1.0)
    rows = [
        (
            escape(number),
            escape(book.get(number, "")),
            figures(times),
            f"{games:.0%}",
            f'<span class="bar" style="width:{8 * times / most:.2f}em"></span>',
        )
        for number, times, games in study.rules
    ]
    head = ("rule", "", "a game", "of games", "")
    at_once = len(rows) if len(rows) < OFTEN + 6 else OFTEN
    shown = table(head, rows[:at_once], "..nn.", raw=True)
    more = table(head, rows[at_once:], "..nn.", raw=True)
    rare = [row for row in study.rules if row[2] < 0.05]
    words = (
        f"{len(study.rules)} numbered rules were told of in these games"
        + (f"; {len(rare)} of them in fewer than one game in twenty" if rare else "")
        + ". A rule is counted when the log of a game quotes it."
    )
    rest = _folded(f"The other {len(rows) - at_once}", more if len(rows) > at_once else "")
    return f"<p>{words}</p>{shown}{rest}"


def length(study: Study, _: str) -> str:
    """How long games are."""
    turns, actions = study.lengths("turns"), study.lengths("actions")
    drawn = plots.histogram(turns, "turns", whole=True) if min(turns) < max(turns) else ""
    drawn += plots.histogram(actions, "decisions and rolls")
    words = (
        f"Length of the games. The median game has {median(turns):g} turns and {median(actions):,.0f} decisions and "
        f"rolls, and took {figures(median(study.lengths('seconds')))} seconds to play."
    )
    return f'<figure><div class="pair">{drawn}</div><figcaption>{words}</figcaption></figure>'


def thinking(study: Study, _: str) -> str:
    """How long players thought."""
    rows = [
        (side, study.settings.players[side], *(figures(value) for value in _spread(times)))
        for side, times in study.thinking.items()
        if times
    ]
    shown = table(("side", "player", "median", "nine in ten", "worst"), rows, "..nnn")
    words = (
        "Seconds of processor time on one core that the player of a side thought in each game turn: median, and the "
        "middle half of the games."
    )
    note = '<p class="note">Seconds of processor time in a player-turn.</p>'
    return f"{shown}{note}{figure(plots.thinking(study, study.thinking), words)}"


def making(study: Study, _: str) -> str:
    """How to play the same games again."""
    settings = study.settings
    words = ["bocage simulate", settings.game, f"--scenario {settings.scenario}", f"--games {settings.games}"]
    words += [f"--{side.lower()} {player}" for side, player in settings.players.items()]
    words += [f"--seed {settings.seed}", *(f"--set {name}='{value}'" for name, value in settings.options.items())]
    if settings.data:  # the folder of this game in the pack
        words.append(f"--data {quote(str(Path(settings.data).parent))}")
    line = " ".join(f"<span>{escape(word)}</span>" for word in words)
    planner = f", planners of version {settings.planner}" if settings.planner else ""
    parts = [f"<p>Played with bocage {escape(settings.version)}{planner}:</p><p><code>{line}</code></p>"]
    missing = settings.games - study.many - len(study.errors)
    if missing:
        parts.append(f"<p>{missing:,} of {settings.games:,} games are still to be played (<code>--resume</code>).</p>")
    if study.errors:
        rows = [(str(row["seed"]), row["error"]) for row in study.errors[:20]]
        parts.append(f"<p>{len(study.errors)} games failed:</p>{table(('seed', 'error'), rows, 'n.')}")
    return "".join(parts)


def _spread(times: Sequence[float]) -> tuple[float, float, float]:
    return median(times), quantile(times, 90), max(times)


def _dropping(study: Study) -> str:
    """What to say where games end early."""
    many = [len(rows) for turn, rows in study.by_turn.items() if turn]
    if many and many[-1] < many[0]:
        return f" Only {many[-1]:,} of {many[0]:,} games reach the last turn; each turn shows those that went on."
    return ""


# --- pieces of a page --------------------------------------------------------------------------------


def figure(drawing: str, words: str) -> str:
    """A plot and its caption, whose first sentence tells those who cannot see it what it is."""
    told = escape(unescape(words).partition(". ")[0].rstrip("."))
    drawing = drawing.replace("<svg ", f'<svg role="img" aria-label="{told}" ', 1)
    return f"<figure>{drawing}<figcaption>{words}</figcaption></figure>"


def figures(number: float) -> str:
    """A number with as many figures as one reads: 0.123, 94.7, 1,430."""
    return f"{number:,.0f}" if abs(number) >= 100 else f"{number:.3g}"


def _folded(title: str, inside: str) -> str:
    """What is shown to whoever asks for it; nothing where there is nothing."""
    return f"<details><summary>{title}</summary>{inside}</details>" if inside else ""


def table(head: Sequence[str], rows: Iterable[Sequence[str]], align: str, *, raw: bool = False, kind: str = "") -> str:
    """A table; `align` has an n for each column of numbers."""
    safe: Callable[[str], str] = str if raw else escape
    marks = ['class="n"' if mark == "n" else "" for mark in align]
    heads = zip(marks, head, strict=True)
    top = "".join(f"<th {mark}>{safe(word)}</th>" if word else "<td></td>" for mark, word in heads)
    body = "".join(
        "<tr>" + "".join(_cell(mark, safe(word)) for mark, word in zip(marks, row, strict=True)) + "</tr>"
        for row in rows
    )
    return f'<div class="scroll"><table class="{kind}"><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>'


def _cell(mark: str, word: str) -> str:
    if not word.startswith("\0"):
        return f"<td {mark}>{word}</td>"
    share = float(word[1:])
    shade = f' style="background:rgba(70,90,110,{0.55 * share:.2f})"' if share else ""
    return f"<td {mark}{shade}>{f'{share:.0%}' if share else '·'}</td>"


def _always(_: Study) -> bool:
    return True


CHAPTERS: tuple[tuple[str, str, Callable[[Study], bool], Callable[[Study, str], str]], ...] = (
    ("balance", "Who wins", _always, balance),
    ("points", "Victory points over time", lambda study: bool(study.scoring), points),
    ("gauges", "How the battle goes", lambda study: bool(study.gauges), gauges),
    ("front", "The front by turn", lambda study: len(study.sides) > 1 and study.table.num_rows > 0, front),
    ("losses", "Casualties", lambda study: bool(study.losses_by_arm), losses),
    ("results", "What the dice said", lambda study: bool(study.tables), results),
    ("rules", "Rules that came up", lambda study: bool(study.rules), rules),
    ("length", "Length", _always, length),
    ("thinking", "Thinking time", lambda study: any(study.thinking.values()), thinking),
    ("making", "How these games were made", _always, making),
)
