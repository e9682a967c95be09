"""How to win: cities, exits and depth, and what the German order of battle adds."""

from fractions import Fraction
from typing import NamedTuple

from bocage.games.normandy71.board import Exit, Normandy
from bocage.games.normandy71.events import SecretsTold
from bocage.games.normandy71.rules.r07_zones_of_control import held, shut, zone
from bocage.games.normandy71.rules.r09_supply import road_net, supplied, supply_areas
from bocage.games.normandy71.sides import ALLIED, GERMAN
from bocage.games.normandy71.state import Game71
from bocage.kernel.events import Ended, Scored
from bocage.kernel.ids import Side, Space, Spaces, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import BITS, bit, each, first
from bocage.kernel.state import Outcome

DIVISION = 9
"""Battalions in a division: three regiments or brigades."""
HISTORICAL = 25


class Score(NamedTuple):
    """The Allied victory points by source."""

    cities: dict[str, int]
    exits: dict[str, int]
    depth: Fraction
    order: int

    @property
    def geographic(self) -> Fraction:
        """What was won on the map."""
        return sum(self.cities.values()) + sum(self.exits.values()) + self.depth

    @property
    def total(self) -> Fraction:
        """With what the German order of battle adds."""
        return self.geographic + self.order


@rule("Victory")
def score(g: Game71) -> Score:
    """The Allied points if the game ended now."""
    return Score(
        {city.name: city.points for city in g.board.cities if holds_city(g, city.hexes)},
        {exit_.edge: exit_.points for exit_ in g.board.exits if has_left(g, exit_)},
        depth_points(g),
        order_points(g),
    )


@rule("Victory.City")
def holds_city(g: Game71, hexes: Spaces) -> bool:
    """Supplied in every hex, the Allies last in each, and no German in it or next to it."""
    return city_counts(g, hexes, held(g, GERMAN) | zone(g, GERMAN), supplied(g, ALLIED))


def city_counts(g: Game71, hexes: Spaces, shut: Spaces, fed: Spaces) -> bool:
    """The same, if the Germans stood in or next to the hexes `shut` and the Allies were fed in those of `fed`."""
    return not hexes & (shut | ~(g.allied_cities & fed))


@rule("Victory.Exit")
def has_left(g: Game71, exit_: Exit) -> bool:
    """A division left by roads of an edge in time, and supply can follow it off the map by those roads now."""
    return gone_by(g, exit_, road_net(g, ALLIED)) >= DIVISION


def gone_by(g: Game71, exit_: Exit, roads: Spaces) -> int:
    """How many battalions' worth left in time by those of an edge's roads that are among some hexes."""
    units = 0
    for space in each(exit_.hexes & roads):
        units |= g.here.get(g.board.exit_box[space], 0)
    return battalions_in(g.board, units & ~g.late_exits)


def battalions_in(board: Normandy, units: Units) -> int:
    """Units counted in battalions: a regiment or brigade is three, as in the breakdown table."""
    return units.bit_count() + 2 * (units & board.regiments).bit_count()


@rule("Victory.Depth")
def depth_points(g: Game71) -> Fraction:
    """Half a point for each hex between the coast and the deepest supplied unit, shared among separate beachheads."""
    return Fraction(deepest(g), 2 * max(1, beachheads(g)))


def deepest(g: Game71) -> int:
    """How far the deepest supplied Allied unit stands from the nearest hex that is partly sea."""
    board, mask, mine = g.board, supplied(g, ALLIED), g.board.of_side[ALLIED]
    return max(
        (
            board.coast_distance[space]
            for space, here in g.here.items()
            if space < board.first_box and here & mine and mask & BITS[space]
        ),
        default=0,
    )


def beachheads(g: Game71) -> int:
    """How many groups the supply areas form that no open road joins."""
    return g.by_side(GERMAN, "beachheads", _beachheads)


def _beachheads(g: Game71) -> int:
    free = g.board.land & ~shut(g, ALLIED)
    areas, found = supply_areas(g), 0
    while areas:
        start = bit(first(areas))
        areas &= ~(start | g.board.tarmac.flood(start, free))
        found += 1
    return found


@rule("Victory.Order")
def order_points(g: Game71) -> int:
    """The stronger the German order of battle, the more points it gives the Allies."""
    return g.board.order_points.get(g.order, 0)


@rule("Victory.Levels", "Victory.History", "Length")
def final_outcome(g: Game71) -> Outcome:
    """The level that the total reaches, fractions dropped; after the sixth turn."""
    won = score(g)
    total = int(won.total // 1)
    level = next(row for row in reversed(g.board.levels) if row.least <= total)
    winner = Side(g.sides.index(level.winner))
    for name, points in (*won.cities.items(), *((f"division off the {e} edge", p) for e, p in won.exits.items())):
        g.emit(Scored(side=ALLIED, points=points, why=name, rule="Victory"))
    account = (
        f"{in_points(won.total)} points, {in_points(won.geographic)} of them on the map"
        f" and {won.order:+d} for order of battle {g.order}"
    )
    if won.geographic >= HISTORICAL:
        account += ". The Allies did at least as well as in 1944"
    g.emit(SecretsTold(order=g.order, supply=tuple(map(Space, each(g.supply))), rule="Victory.Order"))
    g.emit(Ended(winner=winner, level=level.level, account=account, rule="Victory.Levels"))
    return Outcome(winner, level.level, (total, 0))


def in_points(points: Fraction) -> str:
    """Points as one says them, and exactly, since levels are decided by them: 7 1/6."""
    if points < 0:
        return f"-{in_points(-points)}"
    whole, part = divmod(points, 1)
    return f"{whole} {part}" if whole and part else str(part or whole)
