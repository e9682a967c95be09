"""A `map.toml` becomes a `Geography`, and everything wrong with it is said in one pass.

Shape and meaning are both checked: a row that does not read is reported and left out, and what remains is
still compared with the map, so that a wrong hex number in the last road shows up beside a typo in the first.
A game that needs sections of its own reads its map as a subclass of `Geography`; other sections are faults.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeAlias, TypeVar, get_args, get_origin, overload

import msgspec

from bocage.kernel.board import Board, Geography
from bocage.kernel.ids import Space
from bocage.kernel.loading import Faults, read_tree, unknown
from bocage.kernel.values import MISSING, PROVENANCE, PROVENANCES, Where, from_value, locate

Map = TypeVar("Map", bound=Geography)
Report: TypeAlias = Callable[[Where, str], None]

Rows: TypeAlias = dict[str, list[tuple[int, Any]]]
"""The good rows of each section with their numbers in the file, which count the bad ones too."""


@overload
def read_map(path: Path, kind: type[Map], faults: None = None) -> Map: ...
@overload
def read_map(path: Path, *, faults: None = None) -> Geography: ...
@overload
def read_map(path: Path, kind: type[Map], faults: Faults) -> Map | None: ...
@overload
def read_map(path: Path, *, faults: Faults) -> Geography | None: ...
def read_map(path: Path, kind: type[Any] = Geography, faults: Faults | None = None) -> Any:
    """Read a map, all of it checked. With `faults` given, the result is None if it cannot be used."""
    own = Faults() if faults is None else faults
    before = len(own)
    made = _read(path, kind, own)
    if faults is None:
        own.raise_if_any()
    return made if len(own) == before else None


# --- shape -----------------------------------------------------------------------------------------


def _read(path: Path, kind: type[Map], faults: Faults) -> Map | None:
    found = read_tree(path, faults)
    if found is None:
        return None
    text, tree = found

    def report(where: Where, what: str) -> None:
        column = "".join(f"[{part + 1}]" if isinstance(part, int) else f".{part}" for part in where)
        faults.add(path, what, row=locate(text, where), column=column.lstrip("."))

    return _convert(tree, kind, report)


def _convert(tree: dict[str, Any], kind: type[Map], report: Report) -> Map | None:
    """Every section by itself, and every row of a list by itself, so that one bad row costs no other."""
    fields = {field.encode_name: field for field in msgspec.structs.fields(kind)}
    origin = tree.get(PROVENANCE)
    if origin not in PROVENANCES:
        wanted = " | ".join(PROVENANCES)
        report((PROVENANCE,), f'the provenance of the map must be stated: provenance = "{wanted}"')
        origin = PROVENANCES[-1]
    made: dict[str, Any] = {PROVENANCE: origin}
    rows: Rows = {}
    for name, value in tree.items():
        if name not in fields:
            report((name,), unknown(name, fields) + " section")
        elif name != PROVENANCE:
            field = fields[name]
            if get_origin(field.type) is list and isinstance(value, list):
                (item,) = get_args(field.type)
                read = [(n, from_value(row, item, report, (name, n), origin)) for n, row in enumerate(value)]
                rows[name] = [(n, row) for n, row in read if row is not MISSING]
                made[field.name] = [row for _, row in rows[name]]
            else:
                whole = from_value(value, field.type, report, (name,), origin)
                if whole is MISSING and name in ("grid", "terrain"):
                    return None  # nothing else on the map can be judged without them
                if whole is not MISSING:
                    made[field.name] = whole
    for name, field in fields.items():
        if field.required and field.name not in made:
            if name not in tree:
                report((name,), "the section is missing")
            return None
    try:
        geography = kind(**made)
    except ValueError as error:  # a subclass's own __post_init__
        report((), str(error))
        return None
    _check(geography, rows, report)
    return geography


# --- meaning ---------------------------------------------------------------------------------------


def _check(geography: Geography, rows: Rows, report: Report) -> None:
    good_terrain = _check_terrain(geography, report)
    good_ids = _check_ids(geography, rows, report)
    if not (good_terrain and good_ids):
        return
    bare = Geography(grid=geography.grid, terrain=geography.terrain, box=geography.box, area=geography.area)
    try:
        board = Board(bare)
    except ValueError as error:
        report(("grid",) if geography.grid else (), str(error))
        return
    board = _check_links(board, bare, rows, report)
    for n, side in rows.get("side", ()):
        for i, text in enumerate(side.hexsides):
            _check_hexside(board, text, ("side", n, "hexsides", i), report)
    for n, road in rows.get("road", ()):
        where = ("road", n, "hexes")
        if len(road.hexes) < 2:
            report(where, "a road needs two hexes or more")
        _check_known(board, road.hexes, where, report)
        for i, (a, b) in enumerate(pairwise(road.hexes)):
            _check_adjacent(board, a, b, (*where, i + 1), report)
    for n, place in rows.get("place", ()):
        _check_known(board, [place.hex], ("place", n, "hex"), report)
    for n, tag in rows.get("tag", ()):
        _check_known(board, tag.hexes, ("tag", n, "hexes"), report)


def _check_terrain(geography: Geography, report: Report) -> bool:
    grid, terrain = geography.grid, geography.terrain
    slips: list[tuple[Where, str]] = []
    for char, kind in terrain.legend.items():
        if len(char) != 1 or char == " " or not kind:
            slips.append((("terrain", "legend"), f'"{char}" = "{kind}": a legend explains single characters'))
    if grid is None:
        if terrain.rows:
            slips.append((("terrain", "rows"), "rows of hexes need a grid"))
    elif terrain.rows:
        if len(terrain.rows) != grid.rows:
            slips.append((("terrain", "rows"), f"{len(terrain.rows)} rows; the grid has {grid.rows}"))
        for n, row in enumerate(terrain.rows):
            where: Where = ("terrain", "rows", n)
            if len(row) != grid.columns:
                slips.append((where, f"{len(row)} characters; the grid has {grid.columns} columns"))
            strange = sorted(set(row) - terrain.legend.keys() - {" "})
            slips += [(where, f'"{char}" at position {row.index(char) + 1} is not in the legend') for char in strange]
    for where, what in slips:
        report(where, what)
    return not slips


def _check_ids(geography: Geography, rows: Rows, report: Report) -> bool:
    grid = geography.grid
    taken = {grid.label(Space(n)) for n in range(grid.size)} if grid else set()
    good = True
    for section in ("box", "area"):
        for n, row in rows.get(section, ()):
            if not row.id or row.id.split() != [row.id]:
                good = False
                report((section, n, "id"), f'"{row.id}" must be one word')
            elif row.id in taken:
                good = False
                report((section, n, "id"), f'"{row.id}" is the id of another space')
            taken.add(row.id)
    return good


def _check_links(board: Board, bare: Geography, rows: Rows, report: Report) -> Board:
    """Roads and rivers may follow links, so the board they are held against has all the good ones."""
    good = []
    for n, link in rows.get("link", ()):
        where = ("link", n, "between")
        known = _check_known(board, link.between, where, report)
        if link.between[0] == link.between[1]:
            report(where, f'"{link.between[0]}" is linked with itself')
        elif known:
            good.append(link)
    return Board(msgspec.structs.replace(bare, link=good)) if good else board


def _check_hexside(board: Board, text: str, where: Where, report: Report) -> None:
    a, slash, b = text.partition("/")
    if not slash or not a or not b:
        report(where, f'"{text}" should name the hexes on both sides, as in 0101/0102')
    elif _check_known(board, [a, b], where, report, listed=False):
        _check_adjacent(board, a, b, where, report)


def _check_known(board: Board, texts: Sequence[str], where: Where, report: Report, *, listed: bool = True) -> bool:
    """Are all of these on the map? Those that are not are reported, with their place in the list."""
    strange = [(i, text) for i, text in enumerate(texts) if text not in board.ids]
    for i, text in strange:
        hole = " (the terrain leaves that hex blank)" if text in board.names else ""
        what = f'"{text}" is not on the map{hole}' if hole else unknown(text, board.ids)
        report((*where, i) if listed and len(texts) > 1 else where, what)
    return not strange


def _check_adjacent(board: Board, a: str, b: str, where: Where, report: Report) -> None:
    if a in board.ids and b in board.ids and board.ids[b] not in board.neighbours[board.ids[a]]:
        report(where, f"{a} and {b} are not adjacent")
