"""The pages and their parts: files below `bocage/web`, and nothing else on the disk."""

import gzip
import hashlib
import re
from pathlib import Path
from typing import NamedTuple

from litestar import Response, get

from bocage.draw.skins import page_css
from bocage.server.admission import Asking, TheHall
from bocage.server.bounds import FileName, GameId, PathName
from bocage.server.guard import App, Message, Receive, Send
from bocage.server.opening import find_title
from bocage.server.refusals import Refusal

WEB = Path(__file__).parents[1] / "web"
KINDS = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webp": "image/webp",
    ".ico": "image/x-icon",
    ".woff2": "font/woff2",
    ".txt": "text/plain; charset=utf-8",
}
STATIC = "/static/"
SMALL = 500
"""Files up to this many bytes are not worth compressing."""
MADE = {"css/map.css": page_css}
"""What the drawing code knows and a page asks for as a file."""
_PART = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9_.-]*")


def find_file(name: str, root: Path = WEB) -> Path:
    """The file of that name below the root. A name with a way up, a hidden part or an unknown kind finds nothing."""
    parts = name.strip("/").split("/")
    path = root.joinpath(*parts) if all(_PART.fullmatch(part) for part in parts) else root
    if path.suffix not in KINDS or not path.is_file() or not path.resolve().is_relative_to(root.resolve()):
        raise Refusal("not-found", "there is nothing at this address")
    return path


class Packed(NamedTuple):
    """A file as it is sent."""

    stamp: int
    plain: bytes
    zipped: bytes
    tag: str
    kind: str


_shelf: dict[str, Packed] = {}


def packed(name: str) -> Packed:
    """A file, read and compressed once for as long as it does not change."""
    name = name.strip("/")
    made = MADE.get(name)
    path = None if made is not None else find_file(name)
    stamp = 0 if path is None else path.stat().st_mtime_ns
    known = _shelf.get(name)
    if known is None or known.stamp != stamp:
        content = path.read_bytes() if path is not None else (made or str)().encode()
        known = _shelf[name] = Packed(
            stamp,
            content,
            gzip.compress(content, 6) if len(content) > SMALL else b"",
            f'"{hashlib.sha256(content).hexdigest()[:16]}"',
            KINDS[Path(name).suffix],
        )
    return known


class Shelf:
    """The application, before which files are served without further ado: a table is made of some thirty of them."""

    def __init__(self, app: App) -> None:
        self.app = app

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http" or scope["method"] != "GET" or not scope["path"].startswith(STATIC):
            await self.app(scope, receive, send)
            return
        try:
            found = packed(scope["path"].removeprefix(STATIC))
        except Refusal:
            await self.app(scope, receive, send)
            return
        asked = {name: value for name, value in scope["headers"] if name in {b"if-none-match", b"accept-encoding"}}
        fresh = asked.get(b"if-none-match", b"").decode("latin-1") == found.tag
        is_zipped = bool(found.zipped) and b"gzip" in asked.get(b"accept-encoding", b"")
        content = b"" if fresh else found.zipped if is_zipped else found.plain
        headers = [
            (b"content-type", found.kind.encode()),
            (b"content-length", str(len(content)).encode()),
            (b"etag", found.tag.encode()),
            (b"cache-control", b"no-cache"),
            (b"vary", b"Accept-Encoding"),
            *([(b"content-encoding", b"gzip")] if is_zipped and not fresh else []),
        ]
        await send({"type": "http.response.start", "status": 304 if fresh else 200, "headers": headers})
        await send({"type": "http.response.body", "body": content})


def send(request: Asking, name: str) -> Response[bytes]:
    """A file, or the answer that the browser has it already."""
    found = packed(name)
    return _answer(request, found.plain, Path(name).suffix)


def _answer(request: Asking, content: bytes, suffix: str) -> Response[bytes]:
    tag = f'"{hashlib.sha256(content).hexdigest()[:16]}"'
    headers = {"ETag": tag, "Cache-Control": "no-cache"}
    if request.headers.get("if-none-match") == tag:
        return Response(b"", status_code=304, headers=headers)
    return Response(content, media_type=KINDS[suffix], headers=headers)


@get("/", sync_to_thread=False, include_in_schema=False)
def first_page(request: Asking, hall: TheHall) -> Response[bytes]:
    """The games."""
    return _answer(request, below(hall.settings.prefix, packed("index.html").plain.decode()).encode(), ".html")


def below(prefix: str, page: str) -> str:
    """A page whose parts lie below a prefix."""
    return page.replace('"/static/', f'"{prefix}/static/').replace('href="/"', f'href="{prefix}/"')


@get("/five-minutes/{title:str}", sync_to_thread=False, include_in_schema=False)
def five_minutes(request: Asking, hall: TheHall, title: PathName) -> Response[bytes]:
    """A game in five minutes; which one, the page reads from its own address."""
    find_title(title)
    return _answer(request, below(hall.settings.prefix, packed("five.html").plain.decode()).encode(), ".html")


@get("/table/{game:str}", include_in_schema=False)
async def table_page(request: Asking, hall: TheHall, game: GameId) -> Response[bytes]:
    """The table. The page reads the game and the token from its own address; the title it is told here, so that it can
    fetch the map at once.
    """
    if not _PART.fullmatch(game):
        raise Refusal("no-such-game", "there is no such game here")
    page = find_file("table.html").read_text(encoding="utf-8")
    title = await hall.title(game)
    page = page.replace('data-game="" data-art=""', f'data-game="{title}" data-art="{hall.pictures.version}"')
    return _answer(request, below(hall.settings.prefix, page).encode(), ".html")


@get("/static/{name:path}", sync_to_thread=False, include_in_schema=False)
def part(request: Asking, name: FileName) -> Response[bytes]:
    """Scripts, styles, pictures."""
    return send(request, name)


@get("/favicon.ico", sync_to_thread=False, include_in_schema=False)
def icon(request: Asking) -> Response[bytes]:
    """The sign in the tab."""
    return send(request, "icon.svg")


HANDLERS = [first_page, five_minutes, table_page, part, icon]
