"""10 Reinforcements: landing, and German reserves on the march."""

from bocage.games.tinybeach.rules.r02_weather import nobody_lands
from bocage.games.tinybeach.rules.r03_stacking import why_not_stack
from bocage.games.tinybeach.rules.r04_zones_of_control import enemy_zones
from bocage.games.tinybeach.rules.r11_victory import take_objectives
from bocage.games.tinybeach.sides import ALLIED
from bocage.games.tinybeach.state import Tiny
from bocage.kernel.actions import Action
from bocage.kernel.events import Moved
from bocage.kernel.flow import DONE, Call, Decision, Done, Procedure, Step
from bocage.kernel.ids import Side, Space, UnitId
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import bit, each
from bocage.kernel.verdict import Because


class Arrival(Procedure[Tiny], frozen=True):
    """The counters of a side that are due arrive one by one, as long as there is room."""

    by: Side

    def start(self, g: Tiny) -> Step:
        if not arrivals(g, self.by):
            return DONE
        return Call(Enter(by=self.by), then=self.again)

    def again(self, g: Tiny, more: bool) -> Step:
        return self if more else DONE

    def title(self, g: Tiny) -> str:
        return "Landing" if self.by == ALLIED else "Reserves"


@rule("10.1", "10.2")
class Enter(Decision[Tiny], frozen=True):
    """Pick a counter and where it arrives, or hold the rest back."""

    def options(self, g: Tiny) -> list[Action]:
        return [*arrivals(g, self.by), ("hold",)]

    def chosen(self, g: Tiny, action: Action) -> Step:
        if action[0] == "hold":
            return Done(False)
        _, unit, space = action
        how = "lands at" if self.by == ALLIED else "arrives at"
        g.emit(Moved(unit=unit, path=(g.space[unit], space), how=how, rule="10.1" if self.by == ALLIED else "10.2"))
        g.place(unit, space)
        take_objectives(g, self.by, [space])
        return Done(True)

    def refuse(self, g: Tiny, action: Action) -> Because:
        if action[0] == "enter":
            because = why_not_enter(g, self.by, action[1], action[2])
            if because is not None:
                return because
        return Because("10.1", "bring a counter onto the map, or hold the rest back")

    def prompt(self, g: Tiny) -> str:
        return "Which counter arrives, and where?"

    def title(self, g: Tiny) -> str:
        return ""


def arrivals(g: Tiny, side: Side) -> list[Action]:
    """Every legal arrival of a side."""
    board = g.board
    waiting = g.here.get(board.fleet if side == ALLIED else board.march, 0)
    places = list(each(board.beaches if side == ALLIED else board.entry))
    return [
        ("enter", unit, space)
        for unit in each(waiting)
        for space in places
        if why_not_enter(g, side, UnitId(unit), space) is None
    ]


@rule("10.1", "10.2")
def why_not_enter(g: Tiny, side: Side, unit: UnitId, space: Space) -> Because | None:
    """Why a counter may not arrive in a hex now."""
    board, counter = g.board, g.board.units[unit]
    number = "10.1" if side == ALLIED else "10.2"
    if counter.side != side or g.space[unit] != (board.fleet if side == ALLIED else board.march):
        return Because(number, lambda: f"{counter.name} is not waiting to arrive")
    if counter.turn > g.turn:
        return Because(number, lambda: f"{counter.name} is due on turn {counter.turn}")
    if side == ALLIED and nobody_lands(g):
        return Because("2.2", "nobody lands in a storm")
    if not bit(space) & (board.beaches if side == ALLIED else board.entry):
        return Because(number, lambda: f"{board.describe(space)} is no place to arrive")
    if side != ALLIED and enemy_zones(g, side) & bit(space):
        return Because("10.2", lambda: f"{board.describe(space)} is in an Allied zone")
    return why_not_stack(g, unit, space)
