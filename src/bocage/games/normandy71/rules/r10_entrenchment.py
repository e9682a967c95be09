"""Entrenchment: announced at the end of one player-turn, tried at the end of the next."""

from collections.abc import Iterator

from bocage.games.normandy71.board import each_unit, lowest, union
from bocage.games.normandy71.events import DiggingAnnounced, FoundUnsupplied
from bocage.games.normandy71.rules.r09_supply import check_supply
from bocage.games.normandy71.state import Game71
from bocage.kernel.actions import Action
from bocage.kernel.bars import Act, Bar, Offer, PickUnit, hint, only
from bocage.kernel.chance import Roll
from bocage.kernel.events import Rolled
from bocage.kernel.flow import DONE, Call, Decision, Procedure, Step, replace
from bocage.kernel.ids import Side, Spaces, UnitId, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import BITS, bit

REGIMENT, BATTALION = 3, 2
"""The highest die that entrenches a unit of each size."""


@rule("Entrenchment", "Entrenchment.Attempt")
class EndOfTurn(Procedure[Game71], frozen=True):
    """The units announced last turn try to entrench, one die each; then the next are announced."""

    called = ""
    by: Side
    units: Units = 0
    begun: bool = False

    def start(self, g: Game71) -> Step:
        if not self.begun:
            check_supply(g, self.by)
            mine = g.board.of_side[self.by]
            trying = g.digging & mine & ~g.disturbed & g.on_map(self.by)
            g.digging &= ~mine
            g.disturbed &= ~mine
            for unit in each_unit(trying & g.unsupplied):
                # Everybody sees who does not roll, and so learns what feeds him.
                g.emit(FoundUnsupplied(units=(unit,), digging=True, rule="Entrenchment.Attempt"))
            return replace(self, units=trying & ~g.unsupplied, begun=True)
        return self.next_unit(g)

    def next_unit(self, g: Game71) -> Step:
        units = self.units
        while units:
            unit = lowest(units)
            units &= ~(1 << unit)
            if may_dig(g, unit):
                return Call(Roll(what="entrenchment roll"), then=replace(self, units=units | 1 << unit).rolled)
        return Announce(by=self.by, left=diggers(g, self.by))

    def rolled(self, g: Game71, die: int) -> Step:
        unit = lowest(self.units)
        entrenched = die <= (REGIMENT if g.board.regiments >> unit & 1 else BATTALION)
        if g.events is not None:
            self.tell(g, unit, die, "is entrenched" if entrenched else "is not ready")
        if entrenched:
            dig_in(g, self.by, unit)
        return replace(self, units=self.units & ~(1 << unit))

    def tell(self, g: Game71, unit: UnitId, die: int, result: str) -> None:
        """What came of a roll."""
        g.emit(
            Rolled(
                what="Entrenchment",
                roll=die,
                meaning=f"{g.board.unit_name(unit)} {result}",
                rule="Entrenchment.Attempt",
                result=result,
                by=self.by,
                units=(unit,),
                at=(g.space[unit],),
            )
        )


def may_dig(g: Game71, unit: UnitId) -> bool:
    """Anywhere but in a fortification, and not where an entrenchment is already."""
    board, space = g.board, g.space[unit]
    return not (board.fort | g.dug_in[board.side_of[unit]]) & bit(space)


def diggers(g: Game71, side: Side) -> Units:
    """The units that may be announced."""
    board, found = g.board, 0
    closed = board.fort | g.dug_in[side]
    for space, here in g.here.items():
        if space < board.first_box and not closed & BITS[space]:
            found |= here
    return found & board.of_side[side]


@rule("Entrenchment.C", "Entrenchment.D")
def dig_in(g: Game71, side: Side, unit: UnitId) -> None:
    """A hex is entrenched as a whole: everybody in it, and whoever joins them later. It hinders no movement."""
    g.dug_in[side] |= bit(g.space[unit])
    g.touch()


@rule("Entrenchment.Attempt")
class Announce(Decision[Game71], frozen=True):
    """Which units will try to entrench after standing idle for their next player-turn."""

    called = "Announcing entrenchments"
    question = "Which units will try to entrench at the end of your next turn? They do nothing until then."
    left: Units

    def offers(self, g: Game71) -> Iterator[Offer]:
        left = only(self.left, "Entrenchment.Attempt", "{} is announced")
        yield PickUnit("dig", g, left, hints=lambda: why_not_dig(g, self.by))
        yield Act("done")

    def chosen(self, g: Game71, action: Action) -> Step:
        if action[0] == "done":
            return DONE
        unit = action[1]
        g.digging |= 1 << unit
        g.emit(DiggingAnnounced(unit=unit, at=g.space[unit], rule="Entrenchment.Attempt"))
        return replace(self, left=self.left & ~(1 << unit))


def why_not_dig(g: Game71, side: Side) -> Iterator[Bar]:
    """Who cannot be announced."""
    mine = g.on_map(side)
    yield only(mine, "Entrenchment.Attempt", "{} is not a unit of yours on the map")
    yield hint(lambda: mine & _standing(g, g.board.fort), "Entrenchment", "{} stands in a fortification")
    yield hint(lambda: mine & _standing(g, g.dug_in[side]), "Entrenchment.C", "{} is entrenched already")


def _standing(g: Game71, hexes: Spaces) -> Units:
    return union(here for space, here in g.here.items() if hexes >> space & 1)
