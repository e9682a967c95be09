"""`bocage play`: a game at the table in the browser or in the terminal, against the computer or hot seat."""

import argparse
import random
import secrets
from pathlib import Path

from bocage.cli import browser
from bocage.cli.common import (
    Commands,
    Fault,
    add_game,
    add_setting,
    command,
    find_game,
    pack_of,
    refuse_placeholder,
    settings_of,
    sides_of,
    whole,
)
from bocage.cli.files import SUFFIX, data_folder, make_folder, new_file, new_secret, read, read_secret
from bocage.cli.serve import port
from bocage.cli.tabletop import Tabletop
from bocage.games import all_games
from bocage.kernel.game import Game
from bocage.kernel.log import BadLog
from bocage.kernel.session import Session
from bocage.players import USUAL

NEWEST = Path()
"""`--resume` without a file."""


def add(commands: Commands) -> None:
    """Describe the command."""
    parser = command(
        commands,
        "play",
        run,
        "play a game, in the browser or in the terminal",
        description=(
            "Opens the table in the browser: prints the address of your seat, opens it if there is a screen, and\n"
            "serves until Ctrl-C. With --terminal the game is played by typing, and also when the input is piped in\n"
            "or --table-dice, --save, --resume or --data is given.\n\n"
            "You play the first side and the computer the others, unless you say who plays which: --SIDE is a side\n"
            "of the game in small letters, and `human` twice, or --hotseat, makes a hot seat. The dice are fair: they\n"
            "follow from a secret drawn now and from every pick, and `bocage verify` proves them when the game is\n"
            "over; with --seed they follow from the seed, with --table-dice you roll your own and type them in.\n"
            "The game is saved after each pick."
        ),
        examples=[
            "bocage play tinybeach",
            "bocage play tinybeach --german human               the Germans against the computer",
            "bocage play tinybeach --hotseat                    two people, one screen",
            "bocage play tinybeach --terminal                   by typing",
            "bocage play tinybeach --scenario dawn --save dawn.bocage",
            "bocage play tinybeach --resume                     go on with the newest game of the terminal",
            "bocage play tinybeach --resume dawn.bocage",
        ],
        takes_sides=True,
    )
    add_game(parser, optional=True)
    parser.add_argument("--SIDE", metavar="PLAYER", help="who plays a side: human, or a computer player")
    parser.add_argument("--hotseat", action="store_true", help="people play all sides, on one screen")
    parser.add_argument("--terminal", action="store_true", help="play by typing instead of in the browser")
    parser.add_argument("--port", metavar="P", type=port, default=0, help="where the table listens (default: any free)")
    parser.add_argument("--data-dir", metavar="DIR", type=Path, help="where the table keeps its games")
    parser.add_argument("--seed", metavar="K", type=whole, help="seeded dice, for trying the same game again")
    parser.add_argument("--table-dice", action="store_true", help="type in what real dice show")
    parser.add_argument("--save", metavar="FILE", type=Path, help="where to keep the game")
    parser.add_argument("--resume", metavar="FILE", type=Path, nargs="?", const=NEWEST, help="go on with a saved game")
    add_setting(parser)


def run(options: argparse.Namespace) -> int:
    """Open or resume a game and play it."""
    if options.game is None:
        raise Fault(f"which game? Choose from: {', '.join(all_games())} (bocage play GAME)")
    game = find_game(options.game)
    refuse_placeholder(game, options.SIDE)
    if not in_terminal(options):
        return browser.play(game, options)
    if options.hotseat:
        options.sides = dict.fromkeys((side.lower() for side in game.sides), "human") | options.sides
    session, file = _resume(game, options) if options.resume is not None else _open(game, options)
    seed = secrets.randbits(64) if options.seed is None else options.seed
    seats = seats_of(game, session.log.header.seats | sides_of(game, options.sides, humans=True))
    table = Tabletop(session, seats, file, random.Random(seed))
    return table.run()


def in_terminal(options: argparse.Namespace) -> bool:
    """Whether the game is played by typing: asked for outright, through a pipe, or by what only the terminal can do."""
    typed = options.terminal or options.table_dice or options.save or options.resume is not None or options.data
    return bool(typed) or browser.is_piped()


def seats_of(game: Game, given: dict[str, str]) -> dict[str, str]:
    """Who plays: those asked for; of the rest the first is a human unless one is there, the others computers."""
    chosen = sides_of(game, given, humans=True)
    seats: dict[str, str] = {}
    for side in game.sides:
        alone = "human" not in chosen.values() and "human" not in seats.values()
        all_given = len(chosen) == len(game.sides)
        seats[side] = chosen.get(side) or ("human" if alone and not all_given else USUAL)
    return seats


def _open(game: Game, options: argparse.Namespace) -> tuple[Session, Path]:
    if options.seed is not None and options.table_dice:
        raise Fault("--seed and --table-dice exclude each other: dice come from one source")
    settings, data = settings_of(game, options.set), pack_of(game, options.data)
    seats, scenario = seats_of(game, options.sides), game.scenario(options.scenario).id
    game.board(data)  # faults in the data are told before a file is made
    file: Path = options.save or new_file(game.id)
    if file.exists():
        raise Fault(f"{file} exists already: --resume {file} goes on with it")
    make_folder(file)
    secret = b"" if options.seed is not None or options.table_dice else new_secret(file)
    session = Session.open(game, scenario, settings, seats=seats, seed=options.seed, secret=secret, data=data)
    return session, file


def _resume(game: Game, options: argparse.Namespace) -> tuple[Session, Path]:
    for name in ("scenario", "set", "seed", "table_dice", "save"):
        if getattr(options, name):
            raise Fault(f"--{name.replace('_', '-')} is settled when a game begins, not when it is resumed")
    file = newest(game) if options.resume == NEWEST else options.resume
    log, bad = read(file)
    if bad is not None and is_cut_short(file, bad):
        print(f"The last line of {file} was cut short; the game goes on after pick {len(log.entries)}.")
    elif bad is not None:
        raise Fault(f"{file}: {bad}; `bocage replay {file} --salvage NEW` saves the good part")
    if log.header.game != game.id:
        raise Fault(f"{file} is a game of {log.header.game}, not of {game.id}")
    if log.ending is not None:
        raise Fault(f"{file} is over ({log.ending.end}): `bocage replay {file}` tells it")
    secret = read_secret(file, log)
    if log.header.dice == "fair" and not secret:
        raise Fault(f"{file} cannot go on: the secret of its fair dice, {file.name}.key, is not beside it")
    session = Session.resume(game, log, secret=secret, data=pack_of(game, options.data))
    return session, file


def is_cut_short(file: Path, bad: BadLog) -> bool:
    """Whether the only fault is an unfinished last line, as when the machine dies."""
    text = file.read_bytes()
    return not text.endswith(b"\n") and text.count(b"\n") == bad.good


def newest(game: Game) -> Path:
    """The unfinished game in the user's folder that was played most recently."""
    found = sorted(data_folder().glob(f"{game.id}-*{SUFFIX}"), key=lambda file: -file.stat().st_mtime)
    for file in found:
        if '"end":' not in file.read_text(encoding="utf-8", errors="replace").rpartition("\n{")[2]:
            return file
    raise Fault(f"there is no unfinished game of {game.name} in {data_folder()}")
