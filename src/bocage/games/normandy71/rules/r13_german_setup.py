"""Game-Turn 1, German deployment: the order of battle drawn in secret, units placed, entrenchments."""

from collections.abc import Iterator

from bocage.games.normandy71.board import SET_UP_NEAR, each_unit
from bocage.games.normandy71.events import DefencesShown, OrderDrawn, Placed
from bocage.games.normandy71.records import ORDERS
from bocage.games.normandy71.rules.r04_movement import has_room
from bocage.games.normandy71.rules.r08_stacking import most
from bocage.games.normandy71.secrecy import Hidden
from bocage.games.normandy71.sides import GERMAN
from bocage.games.normandy71.state import Game71
from bocage.kernel.actions import Action
from bocage.kernel.bars import Act, Offer, PickSpace, PickUnit, PickWord, bar, only
from bocage.kernel.chance import Roll
from bocage.kernel.flow import DONE, Call, Procedure, Step
from bocage.kernel.ids import Space, Spaces, UnitId
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import bit, each


@rule("Invasion.1B1", "German.A", "German.B", "German.C", "German.D", "German.E", "German.F")
class ChooseOrder(Procedure[Game71], frozen=True):
    """The German side lists its six orders of battle in secret; a die that both see says which of them it plays."""

    called = ""

    def start(self, g: Game71) -> Step:
        if g.fixed_order:
            return self.settle(g, g.fixed_order)
        return Call(ListOrders(by=GERMAN), then=self.listed)

    def listed(self, g: Game71, _: object) -> Step:
        return Call(Roll(what="die for the German order of battle"), then=self.rolled)

    def rolled(self, g: Game71, die: int) -> Step:
        return self.settle(g, g.listed[die - 1])

    def settle(self, g: Game71, order: str) -> Step:
        g.order = order
        g.due = g.board.due(order, 0)
        g.emit(OrderDrawn(side=GERMAN, order=order, rule="Invasion.1B1", audience=(GERMAN,)))
        return DONE


AREAS = {
    "anywhere": "Anywhere on the map",
    "falaise": f"Within {SET_UP_NEAR} hexes of Falaise",
    "coutances": f"Within {SET_UP_NEAR} hexes of Coutances",
    "south-edge": f"Within {SET_UP_NEAR} hexes of the southern edge",
    "caen-or-st-lo": "In Caen or Saint-Lô",
}


@rule("Invasion.1B2")
class Concealed(Hidden, frozen=True):
    """A decision that the Allies, turned away from the map, do not watch."""

    what = "sets up"


@rule("Invasion.1B1")
class ListOrders(Concealed, frozen=True):
    """Which order of battle stands under the next number."""

    called = "Secret list"

    def offers(self, g: Game71) -> Iterator[Offer]:
        free = sum(1 << n for n, order in enumerate(ORDERS) if order not in g.listed)
        yield PickWord("list", ORDERS, only(free, "Invasion.1B1", "order of battle {} is on the list already"))

    def chosen(self, g: Game71, action: Action) -> Step:
        g.listed += ORDERS[action[1]]
        if len(g.listed) == len(ORDERS) - 1:
            g.listed += next(order for order in ORDERS if order not in g.listed)
        return self if len(g.listed) < len(ORDERS) else DONE

    def prompt(self, g: Game71) -> str:
        return (
            f"Which order of battle do you write under number {len(g.listed) + 1}? A die will pick the number;"
            " rules German.A to German.F describe the six."
        )


class GermanSetup(Procedure[Game71], frozen=True):
    """Units are placed and entrenched out of sight; then the Allies see the map again."""

    called = ""

    def start(self, g: Game71) -> Step:
        return Call(PlaceUnits(by=GERMAN), then=self.placed)

    def placed(self, g: Game71, _: object) -> Step:
        return Call(DigIn(by=GERMAN), then=self.shown)

    def shown(self, g: Game71, _: object) -> Step:
        g.started = True
        for space, here in g.here.items():
            if space < g.board.first_box and not g.dug_in[GERMAN] & bit(space):
                g.hidden &= ~here
        g.touch()
        g.emit(DefencesShown(side=GERMAN, rule="Invasion.1B2"))
        return DONE


@rule("Invasion.1B2")
class PlaceUnits(Concealed, frozen=True):
    """Pick a unit to place, or have the rest placed."""

    called = "Placing units"
    question = "Which unit do you place? Or have the rest placed for you."

    def offers(self, g: Game71) -> Iterator[Offer]:
        start = g.board.due(g.order, 0)
        yield PickUnit(
            "select",
            g,
            only(start, "Invasion.1B2", "{} is not in the set-up of your order of battle"),
            only(g.due, "Invasion.1B2", "{} has been placed"),
        )
        yield Act("auto")

    def chosen(self, g: Game71, action: Action) -> Step:
        if action[0] == "auto":
            place_rest(g)
            return DONE
        return PlaceAt(by=self.by, unit=action[1])


