"""An operator's commands on the games of a folder, whether a server is using it or not. A running server notices within
seconds that somebody else has written, and reads everything again.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import msgspec

from bocage.server import auth, retention
from bocage.server.archive import Grant, add_token, seats_of
from bocage.server.store import FILE, VERSION, WAIT, StoreFault
from bocage.server.wire import Link, Seat


class Row(msgspec.Struct, frozen=True):
    """A game as an operator sees it: nothing of what its players keep secret from each other."""

    id: str
    game: str
    scenario: str
    name: str
    created: float
    touched: float
    picks: int
    to_decide: str
    over: bool
    result: str
    open: bool
    rules: str
    seats: dict[str, Seat] = {}


_COLUMNS = "id, game, scenario, name, created, max(touched, created), seq, to_decide, over, result, open, rules"


@contextmanager
def opened(folder: Path) -> Iterator[sqlite3.Connection]:
    """The games of a folder, for one command; all of it happens or nothing."""
    path = folder / FILE
    if not path.is_file():
        raise StoreFault(f"{folder}: there are no games here")
    try:
        with closing(sqlite3.connect(path, timeout=WAIT, isolation_level=None)) as connection:
            if connection.execute("PRAGMA user_version").fetchone()[0] != VERSION:
                raise StoreFault(f"{path}: was written by another Bocage; start the server once to bring it up to date")
            connection.execute("PRAGMA foreign_keys=ON")
            connection.execute("BEGIN IMMEDIATE")
            yield connection
            connection.execute("COMMIT")
    except sqlite3.Error as error:
        raise StoreFault(f"{path}: {error}") from None


def games(connection: sqlite3.Connection, most: int = 1000) -> list[Row]:
    """The games, the most recently used first."""
    wanted = f"SELECT {_COLUMNS} FROM games ORDER BY max(touched, created) DESC LIMIT ?"  # noqa: S608 - our own words
    return [_row(found) for found in connection.execute(wanted, (most,))]


def show(connection: sqlite3.Connection, game: str) -> Row:
    """One game with its seats."""
    wanted = f"SELECT {_COLUMNS} FROM games WHERE id = ?"  # noqa: S608 - our own words
    found = connection.execute(wanted, (game,)).fetchone()
    if found is None:
        raise StoreFault(f"there is no game {game!r} here")
    return msgspec.structs.replace(_row(found), seats=seats_of(connection, game))


def _row(found: tuple[object, ...]) -> Row:
    return msgspec.convert(dict(zip(Row.__struct_fields__, found, strict=False)), Row, strict=False)


def delete(connection: sqlite3.Connection, game: str) -> None:
    """Delete a game and everything that belongs to it."""
    if not retention.delete(connection, game):
        raise StoreFault(f"there is no game {game!r} here")


def hand_back(connection: sqlite3.Connection, game: str, place: str) -> Link:
    """A new link for a seat; the old one no longer works."""
    seats = show(connection, game).seats
    named = next((name for name in seats if name.lower() == place.lower()), None)
    if named is None:
        raise StoreFault(f"there is no seat {place!r}; choose from: {', '.join(seats)}")
    if seats[named].kind != "human":
        raise StoreFault(f"the seat of {named} is held by the computer player {seats[named].kind}")
    rows = connection.execute("SELECT hash, role, seats, sides FROM tokens WHERE game = ?", (game,)).fetchall()
    grants = {row[0]: Grant(row[1], *(tuple(msgspec.json.decode(text)) for text in row[2:])) for row in rows}
    old, grant = next((pair for pair in grants.items() if named in pair[1].seats), (b"", None))
    token = auth.new_token()
    connection.execute("DELETE FROM tokens WHERE hash = ?", (old,))
    add_token(connection, game, auth.digest(token), grant or Grant("seat", (named,), (seats[named].side,)))
    return auth.link("", game, token)
