"""For monitoring: is the server alive, and can it take games?"""

import asyncio
import shutil

import msgspec
from litestar import get

from bocage.server.admission import TheHall
from bocage.server.refusals import Refusal

PATIENCE = 5.0
LEAST_ROOM = 1 << 20
"""How many bytes a disk must have left for a server that takes games."""


class Health(msgspec.Struct, frozen=True):
    """The server is there."""

    status: str
    games: int
    """That many games are in memory."""


@get("/api/health")
async def health(hall: TheHall) -> Health:
    """Whether the server answers at all."""
    return Health("alive", hall.live_games)


@get("/api/ready")
async def ready(hall: TheHall) -> Health:
    """Whether the server can take games now: the database can be written, and nobody is stopping it."""
    if hall.closing:
        raise Refusal("busy", "the server is stopping")
    room = await asyncio.to_thread(shutil.disk_usage, hall.store.path.parent)
    if room.free < LEAST_ROOM:
        raise Refusal("busy", "the disk is full")
    try:
        async with asyncio.timeout(PATIENCE):
            await hall.store.do(lambda connection: connection.execute("UPDATE games SET id = id WHERE 0").rowcount)
    except Exception as error:
        raise Refusal("busy", "the database cannot be written now") from error
    return Health("ready", hall.live_games)


HANDLERS = [health, ready]
