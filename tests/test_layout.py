"""One layout for all games: `ls` of a game shows the same rooms, and `ls rules` is the table of contents of its
rulebook. These tests read names and text and never run a game.
"""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from bocage.tools import new_game

ROOT = Path(__file__).parents[1]
GAMES = ROOT / "src" / "bocage" / "games"
REPLAYS = ROOT / "tests" / "replays"
# Said in docs/why/layout.md. What every game has from its first day: what `python -m bocage.tools.new_game` makes.
FIRST = {
    "README.md",
    "__init__.py",
    "board.py",
    "rulebook.toml",
    "state.py",
    "view.py",
    "rules/__init__.py",
    "data/map.toml",
}
# What a game has that is done; CONTRIBUTING.md says in which order they come.
DONE = {
    "draw.toml",
    "problems.py",
    "queries.py",
    "records.py",
    "setup.py",
    "sides.py",
    "verbs.py",
    "computer/__init__.py",
    "computer/evaluate.py",
    "computer/knowledge.py",
    "study/__init__.py",
    "study/luck.py",
    "study/measure.py",
}
FILES = FIRST | DONE
FOLDERS = {"computer", "data", "rules", "study"}
# What a game has beside that, and why. One name for one idea: look here before you invent another.
OTHERS = {
    "atlas.py": "what the rules ask of the map all the time, compiled; too much for board.py",
    "checks.py": "what must agree between data files; too much for records.py",
    "events.py": "what happens in the game beyond moves, losses and rolls, as typed facts",
    "imagine.py": "a hidden world that agrees with what a side knows; too much for view.py",
    "loading.py": "the data files become a board; too much for board.py",
    "preview.py": "a battle before it is fought: its account, and the exact chance of each outcome",
    "roster.py": "sets of counters by kind and values by step, compiled from the counter list",
    "scenario.py": "what a scenario may change; the rules ask it",
    "secrecy.py": "the frame of a decision that the other side knows of, but not what it is about",
    "sensible.py": "what an owner does without much thought: the exact chances assume it, the computer does it",
    "sketch.py": "a secret plan and areas of set-up, drawn on the map and told as a card",
    "standing.py": "how the game stands in words, and when counters come",
    "trials.py": "battles fought many times by the rules: they prove the exact chances",
    "volleys.py": "one side of a battle and all that dice can make of it, for the exact chances",
}
CHAPTER = re.compile(r"r(\d\d)_[a-z_0-9]+\.py")


def games() -> list[Path]:
    return sorted(game.parent for game in GAMES.glob("*/__init__.py"))


def files(folder: Path) -> Iterator[str]:
    """Everything in a folder but what Python leaves there."""
    yield from (file.name for file in sorted(folder.iterdir()) if file.name != "__pycache__")


def chapters(rulebook: str) -> list[str]:
    """The chapters of a rulebook in its order: `8` of 8.5.2, `Movement` of Movement.A."""
    return list(dict.fromkeys(rule["number"].split(".")[0] for rule in tomllib.loads(rulebook)["rule"]))


def number_of(chapter: str, rulebook: list[str]) -> int:
    """A chapter's own number, or its place where the rulebook prints none."""
    return int(chapter) if chapter.isdigit() else rulebook.index(chapter) + 1


def marked(text: str) -> set[str]:
    """The chapters that a module's `@rule` marks speak of."""
    marks = re.findall(r"^ *@rule\((.*?)\)$", text, re.MULTILINE | re.DOTALL)
    return {number.split(".")[0] for mark in marks for number in re.findall(r'"([^"]+)"', mark)}


def is_done(game: Path) -> bool:
    """A game is done when golden games are kept of it, which is the last step of making one."""
    return (REPLAYS / game.name).is_dir()


