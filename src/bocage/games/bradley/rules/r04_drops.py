"""4.3.3 to 4.5: parachutists and gliders come down, each where its dice say."""

from collections.abc import Iterator

from bocage.games.bradley.events import DropRolled, Placed
from bocage.games.bradley.rules.r04_planning import subunit
from bocage.games.bradley.rules.r05_beachhead import entered
from bocage.games.bradley.rules.r08_stacking import has_room
from bocage.games.bradley.rules.r10_account import Attack
from bocage.games.bradley.rules.r10_assault import ResolveAssault
from bocage.games.bradley.rules.r10_disruption import disrupt, eliminate
from bocage.games.bradley.rules.r10_retreat import RetreatUnit
from bocage.games.bradley.sides import ALLIED, GERMAN, drop_zone
from bocage.games.bradley.state import Bradley, each_unit
from bocage.kernel.actions import Action
from bocage.kernel.bars import Offer, PickUnit, bar, only
from bocage.kernel.chance import Rolls
from bocage.kernel.flow import DONE, Call, Decision, Done, Procedure, Step, replace
from bocage.kernel.ids import NOWHERE, Space, UnitId, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import bit, holds

LOWEST, HIGHEST = -1, 14


@rule("4.3.3", "4.4.3")
def scattered(g: Bradley, centre: Space, modified: int) -> tuple[Space, bool] | None:
    """The hex for a result of the scatter diagram, and whether it is starred; `None` off the diagram."""
    found = g.board.charts.scatter.get(modified)
    if found is None:
        return None
    assert g.board.grid is not None
    at = centre
    for step in found[0]:
        at = g.board.grid.neighbour(at, step) if at != NOWHERE else NOWHERE
    return at, found[1]


@rule("4.3.3", "4.5.2", "4.5.3", "4.5")
def drop_modifier(g: Bradley, zone: int, *, glider: bool) -> int:
    """What the ground of the zone and the circumstances add for a unit."""
    charts, board, centre = g.board.charts, g.board, g.zones[zone]
    conditions = [board.terrain[centre]]
    if g.night:
        conditions.append("night")
    if g.units_in(ALLIED, centre):
        conditions.append("friend on the zone")
    if board.adjacency.spread(bit(centre)) & g.regular(GERMAN):
        conditions.append("enemy beside the zone")
    return sum(charts.drops[condition][glider] for condition in conditions)


@rule("4.5.1", "4.2.6")
def ready_to_land(g: Bradley, zone: int) -> Units:
    """Who lands at a zone now: gliders only where the zone was there before this turn.

    Germans whom an earlier drop drives through the zone take it, and nobody else lands there.
    """
    if g.zones[zone] == NOWHERE:
        return 0
    waiting = g.here.get(g.board.zone_boxes[zone], 0) & ~g.tried
    return waiting & ~g.board.gliders if g.zones_new >> zone & 1 else waiting


@rule("4.3.2", "4.4", "4.4.2")
class LandTroops(Procedure[Bradley], frozen=True):
    """All troops of a zone land, one by one, in the order that the American likes."""

    zone: int
    modifier: int

    def start(self, g: Bradley) -> Step:
        if not ready_to_land(g, self.zone):
            g.tried = 0
            return DONE
        return Call(NextDrop(by=ALLIED, zone=self.zone), then=self.jumps)

    def jumps(self, g: Bradley, unit: UnitId) -> Step:
        g.tried |= 1 << unit
        return Call(Drop(zone=self.zone, unit=unit, modifier=self.modifier), then=self.again)

    def title(self, g: Bradley) -> str:
        return f"Troops of {drop_zone(self.zone)}"


@rule("4.4.2")
class NextDrop(Decision[Bradley], frozen=True):
    """Who lands next at this zone."""

    zone: int

    def offers(self, g: Bradley) -> Iterator[Offer]:
        waiting = g.here.get(g.board.zone_boxes[self.zone], 0)
        yield PickUnit(
            "land",
            g,
            only(waiting, "4.3.1", "{} is not bound for this zone"),
            bar(g.tried, "4.3.3", "{} has tried in this turn"),
            only(ready_to_land(g, self.zone), "4.5.1", "gliders need a zone that was there before this turn"),
        )

    def chosen(self, g: Bradley, action: Action) -> Step:
        return Done(action[1])

    def prompt(self, g: Bradley) -> str:
        return f"Who lands next at {drop_zone(self.zone)}?"

    def title(self, g: Bradley) -> str:
        return "Next drop"


