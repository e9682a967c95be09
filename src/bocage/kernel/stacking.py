"""How much may stand in one space: limits by counters, steps, points or formation.

A game writes its limits down once, as values, and asks one question, `why_not_stack`, wherever stacking
matters: at the end of movement, of a retreat, of an advance. Different terrain has different limits; the
game picks the tuple.

    LIMITS = (
        Limit(4, stacking_points, "7.1", "stacking points", riders=is_silhouetted, free_riders=1),
        PerKind(1, free_type, "7.1"),
    )
    why_not_stack(g, LIMITS, g.here[space] | bit(unit))
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from typing import Any, TypeAlias, cast

import msgspec

from bocage.kernel.ids import UnitId, Units
from bocage.kernel.spaces import each
from bocage.kernel.verdict import Because

Worth: TypeAlias = Callable[[Any, UnitId], int]
"""What a unit counts, given the state: 1 a counter, its steps, its points; 0 for a unit that stacks free."""

Kind: TypeAlias = Callable[[Any, UnitId], str | None]
"""What a unit belongs to, given the state: its division, its type; None if the limit does not concern it."""


def each_unit(units: Units) -> Iterator[UnitId]:
    """The units of a set, lowest number first."""
    return cast("Iterator[UnitId]", each(units))


class Limit(msgspec.Struct, frozen=True):
    """At most so many counters, steps or points; some units may ride free, the dearest first."""

    most: int
    of: Worth
    rule: str
    what: str = "units"
    riders: Callable[[Any, UnitId], bool] | None = None
    free_riders: int = 0

    def measure(self, g: Any, units: Units) -> int:
        """What the stack counts."""
        if self.riders is None:
            return sum([self.of(g, unit) for unit in each_unit(units)])
        paying: list[int] = []
        riding: list[int] = []
        for unit in each_unit(units):
            (riding if self.riders(g, unit) else paying).append(self.of(g, unit))
        return sum(paying) + sum(sorted(riding, reverse=True)[self.free_riders :])

    def excess(self, g: Any, units: Units) -> int:
        """By how much the stack is over the limit."""
        return max(0, self.measure(g, units) - self.most)

    def text(self, g: Any, units: Units) -> str:
        """What is wrong with the stack."""
        return f"{self.measure(g, units)} {self.what}, and the limit is {self.most}"


class Groups(msgspec.Struct, frozen=True):
    """Units of at most so many different formations, whatever their number."""

    most: int
    of: Kind
    rule: str
    what: str = "divisions"

    def _found(self, g: Any, units: Units) -> list[str]:
        return sorted({kind for unit in each_unit(units) if (kind := self.of(g, unit)) is not None})

    def excess(self, g: Any, units: Units) -> int:
        """How many formations too many there are."""
        return max(0, len(self._found(g, units)) - self.most)

    def text(self, g: Any, units: Units) -> str:
        """What is wrong with the stack."""
        return f"units of {' and '.join(self._found(g, units))}, and the limit is {self.most} {self.what}"


class PerKind(msgspec.Struct, frozen=True):
    """At most so many units of any one kind, such as one headquarters and one strongpoint."""

    most: int
    of: Kind
    rule: str

    def _found(self, g: Any, units: Units) -> Counter[str]:
        return Counter(kind for unit in each_unit(units) if (kind := self.of(g, unit)) is not None)

    def excess(self, g: Any, units: Units) -> int:
        """How many units are too many of their kind."""
        return sum(max(0, number - self.most) for number in self._found(g, units).values())

    def text(self, g: Any, units: Units) -> str:
        """What is wrong with the stack."""
        over = [f"{n} {kind}" for kind, n in sorted(self._found(g, units).items()) if n > self.most]
        return f"{' and '.join(over)}, and the limit is {self.most} of a kind"


AnyLimit: TypeAlias = Limit | Groups | PerKind
Limits: TypeAlias = Sequence[AnyLimit]


def why_not_stack(g: Any, limits: Limits, units: Units, where: str | Callable[[], str] = "the stack") -> Because | None:
    """The first limit that these units together would break, or None if they may stand in one space."""
    for limit in limits:
        if limit.excess(g, units):
            return Because(limit.rule, _reason(g, limit, units, where))
    return None


def _reason(g: Any, limit: AnyLimit, units: Units, where: str | Callable[[], str]) -> Callable[[], str]:
    # The stack may have moved on when somebody reads the reason: it speaks of the units asked about.
    return lambda: f"{where if isinstance(where, str) else where()} would hold {limit.text(g, units)}"


def can_stack(g: Any, limits: Limits, units: Units) -> bool:
    """May these units stand in one space?"""
    return not any(limit.excess(g, units) for limit in limits)


def reliefs(g: Any, limits: Limits, units: Units) -> Units:
    """The units of an overfull stack whose removal brings it nearer to a limit that it breaks."""
    broken = [(limit, excess) for limit in limits if (excess := limit.excess(g, units))]
    found = 0
    for unit in each_unit(units):
        rest = units & ~(1 << unit)
        if any(limit.excess(g, rest) < excess for limit, excess in broken):
            found |= 1 << unit
    # Where two go together (the last two units of a second division) no single one may help: any may start.
    return found if found or not broken else units


def fitting(g: Any, limits: Limits, here: Units, arriving: Units) -> list[Units]:
    """The largest sets of arriving units that fit in beside those who are there, in order of unit number."""
    units = tuple(each_unit(arriving))
    for size in range(len(units), 0, -1):
        found = [chosen for chosen in _sets(units, size) if can_stack(g, limits, here | chosen)]
        if found:
            return found
    return [0]


def _sets(units: Iterable[UnitId], size: int) -> Iterator[Units]:
    for some in combinations(units, size):
        yield sum(1 << unit for unit in some)
