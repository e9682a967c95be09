"""What the planner advises before anybody fights: garrisons and mines, waves and drops, and where bombs fall."""

from collections.abc import Sequence

from bocage.games.bradley.computer.fires import fire_worth
from bocage.games.bradley.computer.orders import Orders
from bocage.games.bradley.computer.places import tide_rises
from bocage.games.bradley.computer.worth import unit_worth
from bocage.games.bradley.rules.r04_drops import NextDrop, scattered
from bocage.games.bradley.rules.r04_planning import DIVISIONS, AssignZone, LiftZone, zones_of
from bocage.games.bradley.rules.r04_zones import PlaceZone
from bocage.games.bradley.rules.r05_casualties import FLOATS, MOST, firepower, landing_modifier, landing_result
from bocage.games.bradley.rules.r05_landing import Confused, LandWave, Launch
from bocage.games.bradley.rules.r05_placement import PlaceWave, landing_hex, row_of
from bocage.games.bradley.rules.r05_waves import Allocate
from bocage.games.bradley.rules.r09_zones import zones
from bocage.games.bradley.rules.r10_account import Attack
from bocage.games.bradley.rules.r13_garrisons import PlaceGarrison
from bocage.games.bradley.rules.r18_scenarios import LayMines
from bocage.games.bradley.rules.r19_options import LOT, BombRun
from bocage.games.bradley.sides import ALLIED, GERMAN, OMAHA
from bocage.games.bradley.state import Bradley, each_unit
from bocage.kernel.actions import Action
from bocage.kernel.ids import NOWHERE, Space, UnitId
from bocage.kernel.spaces import bit, each, holds

ODD = 0x9E3779B97F4A7C15
MASK = (1 << 64) - 1
DRIFT = 2
"""So far from the ends of the row boats are safe from most shifts (5.5.3)."""
CROWD = 2.0
"""After a shift the fullest hex lands disrupted (5.5.4): boats spread out."""
ASHORE = 1.0
DROWNING = -5.0
"""Who lands on a flat before high tide is caught there (6.3.4)."""
SHAKEN = 0.4
"""What a disruption on landing costs beside a loss: the enemy fires twice before it is over."""
BOMB_LEAST = 0.02
POINT_PRICE = 0.004
FIRST = 1
"""What the night of the first drop adds to each roll."""
DROWNED, ABORTED = -3.0, -0.5
LOUD = 8
"""With this many factors of German guns on a beach no artillery is landed."""
PRICE_OF_FIRE = 4.0
"""What a unit is worth beside the other things that make a stretch of beach good or bad."""
NEAR_BEACH, SAFE, APART = 6, 4, 5
"""How far from the beach a zone may be, how far Germans should be, and other zones."""


def which_fort(g: Bradley, orders: Orders, _: PlaceGarrison, options: Sequence[Action]) -> list[float]:
    """Forts on the beaches first, then those nearest to them."""
    beach = sum(g.beach_forts)
    return [10.0 * holds(beach, action[1]) - orders.way(action[1]) for action in options]


def where_mines_lie(g: Bradley, _: Orders, __: LayMines, options: Sequence[Action]) -> list[float]:
    """By lot, from the world's own chance: a habit would tell the engineers where to look."""
    return [_lot(g, action[1]) for action in options]


def _lot(g: Bradley, space: Space) -> float:
    mixed = (g.chance ^ (space + 1) * ODD) & MASK
    mixed = (mixed ^ mixed >> 29) * ODD & MASK
    return (mixed >> 11) / (1 << 53)


def who_jumps_next(g: Bradley, _: Orders, __: NextDrop, options: Sequence[Action]) -> list[float]:
    """The strongest first: whoever lands makes the zone harder for those who follow."""
    return [g.face(action[1]).attack for action in options]


def which_zone(g: Bradley, _: Orders, frame: AssignZone, options: Sequence[Action]) -> list[float]:
    """Where fewer are bound yet: regiments that come down among each other are disrupted (4.4.7)."""
    pair = zones_of(g.board.units[frame.unit].formation)
    bound = [g.here.get(g.board.zone_boxes[zone], 0).bit_count() for zone in pair]
    return [-float(bound[action[1]]) for action in options]


