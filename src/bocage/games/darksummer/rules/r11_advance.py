"""11.3.8 Advance after combat, 9.4 the landing of a wave and its second hex."""

from collections.abc import Iterator

from bocage.games.darksummer.events import BeachClosed, BeachOpened
from bocage.games.darksummer.rules.r03_victory import score_beach, take_control
from bocage.games.darksummer.rules.r05_stacking import full_for, has_room, mixed_armies
from bocage.games.darksummer.rules.r06_zones_of_control import zone
from bocage.games.darksummer.rules.r15_boundary import closed_hexes
from bocage.games.darksummer.sides import ALLIED, GERMAN
from bocage.games.darksummer.state import WAVE_2, DarkSummer
from bocage.kernel.actions import Action
from bocage.kernel.bars import Act, Offer, PickSpace, PickUnit, bar, only
from bocage.kernel.counters import each_unit, other
from bocage.kernel.events import Moved
from bocage.kernel.flow import DONE, Call, Decision, Procedure, Step, replace
from bocage.kernel.ids import Side, Space, Spaces, UnitId, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import BITS, bit, each, spaces


@rule("11.3.8", "10.2")
def cannot_enter(g: DarkSummer, units: Units, to: Space) -> Units:
    """Motor types that a major river without a bridge keeps out of a hex."""
    return sum(
        1 << unit
        for unit in each_unit(units & g.board.roster.motor)
        if not g.board.atlas.motor_can_cross(g.space[unit], to)
    )


def without_room(g: DarkSummer, units: Units, to: Space) -> Units:
    """Those who would break the stacking limit; in the second wave that is allowed until the Round ends (5.1)."""
    if g.round == WAVE_2:
        return sum(1 << u for u in each_unit(units) if mixed_armies(g, g.board.units[u].army) & BITS[to])
    return sum(1 << unit for unit in each_unit(units) if not has_room(g, unit, to))


@rule("10.1", "15")
def shut_out(g: DarkSummer, units: Units, to: Space) -> Units:
    """Those to whose army a hex is closed. Each is asked for its own: in the two waves both Allied armies act (9.4)."""
    return sum(1 << unit for unit in each_unit(units) if closed_hexes(g, g.board.units[unit].army) & BITS[to])


def go(g: DarkSummer, unit: UnitId, to: Space, how: str, number: str) -> None:
    """A unit advances one hex."""
    start = g.space[unit]
    g.place(unit, to)
    g.emit(Moved(unit=unit, path=(start, to), how=how, rule=number))
    take_control(g, g.board.units[unit].side, [to])


@rule("9.4.1", "9.4.3")
def open_beach(g: DarkSummer, space: Space) -> None:
    """A beach taken in one of the two waves is open; one that was closed stays closed."""
    fresh = g.board.atlas.beaches & ~g.closed_beaches & ~g.open_beaches
    if g.landing and fresh & BITS[space]:
        g.open_beaches |= bit(space)
        g.touch()
        g.emit(BeachOpened(space=space, rule="9.4.1"))


@rule("11.9")
def close_beach(g: DarkSummer, space: Space) -> None:
    """A beach is closed for the rest of the game."""
    g.open_beaches &= ~bit(space)
    g.closed_beaches |= bit(space)
    g.touch()
    g.emit(BeachClosed(space=space, rule="11.9"))
    score_beach(g, space)


class AdvanceAfterCombat(Procedure[DarkSummer], frozen=True):
    """The winners enter the hex; a wave lands as a whole and may go on a hex."""

    by: Side
    target: Space
    attackers: Units
    closes: bool = False

    def start(self, g: DarkSummer) -> Step:
        landed = 0
        if g.landing and self.target in g.board.atlas.approach_of:
            landed = land(g, self.target)
        able = self.attackers & ~landed & ~g.board.roster.strongpoints
        if not able:
            return self.further(g, None)
        return Call(Advance(by=self.by, target=self.target, units=able, closes=self.closes), then=self.further)

    def further(self, g: DarkSummer, _: object) -> Step:
        if self.closes and g.here.get(self.target, 0) & g.board.roster.side[GERMAN]:
            close_beach(g, self.target)
        there = g.here.get(self.target, 0) & g.board.roster.side[self.by]
        if there and self.by == ALLIED:
            open_beach(g, self.target)
        if g.landing and there:
            return AdvanceFurther(by=self.by, origin=self.target, units=there)
        return DONE

    def title(self, g: DarkSummer) -> str:
        return ""


