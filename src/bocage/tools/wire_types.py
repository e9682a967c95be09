"""The types of the wire for the browser's scripts, made from the server's own.

`python -m bocage.tools.wire_types` writes `web/js/wire.d.ts`, `--check` only says whether it is up to date. So the
browser's code is checked against what the server really sends, and no list of fields is kept twice.
"""

import argparse
import inspect
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
from msgspec import inspect as types

from bocage.kernel import game, queries, rulebook, view
from bocage.server import guides, refusals, reviews, wire, wire_handling

TARGET = Path(__file__).parents[1] / "web" / "js" / "wire.d.ts"
MODULES: tuple[ModuleType, ...] = (
    view,
    queries,
    rulebook,
    game,
    refusals,
    reviews,
    guides,
    wire,
    wire_handling,
)
LEFT_OUT = frozenset({"Game", "Queries", "Coverage", "Seat"})
"""Values of the kernel that never travel; the `Seat` that does is the server's."""
HEAD = "// Written by `python -m bocage.tools.wire_types` from the server's types. Do not edit.\n"
PLAIN: dict[type, str] = {
    types.StrType: "string",
    types.IntType: "number",
    types.FloatType: "number",
    types.BoolType: "boolean",
    types.NoneType: "null",
    types.AnyType: "unknown",
}


def structs() -> Iterator[type[msgspec.Struct]]:
    """Everything that travels, in the order in which it is declared."""
    for module in MODULES:
        for name, kind in vars(module).items():
            is_struct = inspect.isclass(kind) and issubclass(kind, msgspec.Struct)
            if is_struct and kind.__module__ == module.__name__ and (name not in LEFT_OUT or module is wire):
                yield kind


def spelled(found: types.Type) -> str:
    """A type as the browser writes it."""
    if type(found) in PLAIN:
        return PLAIN[type(found)]
    if isinstance(found, types.StructType):
        return found.cls.__name__
    if isinstance(found, types.UnionType):
        return " | ".join(spelled(part) for part in found.types)
    if isinstance(found, types.DictType):
        return f"Record<string, {spelled(found.value_type)}>"
    if isinstance(found, types.TupleType):
        return f"[{', '.join(spelled(part) for part in found.item_types)}]"
    if isinstance(found, types.VarTupleType | types.ListType):
        return f"{_bracketed(spelled(found.item_type))}[]"
    if isinstance(found, types.Metadata):
        return spelled(found.type)
    if isinstance(found, types.LiteralType):
        return " | ".join(f'"{value}"' for value in found.values)
    raise TypeError(f"{found} does not travel")


def _bracketed(text: str) -> str:
    return f"({text})" if " | " in text else text


def interface(kind: type[msgspec.Struct]) -> str:
    """One struct. A field that is left out when it has its usual value may be missing; so may one that is asked for."""
    info = types.type_info(kind)
    assert isinstance(info, types.StructType)
    is_sent = not issubclass(kind, wire.Asked)
    loose = kind.__struct_config__.omit_defaults or not is_sent
    lines = []
    for field in info.fields:
        mark = "?" if loose and not field.required else ""
        lines.append(f"  {field.encode_name}{mark}: {spelled(field.type)};")
    doc = " ".join((kind.__doc__ or "").split())
    return "\n".join([f"/** {doc} */", f"export interface {kind.__name__} {{", *lines, "}"])


def page() -> str:
    """The whole file."""
    return HEAD + "".join(f"\n{interface(kind)}\n" for kind in structs())


def main(argv: Sequence[str] | None = None) -> int:
    """Write the file, or say whether it is what it should be."""
    parser = argparse.ArgumentParser(prog="wire_types", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; fail if the file is out of date")
    given: Any = parser.parse_args(argv)
    made = page()
    if given.check:
        if TARGET.exists() and TARGET.read_text(encoding="utf-8") == made:
            return 0
        print(f"{TARGET.name} is out of date: run  python -m bocage.tools.wire_types", file=sys.stderr)
        return 1
    TARGET.write_text(made, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
