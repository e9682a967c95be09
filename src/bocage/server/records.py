"""What a finished game looked like, kept without the rules that made it.

When a game is over, a process plays it once more and writes down what every reader saw after each pick, as changes from
one pick to the next. Later versions of the rules may read the log differently or not at all; the record needs nobody
to read it but the page.
"""

import sys
import zlib
from typing import Any

import msgspec

from bocage.games import find_game
from bocage.kernel.ids import Side
from bocage.kernel.log import Ending, Log, read_log
from bocage.kernel.session import first_state, replay_entry, revealed_secret
from bocage.kernel.view import Payload, View
from bocage.server.low_priority import stand_back
from bocage.server.process import running
from bocage.server.words import SPECTATOR, Starts

PATIENCE = 900.0
LARGEST = 1 << 28
Fields = dict[str, Any]


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """Every reader's views, and how the log ended. A change is a field's new value; of a list, how much of its
    beginning and of its end stays, and what comes between.
    """

    ending: Ending | None = None
    starts: tuple[tuple[int, str], ...] = ()
    """Where its turns begin: the pick, and what the turn is called. Empty in records of earlier versions."""
    views: dict[str, list[Fields]]

    def view(self, reader: int, number: int) -> Payload:
        """What a reader saw after that many picks."""
        now: Fields = {}
        for change in self.views[str(reader)][: number + 1]:
            now = {**now, **{name: _later(now.get(name), value) for name, value in change.items()}}
        return msgspec.convert(now, Payload)


def _later(before: Any, value: Any) -> Any:
    if not isinstance(value, dict) or "keep" not in value:
        return value
    first, last = value["keep"]
    return [*before[:first], *value["new"], *(before[len(before) - last :] if last else [])]


def change(before: Fields, after: Fields) -> Fields:
    """What is to be changed to make one view of another."""
    found: Fields = {}
    for name, value in after.items():
        old = before.get(name)
        if value != old or name not in before:
            found[name] = _part(old, value) if isinstance(value, list) and isinstance(old, list) else value
    return found | {name: [] if isinstance(before[name], list) else "" for name in before if name not in after}


def _part(old: list[Any], new: list[Any]) -> Fields:
    most = min(len(old), len(new))
    first = next((n for n in range(most) if old[n] != new[n]), most)
    last = next((n for n in range(most - first) if old[-1 - n] != new[-1 - n]), most - first)
    return {"keep": [first, last], "new": new[first : len(new) - last]}


def write(text: str) -> bytes:
    """The record of a log that ends."""
    log = read_log(text)
    starts = Starts(find_game(log.header.game)).turns(log).starts
    return zlib.compress(msgspec.json.encode(Record(ending=log.ending, starts=starts, views=_views(log))), 6)


def _views(log: Log) -> dict[str, list[Fields]]:
    game = find_game(log.header.game)
    g = first_state(game, log.header, None)
    revealed_secret(log)
    readers = (SPECTATOR, *range(len(game.sides)))
    now: dict[int, Fields] = {reader: {} for reader in readers}
    views: dict[str, list[Fields]] = {str(reader): [] for reader in readers}
    for number in range(len(log.entries) + 1):
        if number:
            replay_entry(game, g, log.entries[number - 1])
            g.events = None
        for reader in readers:
            seen = View(game, g, None if reader < 0 else Side(reader), number).payload()
            shown = msgspec.to_builtins(msgspec.structs.replace(seen, options=(), warnings=()))
            views[str(reader)].append(change(now[reader], shown))
            now[reader] = shown
    return views


def read(packed: bytes) -> Record | None:
    """A record as it was written; nothing if there is none, or none that can be read."""
    try:
        return msgspec.json.decode(zlib.decompressobj().decompress(packed, LARGEST), type=Record) if packed else None
    except (zlib.error, msgspec.MsgspecError):
        return None


async def write_elsewhere(text: str) -> bytes:
    """The same in a process of its own; nothing if it fails."""
    try:
        async with running("-m", "bocage.server.records", patience=PATIENCE) as child:
            found, _ = await child.communicate(text.encode())
    except TimeoutError:
        return b""
    return found if child.returncode == 0 else b""


if __name__ == "__main__":
    stand_back(15)
    sys.stdout.buffer.write(write(sys.stdin.buffer.read().decode()))
