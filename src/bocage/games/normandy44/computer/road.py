"""The road that links the beaches, from Juno to Ste-Mère-Église (25.2), and who keeps it open.

A German zone does not cut a road hex in which an Allied unit stands, so a few posts are enough where the enemy cannot
be driven off.
"""

from collections.abc import Callable
from heapq import heappop, heappush

from bocage.games.normandy44.computer.ground import hostile_strength
from bocage.games.normandy44.computer.holding import Fitness, suits
from bocage.games.normandy44.computer.marching_orders import Seating
from bocage.games.normandy44.rules.r08_zones_of_control import presence
from bocage.games.normandy44.sides import ALLIED, GERMAN
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.ids import Space, Spaces, UnitId
from bocage.kernel.spaces import BITS, each

FROM, UNTIL = 3, 9
"""The turns in which the road matters: from when the beachheads have room to meet, until the front is far from it."""
ENEMY, UNREACHED, POST, OPEN = 8.0, 4.0, 1.0, 0.05
"""What a hex of the road costs: with Germans in it, with a post that nobody can man, with one to be manned, free."""
SENTRY = Fitness(0.4, 6.0, tanks=0.0)
"""Who keeps a road hex: it is enough to stand in it."""
COMING = 2
"""A German within this many hexes may cut the road before the next move."""


def keep_road(g: Normandy44, table: Seating) -> None:
    """Man a post in each hex of the best road that a German zone cuts, or could cut next."""
    if g.scenario == "cherbourg" or not FROM <= g.turn <= UNTIL:
        return
    for space in best_road(g, table):
        unit = _guard(g, table, space)
        if unit is not None:
            table.give(unit, space, f"keeps the beaches linked by road at {g.board.describe(space)}", 2.0)


def best_road(g: Normandy44, table: Seating) -> list[Space]:
    """The posts still to be manned on the road that needs the fewest of them."""
    atlas = g.board.atlas
    near = atlas.zones.dilate(presence(g).zoned[GERMAN], COMING)
    reachable = 0
    for unit in table.free:
        reachable |= table.reach[unit]
    manned: Spaces = 0
    for space, units in table.stacks.items():
        if units:
            manned |= BITS[space]
    foes = presence(g).hexes[GERMAN]
    at_risk = near & ~manned

    def price(space: Space) -> float:
        if foes >> space & 1:
            return ENEMY
        if not at_risk >> space & 1:
            return OPEN
        return POST if reachable >> space & 1 else UNREACHED

    return [space for space in cheapest(g, price) if at_risk >> space & 1 and reachable >> space & 1]


def cheapest(g: Normandy44, price: Callable[[Space], float]) -> list[Space]:
    """The cheapest way by road from Juno to Ste-Mère-Église, hex by hex."""
    atlas, goal = g.board.atlas, g.board.tags["ste-mere-eglise"]
    best: dict[Space, float] = {}
    came: dict[Space, Space] = {}
    queue: list[tuple[float, Space]] = []
    for space in each(atlas.beach_hexes["juno"] & atlas.road_hexes):
        best[space] = price(space)
        heappush(queue, (best[space], space))
    while queue:
        total, here = heappop(queue)
        if goal >> here & 1:
            path = [here]
            while path[-1] in came:
                path.append(came[path[-1]])
            return path
        if total > best[here]:
            continue
        for to in atlas.around[here]:
            if to >= 0 and (here, to) in atlas.road_edges:
                after = total + price(to)
                if after < best.get(to, 1e9):
                    best[to], came[to] = after, here
                    heappush(queue, (after, to))
    return []


def _guard(g: Normandy44, table: Seating, space: Space) -> UnitId | None:
    """Whom to post in a hex: about as strong as the danger asks for, and near."""
    roster = g.board.atlas.roster
    threat = hostile_strength(g, ALLIED)[space]
    fit = [
        unit
        for unit in table.free
        if not roster.hq >> unit & 1 and table.reach[unit] >> space & 1 and table.fits(unit, space)
    ]
    return max(fit, key=lambda unit: suits(g, unit, space, threat, SENTRY), default=None)
