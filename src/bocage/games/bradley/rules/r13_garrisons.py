"""13.3 German garrisons: platoons in empty forts that live by the units near them."""

from collections.abc import Iterator

from bocage.games.bradley.events import Placed, Withdrawn
from bocage.games.bradley.sides import GERMAN
from bocage.games.bradley.state import Bradley, each_unit
from bocage.kernel.actions import Action
from bocage.kernel.bars import Offer, PickSpace, bar, only
from bocage.kernel.flow import DONE, Call, Decision, Procedure, Step
from bocage.kernel.ids import Space, Spaces, UnitId, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import bit, holds
from bocage.kernel.wording import counted

NEAR = 3


def standing_garrisons(g: Bradley) -> Units:
    """The garrisons on the map."""
    return g.on_map(GERMAN) & g.board.garrisons


def in_reach_of_units(g: Bradley) -> Spaces:
    """The hexes within three of a regular German unit."""
    return g.cached("near Germans", lambda g: g.board.adjacency.dilate(g.regular(GERMAN), NEAR))


@rule("13.3.5")
def dismiss_garrisons(g: Bradley) -> None:
    """A garrison goes for good when no regular unit is within three hexes, or when one takes its place."""
    for unit in each_unit(standing_garrisons(g)):
        space = g.space[unit]
        if holds(g.regular(GERMAN), space):
            _dismiss(g, unit, "makes way for a regular unit")
        elif not holds(in_reach_of_units(g), space):
            _dismiss(g, unit, "melts away: no German unit is within three hexes")


def _dismiss(g: Bradley, unit: UnitId, why: str) -> None:
    g.place(unit, g.board.lost[GERMAN])
    g.green &= ~(1 << unit)
    g.grey &= ~(1 << unit)
    g.emit(Withdrawn(unit=unit, why=why, rule="13.3.5"))


@rule("13.3.3")
def garrison_morale(g: Bradley, space: Space) -> int:
    """The morale of the best regular German unit within three hexes, from which the garrison is drawn."""
    board, near = g.board, g.board.within(space, NEAR)
    drawn = [
        board.units[unit].morale for unit in each_unit(g.on_map(GERMAN) & ~board.garrisons) if near & bit(g.space[unit])
    ]
    return max(drawn, default=0)


@rule("13.3", "13.3.1")
class GarrisonForts(Procedure[Bradley], frozen=True):
    """Before play: a platoon goes into every empty fort within three hexes of a German unit, while they last."""

    def start(self, g: Bradley) -> Step:
        if not free_garrisons(g) or not empty_forts(g):
            return DONE
        return Call(PlaceGarrison(by=GERMAN), then=self.again)

    def title(self, g: Bradley) -> str:
        return "Garrisons"


def free_garrisons(g: Bradley) -> Units:
    """Garrison counters that have not been placed."""
    return g.here.get(g.board.barracks, 0) & g.board.garrisons


def empty_forts(g: Bradley) -> Spaces:
    """Forts in play where a garrison may be placed."""
    return g.board.forts & g.playable & ~g.occupied(GERMAN) & in_reach_of_units(g)


@rule("13.3.1")
class PlaceGarrison(Decision[Bradley], frozen=True):
    """The German picks the next fort to be garrisoned."""

    def offers(self, g: Bradley) -> Iterator[Offer]:
        yield PickSpace(
            "garrison",
            g,
            only(g.board.forts & g.playable, "13.3", "{} is not a fort of this scenario"),
            bar(g.occupied(GERMAN), "13.3", "{} is occupied"),
            only(in_reach_of_units(g), "13.3", "no German unit is within three hexes of {}"),
        )

    def chosen(self, g: Bradley, action: Action) -> Step:
        unit = each_unit(free_garrisons(g))[0]
        g.place(unit, action[1])
        g.emit(Placed(unit=unit, space=action[1], rule="13.3.1"))
        return DONE

    def prompt(self, g: Bradley) -> str:
        return f"Which fort gets a garrison? {counted(free_garrisons(g).bit_count(), 'platoon')} to go."

    def title(self, g: Bradley) -> str:
        return "Garrison"
