"""The after-game review: a page that stands alone, made when somebody first asks for it."""

import msgspec
from litestar import Response, get

from bocage.server.doors import Asking, GameId, TheHall, enter
from bocage.server.guard import PAGE_POLICY
from bocage.server.refusals import Refusal
from bocage.server.reviews import Progress


@get("/api/games/{game:str}/review", status_code=200)
async def review(request: Asking, hall: TheHall, game: GameId) -> Response[bytes]:
    """The review of a finished game as HTML; 202 and how far it is while it is being made. It shows everything."""
    async with enter(hall, request, game) as (table, _):
        if not table.standing.over:
            raise Refusal("not-finished", "a review shows both sides' secrets; it is made when the game is over")
        if not table.seq:
            raise Refusal("not-found", "nothing was played in this game, so there is nothing to review")
        text = await hall.run(table.session.log.text)
        seq = table.seq
    found = await hall.reviews.get(game, seq, text)
    if isinstance(found, Progress):
        return Response(msgspec.json.encode(found), status_code=202, media_type="application/json")
    headers = {"Content-Security-Policy": PAGE_POLICY, "Cache-Control": "no-store"}
    return Response(found, media_type="text/html; charset=utf-8", headers=headers)


HANDLERS = [review]
