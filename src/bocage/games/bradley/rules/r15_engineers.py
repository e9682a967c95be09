"""15 Engineers: mines and obstacles, sea walls, ruins; what they do to forts is in 10.3.6."""

from bocage.games.bradley.events import BeachCleared, Breached, Ruined
from bocage.games.bradley.rules.r06_movement import intact_walls
from bocage.games.bradley.rules.r10_disruption import disrupt
from bocage.games.bradley.sides import ALLIED, COMBAT, MOVEMENT
from bocage.games.bradley.state import Bradley
from bocage.kernel.bars import Act, Bar, PickSpace, bar, only
from bocage.kernel.board import POINT
from bocage.kernel.chance import Roll
from bocage.kernel.events import Revealed, Rolled
from bocage.kernel.flow import Call, Done, Procedure, Step
from bocage.kernel.hexsides import hexside
from bocage.kernel.ids import Space, Spaces, UnitId
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import bit, holds

CHECK, CLEAR, BREACH, RUINS = POINT, 2 * POINT, 2 * POINT, 2 * POINT
MISHAP = 6


class Searched(Revealed, frozen=True):
    """What only the German knew of a hex is known now; no undo goes behind it."""

    unit: UnitId
    space: Space
    mined: bool
    cleared: bool

    def sentence(self, g: Bradley) -> str:
        name, where = g.board.units[self.unit].name, g.board.describe(self.space)
        if self.cleared:
            return f"{name} clears the mines in {where}."
        return f"{name} finds {'mines' if self.mined else 'no mines'} in {where}."


def _not_an_engineer(g: Bradley, unit: UnitId, number: str) -> Bar:
    return bar(int(not g.board.engineers >> unit & 1), number, "only engineers can do that")


def _marching(g: Bradley, unit: UnitId, number: str) -> Bar:
    return bar(int(g.mode(unit) == MOVEMENT), number, "engineers work in combat mode")


def mine_ground(g: Bradley) -> Spaces:
    """The hexes where mines can lie: beach and flats of the Beach Areas in play."""
    return sum(g.beach_area[("omaha", "utah").index(beach)] for beach in g.rules.beaches)


@rule("15.1.1", "7.1.4", "7.2.4", "15.1.2", "15.0", "15.1")
def mine_offers(g: Bradley, unit: UnitId, left: int, *, entered: bool) -> list[Act]:
    """Look for mines in the hex just entered, for a point; or clear the hex, in combat mode, for two."""
    here = bit(g.space[unit])
    elsewhere = bar(int(not here & mine_ground(g)), "15.1", "mines lie on the landing beaches alone")
    known = bar(int(bool(here & g.swept)), "15.1", "this hex is known to be clear")
    theirs = bar(int(g.board.units[unit].side != ALLIED), "15.1", "the German knows where his mines are")
    return [
        Act(
            "check",
            _not_an_engineer(g, unit, "15.1.1"),
            theirs,
            elsewhere,
            known,
            bar(int(bool(here & g.found)), "15.1.1", "the mines here have been found"),
            bar(int(not entered), "15.1.1", "engineers look for mines as they enter a hex"),
            bar(int(left < CHECK), "15.1.1", "a check costs one movement point"),
        ),
        Act(
            "clear",
            _not_an_engineer(g, unit, "15.1.2"),
            theirs,
            elsewhere,
            known,
            _marching(g, unit, "15.1.2"),
            bar(int(left < CLEAR), "15.1.2", "clearing a hex costs two movement points"),
        ),
    ]


@rule("15.1.1")
def check_mines(g: Bradley, unit: UnitId) -> None:
    """The German must say whether the hex is mined."""
    here = g.space[unit]
    mined = holds(g.mines, here)
    if mined:
        g.found |= bit(here)
    else:
        g.swept |= bit(here)
    g.emit(Searched(unit=unit, space=here, mined=mined, cleared=False, rule="15.1.1"))


@rule("15.1.3", "15.1.4", "15.1.5", "5.4.3")
class ClearMines(Procedure[Bradley], frozen=True):
    """A mine point goes; on a 6 the engineers are disrupted. A hex without mines is known to be clear."""

    unit: UnitId

    def start(self, g: Bradley) -> Step:
        here = bit(g.space[self.unit])
        mined = bool(g.mines & here)
        g.mines &= ~here
        g.found &= ~here
        g.swept |= here
        g.emit(Searched(unit=self.unit, space=g.space[self.unit], mined=mined, cleared=mined, rule="15.1.3"))
        if not mined:
            return Done(False)
        beach = next(n for n, area in enumerate(g.beach_area) if area & here)
        count_out(g, beach)
        return Mishap(unit=self.unit, number="15.1.5")

    def title(self, g: Bradley) -> str:
        return "Clearing mines"


