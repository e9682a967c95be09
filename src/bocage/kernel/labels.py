"""The numbers printed in hexes: `2513`, `4003`, `OO29`, whichever way their two halves grow.

Everything else knows columns and rows counted from the north-west; printed numbers live at the edges.
"""

from __future__ import annotations

import re
from typing import Literal

import msgspec


class Axis(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How one coordinate is printed: its value in the first column or row and the change to the next."""

    style: Literal["number", "letters"] = "number"
    first: int = 0
    step: int = 1
    width: int = 2
    """Zero padding of a number; 0 for none. Letters go A to Z, then AA to ZZ: their values are 0 to 51."""

    def text(self, index: int) -> str:
        """What is printed for the column or row with this index."""
        value = self.first + self.step * index
        if self.style == "letters":
            return chr(ord("A") + value % 26) * (value // 26 + 1)
        return f"{value:0{self.width}d}"

    def index(self, text: str) -> int | None:
        """The column or row that is printed like this, on an endless map; None if there is none."""
        if self.style == "letters":
            same = text.isascii() and text.isalpha() and len(set(text)) == 1
            value = ord(text[0]) - ord("A") + 26 * (len(text) - 1) if same else -1
        else:
            value = int(text) if text.isascii() and text.isdigit() else -1
        index, rest = divmod(value - self.first, self.step)
        return index if rest == 0 and index >= 0 and self.text(index) == text else None


class Labels(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How hexes are numbered in print: which coordinate comes first and how each is written."""

    order: Literal["column-row", "row-column"] = "column-row"
    column: Axis = Axis()
    row: Axis = Axis()
    separator: str = ""

    @property
    def axes(self) -> tuple[Axis, Axis]:
        """The two coordinates in printed order."""
        return (self.column, self.row) if self.order == "column-row" else (self.row, self.column)

    def text(self, column: int, row: int) -> str:
        """The printed number of a hex."""
        parts = self.column.text(column), self.row.text(row)
        return self.separator.join(parts if self.order == "column-row" else parts[::-1])

    def split(self, text: str) -> tuple[int, int] | None:
        """Column and row of a printed number; None if it cannot be one."""
        found = re.fullmatch(self._pattern(), text.strip().upper())
        indexes = [axis.index(part) for axis, part in zip(self.axes, found.groups(), strict=True)] if found else []
        if len(indexes) < 2 or indexes[0] is None or indexes[1] is None:
            return None
        one, two = indexes[0], indexes[1]
        return (one, two) if self.order == "column-row" else (two, one)

    def _pattern(self) -> str:
        """Two runs of digits need a width to be told apart: the second's if it has one, else the first's."""
        one, two = (r"([A-Z]+)" if axis.style == "letters" else r"(\d+)" for axis in self.axes)
        if not self.separator and self.axes[0].style == self.axes[1].style == "number":
            if self.axes[1].width:
                two = rf"(\d{{{self.axes[1].width}}})"
            else:
                one = rf"(\d{{{self.axes[0].width}}})"
        return one + re.escape(self.separator) + two

    def faults(self, columns: int, rows: int) -> list[str]:
        """Why these labels cannot tell the hexes of such a grid apart."""
        found = []
        for name, axis, length in (("column", self.column, columns), ("row", self.row, rows)):
            if axis.step == 0:
                found.append(f"{name} labels do not change from one to the next")
            elif min(axis.first, axis.first + axis.step * (length - 1)) < 0:
                found.append(f"{name} labels go below zero")
        first, second = self.axes
        if not self.separator and first.style == second.style:
            fixed, length = (second, (columns, rows)[self.order == "column-row"])
            if not fixed.width:
                fixed, length = (first, (columns, rows)[self.order == "row-column"])
            longest = max((len(fixed.text(i)) for i in (0, length - 1)), default=0) if not found else 0
            if first.style == "letters" or not fixed.width or longest > fixed.width:
                found.append("the two halves of a label run into each other")
        return found
