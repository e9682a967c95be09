"""9.8 and 9.9: strategic movement, the German trucks and bicycles: who may use them."""

from bocage.games.normandy44.rules.r08_zones_of_control import inside, zone
from bocage.games.normandy44.rules.r09_movement import BICYCLE, CONVOY, NORMAL, STRATEGIC, TACTICAL, TRUCK
from bocage.games.normandy44.scenario import rules_of
from bocage.games.normandy44.sides import GERMAN, enemy
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.bars import Bar, bar, late, only
from bocage.kernel.ids import Side
from bocage.kernel.rulebook import rule

ALL = -1
INTO_ZONES = (NORMAL, TACTICAL)
"""The manners that need no marker: a reinforcement may come on into an enemy zone in them (6.6)."""


@rule("9.8.1", "9.8.2", "9.8.3", "9.8.6", "9.8.7", "26.3.4")
def manner_rows(g: Normandy44, side: Side, mode: int) -> tuple[Bar, ...]:
    """Who may not move in a manner that needs a marker, or bicycles."""
    if mode in INTO_ZONES:
        return ()
    if mode == BICYCLE:
        return bicycle_rows(g)
    row = no_marker(g, side, mode)
    if row is not None:
        return (row,)
    return (
        bar(g.replaced, "6.2.4", "{} has a replacement to absorb and moves one hex"),
        bar(g.out_of_supply, "18.4", "{} is out of supply: it only moves tactically"),
        bar(g.disrupted, "13.6", "{} is disrupted: it only moves tactically"),
        _for_whom(g, mode),
        late(
            lambda some: some & inside(g, side, zone(g, enemy(side))),
            zone_rule(mode),
            "{} starts in an enemy zone of control",
        ),
    )


@rule("9.8.3", "9.8.6", "9.8.7", "26.3.4")
def no_marker(g: Normandy44, side: Side, mode: int) -> Bar | None:
    """Why nobody may move in a manner that needs a marker, if nobody may; a convoy takes one of both markers."""
    if g.turn == 1:
        return bar(ALL, "9.8.7", "there is neither strategic nor truck movement on turn 1")
    if side == GERMAN and not rules_of(g).german_markers:
        return bar(ALL, "26.3.4", "the Germans have no such markers in this scenario")
    limits = g.board.limits
    if mode != STRATEGIC and g.trucked.bit_count() >= limits["truck"]:
        return bar(ALL, "9.8.6", "the trucks are in use")
    if mode != TRUCK and (g.strategic & g.board.atlas.roster.side[side]).bit_count() >= limits["strategic"]:
        return bar(ALL, "9.8.3", "all strategic movement markers are in use")
    return None


@rule("9.8.2", "9.8.6", "9.9")
def zone_rule(mode: int) -> str:
    """The rule that keeps a manner of movement out of enemy zones."""
    return {TRUCK: "9.8.6", BICYCLE: "9.9"}.get(mode, "9.8.2")


def _for_whom(g: Normandy44, mode: int) -> Bar:
    roster = g.board.atlas.roster
    if mode == STRATEGIC:
        return only(roster.mech, "9.8.1", "{} is not mechanised")
    return only(roster.german & roster.foot & ~roster.immobile, "9.8.6", "{} has no use for the German trucks")


@rule("9.9")
def bicycle_rows(g: Normandy44) -> tuple[Bar, ...]:
    """Bicycles are faster on roads under an overcast sky."""
    overcast = g.board.weather[g.row].weather == "overcast"
    return (
        only(g.board.atlas.roster.bicycle, "9.9", "{} has no bicycles"),
        bar(0 if overcast else ALL, "9.9", "bicycles are faster only under an overcast sky"),
    )


def first_bar(rows: tuple[Bar, ...], candidate: int) -> Bar | None:
    """The first row that bars somebody."""
    return next((row for row in rows if row.covers(candidate)), None)


__all__ = ["BICYCLE", "CONVOY", "INTO_ZONES", "STRATEGIC", "TRUCK", "first_bar", "manner_rows", "zone_rule"]
