"""The chapter of a report on what the dice said: every table, what came out of it, and when it was read."""

from collections import Counter
from collections.abc import Sequence
from html import escape

from bocage.lab import plots
from bocage.lab.pieces import figure, figures, folded, heat, percent, table
from bocage.lab.plots import colour
from bocage.lab.study import Study

TABLES = 8
"""How many tables are shown at once; the rest unfolds."""


def results(study: Study, _: str) -> str:
    """How often each result of each table came up."""
    parts = [_one_table(study, name, counts) for name, counts in _shown_tables(study)]
    at_once = len(parts) if len(parts) <= TABLES + 1 else TABLES
    return "".join(parts[:at_once]) + folded(f"The other {len(parts) - at_once} tables", "".join(parts[at_once:]))


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
    shares = " and ".join(f"{side} in {percent(study.turns_with(name, side))}" for side in by_side)
    words = f"How often in each turn of a mean game, by whose roll it was: {shares} of all turns at least once"
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
            row.append(heat(times / here if here else 0.0))
        rows.append(row)
    last = ["all", f"{total:,}", "100%", *(heat(seen[word] / total) for word in names)]
    head = ["column", "rolls", "of all", *(escape(word) for word in names)]
    words = '<p class="note">Each row: how often its column was used, and the share of each result in it.</p>'
    return table(head, [*rows, last], "." + "n" * (len(head) - 1), raw=True, kind="heat") + words


def _odds(column: str) -> tuple[float, str]:
    """Odds such as 1-2 and 3:1 from the worst to the best; other titles as they are spelt."""
    for sign in ("-", ":"):
        left, found, right = column.partition(sign)
        if found and left.isdigit() and right.isdigit() and int(right):
            return int(left) / int(right), column
    return float("inf"), column
