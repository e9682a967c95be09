"""4.2 and 4.3.2: drop zones are placed; wind and flak are known of all, then each comes down with its troops."""

from collections.abc import Iterator

from bocage.games.bradley.events import DropsShown, Flak, WindRolled, ZoneMarked, ZoneRolled, capital
from bocage.games.bradley.rules.r04_drops import LandTroops, scattered
from bocage.games.bradley.sides import ALLIED, GERMAN, ZONES, drop_zone
from bocage.games.bradley.state import Bradley, each_unit
from bocage.kernel.actions import Action
from bocage.kernel.bars import Act, Offer, PickSpace, PickUnit, PickWord, bar, only
from bocage.kernel.chance import Roll, Rolls
from bocage.kernel.flow import DONE, Call, Decision, Done, Procedure, Step, replace
from bocage.kernel.ids import NOWHERE, Space, UnitId, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import bit, holds

FLAK_RANGE = 3
WAYS = ("up", "down")


@rule("4.2", "4.2.2", "4.3.2")
class AirborneLandings(Procedure[Bradley], frozen=True):
    """First all zones that land now are placed, then each is resolved with its troops."""

    def start(self, g: Bradley) -> Step:
        if not g.board.charts.turns[g.turn].airborne or not airborne_in_play(g):
            return DONE
        g.zones_new = g.flak_used = 0
        return self.place(g, None)

    def place(self, g: Bradley, _: object) -> Step:
        for zone in range(len(ZONES)):
            if may_place(g, zone) and not g.zones_asked >> zone & 1:
                g.zones_asked |= 1 << zone
                return Call(PlaceZone(by=ALLIED, zone=zone), then=self.place)
        g.zones_asked = 0
        if g.bound:
            g.emit(DropsShown(units=tuple(each_unit(g.bound)), rule="4.3.2"))
        g.bound = 0  # from here on everybody sees who jumps where
        return Call(WindAndFlak(), then=self.done)

    def done(self, g: Bradley, _: object) -> Step:
        g.zones_new = 0
        return DONE

    def title(self, g: Bradley) -> str:
        return "Airborne landings"


def airborne_in_play(g: Bradley) -> bool:
    """Whether troops wait for a drop."""
    return any(g.here.get(box, 0) for box in (*g.board.zone_boxes, g.board.airborne))


def may_place(g: Bradley, zone: int) -> bool:
    """4.2.4, 4.2.6, 4.2.7: a zone that is not on the map, was never overrun, and was not taken up in this turn."""
    return g.zones[zone] == NOWHERE and not (g.zones_lost | g.zones_lifted) >> zone & 1


@rule("4.2.1", "4.2.2", "4.2.3", "4.2.4", "4.2.9")
class PlaceZone(Decision[Bradley], frozen=True):
    """Where a drop zone is meant to be: a clear hex without another zone; or it is not used now."""

    zone: int

    def offers(self, g: Bradley) -> Iterator[Offer]:
        clear = g.board.of_terrain["clear"] & g.playable
        west, east = g.rules.zones
        yield PickSpace(
            "drop",
            g,
            only(g.playable, "4.2.1", "{} is not on the map of this scenario"),
            only(clear, "4.2.1", "{} is not clear"),
            only(
                g.board.columns(west, east),
                g.rules.number,
                f"{{}} is too far east: the divisions drop in columns {west:02} to {east:02}",
            ),
            bar(sum(bit(space) for space in g.zones), "4.2.2", "{} has a drop zone"),
        )
        yield Act("skip")

    def chosen(self, g: Bradley, action: Action) -> Step:
        if action[0] == "drop":
            g.zones[self.zone] = action[1]
            g.zones_new |= 1 << self.zone
            g.emit(ZoneMarked(zone=self.zone, space=action[1], what="is meant to be in", rule="4.2"))
        return DONE

    def prompt(self, g: Bradley) -> str:
        return f"Where is {drop_zone(self.zone)}?"

    def title(self, g: Bradley) -> str:
        return capital(drop_zone(self.zone))


@rule("4.3.2")
class WindAndFlak(Procedure[Bradley], frozen=True):
    """Before any zone comes down: the wind over each that is used in this turn, then the German's flak at each."""

    winds: tuple[tuple[int, int], ...] = ()
    """The zones whose wind is known, and its modifiers."""
    aimed: tuple["ResolveZone", ...] = ()
    """The zones whose flak is known too."""

    def start(self, g: Bradley) -> Step:
        used = zones_in_use(g)
        if len(self.winds) < len(used):
            return Call(Roll(what="wind"), then=self.blown)
        return self.flak(g)

    def blown(self, g: Bradley, roll: int) -> Step:
        zone = zones_in_use(g)[len(self.winds)]
        wind = g.board.charts.wind[roll]
        g.emit(WindRolled(zone=zone, dice=(roll,), modifier=wind, rule="4.3.2"))
        return replace(self, winds=(*self.winds, (zone, wind)))

    def flak(self, g: Bradley) -> Step:
        if len(self.aimed) == len(self.winds):
            return ResolveZones(zones=self.aimed)
        zone, _ = self.winds[len(self.aimed)]
        if not flak_units(g, zone):
            return self.fired(g, (0, 0))
        return Call(FlakFire(by=GERMAN, zone=zone), then=self.fired)

    def fired(self, g: Bradley, units: tuple[Units, Units]) -> Step:
        zone, wind = self.winds[len(self.aimed)]
        up, down = units
        g.flak_used |= up | down
        found = ResolveZone(zone=zone, wind=wind, up=up, down=down)
        return replace(self, aimed=(*self.aimed, found)).flak(g)

    def title(self, g: Bradley) -> str:
        return ""


