"""10.1 Movement procedure: pick a unit or a stack, then where it goes."""

from collections.abc import Iterator, Mapping

from bocage.games.darksummer.rules.r03_victory import changing_hands, sudden_death, take_control
from bocage.games.darksummer.rules.r05_stacking import mixed_armies
from bocage.games.darksummer.rules.r10_boxes import may_leave_cherbourg, pass_doors, why_no_box
from bocage.games.darksummer.rules.r10_emergency_withdrawal import is_time_to_withdraw, may_withdraw, refuges
from bocage.games.darksummer.rules.r10_movement import (
    detours,
    ends_beyond,
    ends_of,
    is_bound,
    lead,
    must_move,
    points,
    way_to,
    without_enemies,
)
from bocage.games.darksummer.rules.r15_boundary import closed_hexes
from bocage.games.darksummer.sides import GERMAN
from bocage.games.darksummer.state import COMBINED, DarkSummer
from bocage.kernel.actions import Action
from bocage.kernel.bars import Act, Bar, Offer, PickSpace, PickUnit, bar, only, open_if
from bocage.kernel.board import joined
from bocage.kernel.counters import each_unit, other
from bocage.kernel.events import Moved
from bocage.kernel.flow import DONE, Decision, Step, replace
from bocage.kernel.ids import Space, Spaces, UnitId, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import BITS, bit, each, spaces
from bocage.kernel.wording import in_points


def can_start(g: DarkSummer) -> Units:
    """Units in places from which one may move: the map, and boxes whose door is open."""
    atlas, found = g.board.atlas, g.on_map()
    if may_leave_cherbourg(g, g.army.side):
        found |= g.here.get(atlas.cherbourg, 0)
    return found | g.here.get(atlas.brittany, 0)


@rule("10.1")
def movers(g: DarkSummer) -> PickUnit:
    """Each active unit may move once in a Round."""
    return PickUnit(
        "select",
        g,
        only(g.board.roster.side[g.army.side], "9.3.1", "{} is not yours"),
        only(g.active, "9.3.1", "{} is not active in this Round"),
        bar(g.moved, "10.1", "{} has moved already in this Round"),
        bar(g.board.roster.immobile, "10.1", "{} cannot move"),
        only(can_start(g), "10.4", "{} cannot move from where it is now"),
    )


def stacks_to_move(g: DarkSummer, able: Units) -> Spaces:
    """Spaces with two or more of the units that can move: they may go together."""
    here, presence, found = g.here, g.presence(), 0
    for space in each(presence.crowded & (presence.armies[g.army] | g.board.atlas.boxes_in_play)):
        some = here[space] & able
        if some & (some - 1):
            found |= BITS[space]
    return found


@rule("10", "10.1", "9.3.1")
class Movement(Decision[DarkSummer], frozen=True):
    """The active player picks a unit or a stack to move, or ends the movement."""

    def offers(self, g: DarkSummer) -> Iterator[Offer]:
        units = movers(g)
        yield units
        together = stacks_to_move(g, units.open())
        yield PickSpace("stack", g, only(together, "10.1", "no two units in {} can still move"))
        number = "15" if self.by != GERMAN else "10.1"
        yield Act("done", bar(is_bound(g), number, lambda _: _must_leave(g, must_move(g))))

    def chosen(self, g: DarkSummer, action: Action) -> Step:
        if action[0] == "done":
            return DONE
        if action[0] == "select":
            return MoveUnits(by=self.by, units=1 << action[1])
        return MoveUnits(by=self.by, units=g.here[action[1]] & movers(g).open())

    def prompt(self, g: DarkSummer) -> str:
        if bound := must_move(g):
            return f"Select a unit or a stack to move. You cannot end your movement yet: {_must_leave(g, bound)}."
        return "Select a unit or a stack to move, or end your movement."

    def title(self, g: DarkSummer) -> str:
        return "Movement"


def _must_leave(g: DarkSummer, bound: Units) -> str:
    names = g.board.unit_titles(each_unit(bound))
    if g.army.side == GERMAN:
        return f"no German may end a Round in a C, W or S hex, and {names} can still leave"
    return f"{names} must go back over the Operational Boundary"


@rule("10.1")
class MoveUnits(Decision[DarkSummer], frozen=True):
    """Where do they go? The engine takes the cheapest path, by way of the hexes that the player names."""

    units: Units
    way: tuple[Space, ...] = ()
    """The hexes from where they stand to the last one that was named."""

    def offers(self, g: DarkSummer) -> Iterator[Offer]:
        yield goals(g, self.units, self.way)
        through = detours(g, self.units, self.way)
        yield open_if(through, "via", lambda: _passing(g, through))
        refuge = {} if self.way else refuges(g, self.units)
        yield open_if(refuge, "fall-back", lambda: _falling_back(g, self.units, refuge))
        number = "15" if self.by != GERMAN else "10.1"
        yield Act(
            "stay",
            bar(bool(self.way), "10.1", "the move has begun: say where it ends"),
            bar(is_bound(g, self.units), number, lambda _: _must_leave(g, must_move(g, self.units))),
        )

    def chosen(self, g: DarkSummer, action: Action) -> Step:
        if action[0] == "via":
            return replace(self, way=way_to(g, self.units, self.way, action[1]))
        if action[0] == "to":
            walk(g, self.units, list(way_to(g, self.units, self.way, action[1])), "moves to", "10.1")
        elif action[0] == "fall-back":
            refuge = refuges(g, self.units)
            way = [g.space[lead(self.units)], refuge[action[1]], action[1]]
            walk(g, self.units, way, "withdraws to", "10.3.1")
        g.moved |= self.units
        return sudden_death(g) or Movement(by=self.by)

    def prompt(self, g: DarkSummer) -> str:
        verb = _verb(self.units, "does", "do")
        if self.way:
            return f"By way of {g.board.describe(self.way[-1])}: where {verb} {named(g, self.units)} end the move?"
        return f"Where {verb} {named(g, self.units)} go?"

    def title(self, g: DarkSummer) -> str:
        return f"Move {named(g, self.units)}"


