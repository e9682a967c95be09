"""What a battle may bring: the value of every column of the table to the attacker, by exact chances.

The defender is assumed to choose what hurts least: to stand with the lead unit that holds best, or to go. All is in
victory points, as in `worth`.
"""

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from bocage.games.normandy44.computer.worth import hex_stake, quarry, step_worth, unit_worth
from bocage.games.normandy44.rules.r11_shifts import Assault, defenders_of, earners, odds
from bocage.games.normandy44.rules.r12_determined_defence import column, lead_candidates, modifier, supporters
from bocage.games.normandy44.rules.r12_results import RESULTS
from bocage.games.normandy44.rules.r13_retreat import ways_back
from bocage.games.normandy44.scenario import rules_of
from bocage.games.normandy44.sides import GERMAN
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.counters import each_unit
from bocage.kernel.ids import Space, Spaces, UnitId, Units

if TYPE_CHECKING:
    from bocage.games.normandy44.board import Normandy44Board

DISRUPTED = 0.10
"""What it costs a unit to be driven back and disrupted."""
SUPPORTED = 0.5
"""How surely a defender who has guns in reach spends them."""


PICKED = frozenset({"EX", "A1/D2"})
"""Results in which each side picks the step that the other loses."""


class Stand(NamedTuple):
    """A determined defence: the chances that it holds, that the lead unit pays, and that the attacker pays."""

    holds: float
    pays: float
    costs: float
    lonely: float
    """The chance that it holds, and the lead unit pays for it."""


@cache
def stands(board: "Normandy44Board", where: str, plus: int) -> Stand:
    """The determined defence table at one modifier."""
    found = [board.determined_defense.read(die + plus, where) for die in range(1, 7)]
    held = [result.startswith("•") for result in found]
    pays = [result.endswith(("-1", "EX")) for result in found]
    costs = [result.endswith("EX") or "AL" in result for result in found]
    both = [a and b for a, b in zip(held, pays, strict=True)]
    return Stand(sum(held) / 6, sum(pays) / 6, sum(costs) / 6, sum(both) / 6)


@cache
def results_of(board: "Normandy44Board") -> tuple[tuple[str, ...], ...]:
    """The six results of each column."""
    columns = len(board.crt.columns)
    return tuple(tuple(board.crt.read(die, at) for die in range(1, 7)) for at in range(columns))


class Prey(NamedTuple):
    """A hex under attack, as the attacker sees it, whoever attacks."""

    defenders: Units
    steps: int
    cheap: float
    """What the owner gives up if he chooses the step,"""
    dear: float
    """and what he loses if the enemy does."""
    whole: float
    doomed: float
    """What has no way back and dies if driven out."""
    leads: tuple[UnitId, ...]


def prey_of(g: Normandy44, target: Space) -> Prey:
    """The defenders of a hex and what they stand to lose."""
    return g.cached(("prey", target, g.retreated), lambda g: _prey(g, target))


def _prey(g: Normandy44, target: Space) -> Prey:
    defenders = defenders_of(g, target)
    costs = [quarry(g, unit) for unit in each_unit(defenders)]
    doomed = 0.0
    immobile, foot, closed = g.board.atlas.roster.immobile, g.board.atlas.roster.foot, rules_of(g).closed
    ways: dict[tuple[int, Spaces], bool] = {}  # units that go by the same ways have the same way back
    for unit in each_unit(g.here.get(target, 0)):
        if not (immobile | g.retreated) >> unit & 1:
            kind = (foot >> unit & 1, closed(g, unit))
            if kind not in ways:
                ways[kind] = bool(ways_back(g, unit, 2, 0))
            if ways[kind]:
                continue
        doomed += unit_worth(g, unit, g.steps[unit])
    return Prey(
        defenders,
        sum(g.steps[unit] for unit in each_unit(defenders)),
        min(costs, default=0.0),
        max(costs, default=0.0),
        sum(unit_worth(g, unit, g.steps[unit]) for unit in each_unit(defenders)),
        doomed,
        tuple(each_unit(lead_candidates(g, target))),
    )


