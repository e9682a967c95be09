"""5.4 to 5.5: sea, tide and mines displace a wave; who lands where, on whom, and in what order."""

from collections.abc import Iterator

from bocage.games.bradley.events import MinesCharted, Placed, SeaRolled, WaveRolled, Withdrawn
from bocage.games.bradley.rules.r05_beachhead import entered
from bocage.games.bradley.rules.r05_casualties import Casualty, Swim, firepower, mine_points
from bocage.games.bradley.rules.r05_placement import landing_hex, row_of
from bocage.games.bradley.rules.r05_waves import first_wave_of_all
from bocage.games.bradley.rules.r08_stacking import too_many
from bocage.games.bradley.rules.r10_account import Attack
from bocage.games.bradley.rules.r10_assault import ResolveAssault
from bocage.games.bradley.rules.r10_disruption import disrupt, eliminate, forget
from bocage.games.bradley.sides import ALLIED, BEACHES, GERMAN, OMAHA
from bocage.games.bradley.state import Bradley, each_unit
from bocage.kernel.actions import Action
from bocage.kernel.bars import Act, Offer, PickSpace, PickUnit, bar, only
from bocage.kernel.chance import Roll, Rolls
from bocage.kernel.flow import DONE, Call, Decision, Done, Procedure, Step, replace
from bocage.kernel.ids import NOWHERE, Space, Spaces, UnitId, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import bit, holds

EVEN = 7


@rule("5.4", "5.4.2")
class SeaCondition(Procedure[Bradley], frozen=True):
    """The sea off a Beach Area in this turn."""

    beach: int

    def start(self, g: Bradley) -> Step:
        if g.sea_rolled >> self.beach & 1:
            return DONE
        return Call(Roll(what="sea condition"), then=self.rolled)

    def rolled(self, g: Bradley, roll: int) -> Step:
        name, value = g.board.charts.sea[roll]
        g.sea[self.beach] = value
        g.sea_rolled |= 1 << self.beach
        g.emit(SeaRolled(beach=self.beach, dice=(roll,), name=name, rule="5.4.2"))
        return DONE

    def title(self, g: Bradley) -> str:
        return "Sea"


def boats(g: Bradley, beach: int) -> dict[Space, Units]:
    """The wave at sea: by approach hex, the units on it."""
    allied = g.board.of_side[ALLIED]
    return {space: units for space in row_of(g, beach) if (units := g.here.get(space, 0) & allied)}


@rule("5.4.2", "5.4.3")
def displacement_modifier(g: Bradley, beach: int, roll: int) -> int:
    """Sea and mines are added to a roll above seven and taken from any other."""
    worth = g.sea[beach] + mine_points(g, beach)
    return worth if roll > EVEN else -worth


