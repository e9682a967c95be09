"""Where the Germans wait: the set-up that shuts most roads, whatever beaches the Allies choose."""

from bocage.games.normandy71.board import GERMAN, each_unit
from bocage.games.normandy71.outlook import prospect
from bocage.games.normandy71.planner.german import DOUBTS, Blocks
from bocage.games.normandy71.planner.marching import Marching, no_orders
from bocage.games.normandy71.planner.ways import Stacks, Ways
from bocage.games.normandy71.state import Game71
from bocage.kernel.ids import Space, UnitId

LANDED = 24.0
"""The strength to be expected near a beach on the first days."""
INLAND = 8.0
SHORE = 3
"""Hexes from the sea within which a landing is felt at once."""
FIRST_DAYS = 12


def german_places(g: Game71) -> dict[UnitId, Space]:
    """By unit the hex where it begins."""
    board = g.board
    ends = {unit: board.unit_hexes[g.order].get(unit, 0) & board.inland for unit in each_unit(g.due)}
    ways = Ways({unit: hexes for unit, hexes in ends.items() if hexes}, {}, {})
    orders = no_orders()
    then = g.copy()
    # Whatever beaches the Allies choose: all of them count.
    then.supply, then.lost_beaches, then.invaded = board.beaches, 0, board.beaches
    then.turn = 1
    then.touch()
    WaitingBlocks(then, ways, Stacks(then, GERMAN, 0), orders).give_out()
    return orders.to


class WaitingBlocks(Blocks):
    """Blocks against a landing that has not come yet; everybody is entrenched."""

    def __init__(self, g: Game71, ways: Ways, stacks: Stacks, orders: Marching) -> None:
        board = g.board
        g.dug_in[GERMAN] = board.land & ~board.fort
        super().__init__(g, ways, stacks, orders)
        self.left = FIRST_DAYS
        self.near = [LANDED if board.sea_distance[s] <= SHORE else INLAND for s in range(len(board.names))]
        self.shut = [0] * len(DOUBTS)
        for space in stacks.at:
            self._count(space)
        self.value = [prospect(g, shut, left=self.left) for shut in self.shut]
