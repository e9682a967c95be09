"""The log of a game: in sentences, as a file, from a file, and move by move."""

from functools import partial

import msgspec
from litestar import MediaType, Response, get, post
from litestar.params import JSONBody

from bocage.kernel.view import Payload
from bocage.server.admission import Asking, TheHall, client, enter
from bocage.server.auth import Seated
from bocage.server.bounds import FromCount, GameId, QueryCount, SideName
from bocage.server.hall import Hall
from bocage.server.refusals import Refusal
from bocage.server.tables import Table
from bocage.server.wire import Created, Import, Lines
from bocage.server.work import attended

LARGEST_LOG = 6 * 1024 * 1024


@get("/api/games/{game:str}/log")
async def log(
    request: Asking,
    hall: TheHall,
    game: GameId,
    side: SideName = None,
    after: FromCount = 0,
) -> Lines:
    """What happened after a pick, in sentences that this seat may read."""
    async with enter(hall, request, game) as (table, seated):
        reader = seated.reader(table, side, after_the_end=True)
        viewer = seated.viewer(table, reader)
        seq = table.counts.seq(viewer)
        return Lines(min(after, seq), seq, table.told(after, (reader,), viewer))


@get("/api/games/{game:str}/replay")
async def replay(request: Asking, hall: TheHall, game: GameId, n: QueryCount, side: SideName = None) -> Payload:
    """The game as it was after pick `n`: with one's own eyes while it runs, with anybody's when it is over."""
    async with (
        hall.works.questions.turn(client(request), game),
        enter(hall, request, game) as (table, seated),
    ):
        reader = seated.reader(table, side, after_the_end=True)
        viewer = seated.viewer(table, reader)
        seq = table.counts.seq(viewer)
        if n > seq:
            raise Refusal("bad-request", f"the log has picks 0 to {seq}; there is no {n}")
        found = await hall.ask(partial(table.replay, table.counts.true(viewer, n), reader))
        return msgspec.structs.replace(found, seq=n)


@get("/api/games/{game:str}/export", media_type=MediaType.TEXT)
async def export(request: Asking, hall: TheHall, game: GameId) -> Response[str]:
    """The whole log as one text file: for everybody when the game is over, before that for somebody who plays alone."""
    async with (
        hall.works.questions.turn(client(request), game),
        enter(hall, request, game) as (table, seated),
    ):
        if not (table.standing.over or plays_alone(table, seated)):
            raise Refusal("not-finished", "the log holds both sides' secrets; it is given out when the game is over")
        text = await hall.ask(table.session.log.text)
        name = f'attachment; filename="{table.game.id}-{table.id}.jsonl"'
        headers = {"Content-Disposition": name, "Cache-Control": "no-store"}
        return Response(text, media_type="text/plain; charset=utf-8", headers=headers)


def plays_alone(table: Table, seated: Seated) -> bool:
    """Whether no other person has secrets in this game."""
    return bool(seated.grant.seats) and set(table.people()) <= set(seated.grant.seats)


@post("/api/games/import", status_code=201, request_max_body_size=LARGEST_LOG)
async def bring(request: Asking, hall: TheHall, data: JSONBody[Import]) -> Created:
    """Take in a game that was exported. Every line, pick and roll is checked first."""
    hall.beginning.take(client(request))
    return await attended(request, _bring(request, hall, data))


async def _bring(request: Asking, hall: Hall, data: Import) -> Created:
    async with hall.works.imports.turn(client(request)):
        return await hall.bring(data, client(request))


HANDLERS = [log, replay, export, bring]