@rule("5.5", "5.5.1", "5.5.2", "5.4.1")
class LandWave(Procedure[Bradley], frozen=True):
    """One Beach Area's landing: sea, swimmers, displacement, disruption, storming, casualties."""

    beach: int
    swimmers: Units = 0
    wave: tuple[tuple[Space, Units], ...] = ()
    """What is still to be displaced: approach hexes and their units."""
    ashore: tuple[tuple[Space, Units], ...] = ()
    """Landing hexes, and who comes to each."""
    shifted: Spaces = 0
    """Landing hexes of those who were displaced."""
    far: Spaces = 0
    """Landing hexes of those who were displaced by two or more (19.4)."""

    def start(self, g: Bradley) -> Step:
        wave = tuple(boats(g, self.beach).items())
        if not wave:
            return DONE
        return Call(SeaCondition(beach=self.beach), then=replace(self, wave=wave).swim)

    def swim(self, g: Bradley, _: object) -> Step:
        swimming = sum(units for _, units in self.wave) & g.board.swimmers
        if swimming and self.beach == OMAHA and first_wave_of_all(g):
            return Call(Launch(by=ALLIED, units=swimming), then=self.launched)
        return self.displace(g)

    def launched(self, g: Bradley, swimmers: Units) -> Step:
        return replace(self, swimmers=swimmers).displace(g)

    def displace(self, g: Bradley) -> Step:
        if not self.wave:
            return self.squeeze(g)
        if g.charted[self.beach] < 0:  # the modifier of the roll tells everybody
            g.charted[self.beach] = mine_points(g, self.beach)
            g.emit(MinesCharted(beach=self.beach, points=g.charted[self.beach], rule="5.4.3"))
        return Call(Rolls(what="displacement"), then=self.displaced)

    def displaced(self, g: Bradley, dice: tuple[int, int]) -> Step:
        roll = sum(dice)
        modified = roll + displacement_modifier(g, self.beach, roll)
        shift = g.board.charts.shift(g.tide, modified)
        result = "In" if not shift else f"{'L' if shift > 0 else 'R'}{abs(shift)}"
        g.emit(
            WaveRolled(
                beach=self.beach, dice=dice, modified=modified, tide=g.tide, shift=shift, result=result, rule="5.5.2"
            )
        )
        now = self.wave[:1] if g.options["shift"] == "by hex" else self.wave
        return replace(self, wave=self.wave[len(now) :]).shifting(g, now, shift).displace(g)

    @rule("5.5.3", "5.5.5", "19.4")
    def shifting(self, g: Bradley, wave: tuple[tuple[Space, Units], ...], shift: int) -> "LandWave":
        """Everybody moves along the row of approach hexes; who leaves it, or finds no ground or room, turns back."""
        row, ashore = row_of(g, self.beach), dict(self.ashore)
        shifted, far = self.shifted, self.far
        for space, units in wave:
            at = row.index(space) + shift
            goal = landing_hex(g, self.beach, row[at]) if 0 <= at < len(row) else NOWHERE
            fit = able_to_land(g, units, goal)
            turn_back(g, units & ~fit, self.beach)
            if fit:
                ashore[goal] = ashore.get(goal, 0) | fit
                shifted |= bit(goal) if shift else 0
                far |= bit(goal) if abs(shift) > 1 else 0
        return replace(self, ashore=tuple(ashore.items()), shifted=shifted, far=far)

    @rule("5.5.5", "8.1.4")
    def squeeze(self, g: Bradley) -> Step:
        """Where a shift leaves too little room, the owner says who turns back."""
        for space, units in self.ashore:
            if too_many(g.board, g.units_in(ALLIED, space) | units):
                return Call(Crowded(by=ALLIED, space=space, units=units), then=self.turned)
        return self.settle(g)

    def turned(self, g: Bradley, unit: UnitId) -> Step:
        turn_back(g, 1 << unit, self.beach)
        left = ((space, units & ~(1 << unit)) for space, units in self.ashore)
        return replace(self, ashore=tuple((space, units) for space, units in left if units)).squeeze(g)

    @rule("5.5.4", "19.4")
    def settle(self, g: Bradley) -> Step:
        """After a shift one hex with the most units lands disrupted; by option 19.4 those that shifted two or more."""
        by_hex = g.options["shift"] == "by hex"
        candidates = self.far if by_hex else self.shifted
        sizes = {space: units.bit_count() for space, units in self.ashore if holds(candidates, space)}
        if not sizes:
            return self.storm(g, None)
        most = max(sizes.values())
        hexes = sum(bit(space) for space, size in sizes.items() if size == most)
        return Call(Confused(by=ALLIED, hexes=hexes), then=self.confused)

    def confused(self, g: Bradley, space: Space) -> Step:
        disrupt(g, dict(self.ashore)[space], "5.5.4")
        return self.storm(g, None)

    def storm(self, g: Bradley, _: object) -> Step:
        for space, units in self.ashore:
            alive = units & boats_at_sea(g)
            if alive:
                drifted = holds(self.shifted, space)
                party = ComeAshore(beach=self.beach, space=space, units=alive, drifted=drifted)
                return Call(party, then=self.storm)
        return self.check(g, None)

    def check(self, g: Bradley, _: object) -> Step:
        """Casualties, unit by unit, once all are on their hexes (5.5.7)."""
        landed = sum(units for _, units in self.ashore) & g.on_map(ALLIED) & ~g.checked
        if not landed:
            g.checked = 0
            return DONE
        unit = each_unit(landed)[0]
        g.checked |= 1 << unit
        if self.swimmers >> unit & 1:
            return Call(Swim(unit=unit, sea=g.sea[self.beach]), then=self.check)
        return Call(Casualty(unit=unit, fire=firepower(g, self.beach), sea=g.sea[self.beach]), then=self.check)

    def title(self, g: Bradley) -> str:
        return f"Landing at {BEACHES[self.beach].title()}"


def boats_at_sea(g: Bradley) -> Units:
    """Allied units on the sea hexes of the map."""
    allied, sea = g.board.of_side[ALLIED], g.board.sea
    return sum(units & allied for space, units in g.here.items() if holds(sea, space) and units & allied)


@rule("5.5.5")
def able_to_land(g: Bradley, units: Units, goal: Space) -> Units:
    """Which of the units can land in a hex, as far as its ground goes."""
    if goal == NOWHERE or not holds(g.playable, goal):
        return 0
    row, foot = g.board.charts.terrain[g.board.terrain[goal]], g.board.foot
    return (units & foot if row.foot not in {"", "-"} else 0) | (units & ~foot if row.vehicle not in {"", "-"} else 0)


@rule("5.5.5")
def turn_back(g: Bradley, units: Units, beach: int) -> None:
    """An aborted landing: back to the pool of the Beach Area."""
    for unit in each_unit(units):
        g.place(unit, g.board.pool[beach])
        g.emit(Withdrawn(unit=unit, why="cannot land and turns back", rule="5.5.5"))
    forget(g, units)


