"""What must survive: one SQLite file, one thread that writes it, nothing answered before it is on the disk.

Everything that reaches the database goes through one queue. The thread takes whatever has gathered there, carries it
out in one transaction with a savepoint for each piece of work, commits, and only then tells the waiting tasks: under
load a hundred picks share the cost of one flush to the disk. A lock beside the file keeps two servers from
playing the same games, and leaves it open for a backup and for an operator's commands.
"""

import asyncio
import queue
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, TypeVar

from bocage.server.lock import Lock, Taken
from bocage.server.refusals import passes

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], T]

FILE = "bocage.sqlite3"
VERSION = 5
WAIT = 15.0
"""Seconds to wait for an operator's command that is writing."""
TOGETHER = 256
"""At most this many pieces of work share a transaction."""

SCHEMA = """
CREATE TABLE games (
    id TEXT PRIMARY KEY, created REAL NOT NULL, game TEXT NOT NULL, scenario TEXT NOT NULL, name TEXT NOT NULL,
    header TEXT NOT NULL, secret BLOB NOT NULL, open INTEGER NOT NULL, seq INTEGER NOT NULL, to_decide TEXT NOT NULL,
    over INTEGER NOT NULL, result TEXT NOT NULL, resigned TEXT NOT NULL DEFAULT '',
    aloud INTEGER NOT NULL DEFAULT 0, told INTEGER NOT NULL DEFAULT 0, rules TEXT NOT NULL DEFAULT '',
    brought INTEGER NOT NULL DEFAULT 0, touched REAL NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE INDEX games_by_age ON games (created);
CREATE TABLE seats (
    game TEXT NOT NULL REFERENCES games, seat TEXT NOT NULL, side TEXT NOT NULL, kind TEXT NOT NULL,
    name TEXT NOT NULL, taken INTEGER NOT NULL, PRIMARY KEY (game, seat)
) WITHOUT ROWID;
CREATE TABLE tokens (
    hash BLOB PRIMARY KEY, game TEXT NOT NULL REFERENCES games, role TEXT NOT NULL, seats TEXT NOT NULL,
    sides TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX tokens_of_game ON tokens (game);
CREATE TABLE actions (
    game TEXT NOT NULL REFERENCES games, n INTEGER NOT NULL, side TEXT NOT NULL, action TEXT NOT NULL,
    auto INTEGER NOT NULL, chain TEXT NOT NULL, said TEXT NOT NULL, noticed TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (game, n)
) WITHOUT ROWID;
CREATE TABLE cuts (
    game TEXT NOT NULL REFERENCES games, number INTEGER NOT NULL, length INTEGER NOT NULL,
    noticed TEXT NOT NULL DEFAULT '', PRIMARY KEY (game, number)
) WITHOUT ROWID;
CREATE TABLE snapshots (
    game TEXT NOT NULL REFERENCES games, n INTEGER NOT NULL, chain TEXT NOT NULL, state TEXT NOT NULL,
    rules TEXT NOT NULL DEFAULT '', PRIMARY KEY (game, n)
) WITHOUT ROWID;
CREATE TABLE records (game TEXT PRIMARY KEY REFERENCES games, views BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE company (game TEXT PRIMARY KEY REFERENCES games, kept TEXT NOT NULL) WITHOUT ROWID;
"""


CHANGES = {
    2: "ALTER TABLE games ADD COLUMN aloud INTEGER NOT NULL DEFAULT 0",
    3: """
ALTER TABLE games ADD COLUMN told INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN rules TEXT NOT NULL DEFAULT '';
ALTER TABLE games ADD COLUMN brought INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN touched REAL NOT NULL DEFAULT 0;
UPDATE games SET told = seq, rules = json_extract(header, '$.rules'), touched = created;
ALTER TABLE actions ADD COLUMN noticed TEXT NOT NULL DEFAULT '';
ALTER TABLE cuts ADD COLUMN noticed TEXT NOT NULL DEFAULT '';
ALTER TABLE snapshots ADD COLUMN rules TEXT NOT NULL DEFAULT '';
UPDATE snapshots SET rules = (SELECT rules FROM games WHERE games.id = snapshots.game);
CREATE TABLE records (game TEXT PRIMARY KEY REFERENCES games, views BLOB NOT NULL) WITHOUT ROWID;
""",
    4: "CREATE TABLE company (game TEXT PRIMARY KEY REFERENCES games, kept TEXT NOT NULL) WITHOUT ROWID",
}
"""What turns an older database into the next version."""


class StoreFault(RuntimeError):
    """The folder cannot be used; the text says why in one line."""