def which_zone_to_lift(g: Bradley, _: Orders, __: LiftZone, options: Sequence[Action]) -> list[float]:
    """Every secondary zone for which nobody waits: what lies nowhere cannot be overrun (17.1.5)."""
    boxes = g.board.zone_boxes
    return [
        0.5 if action[0] == "done" else float(not g.here.get(boxes[zones_of(DIVISIONS[action[1]])[1]], 0))
        for action in options
    ]


def where_to_drop(g: Bradley, orders: Orders, frame: PlaceZone, options: Sequence[Action]) -> list[float]:
    """Where the diagram finds open ground on all sides, near the beach, away from Germans and other zones."""
    waiting = g.here.get(g.board.zone_boxes[frame.zone], 0).bit_count()
    winds = list(g.board.charts.wind.values())
    value = _after_scatter(g, _after_scatter(g, _ground_to_land_on(g), [wind + FIRST for wind in winds]), winds)
    others = [space for space in g.zones if space != NOWHERE]
    return [
        (-99.0 if waiting else 99.0)
        if action[0] == "skip"
        else value[action[1]]
        - 0.08 * max(0, orders.way(action[1]) - NEAR_BEACH)
        - 0.1 * max(0, SAFE - orders.far(action[1]))
        - sum(max(0, APART - g.board.distance(action[1], other)) for other in others)
        for action in options
    ]


def _ground_to_land_on(g: Bradley) -> list[float]:
    """By hex, what becomes of a unit that falls there: nothing on open ground, disruption elsewhere, death at sea.

    Flats count as sea: who cannot leave them in time is drowned, and gliders come at high tide (6.3.4).
    """
    board = g.board
    found = [DROWNED] * len(board.terrain)
    for space in each(board.land & ~board.tidal & g.playable):
        found[space] = -1.0
    for space in each(board.of_terrain["clear"] & g.playable):
        found[space] = 0.0
    for space in each(g.regular(GERMAN)):
        found[space] = -2.0
    return found


def _after_scatter(g: Bradley, value: list[float], modifiers: list[int]) -> list[float]:
    """The same values as they are on average when the diagram has moved whoever aims at a hex."""
    total = [0.0] * len(value)
    clear = list(each(g.board.of_terrain["clear"]))
    for modified, chance in _rolls(modifiers).items():
        for space in clear:
            total[space] += chance * _where_it_falls(g, value, space, modified)
    return total


def _rolls(modifiers: list[int]) -> dict[int, float]:
    """Two dice with one of several modifiers: how likely each sum is."""
    found: dict[int, float] = {}
    for modifier in modifiers:
        for roll in range(2, 13):
            found[roll + modifier] = found.get(roll + modifier, 0.0) + (6 - abs(roll - 7)) / 36 / len(modifiers)
    return found


def _where_it_falls(g: Bradley, value: list[float], space: Space, modified: int) -> float:
    """What a result of the diagram is worth; a star and bad ground together are the end (4.4.8)."""
    found = scattered(g, space, modified)
    if found is None:
        return ABORTED
    ground = value[found[0]] if found[0] != NOWHERE else DROWNED
    return (DROWNED if ground <= -1 else ground - 1) if found[1] else ground


def which_wave(g: Bradley, _: Orders, frame: Allocate, options: Sequence[Action]) -> list[float]:
    """The earliest wave that has room; guns wait until the beach is quiet: in position they cannot retreat (10.5.3).

    Vehicles do not land in the turn before high tide, which would catch them on the flats or the beach (6.3.4).
    """
    loud = g.beachheads[frame.beach] == NOWHERE or firepower(g, frame.beach) >= LOUD
    waits = bool(g.board.artillery >> frame.unit & 1) and loud
    wheels = not g.board.foot >> frame.unit & 1
    return [float(not action[1]) if waits else _turn_to_land(g, action[1], wheels=wheels) for action in options]


