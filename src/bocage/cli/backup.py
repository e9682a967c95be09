"""`bocage backup`: copy all games while the server runs, and put a copy back."""

import argparse
from pathlib import Path

from bocage.cli.common import Commands, Fault, command
from bocage.kernel.wording import counted


def add(commands: Commands) -> None:
    """Describe the command."""
    parser = command(
        commands,
        "backup",
        run,
        "copy all games of a server to a file, or put them back",
        description=(
            "A backup is one SQLite file, whole and checked, taken while the server runs and plays on. It holds the\n"
            "secrets of the dice and the hashes of the links: keep it as safe as the games. With --restore it is put\n"
            "into the data folder; the server must be stopped for that."
        ),
        examples=[
            "bocage backup games-monday.sqlite3",
            "bocage backup games-monday.sqlite3 --restore --replace",
        ],
    )
    parser.add_argument("file", metavar="FILE", type=Path, help="the backup")
    parser.add_argument("--data-dir", metavar="DIR", type=Path, help="where the games are kept")
    parser.add_argument("--restore", action="store_true", help="put the backup into the data folder")
    parser.add_argument("--replace", action="store_true", help="with --restore: set aside the games that are there")


def run(options: argparse.Namespace) -> int:
    """Copy, one way or the other."""
    try:
        from bocage.server.backup import back_up, restore
        from bocage.server.command import default_folder
        from bocage.server.store import StoreFault
    except ModuleNotFoundError as error:
        raise Fault(f"bocage backup needs {error.name}: pip install 'bocage[server]'") from None
    folder = options.data_dir or default_folder()
    try:
        if options.restore:
            number = restore(options.file, folder, replace=options.replace)
            print(f"{folder} has {counted(number, 'game')} from {options.file}")
        else:
            number = back_up(folder, options.file)
            print(f"wrote {options.file}: {counted(number, 'game')}")
    except StoreFault as fault:
        raise Fault(str(fault)) from None
    return 0
