"""10.5 Retreat: one or two hexes, unit by unit, by the owner's choice within the rules."""

from collections.abc import Iterator

from bocage.games.bradley.rules.r05_beachhead import entered
from bocage.games.bradley.rules.r06_movement import can_enter, room_for
from bocage.games.bradley.rules.r08_stacking import has_room
from bocage.games.bradley.rules.r09_zones import no_retreat
from bocage.games.bradley.rules.r10_disruption import disrupt, eliminate
from bocage.games.bradley.rules.r14_coastal_artillery import emplaced
from bocage.games.bradley.sides import COMBAT, MODES
from bocage.games.bradley.state import Bradley, each_unit
from bocage.kernel.actions import Action
from bocage.kernel.bars import Act, Offer, PickSpace, PickUnit, bar, hint, only
from bocage.kernel.counters import other
from bocage.kernel.events import Moved
from bocage.kernel.facing import ModeChanged
from bocage.kernel.flow import DONE, Call, Decision, Done, Procedure, Step, replace
from bocage.kernel.ids import Side, Space, Spaces, UnitId, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import bit, holds

USUAL = 2


@rule("10.5.1", "10.5.3", "10.5.5", "10.5.6", "10.5")
class RetreatAll(Procedure[Bradley], frozen=True):
    """All beaten units go back, one after another; each where it still can."""

    by: Side
    units: Units
    origin: Space

    def start(self, g: Bradley) -> Step:
        left = self.units & g.here.get(self.origin, 0)
        if not left:
            return DONE
        if scarce(g, left, self.origin):
            return Call(FirstBack(by=self.by, units=left), then=self.goes)
        return self.goes(g, each_unit(left)[0])

    def goes(self, g: Bradley, unit: UnitId) -> Step:
        return Call(RetreatUnit(by=self.by, unit=unit, path=(self.origin,)), then=self.again)

    def title(self, g: Bradley) -> str:
        return "Retreat"


@rule("10.5.3")
def scarce(g: Bradley, units: Units, origin: Space) -> bool:
    """Whether it matters who of some units retreats first: there is no hex to which all of them can go together."""
    ends = [{path[-1] for path in ways(g, unit, (origin,), 1, USUAL)} for unit in each_unit(units)]
    able = [some for some in ends if some]
    together = set.intersection(*able) if able else set()
    return len(able) > 1 and not any(has_room(g, units, space) for space in together)


@rule("10.5.3")
class FirstBack(Decision[Bradley], frozen=True):
    """The owner says who of several retreats first, where there is not room for all."""

    units: Units

    def offers(self, g: Bradley) -> Iterator[Offer]:
        yield PickUnit("leave", g, only(self.units, "10.5.3", "{} does not retreat"))

    def chosen(self, g: Bradley, action: Action) -> Step:
        return Done(action[1])

    def prompt(self, g: Bradley) -> str:
        return "There is not room for all who retreat: who goes first?"

    def title(self, g: Bradley) -> str:
        return "Who goes first"


@rule("10.5.2", "10.5.4")
class RetreatUnit(Procedure[Bradley], frozen=True):
    """One unit retreats, or is eliminated if it cannot."""

    by: Side
    unit: UnitId
    path: tuple[Space, ...]
    least: int = 1
    most: int = USUAL
    through: bool = False
    """4.4.9: it fell among enemies, and their zones do not bar the first step."""

    def start(self, g: Bradley) -> Step:
        fixed = emplaced(g) >> self.unit & 1
        if fixed or not ways(g, self.unit, self.path, self.least, self.most, through=self.through):
            eliminate(g, 1 << self.unit, "10.5.4")
            return DONE
        step = RetreatStep(
            by=self.by, unit=self.unit, path=self.path, least=self.least, most=self.most, through=self.through
        )
        return Call(step, then=self.done)

    def done(self, g: Bradley, _: object) -> Step:
        return DONE

    def title(self, g: Bradley) -> str:
        return f"Retreat of {g.board.units[self.unit].name}"