def zones_in_use(g: Bradley) -> list[int]:
    """The zones on the map that are new or have troops waiting for them."""
    waiting = [bool(g.here.get(box, 0)) for box in g.board.zone_boxes]
    return [n for n, space in enumerate(g.zones) if space != NOWHERE and (g.zones_new >> n & 1 or waiting[n])]


class ResolveZones(Procedure[Bradley], frozen=True):
    """Zone after zone: its own landing if it is new, then its troops."""

    zones: tuple["ResolveZone", ...]

    def start(self, g: Bradley) -> Step:
        if not self.zones:
            return DONE
        return Call(self.zones[0], then=ResolveZones(zones=self.zones[1:]).again)

    def title(self, g: Bradley) -> str:
        return ""


@rule("4.3.2", "4.3.3")
class ResolveZone(Procedure[Bradley], frozen=True):
    """One zone: wind and flak make the modifier; two dice move a new zone; its troops land around it."""

    zone: int
    wind: int = 0
    up: Units = 0
    down: Units = 0

    def start(self, g: Bradley) -> Step:
        if g.zones[self.zone] == NOWHERE:  # overrun by Germans whom the troops of another zone drove through it
            return DONE
        if not g.zones_new >> self.zone & 1 or not self._can_land(g):
            return self.troops(g)
        return Call(Rolls(what="drop zone"), then=self.rolled)

    def _can_land(self, g: Bradley) -> bool:
        """Whether any roll brings the zone down somewhere; with much flak none may, and it stays as it is."""
        modifier = self.wind + flak_modifier(g, self.zone, self.up, self.down)
        return any(zone_ground(g, self.zone, roll + modifier) != NOWHERE for roll in range(2, 13))

    def rolled(self, g: Bradley, dice: tuple[int, int]) -> Step:
        roll = sum(dice)
        modified = roll + self.wind + flak_modifier(g, self.zone, self.up, self.down)
        ground = zone_ground(g, self.zone, modified)
        g.emit(ZoneRolled(zone=self.zone, dice=dice, modified=modified, space=ground, rule="4.3.3"))
        if ground == NOWHERE:
            return Call(Rolls(what="drop zone"), then=self.rolled)
        g.zones[self.zone] = ground
        return self.troops(g)

    def troops(self, g: Bradley) -> Step:
        modifier = self.wind + flak_modifier(g, self.zone, self.up, self.down)
        return LandTroops(zone=self.zone, modifier=modifier)

    def title(self, g: Bradley) -> str:
        return capital(drop_zone(self.zone))


@rule("4.3.3")
def zone_ground(g: Bradley, zone: int, modified: int) -> Space:
    """Where a zone comes down; `NOWHERE` means roll again: off the diagram, off the land, or on another zone."""
    found = scattered(g, g.zones[zone], modified)
    if found is None or not holds(g.dry & g.playable, found[0]):
        return NOWHERE
    taken = [space for other, space in enumerate(g.zones) if other != zone]
    return NOWHERE if found[0] in taken else found[0]


@rule("4.3.2")
def flak_units(g: Bradley, zone: int) -> Units:
    """German units within three hexes of a zone that have not fired at another in this turn."""
    near = g.board.disc(g.zones[zone], FLAK_RANGE)
    regular = g.on_map(GERMAN) & ~g.board.garrisons & ~g.flak_used
    return sum(1 << unit for unit in each_unit(regular) if holds(near, g.space[unit]))


@rule("4.3.2", "4.3.3")
def flak_modifier(g: Bradley, zone: int, up: Units, down: Units) -> int:
    """The flak that counts: of the units chosen, those within three hexes of where the zone is now."""
    near = g.board.disc(g.zones[zone], FLAK_RANGE)

    def still(units: Units) -> int:
        return sum(holds(near, g.space[unit]) for unit in each_unit(units))

    return still(up) - still(down)


@rule("4.3.2")
class FlakFire(Decision[Bradley], frozen=True):
    """Each German unit near the zone may push its landing rolls up or down by one."""

    zone: int
    up: Units = 0
    down: Units = 0

    def offers(self, g: Bradley) -> Iterator[Offer]:
        def which(unit: UnitId) -> PickWord:
            return PickWord("flak", WAYS, only(3, "4.3.2", "up or down"), before=(unit,))

        yield PickUnit(
            "flak",
            g,
            only(g.board.of_side[GERMAN], "4.3.2", "{} is not yours"),
            bar(g.board.garrisons, "13.3.2", "{} is a garrison"),
            bar(g.flak_used, "4.3.2", "{} has fired at another zone"),
            only(flak_units(g, self.zone), "4.3.2", "{} is not within three hexes of the zone"),
            bar(self.up | self.down, "4.3.2", "{} fires already"),
            then=which,
        )
        yield Act("done")

    def chosen(self, g: Bradley, action: Action) -> Step:
        if action[0] == "done":
            if self.up | self.down:
                units = tuple(each_unit(self.up | self.down))
                modifier = self.up.bit_count() - self.down.bit_count()
                g.emit(Flak(units=units, zone=self.zone, modifier=modifier, rule="4.3.2"))
            return Done((self.up, self.down))
        _, unit, way = action
        return replace(self, down=self.down | 1 << unit) if way else replace(self, up=self.up | 1 << unit)

    def prompt(self, g: Bradley) -> str:
        return f"Flak over {drop_zone(self.zone)}: which units push the landing rolls, up or down?"

    def title(self, g: Bradley) -> str:
        return "Flak"
