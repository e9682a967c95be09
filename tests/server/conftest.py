"""A server in a thread of the test, and a client that says exactly what it is told to."""

import asyncio
import contextlib
import http.client
import json
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest

from bocage.server.command import TableServer, bind, configure
from bocage.server.computer import Thinkers
from bocage.server.hall import Hall
from bocage.server.settings import Settings
from bocage.server.tables import Table

T = TypeVar("T")


class Answer:
    """What came back."""

    def __init__(self, status: int, headers: dict[str, str], content: bytes) -> None:
        self.status = status
        self.headers = headers
        self.content = content

    @property
    def json(self) -> Any:
        return json.loads(self.content)

    @property
    def code(self) -> str:
        """The stable code of a refusal."""
        error = self.json["error"]
        assert error["message"].strip(), "a refusal says what is wrong"
        return str(error["code"])


def exchange(
    connection: http.client.HTTPConnection, method: str, path: str, content: bytes | None, headers: dict[str, str]
) -> Answer:
    connection.request(method, path, content, headers)
    response = connection.getresponse()
    return Answer(response.status, {k.lower(): v for k, v in response.getheaders()}, response.read())


class House:
    """A running server."""

    def __init__(self, folder: Path, *, live: int = 400, settings: Settings | None = None) -> None:
        self.folder = folder
        self.hall = Hall(folder, live=live, thinkers=Thinkers(1, most=0.5), settings=settings)
        self.socket = bind("127.0.0.1", 0)
        self.port: int = self.socket.getsockname()[1]
        ready = threading.Event()

        async def listening() -> None:
            ready.set()

        self.server = TableServer(configure(self.hall), self.hall, listening)
        self.loop: asyncio.AbstractEventLoop | None = None
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()
        assert ready.wait(20)

    def _run(self) -> None:
        asyncio.run(self._serve())

    async def _serve(self) -> None:
        self.loop = asyncio.get_running_loop()
        await self.server.serve(sockets=[self.socket])

    def stop(self) -> None:
        self.server.should_exit = True
        self.thread.join(20)
        self.socket.close()
        assert not self.thread.is_alive()

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        """Run something on the server's own loop."""
        assert self.loop is not None
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(30)

    def table(self, game: str) -> Table:
        """The live table, for a test that looks or reaches inside."""
        return self.do(self.hall.table(game))

    def call(
        self, method: str, path: str, body: object = None, token: str = "", headers: dict[str, str] | None = None
    ) -> Answer:
        """One request; a body of bytes goes out as it is, anything else as JSON."""
        sent = dict(headers or {})
        if token:
            sent["Authorization"] = f"Bearer {token}"
        content = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
        if content is not None:
            sent.setdefault("Content-Type", "application/json")
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=90)
        with contextlib.closing(connection):
            return exchange(connection, method, path, content, sent)

    def get(self, path: str, token: str = "") -> Answer:
        return self.call("GET", path, None, token)

    def post(self, path: str, body: object, token: str = "") -> Answer:
        return self.call("POST", path, body, token)

    def new(self, **wanted: Any) -> Any:
        """A new game of tinybeach, with seeded dice unless the test wants fair ones."""
        answer = self.post("/api/games", {"game": "tinybeach", "seed": 7, **wanted})
        assert answer.status == 201, answer.content
        return answer.json

    def hot_seat(self, **wanted: Any) -> "Player":
        made = self.new(hotseat=True, **wanted)
        return Player(self, made["id"], made["hotseat"]["token"])

    def two(self, **wanted: Any) -> tuple["Player", "Player", "Player"]:
        """The Allied player, the German player and a spectator."""
        made = self.new(**wanted)
        tokens = [made["seats"]["Allied"]["token"], made["seats"]["German"]["token"], made["spectator"]["token"]]
        allied, german, spectator = (Player(self, made["id"], token) for token in tokens)
        return allied, german, spectator

    def listed(self, game: str) -> Any:
        """An open game as the public list has it."""
        return next(found for found in self.get("/api/games").json if found["id"] == game)


