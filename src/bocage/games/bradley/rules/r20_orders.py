"""20.1, 20.2 and 20.5: the automaton's formations, their orders for the turn, and units out of command."""

from collections.abc import Mapping

from bocage.games.bradley.events import Ordered, OutOfCommand
from bocage.games.bradley.records import OrderRow
from bocage.games.bradley.rules.r16_headquarters import covers
from bocage.games.bradley.sides import ALLIED, GERMAN
from bocage.games.bradley.state import Bradley, each_unit
from bocage.kernel.chance import Rolls
from bocage.kernel.flow import DONE, Call, Procedure, Step
from bocage.kernel.ids import NOWHERE, Side, UnitId, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.table import band

NAMES = ("american", "german")
"""The values of the option `solitaire`, by side."""
NEAR_BEACHHEAD = 12
STATIC = "static"
RESERVE = "support in reserve"
HANDFUL = 3


@rule("20.0", "20.1")
def plays(g: Bradley, side: Side) -> bool:
    """Whether the automaton holds a side."""
    return g.options["solitaire"] == NAMES[side]


@rule("20.2")
def formation_of(g: Bradley, unit: UnitId) -> str:
    """The group of a unit: its division; static companies by themselves; others with the nearest headquarters."""
    counter = g.board.units[unit]
    if counter.type == STATIC:
        return STATIC
    if counter.formation:
        return counter.formation
    staffs = each_unit(g.on_map(counter.side) & g.board.headquarters)
    if not staffs:
        return "independent"
    nearest = min(staffs, key=lambda staff: (g.board.distance(g.space[staff], g.space[unit]), staff))
    return g.board.units[nearest].formation


def formations(g: Bradley, side: Side) -> dict[str, Units]:
    """A side's units on the map by group, in a fixed order."""
    found: dict[str, Units] = {}
    for unit in each_unit(g.on_map(side) & ~g.board.garrisons):
        name = formation_of(g, unit)
        found[name] = found.get(name, 0) | 1 << unit
    return dict(sorted(found.items()))


@rule("20.2")
def order_modifier(g: Bradley, side: Side, name: str, units: Units) -> int:
    """Armour and a near beachhead embolden a group; losses, static troops and the night hold it back."""
    board = g.board
    lost = sum(1 for u in each_unit(g.here.get(board.lost[side], 0)) if board.units[u].formation == name)
    weak = (units & g.disrupted).bit_count() + lost
    total = units.bit_count() + lost
    heads = [space for space in g.beachheads if space != NOWHERE]
    near = any(board.distance(g.space[u], head) <= NEAR_BEACHHEAD for u in each_unit(units) for head in heads)
    return (
        bool(units & board.armour)
        + (side == GERMAN and near)
        - (2 * weak >= total)
        - 2 * (name == STATIC)
        - int(g.night)
    )


def rows_of(g: Bradley, side: Side) -> list[OrderRow]:
    """The orders that a side may get, lowest roll first."""
    return [row for row in g.board.charts.orders if row.side == g.sides[side]]


@rule("20.2", "20.4")
class GiveOrders(Procedure[Bradley], frozen=True):
    """At the start of the automaton's player turn each group gets its orders by two dice."""

    by: Side
    given: int = 0

    def start(self, g: Bradley) -> Step:
        groups = formations(g, self.by)
        if self.given == 0:
            g.orders = {RESERVE: g.support // 2 if self.by == ALLIED else 0}
        if self.given >= len(groups):
            return Remote(by=self.by)
        return Call(Rolls(what="automaton's orders"), then=self.rolled)

    def rolled(self, g: Bradley, dice: tuple[int, int]) -> Step:
        name, units = list(formations(g, self.by).items())[self.given]
        roll = sum(dice)
        modified = roll + order_modifier(g, self.by, name, units)
        rows = rows_of(g, self.by)
        number = max(0, band([row.lowest for row in rows], modified))
        g.orders[name] = number
        g.emit(Ordered(formation=name, dice=dice, modified=modified, order=rows[number].order, rule="20.2"))
        return GiveOrders(by=self.by, given=self.given + 1)

    def title(self, g: Bradley) -> str:
        return "Automaton's orders"


@rule("20.5")
def out_of_touch(g: Bradley, side: Side) -> Units:
    """Units outside every radius of their own headquarters, or of any if they are independent."""
    board = g.board
    staffs = each_unit(g.on_map(side) & board.headquarters)
    found = 0
    for unit in each_unit(g.on_map(side) & ~board.garrisons & ~board.headquarters):
        mine = board.units[unit].formation
        own = [staff for staff in staffs if not mine or board.units[staff].formation == mine]
        if not any(covers(g, staff, g.space[unit]) for staff in own):
            found |= 1 << unit
    return found


@rule("20.5")
class Remote(Procedure[Bradley], frozen=True):
    """A unit out of touch acts only on a die of its morale plus one or less; otherwise it holds this turn."""

    by: Side
    asked: Units = 0

    def start(self, g: Bradley) -> Step:
        if not self.asked:
            g.remote = 0
        lot = self._lot(g)
        return Call(Rolls(what="remote command", count=len(lot)), then=self.rolled) if lot else DONE

    def _lot(self, g: Bradley) -> list[UnitId]:
        """The next few units: a handful of dice at a time."""
        return each_unit(out_of_touch(g, self.by) & ~self.asked)[:HANDFUL]

    def rolled(self, g: Bradley, dice: tuple[int, ...]) -> Step:
        asked = self.asked
        for unit, roll in zip(self._lot(g), dice, strict=True):
            acts = roll <= g.board.units[unit].morale + 1
            asked |= 1 << unit
            g.remote |= 0 if acts else 1 << unit
            g.emit(OutOfCommand(unit=unit, dice=(roll,), acts=acts, rule="20.5"))
        return Remote(by=self.by, asked=asked)

    def title(self, g: Bradley) -> str:
        return "Remote command"


@rule("20.4")
def order_of(g: Bradley, unit: UnitId) -> OrderRow:
    """The orders under which a unit acts; those out of touch hold."""
    side = g.board.units[unit].side
    rows = rows_of(g, side)
    steady = next(row for row in rows if row.move == "stay")
    number = g.orders.get(formation_of(g, unit))
    return steady if number is None or g.remote >> unit & 1 else rows[number]


def reserve(orders: Mapping[str, int]) -> int:
    """Support points that the American automaton keeps for its defence (20.4)."""
    return orders.get(RESERVE, 0)
