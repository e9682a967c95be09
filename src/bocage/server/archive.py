"""Games in the database: what is written and read, as functions of a connection.

The log is the truth: `actions` holds its lines with their chain values; the rest can be made again from them, except
the links, the seats and the secret of the dice.
"""

import sqlite3
import time
from collections.abc import Iterable, Mapping

import msgspec

from bocage.kernel.log import BadLog, Entry, Header, Log
from bocage.server.wire import Seat, Sentence

Noticed = tuple[int, ...] | None
"""The readers who noticed a pick, by number; `None` for everybody."""


MAKER = "maker"
"""The role of the person who began an open game and kept a seat in it."""


class Grant(msgspec.Struct, frozen=True):
    """What a token allows: the seats it holds and their sides; none for a spectator."""

    role: str
    seats: tuple[str, ...] = ()
    sides: tuple[str, ...] = ()


class Said(Sentence, frozen=True, omit_defaults=True):
    """A sentence and who may read it: sides by number, `SPECTATOR` for spectators; `None` for all."""

    seen: tuple[int, ...] | None = None


class Standing(msgspec.Struct, frozen=True):
    """Where a game stands, as far as everybody may know."""

    seq: int
    to_decide: str
    over: bool
    result: str
    told: int = 0
    """How many picks a spectator knows of: the number that everybody may hear."""


class Batch(msgspec.Struct, frozen=True):
    """What one pick added to the log: its own line and those that followed by themselves."""

    entries: tuple[Entry, ...]
    chains: tuple[str, ...]
    said: tuple[tuple[Said, ...], ...]
    standing: Standing
    snapshot: str = ""
    """The state after it as JSON, now and then."""
    noticed: tuple[Noticed, ...] = ()
    """Who noticed each of them."""


