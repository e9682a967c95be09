"""A side's orders for a player turn: the moves of its plan, made when movement begins."""

from bocage.games.acrosstheworld.board import each_unit
from bocage.games.acrosstheworld.computer.chances import Odds, force, odds, terms
from bocage.games.acrosstheworld.computer.ground import ground_worth, pull
from bocage.games.acrosstheworld.computer.offers import other_plans
from bocage.games.acrosstheworld.computer.plans import Planning
from bocage.games.acrosstheworld.computer.search import TRIES, Stack, make_plan
from bocage.games.acrosstheworld.sides import other
from bocage.games.acrosstheworld.state import Campaign
from bocage.kernel.ids import Side, Space, Units


class Orders:
    """What a side means to do in this player turn; the plan waits until reinforcements and cards are known."""

    def __init__(self, side: Side, tries: int = TRIES, moves: list[Stack] | None = None) -> None:
        self.side, self.tries = side, tries
        self.plan: Planning | None = None
        self._moves = moves

    def moves(self, g: Campaign) -> list[Stack]:
        """The moves of the plan; it is made at the first question."""
        if self._moves is None:
            self.plan, self._moves = make_plan(g, self.side, self.tries)
        return self._moves

    def others(self, g: Campaign) -> "list[Orders]":
        """Orders for other plans that are worth a look."""
        self.moves(g)
        if self.plan is None:
            return []
        return [Orders(self.side, moves=moves) for moves in other_plans(self.plan)]

    def stack_of(self, g: Campaign, units: Units, start: Space | None = None) -> Stack | None:
        """The planned stack to which some counters belong."""
        for stack in self.moves(g):
            if not units & ~stack.units and (start is None or stack.start == start):
                return stack
        return None


def chances(g: Campaign, at: Space, by: Side) -> Odds:
    """The odds of a battle between those who stand in a region now."""
    here = g.here.get(at, 0)
    mine, theirs = here & g.board.of_side[by], here & g.board.of_side[other(by)]
    wet = (g.landed | g.crossed) & mine
    return odds(force(g, mine, at, by, by, wet=wet), force(g, theirs, at, by, other(by)), terms(g.board))


def strength(g: Campaign, units: Units) -> int:
    """The combat factors of some counters."""
    return sum(g.board.units[unit].combat for unit in each_unit(units & g.board.combat))


def refuge(g: Campaign, side: Side, space: Space) -> float:
    """How good a region is to fall back to or to arrive at: friends, use, and few enemies next to it."""
    if space == g.board.channel:
        return -1.0
    board = g.board
    friends = strength(g, g.here.get(space, 0) & board.of_side[side])
    enemies = 0
    mask = board.near[space]
    for beside, here in g.here.items():
        if mask >> beside & 1 and here & board.of_side[other(side)] & board.leaders:
            enemies += strength(g, here & board.of_side[other(side)] & board.mobile)
    value = 0.06 * friends + 0.5 * pull(g, side)[space] + 0.3 * ground_worth(g)[space]
    return value - 0.04 * max(0, enemies - friends)
