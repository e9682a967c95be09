"""5.10 Establishing the beachhead, and what else happens when units enter hexes: drop zones and garrisons."""

from collections.abc import Iterable

from bocage.games.bradley.events import Beachhead, ZoneMarked
from bocage.games.bradley.rules.r13_garrisons import dismiss_garrisons
from bocage.games.bradley.sides import ALLIED, BEACHES
from bocage.games.bradley.state import Bradley
from bocage.kernel.ids import NOWHERE, Side, Space
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import holds


@rule("5.10.1", "5.10.2", "5.10.3", "5.10.4", "5.10")
def capture(g: Bradley, space: Space) -> None:
    """The first beach fort that Americans enter becomes the beachhead of its Beach Area, for good."""
    for beach in range(len(BEACHES)):
        if g.beachheads[beach] == NOWHERE and holds(g.beach_forts[beach], space):
            g.beachheads[beach] = space
            g.emit(Beachhead(beach=beach, space=space, rule="5.10.1"))


@rule("4.2.5", "4.2.6")
def overrun_zones(g: Bradley, space: Space) -> None:
    """A drop zone is lost for the rest of the game when a German unit enters its hex."""
    for zone, place in enumerate(g.zones):
        if place == space:
            g.zones[zone] = NOWHERE
            g.zones_lost |= 1 << zone
            g.emit(ZoneMarked(zone=zone, space=space, what="is overrun in", rule="4.2.5"))


def entered(g: Bradley, side: Side, spaces: Iterable[Space]) -> None:
    """What follows from units of a side going through or into hexes."""
    for space in spaces:
        if side == ALLIED:
            capture(g, space)
        else:
            overrun_zones(g, space)
    if side != ALLIED:
        dismiss_garrisons(g)
