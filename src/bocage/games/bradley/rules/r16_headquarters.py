"""16 Headquarters and command: who is under command, and the support that a headquarters gives."""

from collections.abc import Iterator

from bocage.games.bradley.events import Aided
from bocage.games.bradley.state import Bradley, each_unit
from bocage.kernel.actions import Action
from bocage.kernel.bars import Act, Bar, Offer, PickUnit, bar, only
from bocage.kernel.flow import Decision, Done, Step, replace
from bocage.kernel.ids import NOWHERE, Side, Space, UnitId, Units
from bocage.kernel.rulebook import rule

WIDER = 2


@rule("16.2", "16.2.3")
def radius(g: Bradley, staff: UnitId) -> int:
    """How far a headquarters commands; terrain and zones between do not matter."""
    counter = g.board.units[staff]
    return counter.range + (WIDER if counter.formation in g.rules.wider_command else 0)


@rule("16.2.1")
def commanders(g: Bradley, unit: UnitId) -> Units:
    """The headquarters whose word counts for a unit: its own division's, or any for an independent unit.

    A formation whose headquarters is not on the map counts as attached to whoever is.
    """
    counter = g.board.units[unit]
    staffs = g.on_map(counter.side) & g.board.headquarters
    own = sum(1 << staff for staff in each_unit(staffs) if g.board.units[staff].formation == counter.formation)
    return own or staffs


@rule("16.2.3")
def in_command(g: Bradley, unit: UnitId) -> bool:
    """Whether a unit is within the radius of a headquarters of its own."""
    return any(covers(g, staff, g.space[unit]) for staff in each_unit(commanders(g, unit)))


def covers(g: Bradley, staff: UnitId, space: Space) -> bool:
    """Whether a hex is within the radius of a headquarters."""
    return g.board.distance(g.space[staff], space) <= radius(g, staff)


@rule("16.2.1", "16.2.2")
def out_of_command(g: Bradley, side: Side) -> Units:
    """The guns and tanks of a side that may not fire at a distance for want of command."""
    return g.cached(("out of command", side), lambda g: _out_of_command(g, side))


def _out_of_command(g: Bradley, side: Side) -> Units:
    board = g.board
    asked = g.on_map(side) & (board.artillery | board.commanded_guns)
    return sum(1 << unit for unit in each_unit(asked) if not in_command(g, unit))


@rule("16.0", "16.1")
def aides(g: Bradley, side: Side, engaged: Units, at: Space = NOWHERE) -> Units:
    """The headquarters that could support a battle: not used in this player turn, and in reach of a unit of theirs.

    Those who come down on the enemy, or storm his beach, fight in the hex `at`.
    """
    staffs = g.on_map(side) & g.board.headquarters & ~g.aided
    return sum(1 << staff for staff in each_unit(staffs) if _helps(g, staff, engaged, at))


def _helps(g: Bradley, staff: UnitId, engaged: Units, at: Space) -> bool:
    return any(
        commanders(g, unit) >> staff & 1 and covers(g, staff, g.space[unit] if at == NOWHERE else at)
        for unit in each_unit(engaged)
    )


@rule("16.1", "16.2")
def staff_rows(g: Bradley, side: Side, given: Units, able: Units) -> tuple[Bar, ...]:
    """Which headquarters may still support a battle, and why others may not."""
    return (
        only(g.on_map(side) & g.board.headquarters, "16.1", "{} is not a headquarters of yours on the map"),
        bar(given, "16.1", "{} supports this battle already"),
        bar(g.aided, "16.1", "{} has given its support in this player turn"),
        only(able, "16.2", "no unit that {} commands takes part within its radius"),
    )


@rule("16.1")
def columns(g: Bradley, staff: UnitId) -> int:
    """How many columns a headquarters shifts: its combat factor as it shows."""
    return g.attack(staff)


def aid(g: Bradley, staffs: Units) -> None:
    """Mark headquarters that give their support."""
    for staff in each_unit(staffs):
        g.aided |= 1 << staff
        g.emit(Aided(unit=staff, columns=columns(g, staff), rule="16.1"))


@rule("16.1")
class CommitStaff(Decision[Bradley], frozen=True):
    """Headquarters may be committed before the dice fall: by the defender, and by those who land on the enemy."""

    engaged: Units
    at: Space = NOWHERE
    given: Units = 0

    def offers(self, g: Bradley) -> Iterator[Offer]:
        yield PickUnit(
            "support",
            g,
            *staff_rows(g, self.by, self.given, aides(g, self.by, self.engaged, self.at)),
        )
        yield Act("decline")

    def chosen(self, g: Bradley, action: Action) -> Step:
        if action[0] == "decline":
            return Done(self.given)
        given = self.given | 1 << action[1]
        more = aides(g, self.by, self.engaged, self.at) & ~given
        return replace(self, given=given) if more else Done(given)

    def prompt(self, g: Bradley) -> str:
        which = "another" if self.given else "a"
        return f"Does {which} headquarters support the {'defence' if self.at == NOWHERE else 'assault'}?"

    def title(self, g: Bradley) -> str:
        return "Headquarters"
