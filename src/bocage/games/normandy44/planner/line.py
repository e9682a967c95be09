"""The line that a side holds: from shore to shore round the beachhead, bond by bond, on the best ground in reach.

A line is the cheapest chain of hexes in which each bonds with the next (8.5), from the coast on one side of the
lodgement to the coast on the other. The Germans hold two: one across the Cotentin before Cherbourg, and one from its
base to the Orne.
"""

from heapq import heappop, heappush

from bocage.games.normandy44.r08_zones_of_control import presence, zone
from bocage.games.normandy44.r16_fortifications import improved
from bocage.games.normandy44.scenario import rules_of
from bocage.games.normandy44.sides import ALLIED, GERMAN
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.ids import Side, Space, Spaces
from bocage.kernel.spaces import BITS, each

from .ground import hostile_strength, lie_of, stakes_of, worth_of

CAPE, PORT = 14.0, 16.0
"""Along the shore: Cap de la Hague and Cherbourg."""
BASE = 6.5
"""The west coast between La Haye-du-Puits and Portbail: north of it stands the garrison of the Cotentin."""
MARGIN = 0.5
OUT_OF_REACH = 2.5
"""What a hex costs more that nobody can hold this turn."""
FURTHER = {GERMAN: 0.2, ALLIED: 0.12}
"""What each hex further from the enemy costs: ground is not given up for nothing."""
CONTACT = 0.35
"""What a hex in an Allied zone costs the Germans more, unless they stand there already."""


def lines(g: Normandy44, side: Side, reachable: Spaces, settled: Spaces = 0) -> list[list[Space]]:
    """The chains of hexes to hold, in order along the front; `settled` will be held in any case."""
    along = lie_of(g.board).along
    price = prices(g, side, reachable, settled)
    if side == ALLIED:
        return _allied(g, price)
    shore = [t for space, t in along.items() if presence(g).hexes[ALLIED] >> space & 1]
    if not shore:
        return []
    west = [t for t in shore if t < CAPE]
    east = [t for t in shore if t > PORT]
    low, high = min([*west, BASE]), max(shore)
    found = [
        chain(
            g,
            side,
            price,
            [s for s, t in along.items() if t < low],
            [s for s, t in along.items() if t > high + MARGIN],
        )
    ]
    if east and g.board.atlas.cherbourg & ~g.allied_control:
        found.append(
            chain(
                g,
                side,
                price,
                [s for s, t in along.items() if max([*west, BASE]) < t < PORT],
                [s for s, t in along.items() if PORT < t < min(east) - MARGIN],
            )
        )
    return [path for path in found if path]


def _allied(g: Normandy44, price: dict[Space, float]) -> list[list[Space]]:
    """Round all beaches that are in play."""
    along, atlas = lie_of(g.board).along, g.board.atlas
    beaches = [along[space] for name in rules_of(g).beaches for space in each(atlas.beach_hexes[name])]
    low, high = min(beaches), max(beaches)
    west = [s for s, t in along.items() if t < low]
    if g.scenario == "cherbourg":
        closed = g.board.tags["column-15"]
        ends = [s for s in each(atlas.zones.spread(closed)) if not closed >> s & 1]
        path = chain(g, ALLIED, price, west, [*ends, *(s for s, t in along.items() if t > high)])
    else:
        path = chain(g, ALLIED, price, west, [s for s, t in along.items() if t > high])
    return [path] if path else []


def prices(g: Normandy44, side: Side, reachable: Spaces, settled: Spaces) -> dict[Space, float]:
    """What each hex of a line costs: less on good ground, where somebody stands, where something is covered."""
    atlas, lie = g.board.atlas, lie_of(g.board)
    here, foe = presence(g), Side(1 - side)
    foes, hostile = here.hexes[foe], zone(g, foe)
    ground = atlas.land & ~foes & (reachable | here.hexes[side] | ~hostile)
    near, ring = {}, foes
    for distance in range(1, 9):
        grown = atlas.zones.spread(ring) | ring
        for space in each(grown & ~ring):
            near[space] = distance
        ring = grown
    worth, dug = stakes_of(g) if side == GERMAN else worth_of(g), improved(g, side)
    threat = hostile_strength(g, side)
    further = FURTHER[side]
    found = {}
    for space in each(ground):
        if settled >> space & 1:
            found[space] = 0.1
            continue
        price = 1.45 - lie.shelter[space] + further * max(near.get(space, 9) - 1, 0)
        if here.hexes[side] >> space & 1:
            price -= 0.25
        elif not reachable >> space & 1:
            price += OUT_OF_REACH
        elif side == GERMAN and hostile >> space & 1:
            price += CONTACT
        if dug >> space & 1:
            price -= 0.3
        if side == GERMAN:
            if atlas.perimeter >> space & 1:
                price -= 0.4  # 16.3: whoever attacks it from without is halved
            if g.here.get(space, 0) & atlas.roster.strongpoint:
                price -= 0.2
        if side == ALLIED or not g.allied_control >> space & 1:
            price -= 0.35 * worth.get(space, 0.0)
        price += 0.01 * min(threat[space], 30.0)
        if atlas.flooded >> space & 1:
            price += 0.5
        found[space] = max(price, 0.15)
    return found


def chain(g: Normandy44, side: Side, price: dict[Space, float], starts: list[Space], ends: list[Space]) -> list[Space]:
    """The cheapest chain of bonded hexes from one shore to the other."""
    hops = lie_of(g.board).hops
    foes = presence(g).hexes[1 - side]
    goal = set(ends)
    best: dict[Space, float] = {}
    came: dict[Space, Space] = {}
    queue: list[tuple[float, Space]] = []
    for space in starts:
        if space in price:
            best[space] = price[space]
            heappush(queue, (price[space], space))
    while queue:
        total, here = heappop(queue)
        if total > best[here]:
            continue
        if here in goal:
            path = [here]
            while here in came:
                here = came[here]
                path.append(here)
            return path[::-1]
        for to, between in hops[here]:
            step = price.get(to)
            if step is None or (between and not between & ~foes):
                continue
            if between & foes:
                step += 0.5
            if total + step < best.get(to, 1e9):
                best[to] = total + step
                came[to] = here
                heappush(queue, (total + step, to))
    return []


def gaps(g: Normandy44, side: Side = GERMAN) -> int:
    """How many hexes of the best line for a side are not held by it."""
    held = presence(g).bonding[side]
    return sum(1 for path in lines(g, side, held) for space in path if not held & BITS[space])