@rule("4.3.3", "4.4.4", "4.4.5", "4.5.4", "4.4.9")
class Drop(Procedure[Bradley], frozen=True):
    """One unit's landing: lost below -1, back home above 14, else into the hex of the diagram."""

    zone: int
    unit: UnitId
    modifier: int
    space: Space = NOWHERE
    starred: bool = False

    def start(self, g: Bradley) -> Step:
        return Call(Rolls(what="landing from the air"), then=self.rolled)

    def rolled(self, g: Bradley, dice: tuple[int, int]) -> Step:
        glider = bool(g.board.gliders >> self.unit & 1)
        modified = sum(dice) + self.modifier + drop_modifier(g, self.zone, glider=glider)
        found = scattered(g, g.zones[self.zone], modified)
        if found is None:
            return self._missed(g, dice, modified)
        space, starred = found
        ground = holds(g.dry & g.playable, space)  # at high tide the flats are sea (6.3.4)
        full = ground and not has_room(g, 1 << self.unit, space)
        self._tell(g, dice, modified, "aborted" if full else "starred" if starred else "landed")
        if full:
            return DONE
        if not ground:
            eliminate(g, 1 << self.unit, "4.4.4")
            return DONE
        return replace(self, space=space, starred=starred).touch_down(g)

    def _missed(self, g: Bradley, dice: tuple[int, int], modified: int) -> Step:
        lost = modified < LOWEST
        self._tell(g, dice, modified, "lost" if lost else "aborted")
        if lost:
            eliminate(g, 1 << self.unit, "4.3.3")
        return DONE

    def _tell(self, g: Bradley, dice: tuple[int, int], modified: int, result: str) -> None:
        g.emit(DropRolled(unit=self.unit, dice=dice, modified=modified, result=result, rule="4.3.3"))

    def touch_down(self, g: Bradley) -> Step:
        for number in mishaps(g, self.zone, self.unit, self.space, starred=self.starred):
            disrupt(g, 1 << self.unit, number)
            if g.space[self.unit] == g.board.lost[ALLIED]:
                return DONE
        if not g.units_in(GERMAN, self.space):
            set_down(g, self.unit, self.space)
            return DONE
        attack = Attack(by=ALLIED, target=self.space, units=1 << self.unit, dropped=True)
        if g.board.no_assault >> self.unit & 1:
            return self.fought(g, False)
        return Call(ResolveAssault(attack=attack), then=self.fought)

    def fought(self, g: Bradley, cleared: bool) -> Step:
        if g.space[self.unit] == g.board.lost[ALLIED]:
            return DONE
        if cleared:
            set_down(g, self.unit, self.space)
            return DONE
        retreat = RetreatUnit(by=ALLIED, unit=self.unit, path=(self.space,), least=2, through=True)
        return Call(retreat, then=self.retreated)

    def retreated(self, g: Bradley, _: object) -> Step:
        if g.space[self.unit] != g.board.lost[ALLIED]:
            g.landed |= 1 << self.unit
            g.dropped |= 1 << self.unit
            disrupt(g, 1 << self.unit, "4.4.9")
        return DONE

    def title(self, g: Bradley) -> str:
        return f"{g.board.units[self.unit].name} lands"


@rule("4.4.6", "4.4.7", "4.4.8", "4.5.5", "4.5.6")
def mishaps(g: Bradley, zone: int, unit: UnitId, space: Space, *, starred: bool) -> list[str]:
    """The rules by which a landing disrupts a unit; two of them eliminate it."""
    board = g.board
    glider = bool(board.gliders >> unit & 1)
    soft = board.of_terrain["clear"] | (board.hills if glider else 0)
    friends = g.units_in(ALLIED, space)
    found = ["4.3.3"] if starred else []
    if not holds(soft, space):
        found.append("4.5.6" if glider else "4.4.6")
    if glider and space == g.zones[zone] and friends:
        found.append("4.5.5")
    elif any(subunit(g, other) != subunit(g, unit) for other in each_unit(friends)):
        found.append("4.4.7")
    return found


@rule("4.4.1", "4.4.10", "4.5.7", "7.2.2")
def set_down(g: Bradley, unit: UnitId, space: Space) -> None:
    """The unit stands on the map, in combat mode; gliders do not move any more in this turn."""
    g.place(unit, space)
    g.marching &= ~(1 << unit)
    g.landed |= 1 << unit
    g.dropped |= 1 << unit
    if g.board.gliders >> unit & 1:
        g.grounded |= 1 << unit
    g.emit(Placed(unit=unit, space=space, how="lands in", rule="4.4.3"))
    entered(g, ALLIED, (space,))
