"""Where the Germans wait: the set-up that shuts most roads against the landings they must expect."""

from bocage.games.normandy71.board import each_unit
from bocage.games.normandy71.computer.german import Blocks
from bocage.games.normandy71.computer.landing_plans import EXPECTED
from bocage.games.normandy71.computer.marching_orders import no_orders
from bocage.games.normandy71.computer.ways import Stacks, Ways
from bocage.games.normandy71.sides import GERMAN
from bocage.games.normandy71.state import Game71
from bocage.kernel.ids import Space, UnitId
from bocage.kernel.spaces import bit

LANDED = 24.0
"""The strength to be expected near a beach on the first days."""
INLAND = 8.0
SHORE = 3
"""Hexes from the sea within which a landing is felt at once."""
FIRST_DAYS = 12
DOUBTS = (0.3, 0.7)


def german_places(g: Game71) -> dict[UnitId, Space]:
    """By unit the hex where it begins."""
    board = g.board
    ends = {unit: board.unit_hexes[g.order].get(unit, 0) & board.inland for unit in each_unit(g.due)}
    ways = Ways({unit: hexes for unit, hexes in ends.items() if hexes}, {}, {})
    orders = no_orders()
    cases = [(_landed(g, beaches), doubt) for beaches in EXPECTED for doubt in DOUBTS]
    WaitingBlocks(cases, ways, Stacks(cases[0][0], GERMAN, 0), orders, FIRST_DAYS).give_out()
    return orders.to


def _landed(g: Game71, beaches: tuple[int, ...]) -> Game71:
    """The same with the Allies' supply coming over some beaches, and every German entrenched."""
    board, then = g.board, g.copy()
    then.supply, then.lost_beaches = 0, 0
    for box in board.beach_boxes:
        if board.beach_number[box] in beaches:
            then.supply |= bit(board.beach_hex[box])
    then.invaded, then.turn = then.supply, 1
    then.dug_in[GERMAN] = board.land & ~board.fort
    then.touch()
    return then


class WaitingBlocks(Blocks):
    """Blocks against a landing that has not come yet."""

    tried = 16

    def threats(self) -> list[float]:
        """Strong near the sea, weak inland."""
        far = self.g.board.sea_distance
        return [LANDED if steps <= SHORE else INLAND for steps in far]
