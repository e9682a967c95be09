"""Games that go: deleted by an operator, or because nobody has used them for long enough."""

import sqlite3
from pathlib import Path

TABLES = ("company", "records", "snapshots", "cuts", "actions", "tokens", "seats")


def delete(connection: sqlite3.Connection, game: str) -> bool:
    """Delete a game and everything that belongs to it; returns whether there was one."""
    for table in TABLES:
        connection.execute(f"DELETE FROM {table} WHERE game = ?", (game,))  # noqa: S608 - our own names
    return connection.execute("DELETE FROM games WHERE id = ?", (game,)).rowcount > 0


def expired(connection: sqlite3.Connection, before: float) -> list[str]:
    """The games in which nothing has happened since a time."""
    rows = connection.execute("SELECT id FROM games WHERE max(touched, created) < ? ORDER BY created", (before,))
    return [row[0] for row in rows]


def expire(connection: sqlite3.Connection, before: float) -> list[str]:
    """Delete the games in which nothing has happened since a time; returns which they were."""
    games = expired(connection, before)
    for game in games:
        delete(connection, game)
    return games


def delete_reviews(folder: Path, game: str) -> None:
    """Delete the reviews of a game that is gone."""
    for page in (folder / "reviews").glob(f"{game}-*.html"):
        page.unlink(missing_ok=True)
