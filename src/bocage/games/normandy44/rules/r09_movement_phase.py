"""9. The movement phase: what is done at its start, the orders given in it, and stacking at its end."""

from collections.abc import Callable, Iterator
from typing import Any

from bocage.games.normandy44.events import Released
from bocage.games.normandy44.rules.r02_control import cotentin, enter
from bocage.games.normandy44.rules.r06_landings import Landing, landings
from bocage.games.normandy44.rules.r06_reinforcements import Entering, arrivals, arriving_germans
from bocage.games.normandy44.rules.r07_stacking import overstacked_hexes
from bocage.games.normandy44.rules.r08_zones_of_control import presence
from bocage.games.normandy44.rules.r09_movement import CONVOY, STRATEGIC, TRUCK, asleep_rows, bound, points_for
from bocage.games.normandy44.rules.r09_moving_a_unit import UNDECIDED, Moving, by_rule, go_back_first, strays
from bocage.games.normandy44.rules.r09_strategic_movement import manner_rows, no_marker
from bocage.games.normandy44.rules.r15_reserve import leaving_reserve, reserves, too_many_reserves
from bocage.games.normandy44.rules.r16_fortifications import (
    build,
    diggings,
    dismantle,
    finish_positions,
    scrap,
    scrappings,
    surrenders,
)
from bocage.games.normandy44.rules.r17_cadres import eliminate, withdraw
from bocage.games.normandy44.rules.r20_airborne import Gliders, gliders_can_land
from bocage.games.normandy44.rules.r21_evacuation import evacuate, evacuations
from bocage.games.normandy44.sides import ALLIED, GERMAN
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.actions import Action
from bocage.kernel.bars import Act, Bar, Offer, PickSpace, PickUnit, bar, only, open_if
from bocage.kernel.chance import Roll
from bocage.kernel.counters import each_unit, units
from bocage.kernel.events import Moved, Rolled
from bocage.kernel.flow import DONE, Call, Decision, Procedure, Step
from bocage.kernel.ids import Side, Space, Spaces, UnitId, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import each, first, spaces

RELEASE_RANGE = 2


@rule("9.1", "9.8.5")
class MovementPhase(Procedure[Normandy44], frozen=True, kw_only=True):
    """Markers come off, positions are finished, garrisons wake; then orders; then stacking is put right."""

    side: Side

    def start(self, g: Normandy44) -> Step:
        mine = g.board.atlas.roster.side[self.side]
        g.moved &= ~mine
        g.stayed &= ~mine
        g.tired &= ~mine
        g.overspent &= ~mine
        g.shifted &= ~mine
        g.strategic &= ~mine  # 9.8.5: a unit that uses the marker again takes it again
        g.trucked &= ~mine
        g.evacuated = {}
        finish_positions(g, self.side)
        if self.side == GERMAN:
            release(g)
            doubtful = uncertain(g)
            if doubtful:
                return Call(Roll(what="arrival", about=f"of {g.board.counters[doubtful[0]].name}"), then=self.arrival)
        return Call(Orders(by=self.side), then=self.ordered)

    @rule("6.6")
    def arrival(self, g: Normandy44, roll: int) -> Step:
        """A unit whose card gives a die comes on that roll or less, or never."""
        unit = uncertain(g)[0]
        comes = roll <= g.board.counters[unit].enters_on
        name = g.board.counters[unit].name
        g.emit(
            Rolled(
                what=f"Arrival of {name}",
                roll=roll,
                meaning="it comes" if comes else "it never comes",
                rule="6.6",
                table="Arrival",
                units=(UnitId(unit),),
            )
        )
        g.expected |= 1 << unit
        if not comes:
            withdraw(g, unit, "6.6", "does not come")
        return self.start(g)

    def ordered(self, g: Normandy44, _: object) -> Step:
        """No orders are left: put the stacks right."""
        return self.tidy(g, None)

    @rule("7.2")
    def tidy(self, g: Normandy44, _: object) -> Step:
        """One overstacked hex after another."""
        for space in overstacked_hexes(g, self.side):
            return Call(Overstacked(by=self.side, space=space), then=self.tidy)
        return DONE

    def title(self, g: Normandy44) -> str:
        return f"{g.sides[self.side]} movement"


def uncertain(g: Normandy44) -> list[UnitId]:
    """Reinforcements due now that need a die and have not rolled it."""
    counters = g.board.counters
    return [unit for unit in each_unit(arriving_germans(g) & ~g.expected) if counters[unit].enters_on]


