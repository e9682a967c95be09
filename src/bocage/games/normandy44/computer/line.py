"""The line that a side holds: from shore to shore round the beachhead, bond by bond, on the best ground in reach.

A line is the cheapest chain of hexes in which each bonds with the next (8.5), from the coast on one side of the
lodgement to the coast on the other. The Germans hold two: one across the Cotentin before Cherbourg, and one from its
base to the Orne.
"""

from heapq import heappop, heappush

from bocage.games.normandy44.computer.ground import hostile_strength, lie_of, stack_punch, stakes_of, traps, worth_of
from bocage.games.normandy44.rules.r08_zones_of_control import places, presence, zone
from bocage.games.normandy44.rules.r16_fortifications import improved
from bocage.games.normandy44.scenario import rules_of
from bocage.games.normandy44.sides import ALLIED, GERMAN
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.ids import Side, Space, Spaces
from bocage.kernel.spaces import each

PORT, UTAH, EAST = 16.0, 24.0, 31.5
"""Along the shore: Cherbourg, Utah Beach, and Arromanches, east of which a line may end."""
BASE = 6.5
"""The west coast between La Haye-du-Puits and Portbail: north of it stands the garrison of the Cotentin."""
MARGIN = 0.5
LEFT_OUT = 0.4
"""What each factor of an enemy outside the line costs."""
WHOLE = 3.0
"""What one front right round the lodgement may cost more than two that give up the Cotentin between them."""
CORNER = 9
"""This many hexes of the map's edge continue the shore at either end."""
OUT_OF_REACH = 0.9
"""What a hex that nobody can hold this turn costs more."""
NODE = {GERMAN: 2.1, ALLIED: 1.45}
"""What a hex of the line costs to begin with: the more, the shorter the line."""
FURTHER = {GERMAN: 0.32, ALLIED: 0.12}
"""What each hex further from the enemy costs: ground is not given up for nothing."""
NEAR = 9
"""Beyond this many hexes from the enemy all are equally far."""
CONTACT = 0.35
"""What a hex in an Allied zone costs the Germans more, unless they stand there already."""
TRAP = 0.6
"""What a hex that one enemy move would cut off costs more."""


def lines(g: Normandy44, side: Side, reachable: Spaces, settled: Spaces = 0) -> list[list[Space]]:
    """The chains of hexes to hold, in order along the front; `settled` will be held in any case."""
    price = prices(g, side, reachable, settled)
    if side == ALLIED:
        return _allied(g, price)
    foes = presence(g).hexes[ALLIED]
    if not foes:
        return []
    bearing = bearings(g)
    shore = [(bearing[space], stack_punch(g, g.here[space])) for space in each(foes)]

    def outside(low: float, high: float) -> float:
        return LEFT_OUT * sum(punch for t, punch in shore if low <= t <= high)

    rim = rim_of(g)
    starts = {space: outside(-99.0, t + MARGIN) for space, t in rim.items() if t < BASE}
    ends = {space: outside(t - MARGIN, 99.0) for space, t in rim.items() if t > EAST}
    south = chain(g, side, price, starts, ends)
    if not g.board.atlas.cherbourg & ~g.allied_control or all(t < PORT for t, _ in shore):
        return [south[1]] if south[1] else []
    starts = {space: outside(PORT, t + MARGIN) for space, t in rim.items() if PORT < t < UTAH}
    cost, path = chain(g, side, price, starts, ends)
    whole = cost + outside(-99.0, PORT), path
    starts_west = {space: outside(t - MARGIN, PORT) for space, t in rim.items() if BASE < t < PORT}
    north = chain(g, side, price, starts_west, starts)
    if whole[1] and whole[0] < south[0] + north[0] + WHOLE:
        return [whole[1]]
    return [path for _, path in (south, north) if path]


def rim_of(g: Normandy44) -> dict[Space, float]:
    """The shore in order, and the map's edge on either side of it, where a line may end as well (8.5.5)."""
    lie = lie_of(g.board)
    found: dict[Space, float] | None = lie.known.get("rim")
    if found is None:
        found = dict(lie.along)
        last = max(found.values())
        for tag, sign, start in (("south-edge", -1, 0.0), ("east-edge", 1, last)):
            edge = sorted(each(g.board.tags[tag]), key=lambda space: g.board.names[space], reverse=sign > 0)
            for n, space in enumerate(edge[:CORNER], 1):
                found.setdefault(space, start + sign * n)
        lie.known["rim"] = found
    return found


