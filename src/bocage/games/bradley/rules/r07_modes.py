"""7 Unit deployment modes: turning a counter over, and turning it round."""

from bocage.games.bradley.sides import DIRECTIONS, MODES, MOVEMENT
from bocage.games.bradley.state import Bradley
from bocage.kernel.bars import Act, Bar, PickWord, bar, only
from bocage.kernel.board import POINT
from bocage.kernel.facing import Faced, ModeChanged
from bocage.kernel.ids import UnitId
from bocage.kernel.rulebook import rule

PRICE = 2 * POINT
"""7.3.1: what a change of mode costs."""
EVERY_DIRECTION = (1 << len(DIRECTIONS)) - 1


@rule("7.3", "7.3.1", "7.3.2", "7.3.3", "7.2.2")
def mode_offers(g: Bradley, unit: UnitId, left: int, *, fresh: bool) -> list[Act]:
    """Deploy for combat, or take up the march; with no allowance at all it is the only act of the segment."""
    marching = g.mode(unit) == MOVEMENT
    dear = _too_dear(g, unit, left, fresh=fresh)
    return [
        Act("deploy", bar(int(not marching), "7.2", "the unit is in combat mode already"), dear),
        Act(
            "march",
            bar(int(marching), "7.1", "the unit is in movement mode already"),
            bar(g.landed >> unit & 1, "7.2.2", "a unit that lands by air or sea stays in combat mode that turn"),
            dear,
        ),
    ]


def _too_dear(g: Bradley, unit: UnitId, left: int, *, fresh: bool) -> Bar:
    if g.face(unit).allowance == 0 and fresh:
        return bar(0, "7.3.2", "")
    return bar(int(left < PRICE), "7.3.1", "a change of mode costs two movement points")


@rule("7.0", "7.1", "7.2", "7.1.2", "7.2.1")
def change_mode(g: Bradley, unit: UnitId) -> int:
    """Turn the counter over; what it cost, never more than there is to pay."""
    g.marching ^= 1 << unit
    g.touch()
    g.emit(ModeChanged(unit=unit, mode=MODES[g.mode(unit)], rule="7.3"))
    return PRICE


@rule("7.5")
def facing_offer(g: Bradley, unit: UnitId) -> PickWord:
    """A unit in movement mode ends its move facing any hexside, at no cost."""
    turned = g.mode(unit) == MOVEMENT
    every = EVERY_DIRECTION if turned else 0
    return PickWord("face", DIRECTIONS, only(every, "7.4.5", "a unit in combat mode faces everywhere"))


@rule("7.5")
def turn_to(g: Bradley, unit: UnitId, direction: int) -> None:
    """Turn a unit to a hexside."""
    if g.facing[unit] != direction:
        g.facing[unit] = direction
        g.touch()
        g.emit(Faced(unit=unit, facing=direction, rule="7.5"))
