"""10 Movement: take a stack together, then lead it region by region."""

from collections.abc import Iterator

from bocage.games.acrosstheworld.board import each_unit
from bocage.games.acrosstheworld.rules.r09_supply import allowance
from bocage.games.acrosstheworld.rules.r10_movement import (
    cost_to_enter,
    enter,
    held_back,
    marches,
    rail_goals,
    stragglers_at,
    why_not_land,
    why_not_march,
    why_not_rail,
)
from bocage.games.acrosstheworld.rules.r11_dday import FirstWave
from bocage.games.acrosstheworld.rules.r13_modifiers import bad_weather
from bocage.games.acrosstheworld.rules.r14_leaders import Displaced, Sweep
from bocage.games.acrosstheworld.rules.r15_bunkers import why_not_stir
from bocage.games.acrosstheworld.sides import ALLIED, other
from bocage.games.acrosstheworld.state import Campaign
from bocage.kernel.actions import Action
from bocage.kernel.bars import Act, Found, Judged, Offer, bar
from bocage.kernel.flow import DONE, Call, Decision, Procedure, Step, replace
from bocage.kernel.ids import NOWHERE, Side, Space, UnitId, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import each
from bocage.kernel.verdict import Because

UNDER_WAY = ("10.1", "a stack on the move picks up nobody else")
TOO_FEW = ("10.1", "fewer than two counters could still join")


class Moves(Procedure[Campaign], frozen=True):
    """The movement phase; on the first turn it begins with the landings."""

    by: Side

    def start(self, g: Campaign) -> Step:
        if self.by == ALLIED and g.turn == 1:
            return Call(FirstWave(), then=self.go)
        return self.go(g, None)

    def go(self, g: Campaign, _: object) -> Step:
        return Call(Movement(by=self.by), then=self.finish)

    def finish(self, g: Campaign, _: object) -> Step:
        return Sweep(side=self.by)

    def title(self, g: Campaign) -> str:
        return f"{g.sides[self.by]} movement"


@rule("10.1")
class Movement(Decision[Campaign], frozen=True):
    """The side picks the first counter of a stack to move, or ends its movement."""

    called = ""
    question = "Take the first counter of a stack to move, or end your movement."

    def offers(self, g: Campaign) -> Iterator[Offer]:
        able = movers(g, self.by)
        yield Found("take", each_unit(able), lambda unit: why_not_set_out(g, self.by, unit))
        yield Act("done")

    def chosen(self, g: Campaign, action: Action) -> Step:
        if action[0] == "done":
            return DONE
        unit: UnitId = action[1]
        return March(by=self.by, units=1 << unit, at=g.space[unit], left=allowance(g, unit))


@rule("10.1", "16.5")
def why_not_take(g: Campaign, side: Side, unit: UnitId) -> Because | None:
    """Why a counter cannot be moved now: each moves once, in its own turn, if it is free to."""
    counter = g.board.units[unit]
    if counter.side != side:
        return Because("10.1", lambda: f"{counter.name} is not yours")
    if g.space[unit] == NOWHERE:
        return Because("10.1", lambda: f"{counter.name} is not in play")
    because = why_not_stir(g, unit)
    if because is not None:
        return because
    if g.besieged >> unit & 1:
        return Because("16.5", lambda: f"{counter.name} is shut up in the fortress and can only sally out in battle")
    if g.moved >> unit & 1:
        return Because("10.1", lambda: f"{counter.name} has moved already")
    return None


@rule("10.11")
def why_not_set_out(g: Campaign, side: Side, unit: UnitId) -> Because | None:
    """Why a counter cannot begin a move."""
    because = why_not_take(g, side, unit)
    if because is not None:
        return because
    name = g.name(unit)
    if g.space[unit] != g.board.channel:
        if g.held_by(other(side)) >> g.space[unit] & 1:
            return Because("10.11", lambda: f"no friendly region without enemies borders on where {name} stands")
        return Because("10.7", lambda: f"enemies stand all around {name}, and a stack needs a leader to enter there")
    if bad_weather(g):
        return Because("7.1", "nobody lands in bad weather")
    if any(line.units >> unit & 1 and line.any_port for line in g.board.lines):
        return Because("8.4", lambda: f"{name} waits for a port")
    return Because("8.4", lambda: f"{name} is not due yet")


