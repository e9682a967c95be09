"""Game-Turn 1, secret deployment of the Allies: beaches, supply areas, commandos and drop zones."""

from collections.abc import Iterator
from typing import ClassVar

from bocage.games.normandy71.board import each_unit, lowest, union
from bocage.games.normandy71.events import LandingPlanned, PlanCompleted, SupplyAreaChosen
from bocage.games.normandy71.secrecy import Hidden
from bocage.games.normandy71.sides import ALLIED
from bocage.games.normandy71.state import Game71
from bocage.kernel.actions import Action
from bocage.kernel.bars import Act, Offer, PickSpace, PickUnit, all_alike, bar, only
from bocage.kernel.flow import DONE, Call, Done, Frame, Procedure, Step
from bocage.kernel.ids import NOWHERE, Side, Space, Spaces, UnitId, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import bit, each, spaces

MOST_BEACHES = 8
MOST_SUPPLY = 5


class AlliedPlan(Procedure[Game71], frozen=True):
    """The parts of the plan, one after another."""

    called = ""
    stage: int = 0

    def start(self, g: Game71) -> Step:
        parts = (Landings, SupplyAreas, CommandoLandings, DropZones)
        if self.stage == len(parts):
            return DONE
        return Call(parts[self.stage](by=ALLIED), then=AlliedPlan(self.stage + 1).after)

    def after(self, g: Game71, whole: object) -> Step:
        return DONE if whole else self

    def seen_by(self, g: Game71, side: Side | None) -> Frame:
        return self if side == ALLIED else AlliedPlan()


@rule("Invasion.1A1")
class Secret(Hidden, frozen=True):
    """A part of the plan. `historical` fills in all that is still open."""

    what = "plans the invasion"

    def history(self, g: Game71) -> Step:
        """Complete the plan as it was in June 1944 and end it."""
        complete(g)
        g.emit(PlanCompleted(side=ALLIED, rule="Invasion.1A1", audience=(ALLIED,)))
        return Done(True)


@rule("Invasion.1A1", "Allied.Assault")
class Landings(Secret, frozen=True):
    """Which forces land on which beaches: at most eight beaches of the seventeen."""

    question = "Which assault force lands on which beach? At most eight beaches; the rest may follow later."

    def offers(self, g: Game71) -> Iterator[Offer]:
        assault, boxes = g.board.of_force["assault"], spaces(open_boxes(g))
        yield PickUnit(
            "assign",
            g,
            only(assault, "Allied.Assault", "{} is not of the assault force"),
            only(unassigned(g), "Invasion.1A1", "{} has its beach already"),
            then=lambda unit: beaches_for(g, unit, boxes),
            alike=all_alike,
        )
        yield Act("historical")
        yield Act("done", bar(not planned_beaches(g), "Invasion.1A1", "nobody lands anywhere yet"))

    def chosen(self, g: Game71, action: Action) -> Step:
        if action[0] == "historical":
            return self.history(g)
        if action[0] == "done":
            return DONE
        _, unit, box = action
        g.plan[unit] = box
        g.emit(LandingPlanned(unit=unit, at=box, how="land:", rule="Invasion.1A1", audience=(ALLIED,)))
        return self if unassigned(g) else DONE


@rule("Invasion.1A1")
class SupplyAreas(Secret, frozen=True):
    """Which of the invaded beaches will be supply areas: at most five."""

    question = "Which invaded beaches are supply areas? At most five, and the German is never told."

    def offers(self, g: Game71) -> Iterator[Offer]:
        board, choices = g.board, supply_choices(g)
        yield PickSpace(
            "supply",
            g,
            only(planned_beaches(g), "Invasion.1A1", "{} is not the box of an invaded beach"),
            bar(spaces(board.box_of[beach] for beach in each(g.supply)), "Invasion.1A1", "{} is a supply area already"),
            only(spaces(choices), "Invasion.1A1", "there are five supply areas already, and {} would be one more"),
        )
        yield Act("historical")
        yield Act("done", bar(not g.supply, "Invasion.1A1", "there is no supply area yet"))

    def chosen(self, g: Game71, action: Action) -> Step:
        if action[0] == "historical":
            return self.history(g)
        if action[0] == "done":
            return DONE
        g.supply |= bit(g.board.beach_hex[action[1]])
        g.emit(SupplyAreaChosen(at=action[1], rule="Invasion.1A1", audience=(ALLIED,)))
        return self if supply_choices(g) else DONE