def bearings(g: Normandy44) -> list[float]:
    """For every hex the part of the shore that is nearest: where along the front it lies."""
    lie = lie_of(g.board)
    found: list[float] | None = lie.known.get("bearings")
    if found is None:
        found = [0.0] * lie.size
        rim, distance = rim_of(g), g.board.atlas.distance
        for space in each(g.board.atlas.land):
            nearest = min(rim, key=lambda shore: distance(shore, space))
            found[space] = rim[nearest]
        lie.known["bearings"] = found
    return found


def _allied(g: Normandy44, price: dict[Space, float]) -> list[list[Space]]:
    """Round all beaches that are in play."""
    along, atlas = lie_of(g.board).along, g.board.atlas
    beaches = [along[space] for name in rules_of(g).beaches for space in each(atlas.beach_hexes[name])]
    low, high = min(beaches), max(beaches)
    west = {s: 0.0 for s, t in along.items() if t < low}
    if g.scenario == "cherbourg":
        closed = g.board.tags["column-15"]
        ends = [s for s in each(atlas.zones.spread(closed)) if not closed >> s & 1]
        _, path = chain(g, ALLIED, price, west, dict.fromkeys([*ends, *(s for s, t in along.items() if t > high)], 0.0))
    else:
        _, path = chain(g, ALLIED, price, west, {s: 0.0 for s, t in along.items() if t > high})
    return [path] if path else []


def prices(g: Normandy44, side: Side, reachable: Spaces, settled: Spaces) -> dict[Space, float]:
    """What each hex of a line costs: less on good ground, where somebody stands, where something is covered."""
    here, foe = presence(g), Side(1 - side)
    ground = g.board.atlas.land & ~here.hexes[foe] & (reachable | here.hexes[side] | ~zone(g, foe))
    near, threat, shelter = nearness(g, here.hexes[foe]), hostile_strength(g, side), lie_of(g.board).shelter
    extras, covered = surcharges(g, side, reachable), covers(g, side)
    found = {}
    for space in each(ground):
        price = NODE[side] - shelter[space] + FURTHER[side] * (near.get(space, NEAR) - 1)
        for mask, extra in extras:
            if mask >> space & 1:
                price += extra
        price += 0.01 * min(threat[space], 30.0) - 0.35 * covered.get(space, 0.0)
        found[space] = 0.1 if settled >> space & 1 else max(price, 0.15)
    return found


def nearness(g: Normandy44, foes: Spaces) -> dict[Space, int]:
    """How many hexes away the nearest enemy is, for hexes that are not far away."""
    found, ring = {}, foes
    for distance in range(1, NEAR):
        grown = g.board.atlas.zones.spread(ring) | ring
        for space in each(grown & ~ring):
            found[space] = distance
        ring = grown
    return found


def surcharges(g: Normandy44, side: Side, reachable: Spaces) -> list[tuple[Spaces, float]]:
    """What makes some hexes of a line dearer or cheaper than others."""
    atlas, mine = g.board.atlas, presence(g).hexes[side]
    found = [
        (mine, -0.25),
        (~(mine | reachable), OUT_OF_REACH),
        (improved(g, side), -0.3),
        (atlas.flooded, 0.5),
        (traps(g, side), TRAP),
    ]
    if side == GERMAN:
        forts = places(g, presence(g).units[GERMAN] & atlas.roster.strongpoint)
        found += [(zone(g, ALLIED) & reachable & ~mine, CONTACT), (forts, -0.2)]
        found.append((atlas.perimeter, -0.4))  # 16.3: attackers from outside are halved
    return found


def covers(g: Normandy44, side: Side) -> dict[Space, float]:
    """The places that a line holds by going through them; to retake one is no work for it."""
    if side == ALLIED:
        return worth_of(g)
    return {space: value for space, value in stakes_of(g).items() if not g.allied_control >> space & 1}


def chain(
    g: Normandy44, side: Side, price: dict[Space, float], starts: dict[Space, float], ends: dict[Space, float]
) -> tuple[float, list[Space]]:
    """The cheapest chain of bonded hexes from one shore to the other; each end has a price besides its hex's."""
    hops = lie_of(g.board).hops
    foes = presence(g).hexes[1 - side]
    best: dict[Space, float] = {}
    came: dict[Space, Space] = {}
    queue: list[tuple[float, Space]] = []
    for space, extra in starts.items():
        if space in price:
            best[space] = price[space] + extra
            heappush(queue, (best[space], space))
    least, last = 1e9, None
    while queue:
        total, here = heappop(queue)
        if total >= least:
            break
        if total > best[here]:
            continue
        extra = ends.get(here, 1e9)
        if total + extra < least:
            least, last = total + extra, here
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
    path = []
    while last is not None:
        path.append(last)
        last = came.get(last)
    return least, path[::-1]
