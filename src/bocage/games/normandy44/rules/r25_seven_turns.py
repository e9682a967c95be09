"""25. The seven-turn game: the campaign stopped after a week, with points of its own."""

from bocage.games.normandy44.rules.r08_zones_of_control import presence, zone
from bocage.games.normandy44.rules.r18_supply import engineer_at
from bocage.games.normandy44.rules.r24_campaign import Award, Campaign, decided, places
from bocage.games.normandy44.scenario import register
from bocage.games.normandy44.sides import ALLIED, BEACHES, GERMAN
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.ids import NOWHERE, Space, Spaces
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import each
from bocage.kernel.state import Outcome

LINK_POINTS = 3
DROP_POINTS = 1
ENGINEER_POINTS = -2


@rule("25.2")
def beaches_linked(g: Normandy44) -> bool:
    """Does a road free of Germans and of their zones lead from Juno beach to Ste-Mère-Église?

    A zone does not reach a hex with an Allied unit in it.
    """
    atlas = g.board.atlas
    here = presence(g)
    free = atlas.road_hexes & ~here.hexes[GERMAN] & ~(zone(g, GERMAN) & ~here.hexes[ALLIED])
    goal = g.board.tags["ste-mere-eglise"] & free
    reached = frontier = atlas.beach_hexes["juno"] & free
    while frontier and not reached & goal:
        grown: Spaces = 0
        for direction in range(6):
            grown |= atlas.step(frontier & atlas.road[direction], direction)
        frontier = grown & free & ~reached
        reached |= frontier
    return bool(reached & goal)


@rule("25.2")
def week_awards(g: Normandy44) -> list[Award]:
    """Linked beaches, Bayeux and places beyond the fleet's reach, drop hexes held; less for beaches that are closed."""
    atlas, tags = g.board.atlas, g.board.tags
    awards = [Award(ALLIED, LINK_POINTS, NOWHERE, "the beaches are linked")] if beaches_linked(g) else []
    inland = (tags["bayeux"] | atlas.land & ~atlas.naval_zone) & g.allied_control
    awards += [Award(ALLIED, points, space, "beyond naval range") for space, points in places(g, inland)]
    # 2.2.5: a drop hex that is no town is held only by a unit in it
    held = presence(g).hexes[ALLIED] | (atlas.town | atlas.city) & g.allied_control
    drops = tags["drop-82"] | tags["drop-101"] | tags["drop-6"]
    awards += [Award(ALLIED, DROP_POINTS, space, "drop hexes held") for space in each(drops & held)]
    for beach in BEACHES:
        if not engineer_at(g, beach) & atlas.beach_hexes[beach]:
            awards.append(Award(ALLIED, ENGINEER_POINTS, NOWHERE, f"no engineers on {beach.capitalize()}"))
    return awards


@register
class SevenTurns(Campaign):
    """The campaign's rules; only the end differs."""

    id = "seven-turn"
    worth_note = "for the Allies, if they control them; drop hexes that are no towns need a unit in them (25.2)"

    def worth(self, g: Normandy44) -> dict[Space, str]:
        """Bayeux, towns and cities beyond naval range, and the nine drop hexes, a town among them for both."""
        atlas, tags = g.board.atlas, g.board.tags
        found = dict(places(g, tags["bayeux"] | atlas.land & ~atlas.naval_zone))
        for space in each(tags["drop-82"] | tags["drop-101"] | tags["drop-6"]):
            found[space] = found.get(space, 0) + DROP_POINTS
        return {space: str(points) for space, points in found.items()}

    def awards(self, g: Normandy44) -> list[Award]:
        """What would count if the game ended now."""
        return week_awards(g)

    @rule("25.1", "25.2")
    def outcome(self, g: Normandy44) -> Outcome:
        """Fourteen points win."""
        return decided(g, self.awards(g))
