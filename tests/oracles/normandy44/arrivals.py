"""Units that come back by replacement (6.2.2, 6.2.5, 17.2): the hexes in which they appear."""

from tests.oracles.normandy44.facts import Facts, Unit, distance, other
from tests.oracles.normandy44.movement import within_boundary
from tests.oracles.normandy44.stacking import fits
from tests.oracles.normandy44.supply import Lines, open_beaches, sources
from tests.oracles.normandy44.zones import zone

NEAR = 5


def places(f: Facts, unit: Unit) -> set[str]:
    """Every hex that may take the unit in; a beach engineer waits in Britain to be landed again (21.1.4)."""
    side = unit.side
    if unit.kind == "engineer" and side == "allied":
        return {"britain"}
    open_road = f.scenario == "cherbourg" and side == "german"
    foe, goals = zone(f, other(side)), sources(f, side)
    lines = Lines(f, side, town_joins=False, beyond=not open_road)
    found = set()
    for place, terrain in f.terrain.items():
        if terrain == "sea" or f.at(place, other(side)) or place in foe or not fits([*f.at(place, side), unit]):
            continue
        if not near(f, unit, place):
            continue
        if side == "allied" and not within_boundary(f, unit, place):
            continue
        if receives(f, unit, place) and lines.reach(place, goals):
            found.add(place)
    return found


def receives(f: Facts, unit: Unit, place: str) -> bool:
    """A headquarters of the same army that bears no marker (18.3), or a town or city of our own; a headquarters comes
    back in a city or at a beachhead (17.2), which is closed without its engineer (21.1.4).
    """
    terrain, own = f.terrain[place], f.holds(place, unit.side)
    if unit.kind == "hq":
        beach = unit.side == "allied" and place in open_beaches(f)
        return own and (terrain == "city" or beach)
    guns = [u for u in f.at(place, unit.side) if u.kind == "hq" and u.army == unit.army]
    return any("out_of_supply" not in u.marks for u in guns) or (own and terrain in ("town", "city"))


def near(f: Facts, unit: Unit, place: str) -> bool:
    """6.2.2: within five hexes of another unit of its division."""
    if not unit.division:
        return True
    kin = [u for u in f.units.values() if u.division == unit.division and u.nation == unit.nation and u.id != unit.id]
    return any(distance(u.hex, place) <= NEAR for u in kin)
