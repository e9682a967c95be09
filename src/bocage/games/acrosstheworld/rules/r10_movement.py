"""10 Movement: the ways from region to region. By road, by rail, from the sea; what they cost and who may not go."""

from collections.abc import Iterator, Sequence
from typing import Protocol, cast

from bocage.games.acrosstheworld.rules.r03_counters import why_not_stack
from bocage.games.acrosstheworld.rules.r13_modifiers import bad_weather
from bocage.games.acrosstheworld.rules.r14_leaders import leaders_in, stragglers
from bocage.games.acrosstheworld.rules.r17_ports import ports_in_use
from bocage.games.acrosstheworld.sides import ALLIED, GERMAN, other
from bocage.games.acrosstheworld.state import Campaign
from bocage.kernel.events import Moved
from bocage.kernel.ids import Side, Space, Spaces, UnitId, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import BITS, bit, each
from bocage.kernel.verdict import Because
from bocage.kernel.wording import counted


class Stack(Protocol):
    """What the ways need to know of a stack that is being moved."""

    @property
    def by(self) -> Side: ...
    @property
    def units(self) -> Units: ...
    @property
    def at(self) -> Space: ...
    @property
    def left(self) -> int: ...
    @property
    def railed(self) -> bool: ...
    @property
    def marched(self) -> bool: ...


@rule("10.2", "10.3", "10.5")
def cost_to_enter(g: Campaign, side: Side, start: Space, goal: Space) -> int:
    """Terrain, river, an empty enemy region, and mines (7.7)."""
    cost = g.board.atlas.step[start, goal]
    if not g.friendly(side) >> goal & 1 and not g.enemies(goal, side):
        cost += g.board.numbers.movement.enemy_region
    if side == ALLIED and goal == g.mined and g.turn == g.mined_turn:
        cost += g.board.cards[g.board.card("minefields")].value
    return cost


@rule("10.4", "10.11")
def why_not_march(g: Campaign, stack: Stack, goal: Space) -> Because | None:
    """Why a stack cannot go from its region to the next."""
    board, side = g.board, stack.by
    if stack.at == board.channel:
        return Because("10.10", "troops at sea land; they do not march")
    if not board.near[stack.at] >> goal & 1:
        if goal == board.channel:
            return Because("10.10", "troops ashore do not embark again")
        return Because("2.1", lambda: f"{g.title_of(goal)} has no border with {g.title_of(stack.at)}")
    foes = g.held_by(other(side))
    if foes >> stack.at & 1 and not g.friendly(side) & ~foes & bit(goal):
        return Because("10.11", "a stack among enemies may leave only for a friendly region without enemies")
    because = why_not_enter(g, side, stack.units, goal)
    if because is not None:
        return because
    if (stack.marched or stack.railed) and cost_to_enter(g, side, stack.at, goal) > stack.left:
        return Because("10.1", lambda: f"{g.title_of(goal)} costs more than the {counted(stack.left, 'point')} left")
    return None


def marches(g: Campaign, stack: Stack) -> Sequence[Space]:
    """The regions to which a stack can go on: found set by set, and only where enemies stand one by one."""
    board, by, at, units = g.board, stack.by, stack.at, stack.units
    foes, near = g.held_by(other(by)), board.near[at]
    if at == board.channel:
        return ()
    beset, troops = foes >> at & 1, units & board.mobile
    free = near & ~foes if troops and not beset else near & ~foes & g.friendly(by)  # 10.11, 10.12
    for to in each(free & board.atlas.difficult):
        if why_not_stack(g, by, units, to) is not None:
            free ^= BITS[to]
    for to in each(near & foes if troops and not beset else 0):
        if why_not_enter(g, by, units, to) is None:
            free |= BITS[to]
    if stack.marched or stack.railed:
        return [to for to in each(free) if cost_to_enter(g, by, at, to) <= stack.left]
    return tuple(each(free))


@rule("10.6", "10.7", "10.8", "10.12")
def why_not_enter(g: Campaign, side: Side, units: Units, goal: Space) -> Because | None:
    """Why a stack may not enter a region, however it gets there."""
    board = g.board
    if g.held_by(other(side)) >> goal & 1:
        if not units & board.mobile:
            return Because("10.12", lambda: f"leaders and guns do not go among the enemies at {g.title_of(goal)} alone")
        if units & g.scattered:
            return Because("11.2", lambda: f"{g.names_of(units & g.scattered)} is scattered and cannot attack")
        if g.assaulted >> goal & 1:
            return Because("10.8", lambda: f"a stack is in {g.title_of(goal)} already; no other may join the battle")
        if not units & board.leaders and not leaders_in(g, goal, side):
            return Because("10.7", lambda: f"a stack needs a leader to enter {g.title_of(goal)}, where enemies stand")
    elif not units & board.mobile and not g.friendly(side) >> goal & 1:
        return Because("10.12", lambda: f"leaders and guns do not enter enemy country at {g.title_of(goal)} alone")
    return why_not_stack(g, side, units, goal)


