"""What a computer player looks at: victory points, steps, ground still to take, supply, and what would end the game."""

from functools import cache, lru_cache

from bocage.games.normandy44.roster import Roster
from bocage.games.normandy44.rules.r08_zones_of_control import bonds, presence
from bocage.games.normandy44.rules.r18_supply import open_beaches, supplied
from bocage.games.normandy44.rules.r23_victory import BRITISH_LOSSES, CLOSED, US_LOSSES, closed_places, shattered
from bocage.games.normandy44.rules.r24_campaign import Campaign, tally
from bocage.games.normandy44.scenario import rules_of
from bocage.games.normandy44.sides import ALLIED, GERMAN
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.counters import each_unit
from bocage.kernel.ids import Side, UnitId, Units
from bocage.kernel.spaces import each


def evaluate(g: Normandy44, side: Side) -> float:
    """How well a side stands by our judgement: points, ground, strength and what presses; a game won tops all."""
    if g.outcome is not None and g.outcome.winner is not None:
        return 1000.0 if g.outcome.winner == side else -1000.0
    value = standing(g)
    return value if side == ALLIED else -value


def standing(g: Normandy44) -> float:
    """How well the Allies stand. Until something changes that counts it is known: most picks name a unit or a hex."""
    key = ("standing", g.turn, g.allied_control, g.disrupted, g.withdrawn, *g.mulberry, *g.opened, bytes(g.steps))
    found: float | None = g.cache.get(key)
    if found is None:
        found = points(g) + ground(g) + 0.25 * (force(g, ALLIED) - force(g, GERMAN)) + pressure(g) + line(g) + danger(g)
        g.cache[key] = found
    return found


def points(g: Normandy44) -> float:
    """Victory points, if the scenario counts them, as they stand now; the nearer the end, the more they weigh."""
    special = rules_of(g)
    if not isinstance(special, Campaign):
        return 0.0
    german, allied = tally(special.awards(g))
    return (0.5 + g.turn / g.last_turn) * (allied - german)


def line(g: Normandy44) -> float:
    """A front of bonds holds; so do steady units."""
    return 0.03 * (bonds(g, ALLIED).touched.bit_count() - bonds(g, GERMAN).touched.bit_count())


def ground(g: Normandy44) -> float:
    """Places held, whether they count yet or not."""
    atlas = g.board.atlas
    behind = g.board.tags["june-27"]
    worth = ~behind | atlas.perimeter
    mine = g.allied_control
    value = 1.5 * (mine & worth & atlas.town).bit_count() + 3.0 * (mine & worth & atlas.city).bit_count()
    return value + 0.7 * (mine & ~worth & atlas.town).bit_count() + 1.4 * (mine & ~worth & atlas.city).bit_count()


def force(g: Normandy44, side: Side) -> float:
    """Strength on the map, less what lacks supply."""
    here = presence(g)
    mine = here.units[side]
    total = might(g.board.atlas.roster, mine, g.disrupted & mine, bytes(g.steps))
    for space in each(here.hexes[side] & ~supplied(g, side)):
        for unit in each_unit(g.here[space]):
            total -= 0.4 * prowess(g.board.atlas.roster, unit, g.steps[unit], g.disrupted >> unit & 1)
    return total


@lru_cache(maxsize=512)
def might(roster: Roster, units: Units, disrupted: Units, steps: bytes) -> float:
    """What units are worth together; marches, by far the most of what is looked at, change nothing of it."""
    return sum(prowess(roster, unit, steps[unit], disrupted >> unit & 1) for unit in each_unit(units))


@cache
def prowess(roster: Roster, unit: UnitId, steps: int, disrupted: int) -> float:
    """What one unit is worth: steps, strength and quality."""
    value = 1.0 + roster.strength[unit][steps] * (1.0 + 0.2 * roster.quality[unit][steps]) + 1.5 * steps
    return 0.8 * value if disrupted else value


def pressure(g: Normandy44) -> float:
    """Being near what is still to be taken is worth a little, for both sides."""
    atlas = g.board.atlas
    goals = (atlas.town | atlas.city) & ~g.allied_control
    value = 0.0
    here = presence(g)
    if goals:
        near, ring = goals, goals
        for weight in (0.10, 0.06, 0.03, 0.02):
            ring = atlas.zones.spread(near) & ~near
            value += weight * ((here.hexes[ALLIED] & ring).bit_count())
            value -= 0.5 * weight * ((here.hexes[GERMAN] & ring).bit_count())
            near |= ring
    return value


def danger(g: Normandy44) -> float:
    """Automatic victories that come near (23.3): the last beach or regiment before the limit weighs most."""
    roster = g.board.atlas.roster
    closed = closed_places(g)
    value = -4.0 * closed - 3.0 * max(closed - 1, 0) ** 2
    for count, limit in ((shattered(g, roster.us), US_LOSSES), (shattered(g, roster.british), BRITISH_LOSSES)):
        value -= 0.8 * count + 8.0 * (count / limit) ** 3 + (40.0 if count >= limit else 0.0)
    return value - 40.0 * (closed >= CLOSED) - menace(g)


def menace(g: Normandy44) -> float:
    """Germans with a zone next to an open beach."""
    ground = sum(g.board.atlas.beach_hexes[beach] for beach in open_beaches(g))
    near = g.board.atlas.zones.spread(ground) & presence(g).zoned[GERMAN]
    return 0.8 * near.bit_count()