def movers(g: Campaign, side: Side) -> Units:
    """The counters that may still move and have somewhere to go."""
    board = g.board
    able = board.of_side[side] & board.movers & ~g.moved & ~g.besieged
    foes = g.held_by(other(side))
    found = 0
    for space, here in g.here.items():
        mine = here & able
        if not mine:
            continue
        if space == board.channel:
            if not bad_weather(g):
                found |= mine & ~held_back(g)
        elif foes >> space & 1:  # 10.11
            if board.near[space] & g.friendly(side) & ~foes:
                found |= mine
        elif board.near[space] & ~foes or mine & board.leaders:
            found |= mine
    return found


@rule("10.1", "10.9", "10.10")
class March(Decision[Campaign], frozen=True):
    """The owner adds counters to the stack, leads it on, or halts it."""

    units: Units
    at: Space
    left: int
    railed: bool = False
    marched: bool = False

    def offers(self, g: Campaign) -> Iterator[Offer]:
        more, afloat, under_way = companions(g, self), self.at == g.board.channel, self.railed or self.marched
        yield Found("take", () if under_way else tuple(each(more)), lambda unit: why_not_join(g, self, unit))
        yield Act("all", bar(under_way, *UNDER_WAY), bar(not more & (more - 1), *TOO_FEW))
        yield Judged("land", each(g.board.atlas.by_sea) if afloat else (), lambda goal: why_not_land(g, self, goal))
        yield Found("march", marches(g, self), lambda goal: why_not_march(g, self, goal))
        goals = () if afloat or under_way else tuple(each(rail_goals(g, self)))
        yield Found("rail", goals, lambda goal: why_not_rail(g, self, goal))
        yield Act("halt")

    def chosen(self, g: Campaign, action: Action) -> Step:
        verb = action[0]
        if verb == "march":
            return self.march(g, action[1])
        if verb == "take":
            return self.joined_by(g, 1 << action[1])
        if verb == "rail":
            enter(g, self, action[1], "goes by rail to", "10.9")
            return replace(self, at=action[1], railed=True)
        if verb == "all":
            return self.joined_by(g, companions(g, self))
        if verb == "land":
            enter(g, self, action[1], "lands at", "10.10")
            g.landed |= self.units
            g.arrived |= self.units
            return self.arrived(g, action[1])
        g.moved |= self.units
        return Movement(by=self.by)

    def joined_by(self, g: Campaign, units: Units) -> "March":
        slowest = min(allowance(g, unit) for unit in each_unit(units))
        return replace(self, units=self.units | units, left=min(self.left, slowest))

    def march(self, g: Campaign, goal: Space) -> Step:
        cost = cost_to_enter(g, self.by, self.at, goal)
        enter(g, self, goal, "moves to", "10.1")
        onward = replace(self, at=goal, left=max(0, self.left - cost), marched=True)
        if g.enemies(goal, self.by) or not onward.left:
            return onward.arrived(g, goal)
        lost = stragglers_at(g, goal, self.by)
        if lost:
            return Call(Displaced(side=other(self.by), counters=lost), then=onward.go_on)
        return onward.go_on(g, None)

    def go_on(self, g: Campaign, _: object) -> Step:
        """Go on asking while the stack can still go somewhere."""
        if marches(g, self):
            return self
        return self.arrived(g, self.at)

    def arrived(self, g: Campaign, goal: Space) -> Step:
        """The stack's move is over."""
        g.moved |= self.units
        lost = stragglers_at(g, goal, self.by)
        if lost:
            return Call(Displaced(side=other(self.by), counters=lost), then=self.back)
        return Movement(by=self.by)

    def back(self, g: Campaign, _: object) -> Step:
        return Movement(by=self.by)

    def prompt(self, g: Campaign) -> str:
        return f"{g.names_of(self.units)} at {g.title_of(self.at)}: where to? ({self.left} movement points)"

    def title(self, g: Campaign) -> str:
        return f"Stack at {g.title_of(self.at)}"


def companions(g: Campaign, stack: March) -> Units:
    """The counters beside a stack that could still join it."""
    board = g.board
    free = board.of_side[stack.by] & board.movers & ~g.moved & ~g.besieged
    return g.here.get(stack.at, 0) & free & ~stack.units


def why_not_join(g: Campaign, stack: March, unit: UnitId) -> Because | None:
    """Why a counter cannot join a stack."""
    because = why_not_take(g, stack.by, unit)
    if because is not None:
        return because
    if stack.units >> unit & 1:
        return Because("10.1", lambda: f"{g.name(unit)} is in the stack already")
    if g.space[unit] != stack.at:
        return Because("10.1", lambda: f"{g.name(unit)} is not at {g.title_of(stack.at)}")
    if stack.railed or stack.marched:
        return Because(*UNDER_WAY)
    return None
