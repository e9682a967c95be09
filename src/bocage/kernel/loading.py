"""Data files become records, and everything wrong with them is said at once.

A person who corrects a table with the printed game in hand should see every slip in one pass, each with
its file, row and column, and not be sent back and forth one message at a time. So readers never stop at
the first fault: they note it in `Faults`, skip the record, and go on.

CSV holds what a player would check against a printed card; TOML holds structure. Both say where their
numbers come from: `# provenance: printed` at the head of a CSV file, `provenance = "printed"` at the top of
a TOML file, overridden by a `provenance` column or key wherever single rows or sections differ.
"""

from __future__ import annotations

import csv
import difflib
import re
import tomllib
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias, TypeVar, cast, overload

import msgspec

from bocage.kernel.values import PROVENANCE, PROVENANCES, Provenance, Where, from_text, from_value, locate

__all__ = [
    "PROVENANCES",
    "BadData",
    "Fault",
    "Faults",
    "Line",
    "Provenance",
    "Rows",
    "Sheet",
    "check_pack",
    "check_provenance",
    "find",
    "provenance_of",
    "read_csv",
    "read_sheet",
    "read_toml",
    "read_tree",
    "unknown",
]

Record = TypeVar("Record", bound=msgspec.Struct)

Fields: TypeAlias = Mapping[str, msgspec.structs.FieldInfo]

LISTED = 50  # faults spelled out in one message; the rest are only counted
NOT_DATA = ("readme", "license", "notice", ".")  # files that a data pack may hold beside its data


class Fault(NamedTuple):
    """One thing wrong in one place."""

    file: str
    row: int  # as a text editor or spreadsheet counts, from 1; 0 where a row makes no sense
    column: str
    what: str

    def __str__(self) -> str:
        row = f", row {self.row}" if self.row else ""
        column = f", column {self.column}" if self.column else ""
        return f"{self.file}{row}{column}: {self.what}"


class BadData(ValueError):
    """Raised when data files cannot be used; the text lists the first fifty faults and counts the rest."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__(str(self))

    def __str__(self) -> str:
        many = len(self.faults)
        lines = [f"{many} fault{'s' if many != 1 else ''} in the data:"]
        lines += [f"  {fault}" for fault in self.faults[:LISTED]]
        if many > LISTED:
            lines.append(f"  ... and {many - LISTED} more")
        return "\n".join(lines)


class Faults(list[Fault]):
    """The faults found so far, over as many files as one likes to read before `raise_if_any`."""

    def add(self, file: Path | str, what: str, *, row: int = 0, column: str = "") -> None:
        self.append(Fault(str(file), row, column, what))

    def raise_if_any(self) -> None:
        if self:
            raise BadData(self)


class Rows(list[Record]):
    """The good records of one CSV file, which still know where each of them stood."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.file = file
        self.lines: list[int] = []
        self.keys: set[str] = set()  # of all rows, faulty ones too, so that one slip is not reported twice

    def refer(self, column: str, known: Collection[str], faults: Faults) -> None:
        """Note each value of the column that is not among the known ids; empty cells refer to nothing."""
        for line, record in zip(self.lines, self, strict=True):
            value = getattr(record, column)
            for item in (value,) if isinstance(value, str) else value or ():
                if item and item not in known:
                    faults.add(self.file, unknown(item, known), row=line, column=column)


class Line(NamedTuple):
    """One row of cells with its number in the file."""

    number: int
    cells: list[str]


class Sheet(NamedTuple):
    """A CSV file as text: header, rows with their line numbers, and the provenance of the whole."""

    file: Path
    header: list[str]
    lines: list[Line]
    provenance: str  # "" if the file does not say
    top: int  # the header's line number


def unknown(name: str, known: Iterable[str]) -> str:
    """Say that a name is not known, and which known one was probably meant."""
    near = difflib.get_close_matches(name, known, n=1)
    return f'unknown "{name}"' + (f' (did you mean "{near[0]}"?)' if near else "")


def read_text(path: Path, faults: Faults) -> str | None:
    """The text of a file, or one clear fault if there is none to be had."""
    try:
        return path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        faults.add(path, "no such file")
    except OSError as error:
        faults.add(path, f"cannot be read: {error.strerror}")
    except UnicodeDecodeError as error:
        row = error.object.count(b"\n", 0, error.start) + 1
        faults.add(path, "the text is not UTF-8; save the file with that encoding", row=row)
    return None


