"""18 Control: who holds a region, its city, its port."""

from bocage.games.acrosstheworld.events import RegionTaken
from bocage.games.acrosstheworld.rules.r05_cards import PortLost, may_answer_loss
from bocage.games.acrosstheworld.rules.r15_bunkers import blocks
from bocage.games.acrosstheworld.rules.r16_siege import controls_city, lift_siege
from bocage.games.acrosstheworld.rules.r17_ports import lose_harbour
from bocage.games.acrosstheworld.rules.r19_victory import driven_out, score_cities
from bocage.games.acrosstheworld.sides import ALLIED, GERMAN, other
from bocage.games.acrosstheworld.state import Campaign
from bocage.kernel.flow import DONE, Call, Over, Procedure, Step, replace
from bocage.kernel.ids import Side, Space, Spaces
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import bit, each, first


@rule("18.2")
class Control(Procedure[Campaign], frozen=True):
    """The end of a side's battles: regions change hands, cities score, ports may be blown up."""

    by: Side

    def start(self, g: Campaign) -> Step:
        lift_siege(g)
        for space in each(reached(g, self.by) & ~g.friendly(self.by)):
            if may_take(g, self.by, space):
                g.allied ^= bit(space)
                g.emit(RegionTaken(side=self.by, at=space, rule="18.1"))
        g.touch()
        lose_harbour(g)
        score_cities(g)
        held = sum(bit(port) for port in each(g.board.ports) if controls_city(g, ALLIED, port))
        fallen, g.ports_taken = held & ~g.ports_taken, held
        return PortsLost(ports=fallen)


class PortsLost(Procedure[Campaign], frozen=True):
    """The Germans may answer the loss of each port; then the player turn ends."""

    called = "Control"
    ports: Spaces

    def start(self, g: Campaign) -> Step:
        if self.ports:
            port = first(self.ports)
            rest = replace(self, ports=self.ports & ~bit(port))
            return Call(PortLost(by=GERMAN, port=port), then=rest.again) if may_answer_loss(g) else rest
        outcome = driven_out(g)
        return DONE if outcome is None else Over(outcome)


@rule("18.1")
def reached(g: Campaign, side: Side) -> Spaces:
    """Where a side's land units are, or have passed through this turn."""
    board, found = g.board, g.entered
    mine = board.land & board.of_side[side]
    for space, here in g.here.items():
        if here & mine:
            found |= bit(space)
    return found & board.regions


def may_take(g: Campaign, side: Side, space: Space) -> bool:
    """No enemy is left there but a besieged garrison, and no bunker blocks (15.5)."""
    if side == ALLIED and blocks(g, space):
        return False
    land = g.here.get(space, 0) & g.board.land & ~g.besieged
    return not land & g.board.of_side[other(side)]
