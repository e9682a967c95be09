"""Every number, text and list that comes from outside has a bound, and the bounds hold."""

import inspect
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import msgspec
import pytest
from litestar.handlers import HTTPRouteHandler
from litestar.params import ParameterKwarg
from tests.server.conftest import House

from bocage.kernel.log import Ending, Entry, Header
from bocage.kernel.view import Mark, Piece
from bocage.server import wire
from bocage.server.app import make_app
from bocage.server.bounds import Name
from bocage.server.described import sent
from bocage.server.hall import Hall

HUGE = 10**12


@pytest.mark.parametrize("field", ["full", "steps", "side"])
def test_a_counter_with_a_million_million_steps_is_refused_at_once(house: House, field: str) -> None:
    piece = {"space": "0201", "side": 0, "unit": "Able", field: HUGE}
    start = time.monotonic()
    answer = house.post("/api/titles/tinybeach/counters", {"pieces": [piece]})
    assert (answer.status, answer.code) == (400, "bad-request")
    assert time.monotonic() - start < 5


def test_lists_and_words_of_a_counter_are_bounded(house: House) -> None:
    piece = {"space": "0201", "side": 0, "unit": "Able"}
    for more in ({"flags": ["moved"] * 1000}, {"factors": ["1"] * 1000}, {"name": "x" * 5000}, {"flags": ["x" * 5000]}):
        assert house.post("/api/titles/tinybeach/counters", {"pieces": [{**piece, **more}]}).code == "bad-request"
    assert house.post("/api/titles/tinybeach/counters", {"pieces": [piece] * 1001}).code == "bad-request"
    assert house.post("/api/titles/tinybeach/counters", {"marks": [{"kind": "x" * 100}]}).code == "bad-request"
    assert house.post("/api/titles/tinybeach/counters", {"pieces": [piece] * 3}).status == 200


def test_what_is_asked_about_counters_is_what_a_view_tells_of_them() -> None:
    for asked, told in ((wire.PieceAsked, Piece), (wire.MarkAsked, Mark)):
        assert asked.__struct_fields__ == told.__struct_fields__


def unbounded(hint: Any, where: str) -> Iterator[str]:
    """The parts of a type that could be of any size."""
    if get_origin(hint) is Annotated:
        inner, *notes = get_args(hint)
        metas = [note for note in notes if isinstance(note, msgspec.Meta | ParameterKwarg)]
        is_bounded = any(note.max_length is not None for note in metas)
        is_number = any(
            (note.le or note.lt) is not None and (note.ge is not None or note.gt is not None) for note in metas
        )
        yield from bare(inner, where, is_long=not is_bounded, is_large=not is_number)
    else:
        yield from bare(hint, where, is_long=True, is_large=True)


def bare(hint: Any, where: str, *, is_long: bool, is_large: bool) -> Iterator[str]:
    origin, parts = get_origin(hint), [part for part in get_args(hint) if part is not Ellipsis]
    if hint in {bool, type(None)} or str(origin) == "typing.Literal":
        return
    if hint is str:
        yield from [f"{where}: a text without end"] if is_long else []
    elif hint is int:
        yield from [f"{where}: a number without bounds"] if is_large else []
    elif isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        yield from fields(hint)
    elif origin in {tuple, list, dict}:
        yield from [f"{where}: a list without end"] if is_long else []
        for part in parts:
            yield from unbounded(part, where)
    elif parts:  # one of several types
        for part in parts:
            notes = bare(part, where, is_long=is_long, is_large=is_large)
            yield from notes if get_origin(part) is not Annotated else unbounded(part, where)
    else:
        yield f"{where}: {hint} is nothing that a bound can be told of"


def fields(kind: type) -> Iterator[str]:
    for name, hint in get_type_hints(kind, include_extras=True).items():
        if name in getattr(kind, "__struct_fields__", ()):
            yield from unbounded(hint, f"{kind.__name__}.{name}")


@pytest.mark.parametrize("kind", [*sent(), Header, Entry, Ending], ids=lambda kind: kind.__name__)
def test_every_field_that_a_client_sends_is_bounded(kind: type) -> None:
    assert list(fields(kind)) == []


def test_the_walk_finds_what_is_unbounded() -> None:
    class Loose(msgspec.Struct):
        words: str
        number: int | None
        many: Annotated[tuple[str, ...], msgspec.Meta(max_length=3)]
        half: Annotated[int, msgspec.Meta(ge=0)]
        tight: Name | None
        table: dict[Name, Name]

    hints = get_type_hints(Loose, localns={"Name": Name}, include_extras=True)
    found = [note for name, hint in hints.items() for note in unbounded(hint, name)]
    assert sorted(note.partition(":")[0] for note in found) == ["half", "many", "number", "table", "words"]


def test_every_parameter_of_every_address_is_bounded(tmp_path: Path) -> None:
    hall = Hall(tmp_path)
    try:
        handlers = [
            handler
            for route in make_app(hall).routes
            for handler in getattr(route, "route_handlers", [])
            if isinstance(handler, HTTPRouteHandler) and handler.fn.__module__.startswith("bocage.")
        ]
    finally:
        hall.store.close()
    assert len(handlers) > 30
    loose = []
    for handler in handlers:
        hints = get_type_hints(handler.fn, include_extras=True)
        for name in inspect.signature(handler.fn).parameters:
            if name not in {"request", "hall", "data"}:
                loose += list(unbounded(hints[name], f"{handler.fn.__name__}({name})"))
    assert loose == []
