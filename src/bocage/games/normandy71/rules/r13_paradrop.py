"""Game-Turn 1, Allied unit placement: landing forces to their boxes, commandos ashore, and the paradrop."""

from collections.abc import Iterator

from bocage.games.normandy71.board import each_unit, lowest, union
from bocage.games.normandy71.events import DropZoneTold, NotDropped
from bocage.games.normandy71.rules.r04_movement import has_room, pass_through
from bocage.games.normandy71.rules.r07_zones_of_control import held
from bocage.games.normandy71.rules.r08_stacking import break_down
from bocage.games.normandy71.sides import ALLIED, GERMAN
from bocage.games.normandy71.state import Game71
from bocage.kernel.actions import Action
from bocage.kernel.bars import Offer, PickSpace, PickUnit, only
from bocage.kernel.chance import Roll
from bocage.kernel.events import Moved, Rolled
from bocage.kernel.flow import DONE, Call, Decision, Procedure, Step, replace
from bocage.kernel.ids import NOWHERE, Space, Spaces, UnitId, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import bit, each
from bocage.kernel.wording import counted


@rule("Invasion.1C1", "Allied.Commandos", "Allied.Parachutes")
class Placement(Procedure[Game71], frozen=True):
    """The plan is carried out: forces to their beach boxes, commandos to the coast, paratroops one by one."""

    def start(self, g: Game71) -> Step:
        board = g.board
        for unit in each_unit(board.of_force["assault"] | board.of_force["commando"]):
            to = g.plan[unit]
            if to != NOWHERE:
                g.place(unit, to)
                g.plan[unit] = NOWHERE
                g.invaded |= bit(board.beach_hex[to]) if to in board.beach_hex else 0
                g.emit(Moved(unit=unit, path=(board.britain, to), how="comes to", rule="Invasion.1C1"))
                pass_through(g, ALLIED, bit(to))
            elif board.commandos >> unit & 1:
                g.eliminate(unit, "Allied.Commandos", "does not land and is out of the game")
        return Drops(units=board.of_force["parachute"])


@rule("Invasion.1C2")
class Drops(Procedure[Game71], frozen=True):
    """Each regiment drops in turn."""

    called = "Paradrop"
    units: Units

    def start(self, g: Game71) -> Step:
        units = self.units
        while units:
            unit = lowest(units)
            units &= ~(1 << unit)
            if g.plan[unit] != NOWHERE:
                g.emit(DropZoneTold(unit=unit, at=g.plan[unit], rule="Invasion.1C2"))
                return Call(Drop(unit=unit, zone=g.plan[unit]), then=Drops(units=units).after)
            g.emit(NotDropped(unit=unit, rule="Parachute.A"))
            g.eliminate(unit, "Parachute.A", "does not drop and is out of the game")
        return DONE

    def after(self, g: Game71, _: object) -> Step:
        return self


@rule("Invasion.Scatter")
class Drop(Procedure[Game71], frozen=True):
    """A regiment drops: battalions lost, perhaps a hex of scatter, and then it lands."""

    unit: UnitId
    zone: Space
    units: Units = 0

    def start(self, g: Game71) -> Step:
        g.plan[self.unit] = NOWHERE
        return Call(Roll(what="drop roll"), then=self.rolled)

    def rolled(self, g: Game71, die: int) -> Step:
        board = g.board
        row = board.scatter[die]
        close = bool(bit(self.zone) & (board.bocage | board.city))
        result = row.close if close else row.clear
        where = board.describe(self.zone)
        meaning = f"{board.unit_name(self.unit)} drops on {where}: {in_words(result)}"
        g.emit(
            Rolled(
                what="Paradrop",
                roll=die,
                meaning=meaning,
                rule="Invasion.Scatter",
                result=in_words(result),
                by=ALLIED,
                units=(self.unit,),
                at=(self.zone,),
            )
        )
        units = lose_battalions(g, self.unit, _losses(result))
        if "S" in result:
            return Call(Roll(what="scatter direction"), then=replace(self, units=units).scattered)
        return Landing(units=units, space=self.zone)

    def scattered(self, g: Game71, die: int) -> Step:
        grid = g.board.grid
        assert grid is not None
        space = grid.neighbour(self.zone, g.board.winds[die])
        where = "off the map" if space == NOWHERE else f"to {g.board.describe(space)}"
        meaning = f"{g.board.unit_name(self.unit)} is blown {where}"
        g.emit(
            Rolled(
                what="Scatter",
                roll=die,
                meaning=meaning,
                rule="Invasion.Scatter",
                result="off the map" if space == NOWHERE else "a hex aside",
                by=ALLIED,
                units=(self.unit,),
                at=(space,),
            )
        )
        return Landing(units=self.units, space=space)

    def title(self, g: Game71) -> str:
        return g.board.counters[self.unit].name


