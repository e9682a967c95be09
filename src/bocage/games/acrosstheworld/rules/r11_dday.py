"""11 The sixth of June: drops, the first wave, and those who follow."""

from bocage.games.acrosstheworld.board import each_unit
from bocage.games.acrosstheworld.rules.r13_modifiers import bad_weather
from bocage.games.acrosstheworld.sides import ALLIED
from bocage.games.acrosstheworld.state import Campaign
from bocage.kernel.chance import Roll
from bocage.kernel.events import Moved, Rolled
from bocage.kernel.flow import DONE, Call, Procedure, Step, replace
from bocage.kernel.ids import Space, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import bit, first


@rule("11.1")
class Drops(Procedure[Campaign], frozen=True):
    """The airborne divisions come down in their regions; each rolls for a scattered drop."""

    called = "Airborne drop"

    def start(self, g: Campaign) -> Step:
        dropped = 0
        for stack in g.board.scenarios[g.scenario].drop:
            space = g.board.space(stack.region)
            for unit in each_unit(g.board.set_of_units(stack.units)):
                g.place(unit, space)
                g.emit(Moved(unit=unit, path=(g.board.channel, space), how="drops at", rule="11.1"))
                dropped |= 1 << unit
            g.entered |= bit(space)
        return Scatter(units=dropped & g.board.combat)


@rule("11.2")
class Scatter(Procedure[Campaign], frozen=True):
    """A bad drop costs a step; a division with only one does not fight in the first turn."""

    called = "Airborne drop"
    units: Units

    def start(self, g: Campaign) -> Step:
        if not self.units:
            return DONE
        name = g.name(each_unit(self.units)[0])
        return Call(Roll(sides=10, what="drop", about=f"of {name}"), then=self.rolled)

    def rolled(self, g: Campaign, roll: int) -> Step:
        unit = each_unit(self.units)[0]
        bad = roll >= g.board.numbers.drop.scattered_on
        meaning = "scattered" if bad else "good"
        g.emit(
            Rolled(what=f"Drop of {g.name(unit)}", roll=roll, meaning=meaning, rule="11.2", table="Drop", units=(unit,))
        )
        if bad and g.steps[unit] > 1:
            g.lose_step(unit, "11.2")
        elif bad:
            g.scattered |= 1 << unit
        return replace(self, units=self.units & ~(1 << unit))


@rule("11.3")
class FirstWave(Procedure[Campaign], frozen=True):
    """The first wave goes ashore on its beaches and will have to fight there."""

    def start(self, g: Campaign) -> Step:
        for stack in g.board.scenarios[g.scenario].landing:
            space = g.board.space(stack.region)
            units = g.board.set_of_units(stack.units)
            for unit in each_unit(units):
                g.place(unit, space)
                g.emit(Moved(unit=unit, path=(g.board.channel, space), how="lands at", rule="11.3"))
            g.moved |= units
            g.landed |= units
            if g.enemies(space, ALLIED):
                g.assaulted |= bit(space)
            else:
                g.entered |= bit(space)
        return DONE


@rule("11.4", "8.8")
class SecondWave(Procedure[Campaign], frozen=True):
    """Where a beach has been cleared its second wave follows at once, unless the weather keeps it at sea."""

    def start(self, g: Campaign) -> Step:
        for line in () if bad_weather(g) else g.board.lines:
            beach = first(line.entry)
            if line.second_wave and is_cleared(g, beach):
                for unit in each_unit(line.units & ~g.dead):
                    g.place(unit, beach)
                    g.emit(Moved(unit=unit, path=(g.board.channel, beach), how="follows at", rule="11.4"))
                g.arrived |= line.units
        return DONE


def is_cleared(g: Campaign, beach: Space) -> bool:
    """Allied troops stand there and no German does."""
    return bool(g.combat_in(beach, ALLIED)) and not g.enemies(beach, ALLIED)
