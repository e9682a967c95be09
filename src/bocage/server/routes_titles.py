"""What can be played here: the titles, their maps, counters and rules."""

import asyncio
import gzip
from functools import cache
from typing import get_args, get_type_hints

import msgspec
from litestar import Response, get, post
from litestar.params import JSONBody

from bocage.draw import Layout, counter_svg, mark_svg
from bocage.draw.marks import ALIKE
from bocage.draw.piles import CORNERS, SPARE, UNDERNEATH
from bocage.draw.skins import SKINS, stylesheet
from bocage.draw.symbols import ARMOURED
from bocage.games import all_games
from bocage.kernel.game import Belligerent
from bocage.kernel.rulebook import Rule
from bocage.kernel.spaces import each
from bocage.players import names as player_names
from bocage.players.registry import USUAL, descriptions
from bocage.server.admission import Asking, TheHall, client
from bocage.server.bounds import PathName, QueryFlag, QueryName
from bocage.server.computer import LEVELS
from bocage.server.guides import guide_of, handling_of
from bocage.server.hall import Hall
from bocage.server.opening import find_title
from bocage.server.pictures import PARTS, PLAIN, THUMBNAIL
from bocage.server.refusals import Refusal, logger
from bocage.server.wire import Counters, Drawn, Title
from bocage.server.wire_handling import MapLayout

SVG = "image/svg+xml"
COLOURS: tuple[str, ...] = get_args(get_type_hints(Belligerent)["colour"])
AROUND = (
    "tide",
    "entrenchment",
    *(kind for kind, like in ALIKE.items() if like == "entrenchment"),
)
"""Marks that lie around the counters of their space, and not at a corner of it."""
LOOKS = {"period": "Period map", "clean": "Clean", "contrast": "High contrast"}
KEEP = {"Cache-Control": "max-age=300"}
FOREVER = {"Cache-Control": "max-age=31536000, immutable"}
"""For an address that names the version of what it gives."""


@cache
def title_of(wanted: str) -> Title:
    """A game as the first page shows it."""
    game = find_title(wanted)
    queries = game.queries
    offered = {
        "reach": queries.reach,
        "supply": queries.supply_line,
        "preview": queries.preview,
        "sketch": queries.sketch or queries.plan,
    }
    return Title(
        id=game.id,
        name=game.name,
        version=game.version,
        summary=game.summary,
        sides=game.sides,
        belligerents=game.belligerents,
        scenarios=game.scenarios,
        options=game.options,
        players=game.players,
        minutes=game.minutes,
        difficulty=game.difficulty,
        thumbnail=f"/api/titles/{game.id}/thumbnail.svg",
        secrets=game.secrets,
        computers=tuple(reversed(player_names())),
        usual=USUAL,
        opponents=descriptions(),
        overlays=tuple(queries.overlays),
        queries=tuple(name for name, answer in offered.items() if answer is not None),
        shades=tuple(COLOURS.index(side.colour) for side in game.belligerents),
        levels=LEVELS,
        values=guide_of(game).options,
        evening=guide_of(game).evening,
        first=guide_of(game).scenario or game.scenarios[0].id,
        learner=guide_of(game).side,
        learners=guide_of(game).sides,
        looks=LOOKS,
    )


@cache
def map_layout(wanted: str) -> bytes:
    """Where every space lies on the map, as JSON."""
    game = find_title(wanted)
    board = game.board()
    drawn = Layout(board).payload()
    stands = {
        box: tuple(board.names[space] for space in each(board.tags[tag]))
        for box, tag in handling_of(game).stands.items()
    }
    kinds = {"underneath": sorted(UNDERNEATH), "armoured": sorted(ARMOURED)}
    more = {"corners": CORNERS, "spare": SPARE, "around": AROUND, "stands": stands}
    return msgspec.json.encode(msgspec.convert(drawn | kinds | more, MapLayout))


def all_titles() -> list[Title]:
    """Every game that can be shown; one that cannot even begin is logged and left out."""
    found = []
    for wanted in all_games():
        try:
            found.append(title_of(wanted))
        except Exception:  # noqa: BLE001 - one game's bug must not close the others
            logger.exception("%s cannot be offered", wanted)
    return found


def _skin(wanted: str) -> str:
    if wanted not in SKINS:
        raise Refusal("unknown-skin", f"there is no skin {wanted[:40]!r}; choose from: {', '.join(SKINS)}")
    return wanted


@get("/api/titles")
async def titles(hall: TheHall) -> list[Title]:
    """The games that can be played."""
    return [_below(hall, found) for found in await asyncio.to_thread(all_titles)]


