"""The after-game review: a page that stands alone, made when somebody first asks for it."""

import msgspec
from litestar import Response, get

from bocage.server.admission import Asking, TheHall, client, enter
from bocage.server.bounds import GameId, PathName
from bocage.server.guard import PAGE_POLICY
from bocage.server.refusals import Refusal
from bocage.server.reviews import Progress, Ready


@get("/api/games/{game:str}/review", status_code=200)
async def review(request: Asking, hall: TheHall, game: GameId) -> Response[bytes]:
    """Where the review of a finished game can be read; 202 and how far it is while it is being made. A game of older
    rules is reviewed as far as ours follow it.
    """
    async with hall.works.questions.turn(client(request), game), enter(hall, request, game) as (table, _):
        if not table.standing.over:
            raise Refusal("not-finished", "a review shows both sides' secrets; it is made when the game is over")
        if not table.seq:
            raise Refusal("not-found", "nothing was played in this game, so there is nothing to review")
        text = await hall.ask(table.session.log.text)
        seq, stopped = table.seq, bool(table.stopped)
    found = await hall.reviews.get(game, seq, text, client(request), stopped=stopped)
    if isinstance(found, Ready):
        found = Ready(hall.settings.prefix + found.address)
    status = 202 if isinstance(found, Progress) else 200
    return Response(msgspec.json.encode(found), status_code=status, media_type="application/json")


@get("/review/{name:str}", include_in_schema=False)
async def review_page(hall: TheHall, name: PathName) -> Response[bytes]:
    """A review, for anybody who has its address."""
    headers = {"Content-Security-Policy": PAGE_POLICY, "Cache-Control": "private, max-age=3600"}
    return Response(await hall.reviews.read(name), media_type="text/html", headers=headers)


HANDLERS = [review, review_page]
