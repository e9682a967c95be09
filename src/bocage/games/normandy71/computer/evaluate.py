"""What a computer player looks at: the points on the map and what leads to more of them.

Everything is counted in victory points for the Allies. Before the first turn only the plans can be judged: how
much of them follows what is known to be sound.
"""

from bocage.games.normandy71.board import each_unit
from bocage.games.normandy71.computer.outlook import depth_rings, full_time, phases_left, prospect, supply_reach
from bocage.games.normandy71.rules.r07_zones_of_control import held, zone
from bocage.games.normandy71.rules.r09_supply import supply_areas
from bocage.games.normandy71.sides import ALLIED, GERMAN
from bocage.games.normandy71.state import Game71
from bocage.kernel.ids import NOWHERE, Side
from bocage.kernel.spaces import BITS, members

# Victory points for a strength point: alive, in Britain or still to come, cut off.
ALLIED_UNIT, GERMAN_UNIT, WAITING, HUNGRY = 0.05, 0.07, 0.04, 0.02
BEACH = 1.0
"""A supply area, beyond the roads it feeds."""
ASHORE = 0.02
"""A hex inland for an Allied hex in supply."""
FACING, DUG_IN = 0.05, 0.12
"""A German hex within reach of the Allies, and its entrenchment."""


def evaluate(g: Game71, side: Side) -> float:
    """How well a side stands, in victory points held and hoped for; before the first turn, how sound its plan is."""
    if not g.turn:
        return plan_value(g) if side == ALLIED else set_up_value(g)
    value = allied_value(g)
    return value if side == ALLIED else -value


def allied_value(g: Game71) -> float:
    """The balance from the Allied side of the table: what is held and hoped for, and armies while there is time."""
    left = phases_left(g)
    shut = held(g, GERMAN) | zone(g, GERMAN)
    reached = supply_reach(g, shut)
    value = prospect(g, shut, left=left, reached=reached)
    if left:
        time = 0.25 + 0.75 * left / full_time(g)
        value += time * (armies(g, reached.cover) + BEACH * supply_areas(g).bit_count() + posture(g, reached.cover))
    return value


def armies(g: Game71, cover: int) -> float:
    """Strength on the map and still to come, less for units that nothing feeds."""
    board, strength = g.board, g.board.strength
    value = 0.0
    for space, here in g.here.items():
        if space < board.first_box:
            points = sum(strength[unit] for unit in each_unit(here))
            if here & board.of_side[ALLIED]:
                value += (ALLIED_UNIT if g.turn == 1 or cover & BITS[space] else ALLIED_UNIT - HUNGRY) * points
            else:
                value -= GERMAN_UNIT * points
        elif space == board.britain or board.boxes_afloat >> space & 1:
            value += WAITING * sum(strength[unit] for unit in each_unit(here))
    # German reserves that have not come yet are not lost.
    return value - WAITING * sum(strength[unit] for unit in each_unit(g.due))


def posture(g: Game71, cover: int) -> float:
    """Germans want to be near the Allies and dug in before them; Allies want to be inland."""
    board = g.board
    allied, german = held(g, ALLIED), held(g, GERMAN)
    value = 0.0
    if allied:
        near = board.adjacency.dilate(allied, 4)
        value -= FACING * (german & near).bit_count() + DUG_IN * (g.dug_in[GERMAN] & near).bit_count()
        value += DUG_IN * (g.dug_in[ALLIED] & zone(g, GERMAN)).bit_count()
    inland = allied & cover
    return value + ASHORE * sum((inland & ring).bit_count() for ring in depth_rings(board)[1:])


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
