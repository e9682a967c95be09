"""The plan of the invasion and the set-up of the defence, drawn on the map and told as a card."""

from collections.abc import Iterator

from bocage.games.normandy71.board import Entry, each_unit
from bocage.games.normandy71.records import ORDERS
from bocage.games.normandy71.rules.r13_german_setup import AREAS, PlaceAt, PlaceUnits
from bocage.games.normandy71.rules.r13_invasion_plan import complete
from bocage.games.normandy71.sides import ALLIED
from bocage.games.normandy71.state import Game71
from bocage.kernel.actions import Action
from bocage.kernel.flow import waiting
from bocage.kernel.ids import NOWHERE, Side, Space
from bocage.kernel.queries import Line, Overlay, Shade
from bocage.kernel.spaces import each
from bocage.kernel.wording import counted

SUPPLIED = "landing, and a supply area"
ON_THE_MAP = {"assault": "landing", "commando": "commandos", "parachute": "paratroops"}
WILL = {"assault": "lands", "commando": "lands", "parachute": "drops"}


def sketch(g: Game71, action: Action | None) -> Overlay | None:
    """The areas in which an order of battle sets up, the one pointed at or the one that is being placed; and where the
    Allies mean to come, for their own eyes: others hold a state in which no unit has a place in the plan.
    """
    if action is not None and action[0] == "list":
        return areas(g, ORDERS[action[1]])
    if action is not None and action[0] == "historical":
        g = g.copy()
        complete(g)
        return drawn(g, "The historical plan")
    if not g.started and any(space != NOWHERE for space in g.plan):
        return drawn(g, "Your plan")
    return areas(g, g.order) if isinstance(waiting(g), PlaceUnits | PlaceAt) and g.order else None


def areas(g: Game71, order: str) -> Overlay:
    """Where an order of battle begins: each area with the units that begin in it."""
    found: dict[str, Shade] = {}
    free = 0
    entries = [entry for entry in g.board.orders[order] if not entry.turn]
    for where in dict.fromkeys(entry.where[0] for entry in entries):
        here = [entry for entry in entries if entry.where[0] == where]
        many = sum(entry.units.bit_count() for entry in here)
        if where == "anywhere":
            free = many
            continue
        word = f"{AREAS[where]}: {counted(many, 'unit')}"
        found |= {g.board.names[space]: Shade(word) for space in each(_hexes(here))}
    return Overlay(f"Order of battle {order}", found, note=f"{free} units begin anywhere on the map but the coast.")


def drawn(g: Game71, title: str) -> Overlay:
    """The Allied plan on the coast and behind it."""
    board, found = g.board, dict[str, Shade]()
    for unit, goal in enumerate(g.plan):
        if goal == NOWHERE:
            continue
        hex_ = board.beach_hex.get(goal, goal)
        force = next(force for force, units in board.of_force.items() if units >> unit & 1)
        supply = force == "assault" and g.supply >> hex_ & 1
        found[board.names[hex_]] = Shade(SUPPLIED if supply else ON_THE_MAP[force])
    return Overlay(title, found)


def _hexes(entries: list[Entry]) -> int:
    found = 0
    for entry in entries:
        found |= entry.hexes
    return found


def plan(g: Game71, side: Side | None) -> list[Line]:
    """The Allied plan as far as it is made: beach by beach, then commandos and drop zones."""
    if side != ALLIED or g.started:
        return []
    return [*_beaches(g), *_zones(g)]


def _beaches(g: Game71) -> Iterator[Line]:
    board = g.board
    landing: dict[Space, list[str]] = {}
    for unit in each_unit(board.of_force["assault"]):
        if g.plan[unit] != NOWHERE:
            landing.setdefault(g.plan[unit], []).append(board.counters[unit].name)
    for box, names in sorted(landing.items()):
        feeds = ", a supply area" if g.supply >> board.beach_hex[box] & 1 else ""
        yield Line(f"{board.titles[box]}{feeds}: {', '.join(names)}", "Invasion.1A1")


def _zones(g: Game71) -> Iterator[Line]:
    for force in ("commando", "parachute"):
        for unit in each_unit(g.board.of_force[force]):
            if g.plan[unit] != NOWHERE:
                where = g.board.describe(g.plan[unit])
                yield Line(f"{g.board.counters[unit].name} {WILL[force]} at {where}", "Invasion.1A2")