def _turn_to_land(g: Bradley, wave: int, *, wheels: bool) -> float:
    if not wave:
        return -9.0
    return -10.0 if wheels and tide_rises(g, g.turn + wave - 1) else -float(wave)


def where_boats_go(g: Bradley, orders: Orders, frame: PlaceWave, options: Sequence[Action]) -> list[float]:
    """Off the weakest stretch, away from the ends of the row, no more in a hex than must be; men before vehicles."""
    row = row_of(g, frame.beach)
    ground = {space: _stretch(g, frame.beach, row, space) for space in row}
    return [
        ground[space]
        - PRICE_OF_FIRE * _harm_ashore(g, orders, frame.beach, unit, space)
        - CROWD * g.here.get(space, 0).bit_count()
        - ASHORE * _ashore(g, frame.beach, space)
        + 0.01 * unit_worth(g, unit)
        for _, unit, space in options
    ]


def _harm_ashore(g: Bradley, orders: Orders, beach: int, unit: UnitId, space: Space) -> float:
    """What the Germans' fire could do to a unit where its boats run ashore."""
    goal = landing_hex(g, beach, space)
    return 0.0 if goal == NOWHERE else orders.danger.harm(g, unit, goal)


def _ashore(g: Bradley, beach: int, space: Space) -> int:
    """How many friends stand where boats run ashore: who is driven back along the beach needs room (10.5.3)."""
    goal = landing_hex(g, beach, space)
    return 0 if goal == NOWHERE else g.units_in(ALLIED, goal).bit_count()


def _stretch(g: Bradley, beach: int, row: list[Space], space: Space) -> float:
    """How good a stretch of the beach is: no enemy zone on it, and a way for a drifting wave on both sides."""
    at = row.index(space)
    goal = landing_hex(g, beach, space)
    if goal == NOWHERE or g.units_in(GERMAN, goal):
        return -6.0
    wet = DROWNING * (holds(g.board.tidal, goal) and tide_rises(g))
    edge = max(0, DRIFT - at) + max(0, DRIFT - (len(row) - 1 - at))
    return wet - 1.0 * edge - 1.5 * holds(zones(g, GERMAN), goal)


def whether_to_swim(g: Bradley, _: Orders, __: Launch, options: Sequence[Action]) -> list[float]:
    """Tanks swim only where the guns would cost more than the sea does, by the chances of both tables."""
    fire, sea = firepower(g, OMAHA), g.sea[OMAHA]
    drowned = sum(chance for roll, chance in _rolls([sea]).items() if roll > FLOATS)
    return [
        -drowned + _shot(g, fire, landing_modifier(g, action[1], sea)) if action[0] == "swim" else 0.0
        for action in options
    ]


def _shot(g: Bradley, fire: int, modifier: int) -> float:
    """What a landing under fire costs a unit on average."""
    price = {"E": 1.0, "D": SHAKEN}
    return sum(
        chance * price.get(landing_result(g, fire, min(MOST, roll)), 0.0) for roll, chance in _rolls([modifier]).items()
    )


def which_landing(g: Bradley, _: Orders, __: Confused, options: Sequence[Action]) -> list[float]:
    """The landing party that is worth least."""
    wave = next((frame for frame, _ in reversed(g.stack) if isinstance(frame, LandWave)), None)
    ashore = dict(wave.ashore) if wave is not None else {}
    return [-sum(unit_worth(g, unit) for unit in each_unit(ashore.get(action[1], 0))) for action in options]


def where_bombs_fall(g: Bradley, _: Orders, __: BombRun, options: Sequence[Action]) -> list[float]:
    """Where a lot does most, and most around it: six in seven fall beside their target."""
    germans = g.regular(GERMAN)
    return [
        BOMB_LEAST
        if action[0] == "done"
        else fire_worth(g, Attack(by=ALLIED, target=action[1], points=LOT))
        - LOT * POINT_PRICE
        + 0.1 * (g.board.adjacency.spread(bit(action[1])) & germans).bit_count()
        for action in options
    ]