def in_words(result: str) -> str:
    """What a result of the table means: `-1 S (a battalion lost, scattered)`."""
    lost = _losses(result)
    words = [counted(lost, "battalion") + " lost"] if lost else []
    words += ["scattered"] if "S" in result else []
    return f"{result} ({', '.join(words) or 'together'})"


def _losses(result: str) -> int:
    return next((-int(word) for word in result.split() if word.startswith("-")), 0)


def lose_battalions(g: Game71, unit: UnitId, losses: int) -> Units:
    """What is left of a regiment that lost battalions in the drop."""
    if not losses:
        return 1 << unit
    left = break_down(g, unit)
    for part in each_unit(left)[:losses]:
        g.eliminate(part, "Invasion.Scatter", "is lost in the drop")
        left &= ~(1 << part)
    return left


@rule("Parachute.B")
class Landing(Procedure[Game71], frozen=True):
    """What is left of a regiment comes down in a hex: not in the sea, off the map or among Germans."""

    units: Units
    space: Space

    def start(self, g: Game71) -> Step:
        if self.space == NOWHERE or bit(self.space) & (g.board.sea | held(g, GERMAN)):
            why = "is scattered off the map" if self.space == NOWHERE else "comes down where nobody survives"
            for unit in each_unit(self.units):
                g.eliminate(unit, "Parachute.B", f"{why} and is lost")
            return DONE
        units = self.units
        while units:
            unit = lowest(units)
            units &= ~(1 << unit)
            if has_room(g, unit, self.space):
                touch_down(g, unit, self.space)
            elif near := rooms_near(g, unit, self.space):
                return Call(MakeWay(by=ALLIED, unit=unit, near=near), then=replace(self, units=units).after)
            else:
                g.eliminate(unit, "Stacking", "finds no room to land and is lost")
        return DONE

    def after(self, g: Game71, _: object) -> Step:
        return self


def touch_down(g: Game71, unit: UnitId, space: Space) -> None:
    """A unit is on the ground; until supply reaches it, it stays there (Parachute.D)."""
    start = g.space[unit]
    g.place(unit, space)
    g.cut_off |= 1 << unit
    pass_through(g, ALLIED, bit(space))
    g.emit(Moved(unit=unit, path=(start, space), how="is down in", rule="Invasion.1C2"))


def rooms_near(g: Game71, unit: UnitId, space: Space) -> Spaces:
    """Adjacent hexes where a unit without room may come down instead."""
    near = g.board.country.spread(bit(space)) & ~held(g, GERMAN)
    return union(bit(to) for to in each(near) if has_room(g, unit, to))


@rule("Stacking.A")
class MakeWay(Decision[Game71], frozen=True):
    """A dropped unit beyond the stacking limit comes down next to its hex."""

    called = "No room"
    unit: UnitId
    near: Spaces

    def offers(self, g: Game71) -> Iterator[Offer]:
        me = only(1 << self.unit, "Stacking.A", lambda _: f"{g.board.unit_title(self.unit)} is to come down now")
        hexes = only(self.near, "Stacking.A", "{} is not a hex next to the drop with room and without Germans")
        yield PickUnit("land", g, me, then=lambda unit: PickSpace("land", g, hexes, before=(unit,)))

    def chosen(self, g: Game71, action: Action) -> Step:
        touch_down(g, self.unit, action[2])
        return DONE

    def prompt(self, g: Game71) -> str:
        return f"There is no room for {g.board.unit_name(self.unit)}: in which hex next to it does it come down?"