@rule("17.6")
def release(g: Normandy44) -> None:
    """From turn 2 a restricted unit wakes with an Allied unit within two hexes; Cherbourg's garrison all at once."""
    if g.turn < 2:
        return
    atlas = g.board.atlas
    roster = atlas.roster
    sleeping = presence(g).units[GERMAN] & roster.restricted & ~g.released
    garrison = 0
    for unit in each_unit(sleeping):
        start = g.board.ids.get(roster.start[unit], -1)
        if start >= 0 and atlas.perimeter >> start & 1:
            garrison |= 1 << unit
    foes = presence(g).hexes[ALLIED]
    woken = units(u for u in each_unit(sleeping) if atlas.near(g.space[u], RELEASE_RANGE) & foes)
    woken |= garrison if woken & garrison else 0
    if woken:
        g.released |= woken
        g.emit(Released(units=tuple(each_unit(woken)), rule="17.6"))


@rule("7.2")
class Overstacked(Decision[Normandy44], frozen=True, kw_only=True):
    """Which unit is removed from an overstacked hex?"""

    space: Space

    def offers(self, g: Normandy44) -> Iterator[Offer]:
        here = g.here[self.space]
        yield PickUnit("remove", g, only(here, "7.2", f"{{}} does not stand in {g.board.describe(self.space)}"))

    def chosen(self, g: Normandy44, action: Action) -> Step:
        eliminate(g, action[1], "7.2")
        return DONE

    def prompt(self, g: Normandy44) -> str:
        return f"{g.board.describe(self.space)} holds more than four stacking points: which unit is lost?"


@rule("9.8.1", "9.8.6", "15.1", "15.4", "16.2")
class Orders(Decision[Normandy44], frozen=True, kw_only=True):
    """The owner gives one order after another, or ends the phase."""

    def offers(self, g: Normandy44) -> Iterator[Offer]:
        rows = movers(g, self.by)
        moves = PickUnit("move", g, *rows, *cannot_go_back(g, self.by, UNDECIDED))
        yield moves
        for verb in ("strategic", "truck", "convoy") if self.by == GERMAN else ("strategic",):
            yield marked_moves(g, self.by, verb, moves, rows)
        back = go_back_first(g, self.by)
        yield diggings(g, self.by, *back)
        yield scrappings(g, self.by)
        yield reserves(g, self.by)
        yield leaving_reserve(g, self.by)
        if self.by == GERMAN:
            yield arrivals(g)
            yield surrenders(g, GERMAN)
            yield open_if(not g.cotentin_moved, "fortress", lambda: picked_up(g))
        else:
            yield landings(g)
            yield evacuations(g)
            yield surrenders(g, ALLIED)
        yield Act("end", *(_named(g, row) for row in back), too_many_reserves(g, self.by))

    def chosen(self, g: Normandy44, action: Action) -> Step:
        verb = action[0]
        if verb == "end":
            return DONE
        if verb in MOVES:
            mode = MOVES[verb]
            left = points_for(g, action[1], mode) if mode != UNDECIDED else 0
            return Call(Moving(by=self.by, unit=action[1], mode=mode, left=left), then=self.again)
        if verb == "enter":
            return Call(Entering(by=self.by, unit=action[1]), then=self.again)
        if verb == "land":
            return Call(Landing(by=self.by, unit=action[1]), then=self.again)
        DEEDS[verb](g, action[1])
        return self.again(g, None)

    def again(self, g: Normandy44, _: object) -> Step:
        """The next order; gliders whose hex has just been vacated land first (20.2.4)."""
        if self.by == ALLIED and gliders_can_land(g):
            return Call(Gliders(late=True), then=self.again)
        return self

    def prompt(self, g: Normandy44) -> str:
        if self.by == ALLIED and g.turn == 1:
            return "Move units and land the follow-up wave (engineers first: they open their beach), or end the phase."
        come = "bring on reinforcements" if self.by == GERMAN else f"land units (points: US {g.rp[0]}, CW {g.rp[1]})"
        return f"Move a unit, {come}, put units into reserve or dig in; or end the movement phase."


def marked_moves(g: Normandy44, side: Side, verb: str, moves: PickUnit, rows: tuple[Bar, ...]) -> Offer:
    """Who may move in a manner that needs a marker: of those who may move at all, not those of some `rows`."""
    mode = MOVES[verb]

    def statement() -> PickUnit:
        ready = only(moves.open(), "9.1", "{} cannot move now")
        return PickUnit(verb, g, ready, *manner_rows(g, side, mode), *cannot_go_back(g, side, mode), hints=lambda: rows)

    return open_if(no_marker(g, side, mode) is None, verb, statement)