class Prospect(NamedTuple):
    """An attack weighed: the column before support, and what each result is worth."""

    column: int
    values: dict[str, float]
    taken: dict[str, float]

    def at(self, g: Normandy44, shifts: int) -> float:
        """The value on the column that a number of further shifts lead to."""
        return self._mean(g, shifts, self.values) if self.column + shifts >= 0 else self.values["A1"]  # 10.6

    def chance(self, g: Normandy44, shifts: int) -> float:
        """The chance that the hex falls."""
        return self._mean(g, shifts, self.taken) if self.column + shifts >= 0 else 0.0

    def _mean(self, g: Normandy44, shifts: int, of: dict[str, float]) -> float:
        table = results_of(g.board)
        return sum(of[result] for result in table[min(self.column + shifts, len(table) - 1)]) / 6


def weigh(g: Normandy44, a: Assault, stake: float | None = None) -> Prospect | None:
    """Weigh an attack with its main force; `None` if it may not start (10.6)."""
    ledger = odds(g, a, keep=False)
    if ledger.start < 0:
        return None
    prey = prey_of(g, a.target)
    if stake is None:
        stake = hex_stake(g, a.by, a.target, a.attackers)
    earned = earners(g, a)
    chosen = min([step_worth(g, unit) for unit in each_unit(earned or a.main)], default=0.0)
    dearest = max([step_worth(g, unit) for unit in each_unit(a.main)], default=0.0)
    driven = stake + prey.doomed + DISRUPTED * prey.defenders.bit_count()
    leads = [(lead, lead_stand(g, a, lead)) for lead in prey.leads]
    values, taken = {}, {}
    for result, (ours, theirs, retreat) in RESULTS.items():
        picked = result in PICKED
        cost = (dearest if picked else chosen) if ours else 0.0
        value, falls = _fate(g, leads, prey, (theirs, retreat), driven=driven, stake=stake, cost=chosen, picked=picked)
        values[result], taken[result] = value - cost, falls
    at = ledger.column
    if a.by == GERMAN and g.board.weather[g.row].weather == "clear" and not a.jabos:
        at -= 1  # fighter-bombers cost a German attack a column on average
    return Prospect(at, values, taken)


def _fate(
    g: Normandy44,
    leads: list[tuple[UnitId, Stand]],
    prey: Prey,
    result: tuple[int, int],
    *,
    driven: float,
    stake: float,
    cost: float,
    picked: bool,
) -> tuple[float, float]:
    """What a result does to the defender, and the chance that he loses the hex."""
    theirs, retreat = result
    lost = (prey.steps + 1) // 2 if theirs < 0 else min(theirs, prey.steps)
    if lost >= prey.steps:
        return prey.whole + stake, 1.0
    value = 0.0
    if lost:
        value = (prey.dear if picked else prey.cheap) + (lost - 1) * prey.cheap
    if not retreat:
        return value, 0.0
    if retreat == 4 or not prey.leads:
        return value + driven, 1.0
    best, holds = driven, 0.0
    alone = prey.defenders.bit_count() == 1
    for lead, stand in leads:
        if lost and g.steps[lead] == 1 and not alone:
            continue  # the step just lost may well have been this one
        held = stand.holds - (stand.lonely if alone and g.steps[lead] - lost <= 1 else 0.0)
        here = driven * (1.0 - held) + stand.pays * step_worth(g, lead) - stand.costs * cost
        if here < best:
            best, holds = here, held
    return value + best, 1.0 - holds


def lead_stand(g: Normandy44, a: Assault, lead: UnitId) -> Stand:
    """How a lead unit would stand; guns in reach are half counted on."""
    where, plus = column(g, a.target, lead), modifier(g, a, lead, 0)
    found = stands(g.board, where, plus)
    if plus >= 2 or not guns_behind(g, a.target, lead):
        return found
    better = stands(g.board, where, min(plus + 1, 2))
    return Stand(*(SUPPORTED * x + (1 - SUPPORTED) * y for x, y in zip(better, found, strict=True)))


def guns_behind(g: Normandy44, target: Space, lead: UnitId) -> bool:
    """Has a defender guns or ships to support a stand?"""
    return g.cached(("guns", target), lambda g: bool(supporters(g, target, lead)))
