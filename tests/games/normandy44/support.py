"""A few counters on the map of Normandy '44 and one question: what the tests of its rules share."""

from typing import Any

from bocage.games.normandy44 import GAME
from bocage.games.normandy44.rules.r06_replacements import comebacks, purchases, rebuildings
from bocage.games.normandy44.rules.r08_zones_of_control import side_of
from bocage.games.normandy44.rules.r09_movement_phase import movers
from bocage.games.normandy44.rules.r09_moving_a_unit import end_rows
from bocage.games.normandy44.rules.r09_strategic_movement import manner_rows
from bocage.games.normandy44.rules.r14_advance import advance_rows
from bocage.games.normandy44.rules.r15_reserve import reserves
from bocage.games.normandy44.rules.r16_fortifications import diggings
from bocage.games.normandy44.rules.r17_cadres import MARKERS
from bocage.games.normandy44.rules.r20_airborne import site_rows
from bocage.games.normandy44.rules.r22_special_rules import AIRBORNE, withdrawals
from bocage.games.normandy44.sides import ALLIED, GERMAN
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.bars import PickSpace, PickUnit
from bocage.kernel.flow import Frame
from bocage.kernel.ids import Side, Space, UnitId
from bocage.kernel.spaces import each
from bocage.kernel.verdict import Because
from bocage.testing import Situation

__all__ = ["ALLIED", "GAME", "GERMAN", "Scene", "scene"]

CLEAR, OVERCAST, STORM = 4, 2, 1

Scene = Situation[Normandy44]


def scene(at: dict[str, str] | None = None, **more: Any) -> Scene:
    """Only these counters are in play; it is an overcast turn 3 unless said otherwise, and the map is German."""
    ask: Frame | None = more.pop("ask", None)
    steps: dict[str, int] = more.pop("steps", {})
    turn, row = more.pop("turn", 3), more.pop("row", OVERCAST)
    found: Scene = Situation(
        GAME, at=at or {}, rest="removed", turn=turn, row=row, allied_control=0, supply_7th=0, supply_cherbourg=0
    )
    g = found.g
    for unit, space in enumerate(g.space):
        if space < g.board.atlas.size and g.board.counters[unit].side == ALLIED:
            g.allied_control |= 1 << space
    g.scattered = 0
    for unit in range(len(g.steps)):
        set_steps(found, g.board.counters[unit].id, g.board.counters[unit].steps)
    for name, value in steps.items():
        set_steps(found, name, value)
    for name, value in more.items():
        if isinstance(value, str) and name in SETS:
            setattr(g, name, found.units(value))
        elif isinstance(value, str) and name in HEX_SETS:
            setattr(g, name, found.spaces(value))
        else:
            setattr(g, name, value)
    g.touch()
    if ask is not None:
        found.ask(ask)
    return found


SETS = frozenset({*MARKERS, "released", "boxed", "withdrawn"})
HEX_SETS = frozenset(["allied_control", "ip_german", "ip_us", "ip_cw", "ip_unfinished"])


def set_steps(s: Scene, name: str, steps: int) -> None:
    """Turn a counter to a number of steps."""
    from bocage.games.normandy44.rules.r17_cadres import set_steps as turn

    turn(s.g, s.unit(name), steps)


def destinations(s: Scene, name: str, **more: Any) -> set[str]:
    """Where a unit can go from where it stands."""
    from bocage.games.normandy44.rules.r08_zones_of_control import side_of
    from bocage.games.normandy44.rules.r09_moving_a_unit import Moving

    unit = s.unit(name)
    return {s.g.board.names[to] for to in Moving(by=side_of(s.g, unit), unit=unit, **more).destinations(s.g)}


def cost(s: Scene, name: str, to: str, mode: int = 0, left: int | None = None) -> int | None:
    """What a hex costs a unit in one manner of moving, in sixths of a point."""
    from bocage.games.normandy44.rules.r09_movement import points_for, search

    unit = s.unit(name)
    points = points_for(s.g, unit, mode) if left is None else left
    return search(s.g, unit, mode, points, fresh=True).cost(s.space(to))


def step_cost(s: Scene, name: str, start: str, to: str) -> tuple[int, bool] | None:
    """What one step costs a unit by the terrain alone, and whether it must be the first of its move."""
    from bocage.games.normandy44.rules.r09_movement import table_of

    ways = s.g.board.atlas.ways[table_of(s.g, s.unit(name))][s.space(start)]
    return next(((way.cost, way.first) for way in ways if way.to == s.space(to)), None)


def attack(s: Scene, target: str, attackers: str, main: str, **more: Any) -> Any:
    """An attack as declared, by counters' names."""
    from bocage.games.normandy44.rules.r11_shifts import Assault

    units = s.units(attackers)
    by = GERMAN if units & s.g.board.atlas.roster.german else ALLIED
    return Assault(by=by, target=s.space(target), attackers=units, main=s.units(main), **more)


def reckon(s: Scene, target: str, attackers: str, main: str, **more: Any) -> tuple[int, int, str, int, str]:
    """Attack and defence strengths, the odds, the net shift and the final column of an attack."""
    from bocage.games.normandy44.rules.r11_shifts import odds

    ledger = odds(s.g, attack(s, target, attackers, main, **more))
    crt = s.g.board.crt
    totals = (int(ledger.totals[0]), int(ledger.totals[1]))
    return *totals, crt.title(ledger.start), ledger.shifts, crt.title(ledger.final().column)


# What a statement says against one candidate: `None` where it is offered.


def why_not_move(g: Normandy44, side: Side, unit: UnitId) -> Because | None:
    return PickUnit("move", g, *movers(g, side)).why_not(("move", unit))


def why_not_replace(g: Normandy44, unit: UnitId) -> Because | None:
    return rebuildings(g, side_of(g, unit)).why_not(("replace", unit))


def why_not_return(g: Normandy44, unit: UnitId) -> Because | None:
    return comebacks(g, side_of(g, unit)).why_not(("return", unit))


def why_not_buy(g: Normandy44, army: int) -> Because | None:
    return purchases(g).why_not(("buy", army))


def why_not_build(g: Normandy44, unit: UnitId) -> Because | None:
    return diggings(g, side_of(g, unit)).why_not(("entrench", unit))


def why_not_reserve(g: Normandy44, unit: UnitId) -> Because | None:
    return reserves(g, side_of(g, unit)).why_not(("reserve", unit))


def why_not_manner(g: Normandy44, unit: UnitId, mode: int) -> Because | None:
    return PickUnit("move", g, *manner_rows(g, side_of(g, unit), mode)).why_not(("move", unit))


def why_not_end(g: Normandy44, unit: UnitId, to: Space, mode: int) -> Because | None:
    return PickSpace("to", g, *end_rows(g, unit, [to], mode)).why_not(("to", to))


def why_not_advance(
    g: Normandy44, unit: UnitId, start: Space, to: Space, vacated: Space, *, first: bool, freed: bool
) -> Because | None:
    return PickSpace("to", g, *advance_rows(g, unit, start, vacated, first=first, freed=freed)).why_not(("to", to))


def why_not_go_home(g: Normandy44, division: str) -> Because | None:
    return withdrawals(g).why_not(("home", AIRBORNE.index(division)))


def landing_sites(g: Normandy44, unit: UnitId) -> list[Space]:
    return list(each(PickSpace("at", g, *site_rows(g, unit)).open()))
