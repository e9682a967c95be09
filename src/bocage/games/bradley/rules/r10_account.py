"""10.1: the account of a combat, from factors to a column of the lower matrix. Preview and resolution share it."""

from typing import NamedTuple

import msgspec

from bocage.games.bradley.loading import LETTERS
from bocage.games.bradley.rules.r13_fortifications import cover, multiplier
from bocage.games.bradley.rules.r16_headquarters import columns
from bocage.games.bradley.state import Bradley, each_unit
from bocage.kernel.combat import DEFENDER, Ledger
from bocage.kernel.ids import Side, Space, Units
from bocage.kernel.rulebook import rule

NOTHING = -1
"""No column: the differential is below the leftmost (10.1.3)."""


class Attack(msgspec.Struct, frozen=True):
    """One combat as it is prepared: who, with how many support points, at whom, with whose help."""

    by: Side
    target: Space
    units: Units = 0
    points: int = 0
    aimed: bool = False
    """10.2.7b: at the armour in the hex alone."""
    aid: Units = 0
    """Headquarters that help the attacker, and (`relief`) the defender."""
    relief: Units = 0
    dropped: bool = False
    """The attackers come from the air or the sea into the hex itself (4.4.9, 5.5.6)."""


class Account(NamedTuple):
    """What an attack comes to."""

    ledger: Ledger
    line: str
    column: int
    """The column of the upper matrix, or `NOTHING`."""
    differential: int

    @property
    def letter(self) -> str:
        """The column of the lower matrix after all shifts."""
        return LETTERS[self.ledger.final().column] if self.column >= 0 else ""

    @property
    def modifier(self) -> int:
        """What is added to the two dice."""
        return self.ledger.modifier


@rule("10.0", "10.1.1", "10.1.3", "10.1.4", "10.1.5", "10.1")
def read_matrix(g: Bradley, ledger: Ledger, line: str, protection: int) -> Account:
    """The differential on its line, the highest protection factor beside it: a letter to begin with."""
    charts = g.board.charts
    attack, defence = ledger.totals
    differential = int(attack - defence)
    column = charts.column(line, differential)
    if column == NOTHING:
        ledger.begin(0, f"{line}: {attack} - {defence} = {differential:+d}, below the table", "10.1.3")
        return Account(ledger, line, NOTHING, differential)
    letter = charts.letter(column, protection)
    sum_ = f"{line}: {attack} - {defence} = {differential:+d}"
    what = f"{sum_}, column {column + 1}, protection {protection}: {LETTERS[letter]}"
    ledger.begin(letter, what, "10.1.4")
    return Account(ledger, line, column, differential)


@rule("10.1.6", "10.2.8", "10.3.4")
def add_cover(g: Bradley, ledger: Ledger, side: Side, space: Space, *, assault: bool) -> None:
    """Multiply the defence by the terrain, and book what it does to the dice."""
    found = cover(g, side, space, assault=assault)
    times = multiplier(g, side, space, found)
    if times > 1:
        ledger.times(DEFENDER, times, ", ".join(feature.what for feature in found if feature.times > 1), "10.1.6")
    for feature in found:
        if feature.roll:
            ledger.modify(feature.roll, feature.what, feature.rule)


@rule("16.1")
def add_aid(g: Bradley, ledger: Ledger, attack: Attack) -> None:
    """Headquarters shift the column for their side."""
    for staff in each_unit(attack.aid):
        ledger.shift(columns(g, staff), "headquarters", "16.1", who=staff)
    for staff in each_unit(attack.relief):
        ledger.shift(-columns(g, staff), "headquarters", "16.1", who=staff)
