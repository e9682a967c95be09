"""A small HTTP client for many connections at once: requests that keep their connection, and streams of events.

Only what the server's own tests and soaks need, on the standard library, so that a thousand clients cost little.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator

import msgspec


class Gone(ConnectionError):
    """The server went away in the middle of something; nobody knows whether it was done."""


HOST = "127.0.0.1"
BEHIND_A_PROXY = frozenset({502, 503, 504})
"""What a proxy answers for a server that is not there."""


class Wire:
    """One connection that is used again and again."""

    def __init__(self, port: int) -> None:
        self.port = port
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def call(self, method: str, path: str, token: str = "", body: object = None) -> tuple[int, bytes]:
        """One request; the status and the content of the answer. `Gone` if the server ends before it has answered."""
        try:
            reader, writer = await self._connected()
            writer.write(_request(method, path, token, None if body is None else msgspec.json.encode(body)))
            await writer.drain()
            status, length, headers = await _head(reader)
            content = await reader.readexactly(length)
            if headers.get(b"connection", b"").lower() == b"close":
                self.close()
        except (OSError, EOFError, ValueError) as error:
            self.close()
            raise Gone(str(error)) from None
        except asyncio.CancelledError:
            self.close()
            raise
        if status in BEHIND_A_PROXY and not content.startswith(b"{"):
            raise Gone(f"the proxy answers {status}")
        return status, content

    async def _connected(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self._streams is None:
            self._streams = await asyncio.open_connection(HOST, self.port)
        return self._streams

    def close(self) -> None:
        """Let go of the connection."""
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


class Told(msgspec.Struct, frozen=True):
    """One event of a stream: its name, its id and its data."""

    name: str
    id: str
    data: bytes


async def stream(port: int, path: str, token: str, last: str = "") -> AsyncIterator[Told]:
    """Listen to a stream until it ends."""
    try:
        reader, writer = await asyncio.open_connection(HOST, port)
    except OSError as error:
        raise Gone(str(error)) from None
    try:
        extra = f"Authorization: Bearer {token}\r\n" + (f"Last-Event-ID: {last}\r\n" if last else "")
        writer.write(f"GET {path} HTTP/1.1\r\nHost: {HOST}\r\n{extra}\r\n".encode())
        status, length, _ = await _head(reader)
        if status != 200:
            raise Gone(f"{status}: {(await reader.read(length or 500)).decode(errors='replace')}")
        async for told in _events(reader):
            yield told
    except (OSError, EOFError, ValueError) as error:
        raise Gone(str(error)) from None
    finally:
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()


async def _events(reader: asyncio.StreamReader) -> AsyncIterator[Told]:
    """The events in a chunked body."""
    waiting = b""
    while True:
        size = int((await reader.readuntil(b"\r\n")).strip(), 16)
        waiting += (await reader.readexactly(size + 2))[:-2]
        if not size:
            return
        while b"\n\n" in waiting:
            text, _, waiting = waiting.partition(b"\n\n")
            fields = dict(line.split(b": ", 1) for line in text.split(b"\n") if line[:1] != b":" and b": " in line)
            if b"data" in fields:
                name, number = fields.get(b"event", b"message"), fields.get(b"id", b"")
                yield Told(name.decode(), number.decode(), fields[b"data"])


def _request(method: str, path: str, token: str, body: bytes | None) -> bytes:
    lines = [f"{method} {path} HTTP/1.1", f"Host: {HOST}"]
    if token:
        lines.append(f"Authorization: Bearer {token}")
    if body is not None:
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    return "\r\n".join([*lines, "", ""]).encode() + (body or b"")


async def _head(reader: asyncio.StreamReader) -> tuple[int, int, dict[bytes, bytes]]:
    """Status, length of the content, headers."""
    head = (await reader.readuntil(b"\r\n\r\n")).split(b"\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(b":") for line in head[1:] if line)}
    return int(head[0].split()[1]), int(headers.get(b"content-length", b"0")), headers
