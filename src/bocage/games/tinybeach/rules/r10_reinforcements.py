"""10 Reinforcements: landing, and German reserves on the march."""

from collections.abc import Iterator

from bocage.games.tinybeach.rules.r02_weather import nobody_lands
from bocage.games.tinybeach.rules.r03_stacking import no_room
from bocage.games.tinybeach.rules.r04_zones_of_control import enemy_zones
from bocage.games.tinybeach.rules.r11_victory import take_objectives
from bocage.games.tinybeach.sides import ALLIED
from bocage.games.tinybeach.state import Tiny
from bocage.kernel.actions import Action
from bocage.kernel.bars import Act, Offer, PickSpace, PickUnit, all_alike, bar, only
from bocage.kernel.counters import each_unit, units
from bocage.kernel.events import Moved
from bocage.kernel.flow import DONE, Call, Decision, Done, Procedure, Step
from bocage.kernel.ids import Side, UnitId
from bocage.kernel.rulebook import rule


class Arrival(Procedure[Tiny], frozen=True):
    """The counters of a side that are due arrive one by one, as long as there is room."""

    by: Side

    def start(self, g: Tiny) -> Step:
        if not arrivals(g, self.by).actions():
            return DONE
        return Call(Enter(by=self.by), then=self.again)

    def again(self, g: Tiny, more: bool) -> Step:
        return self if more else DONE

    def title(self, g: Tiny) -> str:
        return "Landing" if self.by == ALLIED else "Reserves"


@rule("10.1", "10.2")
class Enter(Decision[Tiny], frozen=True):
    """Pick a counter and where it arrives, or hold the rest back."""

    called = ""
    question = "Which counter arrives, and where?"

    def offers(self, g: Tiny) -> Iterator[Offer]:
        yield arrivals(g, self.by)
        yield Act("hold")

    def chosen(self, g: Tiny, action: Action) -> Step:
        if action[0] == "hold":
            return Done(False)
        _, unit, space = action
        how = "lands at" if self.by == ALLIED else "arrives at"
        g.emit(Moved(unit=unit, path=(g.space[unit], space), how=how, rule="10.1" if self.by == ALLIED else "10.2"))
        g.place(unit, space)
        take_objectives(g, self.by, [space])
        return Done(True)


@rule("10.1", "10.2", "2.2")
def arrivals(g: Tiny, side: Side) -> PickUnit:
    """Who may arrive now, and where."""
    board = g.board
    number, box = ("10.1", board.fleet) if side == ALLIED else ("10.2", board.march)
    waiting = g.here.get(box, 0) & board.of_side[side]
    late = units(unit for unit in each_unit(waiting) if board.units[unit].turn > g.turn)
    stormy = side == ALLIED and nobody_lands(g)
    return PickUnit(
        "enter",
        g,
        only(waiting, number, "{} is not waiting to arrive"),
        bar(late, number, lambda unit: f"{board.unit_title(unit)} is due on turn {board.units[unit].turn}"),
        bar(-1 if stormy else 0, "2.2", "nobody lands in a storm"),
        then=lambda unit: entries(g, side, unit),
        alike=all_alike,
    )


def entries(g: Tiny, side: Side, unit: UnitId) -> PickSpace:
    """Where a counter may arrive."""
    board = g.board
    number, places = ("10.1", board.beaches) if side == ALLIED else ("10.2", board.entry)
    watched = 0 if side == ALLIED else enemy_zones(g, side)
    return PickSpace(
        "enter",
        g,
        only(places, number, "{} is not a place of arrival"),
        bar(watched, "10.2", "{} is in an Allied zone"),
        *no_room(g, side),
        before=(unit,),
    )