@rule("Invasion.1B2")
class PlaceAt(Concealed, frozen=True):
    """Where a unit begins, within the limits of the order of battle and never on the coast."""

    called = "Placing units"
    unit: UnitId

    def offers(self, g: Game71) -> Iterator[Offer]:
        me = only(1 << self.unit, "Invasion.1B2", lambda _: f"{g.board.unit_title(self.unit)} is to be placed now")
        yield PickUnit("place", g, me, then=lambda unit: places(g, unit))

    def chosen(self, g: Game71, action: Action) -> Step:
        put(g, self.unit, action[2])
        return PlaceUnits(by=self.by) if g.due else DONE

    def prompt(self, g: Game71) -> str:
        return f"Where does {g.board.unit_name(self.unit)} begin? {AREAS[area_of(g, self.unit)]}, not on the coast."


def setup_hexes(g: Game71, unit: UnitId) -> Spaces:
    """The hexes where a unit may begin."""
    allowed = g.board.unit_hexes[g.order].get(unit, 0)
    for space in g.here:
        if space < g.board.first_box and not has_room(g, unit, space):
            allowed &= ~bit(space)
    return allowed


def area_of(g: Game71, unit: UnitId) -> str:
    """The area that the order of battle gives a unit to begin in."""
    return next(entry.where[0] for entry in g.board.orders[g.order] if not entry.turn and entry.units >> unit & 1)


def put(g: Game71, unit: UnitId, space: Space) -> None:
    """A unit begins in a hex; only the German side knows."""
    g.place(unit, space)
    g.due &= ~(1 << unit)
    g.emit(Placed(unit=unit, at=space, rule="Invasion.1B2", audience=(GERMAN,)))


def place_rest(g: Game71) -> None:
    """Place what is left where it stood, or where our list would have it."""
    board = g.board
    plan = board.pack.scenarios[g.scenario].german
    for unit in each_unit(g.due):
        area: list[str] = getattr(plan, area_of(g, unit).replace("-", "_"))
        wanted = [*plan.units.get(board.counters[unit].id, ()), *area]
        allowed = setup_hexes(g, unit)
        known = [space for name in wanted if allowed & bit(space := board.space(name))]
        lone = [space for space in known if space not in g.here]
        put(g, unit, (lone or known or list(each(allowed)))[0])


@rule("Invasion.1B2", "Stacking")
def places(g: Game71, unit: UnitId) -> PickSpace:
    """Where a unit may begin."""
    board, name = g.board, g.board.unit_title(unit)
    area = board.unit_hexes[g.order].get(unit, 0)
    return PickSpace(
        "place",
        g,
        only(board.inland, "Invasion.1B2", "{} is sea or partly sea"),
        only(area, f"German.{g.order}", lambda to: f"{name} begins elsewhere than in {board.describe(to)}"),
        only(setup_hexes(g, unit), "Stacking", lambda to: f"{board.describe(to)} holds at most {most(g, to)}"),
        before=(unit,),
    )


@rule("Invasion.1B2", "Entrenchment")
class DigIn(Concealed, frozen=True):
    """Which hexes are entrenched when the game begins: any but fortifications."""

    called = "Entrenchments"
    question = "Which hexes are entrenched? Entrenchments hide what is in them."

    def offers(self, g: Game71) -> Iterator[Offer]:
        able = can_be_entrenched(g)
        yield PickSpace(
            "entrench",
            g,
            bar(g.board.fort, "Entrenchment", "{} is a fortification"),
            bar(g.dug_in[GERMAN], "Entrenchment", "{} is entrenched already"),
            only(able, "Entrenchment", "there are no units of yours in {}"),
        )
        yield Act("entrench-all", bar(not able, "Entrenchment", "no hex is left to entrench"))
        yield Act("done")

    def chosen(self, g: Game71, action: Action) -> Step:
        if action[0] == "entrench":
            g.dug_in[GERMAN] |= bit(action[1])
            g.touch()
            return self
        if action[0] == "entrench-all":
            g.dug_in[GERMAN] |= can_be_entrenched(g)
            g.touch()
        return DONE


def can_be_entrenched(g: Game71) -> Spaces:
    """Hexes with German units, neither fortified nor entrenched."""
    found = 0
    for space, here in g.here.items():
        if space < g.board.first_box and here & g.board.of_side[GERMAN]:
            found |= bit(space)
    return found & ~g.board.fort & ~g.dug_in[GERMAN]
