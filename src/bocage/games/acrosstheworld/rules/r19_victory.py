"""19 Victory."""

from bocage.games.acrosstheworld.rules.r16_siege import controls_city
from bocage.games.acrosstheworld.sides import ALLIED, GERMAN, other
from bocage.games.acrosstheworld.state import Campaign, Fight
from bocage.kernel.events import Ended, Scored
from bocage.kernel.ids import Side
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import each
from bocage.kernel.state import Outcome


def gain(g: Campaign, side: Side, points: int, why: str, number: str) -> None:
    g.points[side] += points
    g.emit(Scored(side=side, points=points, why=why, rule=number))


@rule("19.5")
def score_cities(g: Campaign) -> None:
    """The first time the Allies control a city it gives its points, and never again."""
    for city, points in g.board.cities.items():
        if not g.scored >> city & 1 and controls_city(g, ALLIED, city):
            g.scored |= 1 << city
            gain(g, ALLIED, points, g.title_of(city), "19.5")


@rule("19.7", "19.8")
def score_battle(g: Campaign, fight: Fight, winner: Side) -> None:
    """A battle won with an enemy division destroyed, and more for armoured ones."""
    numbers = g.board.numbers.score
    lost = fight.lost[other(winner)] & g.board.divisions
    if lost:
        gain(g, winner, numbers.battle, f"battle at {g.title_of(fight.at)}", "19.7")
        tanks = (lost & g.board.armour).bit_count()
        if tanks:
            gain(g, winner, numbers.armour * tanks, "armoured division destroyed", "19.8")


@rule("19.2")
def driven_out(g: Campaign) -> Outcome | None:
    """The Germans win when no Allied land unit is left in Normandy."""
    board = g.board
    for space, here in g.here.items():
        if here & board.land & board.of_side[ALLIED] and space != board.channel:
            return None
    return finish(g, GERMAN, "German victory: the Allies are driven into the sea", "19.2")


def finish(g: Campaign, winner: Side | None, level: str, number: str) -> Outcome:
    g.emit(Ended(winner=winner, level=level, account=f"{g.points[ALLIED]} to {g.points[GERMAN]}", rule=number))
    return Outcome(winner, level, (g.points[ALLIED], g.points[GERMAN]))


@rule("19.1")
def enough_points(g: Campaign) -> Outcome | None:
    """At the end of a turn the limit wins, the higher total if both have it."""
    allied, german = g.points
    if max(allied, german) < g.board.numbers.victory.points or allied == german:
        return None
    winner = ALLIED if allied > german else GERMAN
    return finish(g, winner, f"{g.sides[winner]} victory on points", "19.1")


@rule("19.3")
def three_keys(g: Campaign) -> Outcome | None:
    """After the last turn a side that controls all key places wins."""
    for side in (ALLIED, GERMAN):
        if all(controls_city(g, side, city) for city in each(g.board.keys)):
            names = ", ".join(g.title_of(city) for city in each(g.board.keys))
            return finish(g, side, f"{g.sides[side]} victory: {names}", "19.3")
    return None


@rule("19.6")
def lose_for_missing_cities(g: Campaign) -> None:
    """After the last turn the Allies lose points for cities they do not control."""
    for city, points in g.board.cities.items():
        if not controls_city(g, ALLIED, city):
            gain(g, ALLIED, -points, f"{g.title_of(city)} not controlled", "19.6")


@rule("19.4")
def most_points(g: Campaign) -> Outcome:
    """Otherwise the higher total wins."""
    allied, german = g.points
    if allied == german:
        return finish(g, None, "Draw", "19.4")
    winner = ALLIED if allied > german else GERMAN
    return finish(g, winner, f"{g.sides[winner]} victory on points", "19.4")


def end_of_turn(g: Campaign) -> Outcome | None:
    """4.4: the outcome if the game is over now."""
    outcome = enough_points(g)
    if outcome is None and g.turn >= g.turns:
        outcome = three_keys(g)
        if outcome is None:
            lose_for_missing_cities(g)
            outcome = most_points(g)
    return outcome
