"""Single values out of text and TOML, typed strictly, with words for what was expected instead.

`from_text` reads one CSV cell; `from_value` walks a parsed TOML tree and reports every misfit on its way,
where a plain conversion would stop at the first.
"""

from __future__ import annotations

import re
import types
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Annotated, Any, Literal, TypeAlias, Union, get_args, get_origin

import msgspec
from msgspec import inspect

Where: TypeAlias = tuple[str | int, ...]
Report: TypeAlias = Callable[[Where, str], None]

PROVENANCE = "provenance"
Provenance: TypeAlias = Literal["printed", "derived", "reconstructed"]
PROVENANCES: tuple[str, ...] = get_args(Provenance)
YES = frozenset({"yes", "true", "1", "x"})
NO = frozenset({"no", "false", "0"})
NUMBER = re.compile(r"[+-]?\d+(\.\d+)?")
MISSING = object()  # stands for a value that was reported and cannot be used


def describe(kind: Any) -> str:
    """What a type wants, in words for the person who fills in the table."""
    if kind is Fraction:
        return "a number or a fraction such as 1/2"
    return _words(inspect.type_info(kind))


def _words(info: inspect.Type) -> str:
    match info:
        case inspect.IntType():
            return "a whole number" + _bounds(info)
        case inspect.FloatType():
            return "a number" + _bounds(info)
        case inspect.BoolType():
            return "yes or no"
        case inspect.StrType():
            return f"a text matching {info.pattern}" if info.pattern else "a text"
        case inspect.NoneType():
            return "nothing"
        case inspect.LiteralType():
            return "one of: " + ", ".join(str(value) for value in info.values)
        case inspect.EnumType():
            return "one of: " + ", ".join(str(member.value) for member in info.cls)
        case inspect.UnionType():
            return " or ".join(_words(part) for part in info.types if not isinstance(part, inspect.NoneType))
        case inspect.ListType() | inspect.SetType() | inspect.FrozenSetType() | inspect.VarTupleType():
            return f"a list, each {_words(info.item_type)}"
        case inspect.TupleType():
            return f"a list of {len(info.item_types)}: " + "; ".join(_words(part) for part in info.item_types)
        case inspect.StructType() | inspect.DictType():
            return "a section with keys"
        case inspect.CustomType() if info.cls is Fraction:
            return describe(Fraction)
    return type(info).__name__.removesuffix("Type").lower()


def _bounds(info: inspect.IntType | inspect.FloatType) -> str:
    limits = {"at least": info.ge, "over": info.gt, "at most": info.le, "under": info.lt}
    words = [f"{word} {limit}" for word, limit in limits.items() if limit is not None]
    return f" ({', '.join(words)})" if words else ""


def from_text(cell: str, kind: Any) -> Any:
    """One cell as the given type; ValueError says what it should have been."""
    options = _options(kind)
    if not cell and type(None) in options:
        return None
    several = next((option for option in options if _is_many(option)), None)
    if several is not None:
        items = [part.strip() for part in cell.split(";")] if ";" in cell else cell.split()
        return _collect(items, several)
    if bool in options:
        word = cell.lower()
        if word in YES or word in NO:
            return word in YES
    elif cell or str in options:
        for option in options:
            value = _one(cell, option)
            if value is not MISSING:
                return value
    raise ValueError(_misfit(cell, kind) if cell else f"empty; it should be {describe(kind)}")


def _one(cell: str, kind: Any) -> Any:
    """The cell as a single value, or MISSING; numbers are read as people write them, `+2` included."""
    if kind is type(None):
        return MISSING
    if _bare(kind) in {int, float}:
        if not NUMBER.fullmatch(cell):
            return MISSING
        cell = cell.removeprefix("+")
    try:
        return msgspec.convert(cell, kind, strict=False, dec_hook=_custom)
    except (msgspec.ValidationError, ValueError, ZeroDivisionError):
        return MISSING


def _collect(items: list[str], kind: Any) -> Any:
    """A list of cells; each is converted by itself, so that the message names the one that is wrong."""
    arguments = [part for part in get_args(_bare(kind)) if part is not Ellipsis]
    fixed = _is_fixed(kind)
    if fixed and len(items) != len(arguments):
        raise ValueError(f"{len(items)} items; it should be {describe(kind)}")
    kinds = arguments if fixed else (arguments or [str]) * len(items)
    made = [from_text(item, part) for item, part in zip(items, kinds, strict=True)]
    try:
        return msgspec.convert(made, kind, dec_hook=_custom)
    except msgspec.ValidationError as error:  # the length of the list, or an item twice
        raise ValueError(f"the list does not fit: {error}") from None


def _options(kind: Any) -> tuple[Any, ...]:
    return get_args(kind) if get_origin(kind) in (Union, types.UnionType) else (kind,)


def _bare(kind: Any) -> Any:
    """A type without its bounds."""
    return get_args(kind)[0] if get_origin(kind) is Annotated else kind


