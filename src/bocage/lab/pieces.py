"""Pieces of a page: figures with captions, tables, and what unfolds."""

from collections.abc import Callable, Iterable, Sequence
from html import escape


def figure(drawing: str, title: str, more: str = "") -> str:
    """A plot and its caption: what it is, which is also told to those who cannot see it, and what to look for."""
    drawing = drawing.replace("<svg ", f'<svg role="img" aria-label="{escape(title)}" ', 1)
    return f"<figure>{drawing}<figcaption>{f'{escape(title, quote=False)}. {more}'.rstrip()}</figcaption></figure>"


def figures(number: float) -> str:
    """A number with as many figures as people read: 0.123, 94.7, 1,430."""
    return f"{number:,.0f}" if abs(number) >= 100 else f"{number:.3g}"


def games(many: int) -> str:
    """`1 game`, `1,430 games`."""
    return f"{many:,} game{'' if many == 1 else 's'}"


def percent(share: float) -> str:
    """A share, rounded so that a little is not taken for nothing, nor nearly all for all."""
    shown = f"{share:.0%}"
    return "<1%" if share > 0 and shown == "0%" else ">99%" if share < 1 and shown == "100%" else shown


def folded(title: str, inside: str) -> str:
    """What unfolds on request; nothing if there is nothing."""
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


def heat(share: float) -> str:
    """A cell of a table that is the darker the greater its share."""
    return f"\0{share:.3f}"


def _cell(mark: str, word: str) -> str:
    if not word.startswith("\0"):
        return f"<td {mark}>{word}</td>"
    share = float(word[1:])
    shade = f' style="background:rgba(70,90,110,{0.55 * share:.2f})"' if share else ""
    return f"<td {mark}{shade}>{escape(percent(share)) if share else '·'}</td>"
