"""The Allied order of battle: second wave, gliders and follow-up forces over the supply beaches."""

from collections.abc import Iterator
from typing import ClassVar

from bocage.games.normandy71.board import union
from bocage.games.normandy71.rules.r04_movement import has_room, movable, pass_through
from bocage.games.normandy71.rules.r07_zones_of_control import held, zone
from bocage.games.normandy71.rules.r08_making_room import Jam
from bocage.games.normandy71.rules.r09_supply import check_supply, supply_areas
from bocage.games.normandy71.sides import ALLIED, GERMAN
from bocage.games.normandy71.state import Game71
from bocage.kernel.actions import Action
from bocage.kernel.bars import Act, Bar, Offer, PickSpace, PickUnit, bar, only
from bocage.kernel.events import Moved
from bocage.kernel.flow import DONE, Decision, Procedure, Step
from bocage.kernel.ids import Space, Spaces, UnitId, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import BITS, bit, each, spaces

SECOND_WAVE = 30
FOLLOW_UP = 15
GLIDER_RANGE = 4


@rule("Play.1C", "Invasion.4A", "Allied.Second", "Allied.Followup")
class Landing(Procedure[Game71], frozen=True):
    """After combat: reinforcements go to the boxes of supply beaches and move from there."""

    called = ""

    def start(self, g: Game71) -> Step:
        g.landed = [0] * len(g.landed)
        if g.turn == 1:  # the movement that begins now is asked who can make room for a glider
            check_supply(g, ALLIED)
        return BringAshore(by=ALLIED)


@rule("Play.1C", "Allied.Followup")
class BringAshore(Decision[Game71], frozen=True):
    """Which unit comes to which beach, and where the gliders land."""

    called = "Reinforcements"
    question = "Which reinforcements come to which supply beach?"
    asks_always: ClassVar[bool] = True  # which beaches could be used is secret

    def offers(self, g: Game71) -> Iterator[Offer]:
        areas = spaces(g.board.box_of[beach] for beach in each(supply_areas(g)))
        rooms = [(box, capacity(g, box)) for box in each(areas)]
        goals = {n: tuple(box for box, points in rooms if n <= points) for n in g.board.strengths}
        yield PickUnit(
            "land",
            g,
            *who_may_come(g),
            then=lambda unit: beaches_for(g, unit, areas, goals[g.board.strength[unit]]),
            alike=g.board.strength.__getitem__,
        )
        yield PickUnit(
            "glide",
            g,
            only(gliders(g), "Allied.Gliders", "{} is not a glider that could land now"),
            then=lambda unit: glider_fields(g, unit),
        )
        yield Act("done")

    def chosen(self, g: Game71, action: Action) -> Step:
        if action[0] == "done":
            close_beaches(g)
            return DONE
        verb, unit, to = action
        g.emit(Moved(unit=unit, path=(g.space[unit], to), how="comes to", rule="Play.1C"))
        g.place(unit, to)
        if verb == "land":
            g.landed[g.board.beach_boxes.index(to)] += g.board.strength[unit]
            g.known_supply |= bit(g.board.beach_hex[to])
        else:
            pass_through(g, ALLIED, bit(to))
        return self


@rule("Play.1C", "Allied.Assault", "Allied.Second", "Allied.Followup", "Allied.Gliders")
def who_may_come(g: Game71) -> Iterator[Bar]:
    """What keeps a unit from coming over a beach now."""
    board = g.board
    yield only(g.here.get(board.britain, 0), "Play.1C", "{} is not waiting in Britain")
    yield bar(board.gliders, "Allied.Gliders", "{} comes by glider on the first turn, or not at all")
    if g.turn == 1:
        yield bar(board.of_force["assault"], "Allied.Assault", "{} did not land at first and follows after this turn")
    yield only(available(g), "Allied.Followup", "{} comes after the first turn")


def available(g: Game71) -> Units:
    """The units in Britain that may come now: the second wave on day one, everything that is left later on."""
    waiting = g.here.get(g.board.britain, 0)
    if g.turn == 1:
        return waiting & g.board.of_force["second"]
    return waiting & ~g.board.gliders


