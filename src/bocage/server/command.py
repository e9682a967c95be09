"""Serving from the command line: one address is printed; Ctrl-C or a plain kill ends it cleanly."""

import contextlib
import logging
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from pathlib import Path
from types import FrameType

import uvicorn

from bocage.server.app import make_app
from bocage.server.gate import Gate
from bocage.server.guard import Guard, Protocol
from bocage.server.hall import LIVE, Hall
from bocage.server.limits import AT_THE_DOOR, most_connections
from bocage.server.places import Places
from bocage.server.settings import Settings, is_trusted
from bocage.server.static import Shelf
from bocage.server.store import StoreFault
from bocage.server.wire import Created, NewGame

PORT = 8080
LOOPBACK = "127.0.0.1"


def default_folder() -> Path:
    """Where games are kept when nobody says otherwise."""
    home = os.environ.get("XDG_DATA_HOME")
    return (Path(home) if home else Path.home() / ".local" / "share") / "bocage"


class TableServer(uvicorn.Server):
    """uvicorn, which lets the listeners go before it waits for connections to end."""

    def __init__(self, config: uvicorn.Config, hall: Hall, ready: Callable[[], Awaitable[None]]) -> None:
        super().__init__(config)
        self.hall = hall
        self.ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen, then say so."""
        await super().startup(sockets)
        await self.ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let the listeners go first: their streams have no end of their own."""
        self.hall.hush()
        await super().shutdown(sockets)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """A stop from outside is a clean end and no error."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {sign: signal.signal(sign, self.handle_exit) for sign in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for sign, handler in before.items():
                signal.signal(sign, handler)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """The first signal ends it cleanly, a second one at once."""
        if self.should_exit:
            self.force_exit = True
        self.should_exit = True


def configure(hall: Hall, *, warm: bool = False) -> uvicorn.Config:
    """The settings of the server."""
    places = places_of(hall.settings)
    return uvicorn.Config(
        Guard(Gate(Shelf(make_app(hall, warm=warm)), hall.settings, places.share)),
        http=type("LimitedProtocol", (Protocol,), {"places": places}),
        ws="none",
        lifespan="on",
        access_log=False,
        proxy_headers=False,  # the gate takes the word of no proxy but those that the operator named
        log_config=None,
        server_header=False,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=5,
        backlog=AT_THE_DOOR,
    )


def places_of(settings: Settings) -> Places:
    """The places of a server that knows its limit."""
    return Places(most_connections(settings.most_connections), partial(is_trusted, trusted=settings.trusted))


def bind(host: str, port: int) -> socket.socket:
    """A listening socket; the system's own error if the port is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
    except OSError:
        listening.close()
        raise
    return listening


def address_of(listening: socket.socket) -> str:
    """What to type into a browser, without the page."""
    host, port = listening.getsockname()[:2]
    host = {"0.0.0.0": LOOPBACK, "::": "::1"}.get(host, host)  # noqa: S104 - shown, not bound
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def serve(
    folder: Path,
    host: str = LOOPBACK,
    port: int = PORT,
    *,
    open_browser: bool = False,
    first: NewGame | None = None,
    live: int = LIVE,
    warm: bool = True,
    settings: Settings | None = None,
    level: str = "warning",
) -> int:
    """Serve until somebody stops it; the exit code. With `first` a game is begun and its own page is the address."""
    settings = settings or Settings()
    settings.check()
    write_log(level)
    listening = bind(host, port)
    try:
        hall = Hall(folder, live=live, settings=settings)
        hall.bound = listening.getsockname()[:2]
    except StoreFault:
        listening.close()
        raise

    async def ready() -> None:
        page = f"{settings.prefix}/" if first is None else page_of(await hall.create(first))
        address = address_of(listening) + page
        logging.getLogger("bocage.server").info("serving the games in %s at %s", folder, address_of(listening))
        sys.stdout.write(f"{address}\n")
        sys.stdout.flush()
        if open_browser:
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    server = TableServer(configure(hall, warm=warm), hall, ready)
    server.run(sockets=[listening])
    return 0 if server.started else 1


def write_log(level: str) -> None:
    """Lines with time and level, on the error output; at the usual level only what an operator should look at."""
    style = "%(asctime)s %(levelname)-7s %(message)s"
    logging.basicConfig(level=level.upper(), stream=sys.stderr, format=style, force=True)


def page_of(made: Created) -> str:
    """The page of the first seat of a game that a person holds, or that of its spectators."""
    return (made.hotseat or next(iter(made.seats.values()), made.spectator)).url
