"""15. Reserve: units held back for a second movement and a second combat phase."""

from collections.abc import Iterator

from bocage.games.normandy44.rules.r08_zones_of_control import adjacent_to_enemy, presence
from bocage.games.normandy44.rules.r09_movement import asleep_rows, bound
from bocage.games.normandy44.rules.r09_moving_a_unit import Moving, go_back_first
from bocage.games.normandy44.rules.r16_fortifications import dismantle, surrenders
from bocage.games.normandy44.sides import GERMAN
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.actions import Action
from bocage.kernel.bars import Act, Bar, Offer, PickUnit, bar, only
from bocage.kernel.counters import each_unit
from bocage.kernel.flow import DONE, Call, Decision, Step
from bocage.kernel.ids import Side, Space, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import BITS

ALL = -1


def _marked_hexes(g: Normandy44, side: Side) -> set[Space]:
    """Where a side's reserve markers lie: one on each hex."""
    mine = g.reserve & g.board.atlas.roster.side[side]
    key = ("reserve", mine)
    found: set[Space] | None = g.cache.get(key)
    if found is None:
        found = g.cache[key] = set(map(g.space.__getitem__, each_unit(mine)))
    return found


def reserve_stacks(g: Normandy44, side: Side) -> int:
    """How many of a side's reserve markers lie on the map."""
    return len(_marked_hexes(g, side))


def markers_left(g: Normandy44, side: Side) -> bool:
    """Has a side a reserve marker left?"""
    most: int = g.board.limits["reserve"]
    return (g.reserve & g.board.atlas.roster.side[side]).bit_count() < most or reserve_stacks(g, side) < most


@rule("15.1")
def reserves_over(g: Normandy44, side: Side) -> bool:
    """Has a stack in reserve parted, so that the side has more of them than markers?"""
    mine, most = g.reserve & g.board.atlas.roster.side[side], g.board.limits["reserve"]
    return mine.bit_count() > most and reserve_stacks(g, side) > most


def too_many_reserves(g: Normandy44, side: Side) -> Bar:
    """A unit leaves reserve before the phase ends."""
    return bar(reserves_over(g, side), "15.1", lambda _: _parted(g))


def _parted(g: Normandy44) -> str:
    return f"there are {g.board.limits['reserve']} reserve markers, and more stacks in reserve: take one out"


@rule("15.1", "17.1", "17.6", "22.1.2")
def reserves(g: Normandy44, side: Side) -> PickUnit:
    """Who may go into reserve in the movement phase."""
    roster, here = g.board.atlas.roster, presence(g).units[side]
    asleep = bound(g) if side == GERMAN and here & (roster.restricted | roster.ost) else 0
    return PickUnit(
        "reserve",
        g,
        only(here, "15.1", "{} is not a unit of yours on the map"),
        bar(g.reserve, "15.1", "{} is in reserve already"),
        bar(g.replaced, "15.1", "{} has a replacement to absorb"),
        bar(g.out_of_supply, "15.1", "{} is out of supply"),
        bar(g.disrupted, "15.1", "{} is disrupted"),
        bar(g.regroup, "15.1", "{} has landed this turn"),
        bar(g.scattered, "20.2.3", "{} is scattered"),
        bar(g.tired, "15.1", "{} has done more than spend one movement point away from the enemy"),
        bar(roster.immobile, "15.1", "{} cannot move"),
        *asleep_rows(g, asleep),
        *go_back_first(g, side),
        only(_may_be_marked(g, side), "15.1", "all reserve markers are in use"),
    )


def _may_be_marked(g: Normandy44, side: Side) -> Units:
    """Where no marker is left, only those who stand under one may join the reserve."""
    return ALL if markers_left(g, side) else g.standing(_marked_hexes(g, side))


@rule("15.4")
def leaving_reserve(g: Normandy44, side: Side, *rows: Bar) -> PickUnit:
    """Whose marker may be taken off."""
    mine = g.board.atlas.roster.side[side]
    return PickUnit(
        "unreserve", g, only(mine, "15.4", "{} is not yours"), only(g.reserve, "15.4", "{} is not in reserve"), *rows
    )


@rule("15.1", "15.2", "15.4", "16.2")
class ReserveMovement(Decision[Normandy44], frozen=True, kw_only=True):
    """Units in reserve move tactically or with half their points."""

    def offers(self, g: Normandy44) -> Iterator[Offer]:
        roster = g.board.atlas.roster
        yield PickUnit(
            "move",
            g,
            only(roster.side[self.by], "15.2", "{} is not yours"),
            only(g.reserve, "15.2", "{} is not in reserve"),
            bar(g.moved, "15.2", "{} has moved in this phase"),
            bar(g.stayed, "15.2", "{} has had its turn to move and stayed"),
            *asleep_rows(g, bound(g)),
        )
        yield surrenders(g, self.by)
        yield Act("end", too_many_reserves(g, self.by))
        enough = bar(0 if reserves_over(g, self.by) else -1, "15.4", "there are markers enough: {} may keep its own")
        yield leaving_reserve(g, self.by, enough)

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
        """A unit has moved; the next."""
        return self if self.movers(g) or reserves_over(g, self.by) else DONE

    def prompt(self, g: Normandy44) -> str:
        if reserves_over(g, self.by):
            return "More stacks are in reserve than there are markers: take one out of reserve, or bring two together."
        return "Reserves move again, tactically or with half their points. Move one, or end reserve movement."


@rule("15.4")
def leave_reserve(g: Normandy44, side: Side) -> None:
    """In recovery, reserves next to an enemy are no longer reserves."""
    near = adjacent_to_enemy(g, side)
    for unit in each_unit(g.reserve & g.board.atlas.roster.side[side]):
        if near & BITS[g.space[unit]]:
            g.reserve &= ~(1 << unit)
