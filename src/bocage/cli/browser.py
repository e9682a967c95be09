"""A game at the table in the browser, for `bocage play`: a server of its own on a free port, until it is stopped."""

import argparse
import os
import stat
import sys

from bocage.cli.common import Fault, settings_of, sides_of
from bocage.kernel.game import Game
from bocage.players import USUAL

HUMAN = "human"


def is_piped() -> bool:
    """Whether input comes through a pipe or from a file; a terminal or /dev/null brings none."""
    try:
        mode = os.fstat(sys.stdin.fileno()).st_mode
    except (AttributeError, OSError, ValueError):  # closed, or no file at all
        return False
    return stat.S_ISFIFO(mode) or stat.S_ISREG(mode)


def has_screen() -> bool:
    """Whether a browser could open a window here."""
    if sys.platform in {"win32", "darwin"}:
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def seats_at_the_table(game: Game, options: argparse.Namespace) -> dict[str, str]:
    """Who plays: those asked for; of the rest the first is a person unless there is one already, the others are
    computers.
    """
    chosen = sides_of(game, options.sides, humans=True)
    if options.hotseat:
        return dict.fromkeys(game.sides, HUMAN) | chosen
    seats = dict(chosen)
    for side in game.sides:
        seats.setdefault(side, USUAL if HUMAN in seats.values() else HUMAN)
    return {side: seats[side] for side in game.sides}


def play(game: Game, options: argparse.Namespace) -> int:
    """Open the table and serve it until Ctrl-C."""
    try:
        from bocage.server.command import LOOPBACK, default_folder, serve
        from bocage.server.store import StoreFault
        from bocage.server.wire import NewGame
    except ModuleNotFoundError as error:
        more = "pip install 'bocage[server]', or play with --terminal"
        raise Fault(f"the table in the browser needs {error.name}: {more}") from None
    seats = seats_at_the_table(game, options)
    first = NewGame(
        game=game.id,
        scenario=game.scenario(options.scenario).id,
        options=settings_of(game, options.set),
        seats=seats,
        hotseat=list(seats.values()).count(HUMAN) > 1,
        seed=options.seed,
    )
    folder, port = options.data_dir or default_folder(), options.port
    try:
        return serve(folder, LOOPBACK, port, open_browser=has_screen(), first=first)
    except StoreFault as fault:
        raise Fault(f"{fault} (--data-dir DIR takes another)") from None
    except OSError as error:
        raise Fault(f"{LOOPBACK}:{port}: {(error.strerror or str(error)).lower()}") from None
