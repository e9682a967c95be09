"""Rule numbers run through everything: which code implements a case, which test proves it, what is left out
and why.

A game's `rulebook.toml` lists every numbered case with our own heading and summary. `@rule("12.3")` marks
the function or frame that implements it; `@covers("12.3")` marks the test. The coverage report sets the
three beside each other.
"""

import ast
import importlib
import pkgutil
import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

import msgspec

from bocage.kernel.loading import Faults, read_toml

F = TypeVar("F", bound=Callable[..., Any])

_IMPLEMENTED: dict[str, dict[str, list[str]]] = {}


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One numbered case of a rulebook, in our own words."""

    number: str
    heading: str
    summary: str
    not_modelled: str = ""


class Rulebook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All numbered cases of a game."""

    rule: tuple[Rule, ...]

    def find(self, number: str) -> Rule | None:
        """The case of that number."""
        return next((rule for rule in self.rule if rule.number == number), None)

    def under(self, number: str) -> list[Rule]:
        """The cases of a chapter or section: `12` holds `12.3`, `Movement` holds `Movement.K`."""
        return [rule for rule in self.rule if rule.number == number or rule.number.startswith(number + ".")]


class Coverage(msgspec.Struct, frozen=True):
    """How much of a rulebook is covered: counts, and the numbers that lack code or test."""

    total: int
    implemented: int
    tested: int
    not_modelled: int
    missing: tuple[str, ...]
    unknown: tuple[str, ...] = ()


def rule(*numbers: str) -> Callable[[F], F]:
    """Mark the function or frame that implements these cases."""

    def mark(thing: F) -> F:
        known = _IMPLEMENTED.setdefault(_package(thing.__module__), {})
        for number in numbers:
            known.setdefault(number, []).append(f"{thing.__module__}.{thing.__qualname__}")
        thing.__rules__ = (*numbers, *getattr(thing, "__dict__", {}).get("__rules__", ()))  # type: ignore[attr-defined]
        return thing

    return mark


def implemented(package: str) -> Mapping[str, list[str]]:
    """Which code implements which case, after importing all modules of a game's package."""
    module = importlib.import_module(package)
    for found in pkgutil.walk_packages(module.__path__, package + "."):
        importlib.import_module(found.name)
    return _IMPLEMENTED.get(package, {})


def load_rulebook(module: ModuleType, faults: Faults | None = None) -> Rulebook:
    """Read the `rulebook.toml` beside a game's code."""
    own = faults if faults is not None else Faults()
    path = Path(module.__file__ or "").parent / "rulebook.toml"
    book = read_toml(path, Rulebook, own, stated=False) or Rulebook(rule=())
    seen: set[str] = set()
    for entry in book.rule:
        if entry.number in seen:
            own.add(path, f"rule {entry.number} is listed twice")
        if not entry.heading.strip() or not entry.summary.strip():
            own.add(path, f"rule {entry.number} needs a heading and a summary")
        seen.add(entry.number)
    if faults is None:
        own.raise_if_any()
    return book


def tested_numbers(folder: Path) -> set[str]:
    """The cases that tests in a folder say they cover, read from their source without running it."""
    found: set[str] = set()
    for path in sorted(folder.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) == "covers":
                found |= {
                    arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)
                }
    return found


def coverage(book: Rulebook, code: Iterable[str], tests: Iterable[str]) -> Coverage:
    """Set the rulebook beside the code and the tests."""
    numbers = {entry.number for entry in book.rule}
    excused = {entry.number for entry in book.rule if entry.not_modelled}
    done, tested = set(code) & numbers, set(tests) & numbers
    missing = numbers - excused - (done & tested)
    return Coverage(
        total=len(numbers),
        implemented=len(done - excused),
        tested=len(tested - excused),
        not_modelled=len(excused),
        missing=tuple(sorted(missing, key=number_key)),
        unknown=tuple(sorted((set(code) | set(tests)) - numbers, key=number_key)),
    )


def number_key(number: str) -> list[tuple[int, str]]:
    """Sort 8.10 after 8.9, and letters after numbers."""
    return [(int(part), "") if part.isdigit() else (10**6, part) for part in re.split(r"[.\s]", number)]


def _package(module: str) -> str:
    """`bocage.games.tinybeach.rules.r06_combat` belongs to `bocage.games.tinybeach`."""
    parts = module.split(".")
    return ".".join(parts[:3]) if parts[:2] == ["bocage", "games"] else parts[0]
