"""Games in lists: what everybody may know of an open game, and where one's own games stand."""

import sqlite3
from collections.abc import Sequence
from typing import Any

import msgspec

from bocage.kernel.log import Header
from bocage.server.archive import seats_of
from bocage.server.wire import Listed

LISTED = 100
"""How many games there are to a page of the public list."""
_header = msgspec.json.Decoder(Header)
_OPEN = """
SELECT id, game, scenario, name, told, to_decide, over, result, open, header FROM games WHERE open
ORDER BY over OR NOT EXISTS (SELECT 1 FROM seats WHERE seats.game = games.id AND kind = 'human' AND NOT taken),
created DESC LIMIT ? OFFSET ?
"""
_HELD = """
SELECT id, game, scenario, name, told, to_decide, over, result, open, header FROM games
WHERE id = (SELECT game FROM tokens WHERE hash = ?)
"""


def listing(connection: sqlite3.Connection, page: int = 0) -> list[Listed]:
    """Games that anybody may join or watch, those with a free seat first, then the newest; a page at a time."""
    rows = connection.execute(_OPEN, (LISTED, page * LISTED)).fetchall()
    return [_listed(connection, row) for row in rows]


def held(connection: sqlite3.Connection, digests: Sequence[bytes]) -> list[Listed]:
    """The games that somebody has links to, as the public list would show them."""
    rows = {row[0]: row for digest in digests for row in connection.execute(_HELD, (digest,)).fetchall()}
    return [_listed(connection, row) for row in rows.values()]


def is_open(connection: sqlite3.Connection, game: str) -> bool:
    """Whether anybody may take a free seat of a game."""
    row = connection.execute("SELECT open FROM games WHERE id = ?", (game,)).fetchone()
    return row is not None and bool(row[0])


def _dice(header: str) -> str:
    """How a game's dice are; one that is damaged does not spoil the list for the others."""
    try:
        return _header.decode(header).dice
    except msgspec.MsgspecError:
        return "unknown"


def _listed(connection: sqlite3.Connection, row: tuple[Any, ...]) -> Listed:
    return Listed(
        id=row[0],
        game=row[1],
        scenario=row[2],
        name=row[3],
        seq=row[4],
        to_decide=row[5],
        over=bool(row[6]),
        result=row[7],
        open=bool(row[8]),
        dice=_dice(row[9]),
        seats=seats_of(connection, row[0]),
    )