@rule("10.9", "6.2")
def why_not_use_rails(g: Campaign, stack: Stack) -> Because | None:
    """Why a stack cannot use railways at all."""
    side = stack.by
    if stack.railed or stack.marched:
        return Because("10.9", "rail movement comes before any other")
    if side == GERMAN and g.sabotage == g.turn:
        return Because("6.2", "the Resistance has cut the railways this turn")
    start = bit(stack.at)
    if not g.board.atlas.rail_regions & start:
        return Because("10.9", lambda: f"no railway runs through {g.title_of(stack.at)}")
    if not g.friendly(side) & start or g.enemies(stack.at, side):
        return Because("10.9", lambda: f"the railway at {g.title_of(stack.at)} is not in friendly hands")
    return None


def rail_goals(g: Campaign, stack: Stack) -> Spaces:
    """Where the railways take a stack."""
    if why_not_use_rails(g, stack) is not None:
        return 0
    side, atlas = stack.by, g.board.atlas
    goals = g.open_rails(side, stack.at) & ~bit(stack.at)
    full = goals & atlas.difficult
    if full:
        goals &= ~sum(bit(goal) for goal in each(full) if why_not_stack(g, side, stack.units, goal) is not None)
    return goals


def why_not_rail(g: Campaign, stack: Stack, goal: Space) -> Because | None:
    """Why the railways do not take a stack to a region."""
    because = why_not_use_rails(g, stack)
    if because is not None:
        return because
    if rail_goals(g, stack) >> goal & 1:
        return None
    where = g.title_of(goal)
    if not g.friendly(stack.by) >> goal & 1 or g.enemies(goal, stack.by):
        return Because("10.9", lambda: f"{where} is not a friendly region without enemies")
    return why_not_stack(g, stack.by, stack.units, goal) or Because(
        "10.9", lambda: f"no railway through friendly regions leads from {g.title_of(stack.at)} to {where}"
    )


@rule("8.4", "11.4")
def held_back(g: Campaign) -> Units:
    """Those at sea who cannot land yet: they wait for a port, or their turn has not come."""
    found = 0
    for n, line in enumerate(g.board.lines):
        if line.any_port or g.due[n] > g.turn:
            found |= line.units
    return found & ~g.arrived


@rule("8.3", "8.4")
def still_bound(g: Campaign, units: Units) -> Spaces:
    """Where a stack at sea may go: reinforcements that still wait only to their own beach, others anywhere."""
    waiting = units & ~g.arrived
    if waiting & held_back(g):
        return 0
    goals = g.board.regions
    for line in g.board.lines:
        if line.units & waiting:
            goals &= line.entry
    return goals


@rule("10.10")
def why_not_land(g: Campaign, stack: Stack, goal: Space) -> Because | None:
    """Why troops cannot come ashore in a region."""
    board, where = g.board, g.title_of(goal)
    if stack.at != board.channel:
        return Because("10.10", "only troops in the Channel can land")
    if bad_weather(g):
        return Because("7.1", "nobody lands in bad weather")
    if not (board.beaches | ports_in_use(g)) >> goal & 1:
        return Because("10.10", lambda: f"{where} is neither a beach nor a port in use")
    bound = still_bound(g, stack.units)
    if not bound >> goal & 1:
        return Because("8.3", lambda: f"a group that has not yet arrived cannot land at {where}")
    return why_not_enter(g, stack.by, stack.units, goal)


def enter(g: Campaign, stack: Stack, goal: Space, how: str, number: str) -> None:
    """Put a stack into a region, and remember what that means for battle and control."""
    units, start = stack.units, stack.at
    over_river = (start, goal) in g.board.atlas.river
    foes = g.enemies(goal, stack.by)
    for unit in cast("Iterator[UnitId]", each(units)):
        g.place(unit, goal)
        if g.events is not None:
            g.emit(Moved(unit=unit, path=(start, goal), how=how, rule=number))
    g.crossed = g.crossed | units if over_river else g.crossed & ~units
    if foes & ~g.besieged:
        g.assaulted |= bit(goal)
    elif not foes and units & g.board.land:
        g.entered |= bit(goal)


def stragglers_at(g: Campaign, space: Space, mover: Side) -> Units:
    """14.4: enemy leaders and guns without troops whom a stack has reached."""
    return stragglers(g, space, other(mover)) if g.combat_in(space, mover) else 0
