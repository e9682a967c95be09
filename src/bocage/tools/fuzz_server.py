"""Twenty thousand requests of every kind to every address of a server: part of `make soak-server`.

    python -m bocage.tools.fuzz_server --requests 20000

Half of what is sent is nearly right, half is not. No answer may be a fault of the server, none may take longer than two
seconds, every refusal has its form, and the memory does not grow. The exit code is 1 if anything is wrong.
"""

import argparse
import asyncio
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

import msgspec

from bocage.tools.http_client import Gone, Wire
from bocage.tools.proxy import free_port
from bocage.tools.soak_server import GROWTH, Server

SLOWEST = 2.0
AT_ONCE = 8
LATER = ("/events", "/import", "/suggest", "/review", "/map.svg", "/thumbnail.svg")
"""A stream, and whatever starts processes: asked for less often, and not for anything slow."""
ODD: tuple[Any, ...] = (
    None, True, -1, 0, 1, 10**12, 2**63, 1.5, 1e308, "", "x", "x" * 5000, "\x00", "é\u202e", "../..", "%00", [], [[]],
    {},
    {"a": {"b": {}}}, [1] * 2000, "tinybeach", "German", "hide 0303", "' OR 1=1 --", "<script>", "planner", "NaN",
)  # fmt: skip


class Fuzz(msgspec.Struct):
    """What was sent and what came of it."""

    sent: int = 0
    codes: Counter[str] = msgspec.field(default_factory=Counter)
    slowest: float = 0.0
    memory: list[float] = []
    faults: list[str] = []


class Fuzzer:
    """Somebody who knows every address and no manners."""

    def __init__(self, port: int, seed: int, fuzz: Fuzz) -> None:
        self.wire = Wire(port)
        self.rng = random.Random(seed)
        self.fuzz = fuzz
        self.games: list[tuple[str, str]] = []
        self.operations: list[tuple[str, str, dict[str, Any]]] = []

    async def prepare(self) -> None:
        """Read the description and begin games to ask about."""
        _, content = await self.wire.call("GET", "/api/openapi.json")
        for path, methods in msgspec.json.decode(content)["paths"].items():
            self.operations += [(method.upper(), path, found) for method, found in methods.items()]
        for body in ({"hotseat": True, "seed": 1}, {"seats": {"German": "random"}, "seed": 2}, {"open": True}):
            _, content = await self.wire.call("POST", "/api/games", "", {"game": "tinybeach", **body})
            made = msgspec.json.decode(content)
            link = made.get("hotseat") or next(iter(made["seats"].values()))
            self.games.append((made["id"], link["token"]))

    async def run(self, requests: int) -> None:
        """Send a number of requests."""
        await self.prepare()
        for _ in range(requests):
            method, path, operation = self.rng.choice(self.operations)
            if path.endswith("/events") or (path.endswith(LATER) and self.rng.random() < 0.95):
                continue
            await self.send(method, path, operation)
        self.wire.close()

    async def send(self, method: str, path: str, operation: dict[str, Any]) -> None:
        """One request, and what is wrong with its answer."""
        game, token = self.rng.choice(self.games)
        address = self.fill(path, operation, game)
        body = self.body(path) if method == "POST" else None
        given = token if self.rng.random() < 0.8 else self.rng.choice(["", "x" * 43, "no token"])
        start = time.perf_counter()
        try:
            status, content = await self.wire.call(method, address, given, body)
        except Gone:
            return self.wire.close()
        taken = time.perf_counter() - start
        self.fuzz.sent += 1
        self.fuzz.slowest = max(self.fuzz.slowest, taken)
        self.fuzz.codes[str(status)] += 1
        self.judge(f"{method} {address[:120]} {str(body)[:120]}", status, content, taken)
        return None

    def judge(self, what: str, status: int, content: bytes, taken: float) -> None:
        """Whether an answer is as it should be."""
        if status >= 500:
            self.fuzz.faults.append(f"{what}: {status} {content[:200]!r}")
        elif status >= 400 and not content.startswith(b'{"error":{"code":'):
            self.fuzz.faults.append(f"{what}: {status} has another form: {content[:200]!r}")
        if taken > SLOWEST:
            self.fuzz.faults.append(f"{what}: took {taken:.1f} s")

    def fill(self, path: str, operation: dict[str, Any], game: str) -> str:
        """An address with something in its gaps and its query."""
        known = {"game": game, "title": "tinybeach", "name": "control", "number": "1.1"}
        for name, value in known.items():
            wanted = value if self.rng.random() < 0.75 else str(self.rng.choice(ODD))[:300] or "x"
            path = path.replace("{" + name + "}", quote(wanted, safe=""))
        named = [found["name"] for found in operation.get("parameters", []) if found["in"] == "query"]
        query = "&".join(f"{name}={self.word()}" for name in named if self.rng.random() < 0.7)
        return f"{path}?{query}" if query else path

    def word(self) -> str:
        """Something for a query."""
        usual = ["0", "1", "German", "Allied", "Able", "0303", "hide 0303", "enter Able 0201"]
        return quote(str(self.rng.choice(usual if self.rng.random() < 0.5 else ODD))[:3000], safe="")

    def body(self, path: str) -> Any:
        """Something for a body: often of the right form, with something odd in it."""
        usual: dict[str, Any] = {
            "/api/games": {"game": "tinybeach", "hotseat": True, "seed": 3},
            "/import": {"log": "x\n" * 50},
            "/actions": {"seq": self.rng.randrange(4), "action": "hide 0303"},
            "/counters": {"pieces": [{"side": 0, "unit": "Able", "full": 2}]},
            "/suggest": {"player": "nobody"},
            "/held": {"tokens": ["x"]},
        }
        found = dict(next((body for end, body in usual.items() if path.endswith(end)), {"side": "German"}))
        if path == "/api/games" and self.rng.random() < 0.9:
            found["game"] = "chess"  # enough games for one night
        if self.rng.random() < 0.6 and found:
            found[self.rng.choice(list(found))] = self.rng.choice(ODD)
        if self.rng.random() < 0.1:
            found[str(self.rng.choice(ODD))[:50]] = self.rng.choice(ODD)
        return found if self.rng.random() < 0.95 else self.rng.choice(ODD)


