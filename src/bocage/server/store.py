"""What must survive: one SQLite file, one thread that writes it, nothing answered before it is on the disk.

Everything that reaches the database goes through one queue. The thread takes whatever has gathered there, carries it
out in one transaction with a savepoint for each piece of work, commits, and only then tells the waiting tasks: under
load a hundred picks share the cost of one flush to the disk. The file is locked while a server has it, so that two
servers never play the same games.
"""

import asyncio
import queue
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], T]

FILE = "bocage.sqlite3"
VERSION = 3
TOGETHER = 256
"""At most so many pieces of work share a transaction."""

SCHEMA = """
CREATE TABLE games (
    id TEXT PRIMARY KEY, created REAL NOT NULL, game TEXT NOT NULL, scenario TEXT NOT NULL, name TEXT NOT NULL,
    header TEXT NOT NULL, secret BLOB NOT NULL, open INTEGER NOT NULL, seq INTEGER NOT NULL, to_decide TEXT NOT NULL,
    over INTEGER NOT NULL, result TEXT NOT NULL, resigned TEXT NOT NULL DEFAULT '',
    aloud INTEGER NOT NULL DEFAULT 0
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
    auto INTEGER NOT NULL, chain TEXT NOT NULL, said TEXT NOT NULL, PRIMARY KEY (game, n)
) WITHOUT ROWID;
CREATE TABLE cuts (
    game TEXT NOT NULL REFERENCES games, number INTEGER NOT NULL, length INTEGER NOT NULL, PRIMARY KEY (game, number)
) WITHOUT ROWID;
CREATE TABLE snapshots (
    game TEXT NOT NULL REFERENCES games, n INTEGER NOT NULL, chain TEXT NOT NULL, state TEXT NOT NULL,
    PRIMARY KEY (game, n)
) WITHOUT ROWID;
"""


CHANGES = {2: "ALTER TABLE games ADD COLUMN aloud INTEGER NOT NULL DEFAULT 0"}
"""What makes the next version of a database out of an older one."""


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
        except RuntimeError:  # the loop was closed: nobody waits any more
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
        self._connection = _connect(folder, self.path)
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._serve, name="store", daemon=True)
        self._thread.start()

    async def do(self, work: Work[T]) -> T:
        """Carry out work in a transaction; it is on the disk when this returns."""
        job = _Job(work, asyncio.get_running_loop())
        self._jobs.put(job)
        result: T = await job.future
        return result

    def close(self) -> None:
        """Finish what is queued and let go of the file."""
        self._jobs.put(None)
        self._thread.join()
        self._connection.close()

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
        except sqlite3.Error as error:
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
        except Exception as error:  # noqa: BLE001 - whatever it is, it belongs to the task that asked
            job.error = error
            connection.execute("ROLLBACK TO job")
        connection.execute("RELEASE job")


def _connect(folder: Path, path: Path) -> sqlite3.Connection:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
        connection = sqlite3.connect(path, timeout=2.0, isolation_level=None, check_same_thread=False)
    except (OSError, sqlite3.Error) as error:
        raise StoreFault(f"{folder}: cannot be used for the games ({error})") from None
    try:
        # exclusive: two servers must not play the same games; the lock goes with the process
        connection.execute("PRAGMA locking_mode=EXCLUSIVE")
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("PRAGMA foreign_keys=ON")
        _prepare(connection, path)
    except sqlite3.Error as error:
        connection.close()
        if "locked" in str(error):
            raise StoreFault(f"{folder}: another server uses this folder") from None
        raise StoreFault(f"{path}: is not a database of games ({error})") from None
    return connection


def _prepare(connection: sqlite3.Connection, path: Path) -> None:
    connection.execute("BEGIN IMMEDIATE")
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    while version in CHANGES:
        connection.execute(CHANGES[version])
        version += 1
        connection.execute(f"PRAGMA user_version={version}")
    if version not in {0, VERSION}:
        connection.execute("ROLLBACK")
        age = "a newer" if version > VERSION else "an older"
        raise StoreFault(f"{path}: was written by {age} Bocage; choose another folder")
    if version == 0:
        for statement in SCHEMA.split(";"):
            if statement.strip():
                connection.execute(statement)
        connection.execute(f"PRAGMA user_version={VERSION}")
    connection.execute("COMMIT")
