"""`bocage admin`: what an operator does with the games of a server, whether it is running or not."""

import argparse
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from bocage.cli.common import Commands, Fault, add_json, command, positive, print_json
from bocage.kernel.wording import counted

if TYPE_CHECKING:
    from bocage.server.admin import Row

DAY = 86400
DOES = {
    "list": "all games, the most recently used first",
    "show": "one game with its seats",
    "delete": "delete games and everything that belongs to them",
    "expire": "delete the games that nobody has used for --days",
    "seat": "give a seat a new link: `ID SEAT`; the old one no longer works",
}


def add(commands: Commands) -> None:
    """Describe the command."""
    parser = command(
        commands,
        "admin",
        run,
        "look after the games of a server",
        description="\n".join(f"{name:7} {what}" for name, what in DOES.items())
        + "\n\nA server that runs notices within seconds. Nothing shows what players keep secret from each other.",
        examples=[
            "bocage admin list",
            "bocage admin show QhsX7d0TzZ4k",
            "bocage admin seat QhsX7d0TzZ4k German --public-url https://games.example.org",
            "bocage admin expire --days 180 --dry-run",
        ],
    )
    parser.add_argument("what", metavar="WHAT", choices=list(DOES), help=", ".join(DOES))
    parser.add_argument("words", metavar="ID", nargs="*", help="games; with seat a game and a seat")
    parser.add_argument("--data-dir", metavar="DIR", type=Path, help="where the games are kept")
    parser.add_argument("--days", metavar="N", type=positive, help="with expire: days without a pick")
    parser.add_argument("--dry-run", action="store_true", help="with expire: only say which")
    parser.add_argument("--public-url", metavar="URL", default="", help="with seat: where people find the server")
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Do it and say so."""
    try:
        from bocage.server.admin import opened
        from bocage.server.command import default_folder
        from bocage.server.store import StoreFault
    except ModuleNotFoundError as error:
        raise Fault(f"bocage admin needs {error.name}: pip install 'bocage[server]'") from None
    folder = options.data_dir or default_folder()
    try:
        with opened(folder) as connection:
            found = WAYS[options.what](connection, options, folder)
    except StoreFault as fault:
        raise Fault(str(fault)) from None
    if options.json:
        print_json(msgspec.to_builtins(found[0]))
    else:
        print(found[1])
    return 0


def _list(connection: Any, options: argparse.Namespace, folder: Path) -> tuple[Any, str]:
    from bocage.server.admin import games

    rows = games(connection)
    return rows, "\n".join(map(_line, rows)) or "no games"


def _line(row: "Row") -> str:
    used = time.strftime("%Y-%m-%d %H:%M", time.localtime(row.touched))
    where = row.result or "over" if row.over else f"{row.to_decide or 'nobody'} decides"
    name = f" ({row.name})" if row.name else ""
    return f"{row.id}  {used}  {row.game} {row.scenario}{name}: {counted(row.picks, 'pick')}, {where}"


def _show(connection: Any, options: argparse.Namespace, folder: Path) -> tuple[Any, str]:
    from bocage.server.admin import show

    row = show(connection, _one(options, "a game"))
    seats = [
        f"  {place}: {seat.kind if seat.kind != 'human' else seat.name or 'a person'}"
        + ("" if seat.taken else ", nobody has sat down yet")
        for place, seat in row.seats.items()
    ]
    return row, "\n".join([_line(row), f"  rules version {row.rules}{', open to all' if row.open else ''}", *seats])


def _delete(connection: Any, options: argparse.Namespace, folder: Path) -> tuple[Any, str]:
    from bocage.server.admin import delete
    from bocage.server.retention import delete_reviews

    if not options.words:
        raise Fault("say which games: bocage admin delete ID...")
    for game in options.words:
        delete(connection, game)
        delete_reviews(folder, game)
    return options.words, f"deleted {counted(len(options.words), 'game')}"


def _expire(connection: Any, options: argparse.Namespace, folder: Path) -> tuple[Any, str]:
    from bocage.server.retention import delete_reviews, expire, expired

    if options.days is None:
        raise Fault("say how old: bocage admin expire --days N")
    before = time.time() - options.days * DAY
    gone = (expired if options.dry_run else expire)(connection, before)
    for game in () if options.dry_run else gone:
        delete_reviews(folder, game)
    verb = "would delete" if options.dry_run else "deleted"
    return gone, f"{verb} {counted(len(gone), 'game')}" + "".join(f"\n  {game}" for game in gone)


def _seat(connection: Any, options: argparse.Namespace, folder: Path) -> tuple[Any, str]:
    from bocage.server.admin import hand_back

    if len(options.words) < 2:
        raise Fault("say which seat: bocage admin seat ID SEAT")
    game, *place = options.words
    link = hand_back(connection, game, " ".join(place))
    url = options.public_url.rstrip("/") + link.url
    return {"token": link.token, "url": url}, f"{url}\nSend it in private; the old link no longer works."


def _one(options: argparse.Namespace, what: str) -> str:
    if len(options.words) != 1:
        raise Fault(f"say which: bocage admin {options.what} ID ({what})")
    return str(options.words[0])


Way = Callable[[Any, argparse.Namespace, Path], tuple[Any, str]]
WAYS: dict[str, Way] = {"list": _list, "show": _show, "delete": _delete, "expire": _expire, "seat": _seat}
