"""Around everything: headers that bind the browser, and patience that ends.

A slow client costs the others nothing, but it may not hold its place for ever: the head of a request, its body and
each part of an answer must move within some seconds.
"""

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from http import HTTPStatus
from typing import Any

import msgspec
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from bocage.server.places import FULL, HEALTH, Places
from bocage.server.refusals import STATUS, Refusal, body, retry

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Any, Any, Any], Awaitable[None]]

POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
"""A drawing that stands alone carries its colours; it can run nothing and load nothing."""
PAGE_POLICY = f"{PICTURE_POLICY}; base-uri 'none'; form-action 'none'"
"""The same for a page that stands alone: its styles are its own, and there is no script at all."""

HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
)
PATIENCE = 10.0
"""Seconds for the head of a request, and for its body."""
STALLED = 30.0
"""Seconds for a part of an answer to leave."""
LARGEST_HEAD = 64 * 1024
LARGEST_REST = 64 * 1024 * 1024
"""How much of a refused body is still taken from the wire, so that the refusal arrives."""
LINGER = 2.0
HEAD_TOO_LARGE = 431


class Guard:
    """The application with its headers and its patience."""

    def __init__(self, app: App) -> None:
        self.app = app

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        try:
            await self.app(scope, self._hurried(receive), self._dressed(scope, send))
        except TimeoutError:
            return  # the client does not take its answer; the connection ends here

    def _hurried(self, receive: Receive) -> Receive:
        """The body must have arrived in time; what comes after it is the end of the connection, whenever that is."""
        loop = asyncio.get_running_loop()
        due: float | None = loop.time() + PATIENCE

        async def hurried() -> Message:
            nonlocal due
            if due is None:
                return await receive()
            try:
                async with asyncio.timeout_at(due):
                    message = await receive()
            except TimeoutError:
                raise Refusal("too-slow", "the request took too long to arrive") from None
            if not message.get("more_body", False):
                due = None
            return message

        return hurried

    def _dressed(self, scope: Message, send: Send) -> Send:
        async def dressed(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = list(message.get("headers", []))
                names = {name for name, _ in headers}
                kind = next((value for name, value in headers if name == b"content-type"), b"")
                policy = PICTURE_POLICY if kind.startswith(b"image/svg") else POLICY
                headers += HEADERS
                if b"content-security-policy" not in names:
                    headers.append((b"content-security-policy", policy.encode()))
                if b"cache-control" not in names and scope["path"].startswith("/api/"):
                    headers.append((b"cache-control", b"no-store"))
                message["headers"] = headers
            async with asyncio.timeout(STALLED):
                await send(message)

        return dressed


class Protocol(HttpToolsProtocol):
    """uvicorn's protocol, which does not wait for ever for the head of a request. A client refused in the middle of a
    request may still be sending; for a moment what it sends is thrown away, since closing at once would take the
    refusal from it.
    """

    places: Places | None = None
    """How many connections there may be; any number where nothing is said."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody is there; the head of the first request is due. Beyond the limit there is an answer and no more:
        being told that the house is full says more than a dropped connection.
        """
        super().connection_made(transport)
        self._refused = False
        self._size = 0
        self._due: asyncio.TimerHandle | None = self.loop.call_later(PATIENCE, self._too_slow)
        self._peer = str(self.client[0]) if self.client else ""
        refusal = self.places.enter(self._peer) if self.places else None
        if refusal is not None:
            self._refuse(refusal)
            self.transport.close()

    def data_received(self, data: bytes) -> None:
        """Count what has come of a request."""
        self._size += len(data)
        if self._refused:
            return
        super().data_received(data)
        if self._due is not None and self._size > LARGEST_HEAD:
            self._refuse(Refusal("too-large", "the head of the request is too large"), HEAD_TOO_LARGE)
        elif self._size > LARGEST_REST:
            self.transport.close()

    def on_message_begin(self) -> None:
        """A request begins; its head is due."""
        super().on_message_begin()
        if self._due is None:
            self._size = 0
            self._due = self.loop.call_later(PATIENCE, self._too_slow)

    def on_headers_complete(self) -> None:
        """The head is here. The last places answer only health checks: nobody can keep those from the people who watch
        over the server.
        """
        self._unhurry()
        if self.places and self.places.is_nearly_full and self.url not in HEALTH:
            self._refuse(Refusal("busy", FULL))
        else:
            super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """More of a body, unless the request was refused."""
        if not self._refused:
            super().on_body(body)

    def on_message_complete(self) -> None:
        """All of a request, unless it was refused."""
        if not self._refused:
            super().on_message_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """The client is gone."""
        self._unhurry()
        if self.places:
            self.places.leave(self._peer)
        super().connection_lost(exc)

    def _unhurry(self) -> None:
        if self._due is not None:
            self._due.cancel()
            self._due = None

    def _too_slow(self) -> None:
        self._refuse(Refusal("too-slow", "the request took too long to arrive"))

    def _refuse(self, refusal: Refusal, status: int = 0) -> None:
        self._unhurry()
        self._refused = True
        if self.transport.is_closing():
            return
        status = status or STATUS[refusal.code]
        content = msgspec.json.encode(body(refusal))
        lines = [
            f"HTTP/1.1 {status} {HTTPStatus(status).phrase}",
            "Content-Type: application/json",
            "Connection: close",
        ]
        lines += [f"{name}: {value}" for name, value in retry(refusal).items()]
        head = "\r\n".join([*lines, f"Content-Length: {len(content)}", "", ""])
        self.transport.write(head.encode() + content)
        self.transport.write_eof()
        self.loop.call_later(LINGER, self.transport.close)
