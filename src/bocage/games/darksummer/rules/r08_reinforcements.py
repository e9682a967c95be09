"""8.1 Reinforcements: how many formations may enter, which, and where."""

from collections.abc import Iterator

from bocage.games.darksummer.events import Delayed, Entered, FormationsAllowed
from bocage.games.darksummer.rules.r03_victory import take_control
from bocage.games.darksummer.rules.r05_stacking import full_for
from bocage.games.darksummer.rules.r13_supply import marked_exits
from bocage.games.darksummer.sides import ALLIED, GERMAN, Army
from bocage.games.darksummer.state import DarkSummer
from bocage.kernel.actions import Action
from bocage.kernel.bars import Offer, PickSpace, PickUnit, bar, only
from bocage.kernel.chance import Roll
from bocage.kernel.counters import each_unit, other
from bocage.kernel.flow import DONE, Call, Decision, Done, Procedure, Step, replace
from bocage.kernel.ids import Side, Space, Spaces, UnitId, Units
from bocage.kernel.rulebook import rule


def lowest(units: Units) -> UnitId:
    """The first of some units."""
    return UnitId((units & -units).bit_length() - 1)


@rule("8.1")
def awaiting(g: DarkSummer, army: Army) -> Units:
    """Units of an army that are due by now and wait for the die."""
    waiting = g.here.get(g.board.atlas.waiting, 0) & g.board.roster.army[army] & ~g.automatic
    return sum(1 << unit for unit in each_unit(waiting) if g.due[unit] <= g.turn)


def formations(g: DarkSummer, units: Units) -> list[Units]:
    """Some units, formation by formation."""
    found: list[Units] = []
    while units:
        formation = units & g.board.roster.formation[lowest(units)]
        found.append(formation)
        units &= ~formation
    return found


