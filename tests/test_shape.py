"""The architecture, held in place: these tests read the source and never run it."""

import ast
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LONGEST_MODULE = 500
ALLOWED_THIRD_PARTY = {"msgspec"}
# The same game must come out of the same log on any day and any machine.
IMPURE_MODULES = {"random", "time", "datetime"}
IMPURE_OS_NAMES = {"environ", "environb", "getenv", "getenvb"}
# A name says what a thing is, not how good or how early it is.
VAGUE_NAME = re.compile(r"simple|basic|(^|_)v1(_|$)")

Faults = Iterator[tuple[int, str]]


@dataclass(frozen=True)
class Module:
    """One file of the project: its dotted name and its text."""

    name: str
    text: str
    is_package: bool = False

    def nodes(self) -> Iterator[ast.AST]:
        return ast.walk(ast.parse(self.text))

    def imports(self) -> Iterator[tuple[int, str]]:
        """Each import as (line, full dotted name)."""
        for node in self.nodes():
            if isinstance(node, ast.Import):
                yield from ((node.lineno, alias.name) for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                base = self.base(node)
                yield from ((node.lineno, f"{base}.{alias.name}") for alias in node.names)

    def base(self, node: ast.ImportFrom) -> str:
        """What `from ..here import` means in this module."""
        if not node.level:
            return node.module or ""
        parents = self.name.split(".")
        kept = parents[: len(parents) - node.level + self.is_package]
        return ".".join([*kept, node.module] if node.module else kept)


Check = Callable[[Module], Faults]


def is_within(name: str, package: str) -> bool:
    return name == package or name.startswith(f"{package}.")


def is_rules(module: Module) -> bool:
    """Whether a module belongs to the kernel or to a game."""
    return is_within(module.name, "bocage.kernel") or is_within(module.name, "bocage.games")


# The checks: each gives (line, what is wrong)


def allowed_inside(name: str) -> list[str] | None:
    """The parts of bocage that a module may import; None means all but the command line."""
    if is_within(name, "bocage.kernel"):
        return ["bocage.kernel"]
    if name == "bocage.games":
        return ["bocage.kernel", "bocage.games"]
    if is_within(name, "bocage.games"):
        game = ".".join(name.split(".")[:3])
        return ["bocage.kernel", game, *(["bocage.players"] if is_within(name, f"{game}.computer") else [])]
    return None


def wrong_way_imports(module: Module) -> Faults:
    allowed = allowed_inside(module.name)
    is_command = is_within(module.name, "bocage.cli") or module.name == "bocage.__main__"
    is_command |= is_within(module.name, "tests.cli")  # its own tests run it
    for line, name in module.imports():
        if not is_within(name, "bocage"):
            continue
        if is_within(name, "bocage.cli") and not is_command:
            yield line, f"imports {name}: nothing imports the command line"
        elif allowed is not None and not any(is_within(name, part) for part in allowed):
            yield line, f"imports {name}: only {' and '.join(allowed)} may be imported here"


def rules_that_see_the_computer(module: Module) -> Faults:
    """What the computer knows of a game is for players, reviews and the lab; its rules never see it."""
    package, part = ".".join(module.name.split(".")[:3]), module.name.split(".")[3:4]
    if not package.startswith("bocage.games.") or part in ([], ["computer"], ["study"]):
        return
    for line, name in module.imports():
        if is_within(name, f"{package}.computer") or is_within(name, f"{package}.study"):
            yield line, f"imports {name}: only the game's own value, `computer` and `study` may"


def third_party_imports(module: Module) -> Faults:
    if not is_rules(module):
        return
    for line, name in module.imports():
        top = name.split(".")[0]
        if top not in sys.stdlib_module_names | ALLOWED_THIRD_PARTY | {"bocage"}:
            yield line, f"imports {top}: the kernel and the games need only msgspec"


def impure_uses(module: Module) -> Faults:
    if not is_rules(module):
        return
    for line, name in module.imports():
        top, _, rest = name.partition(".")
        if top in IMPURE_MODULES or (top == "os" and rest in IMPURE_OS_NAMES):
            yield line, f"imports {name}: rules know no clock, dice or environment but the game's own"
    for node in module.nodes():
        if isinstance(node, ast.Name) and node.id == "print":
            yield node.lineno, "uses print: rules emit events"
        elif isinstance(node, ast.Attribute) and ast.unparse(node) in {f"os.{n}" for n in IMPURE_OS_NAMES}:
            yield node.lineno, f"uses {ast.unparse(node)}: rules do not depend on the machine"


def vague_names(module: Module) -> Faults:
    kinds = (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    inside = [(node.lineno, node.name) for node in module.nodes() if isinstance(node, kinds)]
    for line, name in [(1, module.name.rpartition(".")[2]), *inside]:
        if VAGUE_NAME.search(re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()):
            yield line, f"name {name}: say what it is, not how plain or how early"


def overlong(module: Module) -> Faults:
    lines = len(module.text.splitlines())
    if lines > LONGEST_MODULE:
        yield lines, f"has {lines} lines: a module has one idea and at most {LONGEST_MODULE} lines"


CHECKS = [wrong_way_imports, rules_that_see_the_computer, third_party_imports, impure_uses, vague_names, overlong]


# The checks applied to the project


def dotted(file: Path, base: Path) -> str:
    parts = file.relative_to(base).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def modules() -> Iterator[tuple[Path, Module]]:
    for folder, base in ((ROOT / "src", ROOT / "src"), (ROOT / "tests", ROOT)):
        for file in sorted(folder.rglob("*.py")):
            text = file.read_text(encoding="utf-8")
            yield file.relative_to(ROOT), Module(dotted(file, base), text, file.name == "__init__.py")


def test_the_source_is_found() -> None:
    names = {module.name for _, module in modules()}
    assert {"bocage", "bocage.games", "tests.test_shape"} <= names
    assert any(is_within(name, "bocage.kernel") for name in names)


@pytest.mark.parametrize("check", CHECKS)
def test_the_project_keeps_its_shape(check: Check) -> None:
    faults = [f"{file}:{line}: {what}" for file, module in modules() for line, what in check(module)]
    assert not faults, "\n" + "\n".join(faults)


# The checks can fail


@pytest.mark.parametrize(
    ("check", "name", "text"),
    [
        (wrong_way_imports, "bocage.kernel.flow", "import bocage.games.tinybeach"),
        (wrong_way_imports, "bocage.kernel.flow", "import bocage"),
        (wrong_way_imports, "bocage.kernel.flow", "from bocage import games"),
        (wrong_way_imports, "bocage.kernel.flow", "from ..games import tinybeach"),
        (wrong_way_imports, "bocage.kernel.flow", "def late():\n    from bocage.draw import svg"),
        (wrong_way_imports, "bocage.games.bradley.view", "from bocage.games.tinybeach import GAME"),
        (wrong_way_imports, "bocage.games.bradley.view", "from bocage.games import tinybeach"),
        (wrong_way_imports, "bocage.games.bradley.view", "from ..tinybeach.state import State"),
        (wrong_way_imports, "bocage.games.bradley.view", "from bocage.players import greedy"),
        (wrong_way_imports, "bocage.games.bradley.computers", "from bocage.players import greedy"),
        (wrong_way_imports, "bocage.games.bradley", "import bocage.games.bradleys_brother"),
        (wrong_way_imports, "bocage.server.app", "from bocage.cli import main"),
        (wrong_way_imports, "bocage.draw.map", "from bocage import cli"),
        (
            rules_that_see_the_computer,
            "bocage.games.bradley.queries",
            "from bocage.games.bradley.computer import worth",
        ),
        (rules_that_see_the_computer, "bocage.games.bradley.rules.r08_zones", "from ..study.luck import SETTLES"),
        (third_party_imports, "bocage.kernel.grid", "import numpy as np"),
        (third_party_imports, "bocage.games.bradley.state", "from attrs import define"),
        (impure_uses, "bocage.kernel.chance", "import random"),
        (impure_uses, "bocage.kernel.chance", "from random import Random"),
        (impure_uses, "bocage.games.bradley.state", "import time as clock"),
        (impure_uses, "bocage.games.bradley.state", "from datetime import date"),
        (impure_uses, "bocage.games.bradley.state", "def rule():\n    print('hit')"),
        (impure_uses, "bocage.games.bradley.state", "show = print"),
        (impure_uses, "bocage.kernel.loading", "import os\nhome = os.environ['HOME']"),
        (impure_uses, "bocage.kernel.loading", "import os\nhome = os.getenv('HOME')"),
        (impure_uses, "bocage.kernel.loading", "from os import environ"),
        (vague_names, "bocage.kernel.simple_grid", ""),
        (vague_names, "bocage.players.bot", "class BasicBot: ..."),
        (vague_names, "bocage.players.bot", "class BotV1: ..."),
        (vague_names, "bocage.players.bot", "class Bot:\n    def choose_v1(self): ..."),
        (vague_names, "bocage.players.bot", "async def simple_move(): ..."),
        (overlong, "bocage.kernel.grid", "x = 1\n" * (LONGEST_MODULE + 1)),
    ],
)
def test_a_check_finds_a_fault(check: Check, name: str, text: str) -> None:
    assert len(list(check(Module(name, text)))) == 1


@pytest.mark.parametrize(
    ("check", "name", "text"),
    [
        (wrong_way_imports, "bocage.kernel.flow", "import json\nfrom bocage.kernel import ids"),
        (wrong_way_imports, "bocage.kernel.flow", "from .ids import Space\nfrom . import ids"),
        (wrong_way_imports, "bocage.kernel.flow", "import bocageology"),
        (wrong_way_imports, "bocage.games", "from bocage.games import tinybeach"),
        (wrong_way_imports, "bocage.games.bradley.view", "from bocage.games.bradley import state"),
        (wrong_way_imports, "bocage.games.bradley.view", "from bocage.kernel.flow import Call"),
        (wrong_way_imports, "bocage.games.bradley.computer.moves", "from bocage.players.knowledge import Knowledge"),
        (wrong_way_imports, "bocage.lab.batch", "from bocage.games import tinybeach\nimport bocage.players"),
        (wrong_way_imports, "bocage.__main__", "from bocage.cli import main"),
        (wrong_way_imports, "tests.cli.test_play", "from bocage.cli import main"),
        (rules_that_see_the_computer, "bocage.games.bradley", "from bocage.games.bradley.computer import evaluate"),
        (rules_that_see_the_computer, "bocage.games.bradley.study.luck", "from ..computer.evaluate import POINT"),
        (rules_that_see_the_computer, "bocage.lab.record", "from bocage.games.bradley.computer import evaluate"),
        (third_party_imports, "bocage.kernel.grid", "import msgspec\nfrom collections.abc import Iterator"),
        (third_party_imports, "bocage.kernel.grid", "from . import ids"),
        (third_party_imports, "bocage.cli", "import rich"),
        (impure_uses, "bocage.cli", "import time\nprint(time.time())"),
        (impure_uses, "bocage.kernel.loading", "import os.path\n# print\nfootprint = 'print'"),
        (vague_names, "bocage.games.bradley.r01_units", "def div101(): ...\nclass Conv1: ..."),
        (overlong, "bocage.kernel.grid", "x = 1\n" * LONGEST_MODULE),
    ],
)
def test_a_check_passes_what_is_allowed(check: Check, name: str, text: str) -> None:
    assert not list(check(Module(name, text)))


@pytest.mark.parametrize(
    ("module", "name"),
    [
        (Module("bocage.kernel", "from . import ids", is_package=True), "bocage.kernel.ids"),
        (Module("bocage.kernel.flow", "from . import ids"), "bocage.kernel.ids"),
        (Module("bocage.games.bradley.view", "from ...kernel.ids import Side"), "bocage.kernel.ids.Side"),
    ],
)
def test_relative_imports_are_named_in_full(module: Module, name: str) -> None:
    assert list(module.imports()) == [(1, name)]
