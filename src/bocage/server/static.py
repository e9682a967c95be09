"""The pages and their parts: files below `bocage/web`, and nothing else on the disk."""

import hashlib
import re
from pathlib import Path

from litestar import Response, get
from litestar.params import FromPath

from bocage.draw.skins import page_css
from bocage.server.doors import Asking, GameId
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


def send(request: Asking, name: str) -> Response[bytes]:
    """A file, or the word that the browser has it already."""
    if name.strip("/") in MADE:
        return _answer(request, MADE[name.strip("/")]().encode(), ".css")
    path = find_file(name)
    return _answer(request, path.read_bytes(), path.suffix)


def _answer(request: Asking, content: bytes, suffix: str) -> Response[bytes]:
    tag = f'"{hashlib.sha256(content).hexdigest()[:16]}"'
    headers = {"ETag": tag, "Cache-Control": "no-cache"}
    if request.headers.get("if-none-match") == tag:
        return Response(b"", status_code=304, headers=headers)
    return Response(content, media_type=KINDS[suffix], headers=headers)


@get("/", sync_to_thread=False, include_in_schema=False)
def first_page(request: Asking) -> Response[bytes]:
    """The games."""
    return send(request, "index.html")


@get("/table/{game:str}", sync_to_thread=False, include_in_schema=False)
def table_page(request: Asking, game: GameId) -> Response[bytes]:
    """The table. Which game it is, and with which token, the page reads from its own address."""
    if not _PART.fullmatch(game):
        raise Refusal("no-such-game", "there is no such game here")
    return send(request, "table.html")


@get("/static/{name:path}", sync_to_thread=False, include_in_schema=False)
def part(request: Asking, name: FromPath[str]) -> Response[bytes]:
    """Scripts, styles, pictures."""
    return send(request, name)


@get("/favicon.ico", sync_to_thread=False, include_in_schema=False)
def icon(request: Asking) -> Response[bytes]:
    """The sign in the tab."""
    return send(request, "icon.svg")


HANDLERS = [first_page, table_page, part, icon]