@rule("10.5.3", "10.5.1")
class RetreatStep(Decision[Bradley], frozen=True):
    """The owner walks the unit back, hex by hex."""

    unit: UnitId
    path: tuple[Space, ...]
    least: int = 1
    most: int = USUAL
    through: bool = False

    def offers(self, g: Bradley) -> Iterator[Offer]:
        board, here, name = g.board, self.path[-1], g.board.units[self.unit].name
        steps = next_steps(g, self)
        near = sum(bit(space) for space in board.neighbours[here])
        yield PickSpace(
            "retreat",
            g,
            only(near, "10.5.3", f"{{}} is not next to {board.describe(here)}"),
            bar(sum(bit(space) for space in self.path), "10.5.3", "no retreat leads back to {}"),
            bar(g.occupied(other(self.by)), "10.5.3", "{} holds an enemy"),
            bar(no_retreat(g, self.by) & near & ~steps, "10.5.3", "{} is in an enemy zone"),
            hint(lambda: near & ~_passable(g, self.unit, here), "10.5.3", f"{name} cannot go into {{}}"),
            only(steps, "10.5.3", f"there is no room for {name} at the end of a retreat to {{}}"),
        )
        yield Act("halt", bar(int(not may_end(g, self)), "10.5.3", f"{name} must go on"))

    def chosen(self, g: Bradley, action: Action) -> Step:
        if action[0] == "retreat":
            further = replace(self, path=(*self.path, action[1]))
            return further if len(further.options(g)) > 1 or not may_end(g, further) else further.finish(g)
        return self.finish(g)

    def finish(self, g: Bradley) -> Step:
        settle_retreat(g, self.unit, self.path, longer=len(self.path) - 1 > self.most)
        return DONE

    def prompt(self, g: Bradley) -> str:
        return f"Where does {g.board.units[self.unit].name} retreat?"

    def title(self, g: Bradley) -> str:
        return ""


def _passable(g: Bradley, unit: UnitId, here: Space) -> Spaces:
    """The next hexes that a unit could enter; a canal is crossed by bridge alone."""
    board = g.board
    return sum(
        bit(to)
        for to in board.neighbours[here]
        if can_enter(g, unit, here, to) and ("canal" not in board.between(here, to) or board.bridged(here, to))
    )


def settle_retreat(g: Bradley, unit: UnitId, path: tuple[Space, ...], *, longer: bool) -> None:
    """Put the unit where its retreat ends: in combat mode, and disrupted if it had to go farther than usual."""
    g.place(unit, path[-1])
    g.emit(Moved(unit=unit, path=path, how="retreats to", rule="10.5.3"))
    if g.marching >> unit & 1:
        g.marching &= ~(1 << unit)
        g.touch()
        g.emit(ModeChanged(unit=unit, mode=MODES[COMBAT], rule="10.5.2"))
    entered(g, g.board.units[unit].side, path[1:])
    if longer:
        disrupt(g, 1 << unit, "10.5.3")


def can_step(g: Bradley, unit: UnitId, path: tuple[Space, ...], to: Space, *, through: bool = False) -> bool:
    """10.5.3 a, b, f, g: terrain it could enter, no enemy and no enemy zone without a friend, bridges over canals."""
    board, here = g.board, path[-1]
    side = board.units[unit].side
    zone = 0 if through and len(path) == 1 else no_retreat(g, side)
    if to in path or holds(g.occupied(other(side)) | zone, to) or not can_enter(g, unit, here, to):
        return False
    return "canal" not in board.between(here, to) or board.bridged(here, to)


@rule("10.5.3", "10.5.4", "4.4.9")
def ways(
    g: Bradley, unit: UnitId, path: tuple[Space, ...], least: int, most: int, *, through: bool = False
) -> list[tuple[Space, ...]]:
    """Every legal retreat that goes on from a path: one or two hexes; three, and disruption, only if all of
    those end where there is no room; never more than the allowance that shows.
    """
    allowance = g.face(unit).allowance
    usual = _ways(g, unit, path, least, min(most, allowance), through=through)
    return usual or _ways(g, unit, path, most + 1, min(most + 1, allowance), through=through)


def _ways(
    g: Bradley, unit: UnitId, path: tuple[Space, ...], least: int, most: int, *, through: bool
) -> list[tuple[Space, ...]]:
    walked = len(path) - 1
    found = [path] if walked >= least and room_for(g, unit, path[-1]) else []
    if walked < most:
        for to in g.board.neighbours[path[-1]]:
            if can_step(g, unit, path, to, through=through):
                found += _ways(g, unit, (*path, to), least, most, through=through)
    return found


def _whole(g: Bradley, frame: RetreatStep) -> list[tuple[Space, ...]]:
    """The legal retreats from the start that agree with what has been walked."""
    walked = frame.path
    start, least, most, through = walked[:1], frame.least, frame.most, frame.through
    key = ("retreats", frame.unit, start, least, most, through)
    found = g.cached(key, lambda g: ways(g, frame.unit, start, least, most, through=through))
    return [path for path in found if path[: len(walked)] == walked]


def next_steps(g: Bradley, frame: RetreatStep) -> Spaces:
    """Where the retreat may go on."""
    at, steps = len(frame.path), 0
    for path in _whole(g, frame):
        if len(path) > at:
            steps |= bit(path[at])
    return steps


def may_end(g: Bradley, frame: RetreatStep) -> bool:
    """Whether the retreat may end here."""
    return frame.path in _whole(g, frame)