@rule("3.2.2", "10.1")
def _passing(g: DarkSummer, through: Spaces) -> PickSpace:
    """The hexes that can be named as places to pass through."""
    return PickSpace(
        "via",
        g,
        only(changing_hands(g, g.army.side), "3.2.2", "nothing changes hands by passing through {}"),
        only(through, "10.1", "the move cannot go through {} and on from there"),
    )


@rule("10.3.1")
def _falling_back(g: DarkSummer, units: Units, refuge: Mapping[Space, Space]) -> PickSpace:
    """The hexes of an Emergency Withdrawal, and why it leads nowhere else."""
    return PickSpace("fall-back", g, among=sorted(refuge), hints=lambda: _why_no_refuge(g, units, refuge))


def _why_no_refuge(g: DarkSummer, units: Units, refuge: Mapping[Space, Space]) -> Iterator[Bar]:
    board, start = g.board, g.space[lead(units)]
    enemies, here = g.hexes_of(other(g.army.side)), bool(g.board.atlas.land & BITS[start])
    yield bar(0 if is_time_to_withdraw(g) else ~0, "10.3", "Emergency Withdrawals are made in Move Rounds only")
    able = here and bool(refuge or may_withdraw(g, units))
    yield bar(0 if able else ~0, "10.3", lambda _: f"{named(g, units)} can move: this is not an emergency")
    yield only(
        spaces(s for s in each(board.within(start, 2)) if board.distance(start, s) == 2),
        "10.3.1",
        "{} is not two hexes away",
    )
    yield bar(enemies | board.atlas.ways.spread(enemies), "10.3.1", "an enemy is in {} or next to it")
    yield only(
        spaces(refuge),
        "10.3.1",
        "{} is no end of an Emergency Withdrawal: it leads away from the nearest enemy source, by open ways",
    )


def named(g: DarkSummer, units: Units) -> str:
    """Who moves, in words."""
    return joined(g.board.unit_title(unit) for unit in each_unit(units))


def _verb(units: Units, one: str, many: str) -> str:
    return many if units & (units - 1) else one


@rule("10.1", "10.2", "2.4")
def goals(g: DarkSummer, units: Units, way: tuple[Space, ...] = ()) -> PickSpace:
    """Where units may end their move, and what keeps them from the other spaces."""
    found = ends_beyond(g, units, way) if way else ends_of(g, units)
    return PickSpace("to", g, among=found, hints=lambda: _why_not_there(g, units, spaces(found), way))


def _why_not_there(g: DarkSummer, units: Units, open_: Spaces, way: tuple[Space, ...]) -> Iterator[Bar]:
    """What keeps units from the spaces where they may not end their move."""
    board, atlas, army = g.board, g.board.atlas, g.board.units[lead(units)].army
    boxes, german = atlas.boxes_in_play, army.side == GERMAN
    yield bar(
        bit(g.space[lead(units)]) & ~open_,
        "10.1",
        lambda _: f"{named(g, units)} {_verb(units, 'stands', 'stand')} there: stay",
    )
    yield only(atlas.land | boxes, "10.1", "{} is not a place to move to")
    yield only(atlas.passable | boxes, "2.4", "{} is impassable")
    yield bar(g.hexes_of(other(army.side)), "10.1", "an enemy stands in {}")
    yield bar(g.open_beaches if german else 0, "11.9", "Germans do not move into the Open Beach {}: they attack it")
    yield bar(closed_hexes(g, army) & ~open_, "15", lambda to: _closed(g, to))
    yield bar(atlas.no_stop if german else 0, "10.1", "no German may end a Round in {}")
    yield bar(mixed_armies(g, army), "5", "US and British units never stack: {} is taken")
    yield from why_no_box(g, units)
    yield bar(boxes & ~open_, "10.4.1", lambda to: f"{named(g, units)} cannot enter {board.describe(to)} now")
    if way:
        yield bar(~open_, "10.1", f"by way of {board.describe(way[-1])} the move does not get to {{}}")
    yield bar(~without_enemies(g, units) & ~open_, "10.1", lambda to: _too_far(g, units, to))
    yield only(open_, "6.3", lambda to: f"enemy zones or units bar {named(g, units)} from {board.describe(to)}")


def _too_far(g: DarkSummer, units: Units, to: Space) -> str:
    room = "one hex, or two by road" if g.round == COMBINED else f"{in_points(points(g, units))} movement points"
    return f"{g.board.describe(to)} is too far: {named(g, units)} {_verb(units, 'has', 'have')} {room}"


def _closed(g: DarkSummer, to: Space) -> str:
    if (g.exits[0] | g.exits[1]) & BITS[to]:
        return f"{g.board.describe(to)} holds the other army's Exit marker"
    return f"{g.board.describe(to)} lies beyond the Operational Boundary"


def walk(g: DarkSummer, units: Units, path: list[Space], how: str, number: str) -> None:
    """Units go along a path together, and every hex of it changes hands."""
    for unit in each_unit(units):
        g.place(unit, path[-1])
        if g.events is not None:  # a search does not listen
            g.emit(Moved(unit=UnitId(unit), path=tuple(path), how=how, rule=number))
        pass_doors(g, unit, path)
    take_control(g, g.board.units[lead(units)].side, path)
