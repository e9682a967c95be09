"""21.2: units that go back to Britain."""

from bocage.games.normandy44.events import Evacuated
from bocage.games.normandy44.rules.r08_zones_of_control import inside, presence
from bocage.games.normandy44.rules.r18_supply import open_beaches
from bocage.games.normandy44.sides import ALLIED
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.bars import PickUnit, bar, late, only
from bocage.kernel.ids import UnitId, Units
from bocage.kernel.rulebook import rule

EVACUATIONS = 2


@rule("21.2")
def evacuations(g: Normandy44) -> PickUnit:
    """Two units a turn from each hex of an open beach, Rangers also from Pointe du Hoc.

    It takes a whole movement allowance: a unit that may only move tactically, or not at all, has none to spend.
    """
    roster = g.board.atlas.roster
    return PickUnit(
        "evacuate",
        g,
        only(presence(g).units[ALLIED], "21.2", "{} is not an Allied unit on the map"),
        late(lambda some: some & ~g.cached("on the beaches", _on_the_beaches), "21.2", "{} is not on an open beach"),
        bar(roster.immobile, "21.2", "{} cannot move"),
        bar(g.moved, "21.2", "{} has used its movement allowance"),
        bar(g.stayed, "9.1", "{} has had its turn to move and stayed: its allowance is lost"),
        bar(g.scattered, "20.2.3", "{} is scattered"),
        bar(g.disrupted, "13.6", "{} is disrupted: it moves tactically and has no allowance to spend"),
        bar(g.out_of_supply, "18.4", "{} is out of supply: it moves tactically and has no allowance to spend"),
        bar(g.replaced, "6.2.4", "{} has a replacement to absorb and moves one hex"),
        late(lambda some: some & _busy(g), "21.2", f"{EVACUATIONS} units a turn leave from a beach hex"),
    )


def _busy(g: Normandy44) -> Units:
    """The units in hexes that as many have left as may."""
    return g.standing(space for space, count in g.evacuated.items() if count >= EVACUATIONS)


def _on_the_beaches(g: Normandy44) -> Units:
    """The units on open beaches, and the Rangers at Pointe du Hoc."""
    atlas, ground = g.board.atlas, 0
    for beach in open_beaches(g):
        ground |= atlas.beach_hexes[beach]
    return inside(g, ALLIED, ground) | inside(g, ALLIED, atlas.du_hoc) & atlas.roster.rangers


@rule("9.1", "21.2")
def evacuate(g: Normandy44, unit: UnitId) -> None:
    """Off the beach; the unit keeps its steps and may land again, but not in the same phase: that was its move."""
    space = g.space[unit]
    g.evacuated[space] = g.evacuated.get(space, 0) + 1
    g.reserve &= ~(1 << unit)
    g.moved |= 1 << unit
    g.returned |= 1 << unit
    britain = g.board.ids["britain"]
    g.place(unit, britain)
    g.emit(Evacuated(unit=unit, path=(space, britain), rule="21.2"))