def read_sheet(path: Path, faults: Faults) -> Sheet | None:
    """The cells of a CSV file, with its comments taken out and the shape of its rows checked."""
    text = read_text(path, faults)
    if text is None:
        return None
    lines = text.splitlines()
    provenance = _stated_provenance(path, lines, faults)
    reader = csv.reader(("" if line.startswith("#") else line for line in lines), strict=True)
    found: list[Line] = []
    try:
        for cells in reader:
            stripped = [cell.strip() for cell in cells]
            if any(stripped):
                found.append(Line(reader.line_num, stripped))
    except csv.Error as error:
        faults.add(path, f"broken quotes: {error}", row=reader.line_num)
    if not found:
        faults.add(path, "the file has no header row")
        return None
    header = found[0]
    for name in sorted({name for name in header.cells if header.cells.count(name) > 1}):
        faults.add(path, "the column is there twice", row=header.number, column=name or "(no name)")
    lines_below = _of_width(path, len(header.cells), found[1:], faults)
    return Sheet(path, header.cells, lines_below, provenance, header.number)


def _of_width(path: Path, width: int, lines: list[Line], faults: Faults) -> list[Line]:
    good = []
    for line in lines:
        if len(line.cells) == width:
            good.append(line)
        else:
            faults.add(path, f"{len(line.cells)} cells under {width} columns", row=line.number)
    return good


def _stated_provenance(path: Path, lines: Sequence[str], faults: Faults) -> str:
    for number, line in enumerate(lines, 1):
        if not line.startswith("#"):
            break
        word, colon, value = line[1:].partition(":")
        if colon and word.strip().lower() == PROVENANCE:
            return _known_provenance(path, value.strip(), number, "", faults)
    return ""


def _known_provenance(path: Path, value: object, row: int, column: str, faults: Faults) -> str:
    if value not in PROVENANCES:
        what = f'provenance "{value}" is not one of: {", ".join(PROVENANCES)}'
        faults.add(path, what, row=row, column=column)
        return PROVENANCES[-1]  # the humblest claim stands in, so that the fault is told only once
    return str(value)


def read_csv(
    path: Path,
    record: type[Record],
    faults: Faults | None = None,
    *,
    key: str | tuple[str, ...] = "id",
    references: Mapping[str, Collection[str]] | None = None,
) -> Rows[Record]:
    """Read one record per row; raise `BadData` at the end unless the caller collects the faults.

    Cells are typed by the record's fields; an empty cell takes the field's default. Lists are divided by
    blanks, or by semicolons where the items hold blanks. No two rows may share their `key` (one or several
    columns, those that the record has), and `references` gives for a column the ids that it may name.
    """
    own = Faults() if faults is None else faults
    rows: Rows[Record] = Rows(path)
    sheet = read_sheet(path, own)
    if sheet is not None:
        _fill(rows, sheet, record, (key,) if isinstance(key, str) else key, own)
        for column, known in (references or {}).items():
            rows.refer(column, known, own)
    if faults is None:
        own.raise_if_any()
    return rows


def _fill(rows: Rows[Record], sheet: Sheet, record: type[Record], key: tuple[str, ...], faults: Faults) -> None:
    fields = {field.encode_name: field for field in msgspec.structs.fields(record)}
    _check_header(sheet, fields, faults)
    keys = [sheet.header.index(name) for name in key if name in sheet.header]
    first_seen: dict[tuple[str, ...], int] = {}
    for line in sheet.lines:
        before = len(faults)
        if keys:
            values = tuple(line.cells[i] for i in keys)
            earlier = first_seen.setdefault(values, line.number)
            if earlier != line.number:
                what = f'"{" ".join(values)}" is already in row {earlier}'
                faults.add(sheet.file, what, row=line.number, column=" + ".join(key))
            rows.keys.add(values[0])
        made = _record(sheet, line, record, fields, faults)
        if made is not None and len(faults) == before:
            rows.append(made)
            rows.lines.append(line.number)


def _check_header(sheet: Sheet, fields: Fields, faults: Faults) -> None:
    for name in sheet.header:
        if name not in fields and name != PROVENANCE:
            faults.add(sheet.file, unknown(name, fields) + " column", row=sheet.top, column=name)
    for name, field in fields.items():
        if field.required and name not in sheet.header and name != PROVENANCE:
            faults.add(sheet.file, "the column is missing", row=sheet.top, column=name)
    check_provenance(sheet, faults)


def check_provenance(sheet: Sheet, faults: Faults) -> None:
    """Every file says where its numbers come from, as a whole or row by row."""
    if not sheet.provenance and PROVENANCE not in sheet.header:
        faults.add(sheet.file, f'no provenance: begin with "# provenance: {" | ".join(PROVENANCES)}"')


