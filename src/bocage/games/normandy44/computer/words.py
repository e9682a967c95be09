"""How reasons call things: counters, places, odds, and what a unit is still good for."""

from collections.abc import Iterable, Sequence

from bocage.games.normandy44.computer.chances import Prospect, results_of
from bocage.games.normandy44.computer.ground import lure, threat_to
from bocage.games.normandy44.computer.worth import army_of
from bocage.games.normandy44.rules.r27_players import CW, US
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.counters import each_unit
from bocage.kernel.ids import NOWHERE, Side, Space, UnitId, Units
from bocage.kernel.wording import counted

LONGEST = 110
"""A reason is one line of at most this many characters."""
ARMIES = (US, CW)
"""The Allied armies as their players call them."""
FEW = 3
"""How many units are called by their names; of more, only the first."""


def sentence(head: str, *clauses: str) -> str:
    """A head and those of its clauses that fit into the line."""
    for clause in clauses:
        if clause and len(head) + len(clause) <= LONGEST:
            head += clause
    return head


def because(head: str, some: Sequence[str], otherwise: str = "") -> str:
    """A head and as many of the points that speak for it as fit into the line, the first ones first."""
    for many in range(len(some), 0, -1):
        text = f"{head}: {listed(some[:many])}"
        if len(text) <= LONGEST:
            return text
    return sentence(head, otherwise)


def listed(some: Iterable[str]) -> str:
    """One, two and three."""
    *first, last = some
    return f"{', '.join(first)} and {last}" if first else last


def name(g: Normandy44, unit: UnitId) -> str:
    """What the counter is called."""
    text: str = g.board.counters[unit].name
    return text


def names(g: Normandy44, units: Units) -> str:
    """What a few counters are called."""
    found = [name(g, unit) for unit in each_unit(units)]
    return listed(found if len(found) <= FEW else [*found[: FEW - 1], f"{len(found) - FEW + 1} more"])


def place(g: Normandy44, space: Space, seen_from: Space = NOWHERE) -> str:
    """A hex in a word: by its name if it has one, otherwise by its number; also by number when seen from one of the
    same name.
    """
    title: str = g.board.titles[space]
    return g.board.names[space] if not title or (seen_from >= 0 and title == g.board.titles[seen_from]) else title


def beyond(g: Normandy44, unit: UnitId, space: Space) -> str:
    """The place that an Allied unit has before it at a hex; the open country when all is taken."""
    goal = lure(g, army_of(g, unit), space)
    if goal is None:
        return "open country"
    return f"the rest of {place(g, goal)}" if place(g, goal) == place(g, space) else place(g, goal)


def towards(g: Normandy44, unit: UnitId, space: Space) -> str:
    """The same as a clause."""
    return f", towards {beyond(g, unit, space)}"


def factors(g: Normandy44, unit: UnitId, steps: int | None = None) -> int:
    """The strength of a unit with the steps that it has, or with others."""
    return g.board.atlas.roster.strength[unit][g.steps[unit] if steps is None else steps]


def threatened(g: Normandy44, side: Side, space: Space) -> str:
    """The strength that the enemy could bring against a hex, if there is any."""
    strength = threat_to(g, side, space)
    return f", where {counted(strength, 'factor')} could come" if round(strength) else ""


def against(strength: float) -> str:
    """The strength that a place must be held against, if there is any."""
    return f" against {counted(strength, 'factor')}" if round(strength) else ""


def column_title(g: Normandy44, column: int) -> str:
    """The odds as the table calls them."""
    last = len(results_of(g.board)) - 1
    return g.board.crt.title(min(column, last)) if column >= 0 else "below 1-3"


def odds_of(g: Normandy44, prospect: Prospect, shifts: int) -> str:
    """The odds of an attack with that many further shifts."""
    return column_title(g, prospect.column + shifts)
