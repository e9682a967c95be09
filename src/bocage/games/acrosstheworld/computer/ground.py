"""What ground is worth: cities, beaches, sources, and the pull that they have on troops farther away."""

from bocage.games.acrosstheworld.computer.arrivals import STEP, stakes
from bocage.games.acrosstheworld.computer.chances import Odds
from bocage.games.acrosstheworld.rules.r09_supply import supplied_regions
from bocage.games.acrosstheworld.rules.r16_siege import controls_city
from bocage.games.acrosstheworld.sides import ALLIED, GERMAN, other
from bocage.games.acrosstheworld.state import BUILT, Campaign
from bocage.kernel.ids import Side, Space
from bocage.kernel.spaces import bit, each

REGION = 0.06
BEACH = 0.5
SOURCE = 0.4
HARBOUR = 0.6
KEY = 1.0
"""How much more a key place is worth at the end: all three win the game."""
DECISIVE = 5.0
"""How much more it is worth at the end when one side has the two others: it may decide the game."""
NEAR = 0.78
"""How much less a region pulls for each border in between."""


def lateness(g: Campaign) -> float:
    """How near the end is: what is held now counts in full only on the last turn."""
    return (g.turn / g.turns) ** 2


def city_worth(g: Campaign, city: Space) -> float:
    """What it means to hold a city: points at the end, and the first time at once."""
    points, late = g.board.cities[city], lateness(g)
    value = points * (0.3 + 0.7 * late)
    if not g.scored >> city & 1:
        value += points
    if g.board.keys >> city & 1:
        value += KEY * (0.2 + 2 * late)
        others = {controls_city(g, ALLIED, key) for key in each(g.board.keys & ~bit(city))}
        value += DECISIVE * late * late if len(others) == 1 else 0.0
    return value


def ground_worth(g: Campaign) -> list[float]:
    """By region, the difference that its owner makes."""
    return g.cached("ground", _ground_worth)


def _ground_worth(g: Campaign) -> list[float]:
    board = g.board
    found = [REGION] * len(board.names)
    for city in board.cities:
        found[city] += city_worth(g, city)
    for space in each(board.beaches):
        found[space] += BEACH
    for space in each(board.tags["german-source"]):
        found[space] += SOURCE
    for space, stake in stakes(g).items():
        found[space] += stake
    if g.harbour == BUILT:
        found[board.mulberry] += HARBOUR
    else:
        found[board.mulberry] += 0.5 * HARBOUR
    return found


def battle_worth(g: Campaign, at: Space, by: Side, chance: Odds) -> float:
    """What a battle with these odds is worth to the attacker: ground, points, and steps on both sides."""
    value = chance.clear * ground_worth(g)[at] + chance.points[0] - chance.points[1]
    return value + STEP[other(by)] * chance.steps[1] - STEP[by] * chance.steps[0]


def pull(g: Campaign, side: Side) -> list[float]:
    """By region, how well a unit stands there for what is to be taken or held."""
    return g.cached(("pull", side), lambda g: _pull(g, side))


def _pull(g: Campaign, side: Side) -> list[float]:
    board, worth = g.board, ground_worth(g)
    goals: list[tuple[Space, float]] = []
    for city in board.cities:
        value = worth[city]
        if controls_city(g, side, city):
            value *= _danger(g, side, city) * (0.8 if side == GERMAN else 0.5)
        goals.append((city, value))
    for entry, stake in stakes(g).items():
        if entry not in board.cities:
            goals.append((entry, stake * _danger(g, side, entry) if g.friendly(side) >> entry & 1 else stake))
    if side == GERMAN:
        goals += [(beach, 0.8 + worth[beach]) for beach in each(board.beaches & g.allied)]
    found = [0.0] * len(board.names)
    for space in each(board.regions):
        far = board.atlas.steps_from
        pulls = sorted((value * NEAR ** far[goal][space] for goal, value in goals), reverse=True)
        found[space] = pulls[0] + 0.3 * sum(pulls[1:3])
    return found


def _danger(g: Campaign, side: Side, space: Space) -> float:
    """How much a place in a side's hands needs troops: what is far from the enemy needs nobody."""
    near = min((g.board.atlas.steps_from[space][s] for s in _foes(g, side)), default=9)
    return {0: 1.2, 1: 1.0, 2: 0.8, 3: 0.5}.get(near, 0.2)


def _foes(g: Campaign, side: Side) -> list[Space]:
    """Regions with enemy troops that can move."""
    foe = g.board.of_side[GERMAN if side == ALLIED else ALLIED] & g.board.mobile
    return [space for space, here in g.here.items() if here & foe and space != g.board.channel]


def fed(g: Campaign, side: Side) -> int:
    """The regions where troops would be in supply: supplied country and what borders on it."""
    country = supplied_regions(g, side)
    return country | g.board.atlas.borders.spread(country) | bit(g.board.channel)
