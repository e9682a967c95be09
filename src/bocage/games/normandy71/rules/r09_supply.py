"""Supply: three hexes to a road, and along it to a beach or off the map."""

from bocage.games.normandy71.board import each_unit
from bocage.games.normandy71.events import BeachLost, LaidDownArms
from bocage.games.normandy71.rules.r07_zones_of_control import held, shut
from bocage.games.normandy71.sides import ALLIED, GERMAN, other
from bocage.games.normandy71.state import Game71
from bocage.kernel.events import Moved
from bocage.kernel.ids import Side, Space, Spaces, UnitId, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import BITS, bit, members
from bocage.kernel.supply import extend, line

REACH = 3
"""Hexes from a unit to the road."""


@rule("Supply.H")
def supply_areas(g: Game71) -> Spaces:
    """The beaches that feed the Allies: those in the plan that no German has entered."""
    return g.supply & ~g.lost_beaches


@rule("Supply.J")
def sources(g: Game71, side: Side) -> Spaces:
    """Where supplying roads begin: beaches, or the map's edge except where Allied units left by it."""
    return supply_areas(g) if side == ALLIED else g.board.exit_hexes & ~g.exited_by


@rule("Supply", "Supply.C", "Supply.D", "Supply.I", "Supply.L")
def supplied(g: Game71, side: Side) -> Spaces:
    """The hexes in which a unit of a side would be in supply."""
    # It changes only with the enemy's units, so a side's own moves leave it standing.
    return g.by_side(other(side), "supplied", lambda g: _supplied(g, side))


def road_net(g: Game71, side: Side) -> Spaces:
    """The hexes to which open roads lead from a side's sources."""
    return g.by_side(
        other(side), "roads", lambda g: g.board.tarmac.flood(sources(g, side), g.board.land & ~shut(g, side))
    )


def _supplied(g: Game71, side: Side) -> Spaces:
    board = g.board
    free = board.land & ~shut(g, side)
    return fed_from(g, side, road_net(g, side), free) & board.land & ~held(g, other(side))


def fed_from(g: Game71, side: Side, roads: Spaces, free: Spaces) -> Spaces:
    """The hexes that supply reaches from some roads and from a side's own ground, over hexes that no enemy shuts."""
    board = g.board
    reached = extend(board.country, roads, free, REACH)
    if side == ALLIED:
        return reached | supply_areas(g)
    # Off the road a German unit may reach any part of the edge; on the edge itself it needs no hex at all.
    return reached | extend(board.country, board.rim & free, free, REACH) | board.rim


def supply_line(g: Game71, unit: UnitId) -> list[Space] | None:
    """The hexes of one unit's line to a road and along it, for showing on the map."""
    side, board = g.board.side_of[unit], g.board
    free = board.land & ~shut(g, side)
    # A source under enemy control feeds only units that stand on it: no line runs through it.
    return line(board.tarmac, board.country, g.space[unit], sources(g, side) & free, free, length=REACH)


@rule("Supply.K")
def exempt(g: Game71) -> Units:
    """On the first turn all but Allied paratroops are in supply, wherever they are."""
    return ~g.board.paratroops if g.turn <= 1 else 0


@rule("Supply.A", "Supply.B", "Supply.F", "Movement.M", "Parachute.D")
def check_supply(g: Game71, *sides: Side) -> None:
    """At the beginning of a phase: who is out of supply, and which paratroops got some for the first time.

    It halves allowance and strength and forbids attacks, but kills nobody by itself.
    """
    out = 0
    for side in sides:
        out |= outside(g, side)
    g.unsupplied = out & ~exempt(g)
    if g.cut_off:
        g.cut_off &= outside(g, ALLIED)


def outside(g: Game71, side: Side) -> Units:
    """A side's units on the map that stand where no supply reaches."""
    mask, mine, first_box, out = supplied(g, side), g.board.of_side[side], g.board.first_box, 0
    for space, here in g.here.items():
        if space < first_box and not mask & BITS[space]:
            out |= here
    return out & mine


@rule("Movement.L")
def closer(g: Game71, unit: UnitId, here: Space) -> Spaces:
    """The hexes nearer than a unit's own to its nearest source of supply, as the crow flies."""
    board = g.board
    if board.side_of[unit] == GERMAN:
        own = board.rim_distance[here]
        return board.near_rim[own - 1] if own else 0
    areas = members(supply_areas(g))
    if not areas:
        return 0
    own = min(board.distance(here, area) for area in areas)
    nearest = [area for area in areas if board.distance(here, area) == own]
    found = 0
    for area in nearest:
        found |= board.adjacency.dilate(bit(area), own - 1) if own else 0
    return found


@rule("Parachute.D", "Supply.F")
def starve_paratroops(g: Game71) -> None:
    """At the end of the third turn, paratroops that never saw supply are lost."""
    check_supply(g, ALLIED)
    if g.cut_off:
        g.emit(LaidDownArms(units=tuple(each_unit(g.cut_off)), rule="Parachute.D"))
    for unit in each_unit(g.cut_off):
        g.eliminate(unit, "Parachute.D", "was never supplied and is lost")
    g.cut_off = 0


@rule("Supply.H")
def enter_beach(g: Game71, path: Spaces) -> None:
    """A German in a beach hex ends its use for good, whether or not it was one of the secret five.

    Nobody lands there any more, so that units still in its box go back to Britain and may come elsewhere.
    """
    fresh = path & g.invaded & ~g.lost_beaches
    if fresh:
        g.lost_beaches |= fresh
        g.touch()
        for space in members(fresh):
            g.emit(BeachLost(at=space, side=GERMAN, rule="Supply.H"))
            box = g.board.box_of[space]
            for unit in each_unit(g.here.get(box, 0)):
                g.place(unit, g.board.britain)
                g.emit(Moved(unit=unit, path=(box, g.board.britain), how="turns back to", rule="Supply.H"))