@rule("9.4.1", "9.4.3")
def land(g: DarkSummer, beach: Space) -> Units:
    """Everybody in the Beach Approach hex comes ashore."""
    units = g.here.get(g.board.atlas.approach_of[beach], 0)
    for unit in each_unit(units):
        go(g, unit, beach, "lands in", "9.4.1")
    return units


@rule("11.3.8", "6.4")
class Advance(Decision[DarkSummer], frozen=True):
    """Which of the attackers enter the hex that the defenders left? Enemy zones do not matter."""

    target: Space
    units: Units
    closes: bool = False

    def offers(self, g: DarkSummer) -> Iterator[Offer]:
        where = g.board.describe(self.target)
        gone = sum(1 << unit for unit in each_unit(self.units) if not g.steps[unit])
        shut = bool(g.open_beaches & BITS[self.target]) and self.by == GERMAN and not self.closes
        yield PickUnit(
            "advance",
            g,
            only(self.units, "11.3.8", "{} did not attack here"),
            bar(gone, "11.3.8", "{} did not survive"),
            bar(g.board.roster.strongpoints, "11.1", "{} is a Strongpoint and never advances"),
            bar(self.units if shut else 0, "11.9", f"{where} is still an Open Beach"),
            bar(shut_out(g, self.units, self.target), "10.1", f"{where} holds the other army's Exit marker"),
            bar(
                cannot_enter(g, self.units & ~gone, self.target), "11.3.8", "{} needs a bridge to cross the major river"
            ),
            bar(without_room(g, self.units & ~gone, self.target), "5.1", f"{{}} would overstack {where}"),
        )
        yield Act("halt")

    def chosen(self, g: DarkSummer, action: Action) -> Step:
        if action[0] == "halt":
            return DONE
        go(g, action[1], self.target, "advances into", "11.3.8")
        return replace(self, units=self.units & ~(1 << action[1]))

    def prompt(self, g: DarkSummer) -> str:
        return f"Who advances into {g.board.describe(self.target)}?"

    def title(self, g: DarkSummer) -> str:
        return "Advance"


@rule("9.4.1", "9.4.3", "11.4", "11.3.8")
def second_hexes(g: DarkSummer, unit: UnitId, origin: Space) -> Spaces:
    """Where a unit of a wave may go on to: any hex it could move into; in the second wave not from zone to zone,
    unless a friend stands there. Only the hex that was taken may be overstacked, not the next one.
    """
    counter, atlas = g.board.units[unit], g.board.atlas
    found = atlas.ring[origin] & ~g.hexes_of(other(counter.side)) & ~closed_hexes(g, counter.army)
    found &= ~mixed_armies(g, counter.army)
    if counter.motorized:
        found &= spaces(to for to in each(found) if atlas.motor_can_cross(origin, to))
    near = zone(g, other(counter.side))
    if g.round == WAVE_2 and near & BITS[origin]:
        found &= ~near | g.hexes_of(counter.side)
    return found & ~full_for(g, unit, found)


@rule("9.4.1", "9.4.3", "11.4")
class AdvanceFurther(Decision[DarkSummer], frozen=True):
    """Which units go on a second hex?"""

    origin: Space
    units: Units

    def offers(self, g: DarkSummer) -> Iterator[Offer]:
        yield PickUnit(
            "advance-on",
            g,
            only(self.units & g.here.get(self.origin, 0), "9.4.1", "{} did not take this hex"),
            then=lambda unit: self._where(g, unit),
        )
        yield Act("halt")

    def _where(self, g: DarkSummer, unit: UnitId) -> PickSpace:
        return PickSpace(
            "advance-on",
            g,
            only(g.board.atlas.ring[self.origin], "9.4.1", "{} is not next to the hex that was taken"),
            bar(g.hexes_of(other(self.by)), "9.4.1", "an enemy stands in {}"),
            bar(full_for(g, unit, g.board.atlas.ring[self.origin]), "5.2", "{} has no room"),
            only(second_hexes(g, unit, self.origin), "9.4.3", f"{g.board.unit_title(unit)} could not move into {{}}"),
            before=(unit,),
        )

    def chosen(self, g: DarkSummer, action: Action) -> Step:
        if action[0] == "halt":
            return DONE
        go(g, UnitId(action[1]), Space(action[2]), "goes on to", "9.4.1")
        return replace(self, units=self.units & ~(1 << action[1]))

    def prompt(self, g: DarkSummer) -> str:
        return f"Who goes on a second hex from {g.board.describe(self.origin)}?"

    def title(self, g: DarkSummer) -> str:
        return "Second hex"
