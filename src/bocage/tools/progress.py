"""A progress bar and tables: with rich where it is installed, in plain text where it is not."""

import sys
from types import TracebackType
from typing import Any, Self

_DOTS = 50


class Bar:
    """Counts steps of a long work on the terminal; silent when nobody watches."""

    def __init__(self, title: str, total: int) -> None:
        self.title, self.total, self.done = title, total, 0
        self.bar: Any = None
        try:
            from rich.console import Console
            from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
        except ImportError:
            return
        self.bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            console=Console(stderr=True),
            transient=True,
            disable=not sys.stderr.isatty(),
        )
        self.task = self.bar.add_task(title, total=total)

    def __enter__(self) -> Self:
        if self.bar is not None:
            self.bar.start()
        return self

    def step(self, note: str = "") -> None:
        """One step is done."""
        self.done += 1
        if self.bar is not None:
            self.bar.update(self.task, advance=1, description=f"{self.title} {note}")
        elif sys.stderr.isatty():
            filled = _DOTS * self.done // max(1, self.total)
            print(f"\r{self.title} {'#' * filled:.<{_DOTS}} {self.done}/{self.total}", end="", file=sys.stderr)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.bar is not None:
            self.bar.stop()
        elif sys.stderr.isatty():
            print(file=sys.stderr)


class Table:
    """A table with a title; one that has no rows is not shown."""

    def __init__(self, title: str, columns: tuple[str, ...]) -> None:
        self.title, self.columns = title, columns
        self.rows: list[tuple[str, ...]] = []

    def row(self, *cells: str) -> None:
        """Add a row."""
        self.rows.append(cells)

    def show(self) -> None:
        """Print it."""
        if not self.rows:
            return
        try:
            from rich.console import Console
            from rich.table import Table as RichTable
        except ImportError:
            self.show_plain()
            return
        table = RichTable(*self.columns, title=self.title, title_justify="left")
        for cells in self.rows:
            table.add_row(*cells)
        Console(width=None if sys.stdout.isatty() else 160).print(table)

    def show_plain(self) -> None:
        """Print it in plain text, columns aligned."""
        widths = [max(len(row[n]) for row in (self.columns, *self.rows)) for n in range(len(self.columns))]
        print(self.title)
        for row in (self.columns, *self.rows):
            print("  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
