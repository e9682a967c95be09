"""20.2: airborne scatter, and the gliders of turn 2."""

from bocage.games.normandy44.rules.r02_control import enter
from bocage.games.normandy44.rules.r06_replacements import keep
from bocage.games.normandy44.rules.r07_stacking import fits
from bocage.games.normandy44.rules.r08_zones_of_control import presence, zone
from bocage.games.normandy44.rules.r17_cadres import lose_step
from bocage.games.normandy44.sides import ALLIED, BRITISH_AIRBORNE, GERMAN, US_AIRBORNE
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.actions import Action
from bocage.kernel.chance import Roll
from bocage.kernel.events import Noted, Rolled
from bocage.kernel.flow import DONE, Call, Decision, Done, Procedure, Step, replace
from bocage.kernel.ids import Space, Spaces, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import BITS, each

LANDED = {
    "-": "together",
    "S": "scattered",
    "S1": "scattered, a step lost",
    "S2": "scattered, two steps lost",
}
GLIDER_MODIFIER = 1
GLIDER_DRIFT = 4


@rule("20.2.1")
class Scatter(Procedure[Normandy44], frozen=True, kw_only=True):
    """One die for each airborne unit in its drop hex."""

    left: Units

    def start(self, g: Normandy44) -> Step:
        if not self.left:
            return DONE
        unit = (self.left & -self.left).bit_length() - 1
        return Call(Roll(what=f"scatter of {g.board.counters[unit].name}"), then=self.rolled)

    def rolled(self, g: Normandy44, roll: int) -> Step:
        """The next unit."""
        low = self.left & -self.left
        scatter(g, low.bit_length() - 1, roll)
        return replace(self, left=self.left ^ low).start(g)

    def title(self, g: Normandy44) -> str:
        return "Airborne scatter"


def drops(g: Normandy44) -> Units:
    """The airborne units that stand in their drop hexes."""
    return sum(
        1 << u for u, c in enumerate(g.board.counters) if c.arrival == "drop" and 0 <= g.space[u] < g.board.atlas.size
    )


@rule("20.2.2", "20.2.3")
def scatter(g: Normandy44, unit: int, roll: int) -> None:
    """Scattered, with steps lost; any loss leaves one airborne replacement behind."""
    counter = g.board.counters[unit]
    die = roll + (GLIDER_MODIFIER if counter.kind == "glider" else 0)
    result = g.board.scatter.read(die, counter.division)
    meaning = f"{result} ({LANDED[result]})"
    what = f"Scatter of {counter.name}"
    g.emit(Rolled(what=what, roll=roll, meaning=meaning, rule="20.2.2", table="Scatter", result=meaning))
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
class Gliders(Procedure[Normandy44], frozen=True, kw_only=True):
    """Gliders land before the Germans move; a full hex delays them to Allied movement, an enemy to the next turn."""

    late: bool
    done: Units = 0

    def start(self, g: Normandy44) -> Step:
        waiting = g.here.get(g.board.ids["gliders"], 0) & ~self.done
        if not waiting:
            return DONE
        low = waiting & -waiting
        unit = low.bit_length() - 1
        me = replace(self, done=self.done | low)
        counter = g.board.counters[unit]
        home = g.board.ids[counter.start]
        if g.turn == 2:
            if presence(g).hexes[GERMAN] & BITS[home]:
                g.diverted |= low  # he may march off before the Allies move: they still go elsewhere, a turn later
            if not g.diverted & low and fits(g, low, home):
                return me.land(g, unit, home)
            return me.start(g)
        if not self.late and landing_sites(g, unit):
            return Call(GliderSite(by=ALLIED, unit=unit), then=me.landed)
        return me.start(g)

    def land(self, g: Normandy44, unit: int, space: Space) -> Step:
        """Down, and roll for scatter."""
        enter(g, unit, space)
        g.emit(Noted(text=f"{g.board.counters[unit].name} lands in {g.board.names[space]}.", rule="20.2.4"))
        return Call(Scatter(left=1 << unit), then=self.on)

    def landed(self, g: Normandy44, chosen: object) -> Step:
        """At the hex the Allied player has picked."""
        assert isinstance(chosen, tuple)
        return self.land(g, chosen[0], chosen[1])

    def on(self, g: Normandy44, _: object) -> Step:
        """The next glider unit."""
        return self.start(g)

    def title(self, g: Normandy44) -> str:
        return "Glider landings"


def landing_sites(g: Normandy44, unit: int) -> list[Space]:
    """After a delay: any open ground within four hexes of the intended one, free of enemies and their zones."""
    atlas = g.board.atlas
    home = g.board.ids[g.board.counters[unit].start]
    ground: Spaces = atlas.near(home, GLIDER_DRIFT) & ~(atlas.city | atlas.flooded | g.board.of_terrain.get("marsh", 0))
    ground &= ~(presence(g).hexes[GERMAN] | zone(g, GERMAN))
    return [space for space in each(ground & ~BITS[home]) if fits(g, 1 << unit, space)]


class GliderSite(Decision[Normandy44], frozen=True, kw_only=True):
    """Where does a delayed glider unit land?"""

    unit: int

    def options(self, g: Normandy44) -> list[Action]:
        return [("at", space, 0) for space in landing_sites(g, self.unit)]

    def chosen(self, g: Normandy44, action: Action) -> Step:
        return Done((self.unit, action[1]))

    def prompt(self, g: Normandy44) -> str:
        name = g.board.counters[self.unit].name
        return f"The enemy keeps {name} from its landing hex: at which other hex within {GLIDER_DRIFT} does it land?"
