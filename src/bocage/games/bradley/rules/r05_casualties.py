"""5.6 and 5.8: landing casualties, and tanks that swim."""

from bocage.games.bradley.events import LandingChecked
from bocage.games.bradley.rules.r09_zones import zones
from bocage.games.bradley.rules.r10_disruption import disrupt, eliminate
from bocage.games.bradley.rules.r10_sight import gun_range, is_far
from bocage.games.bradley.sides import ALLIED, GERMAN
from bocage.games.bradley.state import Bradley, each_unit
from bocage.kernel.chance import Rolls
from bocage.kernel.flow import DONE, Call, Procedure, Step
from bocage.kernel.ids import Spaces, UnitId
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import each, holds

MOST = 12
LARGE = 3
FLOATS = 7
DEPTH = {"average": 2, "high": 3}
"""19.1: obstacles that the tide hides count double or triple."""


@rule("5.6.1")
def beach_hexes(g: Bradley, beach: int) -> Spaces:
    """The hexes at which German guns fire: beach and flats of the Beach Area, without the flats at high tide."""
    return g.beach_area[beach] & g.dry


@rule("5.6.1", "14.1.3")
def gun_at_beach(g: Bradley, unit: UnitId, beach: int) -> int:
    """What one German gun adds to the fire on a Beach Area: nothing out of range, or engaged in an Allied zone."""
    board = g.board
    here = g.space[unit]
    goals = beach_hexes(g, beach)
    if board.faced >> unit & 1:
        goals &= board.arc(here, g.facing[unit])
    elif g.marching >> unit & 1:
        goals &= board.front(here, g.facing[unit])
    if not goals or (board.artillery >> unit & 1 and holds(zones(g, ALLIED), here)):
        return 0
    nearest = min(board.distance(here, space) for space in each(goals))
    if nearest > gun_range(g, unit):
        return 0
    factor = g.attack(unit)
    return factor // 2 if is_far(g, unit, nearest) else factor


@rule("5.6.1", "5.6.2", "5.4.3", "19.1")
def firepower(g: Bradley, beach: int, mines: int | None = None) -> int:
    """All German artillery and direct guns that reach the Beach Area, and its mines: as they lie, or a given number."""
    board = g.board
    guns = g.on_map(GERMAN) & (board.artillery | board.weapons | board.armour)
    total = sum(gun_at_beach(g, unit, beach) for unit in each_unit(guns))
    deep = DEPTH.get(g.tide, 1) if g.options["tide"] != "low" else 1
    return total + deep * (mine_points(g, beach) if mines is None else mines)


@rule("5.4.3")
def mine_points(g: Bradley, beach: int) -> int:
    """The mine points left on a beach."""
    return (g.mines & g.beach_area[beach]).bit_count()


@rule("5.2.4", "5.6", "5.6.3", "5.6.4", "5.6.5", "5.6.7")
class Casualty(Procedure[Bradley], frozen=True):
    """One unit's roll as it lands."""

    unit: UnitId
    fire: int
    sea: int

    def start(self, g: Bradley) -> Step:
        return Call(Rolls(what="landing casualties"), then=self.rolled)

    def rolled(self, g: Bradley, dice: tuple[int, int]) -> Step:
        roll = sum(dice)
        modified = min(MOST, roll + landing_modifier(g, self.unit, self.sea))
        result = landing_result(g, self.fire, modified)
        g.emit(
            LandingChecked(
                unit=self.unit, firepower=self.fire, dice=dice, modified=modified, result=result, rule="5.6.7"
            )
        )
        if result == "E":
            eliminate(g, 1 << self.unit, "5.6.7")
        elif result == "D":
            disrupt(g, 1 << self.unit, "5.6.7")
        return DONE

    def title(self, g: Bradley) -> str:
        return f"{g.board.units[self.unit].name} lands"


@rule("5.4.2", "5.6.4")
def landing_modifier(g: Bradley, unit: UnitId, sea: int) -> int:
    """The sea, and three more for large targets."""
    return sea + (LARGE if g.board.large_targets >> unit & 1 else 0)


def landing_result(g: Bradley, fire: int, modified: int) -> str:
    """Nothing, D or E on the column for so much fire."""
    row = g.board.charts.losses(fire)
    return "E" if modified >= row.eliminated else "D" if modified >= row.disrupted else "-"


@rule("5.8", "5.8.1")
class Swim(Procedure[Bradley], frozen=True):
    """A company of swimming tanks: two dice and the sea; 2 to 7 floats, anything else sinks."""

    unit: UnitId
    sea: int

    def start(self, g: Bradley) -> Step:
        return Call(Rolls(what="swimming tanks"), then=self.rolled)

    def rolled(self, g: Bradley, dice: tuple[int, int]) -> Step:
        roll = sum(dice)
        result = "-" if roll + self.sea <= FLOATS else "S"
        g.emit(
            LandingChecked(
                unit=self.unit,
                firepower=0,
                dice=dice,
                modified=roll + self.sea,
                result=result,
                swims=True,
                rule="5.8.1",
            )
        )
        if result == "S":
            eliminate(g, 1 << self.unit, "5.8.1")
        return DONE

    def title(self, g: Bradley) -> str:
        return f"{g.board.units[self.unit].name} swims"