MOVES = {"move": UNDECIDED, "strategic": STRATEGIC, "truck": TRUCK, "convoy": CONVOY}


@rule("9.1", "17.1", "17.6", "20.2.3", "20.4")
def movers(g: Normandy44, side: Side) -> tuple[Bar, ...]:
    """Who may not be given a move: none twice, none scattered, immobile or asleep, nor Ost on turn 1."""
    roster, here = g.board.atlas.roster, presence(g).units[side]
    asleep = bound(g) if side == GERMAN and here & (roster.restricted | roster.ost) else 0
    return (
        only(roster.side[side], "9.1", "{} is not yours"),
        only(here, "9.1", "{} is not on the map"),
        bar(g.moved, "9.1", "{} has had its move"),
        bar(g.stayed, "9.1", "{} has had its turn to move and stayed"),
        bar(g.scattered, "20.2.3", "{} is scattered"),
        bar(roster.immobile, "9.1", "{} cannot move at all"),
        *asleep_rows(g, asleep),
    )


def movable(g: Normandy44, side: Side) -> Units:
    """Units that may still move."""
    return PickUnit("move", g, *movers(g, side)).open()


@rule("22.1.2", "26.3.2", "26.3.3")
def cannot_go_back(g: Normandy44, side: Side, mode: int) -> tuple[Bar, ...]:
    """A unit that must move back but cannot in this manner stays where it is until it can."""
    able, unable = strays(g, side)
    if able and mode != UNDECIDED:
        ways = {u: Moving(by=side, unit=u, mode=mode, left=points_for(g, u, mode)) for u in each_unit(able)}
        unable |= units(u for u, moving in ways.items() if not moving.destinations(g))
    return by_rule(g, unable, "{} must move back to its own ground and finds no way") if unable else ()


def _named(g: Normandy44, row: Bar) -> Bar:
    """A row about units, as a reason not to end the phase yet."""
    assert isinstance(row.barred, int)
    return bar(row.barred, row.rule, str(row.why).format(g.board.unit_titles(map(UnitId, each(row.barred)))))


@rule("17.4")
def picked_up(g: Normandy44) -> PickSpace:
    """Once a game the Cotentin artillery is picked up, wherever it is, and set down in Cherbourg."""
    if g.cotentin_moved:
        return PickSpace(
            "fortress", g, only(0, "17.4", "the Cotentin artillery has already been picked up in this game")
        )
    if not cotentin(g) & presence(g).units[GERMAN]:
        return PickSpace("fortress", g, only(0, "17.4", "the Cotentin artillery is not on the map"))
    return PickSpace(
        "fortress",
        g,
        only(g.board.atlas.cherbourg, "17.4", "{} is not a city hex of Cherbourg"),
        bar(g.allied_control, "17.4", "the Germans do not control {}"),
        bar(marching(g), "9.8.2", "a unit marked for strategic movement would share {} with another"),
    )


@rule("9.8.2", "17.4")
def marching(g: Normandy44) -> Spaces:
    """City hexes in which the Cotentin artillery would be stacked in column of march, or with somebody who is."""
    me = cotentin(g)
    found = {space: g.here.get(space, 0) & ~me for space in each(g.board.atlas.cherbourg)}
    return spaces(space for space, others in found.items() if others and (others | me) & g.strategic)


def _reserve(g: Normandy44, unit: UnitId) -> None:
    g.reserve |= 1 << unit


def _unreserve(g: Normandy44, unit: UnitId) -> None:
    g.reserve &= ~(1 << unit)


@rule("17.4")
def _fortress(g: Normandy44, space: Space) -> None:
    """Once a game the Cotentin artillery is picked up and set down in Cherbourg."""
    g.cotentin_moved = True
    unit = UnitId(first(cotentin(g)))
    origin = g.space[unit]
    enter(g, unit, space)
    g.moved |= 1 << unit
    g.tired |= 1 << unit  # 15.1: that is more than one point of movement
    g.reserve &= ~(1 << unit)
    g.emit(Moved(unit=unit, path=(origin, space), how="is picked up and set down in", rule="17.4"))


def _scrap(g: Normandy44, space: Space) -> None:
    scrap(g, space)


DEEDS: dict[str, Callable[[Normandy44, Any], None]] = {
    "entrench": build,
    "reserve": _reserve,
    "unreserve": _unreserve,
    "evacuate": evacuate,
    "dismantle": dismantle,
    "fortress": _fortress,
    "scrap": _scrap,
}
