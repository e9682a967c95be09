"""News as it happens: server-sent events, which survive a lost connection without losing or doubling a pick.

The id of an event is the number of picks told so far, followed by a point and the number of times that picks were
taken back, once there is any. A listener that comes back with the last id it saw is told what it missed; where picks
were taken back meanwhile, the news begins before them. A slow listener costs nothing but its place: what it has not
taken is not queued, it is told all at once when it is ready.
"""

import re
from collections.abc import AsyncIterator

import msgspec
from litestar import get
from litestar.response import Stream

from bocage.server.auth import Seated
from bocage.server.bounds import FromCursor, GameId, LastEvent, SideName
from bocage.server.doors import Asking, TheHall, identify
from bocage.server.hall import Hall
from bocage.server.refusals import Refusal
from bocage.server.tables import Table
from bocage.server.wire import News, TableNews
from bocage.server.words import heard

HEARTBEAT = 15.0
CROWD = 64
"""So many may listen to one game."""
_CURSOR = re.compile(r"(\d{1,9})(?:\.(\d{1,9}))?")

Cursor = tuple[int, int]


def read_cursor(text: str) -> Cursor:
    """The id of an event: picks told, and how often picks had been taken back."""
    found = _CURSOR.fullmatch(text.strip())
    if found is None:
        raise Refusal("bad-request", "Last-Event-ID is not the id of an event of ours")
    return int(found[1]), int(found[2] or 0)


def write_cursor(cursor: Cursor) -> str:
    """The id of an event."""
    seq, cuts = cursor
    return f"{seq}.{cuts}" if cuts else str(seq)


def news_after(table: Table, cursor: Cursor, readers: tuple[int, ...]) -> tuple[News | None, Cursor]:
    """What a listener missed since its last event, and where it stands then."""
    seen, cuts = cursor
    now = (table.seq, len(table.cuts))
    if now == cursor:
        return None, now
    after = min([seen, table.seq, *table.cuts[cuts:]])
    standing = table.standing
    news = News(
        after=after,
        seq=table.seq,
        undone=len(table.cuts),
        to_decide=standing.to_decide,
        over=standing.over,
        result=standing.result,
        events=heard(table.said, after, readers, over=standing.over),
    )
    return news, now


def table_news(table: Table) -> TableNews:
    """Everything but the picks."""
    standing = table.standing
    return TableNews(
        seq=table.seq,
        undone=len(table.cuts),
        to_decide=standing.to_decide,
        over=standing.over,
        result=standing.result,
        seats=dict(table.seats),
    )


def event(data: msgspec.Struct, name: str = "", cursor: Cursor | None = None) -> bytes:
    """One event as it travels."""
    head = (f"event: {name}\n" if name else "") + (f"id: {write_cursor(cursor)}\n" if cursor is not None else "")
    return head.encode() + b"data: " + msgspec.json.encode(data) + b"\n\n"


async def follow(hall: Hall, table: Table, readers: tuple[int, ...], cursor: Cursor | None) -> AsyncIterator[bytes]:
    """The stream of one listener, for as long as it listens."""
    table.listeners += 1
    told = cursor or (table.seq, len(table.cuts))
    shown: tuple[object, ...] = ()
    yield b"retry: 1000\n\n"
    try:
        while not hall.closing:
            if table.dead:
                table.listeners -= 1
                table = await hall.table(table.id)
                table.listeners += 1
            news, told = news_after(table, told, readers)
            about = (table.standing.over, table.standing.result, *table.seats.values())
            if news is not None:
                yield event(news, "picks", told)
            elif about != shown:
                shown = about
                yield event(table_news(table))
            elif not await table.news(HEARTBEAT):
                yield b": still here\n\n"
    finally:
        table.listeners -= 1


def ears(table: Table, seated: Seated, side: str | None) -> tuple[int, ...]:
    """Whose knowledge a listener has: one side's; at a hot seat, without a side, only what all its sides may know."""
    if side or len(seated.grant.sides) < 2:
        return (seated.reader(table, side),)
    return tuple(int(table.game.side(name)) for name in seated.grant.sides)


@get("/api/games/{game:str}/events", media_type="text/event-stream")
async def listen(
    request: Asking,
    hall: TheHall,
    game: GameId,
    *,
    side: SideName = None,
    last_event_id: LastEvent = None,
    start: FromCursor = None,
) -> Stream:
    """Listen to a game: each event tells the picks since the last one that this seat may know."""
    seated = await identify(hall, request, game)
    table = await hall.table(game)
    if table.listeners >= CROWD:
        raise Refusal("too-many", f"{CROWD} listen to this game already")
    wanted = last_event_id or start
    readers = ears(table, seated, side)
    stream = follow(hall, table, readers, read_cursor(wanted) if wanted else None)
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return Stream(stream, media_type="text/event-stream", headers=headers)
