"""5 Stacking: how much may stand in a hex, when that is enforced, and who takes the excess away."""

from collections.abc import Iterator

from bocage.games.darksummer.sides import Army
from bocage.games.darksummer.state import DarkSummer
from bocage.kernel.actions import Action
from bocage.kernel.bars import Offer, PickUnit, bar, only
from bocage.kernel.counters import each_unit, other
from bocage.kernel.flow import DONE, Call, Decision, Procedure, Step
from bocage.kernel.ids import Side, Space, Spaces, UnitId, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import BITS, each

LIMIT = 4


@rule("5", "5.1")
def is_legal_stack(g: DarkSummer, units: Units) -> bool:
    """At most four units of at most one division; battalions and Strongpoints are free, airborne and Flak belong to
    no division here.
    """
    roster = g.board.roster
    counted = units & ~roster.uncounted
    if counted.bit_count() > LIMIT:
        return False
    if not counted & (counted - 1):
        return True
    stacks_as, first = roster.stacks_as, -1
    for unit in each_unit(counted):
        division = stacks_as[unit]
        if division >= 0 and division != first:
            if first >= 0:
                return False
            first = division
    return True


@rule("5")
def mixed_armies(g: DarkSummer, army: Army) -> Spaces:
    """The hexes where an Allied army may not stop because the other one stands there."""
    if army is Army.GERMAN:
        return 0
    return g.presence().armies[army.rival]


def has_room(g: DarkSummer, unit: UnitId, space: Space) -> bool:
    """Whether a unit may join those who stand in a hex."""
    here = g.here.get(space, 0) & ~(1 << unit)
    if not here:
        return True
    if not mixed_armies(g, g.board.units[unit].army) & BITS[space]:
        return is_legal_stack(g, here | 1 << unit)
    return False


def full_for(g: DarkSummer, unit: UnitId, among: Spaces) -> Spaces:
    """Those of some hexes in which a unit has no room."""
    found = 0
    for space in each(among & g.hexes_of(g.board.units[unit].side)):
        if not has_room(g, unit, space):
            found |= BITS[space]
    return found


@rule("5.3", "5.4", "5.5")
def overstacked(g: DarkSummer, side: Side) -> list[Space]:
    """The hexes where a side exceeds the limit. The three boxes hold any number."""
    mine, crowded = g.board.roster.side[side], g.presence().crowded & g.hexes_of(side)
    return [space for space in each(crowded) if not is_legal_stack(g, g.here[space] & mine)]


def useful_removals(g: DarkSummer, units: Units) -> Units:
    """Those of a stack whose removal brings it nearer to the limit."""
    roster = g.board.roster
    counted = units & ~roster.uncounted
    if counted.bit_count() > LIMIT:
        return counted
    return sum(1 << unit for unit in each_unit(counted) if roster.stacks_as[unit] >= 0)


@rule("5.2")
class EnforceStacking(Procedure[DarkSummer], frozen=True):
    """Where a side exceeds the limit, units are eliminated: by the enemy, after a retreat by their owner."""

    side: Side
    by: Side

    def start(self, g: DarkSummer) -> Step:
        full = overstacked(g, self.side)
        if not full:
            return DONE
        return Call(RemoveExcess(by=self.by, side=self.side, space=full[0]), then=self.again)

    def title(self, g: DarkSummer) -> str:
        return "Overstacking"


@rule("5.2")
class RemoveExcess(Decision[DarkSummer], frozen=True):
    """Which unit of an overstacked hex is eliminated?"""

    side: Side
    space: Space

    def offers(self, g: DarkSummer) -> Iterator[Offer]:
        here = g.here.get(self.space, 0) & g.board.roster.side[self.side]
        where = g.board.describe(self.space)
        yield PickUnit(
            "eliminate",
            g,
            only(here, "5.2", lambda u: f"{g.board.unit_title(u)} does not stand in {where}"),
            bar(g.board.roster.uncounted, "5.1", "{} does not count for stacking"),
            only(useful_removals(g, here), "5.2", "{} is not of the divisions that are too many here"),
        )

    def chosen(self, g: DarkSummer, action: Action) -> Step:
        g.eliminate(action[1], "5.2")
        return DONE

    def prompt(self, g: DarkSummer) -> str:
        whose = g.sides[self.side]
        return f"{g.board.describe(self.space)} is overstacked: which {whose} unit is eliminated?"

    def title(self, g: DarkSummer) -> str:
        return f"Overstacked {g.board.names[self.space]}"


def enforce_by_enemy(side: Side) -> EnforceStacking:
    """At the end of movement and of the second wave the enemy chooses."""
    return EnforceStacking(side=side, by=other(side))


def enforce_by_owner(side: Side) -> EnforceStacking:
    """After a retreat the owner chooses."""
    return EnforceStacking(side=side, by=side)
