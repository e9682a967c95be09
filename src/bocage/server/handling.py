"""What came of a gesture."""

from typing import NamedTuple

from bocage.server.archive import Batch


class Outcome(NamedTuple):
    """What came of an order: what is to be written down, who did it, and why another could not; `last` is a move that
    waits for a confirmation.
    """

    batch: Batch
    done: tuple[str, ...]
    refused: str
    rule: str
    last: tuple[str, ...] = ()
