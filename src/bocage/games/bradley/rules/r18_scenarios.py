"""18 Scenarios: the German set-up, mines, and what each scenario changes."""

from collections.abc import Iterator

from bocage.games.bradley.events import MinesLaid, Placed
from bocage.games.bradley.records import Choose
from bocage.games.bradley.rules.r05_beachhead import entered
from bocage.games.bradley.rules.r08_stacking import has_room
from bocage.games.bradley.rules.r13_garrisons import GarrisonForts
from bocage.games.bradley.rules.r15_engineers import mine_ground
from bocage.games.bradley.sides import ALLIED, BEACHES, DIRECTIONS, GERMAN, MODES, MOVEMENT
from bocage.games.bradley.state import Bradley, each_unit
from bocage.kernel.actions import Action
from bocage.kernel.bars import Act, Offer, PickSpace, PickUnit, PickWord, bar, only
from bocage.kernel.chance import Roll
from bocage.kernel.facing import ModeChanged
from bocage.kernel.flow import DONE, Call, Decision, Procedure, Step, replace
from bocage.kernel.ids import Side, Space, Spaces, UnitId, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import BITS, bit, each
from bocage.kernel.wording import counted

FROM_THE_BEACH = 3
NEAR_FROZEN = 6


@rule("2.5", "18.0", "18.1.1", "18.2.1")
class SetUp(Procedure[Bradley], frozen=True):
    """The German places what he may choose, picks modes and facings, garrisons his forts and lays his mines."""

    def start(self, g: Bradley) -> Step:
        return Call(PlaceAll(), then=self.modes)

    def modes(self, g: Bradley, _: object) -> Step:
        return Call(Postures(by=GERMAN), then=self.garrisons)

    def garrisons(self, g: Bradley, _: object) -> Step:
        return Call(GarrisonForts(), then=self.mines)

    def mines(self, g: Bradley, _: object) -> Step:
        return Call(MineBeaches(), then=self.done)

    def done(self, g: Bradley, _: object) -> Step:
        return DONE

    def title(self, g: Bradley) -> str:
        return "Set-up"


@rule("18.1.1")
class PlaceAll(Procedure[Bradley], frozen=True):
    """Unit by unit, in the order of the scenario's list."""

    def start(self, g: Bradley) -> Step:
        for choice in choices(g):
            for name in choice.units:
                unit = g.board.unit_ids[name]
                if g.space[unit] == g.board.barracks:
                    return Call(PlaceUnit(by=GERMAN, unit=unit), then=self.again)
        return DONE

    def again(self, g: Bradley, _: object) -> Step:
        return self

    def title(self, g: Bradley) -> str:
        return ""


@rule("18.3", "18.4", "18.5")
def choices(g: Bradley) -> list[Choose]:
    """Who may be placed where; 18.4 and 18.5 free some units, and 18.5 all that are not static."""
    rules, found = g.rules, []
    land = [kind for kind in g.board.of_terrain if kind in {"clear", "hill", "town", "city", "swamp"}]
    for name in rules.forces:
        for choice in g.board.forces[name].choose:
            free = [unit for unit in choice.units if unit in rules.anywhere]
            if free:
                found.append(Choose(units=free, on=land))
            found.append(replace(choice, units=[unit for unit in choice.units if unit not in rules.anywhere]))
    if rules.free_setup:
        movable = [
            g.board.units[unit].id
            for unit in each_unit(g.here.get(g.board.barracks, 0) | g.on_map(GERMAN))
            if is_free(g, unit)
        ]
        found = [replace(choice, units=[u for u in choice.units if u not in movable]) for choice in found]
        found.append(Choose(units=movable, on=[*land, "strongpoint", "nest"], apart=FROM_THE_BEACH))
    return found


@rule("18.5")
def is_free(g: Bradley, unit: UnitId) -> bool:
    """18.5: every German unit that is neither static, a garrison nor an emplaced gun."""
    counter = g.board.units[unit]
    fixed = counter.type in {"static", "garrison"} or not counter.faces[1].allowance
    return counter.side == GERMAN and not fixed


def choice_of(g: Bradley, unit: UnitId) -> Choose:
    """The row that says where a unit may be placed."""
    name = g.board.units[unit].id
    return next(choice for choice in choices(g) if name in choice.units)


@rule("18.1.1", "18.2.1")
def allowed_ground(g: Bradley, choice: Choose) -> Spaces:
    """The hexes that a row of the set-up allows, leaving aside who stands there."""
    board = g.board
    found: Spaces = 0
    for kind in choice.on:
        found |= {"strongpoint": board.strongpoints, "nest": board.nests}.get(kind, board.of_terrain.get(kind, 0))
    found &= g.playable & board.land
    (west, east), (north, south) = choice.columns, choice.rows
    found = sum(BITS[s] for s in each(found) if west <= board.column(s) <= east and north <= board.row(s) <= south)
    if choice.around:
        found &= board.disc(board.space(choice.around), choice.within)
    if choice.beach:
        area = board.beach_areas[0][BEACHES.index(choice.beach)]
        found &= board.adjacency.dilate(area, choice.within) & ~board.adjacency.dilate(area, choice.apart - 1)
    elif choice.apart:
        wet = board.beach | board.tidal
        found = found & board.forts | found & ~board.adjacency.dilate(wet, choice.apart - 1)
    return found


