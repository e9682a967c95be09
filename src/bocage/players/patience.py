"""How long a computer player may think about one pick, and how long somebody waits for it: both follow from its level.

At the standard level nobody waits longer than `PROMISE` seconds, whatever goes wrong: the player itself, and then the
quick one that takes its place, fit into it together. A level that looks ahead longer is waited for that much longer.
"""

from bocage.players.planner import QUICK, STANDARD, Level, PlannerPlayer
from bocage.players.player import Player
from bocage.players.registry import player

GRACE = 4.0
"""How many seconds a player is waited for beyond its thinking: others may come first, and a process has to start."""
STAND_IN = QUICK.name
"""Who plays when a player fails."""
SHORT = 6.0
"""How many seconds the stand-in has, including the start of a process."""
PROMISE = STANDARD.most + GRACE + SHORT
"""Nobody waits longer than this many seconds at the standard level."""


def level_of(seat: Player) -> Level:
    """A player's level; players without one are held to the standard."""
    return seat.level if isinstance(seat, PlannerPlayer) else STANDARD


def looks_ahead(name: str) -> bool:
    """Whether a player takes its time: the others answer at once."""
    seat = player(name)
    return isinstance(seat, PlannerPlayer) and seat.level.looks > 0


def thought(seat: Player) -> float:
    """After how many seconds a player stops looking ahead at one pick: as many as its level allows for a whole turn."""
    return level_of(seat).most


def patience(name: str) -> float:
    """A player that has not answered that many seconds after it was asked is not waited for any longer."""
    return thought(player(name)) + GRACE
