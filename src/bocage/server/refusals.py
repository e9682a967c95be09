"""A refusal is one clear sentence with a stable code; nothing was changed."""

import errno
import logging
import sqlite3
from html import escape
from pathlib import Path
from typing import Any

import msgspec
from litestar import MediaType, Request, Response
from litestar.exceptions import HTTPException, SerializationException, ValidationException

logger = logging.getLogger("bocage.server")

STATUS = {
    "bad-json": 400,
    "wrong-host": 400,
    "bad-request": 400,
    "invalid": 400,
    "no-token": 401,
    "bad-token": 401,
    "not-your-seat": 403,
    "wrong-origin": 403,
    "not-finished": 403,
    "not-found": 404,
    "no-such-game": 404,
    "unknown-game": 404,
    "unknown-scenario": 404,
    "unknown-option": 404,
    "unknown-side": 404,
    "unknown-player": 404,
    "unknown-rule": 404,
    "unknown-skin": 404,
    "not-offered": 404,
    "method-not-allowed": 405,
    "too-slow": 408,
    "stale": 409,
    "future": 409,
    "not-yours": 409,
    "over": 409,
    "stopped": 409,
    "no-undo": 409,
    "last-move": 409,
    "seat-taken": 409,
    "too-large": 413,
    "not-json": 415,
    "illegal": 422,
    "bad-log": 422,
    "too-many": 429,
    "rule-failed": 500,
    "internal": 500,
    "busy": 503,
    "no-advice": 503,
}
"""Every code and its HTTP status."""

AGAIN = {429: 10, 503: 5}
"""After this many seconds it may be worth trying again."""
PASSING = frozenset(
    {
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_CANTOPEN,
    }
)
LEFT = "client disconnected prematurely"
"""How Litestar says that somebody went away in the middle of a request."""
_BY_STATUS = {401: "no-token", 404: "not-found", 405: "method-not-allowed", 413: "too-large", 503: "busy"}


class Refusal(Exception):
    """Why a request was not carried out."""

    def __init__(
        self,
        code: str,
        message: str,
        *,
        rule: str = "",
        detail: str = "",
        seq: int | None = None,
        again: int = 0,
        picks: tuple[str, ...] = (),
    ) -> None:
        self.code = code
        self.message = message
        self.rule = rule
        self.detail = detail
        self.seq = seq
        self.again = again
        self.picks = picks
        super().__init__(f"{code}: {message}")


class Fault(msgspec.Struct, frozen=True, omit_defaults=True):
    """What went wrong, as it travels. `detail` is the engine's own code, `seq` the number of picks there are, `picks`
    what waits for a confirmation.
    """

    code: str
    message: str
    rule: str = ""
    detail: str = ""
    seq: int | None = None
    picks: tuple[str, ...] = ()


class Refused(msgspec.Struct, frozen=True):
    """The body of every answer that is no success."""

    error: Fault


def body(refusal: Refusal) -> Refused:
    """A refusal as it travels."""
    return Refused(Fault(refusal.code, refusal.message, refusal.rule, refusal.detail, refusal.seq, refusal.picks))


def passes(error: BaseException) -> bool:
    """Whether it is no fault of ours but a full disk, or a database that somebody else is writing."""
    if isinstance(error, sqlite3.OperationalError):
        return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_FULL) & 0xFF in PASSING
    return isinstance(error, OSError) and error.errno in {errno.ENOSPC, errno.EDQUOT}


def retry(refusal: Refusal) -> dict[str, str]:
    """The header that says when to try again, where that may help."""
    seconds = refusal.again or AGAIN.get(STATUS[refusal.code], 0)
    return {"Retry-After": str(seconds)} if seconds else {}


def is_page(request: Request[Any, Any, Any]) -> bool:
    """Whether a person opened this address in a browser."""
    wanted = request.headers.get("accept", "")
    return request.method == "GET" and "text/html" in wanted and not request.url.path.startswith(("/api/", "/static/"))


def page(refusal: Refusal) -> Response[Any]:
    """A refusal as a page with a way back."""
    lost = (Path(__file__).parents[1] / "web" / "lost.html").read_text(encoding="utf-8")
    text = lost.replace("<!-- why -->", escape(refusal.message.capitalize()))
    return Response(text, status_code=STATUS[refusal.code], media_type=MediaType.HTML, headers=retry(refusal))


def respond(request: Request[Any, Any, Any], error: Exception) -> Response[Refused]:
    """The answer to any request that failed; a fault of ours is logged and told without its details."""
    refusal = _empty(request, error) or _translate(error)
    if refusal.code == "internal":
        logger.error("%s %s failed", request.method, request.url.path, exc_info=error)
    elif passes(error):
        logger.warning("%s %s was put off: %s", request.method, request.url.path, error)
    status = STATUS[refusal.code]
    if is_page(request):
        return page(refusal)
    headers = retry(refusal) | ({"Connection": "close"} if status == 408 else {})
    return Response(body(refusal), status_code=status, media_type=MediaType.JSON, headers=headers)


def _empty(request: Request[Any, Any, Any], error: Exception) -> Refusal | None:
    """A body that is not there, where the address takes one."""
    sent = request.headers.get("content-length", "0") != "0" or "transfer-encoding" in request.headers
    if sent or request.method != "POST" or not isinstance(error, HTTPException) or error.status_code != 400:
        return None
    return Refusal("bad-json", "the body is empty: this address takes JSON")


def _translate(error: Exception) -> Refusal:
    if isinstance(error, Refusal):
        return error
    if isinstance(error, RecursionError):
        return Refusal("bad-json", "the body is nested too deeply")
    if isinstance(error, UnicodeDecodeError):
        return Refusal("bad-json", "the body is not text in UTF-8")
    if isinstance(error, ValidationException):
        return Refusal("bad-request", _what_is_wrong(error))
    if isinstance(error, HTTPException):
        return _of_http(error)
    if passes(error):
        return Refusal("busy", "the server cannot write to its disk now; nothing was changed, try again in a moment")
    if isinstance(error, sqlite3.IntegrityError):
        return Refusal("stale", "the game has changed in the meantime; look again")
    return Refusal("internal", "the server made a mistake; your game is as it was")


def _of_http(error: HTTPException) -> Refusal:
    if isinstance(error.__cause__, SerializationException):
        return Refusal("bad-json", "the body is not JSON")
    if error.detail == LEFT:
        return Refusal("too-slow", "the request did not arrive as a whole")
    code = _BY_STATUS.get(error.status_code, "bad-request" if error.status_code < 500 else "internal")
    words = {
        "not-found": "there is nothing at this address",
        "too-large": "the body is larger than this address takes",
        "method-not-allowed": "this address does not take that method",
        "internal": "the server made a mistake; your game is as it was",
    }
    return Refusal(code, words.get(code, error.detail))


def _what_is_wrong(error: ValidationException) -> str:
    """Litestar's list of faults in one sentence."""
    faults = error.extra if isinstance(error.extra, list) else []
    found = []
    for fault in faults:
        if isinstance(fault, dict):
            key = str(fault.get("key", ""))
            found.append(f"{key}: {fault.get('message', '')}" if key and key != "data" else str(fault.get("message")))
    return "; ".join(found)[:400] or "the request is not of the form this address takes"
