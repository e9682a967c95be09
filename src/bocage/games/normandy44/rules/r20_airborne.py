"""20.2: airborne scatter, and the gliders of turn 2."""

from collections.abc import Iterator

from bocage.games.normandy44.rules.r02_control import enter
from bocage.games.normandy44.rules.r06_replacements import keep, plainly
from bocage.games.normandy44.rules.r07_stacking import fits
from bocage.games.normandy44.rules.r08_zones_of_control import presence, zone
from bocage.games.normandy44.rules.r17_cadres import lose_step
from bocage.games.normandy44.sides import ALLIED, BRITISH_AIRBORNE, GERMAN, US_AIRBORNE
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.actions import Action
from bocage.kernel.bars import Bar, Offer, PickSpace, all_alike, bar, only
from bocage.kernel.chance import Roll
from bocage.kernel.counters import each_unit, lowest
from bocage.kernel.events import Moved, Rolled
from bocage.kernel.flow import DONE, Call, Decision, Done, Procedure, Step, replace
from bocage.kernel.ids import Space, UnitId, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import BITS, each, spaces

LANDED = {
    "-": "lands together",
    "S": "scattered",
    "S1": "scattered, a step lost",
    "S2": "scattered, two steps lost",
}
GLIDER_MODIFIER = 1
GLIDER_DRIFT = 4


@rule("20.2.1")
class Scatter(Procedure[Normandy44], frozen=True, kw_only=True):
    """One die for each airborne unit in its drop hex."""

    called = "Airborne scatter"
    left: Units

    def start(self, g: Normandy44) -> Step:
        if not self.left:
            return DONE
        unit = (self.left & -self.left).bit_length() - 1
        return Call(Roll(what="scatter", about=f"of {g.board.counters[unit].name}"), then=self.rolled)

    def rolled(self, g: Normandy44, roll: int) -> Step:
        """The next unit."""
        low = self.left & -self.left
        scatter(g, lowest(low), roll)
        return replace(self, left=self.left ^ low).start(g)


def drops(g: Normandy44) -> Units:
    """The airborne units that stand in their drop hexes."""
    return sum(
        1 << u for u, c in enumerate(g.board.counters) if c.arrival == "drop" and 0 <= g.space[u] < g.board.atlas.size
    )


@rule("20.2.2", "20.2.3")
def scatter(g: Normandy44, unit: UnitId, roll: int) -> None:
    """Scattered, with steps lost; any loss leaves one airborne replacement behind."""
    counter = g.board.counters[unit]
    die = roll + (GLIDER_MODIFIER if counter.kind == "glider" else 0)
    result = g.board.scatter.read(die, counter.division)
    meaning = LANDED[result] if result == "-" else f"{result} ({LANDED[result]})"
    what = f"Scatter of {counter.name}"
    where = (g.space[unit],)
    g.emit(
        Rolled(
            what=what,
            roll=roll,
            meaning=meaning,
            rule="20.2.2",
            table="Scatter",
            result=meaning,
            units=(UnitId(unit),),
            at=where,
        )
    )
    if result == "-":
        return
    g.scattered |= 1 << unit
    g.touch()
    lost = int(result[1:] or 0)
    for _ in range(lost):
        lose_step(g, unit, "20.2.2")
    if lost:
        keep(g, US_AIRBORNE if counter.nation == "us" else BRITISH_AIRBORNE, 1)


@rule("20.2.4")
def gliders_can_land(g: Normandy44) -> bool:
    """In Allied movement of turn 2: has the full landing hex of a glider unit been vacated?"""
    if g.turn != 2:
        return False
    waiting = g.here.get(g.board.ids["gliders"], 0) & ~g.diverted
    return any(fits(g, 1 << unit, g.board.ids[g.board.counters[unit].start]) for unit in each_unit(waiting))


@rule("20.2.4")
class Gliders(Procedure[Normandy44], frozen=True, kw_only=True):
    """Gliders land before the Germans move; a full hex delays them until Allied movement vacates it, an enemy to the
    next turn.
    """

    called = "Glider landings"
    late: bool
    done: Units = 0

    def start(self, g: Normandy44) -> Step:
        waiting = g.here.get(g.board.ids["gliders"], 0) & ~self.done
        if not waiting:
            return DONE
        low = waiting & -waiting
        unit = lowest(low)
        me = replace(self, done=self.done | low)
        counter = g.board.counters[unit]
        home = g.board.ids[counter.start]
        if g.turn == 2:
            if presence(g).hexes[GERMAN] & BITS[home]:
                g.diverted |= low  # it may march off before the Allies move: they still go elsewhere, a turn later
            if not g.diverted & low and fits(g, low, home):
                return me.land(g, unit, home)
            return me.start(g)
        if not self.late and PickSpace("at", g, *site_rows(g, unit)).open():
            return Call(GliderSite(by=ALLIED, unit=unit), then=me.landed)
        return me.start(g)

    def land(self, g: Normandy44, unit: UnitId, space: Space) -> Step:
        """Down, and roll for scatter."""
        origin = g.space[unit]
        enter(g, unit, space)
        g.emit(Moved(unit=UnitId(unit), path=(origin, space), how="lands in", rule="20.2.4"))
        return Call(Scatter(left=1 << unit), then=self.on)

    def landed(self, g: Normandy44, chosen: object) -> Step:
        """At the hex the Allied player has picked."""
        assert isinstance(chosen, tuple)
        return self.land(g, chosen[0], chosen[1])

    def on(self, g: Normandy44, _: object) -> Step:
        """The next glider unit."""
        return self.start(g)


@rule("20.2.4", "7.1")
def site_rows(g: Normandy44, unit: UnitId) -> tuple[Bar, ...]:
    """After a delay: not the hex intended, but dry ground within four hexes of it, free of enemies and their zones."""
    atlas = g.board.atlas
    home = g.board.ids[g.board.counters[unit].start]
    near = atlas.near(home, GLIDER_DRIFT)
    full = spaces(space for space in each(near) if not fits(g, 1 << unit, space))
    return (
        only(near, "20.2.4", f"{{}} is more than {GLIDER_DRIFT} hexes from {g.board.names[home]}"),
        bar(BITS[home], "20.2.4", "it lands at another hex than {}, where it was expected"),
        bar(atlas.city, "20.2.4", "gliders do not land in a city such as {}"),
        bar(atlas.flooded | g.board.of_terrain.get("marsh", 0), "20.2.4", "gliders do not land in the floods of {}"),
        bar(presence(g).hexes[GERMAN], "20.2.4", "{} is held by the enemy"),
        bar(zone(g, GERMAN), "20.2.4", "{} is in an enemy zone"),
        bar(full, "7.1", "{} has no room"),
    )


@rule("20.2.4")
class GliderSite(Decision[Normandy44], frozen=True, kw_only=True):
    """Where does a delayed glider unit land?"""

    unit: UnitId

    def offers(self, g: Normandy44) -> Iterator[Offer]:
        yield PickSpace("at", g, *site_rows(g, self.unit), then=plainly, alike=all_alike)

    def chosen(self, g: Normandy44, action: Action) -> Step:
        return Done((self.unit, action[1]))

    def prompt(self, g: Normandy44) -> str:
        name = g.board.counters[self.unit].name
        return f"The enemy keeps {name} from its landing hex: at which other hex within {GLIDER_DRIFT} does it land?"
