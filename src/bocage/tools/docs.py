"""The rule index: each game's rulebook.toml as a page of docs/rules/.

`python -m bocage.tools.docs` writes the pages, `--check` only says whether they are up to date.
"""

import argparse
import sys
import tomllib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

PACKAGE = Path(__file__).parents[1]
GAMES = PACKAGE / "games"
PAGES = PACKAGE.parents[1] / "docs" / "rules"
MARK = "<!-- Written by `make docs` from rulebook.toml. Do not edit. -->"


def title(game: Path) -> str:
    """A game's name as its README's heading gives it, or its id."""
    readme = game / "README.md"
    lines = readme.read_text(encoding="utf-8").splitlines() if readme.exists() else []
    return next((line.removeprefix("# ").strip() for line in lines if line.startswith("# ")), game.name)


def cell(text: str) -> str:
    """One line that cannot break out of its table cell."""
    return " ".join(text.split()).replace("|", "\\|")


def status(rule: dict[str, Any]) -> str:
    reason = rule.get("not_modelled")
    return f"not modelled: {reason}" if reason else "enforced"


def row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def page(game: Path) -> str:
    """The rule index of one game as Markdown."""
    rules = tomllib.loads((game / "rulebook.toml").read_text(encoding="utf-8")).get("rule", [])
    enforced = sum("not_modelled" not in rule for rule in rules)
    lines = [
        MARK,
        "",
        f"# {title(game)}: the rules",
        "",
        f"{enforced} of {len(rules)} numbered rules are enforced. Headings and summaries are our own words;",
        "the numbers are those of the rulebook.",
        "",
        row(["Number", "Rule", "In short", "Status"]),
        row(["---"] * 4),
    ]
    for rule in rules:
        texts = [rule["number"], rule["heading"], rule["summary"], status(rule)]
        lines.append(row(cell(text) for text in texts))
    return "\n".join(lines) + "\n"


def pages(games: Path) -> dict[str, str]:
    """All pages by file name."""
    return {f"{book.parent.name}.md": page(book.parent) for book in sorted(games.glob("*/rulebook.toml"))}


def stale(wanted: dict[str, str], folder: Path) -> list[Path]:
    """Files that are missing, differ, or were written for a game that is gone."""
    found = {file.name: file.read_text(encoding="utf-8") for file in folder.glob("*.md")}
    changed = [name for name, text in wanted.items() if found.get(name) != text]
    gone = [name for name, text in found.items() if name not in wanted and text.startswith(MARK)]
    return [folder / name for name in sorted(changed + gone)]


def write(wanted: dict[str, str], folder: Path) -> list[Path]:
    """Bring the folder up to date and say which files changed."""
    folder.mkdir(parents=True, exist_ok=True)
    files = stale(wanted, folder)
    for file in files:
        if file.name in wanted:
            file.write_text(wanted[file.name], encoding="utf-8")
        else:
            file.unlink()
    return files


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bocage.tools.docs", description="Write the rule index.")
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if a page is stale")
    parser.add_argument("--games", type=Path, default=GAMES, help="folder of the games")
    parser.add_argument("--out", type=Path, default=PAGES, help="folder of the pages")
    options = parser.parse_args(arguments)
    wanted = pages(options.games)
    files = stale(wanted, options.out) if options.check else write(wanted, options.out)
    for file in files:
        done = "wrote" if file.name in wanted else "removed"
        print(f"stale: {file} (run make docs)" if options.check else f"{done}: {file}")
    return 1 if options.check and files else 0


if __name__ == "__main__":
    sys.exit(main())