@rule("Allied.Capacity", "Supply.H")
def capacity(g: Game71, box: Space) -> int:
    """Strength points that a beach still takes: thirty on day one, later fifteen for this turn and each idle one."""
    board = g.board
    if not supply_areas(g) & bit(board.beach_hex[box]):
        return 0
    n = board.beach_boxes.index(box)
    full = SECOND_WAVE if g.turn == 1 else FOLLOW_UP * (1 + g.idle[n])
    return full - g.landed[n]


@rule("Allied.Capacity", "Supply.H")
def beaches_for(g: Game71, unit: UnitId, areas: Spaces, goals: tuple[Space, ...]) -> PickSpace:
    """The boxes to which a unit may come: those of supply areas that still take its strength points."""
    return PickSpace("land", g, among=goals, hints=lambda: _why_not_to(g, unit, areas, goals), before=(unit,))


def _why_not_to(g: Game71, unit: UnitId, areas: Spaces, goals: tuple[Space, ...]) -> Iterator[Bar]:
    board, wave = g.board, "Allied.Second" if g.turn == 1 else "Allied.Followup"
    lost = spaces(board.box_of[beach] for beach in each(g.supply & g.lost_beaches))
    yield only(board.boxes_afloat, wave, "{} is not a beach box")
    yield bar(lost, "Supply.H", "Germans have entered the beach of {}, so no more units land there")
    yield only(areas, wave, "{} belongs to no supply area")
    yield only(spaces(goals), "Allied.Capacity", lambda box: _too_heavy(g, unit, box))


def _too_heavy(g: Game71, unit: UnitId, box: Space) -> str:
    name = g.board.unit_title(unit)
    return f"{g.board.titles[box]} takes {capacity(g, box)} more strength points, too few for {name}"


@rule("Allied.Capacity")
def close_beaches(g: Game71) -> None:
    """A beach that brought nothing saves its capacity, from the second turn on; one that did starts over."""
    if g.turn > 1:
        g.idle = [0 if landed else idle + 1 for landed, idle in zip(g.landed, g.idle, strict=True)]


@rule("Allied.Gliders", "Invasion.4A")
def glider_hexes(g: Game71, unit: UnitId) -> Spaces:
    """Within four hexes of paratroops, not on or next to Germans, with room now or before the movement ends."""
    near = near_paratroops(g) & g.board.land & ~(held(g, GERMAN) | zone(g, GERMAN))
    here = g.here
    return near & ~union(BITS[to] for to in each(near) if to in here and not finds_room(g, unit, to))


@rule("Stacking.A")
def finds_room(g: Game71, unit: UnitId, space: Space) -> bool:
    """Whether a hex has room for a glider, or those in it can put it in order in the movement that follows."""
    if has_room(g, unit, space):
        return True
    units = g.units_at(space, ALLIED) | 1 << unit
    return Jam(g, ALLIED, space, second=True).settles(units, movable(g, ALLIED, second=True))


def gliders(g: Game71) -> Units:
    """The gliders that may still land: they come on the first turn or never."""
    return g.here.get(g.board.britain, 0) & g.board.gliders if g.turn == 1 else 0


@rule("Allied.Gliders", "Invasion.4A")
def glider_fields(g: Game71, unit: UnitId) -> PickSpace:
    """Where a glider may land."""
    germans = held(g, GERMAN) | zone(g, GERMAN)
    return PickSpace(
        "glide",
        g,
        only(g.board.land, "Invasion.4A", "{} is not on land"),
        bar(germans, "Invasion.4A", "{} is held by Germans or next to them"),
        only(near_paratroops(g), "Invasion.4A", "{} is not within four hexes of paratroops"),
        only(glider_hexes(g, unit), "Stacking", "{} is full, and nobody can make room"),
        before=(unit,),
    )


def near_paratroops(g: Game71) -> Spaces:
    """The hexes within a glider's range of any paratroops."""
    return g.cached("near paratroops", _near_paratroops)


def _near_paratroops(g: Game71) -> Spaces:
    board = g.board
    dropped = union(bit(space) for space, here in g.here.items() if space < board.first_box and here & board.paratroops)
    return board.adjacency.dilate(dropped, GLIDER_RANGE)
