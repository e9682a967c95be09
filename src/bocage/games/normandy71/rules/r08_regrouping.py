"""Breaking down and rebuilding at any time in a Movement Phase, including units that do not move or have moved."""

from collections.abc import Iterator
from typing import NamedTuple

from bocage.games.normandy71.board import each_unit
from bocage.games.normandy71.rules.r08_making_room import Jam
from bocage.games.normandy71.rules.r08_stacking import break_down, fits, rebuild, rebuildable
from bocage.games.normandy71.secrecy import Hidden
from bocage.games.normandy71.state import Game71
from bocage.kernel.actions import Action
from bocage.kernel.bars import Act, Bar, Offer, PickSpace, PickUnit, bar, only
from bocage.kernel.counters import units
from bocage.kernel.flow import Call, Done, Step
from bocage.kernel.ids import NOWHERE, Side, Space, UnitId, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import bit


class After(NamedTuple):
    """What a move leaves behind: units that may move now, units that no longer may, an overfull hex."""

    fresh: Units = 0
    gone: Units = 0
    crowded: Space = NOWHERE


def crowd_at(g: Game71, side: Side, space: Space, *, afloat: bool = False) -> Space:
    """The hex, if it holds too much; a box holds as many as come."""
    return NOWHERE if afloat or fits(g, g.units_at(space, side), space) else space


@rule("Stacking.B")
def breakers(g: Game71) -> tuple[Bar, Bar]:
    """Only the units of the printed table break down; one rebuilt in this phase stays whole until the next."""
    return (
        only(g.board.breakable, "Stacking.B", "{} is not in the printed table of units that break down"),
        bar(g.rebuilt, "Stacking.E", "{} was rebuilt in this phase"),
    )


@rule("Stacking.E", "Stacking.A")
def wholes(g: Game71, side: Side, unit: UnitId, left: Units, *rows: Bar, second: bool) -> PickUnit:
    """What a unit and others in its hex may be rebuilt into."""
    found = rebuildable(g, unit)
    open_ = [larger for larger, parts in found if holds(g, side, unit, left, larger, parts, second)]
    return PickUnit(
        "rebuild",
        g,
        *rows,
        only(g.spare, "Stacking.E", "{} has not been broken down"),
        only(units(larger for larger, _ in found), "Stacking.E", "the parts of {} do not stand together here"),
        only(units(open_), "Stacking.A", "with {} in it the hex could not be put in order"),
        order=open_,
    )


def holds(g: Game71, side: Side, unit: UnitId, left: Units, larger: UnitId, parts: Units, second: bool) -> bool:
    """Whether a hex can be put in order once parts in it have become one."""
    space = g.space[unit]
    units = g.units_at(space, side) & ~parts | 1 << larger
    if space >= g.board.first_box or fits(g, units, space):
        return True
    jam = Jam(g, side, space, second=second)
    jam.alike(larger, unit)
    return jam.settles(units, left & ~parts | (0 if parts & ~left else 1 << larger))


@rule("Stacking.E")
def merge(g: Game71, unit: UnitId, larger: UnitId, unmoved: Units) -> After:
    """A unit rebuilt from parts that have not moved may still move; one moved part holds it back."""
    parts = dict(rebuildable(g, unit))[larger]
    rebuild(g, larger, parts)
    space = g.space[larger]
    crowded = crowd_at(g, g.board.side_of[larger], space, afloat=space >= g.board.first_box)
    return After(fresh=0 if parts & ~unmoved else 1 << larger, gone=parts, crowded=crowded)


@rule("Stacking.E")
class JoinUp(Hidden, frozen=True):
    """Battalions that have come together may be rebuilt into a larger unit, which may be how they find room."""

    called = "Rebuilding"
    unit: UnitId
    left: Units
    second: bool = False

    def offers(self, g: Game71) -> Iterator[Offer]:
        yield wholes(g, self.by, self.unit, self.left, second=self.second)
        yield Act("decline")

    def chosen(self, g: Game71, action: Action) -> Step:
        if action[0] == "rebuild":
            return Done(merge(g, self.unit, action[1], self.left))
        space = g.space[self.unit]
        return Done(After(crowded=crowd_at(g, self.by, space, afloat=space >= g.board.first_box)))

    def prompt(self, g: Game71) -> str:
        return f"Is {g.board.unit_name(self.unit)} rebuilt with the others in its hex?"


@rule("Stacking.C", "Stacking.E", "Entrenchment.E")
class Regroup(Hidden, frozen=True):
    """Units that have moved, or do not move at all, break down, are rebuilt, or give up an entrenchment."""

    called = "Regrouping"
    question = "Which units that do not move break down or are rebuilt?"
    left: Units
    second: bool

    def offers(self, g: Game71) -> Iterator[Offer]:
        idle = (
            only(g.on_map(self.by), "Stacking.C", "{} is not a unit of yours on the map"),
            bar(self.left, "Stacking.C", "{} has not moved yet: select it as you would to move it"),
        )
        yield PickUnit("break", g, *idle, *breakers(g))
        parts = joinable(g, self.by, self.left)
        yield PickUnit("select", g, *idle, only(parts, "Stacking.E", "{} is not rebuilt with what stands in its hex"))
        yield PickSpace(
            "uncover", g, only(g.dug_in[self.by], "Entrenchment.E", "there is no entrenchment of yours in {}")
        )
        yield Act("done")

    def chosen(self, g: Game71, action: Action) -> Step:
        if action[0] == "select":
            return Call(JoinUp(by=self.by, unit=action[1], left=self.left, second=self.second), then=self.joined)
        if action[0] == "uncover":
            uncover(g, self.by, action[1])
        if action[0] == "break":
            space = g.space[action[1]]
            break_down(g, action[1])
            return Done(After(crowded=crowd_at(g, self.by, space)))
        return Done(After())

    def joined(self, g: Game71, after: After) -> Step:
        """Some were rebuilt, or not."""
        return Done(after)


def joinable(g: Game71, side: Side, left: Units) -> Units:
    """Units that will not move again and could be rebuilt with others in their hex."""
    if not g.spare & g.board.of_side[side]:
        return 0
    idle = g.on_map(side) & ~left
    return units(unit for unit in each_unit(idle & g.board.part_units) if rebuildable(g, unit))


def can_regroup(g: Game71, side: Side, left: Units) -> bool:
    """Whether there is anything to break down, rebuild or give up among those that do not move."""
    if g.dug_in[side]:
        return True
    idle = g.on_map(side) & ~left
    return bool(idle & g.board.breakable & ~g.rebuilt or joinable(g, side, left))


@rule("Entrenchment.E")
def uncover(g: Game71, side: Side, space: Space) -> None:
    """A side gives up an entrenchment: the marker goes and what it hid lies open."""
    g.reveal(g.units_at(space, side), "Entrenchment.E")
    g.dug_in[side] &= ~bit(space)
    g.touch()