class Saved(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that is kept of a game."""

    id: str
    name: str
    open: bool
    resigned: str
    rules: str = ""
    """The version of the rules under which its log was last played."""
    brought: bool = False
    """Whether it came as a file: somebody else may then have known its dice."""
    result: str = ""
    over: bool = False
    to_decide: str = ""
    told: int = 0
    secret: bytes
    log: Log
    said: list[tuple[Said, ...]]
    noticed: list[Noticed] = []
    cuts: list[tuple[int, Noticed]]
    seats: dict[str, Seat]
    grants: dict[bytes, Grant]
    snapshots: list[tuple[int, str]] = []
    """States after that many picks, as JSON, in order: a cache that saves making the picks before them again."""


_said = msgspec.json.Decoder(tuple[Said, ...])
_header = msgspec.json.Decoder(Header)
_names = msgspec.json.Decoder(tuple[str, ...])
_readers = msgspec.json.Decoder(tuple[int, ...])


def _noticed(text: str) -> Noticed:
    return _readers.decode(text) if text else None


def _who(noticed: Noticed) -> str:
    return "" if noticed is None else msgspec.json.encode(noticed).decode()


def create(connection: sqlite3.Connection, saved: Saved, batch: Batch) -> None:
    """A new game with its seats and links, and the picks it begins with."""
    header = saved.log.header
    connection.execute(
        "INSERT INTO games (id, created, game, scenario, name, header, secret, open, resigned, rules, brought, "
        "seq, to_decide, over, result) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, '', 0, '')",
        (
            saved.id,
            time.time(),
            header.game,
            header.scenario,
            saved.name,
            msgspec.json.encode(header).decode(),
            saved.secret,
            saved.open,
            saved.resigned,
            saved.rules,
            saved.brought,
        ),
    )
    for place, seat in saved.seats.items():
        connection.execute(
            "INSERT INTO seats VALUES (?, ?, ?, ?, ?, ?)",
            (saved.id, place, seat.side, seat.kind, seat.name, seat.taken),
        )
    for digest, grant in saved.grants.items():
        add_token(connection, saved.id, digest, grant)
    append(connection, saved.id, batch)


def append(connection: sqlite3.Connection, game: str, batch: Batch) -> None:
    """Add lines to the log. A number that is already taken is an error: nothing is written twice."""
    connection.executemany(
        "INSERT INTO actions (game, n, side, action, auto, chain, said, noticed) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (game, entry.n, entry.by, entry.do, entry.auto, chain, msgspec.json.encode(said).decode(), _who(noticed))
            for entry, chain, said, noticed in zip(
                batch.entries, batch.chains, batch.said, batch.noticed or (None,) * len(batch.said), strict=True
            )
        ],
    )
    if batch.snapshot:
        connection.execute(
            "INSERT OR REPLACE INTO snapshots SELECT id, ?, ?, ?, rules FROM games WHERE id = ?",
            (batch.standing.seq, batch.chains[-1], batch.snapshot, game),
        )
    stand(connection, game, batch.standing)


def stand(connection: sqlite3.Connection, game: str, standing: Standing) -> None:
    """Say where the game stands."""
    connection.execute(
        "UPDATE games SET seq = ?, to_decide = ?, over = ?, result = ?, told = ?, touched = ? WHERE id = ?",
        (standing.seq, standing.to_decide, standing.over, standing.result, standing.told, time.time(), game),
    )


def cut(connection: sqlite3.Connection, game: str, number: int, standing: Standing, noticed: Noticed) -> None:
    """Take back picks: the log ends at `standing.seq` now. `number` counts how often that happened before."""
    connection.execute("DELETE FROM actions WHERE game = ? AND n > ?", (game, standing.seq))
    connection.execute("DELETE FROM snapshots WHERE game = ? AND n > ?", (game, standing.seq))
    connection.execute("INSERT INTO cuts VALUES (?, ?, ?, ?)", (game, number, standing.seq, _who(noticed)))
    stand(connection, game, standing)


def resign(connection: sqlite3.Connection, game: str, side: str, standing: Standing, *, chain: str, state: str) -> None:
    """A side gave up: the game is over where it stands."""
    connection.execute("UPDATE games SET resigned = ? WHERE id = ?", (side, game))
    snapshot(connection, game, standing.seq, chain, state)
    stand(connection, game, standing)


def sit(connection: sqlite3.Connection, game: str, seats: Mapping[str, Seat]) -> None:
    """Somebody takes seats, or leaves them."""
    connection.executemany(
        "UPDATE seats SET kind = ?, name = ?, taken = ? WHERE game = ? AND seat = ?",
        [(seat.kind, seat.name, seat.taken, game, place) for place, seat in seats.items()],
    )


def add_token(connection: sqlite3.Connection, game: str, digest: bytes, grant: Grant) -> None:
    """Give out a link; only its hash is kept."""
    seats, sides = (msgspec.json.encode(names).decode() for names in (grant.seats, grant.sides))
    connection.execute("INSERT INTO tokens VALUES (?, ?, ?, ?, ?)", (digest, game, grant.role, seats, sides))


def claim(
    connection: sqlite3.Connection, *, game: str, old: bytes, new: bytes, grant: Grant, seats: Mapping[str, Seat]
) -> None:
    """Somebody sits down. The link is exchanged for another: the old one no longer works."""
    if not connection.execute("DELETE FROM tokens WHERE hash = ?", (old,)).rowcount:
        raise sqlite3.IntegrityError("this link has been exchanged already")
    add_token(connection, game, new, grant)
    sit(connection, game, seats)


def grant(connection: sqlite3.Connection, game: str, digest: bytes) -> tuple[bool, bool, Grant | None]:
    """Whether there is such a game, whether any game knows this token, and what it allows in this one."""
    exists = connection.execute("SELECT 1 FROM games WHERE id = ?", (game,)).fetchone() is not None
    row = connection.execute("SELECT game, role, seats, sides FROM tokens WHERE hash = ?", (digest,)).fetchone()
    if row is None or row[0] != game:
        return exists, row is not None, None
    return exists, True, Grant(row[1], _names.decode(row[2]), _names.decode(row[3]))


def title(connection: sqlite3.Connection, game: str) -> str:
    """The id of the title that a game plays; empty if there is no such game."""
    row = connection.execute("SELECT game FROM games WHERE id = ?", (game,)).fetchone()
    return "" if row is None else str(row[0])


def gone(connection: sqlite3.Connection, games: Iterable[str]) -> list[str]:
    """Those of some games that no longer exist."""
    wanted = "SELECT 1 FROM games WHERE id = ?"
    return [game for game in games if connection.execute(wanted, (game,)).fetchone() is None]


def waiting_for_computers(connection: sqlite3.Connection) -> list[str]:
    """The games in which a computer player has to decide."""
    rows = connection.execute(
        "SELECT DISTINCT games.id FROM games JOIN seats ON seats.game = games.id AND seats.side = games.to_decide "
        "WHERE NOT games.over AND seats.kind != 'human'"
    )
    return [row[0] for row in rows]


def load(connection: sqlite3.Connection, game: str) -> Saved | None:
    """Read a game back, its chain checked; `None` if there is none with that id."""
    try:
        return _load(connection, game)
    except msgspec.MsgspecError as error:
        raise BadLog(f"the stored game {game} is damaged ({error})") from None


def _load(connection: sqlite3.Connection, game: str) -> Saved | None:
    wanted = (
        "SELECT header, secret, name, open, resigned, rules, brought, over, result, to_decide, told "
        "FROM games WHERE id = ?"
    )
    row = connection.execute(wanted, (game,)).fetchone()
    if row is None:
        return None
    log = Log(_header.decode(row[0]))
    said: list[tuple[Said, ...]] = []
    noticed: list[Noticed] = []
    stored = ""
    for n, side, action, auto, stored, words, who in connection.execute(  # noqa: B007 - the last chain value is used
        "SELECT n, side, action, auto, chain, said, noticed FROM actions WHERE game = ? ORDER BY n", (game,)
    ):
        log.append(Entry(n, side, action, bool(auto)))
        said.append(_said.decode(words))
        noticed.append(_noticed(who))
    if stored and stored != log.chain:
        raise BadLog(f"the stored log of game {game} was altered")
    cuts = connection.execute("SELECT length, noticed FROM cuts WHERE game = ? ORDER BY number", (game,)).fetchall()
    tokens = connection.execute("SELECT hash, role, seats, sides FROM tokens WHERE game = ?", (game,))
    return Saved(
        id=game,
        name=row[2],
        open=bool(row[3]),
        resigned=row[4],
        rules=row[5],
        brought=bool(row[6]),
        over=bool(row[7]),
        result=row[8],
        to_decide=row[9],
        told=row[10],
        secret=row[1],
        log=log,
        said=said,
        noticed=noticed,
        cuts=[(length, _noticed(who)) for length, who in cuts],
        seats=seats_of(connection, game),
        grants={key: Grant(role, _names.decode(seats), _names.decode(sides)) for key, role, seats, sides in tokens},
        snapshots=_snapshots(connection, game, log),
    )


def _snapshots(connection: sqlite3.Connection, game: str, log: Log) -> list[tuple[int, str]]:
    """The snapshots that belong to the log's own chain."""
    rows = connection.execute(
        "SELECT n, chain, state FROM snapshots WHERE game = ? "
        "AND rules = (SELECT rules FROM games WHERE id = ?) ORDER BY n",
        (game, game),
    )
    return [(n, state) for n, chain, state in rows if n < len(log.chains) and log.chains[n] == chain]


def snapshot(connection: sqlite3.Connection, game: str, number: int, chain: str, state: str) -> None:
    """Keep the state after that many picks."""
    connection.execute(
        "INSERT OR REPLACE INTO snapshots SELECT id, ?, ?, ?, rules FROM games WHERE id = ?",
        (number, chain, state, game),
    )


def seats_of(connection: sqlite3.Connection, game: str) -> dict[str, Seat]:
    """Who sits at a game."""
    rows = connection.execute("SELECT seat, kind, name, taken, side FROM seats WHERE game = ?", (game,))
    return {place: Seat(kind, name, bool(taken), side) for place, kind, name, taken, side in rows}


def go_on(connection: sqlite3.Connection, game: str, rules: str, number: int, said: tuple[Said, ...]) -> None:
    """A game was played through under new rules: it says so after its last pick."""
    connection.execute("UPDATE games SET rules = ? WHERE id = ?", (rules, game))
    if said:
        words = msgspec.json.encode(said).decode()
        connection.execute("UPDATE actions SET said = ?, noticed = '' WHERE game = ? AND n = ?", (words, game, number))


def keep_record(connection: sqlite3.Connection, game: str, views: bytes) -> None:
    """Keep what a finished game looked like."""
    connection.execute("INSERT OR REPLACE INTO records SELECT id, ? FROM games WHERE id = ?", (views, game))


def record(connection: sqlite3.Connection, game: str) -> bytes:
    """What a finished game looked like; empty if nothing was kept."""
    row = connection.execute("SELECT views FROM records WHERE game = ?", (game,)).fetchone()
    return b"" if row is None else bytes(row[0])


def keep_company(connection: sqlite3.Connection, game: str, kept: str) -> None:
    """Keep what the people at a table said and agreed."""
    connection.execute("INSERT OR REPLACE INTO company SELECT id, ? FROM games WHERE id = ?", (kept, game))


def company(connection: sqlite3.Connection, game: str) -> str:
    """What was kept of that; empty if nothing was."""
    row = connection.execute("SELECT kept FROM company WHERE game = ?", (game,)).fetchone()
    return "" if row is None else str(row[0])


def unrecorded(connection: sqlite3.Connection) -> list[tuple[str, str, str]]:
    """The finished games of which nothing was kept yet, with their titles and the versions of their rules."""
    return connection.execute(
        "SELECT id, game, rules FROM games WHERE over AND NOT EXISTS (SELECT 1 FROM records WHERE game = games.id)"
    ).fetchall()
