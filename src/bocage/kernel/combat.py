"""The ledger of a combat: one list of entries that both computes the column and explains it.

Every strength, halving, bonus, shift and die modifier is booked with its rule number. The preview that a
player sees, the options that the computer weighs and the resolution itself are the same ledger, so they
cannot disagree. Nothing is formatted until somebody reads it; a ledger made with `keep=False` books
nothing at all and only computes.

    ledger = Ledger(CRT)
    ledger.strength(ATTACKER, unit, 5, "10.5")
    ledger.halve("across a major river", "11.3")
    ledger.strength(DEFENDER, other, 4, "10.5")
    ledger.add(DEFENDER, 3, "bocage", "11.2")
    ledger.odds("10.5")
    ledger.shift(+1, "armour", "11.4.1")
    column, beyond = ledger.final()
"""

from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from fractions import Fraction
from typing import Any, Literal, NamedTuple, TypeAlias

from bocage.kernel.probability import D6, Faces, outcomes
from bocage.kernel.table import Number, Shifted, Table

Party: TypeAlias = Literal[0, 1]
ATTACKER: Party = 0
DEFENDER: Party = 1
PARTIES = ("attacker", "defender")

Who: TypeAlias = Any
"""A unit's id, or any other value that the game can name: it is only handed on to the text."""


class Round(Enum):
    """What a game does with fractions."""

    UP = "up"
    DOWN = "down"
    NEAREST = "nearest, halves up"
    EXACT = "kept"