class Player:
    """Somebody with a link."""

    def __init__(self, house: House, game: str, token: str) -> None:
        self.house = house
        self.game = game
        self.token = token
        self.path = f"/api/games/{game}"

    def get(self, path: str = "") -> Answer:
        return self.house.get(self.path + path, self.token)

    def post(self, path: str, body: object = None) -> Answer:
        return self.house.post(self.path + path, {} if body is None else body, self.token)

    @property
    def state(self) -> Any:
        answer = self.get()
        assert answer.status == 200, answer.content
        return answer.json

    def act(self, action: str, seq: int | None = None, **more: Any) -> Answer:
        return self.post("/actions", {"seq": self.state["seq"] if seq is None else seq, "action": action, **more})

    def play(self, picks: int = 1, choose: Callable[[list[str]], str] = lambda options: options[0]) -> Any:
        """Make the first pick that is offered, so many times; the last answer."""
        state = self.state
        for _ in range(picks):
            options = [choice["action"] for choice in state["view"]["options"]]
            if not options:
                break
            answer = self.act(choose(options), state["seq"])
            assert answer.status == 200, answer.content
            state = self.state
        return state

    def join(self, name: str = "", **more: Any) -> "Player":
        """Sit down: the same seat with its new link."""
        answer = self.post("/join", {"name": name, **more})
        assert answer.status == 200, answer.content
        return Player(self.house, self.game, answer.json["token"])

    @property
    def listed(self) -> Any:
        """The game as a list tells whoever has a link of it."""
        return self.house.post("/api/games/held", {"tokens": [self.token]}).json[0]

    def listen(self, last: str = "", query: str = "") -> "Ear":
        return Ear(self, last, query)


class Ear:
    """A stream of events."""

    def __init__(self, player: Player, last: str, query: str) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", player.house.port, timeout=15)
        headers = {"Authorization": f"Bearer {player.token}", **({"Last-Event-ID": last} if last else {})}
        self.connection.request("GET", f"{player.path}/events?{query.removeprefix('&')}", headers=headers)
        self.response = self.connection.getresponse()
        self.last = last

    def event(self) -> tuple[str, Any]:
        """The next event: its name and its data."""
        name, data = "message", ""
        while True:
            raw = self.response.readline()
            assert raw, "the stream has ended"
            line = raw.decode().rstrip("\n")
            if line.startswith("event: "):
                name = line[7:]
            elif line.startswith("id: "):
                self.last = line[4:]
            elif line.startswith("data: "):
                data = line[6:]
            elif not line and data:
                return name, json.loads(data)

    def picks(self) -> Any:
        """The next event that tells of picks."""
        while True:
            name, data = self.event()
            if name == "picks":
                return data

    def close(self) -> None:
        self.connection.close()
        self.response.close()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One server for the tests of a module: each of them begins its own games."""
    running = House(tmp_path_factory.mktemp("games"))
    yield running
    running.stop()


@pytest.fixture
def open_house(tmp_path: Path) -> Iterator[Callable[..., House]]:
    """For tests that stop a server and start it again on the same folder."""
    opened: list[House] = []

    def start(**settings: Any) -> House:
        opened.append(House(tmp_path, **settings))
        return opened[-1]

    yield start
    for running in opened:
        if running.thread.is_alive():
            running.stop()


def until(what: Callable[[], T], seconds: float = 20.0) -> T:
    """Wait until something is true."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = what()
        if found:
            return found
        time.sleep(0.02)
    raise AssertionError("it did not happen in time")


@pytest.fixture
def no_other_loop() -> Iterator[None]:
    """For tests that run an event loop: where the browser tests ran in the same process, theirs still shows."""
    theirs = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    yield
    asyncio._set_running_loop(theirs)
