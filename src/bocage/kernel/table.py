"""Result tables: a die across columns of odds or names, read from CSV and wholly checked.

The file looks like the printed card. Its first column gives the die: `1`, `2`, ... with `<=1` or `7+` where
the card is open at an end, or `2-4` for a range. The other headers are the columns: odds `1-3` ... `7-1`, or plain
names.

A column is handled as its number from the left. Numbers outside the table stand for columns that the card
does not print (1-4 and 1-5 left of 1-3, 8-1 right of 7-1), because some games shift first and limit
afterwards. What happens at the ends is the caller's word, never a silent clamp.
"""

import re
from bisect import bisect_right
from collections.abc import Collection, Sequence
from enum import Enum
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple, TypeAlias

from bocage.kernel.loading import PROVENANCES, Faults, Line, Sheet, check_provenance, provenance_of, read_sheet, unknown
from bocage.kernel.values import PROVENANCE

Number: TypeAlias = int | Fraction

NEVER = -999
"""The column of an attack without any strength: left of everything."""
ALWAYS = 999
"""The column of an attack on no strength at all: right of everything."""

DIE = re.compile(r"(?P<under><=|≤)?\s*(?P<low>-?\d+)\s*(?:-\s*(?P<high>\d+))?\s*(?P<over>\+)?")


class Columns(Enum):
    """What the headers of a table mean."""

    ODDS = "odds"
    NAMES = "names"


class Shifted(NamedTuple):
    """A column of the table, and how far beyond its left (-) or right (+) end one would have gone."""

    column: int
    beyond: int


