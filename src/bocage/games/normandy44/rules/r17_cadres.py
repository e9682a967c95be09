"""17.9 and 12.3: step losses, cadres and their displays, elimination and return.

A cadre is not a counter of its own here: a three-step unit on its last step holds one of its nation's cadre boxes.
"""

from itertools import chain, combinations

from bocage.games.normandy44.state import Normandy44
from bocage.kernel.counters import each_unit
from bocage.kernel.events import Eliminated, StepLost
from bocage.kernel.ids import Space, UnitId, Units
from bocage.kernel.rulebook import rule

MARKERS = (
    "moved",
    "stayed",
    "tired",
    "overspent",
    "shifted",
    "scattered",
    "disrupted",
    "replaced",
    "regroup",
    "reserve",
    "strategic",
    "trucked",
    "out_of_supply",
    "isolated",
    "attacked",
    "defended",
    "retreated",
    "spent",
)
"""The sets that stand for markers on a counter: all come off when it leaves the map."""


def strength(g: Normandy44, unit: UnitId) -> int:
    """The combat strength printed on the side of the counter that shows."""
    value: int = g.board.atlas.roster.strength[unit][g.steps[unit]]
    return value


def set_steps(g: Normandy44, unit: UnitId, steps: int) -> None:
    """Turn a counter to the side for that many steps; whether it has a zone of control may change (8.1)."""
    g.steps[unit] = steps
    roster = g.board.atlas.roster
    bit = 1 << unit
    if roster.strength[unit][steps] == 1 or roster.strongpoint & bit:
        g.weak |= bit
    else:
        g.weak &= ~bit
    g.turn_over(UnitId(unit))


@rule("17.9.1", "17.9.5")
def cadre_available(g: Normandy44, unit: UnitId) -> bool:
    """Is there a cadre of the right type, counting all boxes of the nation that are taken?

    Boxes serve two types each; they are dealt out so that as many units as possible have one.
    """
    roster = g.board.atlas.roster
    wanted = roster.cadre[unit]
    taken = [roster.cadre[u] for u in each_unit(g.boxed)] + [wanted]
    boxes = [box for box in g.board.cadre_boxes if wanted in box.types]
    kinds = sorted({kind for box in boxes for kind in box.types})
    every = [box for box in g.board.cadre_boxes if set(box.types) & set(kinds)]
    kinds = sorted({kind for box in every for kind in box.types})
    for some in chain.from_iterable(combinations(kinds, n) for n in range(1, len(kinds) + 1)):
        if wanted in some:
            needed = sum(1 for kind in taken if kind in some)
            if needed > sum(box.boxes for box in every if set(box.types) & set(some)):
                return False
    return True


@rule("12.3", "17.1")
def lose_step(g: Normandy44, unit: UnitId, because: str = "12.3") -> None:
    """Take a step: turn the counter, form a cadre, or remove it."""
    left = g.steps[unit] - 1
    bit = 1 << unit
    if left == 1 and g.board.atlas.roster.three_step & bit and not g.boxed & bit:
        if not cadre_available(g, unit):
            eliminate(g, unit, because)  # 17.9.1: no cadre to be had, so the unit is gone for good
            return
        g.boxed |= bit
    if left <= 0:
        eliminate(g, unit, because)
        return
    set_steps(g, unit, left)
    g.emit(StepLost(unit=UnitId(unit), left=left, rule=because))


@rule("17.9.4")
def eliminate(g: Normandy44, unit: UnitId, because: str = "12.3") -> None:
    """To the dead pile; a three-step unit keeps or takes a cadre box, without which it never returns."""
    bit = 1 << unit
    roster = g.board.atlas.roster
    if roster.three_step & bit and not g.boxed & bit and g.steps[unit] > 1 and cadre_available(g, unit):
        g.boxed |= bit
    _leave(g, unit, "dead")
    g.emit(Eliminated(unit=UnitId(unit), rule=because))


def withdraw(g: Normandy44, unit: UnitId, because: str, why: str = "is withdrawn") -> None:
    """Out of play for good, but not lost; a cadre box becomes free again."""
    bit = 1 << unit
    g.boxed &= ~bit
    g.withdrawn |= bit
    steps = g.steps[unit]
    _leave(g, unit, "removed")
    g.steps[unit] = steps
    g.emit(Eliminated(unit=UnitId(unit), rule=because, why=why))


def strip(g: Normandy44, unit: UnitId) -> None:
    """Take every marker off a counter."""
    off = ~(1 << unit)
    for name in MARKERS:
        setattr(g, name, getattr(g, name) & off)


def _leave(g: Normandy44, unit: UnitId, box: str) -> None:
    hex_left = g.space[unit]
    strip(g, unit)
    g.steps[unit] = 0
    g.place(UnitId(unit), g.board.ids[box])
    drop_position(g, hex_left)


@rule("16.1.5")
def drop_position(g: Normandy44, space: Space) -> None:
    """An improved position is lost with the last of its garrison."""
    if space < 0 or not (g.ip_german | g.ip_us | g.ip_cw) >> space & 1:
        return
    there: Units = g.here.get(space, 0)
    roster = g.board.atlas.roster
    off = ~(1 << space)
    if g.ip_german >> space & 1 and not there & roster.german:
        g.ip_german &= off
        g.ip_unfinished &= off
    if (g.ip_us | g.ip_cw) >> space & 1 and not there & roster.allied:
        g.ip_us &= off
        g.ip_cw &= off
        g.ip_unfinished &= off
