"""How well a side stands, in victory points: what is scored, what would be, strength, ground and supply."""

from functools import cache

from bocage.games.darksummer.board import DarkBoard
from bocage.games.darksummer.rules.r03_victory import whole_divisions
from bocage.games.darksummer.rules.r13_supply import starving
from bocage.games.darksummer.sides import ALLIED, GERMAN
from bocage.games.darksummer.state import DarkSummer
from bocage.kernel.counters import each_unit
from bocage.kernel.ids import Side, Spaces
from bocage.kernel.spaces import each

STEP = 0.12
"""What a point of strength counts."""
HUNGER = 0.4
"""What a unit out of supply counts less."""
BEACH = 3.0
"""What a closed beach counts beyond its points."""
CHERBOURG = 4.0
GROUND = 0.02
"""What a hex in Allied hands counts, more towards the goals."""
BEHIND, AHEAD, AHEAD_BY_TURN = 4.0, 24.0, 5.0
"""In 19 games between equal players the Allies stood between 7 and 43 on turns 3 to 7, and at 65 at most later."""
FORMED = 3
"""The turn from which the lodgement tells who is ahead."""
HEXES = ("caen", "st-lo", "falaise", "argentan", "alencon", "flers", "lisieux")
EXITS = {"exit-infantry": 1.0, "exit-armor": 2.0, "brittany-division": 1.0, "exit-panzer": 2.0, "exit-parachute": 1.0}


def evaluate(g: DarkSummer, side: Side) -> float:
    """How well a side stands."""
    if g.outcome is not None:
        won = 40.0 if g.outcome.winner == ALLIED else -40.0
        return won if side == ALLIED else -won
    value = (g.halves[ALLIED] - g.halves[GERMAN]) / 2
    value += held(g) + material(g) - BEACH * g.closed_beaches.bit_count()
    value += CHERBOURG if g.cherbourg_taken else siege_progress(g)
    value += GROUND * (g.allied_hexes & g.board.atlas.passable).bit_count() + depth(g)
    return value if side == ALLIED else -value


def settled(g: DarkSummer) -> bool:
    """Whether one side is as good as beaten: it stands far worse than it ever does against an equal."""
    if g.turn < FORMED or (g.turn >= g.rules.cherbourg_by - 1 and not g.cherbourg_taken):
        return False  # what Cherbourg decides is open until it falls (3.2.1)
    return not BEHIND < evaluate(g, ALLIED) < AHEAD + AHEAD_BY_TURN * g.turn


def held(g: DarkSummer) -> float:
    """Hexes and divisions that would count at the end, for more the nearer it is."""
    share = 0.3 + 0.07 * g.turn
    found = sum((g.board.tags[name] & g.allied_hexes).bit_count() / g.board.tags[name].bit_count() for name in HEXES)
    found += 2.0 * bool(g.brittany_entered)
    for item, points in EXITS.items():
        for who, sign in ((ALLIED, 1), (GERMAN, -1)):
            found += sign * points * len(whole_divisions(g, who, item))
    return share * found


def material(g: DarkSummer) -> float:
    """Strength in play and to come; whoever starves counts less."""
    hungry, atlas, total = starving(g), g.board.atlas, 0.0
    for unit, counter in enumerate(g.board.units):
        steps = g.steps[unit]
        if not steps or g.space[unit] == atlas.withdrawn:
            continue
        worth = STEP * (counter.attack[steps] + counter.defense[steps]) / 2 if not counter.hidden else STEP
        worth -= HUNGER if hungry >> unit & 1 else 0.0
        total += worth if counter.side == ALLIED else -worth
    return total


def siege_progress(g: DarkSummer) -> float:
    """How near the US are to Cherbourg, and how late it is."""
    box = g.here.get(g.board.atlas.cherbourg, 0) & g.board.roster.side[ALLIED]
    inside = sum(g.board.units[unit].attack[g.steps[unit]] for unit in each_unit(box))
    return min(2.0, inside / 10) - 0.15 * g.turn


def depth(g: DarkSummer) -> float:
    """How far inland the Allies are: the best hex towards each of the great goals."""
    total = 0.0
    for weight, far in _fields(g.board):
        total += weight * max((far[space] for space in each(g.hexes_of(ALLIED))), default=0.0)
    return total


@cache
def _fields(board: DarkBoard) -> tuple[tuple[float, tuple[float, ...]], ...]:
    """By goal its weight, and by hex how much of the way from the beaches is done."""
    atlas = board.atlas
    goals: tuple[tuple[float, Spaces], ...] = ((2.0, atlas.w_hexes), (1.0, board.tags["falaise"]), (0.5, atlas.c_hexes))
    return tuple((weight, _way(board, goal)) for weight, goal in goals)


def _way(board: DarkBoard, goals: Spaces) -> tuple[float, ...]:
    atlas = board.atlas
    far = [min(atlas.distance(space, goal) for goal in each(goals)) if atlas.land >> space & 1 else 99
           for space in range(len(board.names))]  # fmt: skip
    longest = max(far[space] for space in each(atlas.beaches))
    return tuple(max(0.0, 1 - steps / longest) for steps in far)
