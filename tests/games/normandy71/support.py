"""A few counters on the map of Normandy (1971) and one question: what the tests of its rules share."""

from typing import Any

from bocage.games.normandy71 import GAME
from bocage.games.normandy71.board import Normandy
from bocage.games.normandy71.rules.r04_movement_phase import StartMovement
from bocage.games.normandy71.rules.r05_combat import Attack, defenders_of, odds
from bocage.games.normandy71.rules.r05_combat_phase import CombatPhase
from bocage.games.normandy71.sides import ALLIED, GERMAN
from bocage.games.normandy71.state import Game71
from bocage.kernel.combat import Ledger
from bocage.kernel.flow import Frame
from bocage.kernel.ids import NOWHERE, Side, UnitId
from bocage.testing import Situation

__all__ = ["ALLIED", "BOARD", "GAME", "GERMAN", "Scene", "combat", "fight", "move", "reckon", "scene", "targets_of"]

Scene = Situation[Game71]
BOARD: Normandy = GAME.board()


def scene(
    at: dict[str, str] | None = None, *, turn: int = 2, supply: str = "S25", ask: Frame | None = None, **more: Any
) -> Scene:
    """Only these counters are in play. Order B; the Allies draw supply over these beaches; nothing is hidden.

    Texts stand for sets: of hexes in `allied_dug`, `german_dug`, `lost_beaches`, `exited_by`, `allied_cities`, and of
    counters in any set of counters.
    """
    found: Scene = Situation(GAME)
    g = found.g
    g.stack = ()
    for unit in range(len(g.space)):
        g.place(UnitId(unit), NOWHERE)
    for names, where in (at or {}).items():
        for name in names.split():
            g.place(found.unit(name), found.space(where))
    g.turn, g.started, g.order, g.hidden = turn, True, "B", 0
    g.supply = g.invaded = found.spaces(supply)
    g.dug_in = [found.spaces(more.pop("allied_dug", "")), found.spaces(more.pop("german_dug", ""))]
    for name, value in more.items():
        if not isinstance(value, str) or name == "order":
            setattr(g, name, value)
        else:
            hexes = name in ("lost_beaches", "exited_by", "allied_cities", "invaded", "known_supply")
            setattr(g, name, found.spaces(value) if hexes else found.units(value))
    g.touch()
    if ask is not None:
        found.ask(ask)
    return found


def move(s: Scene, side: Side, *, second: bool = False) -> Scene:
    """A movement phase of a side begins."""
    s.ask(StartMovement(side, second))
    return s


def combat(s: Scene, side: Side) -> Scene:
    """A combat phase of a side begins."""
    s.ask(CombatPhase(side))
    return s


def targets_of(s: Scene, name: str) -> set[str]:
    """The hexes that a selected unit may move to."""
    s.do(f"select {name}")
    return {text.split()[2] for text in s.options() if text.startswith("move ")}


def reckon(s: Scene, attackers: str, *targets: str, shots: tuple[tuple[int, str], ...] = ()) -> Ledger:
    """The account of an attack."""
    hexes = tuple(s.space(target) for target in targets)
    units = s.units(attackers)
    enemy = GERMAN if units & BOARD.of_side[ALLIED] else ALLIED
    attack = Attack(hexes, units, defenders_of(s.g, enemy, hexes))
    return odds(s.g, attack, tuple((mission, s.space(where)) for mission, where in shots))


def fight(s: Scene, side: Side, target: str, *, die: int) -> Scene:
    """Everybody who can attacks one hex without gunfire, and the die falls."""
    combat(s, side)
    s.do(f"attack {target}", "all", "done")
    if "done" in s.options():
        s.do("done")
    s.do(f"resolve {target}", f"roll {die}")
    return s