@rule("Invasion.1A2")
class _OneByOne(Secret, frozen=True):
    """A force whose units are planned one by one: a hex for each, or none, and then it never comes."""

    done: Units = 0
    FORCE: ClassVar[str]
    VERB: ClassVar[str]
    DOES: ClassVar[str]
    AT: ClassVar[str]
    WHERE: ClassVar[str]

    def unit(self, g: Game71) -> UnitId:
        """The next of them."""
        return lowest(g.board.of_force[self.FORCE] & ~self.done)

    def hexes(self, g: Game71) -> Spaces:
        """Where it may come down."""
        return g.board.land

    def offers(self, g: Game71) -> Iterator[Offer]:
        unit = self.unit(g)
        now = only(1 << unit, "Invasion.1A2", lambda _: f"{g.board.unit_title(unit)} is to be planned now")
        hexes = only(self.hexes(g), "Invasion.1A2", f"{self.WHERE}, not in {{}}")
        yield PickUnit(self.VERB, g, now, then=lambda _: PickSpace(self.VERB, g, hexes, before=(unit,)))
        yield PickUnit("keep", g, now)
        yield Act("historical")

    def chosen(self, g: Game71, action: Action) -> Step:
        if action[0] == "historical":
            return self.history(g)
        unit = self.unit(g)
        if action[0] == self.VERB:
            g.plan[unit] = action[2]
            to, how = Space(action[2]), f"{self.DOES} {self.AT}"
            g.emit(LandingPlanned(unit=unit, at=to, how=how, rule="Invasion.1A2", audience=(ALLIED,)))
        me = type(self)(by=ALLIED, done=self.done | 1 << unit)
        return me if me.unit(g) >= 0 else DONE

    def prompt(self, g: Game71) -> str:
        name = g.board.unit_name(self.unit(g))
        return f"Where does {name} {self.DOES}? A unit that does not {self.DOES} now never will."


@rule("Invasion.1A2", "Allied.Commandos")
class CommandoLandings(_OneByOne, frozen=True):
    """Where commandos come ashore: any hex that is partly sea, or nowhere, and then they never come."""

    called = "Commandos"
    FORCE, VERB, DOES, AT = "commando", "commando", "land", "in"
    WHERE = "commandos land in hexes that are partly sea"

    def hexes(self, g: Game71) -> Spaces:
        return g.board.coast


@rule("Invasion.1A2", "Parachute", "Parachute.A", "Allied.Parachutes")
class DropZones(_OneByOne, frozen=True):
    """Where paratroops drop: anywhere on land, whole regiments only, and all on the first turn or never."""

    FORCE, VERB, DOES, AT = "parachute", "drop", "drop", "on"
    WHERE = "paratroops drop on land"


def unassigned(g: Game71) -> Units:
    """Assault forces without a beach."""
    return union(1 << unit for unit in each_unit(g.board.of_force["assault"]) if g.plan[unit] == NOWHERE)


def planned_beaches(g: Game71) -> Spaces:
    """The boxes that have forces in the plan."""
    return spaces(g.plan[unit] for unit in each_unit(g.board.of_force["assault"]))


def beaches_for(g: Game71, unit: UnitId, boxes: Spaces) -> PickSpace:
    """The boxes of the beaches where a unit may land."""
    return PickSpace(
        "assign",
        g,
        only(g.board.boxes_afloat, "Invasion.1A1", "{} is not a beach box"),
        only(boxes, "Invasion.1A1", "the plan has its eight beaches already, and {} is not one of them"),
        before=(unit,),
        order=g.board.beach_boxes,
    )


def open_boxes(g: Game71) -> list[Space]:
    """The boxes that may still receive forces."""
    chosen = planned_beaches(g)
    full = chosen.bit_count() >= MOST_BEACHES
    return [box for box in g.board.beach_boxes if not full or chosen & bit(box)]


def supply_choices(g: Game71) -> list[Space]:
    """The boxes of invaded beaches that may still become supply areas."""
    if g.supply.bit_count() >= MOST_SUPPLY:
        return []
    return [box for box in each(planned_beaches(g)) if not g.supply & bit(g.board.beach_hex[box])]


def complete(g: Game71) -> None:
    """Fill in what the plan lacks from the historical one, within its limits."""
    board = g.board
    plan = board.pack.scenarios[g.scenario].allied
    for name, where in plan.landings.items():
        unit, box = board.unit_ids[name], board.space(where)
        if g.plan[unit] == NOWHERE and box in open_boxes(g):
            g.plan[unit] = box
    invaded = [board.names[box] for box in each(planned_beaches(g))]
    for where in [name for name in plan.supply if name in invaded] or invaded[:1]:
        if board.space(where) in supply_choices(g):
            g.supply |= bit(board.beach_hex[board.space(where)])
    for name, where in (*plan.commandos.items(), *plan.drops.items()):
        unit, space = board.unit_ids[name], board.space(where)
        room = board.land if board.of_force["parachute"] >> unit & 1 else board.coast
        if g.plan[unit] == NOWHERE and room & bit(space):
            g.plan[unit] = space