@rule("15.1.3", "15.1.4")
def count_out(g: Bradley, beach: int) -> None:
    """One point less on a beach; the German says so when none is left."""
    area = g.beach_area[beach]
    g.lifted[beach] += 1
    if g.charted[beach] > 0:
        g.charted[beach] -= 1
    if not area & g.mines:
        g.swept |= area
        g.charted[beach] = 0
        g.emit(BeachCleared(beach=beach, rule="15.1.4"))


@rule("15.1.5", "15.2.4")
class Mishap(Procedure[Bradley], frozen=True):
    """A die after blowing something up: on a 6 the engineers are disrupted."""

    unit: UnitId
    number: str

    def start(self, g: Bradley) -> Step:
        return Call(Roll(what="engineers' mishap"), then=self.rolled)

    def rolled(self, g: Bradley, roll: int) -> Step:
        name, result = g.board.units[self.unit].name, "disrupted" if roll == MISHAP else "unharmed"
        g.emit(
            Rolled(
                what=f"{name} blows a charge",
                roll=roll,
                meaning=result,
                rule=self.number,
                table="Engineers",
                units=(self.unit,),
            )
        )
        if roll == MISHAP:
            disrupt(g, 1 << self.unit, self.number)
        return Done(roll == MISHAP)

    def title(self, g: Bradley) -> str:
        return "Engineers"


@rule("15.2", "15.2.1", "6.3.6")
def breach_offer(g: Bradley, unit: UnitId, left: int, *, started: bool) -> PickSpace:
    """Engineers who begin the segment beside a sea wall, in combat mode, may blow a gap for two points."""
    walls = intact_walls(g).get(g.space[unit], 0)
    able = started and g.board.engineers >> unit & 1 and g.mode(unit) == COMBAT
    theirs = g.board.units[unit].side != ALLIED
    return PickSpace(
        "breach",
        g,
        only(walls, "15.2.1", "no intact sea wall lies between the unit and {}"),
        bar(0 if g.board.engineers >> unit & 1 else -1 & walls, "15.2", "only engineers can do that"),
        bar(walls if theirs else 0, "15.2", "only the Americans blow gaps into sea walls"),
        bar(0 if able else walls, "15.2.1", "engineers breach the wall beside which they began, in combat mode"),
        bar(0 if left >= BREACH else walls, "15.2.1", "a breach costs two movement points"),
    )


@rule("15.2.3")
def breach(g: Bradley, unit: UnitId, beyond: Space) -> None:
    """Mark the hexside open."""
    here = g.space[unit]
    assert g.board.grid is not None
    g.breached |= hexside(g.board.grid, here, beyond)
    g.touch()
    g.emit(Breached(unit=unit, spaces=(here, beyond), rule="15.2.3"))


@rule("15.3", "15.3.1", "15.3.2", "15.3.3", "12.2.5")
def ruin_offer(g: Bradley, unit: UnitId, left: int, *, began: bool) -> Act:
    """Engineers who begin a segment in ruins, in combat mode, may clear them: a town for two points, a city for all.

    `began`: they stand as they began, and have spent nothing.
    """
    here = bit(g.space[unit])
    return Act(
        "rebuild",
        _not_an_engineer(g, unit, "15.3"),
        bar(int(not here & g.ruins), "15.3", "there are no ruins here"),
        _marching(g, unit, "15.3.1"),
        bar(
            int(not began),
            "15.3.1",
            "engineers clear ruins where they began, in combat mode, before anything else",
        ),
        bar(int(left < RUINS), "15.3.2", "clearing ruins costs two movement points"),
    )


@rule("15.3.4")
def clear_ruins(g: Bradley, unit: UnitId, left: int) -> int:
    """The hex is what it was; what the work cost."""
    here = g.space[unit]
    g.ruins &= ~bit(here)
    g.touch()
    g.emit(Ruined(space=here, cleared=True, rule="15.3.4"))
    return left if holds(g.board.cities, here) else RUINS
