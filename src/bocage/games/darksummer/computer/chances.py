"""What an attack is worth by the combat table: quick estimates from strengths, before anybody is moved."""

from functools import lru_cache
from typing import NamedTuple

from bocage.games.darksummer.board import DarkBoard
from bocage.games.darksummer.rules.r11_results import ATTACKER_LOSES
from bocage.kernel.table import ladder

LOWEST = -2
"""The rung of 1-3."""
HIGHEST = 5
"""The rung of 6-1."""
CERTAIN_LOSS = 2


class Fight(NamedTuple):
    """A battle in short: strengths, shifts, and what decides how its results are read."""

    attack: int
    defense: int
    shift: int
    steps: int
    """Steps that defend."""
    holds: bool
    """11.8: DR is ignored, DR* becomes BL1."""
    trapped: bool = False
    """The defenders have nowhere to retreat to."""


class Outlook(NamedTuple):
    """What a battle brings on average: the chance to empty the hex, steps lost by each."""

    won: float
    attacker_steps: float
    defender_steps: float


def column_of(fight: Fight) -> int | None:
    """The column to roll on, counted from 1-3; `None` if two steps are lost at once."""
    rung = min(ladder(fight.attack, fight.defense), HIGHEST)
    after = rung + fight.shift
    if rung < LOWEST and after < LOWEST:
        return None
    return min(max(after, LOWEST), HIGHEST) - LOWEST


@lru_cache(maxsize=50_000)
def outlook(board: DarkBoard, fight: Fight) -> Outlook:
    """The average over the six faces."""
    column = column_of(fight)
    if column is None:
        return Outlook(0.0, CERTAIN_LOSS, 0.0)
    won = ours = theirs = 0.0
    for die in board.crt.rows:
        a, b, c = _read(board.crt.read(die, column), fight)
        won, ours, theirs = won + a, ours + b, theirs + c
    faces = len(board.crt.rows)
    return Outlook(won / faces, ours / faces, theirs / faces)


def _read(result: str, fight: Fight) -> tuple[float, float, float]:
    """One result: whether the hex is won, steps of the attacker, steps of the defender."""
    steps = fight.steps
    if result == "DR" and fight.holds:
        return 0.0, 0.0, 0.0
    if result == "DR*" and fight.holds and steps > 1:
        result = "BL1"
    if result in ("DR", "DR*"):
        return 1.0, 0.0, float(steps if fight.trapped else 0)
    if result == "DE":
        return 1.0, 0.0, float(steps)
    if result == "EX":
        return 1.0, float(steps), float(steps)
    if result == "BL1":
        return float(steps <= 1), 1.0, 1.0
    return 0.0, float(ATTACKER_LOSES[result]), 0.0
