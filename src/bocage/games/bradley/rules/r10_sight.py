"""10.2.7: who can fire at which hex: ranges, lines of sight, arcs and command."""

from bocage.games.bradley.rules.r06_movement import intact_walls
from bocage.games.bradley.rules.r16_headquarters import out_of_command
from bocage.games.bradley.sides import ALLIED, MOVEMENT
from bocage.games.bradley.state import Bradley, each_unit
from bocage.kernel.bars import Bar, hint
from bocage.kernel.counters import other
from bocage.kernel.ids import Side, Space, Spaces, UnitId, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import bit

EVERYWHERE = 99


@rule("2.3", "7.1", "14.1")
def gun_range(g: Bradley, unit: UnitId) -> int:
    """How far a unit fires: the range is printed on the combat face; in movement mode only into the next hex."""
    board = g.board
    if board.infantry >> unit & 1 or g.mode(unit) == MOVEMENT:
        return 1
    return max(1, board.units[unit].range)


@rule("10.2.7", "5.6.1")
def is_far(g: Bradley, unit: UnitId, distance: int) -> bool:
    """Beyond half its printed range artillery has half its factor, rounded down; half of no limit is none."""
    reach = g.board.units[unit].range
    return bool(g.board.artillery >> unit & 1) and reach < EVERYWHERE and 2 * distance > reach


@rule("10.2.7", "10.1.7", "6.3.6", "14.1.3")
def field_of_fire(g: Bradley, unit: UnitId) -> Spaces:
    """The hexes that a unit can fire at: in range, seen by direct guns, ahead of it, and not over a sea wall."""
    kept: dict[UnitId, Spaces] = g.cached("fields", lambda _: {})
    found = kept.get(unit)
    if found is None:
        found = kept[unit] = _field(g, unit)
    return found


def who_reaches(g: Bradley, units: Units, target: Space) -> Units:
    """Those of some units in whose field of fire a hex lies."""
    kept: dict[UnitId, Spaces] = g.cached("fields", lambda _: {})
    found = 0
    for unit in each_unit(units):
        field = kept.get(unit)
        if (field_of_fire(g, unit) if field is None else field) >> target & 1:
            found |= 1 << unit
    return found


def _field(g: Bradley, unit: UnitId) -> Spaces:
    board, here = g.board, g.space[unit]
    if (board.headquarters | board.garrisons) >> unit & 1:
        return 0
    reach = gun_range(g, unit)
    if board.artillery >> unit & 1:
        found = board.hexes if reach >= EVERYWHERE else board.disc(here, reach)
    else:
        found = board.disc(here, 1) if reach == 1 else board.seen_from(here, reach)
    if board.faced >> unit & 1 and reach > 1:
        found &= board.arc(here, g.facing[unit])
    elif (g.marching | board.faced) >> unit & 1:
        found &= board.front(here, g.facing[unit])
    return found & ~bit(here) & ~intact_walls(g).get(here, 0)


@rule("10.2.7", "10.1.7", "6.3.6")
def why_out_of_reach(g: Bradley, side: Side, target: Space) -> tuple[Bar, ...]:
    """What keeps each unit of a side from firing at a hex, if it does not reach it: for refusals, never for offers."""
    board, units, where = g.board, g.on_map(side), g.board.describe(target)

    def far() -> Units:
        return sum(1 << u for u in each_unit(units) if board.distance(g.space[u], target) > gun_range(g, u))

    def turned() -> Units:
        return sum(1 << u for u in each_unit(units & (g.marching | board.faced)) if not _looks(g, u, target))

    def walled() -> Units:
        walls = intact_walls(g)
        return sum(1 << u for u in each_unit(units) if walls.get(g.space[u], 0) & bit(target))

    return (
        hint(far, "10.2.7", f"{where} is out of range of {{}}"),
        hint(turned, "10.1.7", f"{{}} does not face {where}"),
        hint(walled, "6.3.6", f"a sea wall lies between {{}} and {where}"),
    )


def _looks(g: Bradley, unit: UnitId, target: Space) -> bool:
    """Whether a hex lies where a unit on the march, or the railway gun, can fire at all."""
    board, here, facing = g.board, g.space[unit], g.facing[unit]
    return bool((board.arc if gun_range(g, unit) > 1 else board.front)(here, facing) & bit(target))


@rule("16.2.1", "16.2.2")
def silent(g: Bradley, side: Side) -> Units:
    """Units that may not fire at all now: guns and tanks out of command, headquarters and garrisons."""
    board = g.board
    return out_of_command(g, side) | board.headquarters | board.garrisons


@rule("10.2.3")
def shooters(g: Bradley, side: Side) -> Units:
    """Units that can still fire in this segment."""
    return g.on_map(side) & ~g.fired & ~silent(g, side)


def able_to_hit(g: Bradley, side: Side, target: Space) -> Units:
    """The units of a side that can fire at a hex in this segment."""
    return who_reaches(g, shooters(g, side), target)


@rule("10.2.2", "10.2.4", "13.3.5")
def fire_targets(g: Bradley, side: Side) -> Spaces:
    """Hexes with regular enemies, not fired at yet, that somebody can hit."""
    enemy = g.regular(other(side)) & ~g.shelled & g.playable
    return enemy if points_for(g, side) else enemy & under_fire(g, side)


def under_fire(g: Bradley, side: Side) -> Spaces:
    """All hexes that units of a side can still fire at."""
    found = 0
    for unit in each_unit(shooters(g, side)):
        found |= field_of_fire(g, unit)
    return found


@rule("11.1")
def points_for(g: Bradley, side: Side) -> int:
    """11.1.4: the support points that a side has."""
    return g.support if side == ALLIED else 0
