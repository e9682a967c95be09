"""Copies of all games: taken while the server runs, and put back when it does not."""

import os
import sqlite3
import sys
import zlib
from contextlib import closing
from pathlib import Path

from bocage.server.lock import FILE as LOCK
from bocage.server.lock import Lock, Taken
from bocage.server.reviews import NAME
from bocage.server.store import FILE, VERSION, StoreFault

REVIEWS = "reviews"
PAGES = 2000
"""How much is copied at a time; the server writes in between."""


def back_up(folder: Path, target: Path) -> int:
    """Copy the games of a folder to a file, whether a server is using them or not; returns how many there are."""
    source = folder / FILE
    if not source.is_file():
        raise StoreFault(f"{folder}: there are no games here")
    if target.exists():
        raise StoreFault(f"{target}: exists already; name a new file")
    part = target.with_name(f"{target.name}.part")
    part.unlink(missing_ok=True)
    try:
        part.touch(mode=0o600)  # it holds the secrets of dice that are still being rolled
        with closing(sqlite3.connect(source, timeout=15.0)) as games, closing(sqlite3.connect(part)) as copy:
            games.backup(copy, pages=PAGES)
            _take_reviews(copy, folder / REVIEWS)
            copy.execute("PRAGMA journal_mode=DELETE")
            number = _check(copy, part)
    except (OSError, sqlite3.Error) as error:
        part.unlink(missing_ok=True)
        raise StoreFault(f"{target}: the backup failed ({error})") from None
    except StoreFault:
        part.unlink(missing_ok=True)
        raise
    part.replace(target)
    return number


def restore(backup: Path, folder: Path, *, replace: bool = False) -> int:
    """Put a backup into a folder that no server uses; returns how many games there are. What was there is kept beside
    it.
    """
    if not backup.is_file():
        raise StoreFault(f"{backup}: there is no such file")
    with closing(sqlite3.connect(f"file:{backup}?mode=ro", uri=True)) as copy:
        number = _check(copy, backup)
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / FILE
    try:
        lock = Lock(folder)
    except Taken:
        raise StoreFault(f"{folder}: a server uses this folder; stop it first") from None
    try:
        if target.exists() and not replace:
            raise StoreFault(f"{folder}: has games already; --replace sets them aside")
        _set_aside(target)
        part = target.with_name(f"{FILE}.part")
        part.touch(mode=0o600)
        part.write_bytes(backup.read_bytes())
        pages = _put_reviews(part, folder / REVIEWS)
        part.replace(target)
        for path in (target, folder / LOCK, *pages):
            _hand_over(path, folder)
    finally:
        lock.close()
    return number


def _take_reviews(copy: sqlite3.Connection, folder: Path) -> None:
    """The reviews go with the games: under later rules they could not be made again."""
    copy.execute("CREATE TABLE reviews (name TEXT PRIMARY KEY, page BLOB NOT NULL)")
    for page in sorted(folder.glob("*.html")):
        if NAME.fullmatch(page.stem):
            copy.execute("INSERT INTO reviews VALUES (?, ?)", (page.stem, zlib.compress(page.read_bytes())))
    copy.commit()


def _put_reviews(part: Path, folder: Path) -> list[Path]:
    """Put the reviews of a backup beside its games; the files, and the folder."""
    with closing(sqlite3.connect(part)) as copy:
        if not copy.execute("SELECT 1 FROM sqlite_master WHERE name = 'reviews'").fetchone():
            return []  # a backup of an earlier version
        folder.mkdir(exist_ok=True)
        made = [folder]
        for name, page in copy.execute("SELECT name, page FROM reviews"):
            if NAME.fullmatch(name):
                made.append(folder / f"{name}.html")
                made[-1].write_bytes(zlib.decompress(page))
        copy.execute("DROP TABLE reviews")
        copy.commit()
    return made


def _hand_over(path: Path, folder: Path) -> None:
    """What root puts into the folder belongs to its owner: otherwise the server could not read its own games."""
    if sys.platform != "win32" and os.geteuid() == 0:
        owner = folder.stat()
        os.chown(path, owner.st_uid, owner.st_gid)


def _set_aside(target: Path) -> None:
    for suffix in ("", "-wal", "-shm"):
        old = target.with_name(target.name + suffix)
        if old.exists():
            old.replace(target.with_name(f"{target.name}.old{suffix}"))


def _check(connection: sqlite3.Connection, path: Path) -> int:
    try:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        faults = [row[0] for row in connection.execute("PRAGMA quick_check(1)") if row[0] != "ok"]
        if faults or version not in range(2, VERSION + 1):
            raise StoreFault(f"{path}: is damaged, or no backup of this Bocage")
        return int(connection.execute("SELECT count(*) FROM games").fetchone()[0])
    except sqlite3.Error as error:
        raise StoreFault(f"{path}: is no backup of games ({error})") from None
