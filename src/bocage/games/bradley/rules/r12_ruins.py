"""12 Ruins: when a shelled town falls down."""

from bocage.games.bradley.events import Ruined
from bocage.games.bradley.rules.r10_account import Attack
from bocage.games.bradley.state import Bradley
from bocage.kernel.ids import Space
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import bit, holds


@rule("12.0", "12.1", "12.1.1", "10.4")
def leaves_ruins(g: Bradley, attack: Attack, result: str) -> bool:
    """A shaded result of a fire with artillery or support points against a town or city."""
    bombs = attack.points or attack.units & g.board.artillery
    return result.endswith("#") and bool(bombs) and holds(g.board.towns & ~g.ruins, attack.target)


@rule("12.1.2", "12.2")
def ruin(g: Bradley, space: Space) -> None:
    """Put a Ruins marker on a hex."""
    g.ruins |= bit(space)
    g.touch()
    g.emit(Ruined(space=space, rule="12.1.2"))