async def fuzz(requests: int, seed: int, folder: Path) -> Fuzz:
    """The whole of it; a summary is printed."""
    port, found = free_port(), Fuzz()
    server = Server(folder, port, 200)
    await server.start()
    try:
        await _warm(port)
        await Fuzzer(port, seed, Fuzz()).run(500)
        watching = asyncio.create_task(_watch(server, found))
        each = requests // AT_ONCE
        while found.sent < requests:
            seed += AT_ONCE
            await asyncio.gather(*(Fuzzer(port, seed + n, found).run(each) for n in range(AT_ONCE)))
        watching.cancel()
    finally:
        code = await server.end(signal.SIGTERM)
    if code:
        found.faults.append(f"the server ended with code {code}")
    third = len(found.memory) // 3
    if third >= 3:
        before, after = (sum(part) / third for part in (found.memory[:third], found.memory[-third:]))
        if after > before * GROWTH + 20:
            found.faults.append(f"the memory grew from {before:.0f} to {after:.0f} MB")
    return found


async def _warm(port: int) -> None:
    """Pictures are drawn once in the life of a server; that takes seconds."""
    wire = Wire(port)
    for path in ("map.svg", "map.svg?embed=false", "thumbnail.svg"):
        await wire.call("GET", f"/api/titles/tinybeach/{path}")
    wire.close()


async def _watch(server: Server, found: Fuzz) -> None:
    while True:
        await asyncio.sleep(0.5)
        found.memory.append(server.memory())


def main(argv: Sequence[str] | None = None) -> int:
    """Read the arguments, fuzz, and say whether all is well."""
    parser = argparse.ArgumentParser(prog="fuzz_server", description="Requests of every kind to every address.")
    parser.add_argument("--requests", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as folder:
        found = asyncio.run(fuzz(given.requests, given.seed, Path(folder)))
    kept = f"{found.memory[0]:.0f} to {found.memory[-1]:.0f} MB" if found.memory else "not measured"
    print(f"  requests                    {found.sent}")
    print(f"  answers                     {', '.join(f'{code}: {n}' for code, n in sorted(found.codes.items()))}")
    print(f"  slowest                     {found.slowest * 1000:.0f} ms")
    print(f"  memory                      {kept}")
    print(f"  faults                      {len(found.faults)}")
    for fault in found.faults[:20]:
        print(f"  FAULT {fault}")
    return 1 if found.faults or found.sent < given.requests else 0


if __name__ == "__main__":
    sys.exit(main())
