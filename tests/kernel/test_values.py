"""Single values out of cells and TOML."""

import re
from enum import Enum
from fractions import Fraction
from typing import Annotated, Any, Literal

import msgspec
import pytest

from bocage.kernel.ids import Space
from bocage.kernel.values import MISSING, describe, from_text, from_value, locate


class Arm(Enum):
    FOOT = "foot"
    TANK = "tank"


Few = Annotated[list[int], msgspec.Meta(max_length=2)]


class Hill(msgspec.Struct):
    height: int
    slopes: Annotated[list[int], msgspec.Meta(max_length=6)] = []


@pytest.mark.parametrize(
    ("cell", "kind", "value"),
    [
        ("4", int, 4),
        ("-4", int, -4),
        ("+2", int, 2),
        ("1.5", float, 1.5),
        ("3", Space, 3),
        ("7/2", Fraction, Fraction(7, 2)),
        ("2", Literal[1, 2], 2),
        ("tank", Arm, Arm.TANK),
        ("yes", bool, True),
        ("x", bool | None, True),
        ("0", bool, False),
        ("", int | None, None),
        ("", str, ""),
        ("null", str | None, "null"),
        ("2-1", str, "2-1"),
        ("+2", str, "+2"),
        ("a b", frozenset[str], frozenset({"a", "b"})),
        ("", tuple[str, ...], ()),
        ("1 2", tuple[int, int], (1, 2)),
        ("1; 2", Few, [1, 2]),
        ("1/2 3", tuple[Fraction, ...], (Fraction(1, 2), Fraction(3))),
    ],
)
def test_a_cell_is_read_as_its_type(cell: str, kind: Any, value: object) -> None:
    assert from_text(cell, kind) == value


@pytest.mark.parametrize(
    ("cell", "kind", "what"),
    [
        ("four", int, '"four" should be a whole number'),
        ("1.5", int, '"1.5" should be a whole number'),
        ("1e3", int, '"1e3" should be a whole number'),
        ("nan", float, '"nan" should be a number'),
        ("null", int | None, '"null" should be a whole number'),
        ("1/0", Fraction, '"1/0" should be a number or a fraction such as 1/2'),
        ("3", Literal[1, 2], '"3" should be one of: 1, 2'),
        ("horse", Arm, '"horse" should be one of: foot, tank'),
        ("", int, "empty; it should be a whole number"),
        ("maybe", bool, '"maybe" should be yes or no'),
        ("1 two", tuple[int, ...], '"two" should be a whole number'),
        ("1 2 3", tuple[int, int], "3 items; it should be a list of 2: a whole number; a whole number"),
        ("1 2 3", Few, "the list does not fit: Expected `array` of length <= 2"),
    ],
)
def test_a_cell_that_does_not_fit_is_told_what_it_should_be(cell: str, kind: Any, what: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(what)}$"):
        from_text(cell, kind)


def test_every_misfit_in_a_tree_is_reported() -> None:
    said: list[tuple[tuple[str | int, ...], str]] = []
    made = from_value(
        {"a": {"height": True, "slopes": [1, "x"]}, "b": {"depth": 3}},
        dict[str, Hill],
        lambda where, what: said.append((where, what)),
    )
    assert made is MISSING
    assert said == [
        (("a", "height"), "True should be a whole number"),
        (("a", "slopes", 1), '"x" should be a whole number'),
        (("b", "depth"), "unknown key; known here: height, slopes"),
        (("b", "height"), "missing"),
    ]


@pytest.mark.parametrize(
    ("value", "kind", "made"),
    [
        ({"height": 2}, Hill | None, Hill(2)),
        ([1, 2.5], tuple[float, float], (1.0, 2.5)),
        ([[1, 2], [3, 4]], list[tuple[int, int]], [(1, 2), (3, 4)]),
        ({"k": [1]}, dict[str, Any], {"k": [1]}),
        ("7/2", Fraction, Fraction(7, 2)),
        ([1, 1], set[int], {1}),
    ],
)
def test_a_tree_becomes_typed_values(value: object, kind: Any, made: object) -> None:
    assert from_value(value, kind, lambda where, what: pytest.fail(f"{where}: {what}")) == made


def test_a_type_is_described_in_words() -> None:
    assert describe(Annotated[int, msgspec.Meta(ge=1, lt=7)]) == "a whole number (at least 1, under 7)"
    assert describe(list[Literal["a", "b"]]) == "a list, each one of: a, b"
    assert describe(Fraction | None) == "a number or a fraction such as 1/2"
    assert describe(Hill) == "a section with keys"


TOML = """one = 1
[grid]
columns = 3
[grid.labels]
order = "x"
[[side]]
kind = "river"
[[side]]
kind = "dike"
hexes = [
  "a",
]
"""


@pytest.mark.parametrize(
    ("where", "line"),
    [
        (("one",), 1),
        (("grid",), 2),
        (("grid", "columns"), 3),
        (("grid", "labels", "order"), 5),
        (("side", 0, "kind"), 7),
        (("side", 1, "kind"), 9),
        (("side", 1, "hexes", 0), 10),
        (("side", 0, "hexes"), 6),
        (("nothing",), 0),
        ((), 0),
    ],
)
def test_a_value_is_found_in_the_text(where: tuple[str | int, ...], line: int) -> None:
    assert locate(TOML, where) == line
