"""Games as a version of the server stores them, for the test that the next one opens them.

Run once with the code of a version, before its stored form or its rules change:

    python -m tests.server.stored.make tests/server/stored/bocage-0.1.sqlite3.gz

Of every title there is a game that ended by its rules, one that a side gave up, and one in the middle. The tokens of
all seats stand beside it, since the server keeps only their hashes.
"""

import asyncio
import gzip
import json
import random
import sqlite3
import sys
import tempfile
from functools import partial
from pathlib import Path
from typing import Any

from bocage.games import all_games
from bocage.server.computer import Thinkers
from bocage.server.hall import Hall
from bocage.server.store import FILE
from bocage.server.wire import Created, NewGame

SHORTEST = {"normandy44": "cherbourg"}
MIDDLE = 60
GIVEN_UP = 20
LONGEST = 20_000


async def play(hall: Hall, made: Created, picks: int, rng: random.Random) -> None:
    """Random picks, which come to an end."""
    table = await hall.table(made.id)
    while table.seq < picks and not table.standing.over:
        side = table.game.side(table.standing.to_decide)
        action = rng.choice(table.payload(side).options).action
        await hall.change(table, partial(table.act, side, action))


def tokens(made: Created) -> dict[str, str]:
    return {**{place: link.token for place, link in made.seats.items()}, "spectator": made.spectator.token}


async def make(folder: Path) -> list[dict[str, Any]]:
    hall = Hall(folder, thinkers=Thinkers(1, most=0.1))
    found: list[dict[str, Any]] = []
    for title, game in all_games().items():
        for what, picks in (("finished", LONGEST), ("given up", GIVEN_UP), ("middle", MIDDLE)):
            made = await hall.create(NewGame(game=title, scenario=SHORTEST.get(title)))
            await play(hall, made, picks, random.Random(f"{title} {what}"))
            table = await hall.table(made.id)
            if what == "given up":
                await hall.resign(table, game.sides[0])
            row = {"id": made.id, "game": title, "rules": game.version, "what": what, "seq": table.seq}
            found.append({**row, "over": table.standing.over, "chain": table.session.log.chain, "tokens": tokens(made)})
            sys.stderr.write(f"{row}\n")
    await hall.close()
    return found


def main(target: Path) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        found = asyncio.run(make(folder))
        connection = sqlite3.connect(folder / FILE)
        connection.execute("PRAGMA journal_mode=DELETE")
        connection.execute("VACUUM")
        connection.close()
        target.write_bytes(gzip.compress((folder / FILE).read_bytes(), 9, mtime=0))
    target.with_suffix("").with_suffix(".json").write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