class _Job:
    """A piece of work and the task that waits for it."""

    __slots__ = ("error", "future", "loop", "result", "work")

    def __init__(self, work: Work[Any], loop: asyncio.AbstractEventLoop) -> None:
        self.work = work
        self.loop = loop
        self.future: asyncio.Future[Any] = loop.create_future()
        self.result: Any = None
        self.error: BaseException | None = None

    def deliver(self) -> None:
        """Tell the waiting task, in its own thread, unless it has gone."""
        try:
            self.loop.call_soon_threadsafe(self._settle)
        except RuntimeError:  # the loop was closed: nobody is waiting
            return

    def _settle(self) -> None:
        if self.future.cancelled():
            return
        if self.error is not None:
            self.future.set_exception(self.error)
        else:
            self.future.set_result(self.result)


class Store:
    """The database and its thread."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE
        self._lock = _lock(folder)
        try:
            self._connection = _connect(folder, self.path)
        except StoreFault:
            self._lock.close()
            raise
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._serve, name="store", daemon=True)
        self._thread.start()

    async def do(self, work: Work[T]) -> T:
        """Carry out work in a transaction; it is on the disk when this returns."""
        job = _Job(work, asyncio.get_running_loop())
        self._jobs.put(job)
        result: T = await job.future
        return result

    async def version(self) -> int:
        """A number that changes when somebody else has written: an operator's command."""
        return await self.do(lambda connection: int(connection.execute("PRAGMA data_version").fetchone()[0]))

    def close(self) -> None:
        """Finish what is queued and let go of the file."""
        self._jobs.put(None)
        self._thread.join()
        self._connection.close()
        self._lock.close()

    def _serve(self) -> None:
        open_for_work = True
        while open_for_work:
            gathered = [self._jobs.get()]
            while len(gathered) < TOGETHER and not self._jobs.empty():
                gathered.append(self._jobs.get())
            open_for_work = None not in gathered
            jobs = [job for job in gathered if job is not None]
            if jobs:
                self._carry_out(jobs)

    def _carry_out(self, jobs: list[_Job]) -> None:
        connection = self._connection
        try:
            connection.execute("BEGIN IMMEDIATE")
            for job in jobs:
                self._one(job)
            connection.execute("COMMIT")
        except Exception as error:  # noqa: BLE001 - told to whoever asked
            # a full disk or a broken file: none of it happened
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            for job in jobs:
                job.error = job.error or error
        for job in jobs:
            job.deliver()

    def _one(self, job: _Job) -> None:
        connection = self._connection
        connection.execute("SAVEPOINT job")
        try:
            job.result = job.work(connection)
        except Exception as error:
            job.error = error
            if not connection.in_transaction:  # a full disk ends all of it
                raise
            connection.execute("ROLLBACK TO job")
        connection.execute("RELEASE job")


def _lock(folder: Path) -> Lock:
    """Two servers must not play the same games."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return Lock(folder)
    except Taken:
        raise StoreFault(f"{folder}: another server uses this folder") from None
    except OSError as error:
        raise StoreFault(f"{folder}: cannot be used for the games ({error})") from None


def _connect(folder: Path, path: Path) -> sqlite3.Connection:
    try:
        if not path.exists():
            _create(path)
        connection = sqlite3.connect(path, timeout=WAIT, isolation_level=None, check_same_thread=False)
    except (OSError, sqlite3.Error) as error:
        raise StoreFault(f"{folder}: cannot be used for the games ({error})") from None
    try:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("PRAGMA foreign_keys=ON")
        _prepare(connection, path)
        faults = [row[0] for row in connection.execute("PRAGMA quick_check(1)") if row[0] != "ok"]
    except StoreFault:
        connection.close()
        raise
    except sqlite3.Error as error:
        connection.close()
        if passes(error):
            raise StoreFault(f"{folder}: cannot be used for the games ({error})") from None
        raise StoreFault(f"{path}: is not a database of games, or is damaged ({error})") from None
    if faults:
        connection.close()
        raise StoreFault(f"{path}: is damaged ({' '.join(faults[0].split())}); restore a backup")
    return connection


def _create(path: Path) -> None:
    """A new database, which exists as a whole or not at all: an empty one was damaged."""
    part = path.with_name(f"{path.name}.part")
    part.unlink(missing_ok=True)
    part.touch(mode=0o600)
    with closing(sqlite3.connect(part)) as connection:
        connection.executescript(SCHEMA)
        connection.execute(f"PRAGMA user_version={VERSION}")
    part.replace(path)


def _prepare(connection: sqlite3.Connection, path: Path) -> None:
    connection.execute("BEGIN IMMEDIATE")
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version == 0:
        raise StoreFault(f"{path}: is empty or not a database of games; restore a backup, or delete it to start over")
    while version in CHANGES:
        _execute(connection, CHANGES[version])
        version += 1
        connection.execute(f"PRAGMA user_version={version}")
    connection.execute("COMMIT")
    if version != VERSION:
        age = "a newer" if version > VERSION else "an older"
        raise StoreFault(f"{path}: was written by {age} Bocage; choose another folder")


def _execute(connection: sqlite3.Connection, script: str) -> None:
    """Statement by statement, within the transaction that is open."""
    for statement in script.split(";"):
        if statement.strip():
            connection.execute(statement)