@rule("18.1.1")
class PlaceUnit(Decision[Bradley], frozen=True):
    """One German unit is set up."""

    unit: UnitId

    def offers(self, g: Bradley) -> Iterator[Offer]:
        choice = choice_of(g, self.unit)
        ground = allowed_ground(g, choice)
        static = sum(1 << n for n, unit in enumerate(g.board.units) if unit.type == "static")
        alone = sum(bit(s) for s in each(ground) if g.here.get(s, 0) & static) if choice.alone else 0
        room = sum(bit(s) for s in each(ground) if has_room(g, 1 << self.unit, s))
        name = g.board.units[self.unit].name
        yield PickSpace(
            "place",
            g,
            only(ground, g.rules.number, f"{name} may not be set up in {{}}"),
            bar(alone, g.rules.number, "{} has a static company: one per hex"),
            only(room, "8.1", "{} is full"),
        )

    def chosen(self, g: Bradley, action: Action) -> Step:
        g.place(self.unit, action[1])
        g.emit(Placed(unit=self.unit, space=action[1], how="is set up in", rule=g.rules.number))
        if choice_of(g, self.unit).marching:
            g.marching |= 1 << self.unit
        return DONE

    def prompt(self, g: Bradley) -> str:
        return f"Where does {g.board.units[self.unit].name} set up?"

    def title(self, g: Bradley) -> str:
        return f"Set up {g.board.units[self.unit].name}"


@rule("18.0", "7.1.2")
class Postures(Decision[Bradley], frozen=True):
    """German units begin in combat mode, or in movement mode with a facing; the railway gun faces somewhere in both."""

    def offers(self, g: Bradley) -> Iterator[Offer]:
        def facing(unit: UnitId) -> PickWord:
            return PickWord("begin", DIRECTIONS, only(63, "7.4.1", "there is no such hexside"), before=(unit,))

        yield PickUnit(
            "begin",
            g,
            only(g.board.of_side[GERMAN], "18.0", "{} is not yours"),
            only(g.on_map(GERMAN), "18.0", "{} is not on the map"),
            bar(g.board.garrisons, "13.3.2", "{} is a garrison"),
            bar(g.moved, "18.0", "{} has been given its mode already"),
            then=facing,
        )
        yield Act("done")

    def chosen(self, g: Bradley, action: Action) -> Step:
        if action[0] == "done":
            g.moved = 0
            return DONE
        _, unit, direction = action
        g.facing[unit] = direction
        g.moved |= 1 << unit
        if unit != g.board.bruno:
            g.marching |= 1 << unit
            g.emit(ModeChanged(unit=unit, mode=MODES[MOVEMENT], rule="18.0"))
        g.touch()
        return self

    def prompt(self, g: Bradley) -> str:
        return "Which units begin in movement mode, and facing which hexside? All others are in combat mode."

    def title(self, g: Bradley) -> str:
        return "Modes"


@rule("18.1.5", "5.4.3", "18.2.5")
class MineBeaches(Procedure[Bradley], frozen=True):
    """The number of mine points is fixed, or rolled in secret; then each gets its hex.

    There are always as many picks as the larger number needs: of a smaller one the last pick is void.
    """

    left: int = -1

    def start(self, g: Bradley) -> Step:
        points = g.rules.mines
        if len(points) > 1:
            return Call(Roll(what="mine points"), then=self.rolled)
        g.mine_points = points[0]
        return replace(self, left=max(points)).lay(g, None)

    def rolled(self, g: Bradley, roll: int) -> Step:
        low, high = g.rules.mines
        g.mine_points = low if roll <= 3 else high
        return replace(self, left=max(g.rules.mines)).lay(g, None)

    def lay(self, g: Bradley, _: object) -> Step:
        if not self.left:
            g.laid = 0
            return DONE
        return Call(LayMines(by=GERMAN, left=self.left), then=replace(self, left=self.left - 1).lay)

    def title(self, g: Bradley) -> str:
        return "Mines"


