"""Groups that have not come yet: what they will be worth, and the regions that they need to come at all (8)."""

from bocage.games.acrosstheworld.board import Line, Unit, each_unit
from bocage.games.acrosstheworld.rules.r17_ports import ports_in_use
from bocage.games.acrosstheworld.sides import ALLIED, GERMAN
from bocage.games.acrosstheworld.state import Campaign
from bocage.kernel.ids import Side, Space, Spaces
from bocage.kernel.spaces import bit, each

STEP = (0.28, 0.38)
"""What a step of an ordinary division is worth in points, by side: the Germans have fewer."""
LONG = 8
"""How many turns before the end steps begin to lose worth: there are fewer battles left to use them in."""
HOPE = (0.1, 0.7, 0.8)
"""How much of its worth a group counts while none, one or more of the regions where it could arrive are open."""


def unit_worth(unit: Unit, steps: int) -> float:
    """A counter's weight: combat factor and steps; something for leaders."""
    if unit.stars:
        return 0.18 + 0.08 * unit.stars
    return STEP[unit.side] * (0.2 * unit.combat * steps + 0.2) * (1.2 if unit.kind == "armour" else 1.0)


def use_left(g: Campaign, turn: int) -> float:
    """The share of its worth that a step still has on a turn."""
    return min(1.0, (g.turns - turn + 1) / LONG)


def entries(g: Campaign, line: Line) -> Spaces:
    """The regions that could be open to a group (8.4-8.6): any of the beaches, any port, every German source."""
    board = g.board
    if line.side == ALLIED:
        return board.ports | bit(board.mulberry) if line.any_port else board.beaches
    return line.entry | board.tags["german-source"]


def to_come(g: Campaign) -> list[tuple[Side, Spaces, float]]:
    """The groups that have not come: side, regions where they could arrive, worth."""
    return g.cached(("to come", g.turn), _to_come)


def _to_come(g: Campaign) -> list[tuple[Side, Spaces, float]]:
    found = []
    for n, line in enumerate(g.board.lines):
        absent = [unit for unit in each_unit(line.units & ~g.arrived & ~g.dead) if g.space[unit] != g.board.channel]
        if absent:
            worth = sum(unit_worth(g.board.units[unit], g.board.units[unit].steps) for unit in absent)
            found.append((line.side, entries(g, line), worth * use_left(g, max(g.turn, g.due[n]))))
    return found


def hopes(g: Campaign) -> float:
    """What the groups to come are worth to the Allies, less what they are worth to the Germans."""
    open_ = (g.allied & g.board.beaches | ports_in_use(g), g.friendly(GERMAN))
    value = 0.0
    for side, regions, worth in to_come(g):
        hope = worth * HOPE[min(2, (regions & open_[side]).bit_count())]
        value += hope if side == ALLIED else -hope
    return value


def stakes(g: Campaign) -> dict[Space, float]:
    """By entry of German groups, the difference that its owner makes to them: most where it is the only one left."""
    held, found = g.friendly(GERMAN), dict[Space, float]()
    for side, regions, worth in to_come(g):
        if side == GERMAN:
            for space in each(regions):
                others = min(1, (regions & held & ~bit(space)).bit_count())
                found[space] = found.get(space, 0.0) + worth * (HOPE[others + 1] - HOPE[others])
    return found