@rule("5.8.3", "5.8.4")
class Launch(Decision[Bradley], frozen=True):
    """Which companies of swimming tanks take to the water; the others land from their craft."""

    units: Units
    swimming: Units = 0

    def offers(self, g: Bradley) -> Iterator[Offer]:
        yield PickUnit(
            "swim",
            g,
            only(self.units, "5.8.3", "{} has no swimming tanks in this wave"),
            bar(self.swimming, "5.8.3", "{} swims already"),
        )
        yield Act("done")

    def chosen(self, g: Bradley, action: Action) -> Step:
        if action[0] == "done":
            return Done(self.swimming)
        return replace(self, swimming=self.swimming | 1 << action[1])

    def prompt(self, g: Bradley) -> str:
        return "Which tank companies swim ashore?"

    def title(self, g: Bradley) -> str:
        return "Amphibious tanks"


@rule("5.5.5", "8.1.4")
class Crowded(Decision[Bradley], frozen=True):
    """There is not room for all who come to a hex: who turns back?"""

    space: Space
    units: Units

    def offers(self, g: Bradley) -> Iterator[Offer]:
        where = g.board.describe(self.space)
        everybody = g.units_in(ALLIED, self.space) | self.units
        relief = sum(1 << unit for unit in each_unit(self.units) if not too_many(g.board, everybody & ~(1 << unit)))
        yield PickUnit(
            "recall",
            g,
            only(self.units, "5.5.5", f"{{}} does not land in {where} now"),
            only(relief or self.units, "8.1.4", f"without {{}} {where} would still be overfull"),
        )

    def chosen(self, g: Bradley, action: Action) -> Step:
        return Done(action[1])

    def prompt(self, g: Bradley) -> str:
        return f"There is not room for all who come to {g.board.describe(self.space)}: who turns back?"

    def title(self, g: Bradley) -> str:
        return f"Crowded landing in {g.board.names[self.space]}"


@rule("5.5.4")
class Confused(Decision[Bradley], frozen=True):
    """The American chooses which of the largest landing parties is disrupted."""

    hexes: Spaces

    def offers(self, g: Bradley) -> Iterator[Offer]:
        yield PickSpace("confuse", g, only(self.hexes, "5.5.4", "{} is not where most units land"))

    def chosen(self, g: Bradley, action: Action) -> Step:
        return Done(action[1])

    def prompt(self, g: Bradley) -> str:
        return "The wave has drifted: which landing is disrupted?"

    def title(self, g: Bradley) -> str:
        return "Drifted"


@rule("5.3.4", "5.5.6", "5.5.7")
class ComeAshore(Procedure[Bradley], frozen=True):
    """A landing party reaches its hex: at once if it is free, by close assault if the enemy holds it."""

    beach: int
    space: Space
    units: Units
    drifted: bool = False

    def start(self, g: Bradley) -> Step:
        if not g.units_in(GERMAN, self.space):
            put_ashore(g, self.units, self.space)
            return DONE
        if not self.units & ~g.board.no_assault & ~g.disrupted:  # nor do those assault who land in disorder
            turn_back(g, self.units, self.beach)
            return DONE
        ask = StormBeach(by=ALLIED, space=self.space, units=self.units, drifted=self.drifted)
        return Call(ask, then=self.decided)

    def decided(self, g: Bradley, storms: bool) -> Step:
        if not storms:
            turn_back(g, self.units, self.beach)
            return DONE
        attack = Attack(by=ALLIED, target=self.space, units=self.units & ~g.board.no_assault, dropped=True)
        return Call(ResolveAssault(attack=attack), then=self.fought)

    def fought(self, g: Bradley, cleared: bool) -> Step:
        alive = self.units & boats_at_sea(g)
        if cleared:
            put_ashore(g, alive, self.space)
        else:
            eliminate(g, alive, "5.5.6")
        return DONE

    def title(self, g: Bradley) -> str:
        return f"Landing in {g.board.names[self.space]}"


def no_way_back(*, drifted: bool) -> Act:
    """Turning back from a held hex: for those whom a shift took there (5.5.6), not for those sent at it (5.3.4)."""
    return Act("abort", bar(int(not drifted), "5.3.4", "the boats were sent at this hex: they must storm it"))


def put_ashore(g: Bradley, units: Units, space: Space) -> None:
    """Units stand on their landing hex."""
    for unit in each_unit(units):
        g.place(unit, space)
        g.emit(Placed(unit=unit, space=space, how="lands in", rule="5.5.3"))
    g.landed |= units
    if units:
        entered(g, ALLIED, (space,))


@rule("5.3.4", "5.5.6")
class StormBeach(Decision[Bradley], frozen=True):
    """The hex is held: assault it, on pain of elimination; only those who drifted there may turn back."""

    space: Space
    units: Units
    drifted: bool = False

    def offers(self, g: Bradley) -> Iterator[Offer]:
        yield Act("storm")
        yield no_way_back(drifted=self.drifted)

    def chosen(self, g: Bradley, action: Action) -> Step:
        return Done(action[0] == "storm")

    def prompt(self, g: Bradley) -> str:
        where = g.board.describe(self.space)
        if not self.drifted:
            return f"{where} is held by the enemy: the boats were sent there and must storm it."
        return f"{where} is held by the enemy: storm it or turn back?"

    def title(self, g: Bradley) -> str:
        return f"Held beach {g.board.names[self.space]}"
