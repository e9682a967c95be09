"""What may hold a hex: chances are told over several worlds that agree with what a side knows, not over one.

A side's orders are made in one imagined world; another throw would have imagined a different one. So further worlds are
imagined from what the side can see of that one, by draws that depend on nothing else: the same view gives the same
worlds, whatever is true and whatever was imagined first.
"""

from collections.abc import Callable
from typing import NamedTuple

from bocage.games.normandy71.board import each_unit
from bocage.games.normandy71.sides import other
from bocage.games.normandy71.state import Game71
from bocage.games.normandy71.view import redact, sample
from bocage.kernel.chance import Lots
from bocage.kernel.ids import Side, Space, Units

WORLDS = 8
"""How many worlds are imagined."""
ROUGHLY = 20
"""A chance that rests on what is hidden is told in steps of a twentieth."""


class Garrison(NamedTuple):
    """Defenders that a hex may have, a world where they stand there, and the share of worlds with similar ones."""

    units: Units
    world: Game71
    share: float


class Promise(NamedTuple):
    """What an attack brings on average, and how likely it is to drive the defender off."""

    worth: float
    chance: float
    hidden: bool

    def told(self, whom: str) -> str:
        """The chance in words, as exact as it can be known."""
        if self.hidden:
            return f"about {round(ROUGHLY * self.chance) / ROUGHLY:.0%} to drive {whom} off, as far as one can see"
        return f"{self.chance:.0%} to drive {whom} off"


def worlds_of(g: Game71, side: Side) -> list[Game71]:
    """Worlds that agree with what a side can see, the same for the whole phase while it learns nothing new."""
    return g.cached(("worlds", side), lambda g: _worlds(g, side))


def _worlds(g: Game71, side: Side) -> list[Game71]:
    seen = redact(g.copy(), side)
    known = (side, g.turn, seen.dug_in, seen.hidden, seen.invaded, seen.known_supply, seen.lost_beaches)
    lots = Lots(repr(known))
    return [sample(seen.copy(), side, lots) for _ in range(WORLDS)]


def garrisons(g: Game71, side: Side, target: Space) -> list[Garrison]:
    """What a side must expect in an enemy hex, similar garrisons counted together."""
    return g.cached(("garrisons", side, target), lambda g: _garrisons(g, side, target))


def _garrisons(g: Game71, side: Side, target: Space) -> list[Garrison]:
    found: dict[tuple[tuple[int, ...], ...], list[tuple[Units, Game71]]] = {}
    for world in worlds_of(g, side):
        units = world.units_at(target, other(side))
        found.setdefault(_kinds(world, units), []).append((units, world))
    return [Garrison(*some[0], len(some) / WORLDS) for some in found.values()]


def _kinds(g: Game71, units: Units) -> tuple[tuple[int, ...], ...]:
    """Everything that matters about some defenders in a fight."""
    board, some = g.board, each_unit(units)
    sets = (board.armor, board.rovers, g.unsupplied)
    return tuple(sorted((board.strength[unit], *(those >> unit & 1 for those in sets)) for unit in some))


def is_hidden(g: Game71, side: Side, target: Space) -> bool:
    """Whether a side cannot tell for certain what defends a hex, or whether it is in supply."""
    some = garrisons(g, side, target)
    return len(some) > 1 or any(garrison.units & garrison.world.hidden for garrison in some)


def promise(g: Game71, side: Side, target: Space, weigh: Callable[[Garrison], tuple[float, float]]) -> Promise:
    """An attack on all that the target may hold; `weigh` gives its worth and its chance against one garrison."""
    worth = chance = 0.0
    for garrison in garrisons(g, side, target):
        value, off = weigh(garrison)
        worth += garrison.share * value
        chance += garrison.share * off
    return Promise(worth, chance, is_hidden(g, side, target))