def _record(sheet: Sheet, line: Line, record: type[Record], fields: Fields, faults: Faults) -> Record | None:
    values: dict[str, Any] = {}
    before = len(faults)
    for name, cell in zip(sheet.header, line.cells, strict=True):
        field = fields.get(name)
        if name == PROVENANCE:
            continue
        if field is None or (not cell and not field.required):
            continue
        try:
            values[field.name] = from_text(cell, field.type)
        except ValueError as error:
            faults.add(sheet.file, str(error), row=line.number, column=name)
    provenance = provenance_of(sheet, line, faults)
    if PROVENANCE in fields:
        values[PROVENANCE] = provenance
    if len(faults) > before or any(field.required and field.name not in values for field in fields.values()):
        return None
    try:
        return record(**values)
    except ValueError as error:  # a record's own __post_init__ may refuse what no single cell shows
        faults.add(sheet.file, str(error), row=line.number)
        return None


def provenance_of(sheet: Sheet, line: Line, faults: Faults) -> str:
    """A row's own word, or else its file's."""
    cell = line.cells[sheet.header.index(PROVENANCE)] if PROVENANCE in sheet.header else ""
    if cell:
        return _known_provenance(sheet.file, cell, line.number, PROVENANCE, faults)
    if not sheet.provenance and PROVENANCE in sheet.header:
        faults.add(sheet.file, "no provenance here nor for the file", row=line.number, column=PROVENANCE)
    return sheet.provenance


@overload
def read_toml(
    path: Path, record: type[Record], faults: None = None, *, extra: Collection[str] = (), stated: bool = True
) -> Record: ...
@overload
def read_toml(
    path: Path, record: type[Record], faults: Faults, *, extra: Collection[str] = (), stated: bool = True
) -> Record | None: ...
def read_toml(
    path: Path, record: type[Record], faults: Faults | None = None, *, extra: Collection[str] = (), stated: bool = True
) -> Record | None:
    """Read one TOML file into a record of records, all of it checked; `extra` sections are left to others.

    A section with a `provenance` field inherits it from the section around it; what is ours alone and copies
    no card (`stated=False`) needs none. With `faults` given, the result is None if the file cannot be used.
    """
    own = Faults() if faults is None else faults
    made = _toml(path, record, own, extra, stated)
    if faults is None:
        own.raise_if_any()
    return made


def read_tree(path: Path, faults: Faults) -> tuple[str, dict[str, Any]] | None:
    """The text of a TOML file and what it holds, or None and a fault."""
    text = read_text(path, faults)
    if text is None:
        return None
    try:
        return text, tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"line (\d+)", str(error))
        faults.add(path, f"not TOML: {error}", row=int(line[1]) if line else 0)
        return None


def _toml(path: Path, record: type[Record], faults: Faults, extra: Collection[str], stated: bool) -> Record | None:
    found = read_tree(path, faults)
    if found is None:
        return None
    text, tree = found
    before = len(faults)
    if stated and PROVENANCE not in tree:
        faults.add(path, f'no provenance: begin with provenance = "{" | ".join(PROVENANCES)}"')
    kept = {name: value for name, value in tree.items() if name not in extra}
    made = from_value(kept, record, lambda where, what: _fault_in_toml(path, text, where, what, faults))
    return cast(Record, made) if len(faults) == before else None


def _fault_in_toml(path: Path, text: str, where: Where, what: str, faults: Faults) -> None:
    column = "".join(f"[{part + 1}]" if isinstance(part, int) else f".{part}" for part in where).lstrip(".")
    faults.add(path, what, row=locate(text, where), column=column)


def find(ours: Path, pack: Path | None, name: str) -> Path:
    """The file to read: the player's own pack goes before our data."""
    if pack is not None and (pack / name).is_file():
        return pack / name
    return ours / name


def check_pack(ours: Path, pack: Path | None, faults: Faults) -> None:
    """Every data file of a pack must stand in for one of ours, or it would be silently ignored."""
    if pack is None:
        return
    if not pack.is_dir():
        faults.add(pack, "no such directory of data")
        return
    names = {path.relative_to(ours).as_posix() for path in ours.rglob("*") if path.is_file()}
    for path in sorted(path for path in pack.rglob("*") if path.is_file()):
        name = path.relative_to(pack).as_posix()
        if name not in names and not path.name.lower().startswith(NOT_DATA):
            faults.add(path, unknown(name, names) + ": the game reads no such file")
