"""`bocage rules`: a game's rules by number, who implements them and which tests prove them."""

import argparse
import ast
import sys
from collections.abc import Mapping
from pathlib import Path

from bocage.cli.common import Commands, Fault, add_game, add_json, command, find_game, print_json
from bocage.cli.console import paint, wrap
from bocage.kernel.game import Game
from bocage.kernel.rulebook import Coverage, Rule, coverage, implemented, number_key, tested_numbers
from bocage.kernel.wording import counted


def add(commands: Commands) -> None:
    """Describe the command."""
    parser = command(
        commands,
        "rules",
        run,
        "look up a rule, or see which rules are enforced",
        description=(
            "Summaries are our own words; the numbers are those of the printed rulebook.\n"
            "A chapter's number shows all of its cases."
        ),
        examples=[
            "bocage rules tinybeach             the table of contents",
            "bocage rules tinybeach 7.3         one case: summary, code, tests",
            "bocage rules tinybeach 7           a chapter",
            "bocage rules tinybeach --coverage  how much is implemented and tested",
        ],
    )
    add_game(parser)
    parser.add_argument("number", metavar="NUMBER", nargs="?", help="a rule or a chapter")
    parser.add_argument("--coverage", action="store_true", help="count what is implemented and tested")
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Print what was asked for."""
    game = find_game(options.game)
    if options.coverage:
        if options.number:
            raise Fault("--coverage counts the whole rulebook: leave the number out")
        return _coverage(game, as_json=options.json)
    if options.number:
        return _cases(game, options.number, as_json=options.json)
    if options.json:
        print_json([_data(rule) for rule in game.rulebook.rule])
        return 0
    print(f"{game.name}: {counted(len(game.rulebook.rule), 'rule')}\n")
    wide = max((len(rule.number) for rule in game.rulebook.rule), default=0)
    for rule in game.rulebook.rule:
        note = paint("  (not modelled)", "dim") if rule.not_modelled else ""
        print(f"  {rule.number:<{wide}}  {rule.heading}{note}")
    return 0


# --- one case ---------------------------------------------------------------------------------------


def find_cases(game: Game, number: str) -> list[Rule]:
    """The case of that number or the cases of that chapter, or a fault that says what there is."""
    found = game.rulebook.under(number.removesuffix("."))
    if not found:
        chapters = dict.fromkeys(rule.number.split(".")[0] for rule in game.rulebook.rule)
        raise Fault(f"{game.name} has no rule {number!r}; its chapters are {', '.join(chapters) or 'none'}")
    return found


def text_of(rule: Rule) -> str:
    """A case in a few lines."""
    lines = [paint(f"{rule.number} {rule.heading}", "bold"), wrap(rule.summary, "  ")]
    if rule.not_modelled:
        lines.append(wrap(f"Not modelled: {rule.not_modelled}", "  "))
    return "\n".join(lines)


def _cases(game: Game, number: str, *, as_json: bool) -> int:
    code, proofs = implemented(game.package), tests_by_number(game)
    found = find_cases(game, number)
    if as_json:
        data = [
            _data(rule)
            | {"implemented_by": code.get(rule.number, []), "tested_by": (proofs or {}).get(rule.number, [])}
            for rule in found
        ]
        print_json(data[0] if len(data) == 1 else data)
        return 0
    for rule in found:
        print(text_of(rule))
        _lines("in code", [name.removeprefix("bocage.games.") for name in code.get(rule.number, [])])
        if proofs is not None:
            _lines("proved by", proofs.get(rule.number, []))
    return 0


def _lines(what: str, names: list[str]) -> None:
    for name in names or ["nothing"]:
        print(paint(f"  {what}: {name}", "dim"))


def _data(rule: Rule) -> dict[str, object]:
    return {
        "number": rule.number,
        "heading": rule.heading,
        "summary": rule.summary,
        "not_modelled": rule.not_modelled or None,
    }


# --- coverage ---------------------------------------------------------------------------------------


def tests_of(game: Game) -> Path | None:
    """The folder of a game's tests in the source tree; none in an installed package."""
    package = Path(sys.modules[game.package].__file__ or "").resolve()
    for parent in package.parents:
        folder = parent / "tests" / "games" / game.id
        if folder.is_dir():
            return folder
    return None


def tests_by_number(game: Game) -> Mapping[str, list[str]] | None:
    """Which tests say that they cover which case, read from their source; `None` without tests."""
    folder = tests_of(game)
    if folder is None:
        return None
    found: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                for number in _covered(node):
                    found.setdefault(number, []).append(f"{path.name}: {node.name}")
    return found


def _covered(node: ast.FunctionDef | ast.ClassDef) -> list[str]:
    return [
        argument.value
        for mark in node.decorator_list
        if isinstance(mark, ast.Call) and getattr(mark.func, "id", getattr(mark.func, "attr", "")) == "covers"
        for argument in mark.args
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    ]


def measure(game: Game) -> tuple[Coverage, bool]:
    """How much of the rulebook is covered, and whether there were tests to look at."""
    folder = tests_of(game)
    code = set(implemented(game.package))
    return coverage(game.rulebook, code, code if folder is None else tested_numbers(folder)), folder is not None


def _coverage(game: Game, *, as_json: bool) -> int:
    found, with_tests = measure(game)
    if not with_tests:
        print("bocage: there are no tests here (an installed package has none): tested is unknown", file=sys.stderr)
    if found.unknown:
        print(f"bocage: marked but not in the rulebook: {', '.join(found.unknown)}", file=sys.stderr)
    if as_json:
        print_json(
            {
                "total": found.total,
                "implemented": found.implemented,
                "tested": found.tested if with_tests else None,
                "not_modelled": found.not_modelled,
                "missing": list(found.missing),
            }
        )
        return 0
    print(f"{game.name}: {counted(found.total, 'rule')}")
    print(f"  implemented   {found.implemented}")
    print(f"  tested        {found.tested if with_tests else 'unknown'}")
    print(f"  not modelled  {found.not_modelled}")
    missing = sorted(found.missing, key=number_key)
    print(wrap(f"missing code or test: {', '.join(missing)}" if missing else "nothing is missing", "  "))
    for rule in game.rulebook.rule:
        if rule.not_modelled:
            print(wrap(f"{rule.number} {rule.heading} is not modelled: {rule.not_modelled}", "  "))
    return 0
