"""How long a computer player may think about one pick, and how long somebody waits for it: both follow from its level.

At the standard level nobody waits longer than `PROMISE` seconds, whatever goes wrong: the player itself, and then the
quick one that takes its place, fit into it together. A level that looks ahead longer is waited for that much longer.
"""

from bocage.players.planner import QUICK, STANDARD, Level, PlannerPlayer
from bocage.players.player import Player
from bocage.players.registry import player

PROMISE = 20.0
"""Nobody waits longer than this many seconds at the standard level."""
STAND_IN = QUICK.name
"""Who plays when a player fails."""
SHORT = 6.0
"""So many seconds the stand-in has, the start of a process included."""


def level_of(seat: Player) -> Level:
    """A player's level; players without one are held to the standard."""
    return seat.level if isinstance(seat, PlannerPlayer) else STANDARD


def thought(seat: Player) -> float:
    """After this many seconds a player looks ahead no more at one pick: as long as its level may in a whole turn."""
    return level_of(seat).most


def patience(name: str) -> float:
    """A player that has not answered after this many seconds is stopped."""
    return PROMISE - SHORT + thought(player(name)) - STANDARD.most
