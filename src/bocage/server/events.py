"""News as it happens: server-sent events, which survive a lost connection without losing or doubling a pick.

The id of an event is the number of picks told so far, followed by a point and the number of times that picks were taken
back, if any were. A listener that comes back with the last id it saw is told what it missed; if picks were taken back
in the meantime, the news begins before them. A slow listener costs nothing but its place: what it has not taken is not
queued; it is told everything at once when it is ready.
"""

import asyncio
import re
import sqlite3
from collections import Counter
from collections.abc import AsyncIterator

import msgspec
from litestar import get
from litestar.response import Stream

from bocage.server.admission import Asking, TheHall, identify
from bocage.server.auth import Seated
from bocage.server.bounds import FromCursor, GameId, LastEvent, SideName
from bocage.server.counts import Viewer
from bocage.server.hall import Hall
from bocage.server.refusals import Refusal
from bocage.server.tables import Table
from bocage.server.wire import News, TableNews

HEARTBEAT = 15.0
CROWD = 64
"""How many may listen to one game with the link of a seat; no seat takes another's places."""
WATCHERS = 64
"""How many may watch it besides; they take no player's place."""
AGAIN = 2.0
"""Seconds before a table that cannot be read now is looked for again."""
_CURSOR = re.compile(r"(\d{1,9})(?:\.(\d{1,9}))?")

Cursor = tuple[int, int]


def read_cursor(text: str) -> Cursor:
    """The id of an event: picks told, and how often picks had been taken back."""
    found = _CURSOR.fullmatch(text.strip())
    if found is None:
        raise Refusal("bad-request", "Last-Event-ID is not the id of one of our events")
    return int(found[1]), int(found[2] or 0)


def write_cursor(cursor: Cursor) -> str:
    """The id of an event."""
    seq, cuts = cursor
    return f"{seq}.{cuts}" if cuts else str(seq)


def cursor_of(table: Table, viewer: Viewer) -> Cursor:
    """Where a listener stands who knows everything that he may know."""
    return table.counts.seq(viewer), table.counts.undone(viewer)


def news_after(table: Table, cursor: Cursor, readers: tuple[int, ...], viewer: Viewer) -> tuple[News | None, Cursor]:
    """What a listener missed since its last event, and where it stands then."""
    seen, cuts = cursor
    now = cursor_of(table, viewer)
    if now == cursor:
        return None, now
    seq, undone = now
    after = min([seen, seq, *table.counts.lengths(viewer)[cuts:]])
    standing = table.standing
    news = News(
        after=after,
        seq=seq,
        undone=undone,
        to_decide=standing.to_decide,
        over=standing.over,
        result=standing.result,
        events=table.heard(after, readers, viewer),
    )
    return news, now


def table_news(table: Table, viewer: Viewer) -> TableNews:
    """Everything but the picks."""
    standing = table.standing
    seq, undone = cursor_of(table, viewer)
    return TableNews(
        seq=seq,
        undone=undone,
        to_decide=standing.to_decide,
        over=standing.over,
        result=standing.result,
        seats=dict(table.seats),
        away=table.company.away,
        advice=table.advice,
        agreed=table.company.agreed,
        rematch=table.company.wanted,
        talk=_talk(table),
    )


def _about(table: Table) -> tuple[object, ...]:
    """What listeners are told of a table beside its picks; they are told again when it changes."""
    standing, company = table.standing, table.company
    agreements = (table.advice, company.agreed, company.wanted, company.away)
    return (standing.over, standing.result, *agreements, _talk(table), *table.seats.values())


def _talk(table: Table) -> int:
    """The number of the last line of talk."""
    return table.company.remarks[-1].n if table.company.remarks else 0


def event(data: msgspec.Struct, name: str = "", cursor: Cursor | None = None) -> bytes:
    """One event as it travels."""
    head = (f"event: {name}\n" if name else "") + (f"id: {write_cursor(cursor)}\n" if cursor is not None else "")
    return head.encode() + b"data: " + msgspec.json.encode(data) + b"\n\n"


class Listener:
    """One listener: whose ears it has, what it has been told, and its place at the table."""

    def __init__(self, hall: Hall, table: Table, seated: Seated, side: str | None, cursor: Cursor | None) -> None:
        self.hall = hall
        self.table = table
        self.seated = seated
        self.readers = ears(table, seated, side)
        self.viewer = seated.own(table)
        self.told = cursor or cursor_of(table, self.viewer)
        self.shown: tuple[object, ...] = ()

    def check_place(self) -> None:
        """Whether there is a place for this link: spectators take no seat's places, and no seat another's."""
        most = CROWD if self.seated.grant.sides else WATCHERS
        if self.table.ears[self.seated.digest] >= most:
            raise Refusal("too-many", f"{most} listeners use this link already")

    def take_place(self) -> None:
        """Sit down; only a stream that has begun takes a place, so that it is given back when it ends."""
        self.table.listeners += 1
        self.table.ears[self.seated.digest] += 1

    def leave_place(self) -> None:
        """The place is free again."""
        self.table.listeners -= 1
        self.table.ears -= Counter([self.seated.digest])  # a link that nobody uses is forgotten

    def may_listen(self) -> bool:
        """Whether the link with which it came is still good: somebody else may have taken the seat since."""
        return self.seated.digest in self.table.grants

    async def follow(self) -> AsyncIterator[bytes]:
        """The stream, for as long as somebody listens who may. Only the clock breaks the silence: its timing must not
        tell that something happened.
        """
        loop = asyncio.get_running_loop()
        self.take_place()
        due = loop.time() + HEARTBEAT
        try:
            yield b"retry: 1000\n\n"
            while not self.hall.closing:
                if not await self._may_stay():
                    yield b"event: ended\ndata: {}\n\n"
                    return
                told = self._next()
                if told:
                    yield told
                    due = loop.time() + HEARTBEAT
                elif loop.time() >= due:
                    yield b": still here\n\n"
                    due = loop.time() + HEARTBEAT
                else:
                    await self.table.news(due - loop.time())
        finally:
            self.leave_place()

    async def _may_stay(self) -> bool:
        """Whether there is still something to listen to, and the right to do so. An operator may delete a game."""
        try:
            await self._sit_again()
        except Refusal:
            return False
        return self.may_listen()

    async def _sit_again(self) -> None:
        """A table that was thrown away is found again, even if the disk is full for a while."""
        while self.table.dead:
            try:
                table = await self.hall.table(self.table.id)
            except sqlite3.Error:
                await asyncio.sleep(AGAIN)
                continue
            self.leave_place()
            self.table = table
            self.take_place()

    def _next(self) -> bytes:
        """The next event, if there is any."""
        table = self.table
        news, self.told = news_after(table, self.told, self.readers, self.viewer)
        if news is not None:
            return event(news, "picks", self.told)
        about = _about(table)
        if about != self.shown:
            self.shown = about
            return event(table_news(table, self.viewer))
        return b""


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
    wanted = last_event_id or start
    listener = Listener(hall, table, seated, side, read_cursor(wanted) if wanted else None)
    listener.check_place()
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return Stream(listener.follow(), media_type="text/event-stream", headers=headers)