def _is_many(kind: Any) -> bool:
    bare = _bare(kind)
    return (get_origin(bare) or bare) in {list, tuple, set, frozenset}


def _is_fixed(kind: Any) -> bool:
    bare = _bare(kind)
    return get_origin(bare) is tuple and Ellipsis not in get_args(bare)


def _custom(kind: type, value: Any) -> Any:
    if kind is Fraction:
        return Fraction(value)
    raise NotImplementedError(kind)


def _misfit(value: object, kind: Any) -> str:
    shown = f'"{value}"' if isinstance(value, str) else str(value)
    return f"{shown} should be {describe(kind)}"


def from_value(value: Any, kind: Any, report: Report, where: Where = (), origin: str = PROVENANCES[-1]) -> Any:
    """A parsed TOML value as the given type, or MISSING after reporting all that is wrong in it.

    `origin` is the provenance of the section around; sections that say nothing inherit it.
    """
    for option in _options(kind):
        if isinstance(option, type) and issubclass(option, msgspec.Struct) and isinstance(value, dict):
            if option.__struct_config__.tag is None:
                return _section(value, option, report, where, origin)
        elif get_origin(option) is dict and isinstance(value, dict):
            return _mapping(value, option, report, where, origin)
        elif _is_many(option) and isinstance(value, list):
            return _sequence(value, option, report, where, origin)
    try:
        return msgspec.convert(value, kind, dec_hook=_custom)
    except (msgspec.ValidationError, ValueError, ZeroDivisionError):
        report(where, _misfit(value, kind))
        return MISSING


def _section(value: Mapping[str, Any], kind: Any, report: Report, where: Where, origin: str) -> Any:
    fields = {field.encode_name: field for field in msgspec.structs.fields(kind)}
    stated = value.get(PROVENANCE, origin)
    if stated not in PROVENANCES:
        report((*where, PROVENANCE), f'provenance "{stated}" is not one of: {", ".join(PROVENANCES)}')
        stated = origin
    made: dict[str, Any] = {PROVENANCE: stated} if PROVENANCE in fields else {}
    for name, item in value.items():
        if name in fields and name != PROVENANCE:
            field = fields[name]
            made[field.name] = from_value(item, field.type, report, (*where, name), stated)
        elif name != PROVENANCE:
            report((*where, name), f"unknown key; known here: {', '.join(fields)}")
    absent = [name for name, field in fields.items() if field.required and field.name not in made]
    for name in absent:
        report((*where, name), "missing")
    if absent or MISSING in made.values():
        return MISSING
    try:
        return kind(**made)
    except ValueError as error:  # a record's own __post_init__ may refuse what no single value shows
        report(where, str(error))
        return MISSING


def _mapping(value: Mapping[str, Any], kind: Any, report: Report, where: Where, origin: str) -> Any:
    key, item_kind = get_args(kind)
    made = {}
    for name, item in value.items():
        made[from_value(name, key, report, (*where, name), origin)] = from_value(
            item, item_kind, report, (*where, name), origin
        )
    return MISSING if MISSING in made or MISSING in made.values() else made


def _sequence(value: list[Any], kind: Any, report: Report, where: Where, origin: str) -> Any:
    arguments = get_args(_bare(kind))
    fixed = _is_fixed(kind)
    if fixed and len(value) != len(arguments):
        report(where, f"{len(value)} items; it should be {describe(kind)}")
        return MISSING
    kinds = arguments if fixed else (arguments[:1] or (Any,)) * len(value)
    made = [
        from_value(item, part, report, (*where, i), origin)
        for i, (item, part) in enumerate(zip(value, kinds, strict=True))
    ]
    if any(item is MISSING for item in made):
        return MISSING
    return (get_origin(_bare(kind)) or _bare(kind))(made)


def locate(text: str, where: Where) -> int:
    """The line of a TOML file that holds a value, as near as its headings tell; 0 if they tell nothing."""
    lines = text.splitlines()
    start, stop = 0, len(lines)
    found = 0
    for i, part in enumerate(where):
        if isinstance(part, int):
            continue
        name, follows = re.escape(part), where[i + 1] if i + 1 < len(where) else None
        if isinstance(follows, int):
            heads = [n for n in range(start, stop) if re.match(rf"\s*\[\[\s*([\w-]+\.)*{name}\s*\]\]", lines[n])]
            if follows < len(heads):
                start = heads[follows]
                stop = _end_of_section(lines, start, part)
                found = start + 1
                continue
        pattern = rf'\s*(\[\[?\s*([\w-]+\.)*)?"?{name}"?\s*[\]=]'
        line = next((n for n in range(start, stop) if re.match(pattern, lines[n])), None)
        if line is None:
            break
        start, found = line, line + 1
    return found


def _end_of_section(lines: list[str], start: int, name: str) -> int:
    inner = (f"[{name}.", f"[[{name}.")
    for n in range(start + 1, len(lines)):
        if lines[n].startswith("[") and not lines[n].startswith(inner):
            return n
    return len(lines)
