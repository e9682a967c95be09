"""14 Leaders: who commands, where a leader without troops goes, and how leaders are lost."""

from collections.abc import Iterator

from bocage.games.acrosstheworld.board import each_unit
from bocage.games.acrosstheworld.sides import ALLIED, other
from bocage.games.acrosstheworld.state import Campaign
from bocage.kernel.actions import Action
from bocage.kernel.bars import Offer, PickSpace, PickUnit, bar, only
from bocage.kernel.chance import Roll
from bocage.kernel.counters import units
from bocage.kernel.events import Moved, Rolled, Scored
from bocage.kernel.flow import DONE, Call, Decision, Done, Procedure, Step, replace
from bocage.kernel.ids import NOWHERE, Side, Space, Spaces, UnitId, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import bit, each


def leaders_in(g: Campaign, space: Space, side: Side) -> Units:
    """The leaders of a side in a region."""
    return g.here.get(space, 0) & g.board.leaders & g.board.of_side[side]


@rule("14.1")
def candidates(g: Campaign, space: Space, side: Side) -> list[UnitId]:
    """Who may command: the leaders with most stars; equals of equal worth are one choice."""
    there = each_unit(leaders_in(g, space, side))
    if len(there) < 2:
        return there
    best = max(g.board.units[unit].stars for unit in there)
    found = {g.board.units[unit].morale: unit for unit in reversed(there) if g.board.units[unit].stars == best}
    return sorted(found.values())


@rule("14.1")
class Command(Decision[Campaign], frozen=True):
    """Among leaders of the same rank the owner picks the commander."""

    question = "Who commands in this battle?"
    at: Space

    def offers(self, g: Campaign) -> Iterator[Offer]:
        able = candidates(g, self.at, self.by)
        here, stars = leaders_in(g, self.at, self.by), max(g.board.units[unit].stars for unit in able)
        outranked = units(unit for unit in each_unit(here) if g.board.units[unit].stars < stars)
        yield PickUnit(
            "command",
            g,
            only(here, "14.1", "{} is not a leader of yours in this battle"),
            bar(outranked, "14.1", "{} is outranked by a leader with more stars"),
            only(units(able), "14.1", "{} would lead no differently from another of the same rank"),
            order=able,
        )

    def chosen(self, g: Campaign, action: Action) -> Step:
        return Done(action[1])


@rule("14.4")
def nearest_stacks(g: Campaign, start: Space, side: Side) -> Spaces:
    """The regions with mobile friends that are fewest steps away."""
    board, stacks = g.board, 0
    for space, here in g.here.items():
        if here & board.mobile & board.of_side[side] & ~g.besieged:
            stacks |= bit(space)
    seen = frontier = bit(start)
    while frontier:
        frontier = board.atlas.borders.spread(frontier) & ~seen
        if frontier & stacks:
            return frontier & stacks
        seen |= frontier
    return 0


def stragglers(g: Campaign, space: Space, side: Side) -> Units:
    """Leaders and support units whom the enemy has found without combat units."""
    if g.combat_in(space, side) or not g.enemies(space, side):
        return 0
    return g.here.get(space, 0) & g.board.of_side[side]


class Displaced(Procedure[Campaign], frozen=True):
    """Counters without troops go to the nearest friendly stack, one after another."""

    called = "Displacement"
    side: Side
    counters: Units

    def start(self, g: Campaign) -> Step:
        if not self.counters:
            return DONE
        unit = each_unit(self.counters)[0]
        rest = replace(self, counters=self.counters & ~(1 << unit))
        goals = nearest_stacks(g, g.space[unit], self.side)
        if goals & (goals - 1):
            return Call(Displace(by=self.side, unit=unit, goals=goals), then=rest.again)
        move_to_friends(g, unit, next(each(goals)) if goals else NOWHERE)
        return rest


class Sweep(Procedure[Campaign], frozen=True):
    """Counters of a side left alone among enemies go to the nearest friendly stack."""

    called = "Displacement"
    side: Side

    def start(self, g: Campaign) -> Step:
        left = 0
        for space in each(g.held_by(other(self.side))):
            left |= stragglers(g, space, self.side)
        return Displaced(side=self.side, counters=left)


@rule("14.4")
class Displace(Decision[Campaign], frozen=True):
    """The owner picks among stacks that are equally near."""

    unit: UnitId
    goals: Spaces

    def offers(self, g: Campaign) -> Iterator[Offer]:
        alone = only(1 << self.unit, "14.4", lambda _: f"{g.name(self.unit)} must find a stack now")
        near = only(self.goals, "14.4", "{} is not one of the nearest friendly stacks")
        yield PickUnit("displace", g, alone, then=lambda unit: PickSpace("displace", g, near, before=(unit,)))

    def chosen(self, g: Campaign, action: Action) -> Step:
        move_to_friends(g, self.unit, action[2])
        return DONE

    def prompt(self, g: Campaign) -> str:
        return f"To which stack does {g.name(self.unit)} go?"

    def title(self, g: Campaign) -> str:
        return f"Displacement of {g.name(self.unit)}"


def move_to_friends(g: Campaign, unit: UnitId, goal: Space) -> None:
    """Without any stack ashore an Allied counter goes back to sea; a German one is lost."""
    side = g.board.units[unit].side
    if goal == NOWHERE and side == ALLIED:
        goal = g.board.channel
    g.besieged &= ~(1 << unit)
    if goal == NOWHERE:
        g.destroy(unit, "14.4", "is left without troops and lost")
        return
    g.emit(Moved(unit=unit, path=(g.space[unit], goal), how="escapes to", rule="14.4"))
    g.place(unit, goal)


@rule("14.5", "19.9")
class Annihilated(Procedure[Campaign], frozen=True):
    """The leaders of a destroyed stack roll for their lives; its support units are lost."""

    called = "Annihilation"
    side: Side
    at: Space
    saved: Units = 0

    def start(self, g: Campaign) -> Step:
        there = g.here.get(self.at, 0) & g.board.of_side[self.side]
        for unit in each_unit(there & g.board.support):
            g.destroy(unit, "12.12")
        left = there & g.board.leaders & ~self.saved
        if left:
            return Call(Roll(sides=10, what="fate", about=f"of {g.name(each_unit(left)[0])}"), then=self.rolled)
        return Displaced(side=self.side, counters=self.saved)

    def rolled(self, g: Campaign, roll: int) -> Step:
        there = leaders_in(g, self.at, self.side) & ~self.saved
        unit = each_unit(there)[0]
        lost = roll <= g.board.numbers.leaders.lost_on
        meaning = "lost" if lost else "escapes"
        what, side = f"Fate of {g.name(unit)}", g.board.units[unit].side
        g.emit(
            Rolled(what=what, roll=roll, meaning=meaning, rule="14.5", table="Fate of a leader", by=side, units=(unit,))
        )
        if not lost:
            return replace(self, saved=self.saved | 1 << unit)
        g.destroy(unit, "14.5", "is lost")
        score = g.board.numbers.score
        if g.board.units[unit].stars >= score.leader_stars:
            enemy = other(self.side)
            g.points[enemy] += score.leader
            g.emit(Scored(side=enemy, points=score.leader, why=f"{g.name(unit)} eliminated", rule="19.9"))
        return self