@rule("5.4.3")
class LayMines(Decision[Bradley], frozen=True):
    """A mine point goes into a hex of a landing beach: one to a hex, and not too many on one beach."""

    left: int
    asks_always = True

    def offers(self, g: Bradley) -> Iterator[Offer]:
        full = sum(area for area in g.beach_area if (g.laid & area).bit_count() >= g.rules.mines_on_a_beach)
        yield PickSpace(
            "mine",
            g,
            only(mine_ground(g), "5.4.3", "{} is not a hex of a landing beach"),
            bar(g.laid, "5.4.3", "{} has a mine point already"),
            bar(full, "5.4.3", "the beach of {} has its fill of mine points"),
        )

    def chosen(self, g: Bradley, action: Action) -> Step:
        g.laid |= bit(action[1])
        if g.mines.bit_count() < g.mine_points:
            g.mines |= bit(action[1])
            g.emit(MinesLaid(space=action[1], rule="5.4.3", audience=(GERMAN,)))
        return DONE

    def prompt(self, g: Bradley) -> str:
        spare = self.left - (g.mine_points - g.mines.bit_count())
        void = " The last pick is void: you have fewer points." if spare and g.mine_points >= 0 else ""
        return f"Where do mines and obstacles lie? {counted(self.left, 'pick')} to go.{void}"

    def title(self, g: Bradley) -> str:
        return "Mines"


@rule("18.4")
def thaw(g: Bradley) -> None:
    """18.4: the Panzers wait until the second turn or until an enemy comes within six hexes."""
    if not g.frozen:
        return
    near = g.board.adjacency.dilate(g.occupied(ALLIED), NEAR_FROZEN)
    if g.turn > 1 or any(bit(g.space[unit]) & near for unit in each_unit(g.frozen)):
        g.frozen = 0


@rule("3.1", "18.1.2", "18.1.4", "18.2", "18.2.2", "18.2.4")
class Reinforce(Procedure[Bradley], frozen=True):
    """Those who are due come: into pools and boxes at once, onto entry hexes by their owner's choice."""

    by: Side

    def start(self, g: Bradley) -> Step:
        for unit in each_unit(due_now(g, self.by)):
            goals = entry_of(g, unit)
            boxes = [space for space in goals if bit(space) & g.board.boxes]
            if boxes:
                g.place(unit, boxes[0])
                g.emit(Placed(unit=unit, space=boxes[0], how="joins", rule=g.rules.number))
            elif entry_room(g, unit) and not g.allocated >> unit & 1:
                g.allocated |= 1 << unit
                return Call(Enter(by=self.by, unit=unit), then=self.again)
        g.allocated = 0
        return DONE

    def again(self, g: Bradley, _: object) -> Step:
        return self

    def title(self, g: Bradley) -> str:
        return "Reinforcements"


def due_now(g: Bradley, side: Side) -> Units:
    """Units of a side that may come in this turn."""
    waiting = g.here.get(g.board.due[side], 0)
    return sum(1 << unit for unit in each_unit(waiting) if g.board.arrivals(g.scenario)[unit].turn <= g.turn)


def entry_of(g: Bradley, unit: UnitId) -> list[Space]:
    """Where a reinforcement comes."""
    return [g.board.space(name) for name in g.board.arrivals(g.scenario)[unit].at]


def entry_room(g: Bradley, unit: UnitId) -> Spaces:
    """Entry hexes without enemies and with room, and not in ruins for those who come on the march."""
    shut = g.occupied(ALLIED if g.board.units[unit].side == GERMAN else GERMAN) | closed_to_march(g, unit)
    return sum(bit(s) for s in entry_of(g, unit) if not shut & bit(s) and has_room(g, 1 << unit, s))


@rule("12.2.1", "18.0")
def closed_to_march(g: Bradley, unit: UnitId) -> Spaces:
    """Ruins, for a German reinforcement: it arrives in movement mode."""
    return g.ruins if g.board.units[unit].side == GERMAN else 0


@rule("3.1", "6.1.8", "18.1.2", "18.1.4")
class Enter(Decision[Bradley], frozen=True):
    """A reinforcement comes onto the map, as it must while there is room (3.1): Germans in movement mode, others in
    combat mode.
    """

    unit: UnitId

    def offers(self, g: Bradley) -> Iterator[Offer]:
        goals = sum(bit(space) for space in entry_of(g, self.unit))
        name = g.board.units[self.unit].name
        yield PickSpace(
            "enter",
            g,
            only(goals, g.rules.number, f"{name} does not arrive in {{}}"),
            bar(closed_to_march(g, self.unit), "12.2.1", "{} is in ruins: no unit in movement mode enters them"),
            only(entry_room(g, self.unit), "6.2.2", "{} is full or held by the enemy"),
        )

    def chosen(self, g: Bradley, action: Action) -> Step:
        unit, space = self.unit, action[1]
        g.place(unit, space)
        g.entering |= 1 << unit
        if g.board.units[unit].side == GERMAN:
            g.marching |= 1 << unit
            g.facing[unit] = g.board.arrivals(g.scenario)[unit].facing
            g.touch()
        g.emit(Placed(unit=unit, space=space, how="enters at", rule="6.1.8"))
        entered(g, self.by, (space,))
        return DONE

    def prompt(self, g: Bradley) -> str:
        return f"Where does {g.board.units[self.unit].name} enter?"

    def title(self, g: Bradley) -> str:
        return "Reinforcement"