def rounded(amount: Number, how: Round) -> Number:
    """A strength as the game counts it: whole, unless it keeps fractions."""
    if isinstance(amount, int):
        return amount
    if amount.denominator == 1 or how is Round.DOWN:
        return int(amount // 1)
    if how is Round.UP:
        return -int(-amount // 1)
    if how is Round.NEAREST:
        return int((amount + Fraction(1, 2)) // 1)
    return amount


def half(amount: Number, how: Round) -> Number:
    """Half of a strength, rounded in the game's way."""
    if isinstance(amount, int):  # the usual case, without making a Fraction
        if not amount & 1 or how is Round.DOWN:
            return amount >> 1
        if how is not Round.EXACT:
            return (amount + 1) >> 1
    return rounded(Fraction(amount) / 2, how)


def signed(amount: Number) -> str:
    """A change with its sign: `+2`, `-3/2`."""
    return f"+{amount}" if amount >= 0 else str(amount)


class Kind(Enum):
    """What an entry does."""

    STRENGTH = "strength"
    HALVED = "halved"
    TIMES = "times"
    BONUS = "bonus"
    LIMIT = "limit"
    ODDS = "odds"
    SHIFT = "shift"
    MODIFIER = "modifier"
    NOTE = "note"


class Entry(NamedTuple):
    """One line of the account: what was booked, for whom, why, and what it changed."""

    kind: Kind
    party: Party
    who: Who  # None if it concerns the whole side
    what: str
    rule: str
    amount: Number  # the strength, factor, limit, columns or pips that were booked
    change: Number  # by how much the side's total, the column or the die changed

    def text(self, name: Callable[[Who], str] = str) -> str:
        """The line as a player reads it; its rule stands beside it."""
        return _line(self, name)


def _line(entry: Entry, name: Callable[[Who], str]) -> str:
    who = f"{name(entry.who)}: " if entry.who is not None else ""
    what = f" {entry.what}" if entry.what else ""
    match entry.kind:
        case Kind.STRENGTH:
            return f"{who}strength {entry.amount}{what}"
        case Kind.HALVED if not entry.change:
            return f"{who}not halved again{what}" if entry.amount else f"{who}halved{what}, no change"
        case Kind.HALVED:
            return f"{who}halved{what}, {signed(entry.change)}"
        case Kind.TIMES:
            return f"{PARTIES[entry.party]} x{entry.amount}{what}, {signed(entry.change)}"
        case Kind.BONUS:
            return f"{who}{signed(entry.change)}{what}"
        case Kind.LIMIT:
            return f"{PARTIES[entry.party]} limited to {entry.amount}{what}, {signed(entry.change)}"
        case Kind.ODDS | Kind.NOTE:
            return f"{who}{entry.what}"
        case Kind.SHIFT:
            side = "right" if entry.amount > 0 else "left"
            return f"{who}shift {side} {abs(entry.amount)}{what}"
        case Kind.MODIFIER:
            return f"{signed(entry.amount)} to the die{what}"


class Ledger:
    """The running account of one combat. Shifts right and pluses favour the attacker by convention."""

    __slots__ = (
        "_amount",
        "_halved",
        "_party",
        "_who",
        "booked",
        "modifier",
        "shifts",
        "start",
        "table",
        "totals",
    )

    def __init__(self, table: Table | None = None, *, keep: bool = True) -> None:
        self.table = table
        self.totals: list[Number] = [0, 0]
        self.start = 0  # the column before any shift; it may lie off the card
        self.shifts = 0
        self.modifier = 0
        self.booked: list[tuple[Kind, Party, Who, str, str, Number, Number]] | None = [] if keep else None
        self._party: Party = ATTACKER
        self._who: Who = None
        self._amount: Number = 0
        self._halved = False

    # Strengths

    def strength(self, party: Party, who: Who, amount: Number, rule: str = "", what: str = "") -> None:
        """A unit or stack takes part; the halvings that follow are for it."""
        self.totals[party] += amount
        self._party, self._who, self._amount, self._halved = party, who, amount, False
        if self.booked is not None:
            self.booked.append((Kind.STRENGTH, party, who, what, rule, amount, amount))

    def halve(self, what: str, rule: str = "", how: Round = Round.UP, *, least: Number = 0) -> None:
        """Halve the strength just booked, once: further reasons are written down and change nothing."""
        change: Number = 0
        again = self._halved
        if not again:
            now = max(half(self._amount, how), least)
            change = now - self._amount
            self.totals[self._party] += change
            self._amount, self._halved = now, True
        if self.booked is not None:
            self.booked.append((Kind.HALVED, self._party, self._who, what, rule, int(again), change))

    def times(self, party: Party, factor: Number, what: str, rule: str = "") -> None:
        """Multiply everything that a side has booked so far."""
        before = self.totals[party]
        after = rounded(before * factor, Round.EXACT)
        self.totals[party] = after
        if self.booked is not None:
            self.booked.append((Kind.TIMES, party, None, what, rule, factor, after - before))

    def add(self, party: Party, amount: Number, what: str, rule: str = "", who: Who = None) -> None:
        """Points for a side that belong to no unit: terrain, gunfire, a leader."""
        self.totals[party] += amount
        if self.booked is not None:
            self.booked.append((Kind.BONUS, party, who, what, rule, amount, amount))

    def limit(self, party: Party, rule: str = "", *, most: Number | None = None, least: Number | None = None) -> None:
        """Hold a side's total between bounds; booked only when it bites."""
        before = self.totals[party]
        if most is not None and before > most:
            bound = most
        elif least is not None and before < least:
            bound = least
        else:
            return
        self.totals[party] = bound
        if self.booked is not None:
            self.booked.append((Kind.LIMIT, party, None, "", rule, bound, bound - before))

    # Column and die

    def odds(self, rule: str = "", *, most: str | None = None) -> int:
        """Compare the totals as odds in favour of the defender; `most` is the best column to start on."""
        assert self.table is not None
        attack, defence = self.totals
        column = self.table.place(attack, defence)
        if most is not None:
            column = min(column, self.table.column(most))
        self.start = column
        if self.booked is not None:
            self.booked.append((Kind.ODDS, ATTACKER, None, "", rule, column, attack - defence))
        return column

    def begin(self, column: int | str, what: str, rule: str = "") -> None:
        """Start on a column that something other than strengths decides."""
        assert self.table is not None
        self.start = self.table.column(column) if isinstance(column, str) else column
        if self.booked is not None:
            self.booked.append((Kind.NOTE, ATTACKER, None, what, rule, self.start, 0))

    def shift(self, by: int, what: str, rule: str = "", who: Who = None) -> None:
        """Move the column right (+) or left (-)."""
        self.shifts += by
        if self.booked is not None:
            self.booked.append((Kind.SHIFT, ATTACKER, who, what, rule, by, by))

    def modify(self, pips: int, what: str, rule: str = "") -> None:
        """Add to or take from the die."""
        self.modifier += pips
        if self.booked is not None:
            self.booked.append((Kind.MODIFIER, ATTACKER, None, what, rule, pips, pips))

    @property
    def column(self) -> int:
        """Where the shifts lead, perhaps off the card: the game decides what that means."""
        return self.start + self.shifts

    def final(self) -> Shifted:
        """The printed column to roll on, and how far beyond the card the shifts would have led."""
        assert self.table is not None
        return self.table.clamp(self.start + self.shifts)

    def outcomes(self, faces: Faces = D6) -> Mapping[str, Fraction]:
        """The exact probability of each result on the final column, with the die as modified."""
        assert self.table is not None
        return outcomes(self.table, self.final().column, faces, self.modifier)

    # Reading

    @property
    def entries(self) -> list[Entry]:
        """The account line by line."""
        return [Entry(*booked) for booked in self.booked or ()]

    def lines(self, name: Callable[[Who], str] = str) -> Iterator[tuple[str, str]]:
        """The account as pairs of text and rule, `name` giving the words for a unit."""
        totals: list[Number] = [0, 0]
        for entry in self.entries:
            if entry.kind is Kind.ODDS:
                yield self._comparison(entry, totals).text(name), entry.rule
                continue
            if entry.kind in TO_TOTALS:
                totals[entry.party] += entry.change
            yield entry.text(name), entry.rule
        if self.table is not None:
            yield f"column {self.table.title(self.final().column)}", ""

    def _comparison(self, entry: Entry, totals: list[Number]) -> Entry:
        assert self.table is not None
        title = self.table.title(int(entry.amount))
        return entry._replace(what=f"{totals[ATTACKER]} to {totals[DEFENDER]}: {title}")


TO_TOTALS = frozenset({Kind.STRENGTH, Kind.HALVED, Kind.TIMES, Kind.BONUS, Kind.LIMIT})