def misplaced(game: Path, *, done: bool = True) -> Iterator[str]:
    """What in a game's folder is not where a reader looks for it."""
    yield from (f"has no {name}" for name in sorted(FILES if done else FIRST) if not (game / name).is_file())
    top = {name for name in FILES if "/" not in name}
    for name in files(game):
        if name not in top | FOLDERS | set(OTHERS):
            yield f"{name}: a name that no other game uses; is there one in this test for the same idea?"
    yield from misnumbered(game)


def misnumbered(game: Path) -> Iterator[str]:
    """What in `rules` is no chapter, or a chapter under another's number."""
    book = chapters((game / "rulebook.toml").read_text(encoding="utf-8"))
    names = {number_of(chapter, book): chapter for chapter in book}
    if list(names) != sorted(names):
        yield "rulebook.toml: its chapters are not in order"
    found: dict[int, set[str]] = {}
    for name in files(game / "rules"):
        match = CHAPTER.fullmatch(name)
        if match is not None:
            text = (game / "rules" / name).read_text(encoding="utf-8")
            found.setdefault(int(match[1]), set()).update(marked(text))
        elif name != "__init__.py":
            yield f"rules/{name}: chapters and nothing else"
    for number, marks in found.items():
        if number not in names:
            yield f"rules/r{number:02}: the rulebook has no chapter {number}"
        elif names[number] not in marks:
            yield f"rules/r{number:02}: no case of chapter {names[number]} is marked there"


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_every_game_has_the_one_layout(game: Path) -> None:
    faults = list(misplaced(game, done=is_done(game)))
    assert not faults, "\n" + "\n".join(faults)


def test_the_games_that_are_played_are_done() -> None:
    assert {game.name for game in games() if is_done(game)} >= {
        "tinybeach",
        "normandy44",
        "normandy71",
        "acrosstheworld",
    }


def test_a_game_made_a_moment_ago_has_what_every_game_has(tmp_path: Path) -> None:
    new_game.make("anzio", tmp_path, "")
    assert not list(misplaced(tmp_path / "anzio", done=False))
    assert {fault.removeprefix("has no ") for fault in misplaced(tmp_path / "anzio")} == DONE


def test_every_other_file_is_somewhere_and_has_its_reason() -> None:
    used = {name for game in games() for name in files(game)}
    assert set(OTHERS) <= used
    assert not set(OTHERS) & FILES


# The checks can fail


@pytest.fixture
def atoll(tmp_path: Path) -> Path:
    """A game in which everything is in its place."""
    for name in FILES:
        file = tmp_path / name
        file.parent.mkdir(exist_ok=True)
        file.touch()
    write(tmp_path / "rulebook.toml", *(f'[[rule]]\nnumber = "{number}"' for number in ("Play", "Move.A", "Move.B")))
    write(tmp_path / "rules" / "r01_sequence.py", '@rule("Play")')
    write(tmp_path / "rules" / "r02_movement.py", '@rule("Move.B", "Play")')
    return tmp_path


def write(file: Path, *lines: str) -> None:
    file.write_text("\n".join(lines), encoding="utf-8")


def test_a_game_in_order_has_no_faults(atoll: Path) -> None:
    assert not list(misplaced(atoll))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("rows.py", ""),
        ("planner.py", ""),
        ("rules/refusals.py", ""),
        ("rules/r02_movement.py", '@rule("Play")'),
        ("rules/r03_supply.py", '@rule("Play")'),
        ("rulebook.toml", '[[rule]]\nnumber = "2"\n[[rule]]\nnumber = "1"'),
    ],
)
def test_a_stray_file_is_found(atoll: Path, name: str, text: str) -> None:
    write(atoll / name, text)
    assert list(misplaced(atoll))


@pytest.mark.parametrize("name", sorted(FILES - {"rulebook.toml"}))
def test_a_missing_file_is_found(atoll: Path, name: str) -> None:
    (atoll / name).unlink()
    assert list(misplaced(atoll)) == [f"has no {name}"]
    assert list(misplaced(atoll, done=False)) == ([f"has no {name}"] if name in FIRST else [])
