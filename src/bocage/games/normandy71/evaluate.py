"""What a computer player looks at: the points on the map and what leads to more of them.

Everything is counted in victory points for the Allies. Before the first turn only the plans can be judged: how
much of them follows what is known to be sound.
"""

from bocage.games.normandy71.board import ALLIED, GERMAN, NEAR, each_unit
from bocage.games.normandy71.state import Game71
from bocage.games.normandy71.supply import outside, supply_areas
from bocage.games.normandy71.victory import DIVISION, score
from bocage.games.normandy71.zones_of_control import held, zone
from bocage.kernel.ids import NOWHERE, Side, Spaces
from bocage.kernel.spaces import BITS, members

# Victory points for a strength point: alive, in Britain, cut off.
ALLIED_UNIT, GERMAN_UNIT, WAITING, HUNGRY = 0.08, 0.09, 0.05, 0.03
BEACH = 1.5
DUG_IN = 0.4


def evaluate(g: Game71, side: Side) -> float:
    """How well a side stands, in victory points."""
    if not g.turn:
        return plan_value(g) if side == ALLIED else set_up_value(g)
    value = allied_value(g)
    return value if side == ALLIED else -value


def allied_value(g: Game71) -> float:
    """The balance from the Allied side of the table."""
    won = score(g)
    value = float(won.geographic) + BEACH * supply_areas(g).bit_count()
    value += armies(g) + promise(g) + posture(g)
    return value


def armies(g: Game71) -> float:
    """Strength on the map and still to come, less for units that nothing feeds."""
    board, strength = g.board, g.board.strength
    value = 0.0
    for space, here in g.here.items():
        if space < board.first_box:
            points = sum(strength[unit] for unit in each_unit(here))
            value += ALLIED_UNIT * points if here & board.of_side[ALLIED] else -GERMAN_UNIT * points
        elif space == board.britain or board.boxes_afloat >> space & 1:
            value += WAITING * sum(strength[unit] for unit in each_unit(here))
    if g.turn > 1:
        value -= HUNGRY * sum(strength[unit] for unit in each_unit(outside(g, ALLIED)))
        value += HUNGRY * sum(strength[unit] for unit in each_unit(outside(g, GERMAN)))
    # German reserves that have not come yet are not lost.
    return value - WAITING * sum(strength[unit] for unit in each_unit(g.due))


def promise(g: Game71) -> float:
    """What is in sight: cities half taken or near, divisions on their way off the map."""
    allied, german = held(g, ALLIED), held(g, GERMAN)
    value = 0.0
    for city, rings in g.board.city_rings:
        share = (city.hexes & g.allied_cities).bit_count() / city.hexes.bit_count()
        guards = (german | zone(g, GERMAN)) & city.hexes
        value += city.points * (0.35 * share + 0.3 * _pull(rings, allied) - (0.15 if guards else 0))
        value -= 0.15 * city.points * _pull(rings, german & ~city.hexes)
    for exit_, rings in g.board.exit_rings:
        if g.turn <= exit_.until:
            gone = sum(g.here.get(g.board.exit_box[space], 0).bit_count() for space in members(exit_.hexes))
            value += exit_.points * (0.2 * min(1.0, gone / DIVISION) + 0.08 * _pull(rings, allied))
    return value


def posture(g: Game71) -> float:
    """Germans want to be near the Allies and dug in before them; Allies want to be inland."""
    board = g.board
    allied, german = held(g, ALLIED), held(g, GERMAN)
    value = 0.0
    if allied:
        near = board.adjacency.dilate(allied, 4)
        value -= 0.15 * (german & near).bit_count()
        value -= DUG_IN * (g.dug_in[GERMAN] & near).bit_count()
    depth = [board.coast_distance[space] for space in members(allied)]
    value += 0.04 * sum(depth)
    value += 0.3 * (g.dug_in[ALLIED] & zone(g, GERMAN)).bit_count()
    return value - 0.02 * (g.digging & board.of_side[ALLIED]).bit_count()


def _pull(rings: list[Spaces], hexes: Spaces) -> float:
    """How near the nearest of some hexes is, from 0 to 1."""
    return next((1 - steps / NEAR for steps, ring in enumerate(rings) if ring & hexes), 0.0)


def plan_value(g: Game71) -> float:
    """How much of the plan is made, and made as it was in 1944."""
    board = g.board
    plan = board.pack.scenarios[g.scenario].allied
    value = 0.0
    for table in (plan.landings, plan.commandos, plan.drops):
        for name, where in table.items():
            planned = g.plan[board.unit_ids[name]]
            if planned != NOWHERE:
                value += 1.0 if planned == board.space(where) else 0.25
    boxes = {board.beach_hex[board.space(name)] for name in plan.supply}
    return value + sum(1.0 if space in boxes else 0.5 for space in members(g.supply))


def set_up_value(g: Game71) -> float:
    """Units placed where our list would have them, and entrenched."""
    board = g.board
    plan = board.pack.scenarios[g.scenario].german
    value = -0.5 * g.due.bit_count()
    for unit in each_unit(g.on_map(GERMAN)):
        wanted = plan.units.get(board.counters[unit].id, [])
        value += 1.0 if board.names[g.space[unit]] in wanted else 0.6 if BITS[g.space[unit]] & board.fort else 0.2
    return value + 0.5 * g.dug_in[GERMAN].bit_count()
