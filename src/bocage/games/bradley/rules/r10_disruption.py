"""10.4 and 10.6: disruption, its end, and elimination."""

from bocage.games.bradley.events import Disrupted, Recovered
from bocage.games.bradley.rules.r13_garrisons import dismiss_garrisons
from bocage.games.bradley.sides import ALLIED, GERMAN
from bocage.games.bradley.state import Bradley, each_unit
from bocage.kernel.events import Eliminated
from bocage.kernel.ids import Side, Units
from bocage.kernel.rulebook import rule


@rule("10.6.1", "10.6.2", "10.6.6", "10.6.7", "10.6")
def disrupt(g: Bradley, units: Units, rule_number: str) -> None:
    """Mark units disrupted, in the colour of the player turn; a unit disrupted already is eliminated."""
    again = units & g.disrupted
    fresh = units & ~again
    if g.player == ALLIED:
        g.green |= fresh
    else:
        g.grey |= fresh
    g.touch()
    if fresh:
        g.emit(Disrupted(units=tuple(each_unit(fresh)), green=g.player == ALLIED, rule=rule_number))
    if again:
        eliminate(g, again, "10.6.7")


@rule("2.1")
def eliminate(g: Bradley, units: Units, rule_number: str) -> None:
    """Put units into their box of eliminated units."""
    board = g.board
    for unit in each_unit(units):
        g.place(unit, board.lost[board.units[unit].side])
        g.emit(Eliminated(unit=unit, rule=rule_number))
    forget(g, units)
    if units & board.of_side[GERMAN]:
        dismiss_garrisons(g)


def forget(g: Bradley, units: Units) -> None:
    """What is marked on counters that leave the map is taken off them."""
    keep = ~units
    g.green &= keep
    g.grey &= keep
    g.marching &= keep
    g.landed &= keep
    g.grounded &= keep
    g.entering &= keep
    g.frozen &= keep
    g.touch()


@rule("10.6.4", "10.6.5")
def recover(g: Bradley, side: Side) -> None:
    """Green markers go in the American recovery segment, grey ones in the German, whosever units bear them."""
    units = g.green if side == ALLIED else g.grey
    if not units:
        return
    if side == ALLIED:
        g.green = 0
    else:
        g.grey = 0
    g.touch()
    g.emit(Recovered(units=tuple(each_unit(units)), rule="10.6.4" if side == ALLIED else "10.6.5"))
