"""Progress and tables on a terminal; plain lines where there is none."""

import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Protocol

EVERY = 5.0
"""Seconds between two plain lines of progress."""


class Bar(Protocol):
    """Something that shows how far a long piece of work is."""

    def advance(self, amount: int = 1) -> None: ...


class _Lines:
    """Progress as a line now and then, for a log file or a terminal without rich."""

    def __init__(self, what: str, total: int) -> None:
        self.what, self.total, self.done = what, total, 0
        self.said = time.monotonic()

    def advance(self, amount: int = 1) -> None:
        self.done += amount
        if time.monotonic() - self.said >= EVERY:
            self.said = time.monotonic()
            print(f"{self.what}: {self.done} of {self.total}", file=sys.stderr, flush=True)


@contextmanager
def progress(what: str, total: int) -> Iterator[Bar]:
    """A progress bar on standard error while the block runs."""
    try:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
    except ImportError:
        yield _Lines(what, total)
        return
    if not sys.stderr.isatty():
        yield _Lines(what, total)
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task(what, total=total)

        class _Rich:
            def advance(self, amount: int = 1) -> None:
                shown.advance(task, amount)

        yield _Rich()


def table(rows: Iterable[Sequence[object]], head: Sequence[str] = (), indent: str = "") -> str:
    """Rows in aligned columns; columns of numbers are aligned to the right."""
    body = [[str(cell) for cell in row] for row in rows]
    every = [list(head), *body] if head else body
    if not every:
        return ""
    widths = [max(len(row[n]) for row in every) for n in range(len(every[0]))]
    right = [all(_is_number(row[n]) for row in body) for n in range(len(widths))]
    lines = [
        indent
        + "  ".join(
            cell.rjust(width) if to_right else cell.ljust(width)
            for cell, width, to_right in zip(row, widths, right, strict=True)
        ).rstrip()
        for row in every
    ]
    if head:
        lines.insert(1, indent + "  ".join("-" * width for width in widths))
    return "\n".join(lines)


def _is_number(text: str) -> bool:
    return text.replace(",", "").replace(".", "").replace("-", "").replace("%", "").isdigit() or text in ("", "-")
