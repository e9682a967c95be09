"""The gate: who asks, under which name, and whether a page elsewhere is behind it.

A web page of somebody else, open in the browser of somebody who runs a server on the same machine, must not be able to
drive it. So a `Host` must be one of ours, a request that changes something must be JSON, which no form can send, and if
it names the page it comes from, that page must be ours.
"""

import asyncio
from collections import Counter
from collections.abc import Iterable
from typing import Any
from urllib.parse import urlsplit

import msgspec

from bocage.server.guard import App, Message, Receive, Send
from bocage.server.quota import network
from bocage.server.refusals import STATUS, Refusal, body, retry
from bocage.server.settings import Settings, client_of, is_trusted

READS = frozenset({"GET", "HEAD", "OPTIONS"})
FOREIGN = frozenset({"cross-site", "same-site"})


class Gate:
    """The application behind its gate."""

    def __init__(self, app: App, settings: Settings, share: int = 0) -> None:
        """`share` is how many requests of one client may be open at once, whatever proxy they come through."""
        self.app = app
        self.settings = settings
        self.share = share
        self._open: Counter[str] = Counter()

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = _headers(scope["headers"])
        try:
            self._identify(scope, headers)
            self._shorten(scope)
            self._check(scope, headers)
        except Refusal as refusal:
            await refuse(send, refusal)
            return
        await self._serve(scope, receive, send)

    async def _serve(self, scope: Message, receive: Receive, send: Send) -> None:
        """Let a request in, unless its client has too many open: streams have no end of their own."""
        client = network((scope.get("client") or ("", 0))[0])
        if self.share and self._open[client] >= self.share:
            await refuse(send, Refusal("too-many", f"your address has {self.share} requests open already"))
            return
        self._open[client] += 1
        try:
            await (
                _head(self.app, scope, receive, send) if scope["method"] == "HEAD" else self.app(scope, receive, send)
            )
        finally:
            self._open -= Counter([client])  # a client with none open is forgotten

    def _identify(self, scope: Message, headers: dict[str, str]) -> None:
        """Take a proxy's word for its client, if the operator named the proxy."""
        peer, port = scope.get("client") or ("", 0)
        trusted = self.settings.trusted
        if is_trusted(peer, trusted):
            scope["client"] = (client_of(peer, headers.get("x-forwarded-for", ""), trusted), port)
            if headers.get("x-forwarded-proto") in {"http", "https"}:
                scope["scheme"] = headers["x-forwarded-proto"]

    def _shorten(self, scope: Message) -> None:
        """Below a prefix everything is as at the root; a proxy may have taken the prefix away already."""
        prefix = self.settings.prefix
        if prefix and (scope["path"] == prefix or scope["path"].startswith(f"{prefix}/")):
            scope["path"] = scope["path"].removeprefix(prefix) or "/"
            scope["raw_path"] = scope.get("raw_path", b"").removeprefix(prefix.encode()) or b"/"

    def _check(self, scope: Message, headers: dict[str, str]) -> None:
        host = headers.get("host", "")
        if not self.settings.knows_host(host):
            raise Refusal("wrong-host", f"this server is not known as {host[:60]!r}; its operator can allow that name")
        if scope["method"] in READS:
            return
        self._check_origin(host, headers)
        kind = headers.get("content-type", "").partition(";")[0].strip().lower()
        if scope["method"] == "POST" and kind != "application/json":
            raise Refusal("not-json", "a request that changes something must be JSON: Content-Type: application/json")

    def _check_origin(self, host: str, headers: dict[str, str]) -> None:
        origin = headers.get("origin")
        public = urlsplit(self.settings.public_url)
        ours = {host.lower(), public.netloc.lower()} - {""}
        is_foreign = origin is not None and urlsplit(origin).netloc.lower() not in ours
        if is_foreign or headers.get("sec-fetch-site") in FOREIGN:
            raise Refusal("wrong-origin", "a page of another site may not change anything here")


def _headers(given: Iterable[tuple[bytes, bytes]]) -> dict[str, str]:
    """The headers; those that come more than once have their values joined."""
    found: dict[str, str] = {}
    for name, value in given:
        key, text = name.decode("latin-1"), value.decode("latin-1")
        found[key] = f"{found[key]}, {text}" if key in found else text
    return found


async def refuse(send: Send, refusal: Refusal) -> None:
    """Answer with a refusal and nothing else."""
    content = msgspec.json.encode(body(refusal))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(content)).encode())]
    headers += [(name.lower().encode(), value.encode()) for name, value in retry(refusal).items()]
    await send({"type": "http.response.start", "status": STATUS[refusal.code], "headers": headers})
    await send({"type": "http.response.body", "body": content})


async def _head(app: App, scope: Message, receive: Receive, send: Send) -> None:
    """The head of what GET would answer; a stream has no end, so it is not waited for."""
    begun = asyncio.Event()

    async def head_only(message: Message) -> None:
        if message["type"] == "http.response.start":
            await send(message)
            await send({"type": "http.response.body", "body": b""})
            begun.set()

    asked: dict[str, Any] = {**scope, "method": "GET"}
    task = asyncio.ensure_future(app(asked, receive, head_only))
    await asyncio.wait([task, asyncio.ensure_future(begun.wait())], return_when=asyncio.FIRST_COMPLETED)
    if not task.done():
        task.cancel()
    await asyncio.gather(task, return_exceptions=True)
