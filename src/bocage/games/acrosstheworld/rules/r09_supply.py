"""9 Supply."""

from collections.abc import Iterator

from bocage.games.acrosstheworld.board import each_unit
from bocage.games.acrosstheworld.events import OutOfSupply
from bocage.games.acrosstheworld.rules.r16_siege import Hunger
from bocage.games.acrosstheworld.rules.r17_ports import ports_in_use
from bocage.games.acrosstheworld.sides import ALLIED, GERMAN, other
from bocage.games.acrosstheworld.state import Campaign
from bocage.kernel.actions import Action
from bocage.kernel.bars import Offer, PickUnit, bar, only
from bocage.kernel.chance import Roll
from bocage.kernel.events import Rolled
from bocage.kernel.flow import DONE, Call, Decision, Done, Procedure, Step, replace
from bocage.kernel.ids import Side, Space, Spaces, UnitId, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import bit, each

FAR = 99


@rule("9.1", "9.3")
def sources(g: Campaign, side: Side) -> Spaces:
    """Where a side's supply comes from now."""
    if side == ALLIED:
        return g.board.beaches & g.allied | ports_in_use(g)
    return g.board.tags["german-source"] & ~g.allied


def open_regions(g: Campaign, side: Side) -> Spaces:
    """Friendly regions through which supply can pass."""
    return g.friendly(side) & ~g.held_by(other(side))


@rule("9.4")
def supplied_regions(g: Campaign, side: Side) -> Spaces:
    """All friendly regions that a chain of friendly regions joins to a source."""
    return g.board.atlas.borders.flood(sources(g, side), open_regions(g, side))


def steps_to_source(g: Campaign, side: Side, start: Space) -> int:
    """How many regions lie between a region and supply, as it would be if the region were friendly."""
    goal = sources(g, side) & ~g.held_by(other(side))
    within = open_regions(g, side)
    seen = frontier = bit(start)
    for steps in range(FAR):
        if frontier & goal:
            return steps
        frontier = g.board.atlas.borders.spread(frontier) & within & ~seen
        if not frontier:
            break
        seen |= frontier
    return FAR


@rule("9.7")
def needs_supply(g: Campaign, side: Side) -> Units:
    """Mobile combat and support units ashore that are not shut up in the fortress."""
    board, found = g.board, 0
    for space, here in g.here.items():
        if space != board.channel:
            found |= here
    return found & board.of_side[side] & board.land & ~board.bunkers & ~g.besieged


def served(g: Campaign, regions: Spaces, side: Side) -> Units:
    """The units that draw on a set of supplied regions: those in it, and those in disputed regions beside it."""
    board, found = g.board, 0
    foe = g.held_by(other(side))
    beside = board.atlas.borders.spread(regions) & foe & ~regions
    for space in each(regions | beside):
        found |= g.here.get(space, 0)
    return found


@rule("9.2")
def shares(g: Campaign) -> list[tuple[Units, int]]:
    """By connected piece of Allied country: the units it feeds, and how many combat units at most (-1: any)."""
    board, numbers = g.board, g.board.numbers.supply
    left, fed, found = supplied_regions(g, ALLIED), 0, []
    unlimited = ports_in_use(g)
    while left:
        piece = board.atlas.borders.flood(left & -left, left)
        left &= ~piece
        units = served(g, piece, ALLIED) & ~fed
        fed |= units
        if piece & unlimited or g.turn < numbers.beach_from_turn:
            found.append((units, -1))
        else:
            found.append((units, (piece & board.beaches).bit_count() * numbers.beach_units))
    return found


class Supply(Procedure[Campaign], frozen=True):
    """Who is in supply, who goes short, and what hunger costs."""

    by: Side
    short: Units = 0
    """Units that their owner left without supply."""

    def start(self, g: Campaign) -> Step:
        if self.by == GERMAN:
            return Call(Hunger(), then=self.check)
        return self.check(g, None)

    def check(self, g: Campaign, _: object) -> Step:
        if self.by == ALLIED and g.pluto == g.turn:
            return self.settle(g, 0)
        needy = needs_supply(g, self.by)
        if self.by == GERMAN:
            return self.settle(g, needy & ~served(g, supplied_regions(g, GERMAN), GERMAN))
        fed = 0
        for units, limit in shares(g):
            eaters = units & needy & g.board.combat & ~self.short
            over = eaters.bit_count() - limit
            if limit >= 0 and over > 0:
                return Call(GoShort(by=self.by, units=eaters, left=over), then=self.chose)
            fed |= units & ~self.short
        return self.settle(g, needy & ~fed)

    def chose(self, g: Campaign, units: Units) -> Step:
        return replace(self, short=self.short | units).check(g, None)

    def settle(self, g: Campaign, hungry: Units) -> Step:
        """9.5: the new list of units out of supply; those on it for the second time may suffer."""
        mine = g.board.of_side[self.by]
        twice = g.unsupplied & hungry & g.board.combat
        g.unsupplied = g.unsupplied & ~mine | hungry
        g.touch()
        if hungry:
            g.emit(OutOfSupply(units=tuple(each_unit(hungry)), rule="9.5"))
        return Attrition(units=twice)

    def title(self, g: Campaign) -> str:
        return f"{g.sides[self.by]} supply"


class GoShort(Decision[Campaign], frozen=True):
    """The owner picks which units the beaches cannot feed."""

    called = "Short of supply"
    units: Units
    left: int
    chosen_units: Units = 0

    def offers(self, g: Campaign) -> Iterator[Offer]:
        yield PickUnit(
            "short",
            g,
            only(self.units, "9.2", "{} is not a combat unit that these beaches would feed"),
            bar(self.chosen_units, "9.2", "{} goes short already"),
        )

    def chosen(self, g: Campaign, action: Action) -> Step:
        picked = self.chosen_units | 1 << action[1]
        if self.left == 1:
            return Done(picked)
        return replace(self, left=self.left - 1, chosen_units=picked)

    def prompt(self, g: Campaign) -> str:
        return f"The beaches cannot feed everybody. Who goes short? ({self.left} to pick)"

    def rule_number(self) -> str:
        return "9.2"


@rule("9.6")
class Attrition(Procedure[Campaign], frozen=True):
    """A d10 above its morale costs a hungry unit a step."""

    units: Units

    def start(self, g: Campaign) -> Step:
        if not self.units:
            return DONE
        unit = each_unit(self.units)[0]
        return Call(Roll(sides=10, what="attrition", about=f"of {g.name(unit)}"), then=self.rolled)

    def rolled(self, g: Campaign, roll: int) -> Step:
        unit = each_unit(self.units)[0]
        suffers = roll > g.board.units[unit].morale
        meaning = "loses a step" if suffers else "holds out"
        side = g.board.units[unit].side
        what = f"Attrition of {g.name(unit)}"
        g.emit(Rolled(what=what, roll=roll, meaning=meaning, rule="9.6", table="Attrition", by=side))
        if suffers:
            g.lose_step(unit, "9.6")
        return replace(self, units=self.units & ~(1 << unit))


@rule("9.5")
def allowance(g: Campaign, unit: UnitId) -> int:
    """Movement points: half, rounded up, when out of supply; then what cards give and take (6.4, 7.11)."""
    counter = g.board.units[unit]
    points = counter.movement
    if g.unsupplied >> unit & 1:
        points = (points + 1) // 2
    if counter.side == GERMAN:
        if g.interdiction == g.turn:
            points -= g.board.cards[g.board.card("interdiction")].value
        if g.night >> unit & 1:
            points += g.board.cards[g.board.card("march")].value
    return max(points, 0)
