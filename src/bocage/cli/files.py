"""Where games are kept: the log, and beside it the secret of fair dice until the game is over."""

import os
import secrets
import sys
import time
from pathlib import Path

from bocage.cli.common import Fault
from bocage.games import find_game
from bocage.kernel import chance
from bocage.kernel.game import Game, UnknownChoice
from bocage.kernel.log import BadLog, Log, line, link, load_log, save_log

SUFFIX = ".bocage"


def data_folder() -> Path:
    """The user's own folder for application data."""
    if sys.platform == "win32":
        base = Path(os.environ.get("APPDATA") or Path.home() / "AppData" / "Roaming")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "bocage" / "games"


def new_file(game: str) -> Path:
    """A file of its own for a new game, named for the game and the hour."""
    stem = f"{game}-{time.strftime('%Y-%m-%d-%H%M')}"
    folder = data_folder()
    for number in range(1000):
        file = folder / f"{stem}{f'-{number + 1}' if number else ''}{SUFFIX}"
        if not file.exists():
            return file
    raise Fault(f"{folder} holds too many games of this minute")


def key_file(file: Path) -> Path:
    """Where the secret of a game lies."""
    return file.with_name(file.name + ".key")


def new_secret(file: Path) -> bytes:
    """Draw the secret of a game's fair dice and keep it beside the log, readable by nobody else."""
    secret = secrets.token_bytes(32)
    handle = os.open(key_file(file), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "w", encoding="ascii") as key:
        key.write(secret.hex() + "\n")
    return secret


def read_secret(file: Path, log: Log) -> bytes:
    """The secret of a game that is still going on; empty if it is not here."""
    key = key_file(file)
    if log.ending is not None or log.header.dice != "fair" or not key.is_file():
        return b""
    try:
        secret = bytes.fromhex(key.read_text(encoding="ascii").strip())
    except ValueError:
        raise Fault(f"{key} is damaged: it should hold 64 hexadecimal digits") from None
    if chance.commitment(secret) != log.header.commitment:
        raise Fault(f"{key} belongs to another game")
    return secret


def read(file: Path) -> tuple[Log, BadLog | None]:
    """A log; if it is damaged its good part, and what is wrong. A log with no good part raises."""
    try:
        return load_log(file), None
    except BadLog as bad:
        if bad.log is None:
            raise Fault(f"{file}: {str(bad).removeprefix(f'{file}: ')}") from None
        return bad.log, bad


def game_of(file: Path, log: Log) -> Game:
    """The game of a log."""
    try:
        return find_game(log.header.game)
    except UnknownChoice as unknown:
        raise Fault(f"{file} is a log of another game: {unknown}") from None


class Keeper:
    """Keeps a game's log in its file, pick by pick: new lines are added, and only an undo rewrites it."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self._written = 0
        self._last = ""

    def store(self, log: Log) -> None:
        """Bring the file up to date. Once the game is over the log itself holds the secret, and the key may go."""
        if self._written and len(log.chains) >= self._written and log.chains[self._written - 1] == self._last:
            self._add(log)
        else:
            save_log(log, self.file)
        self._written, self._last = len(log.chains), log.chain
        if log.ending is not None:
            key_file(self.file).unlink(missing_ok=True)

    def _add(self, log: Log) -> None:
        records = zip(log.entries[self._written - 1 :], log.chains[self._written :], strict=True)
        lines = [line(entry, chain) for entry, chain in records]
        if log.ending is not None:
            lines.append(line(log.ending, link(log.chain, log.ending)))
        if lines:
            with self.file.open("a", encoding="utf-8", newline="\n") as out:
                out.write("".join(f"{text}\n" for text in lines))


def make_folder(file: Path) -> None:
    """Make room for a file."""
    if file.is_dir():
        raise Fault(f"{file} is a folder: name a file in it")
    file.parent.mkdir(parents=True, exist_ok=True)
