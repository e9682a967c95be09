"""How a request comes to a table: its token is looked at before anything is loaded for it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from litestar import Request
from litestar.di import NamedDependency

from bocage.server.auth import Seated, digest, token_of
from bocage.server.counts import Viewer
from bocage.server.hall import Hall
from bocage.server.refusals import Refusal
from bocage.server.tables import Table

Asking = Request[Any, Any, Any]
TheHall = NamedDependency[Hall]


def client(request: Asking) -> str:
    """Who asks, as an address: what shares are counted by."""
    return request.client.host if request.client else ""


async def identify(hall: Hall, request: Asking, game: str) -> Seated:
    """Who asks."""
    hashed = digest(token_of(request))
    return Seated(await hall.grant(game, hashed), hashed)


@asynccontextmanager
async def enter(hall: Hall, request: Asking, game: str) -> AsyncIterator[tuple[Table, Seated]]:
    """The table of a game, for this request alone, and who asks."""
    seated = await identify(hall, request, game)
    if seated.grant.seats:
        hall.makers.adopt(game, client(request))
    async with hall.hold(game) as table:
        yield table, seated


def check_seq(table: Table, viewer: Viewer, seq: int | None, undone: int | None = None) -> None:
    """The client must have seen the game as it is now: a pick meant for another position is refused."""
    if seq is None:
        return
    now = table.counts.seq(viewer)
    if seq < now or (undone is not None and undone != table.counts.undone(viewer)):
        raise Refusal("stale", f"you saw pick {seq}, and the game is at pick {now} now", seq=now)
    if seq > now:
        raise Refusal("future", f"you saw pick {seq}, but the game is only at pick {now}", seq=now)


def check_running(table: Table, viewer: Viewer) -> None:
    """Nothing is played after the end."""
    if table.stopped:
        raise Refusal("stopped", table.stopped)
    if table.standing.over:
        raise Refusal("over", "the game is over", seq=table.counts.seq(viewer))
