"""A few counters on the map of The Dark Summer and one question: what the tests of its rules share."""

from typing import Any

from bocage.games.darksummer import GAME
from bocage.games.darksummer.rules.r09_rounds import begin_round
from bocage.games.darksummer.sides import ALLIED, GERMAN, Army
from bocage.games.darksummer.state import COMBAT, COMBINED, MOVE, DarkSummer
from bocage.kernel.flow import Frame
from bocage.kernel.ids import UnitId
from bocage.testing import Situation

__all__ = ["ALLIED", "COMBAT", "COMBINED", "GAME", "GERMAN", "MOVE", "Army", "Scene", "scene"]

Scene = Situation[DarkSummer]
BEACHES = "2403 3203 3303 4003 4102 4203 4302 4603"
SETS = frozenset({"came_back", "retreated", "moved", "attacked", "defended", "entered", "automatic", "active"})
HEX_SETS = frozenset({"open_beaches", "closed_beaches", "allied_hexes", "fought_over", "duties"})


def scene(
    at: dict[str, str] | None = None,
    *,
    army: Army = Army.US,
    kind: str = COMBAT,
    ask: Frame | None = None,
    steps: dict[str, int] | None = None,
    shown: dict[str, int] | None = None,
    options: dict[str, str] | None = None,
    **more: Any,
) -> Scene:
    """Only these counters are in play, later ones wait; turn 3, Showers, all beaches open, in a Round of an army."""
    found: Scene = Situation(GAME, at=at or {}, rest="waiting", options=options)
    g = found.g
    more = {"turn": 3, "weather": "Showers", "open_beaches": BEACHES, "closed_beaches": ""} | more
    prepared = bool(more.pop("prepared", False))
    for unit, counter in enumerate(g.board.units):
        g.steps[unit] = counter.steps if g.space[unit] != g.board.atlas.lost else 0
        if not counter.turn and counter.id not in (at or {}):
            g.place(UnitId(unit), g.board.atlas.withdrawn)
    for name, many in (steps or {}).items():
        g.steps[found.unit(name)] = many
    for name, face in (shown or {}).items():
        g.value[found.unit(name)] = face
    g.allied_hexes = g.hexes_of(ALLIED)
    begin_round(g, army, kind, prepared=prepared)
    value: Any
    for name, value in more.items():
        read = found.units if name in SETS else found.spaces if name in HEX_SETS else lambda same: same
        setattr(g, name, read(value))
    g.touch()
    if ask is not None:
        found.ask(ask)
    return found


def opening(**options: str) -> DarkSummer:
    """The game as it is set up."""
    g = GAME.new(None, options)
    assert isinstance(g, DarkSummer)
    return g


def hexes(s: Scene, mask: int) -> set[str]:
    """A set of spaces by their printed numbers."""
    return set(s.names(mask).split())
