"""8 Stacking: how many units may stand in a hex, and what becomes of those too many."""

from collections.abc import Iterator
from functools import lru_cache

from bocage.games.bradley.board import BradleyBoard
from bocage.games.bradley.rules.r10_disruption import eliminate
from bocage.games.bradley.sides import ALLIED, GERMAN
from bocage.games.bradley.state import Bradley, each_unit
from bocage.kernel.actions import Action
from bocage.kernel.bars import Offer, PickUnit, only
from bocage.kernel.flow import DONE, Call, Decision, Procedure, Step
from bocage.kernel.ids import Side, Space, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import each

MOST_HEADQUARTERS = 2
MOST_BATTALIONS = 2
MOST_OF_ONE_REGIMENT = 3
BARS_BESIDE_ONE, BARS_BESIDE_MORE = 3, 1


@rule("8.1.2", "8.1")
def too_many(board: BradleyBoard, units: Units) -> bool:
    """Whether units of one side are too many for one hex; headquarters are counted apart."""
    return _too_many(board, units) if units & (units - 1) else False


@lru_cache(maxsize=50_000)
def _too_many(board: BradleyBoard, units: Units) -> bool:
    if (units & board.headquarters).bit_count() > MOST_HEADQUARTERS:
        return True
    regiments, bars = _battalions(board, units & ~board.headquarters & ~board.garrisons)
    return _over(regiments, bars)


@rule("8.2.3", "8.2")
def _battalions(board: BradleyBoard, units: Units) -> tuple[list[str], int]:
    """The regiment of each battalion in a stack, and how many bar units ride along.

    Two or more components of one battalion together are that battalion; a single one is a bar unit.
    """
    regiments = [board.units[unit].regiment for unit in each_unit(units & ~board.bars)]
    bars, components = 0, dict[str, list[str]]()
    for unit in each_unit(units & board.bars):
        counter = board.units[unit]
        if counter.battalion:
            components.setdefault(counter.battalion, []).append(counter.regiment)
        else:
            bars += 1
    for parts in components.values():
        if len(parts) > 1:
            regiments.append(parts[0])
        else:
            bars += 1
    return regiments, bars


@rule("8.0", "8.1.1", "8.2.1", "8.2.2")
def _over(regiments: list[str], bars: int) -> bool:
    """Two battalions, or three of one regiment; three bar units beside one battalion, one beside more."""
    number = len(regiments)
    if number > MOST_OF_ONE_REGIMENT or (number > MOST_BATTALIONS and len(set(regiments)) > 1):
        return True
    if number > MOST_BATTALIONS and not regiments[0]:
        return True
    return bars > (BARS_BESIDE_ONE if number <= 1 else BARS_BESIDE_MORE)


@rule("8.1.3")
def has_room(g: Bradley, units: Units, space: Space) -> bool:
    """8.1.3: whether units could stop in a hex beside the friends there."""
    side = g.board.of_side[ALLIED] if units & g.board.of_side[ALLIED] else g.board.of_side[GERMAN]
    return not too_many(g.board, (g.here.get(space, 0) & side) | units)


@rule("8.1.4")
class StackingCheck(Procedure[Bradley], frozen=True):
    """At the end of every segment units in excess of the limits are eliminated, as their owner chooses."""

    def start(self, g: Bradley) -> Step:
        found = overfull(g)
        if found is None:
            return DONE
        side, space = found
        return Call(Overfull(by=side, space=space), then=self.again)

    def title(self, g: Bradley) -> str:
        return "Stacking"


def overfull(g: Bradley) -> tuple[Side, Space] | None:
    """The first hex that holds too many units, and whose."""
    for space in sorted(g.here):
        if g.board.hexes >> space & 1:
            for side in (ALLIED, GERMAN):
                if too_many(g.board, g.here[space] & g.board.of_side[side]):
                    return side, space
    return None


def reliefs(g: Bradley, side: Side, space: Space) -> Units:
    """The units whose removal helps: those of the kind of which there are too many."""
    board, here = g.board, g.units_in(side, space)
    staff = here & board.headquarters
    if staff.bit_count() > MOST_HEADQUARTERS:
        return staff
    helping = sum(1 << unit for unit in each(here & ~staff) if not too_many(board, here & ~(1 << unit)))
    return helping or here & ~staff & ~board.garrisons


@rule("8.1.4")
class Overfull(Decision[Bradley], frozen=True):
    """The owner chooses which unit of an overfull hex is eliminated."""

    space: Space

    def offers(self, g: Bradley) -> Iterator[Offer]:
        where = g.board.describe(self.space)
        yield PickUnit(
            "eliminate",
            g,
            only(g.units_in(self.by, self.space), "8.1.4", f"{{}} is not among the units in {where}"),
            only(reliefs(g, self.by, self.space), "8.1.4", f"without {{}} {where} would still be overfull"),
        )

    def chosen(self, g: Bradley, action: Action) -> Step:
        eliminate(g, 1 << action[1], "8.1.4")
        return DONE

    def prompt(self, g: Bradley) -> str:
        return f"Too many units in {g.board.describe(self.space)}: which is eliminated?"

    def title(self, g: Bradley) -> str:
        return f"Overstacked {g.board.names[self.space]}"
