"""The Allied order of battle: second wave, gliders and follow-up forces over the supply beaches."""

from typing import ClassVar

from bocage.games.normandy71.board import each_unit, union
from bocage.games.normandy71.rules.r04_movement import has_room, pass_through
from bocage.games.normandy71.rules.r07_zones_of_control import held, zone
from bocage.games.normandy71.rules.r09_supply import supply_areas
from bocage.games.normandy71.sides import ALLIED, GERMAN
from bocage.games.normandy71.state import Game71
from bocage.kernel.actions import Action
from bocage.kernel.events import Moved
from bocage.kernel.flow import DONE, Decision, Procedure, Step
from bocage.kernel.ids import Space, Spaces, UnitId, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import bit, each
from bocage.kernel.verdict import Because

SECOND_WAVE = 30
FOLLOW_UP = 15
GLIDER_RANGE = 4


@rule("Play.1C", "Invasion.4A", "Allied.Second", "Allied.Followup")
class Landing(Procedure[Game71], frozen=True):
    """After combat: reinforcements go to the boxes of supply beaches and move from there."""

    def start(self, g: Game71) -> Step:
        g.landed = [0] * len(g.landed)
        return BringAshore(by=ALLIED)

    def title(self, g: Game71) -> str:
        return ""  # the phase says it already


class BringAshore(Decision[Game71], frozen=True):
    """Which unit comes to which beach, and where the gliders land."""

    asks_always: ClassVar[bool] = True  # which beaches could be used is secret

    def options(self, g: Game71) -> list[Action]:
        found = arrivals(g)
        found += [("glide", unit, space) for unit in each_unit(gliders(g)) for space in each(glider_hexes(g, unit))]
        found.append(("done",))
        return found

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

    def refuse(self, g: Game71, action: Action) -> Because:
        if action[0] == "land":
            return why_not_land(g, action[1], action[2])
        if action[0] == "glide":
            return why_not_glide(g, action[1], action[2])
        return Because("Play.1C", "bring a unit to a supply beach, or say done")

    def prompt(self, g: Game71) -> str:
        return "Which reinforcements come to which supply beach?"

    def title(self, g: Game71) -> str:
        return "Reinforcements"


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


def arrivals(g: Game71) -> list[Action]:
    """Every unit that may come to a box now."""
    rooms = [(box, room) for box in g.board.beach_boxes if (room := capacity(g, box)) > 0]
    strength = g.board.strength
    return [("land", unit, box) for unit in each_unit(available(g)) for box, room in rooms if strength[unit] <= room]


@rule("Allied.Capacity")
def close_beaches(g: Game71) -> None:
    """A beach that brought nothing saves its capacity, from the second turn on; one that did begins anew."""
    if g.turn > 1:
        g.idle = [0 if landed else idle + 1 for landed, idle in zip(g.landed, g.idle, strict=True)]


@rule("Allied.Gliders", "Invasion.4A")
def glider_hexes(g: Game71, unit: UnitId) -> Spaces:
    """Within four hexes of paratroops, not on or next to Germans."""
    board = g.board
    dropped = union(bit(space) for space, here in g.here.items() if space < board.first_box and here & board.paratroops)
    near = board.adjacency.dilate(dropped, GLIDER_RANGE) & board.land & ~(held(g, GERMAN) | zone(g, GERMAN))
    return union(bit(space) for space in each(near) if has_room(g, unit, space))


def gliders(g: Game71) -> Units:
    """The gliders that may still land: they come on the first turn or never."""
    return g.here.get(g.board.britain, 0) & g.board.gliders if g.turn == 1 else 0


def why_not_land(g: Game71, unit: UnitId, box: Space) -> Because:
    """Why a unit cannot come to a beach now."""
    board = g.board
    name = board.unit_name(unit)
    if not available(g) >> unit & 1:
        return Because("Play.1C", f"{name} is not among the forces that may come now")
    if box not in board.beach_hex or not supply_areas(g) & bit(board.beach_hex[box]):
        return Because("Allied.Followup", f"{board.describe(box)} is no supply area")
    left = capacity(g, box)
    return Because("Allied.Capacity", f"{board.titles[box]} takes {left} more strength points, too few for {name}")


def why_not_glide(g: Game71, unit: UnitId, space: Space) -> Because:
    """Why a glider cannot land in a hex."""
    if not gliders(g) >> unit & 1:
        return Because("Allied.Gliders", f"{g.board.unit_name(unit)} is no glider that could land now")
    if (held(g, GERMAN) | zone(g, GERMAN)) & bit(space):
        return Because("Invasion.4A", f"{g.board.describe(space)} is held by Germans or next to them")
    return Because("Invasion.4A", f"{g.board.describe(space)} is not on land within four hexes of paratroops, or full")
