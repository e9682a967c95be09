"""A review made by a process of its own, for the server: `python -m bocage.review LOG PAGE`.

It reports its progress in lines: how much is done, of how much, and what it is doing. Live games go first.
"""

import sys
from pathlib import Path

from bocage.games import find_game
from bocage.kernel.log import load_log
from bocage.review.making import Tick, review
from bocage.server.low_priority import stand_back

LINES = 100
"""The most lines for a piece of work."""


def tell(what: str, steps: int) -> Tick:
    """Say how far a piece of work is."""
    done = 0

    def tick() -> None:
        nonlocal done
        done += 1
        if done % max(1, steps // LINES) == 0 or done == steps:
            sys.stdout.write(f"{done} {steps} {what}\n")
            sys.stdout.flush()

    return tick


def main(log_file: Path, page_file: Path) -> None:
    """Write the page; a crash leaves either nothing or the whole of it."""
    stand_back(10)
    log = load_log(log_file)
    made = review(find_game(log.header.game), log, bar=tell)
    part = page_file.with_name(f"{page_file.name}.part")
    part.write_text(made, encoding="utf-8")
    part.replace(page_file)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
