"""4.1 to 4.3.1: airborne formations and the secret plan: which regiment jumps at which drop zone."""

from collections.abc import Iterator

from bocage.games.bradley.events import Placed, ZoneMarked
from bocage.games.bradley.sides import ALLIED
from bocage.games.bradley.state import Bradley, each_unit
from bocage.kernel.actions import Action
from bocage.kernel.bars import Act, Offer, PickWord, bar, only
from bocage.kernel.flow import DONE, Call, Decision, Procedure, Step
from bocage.kernel.ids import NOWHERE, UnitId, Units
from bocage.kernel.rulebook import rule

DIVISIONS = ("82", "101")
PLACES = ("main", "second")
NAMES = {"82": "82nd Airborne", "101": "101st Airborne"}


def zones_of(division: str) -> tuple[int, int]:
    """The numbers of a division's main and secondary drop zone."""
    return (0, 1) if division == "82" else (2, 3)


def subunit(g: Bradley, unit: UnitId) -> str:
    """4.1: what jumps together: a regiment within its division; anything else by itself."""
    counter = g.board.units[unit]
    return f"{counter.regiment}/{counter.formation}" if counter.regiment else counter.id


@rule("4.0", "4.1", "4.3", "4.3.1", "4.6", "3.1")
class PlanDrops(Procedure[Bradley], frozen=True):
    """In a window for air operations every waiting subunit is given its drop zone."""

    def start(self, g: Bradley) -> Step:
        if not g.board.charts.turns[g.turn].airborne:
            return DONE
        left = g.here.get(g.board.airborne, 0)
        for unit in each_unit(left):
            zone = settled_zone(g, unit)
            if zone is not None:
                assign(g, unit, zone)
            elif open_zones(g, unit):
                return Call(AssignZone(by=ALLIED, unit=unit), then=self.again)
        return DONE

    def title(self, g: Bradley) -> str:
        return "Airborne plan"


@rule("4.3.1", "4.2.8")
def settled_zone(g: Bradley, unit: UnitId) -> int | None:
    """Where a unit must go: headquarters and engineers to the main zone, others where their subunit is bound."""
    board, zones = g.board, open_zones(g, unit)
    main, _ = zones_of(board.units[unit].formation)
    if (board.headquarters | board.engineers) >> unit & 1 and main in zones:
        return main
    for zone in zones:
        bound = g.here.get(board.zone_boxes[zone], 0)
        if board.units[unit].regiment and any(subunit(g, other) == subunit(g, unit) for other in each_unit(bound)):
            return zone
    return None


@rule("4.0", "4.2.6")
def open_zones(g: Bradley, unit: UnitId) -> list[int]:
    """The drop zones of a unit's division that have not been overrun."""
    return [zone for zone in zones_of(g.board.units[unit].formation) if not g.zones_lost >> zone & 1]


def assign(g: Bradley, unit: UnitId, zone: int) -> None:
    """Put a unit into the box of its drop zone."""
    box = g.board.zone_boxes[zone]
    g.place(unit, box)
    g.bound |= 1 << unit
    g.emit(Placed(unit=unit, space=box, how="is bound for", rule="4.3.1", audience=(ALLIED,)))


@rule("4.2.8", "4.3.1")
class AssignZone(Decision[Bradley], frozen=True):
    """A subunit is bound for the main or the secondary zone. Every one is asked about: counting picks tells nothing."""

    unit: UnitId
    asks_always = True

    def offers(self, g: Bradley) -> Iterator[Offer]:
        main, second = zones_of(g.board.units[self.unit].formation)
        lost = (g.zones_lost >> main & 1, g.zones_lost >> second & 1)
        yield PickWord(
            "zone",
            PLACES,
            only(3, "4.2.2", "there is no such zone"),
            bar(lost[0], "4.2.6", "the main zone has been overrun"),
            bar(lost[1] << 1, "4.2.6", "the secondary zone has been overrun"),
        )

    def chosen(self, g: Bradley, action: Action) -> Step:
        zone = zones_of(g.board.units[self.unit].formation)[action[1]]
        for unit in each_unit(companions(g, self.unit)):
            assign(g, unit, zone)
        return DONE

    def prompt(self, g: Bradley) -> str:
        counter = g.board.units[self.unit]
        name = f"{ordinal(int(counter.regiment))} Regiment" if counter.regiment else counter.name
        return f"At which zone of the {NAMES[counter.formation]} does the {name} land?"

    def title(self, g: Bradley) -> str:
        return "Drop plan"


def ordinal(number: int) -> str:
    """A number as units bear it: 501st, 502nd, 327th."""
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{'th' if number % 100 in {11, 12, 13} else ending}"


def companions(g: Bradley, unit: UnitId) -> Units:
    """A waiting unit and those of its subunit who wait with it."""
    waiting = g.here.get(g.board.airborne, 0)
    return sum(1 << other for other in each_unit(waiting) if subunit(g, other) == subunit(g, unit))


@rule("4.2.7")
class LiftZones(Procedure[Bradley], frozen=True):
    """In his recovery segment the American may take a secondary zone off the map, to place it anew later."""

    def start(self, g: Bradley) -> Step:
        return LiftZone(by=ALLIED) if liftable(g) else DONE

    def title(self, g: Bradley) -> str:
        return "Secondary zones"


def liftable(g: Bradley) -> int:
    """By division, whether its secondary zone lies on the map: bit 0 for the 82nd, bit 1 for the 101st."""
    return sum(1 << n for n, division in enumerate(DIVISIONS) if g.zones[zones_of(division)[1]] != NOWHERE)


@rule("4.2.7")
class LiftZone(Decision[Bradley], frozen=True):
    """Which secondary zone is taken up?"""

    def offers(self, g: Bradley) -> Iterator[Offer]:
        none = ~liftable(g)
        absent = (
            bar(none & 1 << n, "4.2.7", f"the {NAMES[d]} has no secondary zone on the map")
            for n, d in enumerate(DIVISIONS)
        )
        yield PickWord("lift", DIVISIONS, only(3, "4.2.7", "there is no such division"), *absent)
        yield Act("done")

    def chosen(self, g: Bradley, action: Action) -> Step:
        if action[0] == "done":
            return DONE
        zone = zones_of(DIVISIONS[action[1]])[1]
        g.emit(ZoneMarked(zone=zone, space=g.zones[zone], what="is taken up from", rule="4.2.7"))
        g.zones[zone] = NOWHERE
        g.zones_lifted |= 1 << zone
        return self if liftable(g) else DONE

    def prompt(self, g: Bradley) -> str:
        return "Take up a secondary drop zone, to place it elsewhere later?"

    def title(self, g: Bradley) -> str:
        return "Secondary zones"
