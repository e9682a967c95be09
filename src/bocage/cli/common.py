"""What all commands share: how they read their arguments and how they refuse them."""

import argparse
import difflib
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn, TypeAlias

from bocage.games import find_game as load_game
from bocage.games import ids
from bocage.kernel.game import Game, UnknownChoice
from bocage.players import names as player_names

Commands: TypeAlias = "argparse._SubParsersAction[Parser]"  # noqa: SLF001 - argparse has no public name for it
Run: TypeAlias = Callable[[argparse.Namespace], int]

DIGITS = 15
"""The most digits of a number: nobody needs more."""
SIDED: set[str] = set()
"""The commands that take `--allied PLAYER` and the like."""


class Fault(Exception):
    """Input that cannot be used; its text is the one line that the user sees."""


class Stopped(Exception):
    """Stopped from the keyboard, with something to say about what is kept."""


class Parser(argparse.ArgumentParser):
    """A parser whose complaint is one line."""

    def __init__(self, **settings: Any) -> None:
        settings.setdefault("formatter_class", argparse.RawDescriptionHelpFormatter)
        super().__init__(allow_abbrev=False, **settings)

    def error(self, message: str) -> NoReturn:
        """Refuse in one line, with the way to the help text."""
        raise Fault(f"{message.replace(chr(10), ' ')} (see {self.prog} --help)")


def command(
    commands: Commands,
    name: str,
    run: Run,
    summary: str,
    *,
    description: str = "",
    examples: Sequence[str] = (),
    takes_sides: bool = False,
) -> Parser:
    """Describe a command: a line for the list, a paragraph and examples for its own help."""
    text = f"{summary[0].upper()}{summary[1:]}." + (f"\n\n{description}" if description else "")
    shown = "examples:\n" + "\n".join(f"  {example}" for example in examples)
    parser = commands.add_parser(name, help=summary, description=text, epilog=shown)
    parser.set_defaults(run=run)
    if takes_sides:
        SIDED.add(name)
    return parser


def with_sides(words: Sequence[str]) -> tuple[list[str], dict[str, str]]:
    """Take `--allied greedy` out of the arguments of a command: which sides there are depends on its game."""
    game = _game_among(words)
    known = {side.lower() for side in game.sides} if game else set()
    rest: list[str] = []
    sides: dict[str, str] = {}
    left = list(words)
    while left:
        word = left.pop(0)
        name, equals, value = word.removeprefix("--").partition("=")
        if not word.startswith("--") or name not in known:
            rest.append(word)
            continue
        if not equals:
            if not left or left[0].startswith("-"):
                raise Fault(f"--{name} needs a player: {', '.join(player_names())}")
            value = left.pop(0)
        sides[name] = value
    return rest, sides


def _game_among(words: Sequence[str]) -> Game | None:
    found = next((word for word in words if word in ids()), None)
    return load_game(found) if found else None


def add_game(parser: Parser, *, optional: bool = False) -> None:
    """The argument GAME."""
    parser.add_argument("game", metavar="GAME", nargs="?" if optional else None, help="a game's id: see bocage games")


def add_setting(parser: Parser) -> None:
    """The arguments that say which game exactly is played."""
    parser.add_argument("--scenario", metavar="S", help="a scenario of the game (default: its main one)")
    parser.add_argument(
        "--set", metavar="NAME=VALUE", action="append", default=[], help="an option of the game; may be repeated"
    )
    add_data(parser)


def add_data(parser: Parser) -> None:
    """The argument for a player's own data."""
    parser.add_argument(
        "--data", metavar="DIR", type=Path, help="a folder of corrected data, with one folder per game id in it"
    )


def add_json(parser: Parser) -> None:
    """The argument for scripts."""
    parser.add_argument("--json", action="store_true", help="print one JSON value, for scripts")


def whole(text: str, least: int = 0) -> int:
    """A whole number from zero up."""
    digits = text.isascii() and text.isdigit()
    if digits and len(text) > DIGITS:
        raise argparse.ArgumentTypeError(f"{text!r} should have at most {DIGITS} digits")
    if not digits or int(text) < least:
        raise argparse.ArgumentTypeError(f"{text!r} should be a whole number, at least {least}")
    return int(text)


def positive(text: str) -> int:
    """A whole number from one up."""
    return whole(text, 1)


def find_game(wanted: str) -> Game:
    """The game of that id, or the fault that offers the nearest one."""
    try:
        return load_game(wanted)
    except UnknownChoice as unknown:
        close = difflib.get_close_matches(wanted.lower(), ids(), 1, 0.5)
        hint = f"there is no game {wanted!r}; did you mean {close[0]}?" if close else str(unknown)
        raise Fault(hint) from None


def pack_of(game: Game, data: Path | None) -> Path | None:
    """The folder of a data pack that concerns a game."""
    if data is None:
        return None
    if not data.is_dir():
        raise Fault(f"{data}: there is no such folder")
    if not (data / game.id).is_dir():
        raise Fault(f"{data} has no folder {game.id}, so it holds no data for {game.name}")
    return data / game.id


def settings_of(game: Game, texts: Iterable[str]) -> dict[str, str]:
    """`--set NAME=VALUE` as a mapping, checked against the game."""
    chosen: dict[str, str] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise Fault(f"--set {text}: write NAME=VALUE")
        chosen[name.strip()] = value.strip()
    return game.settle(chosen)


def sides_of(game: Game, given: Mapping[str, str], *, humans: bool = False) -> dict[str, str]:
    """The players asked for, by the game's own names of its sides."""
    allowed = [*player_names(), *(["human"] if humans else [])]
    chosen: dict[str, str] = {}
    for name, player in given.items():
        side = game.sides[game.side(name)]
        if player not in allowed:
            raise Fault(f"there is no player {player!r}; choose from: {', '.join(allowed)}")
        chosen[side] = player
    return chosen


def refuse_placeholder(game: Game, given: str | None) -> None:
    """`--SIDE` in a help text stands for the sides of the game."""
    if given is not None:
        known = " or ".join(f"--{side.lower()}" for side in game.sides)
        raise Fault(f"SIDE stands for a side of the game: write {known}")


@contextmanager
def lab_faults() -> Iterator[None]:
    """What may be wrong with the lab, as the one line that the user sees."""
    from bocage.lab.extra import BadInput

    try:
        yield
    except BadInput as fault:
        raise Fault(str(fault)) from None


def print_json(value: Any) -> None:
    """One JSON value on standard output."""
    json.dump(value, sys.stdout, ensure_ascii=False)
    sys.stdout.write("\n")
