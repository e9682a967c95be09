"""For whoever watches over the server: is it alive, and can it take games?"""

import asyncio

import msgspec
from litestar import get

from bocage.server.admission import TheHall
from bocage.server.refusals import Refusal

PATIENCE = 5.0


class Health(msgspec.Struct, frozen=True):
    """The server is there."""

    status: str
    games: int
    """So many games are in memory."""


@get("/api/health")
async def health(hall: TheHall) -> Health:
    """Whether the server answers at all."""
    return Health("alive", hall.live_games)


@get("/api/ready")
async def ready(hall: TheHall) -> Health:
    """Whether the server can take games now: the database can be written, and nobody is stopping it."""
    if hall.closing:
        raise Refusal("busy", "the server is stopping")
    try:
        async with asyncio.timeout(PATIENCE):
            await hall.store.do(lambda connection: connection.execute("UPDATE games SET id = id WHERE 0").rowcount)
    except Exception as error:
        raise Refusal("busy", "the database cannot be written now") from error
    return Health("ready", hall.live_games)


HANDLERS = [health, ready]
