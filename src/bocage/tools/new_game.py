"""Begin a game: `python -m bocage.tools.new_game ID` makes one of three frames that passes the conformance suite.

It is a race of two counters over nine hexes. Change it file by file into the game that you have in mind; it can be
played in the browser all the time.
"""

import argparse
import keyword
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from string import Template

SKELETON = Path(__file__).with_name("skeleton")
GAMES = Path(__file__).parents[1] / "games"
ID = re.compile(r"[a-z][a-z0-9]{2,30}")


def make(wanted: str, where: Path, package: str) -> list[Path]:
    """Write the files of a new game into a folder that does not exist yet; returns which they are."""
    if not ID.fullmatch(wanted) or keyword.iskeyword(wanted):
        raise ValueError(f"the id of a game is 3 to 31 small letters and digits, not {wanted[:40]!r}")
    folder = where / wanted
    if folder.exists():
        raise ValueError(f"{folder} is there already")
    words = {"id": wanted, "name": wanted.capitalize(), "package": f"{package}.{wanted}" if package else wanted}
    written = []
    for template in sorted(SKELETON.rglob("*.txt")):
        target = folder / template.relative_to(SKELETON).with_suffix("")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(Template(template.read_text(encoding="utf-8")).substitute(words), encoding="utf-8")
        written.append(target)
    return written


def main(arguments: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m bocage.tools.new_game", description="Begin a game of your own.")
    parser.add_argument("id", help="small letters and digits, such as anzio")
    parser.add_argument("--into", type=Path, help="a folder on Python's path, for a distribution of your own")
    given = parser.parse_args(arguments)
    try:
        written = make(given.id, given.into or GAMES, "" if given.into else "bocage.games")
    except (ValueError, OSError) as error:
        parser.error(str(error))
    for file in written:
        print(file)
    print(f"Try it: bocage play {given.id}. Then change it: CONTRIBUTING.md says in which order.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