def ladder(attack: Number, defence: Number) -> int:
    """Odds rounded in favour of the defender, as rungs: 1-1 is 0, 2-1 is 1, 1-2 is -1, 1-3 is -2."""
    if attack <= 0:
        return NEVER
    if defence <= 0:
        return ALWAYS
    if attack >= defence:
        return int(attack // defence) - 1
    return int(-defence // attack) + 1


def rung(position: int) -> str:
    """The name of a rung of the odds ladder: 0 is `1-1`, -2 is `1-3`."""
    return f"{position + 1}-1" if position >= 0 else f"1-{1 - position}"


def band(lows: Sequence[Number], value: Number) -> int:
    """Which of several bands, each given by its lowest value, holds the value; -1 if it is under all."""
    return bisect_right(lows, value) - 1


class Table:
    """One printed table; made by `read_table`, never changed."""

    __slots__ = (
        "_high",
        "_index",
        "_low",
        "_rows",
        "_rungs",
        "columns",
        "kind",
        "lows",
        "name",
        "provenance",
    )

    def __init__(
        self,
        name: str,
        columns: Sequence[str],
        rows: dict[int, Sequence[str]],
        *,
        kind: Columns = Columns.NAMES,
        open_rows: tuple[bool, bool] = (False, False),
        provenance: str = "reconstructed",
    ) -> None:
        self.name = name
        self.columns = tuple(columns)
        self.kind = kind
        self.provenance = provenance
        self._index = {column: i for i, column in enumerate(self.columns)}
        self._rows = {row: tuple(cells) for row, cells in rows.items()}
        self._low = min(rows) if open_rows[0] else None
        self._high = max(rows) if open_rows[1] else None
        values = [header_value(column, kind) for column in self.columns]
        self.lows: tuple[Fraction, ...] = tuple(value for value in values if value is not None)
        ends = (self.lows[0], self.lows[-1]) if kind is Columns.ODDS else ()
        self._rungs = tuple(ladder(*end.as_integer_ratio()) for end in ends)

    def __repr__(self) -> str:
        return f"<Table {self.name}: {len(self._rows)} rows, {self.columns[0]} to {self.columns[-1]}>"

    @property
    def rows(self) -> tuple[int, ...]:
        """The die results that the card prints, lowest first."""
        return tuple(sorted(self._rows))

    def read(self, row: int, column: int | str) -> str:
        """The result at a die and a column; LookupError off the card, unless it is open at that end."""
        if self._high is not None and row > self._high:
            row = self._high
        elif self._low is not None and row < self._low:
            row = self._low
        i = self._index[column] if isinstance(column, str) else column
        if i < 0:
            raise IndexError(f"{self.name} has no column {i}")
        return self._rows[row][i]

    def column(self, name: str) -> int:
        """The number of a printed column."""
        return self._index[name]

    def clamp(self, column: int) -> Shifted:
        """The nearest printed column."""
        inside = min(max(column, 0), len(self.columns) - 1)
        return Shifted(inside, column - inside)

    def place(self, attack: Number, defence: Number = 0) -> int:
        """The column of two strengths, rounded in favour of the defender; it may lie off the card."""
        if self.kind is not Columns.ODDS:
            raise TypeError(f"the columns of {self.name} are names, not numbers")
        step = ladder(attack, defence)
        first, last = self._rungs
        if step < first or last - first == len(self.lows) - 1:  # below the card, or a card of whole rungs
            return step - first
        if step > last:
            return len(self.lows) - 1 + step - last
        return band(self.lows, Fraction(attack) / Fraction(defence))

    def title(self, column: int) -> str:
        """The name of a column, also of one that the card does not print."""
        if 0 <= column < len(self.columns):
            return self.columns[column]
        last = len(self.columns) - 1
        if self.kind is Columns.ODDS:
            return rung(self._rungs[0] + column if column < 0 else self._rungs[1] + column - last)
        end_name = self.columns[0] if column < 0 else self.columns[-1]
        return f"{abs(column if column < 0 else column - last)} beyond {end_name}"


def header_value(header: str, kind: Columns) -> Fraction | None:
    """The odds that a header stands for: `1-3` is a third; None for a name."""
    if kind is not Columns.ODDS:
        return None
    attack, _, defence = header.partition("-")
    return Fraction(Fraction(attack), Fraction(defence))


def read_table(
    path: Path,
    results: Collection[str],
    kind: Columns = Columns.NAMES,
    faults: Faults | None = None,
    *,
    name: str = "",
) -> Table:
    """Read a table whose every cell is one of the known results; `BadData` lists all that is wrong.

    With `faults` given, faults are left there and a table that cannot be made is replaced by one of a
    single cell, so that the caller can go on looking for other faults.
    """
    own = Faults() if faults is None else faults
    before = len(own)
    sheet = read_sheet(path, own)
    made = _table(sheet, results, kind, own, name or path.stem) if sheet is not None else None
    if faults is None:
        own.raise_if_any()
    if made is None or len(own) > before:
        return Table(name or path.stem, ["-"], {1: ["-"]})
    return made


class _Rows(NamedTuple):
    """One line of the card: the die results that it stands for, and where it stands in the file."""

    low: int
    high: int
    open_low: bool
    open_high: bool
    line: Line


def _table(sheet: Sheet, results: Collection[str], kind: Columns, faults: Faults, name: str) -> Table | None:
    before = len(faults)
    check_provenance(sheet, faults)
    columns = [i for i, header in enumerate(sheet.header) if i > 0 and header != PROVENANCE]
    _check_headers(sheet, columns, kind, faults)
    _check_cells(sheet, columns, results, faults)
    origins = {provenance_of(sheet, line, faults) for line in sheet.lines}
    lines = _die_ranges(sheet, faults)
    _check_dice(sheet, lines, faults)
    if len(faults) > before:
        return None
    return Table(
        name,
        [sheet.header[i] for i in columns],
        {die: [row.line.cells[i] for i in columns] for row in lines for die in range(row.low, row.high + 1)},
        kind=kind,
        open_rows=(lines[0].open_low, lines[-1].open_high),
        provenance=max(origins, key=PROVENANCES.index),  # the humblest claim speaks for the whole
    )


def _check_headers(sheet: Sheet, columns: Sequence[int], kind: Columns, faults: Faults) -> None:
    if not columns:
        faults.add(sheet.file, "the table has no columns", row=sheet.top)
    lowest: Fraction | None = None
    for i in columns:
        header = sheet.header[i]
        try:
            value = header_value(header, kind)
        except (ValueError, ZeroDivisionError):
            faults.add(sheet.file, "the header should be odds such as 1-2 or 3-1", row=sheet.top, column=header)
            continue
        if value is not None and lowest is not None and value <= lowest:
            faults.add(sheet.file, "the columns should rise from left to right", row=sheet.top, column=header)
        lowest = value


def _check_cells(sheet: Sheet, columns: Sequence[int], results: Collection[str], faults: Faults) -> None:
    known = ", ".join(results)
    for line in sheet.lines:
        for i in columns:
            if line.cells[i] not in results:
                what = f"{unknown(line.cells[i], results)}; a result is one of: {known}"
                faults.add(sheet.file, what, row=line.number, column=sheet.header[i])


def _die_ranges(sheet: Sheet, faults: Faults) -> list[_Rows]:
    """The lines of the card in the order of their dice."""
    found = []
    for line in sheet.lines:
        match = DIE.fullmatch(line.cells[0])
        if match is None:
            what = f'"{line.cells[0]}" should be a die result such as 3, 2-4, <=1 or 7+'
            faults.add(sheet.file, what, row=line.number, column=sheet.header[0])
            continue
        low = int(match["low"])
        found.append(_Rows(low, int(match["high"] or low), bool(match["under"]), bool(match["over"]), line))
    return sorted(found, key=lambda row: row.low)


def _check_dice(sheet: Sheet, lines: Sequence[_Rows], faults: Faults) -> None:
    def fault(row: _Rows, what: str) -> None:
        faults.add(sheet.file, what, row=row.line.number, column=sheet.header[0])

    if not lines:
        faults.add(sheet.file, "the table has no rows")
    for row in lines:
        if row.high < row.low:
            fault(row, "the range runs backwards")
    for earlier, later in pairwise(lines):
        if later.low <= earlier.high:
            fault(later, f"{later.low} is there twice")
        elif later.low > earlier.high + 1:
            fault(later, f"nothing for {earlier.high + 1}")
        if earlier.open_high or later.open_low:
            fault(later, "only the first and the last row may be open")