@rule("8.1.1")
def allowed_formations(g: DarkSummer, army: Army, roll: int, waiting: int) -> int:
    """The die or half of those who wait, rounded down, whichever is more; in Storm (Allies) and Sun (Germans) two less
    and no choice, but one at the least.
    """
    change = g.sky.german_entry if army is Army.GERMAN else g.sky.allied_entry
    if change:
        return max(1, roll + change)
    return max(roll, waiting // 2)


# --- where ------------------------------------------------------------------------------------------------


@rule("8.1.2")
def entry_hexes(g: DarkSummer, unit: UnitId) -> Spaces:
    """Where a unit enters: Allies at their army's Open Beaches, Germans at their letter, infantry at (E) too, nobody at
    Alençon.
    """
    counter, atlas = g.board.units[unit], g.board.atlas
    if counter.army is not Army.GERMAN:
        return g.open_beaches & atlas.army_beaches[counter.army]
    if counter.letter == "E":
        return atlas.e_hexes | (atlas.e_infantry if counter.type == "infantry" else 0)
    return atlas.w_hexes if counter.letter == "W" else atlas.s_hexes & ~atlas.alencon


@rule("8.1.2")
def place_offer(g: DarkSummer, unit: UnitId) -> PickSpace:
    """Where a unit may be placed, and why not elsewhere."""
    counter = g.board.units[unit]
    name, hexes = counter.name, entry_hexes(g, unit)
    return PickSpace(
        "place",
        g,
        only(hexes, "8.1.2", lambda to: f"{name} does not enter at {g.board.describe(to)}"),
        bar(g.hexes_of(other(counter.side)), "8.1.2", "an enemy stands in {}"),
        bar(marked_exits(g) if counter.side == GERMAN else 0, "8.1.2", "{} holds an Exit marker"),
        bar(full_for(g, unit, hexes), "5.1", lambda to: f"{g.board.describe(to)} has no room for {name}"),
    )


def can_be_placed(g: DarkSummer, units: Units) -> bool:
    """Whether any of some units finds an entry hex now."""
    return g.cached(("can be placed", units), lambda s: any(has_entry(s, unit) for unit in each_unit(units)))


def has_entry(g: DarkSummer, unit: UnitId) -> bool:
    """Whether a unit may be placed anywhere. An empty hex always has room, so most need not look farther."""
    empty = entry_hexes(g, unit) & ~g.hexes_of(ALLIED) & ~g.hexes_of(GERMAN) & ~marked_exits(g)
    return bool(empty) or bool(place_offer(g, unit).open())


@rule("8.1.2")
class PlaceReinforcement(Decision[DarkSummer], frozen=True):
    """Where does a unit enter?"""

    unit: UnitId

    def offers(self, g: DarkSummer) -> Iterator[Offer]:
        yield place_offer(g, self.unit)

    def chosen(self, g: DarkSummer, action: Action) -> Step:
        enter(g, self.unit, action[1], "8.1.2")
        return DONE

    def prompt(self, g: DarkSummer) -> str:
        return f"Where does {g.board.unit_title(self.unit)} enter?"

    def title(self, g: DarkSummer) -> str:
        return f"Entry of {g.board.unit_title(self.unit)}"


def enter(g: DarkSummer, unit: UnitId, space: Space, number: str) -> None:
    """A unit comes onto the map and may move in this Round."""
    g.place(unit, space)
    g.entered |= 1 << unit
    g.automatic &= ~(1 << unit)
    g.due[unit] = 0
    g.emit(Entered(unit=unit, space=space, rule=number))
    take_control(g, g.board.units[unit].side, [space])


class PlaceUnits(Procedure[DarkSummer], frozen=True):
    """Place some units one by one; who finds no room waits."""

    by: Side
    units: Units

    def start(self, g: DarkSummer) -> Step:
        if not self.units:
            return DONE
        unit = lowest(self.units)
        rest = replace(self, units=self.units & ~(1 << unit))
        if not has_entry(g, unit):
            g.emit(Delayed(unit=unit, turn=g.turn, rule="8.1"))
            return rest
        return Call(PlaceReinforcement(by=self.by, unit=unit), then=rest.again)

    def title(self, g: DarkSummer) -> str:
        return ""


# --- which ------------------------------------------------------------------------------------------------


@rule("8", "8.1", "8.1.1", "8.1.3")
class Reinforcements(Procedure[DarkSummer], frozen=True):
    """At the beginning of a Move Round: those who enter by themselves, then as many formations as the die allows."""

    army: Army
    left: int = 0
    tried: Units = 0

    def start(self, g: DarkSummer) -> Step:
        at_once = g.automatic & g.board.roster.army[self.army]
        at_once = sum(1 << unit for unit in each_unit(at_once) if g.due[unit] <= g.turn)
        if at_once:
            return Call(PlaceUnits(by=self.army.side, units=at_once), then=self.roll)
        return self.roll(g, None)

    def roll(self, g: DarkSummer, _: object) -> Step:
        if not can_be_placed(g, awaiting(g, self.army)):
            return DONE
        return Call(Roll(what="Formation Entry roll"), then=self.rolled)

    def rolled(self, g: DarkSummer, roll: int) -> Step:
        waiting = len(formations(g, awaiting(g, self.army)))
        left = min(waiting, allowed_formations(g, self.army, roll, waiting))
        g.emit(FormationsAllowed(army=self.army, roll=roll, waiting=waiting, allowed=left, rule="8.1.1"))
        return replace(self, left=left).choose(g, None)

    def choose(self, g: DarkSummer, _: object) -> Step:
        if not self.left or not eligible(g, self.army, self.tried):
            return DONE
        return Call(ChooseFormation(by=self.army.side, army=self.army, tried=self.tried), then=self.chosen)

    def chosen(self, g: DarkSummer, units: Units) -> Step:
        me = replace(self, left=self.left - 1, tried=self.tried | units)
        return Call(PlaceUnits(by=self.army.side, units=units), then=me.choose)

    def title(self, g: DarkSummer) -> str:
        return f"{self.army.title} reinforcements"


@rule("8.1.1")
def eligible(g: DarkSummer, army: Army, tried: Units) -> Units:
    """The units of formations that may be chosen: those of earlier turns first, the unplaceable disregarded."""
    found = [some for some in formations(g, awaiting(g, army) & ~tried) if can_be_placed(g, some)]
    late = [some for some in found if min(g.due[unit] for unit in each_unit(some)) < g.turn]
    return sum(late or found)


@rule("8.1.1")
class ChooseFormation(Decision[DarkSummer], frozen=True):
    """Which formation enters next? Any unit of it stands for it."""

    army: Army
    tried: Units = 0

    def offers(self, g: DarkSummer) -> Iterator[Offer]:
        wait = awaiting(g, self.army)
        placeable = sum(some for some in formations(g, wait) if can_be_placed(g, some))
        yield PickUnit(
            "enter",
            g,
            only(wait, "8.1.1", "{} does not wait for entry now"),
            bar(self.tried, "8.1.1", "the formation of {} has been chosen already"),
            only(placeable, "8.1.2", "{} finds no entry hex"),
            only(eligible(g, self.army, self.tried), "8.1.1", "formations of earlier turns enter before {}"),
        )

    def chosen(self, g: DarkSummer, action: Action) -> Step:
        return Done(awaiting(g, self.army) & g.board.roster.formation[action[1]])

    def prompt(self, g: DarkSummer) -> str:
        return "Which formation enters?"

    def title(self, g: DarkSummer) -> str:
        return "Formation"
