"""15. Reserve: units held back for a second movement and a second combat phase."""

from bocage.games.normandy44.rules.r08_zones_of_control import adjacent_to_enemy, presence
from bocage.games.normandy44.rules.r09_movement import bound
from bocage.games.normandy44.rules.r09_moving_a_unit import Moving
from bocage.games.normandy44.rules.r16_fortifications import dismantle, surrenders, why_not_dismantle
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.actions import Action
from bocage.kernel.flow import DONE, Call, Decision, Step
from bocage.kernel.ids import Side, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import BITS, each
from bocage.kernel.verdict import Because


def reserve_stacks(g: Normandy44, side: Side) -> int:
    """How many of a side's reserve markers lie on the map: one for each hex."""
    mine = g.reserve & g.board.atlas.roster.side[side]
    return len({g.space[unit] for unit in each(mine)})


def markers_left(g: Normandy44, side: Side) -> bool:
    """Has a side a reserve marker left?"""
    most: int = g.board.limits["reserve"]
    return (g.reserve & g.board.atlas.roster.side[side]).bit_count() < most or reserve_stacks(g, side) < most


@rule("15.1")
def reserves_over(g: Normandy44, side: Side) -> bool:
    """Has a stack in reserve parted, so that the side has more of them than markers?"""
    mine, most = g.reserve & g.board.atlas.roster.side[side], g.board.limits["reserve"]
    return mine.bit_count() > most and reserve_stacks(g, side) > most


def why_not_end_reserves(g: Normandy44) -> Because:
    """Somebody leaves reserve before the phase ends."""
    most = g.board.limits["reserve"]
    return Because("15.1", f"there are {most} reserve markers, and more stacks in reserve: take one out")


@rule("15.1")
def why_not_reserve(g: Normandy44, unit: int) -> Because | None:
    """May this unit go into reserve in the movement phase?"""
    bit = 1 << unit
    name = g.board.counters[unit].name
    if g.reserve & bit:
        return Because("15.1", lambda: f"{name} is in reserve already")
    if g.tired & bit:
        return Because("15.1", lambda: f"{name} has done more than move one point away from the enemy")
    if (g.replaced | g.out_of_supply | g.disrupted | g.regroup | g.scattered) & bit:
        return Because("15.1", lambda: f"{name} is in no state to go into reserve")
    if (g.board.atlas.roster.immobile | g.board.atlas.roster.strongpoint) & bit:
        return Because("15.1", lambda: f"{name} cannot move")
    if bound(g) & bit:
        ost = g.board.atlas.roster.ost & bit
        why = "is an Ost battalion and stays on turn 1" if ost else "has not been released"
        return Because("17.1" if ost else "17.6", lambda: f"{name} {why}")
    space = g.space[unit]
    if g.here.get(space, 0) & g.reserve:
        return None  # the marker in the hex serves the whole stack
    side = Side(0 if g.board.atlas.roster.german & bit else 1)
    if not markers_left(g, side):
        return Because("15.1", "all reserve markers are in use")
    return None


def candidates(g: Normandy44, side: Side) -> Units:
    """Units that may go into reserve, markers permitting."""
    roster = g.board.atlas.roster
    some: Units = presence(g).units[side] & ~(
        g.reserve | g.tired | g.replaced | g.out_of_supply | g.disrupted | g.regroup | g.scattered
    )
    some &= ~(roster.immobile | roster.strongpoint)
    if some & (roster.restricted | roster.ost):
        some &= ~bound(g)
    if not markers_left(g, side):
        joined = 0
        for unit in each(g.reserve):
            joined |= g.here.get(g.space[unit], 0)
        some &= joined
    return some


@rule("15.1", "15.2", "15.4", "16.2")
class ReserveMovement(Decision[Normandy44], frozen=True, kw_only=True):
    """Units in reserve move tactically or with half their points."""

    def options(self, g: Normandy44) -> list[Action]:
        out: list[Action] = [("move", unit) for unit in each(self.movers(g))]
        out += surrenders(g, self.by)
        if not reserves_over(g, self.by):
            return [*out, ("end",)]
        return out + [("unreserve", unit) for unit in each(g.reserve & g.board.atlas.roster.side[self.by])]

    def movers(self, g: Normandy44) -> Units:
        """Reserves that have not moved in this phase."""
        roster = g.board.atlas.roster
        some: Units = g.reserve & roster.side[self.by] & ~(g.moved | g.stayed)
        return some & ~bound(g) if some & (roster.restricted | roster.ost) else some  # 17.1, 17.6

    def chosen(self, g: Normandy44, action: Action) -> Step:
        if action[0] == "end":
            return DONE
        if action[0] == "unreserve":
            g.reserve &= ~(1 << action[1])
        elif action[0] == "dismantle":
            dismantle(g, action[1])
        else:
            return Call(Moving(by=self.by, unit=action[1], reserve=True), then=self.moved)
        return self.moved(g, None)

    def moved(self, g: Normandy44, _: object) -> Step:
        """Somebody has moved; the next."""
        return self if self.movers(g) or reserves_over(g, self.by) else DONE

    def refuse(self, g: Normandy44, action: Action) -> Because:
        if action[0] == "dismantle":
            return why_not_dismantle(g, action[1])
        if action[0] == "end":
            return why_not_end_reserves(g)
        return Because("15.2", "only units in reserve that have not moved may move now")

    def prompt(self, g: Normandy44) -> str:
        if reserves_over(g, self.by):
            return "More stacks are in reserve than there are markers: take one out of reserve, or bring two together."
        return "Reserves move again, tactically or with half their points. Move one, or end reserve movement."


@rule("15.4")
def leave_reserve(g: Normandy44, side: Side) -> None:
    """In recovery, reserves next to an enemy are reserves no longer."""
    near = adjacent_to_enemy(g, side)
    for unit in each(g.reserve & g.board.atlas.roster.side[side]):
        if near & BITS[g.space[unit]]:
            g.reserve &= ~(1 << unit)