def _below(hall: Hall, title: Title) -> Title:
    return msgspec.structs.replace(title, thumbnail=hall.settings.prefix + title.thumbnail)


@get("/api/titles/{title:str}")
async def title(hall: TheHall, title: PathName) -> Title:
    """One of them."""
    return _below(hall, await asyncio.to_thread(title_of, title))


@get("/api/titles/{title:str}/map.svg", media_type=SVG)
async def map_image(
    request: Asking,
    hall: TheHall,
    title: PathName,
    *,
    skin: QueryName = "period",
    embed: QueryFlag = True,
    part: QueryName = "",
    v: QueryName = "",
) -> Response[bytes]:
    """The map; with `embed=0` without colours, for a page that brings its own stylesheet.

    `part` is one of three sheets: `ground`, `numbers`, `names`. With the right `v` the picture never changes.
    """
    if part and part not in PARTS:
        raise Refusal("bad-request", f"there is no part {part[:40]!r} of a map; choose from: {', '.join(PARTS)}")
    kind = _skin(skin) if embed else PLAIN
    return await _picture(request, hall, title, f"{kind}-{part}" if part else kind, v)


@get("/api/titles/{title:str}/thumbnail.svg", media_type=SVG)
async def thumbnail(request: Asking, hall: TheHall, title: PathName) -> Response[bytes]:
    """The map, small."""
    return await _picture(request, hall, title, THUMBNAIL)


async def _picture(request: Asking, hall: Hall, title: str, kind: str, version: str = "") -> Response[bytes]:
    """A picture that was drawn before, or is drawn now."""
    packed = await hall.pictures.get(find_title(title).id, kind)
    headers = {**(FOREVER if version == hall.pictures.version else KEEP), "Vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(packed, media_type=SVG, headers={**headers, "Content-Encoding": "gzip"})
    return Response(await asyncio.to_thread(gzip.decompress, packed), media_type=SVG, headers=headers)


@get("/api/titles/{title:str}/map")
async def layout(hall: TheHall, title: PathName, v: QueryName = "") -> Response[bytes]:
    """Where every space lies on the picture: `{width, height, spaces: {id: {x, y, polygon, kind, title, terrain}}}`."""
    found = await asyncio.to_thread(map_layout, title)
    headers = FOREVER if v == hall.pictures.version else KEEP
    return Response(found, media_type="application/json", headers=headers)


@get("/api/titles/{title:str}/rules")
async def rules(title: PathName) -> list[Rule]:
    """Every numbered case, in our own words."""
    return list((await asyncio.to_thread(lambda: find_title(title).rulebook)).rule)


@get("/api/titles/{title:str}/rules/{number:str}")
async def rule(title: PathName, number: PathName) -> Rule:
    """One numbered case."""
    book = await asyncio.to_thread(lambda: find_title(title).rulebook)
    found = book.find(number)
    if found is None:
        raise Refusal("unknown-rule", f"there is no rule {number[:40]!r} in this game")
    return found


@post("/api/titles/{title:str}/counters", status_code=200)
async def counters(request: Asking, hall: TheHall, title: PathName, data: JSONBody[Counters]) -> Drawn:
    """Pictures of counters and markers as a view describes them, for a page with its own stylesheet."""
    game = find_title(title)
    _skin(data.skin)
    if any(not 0 <= piece.side < len(game.sides) for piece in data.pieces):
        raise Refusal("unknown-side", "a piece belongs to a side that this game does not have")
    if any(not -1 <= mark.side < len(game.sides) for mark in data.marks):
        raise Refusal("unknown-side", "a marker belongs to a side that this game does not have")
    sides = (*game.belligerents, None)

    def draw() -> Drawn:
        return Drawn(
            tuple(counter_svg(piece.piece(), side=sides[piece.side], skin=None) for piece in data.pieces),
            tuple(mark_svg(mark.mark(), side=sides[mark.side], skin=None) for mark in data.marks),
        )

    async with hall.works.drawing.turn(client(request)):
        return await hall.ask(draw)


@get("/api/skins/{name:str}", media_type="text/css")
async def skin_sheet(name: PathName) -> Response[str]:
    """The stylesheet of a skin, `period.css` and so on, for pictures that come without one."""
    sheet = stylesheet(_skin(name.removesuffix(".css")))
    return Response(sheet, media_type="text/css", headers=KEEP)


HANDLERS = [titles, title, map_image, thumbnail, layout, rules, rule, counters, skin_sheet]
