"""What units are worth, and what the results of a combat cost those who suffer them."""

from bocage.games.bradley.rules.r10_account import NOTHING, Account
from bocage.games.bradley.rules.r10_retreat import USUAL, ways
from bocage.games.bradley.sides import GERMAN
from bocage.games.bradley.state import Bradley, each_unit
from bocage.kernel.ids import UnitId, Units
from bocage.kernel.probability import TWO_D6, outcomes

DISRUPTION, RETREAT = 0.3, 0.15
"""What these results cost beside a loss."""
STAFF = 1.0
"""A headquarters gives two columns in each player turn, and lets the guns fire (16.1, 16.2)."""


def unit_worth(g: Bradley, unit: UnitId) -> float:
    """An Allied unit is a step towards a German victory; a German one keeps a lodgment from being won, and shoots."""
    counter = g.board.units[unit]
    factors = counter.faces[0].attack
    staff = STAFF * (g.board.headquarters >> unit & 1)
    if counter.side == GERMAN:
        return 0.4 + 0.1 * factors + staff
    return 0.8 + 0.03 * factors + staff


def chances(g: Bradley, account: Account) -> dict[str, float]:
    """The chance of each result by its letter, and of shading under `#`."""
    found = {"R": 0.0, "D": 0.0, "E": 0.0, "#": 0.0}
    if account.column == NOTHING:
        return found
    column = account.ledger.final().column
    for result, chance in outcomes(g.board.charts.crt, column, TWO_D6, account.modifier).items():
        if result[0] in found:
            found[result[0]] += float(chance)
        if result.endswith("#"):
            found["#"] += float(chance)
    return found


def harm(g: Bradley, units: Units, rates: dict[str, float], *, held: bool) -> float:
    """What results cost the units that suffer them; in a fort fire drives nobody back."""
    total = 0.0
    for unit in each_unit(units):
        dead = rates["E"] + (rates["D"] if g.disrupted >> unit & 1 else 0.0)
        lost = not held and rates["R"] > 0 and cornered(g, unit)
        dead += rates["R"] if lost else 0.0
        back = 0.0 if held or lost else RETREAT * rates["R"]
        total += unit_worth(g, unit) * (dead + DISRUPTION * rates["D"] + back)
    return total


def cornered(g: Bradley, unit: UnitId) -> bool:
    """Whether a unit that is driven back from where it stands is lost (10.5.3, 10.5.4)."""
    return not g.face(unit).allowance or bool(
        g.cached(("cornered", unit), lambda g: not ways(g, unit, (g.space[unit],), 1, USUAL))
    )
