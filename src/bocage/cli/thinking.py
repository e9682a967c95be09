"""Computer players at the terminal: they think as long as their level wants, and a person sees that they do."""

import random
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import msgspec

from bocage.kernel.actions import Action
from bocage.kernel.view import View
from bocage.players import Budget, Player, player
from bocage.players.patience import STAND_IN, thought

MOMENT = 0.7
"""After this many seconds a person wants to know what he is waiting for."""
WAIT = "The computer is thinking …"


class Choice(msgspec.Struct, frozen=True):
    """What a computer player chose and why; `note` tells of a failure, and without an action nobody could choose."""

    action: Action | None
    reason: str = ""
    note: str = ""


class Mind:
    """One side's computer player, kept with its plans from pick to pick; a quick one stands in when it fails."""

    def __init__(self, name: str, *, counted: bool) -> None:
        """With `counted` the thought is measured in picks alone, so that a seed gives the same game everywhere."""
        self.name = name
        self.counted = counted
        self._players: dict[str, Player] = {name: player(name)}

    def choose(self, view: View, options: Sequence[Action], rng: random.Random) -> Choice:
        """Its choice, or its stand-in's."""
        faults: list[str] = []
        for name in dict.fromkeys([self.name, STAND_IN]):
            seat = self._players.get(name) or player(name)
            self._players[name] = seat
            budget = Budget(seconds=0.0 if self.counted else thought(seat))
            try:
                with shown():
                    return Choice(seat.choose(view, options, rng, budget), seat.reason, ", ".join(faults))
            except Exception as error:  # noqa: BLE001 - a player's bug must not end a person's game
                faults.append(f"{name} failed ({type(error).__name__})")
        return Choice(None, note=", ".join(faults))


@contextmanager
def shown() -> Iterator[None]:
    """Say that the computer is thinking when it takes longer than a moment, and wipe it away afterwards."""
    if not sys.stdout.isatty():
        yield
        return
    said = threading.Event()

    def say() -> None:
        said.set()
        print(WAIT, end="", flush=True)

    waiting = threading.Timer(MOMENT, say)
    waiting.daemon = True
    waiting.start()
    try:
        yield
    finally:
        waiting.cancel()
        waiting.join()
        if said.is_set():
            print(f"\r{' ' * len(WAIT)}\r", end="", flush=True)
